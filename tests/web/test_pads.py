"""Score pads in the browser: what is told there is scored as the engine scores, and is kept."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from dominoes_rules import library
from dominoes_rules.pad.pad_file import read_pad
from dominoes_rules.pad.pad_match import PadMatch
from dominoes_rules.web.guards import form_token
from tests.pad.people import holds_against, random_match, told_truly
from tests.web.clients import MANY, serving, settings

BAD_NAME = "<script>alert(1)"


class Writer:
    """The browser that has opened a pad."""

    def __init__(self, client: TestClient, **fields: str) -> None:
        self.client = client
        form = {"game": "partnership", "seats": "4", "name_A": "Ana", **fields}
        answer = client.post("/pad", data=form, follow_redirects=False)
        assert answer.status_code == 303, answer.text
        self.here, self.cookie = answer.headers["location"], answer.cookies["pad"]
        client.cookies.clear()

    def page(self, query: str = "") -> str:
        headers = {"Cookie": f"pad={self.cookie}"}
        return self.client.get(f"{self.here}{query}", headers=headers).text

    def do(self, act: str, number: int, **fields: str) -> Any:
        return self.client.post(
            f"{self.here}do",
            data={"act": act, "round": f"{number}", "token": form_token(self.cookie), **fields},
            headers={"Cookie": f"pad={self.cookie}"},
            follow_redirects=False,
        )

    def tell(self, number: int, **told: object) -> Any:
        """Answers by key, with `_` for a space."""
        fields = {f"told:{key.replace('_', ' ')}": f"{answer}" for key, answer in told.items()}
        return self.do("tell", number, **fields)

    def pad(self) -> PadMatch:
        return read_pad(self.client.get(f"{self.here}file").text)

    @property
    def totals(self) -> list[str]:
        foot = self.page().partition("<tfoot>")[2].partition("</tfoot>")[0]
        return re.findall(r"<td[^>]*>([^<]*)</td>", foot)


@pytest.mark.parametrize(("game", "seats"), [("partnership", 4), ("all_fives", 3)])
def test_a_match_that_is_told_by_forms_is_scored_as_the_engine_scores_it(
    game: str, seats: int, tmp_path: Path
) -> None:
    compiled = library.compiled(library.variant(game), seats)
    expected = PadMatch(compiled.setup)
    with serving(tmp_path) as client:
        writer = Writer(client, game=game, seats=f"{seats}")
        for number, (end, taps) in enumerate(random_match(compiled, Random(5), most=2), 1):
            expected = told_truly(expected, end, taps)
            told = expected.rounds[-1]
            for tap in told.taps:
                fields = {f"told:{key}": f"{answer}" for key, answer in tap.told.items()}
                assert writer.do("tap", number, kind="0", **fields).status_code == 303
            answers = {key.replace(" ", "_"): answer for key, answer in told.told.items()}
            assert writer.tell(number, **answers).status_code == 303
            pad = writer.pad()
            assert pad.rounds == expected.rounds
            holds_against(compiled, pad, end)
        assert writer.totals == [f"{total:,}" for total in expected.totals]


def test_answers_come_in_any_order_and_are_taken_back(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        writer = Writer(client)
        writer.tell(1, pips_B="55.31", pips_D="7")
        page = writer.page()
        assert "Still to answer: Who went out?" in page
        assert 'value="14"' in page
        assert writer.totals == ["0", "0"]
        writer.tell(1, end="A", pips_C="5")
        assert writer.totals == ["26", "0"]
        page = writer.page()
        assert "Ana and Player C won the round" in page or "Ana and Player C win round 1" in page
        assert "Ana opens the next round." in page
        writer.do("clear", 1)
        assert writer.totals == ["0", "0"]
        assert writer.pad().rounds == ()


def test_a_correction_shows_what_it_has_changed(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        writer = Writer(client)
        for number in (1, 2, 3):
            writer.tell(number, end="A", pips_B=10, pips_C=20, pips_D=5)
        assert writer.totals == ["105", "0"]
        answer = writer.tell(2, end="B", pips_A=10, pips_C=20, pips_D=5)
        assert answer.status_code == 200
        assert "Round 3 has changed: opener and totals." in answer.text
        assert writer.totals == ["70", "35"]
        assert "Round 2: correct it" in writer.page("?round=2")


def test_a_payment_during_play_is_taken_back(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        writer = Writer(client, game="all_fives", seats="2")
        amount = {"kind": "0", "told:pips on ends": "15"}
        refused = writer.do("tap", 1, **amount)
        assert refused.status_code == 422
        assert "Choose a player first" in refused.text
        writer.do("tap", 1, **amount, **{"told:mover": "B"})
        assert writer.totals == ["0", "15"]
        writer.do("untap", 1, tap="0")
        assert writer.totals == ["0", "0"]


def test_only_the_browser_that_opened_a_pad_writes(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        writer = Writer(client)
        seen = client.get(writer.here)
        assert seen.status_code == 200
        assert "name=&#34;token" not in seen.text
        assert 'name="token"' not in seen.text
        fields = {"act": "tell", "round": "1", "told:end": "A", "token": ""}
        assert client.post(f"{writer.here}do", data=fields).status_code == 403
        own = {"Cookie": f"pad={writer.cookie}"}
        assert client.post(f"{writer.here}do", data=fields, headers=own).status_code == 400
        foreign = {**own, "Sec-Fetch-Site": "cross-site"}
        assert client.post(f"{writer.here}do", data=fields, headers=foreign).status_code == 403
        assert client.get("/pad/aaaaaaaa/").status_code == 404
        assert client.get("/pad/..%2fx/").status_code == 404
        too_large = {**fields, "told:end": "A" * 10_000}
        assert client.post(f"{writer.here}do", data=too_large, headers=own).status_code == 413


def test_an_address_opens_only_so_many_pads(tmp_path: Path) -> None:
    with serving(tmp_path, shares=replace(MANY, rooms=2)) as client:
        form = {"game": "block", "seats": "2"}
        answers = [client.post("/pad", data=form, follow_redirects=False) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [303, 303, 429]


def test_wrong_answers_change_nothing_and_say_what_is_wrong(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        writer = Writer(client, name_B=BAD_NAME)
        for told in (
            {"pips_B": "abc"}, {"pips_B": "-1"}, {"pips_B": "9999"}, {"pips_B": "55.55"},
            {"pips_B": "99."}, {"end": "Z"}, {"end": "0000021"},
        ):  # fmt: skip
            answer = writer.tell(1, **told)
            assert answer.status_code == 422, told
            assert 'role="alert"' in answer.text
            assert "<script>alert" not in answer.text
        assert writer.pad().rounds == ()
        for act, fields in (("untap", {"tap": "0"}), ("tap", {"kind": "0"}), ("rename", {})):
            assert writer.do(act, 1, **fields).status_code in {303, 422}
        assert writer.do("no_such_act", 1).status_code == 400


def test_pads_outlive_the_server_and_go_on_from_a_file(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        writer = Writer(client)
        writer.tell(1, end="D", pips_A=1, pips_B=2, pips_C=3)
        text = client.get(f"{writer.here}file").text
    (tmp_path / "tables" / "aaaaaaaa.pad").write_text('{"format": "dominoes-rules pad page"}')
    with serving(tmp_path) as client:
        writer.client = client
        assert writer.totals == ["0", "6"]
        assert writer.tell(2, end="D", pips_A=1, pips_B=2, pips_C=3).status_code == 303
        answer = client.post("/pad/open", data={"file": text}, follow_redirects=False)
        assert answer.status_code == 303
        again = client.get(answer.headers["location"] + "file").text
        assert again == text
        hostile = (
            "", "[]", "{", "null", '{"variant": "../x"}', text.replace("partnership", "nothing"),
            text.replace('"end"', '"x"' * 3), text.replace('"rules": "', '"rules": "0'), "[" * 5000,
        )  # fmt: skip
        for wrong in hostile:
            answer = client.post("/pad/open", data={"file": wrong}, follow_redirects=False)
            assert answer.status_code == 422, wrong[:60]


@pytest.mark.slow
def test_every_game_has_its_pad(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        for name, rules in settings(tmp_path).games.items():
            seats = rules.players[-1]
            writer = Writer(client, game=name, seats=f"{seats}")
            assert "End of the round" in writer.page()
            assert client.get(f"/pad/print?game={name}&seats={seats}").status_code == 200
