"""What is limited is counted before it is let in, and a table of friends is never a crowd."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.requests import Request
from starlette.types import Message

from dominoes_rules.web.app import WebTables
from dominoes_rules.web.attendance import MAX_WATCHERS
from dominoes_rules.web.event_streams import PageStream
from dominoes_rules.web.refusals import Rejected
from dominoes_rules.web.settings import Shares
from tests.web.clients import Player, begin, seated, serving, settings
from tests.web.test_seats import links

FRIENDS = 9


def request(path: str, **names: str) -> Request:
    """A request of a browser at an address of its own."""
    return Request(
        {
            "type": "http", "method": "GET", "path": path, "headers": [], "query_string": b"",
            "path_params": names, "client": ("192.0.2.1", 1), "server": ("127.0.0.1", 80),
            "scheme": "http",
        }
    )  # fmt: skip


async def opened_at_once(open_page: Callable[[], Any], count: int) -> list[PageStream]:
    """The streams that are let in of so many, none of which has begun to flow."""
    let_in = []
    for _ in range(count):
        try:
            let_in.append(await open_page())
        except Rejected:
            continue
    return let_in


async def leave(streams: list[PageStream]) -> None:
    """The browsers are gone before anything flows."""

    async def gone() -> Message:
        return {"type": "http.disconnect"}

    async def nowhere(_: Message) -> None:
        return None

    for stream in streams:
        await stream({"type": "http", "method": "GET"}, gone, nowhere)


@pytest.mark.parametrize(("streams", "most"), [(8, 8), (1000, MAX_WATCHERS)])
def test_pages_are_counted_before_they_are_let_in(tmp_path: Path, streams: int, most: int) -> None:
    async def crowd() -> None:
        tables = WebTables(settings(tmp_path, shares=Shares(streams=streams), auto=False))
        await tables.hall.open()
        room, _ = tables.hall.begin("block", 2, "Ana", [""], think=0)
        asked = request(f"/t/{room.name}/events", room=room.name)
        for _ in range(2):  # and all are let in again once they have left
            let_in = await opened_at_once(lambda: tables.events(asked), 3 * most)
            assert len(let_in) == most
            await leave(let_in)
        await tables.hall.close()

    asyncio.run(asyncio.wait_for(crowd(), 60))


def test_ten_people_behind_one_router_play_cyprus(tmp_path: Path) -> None:
    with serving(tmp_path, shares=Shares(), auto=True) as client:
        players = [begin(client, game="cyprus", seats="10", friends=f"{FRIENDS}")]
        for number, link in enumerate(links(players[0])):
            sat = client.post(
                httpx2.URL(link).path, data={"name": f"Friend {number}"}, follow_redirects=False
            )
            players.append(seated(client, sat, players[0].room))
        assert len(players) == FRIENDS + 1
        assert players[0].act("start").status_code == 200
        pages = 3 * len(players)  # each has the page open, and opens it again twice
        tables = client.app.state.tables  # type: ignore[attr-defined]
        contexts = [tables.rates.stream("192.0.2.1") for _ in range(pages)]
        for context in contexts:
            context.__enter__()
        for context in contexts:
            context.__exit__(None, None, None)
        moves = 0
        while (view := players[0].view())["turn"] and moves < len(players):
            mover = players[ord(view["turn"]) - ord("A")]
            moved = play(mover)
            assert moved in {200, 409}, moved
            moves += 1


def play(player: Player) -> int:
    """The status of a move, the first that the page offers; that of none where it is not asked."""
    view = player.view()
    if not view["mine"]:
        return 409  # a forced action was made meanwhile
    move = player.moves(view)[0]
    answer = player.post("move", {"move": move, "version": view["version"]})
    status: int = answer.status_code
    return status
