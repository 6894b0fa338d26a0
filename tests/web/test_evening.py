"""A club evening: its pages, who may do what, and that it outlives the server."""

from __future__ import annotations

import csv
import io
import re
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import dominoes_rules as dr
from dominoes_rules import library
from tests.web.clients import Player, serving

SECONDS = 120.0
NAMES = ["Ana", "Bob", "Cam", "Dora", "Eva", "Finn", "Gus", "=Hal"]
QUICK = library.loads('variant "Quick"\nextends "partnership"\nparameter target = 1\n')


# ---------------------------------------------------------------------- over HTTP


class Club:
    """The browsers of an evening."""

    def __init__(self) -> None:
        self.host = ""
        self.players: dict[str, str] = {}
        """The secret of each player's browser."""

    def begin(self, client: TestClient, **fields: str) -> Any:
        form = {"names": "\n".join(NAMES), "game": "quick", "rounds": "3", **fields}
        answer = client.post("/evening", data=form, follow_redirects=False)
        if answer.status_code == 303:
            self.host = answer.cookies["evening"]
            client.cookies.clear()
        return answer

    def page(self, client: TestClient) -> str:
        return client.get("/evening", headers={"Cookie": f"evening={self.host}"}).text

    def do(self, client: TestClient, act: str, **fields: str) -> Any:
        token = re.findall(r'name="token" value="([^"]+)"', self.page(client))[0]
        return client.post(
            "/evening/do",
            data={"act": act, "token": token, **fields},
            headers={"Cookie": f"evening={self.host}"},
            follow_redirects=False,
        )

    def arrive(self, client: TestClient) -> None:
        links = re.findall(r'href="http://[^/]+(/evening/player/[^"]+)"', self.page(client))
        for name, link in zip(NAMES, links, strict=True):
            assert name in client.get(link).text
            answer = client.post(link, follow_redirects=False)
            assert answer.status_code == 303
            self.players[name] = answer.cookies["player"]
            client.cookies.clear()

    def room(self, client: TestClient, name: str) -> str:
        headers = {"Cookie": f"player={self.players[name]}"}
        found = re.findall(r'href="/t/([^/]+)/"', client.get("/evening", headers=headers).text)
        return found[0] if found else ""

    def play(self, client: TestClient, most: int = 10**6) -> int:
        """Play at all tables until all matches are over, or so many moves are made."""
        browsers = [
            Player(client, self.room(client, name), cookie, kind="player")
            for name, cookie in self.players.items()
        ]
        done, moves, until = set[Player](), 0, time.monotonic() + SECONDS
        while len(done) < len(browsers) and moves < most:
            assert time.monotonic() < until
            for one in browsers:
                view = one.view()
                if view["mine"]:
                    body = {"move": one.moves(view)[0], "version": view["version"]}
                    moves += one.post("move", body).status_code == 200
                elif "next_round" in view["acts"]:
                    one.act("next_round")
                elif "/evening" in view.get("over", ""):
                    done.add(one)
        return moves


def rows(client: TestClient, name: str, host: str = "") -> list[dict[str, str]]:
    answer = client.get(f"/evening/{name}.csv", headers={"Cookie": f"evening={host}"})
    assert answer.headers["content-type"].startswith("text/csv")
    return [*csv.DictReader(io.StringIO(answer.text))]


def test_eight_people_play_three_rounds_and_the_tables_equal_the_records(tmp_path: Path) -> None:
    club, games = Club(), {"quick": QUICK}
    for number in range(1, 4):
        with serving(tmp_path, games=games) as client:  # each round on a new server
            if number == 1:
                assert club.begin(client).status_code == 303
                club.arrive(client)
            assert club.do(client, "draw").status_code == 303
            assert club.do(client, "draw").status_code == 409
            assert f"Round {number} of 3" in client.get("/evening").text
            club.play(client, most=5)
            rooms = {name: club.room(client, name) for name in NAMES}
        with serving(tmp_path, games=games) as client:  # and ended in the middle of it
            assert {name: club.room(client, name) for name in NAMES} == rooms
            assert len({*rooms.values()}) == 2
            club.play(client)
    with serving(tmp_path, games=games) as client:
        assert club.do(client, "draw").status_code == 409
        assert club.do(client, "close").status_code == 303
        matches, standings = rows(client, "matches", club.host), rows(client, "standings")
    totals = {name: [0, 0, 0] for name in NAMES}
    partners = Counter[frozenset[str]]()
    assert len(matches) == 3 * len(NAMES)
    for row in matches:
        lines = (tmp_path / "tables" / row["record"]).read_text("utf-8").splitlines()
        match, name = dr.Match.read(lines), row["player"].removeprefix("'")
        letter = next(one for one in "ABCD" if match.names[one] == name)
        own, other = (
            match.scores[side] for side in sorted(match.scores, key=lambda s: letter not in s)
        )
        assert (letter in row["side"], int(row["points"])) == (True, own)
        assert int(row["difference"]) == own - other
        for at, value in enumerate((1, 2 * (own > other), own - other)):
            totals[name][at] += value
        partners[frozenset(match.names[one] for one in row["side"])] += 1
    assert {*partners.values()} == {2}  # a line for each of them: partners meet once
    found = {row["player"].removeprefix("'"): row for row in standings}
    columns = ("matches", "match points", "difference")
    assert {name: [int(row[one]) for one in columns] for name, row in found.items()} == totals
    order = [(-int(row["match points"]), -int(row["difference"])) for row in standings]
    assert order == sorted(order)


@pytest.fixture
def client(tmp_path: Path) -> Any:
    with serving(tmp_path, games={"quick": QUICK, "block": library.variant("block")}) as found:
        yield found


