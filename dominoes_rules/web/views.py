"""What one seat, or somebody who watches, is shown of a table: fragments that are only swapped in.

Everything of the round is read from a `SeatView`, from which nothing leads to the other hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.marks import tile_words
from dominoes_lang.table.state import End, Kind
from dominoes_lang.table.tiles import Tile
from dominoes_rules.bots.bidding import speaks
from dominoes_rules.conversation.move_words import drops_out, place_words, play_words
from dominoes_rules.play.seat_view import SeatView
from dominoes_rules.position.drawing import relation, tabletop
from dominoes_rules.position.notation import Move
from dominoes_rules.position.trick_words import suit_words, trick_table
from dominoes_rules.speech.speech import marked
from dominoes_rules.web.analysis.review_rights import readable
from dominoes_rules.web.drawn_board import board, by_names, lay_ahead
from dominoes_rules.web.end_row import EndButton, end_row
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.markup import rendered
from dominoes_rules.web.room_acts import acts_of
from dominoes_rules.web.rooms import SECONDS_TO_REOPEN, Room
from dominoes_rules.web.screens import SCREENS
from dominoes_rules.web.table_seats import RoomSeat

SHOWN_LINES = 40
_WATCHING = marked("You are watching.")
_SEAT_LOST = marked(
    "You are watching. Your seat was taken over by another browser that has the link, or left to a "
    "bot."
)
_OTHER_MOVES = {
    Kind.DRAW: marked("Draw a tile"),
    Kind.PASS: marked("Pass"),
    Kind.STOP: marked("Stop"),
}
_DROP_OUT = marked("Drop out")
_ONLY_OUT = marked("You can only drop out of the round.")
"""What a pass is where players drop out."""
_ONLY = {
    Kind.DRAW: marked("You can only draw."),
    Kind.PASS: marked("You can only pass."),
    Kind.STOP: marked("You can only stop."),
}


@dataclass(frozen=True)
class MoveButton:
    """A move as a button: the move as positions write it, and its label."""

    move: str
    label: str


@dataclass(frozen=True)
class SaidButton:
    """A bid, a pass or a trump as a button."""

    move: str
    words: str
    label: str
    """What is read out of it."""


@dataclass(frozen=True)
class HandTile:
    """A tile of the hand, and the moves that lay it, also aside."""

    tile: Tile
    choices: tuple[MoveButton, ...]
    asked: tuple[MoveButton, ...]
    """Those that the row of ends can't tell apart."""
    label: str


async def laid_ahead(room: Room, seat: RoomSeat | None, screen: str) -> None:
    """Lay the board that a seat is shown, away from the event loop. The room's lock is held."""
    view = SeatView(room.match.round, seat.letter if seat is not None else "")
    await lay_ahead(view, tabletop(view), view.moves, SCREENS[screen])


