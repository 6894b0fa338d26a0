"""An action as numbers, from the mover's hand and from what everybody sees.

Nothing here knows a game: the numbers are read off the open ends, the tiles that lie, the hand
sizes, who made which end, who showed that no tile fits, and what a play pays at once. Machine code
has them written out again, in `search/native/choices/action_odds.py`; tests hold the two together.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

from dominoes_lang.syntax.nodes import Act
from dominoes_lang.table.state import NO_TILE, NOBODY, Kind
from dominoes_solver.search.native.choices import feature_list as of

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.setup.ruleset import Setup
    from dominoes_lang.table.state import Action, State


def feature_names(setup: Setup) -> tuple[str, ...]:
    """The features that can differ between two actions of a game."""
    names = tuple(of.FEATURES)
    free = any(_is_free(setup, group) for group in setup.groups)
    return names[: of.POINTS if free else of.OF_PLAYS] + names[of.POINTS :] * setup.pays_plays


def _is_free(setup: Setup, group: Sequence[int]) -> bool:
    """Whether a group of the turn leaves a choice with a draw or a pass in it."""
    acts = {setup.steps[number].act for number in group}
    return len(acts) > 1 and acts != {Act.PLAY}


def refusal_shows(setup: Setup) -> bool:
    """Whether every draw and every pass shows that no tile of the mover fits.

    So it is where the turn begins with an unconditional play by itself. Of other turns some
    actions may show as much; they are taken to show nothing, which is safe for a feature.
    """
    first = [setup.steps[number] for number in setup.groups[0]]
    return all(step.act is Act.PLAY for step in first) and any(step.guard is None for step in first)


class Facts(NamedTuple):
    """What a round has shown so far, beside the state: the same for everybody."""

    laid: int
    """The mask of the tiles that lie on the table."""
    void: tuple[int, ...]
    """For each seat the mask of tiles that it has shown not to hold."""
    makers: tuple[int, ...]
    """For each open end of a line the seat that made it, and on other tables for each number the
    seat that opened it last; `NOBODY` or nothing where that is not known."""
    opened: tuple[int, ...]
    """For each seat how many of its plays opened each number; see `opening`."""

    @classmethod
    def at_start(cls, seats: int, starter: int = NO_TILE) -> Facts:
        """Before the first action of a round; `starter` lies on the table."""
        laid = 0 if starter == NO_TILE else 1 << starter
        return cls(laid, (0,) * seats, (), (0,) * seats)

    def after(self, setup: Setup, before: State, action: Action, after: State) -> Facts:
        """The facts after an action that led from one state to the next."""
        layout, mover, void = setup.layout, before.mover, list(self.void)
        if action.kind is Kind.PLAY:
            numbers, opened = layout.numbers(after), list(self.opened)
            new = [layout.left_open(before, action)] if before.begun else numbers
            opened[mover] += opening(new)
            if layout.is_line:
                known = [*self.makers] or [NOBODY] * len(numbers)
                makers = known if before.opened else [mover] * len(numbers)
                makers[action.end] = mover
            else:
                makers = [*self.makers] or [NOBODY] * (setup.tiles.highest + 1)
                for number in new:
                    makers[number] = mover
            return Facts(self.laid | 1 << action.tile, self.void, tuple(makers), tuple(opened))
        fits = layout.open_mask(before, mover) if refusal_shows(setup) else 0
        if action.kind is Kind.PASS:
            void[mover] |= fits
        elif action.kind is Kind.DRAW:
            # The tile drawn may be any other; one that fits is laid at once, or the turn is over.
            tied = after.step >= 0 and not setup.draws_another(after.step)
            void[mover] = fits if tied else 0
        return self._replace(void=tuple(void))


def opening(numbers: Collection[int]) -> int:
    """What a play that opens these numbers adds to `Facts.opened` of its seat."""
    return sum([1 << of.COUNT_BITS * number for number in {*numbers}])


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
        others = setup.players_of[setup.side_of[mover]]
        return next(
            (
                seat
                for place in range(1, setup.seats)
                if (seat := setup.after(mover, place)) in others
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
    ends, _ = setup.layout.lay(before, action.tile, end)
    fitting = setup.fits.mask(ends)
    if not before:
        return LeftOpen((ends,) * setup.seats, fitting, fitting, -1, NOBODY)
    maker = facts.makers[end] if facts.makers else NOBODY
    opened = setup.fits.by_number[ends[end]]
    return LeftOpen((ends,) * setup.seats, fitting, opened, before[end], maker)


def left_on_table(seen: Seen, action: Action, after: State) -> LeftOpen:
    """What a play on any table leaves open."""
    (compiled, state, facts), (ends, more) = seen, (after.ends, after.more)
    setup, layout = compiled.setup, compiled.setup.layout
    shown = tuple(
        [
            tuple({*map(layout.number_of, layout.open_at(ends, more, seat))})
            for seat in range(setup.seats)
        ]
    )
    fitting = layout.mask_at(ends, more, state.mover)
    if not state.begun:
        return LeftOpen(shown, fitting, fitting, -1, NOBODY)
    covered = layout.number_at(state, action.end)
    maker = facts.makers[covered] if facts.makers else NOBODY
    opened = setup.fits.by_number[layout.left_open(state, action)]
    return LeftOpen(shown, fitting, opened, covered, maker)


def features(seen: Seen, hand: int, actions: Sequence[Action]) -> list[list[float]]:
    """The numbers of each action for a mover with this hand, as `feature_list` has them."""
    compiled, state, facts = seen
    setup, mover, sizes = compiled.setup, state.mover, seen.sizes
    tiles, by_number, values = setup.tiles, setup.fits.by_number, setup.values
    most, size = max(1, *values), setup.hand_size
    is_line, is_paid = setup.layout.is_line, setup.pays_plays
    unseen = tiles.all & ~facts.laid & ~hand
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
            row[of.COULD_PLAY] = (hand & setup.layout.open_mask(state, mover)).bit_count() / size
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
