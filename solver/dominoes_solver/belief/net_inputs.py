"""An action as the inputs of a net: its features, and more of what they are made from.

Nothing here knows a game. Machine code has the inputs written out again, in
`search/native/choices/net_odds.py`; tests hold the two together.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from dominoes_lang.table.lines import line_of
from dominoes_lang.table.state import NOBODY
from dominoes_solver.belief.features import Seen, features
from dominoes_solver.search.native.choices import feature_list as of

if TYPE_CHECKING:
    from dominoes_lang.table.state import Action


def none_of(fitting: int, unseen: int, size: int) -> float:
    """The probability that none of so many tiles out of the unseen ones (masks) fits."""
    count = unseen.bit_count()
    unfit, odds = count - (unseen & fitting).bit_count(), 1.0
    for drawn in range(size):
        if unfit <= drawn:
            return 0.0
        odds = odds * (unfit - drawn) / (count - drawn)
    return odds


def net_inputs(seen: Seen, hand: int, actions: Sequence[Action]) -> list[list[float]]:
    """The inputs of each play for a mover with this hand (a mask), as `feature_list` has them."""
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
    unlaid, highest = setup.tiles.all & ~facts.laid, setup.tiles.highest
    rows, line = [], line_of(setup.layout)
    for row, action in zip(features(seen, hand, actions), actions, strict=True):
        inputs = [*row[: of.OF_PLAYS], *[0.0] * (of.INPUT_COUNT - of.OF_PLAYS)]
        rows.append(inputs)
        left = hand & ~(1 << action.tile)
        after, _ = line.lay(ends, action.tile, action.end)
        opened, kept = after[action.end], after[1 - action.end]
        fitting = by_number[opened] | by_number[kept]
        inputs[of.LEFT] = left.bit_count() / size
        inputs[of.LEFT_VALUE] = (held - values[action.tile]) / (most * size)
        inputs[of.UNSEEN_LEFT] = hidden / len(values)
        inputs[of.UNSEEN_VALUE] = worth / (most * max(1, hidden))
        inputs[of.OPENS] = float(not ends)
        maker = facts.makers[1 - action.end] if ends else NOBODY
        if maker != NOBODY:
            inputs[of.OTHER_BY_OPPONENT] = float(setup.side_of[maker] != own_side)
            inputs[of.OTHER_BY_PARTNER] = float(setup.side_of[maker] == own_side and maker != mover)
            inputs[of.OTHER_BY_MOVER] = float(maker == mover)
        for place, (seat, tiles) in enumerate(zip(seats, may, strict=True)):
            if seat != NOBODY:
                here, held_there = of.OF_SEATS + of.SEAT_INPUTS * place, sizes[seat]
                inputs[here + of.SIZE] = held_there / size
                inputs[here + of.STUCK_ODDS] = none_of(fitting, tiles, held_there)
                inputs[here + of.SHORT_ODDS] = none_of(by_number[opened], tiles, held_there)
        of_play = opened, kept, ends[action.end] if ends else -1
        numbers = [*of_play, *_others(of_play, left, unseen, by_number)]
        for which, number in enumerate(numbers):
            if number < 0:
                continue
            fits, here = by_number[number], of.OF_NUMBERS + of.NUMBER_INPUTS * which
            inputs[here + of.OWN] = (left & fits).bit_count() / size
            inputs[here + of.UNSEEN] = (unseen & fits).bit_count() / size
            inputs[here + of.OWN_DOUBLE] = float(bool(left & fits & doubles))
            inputs[here + of.OWN_PLAYS] = _opened(facts.opened[mover], number) / size
            for place, (seat, tiles) in enumerate(zip(seats, may, strict=True)):
                if seat != NOBODY:
                    inputs[here + of.VOIDS + place] = float(not fits & tiles)
                    inputs[here + of.PLAYS + place] = _opened(facts.opened[seat], number) / size
            here = of.OF_MORE + of.MORE_NUMBER_INPUTS * which
            inputs[here + of.PIPS] = number / max(1, highest)
            inputs[here + of.UNSEEN_DOUBLE] = float(bool(unseen & fits & doubles))
            inputs[here + of.OWN_VOID] = float(not fits & unlaid & ~facts.void[mover])
        here = of.OF_PAIRS
        for first, second in combinations(numbers, 2):
            if first >= 0 and second >= 0:
                both = by_number[first] & by_number[second]
                both &= doubles if first == second else ~doubles
                inputs[here] = float(bool(left & both))
                inputs[here + 1] = float(bool(unseen & both))
            here += 2
    return rows


def _opened(counts: int, number: int) -> int:
    """How many of the plays that `Facts.opened` counts for a seat opened a number."""
    return counts >> of.COUNT_BITS * number & of.MOST_COUNTED


def _others(of_play: Sequence[int], left: int, unseen: int, by_number: Sequence[int]) -> list[int]:
    """The numbers that are none of those of a play, as `feature_list` puts them in order."""
    others = [
        (-(left & fits).bit_count(), -(unseen & fits).bit_count(), number)
        for number, fits in enumerate(by_number)
        if number not in of_play
    ]
    seen = [number for _, _, number in sorted(others)[: len(of.RESTS)]]
    return seen + [-1] * (len(of.RESTS) - len(seen))
