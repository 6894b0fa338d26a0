"""What the strategies of the testing kit give, and how it shrinks."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

import dominoes_rules as dr
from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.play.match import totals, victor
from dominoes_lang.setup.binding import ParameterError
from dominoes_rules import library, testing
from dominoes_rules.testing import composing
from tests.games import TELLING

RULESETS = Path(__file__).parents[1] / "rulesets"
NAMES = [*TELLING, *(str(path) for path in sorted(RULESETS.glob("*.rules")))]
ANY_RULES = testing.rulesets() | testing.trick_rulesets()
SAME = settings(database=None, derandomize=True, max_examples=50)


@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMES, ids=lambda name: Path(name).stem)
@settings(max_examples=2)
@given(data=st.data())
def test_rounds_of_every_ruleset_hold_the_standard_invariants(
    name: str, data: st.DataObject
) -> None:
    game = data.draw(testing.rounds(library.find(name), finished=True))
    assert game.is_over
    testing.check_throughout(game)


@settings(max_examples=30)
@given(data=st.data())
def test_rounds_of_composed_rulesets_do_too(data: st.DataObject) -> None:
    game = data.draw(testing.rounds(data.draw(ANY_RULES), finished=True))
    testing.check_throughout(game)


@settings(max_examples=30)
@given(testing.positions(dr.variant("draw"), seat="B"))
def test_a_position_shows_the_hand_of_its_seat_and_no_other(position: dr.Position) -> None:
    dealt = str(position).split()[1]
    other, own = dealt.split("/")
    assert other == "A:x7"
    assert "x" not in own.removeprefix("B:")


@settings(max_examples=20)
@given(testing.positions(dr.variant("domohnoes")))
def test_a_position_is_seen_by_its_mover(position: dr.Position) -> None:
    assert position.legal_moves
    assert dr.worlds(position).count
    assert dr.Position(str(position)) == position


@settings(max_examples=15)
@given(testing.matches(dr.variant("partnership"), most_rounds=4))
def test_a_match_carries_score_and_opener_on(rounds: tuple[dr.Round, ...]) -> None:
    for before, after in itertools.pairwise(rounds):
        rules = Interpreter(before.compiled.setup)
        start = after.states[0]
        end = before.state
        scores = totals(rules.setup, end.scores, rules.winner(end), rules.awards(end))
        assert start.scores == scores
        assert start.round == before.state.round + 1
        assert victor(rules.setup, scores, before.state.round) is None
        hands = start.hands
        assert rules.next_opening(before.state, hands, 0) == (start.opener, start.opening)
        testing.check(after)


def test_a_match_ends_when_it_is_won() -> None:
    one_round = dr.variant("domohnoes")
    setup = one_round.setup(2)

    @settings(max_examples=30)
    @given(testing.matches(one_round, seats=2, most_rounds=30))
    def every_match(rounds: tuple[dr.Round, ...]) -> None:
        assert len(rounds) <= setup.match.amount

    every_match()


def test_shrinks_to_tiles_in_order_and_nothing_played() -> None:
    game = find(testing.rounds(dr.variant("block"), seats=2), lambda game: True)
    assert str(game.position).split(" stock:")[0] == (
        "block A:00.10.11.20.21.22.30/B:31.32.33.40.41.42.43"
    )
    assert game.actions == ()


def test_shrinks_to_the_shortest_round() -> None:
    rounds = testing.rounds(dr.variant("block"), seats=2)
    game = find(rounds, lambda game: game.state.plays == 3, settings=SAME)
    assert len(game.actions) == 3


def test_tiles_shrink_to_the_blank() -> None:
    assert str(find(testing.tiles("double-nine"), lambda tile: True)) == "00"
    assert str(find(testing.tiles(dr.variant("draw")), lambda tile: tile.is_double)) == "00"


@pytest.mark.thorough
def test_composed_rulesets_shrink_to_the_plainest() -> None:
    text = find(
        testing.rulesets(), lambda ruleset: ruleset.players[0] == 4, settings=SAME
    ).source.text
    assert "tiles: double-one" in text or "tiles: double-two" in text
    assert "award" not in text
    assert "draw" not in text


@pytest.mark.slow  # rare layouts need 1,300 texts
def test_a_composed_ruleset_may_be_any_sort_of_game() -> None:
    turns: set[str] = set()
    layouts: set[str] = set()

    @settings(max_examples=1300, database=None, derandomize=True)
    @given(composing._texts(3, True))
    def every_text(text: str) -> None:
        turn = text.split("turn:\n    ")[1].split("\ndomino")[0].replace("\n    ", "|")
        layout = text.split("layout: ")[1].split("\n")[0]
        if turn not in turns or layout not in layouts:
            composing.sound(text)  # checking every text would take long
            turns.add(turn)
            layouts.add(layout)

    every_text()
    usual = {"|".join(steps) for steps in composing.TURNS.values()}
    assert usual <= turns <= usual | {"|".join(steps) for steps in composing.ON_TRAINS.values()}
    assert layouts == {layout for layout, *_ in composing.TABLES}


BLOCK: Any = "block"
"""A name where a ruleset is wanted."""

WRONG: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: testing.tiles("double-sixx"), ValueError, "double-six"),
    (lambda: testing.tiles("nothing"), ValueError, "is not a tile set"),
    (lambda: testing.rounds(BLOCK), TypeError, "load"),
    (lambda: testing.rounds(dr.variant("block"), seats=9), ParameterError, "players"),
    (
        lambda: testing.deals(dr.variant("block"), parameters={"target": 0}),
        ParameterError,
        "target",
    ),
    (lambda: testing.matches(dr.variant("block"), most_rounds=0), ValueError, "most_rounds"),
    (lambda: testing.rulesets(largest="six"), ValueError, "is not a tile set"),
    (lambda: testing.positions(dr.variant("block"), seat="Q"), ValueError, "seat"),
    (lambda: testing.state_machine(BLOCK), TypeError, "load"),
]


@pytest.mark.parametrize(("call", "error", "message"), WRONG)
def test_wrong_arguments_are_refused_at_once(
    call: Callable[[], object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        call()
