"""Tiles, hands and moves as text: each with a reader and a writer that undo each other."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from dominoes_lang.table.layout import Halves, Layout
from dominoes_lang.table.state import DRAW, NO_TILE, PASS, STOP, Action, End, Kind, State, play
from dominoes_lang.table.tiles import DIGITS, HIGHEST_PIP, Tile, TileSet
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.errors import AmbiguousMove, IllegalMove, InvalidMove, PositionError
from dominoes_solver.evidence import view
from dominoes_solver.evidence.view import Holding

_MOVE = re.compile(r"(?P<tile>.+?)(?P<end>[lrud]|@[A-J])?")
_LETTERS = {end: end.word[0] for end in End}
_ENDS = {letter: end for end, letter in _LETTERS.items()}
_SIGNS = {Kind.PASS: "-", Kind.STOP: "."}
_UNSEEN = re.compile(r"x([0-9]{1,3})")
_LAID = re.compile(
    r"(?P<left>[0-9A-I])(?P<right>[0-9A-I])"
    r"|(?P<open>\[)?(?P<a>[0-9]{1,2})\|(?P<b>[0-9]{1,2})(?(open)\])"
)


@dataclass(frozen=True, repr=False)
class Move:
    """A move: a play of a tile at an end, a draw, a pass, or a stop.

    A draw with a `tile` is a draw that was seen. `str` writes the move as in positions: `61l`, `+`,
    `+64`, `-`, `.`. The first play of a round has no end. A stop ends a turn in which a tile was
    laid.
    """

    kind: Kind
    tile: Tile | None = None
    end: End | None = None

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read a move. Raises `InvalidMove`."""
        if not isinstance(text, str):
            raise TypeError(f"a move is a Move or a text such as '61l', '+' or '-', not {text!r}")
        for kind, sign in _SIGNS.items():
            if text == sign:
                return cls(kind)
        if text == "+":
            return cls(Kind.DRAW)
        if text.startswith("+"):
            return cls(Kind.DRAW, _tile(text[1:], text))
        match = _MOVE.fullmatch(text)
        if match is None:
            raise InvalidMove("an empty move: write 61l, +, +64 or -")
        end = match["end"]
        if end is not None and end not in _ENDS:
            raise InvalidMove(f"{text!r}: no layout of this version has such an end")
        return cls(Kind.PLAY, _tile(match["tile"], text), _ENDS[end] if end else None)

    @classmethod
    def of(cls, action: Action, tiles: TileSet, *, opening: bool, drawn: int = NO_TILE) -> Move:
        """The move for an action of the rules."""
        if action.kind is Kind.PLAY:
            end = None if opening else End(action.end)
            return cls(Kind.PLAY, tiles.tiles[action.tile], end)
        seen = action.kind is Kind.DRAW and drawn != NO_TILE
        return cls(action.kind, tiles.tiles[drawn] if seen else None)

    def __str__(self) -> str:
        if self.kind in _SIGNS:
            return _SIGNS[self.kind]
        if self.kind is Kind.DRAW:
            return f"+{self.tile}" if self.tile else "+"
        return f"{self.tile}{_LETTERS[self.end] if self.end is not None else ''}"

    def __repr__(self) -> str:
        return f"<Move {self}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:  # noqa: ARG002 (IPython's signature)
        """In notebooks and in Hypothesis's reports, which otherwise list the fields."""
        printer.text(repr(self))

    def resolve(self, layout: Layout, state: State) -> view.RecordedMove:
        """The move on the table of a state, as the solver takes it; hands are not looked at.

        Raises `AmbiguousMove` where the end is needed and left out, `IllegalMove` where the tile is
        not in the set or does not fit.
        """
        if self.kind in _SIGNS:
            return view.RecordedMove(PASS if self.kind is Kind.PASS else STOP)
        if self.tile is None:
            return view.RecordedMove(DRAW)
        numbers = layout.fits.tiles.number
        if self.tile not in numbers:
            raise IllegalMove(f"{self}: {self.tile} is not in the set")
        number = numbers[self.tile]
        if self.kind is Kind.DRAW:
            return view.RecordedMove(DRAW, number)
        if not state.opened:
            if self.end is not None:
                raise IllegalMove(f"{self}: the table is empty and has no ends; write {self.tile}")
            return view.RecordedMove(play(number))
        if self.end is None:
            places = layout.places(state, number)
            if len(places) > 1:
                raise AmbiguousMove(f"{self}: it fits both ends; write {self}l or {self}r")
            if not places:
                shown = layout.shown(state)
                fits = "fits neither" if len(shown) > 1 else "does not fit"
                raise IllegalMove(f"{self}: it {fits} {' nor '.join(shown)}")
            return view.RecordedMove(play(number, places[0]))
        action = play(number, self.end)
        if not layout.may_lie(state, action):
            there = layout.number_at(state, self.end)
            raise IllegalMove(f"{self}: it does not fit the {there} at that end")
        return view.RecordedMove(action)


