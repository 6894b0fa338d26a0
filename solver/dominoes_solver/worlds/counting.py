"""Every world of a problem without listing them: count, rank, sample, chances. All exact.

The table runs over the steps of `classes`: for each state that can be reached, in how many ways
the rest can be placed. Numbers are Python integers; nothing is rounded and nothing rejected.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from math import comb, factorial, prod
from random import Random
from typing import TYPE_CHECKING

from dominoes_lang.table.tiles import numbers_in
from dominoes_lang.text.root_exception import ArgumentError, DominoesError
from dominoes_solver.worlds.classes import Fork, TakeStep, breadth, plan
from dominoes_solver.worlds.slots import Hidden, World
from dominoes_solver.worlds.subsets import position_of, subset_at, subsets_of

if TYPE_CHECKING:
    from dominoes_solver.worlds.unranking import Ints, Unranker

Edge = tuple[int, int, int]
"""Out of a state: tiles taken, the number of ways to choose them, the state that follows."""

MOST_EDGES = 150_000
"""Edges of a table up to which it is made: a fifth of a second, which bots take for a decision.

Where more would be needed, worlds are drawn in less time without a table.
"""
STATES_TO_AN_EDGE = 3
"""How many more states than edges `breadth` may find before a table is not even begun."""
TOO_MANY = "the hidden hands differ in too many ways to count them"

MOST_SUBSETS = 1_000
"""Ways to take tiles of a whole class, up to which they are listed once and for all."""
BULK_RANKS = 1_000
"""Worlds that are found together where many are asked for."""
BITS_OF_A_RANK = 63
"""Worlds whose number has more bits are not found in bulk."""


class TooManyStates(DominoesError, ValueError):
    """The slots of a problem differ in too many ways to count its worlds."""


class WorldTable:
    """The worlds of a `Hidden`, numbered from 0 to `count` - 1.

    The numbering takes the classes of tiles one after the other, and for each the pools one after
    the other: fewer tiles before more, then subsets in the order of their sorted tile numbers;
    last, in the same way, the slots within each pool. It depends on the sets of tiles and the
    names of the slots alone, so any way of writing the same problem numbers its worlds alike.

    Time and memory grow with the states that can be reached: at worst the product of (size + 1)
    over the pools and over the upper bounds of the counters. Counting doubles is cheap, pips not.
    Raises `TooManyStates` rather than make more than `most_edges` edges, `MOST_EDGES` by default;
    mostly at once.

    >>> from dominoes_solver.worlds.slots import Slot
    >>> table = WorldTable(Hidden((1 << 21) - 1, (Slot(1, 0, 7), Slot(2, 0, 7), Slot(3, 0, 7))))
    >>> table.count
    399072960
    >>> table.rank(table.unrank(1_000_000))
    1000000
    """

    def __init__(self, hidden: Hidden, most_edges: int | None = None) -> None:
        self.hidden = hidden
        self._plan = plan(hidden)
        self._levels: list[dict[int, list[Edge]]] = []
        self._ways: list[dict[int, int]] = [{}]
        self.edges = 0
        """How many the table has."""
        if self._plan.steps is None:
            return
        most = MOST_EDGES if most_edges is None else most_edges
        if breadth(self._plan) > STATES_TO_AN_EDGE * most:
            raise TooManyStates(TOO_MANY)
        # Forwards, step by step: the states that can be reached, and the edges between them.
        reached: Iterable[int] = (self._plan.start,)
        for step in self._plan.steps:
            level = _level(step, reached, self._plan.left, most - self.edges)
            self.edges += sum(map(len, level.values()))
            reached = {edge[2] for edges in level.values() for edge in edges}
            self._levels.append(level)
        # Backwards: in how many ways each state reaches the end; those that never do drop out.
        ways = dict.fromkeys(reached, 1)
        self._ways = [ways]
        for level in reversed(self._levels):
            further = ways
            ways = {}
            for code, edges in level.items():
                total = 0
                for _, choices, to in edges:
                    if to in further:
                        total += choices * further[to]
                if total:
                    ways[code] = total
            self._ways.append(ways)
        self._ways.reverse()

    @cached_property
    def count(self) -> int:
        """The number of worlds."""
        return self._ways[0].get(self._plan.start, 0) * self._splits

    @cached_property
    def _splits(self) -> int:
        """In how many ways the tiles of all pools can be split over the slots of each."""
        slots = self.hidden.slots
        return prod(
            factorial(pool.size) // prod(factorial(slots[slot].size) for slot in pool.slots)
            for pool in self._plan.pools
        )

    def holder_counts(self) -> dict[int, tuple[int, ...]]:
        """For each hidden tile, in canonical order: for each slot, in how many worlds it has it."""
        slots, pools, steps = self.hidden.slots, self._plan.pools, self._plan.steps
        counts = {tile: [0] * len(slots) for tile in numbers_in(self.hidden.tiles)}
        if not self.count or steps is None:
            return {tile: tuple(row) for tile, row in counts.items()}
        arrivals = {self._plan.start: 1}
        for step, level, ways in zip(steps, self._levels, self._ways[1:], strict=True):
            taken = 0
            onward: dict[int, int] = {}
            for code, times in arrivals.items():
                for tiles, choices, to in level[code]:
                    if to in ways:
                        onward[to] = onward.get(to, 0) + times * choices
                        taken += tiles * times * choices * ways[to]
            arrivals = onward
            # Over all worlds the pool takes `taken` tiles of the class: each tile of the class
            # equally often, and into each place of the pool equally often.
            members = self._plan.classes[step.kind]
            pool = pools[step.pool]
            for slot in pool.slots:
                in_worlds = taken * self._splits * slots[slot].size
                for tile in numbers_in(members):
                    counts[tile][slot] = in_worlds // (members.bit_count() * pool.size)
        return {tile: tuple(row) for tile, row in counts.items()}

    def unrank(self, rank: int) -> World:
        """World number `rank`, from 0. Raises `ArgumentError` outside 0 … `count` - 1."""
        if not 0 <= rank < self.count:
            raise ArgumentError(f"there is no world number {rank}: {self._extent}")
        pools = self._plan.pools
        rank, split = divmod(rank, self._splits)
        certain, code, descent = self._descent
        contents = certain.copy()
        remaining = 0
        for pool_number, members, level in descent:
            remaining |= members
            for edge in level[code]:
                taken, here, ways_each, code = edge
                if rank < here:
                    break
                rank -= here
            if not taken:
                continue
            # One choice only: the pool takes all that is left of the class.
            if here == ways_each:
                chosen = remaining
            else:
                choice, rank = divmod(rank, ways_each)
                if members and here <= ways_each * MOST_SUBSETS:
                    chosen = subsets_of(members, taken)[choice]
                else:
                    chosen = subset_at(remaining, taken, choice)
            contents[pool_number] |= chosen
            remaining ^= chosen
        world = [0] * len(self.hidden.slots)
        for pool, content in zip(pools, contents, strict=True):
            if len(pool.slots) == 1:
                world[pool.slots[0]] = content
                continue
            for slot in pool.slots:
                size = self.hidden.slots[slot].size
                split, choice = divmod(split, comb(content.bit_count(), size))
                world[slot] = subset_at(content, size, choice)
                content ^= world[slot]
        return tuple(world)

    @cached_property
    def _descent(self) -> tuple[list[int], int, list[Fork]]:
        """The tables that lead from a rank to its world.

        First what the pools hold in every world, by the classes that one pool alone takes at the
        beginning; the state after these; and the steps from there on.
        """
        certain = [0] * len(self._plan.pools)
        start, kind = self._plan.start, -1
        forks: list[Fork] = []
        steps = self._plan.steps or ()
        for step, level, ways in zip(steps, self._levels, self._ways[1:], strict=True):
            members = 0 if step.kind == kind else self._plan.classes[step.kind]
            kind = step.kind
            if not forks and members and step.last:
                certain[step.pool] |= members
                ((_, _, start),) = level[start]
                continue
            edges = {
                code: [
                    (k, choices * ways[to], ways[to], to) for k, choices, to in out if to in ways
                ]
                for code, out in level.items()
            }
            forks.append((step.pool, members, edges))
        return certain, start, forks

    def rank(self, world: World) -> int:
        """The number of a world. Raises `ArgumentError` if it is none of these."""
        if len(world) != len(self.hidden.slots) or not self.hidden.admits(world):
            raise ArgumentError(f"{world} is not a world of this problem")
        pools, steps = self._plan.pools, self._plan.steps or ()
        contents = [sum(world[slot] for slot in pool.slots) for pool in pools]
        rank = 0
        code = self._plan.start
        kind, remaining = -1, 0
        for step, level, ways in zip(steps, self._levels, self._ways[1:], strict=True):
            if step.kind != kind:
                kind, remaining = step.kind, self._plan.classes[step.kind]
            chosen = contents[step.pool] & remaining
            for taken, choices, to in level[code]:
                if taken == chosen.bit_count():
                    break
                rank += choices * ways.get(to, 0)
            rank += position_of(remaining, chosen) * ways[to]
            remaining ^= chosen
            code = to
        split, radix = 0, 1
        for pool, content in zip(pools, contents, strict=True):
            for slot in pool.slots:
                split += radix * position_of(content, world[slot])
                radix *= comb(content.bit_count(), self.hidden.slots[slot].size)
                content ^= world[slot]
        return rank * self._splits + split

    def __iter__(self) -> Iterator[World]:
        """All worlds in the order of their numbers."""
        return map(self.unrank, _below(self.count))

    def sample(self, number: int, seed: int) -> list[World]:
        """A number of worlds, each drawn uniformly and independently of the others.

        The first ones stay the same when more are asked for. Raises `ArgumentError` if there is
        none.
        """
        return list(self.sampled(number, seed))

    def sampled(self, number: int, seed: int, *, in_bulk: bool = False) -> Iterator[World]:
        """The worlds of `sample`, each drawn when it is asked for; in bulk many together."""
        if not self.count:
            raise ArgumentError("no world can be drawn: none fits")
        random = Random(seed)
        return self.worlds_of((random.randrange(self.count) for _ in range(number)), in_bulk)

    def worlds_of(self, ranks: Iterable[int], in_bulk: bool) -> Iterator[World]:
        """The worlds of these numbers, one by one or many together; the latter needs numpy."""
        if not in_bulk:
            return map(self.unrank, ranks)
        remaining = iter(ranks)
        parts = iter(lambda: list(islice(remaining, BULK_RANKS)), [])
        return (tuple(world) for part in parts for world in self.masks(part).tolist())

    def shuffled(self, seed: int) -> Iterator[World]:
        """All worlds in a random order, every order equally likely; each is made when asked for.

        So the first ones are a sample without replacement.
        """
        return map(self.unrank, _permutation(self.count, Random(seed)))

    def masks(self, ranks: Sequence[int]) -> Ints:
        """The worlds of these numbers as an array: worlds x slots. Needs numpy.

        Tile numbers must be below 63. Raises `ArgumentError` as `unrank` does.
        """
        import numpy as np

        if self.count.bit_length() > BITS_OF_A_RANK or not ranks:
            shape = (len(ranks), len(self.hidden.slots))
            return np.array([self.unrank(rank) for rank in ranks], np.int64).reshape(shape)
        if min(ranks) < 0 or max(ranks) >= self.count:
            raise ArgumentError(f"there is no world number {max(ranks)}: {self._extent}")
        return self._unranker.masks(np.array(ranks, np.int64))

    @cached_property
    def _unranker(self) -> Unranker:
        from dominoes_solver.worlds.unranking import Unranker

        descent = self._descent
        slots, pools = self.hidden.slots, self._plan.pools
        return Unranker(slots, pools, *descent, self._plan.left, self._splits)

    @property
    def _extent(self) -> str:
        return f"there are {self.count}, from 0" if self.count else "no world fits"


def _level(
    step: TakeStep, codes: Iterable[int], left_mask: int, budget: int
) -> dict[int, list[Edge]]:
    """The edges out of each of these states, fewest tiles first; states without any left out."""
    shift, mask = step.room
    # A tile taken is one less of the class (lowest field) and one less of the room of the pool.
    unit = (1 << shift) + 1
    plain = not step.touches and not step.closing
    level: dict[int, list[Edge]] = {}
    for code in codes:
        left = code & left_mask
        room = (code >> shift) & mask
        most = room if room < left else left
        # Room that later classes cannot fill must be filled now.
        least = room - step.later
        if least < 0:
            least = 0
        if step.last and least < left:
            least = left
        if least > most:
            continue
        budget -= most - least + 1
        if budget < 0:
            raise TooManyStates(TOO_MANY)
        choices = _binomials(left)
        if plain:
            base = code + step.following
            level[code] = [(k, choices[k], base - k * unit) for k in range(least, most + 1)]
            continue
        edges = []
        for k in range(least, most + 1):
            to = _count(step, code - k * unit, k)
            if to is not None:
                edges.append((k, choices[k], to + step.following))
        if edges:
            level[code] = edges
    return level


def _count(step: TakeStep, code: int, taken: int) -> int | None:
    """The state with the counters of the step brought up to date; None if one is overrun."""
    for (shift, mask), weight, capped in step.touches:
        value = (code >> shift) & mask
        change = taken * weight
        if change > value:
            # More than an upper bound allows; a need is met, and stays met.
            if capped:
                return None
            change = value
        code -= change << shift
    for (shift, mask), slack in step.closing:
        value = (code >> shift) & mask
        if value > slack:
            return None
        code -= value << shift
    return code


_BINOMIALS: list[list[int]] = []


def _binomials(n: int) -> list[int]:
    """The binomial coefficients of `n` over 0, 1, …, `n`."""
    while len(_BINOMIALS) <= n:
        _BINOMIALS.append([comb(len(_BINOMIALS), k) for k in range(len(_BINOMIALS) + 1)])
    return _BINOMIALS[n]


def _below(end: int) -> Iterator[int]:
    """0, 1, … below `end`, which may be more than fits a machine word."""
    number = 0
    while number < end:
        yield number
        number += 1


def _permutation(end: int, random: Random) -> Iterator[int]:
    """The numbers below `end` in a random order.

    Fisher and Yates' shuffle of a list of which only moved items are stored, so any `end` will do.
    """
    moved: dict[int, int] = {}
    for here in _below(end):
        there = random.randrange(here, end)
        at_here = moved.pop(here, here)
        if there == here:
            yield at_here
        else:
            yield moved.get(there, there)
            moved[there] = at_here
