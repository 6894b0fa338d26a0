"""Tiles, hands and moves as text: each with a reader and a writer that undo each other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from dominoes_lang.sheet.places_told import (
    any_of,
    fitting_told,
    none_of,
    train_told,
    written_place_told,
)
from dominoes_lang.table.layout import Layout, NoPlace, Unplaced
from dominoes_lang.table.marks import Mark, Train, read_mark, sign
from dominoes_lang.table.place_names import shown
from dominoes_lang.table.shape import LayoutKind
from dominoes_lang.table.spots import left_open_by, next_table, number_at, unmarked
from dominoes_lang.table.state import (
    DRAW,
    NO_TILE,
    NOBODY,
    PASS,
    SPOKEN,
    STOP,
    Action,
    End,
    Kind,
    State,
    bid,
    discard,
    name_trump,
    play,
)
from dominoes_lang.table.suits import TRUMPS_BY_SIGN, trump_sign
from dominoes_lang.table.tiles import DIGITS, Tile, TileSet, in_digits
from dominoes_lang.text.quoting import quoted
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.errors import AmbiguousMove, IllegalMove, InvalidMove, PositionError
from dominoes_rules.speech.speech import marked
from dominoes_solver.evidence import view
from dominoes_solver.evidence.view import Holding

MAX_NAMED = 2_048
"""Moves whose names are kept."""
_Read = TypeVar("_Read")
_MOVE = re.compile(
    r"(?P<tile>[^@=]+?)(?P<end>[lrud]|@[^.=]*)?(?:\.(?P<half>[^=]*))?(?:=(?P<leaving>.*))?"
)
_NUMBER = re.compile(rf"[0-9A-{DIGITS[-1]}]|1[0-8]")
_SIGNS = {Kind.PASS: "-", Kind.STOP: "."}
_MARKS = {Kind.DRAW: "+", Kind.DISCARD: "~"}
"""What stands before a tile that may be unseen."""
_UNPLACED = {
    Unplaced.NOT_BY_SIDE: marked(
        "{move}: this table has no left and right end; write the tile that it is laid against, as "
        "in {sample}"
    ),
    Unplaced.BY_SIDE_ALONE: marked("{move}: a line has a left and a right end; write {sample}"),
    Unplaced.BY_TILE_ALONE: marked(
        "{move}: write the tile that it is laid against, as in {sample}"
    ),
    Unplaced.BY_TRAIN_ALONE: marked("{move}: this table has trains; write whose, as in {sample}"),
    Unplaced.NO_OPEN_END: marked("{move}: there is no open end {at}"),
    Unplaced.NO_PUBLIC_TRAIN: marked("{move}: there is no public train"),
    Unplaced.NO_SUCH_TRAIN: marked("{move}: no such train"),
    Unplaced.CLOSED_TRAIN: marked("{move}: {train} is not open"),
    Unplaced.UNFIT_AT_SIDE: marked("{move}: it does not fit the {number} at that end"),
    Unplaced.UNFIT_OR_CLOSED: marked("{move}: it does not fit {at}, or that end is not open yet"),
    Unplaced.UNFIT_ON_TRAIN: marked("{move}: it does not fit the {number} there"),
    Unplaced.UNFIT: marked("{move}: it does not fit {at}"),
    Unplaced.NO_PLACES: marked("{move}: a trick has no places; write {sample}"),
}
_SAID = {Kind.BID: "b", Kind.NAME: "t"}
"""What stands before a number that is bid, and before a trump."""
_SPOKEN = re.compile(r"b(?P<bid>[0-9]{1,7})|t(?P<trump>[0-9]{1,2}|D|N[hla]?)")
_UNSEEN = re.compile(r"x([0-9]{1,3})")


@dataclass(frozen=True, repr=False)
class Move:
    """A move: a play of a tile at an end, a tile laid aside, a draw, a pass, or a stop.

    In a game of tricks `b31` bids, and `t5`, `tD` and `tN` name a trump: fives, doubles, none.
    A draw with a `tile` is a draw that was seen; likewise for a tile laid aside. `str` writes the
    move as in positions: `61l`, `~64`, `~`, `+`, `+64`, `-`, `.`. The first play of a round has no
    end. In arms, `61@16` names the tile that it is laid against, unless the tile has only one play.
    A stop ends a turn in which a tile was laid.
    If a tile fits either way round, `43r=3` names the number that it leaves open; and if two
    halves of a tile on the table are open, `40@64.6` names the one that it is laid against.
    """

    kind: Kind
    tile: Tile | None = None
    end: Mark | None = None
    half: int | None = None
    leaving: int | None = None
    said: int | None = None
    """The number that is bid, or the trump that is named, as in `table/suits.py`."""

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read a move. Raises `InvalidMove`."""
        if not isinstance(text, str):
            raise TypeError(f"a move is a Move or a text such as '61l', '+' or '-', not {text!r}")
        text = in_digits(text)
        for kind, written in _SIGNS.items():
            if text == written:
                return cls(kind)
        spoken = _SPOKEN.fullmatch(text)
        if spoken is not None and spoken["bid"]:
            return cls(Kind.BID, said=int(spoken["bid"]))
        if spoken is not None and spoken["trump"] in TRUMPS_BY_SIGN:
            return cls(Kind.NAME, said=TRUMPS_BY_SIGN[spoken["trump"]])
        for kind, before in _MARKS.items():
            if text.startswith(before):
                return cls(kind, _tile(text[1:], text) if text != before else None)
        match = _MOVE.fullmatch(text)
        if match is None:
            raise InvalidMove("an empty move: write 61l, +, +64 or -")
        tile = _tile(match["tile"], text)
        half, leaving = (_number(match[name], text) for name in ("half", "leaving"))
        mark = None if match["end"] is None else _readable(read_mark, match["end"], text)
        if match["end"] is not None and mark is None:
            raise InvalidMove(f"{quoted(text)}: no layout of this version has such an end")
        if half is not None and not isinstance(mark, Tile):
            raise InvalidMove(
                f"{quoted(text)}: a half is written behind the tile it belongs to: 40@64.6"
            )
        return cls(Kind.PLAY, tile, mark, half, leaving)

    @classmethod
    def of(cls, action: Action, layout: Layout, state: State, drawn: int = NO_TILE) -> Move:
        """The move for an action of the rules, on the table of a state."""
        tiles = layout.fits.tiles
        if action.kind is Kind.PLAY:
            leaving = action.leaving if action.leaving >= 0 else None
            tile = tiles.tiles[action.tile]
            return cls(Kind.PLAY, tile, *layout.names.mark(state, action), leaving)
        if action.kind in SPOKEN:
            return cls(action.kind, said=action.said)
        seen = drawn if action.kind is Kind.DRAW else action.tile
        return cls(action.kind, tiles.tiles[seen] if seen != NO_TILE else None)

    def __str__(self) -> str:
        half = "" if self.half is None else f".{DIGITS[self.half]}"
        leaving = "" if self.leaving is None else f"={DIGITS[self.leaving]}"
        return f"{self._sign}{self.tile or ''}{sign(self.end)}{half}{leaving}{self._said}"

    @property
    def decimal(self) -> str:
        """The move for people, which can be typed and read too: `64l`, and `12-9@A` for `C9@A`."""
        tile = "" if self.tile is None else self.tile.decimal
        half = "" if self.half is None else f".{self.half}"
        leaving = "" if self.leaving is None else f"={self.leaving}"
        return f"{self._sign}{tile}{sign(self.end, decimal=True)}{half}{leaving}{self._said}"

    @property
    def _sign(self) -> str:
        """What stands before the tile, or for the whole move if there is none."""
        return _SIGNS.get(self.kind, _MARKS.get(self.kind, _SAID.get(self.kind, "")))

    @property
    def _said(self) -> str:
        """What is bid or named, behind its sign."""
        if self.said is None:
            return ""
        return str(self.said) if self.kind is Kind.BID else trump_sign(self.said)

    @property
    def unseen(self) -> Move:
        """The move as the other players see it, without the tile that is drawn or laid aside."""
        return Move(self.kind) if self.kind in _MARKS else self

    @property
    def chosen(self) -> Move:
        """The move as its player chose it, without the tile that a draw then brought."""
        return Move(self.kind) if self.kind is Kind.DRAW else self

    def __repr__(self) -> str:
        return f"<Move {self}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:  # noqa: ARG002 (IPython's signature)
        """In notebooks and in Hypothesis's reports, which otherwise list the fields."""
        printer.text(repr(self))

    def resolve(self, layout: Layout, state: State) -> view.RecordedMove:
        """The move on the table of a state, as the solver takes it, whatever the hands are.

        Raises `AmbiguousMove` if the end is needed and left out, `IllegalMove` if the tile is
        not in the set or does not fit.
        """
        if self.kind in _SIGNS:
            return view.RecordedMove(PASS if self.kind is Kind.PASS else STOP)
        if self.said is not None:
            return view.RecordedMove((bid if self.kind is Kind.BID else name_trump)(self.said))
        if self.tile is None:
            unseen = DRAW if self.kind is Kind.DRAW else view.UNSEEN_DISCARD
            return view.RecordedMove(unseen)
        numbers = layout.fits.tiles.number
        if self.tile not in numbers:
            raise self._illegal(marked("{move}: {tile} is not in the set"))
        number = numbers[self.tile]
        if self.kind is Kind.DRAW:
            return view.RecordedMove(DRAW, number)
        if self.kind is Kind.DISCARD:
            return view.RecordedMove(discard(number))
        if layout.kind is LayoutKind.TRICKS:
            if self.end is not None or self.leaving is not None:
                raise IllegalMove(_UNPLACED[Unplaced.NO_PLACES], move=self.decimal,
                                  sample=self.tile.decimal)  # fmt: skip
            return view.RecordedMove(play(number))
        if not state.begun:
            if self.end is not None or self.leaving is not None:
                raise self._illegal(
                    marked("{move}: the table is empty and has no ends; write {tile}")
                )
            return view.RecordedMove(play(number))
        if number in state.more.at_ends:
            raise self._illegal(marked("{move}: {tile} is already on the table"))
        try:
            ends = (
                unmarked(layout.rules, state, number)
                if self.end is None
                else layout.names.places_at(state, number, self.end)
            )
        except NoPlace as error:
            mark = error.mark
            raise IllegalMove(
                _UNPLACED[error.why],
                move=self.decimal,
                at=None if mark is None else written_place_told(mark),
                train=train_told(mark) if isinstance(mark, Train) else None,
                number=error.number,
                sample=error.sample,
            ) from None
        ends = self._meant(layout, state, ends)
        if len(ends) > 1:
            plays = [play(number, end) for end in ends]
            raise ambiguous(self, [Move.of(action, layout, state) for action in plays])
        if not ends:
            open_now = shown(layout.names, state)
            sentence = marked("{move}: it does not fit {ends}")
            if len(open_now) > 1:
                sentence = marked("{move}: it fits neither {ends}")
            raise IllegalMove(sentence, move=self.decimal, ends=none_of(open_now))
        return view.RecordedMove(play(number, ends[0]))

    def _illegal(self, sentence: str) -> IllegalMove:
        """The error of a tile that can't be laid, by a sentence about it."""
        return IllegalMove(sentence, move=self.decimal, tile=self.tile and self.tile.decimal)

    def _meant(self, layout: Layout, state: State, ends: list[int]) -> list[int]:
        """Those of some places with the halves that the move names. Raises `IllegalMove`."""
        assert self.tile is not None
        tile = layout.fits.tiles.number[self.tile]
        matching = []
        for end in ends:
            half = number_at(layout.rules, state, end)
            left_open = left_open_by(layout.rules, state, play(tile, end))
            if self.half in {None, half} and self.leaving in {None, left_open}:
                matching.append(end)
        if ends and not matching:
            sentence = marked("{move}: it can't be laid on the {half} leaving {number} there")
            if self.leaving is None:
                sentence = marked("{move}: it can't be laid on the {half} there")
            elif self.half is None:
                sentence = marked("{move}: it can't be laid leaving {number} there")
            raise IllegalMove(sentence, move=self.decimal, half=self.half, number=self.leaving)
        return matching


