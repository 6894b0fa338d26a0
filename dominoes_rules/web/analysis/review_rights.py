"""Who may read which review, and when."""

from __future__ import annotations

from dominoes_rules.web.rooms import Room
from dominoes_rules.web.table_seats import RoomSeat


def readable(room: Room, seat: RoomSeat | None) -> list[str]:
    """The seats whose reviews may be read now.

    One's own after the match. Where they are open, or only bots play besides, all of them, and
    after each round.
    """
    if not any(game.is_over for game in room.match.rounds):
        return []
    alone = sum(sitting.person for sitting in room.seats.values()) == 1
    everything = room.options.open_reviews or (alone and seat is not None)
    if everything and (seat is not None or room.match.is_over):
        return [*room.seats]
    return [seat.letter] if seat is not None and room.match.is_over else []
