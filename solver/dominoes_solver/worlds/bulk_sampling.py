"""Uniform worlds by the million, as arrays: needs numpy.

The hidden tiles are cut into a few blocks. For each block a table lists every way to put its
tiles into slots, sorted by what the way takes from the state (room in slots, range of
counters). A sample picks, block after block, what is taken, each as likely as it has
completions, and then one of the ways that take just that. It shares no table with `counting`,
whose count it must agree with.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log2, prod
from typing import TYPE_CHECKING

from dominoes_lang.table.tiles import numbers_in
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_solver.worlds.classes import binding_counters
from dominoes_solver.worlds.slots import Counter, Hidden

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Masks = NDArray[np.uint64]
    """samples x slots: the mask of the tiles in each slot."""
    Counts = NDArray[np.object_]
    """Python integers."""

WORD = 64
BATCH = 1 << 14
"""Samples made at a time from one random stream: few enough to stay in the processor's cache."""
BLOCK_BITS = 17
"""The binary logarithm of the most ways of a block, before those that overfill a slot go."""
PRECISION = 62
"""Bits of the random number that picks an edge; more are drawn where they do not decide."""
PAIRS = 1 << 21
"""How many numbers may be at work at once while levels are made."""


@dataclass(frozen=True)
class _Coordinates:
    """The coordinates of a state: room in slots, then the counters; arrays of one dimension."""

    start: NDArray[np.int64]
    floor: NDArray[np.bool_]
    """Whether it is what a counter with only a lower bound still needs: it stops at 0."""
    end: NDArray[np.int64]
    """The most that may be left at the end."""
    strides: NDArray[np.int64]
    """Turns the values into one number."""


@dataclass(frozen=True)
class _Block:
    """Every way to put some tiles into slots, in groups that take the same from the state."""

    ways: Masks
    first: NDArray[np.int64]
    size: NDArray[np.int64]
    taken: NDArray[np.int64]
    """groups x coordinates."""
    touched: NDArray[np.bool_]
    """For each coordinate whether the block can change it."""


@dataclass(frozen=True)
class _Level:
    """The edges of a block: from a state, by a group of the block, to a state of the next level.

    Edges are sorted by state and padded to `width`, a power of 2, for each. `limits` is where the
    next edge begins on a scale of 2 ** PRECISION; `exact` the cumulated weights, for each state.
    """

    width: int
    limits: NDArray[np.int64]
    exact: list[list[int]]
    first: NDArray[np.int64]
    size: NDArray[np.int64]
    to: NDArray[np.int64]
    ways: Masks


class BulkSampler:
    """Uniform, independent worlds of a `Hidden` in bulk.

    Raises `ArgumentError` for tile numbers of 64 and more (a mask is one machine word), and where
    the slots and counters have 2^63 states or more; `WorldTable` samples those.
    """

    def __init__(self, hidden: Hidden) -> None:
        if hidden.tiles.bit_length() > WORD:
            raise ArgumentError(
                f"tile number {hidden.tiles.bit_length() - 1} is beyond the {WORD} bits of a mask "
                "in an array; sample such a set with WorldTable"
            )
        self.hidden = hidden
        self.count = 0
        self._levels: list[_Level] = []
        # In canonical order, so that the seed's worlds are the same however it is written.
        inside = hidden.canonical()
        counters = binding_counters(inside)
        if counters is not None:
            coordinates = _coordinates(inside, counters)
            blocks = [
                _block(inside, counters, coordinates, tiles) for tiles in _cut(inside, counters)
            ]
            self.count, self._levels = _levels(coordinates, blocks)

    def sample(self, number: int, seed: int | np.random.SeedSequence, skip: int = 0) -> Masks:
        """Worlds `skip` … `skip` + `number` - 1 of the endless sequence of that seed.

        Returns samples x slots. Any cut of the sequence gives the same worlds, so it can be made
        in parts. Raises `ArgumentError` if there is no world.
        """
        import numpy as np

        if not self.count:
            raise ArgumentError("no world can be drawn: none fits")
        root = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)
        drawn = np.empty((number, len(self.hidden.slots)), dtype=np.uint64)
        done = 0
        while done < number:
            batch, offset = divmod(skip + done, BATCH)
            stream = np.random.SeedSequence(root.entropy, spawn_key=(*root.spawn_key, batch))
            part = self._batch(np.random.default_rng(stream))[offset : offset + number - done]
            drawn[done : done + len(part), self.hidden.canonical_order] = part
            done += len(part)
        return drawn

    def _batch(self, random: np.random.Generator) -> Masks:
        import numpy as np

        worlds = np.zeros((BATCH, len(self.hidden.slots)), dtype=np.uint64)
        state = np.zeros(BATCH, dtype=np.int64)
        for level in self._levels:
            edge = _pick(level, state, random)
            way = random.integers(0, level.size[edge])
            way += level.first[edge]
            worlds |= level.ways.take(way, axis=0)
            state = level.to[edge]
        return worlds


