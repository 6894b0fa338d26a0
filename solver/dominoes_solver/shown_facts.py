"""What a round has shown so far, which everybody at the table knows."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

from dominoes_lang.syntax.nodes import Act
from dominoes_lang.table.spots import left_open_by, open_mask
from dominoes_lang.table.state import NO_TILE, NOBODY, Kind

if TYPE_CHECKING:
    from dominoes_lang.setup.ruleset import Setup
    from dominoes_lang.table.state import Action, State

COUNT_BITS = 4
"""So many bits of `Facts.opened` count, for each number, the plays of a seat that opened it."""


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
            numbers, opened = layout.rules.numbers(after.ends), list(self.opened)
            new = [left_open_by(layout.rules, before, action)] if before.begun else numbers
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
        fits = open_mask(layout.rules, before, mover) if refusal_shows(setup) else 0
        if action.kind is Kind.PASS:
            void[mover] |= fits
        elif action.kind is Kind.DRAW:
            # The tile drawn may be any other; one that fits is laid at once, or the turn is over.
            tied = after.step >= 0 and not setup.turn.draws_another(after.step)
            void[mover] = fits if tied else 0
        return self._replace(void=tuple(void))


def opening(numbers: Collection[int]) -> int:
    """What a play that opens these numbers adds to `Facts.opened` of its seat."""
    return sum([1 << COUNT_BITS * number for number in {*numbers}])


def refusal_shows(setup: Setup) -> bool:
    """Whether every draw and every pass shows that no tile of the mover fits.

    So it is where the turn begins with an unconditional play by itself. Of other turns some
    actions may show as much; they are taken to show nothing, which is safe for a feature.
    """
    first = [setup.turn.steps[number] for number in setup.turn.groups[0]]
    return all(step.act is Act.PLAY for step in first) and any(step.guard is None for step in first)
