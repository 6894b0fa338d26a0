"""What a round has shown so far, kept up action by action: the same for everybody at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dominoes_lang.table.spots import left_open_by, open_mask, open_numbers
from dominoes_lang.table.state import Kind
from dominoes_solver.shown_facts import Facts, opening

if TYPE_CHECKING:
    from dominoes_lang.setup.ruleset import Setup
    from dominoes_lang.table.state import Action, State


class ShownSoFar:
    """What a round has shown, and what is known of its tiles; `note` adds an action."""

    __slots__ = (
        "_opened",
        "_opponents",
        "_uncounted",
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
        """For each seat the mask of the tiles that fitted when it passed."""
        self.makers: list[int] = []
        """For each open end the seat that made it."""
        self._opened = [0] * setup.seats
        """As in `Facts`, without the plays that nobody has asked about yet."""
        self._uncounted: list[tuple[State, Action]] = []
        self._opponents = [
            [seat for seat, side in enumerate(sides) if side != own] for own in sides
        ]

    def note(self, before: State, action: Action) -> None:
        """Add an action of the mover of a state."""
        if action.kind is Kind.PLAY:
            self.laid |= 1 << action.tile
            if not self.setup.layout.is_line:
                return  # nobody makes an open end that has no name
            if before.opened:
                self.makers[action.end] = before.mover
            else:
                self.makers = [before.mover, before.mover]
            self._uncounted.append((before, action))
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

    @property
    def facts(self) -> Facts:
        """The same for the model of choices, of a game without draws in which a pass shows all."""
        rules = self.setup.layout.rules
        for before, action in self._uncounted:
            numbers = (
                [left_open_by(rules, before, action)] if before.opened else self.halves[action.tile]
            )
            self._opened[before.mover] += opening(numbers)
        self._uncounted.clear()
        return Facts(self.laid, tuple(self.void), tuple(self.makers), tuple(self._opened))