def view_of(
    room: Room,
    seat: RoomSeat | None,
    *,
    screen: str,
    since: int | None = None,
    base: str = "",
    had_seat: bool = False,
) -> dict[str, object]:
    """All that a seat may see, as JSON; `say` is what it was told after the line `since`.

    had_seat: whether the browser of somebody who watches had a seat at this table.
    screen: a kind of screen, see `web/screens.py`.
    `over` is the result of a finished round, `ask` a question to this seat, `lesson` how far the
    bots are who learn the game; each may be missing.
    `sounds` are those of what it was told. `links` are those of the seats, for the host; `base` is
    what they begin with.
    """
    letter = seat.letter if seat is not None else ""
    view = SeatView(room.match.round, letter)
    names, phrases = room.chronicle.names, room.chronicle.phrases
    table = room.table
    playing = table.started and not table.paused and not room.is_shut and not view.is_over
    may_move = seat is not None and seat.plays and playing
    moves = view.moves if may_move else ()
    top = by_names(view, tabletop(view, names, letter, READER.get()), names, letter)
    acts = acts_of(room, seat)
    row = end_row(view, top, moves, names) if table.started else []
    speaking = bool(moves) and speaks(view.setup, view._known) and moves[0].kind is not Kind.DISCARD
    shown: dict[str, object] = {
        "version": room.version,
        "turn": view.turn if table.started and not view.is_over else "",
        "mine": bool(moves),
        "clock": room.clock,
        "board": board(view, top, moves, SCREENS[screen], names),
        "ends": rendered("said.html", choices=[said_button(move, view.setup) for move in moves])
        if speaking
        else rendered("ends.html", row=row),
        "hand": rendered(
            "hand.html",
            # Nobody knows the deal while seats are chosen.
            held=held(view, letter, () if speaking else moves, names, row)
            if seat is not None and table.started
            else (),
            others=[
                move_button(move, names, view.setup)
                for move in moves
                if move.kind in _OTHER_MOVES and not speaking
            ],
            waiting=not moves or speaking,
            watching=""
            if seat is not None
            else READER.get().text(_SEAT_LOST if had_seat else _WATCHING),
        ),
        "seats": rendered("seats.html", room=room, hands=top.hands, names=names, me=letter),
        "score": rendered(
            "score.html",
            sides=[(phrases.side(side), points) for side, points in view.standing.items()],
            round=len(room.match.rounds),
            sets=[*room.match.sets.values()],
            best_of=view.setup.match.best_of,
            target=view.setup.target,
            stock=view.stock_count,
            ends=top.ends_pips if view.paths and top.trick is None else None,
        ),
        "log": rendered(
            "log.html",
            lines=room.chronicle.texts(letter, SHOWN_LINES),
        ),
        "status": status(room, view, moves, letter),
        "say": "" if since is None else room.chronicle.since(since, letter),
        "sounds": [] if since is None else room.chronicle.sounds_since(since),
        "hint": hint(room, letter),
        "acts": acts,
    }
    if view.is_over:
        shown["over"] = over(room, view, seat, acts)
    if room.lesson.shown:
        shown["lesson"] = room.lesson.shown
    if "allow_back" in acts or "yield_seat" in acts:
        shown["ask"] = rendered("ask.html", who=names.get(table.asking_back), acts=acts)
    shown["links"] = links(room, acts, base) if seat and letter == room.host else ""
    return shown


def links(room: Room, acts: list[str], base: str) -> str:
    """Who sits where, and the links of the seats for friends; empty if there are none.

    For the host alone.
    """
    rows = [
        (
            seat,
            relation(room.match.setup, room.host, letter, READER.get()),
            room.chronicle.names[letter],
            f"{base}/t/{room.name}/sit/{seat.shown_link}"
            if seat.shown_link and letter != room.host
            else "",
        )
        for letter, seat in room.seats.items()
    ]
    if len([seat for seat in room.seats.values() if seat.person]) < 2:
        return ""
    return rendered(
        "links.html",
        rows=rows,
        swaps=seats_to_swap(room),
        me=room.host,
        acts=acts,
        starting="start" in acts,
        local=is_local(base),
    )


def seats_to_swap(room: Room) -> list[tuple[str, str]]:
    """The letter of each seat, and the name of who is there, if it has one."""
    names = room.chronicle.phrases.given
    return [(letter, names.get(letter, "")) for letter in room.seats]


def is_local(base: str) -> bool:
    """Whether a link that begins so works on this machine only."""
    return urlsplit(base).hostname in {"127.0.0.1", "::1", "localhost"}


def _review_link(room: Room, seat: RoomSeat | None) -> str:
    """Where the review of a seat begins; empty if it may not be read."""
    if seat is None or seat.letter not in readable(room, seat):
        return ""
    number = "" if room.match.is_over else f"?round={len(room.match.rounds)}"
    return f"review/{seat.letter}{number}"


def hint(room: Room, seat: str) -> str:
    """The hint that a seat has asked for; empty if there is none."""
    shown_hint = room.hints.of(seat)
    return "" if shown_hint is None else rendered("hint.html", hint=shown_hint)


def waiting(room: Room, seat: str) -> str:
    """For whom a table waits that has not begun."""
    reader, missing = READER.get(), len(room.free_seats)
    if seat != room.host:
        host = room.chronicle.names[room.host]
        return reader.text("Waiting for {host} to start the match.", host=host)
    if not missing:
        return reader.text("Everybody is here: start the match.")
    return reader.plural(
        "{count} friend is not here yet. If you start now, bots play for missing friends.",
        "{count} friends are not here yet. If you start now, bots play for missing friends.",
        missing,
    )


