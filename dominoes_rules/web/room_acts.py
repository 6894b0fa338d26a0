"""What people do at a table besides moves: who may when, and what it changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dominoes_rules.tables.events import HintsSwitched
from dominoes_rules.web.lobby.another_match import another_match
from dominoes_rules.web.lobby.seat_swaps import swap_seats
from dominoes_rules.web.refusals import malformed, not_yours
from dominoes_rules.web.rooms import Room
from dominoes_rules.web.saved_or_undone import saved_or_undone
from dominoes_rules.web.table_seats import RoomSeat


@dataclass(frozen=True)
class TableAct:
    """One thing to do."""

    allowed: Callable[[Room, RoomSeat], bool]
    do: Callable[..., None]
    """Called with the room and the seat that it is for: its targets, or else the seat that acts."""
    targets: Callable[[Room], list[RoomSeat]] | None = None
    """The seats that it may be done for."""
    count: int = 1
    """For how many targets it is done at once."""
    on_the_round: bool = False
    """Whether it is meant for the round as the page shows it."""
    while_shut: bool = False
    """Whether it is done at a table that the host has closed, and only there."""


def acts_of(room: Room, seat: RoomSeat | None) -> list[str]:
    """What a seat may do now, besides moves."""
    if seat is None or room.closed:
        return []
    return [name for name, act in ACTS.items() if _is_allowed(act, room, seat)]


async def do(room: Room, seat: RoomSeat, name: str, version: int, *targets: str) -> None:
    """Do what is no move. Raises `Rejected`."""
    async with room.lock:
        act = ACTS.get(name)
        if act is None:
            raise malformed(f"There is no act {name[:20]!r}.")
        if room.closed or not _is_allowed(act, room, seat):
            raise not_yours("This can't be done now.")
        meant = [seat]
        if act.targets is not None:
            fitting = {one.letter: one for one in act.targets(room)}
            letters = {*targets} - {""}
            if len(letters) != act.count or not letters <= fitting.keys():
                raise not_yours("This can't be done for that seat now.")
            meant = [fitting[letter] for letter in letters]
        if act.on_the_round:
            room.expect_now(version)
        with saved_or_undone(room):
            act.do(room, *meant)
        room.change()


async def let_bot_play(room: Room, seat: str) -> None:
    """Let a bot play for somebody who is missing, by the letter of the seat. Raises `Rejected`."""
    async with room.lock:
        missing = [one for one in missing_at(room) if one.letter == seat]
        if not missing:
            raise not_yours("A bot can only stand in for somebody who is away.")
        with saved_or_undone(room):
            _bot_for(room, missing[0])
        room.change()


def _is_allowed(act: TableAct, room: Room, seat: RoomSeat) -> bool:
    if act.while_shut != room.is_shut:
        return False
    return act.allowed(room, seat) and (act.targets is None or bool(act.targets(room)))


# ---------------------------------------------------------------------- who may


def _is_host(room: Room, seat: RoomSeat) -> bool:
    return seat.letter == room.host


def _is_playing(room: Room) -> bool:
    return room.started and not room.match.is_over


def _others(room: Room) -> list[RoomSeat]:
    """The seats for persons besides the host's."""
    return [seat for seat in room.seats.values() if seat.person and seat.letter != room.host]


def _may_switch(room: Room, seat: RoomSeat) -> bool:
    """Whether a seat decides what several persons may do."""
    return _is_host(room, seat) and bool(_others(room))


def missing_at(room: Room) -> list[RoomSeat]:
    """The seats in which a bot may stand in."""
    return [
        seat for seat in _others(room) if not seat.stands_in and (seat.away or not seat.is_taken)
    ]


# ---------------------------------------------------------------------- what is done


def _start(room: Room, _: RoomSeat) -> None:
    for seat in room.seats.values():
        seat.stands_in = seat.person and not seat.is_taken
    room.begin()


def _next_round(room: Room, seat: RoomSeat) -> None:
    room.ready.add(seat.letter)
    room.deal_if_ready()


