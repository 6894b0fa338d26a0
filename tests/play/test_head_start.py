"""A side may start a match with points: in matches, records and positions, as in the rules."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import dominoes_rules as dr
from dominoes_rules.server.wire.seen import SeenTable
from tests.play.test_matches import played

RULES = Path(__file__).parent.parent / "rulesets" / "head_start.rules"
HANDS = "A:40.41.42.43/B:x4 opener:A"


@pytest.mark.parametrize("ahead", [22, 0])
def test_a_match_begins_with_it_and_is_read_back(ahead: int) -> None:
    rules = dr.load(RULES)
    match = dr.Match(rules, seats=3, seed=5, parameters={"ahead": ahead})
    assert match.scores == {"A": 0, "B": ahead, "C": 0}
    played(match, Random(5))
    paid = sum(sum(game.outcome.points.values()) for game in match.rounds if game.outcome)
    assert sum(match.scores.values()) == ahead + paid
    assert dr.Match.read(match.record()) == match


def test_a_position_has_it_unless_a_score_is_written() -> None:
    assert dr.Position(f"{RULES} {HANDS}").score == {"A": 0, "B": 22}
    assert dr.Position(f"{RULES} {HANDS} ahead=9").score == {"A": 0, "B": 9}
    written = dr.Position(f"{RULES} {HANDS} score:0-0")
    assert written.score == {"A": 0, "B": 0}
    assert dr.Position(str(written)).score == written.score
    assert dr.Round(dr.load(RULES), seats=2).position.score == {"A": 0, "B": 22}


def test_a_client_of_a_server_begins_with_it() -> None:
    assert SeenTable(dr.Position(f"{RULES} {HANDS}").compiled, "Ana").scores == [0, 22]