def closed(room: Room, seat: str) -> str:
    """Who has closed a table, and that it can be opened again."""
    reader, minutes = READER.get(), round(SECONDS_TO_REOPEN / 60)
    if seat == room.host:
        return reader.plural(
            "You have closed the table. You can open it again within {count} minute.",
            "You have closed the table. You can open it again within {count} minutes.",
            minutes,
        )
    return reader.plural(
        "{host} has closed the table, and can open it again within {count} minute.",
        "{host} has closed the table, and can open it again within {count} minutes.",
        minutes,
        host=room.chronicle.names[room.host],
    )


def asking_back(room: Room, seat: str) -> str:
    """Who asks to take back a choice, or from whom an answer is missing."""
    reader, names, table = READER.get(), room.chronicle.names, room.table
    if seat != table.asking_back:
        name = names[table.asking_back]
        return reader.text("{name} asks to take back a choice.", name=name)
    silent = reader.language.words(tuple(names[asked] for asked in table.silent), "and")
    return reader.text("Waiting for {names} to let you take back your choice.", names=silent)


def status(room: Room, view: SeatView, moves: tuple[Move, ...], seat: str) -> str:
    """Whose turn it is, in a sentence for a seat."""
    reader, name = READER.get(), room.chronicle.names[view.turn]
    table = room.table
    if table.shut:
        return closed(room, seat)
    if not table.started:
        return waiting(room, seat)
    if view.is_over:
        if room.match.is_over:
            return room.chronicle.phrases.victory(room.match)
        return reader.text("The round is over.")
    if table.paused:
        return reader.text("The table is paused.")
    if table.asking_back:
        return asking_back(room, seat)
    if not moves:
        mover = room.seats[view.turn]
        if mover.away:
            return reader.text("{name} is away.", name=name)
        if mover.plays:
            return reader.text("{name} is to move.", name=name)
        return reader.text("{name} is thinking.", name=name)
    known = room.chronicle.phrases.before_a_move(view, moves)
    return f"{known} {_choices(moves, view.setup, known)}".strip()


def _choices(moves: tuple[Move, ...], setup: Setup, known: str = "") -> str:
    """What a seat may do whose turn it is.

    known: what it has read of a trick; then tiles are not counted.
    """
    reader, kinds = READER.get(), {move.kind for move in moves}
    if Kind.NAME in kinds:
        return reader.text("Your turn: name the trump")
    if Kind.BID in kinds:
        if Kind.PASS in kinds:
            return reader.text("Your turn: bid or pass")
        return reader.text("Your turn: you must bid")
    if known and Kind.PLAY in kinds:
        return ""
    tiles = {move.tile for move in moves if move.kind is Kind.PLAY}
    if not tiles and moves[0].kind is Kind.DISCARD:
        return reader.text("Your turn: lay a tile aside")
    if not tiles and len(moves) == 1:
        return reader.text(_ONLY_OUT if drops_out(moves[0], setup) else _ONLY[moves[0].kind])
    plays = sum(move.kind is Kind.PLAY for move in moves)
    if not plays:
        return reader.text("Your turn: no plays")
    if plays == len(tiles):
        return reader.plural("Your turn: {count} play", "Your turn: {count} plays", plays)
    # A tile that fits at both ends is two plays.
    return reader.plural(
        "Your turn: {plays} plays with {count} tile",
        "Your turn: {plays} plays with {count} tiles",
        len(tiles),
        plays=plays,
    )


def said_button(move: Move, setup: Setup) -> SaidButton:
    """What may be said before the first trick, as a small button: `31`, `fives`, `Pass`."""
    label = move_button(move, {}, setup).label
    if move.kind is Kind.BID:
        return SaidButton(f"{move}", f"{move.said}", label)
    return SaidButton(f"{move}", label, label)


def move_button(move: Move, names: Mapping[str, str], setup: Setup) -> MoveButton:
    """A move as a button with words enough to stand alone; names are by letter of the seat."""
    reader = READER.get()
    if move.kind is Kind.BID:
        words = reader.text("Bid {number}", number=move.said)
    elif move.said is not None:
        words = suit_words(move.said, reader)
    elif move.kind is Kind.PLAY:
        words = play_words(move, names, reader)
    elif move.kind is Kind.DISCARD and move.tile is not None:
        words = reader.text("Lay {tile} aside", tile=tile_words(move.tile))
    else:
        words = reader.text(_DROP_OUT if drops_out(move, setup) else _OTHER_MOVES[move.kind])
    return MoveButton(f"{move}", words)


