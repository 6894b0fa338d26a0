"""Seats by link: sitting down, leaving and coming back, taking back by consent, the clock."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import dominoes_rules as dr
from dominoes_rules.bots.levels import STAND_IN
from dominoes_rules.server.bot_workers import BotWorkers
from dominoes_rules.web.hall import Hall
from dominoes_rules.web.refusals import Rejected
from dominoes_rules.web.room_acts import do
from dominoes_rules.web.room_files import RoomFiles
from tests.web.clients import HERE, SOON_AWAY, Player, begin, seated, serving, settings

SECONDS = 30.0


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with serving(tmp_path, auto=False) as found:
        yield found


def links(host: Player) -> list[str]:
    return re.findall(r'href="([^"]+)"', host.view()["links"])


def sit(client: TestClient, link: str, name: str) -> Any:
    return client.post(link.removeprefix(HERE), data={"name": name}, follow_redirects=False)


def together(client: TestClient, **fields: str) -> tuple[Player, Player]:
    """A host and a friend, and as many bots as the game has room for besides."""
    ana = begin(client, friends="1", **fields)
    bob = seated(client, sit(client, links(ana)[0], "Bob"), ana.room)
    assert ana.act("start").status_code == 200
    return ana, bob


def until(player: Player, wanted: Any) -> dict[str, Any]:
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        view = player.view()
        if wanted(view):
            return view
        time.sleep(0.01)
    raise AssertionError(f"never: {view}")


def play(player: Player, view: dict[str, Any]) -> None:
    body = {"move": player.moves(view)[0], "version": view["version"]}
    assert player.post("move", body).status_code == 200


def test_friends_sit_down_by_link_and_play_a_round(client: TestClient) -> None:
    ana = begin(client, game="partnership", friends="2")
    first, second = links(ana)
    path = first.removeprefix(HERE)
    preview = client.get(path)
    assert "You are invited to seat B" in preview.text
    assert "private window" in client.get(path, headers={"Cookie": f"seat={ana.cookie}"}).text
    assert "not here yet" in ana.view()["seats"]  # opening a link takes no seat
    assert "on this machine only" in ana.view()["links"]
    assert sit(client, first, "\u202e").status_code == 422
    bob = seated(client, sit(client, first, "Bob"), ana.room)
    assert ana.post("move", {"move": "66", "version": ana.view()["version"]}).status_code == 409
    assert bob.act("start").status_code == 409
    assert ana.act("start").status_code == 200
    seats = bob.view()["seats"]
    assert '<bdi class="name">Bob</bdi>' in seats
    assert "a bot plays" in seats  # for the friend who has not come
    cam = seated(client, sit(client, second, "Cam"), ana.room)
    assert "a bot plays" not in bob.view()["seats"]
    assert (bob.view()["links"], cam.view()["links"]) == ("", "")
    players = [ana, bob, cam]
    while "over" not in (view := ana.view()):
        mover = next((one for one in players if one.view()["mine"]), None)
        if mover is None:
            time.sleep(0.01)
        else:
            play(mover, mover.view())
    result = view["over"].partition("<p>Not ready")[0]
    assert result == bob.view()["over"].partition("<p>Not ready")[0]
    assert re.search("Score: .*class=.hands.*Points of this round", result, re.DOTALL)
    assert re.search(r"<b>[\w ]+ \+\d+</b></p>\s*<p class=.indented.", result)
    assert "Not ready yet: <bdi>you</bdi>, <bdi>Bob</bdi>" in view["over"]
    for player in players:
        assert player.view()["turn"] == ""
        assert player.act("next_round").status_code == 200
    assert "Round 2" in ana.view()["score"]


def test_a_wrong_link_is_as_good_as_no_table(client: TestClient) -> None:
    ana = begin(client, friends="1")
    link = links(ana)[0].removeprefix(HERE)
    bodies = {
        client.get(path, headers={"Accept": "application/json"}).text
        for path in (link[:-1] + "x" * 2, link.replace(ana.room, "aaaaaaaa"), f"{link}/")
        if path != link
    }
    assert len([body for body in bodies if "not_found" in body]) == 1
    assert ana.act("new_link", seat="B").status_code == 200
    assert client.get(link).status_code == 404
    assert links(ana)[0] != link
    assert ana.act("new_link", seat="Z").status_code == 409


def test_a_second_browser_gets_a_seat_only_by_consent(tmp_path: Path) -> None:
    with serving(tmp_path, auto=False) as client:
        ana, bob = together(client, game="block")
        link = links(ana)[0]
        with ThreadPoolExecutor(1) as pool:
            for act, status in (("keep_seat", 409), ("yield_seat", 303)):
                asked = pool.submit(sit, client, link, "Bob")
                until(bob, lambda view: "yield_seat" in view["acts"])
                assert "Another browser" in bob.view()["ask"]
                assert bob.act(act).status_code == 200
                answer = asked.result()
                assert answer.status_code == status
        assert bob.post("do", {"act": "pause", "version": 1}).status_code == 403
        again = seated(client, answer, ana.room)
        assert again.view()["acts"] != []


def test_who_is_gone_is_shown_and_can_be_replaced_and_come_back(tmp_path: Path) -> None:
    with serving(tmp_path, auto=False, pace=SOON_AWAY) as client:
        leave_and_come_back(client)


def leave_and_come_back(client: TestClient) -> None:
    ana, bob = together(client, game="block")
    until(ana, lambda view: "away" in view["seats"])  # Bob has no stream
    assert ana.act("bot_for", seat="A").status_code == 409
    assert ana.act("bot_for", seat="B").status_code == 200
    assert "a bot plays" in ana.view()["seats"]
    assert bob.view()["mine"] is False
    back = seated(client, sit(client, links(ana)[0], "Bob"), ana.room)
    assert "a bot plays" not in ana.view()["seats"]
    assert back.act("resign_seat").status_code == 200
    assert back.act("resign_seat").status_code == 403
    assert "a bot plays" in ana.view()["seats"]


def test_a_choice_is_taken_back_when_all_others_agree(client: TestClient) -> None:
    ana, bob = together(client, game="block")
    mover, other = (ana, bob) if ana.view()["mine"] else (bob, ana)
    while len(mover.moves(view := mover.view())) < 2:  # no choice yet
        play(mover, view)
        mover, other = other, mover
    before = view["hand"]
    play(mover, view)
    assert mover.act("ask_back").status_code == 200
    assert mover.act("allow_back").status_code == 409
    assert "asks to take back" in other.view()["ask"]
    asked = "Bob" if other is bob else "Ana"
    assert f"Waiting for {asked} to let you" in mover.view()["status"]
    assert other.act("refuse_back").status_code == 200
    assert "does not agree" in mover.view()["log"]
    assert mover.act("ask_back").status_code == 200
    assert other.act("allow_back").status_code == 200
    view = mover.view()
    assert (view["mine"], view["hand"]) == (True, before)
    assert "takes back a choice" in view["log"]


def test_a_bot_moves_once_when_the_time_is_over(tmp_path: Path) -> None:
    with serving(tmp_path, auto=False) as client:
        ana, bob = together(client, game="block", think="1")
        mover = ana if ana.view()["mine"] else bob
        assert mover.view()["clock"] in {0, 1}
        other = bob if mover is ana else ana
        until(other, lambda view: view["mine"])
        assert "plays" in mover.view()["log"] or "opens" in mover.view()["log"]


def test_a_free_seat_is_taken_without_a_link_where_the_host_allows_it(client: TestClient) -> None:
    closed, open_table = begin(client, friends="1"), begin(client, friends="1", open="on")
    assert f"/t/{open_table.room}/" in client.get("/").text
    assert closed.room not in client.get("/").text
    name = {"name": "Bob"}
    assert client.post(f"/t/{closed.room}/join", data=name).status_code == 409
    answer = client.post(f"/t/{open_table.room}/join", data=name, follow_redirects=False)
    bob = seated(client, answer, open_table.room)
    assert "Bob" in bob.view()["seats"]
    assert open_table.room not in client.get("/").text


def test_two_browsers_that_want_one_seat_at_once_do_not_both_get_it(tmp_path: Path) -> None:
    async def race() -> None:
        hall = Hall(settings(tmp_path, auto=False))
        await hall.open()
        room, _ = hall.begin("block", 2, "Ana", [""], think=0)
        seat = room.seats["B"]
        async with room.lock:  # as while a move is saved
            sitting = [asyncio.create_task(room.sit(seat, name)) for name in ("Bob", "Cam")]
            await asyncio.sleep(0)
        first, second = await asyncio.gather(*sitting, return_exceptions=True)
        assert room.match.names["B"] == "Bob"
        assert room.seat_of(str(first)) is room.seats["B"]
        assert isinstance(second, Rejected)
        await hall.close()

    asyncio.run(asyncio.wait_for(race(), 60))


def test_seats_and_cookies_outlive_the_server(tmp_path: Path) -> None:
    with serving(tmp_path, auto=False) as client:
        ana, bob = together(client, game="block")
        link, seats = links(ana)[0], bob.view()["hand"]
    with serving(tmp_path, auto=False) as client:
        again = Player(client, bob.room, bob.cookie)
        assert again.view()["hand"] == seats
        assert Player(client, ana.room, ana.cookie).view()["acts"] != []
        assert client.get(link.removeprefix(HERE)).status_code == 200


async def bots_asked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, set[str]]:
    """Which bots move in each seat at a table with a bot, and without one of two friends."""
    asked: dict[str, set[str]] = {}

    async def move(_: BotWorkers, bot: str, game: dr.Round, *__: object) -> dr.Move:
        asked.setdefault(game.turn, set()).add(bot)
        return game.legal_moves[0]

    monkeypatch.setattr(BotWorkers, "move", move)
    hall = Hall(settings(folder, auto=False))
    await hall.open()
    room, _ = hall.begin("partnership", 4, "Ana", ["", "club", ""], think=0)
    for letter in "AB":
        await room.sit(room.seats[letter])
    await do(room, room.seats["A"], "start", room.version)
    while len(asked) < 2:
        if (mover := room.seats[room.match.round.turn]).plays:
            await room.move(mover, f"{room.match.round.legal_moves[0]}", room.version)
        await asyncio.sleep(0.01)
    await hall.close()
    return asked


def test_who_is_away_is_no_weaker_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = asyncio.run(bots_asked(tmp_path, monkeypatch))
    assert asked == {"C": {"club"}, "D": {STAND_IN}}


async def somebody_leaves_and_comes_back(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    options = settings(folder, auto=False, pace=SOON_AWAY)
    hall = Hall(options)
    await hall.open()
    room, _ = hall.begin("block", 2, "Ana", [""], think=0)
    ana, bob = room.seats.values()
    for seat in (ana, bob):
        await room.sit(seat)
    room.attendance.enter(ana)
    stream = room.attendance.enter(bob)
    await do(room, ana, "start", room.version)
    while not room.match.round.is_over:
        move = f"{room.match.round.legal_moves[0]}"
        await room.move(room.seats[room.match.round.turn], move, room.version)
    await do(room, ana, "next_round", room.version)
    assert room.table.ready == {"A"}
    room.attendance.leave(bob, stream)
    await asyncio.sleep(0.2)
    assert (len(room.match.rounds), room.table.ready) == (2, frozenset())  # nobody else is there
    await do(room, ana, "bot_for", room.version, "B")
    room.attendance.enter(bob)  # and is back in the game
    await do(room, ana, "pause", room.version)
    await hall.close()
    again = Hall(options)
    await again.open()
    found = again.rooms[room.name]
    assert (found.seats["B"].stands_in, found.table.paused) == (False, True)
    await again.close()
    RoomFiles(options.folder, "unfinish").begin(dr.Match(dr.variant("block")), {})
    (options.folder / "unfinish.json").unlink()  # as if killed before it was written
    await asyncio.sleep(0.2)  # whoever is seen to be away now changes no file
    third = Hall(options)
    await third.open()
    assert [*third.rooms] == [room.name]
    assert not caplog.records
    await third.close()


def test_who_is_back_and_a_pause_outlive_the_server_and_nobody_waits_for_who_left(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    asyncio.run(asyncio.wait_for(somebody_leaves_and_comes_back(tmp_path, caplog), 60))
