"""Who was dealt most or fewest of something, as bounds on what single hands hold.

Every hand has the same size, so fewest of something is most of its complement.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_solver.evidence.evidence import Unsupported
from dominoes_solver.evidence.view import Holding
from dominoes_solver.worlds.cases import DealCase, WeightBound

MOST_SEATS = 6
"""Seats up to which it is told apart which of them tie."""


def leaders(
    setup: Setup,
    dealt: Sequence[Holding],
    who: nodes.Ranked,
    before: DealCase,
    wanted: Collection[int],
    *,
    ties: bool,
) -> Iterator[tuple[tuple[int, ...], DealCase]]:
    """The seats that share the lead, in each case of the deal.

    Left out are cases in which a seat leads alone that is not `wanted`, and without `ties` those in
    which several share the lead. Raises `Unsupported` if the cases can't be counted.
    """
    seats = setup.playing
    extremes = [extreme for extreme in who.extremes if extreme.measure != "tiles"]
    if not extremes:
        yield seats, before
        return
    if len(extremes) > 1:
        raise Unsupported("ranks hidden hands by two measures")
    if who.noun != "player":
        raise Unsupported("ranks hidden hands by sides")
    weights = _weights(setup, extremes[0])
    known = [
        sum(weight for tile, weight in enumerate(weights) if hand.known >> tile & 1)
        for hand in dealt
    ]
    hidden = {seat for seat in seats if dealt[seat].unseen}
    if ties and len(hidden) >= MOST_SEATS:
        raise Unsupported("lets hidden hands tie in too many ways")

    def bound(seat: int, low: int, high: int | None) -> WeightBound:
        return WeightBound(seat, weights, low, high, known[seat])

    sizes = range(1, setup.player_count + 1 if ties else 2)
    for first in chain.from_iterable(combinations(seats, size) for size in sizes):
        if len(first) == 1 and first[0] not in wanted:
            continue
        keys = {known[seat] for seat in first if seat not in hidden}
        rest = [seat for seat in seats if seat not in first]
        beaten = max((known[seat] for seat in rest if seat not in hidden), default=-1)
        if len(keys) > 1 or (keys and max(keys) <= beaten):
            continue
        if not keys and len(first) == 1 and hidden.isdisjoint(rest):
            yield first, replace(before, bounds=(*before.bounds, bound(first[0], beaten + 1, None)))
            continue
        if not keys:
            raise Unsupported("compares hidden hands with each other")
        (value,) = keys
        bounds = [bound(seat, value, value) for seat in first if seat in hidden]
        bounds += [bound(seat, 0, value - 1) for seat in rest if seat in hidden]
        yield first, replace(before, bounds=(*before.bounds, *bounds))


def _weights(setup: Setup, extreme: nodes.Extreme) -> tuple[int, ...]:
    tiles = range(len(setup.tiles))
    values = setup.values
    if extreme.measure == "doubles":
        values = tuple(setup.tiles.doubles >> tile & 1 for tile in tiles)
    most = max(values)
    return tuple(values if extreme.which == "most" else (most - value for value in values))
