"""How fast hidden hands are counted and sampled."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from itertools import islice

from benchmarks.peers import imported
from benchmarks.rows import Line, Options, Reading, Row, Section, Unit
from benchmarks.timing import best, timed
from dominoes_lang.table.tiles import TileSet
from dominoes_solver.worlds import enumeration
from dominoes_solver.worlds.bulk_sampling import BulkSampler
from dominoes_solver.worlds.counting import WorldTable
from dominoes_solver.worlds.slots import STOCK, Counter, Hidden, Slot

SAMPLES = 2_000
BULK_SAMPLES = 1 << 18
LISTED = 20_000
OPENING = 399_072_960
"""Worlds at the opening of partnership, the own hand seen: 21! / (7! 7! 7!)."""


def opening() -> Hidden:
    """Partnership before its first tile, as one player sees it."""
    tiles = TileSet.up_to(6)
    unseen = tiles.all & ~sum(1 << tile for tile in (0, 3, 5, 9, 20, 25, 27))
    return Hidden(unseen, tuple(Slot(seat, 0, 7) for seat in (1, 2, 3)))


def later_problems() -> dict[str, Hidden]:
    """Problems with more that is known."""
    sixes, nines = TileSet.up_to(6), TileSet.up_to(9)
    chance = random.Random(3)
    passed = opening().refusing(sixes.bearing[5], [0]).refusing(sixes.bearing[2], [1])
    drawn = Hidden(
        opening().tiles,
        (Slot(1, 0, 7), Slot(STOCK, 0, 8), *(Slot(1, 2 * n, 1) for n in range(1, 7))),
    )
    for slot in (0, 2, 3, 4, 5, 6, 7):
        drawn = drawn.refusing(sixes.bearing[chance.randrange(7)], [slot])
        drawn = drawn.refusing(sixes.bearing[chance.randrange(7)], [slot])
    unseen = nines.all & ~sum(1 << tile for tile in range(0, 50, 5))
    wide = Hidden(unseen, (*(Slot(seat, 0, 10) for seat in (1, 2, 3)), Slot(STOCK, 0, 15)))
    redealt = wide.counting(
        *(Counter.number_of(nines.doubles & unseen, [slot], 0, 4) for slot in range(3))
    )
    for slot, numbers in enumerate([(5, 6), (2, 3), (0, 9)]):
        for number in numbers:
            wide = wide.refusing(nines.bearing[number], [slot])
    return {
        "two have passed": passed,
        "block for two, six draws": drawn,
        "double-nine, at most 4 doubles a hand": redealt,
        "double-nine, three have passed": wide,
    }


def _count(hidden: Hidden) -> int:
    return WorldTable(hidden).count


def _counts(options: Options) -> Iterator[Reading]:
    options.progress("counting")
    hidden = opening()
    found = _count(hidden)
    if found != OPENING:
        raise ValueError(f"{found:,} worlds at the opening instead of {OPENING:,}")
    for problem in (hidden, *later_problems().values()):
        seconds = best(partial(_count, problem), options.some(7))
        yield Reading(1000 * seconds, f"{_count(problem):,} worlds")


def _samples(options: Options) -> Iterator[Reading]:
    options.progress("sampling")
    hidden = opening()
    table = WorldTable(hidden)
    if imported("numpy") is None:
        yield Reading(None, "numpy is not installed")
    else:
        sampler = BulkSampler(hidden)
        many = options.some(BULK_SAMPLES, 1 << 16)
        seconds = best(lambda: sampler.sample(many, 1), options.some(7))
        tables = best(lambda: BulkSampler(hidden), options.some(3))
        yield Reading(many / seconds, f"after {1000 * tables:.0f} ms of tables")
    seconds = best(lambda: table.sample(SAMPLES, 1), options.some(3))
    yield Reading(SAMPLES / seconds)
    worlds = enumeration.worlds(hidden)
    listed = options.some(LISTED, 1000)
    seconds = timed(lambda: sum(1 for _ in islice(worlds, listed)))
    yield Reading(listed / seconds, "one by one")


SECTION = Section(
    "Hidden hands",
    """\
These rows count and sample the worlds that fit one player's view. Every table is made anew
for each measurement, and the best of several measurements is shown.
""",
    (
        Row(
            "count",
            (
                Line("exact count at the opening", Unit.MILLISECONDS, 1),
                *(Line(f"exact count, {name}", Unit.MILLISECONDS) for name in later_problems()),
            ),
            _counts,
        ),
        Row(
            "samples",
            (
                Line("uniform samples at the opening, with numpy", Unit.A_SECOND, 2_000_000),
                Line("uniform samples, plain Python", Unit.A_SECOND),
                Line("enumeration by python-constraint2", Unit.A_SECOND),
            ),
            _samples,
        ),
    ),
)