def as_move(move: Move | str) -> Move:
    """A move that may be given as its text. Raises `InvalidMove`."""
    return move if isinstance(move, Move) else Move.parse(move)


def ambiguous(move: Move, plays: Sequence[Move]) -> AmbiguousMove:
    """The error of a move that may be one of several plays."""
    sentence = marked("{move} {fits}: type {plays}")
    if all(way.leaving is not None for way in plays) and len({way.end for way in plays}) < 2:
        sentence = marked("{move}: it fits either way round; write {plays}")
    elif isinstance(plays[0].end, End):
        sentence = marked("{move}: it fits both ends; write {plays}")
    return AmbiguousMove(
        sentence,
        move=move.decimal,
        fits=fitting_told([way.end for way in plays]),
        plays=any_of([way.decimal for way in plays]),
    )


def in_order(played: Iterable[view.RecordedMove], layout: Layout, table: State) -> list[Move]:
    """The moves for actions one after another, from a table on.

    They are named as somebody reads them who follows the table alone, and not whose turn it is.
    """
    table = table._replace(mover=NOBODY)
    moves = []
    for move in played:
        if layout.branches or not table.begun:
            named, table = _named(layout, table, move)
        else:  # on a line it depends on nothing but the first tile
            named = Move.of(move.action, layout, table, move.drawn)
        moves.append(named)
    return moves


