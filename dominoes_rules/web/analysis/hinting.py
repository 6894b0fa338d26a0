"""The hints of one table: what each seat has asked for, while the table stays as it is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from dominoes_rules import library
from dominoes_rules.play.matches import Match
from dominoes_rules.position.choice_models import has_model
from dominoes_rules.speech.speech import Speech, marked
from dominoes_rules.web.analysis.searches import Searches
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.refusals import Rejected

SECONDS = 180.0
"""A hint takes ten, but the first one on a machine waits for machine code."""
MAX_OF_A_SEAT, MAX_OF_A_ROOM = 1, 2
SEARCHING = marked("Searching for a hint …")


class Hints:
    """The hints of a table."""

    def __init__(self, room: str, searches: Searches | None, changed: Callable[[], None]) -> None:
        """Without searches no hint can be had; `changed` is called when there is more to show."""
        self._room, self._searches, self._changed = room, searches, changed
        self._shown: dict[str, tuple[Speech, Mapping[str, Any]]] = {}
        """What is shown to each seat, with the language in which it was asked for."""
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def of(self, seat: str) -> Mapping[str, Any] | None:
        """What a seat is shown: a `sentence`, and `figures` once there are some; None for none.

        Somebody who has changed the language since may ask again in that.
        """
        reader, shown = self._shown.get(seat, (None, None))
        return shown if reader is READER.get() else None

    def can_be_asked(self, seat: str) -> bool:
        """Whether there are hints at all, and none is shown to a seat."""
        return self._searches is not None and self.of(seat) is None

    def expect_room(self, seat: str) -> None:
        """Raise `Rejected` where too many searches are under way."""
        assert self._searches is not None
        self._searches.expect_room(self._askers(seat))

    def _askers(self, seat: str) -> dict[str, int]:
        return {
            f"room {self._room}": MAX_OF_A_ROOM,
            f"seat {self._room} {seat}": MAX_OF_A_SEAT,
        }

    def search(self, seat: str, match: Match, names: Mapping[str, str]) -> None:
        """Begin the search of a hint for a seat, whose turn it is."""
        self.end(seat)
        game, reader = match.round, READER.get()
        question = {
            "ask": "hint",
            "language": reader.code,
            "position": game.text_seen_by(seat),
            "earlier": match.earlier_rounds if has_model(game.setup) else (),
            "rules": library.kept_files(game.setup.ruleset),
            "names": dict(names),
        }
        self._shown[seat] = reader, {"sentence": reader.text(SEARCHING), "figures": None}
        self._tasks[seat] = asyncio.create_task(self._search(seat, question, reader))

    async def _search(self, seat: str, question: Mapping[str, object], reader: Speech) -> None:
        assert self._searches is not None

        def told(reached: Mapping[str, Any]) -> None:
            if "text" in reached:
                sentence = f"{reader.text(SEARCHING)} {reached['text']}"
                self._shown[seat] = reader, {"sentence": sentence, "figures": None}
                self._changed()

        try:
            shown: Mapping[str, Any] = await self._searches.answer(
                question, SECONDS, self._askers(seat), told
            )
        except Rejected as refused:
            sentence = reader.text("There is no hint. {why}", why=refused.message)
            shown = {"sentence": sentence, "figures": None}
        self._shown[seat] = reader, shown
        self._changed()

    def end(self, seat: str) -> None:
        """End the search of a seat, if there is one, and show nothing."""
        self._shown.pop(seat, None)
        if (task := self._tasks.pop(seat, None)) is not None:
            task.cancel()

    def end_all(self) -> None:
        """What was shown holds no more."""
        for seat in [*self._tasks]:
            self.end(seat)
