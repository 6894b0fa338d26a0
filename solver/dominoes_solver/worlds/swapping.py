"""Worlds of a problem that nobody can count, drawn by swaps: a Markov chain over all of them.

A move lifts a tile and puts it into any place that may hold it; the tile that was there does the
same, until a place comes up twice. The tiles from that place on have then swapped places along a
cycle; those before it stay. The walk back along the cycle is exactly as likely, since each tile
chooses among as many places as before, so all worlds are equally likely in the long run. Any world
leads to any other: the two differ by cycles. Where counters bound the worlds, several moves are
made at a time and taken back together if the result breaks a bound; so no world is out of reach
there either. Where worlds are not equally likely, they are drawn as if they were, and then rejected
(J. von Neumann, Various techniques used in connection with random digits, 1951).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from random import Random

from dominoes_lang.table.tiles import numbers_in
from dominoes_lang.text.root_exception import DominoesError
from dominoes_solver.worlds.classes import binding_counters
from dominoes_solver.worlds.slots import Counter, Hidden, World

ONE_MORE_MOVE = 0.25
"""The probability of one move more before the counters are tested."""
MOVES_OF_A_TILE = 4.0
"""How often a tile has moved on average between two worlds that are drawn."""
BURN_IN = 12
"""So many worlds are left out at the beginning: by then nothing is left of the first."""
PILOT_WORLDS = 64
MOST_CORRELATION = 0.05
"""Of the slot of a tile in a world and in the next one drawn; more moves are made otherwise."""
MOST_PILOT_MOVES = 200_000
"""Moves of all worlds of a pilot run: about two seconds."""
MOVES_AT_ONCE = 1_000
MOST_REJECTED = 5_000
"""Worlds in a row that may be rejected."""
MOST_KEPT = 1 << 17
"""Worlds: some 100 MB."""
NONE_FOUND = "no hidden hands were found that fit everything known"


class NoneFound(DominoesError, ValueError):
    """No world was found that keeps the counters of a problem; there may be one all the same."""


class SwapSampler:
    """Draws worlds of a `Hidden` without counting them: uniformly, but not quite independently.

    `start` is any of its worlds, or one that breaks counters alone. With `parts`, groups of
    problems over the same slots, the worlds are those of `hidden` that belong to one of each group.
    With `share`, from 0 to 1, a world is kept that often when it is drawn, and another is drawn in
    its place otherwise. Drawing one raises `NoneFound` where no world is found that keeps the
    counters, or that is kept.

    >>> from dominoes_solver.worlds.slots import Slot
    >>> hidden = Hidden(0b1111, (Slot(0, 0, 2), Slot(1, 0, 2)), refused=(0b0001, 0))
    >>> next(SwapSampler(hidden, (0b1100, 0b0011)).sampled(seed=1))
    (10, 5)
    """

    def __init__(
        self,
        hidden: Hidden,
        start: World,
        parts: Sequence[Sequence[Hidden]] = (),
        share: Callable[[World], float] | None = None,
    ) -> None:
        self.hidden = hidden
        self.start = start
        self.share = share
        self.possible = _possible(hidden, start)
        """For each slot the tiles that some world has there, as far as counters do not matter."""
        self._free = tuple(
            tile
            for tile in numbers_in(hidden.tiles)
            if sum(1 for tiles in self.possible if tiles >> tile & 1) > 1
        )
        self._bounds = _Bounds(hidden, parts, self._free)

    def sampled(self, seed: int) -> Iterator[World]:
        """An endless sequence of worlds, the same for the same seed."""
        chain = self._chain(f"{seed}/swaps")
        chain.run(BURN_IN * self._pace[0])
        kept = Random(f"{seed}/kept")
        rejected = 0
        while True:
            chain.run(self._pace[0])
            world = chain.world()
            if self.share is None or kept.random() < self.share(world):
                yield world
                rejected = 0
            elif (rejected := rejected + 1) == MOST_REJECTED:
                raise NoneFound(NONE_FOUND)

    def first_kept(self, tries: int) -> World | None:
        """One of the worlds, the same at every call; None if so many tries find none."""
        chain = _Chain(self, Random("first"))
        for _ in range(tries):
            chain.run(len(self._free))
            world = chain.world()
            if not chain.breach and (self.share is None or self.share(world)):
                return world
        return None

    def _chain(self, seed: str) -> _Chain:
        """A chain at a world that keeps the counters."""
        chain = _Chain(self, Random(seed))
        for _ in range(MOST_PILOT_MOVES // MOVES_AT_ONCE):
            if not chain.breach:
                return chain
            chain.run(MOVES_AT_ONCE)
        raise NoneFound(NONE_FOUND)

    @property
    def correlation(self) -> float:
        """Of the slot of a tile in a world and in the next one that is drawn."""
        return self._pace[1]

    @property
    def variance_factor(self) -> float:
        """The variance of a mean over worlds drawn, divided by that over independent ones."""
        return (1 + self.correlation) / (1 - self.correlation)

    @property
    def slow(self) -> bool:
        """Whether worlds drawn are much like their neighbours: the pilot reached its limit."""
        return self.correlation > MOST_CORRELATION

    @cached_property
    def _pace(self) -> tuple[int, float]:
        """How many moves to make between two worlds, and the correlation that this leaves.

        Found in pilot runs, so it does not depend on the seed of a sample.
        """
        if not self._free:
            return 0, 0.0
        chain = self._chain("pilot")
        tried = 10 * len(self._free)
        moved = chain.run(tried)
        moves = int(MOVES_OF_A_TILE * len(self._free) * tried / max(1, moved)) + 1
        most = MOST_PILOT_MOVES // PILOT_WORLDS
        while True:
            moves = min(moves, most)
            chain.run(BURN_IN * moves)
            correlation = self._correlation(chain, moves)
            if correlation <= MOST_CORRELATION or moves == most:
                return moves, correlation
            moves *= 2

    def _correlation(self, chain: _Chain, moves: int) -> float:
        """That of neighbours in a run: how much more they agree than worlds far apart do."""
        drawn = []
        for _ in range(PILOT_WORLDS):
            chain.run(moves)
            drawn.append(chain.slots())
        half = PILOT_WORLDS // 2
        near = _agreement(pairwise(drawn))
        far = _agreement(zip(drawn, drawn[half:], strict=False))
        return min(0.95, max(0.0, (near - far) / max(1 - far, 1e-9)))


class DrawnWorlds:
    """The worlds of a seed by their place; each is made when it is asked for.

    The last ones are kept; for earlier ones the sequence begins again.
    """

    def __init__(self, sampler: SwapSampler, seed: int) -> None:
        self._sampler, self._seed = sampler, seed
        self._begin()

    def _begin(self) -> None:
        self._sequence = self._sampler.sampled(self._seed)
        self._worlds: list[World] = []
        self._first = 0
        """The place of the first world that is kept."""

    def __getitem__(self, index: int) -> World:
        if index < self._first:
            self._begin()
        while index >= self._first + len(self._worlds):
            if len(self._worlds) == MOST_KEPT:
                del self._worlds[: MOST_KEPT // 2]
                self._first += MOST_KEPT // 2
            self._worlds.append(next(self._sequence))
        return self._worlds[index - self._first]


def _agreement(pairs: Iterable[tuple[Sequence[int], Sequence[int]]]) -> float:
    """How often a tile is in the same slot in two worlds."""
    same = [first == second for worlds in pairs for first, second in zip(*worlds, strict=True)]
    return sum(same) / len(same)


def _possible(hidden: Hidden, start: World) -> tuple[int, ...]:
    """For each slot the tiles that can be in it, found from one world; counters left aside.

    A tile can move to a slot from where a chain of tiles leads back to its own, each moving on to
    a slot that allows it.
    """
    slots = range(len(hidden.slots))
    leads = [
        sum(1 << to for to in slots if hidden.slots[to].size and hidden.allowed[to] & start[slot])
        for slot in slots
    ]
    for middle in slots:
        for slot in slots:
            if leads[slot] >> middle & 1:
                leads[slot] |= leads[middle]
    return tuple(
        sum(
            start[slot] & hidden.allowed[to]
            for slot in slots
            if leads[slot] >> to & 1 and leads[to] >> slot & 1
        )
        for to in slots
    )


class _Bounds:
    """The counters of a problem and of its parts, kept up to date while tiles move."""

    def __init__(
        self, hidden: Hidden, parts: Sequence[Sequence[Hidden]], free: tuple[int, ...]
    ) -> None:
        counters: dict[Counter, int] = {}

        def numbered(binding: Iterable[Counter]) -> tuple[int, ...]:
            return tuple(counters.setdefault(rule, len(counters)) for rule in binding)

        # Impossible is none of them: there is a world.
        self.always = numbered(binding_counters(hidden) or ())
        self.either = tuple(
            tuple(
                numbered((*_refusals(hidden, part), *(binding_counters(part) or part.counters)))
                for part in group
            )
            for group in parts
        )
        self.counters = tuple(counters)
        self.weighing = tuple(
            tuple(
                (number, rule.weight(tile))
                for rule, number in counters.items()
                if rule.weight(tile)
            )
            for tile in free
        )
        """For each free tile the counters that weigh it, with its weight."""
        self.covers = tuple(
            tuple(slot in rule.slots for rule in counters) for slot in range(len(hidden.slots))
        )

    def totals(self, world: World) -> list[int]:
        """What each counter counts in a world."""
        return [
            sum(counter.weight(tile) for slot in counter.slots for tile in numbers_in(world[slot]))
            for counter in self.counters
        ]

    def breach(self, totals: Sequence[int]) -> int:
        """By how much a world with these totals breaks the bounds; 0 if it is one of them."""
        breaches = (min(self._breach(part, totals) for part in group) for group in self.either)
        return self._breach(self.always, totals) + sum(breaches)

    def _breach(self, numbers: tuple[int, ...], totals: Sequence[int]) -> int:
        breach = 0
        for number in numbers:
            counter, total = self.counters[number], totals[number]
            if total < counter.low:
                breach += counter.low - total
            elif counter.high is not None and total > counter.high:
                breach += total - counter.high
        return breach


def _refusals(hidden: Hidden, part: Hidden) -> Iterator[Counter]:
    """What a part refuses beyond the whole, as counters."""
    for slot, (whole, narrow) in enumerate(zip(hidden.allowed, part.allowed, strict=True)):
        if more := whole & ~narrow:
            yield Counter.number_of(more, (slot,), 0, 0)


class _Chain:
    """A world on the move: each free tile has a place, and each place is in a slot."""

    def __init__(self, sampler: SwapSampler, random: Random) -> None:
        hidden, start, free = sampler.hidden, sampler.start, sampler._free
        self._random = random.random
        self._tiles = free
        self._bounds = sampler._bounds
        self._totals = self._bounds.totals(start)
        self.breach = self._bounds.breach(self._totals)
        """By how much the world breaks bounds: never more than before, and 0 once it is 0."""
        loose = sum(1 << tile for tile in free)
        self._fixed = tuple(tiles & ~loose for tiles in start)
        number_of = {tile: number for number, tile in enumerate(free)}
        self._place = [0] * len(free)
        self._tile: list[int] = []
        """The number of the free tile in each place."""
        self._slot: list[int] = []
        for slot in hidden.canonical_order:
            for tile in numbers_in(start[slot] & loose):
                self._place[number_of[tile]] = len(self._slot)
                self._tile.append(number_of[tile])
                self._slot.append(slot)
        self._choices = [
            [index for index, slot in enumerate(self._slot) if sampler.possible[slot] >> tile & 1]
            for tile in free
        ]
        self._on_path = [-1] * len(free)

    def world(self) -> World:
        world = list(self._fixed)
        for tile, index in zip(self._tiles, self._place, strict=True):
            world[self._slot[index]] |= 1 << tile
        return tuple(world)

    def slots(self) -> list[int]:
        """The slot of each free tile."""
        return [self._slot[index] for index in self._place]

    def run(self, moves: int) -> int:
        """Make so many moves; returns how often a tile has moved, moves taken back left out."""
        if not self._tiles:
            return 0
        if not self._bounds.counters:
            return sum(len(self._move()) for _ in range(moves))
        moved = 0
        while moves > 0:
            cycles = [self._move()]
            while self._random() < ONE_MORE_MOVE:
                cycles.append(self._move())
            moves -= len(cycles)
            totals = self._totals.copy()
            for cycle in cycles:
                self._count(cycle, totals)
            breach = self._bounds.breach(totals)
            if breach <= self.breach:
                self._totals, self.breach = totals, breach
                moved += sum(map(len, cycles))
            else:
                for cycle in reversed(cycles):
                    for tile, index, _ in cycle:
                        self._place[tile], self._tile[index] = index, tile
        return moved

    def _move(self) -> list[tuple[int, int, int]]:
        """Move tiles along a cycle; returns each with its old and its new place."""
        random, at, on_path = self._random, self._place, self._on_path
        tile = int(random() * len(at))
        path: list[int] = []
        while True:
            on_path[at[tile]] = len(path)
            path.append(tile)
            choices = self._choices[tile]
            to = choices[int(random() * len(choices))]
            begin = on_path[to]
            if begin >= 0:
                break
            tile = self._tile[to]
        for tile in path:
            on_path[at[tile]] = -1
        cycle = path[begin:]
        if len(cycle) == 1:
            return []
        old = [at[tile] for tile in cycle]
        moved = list(zip(cycle, old, (*old[1:], old[0]), strict=True))
        for tile, _, index in moved:
            at[tile], self._tile[index] = index, tile
        return moved

    def _count(self, cycle: Iterable[tuple[int, int, int]], totals: list[int]) -> None:
        """Bring the totals up to date after a move."""
        weighing, covers, slots = self._bounds.weighing, self._bounds.covers, self._slot
        for tile, old, new in cycle:
            before, after = covers[slots[old]], covers[slots[new]]
            for number, weight in weighing[tile]:
                totals[number] += weight * (after[number] - before[number])
