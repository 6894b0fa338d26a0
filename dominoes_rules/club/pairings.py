"""Who plays with whom: drawn by lot, so that nobody meets twice while it can be helped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from random import Random

from dominoes_rules.club.exchanges import exchange

REPEATED_REST = 1_000_000
"""The cost of sitting out a second time; any number of other repetitions costs less."""
REPEATED_PARTNER = 1_000
REPEATED_MEETING = 1
STARTS = 8
"""Draws that are improved; the best is taken."""

Unit = tuple[int, ...]
"""Players who are drawn together: one, or two partners."""


@dataclass(frozen=True)
class Pairing:
    """One round: for each table its players in order of seats, and who sits out."""

    tables: tuple[tuple[int, ...], ...]
    resting: tuple[int, ...] = ()


@dataclass(frozen=True)
class Draw:
    """Whom a draw brings together, and what it must not repeat.

    Players have the same number for a whole evening.
    """

    units: Sequence[Unit]
    """All are of one size."""
    side_of: tuple[int, ...]
    """The side of each seat at a table."""
    past: Sequence[Pairing] = ()
    _rested: Counter[int] = field(init=False, repr=False, default_factory=Counter)
    _partners: Counter[frozenset[int]] = field(init=False, repr=False, default_factory=Counter)
    _met: Counter[frozenset[int]] = field(init=False, repr=False, default_factory=Counter)

    def __post_init__(self) -> None:
        for pairing in self.past:
            self._rested.update(pairing.resting)
            for table in pairing.tables:
                for first, second in combinations(range(len(table)), 2):
                    meeting = frozenset((table[first], table[second]))
                    self._met[meeting] += 1
                    self._partners[meeting] += self.side_of[first] == self.side_of[second]

    def drawn(self, random: Random) -> Pairing:
        """The next round.

        All draws of an evening need the same state of `random`, so that they follow one circle.

        The circle method gives rounds without a second meeting of two units as long as there are
        any. The cheapest of them are improved by exchanges of two units, which matters once four
        sit at a table or somebody has come or left.
        """
        order = [*self.units]
        random.shuffle(order)
        best, *rest = sorted(_circle(order), key=self._cost)[:STARTS]
        best = self._improved(best)
        while self._cost(best) and rest:
            best = min(best, self._improved(rest.pop(0)), key=self._cost)
        return self._seated(best)

    @cached_property
    def _units_at_table(self) -> int:
        return len(self.side_of) // len(self.units[0])

    @cached_property
    def _playing(self) -> int:
        """How many units play."""
        return len(self.units) - len(self.units) % self._units_at_table

    def _cost(self, units: Sequence[Unit]) -> int:
        tables = range(0, self._playing, self._units_at_table)
        return sum(self._table_cost(units, index) for index in (*tables, self._playing))

    def _table_cost(self, units: Sequence[Unit], index: int) -> int:
        """What is repeated at the table of a place, or by whoever sits out."""
        if index >= self._playing:
            resting = (player for unit in units[self._playing :] for player in unit)
            return REPEATED_REST * sum(self._rested[player] for player in resting)
        first = index - index % self._units_at_table
        table = [player for unit in units[first : first + self._units_at_table] for player in unit]
        sides = sorted(self.side_of)
        cost = 0
        for first_seat, second_seat in combinations(range(len(table)), 2):
            if len(self.units[0]) > 1 and sides[first_seat] == sides[second_seat]:
                continue  # they are partners for the evening
            meeting = frozenset((table[first_seat], table[second_seat]))
            cost += REPEATED_MEETING * self._met[meeting]
            if sides[first_seat] == sides[second_seat]:
                cost += REPEATED_PARTNER * self._partners[meeting]
        return cost

    def _improved(self, units: Sequence[Unit]) -> list[Unit]:
        """The units, made cheaper by exchanges."""
        best = [*units]
        if self._cost(units) > 0:
            exchange(best, self._cost_of_both)
        return best

    def _cost_of_both(self, units: Sequence[Unit], left: int, right: int) -> int:
        first = [min(index, self._playing) // self._units_at_table for index in (left, right)]
        return sum(self._table_cost(units, table * self._units_at_table) for table in {*first})

    def _seated(self, units: Sequence[Unit]) -> Pairing:
        players = [player for unit in units for player in unit]
        size = len(self.side_of)
        # Partners follow one another in a unit, and sit where their side does.
        seats = sorted(range(size), key=lambda seat: self.side_of[seat])
        order = sorted(range(size), key=seats.__getitem__)
        playing = self._playing * len(self.units[0])
        return Pairing(
            tuple(
                tuple(players[first + index] for index in order)
                for first in range(0, playing, size)
            ),
            tuple(players[playing:]),
        )


def _circle(units: Sequence[Unit]) -> Iterator[list[Unit]]:
    """Every two units side by side once, over all rounds; an odd one comes last."""
    around: list[Unit | None] = [*units] + [None] * (len(units) % 2)
    half = len(around) // 2
    for _ in range(max(1, len(around) - 1)):
        pairs = [*zip(around[:half], reversed(around[half:]), strict=True)]
        pairs.sort(key=lambda pair: None in pair)
        yield [unit for pair in pairs for unit in pair if unit is not None]
        around = [around[0], around[-1], *around[1:-1]]
