"""A position as a page shows it, as plain values: the line with its places, hands, moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from dominoes_lang.sheet.places_told import place_told, play_told
from dominoes_lang.table.state import Kind
from dominoes_lang.table.tiles import Tile
from dominoes_rules.conversation.move_words import KIND_WORDS
from dominoes_rules.position import drawing
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_rules.position.trick_words import trump_words
from dominoes_rules.speech.speech import marked
from dominoes_rules.web.drawn_board import board, board_of_ends, by_names, moves_at_ends
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.screens import SCREENS, TEXT_SCREEN

_WITHOUT_TILE = {**KIND_WORDS, Kind.DISCARD: marked("discard")}


def in_words(move: Move, names: Mapping[str, str] = MappingProxyType({})) -> str:
    """A move as people name it: `6-4 left`, `12-9 on Ana's train`, `bid 31`, `pass`.

    names: those of players, by the letter of their seat.
    """
    reader = READER.get()
    if move.said is not None:
        if move.kind is Kind.BID:
            return reader.text("bid {bid}", bid=move.said)
        return trump_words(move.said, reader)
    if move.tile is None:
        return reader.text(_WITHOUT_TILE[move.kind])
    at = None if move.end is None else place_told(move.end, names)
    return reader.language.words(play_told(move.tile, at, move.half, move.leaving))


def seen_table(
    position: Position,
    moves: tuple[Move, ...] = (),
    names: Mapping[str, str] = MappingProxyType({}),
    screen: str = TEXT_SCREEN,
) -> dict[str, object]:
    """The table of a position; `moves` are those that get a place on the board.

    screen: a kind of screen, as `screens` names them.
    names: those of players, by the letter of their seat, which then take the place of the letters.

    If the hand of the mover is hidden, each end has one place for all tiles that may be laid there.
    """
    window = SCREENS[screen]
    top = by_names(position, drawing.tabletop(position), names)
    if position.knows_mover:
        # All first tiles would lie in one place; the list of moves has them.
        shown = moves if position.paths or len(moves) == 1 else ()
        drawn = board(position, top, shown, window, names)
    else:
        drawn = board_of_ends(position, top, moves_at_ends(position, moves), window)
    return {
        "board": f"{drawn}",
        "highest": top.highest,
        "turn": position.turn,
        "is_over": position.is_over,
        "hands": [
            {
                "seat": names.get(hand.seat, hand.seat),
                "tiles": _pairs(hand.tiles),
                "unseen": hand.unseen,
                "lacks": list(hand.lacks),
                "to_move": hand.to_move,
            }
            for hand in top.hands
        ],
        "stock": top.stock_size,
        "scores": list(top.scores),
        "moves": listed_moves(moves),
    }


def listed_moves(moves: Iterable[Move]) -> list[dict[str, str]]:
    """Moves as a page offers them."""
    return [{"move": f"{move}", "label": in_words(move)} for move in moves]


def filled_hands(position: Position, world: Position) -> list[dict[str, object]]:
    """The hands of a world that are hidden in a position."""
    counts = position.hand_counts.items()
    hidden = [seat for seat, size in counts if len(position.hand(seat)) < size]
    return [{"seat": seat, "tiles": _pairs(world.hand(seat))} for seat in hidden]


def _pairs(tiles: Iterable[Tile]) -> list[list[int]]:
    return [[tile.high, tile.low] for tile in tiles]
