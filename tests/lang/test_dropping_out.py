"""Players who drop out of a round: whose turn it is, how the round ends, and what is told of it."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.languages.rule_sheet import sheet
from dominoes_lang.load import load
from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.table.state import PASS, Over, State
from dominoes_lang.text.source import Source
from dominoes_rules import Position, library
from dominoes_solver.chance import Chance
from dominoes_solver.playouts.random_rounds import dealt_by

GAMES = ("blocked: when players still in is 0", "blocked: when nobody can act", "")


def game(clauses: str, seats: int) -> Compiled:
    text = f'variant "House"\nextends "pass_and_out"\n{clauses}\n'
    return library.compiled(load(Source("house.rules", text), library.bundled), seats)


def states(rules: Compiled, seed: int) -> list[State]:
    """The states of a random round."""
    random = Random(seed)
    passed = [dealt_by(rules, Chance(seed, seed))]
    while not passed[-1].over:
        passed.append(rules.play(passed[-1], random.choice(rules.legal(passed[-1]))))
    return passed


@pytest.mark.parametrize("clauses", GAMES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whoever_passes_has_no_more_turns(clauses: str, seats: int) -> None:
    rules = game(clauses, seats)
    told = Interpreter(rules.setup)
    for seed in range(12):
        passed = states(rules, seed)
        assert not passed[0].more.out
        for before, after in pairwise(passed):
            out = before.more.out
            assert not out >> before.mover & 1
            action = PASS if after.more.out != out else None
            if action:
                assert after.more.out == out | 1 << before.mover
                assert told.play(before, PASS) == after
            assert after.over or not after.more.out >> after.mover & 1
        end = passed[-1]
        if end.more.out == rules.setup.everyone:
            assert end.over == Over.BLOCKED


def test_dropping_out_says_that_nothing_fitted_and_the_hand_stays_hidden() -> None:
    position = Position("pass_and_out A:66.61.55.44.33.22.11/B:x7/C:x7/D:x7 opener:A play:66,-")
    assert position.dropped_out == ("B",)
    assert position.turn == "C"
    assert position.hand_counts["B"] == 7
    assert not position.hand("B")
    later = position.play("65").play("-")
    assert later.dropped_out == ("B", "D")


def test_a_sheet_names_those_who_are_out() -> None:
    parts = sheet(game("award left: players still in to winner at round end", 3).setup)
    text = " ".join(str(line) for part in parts for line in part.lines)
    assert "one point for each player still in the round" in text