@lru_cache(MAX_NAMED)
def _named(layout: Layout, table: State, move: view.RecordedMove) -> tuple[Move, State]:
    """A move on a table, and the table after it.

    Both are kept: whoever asks for the text of a round asks again after the next action.
    """
    named = Move.of(move.action, layout, table, move.drawn)
    return named, next_table(layout.rules, table, move.action) if move.kind is Kind.PLAY else table


def _tile(text: str, whole: str) -> Tile:
    return _readable(Tile.parse, text, whole)


def _readable(read: Callable[[str], _Read], text: str, whole: str) -> _Read:
    """A part of a move, read. Raises `InvalidMove`."""
    try:
        return read(text)
    except ArgumentError:
        said = ", or b31 for a bid and t5, tD or tN for a trump" if whole[:1] in {"b", "t"} else ""
        raise InvalidMove(
            f"{quoted(whole)} is not a move: write 61l, 61r, +, +64 or -{said}"
        ) from None


def _number(text: str | None, whole: str) -> int | None:
    """The number of a half: `6`, `A` or `10`. Raises `InvalidMove`."""
    if text is None:
        return None
    if _NUMBER.fullmatch(text) is None:
        raise InvalidMove(f"{quoted(whole)}: {quoted(text)} is not a half; write 43r=3 or 40@64.6")
    return int(text) if len(text) > 1 else DIGITS.index(text)


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
                f"{whose}: {quoted(part)} is not a tile; write 64, or x6 for six unseen"
            ) from None
        if tile not in tiles.number:
            raise PositionError(f"{whose}: {tile} is not in the set")
        known.append(tiles.number[tile])
    return tuple(known), unseen


