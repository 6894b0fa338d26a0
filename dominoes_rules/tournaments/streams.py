"""The random numbers of one decision in a tournament, which machine code draws as well."""

from __future__ import annotations

from random import Random

from dominoes_solver.chance import Chance

SEATS = 4
PLACES = SEATS * 256
"""Decisions of one stream: of four seats, in 256 actions; beyond that streams overlap."""


class Stream(Random):
    """As `random.Random`, by splitmix64: quick to begin, and the same in machine code.

    What it draws depends on the deal, the stream, the actions before and the seat alone.
    """

    def __new__(cls, *_: int) -> Stream:
        """`Random` would make a seed of what it is given."""
        return super().__new__(cls)

    def __init__(self, luck: int, stream: int, actions: int, seat: int) -> None:
        self.chance = Chance(luck, stream * PLACES + actions * SEATS + seat)

    def _word(self) -> int:
        """The next 32 bits."""
        return self.chance.below(1 << 32)

    def random(self) -> float:
        """The next number from 0 on, below 1."""
        return self._word() / (1 << 32)

    def getrandbits(self, k: int) -> int:
        """The next k bits."""
        found = 0
        for _ in range(-(-k // 32)):
            found = found << 32 | self._word()
        return found >> (-k % 32)
