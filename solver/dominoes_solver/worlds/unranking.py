"""Many worlds by their ranks at once, as arrays: the numbering of `WorldTable.unrank`. Needs numpy.

All worlds go through the steps of a table together: at each they choose an edge by what is left of
their ranks, and then the tiles that the edge takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from dominoes_lang.table.tiles import numbers_in

if TYPE_CHECKING:
    from dominoes_solver.worlds.classes import Fork, SlotPool
    from dominoes_solver.worlds.slots import Slot

Ints: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"

WORD_BITS = 63
"""Ranks and masks of tiles with more bits do not fit the numbers of an array."""


@dataclass(frozen=True)
class _Step:
    """A step on the way to a world. States are counted from 0; edges are states x width."""

    pool: int
    members: int
    """The class if this is its first step, else 0."""
    tiles: tuple[int, ...]
    """The tiles of the class."""
    limits: Ints
    """The worlds up to and with each edge of a state; the last are as many as there are."""
    width: int
    begins: Ints
    each: Ints
    """The worlds of one choice."""
    taken: Ints
    to: Ints
    left: Ints
    """For each state the tiles of the class that no pool has taken yet."""


class Unranker:
    """Finds the worlds of a table; see `WorldTable.unrank` for the numbering."""

    def __init__(
        self,
        slots: Sequence[Slot],
        pools: Sequence[SlotPool],
        certain: Sequence[int],
        start: int,
        forks: Sequence[Fork],
        left: int,
        splits: int,
    ) -> None:
        """`certain`, `start` and `forks` are the descent of a table.

        left: the mask of the tiles of a class in a state. splits: in how many ways the tiles of all
        pools are split over their slots.
        """
        self._slots, self._pools, self._splits = slots, pools, splits
        self._certain = np.array(certain, np.int64)
        self._steps: list[_Step] = []
        numbers, members = {start: 0}, 0
        for pool, fresh, level in forks:
            members = fresh or members
            step, numbers = _step(pool, fresh, members, level, numbers, left)
            self._steps.append(step)

    def masks(self, ranks: Ints) -> Ints:
        """The worlds of these ranks: worlds x slots."""
        rank, split = np.divmod(ranks, self._splits)
        contents = np.repeat(self._certain[np.newaxis], len(ranks), axis=0)
        state = np.zeros(len(ranks), np.int64)
        remaining = np.zeros_like(state)
        for step in self._steps:
            remaining |= step.members
            edge = state * step.width
            if step.width > 1:
                edge += (step.limits[state] <= rank[:, np.newaxis]).sum(axis=1)
            rank = rank - step.begins[edge]
            choice, rank = np.divmod(rank, step.each[edge])
            chosen = _subsets(remaining, step.tiles, step.left[state], step.taken[edge], choice)
            contents[:, step.pool] |= chosen
            remaining ^= chosen
            state = step.to[edge]
        worlds = np.zeros((len(ranks), len(self._slots)), np.int64)
        for pool, content in zip(self._pools, contents.T, strict=True):
            self._split(pool, content, split, worlds)
        return worlds

    def _split(self, pool: SlotPool, content: Ints, split: Ints, worlds: Ints) -> None:
        """Split the tiles of a pool over its slots, each next slot by the next digit of `split`."""
        room = pool.size
        tiles = tuple(numbers_in(int(np.bitwise_or.reduce(content))))
        for slot in pool.slots[:-1]:
            size = self._slots[slot].size
            ways = comb(room, size)
            chosen = _subsets(content, tiles, room, size, split % ways)
            split //= ways
            worlds[:, slot] = chosen
            content = content ^ chosen
            room -= size
        worlds[:, pool.slots[-1]] = content


def _step(
    pool: int,
    fresh: int,
    members: int,
    level: dict[int, list[tuple[int, int, int, int]]],
    numbers: dict[int, int],
    left: int,
) -> tuple[_Step, dict[int, int]]:
    """A step, and the numbers of the states that it leads to; `numbers` are those before it."""
    width = max(len(level[code]) for code in numbers)
    shape = (len(numbers), width)
    begins, limits, taken, to = (np.zeros(shape, np.int64) for _ in range(4))
    ways_each = np.ones(shape, np.int64)
    following: dict[int, int] = {}
    for code, state in numbers.items():
        before = 0
        for edge, (tiles, here, ways, after) in enumerate(level[code]):
            begins[state, edge], ways_each[state, edge] = before, ways
            taken[state, edge] = tiles
            to[state, edge] = following.setdefault(after, len(following))
            before += here
            limits[state, edge:] = before
        # Beyond the edges of a state no rank is left.
    step = _Step(
        pool,
        fresh,
        tuple(numbers_in(members)),
        limits[:, :-1],
        width,
        begins.ravel(),
        ways_each.ravel(),
        taken.ravel(),
        to.ravel(),
        np.array([code & left for code in numbers], np.int64),
    )
    return step, following


def _subsets(
    tiles: Ints, members: Sequence[int], number: Ints | int, size: Ints | int, position: Ints
) -> Ints:
    """The subsets of that size at a position, in the order of the sorted tile numbers.

    tiles: masks of the members that are there, so many as `number`.
    """
    ways = _binomials()
    width = WORD_BITS + 1
    # A number and a size as one place in the table; size 0 stands at 1, after a column of nothing.
    at = np.full(len(tiles), number, np.int64) * width + size
    position = position.copy()
    chosen = np.zeros_like(tiles)
    for tile in members:
        there = tiles >> tile & 1
        at -= there * width
        # So many subsets begin with this tile.
        beginning = ways[at]
        beginning *= there
        taken = position < beginning
        beginning[taken] = 0
        position -= beginning
        at -= taken
        chosen |= taken.astype(np.int64) << tile
    return chosen


@cache
def _binomials() -> Ints:
    """For n and k the ways to take k - 1 of n, in one row."""
    width = WORD_BITS + 1
    rows = [[0, *(comb(n, k) for k in range(width - 1))] for n in range(width - 1)]
    return np.array([min(ways, (1 << WORD_BITS) - 1) for row in rows for ways in row], np.int64)
