"""One world of a problem, whether it is the only one, or that there is none, without counting.

The tiles flow into the slots along augmenting paths (Ford and Fulkerson). Where a counter is not
kept, one tile after another is bound to its slots or kept out of them, and the flow is mended: a
depth-first search, which bounds on the weight of what is still open cut short.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.worlds.counting import TooManyStates, WorldTable
from dominoes_solver.worlds.slots import Counter, Hidden, World

MOST_TRIED = 1_000
"""Flows that are mended before the worlds are counted instead."""


def some_world(hidden: Hidden) -> World | None:
    """A world of a problem, the same at every call; None if there is none.

    Where the counters are so tight that neither a search nor a table can decide it, the world may
    break some of them.
    """
    sizes = [slot.size for slot in hidden.slots]
    allowed = [mask if size else 0 for mask, size in zip(hidden.allowed, sizes, strict=True)]
    first = _filled(allowed, sizes, [0] * len(sizes), hidden.tiles)
    if first is None or all(counter.holds(tuple(first)) for counter in hidden.counters):
        return None if first is None else tuple(first)
    # The last one is tried first.
    stack = [(allowed, first)]
    for _ in range(MOST_TRIED):
        if not stack:
            return None
        allowed, world = stack.pop()
        choice = _choice(hidden, allowed, world)
        if choice is None:
            continue
        if not choice.tile:
            return tuple(world)
        for slots in (choice.later, choice.first):
            open_to = [
                mask & ~choice.tile if slot in slots else mask for slot, mask in enumerate(allowed)
            ]
            kept = [tiles & mask for tiles, mask in zip(world, open_to, strict=True)]
            mended = _filled(open_to, sizes, kept, hidden.tiles)
            if mended is not None:
                stack.append((open_to, mended))
    try:
        table = WorldTable(hidden)
    except TooManyStates:
        return tuple(first)
    return table.unrank(0) if table.count else None


def is_only(hidden: Hidden, world: World) -> bool:
    """Whether a world of a problem is the only one.

    Where the counters are too tight to decide it, another that may break some of them counts.
    """
    for slot, mask in enumerate(contents(hidden)):
        for tile in numbers_in(mask & ~world[slot]):
            if not hidden.counters or some_world(hidden.fixing(1 << tile, [slot])) is not None:
                return False
    return True


def contents(hidden: Hidden) -> tuple[int, ...]:
    """For each slot the mask of the tiles that it can hold in some world, counters aside.

    A tile can change its slot where others can follow it round, back to the slot that it leaves.
    """
    sizes = [slot.size for slot in hidden.slots]
    allowed = [mask if size else 0 for mask, size in zip(hidden.allowed, sizes, strict=True)]
    world = _filled(allowed, sizes, [0] * len(sizes), hidden.tiles)
    if world is None:
        return (0,) * len(sizes)
    possible = list(world)
    for slot, mask in enumerate(allowed):
        # The slots to which a tile that this slot gives up can go, at once or by way of others.
        reached = [slot]
        for giver in reached:
            reached += [
                taker
                for taker, open_to in enumerate(allowed)
                if taker not in reached and world[giver] & open_to
            ]
        for reached_slot in reached:
            possible[slot] |= world[reached_slot] & mask
    return tuple(possible)


def _filled(
    allowed: Sequence[int], sizes: Sequence[int], start: Sequence[int], tiles: int
) -> list[int] | None:
    """The slots of `start` with the rest of the tiles; None if these do not fit into them."""
    world = list(start)
    free = tiles & ~sum(world)
    room = [size - inside.bit_count() for size, inside in zip(sizes, world, strict=True)]
    # Slots with little choice go first, so that few tiles have to move again.
    for slot in sorted(range(len(sizes)), key=lambda n: (allowed[n] & free).bit_count() - room[n]):
        if room[slot]:
            taken = _some(allowed[slot] & free, room[slot])
            world[slot] |= taken
            free ^= taken
            room[slot] -= taken.bit_count()
    for slot, missing in enumerate(room):
        for _ in range(missing):
            moved = _augmented(allowed, world, slot, free)
            if not moved:
                return None
            free ^= moved
    return world


def _augmented(allowed: Sequence[int], world: list[int], short: int, free: int) -> int:
    """Give a slot one tile more, along the shortest path to a free one, which is returned, or 0."""
    giver = {short: short}
    """For each slot reached, the slot that takes a tile from it."""
    queue = [short]
    for slot in queue:
        tile = allowed[slot] & free
        if tile:
            tile &= -tile
            taken = tile
            while True:
                world[slot] |= tile
                if slot == short:
                    return taken
                taker = giver[slot]
                tile = world[slot] & allowed[taker]
                tile &= -tile
                world[slot] ^= tile
                slot = taker
        for holder_slot, inside in enumerate(world):
            if holder_slot not in giver and inside & allowed[slot]:
                giver[holder_slot] = slot
                queue.append(holder_slot)
    return 0


def _some(tiles: int, number: int) -> int:
    """So many of these tiles, the lowest, or all of them."""
    rest = tiles
    for _ in range(min(number, tiles.bit_count())):
        rest &= rest - 1
    return tiles ^ rest


class _Choice(NamedTuple):
    """A tile (a mask; 0 for none) and the slots that it is kept out of: first, then otherwise."""

    tile: int
    first: frozenset[int]
    later: frozenset[int]


def _choice(hidden: Hidden, allowed: Sequence[int], world: Sequence[int]) -> _Choice | None:
    """The next tile to be decided; none if every counter is kept, None if one can't be."""
    decided = _Choice(0, frozenset(), frozenset())
    for counter in hidden.counters:
        inside = outside = here = room = 0
        for slot, mask in enumerate(allowed):
            if slot in counter.slots:
                inside |= mask
                here |= world[slot]
                room += hidden.slots[slot].size
            else:
                outside |= mask
        bound, open_tiles = inside & ~outside, inside & outside
        room -= bound.bit_count()
        certain = _weight(counter, bound)
        weights = sorted(counter.weight(tile) for tile in numbers_in(open_tiles))
        least = certain + sum(weights[:room])
        most = certain + sum(weights[len(weights) - room :])
        if most < counter.low or (counter.high is not None and least > counter.high):
            return None
        total = _weight(counter, here)
        wants_more = total < counter.low
        if decided.tile or not (wants_more or (counter.high is not None and total > counter.high)):
            continue
        movable = open_tiles & ~here if wants_more else open_tiles & here
        if not movable:
            return None
        tile = max(numbers_in(movable), key=lambda free: (counter.weight(free), -free))
        within = frozenset(counter.slots)
        without = frozenset(range(len(allowed))) - within
        pair = (without, within) if wants_more else (within, without)
        decided = _Choice(1 << tile, *pair)
    return decided


def _weight(counter: Counter, tiles: int) -> int:
    return sum(counter.weight(tile) for tile in numbers_in(tiles))
