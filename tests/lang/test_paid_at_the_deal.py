"""Awards at the deal: paid before anybody opens, told to all, and a clue to hidden hands."""

from __future__ import annotations

from pathlib import Path

import pytest

import dominoes_rules as dr
from dominoes_lang.examples import example_runs
from dominoes_lang.load import load
from dominoes_lang.text.diagnostics import RulesError
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_rules.errors import PositionError
from dominoes_rules.position.questions import ask
from dominoes_rules.server.offered_games import games_of
from dominoes_rules.unbuilt import PaidAtTheDeal

FIVE_DOUBLES = dr.load(Path(__file__).parents[2] / "examples" / "five_doubles.rules")
HOLDS_FIVE = "five_doubles.rules A:66.55.44.33.22.10.20/B:x7/C:x7/D:x7 opener:A"


def test_the_examples_hold() -> None:
    runs = [example_runs.run(FIVE_DOUBLES, example) for example in FIVE_DOUBLES.examples]
    assert [*filter(None, runs)] == []


def test_a_round_says_what_was_paid_and_its_record_shows_it() -> None:
    games = (dr.Round(FIVE_DOUBLES, seed=seed) for seed in range(200))
    game = next(game for game in games if game.payments)
    (payment,) = game.payments
    assert (payment.action, payment.award, payment.points) == (0, "five", 1)
    for seat in "ABCD":
        text = game.text_seen_by(seat)
        assert str(dr.Position(text, FIVE_DOUBLES)) == text
    again = dr.Round.from_position(game.position)
    assert again.state == game.state
    while not again.is_over:
        again.push(again.legal_moves[0])
    assert sum(payment.points for payment in again.payments if not payment.action) == 1


def test_what_was_paid_is_a_clue() -> None:
    shown = "five_doubles.rules A:x7/B:65.64.63.62.61.60.00/C:x7/D:x7 opener:A paid:1-0"
    position = dr.Position(shown, FIVE_DOUBLES)
    assert (
        ask(position, "A holds at least 5 doubles or C holds at least 5 doubles").probability == 1
    )
    assert 0 < ask(position, "C holds at least 5 doubles").probability < 1
    with pytest.raises(PositionError, match="other points are paid at the deal than paid:0-0"):
        dr.Position(HOLDS_FIVE, FIVE_DOUBLES).evidence  # noqa: B018
    with pytest.raises(PositionError, match="pays nothing at the deal"):
        dr.Position("block A:66.65.64.63.62.61.60/B:x7 paid:1-0")


@pytest.mark.parametrize(
    ("award", "code"),
    [
        ("5 to holder of [6|6] at the deal", "hidden-award"),
        ("5 to A at the deal when A has no tiles", "hidden-award"),
        ("5 to winner at the deal", "not-known-here"),
        ("pips on ends to A at the deal", "not-known-here"),
    ],
)
def test_what_such_an_award_may_not_read(award: str, code: str) -> None:
    text = f'variant "House"\nextends "partnership"\naward early: {award}\n'
    with pytest.raises(RulesError) as caught:
        load(Source("house.rules", text), library.bundled)
    assert code in {finding.code for finding in caught.value.diagnostics}


@pytest.mark.parametrize(("doubles", "never"), [(7, False), (8, True)])
def test_an_award_whose_condition_no_hand_can_meet_is_dead(doubles: int, never: bool) -> None:
    award = f"5 to each player at the deal when they hold at least {doubles} doubles"
    text = f'variant "House"\nextends "partnership"\naward early: {award}\n'
    warnings = load(Source("house.rules", text), library.bundled).warnings
    assert ("dead-award" in {warning.code for warning in warnings}) == never


def test_payments_that_no_deal_makes_are_named() -> None:
    for hand in ("x7", "66.55.44.33.22.10.20"):
        shown = f"five_doubles.rules A:{hand}/B:x7/C:x7/D:x7 paid:1-1"
        with pytest.raises(PositionError, match="where paid:1-1 is right"):
            dr.Position(shown, FIVE_DOUBLES).evidence  # noqa: B018


def test_a_server_does_not_offer_a_game_whose_payments_the_wire_can_not_tell() -> None:
    with pytest.raises(PaidAtTheDeal, match="points are paid at the deal"):
        games_of([FIVE_DOUBLES])


CUT = """\
variant "House"
extends "partnership"
without award hand
award early: 200 to each player at the deal when they hold at least 3 doubles
award fives: 5 to mover's opponents after play when pips on ends is a multiple of 5
match: first side to reach target, checked after every play

example "the next payment cuts the round short":
    given A holds [6|6] [5|5] [4|4],  B holds [6|1] [3|3],  C holds [6|4] [2|2],  D holds [2|0]
    when  A plays [6|6],  B plays [6|1],  C plays [6|4]
    then  A scores 200,  B scores 5,  match over

example "and no play before it":
    given A holds [6|6] [5|5] [4|4],  B holds [6|1] [3|3],  C holds [6|4] [2|2],  D holds [2|0]
    when  A plays [6|6],  B plays [6|1]
    then  A scores 200,  round goes on
"""


def test_the_target_reached_at_the_deal_ends_the_round_with_its_next_payment() -> None:
    rules = load(Source("house.rules", CUT), library.bundled)
    runs = [example_runs.run(rules, example) for example in rules.examples]
    assert [*filter(None, runs)] == []
