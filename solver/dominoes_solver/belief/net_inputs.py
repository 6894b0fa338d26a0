"""An action as the inputs of a net: its features, and more of what they are made from.

Nothing here knows a game. Machine code has the inputs written out again, in
`search/native/choices/net_odds.py`; tests hold the two together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dominoes_lang.table.lines import line_of
from dominoes_lang.table.state import NOBODY
from dominoes_solver.belief.features import FEATURES, OF_PLAYS, Seen, features
from dominoes_solver.shown_facts import COUNT_BITS

if TYPE_CHECKING:
    from dominoes_lang.table.state import Action

MOST_COUNTED = (1 << COUNT_BITS) - 1
_OF_A_SEAT = {
    "size": "tiles in the hand of {}",
    "stuck odds": "the probability that {} can't play on the new ends, all unseen tiles alike",
    "short odds": "the probability that {} has no tile for the number opened",
}
_OF_A_NUMBER = {
    "own": "own tiles left that fit {}",
    "unseen": "unseen tiles that fit {}",
    "next void": "the next player certainly has no tile for {}",
    "partner void": "the partner certainly has no tile for {}",
    "before void": "the player before certainly has no tile for {}",
    "double": "the double of {} is among the own tiles left",
    "own plays": "own plays so far that opened {}",
    "next plays": "plays of the next player that opened {}",
    "partner plays": "plays of the partner that opened {}",
    "before plays": "plays of the player before that opened {}",
}
_SEATS = {"next": "the next player", "partner": "the partner", "before": "the player before"}
_NUMBERS = {
    "opened": "the number opened",
    "other": "the number of the other end",
    "covered": "the number covered",
}
INPUTS = {
    **{name: FEATURES[name] for name in tuple(FEATURES)[:OF_PLAYS]},
    "left": "own tiles left",
    "left value": "the value of the own tiles left, of so many of the largest",
    "unseen left": "the unseen tiles",
    "unseen value": "the mean value of an unseen tile, of the largest",
    "opens": "the table is empty",
    "other by opponent": "the other end was made by an opponent",
    "other by partner": "the other end was made by the partner",
    "other by mover": "the other end was made by the mover",
    **{
        f"{seat} {name}": words.format(whom)
        for seat, whom in _SEATS.items()
        for name, words in _OF_A_SEAT.items()
    },
    **{
        f"{number} {name}": words.format(which)
        for number, which in _NUMBERS.items()
        for name, words in _OF_A_NUMBER.items()
    },
}
"""Every input by its name, in words."""


def none_of(fitting: int, unseen: int, size: int) -> float:
    """The probability that none of so many tiles out of the unseen ones (masks) fits."""
    count = unseen.bit_count()
    others, odds = count - (unseen & fitting).bit_count(), 1.0
    for place in range(size):
        if others <= place:
            return 0.0
        odds = odds * (others - place) / (count - place)
    return odds


def net_inputs(seen: Seen, hand: int, actions: Sequence[Action]) -> list[list[float]]:
    """The inputs of each play, in the order of `INPUTS`, for a mover with this hand (a mask)."""
    (compiled, state, facts), sizes = seen, seen.sizes
    setup, mover, ends = compiled.setup, state.mover, state.ends
    by_number, values = setup.fits.by_number, setup.values
    most, size, doubles = max(1, *values), setup.hand_size, setup.tiles.doubles
    unseen = setup.tiles.all & ~facts.laid & ~hand
    hidden = unseen.bit_count()
    worth = sum(value for tile, value in enumerate(values) if unseen >> tile & 1)
    held = sum(value for tile, value in enumerate(values) if hand >> tile & 1)
    following, before, partner = setup.after(mover), setup.after(mover, -1), seen.partner
    seats = (following, partner, before if before != following else NOBODY)
    may = [unseen & ~facts.void[seat] if seat != NOBODY else 0 for seat in seats]
    own_side = setup.side_of[mover]
    rows, line = [], line_of(setup.layout)
    for row, action in zip(features(seen, hand, actions), actions, strict=True):
        inputs = row[:OF_PLAYS]
        rows.append(inputs)
        left = hand & ~(1 << action.tile)
        after, _ = line.lay(ends, action.tile, action.end)
        opened, other = after[action.end], after[1 - action.end]
        fitting = by_number[opened] | by_number[other]
        inputs += [
            left.bit_count() / size,
            (held - values[action.tile]) / (most * size),
            hidden / len(values),
            worth / (most * max(1, hidden)),
            float(not ends),
        ]
        maker = facts.makers[1 - action.end] if ends else NOBODY
        known = maker != NOBODY
        inputs += [
            float(known and setup.side_of[maker] != own_side),
            float(known and setup.side_of[maker] == own_side and maker != mover),
            float(known and maker == mover),
        ]
        for seat, tiles in zip(seats, may, strict=True):
            if seat == NOBODY:
                inputs += [0.0, 0.0, 0.0]
            else:
                held_there = sizes[seat]
                inputs += [
                    held_there / size,
                    none_of(fitting, tiles, held_there),
                    none_of(by_number[opened], tiles, held_there),
                ]
        for number in (opened, other, ends[action.end] if ends else -1):
            if number < 0:
                inputs += [0.0] * len(_OF_A_NUMBER)
                continue
            fits = by_number[number]
            inputs += [
                (left & fits).bit_count() / size,
                (unseen & fits).bit_count() / size,
                *(
                    float(seat != NOBODY and not fits & tiles)
                    for seat, tiles in zip(seats, may, strict=True)
                ),
                float(bool(left & fits & doubles)),
                *(
                    (facts.opened[seat] >> COUNT_BITS * number & MOST_COUNTED) / size
                    if seat != NOBODY
                    else 0.0
                    for seat in (mover, *seats)
                ),
            ]
    return rows
