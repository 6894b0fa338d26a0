"""Perfect-information search of games other than partnership."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from statistics import median

from benchmarks.games import (
    domohnoes_for_points,
    double_nine,
    later,
    openings,
    rules_of,
    trick_worlds,
)
from benchmarks.rows import Line, Options, Reading, Row, Section, Unit, milliseconds
from benchmarks.timing import timed, timed_answer
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.state import State
from dominoes_solver.search import native

PLIES = (20, 16, 12)
WORLDS_OF_TRICKS = 100
LATER_TRICKS = 8
"""Tiles played before the third trick is led."""
NO_NUMBA = Reading(None, "numba is not installed")


def _two_sides(options: Options) -> Iterator[Reading]:
    for name in ("block", "draw"):
        rules = rules_of(name, 2)
        yield _searched(rules, openings(rules, options.some(15)), options)


def _draw_one(options: Options) -> Iterator[Reading]:
    rules = rules_of("draw_one", 2)
    starts = openings(rules, options.some(5))
    for ply in PLIES:
        yield _searched(rules, [later(rules, start, ply, 1) for start in starts], options)


def _double_nine(options: Options) -> Iterator[Reading]:
    rules = double_nine()
    yield _searched(rules, openings(rules, 5), options)


def _tricks(options: Options) -> Iterator[Reading]:
    """Every lead in all worlds of a position, for points, which takes longest, and for marks."""
    for name, played in (
        ("texas_42_points", 0),
        ("texas_42", 0),
        ("texas_42_points", LATER_TRICKS),
    ):
        rules = rules_of(name, 4)
        if not native.available(rules):
            yield NO_NUMBA
            continue
        seconds = []
        for seed in range(options.some(5)):
            options.progress(f"{name} after {played} tiles, deals: {seed + 1}")
            states = trick_worlds(rules, played, seed, WORLDS_OF_TRICKS)
            seconds.append(timed(lambda: [*native.evaluate_many(rules, states)]))  # noqa: B023
        longest = f"median of {len(seconds)}, longest {max(seconds):.2g} s"
        yield Reading(median(seconds), longest)


def _searched(rules: Compiled, states: Sequence[State], options: Options) -> Reading:
    if not native.available(rules):
        return NO_NUMBA
    options.progress(f"{rules.setup.name}, positions: {len(states)}")
    native.best_value(rules, states[0])
    return milliseconds([timed(native.best_value, rules, state) for state in states])


def _every_move(rules: Compiled, state: State) -> list[native.Solved | None]:
    return list(native.evaluate_many(rules, [state]))


def _many_sides(options: Options) -> Iterator[Reading]:
    for rules, deals in (
        (rules_of("domohnoes", 3), 5),
        (rules_of("domohnoes", 4), 3),
        (domohnoes_for_points(3), 5),
        (domohnoes_for_points(4), 1),
    ):
        if not native.available(rules):
            yield NO_NUMBA
            continue
        options.progress(f"{rules.setup.name} for {rules.setup.seats}, deals: {deals}")
        seconds, nodes = [], []
        for state in openings(rules, deals):
            spent, found = timed_answer(partial(_every_move, rules, state))
            seconds.append(spent)
            nodes += [solved.nodes for solved in found if solved]
        reading = milliseconds(seconds)
        note = f"{reading.note}; {median(nodes):,.0f} states" if nodes else reading.note
        yield Reading(reading.value, note)


SECTION = Section(
    "Other games",
    """\
These rows search one position in machine code, with every hand open and the order of the
stock known. In *draw one*, every draw is a free choice, so hands depend on the whole history.
Domohnoes counts wins, and every move gets its value (max^n). A win allows a cut-off; points do
not. Double-nine is partnership with ten tiles each, opened with any tile. In Texas 42 one position
is searched in a hundred worlds that fit it; the first player has the lowest bid, and the longest
suit is trump.
""",
    (
        Row(
            "two-sides",
            (
                Line("block for two", Unit.MILLISECONDS),
                Line("draw until able", Unit.MILLISECONDS),
            ),
            _two_sides,
        ),
        Row(
            "draw-one",
            tuple(Line(f"draw one, after {ply} actions", Unit.MILLISECONDS) for ply in PLIES),
            _draw_one,
        ),
        Row(
            "domohnoes",
            (
                Line("Domohnoes for three, every move", Unit.MILLISECONDS),
                Line("Domohnoes for four, every move", Unit.MILLISECONDS),
                Line("the same for points, three", Unit.MILLISECONDS),
                Line("the same for points, four", Unit.MILLISECONDS),
            ),
            _many_sides,
            slow=True,
        ),
        Row(
            "tricks",
            (
                Line("Texas 42 for points, 100 worlds, every first lead", Unit.SECONDS, 8),
                Line("Texas 42 for marks, the same", Unit.SECONDS, 8),
                Line("Texas 42 for points, every lead to the third trick", Unit.SECONDS, 2),
            ),
            _tricks,
        ),
        Row(
            "double-nine",
            (Line("double-nine, 4 × 10 tiles", Unit.MILLISECONDS),),
            _double_nine,
            slow=True,
        ),
    ),
)
