"""Equivalences in a counting problem: pools of slots, classes of tiles, and the steps over them.

Slots that allow the same tiles and belong to the same counters form a pool: how a pool's tiles are
split over its slots is a multinomial coefficient. Tiles that every pool treats alike form a class.
A step decides how many tiles of one class go into one pool. The state between two steps is an
`int` of bit fields: tiles of the class still to place (lowest), room left in each pool, and for
each counter what it may still take, or still needs.

The order of everything here follows from the sets of tiles and from the slots' names (holder,
moment), never from the order in which the caller wrote them down.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.worlds.slots import Counter, Hidden


class SlotPool(NamedTuple):
    """Slots that a count cannot distinguish: their numbers in canonical order, and their room."""

    slots: tuple[int, ...]
    size: int


Fork = tuple[int, int, dict[int, list[tuple[int, int, int, int]]]]
"""A step on the way to a world: its pool; the class if this is its first step, else 0; and for each
state the edges that lead to worlds: tiles taken, the worlds beyond it, those of one choice, the
state that follows."""


class Field(NamedTuple):
    """A bit field of the state."""

    shift: int
    mask: int


class Bound(NamedTuple):
    """A counter as a field of the state, with the pools it covers.

    With an upper bound the field holds what may still be added, and may end at `slack` or
    less; with only a lower bound it holds what is still needed, not below 0, and ends at 0.
    """

    weights: tuple[int, ...]
    pools: frozenset[int]
    capped: bool
    start: int
    slack: int

    def weight(self, tile: int) -> int:
        return self.weights[tile] if tile < len(self.weights) else 0


class Touch(NamedTuple):
    """How one tile of a step changes the field of a counter."""

    field: Field
    weight: int
    capped: bool


@dataclass(frozen=True)
class TakeStep:
    """Take some of what is left of class `kind` into pool `pool`."""

    kind: int
    pool: int
    room: Field
    later: int
    """How many tiles of later classes the pool allows: less room than that must be left."""
    touches: tuple[Touch, ...]
    last: bool
    """Whether this is the last pool of the class, which takes all that is left of it."""
    closing: tuple[tuple[Field, int], ...]
    """Counters that no later step touches, with the most that their field may hold."""
    following: int
    """On the last pool: the size of the next class."""


@dataclass(frozen=True)
class Plan:
    """The steps of a counting problem; `steps` is None if some tile or bound rules all out."""

    pools: tuple[SlotPool, ...]
    classes: tuple[int, ...]
    """A mask for each class, in the order of the steps."""
    steps: tuple[TakeStep, ...] | None
    left: int
    """The mask of the lowest field."""
    start: int
    """The first state; the last one is 0."""


def plan(hidden: Hidden) -> Plan:
    """Find the equivalences and list the steps."""
    impossible = Plan((), (), None, 0, 0)
    binding = binding_counters(hidden)
    if binding is None:
        return impossible
    pools, pool_of, allowed = _pools(hidden, binding)
    bounds = [
        Bound(
            counter.weights,
            frozenset(pool_of[slot] for slot in counter.slots if slot in pool_of),
            counter.high is not None,
            counter.low if counter.high is None else counter.high,
            0 if counter.high is None else counter.high - max(counter.low, 0),
        )
        for counter in binding
    ]
    classes = _classes(hidden.tiles, allowed, bounds)
    if any(not any(part & mask for mask in allowed) for part in classes):
        return impossible
    return _lay_down(pools, allowed, bounds, classes)


def breadth(planned: Plan) -> int:
    """About how many states a table has between its classes, found without making it.

    All ways in which the room left in the pools adds up to the tiles left, whether or not each pool
    takes these tiles: at least as many as there are. What counters add is left aside.
    """
    pools, sizes = planned.pools, [part.bit_count() for part in planned.classes]
    filled = [0] * len(pools)
    """For each pool how many tiles of the classes so far it can take."""
    fillable = [0] * len(pools)
    """The same of the others."""
    homes: list[list[int]] = [[] for _ in sizes]
    for step in planned.steps or ():
        homes[step.kind].append(step.pool)
        fillable[step.pool] += sizes[step.kind]
    states, left = 0, sum(sizes)
    # The ways for each sum of room are the coefficients of a product of polynomials, which is taken
    # at a power of two that no coefficient reaches.
    bits = sum(pool.size.bit_length() + 1 for pool in pools)
    for size, home in zip(sizes, homes, strict=True):
        ways = 1
        for pool, before, after in zip(pools, filled, fillable, strict=True):
            least, most = max(0, pool.size - before), min(pool.size, after)
            ways *= sum(1 << bits * room for room in range(least, most + 1))
        states += ways >> bits * left & (1 << bits) - 1
        left -= size
        for number in home:
            filled[number] += size
            fillable[number] -= size
    return states


def binding_counters(hidden: Hidden) -> list[Counter] | None:
    """The counters that can rule out a world, simplified; None if one rules out all."""
    binding = []
    for counter in hidden.counters:
        simplified = _simplify(hidden, counter)
        if simplified is None:
            return None
        if simplified.low > 0 or simplified.high is not None:
            binding.append(simplified)
    return binding


def _simplify(hidden: Hidden, counter: Counter) -> Counter | None:
    """The counter without an upper bound that cannot be reached; None if it cannot be kept."""
    open_to = 0
    for slot in counter.slots:
        if hidden.slots[slot].size:
            open_to |= hidden.tiles & ~hidden.refused[slot]
    room = sum(hidden.slots[slot].size for slot in counter.slots)
    heaviest = sorted((counter.weight(tile) for tile in numbers_in(open_to)), reverse=True)
    most = sum(heaviest[:room])
    high = counter.high
    if counter.low > most or (high is not None and (high < 0 or high < counter.low)):
        return None
    return Counter(
        counter.weights, counter.slots, counter.low, None if high is None or high >= most else high
    )


def _pools(
    hidden: Hidden, counters: list[Counter]
) -> tuple[tuple[SlotPool, ...], dict[int, int], list[int]]:
    """The pools, the pool of each slot with room, and the mask that each pool allows."""
    alike: dict[tuple[int, ...], list[int]] = {}
    for slot in hidden.canonical_order:
        if hidden.slots[slot].size:
            inside = [number for number, counter in enumerate(counters) if slot in counter.slots]
            alike.setdefault((hidden.tiles & ~hidden.refused[slot], *inside), []).append(slot)
    pools = tuple(
        SlotPool(tuple(slots), sum(hidden.slots[slot].size for slot in slots))
        for slots in alike.values()
    )
    pool_of = {slot: number for number, pool in enumerate(pools) for slot in pool.slots}
    return pools, pool_of, [key[0] for key in alike]


def _classes(tiles: int, allowed: list[int], bounds: list[Bound]) -> tuple[int, ...]:
    """Masks of the tiles that no pool and no counter distinguishes, in the order to place them.

    Classes that counters weigh come first, those of one counter after the other, so that their
    fields close early; then those with fewest pools. The last class, mostly the largest and the
    freest, then costs nothing.
    """
    parts = [tiles] if tiles else []
    for mask in allowed:
        parts = [part for old in parts for part in (old & mask, old & ~mask) if part]
    for bound in bounds:
        by_weight: dict[int, int] = {}
        for tile in numbers_in(tiles):
            weight = bound.weight(tile)
            by_weight[weight] = by_weight.get(weight, 0) | 1 << tile
        parts = [part for old in parts for mask in by_weight.values() if (part := old & mask)]

    # Counters that weigh few tiles close first; then by what they weigh, so that the order in which
    # the caller wrote them down does not matter.
    order = [
        (sum(1 for tile in numbers_in(tiles) if bound.weight(tile)), bound.weights)
        for bound in bounds
    ]

    def urgency(part: int) -> tuple[bool, tuple[int, tuple[int, ...]], int, int]:
        weighing = [key for key, bound in zip(order, bounds, strict=True) if _weight(bound, part)]
        first = min(weighing, default=(0, ()))
        return (not weighing, first, sum(1 for mask in allowed if part & mask), part & -part)

    return tuple(sorted(parts, key=urgency))


def _weight(bound: Bound, part: int) -> int:
    """The weight of each tile of a class."""
    return bound.weight((part & -part).bit_length() - 1)


def _lay_down(
    pools: tuple[SlotPool, ...], allowed: list[int], bounds: list[Bound], classes: tuple[int, ...]
) -> Plan:
    sizes = [part.bit_count() for part in classes]
    left = (1 << max(sizes, default=0).bit_length()) - 1
    shift = left.bit_length()
    start = sizes[0] if sizes else 0
    fields: list[Field] = []
    # Fields only ever fall, so one as wide as its first value never borrows from the next.
    for value in [pool.size for pool in pools] + [bound.start for bound in bounds]:
        fields.append(Field(shift, (1 << value.bit_length()) - 1))
        start |= value << shift
        shift += value.bit_length()
    rooms, counted = fields[: len(pools)], fields[len(pools) :]

    homes = [[b for b, mask in enumerate(allowed) if part & mask] for part in classes]
    later = [
        sum(size for size, home in zip(sizes, homes, strict=True) if b in home)
        for b in range(len(pools))
    ]
    touching = [
        [bool(_weight(bound, part)) and not bound.pools.isdisjoint(home) for bound in bounds]
        for part, home in zip(classes, homes, strict=True)
    ]
    # A counter closes with the last class that touches it; what touches none was simplified away.
    closes = [max(k for k, row in enumerate(touching) if row[c]) for c in range(len(bounds))]
    steps: list[TakeStep] = []
    for kind, part in enumerate(classes):
        for b in homes[kind]:
            later[b] -= sizes[kind]
            last = b == homes[kind][-1]
            touches = (
                Touch(field, _weight(bound, part), bound.capped)
                for bound, field in zip(bounds, counted, strict=True)
                if b in bound.pools and _weight(bound, part)
            )
            closing = (
                (counted[c], bound.slack)
                for c, bound in enumerate(bounds)
                if last and closes[c] == kind
            )
            # The lowest field is 0 once a class is placed, so the size of the next one can just be
            # added.
            following = sizes[kind + 1] if last and kind + 1 < len(classes) else 0
            steps.append(
                TakeStep(
                    kind, b, rooms[b], later[b], tuple(touches), last, tuple(closing), following
                )
            )
    return Plan(pools, classes, tuple(steps), left, start)
