"""What one seat, or somebody who watches, is shown of a table: fragments that are only swapped in.

Everything of the round is read from a `SeatView`, from which nothing leads to the other hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dominoes_lang.english.wording import listed
from dominoes_lang.english.wording import number as number_in_words
from dominoes_lang.table.state import Kind
from dominoes_lang.table.tiles import Tile
from dominoes_rules.board.as_svg import OpenPlace
from dominoes_rules.board.geometry import Placement, lay_around
from dominoes_rules.conversation.phrases import tile_words
from dominoes_rules.play.seat_view import SeatView
from dominoes_rules.position.drawing import tabletop
from dominoes_rules.position.notation import Move
from dominoes_rules.web.markup import line_picture, rendered
from dominoes_rules.web.rooms import Room
from dominoes_rules.web.table_seats import RoomSeat

WIDE, NARROW = 24, 11
"""Half tiles from the left to the right edge of a board."""
SHOWN_LINES = 40
_OTHER_MOVES = {Kind.DRAW: "Draw a tile", Kind.PASS: "Pass", Kind.STOP: "Stop"}


@dataclass(frozen=True)
class MoveButton:
    """A move as a button: the move as positions write it, and its label."""

    move: str
    label: str


@dataclass(frozen=True)
class HandTile:
    """A tile of the hand, and the moves that lay it."""

    tile: Tile
    choices: tuple[MoveButton, ...]
    label: str


def view_of(
    room: Room, seat: RoomSeat | None, *, narrow: bool, since: int | None = None, base: str = ""
) -> dict[str, object]:
    """All that a seat may see, as JSON; `say` is what it was told after the line `since`.

    `over` is the result of a finished round, `ask` a question to this seat; both may be missing.
    `links` are those of the seats, for the host; `base` is what they begin with.
    """
    letter = seat.letter if seat is not None else ""
    view = SeatView(room.match.round, letter)
    names, phrases = room.chronicle.names, room.chronicle.phrases
    playing = room.started and not room.paused and not view.is_over
    may_move = seat is not None and seat.plays and playing
    moves = view.moves if may_move else ()
    top = tabletop(view, names, letter)
    acts = room.acts(seat)
    shown: dict[str, object] = {
        "version": room.version,
        "turn": "" if view.is_over else view.turn,
        "mine": bool(moves),
        "clock": room.clock,
        "board": board(view, moves, NARROW if narrow else WIDE),
        "hand": rendered(
            "hand.html",
            held=held(view, letter, moves) if seat is not None else (),
            others=[MoveButton(f"{one}", _OTHER_MOVES[one.kind]) for one in _others(moves)],
            waiting=not moves,
            watching=seat is None,
        ),
        "seats": rendered("seats.html", room=room, hands=top.hands, names=names, me=letter),
        "score": rendered(
            "score.html",
            sides=[(phrases.side(side), points) for side, points in view.standing.items()],
            round=room.match.round.state.round,
            target=view.setup.target,
            stock=view.stock_count,
            ends=top.ends_pips if view.line else None,
        ),
        "log": rendered(
            "log.html",
            lines=[line.for_seat(letter) for line in [*room.chronicle.lines][-SHOWN_LINES:]],
        ),
        "status": status(room, view, moves),
        "say": "" if since is None else room.chronicle.since(since, letter),
        "acts": acts,
    }
    if view.is_over:
        shown["over"] = over(room, view, seat, acts)
    if "allow_back" in acts or "yield_seat" in acts:
        shown["ask"] = rendered("ask.html", who=names.get(room.asking), acts=acts)
    shown["links"] = links(room, acts, base) if letter == room.host else ""
    return shown


def links(room: Room, acts: list[str], base: str) -> str:
    """The links of all seats for persons besides the host's, for the host alone."""
    invited = [
        (
            seat,
            room.chronicle.names[seat.letter],
            f"{base}/t/{room.name}/sit/{seat.shown_link}" if seat.shown_link else "",
        )
        for seat in room.seats.values()
        if seat.person and seat.letter != room.host
    ]
    if not invited:
        return ""
    return rendered("links.html", invited=invited, acts=acts, started=room.started)


