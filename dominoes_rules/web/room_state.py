"""What a table in the browser is in one moment, and how that is kept beside the match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from dominoes_rules.play.match_rounds import is_name
from dominoes_rules.play.matches import Match
from dominoes_rules.tables import LONGEST_THINK
from dominoes_rules.tables.match_table import MatchTable
from dominoes_rules.web.table_seats import RoomSeat


@dataclass(frozen=True, kw_only=True)
class RoomOptions:
    """What is chosen for a table; those with a default are not in the files of older tables."""

    host: str
    """The letter of the seat that may start, replace players and close the table.

    A table of an `evening` has no host.
    """
    auto: bool
    """Whether forced passes and draws are made by the server."""
    think: int
    """Seconds for a move; 0 for no limit."""
    open_to_all: bool
    """Whether somebody without a link may take a free seat."""
    open_hints: bool = False
    """Whether there are hints though several persons play."""
    open_reviews: bool = False
    """Whether there are reviews after each round, and of all seats for everybody."""
    evening: str = ""


@dataclass(frozen=True)
class RoomState:
    """A table, who sits there, and what is chosen for it."""

    table: MatchTable
    seats: Mapping[str, RoomSeat]
    """By letter, in the order of play."""
    options: RoomOptions
    reopens_until: float = 0.0
    """Until when the host, who has closed it, may open it again, by `time.time`; 0 if open."""

    @property
    def match(self) -> Match:
        """The match as it is now."""
        return self.table.match

    def seated(self, *seats: RoomSeat) -> RoomState:
        """The same with these seats in the place of those with the same letters."""
        seats_now = {**self.seats, **{seat.letter: seat for seat in seats}}
        presences = {letter: seat.presence for letter, seat in seats_now.items()}
        return replace(self, seats=seats_now, table=replace(self.table, seats=presences))

    # ------------------------------------------------------------------ as it is kept

    def as_json(self, name: str, *, closed: bool) -> dict[str, object]:
        """All but the match, for a table of this name; `closed` is whether it is so for good."""
        options, table = self.options, self.table
        return {
            "room": name,
            "host": options.host,
            "auto": options.auto,
            "think": options.think,
            "started": table.started,
            "open_to_all": options.open_to_all,
            "open_hints": options.open_hints,
            "open_reviews": options.open_reviews,
            "evening": options.evening,
            "paused": table.paused,
            "closed": closed or table.shut,
            "reopens_until": self.reopens_until,
            "seats": [
                {**seat.as_json(), "name": self.match.names[letter]}
                for letter, seat in self.seats.items()
            ],
        }

    @classmethod
    def of_json(cls, kept: Mapping[str, Any], match: Match, now: float) -> RoomState:
        """A table as it was kept, with its match, which gets the players.

        Raises `ValueError`, `KeyError` and `TypeError` for what was not written by us.
        """
        seats = [RoomSeat.of_json(seat) for seat in kept["seats"]]
        if tuple(seat.letter for seat in seats) != match.setup.seat_names:
            raise ValueError("its seats are not those of the match")
        match.names.update(_names(kept))
        match.players.update({seat.letter: seat.player for seat in seats})
        options = RoomOptions(
            **{
                field.name: _typed(kept, field.name, field.type)
                for field in fields(RoomOptions)
                if field.name in kept or field.name in _ALWAYS
            }
        )
        if options.host not in match.setup.seat_names and not options.evening:
            raise ValueError("it has no host")
        if not 0 <= options.think <= LONGEST_THINK:
            raise ValueError(f'"think" must be from 0 to {LONGEST_THINK:,}')
        reopens_until = _typed({"reopens_until": 0.0, **kept}, "reopens_until", "float")
        table = MatchTable(
            match,
            {seat.letter: seat.presence for seat in seats},
            started=_typed(kept, "started", "bool"),
            paused=_typed({"paused": False, **kept}, "paused", "bool"),
            shut=bool(reopens_until),
            thinking_since=now,
        )
        return cls(table, {seat.letter: seat for seat in seats}, options, reopens_until)


_ALWAYS = ("host", "auto", "think", "open_to_all")


def _typed(kept: Mapping[str, Any], name: str, kind: object) -> Any:
    """What is kept under a name. Raises `KeyError` and `TypeError`."""
    value = kept[name]
    if type(value).__name__ != kind:
        raise TypeError(f'"{name}" must be {kind}')
    return value


def _names(kept: Mapping[str, Any]) -> dict[str, str]:
    """The names of players as they are kept with their seats; none in the files of older tables.

    Raises `ValueError`.
    """
    names = {sitting["letter"]: sitting["name"] for sitting in kept["seats"] if "name" in sitting}
    if not all(isinstance(name, str) and is_name(name) for name in names.values()):
        raise ValueError("a name that it keeps can't be shown")
    return names
