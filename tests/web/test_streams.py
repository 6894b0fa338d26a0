"""What a stream brings: a view for each change, the newest one only, and panels beside it."""

from __future__ import annotations

import asyncio
import json
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any
from unittest.mock import patch

import pytest
from sse_starlette import ServerSentEvent

import dominoes_rules as dr
from dominoes_lang.table.state import Kind
from dominoes_rules.tables.events import Because, ChoiceStands
from dominoes_rules.tables.telling import acted
from dominoes_rules.web.attendance import MAX_WATCHERS, WOKEN_AT_ONCE
from dominoes_rules.web.chronicle import Chronicle
from dominoes_rules.web.event_streams import events_of, open_page
from dominoes_rules.web.hall import Hall
from dominoes_rules.web.refusals import Rejected
from dominoes_rules.web.room_acts import do
from tests.web.clients import SOON_AWAY, settings

SECONDS_OF_A_DISK = 20.0


def read(event: ServerSentEvent) -> tuple[str, dict[str, Any]]:
    fields = [line.partition(": ")[::2] for line in event.encode().decode().splitlines() if line]
    found = dict(fields)
    assert found["retry"] == "3000"
    return found["event"], json.loads(found["data"])


async def newest(folder: Path) -> None:
    hall = Hall(settings(folder, auto=False, pace=SOON_AWAY))
    await hall.open()
    room, _ = hall.begin("block", 2, "Ana", ["beginner"], think=0)
    seat = room.seats["A"]
    cookie, counted = await room.sit(seat), ExitStack()
    wake = counted.enter_context(open_page(room, seat))
    events = events_of(room, seat, cookie, "wide", "", wake)
    kind, first = read(await anext(events))
    assert (kind, first["say"], seat.sitter.streams) == ("view", "", 1)
    for _ in range(6):
        await do(room, seat, "pause", room.version)
    kind, second = read(await anext(events))
    assert (kind, second["version"]) == ("view", room.version)
    assert second["version"] >= first["version"] + 6
    while not room.match.round.is_over:
        async with room.lock:  # a move of the bot may not be saved yet
            is_mine = room.match.round.turn == "A"
        if is_mine:
            await room.move(seat, str(room.match.round.legal_moves[0]), room.version)
        else:
            await asyncio.sleep(0.01)
    told = []
    while kind != "over":
        kind, data = read(await anext(events))
        told += [data["say"]] if kind == "view" else []
    assert "<h2>" in data["html"]
    assert "Ana" in " ".join(told)
    seat.sitter.left = -1000.0
    other = await room.sit(seat)  # another browser takes the seat
    kind, farewell = read(await anext(events))
    assert (kind, farewell["why"][:35]) == ("bye", "Another browser plays here now: it ")
    assert [event async for event in events] == []
    counted.close()
    assert seat.sitter.streams == 0
    await asyncio.sleep(0.1)
    assert seat.away
    assert room.as_now(seat) == room.seat_of(other)
    for old, words in (cookie, "Your seat was taken over"), ("", "You are watching.</p>"):
        kind, view = read(await anext(events_of(room, None, old, "wide", "", asyncio.Event())))
        assert words in view["hand"]
    await hall.close()


def test_the_newest_view_and_the_end_of_a_round(tmp_path: Path) -> None:
    asyncio.run(asyncio.wait_for(newest(tmp_path), 60))


async def slowly_saved(folder: Path) -> None:
    hall = Hall(settings(folder, auto=False))
    await hall.open()
    room, _ = hall.begin("block", 2, "Ana", [""], think=0)
    await room.sit(room.seats["A"])
    await do(room, room.seats["A"], "start", room.version)
    disk, write = Event(), room.files.write_match

    def slow(match: dr.Match) -> None:
        assert disk.wait(SECONDS_OF_A_DISK)
        write(match)

    seat, first = room.seats[room.match.round.turn], f"{room.match.round.legal_moves[0]}"
    room.reseat(replace(seat, stands_in=False))
    with patch.object(room.files, "write_match", slow):
        saving = asyncio.create_task(room.move(seat, first, room.version))
        version = room.version
        await asyncio.sleep(0.05)
        assert (room.version, saving.done()) == (version, False)
        disk.set()  # a loop that waits for the disk would never come here
        await saving
    assert room.version > version
    await hall.close()


