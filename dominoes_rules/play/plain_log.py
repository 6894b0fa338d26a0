"""The lines of a plain log: one deal, play, draw or pass a line, as several programs write them.

Three forms are read, line by line, so a log may mix them:

- words: `deal A 66 61 50`, `play A 61 left`, `draw A 64`, `pass B`, as docs/records.md lists them;
- domaino (github.com/mfornet/domaino): `MOVE: [0, (6, 5), 0]`, `PASS: [1]`, without the deal;
- OpenSpiel (its `python_block_dominoes`): `Deal (6.0, 5.0)`, `p0 tile:(6.0, 5.0) pip:6.0`, without
  passes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from dominoes_lang.table.state import SEAT_LETTERS
from dominoes_lang.table.tiles import Tile
from dominoes_lang.text.quoting import quoted
from dominoes_lang.text.root_exception import ArgumentError, DominoesError
from dominoes_rules.errors import RecordError
from dominoes_rules.position.notation import Move

LONGEST_LINE = 1_000
"""Characters."""
WORDS = (
    "write one action a line: deal A 66 61 50 · stock 64 31 · round opener:A · play A 61 left · "
    "draw A 64 · pass B · stop A · aside A 64"
)
FIRST_ROUND = "round:1"
"""The fact of a round that begins a match."""
_ENDS = {"left": "l", "right": "r"}
_BETWEEN_TILES = re.compile(r"[\s.,]+")
_FACT = re.compile(r"(?!play:|stock:)[a-z][a-z_0-9]{0,40}[:=][^\s:=]{1,200}")


class Dealt(NamedTuple):
    """Tiles that a seat has been dealt, all its tiles or one more."""

    line: int
    seat: int | None
    """None if the tiles go to the seats in turn, each a whole hand."""
    tiles: tuple[Tile, ...]


class Stock(NamedTuple):
    """The tiles that were not dealt, in drawing order."""

    line: int
    tiles: tuple[Tile, ...]


class Begun(NamedTuple):
    """The start of a round, and facts of it as in the text of a position."""

    line: int
    facts: tuple[str, ...] = ()


class LoggedAction(NamedTuple):
    """An action of a seat.

    A play may name its end in three ways: in `move`, by the number `touching`, or by the `head`.
    """

    line: int
    seat: int
    move: Move
    touching: int | None = None
    """The number at the end where the tile was laid."""
    head: int | None = None
    """0 for the end that showed the first number of the first tile, 1 for the other."""
    first: tuple[int, int] | None = None
    """The numbers of the tile in the order of the log."""
    tells_passes: bool = True
    """Whether this form writes passes."""


Entry = Dealt | Stock | Begun | LoggedAction


def entries(lines: Iterable[str]) -> Iterator[Entry]:
    """What the lines of a log say, those without a meaning for the record left out.

    Raises `RecordError` for a line that no form has.
    """
    for number, text in enumerate(lines, 1):
        if len(text) > LONGEST_LINE:
            raise RecordError(number, f"it is longer than {LONGEST_LINE:,} characters")
        line = text.split("#", 1)[0].strip()
        try:
            yield from _entry(number, line) if line else ()
        except RecordError:
            raise
        except ArgumentError as error:
            raise RecordError(number, f"{error}; {WORDS}") from None
        except DominoesError as error:
            raise RecordError(number, str(error)) from None


def _entry(number: int, line: str) -> Iterator[Entry]:
    for pattern, read in _FORMS:
        match = pattern.fullmatch(line)
        if match is not None:
            entry = read(number, *match.groups())
            if entry is not None:
                yield entry
            return
    raise RecordError(number, f"{quoted(line)} is no action of a log; {WORDS}")


# ---------------------------------------------------------------------- words


def _hand(number: int, seat: str, tiles: str) -> Entry:
    return Dealt(number, SEAT_LETTERS.index(seat), _tiles(tiles))


def _stock(number: int, tiles: str) -> Entry:
    return Stock(number, _tiles(tiles))


def _tiles(text: str) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, _BETWEEN_TILES.split(text.strip())))


def _round(number: int, facts: str | None) -> Entry:
    words = (facts or "").split()
    for word in words:
        if _FACT.fullmatch(word) is None:
            raise RecordError(
                number,
                f"{quoted(word)} is no fact of a round; write for instance "
                "round opener:A round:2 score:35-20",
            )
    return Begun(number, tuple(words))


def _played(number: int, seat: str, tile: str, end: str | None) -> Entry:
    move = Move.parse(tile + _ENDS.get(end or "", ""))
    return LoggedAction(number, SEAT_LETTERS.index(seat), move)


def _drawn(number: int, seat: str, tile: str | None) -> Entry:
    return _signed(number, seat, "+", tile)


def _aside(number: int, seat: str, tile: str | None) -> Entry:
    return _signed(number, seat, "~", tile)


def _passed(number: int, seat: str) -> Entry:
    return _signed(number, seat, "-")


def _stopped(number: int, seat: str) -> Entry:
    return _signed(number, seat, ".")


def _signed(number: int, seat: str, sign: str, tile: str | None = None) -> Entry:
    return LoggedAction(number, SEAT_LETTERS.index(seat), Move.parse(sign + (tile or "")))


# ---------------------------------------------------------------------- other programs


def _numbered_seat(digits: str) -> int:
    if int(digits) >= len(SEAT_LETTERS):
        raise ArgumentError(f"no game has a player {digits}")
    return int(digits)


def _tile_of(first: str, second: str) -> tuple[Tile, tuple[int, int]]:
    numbers = int(first), int(second)
    return Tile.parse(f"{numbers[0]}-{numbers[1]}"), numbers


def _domaino_game(number: int) -> Entry:
    return Begun(number, (FIRST_ROUND,))


def _domaino_move(number: int, seat: str, first: str, second: str, head: str) -> Entry:
    tile, numbers = _tile_of(first, second)
    move = Move.parse(str(tile))
    return LoggedAction(number, _numbered_seat(seat), move, head=int(head), first=numbers)


def _domaino_pass(number: int, seat: str) -> Entry:
    return LoggedAction(number, _numbered_seat(seat), Move.parse("-"))


def _spiel_deal(number: int, first: str, second: str) -> Entry:
    return Dealt(number, None, (_tile_of(first, second)[0],))


def _spiel_play(number: int, seat: str, first: str, second: str, pip: str | None) -> Entry:
    tile, _ = _tile_of(first, second)
    touching = None if pip is None else int(pip)
    move = Move.parse(str(tile))
    return LoggedAction(number, _numbered_seat(seat), move, touching=touching, tells_passes=False)


def _nothing(_number: int, *_groups: str) -> None:
    """A line that follows from the others."""


_SEAT = r"([A-J])"
_PAIR = r"\(([0-9]{1,2})(?:\.0)?, ([0-9]{1,2})(?:\.0)?\)"
_FORMS: Sequence[tuple[re.Pattern[str], Callable[..., Entry | None]]] = [
    (re.compile(pattern), read)
    for pattern, read in (
        (rf"deal {_SEAT} (.+)", _hand),
        (r"stock (.+)", _stock),
        (r"round(?: (.+))?", _round),
        (rf"play {_SEAT} (\S+)(?: (left|right))?", _played),
        (rf"draw {_SEAT}(?: (\S+))?", _drawn),
        (rf"aside {_SEAT}(?: (\S+))?", _aside),
        (rf"pass {_SEAT}", _passed),
        (rf"stop {_SEAT}", _stopped),
        (r"NEW_GAME: \[\]", _domaino_game),
        (rf"MOVE: \[([0-9]{{1,2}}), {_PAIR}, ([01])\]", _domaino_move),
        (r"PASS: \[([0-9]{1,2})\]", _domaino_pass),
        (r"(?:FINAL|WIN): \[-?[0-9]{1,2}\]|OVER: \[\]", _nothing),
        (rf"Deal {_PAIR}", _spiel_deal),
        (rf"p([0-9]{{1,2}}) tile:{_PAIR} pip:(?:None|([0-9]{{1,2}})(?:\.0)?)", _spiel_play),
    )
]
