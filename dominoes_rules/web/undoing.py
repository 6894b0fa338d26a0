"""A choice is taken back at a table with the consent of all other persons."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from dominoes_rules.errors import PositionError
from dominoes_rules.play.taking_back import since_last_choice
from dominoes_rules.web.table_seats import RoomSeat

if TYPE_CHECKING:
    from dominoes_rules.web.rooms import Room


class Undoing:
    """Who wants to take a choice back, and who has agreed."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.asking = ""
        """The seat that asks; empty while none does."""
        self._agreed: set[str] = set()

    def can_ask(self, seat: RoomSeat) -> bool:
        """Whether a seat has a choice to take back: in the round that goes on."""
        game = self._room.match.round
        if game.is_over or self.asking or not seat.plays:
            return False
        with suppress(PositionError):
            return bool(since_last_choice(game, seat.letter)[0])
        return False

    def is_asked(self, seat: RoomSeat) -> bool:
        """Whether a seat has not answered yet."""
        answered = {self.asking, *self._agreed}
        return bool(self.asking) and seat.plays and seat.letter not in answered

    def ask(self, seat: RoomSeat) -> None:
        """Ask all other persons; at once done if there are none. Raises `MatchFileError`."""
        self.asking, self._agreed = seat.letter, set()
        self._take_back_if_agreed()

    def allow(self, seat: RoomSeat) -> None:
        """A person agrees. Raises `MatchFileError`."""
        self._agreed.add(seat.letter)
        self._take_back_if_agreed()

    def refuse(self, seat: RoomSeat) -> None:
        """A person does not agree."""
        chronicle = self._room.chronicle
        self.drop()
        chronicle.tell(f"{chronicle.names[seat.letter]} does not agree: the choice stands")

    def settle_without(self, seat: RoomSeat) -> None:
        """A person has left the game. Raises `MatchFileError`."""
        if self.asking == seat.letter:
            self.drop()
        elif self.asking:
            self._take_back_if_agreed()

    def drop(self) -> None:
        """Nobody asks any more."""
        self.asking = ""

    def _take_back_if_agreed(self) -> None:
        others = {seat.letter for seat in self._room.persons} - {self.asking}
        if others <= self._agreed:
            asking = self.asking
            self.drop()
            self._room.take_back(asking)
