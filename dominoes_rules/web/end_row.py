"""The row of open ends below a board: a tap on a tile and a tap on an end make a play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from dominoes_lang.table.layout import NamedEnd
from dominoes_lang.table.marks import Train, in_words, sign
from dominoes_lang.table.tiles import Tile
from dominoes_rules.board.tabletop import Tabletop
from dominoes_rules.position.notation import Move
from dominoes_rules.position.table_view import TableView
from dominoes_rules.web.drawn_board import lays_at, plays_of, train_ending_in


@dataclass(frozen=True)
class EndButton:
    """An open end as a button."""

    key: str
    number: int
    where: str
    """Where it is, or whose: `left`, `at 6-4`, `Ana`."""
    sides: int
    """How many tiles may be laid there."""
    moves: tuple[str, ...]
    """The moves that lay a tile there, as positions write them."""
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
    plays = plays_of(moves)
    # Of ends that are alike one has the name of the play, and all of them take it.
    lays = [[f"{move}" for move in plays if lays_at(view, move, end)] for end in named]
    mine = any(lays)
    row = [
        _button(end, tuple(plays), _where(view, table, end, names), mine)
        for end, plays in zip(named, lays, strict=True)
    ]
    return sorted(row, key=lambda end: (not end.moves, not end.is_open))


def _button(end: NamedEnd, moves: tuple[str, ...], where: str, mine: bool) -> EndButton:
    label = f"{end.number} {f'{end.sides}× ' if end.sides > 1 else ''}{where}".rstrip()
    if moves:
        label += ", you can play here"
    elif not end.is_open:
        label += ", closed"
    return EndButton(
        f"{end.number}{sign(end.mark)}",
        end.number,
        where,
        end.sides,
        moves,
        end.is_open or not mine,
        label,
    )


def _where(view: TableView, table: Tabletop, end: NamedEnd, names: Mapping[str, str]) -> str:
    """Where an end is, or whose train it is."""
    words = "" if end.mark is None else in_words(end.mark, names)
    owners = view.setup.layout.owners
    if isinstance(end.mark, Train):
        words = _owner(end.mark, names)
    elif owners and isinstance(end.mark, Tile):
        found = train_ending_in(table, end.mark)
        words = words if found is None else _owner(Train(owners[found[0]]), names)
    return f"{words}, its double" if end.awaits_double else words


def _owner(train: Train, names: Mapping[str, str]) -> str:
    return names.get(train.letter, train.name)
