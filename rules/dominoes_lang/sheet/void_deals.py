"""How many deals a condition makes void, where hands are counted one by one."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from dominoes_lang.setup.arithmetic import constant
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Role
from dominoes_lang.table.state import NO_TILE


def void_share(setup: Setup) -> Fraction | None:
    """The share of deals that are void because of the doubles that a player holds.

    None if the condition is not `any player holds at least` or `at most` so many doubles.
    """
    match setup.redeal:
        case nodes.HoldsAmount(
            who=nodes.Who(role=Role.ANY_PLAYER), measure="doubles", relation=relation, amount=amount
        ):
            bound = constant(amount)
        case _:
            return None
    if bound is None:
        return None
    size, pool = setup.hand_size, _dealt_from(setup)
    tiles, doubles = pool.bit_count(), (pool & setup.tiles.doubles).bit_count()
    # The ways to deal hands that are not void, by how many doubles are left.
    ways = {doubles: 1}
    for seat in range(setup.seats):
        rest: dict[int, int] = {}
        for left, count in ways.items():
            singles = tiles - seat * size - left
            for held in range(max(0, size - singles), min(left, size) + 1):
                if held >= bound if relation == "at least" else held <= bound:
                    continue
                dealt = comb(left, held) * comb(singles, size - held)
                rest[left - held] = rest.get(left - held, 0) + count * dealt
        ways = rest
    every = 1
    for seat in range(setup.seats):
        every *= comb(tiles - seat * size, size)
    return 1 - Fraction(sum(ways.values()), every)


def _dealt_from(setup: Setup) -> int:
    """The tiles that may be dealt in the first round: one may lie on the table before."""
    starter = setup.starter_of(1)
    return setup.tiles.all if starter == NO_TILE else setup.tiles.all & ~(1 << starter)
