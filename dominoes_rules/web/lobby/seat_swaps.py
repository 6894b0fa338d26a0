"""Two seats of a table change places before the match starts."""

from __future__ import annotations

from dominoes_rules.play.matches import Match
from dominoes_rules.tables.events import SeatsSwapped
from dominoes_rules.web.hall import new_match
from dominoes_rules.web.rooms import Room
from dominoes_rules.web.table_seats import RoomSeat


def swap_seats(room: Room, first: RoomSeat, second: RoomSeat) -> None:
    """Let two players change places, with their links; the tiles are dealt again.

    Raises `MatchFileError` and `OSError`, and `Rejected` without a new deal.
    """
    dealt = new_match(room.match.setup.ruleset, room.match.setup.seats)
    names = {seat: room.match.names[seat.letter] for seat in room.seats.values()}
    usual = {seat for seat, name in names.items() if name == seat.usual_name}
    first.letter, second.letter = second.letter, first.letter
    _seat(dealt, {seat: seat.usual_name if seat in usual else names[seat] for seat in names})
    room.begin_anew(dealt)
    room.chronicle.tell(SeatsSwapped(first.letter, second.letter))


def _seat(match: Match, names: dict[RoomSeat, str]) -> None:
    for seat, name in names.items():
        match.names[seat.letter] = name
        match.players[seat.letter] = seat.player
