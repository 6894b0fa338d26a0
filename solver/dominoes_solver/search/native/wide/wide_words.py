"""Operations as words of the machine of wide games, where a set of tiles is several numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dominoes_lang.lowering.program import MOVER_ALONE, Tables, Type, Value
from dominoes_lang.table.shape import Where
from dominoes_lang.table.state import NO_TILE
from dominoes_lang.table.tiles import Order
from dominoes_solver.search.native.programs.words import Data, Inexpressible, Words
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.wide import wide_format as wide

if TYPE_CHECKING:
    from dominoes_lang.setup.ruleset import Setup

PLACES = {Where.OWN: wide.OWN, Where.OTHERS: wide.OTHERS, Where.LAST: wide.ON_LAST}
"""The places where a step may lay tiles, but for everywhere."""
RELATIONS = range(at.EQUAL, at.LESS + 1)
_SHARED = {
    at.END, at.PUSH, at.LOAD, at.STORE, at.LOOKUP, at.JUMP, at.JUMP_UNLESS, at.COUNT, at.ADD,
    at.SUBTRACT, at.MULTIPLY, at.DIVIDE, at.REMAINDER, *RELATIONS, at.NOT, at.ANY, at.BITS_AND,
    at.BITS_OR, at.BITS_LESS, at.LEAST, at.LEADER, at.HOLDER, at.FIRST, at.SCORES_OF,
    at.CLEAR_POINTS, at.PAY, at.CAP, at.CREDIT,
}  # fmt: skip
"""The words of the searches that the machine of wide games has as well."""
_OF_ENDS = {
    "pips on ends": wide.PIPS_ON_ENDS,
    "ends alike": wide.ENDS_ALIKE,
    "halves like it": wide.HALVES_LIKE_IT,
}


def parts_of(setup: Setup) -> int:
    """How many numbers a set of tiles has."""
    return -(-len(setup.tiles) // wide.SET_BITS)


def numbers_of(tiles: int, parts: int) -> list[int]:
    """A set of tiles as the numbers that a row has of it."""
    return [tiles >> wide.SET_BITS * part & (1 << wide.SET_BITS) - 1 for part in range(parts)]


def _later(parts: Sequence[Value]) -> list[Value]:
    """Those of some conditions that ask which tiles fit, where not all do."""
    asking = [
        part for part in parts if any(value.operation.startswith("open") for value in part.walk())
    ]
    return asking if len(asking) < len(parts) else []


class WideData(Data):
    """The tables that programs look up: none of them has sets of tiles."""

    def __init__(self, setup: Setup) -> None:
        self.numbers = []
        self.places = {
            name: self._add([table.none, *table.entries])
            for name, table in Tables(setup).by_name.items()
            if table.type is not Type.TILES
        }
        self.orders = {order: self._add([*setup.tiles.in_order(order), NO_TILE]) for order in Order}


@dataclass
class WideWords(Words):
    """Writes the programs of a setup for wide rows."""

    landed: int = 0
    """The place that the last jump aims at: no word before it is joined with one behind it."""

    @property
    def parts(self) -> int:
        """How many numbers a set of tiles has."""
        return parts_of(self.setup)

    def add(self, word: int, number: int = 0) -> None:
        """Add a word; a column that is compared with a number is one word."""
        if word < wide.HELD and word not in _SHARED:
            raise Inexpressible("a word of the searches alone")
        before = [old for old, _ in self.code[max(self.landed, len(self.code) - 2) :]]
        if word in RELATIONS and before == [at.LOAD, at.PUSH]:
            (_, column), (_, constant) = self.code[-2:]
            if abs(constant) < 1 << 40:
                del self.code[-2:]
                word += wide.COMPARED - at.EQUAL
                number = constant << wide.COLUMN_BITS | column
        super().add(word, number)

    def reads(self, column: int) -> bool:
        """Whether some program reads a column."""
        compared = range(wide.COMPARED, wide.COMPARED + len(RELATIONS))
        return any(
            (word == at.LOAD and number == column)
            or (word in compared and number & (1 << wide.COLUMN_BITS) - 1 == column)
            for word, number in self.code
        )

    def jump(self, word: int) -> int:
        """A jump whose aim `land` fills in, which needs no 0 or 1 to go by."""
        while word != at.JUMP and len(self.code) > self.landed:
            if self.code[-1][0] == at.NOT:
                word = at.JUMP_UNLESS if word == wide.JUMP_IF else wide.JUMP_IF
            elif self.code[-1][0] != at.ANY:
                break
            del self.code[-1]
        return super().jump(word)

    def land(self, jump: int) -> None:
        super().land(jump)
        self.landed = len(self.code)

    def _write(self, value: Value) -> None:
        name, parts = value.operation, value.parts
        match name:
            case "count":
                self._of_each(lambda part: self._count(parts[0], part), at.ADD)
            case "pips":
                self._of_each(lambda part: self._pips(parts[0], part), at.ADD)
            case "any":
                self._of_each(lambda part: self._set(parts[0], part), at.BITS_OR)
                self.add(at.ANY)
            case "meets":
                self._of_each(lambda part: self._meet(parts, part), at.BITS_OR)
                self.add(at.ANY)
            case "and" | "or" if _later(parts):
                self._in_turn(value)
            case "holder" | "first" | "fits at each":
                for part in range(self.parts):
                    self._set(parts[0], part)
                if name == "fits at each":
                    self.add(wide.FITS_AT_EACH)
                else:
                    self._apply(value)
            case _ if name in _OF_ENDS:
                self.add(_OF_ENDS[name])
            case _ if value.type is Type.TILES:
                raise Inexpressible(f"a set of tiles as a number: {name!r}")
            case _:
                super()._write(value)

    def _in_turn(self, value: Value) -> None:
        """Whether all or some of several hold: what asks for open ends only where that decides."""
        later = _later(value.parts)
        first = [part for part in value.parts if part not in later]
        decides = value.operation == "or"
        decided = []
        for part in (*first, *later[:-1]):
            self._write(part)
            decided.append(self.jump(wide.JUMP_IF if decides else at.JUMP_UNLESS))
        self._write(later[-1])
        end = self.jump(at.JUMP)
        for jump in decided:
            self.land(jump)
        self.add(at.PUSH, int(decides))
        self.land(end)

    def _of_each(self, write: Callable[[int], None], joined_by: int) -> None:
        """Write something for each number of a set, and join what that leaves."""
        for part in range(self.parts):
            write(part)
            if part:
                self.add(joined_by)

    def _count(self, tiles: Value, part: int) -> None:
        self._set(tiles, part)
        self.add(at.COUNT)

    def _pips(self, tiles: Value, part: int) -> None:
        self._set(tiles, part)
        self.add(wide.PIPS_FROM, part * wide.SET_BITS)

    def _meet(self, sets: Sequence[Value], part: int) -> None:
        for tiles in sets:
            self._set(tiles, part)
        self.add(at.BITS_AND)

    def _set(self, tiles: Value, part: int) -> None:
        """Leave one number of a set of tiles."""
        parts = tiles.parts
        match tiles.operation:
            case "const":
                self.add(at.PUSH, numbers_of(tiles.constant, self.parts)[part])
            case "held" if parts[0].operation == "const":
                self.add(wide.HELD, parts[0].constant << wide.PART_BITS | part)
            case "held" if parts[0] == MOVER_ALONE:
                self.add(wide.HELD_BY_MOVER, part)
            case "held":
                self._write(parts[0])
                self.add(wide.HELD_BY, part)
            case "counted":
                for word in (wide.HELD_BY, wide.ASIDE_OF):
                    self._write(parts[0])
                    self.add(word, part)
                self.add(at.BITS_OR)
            case "open":
                if parts:
                    self._write(parts[0])
                else:
                    self.add(at.LOAD, at.MOVER)
                self.add(wide.OPEN_TO, wide.EVERYWHERE << wide.PART_BITS | part)
            case "open there" if tiles.constant is Where.LAST:
                self.add(wide.FIT_LAST, part)
            case "open there":
                self._write(parts[0])
                self.add(wide.OPEN_TO, PLACES[tiles.constant] << wide.PART_BITS | part)
            case "in stock":
                self.add(at.LOAD, wide.IN_STOCK + part)
            case "&":
                self._meet(parts, part)
            case "table" if tiles.constant == "bit":
                self._write(parts[0])
                self.add(wide.BIT, part)
            case name:
                raise Inexpressible(f"the tiles {name!r}")
