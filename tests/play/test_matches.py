"""Matches: dealt from a seed, opened, counted and ended by the rules; written and read again."""

from __future__ import annotations

import pickle
from pathlib import Path
from random import Random

from hypothesis import given
from hypothesis import strategies as st

import dominoes_rules as dr
from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.play.match import totals, victor

ANY_VARIANT = st.sampled_from(dr.variants()).map(dr.variant)
PARENT = """
variant "Parent"
extends "block"
deal: 6 each
parameter bonus = 3 from 0 to 9
award more: bonus  to winner  at round end
"""


def played(match: dr.Match, random: Random, actions: int = 10**6) -> dr.Match:
    """A match with so many more random actions, or to its end."""
    for _ in range(actions):
        if match.round.is_over:
            if match.winner is not None:
                break
            match.next_round()
        match.round.push(random.choice(match.round.legal_moves))
    return match


def house(folder: Path) -> dr.Ruleset:
    """Rules and their parent, of which no file is left."""
    files = folder / "house.rules", folder / "parent.rules"
    files[1].write_text(PARENT, "utf-8")
    files[0].write_text('variant "House"\nextends "parent"\nparameter target = 40\n', "utf-8")
    ruleset = dr.load(files[0])
    for file in files:
        file.unlink()
    return ruleset


@given(rules=ANY_VARIANT, seed=st.integers(0, 10**30))
def test_a_match_is_the_one_that_the_interpreter_counts(rules: dr.Ruleset, seed: int) -> None:
    seats = rules.players[-1]
    match = played(dr.Match(rules, seats=seats, seed=seed), Random(seed))
    plain = Interpreter(match.setup)
    scores: tuple[int, ...] = (0,) * match.setup.sides
    before = None
    for number, game in enumerate(match.rounds, 1):
        start, end = game.states[0], game.state
        assert (start.round, start.scores) == (number, scores)
        openings = [
            plain.next_opening(before, start.hands, lot)
            if before
            else plain.first_opening(start.hands, lot)
            for lot in range(seats)
        ]
        assert (start.opener, start.opening) in openings
        scores = totals(match.setup, scores, plain.winner(end), plain.awards(end))
        won = victor(match.setup, scores, number)
        assert (won is not None) == (game is match.round)
        before = end
    assert tuple(match.scores.values()) == scores
    assert match.winner == tuple(match.setup.side_names[side] for side in won or ())


@given(rules=ANY_VARIANT, seed=st.integers(0, 2**40), data=st.data())
def test_its_record_is_read_again_wherever_it_stops(
    rules: dr.Ruleset, seed: int, data: st.DataObject
) -> None:
    match = dr.Match(rules, seed=seed, names=["Ana"])
    match.players["B"] = "random"
    for _ in range(data.draw(st.integers(0, 3))):
        played(match, Random(seed), data.draw(st.integers(0, 30)))
        match.mark_hint()
    again = dr.Match.read(match.record())
    assert again == match
    assert again.record() == match.record()
    assert pickle.loads(pickle.dumps(match)) == match


def test_a_round_by_itself_is_dealt_as_in_the_match() -> None:
    for name in dr.variants():
        match = played(dr.Match(dr.variant(name), seed=3), Random(3), 60)
        for number, game in enumerate(match.rounds, 1):
            opener = game.setup.seat_names[game.states[0].opener]
            alone = dr.Round(
                dr.variant(name), seed=3, round=number, opener=opener, scores=game.score
            )
            assert alone.states[0] == game.states[0]


def test_own_rules_are_in_the_record(tmp_path: Path) -> None:
    rules = house(tmp_path)
    match = played(dr.Match(rules, seed=7), Random(7))
    again = dr.Match.read(match.record())
    assert again == match
    assert again.setup.ruleset == rules
