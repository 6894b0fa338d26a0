"""The row of open ends below a board: a tap on a tile and a tap on an end make a play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from dominoes_lang.languages.places_in_words import in_words
from dominoes_lang.table.layout import NamedEnd
from dominoes_lang.table.marks import Train, sign
from dominoes_lang.table.tiles import Tile
from dominoes_rules.board.tabletop import Tabletop
from dominoes_rules.position.notation import Move
from dominoes_rules.position.table_view import TableView
from dominoes_rules.web.drawn_board import PlayAtEnd, lays_at, plays_at_ends, train_ending_in
from dominoes_rules.web.http.reader import READER


@dataclass(frozen=True)
class EndButton:
    """An open end as a button."""

    key: str
    number: int
    where: str
    """Where it is, or whose: `left`, `at 6-4`, `Ana`."""
    sides: int
    """How many tiles may be laid there."""
    plays: tuple[str, ...]
    """The plays there as they are among the legal moves, as positions write them."""
    moves: tuple[str, ...]
    """The same as moves that lay the tile at just this end."""
    as_at: str
    """Where the tile is laid, if no move names this end because the rules take another for it."""
    is_open: bool
    """Whether whose turn it is may lay a tile there."""
    label: str


def end_row(
    view: TableView, table: Tabletop, moves: Iterable[Move], names: Mapping[str, str]
) -> list[EndButton]:
    """The open ends: those at which one of the moves lays a tile, other open ones, closed ones.

    table: the same table, as pictures show it.
    names: those of players, by the letter of their seat.
    """
    named = [] if view.is_over else view.setup.layout.names.named_ends(view._known)
    ways = [way for way in plays_at_ends(view, moves) if way.end is not None]
    where = {end: _where(view, table, end, names) for end in named}
    row = []
    for end in named:
        there = [way for way in ways if way.end == end]
        alike = [] if there else [way.end for way in ways if lays_at(view, way.play, end)]
        as_at = where[alike[0]] if alike and alike[0] else ""
        row.append(_button(end, there, where[end], as_at, mine=bool(ways)))
    return sorted(row, key=lambda end: (not end.moves, not end.is_open))


def _button(
    end: NamedEnd, ways: list[PlayAtEnd], where: str, as_at: str, *, mine: bool
) -> EndButton:
    reader = READER.get()
    label = f"{end.number} {f'{end.sides}× ' if end.sides > 1 else ''}{where}".rstrip()
    if ways:
        label = reader.text("{end}, you can play here", end=label)
    elif as_at:
        label = reader.text("{end}, the same play as {other_end}", end=label, other_end=as_at)
    elif not end.is_open:
        label = reader.text("{end}, closed", end=label)
    return EndButton(
        f"{end.number}{sign(end.mark)}",
        end.number,
        where,
        end.sides,
        tuple(f"{way.play}" for way in ways),
        tuple(f"{way.there}" for way in ways),
        as_at,
        end.is_open or not mine,
        label,
    )


def _where(view: TableView, table: Tabletop, end: NamedEnd, names: Mapping[str, str]) -> str:
    """Where an end is, or whose train it is."""
    reader = READER.get()
    words = "" if end.mark is None else in_words(end.mark, names, reader.language)
    owners = view.setup.layout.owners
    if isinstance(end.mark, Train):
        words = _owner(end.mark, names)
    elif owners and isinstance(end.mark, Tile):
        train = train_ending_in(table, end.mark)
        words = words if train is None else _owner(Train(owners[train[0]]), names)
    return reader.text("{end}, its double", end=words) if end.awaits_double else words


def _owner(train: Train, names: Mapping[str, str]) -> str:
    return names.get(train.letter) or READER.get().text(train.name)