def status(room: Room, view: SeatView, moves: tuple[Move, ...]) -> str:
    """Whose turn it is, in a sentence."""
    phrases, name = room.chronicle.phrases, room.chronicle.names[view.turn]
    if not room.started:
        return "Waiting for the others."
    if view.is_over:
        winner = room.match.winner
        return "The round is over." if winner is None else phrases.victory(winner)
    if room.paused:
        return "The table is paused."
    if not moves:
        mover = room.seats[view.turn]
        if mover.away:
            return f"{name} is away."
        return f"{name} is to move." if mover.plays else f"{name} is thinking."
    plays = [move for move in moves if move.kind is Kind.PLAY]
    if not plays and len(moves) == 1:
        return f"You can only {moves[0].kind.value}."
    return f"Your turn: {len(plays)} play{'s'[: len(plays) != 1]}"


def board(view: SeatView, moves: tuple[Move, ...], width: int) -> str:
    """The picture of the line, with the places for these moves."""
    line, opening = view.line, view.opening_place
    placed = lay_around(line, opening, width)
    places = [
        OpenPlace(f"{move}", _lay_words(view, move), at)
        for move in moves
        for at in _place(view, move, width)
    ]
    if line:
        tiles = ", ".join(f"{left}-{right}" for left, right in line)
        label = f"open ends {line[0][0]} and {line[-1][1]}; line {tiles}"
    else:
        label = "no tile on the table"
    return line_picture(placed, places, view.last_play[0], width, label)


def _place(view: SeatView, move: Move, width: int) -> Iterator[Placement]:
    """Where the tile of a move would lie; nothing for a move that lays none."""
    if move.kind is not Kind.PLAY or move.tile is None:
        return
    layout, opening = view.setup.layout, view.opening_place
    action = move.resolve(layout, view._known).action
    place = layout.place_of(view.line, action.end)
    longer = layout.extended(view.line, action.tile, action.end)
    pushed = bool(view.line) and place <= opening
    yield lay_around(longer, opening + pushed, width)[place]


def _lay_words(view: SeatView, move: Move) -> str:
    assert move.tile is not None
    tile = tile_words(move.tile)
    if move.end is None:
        return f"lay {tile} as the first tile"
    number = view.setup.layout.number_at(view._known, move.end)
    return f"lay {tile} at the {move.end.word} end, on the {number}"


def _others(moves: tuple[Move, ...]) -> Iterator[Move]:
    return (move for move in moves if move.kind is not Kind.PLAY)


def held(view: SeatView, seat: str, moves: tuple[Move, ...]) -> list[HandTile]:
    """The hand of a seat as buttons; a tile that can't be played says so."""
    found = []
    for tile in view.hand(seat):
        plays = [move for move in moves if move.kind is Kind.PLAY and move.tile == tile]
        choices = tuple(
            MoveButton(f"{move}", "play" if move.end is None else move.end.word) for move in plays
        )
        words = f"{number_word(tile.high)} {number_word(tile.low)}"
        if plays and plays[0].end is None:
            label = f"{words}, playable"
        elif plays:
            label = f"{words}, playable at the {listed([one.label for one in choices], 'or')}"
        else:
            label = f"{words}, not playable" if moves else words
        found.append(HandTile(tile, choices, label))
    return found


def number_word(number: int) -> str:
    """A number of pips as people say it."""
    return number_in_words(number) if number else "blank"


def over(room: Room, view: SeatView, seat: RoomSeat | None, acts: list[str]) -> str:
    """The end of a round: why, the hands, what was paid for what, and who has won the match."""
    game, phrases, names = room.match.round, room.chronicle.phrases, room.chronicle.names
    lines = phrases.ending(game)
    winner = room.match.winner
    if winner is not None:
        lines.append(phrases.victory(winner))
    outcome = view.outcome
    assert outcome is not None
    paid = [f"{phrases.side(side)} {points:+,}" for side, points in outcome.points.items()]
    waiting = [one.letter for one in room.persons if one.letter not in room.ready and not one.away]
    return rendered(
        "over.html",
        title=lines[0],
        lines=[(line.lstrip(), len(line) - len(line.lstrip())) for line in lines[1:]],
        points=paid,
        hands=[(names[one], view.hand(one)) for one in view.hand_counts],
        match_over=winner is not None,
        may_go_on="next_round" in acts,
        waiting=[names[one] for one in waiting if seat is None or one != seat.letter],
    )