def as_move(move: Move | str) -> Move:
    """A move that may be given as its text. Raises `InvalidMove`."""
    return move if isinstance(move, Move) else Move.parse(move)


def in_order(played: Iterable[view.RecordedMove], tiles: TileSet, *, opening: bool) -> list[Move]:
    """The moves for actions one after another; `opening` where the table is empty before them."""
    moves = []
    for move in played:
        moves.append(Move.of(move.action, tiles, opening=opening, drawn=move.drawn))
        opening = opening and move.kind is not Kind.PLAY
    return moves


def _tile(text: str, whole: str) -> Tile:
    try:
        return Tile.parse(text)
    except ArgumentError:
        raise InvalidMove(f"{whole!r} is not a move: write 61l, 61r, +, +64 or -") from None


def parse_hand(text: str, tiles: TileSet, whose: str) -> tuple[tuple[int, ...], int]:
    """The tiles of `66.15.x5`, by number and as written, and how many more are unseen.

    Raises `PositionError`.
    """
    known: list[int] = []
    unseen = 0
    for part in text.split(".") if text else []:
        match = _UNSEEN.fullmatch(part)
        if match:
            unseen += int(match[1])
            continue
        try:
            tile = Tile.parse(part)
        except ArgumentError:
            raise PositionError(
                f"{whose}: {part!r} is not a tile; write 64, or x6 for six unseen"
            ) from None
        if tile not in tiles.number:
            raise PositionError(f"{whose}: {tile} is not in the set")
        known.append(tiles.number[tile])
    return tuple(known), unseen


def format_tiles(numbers: Iterable[int], unseen: int, tiles: TileSet) -> str:
    """The tiles of a hand or a stock as `66.15.x5`."""
    parts = [str(tiles.tiles[number]) for number in numbers]
    if unseen:
        parts.append(f"x{unseen}")
    return ".".join(parts)


def format_holding(hand: Holding, tiles: TileSet) -> str:
    """A hand, its known tiles in canonical order."""
    return format_tiles(
        (number for number in range(len(tiles)) if hand.known >> number & 1), hand.unseen, tiles
    )


def parse_line(text: str, layout: Layout) -> Halves:
    """The halves of the tiles of `26-66-61` or `[2|6]-[6|6]`, each as it lies.

    Raises `PositionError`.
    """
    halves: list[tuple[int, int]] = []
    for part in text.split("-"):
        left, right = _laid(part)
        if Tile.of(left, right) not in layout.fits.tiles.number:
            raise PositionError(f"the line: {part} is not in the set")
        halves.append((left, right))
        if layout.broken_at(tuple(halves[-2:])):
            before = format_line(halves[-2:-1])
            raise PositionError(f"the line: {part} does not match {before} on its left")
    return tuple(halves)


def _laid(text: str) -> tuple[int, int]:
    """The left and the right half of a tile in a line."""
    match = _LAID.fullmatch(text)
    if match is None:
        raise PositionError(
            f"the line: {text!r} is not a tile; write tiles as they lie, as in 26-66-61"
        )
    if match["left"]:
        return DIGITS.index(match["left"]), DIGITS.index(match["right"])
    if max(int(match["a"]), int(match["b"])) > HIGHEST_PIP:
        raise PositionError(f"the line: no set has {text}")
    return int(match["a"]), int(match["b"])


def format_line(halves: Iterable[tuple[int, int]]) -> str:
    """A line as `26-66-61`, each tile as it lies."""
    return "-".join(DIGITS[left] + DIGITS[right] for left, right in halves)
