"""Before the first tile: the form follows its game, seats are chosen and swapped."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from dominoes_lang.setup.ruleset import Ruleset
from dominoes_rules import library
from dominoes_rules.authoring import families
from dominoes_rules.errors import MatchFileError
from dominoes_rules.web.lobby import start_form
from dominoes_rules.web.room_files import RoomFiles
from dominoes_rules.web.settings import OfferedGames
from tests.web.clients import HERE, Player, begin, seated, serving

PAIRS = library.loads('variant "Kitchen"\nextends "partnership"\nparameter target = 40\n')


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    names = ("block", "partnership", "all_fives")
    games = {"kitchen": PAIRS} | {name: library.variant(name) for name in names}
    with serving(tmp_path, auto=False, games=games) as found:
        yield found


def text_of(page: str) -> str:
    return " ".join(html.unescape(re.sub("<[^>]*>", "", page)).split())


def link_of(host: Player, seat: str) -> str:
    panel = host.view()["links"]
    path: str = re.findall(rf'href="{HERE}([^"]+)" data-key="link-{seat}"', panel)[0]
    return path


def sit(client: TestClient, host: Player, seat: str, name: str) -> Player:
    path = link_of(host, seat)
    answer = client.post(path, data={"name": name}, follow_redirects=False)
    return seated(client, answer, host.room)


def test_the_form_follows_the_game(client: TestClient) -> None:
    first = client.get("/").text
    assert "Kitchen (4 in 2 teams)" in first
    for page in (first, client.get("/?game=kitchen&seats=9").text):
        assert "Seat B, your opponent Seat C, your partner Seat D, your opponent" in text_of(page)
    assert "seat_E" not in first
    assert "Seat C" not in client.get("/?game=block").text
    three = client.get("/?game=all_fives&seats=3&seat_C=on").text
    assert re.findall(r'name="(seat_\w)"( checked)?', three) == [
        ("seat_B", ""),
        ("seat_C", " checked"),
    ]
    assert client.get("/?game=%3Cb%3E&level=%3Cb%3E").status_code == 200


def test_signs_that_turn_the_text_around_them_reach_no_page(tmp_path: Path) -> None:
    sign = "\u202e\x1b\u200b"
    rules = f'variant "Kit{sign}chen"\nextends "block"\nnote "an odd{sign}note"\n'
    with serving(tmp_path, auto=False, games={"kitchen": library.loads(rules)}) as client:
        ana = begin(client, game="kitchen", friends="1", open="on")
        for page in (client.get("/").text, ana.get("").text, client.get(link_of(ana, "B")).text):
            assert "chen" in page
            assert not {*sign} & {*page}
        assert "an odd" in ana.get("").text


def test_the_help_shows_what_differs_from_the_parent(client: TestClient) -> None:
    page = text_of(begin(client, game="kitchen").get("").text)
    changes = "How this differs from Partnership Play rounds until a side has 40 points or more"
    assert changes in page
    bundled = begin(client, game="block").get("").text
    assert "How this differs" not in bundled
    assert "<h3>About this game</h3>\n<p>A round takes about " in bundled


def test_the_start_page_reads_no_game_but_the_chosen_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, variant = list[str](), library.variant

    def reading(name: str) -> Ruleset:
        read.append(name)
        return variant(name)

    start_form._bundled.cache_clear()
    with serving(tmp_path, games=OfferedGames({"kitchen": PAIRS})) as client:
        monkeypatch.setattr(library, "variant", reading)
        assert "All Fives (2 to 4)" in client.get("/").text
        assert "Seat C" not in client.get("/?game=block").text
    stale = [name for name in library.bundled() if name not in families._index()]
    assert {*read} <= {"block", *stale}


def test_a_friend_is_invited_to_any_seat(client: TestClient) -> None:
    ana = begin(client, game="partnership", seat_C="on")
    assert "1 friend is not here yet" in ana.view()["status"]
    page = text_of(client.get(link_of(ana, "C")).text)
    assert "You play with Ana (seat A) against Bot B (seat B) and Bot D (seat D)." in page
    bob = sit(client, ana, "C", "Bob")
    assert bob.view()["status"] == "Waiting for Ana to start the match."
    assert ana.view()["status"] == "Everybody is here: start the match."
    form = {"name": "Ana", "game": "block", "seat_B": "on"}
    for wrong, message in (
        ({"seat_C": "on"}, "there is no seat C for a friend"),
        ({"shown": "partnership", "seats": "4"}, "Choose again who sits where"),
    ):
        answer = client.post("/tables", data=form | wrong)
        assert (answer.status_code, message in answer.text) == (422, True)
    bots = {"name": "Ana", "game": "block", "shown": "partnership", "seats": "4"}
    assert client.post("/tables", data=bots, follow_redirects=False).status_code == 303


def test_the_host_swaps_seats_before_the_start_and_nobody_sees_a_tile(client: TestClient) -> None:
    ana = begin(client, game="partnership", seat_B="on", seat_D="on")
    bob, link = sit(client, ana, "B", "Bob"), link_of(ana, "D")
    assert (bob.view()["hand"].strip(), bob.view()["turn"]) == ("", "")
    assert bob.get("record").status_code == 409
    assert bob.act("swap_seats", seat="B", **{"with": "C"}).status_code == 409
    for wrong in ({"seat": "B"}, {"seat": "B", "with": "B"}, {"seat": "B", "with": "Z"}):
        assert ana.act("swap_seats", **wrong).status_code == 409
    assert ana.act("swap_seats", seat="B", **{"with": "C"}).status_code == 200
    seats = text_of(bob.view()["seats"])
    assert "Ana 7 tiles here, partner" in seats
    assert "Bot B 7 tiles bot, opponent" in seats
    assert "were swapped" in ana.view()["log"]
    assert ana.act("swap_seats", seat="A", **{"with": "D"}).status_code == 200
    assert "invited to seat A" in client.get(link).text
    assert ana.act("start").status_code == 200
    assert bob.view()["hand"].count("<svg") == 7
    assert "swap_seats" not in ana.view()["acts"]
    assert ana.act("swap_seats", seat="B", **{"with": "C"}).status_code == 409


def test_a_swap_that_is_not_saved_or_only_half_leaves_no_name_at_a_wrong_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path, auto=False, games={"kitchen": PAIRS}) as client:
        ana = begin(client, game="kitchen", seat_B="on")
        bob = sit(client, ana, "B", "Bob")
        room = client.app.state.tables.hall.rooms[ana.room]  # type: ignore[attr-defined]
        dealt = room.match
        with monkeypatch.context() as patch:
            patch.setattr(RoomFiles, "write_match", _fails)
            assert ana.act("swap_seats", seat="B", **{"with": "C"}).status_code == 503
        assert room.match is dealt
        with monkeypatch.context() as patch:
            patch.setattr(RoomFiles, "write_seating", _fails)
            assert ana.act("swap_seats", seat="B", **{"with": "C"}).status_code == 503
    with serving(tmp_path, auto=False, games={"kitchen": PAIRS}) as client:  # as after a kill
        again = Player(client, bob.room, bob.cookie)
        assert "Bob 7 tiles you Bot C" in text_of(again.view()["seats"])


def _fails(*_: object) -> None:
    raise MatchFileError("the disk is full")
