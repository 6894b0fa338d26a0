"""Every world of a problem one after the other, by constraint solving.

For problems with few worlds, and as a second opinion on `counting`: nothing is shared with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.worlds.slots import Counter, Hidden, World


def worlds(hidden: Hidden) -> Iterator[World]:
    """The worlds, each once, in no particular order; some ten thousand a second.

    One variable for each hidden tile, its domain the slots that allow it, and for each slot that
    exactly as many tiles as it has room for lie in it. (Places as variables, all different, would
    give every world once for each order of the tiles within their slots.)
    """
    from constraint import FunctionConstraint, Problem, SomeInSetConstraint

    homes: dict[int, list[int]] = {tile: [] for tile in numbers_in(hidden.tiles)}
    for number, allowed in enumerate(hidden.allowed):
        if hidden.slots[number].size:
            for tile in numbers_in(allowed):
                homes[tile].append(number)
    if not all(homes.values()):
        return
    if not homes:
        nothing = (0,) * len(hidden.slots)
        if hidden.admits(nothing):
            yield nothing
        return

    problem = Problem()
    for tile, slots in homes.items():
        problem.addVariable(tile, slots)
    for number, slot in enumerate(hidden.slots):
        if slot.size:
            tiles = [tile for tile, slots in homes.items() if number in slots]
            if len(tiles) < slot.size:
                return
            problem.addConstraint(SomeInSetConstraint({number}, slot.size, True), tiles)
    for counter in hidden.counters:
        weighed = [tile for tile in homes if counter.weight(tile)]
        if weighed:
            problem.addConstraint(FunctionConstraint(_keeps(counter, weighed)), weighed)
        elif not counter.holds((0,) * len(hidden.slots)):
            return
    for solution in problem.getSolutionIter():
        world = [0] * len(hidden.slots)
        for tile, number in solution.items():
            world[number] |= 1 << tile
        yield tuple(world)


def _keeps(counter: Counter, tiles: list[int]) -> Callable[..., bool]:
    """A counter as a function of the slots of the tiles that have weight."""
    weights = [counter.weight(tile) for tile in tiles]
    inside = frozenset(counter.slots)

    def keeps(*slots: int) -> bool:
        pairs = zip(weights, slots, strict=True)
        total = sum(weight for weight, slot in pairs if slot in inside)
        return counter.low <= total and (counter.high is None or total <= counter.high)

    return keeps
