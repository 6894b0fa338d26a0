"""Worlds drawn by swaps, held against exact chances where both are possible.

    python -m benchmarks.swaps [POSITIONS] [SECONDS]

Random rounds are stopped at random: bundled games with and without draws, with redeals that bound
what a hand holds, and with openings that leave a union of cases. For each hidden tile and each of
its possible holders the chance in worlds drawn by swaps is compared with the counted one, in
standard errors; the correlation of neighbouring draws is taken into account.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import cycle, islice
from math import sqrt
from random import Random
from time import monotonic
from typing import NamedTuple

import dominoes_rules as dr
from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.evidence.evidence import Evidence
from dominoes_solver.worlds.listed import WorldList
from dominoes_solver.worlds.swapping import SwapSampler

POSITIONS = 200
SECONDS = 600
"""After so many no further position is begun."""
POSITIONS_A_LINE = 20
DRAWN_WORLDS = 400
GAMES = (
    ("block", 2),
    ("draw", 2),
    ("draw_one", 2),
    ("bergen", 3),
    ("bergen", 4),
    ("partnership", 4),
    ("brazilian_by_the_last_tile", 4),
    ("cuban_double_nine", 4),
    ("cut_throat", 3),
    ("domohnoes", 4),
)
"""Games with their number of players."""
FEWEST_EXPECTED = 10
"""Of the worlds drawn in which a tile is in a slot, and in which it is not: with fewer, errors are
not normal."""


class Compared(NamedTuple):
    """How far chances in a sample are from the counted ones, in standard errors."""

    chances: int
    beyond_three: int
    squares: float
    """The sum of the squared distances: about one for each chance."""
    largest: float

    def plus(self, other: Compared) -> Compared:
        return Compared(
            self.chances + other.chances,
            self.beyond_three + other.beyond_three,
            self.squares + other.squares,
            max(self.largest, other.largest),
        )


def positions(number: int, seed: int = 0) -> Iterator[Evidence]:
    """Views of random rounds with several worlds that can be counted, the games in turn."""
    random = Random(seed)
    for name, seats in cycle(GAMES):
        if not number:
            return
        game = dr.Round(dr.variant(name), seats=seats, seed=random.getrandbits(30))
        for _ in range(random.randrange(1, 30)):
            if game.is_over:
                break
            game.push(random.choice(game.legal_moves))
        evidence = game.seen_by("A").evidence
        if evidence.count not in {1, None} and not evidence.depends_on_lot:
            number -= 1
            yield evidence


def compared(evidence: Evidence, seed: int) -> Compared:
    """The chances of single tiles by swaps, held against the counted ones."""
    table, hidden = evidence.table, evidence.hidden
    parts = [tuple(evidence.problems)] if evidence.cases or evidence.splits else []
    sampler = SwapSampler(hidden, table.unrank(table.count - 1), parts)
    drawn = sampler.sampled(seed)
    sample = WorldList(hidden, islice(drawn, DRAWN_WORLDS)).holder_counts()
    counts = table.holder_counts()
    found = Compared(0, 0, 0.0, 0.0)
    for slot in range(len(hidden.slots)):
        for tile in numbers_in(hidden.tiles):
            chance = counts[tile][slot] / table.count
            if not FEWEST_EXPECTED < chance * DRAWN_WORLDS < DRAWN_WORLDS - FEWEST_EXPECTED:
                continue
            variance = chance * (1 - chance) / DRAWN_WORLDS * sampler.variance_factor
            apart = abs(sample[tile][slot] / DRAWN_WORLDS - chance) / sqrt(variance)
            found = found.plus(Compared(1, int(apart > 3), apart * apart, apart))
    return found


def line(number: int, total: Compared) -> str:
    """What was found in so many positions."""
    chances = max(1, total.chances)
    return (
        f"{number:,} positions, {total.chances:,} chances: "
        f"{total.beyond_three / chances:.2%} beyond three standard errors, "
        f"mean squared distance {total.squares / chances:.3f}, largest {total.largest:.1f}"
    )


def main() -> None:
    """Compare, and print what was found so far from time to time."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else POSITIONS
    until = monotonic() + float(sys.argv[2] if len(sys.argv) > 2 else SECONDS)
    print(f"{DRAWN_WORLDS:,} worlds a position; independent draws: 0.27%, and 1", flush=True)
    total, place = Compared(0, 0, 0.0, 0.0), 0
    for place, evidence in enumerate(positions(number), 1):
        total = total.plus(compared(evidence, place))
        if monotonic() > until:
            break
        if not place % POSITIONS_A_LINE and place < number:
            print(line(place, total), flush=True)
    print(line(place, total))


if __name__ == "__main__":
    main()
