"""Units seated at tables so that the cost of a round is least."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from dominoes_rules.club.exchanges import exchange

MOST_EXACT = 16
"""With so many units at tables of two, or fewer, the cheapest round is found for certain."""
STARTS = 8
"""Rounds that are improved where the first repeats a meeting; the cheapest is taken."""


@dataclass(frozen=True)
class TableDraw:
    """What it costs to bring units together; units are numbers from 0, best first."""

    sides: tuple[int, ...]
    """The side of each place at a table, sorted."""
    opposed: Sequence[Sequence[int]]
    """For each two units, the cost of their being opponents; symmetric."""
    partnered: Sequence[Sequence[int]]
    """The same for partners."""
    rest: Sequence[int]
    """What it costs to let a unit sit out."""
    dear: int
    """A cost from which another start is tried, such as that of a second meeting."""

    def drawn(self, random: Random) -> list[int]:
        """The units table by table, in order of places; those who sit out come last."""
        units = len(self.rest)
        if len(self.sides) == 2 and units + units % 2 <= MOST_EXACT:
            return self._exact()
        best = self._improved([*range(units)])
        for _ in range(STARTS - 1):
            if self._cost(best) < self._dear_in_any_case(best):
                break
            start = [*range(units)]
            random.shuffle(start)
            best = min(best, self._improved(start), key=self._cost)
        return best

    def _playing(self) -> int:
        return len(self.rest) - len(self.rest) % len(self.sides)

    def _dear_in_any_case(self, order: Sequence[int]) -> int:
        """The least cost of a round that repeats something, beside what its rests cost."""
        return self.dear + sum(self.rest[unit] for unit in order[self._playing() :])

    def _cost(self, order: Sequence[int]) -> int:
        twice = sum(self._at(order, index) for index in range(self._playing()))
        return twice // 2 + sum(self.rest[unit] for unit in order[self._playing() :])

    def _at(self, order: Sequence[int], index: int) -> int:
        """What the unit at an index costs there."""
        unit, size = order[index], len(self.sides)
        if index >= len(order) - len(order) % size:
            return self.rest[unit]
        first = index - index % size
        if size == 2:
            return self.opposed[unit][order[index + 1 if index == first else first]]
        opposed, partnered, own = (
            self.opposed[unit],
            self.partnered[unit],
            self.sides[index - first],
        )
        cost = 0
        for at, side in enumerate(self.sides, first):
            if at != index:
                cost += (partnered if side == own else opposed)[order[at]]
        return cost

    def _improved(self, order: list[int]) -> list[int]:
        """The order, made cheaper by exchanges."""
        at = self._at
        exchange(order, lambda now, left, right: at(now, left) + at(now, right))
        return order

    def _exact(self) -> list[int]:
        """The cheapest round at tables of two: every matching, by sets of units still to seat."""
        units = len(self.rest)
        everybody = (1 << units + units % 2) - 1

        def cost(first: int, second: int) -> int:
            return self.rest[first] if second == units else self.opposed[first][second]

        @cache
        def cheapest(left: int) -> tuple[int, int]:
            """The cost of seating these, and who sits with the first of them."""
            if not left:
                return 0, 0
            first = (left & -left).bit_length() - 1
            rest = left ^ (1 << first)
            return min(
                (cost(first, second) + cheapest(rest ^ (1 << second))[0], second)
                for second in range(first + 1, units + 1)
                if rest >> second & 1
            )

        order, resting, left = list[int](), list[int](), everybody
        while left:
            first, second = (left & -left).bit_length() - 1, cheapest(left)[1]
            if second == units:
                resting.append(first)
            else:
                order += [first, second]
            left ^= (1 << first) | (1 << second)
        return order + resting
