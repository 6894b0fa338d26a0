"""A choice is taken back at a table with the consent of all other persons.

The table waits for their answers: bots and forced actions come after them, and no clock runs.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from dominoes_lang.english.wording import listed
from dominoes_rules.errors import PositionError
from dominoes_rules.play.taking_back import since_last_choice
from dominoes_rules.tables.events import Because, ChoiceStands
from dominoes_rules.web.table_seats import RoomSeat

if TYPE_CHECKING:
    from dominoes_rules.web.rooms import Room

SECONDS_TO_ANSWER = 60.0
"""After that the choice stands, so that nobody holds up the table by being gone."""


class Undoing:
    """Who wants to take a choice back, and who has agreed."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.asking = ""
        """The seat that asks; empty while none does."""
        self.since = 0.0
        """When it asked, as a time of the loop."""
        self._thought = 0.0
        """Seconds that the one to move had thought by then."""
        self._agreed: set[str] = set()

    @property
    def until(self) -> float | None:
        """Until when the table waits for answers, as a time of the loop; None while none asks."""
        return self.since + SECONDS_TO_ANSWER if self.asking else None

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
        return bool(self.asking) and seat in self._silent

    def status_for(self, seat: str) -> str:
        """What a seat reads while it is asked; empty while nobody asks."""
        names = self._room.chronicle.names
        if not self.asking:
            return ""
        if seat != self.asking:
            return f"{names[self.asking]} asks to take back a choice."
        silent = [names[asked.letter] for asked in self._silent]
        return f"Waiting for {listed(silent)} to let you take back your choice."

    def ask(self, seat: RoomSeat) -> None:
        """Ask all other persons; at once done if there are none. Raises `MatchFileError`."""
        self.asking, self._agreed = seat.letter, set()
        self.since = asyncio.get_running_loop().time()
        self._thought = self.since - self._room.since
        self._take_back_if_agreed()

    def allow(self, seat: RoomSeat) -> None:
        """A person agrees. Raises `MatchFileError`."""
        self._agreed.add(seat.letter)
        self._take_back_if_agreed()

    def refuse(self, seat: RoomSeat) -> None:
        """A person does not agree."""
        self._stand(Because.REFUSED, seat.letter)

    def expire(self) -> None:
        """The time for answers is over."""
        self._stand(Because.SILENT, *(asked.letter for asked in self._silent))

    def play_on(self, mover: str) -> None:
        """A player moves without waiting for the answers."""
        if self.asking:
            self._stand(Because.PLAYED_ON, mover)

    def settle_without(self, seat: RoomSeat) -> None:
        """A person has left the game. Raises `MatchFileError`."""
        if self.asking == seat.letter:
            self._drop()
        elif self.asking:
            self._take_back_if_agreed()

    @property
    def _silent(self) -> list[RoomSeat]:
        """Those who are asked and have not answered yet."""
        answered = {self.asking, *self._agreed}
        return [seat for seat in self._room.persons if seat.letter not in answered]

    def _stand(self, because: Because, *by: str) -> None:
        asking = self.asking
        self._drop()
        self._room.chronicle.tell(ChoiceStands(asking, because, by))

    def _drop(self) -> None:
        """Nobody asks any more; the one to move has the time that was left."""
        self._room.since = asyncio.get_running_loop().time() - self._thought
        self.asking = ""

    def _take_back_if_agreed(self) -> None:
        if not self._silent:
            asking = self.asking
            self._drop()
            self._room.take_back(asking)
