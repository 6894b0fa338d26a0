"""The random numbers of one decision in a tournament, which machine code draws as well."""

from __future__ import annotations

from random import Random

from dominoes_solver.chance import Chance

SEATS = 4
PLACES = SEATS * 256
"""Decisions of one stream: of four seats, in 256 actions; beyond that streams overlap."""


def chance_of(luck: int, stream: int, actions: int, seat: int) -> Chance:
    """The chance of one decision: it depends on the deal, the stream, and its place alone."""
    return Chance(luck, stream * PLACES + actions * SEATS + seat)


class Stream(Random):
    """As `random.Random`, by splitmix64: the random numbers of a `Chance`."""

    def __new__(cls, _: Chance) -> Stream:
        """`Random` would make a seed of what it is given."""
        return super().__new__(cls)

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def _word(self) -> int:
        """The next 32 bits."""
        return self.chance.below(1 << 32)

    def random(self) -> float:
        """The next number from 0 on, below 1."""
        return self.chance.fraction()

    def getrandbits(self, k: int) -> int:
        """The next k bits."""
        bits = 0
        for _ in range(-(-k // 32)):
            bits = bits << 32 | self._word()
        return bits >> (-k % 32)
