"""Each standard invariant of the testing kit can fail, and says where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import dominoes_rules as dr
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.load import load
from dominoes_lang.table.state import Over, State
from dominoes_lang.text.source import Source
from dominoes_rules import library, testing
from dominoes_rules.play.round import Round


def finished() -> Round:
    game = dr.Round(dr.variant("block"), seed=3)
    while not game.is_over:
        game.push(game.legal_moves[0])
    return game


def under_way() -> Round:
    game = dr.Round(dr.variant("block"), seed=3)
    for _ in range(4):
        game.push(game.legal_moves[0])
    return game


def with_state(game: Round, **changed: Any) -> Round:
    game._states[-1] = game.state._replace(**changed)
    return game


def with_functions(**changed: Any) -> Compiled:
    return replace(library.compiled(dr.variant("block")), **changed)


def lost(game: Round) -> Round:
    hands = list(game.state.hands)
    hands[0] &= hands[0] - 1
    return with_state(game, hands=tuple(hands))


def doubled(game: Round) -> Round:
    """B holds a tile of A's in place of one of its own."""
    own, other = game.state.hands
    return with_state(game, hands=(own, other & (other - 1) | own & -own))


BLOCK = library.compiled(dr.variant("block"))


def stays_legal(state: State) -> Any:
    return BLOCK.legal(state._replace(over=Over.NO)) or [object()]


PLANTED: dict[str, tuple[Callable[[], Round], Callable[[Round], object]]] = {
    "a lost tile": (lambda: lost(under_way()), testing.no_tile_is_lost),
    "a doubled tile": (lambda: doubled(under_way()), testing.no_tile_is_lost),
    "no move": (
        lambda: Round.dealt(
            with_functions(legal=lambda state: []), dr.Round(dr.variant("block")).state
        ),
        testing.somebody_can_move,
    ),
    "a move after the end": (
        lambda: finished_with(legal=stays_legal),
        testing.somebody_can_move,
    ),
    "other ends": (lambda: with_state(under_way(), ends=(0, 9)), testing.ends_fit),
    "another effect": (lambda: with_state(under_way(), plays=9), testing.interpreter_agrees),
    "another winner": (
        lambda: finished_with(winner=lambda *state: -1),
        testing.interpreter_agrees,
    ),
    "other points": (
        lambda: finished_with(payoff=lambda *state: (7, 7)),
        testing.interpreter_agrees,
    ),
    "another turn in its record": (
        lambda: with_state(finished(), mover=finished().state.mover ^ 1),
        testing.records_read_back,
    ),
    "another end in its record": (
        lambda: with_state(finished(), ends=(0, 9)),
        testing.records_read_back,
    ),
    "too many points": (
        lambda: finished_with(payoff=lambda *state: (7000, 0)),
        testing.points_are_bounded,
    ),
}


def finished_with(**changed: Any) -> Round:
    """A finished round whose functions are changed after it was played."""
    game = finished()
    game.compiled = with_functions(**changed)
    return game


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found(fault: str) -> None:
    make, invariant = PLANTED[fault]
    with pytest.raises(AssertionError, match="in the position: block"):
        invariant(make())


@pytest.mark.parametrize("invariant", testing.STANDARD)
def test_sound_rounds_pass(invariant: Callable[[Round], object]) -> None:
    invariant(under_way())
    invariant(finished())


def test_an_invariant_of_the_file_is_named_by_its_line() -> None:
    source = Source(
        "house.rules",
        'variant "House"\nextends "block"\ninvariant "few tiles lie": plays is at most 2\n',
    )
    game = dr.Round(load(source, library.bundled), seed=1)
    while game.state.plays < 3:
        testing.file_invariants_hold(game)
        game.push(game.legal_moves[0])
    with pytest.raises(AssertionError, match=r'"few tiles lie" does not hold \(house.rules:3\)'):
        testing.file_invariants_hold(game)


def test_an_invariant_may_return_false() -> None:
    def never(game: Round) -> bool:
        return len(game.actions) < 0

    with pytest.raises(AssertionError, match="never does not hold"):
        testing.check(under_way(), [never])


def test_invariants_are_checked_from_the_deal_on() -> None:
    seen: list[int] = []
    game = finished()
    testing.check_throughout(game, [lambda game: seen.append(len(game.actions))])
    assert seen == list(range(len(game.actions) + 1))
