"""What the server says when it starts, and that it leaves nobody waiting when it stops."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from dominoes_rules.cli.tables.serve import _announce
from dominoes_rules.server.serving import Server
from dominoes_rules.server.storage.keeping import Keeper
from dominoes_rules.server.storage.results import Results
from tests.first_move import FirstMove
from tests.server.raw_client import RawClient


@pytest.mark.parametrize(
    ("host", "shown", "reachable"),
    [
        ("127.0.0.1", "127.0.0.1:5", False),
        ("::1", "[::1]:5", False),
        ("0.0.0.0", "0.0.0.0:5", True),
        ("fe80::1%eth0", "[fe80::1%eth0]:5", True),
    ],
)
def test_who_can_reach_it(
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    host: str,
    shown: str,
    reachable: bool,
) -> None:
    _announce({"game": None}, host, 5)  # type: ignore[dict-item]
    assert capsys.readouterr().out == f"serving game on {shown}\n"
    assert ("can be reached from other machines" in caplog.text) is reachable


def test_who_is_accepted_as_it_stops_is_let_go(tmp_path: Path) -> None:
    clients: list[RawClient] = []

    async def run() -> None:
        loop = asyncio.get_running_loop()

        def listening(_host: str, port: int) -> None:
            # One turn of the loop to connect in, and one both to accept and to stop in.
            loop.call_soon(lambda: clients.append(RawClient(port)))
            loop.call_soon(loop.call_soon, server.stop)

        await server.run("127.0.0.1", 0, listening)

    keeper = Keeper(Results(tmp_path / "standings.db"), tmp_path / "records")
    server = Server({}, keeper, FirstMove())
    asyncio.run(run())
    keeper.close()
    with clients[0] as client:
        assert client.at_end()
