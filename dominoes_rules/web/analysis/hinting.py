"""The hints of one table: what each seat has asked for, while the table stays as it is."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from dominoes_rules import library
from dominoes_rules.position.choice_models import has_model
from dominoes_rules.tables.events import HintAsked
from dominoes_rules.web.analysis.searches import Searches
from dominoes_rules.web.refusals import Rejected

if TYPE_CHECKING:
    from dominoes_rules.web.rooms import Room
    from dominoes_rules.web.table_seats import RoomSeat

SECONDS = 180.0
"""A hint takes ten, but the first one on a machine waits for machine code."""
MAX_OF_A_SEAT, MAX_OF_A_ROOM = 1, 2
SEARCHING = "Searching for a hint …"


class Hints:
    """The hints of a table; `searches` is None where none can be had."""

    def __init__(self, room: Room, searches: Searches | None) -> None:
        self._room, self._searches = room, searches
        self._shown: dict[str, Mapping[str, Any]] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def of(self, seat: str) -> Mapping[str, Any] | None:
        """What a seat is shown: a `sentence`, and `figures` once there are some; None for none."""
        return self._shown.get(seat)

    def can_ask(self, seat: RoomSeat) -> bool:
        """Whether a seat may ask now: on its turn, and alone with bots unless hints are open."""
        room = self._room
        persons = [one for one in room.seats.values() if one.person]
        return (
            self._searches is not None
            and room.goes_on
            and room.match.round.turn == seat.letter
            and seat.plays
            and (room.open_hints or len(persons) == 1)
            and seat.letter not in self._shown
        )

    def ask(self, seat: RoomSeat) -> None:
        """Begin the search of a hint, which everybody is told.

        Raises `Rejected` where too many are under way, and `MatchFileError`.
        """
        assert self._searches is not None
        room, game = self._room, self._room.match.round
        askers = {
            f"room {room.name}": MAX_OF_A_ROOM,
            f"seat {room.name} {seat.letter}": MAX_OF_A_SEAT,
        }
        self._searches.expect_room(askers)
        room.mark_hint()
        room.chronicle.tell(HintAsked(seat.letter))
        question = {
            "ask": "hint",
            "position": game.text_seen_by(seat.letter),
            "earlier": room.match.earlier_rounds if has_model(game.setup) else (),
            "rules": library.kept_files(game.setup.ruleset),
            "names": dict(room.chronicle.names),
        }
        self._shown[seat.letter] = {"sentence": SEARCHING, "figures": None}
        self._tasks[seat.letter] = asyncio.create_task(self._search(seat.letter, question, askers))

    async def _search(
        self, seat: str, question: Mapping[str, object], askers: Mapping[str, int]
    ) -> None:
        assert self._searches is not None

        def told(text: str) -> None:
            self._shown[seat] = {"sentence": f"{SEARCHING} {text}", "figures": None}
            self._room.change()

        try:
            found: Mapping[str, Any] = await self._searches.answer(question, SECONDS, askers, told)
        except Rejected as refused:
            found = {"sentence": f"There is no hint. {refused.message}", "figures": None}
        self._shown[seat] = found
        self._room.change()

    def end(self, seat: str) -> None:
        """End the search of a seat, if there is one, and show nothing."""
        self._shown.pop(seat, None)
        if (task := self._tasks.pop(seat, None)) is not None:
            task.cancel()

    def end_all(self) -> None:
        """What was shown holds no more."""
        for seat in [*self._tasks]:
            self.end(seat)