def _pick(
    level: _Level, state: NDArray[np.int64], random: np.random.Generator
) -> NDArray[np.int64]:
    """An edge out of each state, each exactly in proportion to its weight."""
    import numpy as np

    edge = state * level.width
    if level.width == 1:
        return edge
    drawn = random.integers(0, 1 << PRECISION, len(state), dtype=np.int64)
    step = level.width >> 1
    while step:
        edge += step * (level.limits[edge + (step - 1)] <= drawn)
        step >>= 1
    # A limit is rounded down: a number that equals one is on either side of the true limit.
    unsure = np.flatnonzero(level.limits[edge - 1] == drawn)
    for sample in unsure[edge[unsure] % level.width > 0]:
        source = int(state[sample])
        choice = _settle(level.exact[source], int(drawn[sample]), random)
        edge[sample] = source * level.width + choice
    return edge


def _settle(cumulated: list[int], drawn: int, random: np.random.Generator) -> int:
    """The edge whose part of the scale contains a number, drawing more digits until they decide."""
    total, scale = cumulated[-1], 1 << PRECISION
    while True:
        lowest = next(e for e, weight in enumerate(cumulated) if drawn * total < weight * scale)
        if (drawn + 1) * total <= cumulated[lowest] * scale:
            return lowest
        drawn = drawn << 32 | int(random.integers(0, 1 << 32))
        scale <<= 32


def _coordinates(hidden: Hidden, counters: list[Counter]) -> _Coordinates:
    import numpy as np

    start = [slot.size for slot in hidden.slots]
    end = [0] * len(start)
    floor = [False] * len(start)
    for counter in counters:
        start.append(counter.low if counter.high is None else counter.high)
        end.append(0 if counter.high is None else counter.high - max(counter.low, 0))
        floor.append(counter.high is None)
    states = [prod(value + 1 for value in start[:number]) for number in range(len(start) + 1)]
    if states[-1] >= 1 << 63:
        raise ArgumentError("too many states of slots and counters for bulk sampling")
    return _Coordinates(
        np.array(start, dtype=np.int64),
        np.array(floor, dtype=np.bool_),
        np.array(end, dtype=np.int64),
        np.array(states[:-1], dtype=np.int64),
    )


def _cut(hidden: Hidden, counters: list[Counter]) -> list[list[int]]:
    """The hidden tiles in blocks of about equally many ways, as few blocks as `BLOCK_BITS` lets.

    Tiles that counters weigh come first, so that fewer states differ in counters alone; tiles
    that the same slots allow come together, so that more ways take the same.
    """
    homes = {
        tile: [slot for slot, mask in enumerate(hidden.allowed) if mask >> tile & 1]
        for tile in numbers_in(hidden.tiles)
    }
    tiles = sorted(
        homes,
        key=lambda tile: (
            -sum(1 for counter in counters if counter.weight(tile)),
            len(homes[tile]),
            homes[tile],
        ),
    )
    bits = [log2(max(1, len(homes[tile]))) for tile in tiles]
    number = max(1, ceil(sum(bits) / BLOCK_BITS))
    blocks: list[list[int]] = [[] for _ in range(number)]
    total = 0.0
    for tile, amount in zip(tiles, bits, strict=True):
        middle = (total + amount / 2) / (sum(bits) or 1)
        blocks[min(number - 1, int(middle * number))].append(tile)
        total += amount
    return [block for block in blocks if block]


