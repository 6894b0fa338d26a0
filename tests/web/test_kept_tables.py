"""Which tables go on after a restart, which are closed, and what a folder of many files costs."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import dominoes_rules as dr
from dominoes_lang.text import whole_files
from dominoes_rules.web.hall import Hall
from dominoes_rules.web.rooms import Room
from dominoes_rules.web.settings import Shares
from tests.web.clients import QUICK, begin, serving, settings

GAMES = {name: dr.variant(name) for name in ("block", "partnership")}
HOUR = 3600.0


def table(hall: Hall) -> Room:
    return hall.begin("block", 2, "Ana", [""], think=0)[0]


def finish(room: Room) -> None:
    """Play a match to its end."""
    while not room.match.is_over:
        game = room.match.round
        while not game.is_over:
            game.push(game.legal_moves[0])
        if not room.match.is_over:
            room.match.next_round()
    room.files.write_match(room.match)


def age(folder: Path, room: Room, hours: float) -> None:
    then = time.time() - hours * HOUR
    for file in folder.glob(f"{room.name}.*"):
        os.utime(file, (then, then))


def kept(folder: Path, room: Room) -> Any:
    return json.loads((folder / f"{room.name}.json").read_text("utf-8"))


def run(folder: Path, act: Callable[[Hall], Any], **options: Any) -> None:
    """Open a hall, let something be done there, and close it."""

    async def opened() -> None:
        hall = Hall(settings(folder, auto=False, games=GAMES, **options))
        await hall.open()
        act(hall)
        await asyncio.to_thread(hall._kept.tidy)
        await hall.close()

    asyncio.run(asyncio.wait_for(opened(), 60))


def test_who_comes_back_finds_the_table_and_nobody_else_does(tmp_path: Path) -> None:
    folder, rooms = tmp_path / "tables", dict[str, Room]()

    def fill(hall: Hall) -> None:
        for name in ("new", "yesterday", "forgotten", "just over", "over", "over, of an evening"):
            rooms[name] = table(hall)
        rooms["over, of an evening"].choose(evening="evening")
        for name in ("just over", "over", "over, of an evening"):
            finish(rooms[name])

    run(tmp_path, fill)
    hours = {"yesterday": 30.0, "forgotten": 200.0, "over": 2.0, "over, of an evening": 2.0}
    for name, passed in hours.items():
        age(folder, rooms[name], passed)
    found = list[str]()
    run(tmp_path, lambda hall: found.extend(hall.rooms))
    gone = {"forgotten", "over"}
    assert {*found} == {room.name for name, room in rooms.items() if name not in gone}
    assert kept(folder, rooms["over"])["closed"]
    assert not any(kept(folder, rooms[name])["closed"] for name in rooms.keys() - {"over"})


def test_old_tables_leave_room_for_new_ones(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    rooms = list[Room]()
    run(tmp_path, lambda hall: rooms.extend(table(hall) for _ in range(4)))
    for hours, room in enumerate(rooms):
        age(tmp_path / "tables", room, hours)
    found = list[str]()
    with caplog.at_level(logging.WARNING):
        run(tmp_path, lambda hall: found.extend(hall.rooms), shares=Shares(rooms_in_all=4))
    assert {*found} == {room.name for room in rooms[:2]}
    assert "so that there is room" in caplog.text


@pytest.mark.parametrize(
    ("over", "page", "evening", "closed"),
    [
        (False, False, "", False),
        (True, False, "", True),
        (True, True, "", False),
        (True, False, "evening", False),
    ],
)
def test_a_finished_table_is_closed_once_nobody_is_there(
    tmp_path: Path, over: bool, page: bool, evening: str, closed: bool
) -> None:
    async def look() -> None:
        pace = replace(QUICK, finished=-1.0)
        hall = Hall(settings(tmp_path, auto=False, games=GAMES, pace=pace))
        await hall.open()
        room = table(hall)
        room.choose(evening=evening)
        if over:
            finish(room)
        if page:
            room.attendance.enter(None)
        assert await hall._is_done(room) is closed
        assert kept(tmp_path / "tables", room)["closed"] is closed
        await hall.close()

    asyncio.run(asyncio.wait_for(look(), 60))


def test_an_idle_table_is_closed_in_its_file(tmp_path: Path) -> None:
    async def look() -> None:
        pace = replace(QUICK, idle=-1.0)
        hall = Hall(settings(tmp_path, auto=False, games=GAMES, pace=pace))
        await hall.open()
        room = table(hall)
        assert await hall._is_done(room)
        assert kept(tmp_path / "tables", room)["closed"]
        await hall.close()

    asyncio.run(asyncio.wait_for(look(), 60))


def test_saving_never_reads_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: Any) -> None:
        raise AssertionError("the files of other tables are no concern of a save")

    with serving(tmp_path, auto=False, games=GAMES) as client:
        monkeypatch.setattr(whole_files, "remove_abandoned", never)
        monkeypatch.setattr(os, "scandir", never)
        monkeypatch.setattr(os, "listdir", never)
        ana = begin(client, friends="1")
        assert ana.act("start").status_code == 200
        view = ana.view()
        if view["mine"]:
            move = {"move": ana.moves(view)[0], "version": view["version"]}
            assert ana.post("move", move).status_code == 200
        monkeypatch.undo()


def test_closed_tables_do_not_count(tmp_path: Path) -> None:
    shares = Shares(rooms=2, rooms_per_minute=1e9)
    with serving(tmp_path, shares=shares, auto=False, games=GAMES) as client:
        form = {"name": "Ana", "game": "block", "level": "beginner", "friends": "1"}
        first = begin(client, friends="1")
        begin(client, friends="1")
        refused = client.post("/tables", data=form)
        assert refused.status_code == 429
        assert "Too many tables are open" in refused.text
        assert first.act("close").status_code == 200
        third = begin(client, friends="1")
        room = client.app.state.tables.hall.rooms[third.room]  # type: ignore[attr-defined]
        assert third.act("start").status_code == 200
        assert client.post("/tables", data=form).status_code == 429
        finish(room)
        fourth = begin(client, friends="1")
        # Another match at a table that did not count would be one too many.
        assert third.act("rematch").status_code == 429
        assert fourth.act("close").status_code == 200
        assert third.act("rematch").status_code == 200


def test_new_tables_have_a_rate(tmp_path: Path) -> None:
    shares = Shares(rooms=2, rooms_per_minute=1e-9)
    with serving(tmp_path, shares=shares, auto=False, games=GAMES) as client:
        form = {"name": "Ana", "game": "block", "level": "beginner", "friends": "1"}
        for _ in range(2):
            assert begin(client, friends="1").act("close").status_code == 200
        assert client.post("/tables", data=form).status_code == 429


def test_another_match_begins_in_the_same_seats_and_the_record_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path, auto=False, games=GAMES) as client:
        ana = begin(client, friends="1")
        room = client.app.state.tables.hall.rooms[ana.room]  # type: ignore[attr-defined]
        assert ana.act("start").status_code == 200
        assert ana.act("rematch").status_code == 409
        finish(room)
        played, link = room.match.record(), room.seats["B"].link
        assert 'data-act="rematch"' in ana.view()["over"]
        monkeypatch.setattr("secrets.randbits", lambda _: 11)
        assert ana.act("rematch").status_code == 200
        assert (room.match.seed, room.match.names["A"], room.seats["B"].link) == (11, "Ana", link)
        assert "over" not in ana.view()
        folder = tmp_path / "tables"
        kept_record = (folder / f"{room.name}.1.match").read_text("utf-8")
        assert kept_record == "".join(f"{line}\n" for line in played)
        assert (folder / f"{room.name}.1.match").stat().st_mode & 0o777 == 0o600
        assert [path.stem for path in folder.glob("*.json")] == [room.name]
