"""What people do at a table besides moves: who may when, and what it changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from dominoes_rules.bots.bidding import speaks
from dominoes_rules.bots.levels import behind
from dominoes_rules.speech.speech import marked
from dominoes_rules.tables.events import HintsSwitched
from dominoes_rules.web.lobby.another_match import another_match
from dominoes_rules.web.lobby.seat_swaps import swap_seats
from dominoes_rules.web.refusals import malformed, not_yours
from dominoes_rules.web.rooms import Room
from dominoes_rules.web.table_seats import RoomSeat


@dataclass(frozen=True)
class TableAct:
    """One thing to do."""

    allowed: Callable[[Room, RoomSeat], bool]
    do: Callable[..., None]
    """Called with the room and the seat that it is for: its targets, or else the seat that acts.

    Raises `Rejected`."""
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
        act, seat = ACTS.get(name), room.as_now(seat)
        if act is None:
            raise malformed(marked("There is no act {name!r}."), name=name[:20])
        if room.closed or not _is_allowed(act, room, seat):
            raise not_yours(marked("This can't be done now."))
        meant = [seat]
        if act.targets is not None:
            fitting = {target.letter: target for target in act.targets(room)}
            letters = {*targets} - {""}
            if len(letters) != act.count or not letters <= fitting.keys():
                raise not_yours(marked("This can't be done for that seat now."))
            meant = [fitting[letter] for letter in sorted(letters)]
        if act.on_the_round:
            room.expect_now(version)
        act.do(room, *meant)
        room.change()


async def let_bot_play(room: Room, seat: str) -> None:
    """Let a bot play for somebody who is missing, by the letter of the seat. Raises `Rejected`."""
    async with room.lock:
        missing = [absent for absent in missing_at(room) if absent.letter == seat]
        if not missing:
            raise not_yours(marked("A bot can only stand in for somebody who is away."))
        _bot_for(room, missing[0])
        room.change()


def _is_allowed(act: TableAct, room: Room, seat: RoomSeat) -> bool:
    if act.while_shut != room.is_shut:
        return False
    return act.allowed(room, seat) and (act.targets is None or bool(act.targets(room)))


# ---------------------------------------------------------------------- who may


def _is_host(room: Room, seat: RoomSeat) -> bool:
    return seat.letter == room.host


def _may_start(room: Room, seat: RoomSeat) -> bool:
    return _is_host(room, seat) and not room.table.started


def _is_asked_back(room: Room, seat: RoomSeat) -> bool:
    """Whether a seat has still to say whether a choice may be taken back."""
    return seat.letter in room.table.silent


def _is_playing(room: Room) -> bool:
    return room.table.started and not room.match.is_over


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


def _bot_for(room: Room, seat: RoomSeat) -> None:
    room.reseat(replace(seat, stands_in=True))


def _resign_seat(room: Room, seat: RoomSeat) -> None:
    room.reseat(replace(seat, stands_in=True, cookie=""))


def _may_ask_for_hint(room: Room, seat: RoomSeat) -> bool:
    """Whether it is the turn of a seat, which is alone with bots unless hints are open."""
    persons = [one for one in room.seats.values() if one.person]
    if speaks(room.match.setup, room.match.round.state):
        return False  # with open hands nobody would be outbid
    return (
        room.hints.can_be_asked(seat.letter)
        and room.goes_on
        and room.match.round.turn == seat.letter
        and seat.plays
        and (room.options.open_hints or len(persons) == 1)
    )


def _ask_for_hint(room: Room, seat: RoomSeat) -> None:
    room.hints.expect_room(seat.letter)
    room.go_on(room.table.ask_hint())
    room.hints.search(seat.letter, room.match, room.chronicle.names)


def _may_teach(room: Room, seat: RoomSeat) -> bool:
    """Whether there is a game to learn, and a bot at the table that plays by what is learnt."""
    bots = [sitting.plays_as for sitting in room.seats.values() if sitting is not seat]
    learn = [behind(name).bot.startswith("quick") for name in bots]
    return _is_host(room, seat) and room.lesson.can_begin and any(learn)


def _switch_hints(room: Room, _: RoomSeat) -> None:
    are_open = not room.options.open_hints
    room.choose(HintsSwitched(are_open), open_hints=are_open)


def _switch_reviews(room: Room, _: RoomSeat) -> None:
    room.choose(open_reviews=not room.options.open_reviews)


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
        _may_start,
        swap_seats,
        lambda room: [*room.seats.values()],
        count=2,
        on_the_round=True,
    ),
    "start": TableAct(_may_start, lambda room, _: room.begin()),
    "next_round": TableAct(
        lambda room, seat: (
            room.match.round.is_over
            and not room.match.is_over
            and seat.letter not in room.table.ready
        ),
        lambda room, seat: room.go_on(room.table.say_ready(seat.letter, room.now)),
        on_the_round=True,
    ),
    "hint": TableAct(
        _may_ask_for_hint,
        _ask_for_hint,
        on_the_round=True,
    ),
    "teach": TableAct(_may_teach, lambda room, _: room.lesson.begin()),
    "stop_teaching": TableAct(
        lambda room, seat: _is_host(room, seat) and room.lesson.is_under_way,
        lambda room, _: room.lesson.end(),
    ),
    "open_hints": TableAct(
        lambda room, seat: _may_switch(room, seat) and not room.options.open_hints, _switch_hints
    ),
    "close_hints": TableAct(
        lambda room, seat: _may_switch(room, seat) and room.options.open_hints, _switch_hints
    ),
    "open_reviews": TableAct(
        lambda room, seat: _may_switch(room, seat) and not room.options.open_reviews,
        _switch_reviews,
    ),
    "close_reviews": TableAct(
        lambda room, seat: _may_switch(room, seat) and room.options.open_reviews, _switch_reviews
    ),
    "ask_back": TableAct(
        lambda room, seat: room.table.can_ask_back(seat.letter),
        lambda room, seat: room.go_on(room.table.ask_back(seat.letter, room.now)),
        on_the_round=True,
    ),
    "allow_back": TableAct(
        _is_asked_back,
        lambda room, seat: room.go_on(room.table.allow(seat.letter, room.now)),
        on_the_round=True,
    ),
    "refuse_back": TableAct(
        _is_asked_back,
        lambda room, seat: room.go_on(room.table.refuse(seat.letter, room.now)),
    ),
    "bot_for": TableAct(
        lambda room, seat: _is_host(room, seat) and _is_playing(room), _bot_for, missing_at
    ),
    "new_link": TableAct(_is_host, lambda room, seat: room.reseat(seat.invited()), _others),
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
