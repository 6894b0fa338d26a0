"""Every world of a problem one after the other, by constraint solving.

For conditions that no table can count, on problems with few worlds; and as a second opinion on
`counting`: nothing is shared with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.worlds.slots import Counter, Hidden, World


class Condition(NamedTuple):
    """Any condition on where some tiles (a mask) lie.

    `holds` is called with these tiles alone in the slots. Fewer tiles are decided earlier, and rule
    out many worlds at once.
    """

    tiles: int
    holds: Callable[[World], bool]


def worlds(hidden: Hidden, conditions: Sequence[Condition] = ()) -> Iterator[World]:
    """The worlds in which all conditions hold, each once, in no particular order.

    Some 100,000 a second. One variable for each hidden tile, its domain the slots that allow it,
    and for each slot that exactly as many tiles as it has room for lie in it. (Places as variables,
    all different, would give every world once for each order of the tiles within their slots.)
    """
    from constraint import (
        FunctionConstraint,
        OptimizedBacktrackingSolver,
        Problem,
        SomeInSetConstraint,
    )

    room = [slot.size for slot in hidden.slots]
    base = [0] * len(room)
    homes: dict[int, list[int]] = {}
    for tile in numbers_in(hidden.tiles):
        slots = [
            number
            for number, allowed in enumerate(hidden.allowed)
            if hidden.slots[number].size and allowed >> tile & 1
        ]
        if len(slots) == 1:
            # The solver would decide these last, since fewest constraints speak of them.
            base[slots[0]] |= 1 << tile
            room[slots[0]] -= 1
        else:
            homes[tile] = slots
    if not all(homes.values()) or min(room, default=0) < 0:
        return

    # Looking ahead costs more here than it rules out, and calls each function twice.
    problem = Problem(OptimizedBacktrackingSolver(forwardcheck=False))
    for tile, slots in homes.items():
        problem.addVariable(tile, slots)
    for number, size in enumerate(room):
        tiles = [tile for tile, slots in homes.items() if number in slots]
        if len(tiles) < size:
            return
        if tiles:
            problem.addConstraint(SomeInSetConstraint({number}, size, True), tiles)
    counters = (_counted(counter) for counter in hidden.counters)
    for condition in (*counters, *conditions):
        tiles = [tile for tile in homes if condition.tiles >> tile & 1]
        fixed = [mask & condition.tiles for mask in base]
        if tiles:
            keeps = _of_slots(condition, tiles, fixed)
            problem.addConstraint(FunctionConstraint(keeps), tiles)
        elif not condition.holds(tuple(fixed)):
            return
    # The solver finds nothing if there is nothing to decide.
    for solution in problem.getSolutionIter() if homes else ({},):
        world = base.copy()
        for tile, number in solution.items():
            world[number] |= 1 << tile
        yield tuple(world)


def _counted(counter: Counter) -> Condition:
    """A counter as a condition."""
    tiles = sum(1 << tile for tile, weight in enumerate(counter.weights) if weight)
    return Condition(tiles, counter.holds)


def _of_slots(condition: Condition, tiles: list[int], fixed: list[int]) -> Callable[..., bool]:
    """A condition as a function of the slots of these tiles; `fixed` has the others."""
    bits = [1 << tile for tile in tiles]

    def holds(*slots: int) -> bool:
        world = fixed.copy()
        for bit, slot in zip(bits, slots, strict=True):
            world[slot] |= bit
        return condition.holds(tuple(world))

    return holds
