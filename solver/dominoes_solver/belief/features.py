"""An action as numbers, from the mover's hand and from what everybody sees.

Nothing here knows a game: the numbers are read off the open ends, the tiles that lie, the hand
sizes, who made which end, who showed that no tile fits, and what a play pays at once. Machine code
has them written out again, in `search/native/choices/action_odds.py`; tests hold the two together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from dominoes_lang.syntax.nodes import Act
from dominoes_lang.table.lines import line_of
from dominoes_lang.table.spots import left_open_by, number_at, open_mask, open_numbers
from dominoes_lang.table.state import NOBODY, Kind, laid_aside
from dominoes_solver.search.native.choices import feature_list as of
from dominoes_solver.shown_facts import Facts

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.setup.ruleset import Setup
    from dominoes_lang.table.state import Action, State


def feature_names(setup: Setup) -> tuple[str, ...]:
    """The features that can differ between two actions of a game."""
    names = tuple(of.FEATURES)
    free = any(_is_free(setup, group) for group in setup.turn.groups)
    return names[: of.POINTS if free else of.OF_PLAYS] + names[of.POINTS :] * setup.pays_plays


def _is_free(setup: Setup, group: Sequence[int]) -> bool:
    """Whether a group of the turn leaves a choice with a draw or a pass in it."""
    acts = {setup.turn.steps[number].act for number in group}
    return len(acts) > 1 and acts != {Act.PLAY}


class Seen(NamedTuple):
    """A turn as everybody sees it."""

    compiled: Compiled
    state: State
    """Of the hands of others only the sizes are used."""
    facts: Facts

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of tiles in each hand."""
        return tuple([hand.bit_count() for hand in self.state.hands])

    @property
    def partner(self) -> int:
        """The next seat of the mover's side; `NOBODY` for a side of one."""
        setup, mover = self.compiled.setup, self.state.mover
        partners = setup.players_of[setup.side_of[mover]]
        return next(
            (
                seat
                for distance in range(1, setup.seats)
                if (seat := setup.after(mover, distance)) in partners
            ),
            NOBODY,
        )


class LeftOpen(NamedTuple):
    """What a play leaves open."""

    shown: tuple[tuple[int, ...], ...]
    """For each seat the numbers that are open to it."""
    fitting: int
    """The tiles that fit what is open to the mover."""
    opened: int
    """The tiles that fit the number opened; of the first tile both."""
    covered: int
    """The number covered, or -1 on the empty table."""
    maker: int
    """Who opened that, or `NOBODY` where it is not known."""


def left_on_line(seen: Seen, action: Action) -> LeftOpen:
    """The same as `left_on_table`, written out for the table that most rounds are played on."""
    (compiled, state, facts), end = seen, action.end
    setup, before = compiled.setup, state.ends
    ends, _ = line_of(setup.layout).lay(before, action.tile, end)
    fitting = setup.fits.mask(ends)
    if not before:
        return LeftOpen((ends,) * setup.seats, fitting, fitting, -1, NOBODY)
    maker = facts.makers[end] if facts.makers else NOBODY
    opened = setup.fits.by_number[ends[end]]
    return LeftOpen((ends,) * setup.seats, fitting, opened, before[end], maker)


def left_on_table(seen: Seen, action: Action, after: State) -> LeftOpen:
    """What a play on any table leaves open."""
    compiled, state, facts = seen
    setup, layout = compiled.setup, compiled.setup.layout
    shown = tuple(
        [tuple({*open_numbers(layout.rules, after, seat)}) for seat in range(setup.seats)]
    )
    fitting = open_mask(layout.rules, after, state.mover)
    if not state.begun:
        return LeftOpen(shown, fitting, fitting, -1, NOBODY)
    covered = number_at(layout.rules, state, action.end)
    maker = facts.makers[covered] if facts.makers else NOBODY
    opened = setup.fits.by_number[left_open_by(layout.rules, state, action)]
    return LeftOpen(shown, fitting, opened, covered, maker)


def features(seen: Seen, hand: int, actions: Sequence[Action]) -> list[list[float]]:
    """The numbers of each action for a mover with this hand, as `feature_list` has them."""
    compiled, state, facts = seen
    setup, mover, sizes = compiled.setup, state.mover, seen.sizes
    tiles, by_number, values = setup.tiles, setup.fits.by_number, setup.values
    most, size = max(1, *values), setup.hand_size
    is_line, is_paid = setup.layout.is_line, setup.pays_plays
    unseen = tiles.all & ~facts.laid & ~hand & ~laid_aside(state, mover)
    partner, following, before = seen.partner, setup.after(mover), setup.after(mover, -1)
    own_side = setup.side_of[mover]
    opponents = [seat for seat, side in enumerate(setup.side_of) if side != own_side]
    late = min(sizes[seat] for seat in opponents) <= of.LATE
    rows = []
    for action in actions:
        row = [0.0] * len(of.FEATURES)
        rows.append(row)
        if action.kind is not Kind.PLAY:
            row[of.DRAW] = float(action.kind is Kind.DRAW)
            row[of.PASS] = float(action.kind is Kind.PASS)
            row[of.COULD_PLAY] = (
                hand & open_mask(setup.layout.rules, state, mover)
            ).bit_count() / size
            continue
        tile = action.tile
        after = compiled.play(state, action) if is_paid or not is_line else state
        play = left_on_line(seen, action) if is_line else left_on_table(seen, action, after)
        left = hand & ~(1 << tile)
        high, low = tiles.tiles[tile]

        def share(seat: int, play: LeftOpen = play) -> float:
            """Of the numbers open to a seat those that it certainly has no tile for."""
            may, numbers = unseen & ~facts.void[seat], play.shown[seat]
            closed = sum([not by_number[number] & may for number in numbers])
            return closed / len(numbers) if numbers else 1.0

        row[of.VALUE] = values[tile] / most
        row[of.DOUBLE] = float(high == low)
        row[of.FIT_NEW_ENDS] = (left & play.fitting).bit_count() / size
        row[of.WITH_NEW] = (left & play.opened).bit_count() / size
        row[of.SHARE_A_HALF] = (left & (by_number[high] | by_number[low])).bit_count() / size
        row[of.STUCK_NEXT] = float(not left & play.fitting)
        row[of.ENDS_ALIKE] = float(len({*play.shown[mover]}) == 1)
        row[of.NEXT_VOID] = share(following)
        row[of.NEXT_STUCK] = float(row[of.NEXT_VOID] == 1)
        if partner != NOBODY:
            row[of.PARTNER_VOID] = share(partner)
            row[of.PARTNER_STUCK] = float(row[of.PARTNER_VOID] == 1)
        if before != following:
            row[of.BEFORE_VOID] = share(before)
        row[of.UNSEEN_FIT] = (unseen & play.fitting).bit_count() / size
        if play.covered >= 0:
            row[of.WITH_COVERED] = (left & by_number[play.covered]).bit_count() / size
        if play.maker != NOBODY:
            row[of.COVERS_OPPONENT] = float(setup.side_of[play.maker] != own_side)
            row[of.COVERS_PARTNER] = float(
                setup.side_of[play.maker] == own_side and play.maker != mover
            )
            row[of.COVERS_OWN] = float(play.maker == mover)
        row[of.NO_OTHER_LEFT] = float(not unseen & play.opened)
        row[of.VALUE_LATE] = row[of.VALUE] if late else 0.0
        if is_paid:
            row[of.POINTS] = (_paid(after, own_side) - _paid(state, own_side)) / most
    return rows


def _paid(state: State, side: int) -> int:
    """What a side has been paid in the round so far."""
    return state.more.paid[side] if state.more.paid else 0
