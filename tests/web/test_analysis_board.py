"""The analysis board: positions by text and by clicks, what may be asked of them, and limits."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlencode, urlparse
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient

import dominoes_rules as dr
from dominoes_rules import library
from dominoes_rules.web.analysis.board_answers import WORLDS_TO_STEP_INTO, _moves
from dominoes_rules.web.analysis.board_routes import MAX_SEARCHES, around
from dominoes_rules.web.analysis.seen_table import seen_table
from dominoes_rules.web.drawn_board import moves_at_ends
from tests.games import with_ends
from tests.web.clients import serving
from tests.web.test_strangers import Skeleton

SNAPSHOT = "block/2 26-66-61-15 A:22.24.20.43/B:x6 A void:B=2.5 passes:1 opener:A"
HIDDEN = "partnership A:66.15.22.24.20.43.50/B:x7/C:x7/D:x7 play:66"
KITCHEN = 'variant "Kitchen"\nextends "block"\n'


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("web")
    (folder / "kitchen.rules").write_text(KITCHEN, "utf-8")
    games = {name: library.variant(name) for name in with_ends()}
    with serving(folder, games=games | {"kitchen": library.load(folder / "kitchen.rules")}) as one:
        yield one


def analysed(client: TestClient, position: str, **more: str) -> str:
    text: str = client.get(address(position, **more)).text
    return text


def address(position: str, path: str = "/analyse", **more: str) -> str:
    return f"{path}?{urlencode({'position': position, **more})}"


def test_of_a_round_that_is_over_all_is_shown_that_hidden_hands_leave_certain(
    client: TestClient,
) -> None:
    text = "block A:x7/B:00.11.20.40.51.54.62 opener:A play:55,54l,43l,51r,32l,62l,60l,20l,10r,00r"
    text += ",-,40r,41r,11r"
    page = analysed(client, text)
    assert "The round is over (domino: B wins; A 0, B 4 to 12, depending on hidden hands)." in page
    table = client.get(address(text, "/api/table")).json()
    assert table["outcome"] is None
    assert table["certain"]["points"] == {"A": [0, 0], "B": [4, 12]}


def test_a_deal_that_nobody_has_opened_has_no_moves(client: TestClient) -> None:
    page = analysed(client, "block A:66.15.22.24.20.43.50/B:x7")
    assert "No moves are shown: the lot decides who opens: add opener:A." in page
    assert "116,280 worlds" in page
    page = analysed(client, "partnership A:x7/B:x7/C:x7/D:x7 opener:A")
    assert "assumed: A opens. The player dealt [6|6]" in page


def test_programs_get_what_the_commands_answer(client: TestClient) -> None:
    position = dr.Position(SNAPSHOT).supposing("B holds [6|4]")
    given = {"given": "B holds [6|4]"}
    found = client.get(address(SNAPSHOT, "/api/worlds", **given)).json()
    assert found == json.loads(json.dumps(dr.worlds(position).as_json()))
    table = client.get(address(SNAPSHOT, "/api/table")).json()
    assert (table["position"], table["turn"]) == (f"{dr.Position(SNAPSHOT)}", "A")
    assert table["board"].count('class="place"') == 3
    legal = client.get(address(HIDDEN, "/api/legal")).json()
    assert legal["certain"] is False
    assert legal["moves"] == ["60l", "61l", "62l", "63l", "64l", "65l", "-"]
    events = streamed(client.get(address(SNAPSHOT, "/api/solve", why="22l")).text)
    assert [kind for kind, _ in events if kind != "progress"] == ["report", "done"]
    report = dict(events)["report"]
    assert report == json.loads(json.dumps(dr.solve(dr.Position(SNAPSHOT), why="22l").as_json()))
    assert "What decides 2-2 left" in dict(events)["done"]["html"]


@pytest.mark.parametrize("name", with_ends())
def test_a_hidden_hand_has_one_place_at_each_end_and_a_list_of_tiles(
    name: str,
) -> None:
    random, game = Random(len(name)), dr.Round(dr.variant(name), seed=len(name))
    for _ in range(6):
        if not game.is_over:
            game.push(random.choice(game.legal_moves))
    watched = dr.Position(
        game.text_seen_by(next(one for one in game.setup.seat_names if one != game.turn))
    )
    moves = tuple(_moves(watched))
    if watched.is_over or watched.knows_mover:
        return
    ends = moves_at_ends(watched, moves)
    listed = [f"{move}" for end in ends for move in end.moves]
    assert sorted(listed) == sorted(f"{move}" for move in moves)
    svg = ElementTree.fromstring(str(seen_table(watched, moves)["board"]))
    places = [one for one in svg.iter() if one.get("class") == "place"]
    assert {one.get("href") for one in places} <= {
        f"#end-{number}" for number, end in enumerate(ends) if end.where
    }
    middles = [one[0].get("transform", "").partition(")")[0] for one in places]
    assert len({*middles}) == len(places)
    assert len(places) <= len(watched.setup.layout.names.named_ends(watched._known)) + 1


def test_a_board_is_laid_for_the_window_of_whoever_looks(client: TestClient) -> None:
    def board(**more: str) -> tuple[str, float]:
        text = client.get(address(SNAPSHOT, **more), headers={"User-Agent": agent}).text
        kind = re.search(r'class="cloth" data-screen="([a-z]+)"', text)
        box = re.search(r'viewBox="([^"]+)"', text)
        assert kind
        assert box
        _, _, wide, high = map(float, box[1].split())
        return kind[1], wide / high

    agent = "Mozilla/5.0 (X11; Linux x86_64)"
    (usual, usual_shape), (small, small_shape) = board(), board(w="square")
    assert (usual, small) == ("page", "square")
    assert small_shape < 1 < usual_shape
    agent = "Mozilla/5.0 (Linux; Android 15) Mobile"
    assert board() == board(w="narrow")
    assert board(w="nothing")[0] == "narrow"


def test_what_can_not_be_read_is_cut_where_it_is_repeated(client: TestClient) -> None:
    long = "7" * 1800
    for text in (
        f"block A:{long}/B:x7", f"block {long} A:x7/B:x7 A", f"block A:x7/B:x7 play:66,{long}",
        f"block A:x7/B:x7 {long}", f"block A:x7/B:x7 opener:{long}", f"block A:x7/B:x7 {long}=1",
    ):  # fmt: skip
        with pytest.raises(dr.PositionError) as caught:
            dr.Position(text)
        assert len(f"{caught.value}") < 250
        page = analysed(client, text)
        assert "…" in page
        assert f"<mark>{long[:50]}" in page or f"<mark>opener:{long[:40]}" in page


def test_the_list_of_an_end_is_on_the_page(client: TestClient) -> None:
    text = analysed(client, HIDDEN)
    assert '<a href="#end-0" class="place" aria-label="what may be laid at the left end' in text
    shown = text[text.index('<section id="end-0"') :].partition("</section>")[0]
    assert "At the left end, on the 6" in shown
    assert shown.count("data-for=") == 6


def streamed(text: str) -> list[tuple[str, dict[str, Any]]]:
    blocks = text.replace("\r", "").split("\n\n")
    lines = [block.split("\n") for block in blocks if block.startswith("event")]
    return [(kind[7:], json.loads(data[6:])) for kind, data in lines]


def test_the_address_is_the_position(client: TestClient) -> None:
    clicked = client.get(
        "/analyse?game=kitchen&seats=2&seat=B&opener=A&tile=66&tile=10", follow_redirects=False
    )
    position = moved_to(clicked)
    assert position == "kitchen/2 A:x7/B:66.10.x5 opener:A"
    after = moved_to(client.get(address(position, play="61"), follow_redirects=False))
    assert after == "kitchen A:x7/B:10.66.x5 play:61 opener:A"
    page = analysed(client, SNAPSHOT, given="B holds [6|4]")
    assert "462 worlds fit" in page
    assert "given=not+%28B+holds+%5B6%7C4%5D%29" in page
    assert '<option value="block" selected>' in page
    assert page.count("<b>B</b>") == 1 + WORLDS_TO_STEP_INTO
    worlds = [part.partition('"')[0] for part in page.split('href="/analyse?position=')[1:]]
    texts = {parse_qs(f"position={one}".replace("&amp;", "&"))["position"][0] for one in worlds}
    stepped = [dr.Position(text) for text in texts if "x6" not in text]
    assert stepped
    assert all(one.evidence.count == 1 and "64" in str(one).split("/B:")[1] for one in stepped)


def moved_to(answer: Any) -> str:
    assert answer.status_code == 303
    text: str = parse_qs(urlparse(answer.headers["location"]).query)["position"][0]
    return text


@pytest.mark.parametrize(
    ("text", "status", "mistake", "message"),
    [
        ("block A:66.61.22.24.20.43.50/B:x7 opener:A play:66,22l", 422, "22l", "does not fit"),
        ("block A:66.61/B:x9x opener:A", 422, "x9x", "is not a tile"),
        ("/etc/passwd.rules A:x7/B:x7", 422, "/etc/passwd.rules", "no game of this server"),
        ("no.such/2 A:x7/B:x7", 422, "no.such", "no game of this server"),
        ("block <img src=x onerror=alert(1)> A:x7/B:x7", 422, "A:x7/B:x7", "is not a fact"),
        ("block " + "x" * 2000, 413, "", "at most 2,000 characters"),
    ],
)
def test_what_is_wrong_is_shown_where_it_is(
    client: TestClient, text: str, status: int, mistake: str, message: str
) -> None:
    for path in ("/analyse", "/api/table", "/api/solve"):
        answer = client.get(address(text, path))
        assert answer.status_code == status
        assert message in answer.text
    page = client.get(address(text)).text
    assert (f"<mark>{mistake}</mark>" in page) == bool(mistake)
    assert "<img" not in page
    usual = Skeleton(client.get("/analyse").text).parts
    extra = set(Skeleton(page).parts) - set(usual)
    assert {tag for tag, _ in extra} <= {"textarea", "div", "p", "mark", "a", "b"}


def test_a_condition_that_is_wrong_is_text(client: TestClient) -> None:
    page = analysed(client, SNAPSHOT, given="<b>B holds")
    assert "&lt;b&gt;B holds" in page
    assert "Suppose nothing" in page
    many = "&".join(["given=x"] * 9)
    assert client.get(f"{address(SNAPSHOT)}&{many}").status_code == 413


def test_an_address_has_so_many_searches(client: TestClient) -> None:
    searches = client.app.state.tables.hall.searches  # type: ignore[attr-defined]
    searches._taken["searches of unknown"] += MAX_SEARCHES
    try:
        answer = client.get(address(SNAPSHOT, "/api/solve"))
        assert (answer.status_code, answer.json()["error"]["kind"]) == (429, "too_many")
    finally:
        del searches._taken["searches of unknown"]


def test_other_sites_can_search_nothing(client: TestClient) -> None:
    for path in ("/api/table", "/api/solve"):
        for site, status in (("cross-site", 403), ("same-site", 403), ("none", 200)):
            headers = {"Sec-Fetch-Site": site}
            assert client.get(address(SNAPSHOT, path), headers=headers).status_code == status


@pytest.mark.parametrize("name", ["draw", "all_fives"])
def test_every_kind_of_table_can_be_walked_through(client: TestClient, name: str) -> None:
    setup = library.variant(name).setup()
    hands = "/".join(f"{seat}:x{setup.hand_size}" for seat in setup.seat_names)
    position = f"{name}/{setup.seats} {hands} opener:A"
    for _ in range(4):
        move = client.get(address(position, "/api/legal")).json()["moves"][-1]
        position = moved_to(client.get(address(position, play=move), follow_redirects=False))
    assert "<svg" in analysed(client, position)


def test_the_place_of_a_mistake_is_found() -> None:
    assert around("block A:66/B:x7 play:66,61", "action 2: 61: x") == (
        "block A:66/B:x7 play:66,", "61", "",
    )  # fmt: skip
    assert around("block A:66", "the hand of B is missing") is None