def test_a_slow_disk_holds_up_no_other_table(tmp_path: Path) -> None:
    asyncio.run(asyncio.wait_for(slowly_saved(tmp_path), 60))


async def watched(folder: Path) -> None:
    hall = Hall(settings(folder, auto=False))
    await hall.open()
    room, _ = hall.begin("block", 2, "Ana", [""], think=0)
    pages = [ExitStack() for _ in range(MAX_WATCHERS)]
    streams = [
        events_of(room, None, "", "wide", "", page.enter_context(open_page(room, None)))
        for page in pages
    ]
    first, *others = [await anext(stream) for stream in streams]
    assert all(event is first for event in others)  # it is made once
    with pytest.raises(Rejected, match="429"):
        room.attendance.enter(None)
    room.attendance.enter(room.seats["A"])  # who plays always comes in
    pages[0].close()
    room.attendance.enter(None)
    for page, stream in zip(pages, streams, strict=True):
        await stream.aclose()  # type: ignore[attr-defined]
        page.close()
    await hall.close()


def test_so_many_watch_a_table_and_no_more(tmp_path: Path) -> None:
    asyncio.run(asyncio.wait_for(watched(tmp_path), 60))


async def crowded(folder: Path) -> None:
    hall = Hall(settings(folder, auto=False))
    await hall.open()
    rooms = [hall.begin("block", 2, "Ana", [""], think=0)[0] for _ in range(2)]
    crowd = [room.attendance.enter(None) for room in rooms for _ in range(WOKEN_AT_ONCE)]
    player = rooms[0].attendance.enter(rooms[0].seats["A"])
    rooms[0].change()
    rooms[1].change()
    assert player.is_set()
    assert not any(stream.is_set() for stream in crowd)
    player.clear()
    await asyncio.sleep(0)
    assert [stream.is_set() for stream in crowd].count(True) == WOKEN_AT_ONCE
    rooms[0].change()
    await asyncio.sleep(0)
    assert player.is_set()
    assert all(stream.is_set() for stream in crowd)  # who waits longest comes first
    await hall.close()


def test_players_do_not_wait_for_a_crowd_that_watches(tmp_path: Path) -> None:
    asyncio.run(asyncio.wait_for(crowded(tmp_path), 60))


def test_draws_in_a_row_stay_one_line_whatever_is_told_between_them() -> None:
    match = dr.Match(dr.variant("draw"), seats=2, seed=11)
    game = match.round
    while [move.kind for move in game.moves[-2:]] != [Kind.DRAW, Kind.DRAW]:
        game.push(game.legal_moves[0])
    second = acted(game)
    game.pop()
    chronicle, refused = Chronicle(match), ChoiceStands("A", Because.REFUSED, ("B",))
    before = [line.event for line in chronicle.lines]
    for event in refused, second:
        chronicle.tell(event, aloud=True)
    assert [line.event for line in chronicle.lines] == [*before[:-1], refused, second]


@pytest.mark.parametrize(("name", "sound"), [("all_fives", "note"), ("block", "knock")])
def test_a_pass_knocks_and_points_sound(name: str, sound: str) -> None:
    match = dr.Match(dr.variant(name), seats=2, seed=11)
    chronicle, game = Chronicle(match), match.round
    while not game.is_over:
        told, paid = chronicle.count, len(game.payments)
        game.push(game.legal_moves[0])
        chronicle.tell(acted(game), aloud=True)
        worth = any(not one.at_end for one in game.payments[paid:])
        passes = game.moves[-1].kind is Kind.PASS
        assert chronicle.sounds_since(told) == ["note"] * worth + ["knock"] * passes
    assert sound in {line.sound for line in chronicle.lines}
    told = chronicle.count
    chronicle.retell(match)
    assert chronicle.sounds_since(told) == []  # nothing has happened