def _bot_for(room: Room, seat: RoomSeat) -> None:
    seat.stands_in = True
    _settle_without(room, seat)


def _resign_seat(room: Room, seat: RoomSeat) -> None:
    seat.stands_in, seat.cookie = True, ""
    _settle_without(room, seat)


def _settle_without(room: Room, seat: RoomSeat) -> None:
    """Ask a player who has gone nothing more."""
    room.keep_seating()
    room.undoing.settle_without(seat)
    if room.match.round.is_over and room.ready:
        room.deal_if_ready()


def _new_link(room: Room, seat: RoomSeat) -> None:
    seat.invite()
    room.keep_seating()


def _switch_hints(room: Room, _: RoomSeat) -> None:
    room.open_hints = not room.open_hints
    room.keep_seating()
    room.chronicle.tell(HintsSwitched(room.open_hints))


def _switch_reviews(room: Room, _: RoomSeat) -> None:
    room.open_reviews = not room.open_reviews
    room.keep_seating()


ACTS = {
    "yield_seat": TableAct(
        lambda room, seat: room.attendance.is_asked_to_leave(seat),
        lambda room, seat: room.attendance.answer(seat, leaves=True),
    ),
    "keep_seat": TableAct(
        lambda room, seat: room.attendance.is_asked_to_leave(seat),
        lambda room, seat: room.attendance.answer(seat, leaves=False),
    ),
    "swap_seats": TableAct(
        lambda room, seat: _is_host(room, seat) and not room.started,
        swap_seats,
        lambda room: [*room.seats.values()],
        count=2,
        on_the_round=True,
    ),
    "start": TableAct(lambda room, seat: _is_host(room, seat) and not room.started, _start),
    "next_round": TableAct(
        lambda room, seat: (
            room.match.round.is_over and not room.match.is_over and seat.letter not in room.ready
        ),
        _next_round,
        on_the_round=True,
    ),
    "hint": TableAct(
        lambda room, seat: room.hints.can_ask(seat),
        lambda room, seat: room.hints.ask(seat),
        on_the_round=True,
    ),
    "open_hints": TableAct(
        lambda room, seat: _may_switch(room, seat) and not room.open_hints, _switch_hints
    ),
    "close_hints": TableAct(
        lambda room, seat: _may_switch(room, seat) and room.open_hints, _switch_hints
    ),
    "open_reviews": TableAct(
        lambda room, seat: _may_switch(room, seat) and not room.open_reviews, _switch_reviews
    ),
    "close_reviews": TableAct(
        lambda room, seat: _may_switch(room, seat) and room.open_reviews, _switch_reviews
    ),
    "ask_back": TableAct(
        lambda room, seat: room.undoing.can_ask(seat),
        lambda room, seat: room.undoing.ask(seat),
        on_the_round=True,
    ),
    "allow_back": TableAct(
        lambda room, seat: room.undoing.is_asked(seat),
        lambda room, seat: room.undoing.allow(seat),
        on_the_round=True,
    ),
    "refuse_back": TableAct(
        lambda room, seat: room.undoing.is_asked(seat),
        lambda room, seat: room.undoing.refuse(seat),
    ),
    "bot_for": TableAct(
        lambda room, seat: _is_host(room, seat) and _is_playing(room), _bot_for, missing_at
    ),
    "new_link": TableAct(_is_host, _new_link, _others),
    "resign_seat": TableAct(
        lambda room, seat: _is_playing(room) and not _is_host(room, seat) and not seat.stands_in,
        _resign_seat,
    ),
    "rematch": TableAct(
        lambda room, seat: _is_host(room, seat) and room.match.is_over,
        lambda room, _: another_match(room),
    ),
    "pause": TableAct(
        lambda room, seat: _is_host(room, seat) and _is_playing(room),
        lambda room, _: room.pause(),
    ),
    "close": TableAct(_is_host, lambda room, _: room.shut()),
    "reopen": TableAct(_is_host, lambda room, _: room.reopen(), while_shut=True),
}
