"""What each address answers, and what a table does, over HTTP without a browser."""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from unittest.mock import Mock

import pytest
from starlette.testclient import TestClient

import dominoes_rules as dr
from dominoes_rules import library
from dominoes_rules.web.pages import LABELS
from dominoes_rules.web.room_acts import ACTS
from dominoes_rules.web.room_files import RoomFiles
from dominoes_rules.web.settings import Shares
from dominoes_rules.web.views import move_button
from tests.games import TELLING
from tests.web.clients import Player, begin, serving

SECONDS = 300.0


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with serving(tmp_path_factory.mktemp("web"), auto=False) as found:
        yield found


def turn_of(player: Player) -> dict[str, object]:
    """The view once the player is to move, or the round is over."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        view = player.view()
        if view["mine"] or "over" in view:
            return view
        time.sleep(0.01)
    raise AssertionError("it never was the player's turn")


def test_a_match_against_bots_is_played_and_its_record_replays(client: TestClient) -> None:
    ana, chance, rounds = begin(client), Random(1), 1
    watcher = Player(client, ana.room)
    while True:
        view = turn_of(ana)
        if "over" in view:
            assert "Score: Ana" in f"{view['over']}"
            if "next_round" not in view["acts"]:  # type: ignore[operator]
                break
            assert ana.get("record").text.startswith("block A:")
            assert ana.act("next_round").status_code == 200
            rounds += 1
            continue
        assert watcher.view()["mine"] is False
        tiles = re.findall('data-moves="([^"]+)', f"{view['hand']}")
        plays = sum(len(moves.split()) for moves in tiles)
        turn = f"Your turn: {plays} play" if tiles else "You can only pass."
        assert f"{view['status']}".startswith(turn)
        assert (f" with {len(tiles)} tile" in f"{view['status']}") is (plays > len(tiles))
        move = chance.choice(ana.moves(view))
        answer = ana.post("move", {"move": move, "version": view["version"]})
        assert answer.status_code == 200
        assert answer.json() == {"version": answer.json()["version"]}
        again = ana.post("move", {"move": move, "version": view["version"]})
        assert (again.status_code, again.json()["error"]["kind"]) == (409, "stale")
    assert "wins the match" in ana.view()["status"]
    record = watcher.get("record")
    match = dr.Match.read(record.text.splitlines())
    assert (match.is_over, len(match.rounds), match.names["A"]) == (True, rounds, "Ana")


def test_what_is_wrong_is_refused(client: TestClient) -> None:
    ana = begin(client)
    view = turn_of(ana)
    version = view["version"]
    watcher, stranger = Player(client, ana.room), Player(client, ana.room, "x" * 22)
    for other in (watcher, stranger):
        assert other.post("move", {"move": "-", "version": version}).status_code == 403
        assert other.get("record").status_code == 403
    body: dict[str, object] = {"move": "-", "version": version}
    assert ana.post("move", body, **{"X-Table": "other"}).status_code == 400
    assert ana.post("move", body, **{"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert ana.post("move", body, Origin="http://evil.example").status_code == 403
    assert ana.post("move", {"move": "-"}).status_code == 400
    assert ana.post("move", {"move": 5, "version": version}).status_code == 400
    assert ana.post("move", {"move": "x" * 3000, "version": version}).status_code == 413
    illegal = ana.post("move", {"move": "99l", "version": version})
    assert (illegal.status_code, illegal.json()["error"]["kind"]) == (422, "illegal")
    assert "not in the set" in illegal.json()["error"]["message"]
    assert ana.post("move", {"move": "nonsense", "version": version}).status_code == 422
    assert ana.post("do", {"act": "start", "version": version}).status_code == 409
    assert ana.post("do", {"act": "fly", "version": version}).status_code == 400
    for path in ("/t/aaaaaaaa/", "/t/aaaaaaaa/view", f"/t/{ana.room}/host/{'x' * 22}"):
        answer = client.get(path, headers={"Accept": "application/json"})
        assert (answer.status_code, answer.json()["error"]["kind"]) == (404, "not_found")
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400
    assert client.get("/static/table.js").headers["Cache-Control"] == "no-cache"
    assert client.get("/static/../app.py").status_code == 404
    assert ana.view()["version"] == version


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"name": "\u202eAna"}, "A name has"),
        ({"name": " "}, "A name has"),
        ({"name": "x" * 25}, "A name has"),
        ({"game": "../../etc/passwd"}, "no such game"),
        ({"game": "partnership", "seats": "3"}, "is for 4 players"),
        ({"level": "run:rm"}, "no such level"),
        ({"friends": "9"}, "room for 1 friend"),
    ],
)
def test_a_table_that_cannot_be_is_explained(
    client: TestClient, fields: dict[str, str], message: str
) -> None:
    form = {"name": "Ana", "game": "block", "friends": "0"} | fields
    answer = client.post("/tables", data=form)
    assert answer.status_code == 422
    assert message in answer.text


def test_every_answer_has_the_headers_that_keep_strangers_out(client: TestClient) -> None:
    ana = begin(client)
    for path in ("/", f"/t/{ana.room}/", f"/t/{ana.room}/view", "/nowhere", "/static/web.css"):
        headers = client.get(path).headers
        assert "script-src 'self'; style-src 'self'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
    page = ana.get("").text
    assert " style=" not in page
    assert ana.cookie not in page


def test_whoever_asks_too_often_waits(tmp_path: Path) -> None:
    shares = Shares(posts_at_once=3, posts_per_second=0.001, rooms=2, wrong_secrets_a_minute=2)
    with serving(tmp_path, shares=shares) as client:
        ana = begin(client)
        codes = [ana.act("pause").status_code for _ in range(4)]
        assert codes == [200, 200, 429, 429]
        wrong = [client.get(f"/t/{ana.room}/host/wrong").status_code for _ in range(4)]
        assert wrong == [404, 404, 429, 429]


def test_a_table_goes_on_where_it_was_when_the_server_ended(tmp_path: Path) -> None:
    """Ended at every third action, without a word of warning to the tables."""
    chance, player, shown, ended = Random(4), ("", ""), "", 0
    while not ended or not shown:
        with serving(tmp_path) as client:
            ana = Player(client, *player) if ended else begin(client, game="draw")
            player = ana.room, ana.cookie
            if ended:
                assert ana.view()["board"] == shown
            for _ in range(3):
                view = turn_of(ana)
                if "over" in view:
                    break
                moves = ana.moves(view)
                body = {"move": chance.choice(moves), "version": view["version"]}
                answer = ana.post("move", body)
                # A forced move is made by the server, which may be first.
                assert answer.status_code == 200 or (answer.status_code, len(moves)) == (409, 1)
            over = "over" in turn_of(ana)
            shown = "" if over and ended < 2 else ana.view()["board"]
            if over and not ended:
                ana.act("next_round")
            ended += 1
        files = sorted((tmp_path / "tables").iterdir())
        assert [file.suffix for file in files] == [".json", ".match"]
        if os.name != "nt":
            assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
        if ended > 3:
            break


def test_forced_passes_and_draws_are_made_and_shown(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        ana = begin(client, game="draw")
        told = ""
        while "You draw" not in told:
            view = turn_of(ana)
            told = f"{view['log']}"
            if "over" in view:
                ana.act("next_round")
                continue
            for move in ana.moves(view):
                if move not in {"+", "-"}:
                    ana.post("move", {"move": move, "version": view["version"]})
                    break
        assert "You draw" not in f"{Player(client, ana.room).view()['log']}"


def test_a_draw_cannot_ask_which_tile_is_next(client: TestClient) -> None:
    ana = begin(client, game="draw")
    while ana.moves(view := turn_of(ana)) != ["+"]:
        if "over" in view:
            ana.act("next_round")
        else:
            ana.post("move", {"move": ana.moves(view)[0], "version": view["version"]})
    for tile in dr.variant("draw").setup(2).tiles.tiles:
        answer = ana.post("move", {"move": f"+{tile}", "version": view["version"]})
        assert answer.json()["error"]["message"] == f"+{tile}: write + for a draw, without a tile"
    assert ana.post("move", {"move": "+", "version": view["version"]}).status_code == 200


def test_a_choice_is_taken_back_at_once_against_bots(client: TestClient) -> None:
    ana = begin(client)
    view = turn_of(ana)
    hand, chance = view["hand"], Random(2)
    assert "ask_back" not in view["acts"]  # type: ignore[operator]
    ana.post("move", {"move": chance.choice(ana.moves(view)), "version": view["version"]})
    after = turn_of(ana)
    if "over" not in after:
        assert "ask_back" in after["acts"]  # type: ignore[operator]
        assert ana.act("ask_back").status_code == 200
        back = turn_of(ana)
        assert back["hand"] == hand
        assert "Ana takes back a choice" in back["log"]  # type: ignore[operator]


def test_without_a_script_a_form_makes_the_move(client: TestClient) -> None:
    ana = begin(client)
    turn_of(ana)
    page = ana.get("").text.partition("<noscript>\n<p>")[2]
    fields = {
        part.partition('"')[0]: part.partition('value="')[2].partition('"')[0]
        for part in page.partition("</form>")[0].split('name="')[1:]
    }
    assert set(fields) == {"table", "version", "move"}
    tile = fields["move"]
    assert f'value="{tile}">{tile[0]}-{tile[1]}' in page  # words enough to stand alone
    headers = {"Cookie": f"seat={ana.cookie}", "Origin": "null"}
    path = f"/t/{ana.room}/move"
    forged = client.post(path, data=fields | {"table": "x"}, headers=headers)
    assert forged.status_code == 400
    answer = client.post(path, data=fields, headers=headers, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{ana.room}/")


def test_a_phone_gets_a_board_of_its_shape_without_a_script_too(client: TestClient) -> None:
    ana = begin(client, game="mexican_train", seats="4")

    def shape(agent: str) -> float:
        page = ana.client.get(
            f"/t/{ana.room}/", headers={"Cookie": f"seat={ana.cookie}", "User-Agent": agent}
        )
        found = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', page.text.partition('id="board"')[2])
        assert found
        return float(found[1]) / float(found[2])

    phone = "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0"
    assert shape(phone) < 1 < shape("Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0")


def test_a_move_that_cannot_be_saved_is_not_made(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dominoes_rules.errors import MatchFileError

    def full(*_: object) -> None:
        raise MatchFileError("the disk is full")

    ana = begin(client)
    view = turn_of(ana)
    monkeypatch.setattr(RoomFiles, "write_match", full)
    answer = ana.post("move", {"move": ana.moves(view)[0], "version": view["version"]})
    assert (answer.status_code, answer.json()["error"]["kind"]) == (503, "unsaved")
    assert ana.view() == view


def test_without_a_script_there_is_a_form_for_whatever_is_done_for_no_other_seat() -> None:
    assert {act for act, _ in LABELS} == {name for name, act in ACTS.items() if not act.targets}


@pytest.mark.parametrize("written", ["write_match", "write_seating"])
def test_a_table_that_cannot_be_saved_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str
) -> None:
    form = {"name": "Ana", "game": "block", "level": "beginner", "seat_B": "on", "open": "on"}
    with serving(tmp_path) as client:
        monkeypatch.setattr(RoomFiles, written, Mock(side_effect=OSError("no space")))
        assert client.post("/tables", data=form).status_code == 503
        assert [*(tmp_path / "tables").iterdir()] == []
        assert "Tables with a free seat" not in client.get("/").text


@pytest.mark.parametrize("name", [*TELLING, "gaple", "pass_and_out"])
def test_every_move_has_a_button_in_words_of_its_own(name: str) -> None:
    """Also for a page without scripts, where a move has no tile and no place to be clicked."""
    rules, chance = library.variant(name), Random(name)
    game = dr.Match(rules, seats=max(rules.players), seed=len(name)).round
    while not game.is_over:
        labels = [move_button(move, {}, game.setup).label for move in game.legal_moves]
        assert len({*labels}) == len(labels)
        assert ("Pass" if game.setup.turn.drops_out else "Drop out") not in labels
        game.push(chance.choice(game.legal_moves))