def held(
    view: SeatView,
    seat: str,
    moves: tuple[Move, ...],
    names: Mapping[str, str],
    row: Iterable[EndButton] = (),
) -> list[HandTile]:
    """The hand of a seat as buttons; a tile that can't be played says so.

    row: the row of open ends beside it.
    """
    hand_tiles = []
    for tile in view.hand(seat):
        plays = [move for move in moves if move.kind is Kind.PLAY and move.tile == tile]
        aside = [move for move in moves if move.kind is Kind.DISCARD and move.tile == tile]
        choices = tuple(MoveButton(f"{move}", _end_words(move, names)) for move in (*plays, *aside))
        label = _held_words(tile, plays, choices) if moves else tile_words(tile)
        hand_tiles.append(HandTile(tile, choices, _asked(choices, row), label))
    return hand_tiles


def _held_words(tile: Tile, plays: Sequence[Move], choices: Sequence[MoveButton]) -> str:
    """A tile of whoever is to move, and where it may be laid."""
    reader, words = READER.get(), tile_words(tile)  # as it is written on a tile with figures
    if not choices:
        return reader.text("{tile}, not playable", tile=words)
    if not plays:
        return reader.text("{tile}, may be laid aside", tile=words)
    if plays[0].end is None:
        return reader.text("{tile}, playable", tile=words)
    places = reader.language.words(tuple(choice.label for choice in choices), "or")
    if isinstance(plays[0].end, End):
        return reader.text("{tile}, playable at the {ends}", tile=words, ends=places)
    return reader.text("{tile}, playable {where}", tile=words, where=places)


def _asked(choices: tuple[MoveButton, ...], row: Iterable[EndButton]) -> tuple[MoveButton, ...]:
    """The choices of a tile that are not the only one at an end of the row."""
    own = {way.move for way in choices}
    at_ends = [own.intersection(end.plays) for end in row]
    clear = {move for moves in at_ends if len(moves) == 1 for move in moves}
    return tuple(way for way in choices if way.move not in clear) if len(choices) > 1 else ()


def _end_words(move: Move, names: Mapping[str, str]) -> str:
    """Where a tile is laid: `left`, `at 6-4`, `on Ana's train`, `aside`."""
    reader = READER.get()
    if move.kind is Kind.DISCARD:
        return reader.text("aside")
    return place_words(move, names, reader)


def taken_by_sides(view: SeatView, names: Mapping[str, str]) -> list[str]:
    """The bid and the trump of a round of tricks, and what each side has taken."""
    trick = trick_table(view, names, "", READER.get(), letters=False)
    if trick is None or not trick.middle:
        return []
    said = READER.get().listed(trick.middle, "comma")
    return [f"{said[:1].upper()}{said[1:]}.", *(f"{pile.title}." for pile in trick.piles)]


def over(room: Room, view: SeatView, seat: RoomSeat | None, acts: list[str]) -> str:
    """The end of a round: why, the hands, what was paid for what, and who has won the match."""
    game, phrases, names = room.match.round, room.chronicle.phrases, room.chronicle.names
    title, *lines = phrases.result(game)
    if room.match.is_over:
        lines.append(phrases.victory(room.match))
    unready = [
        person
        for person in room.persons
        if person.letter not in room.table.ready and not person.away
    ]
    return rendered(
        "over.html",
        title=title,
        lines=[
            *lines,
            *taken_by_sides(view, names),
            f"{phrases.scores(room.match.scores)}.",
            *phrases.sets(room.match),
        ],
        ledger=phrases.ledger(game),
        hands=view.setup.tricks is None
        and [
            (names[letter], (*view.hand(letter), *view.laid_aside(letter)))
            for letter in view.hand_counts
        ],
        match_over=room.match.is_over,
        review=_review_link(room, seat),
        evening=bool(room.options.evening),
        may_go_on="next_round" in acts,
        may_begin_another="rematch" in acts,
        waiting=[
            READER.get().text("you") if person == seat else names[person.letter]
            for person in unready
        ],
        together=len(room.persons) > 1,
    )
