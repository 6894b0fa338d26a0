"""A pad scores a match as the engine does, from nothing but the answers that it asks for."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dominoes_rules as dr
from dominoes_lang.codegen.compiled import Compiled
from dominoes_rules import library
from dominoes_rules.errors import PadError
from dominoes_rules.pad.pad_match import PadMatch, PadRound
from dominoes_rules.pad.pad_phrases import PadPhrases
from dominoes_rules.pad.typed_answers import typed_answer
from dominoes_rules.testing import rulesets, trick_rulesets
from tests.games import TELLING
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
    for name in [*TELLING, "texas_42", "moon", *map(str, FILES)][part::4]:
        *_, compiled = setups([name])
        compare(compiled, Random(7), 2)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_matches_for_every_number_of_players_are_scored_as_by_the_engine(part: int) -> None:
    for compiled in setups([*library.bundled(), *FILES])[part::4]:
        compare(compiled, Random(8), 2)


@settings(max_examples=5)
@given(
    rules=rulesets(largest="double-four") | trick_rulesets(largest="double-four"),
    seed=st.integers(0, 10**6),
    data=st.data(),
)
def test_composed_games_are_scored_as_by_the_engine(
    rules: dr.Ruleset, seed: int, data: st.DataObject
) -> None:
    seats = data.draw(st.sampled_from(rules.players))
    compare(library.compiled(rules, seats), Random(seed), 3)


def test_of_tricks_a_pad_asks_for_the_bid_and_what_was_taken() -> None:
    match = PadMatch(dr.variant("texas_42").setup(), ["Ana", "Ben", "Cy", "Di"])
    phrases = PadPhrases(match.setup, match.names)
    told: dict[str, str | int | bool] = {
        "opener": "A",
        "bidder": "B",
        "bid": 31,
        "pips taken BD": 25,
        "tricks taken BD": 5,
    }
    asked = {part.question.key: part.question for part in match.form(told=PadRound(told)).questions}
    assert set(told) == set(asked)
    assert phrases.question(asked["tricks taken BD"]) == "The number of tricks taken by Ben and Di"
    for key, typed, why in (
        ("bid", "43", "43 can't be bid"),
        ("tricks taken BD", "8", "there are 7"),
        ("pips taken BD", "36", "there are 35"),
    ):
        with pytest.raises(PadError, match=why):
            typed_answer(phrases, asked[key], typed)
    with pytest.raises(PadError, match="one of 30, 31"):
        match.told(1, PadRound({**told, "bid": 1}))
    # 30 of 31 points: the bid is not made, and the next opener is known.
    assert match.told(1, PadRound(told)).totals == (1, 0)
    void = match.told(1, PadRound({"opener": "A", "bidder": "nobody"}))
    assert void.totals == (0, 0)
    assert void.current is not None
    assert void.current.opener == "B"