def test_only_the_host_leads_and_only_a_player_plays(client: TestClient) -> None:
    club = Club()
    assert "Begin the evening" in client.get("/evening").text
    assert club.begin(client).status_code == 303
    assert club.begin(client).status_code == 409  # one evening at a time
    assert client.post("/evening/do", data={"act": "draw"}).status_code == 403
    cookie = {"Cookie": f"evening={club.host}"}
    assert client.post("/evening/do", data={"act": "draw"}, headers=cookie).status_code == 400
    foreign = {**cookie, "Origin": "http://evil.example"}
    assert client.post("/evening/do", data={"act": "draw"}, headers=foreign).status_code == 403
    assert client.get(f"/evening/player/{'x' * 22}").status_code == 404
    club.arrive(client)
    wall = client.get("/evening").text
    assert not re.search(r"player/|New link|token|matches", wall)
    assert client.get("/evening/matches.csv").status_code == 403
    assert club.do(client, "draw").status_code == 303
    room = club.room(client, "Ana")
    stranger = Player(client, room, "x" * 22, kind="player")
    assert stranger.post("move", {"move": "66", "version": 0}).status_code == 403
    assert stranger.view()["links"] == ""
    wrong = next(name for name in NAMES if club.room(client, name) != room)
    other = Player(client, room, club.players[wrong], kind="player")
    assert other.post("move", {"move": "66", "version": 0}).status_code == 403
    ana = Player(client, room, club.players["Ana"], kind="player")
    assert ana.act("close").status_code == 409


def test_players_come_and_go_and_a_round_can_be_ended(client: TestClient) -> None:
    club = Club()
    club.begin(client)
    assert club.do(client, "leave_or_return", player="2").status_code == 303
    assert club.do(client, "add", names="Ana").status_code == 422
    assert club.do(client, "add", names="Iris\n\u202eJo").status_code == 422
    assert club.do(client, "add", names="Iris\nJo").status_code == 303
    club.do(client, "draw")
    assert "Sits out" in client.get("/evening").text
    assert "is missing" in club.page(client)  # nobody has come yet
    missing = re.findall(
        r'name="player" value="(\d+)"><button name="act" value="bot_for"', club.page(client)
    )
    assert club.do(client, "bot_for", player=missing[0]).status_code == 303
    assert club.do(client, "bot_for", player=missing[0]).status_code == 409
    open_all_tables(client)
    assert club.do(client, "end_round").status_code == 303
    assert club.do(client, "end_round").status_code == 409
    standings = rows(client, "standings")
    assert Counter(row["match points"] for row in standings)["2"] == 1  # who sat out
    assert Counter(row["matches"] for row in standings) == {"1": 8, "0": 2}
    assert "Cam" not in {row["player"] for row in rows(client, "matches", club.host)}


def open_all_tables(client: TestClient) -> None:
    """Let whoever opens at a table lay a tile."""
    for room in client.app.state.tables.hall.rooms.values():  # type: ignore[attr-defined]
        if not room.match.round.state.opened:
            room.match.round.push(room.match.round.legal_moves[0])


@pytest.mark.parametrize("act", ["end_round", "close"])
@pytest.mark.parametrize("begun", [False, True])
def test_a_round_in_which_nobody_laid_a_tile_gives_no_points(
    client: TestClient, act: str, begun: bool
) -> None:
    club = Club()
    club.begin(client, names="\n".join([*NAMES, "Iris"]))
    club.do(client, "draw")
    if begun:
        open_all_tables(client)
    assert club.do(client, act).status_code == 303
    points = Counter(row["match points"] for row in rows(client, "standings"))
    assert points == ({"1": 8, "2": 1} if begun else {"0": 9})


def test_closing_an_evening_ends_its_round(tmp_path: Path) -> None:
    club, games = Club(), {"quick": QUICK}
    with serving(tmp_path, games=games) as client:
        club.begin(client)
        club.arrive(client)
        club.do(client, "draw")
        assert Counter(row["matches"] for row in rows(client, "standings")) == {"0": 8}
        ana = Player(client, club.room(client, "Ana"), club.players["Ana"], kind="player")
        assert club.do(client, "close").status_code == 303
        assert ana.post("move", {"move": "66", "version": 0}).status_code == 404  # no such table
        closed = rows(client, "standings")
        assert Counter(row["matches"] for row in closed) == {"0": 8}  # nobody laid a tile
    with serving(tmp_path, games=games) as client:  # and so it stays
        assert rows(client, "standings") == closed
        assert club.room(client, "Ana") == ""


def test_no_name_is_a_formula_for_a_spreadsheet(client: TestClient) -> None:
    names = [f"{sign}1" for sign in "=+-@"]
    Club().begin(client, names="\n".join(names))
    assert {row["player"] for row in rows(client, "standings")} == {f"'{name}" for name in names}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"names": "Ana\nAna"}, "Ana is there twice"),
        ({"names": "Ana\n<\u202e>"}, "Line 2"),
        ({"names": " "}, "Write the name"),
        ({"names": "\n".join(f"P{n}" for n in range(65))}, "at most 64"),
        ({"names": "Ana\nBob\nCam", "partners": "fixed"}, "come in pairs"),
        ({"game": "block", "partners": "fixed"}, "has no partners"),
        ({"game": "block", "size": "4"}, "tables of 2 players"),
        ({"game": "nothing"}, "no such game"),
        ({"rounds": "0"}, "1 to 20 rounds"),
        ({"title": "\u202e"}, "The evening"),
    ],
)
def test_an_evening_that_cannot_be_is_explained(
    client: TestClient, fields: dict[str, str], message: str
) -> None:
    answer = Club().begin(client, **fields)
    assert (answer.status_code, message in answer.text) == (422, True)
