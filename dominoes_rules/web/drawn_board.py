"""The board of a page: the tiles where they lie, and places for the moves that can be made."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from dominoes_lang.languages.places_in_words import in_words, where_at
from dominoes_lang.table.layout import NamedEnd
from dominoes_lang.table.marks import Train, tile_words
from dominoes_lang.table.shape import LayoutKind
from dominoes_lang.table.spots import left_open_by
from dominoes_lang.table.state import Action, Kind, end_leaving, play
from dominoes_lang.table.tiles import Tile
from dominoes_rules.board.board_svg import OpenPlace
from dominoes_rules.board.laid_table import lay_table, line_width
from dominoes_rules.board.laying.arms_placed import next_in_arms
from dominoes_rules.board.laying.joined_tiles import joined
from dominoes_rules.board.laying.line_placed import lay_line
from dominoes_rules.board.laying.lying import Lying
from dominoes_rules.board.laying.strips import next_on_train
from dominoes_rules.board.laying.tricks_placed import TrickTable
from dominoes_rules.board.laying.windows import Window
from dominoes_rules.board.tabletop import Tabletop
from dominoes_rules.position.notation import Move
from dominoes_rules.position.table_view import TableView
from dominoes_rules.position.trick_words import trick_table
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.markup import board_picture


@dataclass(frozen=True)
class PlayAtEnd:
    """A play at one of the open ends."""

    play: Move
    """As it is among the legal moves."""
    there: Move
    """The move that lays the tile at just this end.

    Of ends that are alike the legal moves name one, and a record may name another.
    """
    end: NamedEnd | None
    """None for a tile that is laid at no end: the first one, also of a player's own train."""


@dataclass(frozen=True)
class EndMoves:
    """The moves at one end."""

    where: str
    """`at the left end, on the 6`, `on Ana's train`; empty for moves that lay no tile."""
    moves: tuple[Move, ...]


