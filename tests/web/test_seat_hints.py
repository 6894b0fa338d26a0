"""Hints: who may ask, who sees what, what the record keeps, and searches that nobody waits for."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from dominoes_rules.web.analysis.search_process import search_processes
from dominoes_rules.web.analysis.searches import Searches
from dominoes_rules.web.refusals import Rejected
from tests.web.clients import Player, begin, seated, serving, until

HARD = "cuban_double_nine A:99.98.97.96.95.94.93.92.91.90/B:x10/C:x10/D:x10 opener:A"


def hinted(player: Player) -> dict[str, Any]:
    """The view once the hint is there."""
    return until(player.view, lambda view: "Searching" not in view["hint"])


def to_move(player: Player) -> dict[str, Any]:
    return until(player.view, lambda view: view["mine"])


def test_a_hint_is_marked_seen_by_its_seat_alone_and_gone_with_the_move(tmp_path: Path) -> None:
    with serving(tmp_path, auto=False) as client:
        ana = begin(client)
        to_move(ana)
        assert ana.act("hint").status_code == 200
        assert ana.act("hint").status_code == 409
        view = hinted(ana)
        moves = ana.moves(view)
        rows = len(moves) if len(moves) > 1 else 0  # an only move is named in a sentence
        assert view["hint"].count('<th scope="row">') == rows
        assert "Ana asks for a hint" in view["log"]
        watcher = Player(client, ana.room).view()
        assert (watcher["hint"], "Ana asks for a hint" in watcher["log"]) == ("", True)
        match = rooms(client)[ana.room].match
        assert match.hints == [[len(match.round.actions) + 1]]
        ana.post("move", {"move": moves[0], "version": view["version"]})
        assert ana.view()["hint"] == ""


def test_with_friends_the_host_decides_whether_there_are_hints(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        ana = begin(client, friends="1")
        room = rooms(client)[ana.room]
        link = f"/t/{ana.room}/sit/{room.seats['B'].shown_link}"
        bob = seated(
            client, client.post(link, data={"name": "Bob"}, follow_redirects=False), ana.room
        )
        ana.act("start")
        mover = {"A": ana, "B": bob}[room.match.round.turn]
        assert "hint" not in mover.view()["acts"]
        assert mover.act("hint").status_code == 409
        assert bob.act("open_hints").status_code == 409
        ana.act("open_hints")
        assert "Hints are open" in bob.view()["log"]
        assert mover.act("hint").status_code == 200
        client.portal.call(room.hints.end, room.match.round.turn)  # type: ignore[union-attr]
        until(lambda: searches(client).running, lambda running: not running)
        assert mover.view()["hint"] == ""


def rooms(client: TestClient) -> Any:
    return client.app.state.tables.hall.rooms  # type: ignore[attr-defined]


def searches(client: TestClient) -> Searches:
    found: Searches = client.app.state.tables.hall.searches  # type: ignore[attr-defined]
    return found


async def crowded() -> None:
    pool, position = search_processes(1), {"ask": "hint", "position": HARD, "rules": []}
    first = pool.ask(position, 60.0, {"here": 1})
    started = asyncio.create_task(anext(first, None))
    await asyncio.sleep(0)
    with pytest.raises(Rejected, match="429"):
        await anext(pool.ask(position, 60.0, {"here": 1}))
    second = pool.ask(position, 0.05, {"there": 1})
    assert (await anext(second)).data == {"waiting": True, "place": 1}
    started.cancel()
    kind, data = await anext(second)
    assert (kind, data["kind"]) == ("refused", "too_slow")
    await second.aclose()
    wrong = pool.ask({**position, "position": "block A:66.66/B:x6 opener:A"}, 60.0, {})
    kind, data = [message async for message in wrong][-1]  # perhaps after a wait for a process
    assert (kind, data["kind"]) == ("refused", "position")
    assert "66 appears twice" in data["message"]
    await wrong.aclose()
    while pool.running:
        await asyncio.sleep(0.01)
    await pool.close()


def test_searches_are_limited_stopped_and_started_again() -> None:
    asyncio.run(asyncio.wait_for(crowded(), 60))
