"""The host closes a table for everybody, and can open it again for a while."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

import dominoes_rules as dr
from dominoes_rules.web import rooms
from dominoes_rules.web.hall import Hall
from dominoes_rules.web.room_acts import acts_of, do
from dominoes_rules.web.rooms import Room
from tests.web.clients import begin, seated, serving, settings

GAMES = {"block": dr.variant("block")}


def test_a_table_that_was_closed_by_mistake_goes_on(tmp_path: Path) -> None:
    with serving(tmp_path, auto=False, games=GAMES) as client:
        ana = begin(client, friends="1")
        link = re.search(r"/t/\S+?/sit/[\w-]+", ana.view()["links"])
        assert link
        came = client.post(link[0], data={"name": "Ben"}, follow_redirects=False)
        ben = seated(client, came, ana.room)
        assert ana.act("start").status_code == 200
        before = ana.view()
        assert ben.act("close").status_code == 409
        assert ana.act("close").status_code == 200
        assert ana.view()["acts"] == ["reopen"]
        assert ana.view()["status"].startswith("You have closed the table.")
        assert ben.view()["status"].startswith("Ana has closed the table")
        assert not ben.view()["acts"]
        mover = ana if before["mine"] else ben
        move = {"move": mover.moves(mover.view())[:1], "version": mover.view()["version"]}
        assert move["move"] == []
        game = client.app.state.tables.hall.rooms[ana.room].match.round  # type: ignore[attr-defined]
        move["move"] = f"{game.legal_moves[0]}"
        assert mover.post("move", move).status_code == 409
        assert client.get(link[0]).status_code == 404
        assert ana.act("reopen").status_code == 200
        assert mover.view()["mine"]
        assert mover.post("move", {**move, "version": mover.view()["version"]}).status_code == 200


def test_without_a_script_the_page_asks_first(tmp_path: Path) -> None:
    with serving(tmp_path, auto=False, games=GAMES) as client:
        ana = begin(client)
        page = ana.get("").text
        plain = page[page.index("<noscript>\n<p>") :]
        about = plain.index("This ends the game for everybody")
        assert plain.rindex("<details>", 0, about) < about < plain.index('value="close"')
        token = re.search(r'name="table" value="([^"]*)"', plain)
        assert token
        for act, label in (("close", "Open the table again"), ("reopen", "Close the table")):
            form = {"table": token[1], "version": f"{ana.view()['version']}", "act": act}
            headers = {"Cookie": f"seat={ana.cookie}"}
            answer = client.post(f"/t/{ana.room}/do", data=form, headers=headers)
            assert answer.status_code == 200
            assert label in ana.get("").text.rpartition("<noscript>")[2]


@pytest.mark.parametrize("late", [False, True])
def test_after_ten_minutes_it_is_closed_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    """Also where the server was started again meanwhile."""
    monkeypatch.setattr(rooms, "SECONDS_TO_REOPEN", 0.0 if late else 600.0)

    async def opened() -> tuple[Hall, list[Room]]:
        hall = Hall(settings(tmp_path, auto=False, games=GAMES))
        await hall.open()
        return hall, [*hall.rooms.values()]

    async def close() -> None:
        hall, _ = await opened()
        room, _ = hall.begin("block", 2, "Ana", [""], think=0)
        host = room.seats["A"]
        await room.sit(host)
        assert "close" in acts_of(room, host)
        await do(room, host, "close", room.version)
        while late and not room.closed:
            await asyncio.sleep(0)
        assert acts_of(room, host) == ([] if late else ["reopen"])
        await hall.close()
        hall, tables = await opened()
        assert len(tables) == (not late)
        for table in tables:
            await do(table, table.seats["A"], "reopen", table.version)
        await hall.close()
        hall, tables = await opened()
        assert [table.is_shut for table in tables] == [False] * (not late)
        await hall.close()

    asyncio.run(asyncio.wait_for(close(), 60))
