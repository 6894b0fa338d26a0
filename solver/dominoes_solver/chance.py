"""Random numbers by counting: those of a round depend on the seed and its number alone.

splitmix64, in whole numbers of 64 bits, so that machine code draws the same ones. Source: Steele,
Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
"""

from __future__ import annotations

from random import Random

MASK = (1 << 64) - 1
WORD = 1 << 32
STEP = 0x9E3779B97F4A7C15
FIRST, SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def mixed(number: int) -> int:
    """A 64-bit number, well mixed."""
    number = (number ^ number >> 30) * FIRST & MASK
    number = (number ^ number >> 27) * SECOND & MASK
    return number ^ number >> 31


def key_of(seed: int) -> int:
    """The state shared by all rounds of a seed."""
    return mixed(seed & MASK)


def key_from(seed: int | str) -> int:
    """The state shared by all rounds of a seed that may be any text."""
    return Random(str(seed)).getrandbits(64)


class Chance:
    """The random numbers of one round."""

    __slots__ = ("_state",)

    def __init__(self, key: int, number: int) -> None:
        self._state = mixed(key + number * STEP & MASK)

    @property
    def state(self) -> int:
        """What all further numbers follow from."""
        return self._state

    def skip(self, numbers: int) -> None:
        """Leave out the next so many numbers."""
        self._state = self._state + numbers * STEP & MASK

    def below(self, limit: int) -> int:
        """A number from 0 on, below a limit of at most 2^32.

        No number is more likely than another by more than `limit` / 2^32.
        """
        self._state = state = self._state + STEP & MASK
        state = (state ^ state >> 30) * FIRST & MASK
        state = (state ^ state >> 27) * SECOND & MASK
        return ((state ^ state >> 31) >> 32) * limit >> 32

    def fraction(self) -> float:
        """A number from 0 on, below 1."""
        return self.below(WORD) / WORD
