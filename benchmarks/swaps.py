"""Worlds drawn by swaps, held against exact chances where both are possible.

    python -m benchmarks.swaps [POSITIONS]

Random rounds of the bundled games are stopped at random. For each hidden tile and each of its
possible holders the chance in worlds drawn by swaps is compared with the counted one, in standard
errors; the correlation of neighbouring draws is taken into account.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from math import sqrt
from random import Random
from typing import NamedTuple

import dominoes_rules as dr
from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.evidence.builder import Evidence
from dominoes_solver.worlds.listed import WorldList
from dominoes_solver.worlds.swapping import SwapSampler

POSITIONS = 200
DRAWN_WORLDS = 400
GAMES = ("block", "draw", "draw_one", "bergen", "partnership", "cuban_double_nine", "cut_throat")
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
    """Views of random rounds with more than one world, the games in turn."""
    random = Random(seed)
    while number:
        game = dr.Round(dr.variant(GAMES[number % len(GAMES)]), seed=random.getrandbits(30))
        for _ in range(random.randrange(1, 30)):
            if game.is_over:
                break
            game.push(random.choice(game.legal_moves))
        evidence = game.seen_by("A").evidence
        if evidence.count != 1:
            number -= 1
            yield evidence


def compared(evidence: Evidence, seed: int) -> Compared:
    """The chances of single tiles by swaps, held against the counted ones."""
    table, hidden = evidence.table, evidence.hidden
    parts = tuple(evidence.problems) if evidence.cases else ()
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


def main() -> None:
    """Compare and print."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else POSITIONS
    total = Compared(0, 0, 0.0, 0.0)
    for place, evidence in enumerate(positions(number)):
        total = total.plus(compared(evidence, place))
    print(f"{number:,} positions, {total.chances:,} chances, {DRAWN_WORLDS:,} worlds each")
    print(f"beyond three standard errors: {total.beyond_three / total.chances:.2%} (normal: 0.27%)")
    print(f"mean squared distance: {total.squares / total.chances:.3f} (independent draws: 1)")
    print(f"largest distance: {total.largest:.1f}")


if __name__ == "__main__":
    main()
