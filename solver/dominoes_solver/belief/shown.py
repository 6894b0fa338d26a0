"""What a round has shown so far, kept up action by action: the same for everybody at the table."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from dominoes_lang.codegen.dealing import starter_in
from dominoes_lang.table.shape import Where
from dominoes_lang.table.spots import open_mask, open_numbers
from dominoes_lang.table.state import Kind
from dominoes_solver.shown_facts import Facts

if TYPE_CHECKING:
    from dominoes_lang.setup.ruleset import Setup
    from dominoes_lang.table.state import Action, State


class ShownSoFar:
    """What a round has shown, and what is known of its tiles; `note` adds an action."""

    __slots__ = (
        "_facts",
        "_noted",
        "_opponents",
        "bearing",
        "doubles",
        "halves",
        "laid",
        "makers",
        "passed",
        "pips",
        "setup",
        "void",
    )

    def __init__(self, setup: Setup) -> None:
        tiles, sides = setup.tiles, setup.side_of
        self.setup = setup
        self.halves, self.pips = tiles.tiles, tiles.pips
        self.bearing, self.doubles = tiles.bearing, tiles.doubles
        self.laid = 0
        """The mask of the tiles on the table, with one that nobody laid once it is set."""
        self.passed = [0] * setup.seats
        """For each seat the mask of the numbers that were open when it passed."""
        self.void = [0] * setup.seats
        """For each seat the mask of the tiles that fitted when it passed, or of a suit that it did
        not follow."""
        self.makers: list[int] = []
        """For each open end the seat that made it."""
        self._facts: Facts | None = None
        self._noted: list[tuple[State, Action]] = []
        """The actions that are not in the facts yet, each with the state before it."""
        self._opponents = [
            [seat for seat, side in enumerate(sides) if side != own] for own in sides
        ]

    def copy(self) -> ShownSoFar:
        """The same, to be kept up on its own."""
        twin = copy(self)
        twin.passed, twin.void, twin.makers = [*self.passed], [*self.void], [*self.makers]
        twin._noted = [*self._noted]
        return twin

    def note(self, before: State, action: Action) -> None:
        """Add an action of the mover of a state."""
        self._noted.append((before, action))
        if action.kind is Kind.PLAY:
            self.laid |= 1 << action.tile
            if self.setup.turn.must_follow:
                for spot in self.setup.layout.rules.spots_where(Where.SUIT, before):
                    if not spot.fit >> action.tile & 1:
                        self.void[before.mover] |= spot.fit
            if not self.setup.layout.is_line:
                return  # nobody makes an open end that has no name
            if before.opened:
                self.makers[action.end] = before.mover
            else:
                self.makers = [before.mover, before.mover]
        elif action.kind is Kind.PASS:
            rules, mover = self.setup.layout.rules, before.mover
            for number in open_numbers(rules, before, mover):
                self.passed[mover] |= 1 << number
            self.void[mover] |= open_mask(rules, before, mover)

    def passed_against(self, seat: int) -> int:
        """The mask of the numbers on which an opponent of a seat has passed."""
        numbers = 0
        for opponent in self._opponents[seat]:
            numbers |= self.passed[opponent]
        return numbers

    def times(self, number: int, tiles: int) -> int:
        """How often a number occurs on the halves of some tiles."""
        bearing = tiles & self.bearing[number]
        return bearing.bit_count() + (bearing & self.doubles).bit_count()

    def facts_before(self, state: State) -> Facts:
        """The same before the next action, in the form that models, nets and policies read."""
        if self._facts is None:
            seats = self.setup.seats
            self._facts = (
                Facts.at_start(seats, starter_in(self._noted[0][0]))
                if self._noted
                else Facts(self.laid, tuple(self.void), tuple(self.makers), (0,) * seats)
            )
        afters = [*[before for before, _ in self._noted[1:]], state]
        for (before, action), after in zip(self._noted, afters, strict=False):
            self._facts = self._facts.after(self.setup, before, action, after)
        self._noted.clear()
        return self._facts