def parse_tile(text: str, tiles: TileSet, name: str, example: str) -> int:
    """The tile of a fact that names one. Raises `PositionError`."""
    known, unseen = parse_hand(text, tiles, name)
    if len(known) != 1 or unseen:
        raise PositionError(f"{name}: must name {example}")
    return known[0]


def format_tiles(numbers: Iterable[int], unseen: int, tiles: TileSet) -> str:
    """The tiles of a hand or a stock as `66.15.x5`."""
    parts = [str(tiles.tiles[number]) for number in numbers]
    if unseen:
        parts.append(f"x{unseen}")
    return ".".join(parts)


def parse_drawn(text: str, tiles: TileSet, whose: str) -> tuple[int, ...]:
    """The tiles drawn before the opening as `66.x2`, in order, `NO_TILE` for each unseen one.

    Raises `PositionError`.
    """
    drawn: list[int] = []
    for part in text.split("."):
        known, unseen = parse_hand(part, tiles, whose)
        drawn += known or (NO_TILE,) * min(unseen, len(tiles))
    return tuple(drawn)


def format_drawn(drawn: tuple[int, ...], tiles: TileSet) -> str:
    """The tiles drawn before the opening as `66.x2`."""
    if all(tile == NO_TILE for tile in drawn):
        return f"x{len(drawn)}"
    return ".".join("x1" if tile == NO_TILE else str(tiles.tiles[tile]) for tile in drawn)


def format_holding(hand: Holding, tiles: TileSet) -> str:
    """A hand, its known tiles in canonical order."""
    return format_tiles(
        (number for number in range(len(tiles)) if hand.known >> number & 1), hand.unseen, tiles
    )
