"""An evening with real tiles: drawn, typed, sent by tables, corrected, closed, and kept."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from dominoes_rules import library
from dominoes_rules.state_files import UNREADABLE
from dominoes_rules.web.evening.desk_pages import desk_fragments
from dominoes_rules.web.evening.desk_prints import printed
from dominoes_rules.web.evening.director_desk import DirectorDesk
from tests.web.clients import serving

PAIRS = "name,partner,club\nAna,Beto,North\nCarla,Dora,South\nEva,Finn,North\nGus,Hal,\nIda,Jo,"
GAMES = {name: library.variant(name) for name in ("partnership", "block")}


class Director:
    """The browser of a director."""

    def __init__(self, client: TestClient) -> None:
        self.client, self.cookie = client, ""

    def begin(self, **fields: str) -> Any:
        form = {
            "tiles": "real", "names": PAIRS, "game": "partnership", "partners": "fixed",
            "rounds": "3", "system": "swiss", "target": "200", "minutes": "45", "bye": "100-0",
            "absent": "200-0", **fields,
        }  # fmt: skip
        answer = self.client.post("/evening", data=form, follow_redirects=False)
        if answer.status_code == 303:
            self.cookie = answer.cookies["evening"]
            self.client.cookies.clear()
        return answer

    @property
    def headers(self) -> dict[str, str]:
        return {"Cookie": f"evening={self.cookie}"}

    def get(self, path: str = "/evening") -> str:
        return self.client.get(path, headers=self.headers).text

    def do(self, act: str, **fields: str) -> Any:
        token = re.findall(r'name="token" value="([^"]+)"', self.get())[0]
        return self.client.post(
            "/evening/do",
            data={"act": act, "token": token, **fields},
            headers=self.headers,
            follow_redirects=False,
        )

    def rows(self, name: str) -> list[dict[str, str]]:
        return [*csv.DictReader(io.StringIO(self.get(f"/evening/{name}.csv")))]

    @property
    def desk(self) -> DirectorDesk:
        desk = self.client.app.state.tables.evening.desk  # type: ignore[attr-defined]
        assert isinstance(desk, DirectorDesk)
        return desk

    def link(self, table: int) -> str:
        return f"/evening/table/{table}/{self.desk.state.link(self.desk.round_number, table)}"


def parts(desk: DirectorDesk, cookie: str) -> list[str]:
    """What everybody and the director see, without the seconds that run."""
    pages = [*desk_fragments(desk, cookie).values(), printed(desk, "cross", "")]
    return [re.sub(r'data-seconds="\d+"|\d+ minutes left', "", page) for page in pages]


def test_after_every_step_a_restart_would_show_the_same(director: Director) -> None:
    steps: list[tuple[str, dict[str, str]]] = [
        ("draw", {}),
        ("start_clock", {}),
        ("result", {"table": "1", "score0": "200", "score1": "145"}),
        ("result", {"table": "2", "ended": "absent_1"}),
        ("result", {"table": "1", "score0": "210", "score1": "145"}),
        ("penalty", {"player": "0", "points": "20", "reason": "Late"}),
        ("end_round", {}),
        ("reopen_round", {}),
        ("result", {"table": "1", "score0": "150", "score1": "145"}),
        ("end_round", {}),
        ("add", {"names": "Kim, Lea, South"}),
        ("leave_or_return", {"player": "1"}),
        ("draw", {}),
    ]
    director.begin()
    settings = director.client.app.state.tables.settings  # type: ignore[attr-defined]
    (file,) = settings.folder.glob("*.club")
    seen = set[str]()
    for act, fields in steps:
        assert director.do(act, **fields).status_code == 303, act
        now = parts(director.desk, director.cookie)
        assert parts(DirectorDesk.read(file, settings, lambda: None), director.cookie) == now
        seen.add("".join(now))
    assert len(seen) == len(steps)  # each step shows
    assert len(director.rows("standings")) == 6
    results = [row for row in director.rows("matches") if row["round"] == "1"]
    points = sorted(row["points"] for row in results)
    assert points == sorted(["150", "145", "200", "0", "100"])
    assert {row["typed by"] for row in results} == {"director", ""}


def test_a_restarted_server_goes_on_with_its_desk(tmp_path: Path) -> None:
    with serving(tmp_path, games=GAMES) as client:
        first = Director(client)
        first.begin()
        first.do("draw")
        before, link = first.get(), first.link(1)
    with serving(tmp_path, games=GAMES) as client:
        second = Director(client)
        second.cookie = first.cookie
        assert second.get() == before
        assert "We are" in client.get(link).text


@pytest.fixture
def director(tmp_path: Path) -> Any:
    with serving(tmp_path, games=GAMES) as client:
        yield Director(client)


def test_a_table_counts_once_both_sides_agree(director: Director) -> None:
    director.begin()
    director.do("draw")
    link, client = director.link(1), director.client
    assert 'value="180"' in client.get(f"{link}?scores=180,200").text
    sent = {"score0": "180", "score1": "200", "ended": ""}
    assert client.post(link, data={**sent, "side": "1"}, follow_redirects=False).status_code == 303
    assert "sent by" in director.get()
    assert "180" not in client.get("/evening").text
    other = {"score0": "190", "score1": "200", "side": "0"}
    client.post(link, data=other)  # they do not agree
    client.post(link, data={**sent, "side": "0"})
    assert not any(row["typed by"] for row in director.rows("matches"))
    client.post(link, data={**sent, "side": "1"})
    assert [row["typed by"] for row in director.rows("matches")][:2] == ["table", "table"]
    assert client.post(link, data={**other, "side": "0"}).status_code == 409
    assert director.do("result", table="1", score0="190", score1="200").status_code == 303
    assert "190" in client.get(link).text
    wrong = client.get(f"/evening/table/2/{link.rsplit('/')[-1]}")
    assert wrong.status_code == 404
    assert client.get("/evening/table/1/%C3%A9").status_code == 404
    assert (
        client.post(link, data=sent, headers={"Origin": "http://evil.example"}).status_code == 403
    )


def test_a_closed_round_is_final_until_it_is_opened_again(director: Director) -> None:
    director.begin()
    assert director.do("end_round").status_code == 422
    director.do("draw")
    assert director.do("draw").status_code == 422
    assert director.do("end_round").status_code == 422
    for table in "12":
        director.do("result", table=table, score0="200", score1="0")
    assert director.do("end_round").status_code == 303
    late = director.do("result", table="1", score0="0", score1="200")
    assert (late.status_code, "is closed" in late.text) == (422, True)
    assert director.do("reopen_round").status_code == 303
    assert "was opened again" in director.client.get("/evening").text
    assert director.do("result", table="1", score0="0", score1="200").status_code == 303
    assert "Corrections" in director.get()


@pytest.mark.parametrize(
    ("typed", "ending"),
    [
        ({"score0": "200", "score1": "90"}, ""),
        ({"score0": "120", "score1": "90"}, ""),  # the clock shows
        ({"score0": "90", "score1": "90", "ended": "time"}, "time"),
        ({"ended": "absent_1"}, "absent_1"),
        ({"ended": "absent_all"}, "absent_all"),
    ],
)
def test_a_result_can_be_saved_again_as_its_form_shows_it(
    director: Director, typed: dict[str, str], ending: str
) -> None:
    director.begin()
    director.do("draw")
    director.do("result", table="1", **typed)
    form = director.get("/evening?table=1")
    assert re.findall(r'<option value="(\w*)" selected', form) == [ending]
    shown = re.findall(r'name="(score\d)"[^>]* value="(\d*)"', form)
    again = {**dict(shown), "table": "1", "ended": ending}
    assert director.do("result", **again).status_code == 303
    assert not director.desk.tournament.corrections


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("seats", 2),
        ("key", "\ud800"),
        ("claims", {}),
        ("agreed", [2]),
        ("scores", [180]),
        ("table", 3),
        ("round", 2),
    ],
)
def test_a_damaged_desk_is_refused_before_it_is_shown(
    director: Director, name: str, wrong: object
) -> None:
    director.begin()
    director.do("draw")
    sent = {"score0": "180", "score1": "200", "side": "0"}
    director.client.post(director.link(1), data=sent)
    settings = director.client.app.state.tables.settings  # type: ignore[attr-defined]
    (file,) = settings.folder.glob("*.club")
    desk_file = file.with_suffix(".desk")
    kept = json.loads(desk_file.read_text())
    assert DirectorDesk.read(file, settings, lambda: None).state.claims
    (kept if name in kept else kept["claims"][0])[name] = wrong
    desk_file.write_text(json.dumps(kept))
    with pytest.raises(UNREADABLE):
        DirectorDesk.read(file, settings, lambda: None)


def test_only_the_director_leads(director: Director) -> None:
    director.begin()
    director.do("draw")
    client = director.client
    wall = client.get("/evening").text
    assert not re.search("token|Correct|evening/print|entries.csv", wall)
    for path in ("matches.csv", "entries.csv", "print/sheets", "print/draw"):
        assert client.get(f"/evening/{path}").status_code == 403, path
    assert client.post("/evening/do", data={"act": "draw"}).status_code == 403
    assert (
        client.post("/evening/do", data={"act": "draw"}, headers=director.headers).status_code
        == 400
    )
    foreign = {**director.headers, "Origin": "http://evil.example"}
    assert client.post("/evening/do", data={"act": "draw"}, headers=foreign).status_code == 403
    assert director.begin().status_code == 409  # one evening at a time
    assert client.get("/club", follow_redirects=False).headers["location"] == "/evening"


def test_what_is_printed(director: Director) -> None:
    director.begin(title="<b>Night")
    assert director.client.get("/evening/print/sheets", headers=director.headers).status_code == 409
    director.do("draw")
    sheets = director.get("/evening/print/sheets")
    assert sheets.count("<article") == 2
    assert "&lt;b&gt;Night, round 1, table 2" in sheets
    for name in ("Ana", "Jo"):
        assert name in director.get("/evening/print/draw")
    assert "score_sheet.css" in sheets


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"names": "Ana\nBeto\nCarla"}, "come in pairs"),
        ({"names": "Ana,Beto\nCarla,"}, "Line 2"),
        ({"names": "Ana,Beto\nAna,Dora"}, "Ana is there twice"),
        ({"names": "Ana,\u202eB"}, "Line 1"),
        ({"names": ""}, "Write the name"),
        ({"game": "block"}, "has no pairs"),
        ({"rounds": "0"}, "1 to 99 rounds"),
        ({"target": "x"}, "target"),
        ({"bye": "x"}, "fixed score"),
        ({"bye": "0-100"}, "defeat"),
        ({"criterion1": "wins", "criterion2": "wins"}, "none twice"),
        ({"system": "x"}, "no system"),
        ({"minutes": "999"}, "minutes"),
    ],
)
def test_a_tournament_that_cannot_be_is_explained(
    director: Director, fields: dict[str, str], message: str
) -> None:
    answer = director.begin(**fields)
    assert (answer.status_code, message in answer.text) == (422, True)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"table": "9", "score0": "200", "score1": "1"}, "no table 9"),
        ({"table": "1", "score0": "200"}, "Type 2 numbers"),
        ({"table": "1", "score0": "120", "score1": "90", "ended": "target"}, "has reached 200"),
        ({"table": "1", "score0": "1e9", "score1": "9"}, "Type 2 numbers"),
    ],
)
def test_a_result_that_cannot_be_is_explained_and_stays_in_the_boxes(
    director: Director, fields: dict[str, str], message: str
) -> None:
    director.begin()
    director.do("draw")
    answer = director.do("result", **fields)
    assert (answer.status_code, message in answer.text) == (422, True)
    if fields["table"] == "1":
        assert f'value="{fields["score0"]}"' in answer.text


def test_each_sheet_has_the_code_of_its_table_if_phones_can_reach_it(tmp_path: Path) -> None:
    pytest.importorskip("segno", reason="segno draws the codes")
    with serving(tmp_path, games=GAMES, link_base="http://10.0.0.5:8000") as client:
        director = Director(client)
        director.begin()
        director.do("draw")
        sheets = director.get("/evening/print/sheets")
    assert len(set(re.findall("<svg.*?</svg>", sheets, re.DOTALL))) == 2


def test_ratings_show_after_ten_matches_of_ended_evenings(director: Director) -> None:
    alone = {"names": "Ana\nBeto", "game": "block", "partners": "lot", "target": "100"}
    for rounds in (6, 4):
        assert director.begin(**alone, rounds=f"{rounds}", system="lot", bye="").status_code == 303
        for _ in range(rounds):
            director.do("draw")
            desk = director.desk
            first = desk.tournament.rounds[-1].tables[0].sides[0] == (0,)
            score0, score1 = ("100", "20") if first else ("20", "100")
            director.do("result", table="1", score0=score0, score1=score1)
            assert director.do("end_round").status_code == 303
        assert "Ratings" not in director.get()
        assert director.do("close").status_code == 303
    assert [*director.desk.ratings] == ["Ana", "Beto"]
    assert "Ratings" in director.client.get("/evening").text
