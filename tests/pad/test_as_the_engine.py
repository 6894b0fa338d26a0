"""A pad scores a match as the engine does, from nothing but the answers that it asks for."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dominoes_rules as dr
from dominoes_lang.codegen.compiled import Compiled
from dominoes_rules import library
from dominoes_rules.pad.pad_match import PadMatch
from dominoes_rules.testing.composing import rulesets
from tests.games import TELLING, with_ends
from tests.pad.people import holds_against, random_match, told_truly
from tests.promises.rounds import FILES


def compare(compiled: Compiled, random: Random, rounds: int) -> PadMatch:
    """A match played by the engine and scored by a pad, round after round."""
    match = PadMatch(compiled.setup)
    for end, taps in random_match(compiled, random, rounds):
        match = told_truly(match, end, taps)
        holds_against(compiled, match, end)
    return match


def setups(names: object) -> list[Compiled]:
    return [
        library.compiled(ruleset, seats)
        for ruleset in map(library.find, map(str, names))  # type: ignore[call-overload]
        for seats in ruleset.players
    ]


@pytest.mark.parametrize("part", [0, 1])
def test_matches_of_games_of_all_sorts_are_scored_as_by_the_engine(part: int) -> None:
    for name in [*TELLING, *map(str, FILES)][part::4]:
        *_, compiled = setups([name])
        compare(compiled, Random(7), 2)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_matches_for_every_number_of_players_are_scored_as_by_the_engine(part: int) -> None:
    for compiled in setups([*with_ends(), *FILES])[part::4]:
        compare(compiled, Random(8), 2)


@settings(max_examples=5)
@given(rules=rulesets(largest="double-four"), seed=st.integers(0, 10**6), data=st.data())
def test_composed_games_are_scored_as_by_the_engine(
    rules: dr.Ruleset, seed: int, data: st.DataObject
) -> None:
    seats = data.draw(st.sampled_from(rules.players))
    compare(library.compiled(rules, seats), Random(seed), 3)