def _block(
    hidden: Hidden, counters: list[Counter], coordinates: _Coordinates, tiles: list[int]
) -> _Block:
    import numpy as np

    slots = len(hidden.slots)
    ways = np.zeros((1, slots), dtype=np.uint64)
    taken = np.zeros((1, len(coordinates.start)), dtype=np.int64)
    for tile in tiles:
        more_ways, more_taken = [ways[:0]], [taken[:0]]
        for slot in range(slots):
            if not hidden.allowed[slot] >> tile & 1:
                continue
            amount = taken.copy()
            amount[:, slot] += 1
            for column, counter in enumerate(counters, slots):
                if slot in counter.slots:
                    amount[:, column] += counter.weight(tile)
            enough = np.minimum(amount, coordinates.start)
            amount = np.where(coordinates.floor, enough, amount)
            fits = (amount == enough).all(axis=1)
            put = ways[fits]
            put[:, slot] |= np.uint64(1 << tile)
            more_ways.append(put)
            more_taken.append(amount[fits])
        ways, taken = np.concatenate(more_ways), np.concatenate(more_taken)
    codes = taken @ coordinates.strides
    order = np.argsort(codes, kind="stable")
    _, first, size = np.unique(codes[order], return_index=True, return_counts=True)
    taken = taken[order][first]
    touched = np.asarray(taken.any(axis=0))
    return _Block(ways[order], first.astype(np.int64), size.astype(np.int64), taken, touched)


def _levels(coordinates: _Coordinates, blocks: list[_Block]) -> tuple[int, list[_Level]]:
    """The number of worlds, and the levels if there are any worlds."""
    import numpy as np

    states = coordinates.start[np.newaxis]
    edges = []
    for here, block in enumerate(blocks):
        if not len(states):
            return 0, []
        source, group, reached = _reach(coordinates, states, block)
        # What no later block changes must be as it may end, and need not be distinguished after it.
        closed = np.ones(len(coordinates.start), dtype=np.bool_)
        for later in blocks[here + 1 :]:
            closed &= ~later.touched
        kept = (~closed | (reached <= coordinates.end)).all(axis=1)
        source, group, reached = source[kept], group[kept], np.where(closed, 0, reached[kept])
        _, index, to = np.unique(
            reached @ coordinates.strides, return_index=True, return_inverse=True
        )
        edges.append((len(states), source, group, to))
        states = reached[index]
    # Python integers in arrays of objects: the counts outgrow machine words.
    ways: Counts = np.ones(len(states), dtype=object)
    levels = []
    for block, (number, source, group, to) in zip(reversed(blocks), reversed(edges), strict=True):
        weights = block.size.astype(object)[group] * ways[to]
        alive = np.flatnonzero(weights)
        if not len(alive):
            return 0, []
        level, ways = _level(block, number, source[alive], group[alive], to[alive], weights[alive])
        levels.append(level)
    return int(ways[0]), levels[::-1]


def _reach(
    coordinates: _Coordinates, states: NDArray[np.int64], block: _Block
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """All edges out of these states: number of the state, of the group, and the values reached."""
    import numpy as np

    sources, groups, reached = [], [], []
    together = max(1, PAIRS // max(1, block.taken.size))
    for begin in range(0, len(states), together):
        values = states[begin : begin + together, np.newaxis] - block.taken
        values = np.where(coordinates.floor, np.maximum(values, 0), values)
        source, group = np.nonzero((values >= 0).all(axis=2))
        sources.append(source + begin)
        groups.append(group)
        reached.append(values[source, group])
    return np.concatenate(sources), np.concatenate(groups), np.concatenate(reached)


def _level(
    block: _Block,
    states: int,
    source: NDArray[np.int64],
    group: NDArray[np.int64],
    to: NDArray[np.int64],
    weights: Counts,
) -> tuple[_Level, Counts]:
    """The level of these edges, which are sorted by source, and in how many ways each state ends.

    A state without edges ends in 0 ways.
    """
    import numpy as np

    number = np.bincount(source, minlength=states)
    begin = np.cumsum(number) - number
    cumulated: Counts = np.add.accumulate(weights)
    before = np.concatenate([np.zeros(1, dtype=object), cumulated])
    ways: Counts = before[begin + number] - before[begin]
    within = cumulated - before[begin][source]

    width = 1 << (int(number.max()) - 1).bit_length()
    cell = source * width + np.arange(len(source)) - begin[source]
    limits = np.full(states * width, 1 << PRECISION, dtype=np.int64)
    limits[cell] = ((within << PRECISION) // ways[source]).astype(np.int64)
    first, size, onward = (np.zeros(states * width, dtype=np.int64) for _ in range(3))
    first[cell], size[cell], onward[cell] = block.first[group], block.size[group], to
    exact = [list(within[b : b + n]) for b, n in zip(begin, number, strict=True)]
    return _Level(width, limits, exact, first, size, onward, block.ways), ways
