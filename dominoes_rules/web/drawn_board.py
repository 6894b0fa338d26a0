"""The board of a page: the tiles where they lie, and places for the moves that can be made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from dominoes_lang.english.wording import listed
from dominoes_lang.english.wording import number as number_in_words
from dominoes_lang.table.layout import LaidTiles, Layout, NamedEnd
from dominoes_lang.table.marks import in_words, tile_words, where_at
from dominoes_lang.table.own_trains import OwnTrains
from dominoes_lang.table.state import Action, Kind, State
from dominoes_lang.table.tiles import Tile
from dominoes_rules.board.as_svg import OpenPlace
from dominoes_rules.board.branching import Spread, joined, lay_arms
from dominoes_rules.board.geometry import lay_around
from dominoes_rules.board.train_rows import TrainRow, lay_trains, next_tile
from dominoes_rules.position.drawing import train_rows
from dominoes_rules.position.notation import Move
from dominoes_rules.position.table_view import TableView
from dominoes_rules.web.markup import board_picture

USUAL_SCREEN = "wide"
BOARD_WIDTHS = {"narrow": 11, USUAL_SCREEN: 24, "broad": 32}
"""Half tiles from the left to the right edge of a board: on a phone, a laptop, a large screen."""
NARROWEST_FOR_ARMS = 15


def board_width(view: TableView, screen: str) -> int:
    """How wide the board is on a kind of screen."""
    width = BOARD_WIDTHS[screen]
    return max(width, NARROWEST_FOR_ARMS) if view.setup.layout.branches else width


def board(
    view: TableView,
    opening: int,
    moves: Iterable[Move],
    width: int,
    names: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """The picture of the tiles on the table, with the places for these moves.

    opening: the place in the line of the tile that was laid first.
    names: those of players, by the letter of their seat.
    """
    if view.setup.layout.owners and view.paths:
        return _trains(view, moves, width, names)
    placed = _spread(view, view.laid, opening, width)
    # Of two ways to lay a tile in one place a click could not choose: the hand has words for them.
    places = [
        _place(view, opening, move, placed, width)
        for move in moves
        if move.kind is Kind.PLAY and move.tile is not None and move.leaving is None
    ]
    return board_picture(placed, places, view.last_play[0], width, _table_words(view, names))


def _trains(view: TableView, moves: Iterable[Move], width: int, names: Mapping[str, str]) -> str:
    """The picture of trains, with the places for these moves."""
    layout, state = view.setup.layout, view._known
    rows = train_rows(view, names)
    placed = lay_trains(view.line[0] if view.line else None, rows, width)
    near = {end.end: end for end in layout.named_ends(state)}
    places = []
    for move in moves:
        if move.kind is not Kind.PLAY or move.tile is None or move.leaving is not None:
            continue
        action = move.resolve(layout, state).action
        far = layout.left_open(state, action)
        train, side = _train_at(layout, state, action, rows)
        at = next_tile((move.tile.other_half(far), far), placed.next_places[train][side])
        words = [near[action.place]] if action.place in near else []
        places.append(OpenPlace(f"{move}", _lay_words(move, words, names), at))
    spread = Spread(placed.placements, placed.copies, placed.labels)
    return board_picture(spread, places, view.last_play[0], width, _table_words(view, names))


def _train_at(
    layout: Layout, state: State, action: Action, rows: Sequence[TrainRow]
) -> tuple[int, int]:
    """On which train a tile is laid, and on which of its sides."""
    if not isinstance(layout, OwnTrains):
        return action.place, 0
    against = layout.fits.tiles.tiles[action.place]
    for number, row in enumerate(rows):
        if row.back and Tile.of(*row.back[-1]) == against:
            return number, 1
        if row.tiles and Tile.of(*row.tiles[-1]) == against:
            return number, 0
        if row.tiles and Tile.of(*row.tiles[0]) == against and not row.back:
            return number, 1
    return state.mover, 0


def _spread(view: TableView, laid: LaidTiles, opening: int, width: int) -> Spread:
    """Where tiles lie of which none moves because of a later one."""
    layout = view.setup.layout
    if layout.branches:
        return lay_arms(joined(laid, layout), width)
    return Spread(lay_around(laid.line, opening, width), ())


def _table_words(view: TableView, names: Mapping[str, str]) -> str:
    """The tiles on the table from end to end, and what is open."""
    if not view.paths:
        return "no tile on the table"
    layout = view.setup.layout
    named = layout.named_ends(view._known)
    words = [
        f"{end.number}{f' {in_words(end.mark, names)}' if layout.branches and end.mark else ''}"
        f"{f' on {number_in_words(end.sides)} sides' if end.sides > 1 else ''}"
        for end in named
        if end.is_open
    ]
    line, *arms = (", ".join(f"{left}-{right}" for left, right in path) for path in view.paths)
    label = f"open end{'s'[: len(words) != 1]} {listed(words)}"
    label += f"; line {line}" * bool(line)
    if not layout.owners:
        return "; arm ".join([label, *arms])
    rows = zip(train_rows(view, names), arms, strict=True)
    return "; train ".join([label, *(f"{train.title}: {tiles}" for train, tiles in rows)])


def _place(view: TableView, opening: int, move: Move, placed: Spread, width: int) -> OpenPlace:
    """The place for a play on the table."""
    layout, state = view.setup.layout, view._known
    action = move.resolve(layout, state).action
    place = layout.place_of(view.line, action.end)
    longer = layout.extended(view.laid, action.tile, action.end)
    pushed = bool(view.line) and place <= opening
    spread = _spread(view, longer, opening + pushed, width)
    at = spread.placements[-1 if layout.branches else place]
    copies = spread.copies[len(placed.copies) :]
    near = [end for end in layout.named_ends(state) if end.end == action.place]
    return OpenPlace(f"{move}", _lay_words(move, near, {}), at, copies)


def _lay_words(move: Move, near: list[NamedEnd], names: Mapping[str, str]) -> str:
    """What a play does, at the first of the ends where it may lie."""
    assert move.tile is not None
    lay = f"lay {tile_words(move.tile)}"
    if not near:
        return f"{lay} as the first tile"
    return f"{lay} {where_at(near[0].mark, near[0].number, names)}"
