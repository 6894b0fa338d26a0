"""Two seats of a table change places before the match starts."""

from __future__ import annotations

from dataclasses import replace

from dominoes_rules.tables.events import SeatsSwapped
from dominoes_rules.web.hall import new_match
from dominoes_rules.web.rooms import Room
from dominoes_rules.web.table_seats import RoomSeat


def swap_seats(room: Room, first: RoomSeat, second: RoomSeat) -> None:
    """Let two players change places, with their links; the tiles are dealt again.

    Raises `Rejected` without a new deal, or where it can't be saved.
    """
    dealt = new_match(room.match.setup.ruleset, room.match.setup.seats)
    came_from = {first.letter: second.letter, second.letter: first.letter}
    seats = []
    for letter in room.seats:
        before = room.seats[came_from.get(letter, letter)]
        seat, name = replace(before, letter=letter), room.match.names[before.letter]
        dealt.names[letter] = seat.usual_name if name == before.usual_name else name
        dealt.players[letter] = seat.player
        seats.append(seat)
    host = came_from.get(room.host, room.host)
    state = replace(room.state.seated(*seats), options=replace(room.options, host=host))
    swapped = SeatsSwapped(second.letter, first.letter)
    room.go_on(state.table.anew(dealt, room.now), swapped, state=state)