def board(
    view: TableView,
    table: Tabletop,
    moves: Iterable[Move],
    window: Window,
    names: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """The picture of the tiles on the table, with the places for these moves.

    table: the same table, as pictures show it.
    names: those of players, by the letter of their seat.
    """
    ghosts = []
    # In a trick each player has a place, and a tile is laid by a tap on it.
    for way in plays_at_ends(view, moves) if table.trick is None else ():
        # Of two ways to lay a tile in one place a click could not choose: the hand has words.
        if way.play.leaving is None:
            at = _next_tile(view, table, _action(view, way.there), window)
            # Where other tiles would have to move there is no place: the row of ends has one.
            if at is not None:
                words = _lay_words(way, names)
                ghosts.append(OpenPlace(f"{way.there}", words, at, play=f"{way.play}"))
    return _picture(view, table, window, ghosts, names)


def board_of_ends(
    view: TableView, table: Tabletop, chosen: Iterable[EndMoves], window: Window
) -> str:
    """The picture of the tiles on the table, with one place for each end, whatever is laid there.

    chosen: what may be laid at each end; its place leads to the element `end-N` of the page, where
    N counts from 0.
    """
    ghosts = dict[tuple[float, float], OpenPlace]()
    for number, end in enumerate(chosen if table.trick is None else ()):
        # A double may lie across.
        for move in sorted(plays_of(end.moves), key=_is_double):
            at = _next_tile(view, table, _action(view, move), window)
            if at is not None:
                label = READER.get().text("what may be laid {where}", where=end.where)
                ghost = OpenPlace(f"{move}", label, at, f"#end-{number}")
                ghosts.setdefault((at.x, at.y), ghost)
                break
    return _picture(view, table, window, ghosts.values(), {})


def _is_double(move: Move) -> bool:
    return move.tile is not None and move.tile.high == move.tile.low


def moves_at_ends(view: TableView, moves: Iterable[Move]) -> list[EndMoves]:
    """The moves by the end at which they lay a tile, each once; then those that lay none."""
    layout, state, reader = view.setup.layout, view._known, READER.get()
    left = {f"{move}": move for move in moves}
    groups = []
    for end in layout.names.named_ends(state):
        here = [text for text, move in left.items() if lays_at(view, move, end)]
        if here:
            where = where_at(end.mark, end.number, {}, reader.language)
            groups.append(EndMoves(where, tuple(left.pop(text) for text in here)))
    first = plays_of(left.values())
    if first and view.setup.tricks is None:
        where = reader.text("as the first tile")
        groups.append(EndMoves(where, tuple(left.pop(f"{move}") for move in first)))
    return [*groups, EndMoves("", tuple(left.values()))] if left else groups


def lays_at(view: TableView, move: Move, end: NamedEnd) -> bool:
    """Whether a move lays a tile at an end, or at one that is like it."""
    if move.kind is not Kind.PLAY or move.tile is None:
        return False
    laid_at = _action(view, move).place
    return view.setup.layout.same.same_place(view._known, laid_at, end.end)


def plays_at_ends(view: TableView, moves: Iterable[Move]) -> list[PlayAtEnd]:
    """The plays among some legal moves, once for each end at which the tile can be laid."""
    named = view.setup.layout.names.named_ends(view._known)
    ways = []
    for move in plays_of(moves):
        at_ends = [way for end in named for way in _there(view, move, end)]
        ways += at_ends or [PlayAtEnd(move, move, None)]
    return ways


def _there(view: TableView, move: Move, end: NamedEnd) -> Iterable[PlayAtEnd]:
    """A legal play as it is made at an end, if a record can name that end."""
    layout, state = view.setup.layout, view._known
    action = _action(view, move)
    if layout.same.same_place(state, action.place, end.end) and end.is_open:
        there = Move.of(play(action.tile, end_leaving(end.end, action.leaving)), layout, state)
        # Of ends that are one to the rules, all plays are at the tile that was laid first.
        if layout.names.place(state, _action(view, there).place) == end.mark:
            yield PlayAtEnd(move, there, end)


def _action(view: TableView, move: Move) -> Action:
    return move.resolve(view.setup.layout, view._known).action


def _picture(
    view: TableView,
    table: Tabletop,
    window: Window,
    ghosts: Iterable[OpenPlace],
    names: Mapping[str, str],
) -> str:
    last, by = view.last_play
    words = _table_words(view, table, names)
    return board_picture(lay_table(table, window), window, ghosts, last, by, words)


def by_names(
    view: TableView, table: Tabletop, names: Mapping[str, str], looking: str = ""
) -> Tabletop:
    """The table as a page shows it to players: trains and tricks have names, no letters of seats.

    looking: the seat that is at the bottom of a trick.
    """
    if names and table.trick is not None:
        return replace(table, trick=trick_table(view, names, looking, READER.get(), letters=False))
    owners = (Train(owner).letter for owner in view.setup.layout.owners)
    rows = zip(table.trains, owners, strict=False)
    trains = (row._replace(title=names.get(letter, row.title)) for row, letter in rows)
    return replace(table, trains=tuple(trains))


async def lay_ahead(
    view: TableView, table: Tabletop, moves: Iterable[Move], window: Window
) -> None:
    """Lay a table with arms in a thread, and what may come next: `board` then finds it kept.

    Where an end was walled in, some tiles are laid again, which takes up to half a second. The
    streams of other tables do not wait for that.
    """
    if table.arm_rules is not None:
        await asyncio.to_thread(_lay_all, view, table, moves, window)


def _lay_all(view: TableView, table: Tabletop, moves: Iterable[Move], window: Window) -> None:
    lay_table(table, window)
    for way in plays_at_ends(view, moves):
        _next_tile(view, table, _action(view, way.there), window)


def plays_of(moves: Iterable[Move]) -> list[Move]:
    """The moves that lay a tile."""
    return [move for move in moves if move.kind is Kind.PLAY and move.tile is not None]


def _next_tile(view: TableView, table: Tabletop, action: Action, window: Window) -> Lying | None:
    """Where the tile of a play lies; None if others would have to move for it."""
    layout = view.setup.layout
    tile = layout.fits.tiles.tiles[action.tile]
    if layout.owners and not view.paths:
        return lay_line(((tile.high, tile.low),), 0, line_width(table, window))[0]
    if layout.owners:
        far = left_open_by(layout.rules, view._known, action)
        number, back = _train_at(view, table, action)
        middle = table.line[0] if table.line else None
        halves = tile.other_half(far), far
        return next_on_train(
            middle, table.trains, number, halves, table.set_size, window, back=back
        )
    longer = layout.picture.extended(view.laid, action.tile, action.end)
    if table.arm_rules is not None:
        *before, new = joined(longer, layout)
        return next_in_arms(before, new, table.arm_rules, window)
    index = 0 if longer.line[1:] == view.line else len(view.line)
    opening = table.opening + (bool(view.line) and index <= table.opening)
    return lay_line(longer.line, opening, line_width(table, window))[index]


def _train_at(view: TableView, table: Tabletop, action: Action) -> tuple[int, bool]:
    """On which train a tile is laid, and whether on its second side."""
    layout = view.setup.layout
    if layout.kind is not LayoutKind.OWN_TRAINS:
        return action.place, False
    train = train_ending_in(table, layout.fits.tiles.tiles[action.place])
    return (view._known.mover, False) if train is None else train


def train_ending_in(table: Tabletop, tile: Tile) -> tuple[int, bool] | None:
    """The train that has a tile at an end, and whether at that of its second side."""
    for number, row in enumerate(table.trains):
        if row.back and Tile.of(*row.back[-1]) == tile:
            return number, True
        if row.tiles and Tile.of(*row.tiles[-1]) == tile:
            return number, False
        if row.tiles and Tile.of(*row.tiles[0]) == tile and not row.back:
            return number, True
    return None


def _table_words(view: TableView, table: Tabletop, names: Mapping[str, str]) -> str:
    """The tiles on the table from end to end, and what is open."""
    reader = READER.get()
    if table.trick is not None:
        return _trick_words(table.trick)
    if not view.paths:
        return reader.text("no tile on the table")
    layout = view.setup.layout
    named = layout.names.named_ends(view._known)
    words = [_end_words(end, names, branches=layout.branches) for end in named if end.is_open]
    ends = reader.language.words(tuple(words), "and")
    line, *arms = (", ".join(f"{left}-{right}" for left, right in path) for path in view.paths)
    parts = [reader.plural("open end {ends}", "open ends {ends}", len(words), ends=ends)]
    if line:
        parts.append(reader.text("line {tiles}", tiles=line))
    if layout.owners:
        rows = zip(table.trains, arms, strict=True)
        for train, tiles in rows:
            parts.append(reader.text("train {owner}: {tiles}", owner=train.title, tiles=tiles))
    else:
        parts += (reader.text("arm {tiles}", tiles=tiles) for tiles in arms)
    return "; ".join(parts)


def _trick_words(trick: TrickTable) -> str:
    """The bid and the trump, the tiles of the trick by player, and what each side has taken."""
    laid = [
        f"{seat.title} {seat.note}: {tile_words(Tile.of(*seat.tile))}".replace(" :", ":")
        for seat in trick.seats
        if seat.tile is not None
    ]
    tiles = laid or [READER.get().text("no tile on the table")]
    return "; ".join((*trick.middle, *tiles, *(pile.title for pile in trick.piles)))


def _end_words(end: NamedEnd, names: Mapping[str, str], *, branches: bool) -> str:
    """An open end: its number, where it is if the layout has branches, how many sides are open."""
    reader = READER.get()
    words = f"{end.number}"
    if branches and end.mark:
        words += f" {in_words(end.mark, names, reader.language)}"
    if end.sides < 2:
        return words
    sides = reader.language.number(end.sides)
    return reader.text("{end} on {sides} sides", end=words, sides=sides)


def _lay_words(way: PlayAtEnd, names: Mapping[str, str]) -> str:
    """What a play does at an end."""
    assert way.play.tile is not None
    reader, tile = READER.get(), tile_words(way.play.tile)
    if way.end is None:
        return reader.text("lay {tile} as the first tile", tile=tile)
    where = where_at(way.end.mark, way.end.number, names, reader.language)
    return reader.text("lay {tile} {where}", tile=tile, where=where)
