"""Helpers that generated functions call: the few things that are the same in every ruleset."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from operator import add
from typing import TypeVar

from dominoes_lang.codegen.python import tables
from dominoes_lang.lowering.program import Tables
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table import spots
from dominoes_lang.table.layout import At, Layout
from dominoes_lang.table.lines import halves_like, line_of, pips_on
from dominoes_lang.table.shape import Where
from dominoes_lang.table.state import (
    DRAW,
    NOBODY,
    PASS,
    STOP,
    End,
    Kind,
    More,
    State,
    discard,
    order_of,
    play,
    run_on,
    run_over,
    with_aside,
    without_turn,
)
from dominoes_lang.table.tiles import Order, numbers_in

Key = TypeVar("Key", int, tuple[int, ...])

PLAYS_AT = {where: f"PLAYS_{where.name}" for where in Where}
"""The helpers that list the plays at named ends."""
LISTING_ACTIONS = ("FITTING_PLAYS", "AT_EACH", "OWED", *PLAYS_AT.values())
"""The names of helpers that list actions."""

_CHUNK = 14


def pip_counter(values: Sequence[int]) -> Callable[[int], int]:
    """A function that adds up the pips of the tiles in a mask, by tables of 2^14 entries."""
    tables = []
    for start in range(0, len(values), _CHUNK):
        table = [0]
        for value in values[start : start + _CHUNK]:
            table += [known + value for known in table]
        tables.append(table)
    low = (1 << _CHUNK) - 1
    if len(tables) == 1:
        return tables[0].__getitem__
    if len(tables) == 2:
        first, second = tables
        return lambda mask: first[mask & low] + second[mask >> _CHUNK]

    def pips(mask: int) -> int:
        total, number = 0, 0
        while mask:
            total += tables[number][mask & low]
            mask >>= _CHUNK
            number += 1
        return total

    return pips


def union(hands: Sequence[int], seats: Iterable[int]) -> int:
    """The tiles that these seats hold together."""
    mask = 0
    for seat in seats:
        mask |= hands[seat]
    return mask


def holder(hands: Sequence[int], tiles: int) -> int:
    """The first seat that holds one of some tiles, or nobody."""
    for seat, hand in enumerate(hands):
        if hand & tiles:
            return seat
    return NOBODY


def first_of(order: Sequence[int]) -> Callable[[int], int]:
    """A function that finds the first tile of an order in a mask; -1 for none."""
    return lambda mask: next((tile for tile in order if mask >> tile & 1), -1)


def leader(keys: Sequence[Key], ties: int) -> int:
    """The number of the smallest key, or `ties` where several share it."""
    least = min(keys)
    return keys.index(least) if keys.count(least) == 1 else ties


def _dropping_out(setup: Setup) -> dict[str, object]:
    """Who has dropped out, by the mask of their seats; and who has not."""

    def still_in(out: int) -> tuple[int, ...]:
        return tuple(seat for seat in setup.playing if not out >> seat & 1)

    def last_in(out: int) -> int:
        seats = still_in(out)
        return seats[0] if len(seats) == 1 else NOBODY

    def dropped_out(out: int, seats: Sequence[int]) -> bool:
        return bool(seats) and all(out >> seat & 1 for seat in seats)

    return {"still_in": still_in, "last_in": last_in, "dropped_out": dropped_out}


def _of_layout(layout: Layout) -> dict[str, object]:
    """What generated functions ask the layout; of a line, what is not written out."""
    rules = layout.rules

    placed: dict[str, object] = {
        "At": At,
        "AT_EACH": partial(spots.plays_at_each, rules),
        "FITTING_PLAYS": partial(spots.plays_at, rules),
        "LISTED": layout.same.as_listed,
        "OWED": partial(spots.plays_owed, rules),
        "order_of": order_of,
    }
    for where in Where:
        placed[PLAYS_AT[where]] = partial(spots.plays_where, rules, where)
        placed[f"FIT_{where.name}"] = partial(spots.mask_where, rules, where)
    if layout.is_line:
        line = line_of(layout)
        return {"FITTING": line.fitting, "DOUBLES_AFTER": line.doubles_after, **placed}
    return {
        "OPEN_MASK": rules.mask,
        "AFTER_PLAY": rules.effect,
        "AFTER_PASS": rules.passed,
        **placed,
        "PIPS_ON_ENDS": partial(spots.pips, rules),
        "ENDS_ALIKE": lambda ends, more: spots.most_alike(rules, ends),
        "HALVES_LIKE_IT": partial(spots.halves_like_it, rules),
    }


def _of_tricks(setup: Setup) -> dict[str, object]:
    """What generated functions ask of an auction."""
    if setup.tricks is None:
        return {}
    return {"SAYS": setup.tricks.auction.legal, "SAID": setup.tricks.auction.after}


def namespace(setup: Setup) -> dict[str, object]:
    """The globals of generated functions: tables of this setup, and the helpers above.

    Tables that are indexed by a seat or a side end with an entry for nobody, which is -1.
    """
    seats, sides = range(setup.seats), range(setup.sides)
    return {
        "State": State,
        "PLAY": Kind.PLAY,
        "DRAWS": Kind.DRAW,
        "STOPS": Kind.STOP,
        "DISCARDS": Kind.DISCARD,
        "DRAW": DRAW,
        "STOP": STOP,
        "discard": discard,
        "with_aside": with_aside,
        "run_on": run_on,
        "run_over": run_over,
        "without_turn": without_turn,
        "PASS": PASS,
        "NONE_TAKEN": (0,) * setup.seats,
        **_of_tricks(setup),
        "More": More,
        "halves_like": halves_like,
        "pips_on": pips_on,
        "new_tuple": tuple.__new__,  # in half the time that `State(…)` takes
        **{
            f"PLAYS_{end.name}": {1 << tile: play(tile, end) for tile in range(len(setup.tiles))}
            for end in End
        },
        "BEARING": setup.tiles.bearing,
        "FITS": setup.fits.by_number,
        **_of_layout(setup.layout),
        **_dropping_out(setup),
        "HALVES": tuple(tuple(tile) for tile in setup.tiles.tiles),
        "PIPS_OF": setup.tiles.pips,
        "ALL": setup.tiles.all,
        "DOUBLES": setup.tiles.doubles,
        **tables(Tables(setup)),
        "CHOSEN": tuple(
            tuple(setup.chosen(side, lot) for lot in seats) for side in (*sides, NOBODY)
        ),
        "pips": pip_counter(setup.values),
        "union": union,
        "holder": holder,
        **{order.name.lower(): first_of(setup.tiles.in_order(order)) for order in Order},
        "leader": leader,
        "add": add,
        "Fraction": Fraction,
        "numbers_in": numbers_in,
    }
