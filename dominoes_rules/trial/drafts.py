"""Rounds constructed from nothing: a few plays that match, and deals that make them possible."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.shape import Starter
from dominoes_lang.table.spots import begun_by, next_table, open_mask, plays_of
from dominoes_lang.table.state import Action, State

Row = tuple[tuple[int, ...], tuple[Action, ...], State]
"""Tiles in the order they are laid, the plays, and the table after them."""


def rows(setup: Setup, length: int) -> Iterator[Row]:
    """Every sequence of this many plays, the lowest tiles first."""
    layout = setup.layout

    def go(laid: tuple[int, ...], actions: tuple[Action, ...], table: State) -> Iterator[Row]:
        if len(laid) == length:
            yield laid, actions, table
            return
        rest = setup.tiles.all & ~sum(1 << tile for tile in laid) & ~table.more.laid
        for action in plays_of(layout.rules, table, rest):
            after = next_table(layout.rules, table, action)
            yield from go((*laid, action.tile), (*actions, action), after)

    yield from go((), (), begun_by(layout.rules, _starter(setup)))


def _starter(setup: Setup) -> int:
    """The tile on the table before the first turn; of those that may be turned up the lowest."""
    return 0 if setup.shape.starter is Starter.STOCK else setup.starter_of(1)


def lowest_hand(setup: Setup, opener: int, row: Row) -> list[int]:
    """The first hand of the plainest deal that makes a sequence of plays possible, sorted."""
    own = [tile for index, tile in enumerate(row[0]) if setup.after(opener, index) == 0]
    taken = {*row[0], _starter(setup)}
    rest = (tile for tile in range(len(setup.tiles)) if tile not in taken)
    return sorted([*own, *islice(rest, max(0, setup.hand_size - len(own)))])


def packs(setup: Setup, opener: int, row: Row) -> list[tuple[int, ...]]:
    """Packs that deal each tile of a sequence to the player who lays it.

    The other tiles are dealt in a few ways, so that others can play or can't, and hands are light
    or heavy.
    """
    laid, _, table = row
    open_now = open_mask(setup.layout.rules, table, opener)
    starter = _starter(setup)
    rest = [tile for tile in range(len(setup.tiles)) if tile not in (*laid, starter)]
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
    for index, tile in enumerate(laid):
        hands[setup.after(opener, index)].append(tile)
    gone: set[int] = set()
    for seat, hand in enumerate(hands):
        wanted = for_opener if seat == opener else for_others
        more = [tile for tile in wanted if tile not in gone][: max(0, setup.hand_size - len(hand))]
        hand += more
        gone |= set(more)
    left = [tile for tile in sorted(for_others) if tile not in gone]
    turned_up = [_starter(setup)] if setup.shape.starter is Starter.STOCK else []
    return (*(tile for hand in hands for tile in sorted(hand)), *turned_up, *left)
