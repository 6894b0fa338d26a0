"""A table of amounts with a condition at the end: what it pays, what it must cover, its sheet."""

from __future__ import annotations

import pytest

from dominoes_lang.analysis.payoffs.payoff_range import score_bounds
from dominoes_lang.codegen.compiled import compile_rules
from dominoes_lang.languages.rule_sheet import sheet
from dominoes_lang.load import load
from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text.diagnostics import RulesError
from dominoes_lang.text.source import Source
from dominoes_rules import library
from tests.promises.rounds import random_round

BEHIND = """award bands:
    when plays is at least 12:  5
    when plays is at least 9:   10
    otherwise:                  20
    {}  when asked
"""
INSIDE = """award bands:
    when asked and plays is at least 12:  5
    when asked and plays is at least 9:   10
    when asked:                           20
    otherwise:                            0
    {}
"""


def child(base: str, text: str) -> Ruleset:
    source = Source("house.rules", f'variant "House"\nextends "{base}"\n{text}')
    return load(source, library.bundled)


@pytest.mark.parametrize(
    ("base", "paid", "condition"),
    [
        ("block", "to winner at round end", "last tile is double or domino"),
        ("all_fives", "to mover after play", "pips on ends is a multiple of 5"),
        ("partnership", "to each player at round end", "they hold at least 2 tiles"),
    ],
)
def test_it_pays_what_the_condition_in_each_row_pays(base: str, paid: str, condition: str) -> None:
    define = f"define asked: {condition}\n"
    behind, inside = (
        compile_rules(child(base, define + text.format(paid)).setup()) for text in (BEHIND, INSIDE)
    )
    assert score_bounds(behind.setup) == score_bounds(inside.setup)
    for seed in range(8):
        *_, (_, _, state) = random_round(behind, seed)
        points = behind.awards(*state)
        assert points == inside.awards(*state)
        assert points == Interpreter(behind.setup).awards(state)


ONE_CASE = "award last: {} to winner at round end when domino and plays is at least 9\n"


def test_it_needs_rows_for_the_cases_that_meet_the_condition() -> None:
    assert child("block", ONE_CASE.format("when domino: 5")).warnings == ()
    with pytest.raises(RulesError, match=r'no row covers: domino, .*"last tile is not double"'):
        child("block", ONE_CASE.format("when last tile is double: 5"))
    (dead,) = child("block", ONE_CASE.format("when domino: 5 otherwise: 10")).warnings
    assert (dead.code, dead.span.text) == ("dead-row", "otherwise: 10")


def test_a_parameter_may_leave_it_without_rows() -> None:
    award = "when long and plays is at least 9: 5 when long: 10 to winner at round end when long"
    ruleset = child("block", f"parameter long = no\naward last: {award}\n")
    without = compile_rules(library.variant("block").setup())
    compiled = compile_rules(ruleset.setup())
    *_, (_, _, state) = random_round(compiled, 1)
    assert compiled.awards(*state) == without.awards(*state)
    assert score_bounds(compiled.setup) == score_bounds(without.setup)


def test_the_sheet_states_the_condition_once() -> None:
    text = BEHIND.format("to winner at round end").replace("asked", "domino")
    points = next(one for one in sheet(child("block", text).setup()) if one.title == "Points")
    assert points.lines[1:5] == (
        "If a player goes out, the winner also scores, by the first of these that applies:",
        "- Five points if at least twelve tiles have been laid.",
        "- Ten points if at least nine tiles have been laid.",
        "- 20 points in every other case.",
    )
    each = "award own: when they hold no doubles: 5 otherwise: 10"
    each += " to each player at round end when they hold at least 10 pips\n"
    lines = [
        line for section in sheet(child("partnership", each).setup()) for line in section.lines
    ]
    place = lines.index("For each player, if they hold at least ten pips:")
    assert lines[place + 1 : place + 3] == [
        "- If they hold no doubles, they earn their side five points.",
        "- Otherwise, they earn their side ten points.",
    ]
