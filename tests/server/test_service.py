"""The server as one coroutine."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import dominoes_rules as dr
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.server import serve
from dominoes_rules.server.serving import Server

HOUSE = 'variant "House"\nextends "block"\n'


def test_it_serves_until_it_is_cancelled(tmp_path: Path) -> None:
    (tmp_path / "house.rules").write_text(HOUSE)

    async def main() -> list[str]:
        port: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        servers: list[Server] = []
        serving = asyncio.create_task(
            serve(
                games=[dr.variant("partnership"), str(tmp_path / "house.rules")],
                port=0,
                db=tmp_path / "standings.db",
                records=tmp_path / "records",
                started=servers.append,
                listening=lambda _, number: port.set_result(number),
            )
        )
        reader, writer = await asyncio.open_connection("127.0.0.1", await port)
        serving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await serving
        assert await reader.read() == b""
        writer.close()
        with pytest.raises(OSError, match=r"refused|Connect"):
            await asyncio.open_connection("127.0.0.1", port.result())
        return list(servers[0].games)

    games = asyncio.run(asyncio.wait_for(main(), 300))
    assert [game.rpartition(".")[2] for game in games] == ["domohnoes", "partnership", "house"]
    assert (tmp_path / "standings.db").exists()


@pytest.mark.parametrize("host", ["192.0.2.1", "x" * 90])
def test_an_address_that_is_not_ours(tmp_path: Path, host: str) -> None:
    serving = serve(host=host, db=tmp_path / "standings.db", records=tmp_path / "records")
    with pytest.raises(ArgumentError, match=rf"can't listen on {host[:40]}.*, port 54147"):
        asyncio.run(serving)
