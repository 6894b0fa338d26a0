"""Rounds constructed from nothing: a few plays that match, and deals that make them possible."""

from __future__ import annotations

from collections.abc import Iterator

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.layout import Ends
from dominoes_lang.table.state import Action, play

Row = tuple[tuple[int, ...], tuple[Action, ...], Ends]
"""Tiles in the order they are laid, the plays, and the ends after them."""


def rows(setup: Setup, length: int) -> Iterator[Row]:
    """Every sequence of this many plays, the lowest tiles first."""

    def go(laid: tuple[int, ...], actions: tuple[Action, ...], ends: Ends) -> Iterator[Row]:
        if len(laid) == length:
            yield laid, actions, ends
            return
        for tile, end, after, _ in setup.layout.plays[ends]:
            if tile not in laid:
                yield from go((*laid, tile), (*actions, play(tile, end)), after)

    yield from go((), (), ())


def packs(setup: Setup, opener: int, row: Row) -> list[tuple[int, ...]]:
    """Packs that deal each tile of a sequence to the player who lays it.

    The other tiles are dealt in a few ways, so that others can play or can't, and hands are light
    or heavy.
    """
    laid, _, ends = row
    open_now = setup.layout.fitting[ends]
    rest = [tile for tile in range(len(setup.tiles)) if tile not in laid]
    stuck = sorted(rest, key=lambda tile: open_now >> tile & 1)
    able = sorted(rest, key=lambda tile: not open_now >> tile & 1)
    count = sum(not open_now >> tile & 1 for tile in rest)
    heavy = [*reversed(stuck[:count]), *stuck[count:]]
    ways = [(rest, rest), (rest, stuck), (stuck, stuck), (heavy, heavy), (able, able)]
    return list(dict.fromkeys(_pack(setup, opener, laid, *way) for way in ways))


def _pack(
    setup: Setup, opener: int, laid: tuple[int, ...], for_opener: list[int], for_others: list[int]
) -> tuple[int, ...]:
    """The pack that deals each laid tile to its player, and others from the front of the lists."""
    hands: list[list[int]] = [[] for _ in range(setup.seats)]
    for place, tile in enumerate(laid):
        hands[setup.after(opener, place)].append(tile)
    gone: set[int] = set()
    for seat, hand in enumerate(hands):
        wanted = for_opener if seat == opener else for_others
        more = [tile for tile in wanted if tile not in gone][: max(0, setup.hand_size - len(hand))]
        hand += more
        gone |= set(more)
    left = [tile for tile in sorted(for_others) if tile not in gone]
    return (*(tile for hand in hands for tile in sorted(hand)), *left)
