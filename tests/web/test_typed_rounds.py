"""A round typed in one go on the analysis board: turned tiles, missing passes, one's own turns."""

from __future__ import annotations

import re
from pathlib import Path
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

import dominoes_rules as dr
from dominoes_rules import library
from dominoes_rules.errors import PositionError
from dominoes_rules.web.pad.typed_round import own_turns, turned, typed_words
from tests.web.clients import serving

HAND = "66 51 22 42 20 43 50"
DEAL = "partnership/4 A:66.51.22.42.20.43.50/B:x7/C:x7/D:x7 opener:A"


def played(seed: int) -> dr.Match:
    """A round of Block, which is over."""
    match = dr.Match(library.variant("block"), seats=2, seed=seed)
    while not match.round.is_over:
        match.round.push(match.round.legal_moves[seed % len(match.round.legal_moves)])
    return match


@given(st.integers(0, 999), st.booleans())
def test_tiles_are_turned_as_they_lie(seed: int, backwards: bool) -> None:
    line = played(seed).round.line
    words = [f"{max(halves)}{min(halves)}" for halves in line]
    if len(words) < 2:
        return
    expected = "-".join(f"{left}{right}" for left, right in line)
    if backwards:
        assert turned(" ".join(reversed(words))) == expected[::-1]
    assert turned(" ".join(words)) == expected


def test_words_of_a_line() -> None:
    assert typed_words(" 66,61; 13 pass\n-  p") == ["66", "61", "13", "-", "-", "-"]
    assert typed_words("26-66-61") == ["26", "66", "61"]
    assert typed_words("6-6 6-1") == ["6-6", "6-1"]
    with pytest.raises(PositionError, match="does not fit beside"):
        turned("66 51")
    with pytest.raises(PositionError, match="at most"):
        typed_words("66 " * 300)


def turns_of(line: str, seat: str = "A") -> list[dict[str, str]]:
    question = {
        "position": DEAL, "rules": (), "seat": seat, "own": HAND.split(), "line": line
    }  # fmt: skip
    answer: dict[str, list[dict[str, str]]] = own_turns(question, lambda _: None, Event())  # type: ignore[assignment]
    return answer["turns"]


def test_passes_that_follow_from_whose_tile_was_laid_may_be_missing() -> None:
    """A's 4-2 after the tiles of B and C shows that D has passed."""
    turns = turns_of("66 64 60 42")
    assert turns == turns_of("66 64 60 - 42")
    assert [turn["played"] for turn in turns] == ["42"]
    assert [turn["played"] for turn in turns_of("66 64 60 -")] == [""]


def analysed(client: TestClient, **fields: object) -> tuple[int, str]:
    form = {"game": "partnership", "seats": "4", "seat": "A", "opener": "A", "tile": HAND.split()}
    answer = client.get("/analyse", params=form | fields, follow_redirects=False)  # type: ignore[arg-type]
    return answer.status_code, answer.headers.get("location", "") or answer.text


def test_the_form_leads_to_every_choice_of_the_player(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        status, page = analysed(client, line="66 64 60 42", score="10-35", name=["Ana", "<b>"])
        assert status == 200
        links = re.findall(r'href="(/analyse\?position=[^"]*why=[^"]*)"', page)
        assert len(links) == 1
        assert "score%3A10-35" in links[0]
        assert "Ana (A)" in page
        assert "&lt;b&gt; (B)" in page
        assert client.get(links[0]).status_code == 200
        status, page = analysed(client, line="66 21")
        assert status == 422
        assert "after 66" in page
        assert ">66 21</textarea>" in page


def test_a_line_as_it_lies_leads_to_its_position(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        status, place = analysed(client, line="14 64 66 60", order="lying")
        assert status == 303, place
        assert "41-14" not in place
        assert "position=partnership%2F4+14-46-66-60+A%3A51" in place
        assert "solve=1" in place
        status, page = analysed(client, line="64 66", order="lying")
        assert (status, "how many tiles each player holds" in page) == (422, True)
        left = {"left_B": "6", "left_C": "7", "left_D": "7", "lacks_C": "6 4"}
        status, place = analysed(client, line="64 66", order="lying", **left)
        assert status == 303
        assert "void%3AC%3D6.4" in place
