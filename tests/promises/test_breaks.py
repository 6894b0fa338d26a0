"""Files that break a promise, each with one beside it that nearly does.

`# error[CODE] COLUMN` (or `warning`) speaks of the next line that is no remark, and `# fix: …` is
said in its help. The file of the same name in `nearly/` is fine.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from dominoes_lang.analysis.profile import profile
from dominoes_lang.check import bound_setups
from dominoes_lang.codegen.compiled import Compiled, compile_rules
from dominoes_lang.load import load
from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.table.state import DRAW, PASS, STOP
from dominoes_lang.text.diagnostics import Diagnostic, RulesError
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_rules.play.deals import deal
from tests.promises.rounds import random_round

HERE = Path(__file__).parent
MANY = 200
BREAKS = sorted((HERE / "breaks").glob("*.rules"))
NEARLY = sorted((HERE / "nearly").glob("*.rules"))
REMARK = re.compile(r"\s*# (?:(error|warning)\[([a-z-]+)\] (\d+)|fix: (.+))$")


def found_in(path: Path) -> list[Diagnostic]:
    try:
        return list(library.load(path).warnings)
    except RulesError as error:
        return list(error.diagnostics)


@pytest.mark.parametrize("path", BREAKS, ids=lambda path: path.stem)
def test_a_broken_promise_is_reported_with_its_line_and_its_fix(path: Path) -> None:
    lines = path.read_text("utf-8").split("\n")
    remarks = [remark for line in lines if (remark := REMARK.match(line))]
    last = max(number for number, line in enumerate(lines) if REMARK.match(line))
    [level] = [remark for remark in remarks if remark[1]]
    [fix] = [remark[4] for remark in remarks if remark[4]]
    [found] = found_in(path)
    place = (found.level, found.code, found.span.line, found.span.column)
    assert place == (level[1], level[2], last + 2, int(level[3]))
    assert fix in " ".join((*found.helps, found.message))


@pytest.mark.parametrize("path", NEARLY, ids=lambda path: path.stem)
def test_what_nearly_breaks_it_is_fine(path: Path) -> None:
    assert [one.render() for one in found_in(path)] == []
    ruleset = library.load(path)
    for seats in ruleset.players:
        found = profile(ruleset.setup(seats))
        assert found.always_legal
        assert found.length is not None
        compiled = library.compiled(ruleset, seats)
        for seed in range(10):
            assert len(list(random_round(compiled, seed))) <= found.length.total


def test_each_file_has_its_counterpart() -> None:
    assert [path.name for path in BREAKS] == [path.name for path in NEARLY]
    assert len(BREAKS) >= 10


LONG_TURN = """variant "Doubles first"
extends "partnership"
turn:
    play a tile when tiles this turn is 0
    or else pass when tiles this turn is 0
    or else play a double when {}
    or else play a tile
    or stop
    again after tiles this turn is at most 2
"""
BOUNDS = [
    "tiles this turn is 1",
    "tiles this turn is at least 2",
    "tiles this turn is at most 2",
    "tiles this turn is not 3",
    "tiles this turn is a multiple of 2",
    "1 is at least tiles this turn",
    "tiles this turn is less than plays",
    "tiles this turn is more than 2",
    "tiles this turn is 3",
]


@pytest.mark.parametrize("bound", BOUNDS)
def test_a_step_is_dead_exactly_where_no_round_comes_to_it(
    bound: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = Source("long.rules", LONG_TURN.format(bound))
    try:
        reported = [one.code for one in load(source, library.bundled).warnings]
    except RulesError as error:
        reported = [one.code for one in error.diagnostics]
    monkeypatch.setattr(bound_setups, "check_turns", lambda setups, found: None)
    compiled = compile_rules(load(source, library.bundled).setup())
    open_somewhere = any(
        before.more.turn_tiles and STOP not in compiled.legal(before)
        for seed in range(10)
        for before, _, _ in random_round(compiled, seed)
    )
    assert reported == ([] if open_somewhere else ["dead-step"])


ENDLESS = ["ends_literal", "ends_freely", "ends_waiting"]


@pytest.mark.parametrize("name", ENDLESS)
def test_a_round_that_is_said_to_go_on_does(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The trace of the message, by the interpreter: passes without end."""
    path = HERE / "breaks" / f"{name}.rules"
    [found] = found_in(path)
    assert found.notes[0] == "example: A passes, B passes, A passes, …"
    monkeypatch.setattr(bound_setups, "check_turns", lambda setups, found: None)
    compiled = compile_rules(library.load(path).setup())
    assert any(most_passes(compiled, seed) == MANY for seed in range(200))


@pytest.mark.parametrize("name", ENDLESS)
def test_where_it_nearly_goes_on_it_ends(name: str) -> None:
    compiled = library.compiled(library.load(HERE / "nearly" / f"{name}.rules"), 2)
    assert all(most_passes(compiled, seed) < MANY for seed in range(20))


def most_passes(compiled: Compiled, seed: int) -> int:
    """The most passes in a row, up to `MANY`, if all pass, or else draw, wherever they may."""
    rules = Interpreter(compiled.setup)
    state = deal(compiled, Random(seed))
    most = 0
    while not state.over and most < MANY:
        actions = rules.legal(state)
        state = rules.play(state, next((one for one in (PASS, DRAW) if one in actions), actions[0]))
        most = max(most, state.passes)
    return most
