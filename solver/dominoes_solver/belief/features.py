"""An action as numbers, from the mover's hand and from what everybody sees.

Nothing here knows a game: the numbers are read off the open ends, the tiles that lie, the hand
sizes, who made which end, and who showed that no tile fits. Machine code has them written out
again, in `search/native/choices/action_odds.py`; tests hold the two together.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

from dominoes_lang.syntax.nodes import Act
from dominoes_lang.table.state import NOBODY, Kind

if TYPE_CHECKING:
    from dominoes_lang.setup.ruleset import Setup
    from dominoes_lang.table.layout import Ends
    from dominoes_lang.table.state import Action, State

FEATURES = {
    "value": "the value of the tile, of the largest in the set",
    "double": "the tile is a double",
    "fit new ends": "own tiles left that fit the new ends",
    "with new number": "own tiles left that fit the number opened",
    "with covered number": "own tiles left that fit the number covered",
    "share a half": "own tiles left that fit one of its halves",
    "stuck next": "no own tile left fits the new ends",
    "ends alike": "all new ends show one number",
    "next stuck": "the next player certainly can't play",
    "next void": "the share of new ends that the next player certainly can't play on",
    "partner stuck": "the partner certainly can't play",
    "partner void": "the share of new ends that the partner certainly can't play on",
    "before void": "the share of new ends that the player before certainly can't play on",
    "unseen fit": "unseen tiles that fit the new ends",
    "covers opponent": "the end covered was made by an opponent",
    "covers partner": "the end covered was made by the partner",
    "covers own": "the end covered was made by the mover",
    "no other left": "no unseen tile fits the number opened",
    "value late": "the value of the tile, where an opponent holds two tiles or fewer",
    "draw": "the action is a draw",
    "pass": "the action is a pass",
    "could play": "for a draw or a pass: own tiles that fit the ends",
}
"""Every feature by its name, in words. Numbers of tiles are divided by the size of a dealt hand."""

OF_PLAYS = 19
"""The first so many are of plays; the others tell draws and passes from them."""
COUNT_BITS = 4
"""So many bits of `Facts.opened` count for each number."""
LATE = 2
"""An opponent with so many tiles may soon be out."""


def feature_names(setup: Setup) -> tuple[str, ...]:
    """The features that can differ between two actions of a game."""
    names = tuple(FEATURES)
    return names if any(_is_free(setup, group) for group in setup.groups) else names[:OF_PLAYS]


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
    """For each open end the seat that made it; `NOBODY` where that is not known."""
    opened: tuple[int, ...]
    """For each seat how many of its plays opened each number; see `opening`."""

    @classmethod
    def at_start(cls, seats: int) -> Facts:
        """Before the first tile."""
        return cls(0, (0,) * seats, (), (0,) * seats)

    def after(self, setup: Setup, before: State, action: Action, after: State) -> Facts:
        """The facts after an action that led from one state to the next."""
        mover, void = before.mover, list(self.void)
        if action.kind is Kind.PLAY:
            numbers, opened = setup.layout.numbers(after), list(self.opened)
            makers = [*self.makers] if before.opened else [mover] * len(numbers)
            makers[action.end] = mover
            opened[mover] += opening([numbers[action.end]] if before.opened else numbers)
            return Facts(self.laid | 1 << action.tile, self.void, tuple(makers), tuple(opened))
        fits = setup.layout.open_mask(before, mover) if refusal_shows(setup) else 0
        if action.kind is Kind.PASS:
            void[mover] |= fits
        elif action.kind is Kind.DRAW:
            # The tile drawn may be any other; one that fits is laid at once, or the turn is over.
            tied = after.step >= 0 and not setup.draws_another(after.step)
            void[mover] = fits if tied else 0
        return self._replace(void=tuple(void))


def opening(numbers: Collection[int]) -> int:
    """What a play that opens these numbers adds to `Facts.opened` of its seat."""
    return sum([1 << COUNT_BITS * number for number in {*numbers}])


class Seen(NamedTuple):
    """A turn as everybody sees it."""

    setup: Setup
    mover: int
    ends: Ends
    sizes: tuple[int, ...]
    """The number of tiles in each hand."""
    facts: Facts

    @classmethod
    def of(cls, setup: Setup, state: State, facts: Facts) -> Seen:
        """What is seen of a state; only the sizes of its hands are used."""
        sizes = tuple([hand.bit_count() for hand in state.hands])
        return cls(setup, state.mover, state.ends, sizes, facts)

    @property
    def partner(self) -> int:
        """The next seat of the mover's side; `NOBODY` for a side of one."""
        others = self.setup.players_of[self.setup.side_of[self.mover]]
        return next(
            (
                seat
                for place in range(1, self.setup.seats)
                if (seat := self.setup.after(self.mover, place)) in others
            ),
            NOBODY,
        )


def features(seen: Seen, hand: int, actions: Sequence[Action]) -> list[list[float]]:
    """The numbers of each action, in the order of `FEATURES`, for a mover with this hand."""
    setup, mover, ends, sizes, facts = seen
    tiles, fits, values = setup.tiles, setup.fits, setup.values
    most, size = max(1, *values), setup.hand_size
    unseen = tiles.all & ~facts.laid & ~hand
    partner, following, before = seen.partner, setup.after(mover), setup.after(mover, -1)
    own_side = setup.side_of[mover]
    opponents = [seat for seat, side in enumerate(setup.side_of) if side != own_side]
    late = min(sizes[seat] for seat in opponents) <= LATE
    rows = []
    for action in actions:
        row = [0.0] * len(FEATURES)
        rows.append(row)
        if action.kind is not Kind.PLAY:
            row[19] = float(action.kind is Kind.DRAW)
            row[20] = float(action.kind is Kind.PASS)
            row[21] = (hand & fits.mask(ends)).bit_count() / size
            continue
        tile, end = action.tile, action.end
        left = hand & ~(1 << tile)
        after, _ = setup.layout.lay(ends, tile, end)
        fitting = fits.mask(after)
        opened = fits.by_number[after[end]] if ends else fitting
        high, low = tiles.tiles[tile]

        def share(seat: int, after: Ends = after) -> float:
            """Of the new ends those on which a seat certainly has no tile."""
            may = unseen & ~facts.void[seat]
            return sum(not fits.by_number[number] & may for number in after) / len(after)

        row[0] = values[tile] / most
        row[1] = float(high == low)
        row[2] = (left & fitting).bit_count() / size
        row[3] = (left & opened).bit_count() / size
        row[5] = (left & (fits.by_number[high] | fits.by_number[low])).bit_count() / size
        row[6] = float(not left & fitting)
        row[7] = float(len(set(after)) == 1)
        row[9] = share(following)
        row[8] = float(row[9] == 1)
        if partner != NOBODY:
            row[11] = share(partner)
            row[10] = float(row[11] == 1)
        if before != following:
            row[12] = share(before)
        row[13] = (unseen & fitting).bit_count() / size
        if ends:
            row[4] = (left & fits.by_number[ends[end]]).bit_count() / size
            maker = facts.makers[end]
            if maker != NOBODY:
                row[14] = float(setup.side_of[maker] != own_side)
                row[15] = float(setup.side_of[maker] == own_side and maker != mover)
                row[16] = float(maker == mover)
        row[17] = float(not unseen & opened)
        row[18] = row[0] if late else 0.0
    return rows
