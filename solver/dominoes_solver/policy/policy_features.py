"""An action as the features of a policy: those of a model of choices, and some more.

Nothing here knows a game. Machine code has them written out again, in
`search/native/policies/policy_odds.py`; tests hold the two together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dominoes_lang.table.shape import LayoutKind, Where
from dominoes_lang.table.spots import left_open_by, open_mask, open_numbers, places_where
from dominoes_lang.table.state import NOBODY, Kind
from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.belief.features import features
from dominoes_solver.belief.net_inputs import none_of
from dominoes_solver.search.native.choices.feature_list import MOST_COUNTED
from dominoes_solver.search.native.policies import policy_list as of
from dominoes_solver.shown_facts import COUNT_BITS

if TYPE_CHECKING:
    from dominoes_lang.setup.ruleset import Setup
    from dominoes_lang.table.state import Action
    from dominoes_solver.belief.features import Seen


def policy_features(seen: Seen, hand: int, actions: Sequence[Action]) -> list[list[float]]:
    """The numbers of each action for a mover with this hand (a mask), as `policy_list` has them."""
    (compiled, state, facts), sizes = seen, seen.sizes
    setup, mover = compiled.setup, state.mover
    rules, by_number, doubles = setup.layout.rules, setup.fits.by_number, setup.tiles.doubles
    size, numbers = setup.hand_size, setup.tiles.highest + 1
    unseen = setup.tiles.all & ~facts.laid & ~hand
    following, before, partner = setup.after(mover), setup.after(mover, -1), seen.partner
    seats = (following, partner, before if before != following else NOBODY)
    own = places_where(rules, Where.OWN, state) if state.begun else []
    has_trains = setup.layout.kind is LayoutKind.TRAINS
    rows = features(seen, hand, actions)
    for row, action in zip(rows, actions, strict=True):
        row += [0.0] * (of.POLICY_FEATURE_COUNT - of.SHARED)
        if action.kind is not Kind.PLAY:
            row[of.STOP] = float(action.kind is Kind.STOP)
            continue
        after = compiled.play(state, action)
        left = hand & ~(1 << action.tile)
        opened = left_open_by(rules, state, action)
        fits = by_number[opened] if state.begun else open_mask(rules, after, mover)
        for place, seat in enumerate(seats):
            if seat != NOBODY:
                may, fitting = unseen & ~facts.void[seat], open_mask(rules, after, seat)
                row[of.NEXT_ODDS + place] = none_of(fitting, may, sizes[seat])
        row[of.UNSEEN_OPENED] = (unseen & fits).bit_count() / size
        row[of.OWN_DOUBLE] = float(bool(left & fits & doubles))
        if state.begun:
            for place, seat in enumerate((mover, *seats)):
                if seat != NOBODY:
                    plays = facts.opened[seat] >> COUNT_BITS * opened & MOST_COUNTED
                    row[of.OWN_OPENED + place] = plays / size
        row[of.NUMBER] = opened / max(1, numbers - 1)
        row[of.RUN] = longest_run(setup, left, opened) / size
        if has_trains:
            end = rules.number_at(after.ends, after.more, mover)
            row[of.OWN_RUN] = longest_run(setup, left, end) / size
        row[of.OWN_TRAIN] = float(action.place in own)
        row[of.NEXT_NUMBERS] = len({*open_numbers(rules, after, following)}) / numbers
    return rows


def longest_run(setup: Setup, tiles: int, number: int) -> int:
    """The most of some tiles (a mask) that can follow a number, each laid to the one before.

    Only so many tiles are laid in thought: a run that is found late is not found.
    """
    by_number, fits = setup.fits.by_number, setup.fits
    looks = of.LONGEST_LOOK

    def longest(tiles: int, number: int) -> int:
        nonlocal looks
        best = 0
        for tile in numbers_in(tiles & by_number[number]):
            if not looks:
                break
            looks -= 1
            left = fits.halves_open(tile, number)[0]
            best = max(best, 1 + longest(tiles & ~(1 << tile), left))
        return best

    return longest(tiles, number)
