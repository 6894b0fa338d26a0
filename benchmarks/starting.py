"""New processes: how long somebody waits who types a command."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks.games import deals, rules_of
from benchmarks.rows import Line, Options, Reading, Row, Section, Unit
from benchmarks.timing import process
from dominoes_lang.table.state import SEAT_LETTERS

REPETITIONS = 5
HOUSE_RULES = """\
variant "House rules {number}"
extends "partnership"

award bonus: {number} to winner at round end when domino
"""
CHECK_AND_SOLVE = """\
import sys
from dominoes_rules.cli import main
sys.exit(main(["check", sys.argv[1]]) or main(["solve", sys.argv[1] + " " + sys.argv[2]]))
"""


def all_hands(seed: int) -> str:
    """A deal of partnership with every hand written out."""
    rules = rules_of("partnership", 4)
    state = deals(rules, seed + 1)[seed]
    return "/".join(
        f"{SEAT_LETTERS[seat]}:"
        + ".".join(f"{tile.high}{tile.low}" for tile in rules.setup.tiles.in_mask(hand))
        for seat, hand in enumerate(state.hands)
    )


def _commands(options: Options) -> Iterator[Reading]:
    deal = f"partnership {all_hands(0)}"
    for command in (["check", "partnership"], ["solve", deal]):
        options.progress(f"{command[0]} in a new process")
        yield _waited(["-m", "dominoes_rules", *command], options)


def _new_rules(options: Options) -> Iterator[Reading]:
    options.progress("a new rules file")
    with tempfile.TemporaryDirectory() as folder:
        times = []
        for number in range(options.some(REPETITIONS, 1) + 1):
            path = Path(folder, f"house{number}.rules")
            path.write_text(HOUSE_RULES.format(number=number + 5), "utf-8")
            position = f"{all_hands(number)} round:2 opener:A"
            times.append(process(["-c", CHECK_AND_SOLVE, str(path), position]))
    # The first has perhaps compiled the kernels.
    yield Reading(median(times[1:]), f"median of {len(times) - 1}, a file and a deal each")


def _waited(arguments: list[str], options: Options) -> Reading:
    if not options.quick:
        process(arguments)
    times = [process(arguments) for _ in range(options.some(REPETITIONS, 1))]
    return Reading(median(times), f"median of {len(times)}, longest {max(times):.2f} s")


SECTION = Section(
    "Starting",
    """\
These are whole processes, with files in the system's cache and kernels in numba's. The new
rules file adds an award to partnership. One process checks and compiles it, and solves a
whole deal with a free opening, every move exact.
""",
    (
        Row(
            "commands",
            (
                Line("`check partnership`", Unit.SECONDS, 0.5),
                Line("`solve` of a full deal", Unit.SECONDS),
            ),
            _commands,
        ),
        Row(
            "new-rules",
            (Line("a new rules file: check, compile, first solve", Unit.SECONDS, 1.5),),
            _new_rules,
        ),
    ),
)
