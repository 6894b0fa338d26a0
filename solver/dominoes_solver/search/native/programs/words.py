"""Operations as words of the stack machine, which the kernels evaluate at a state.

A program is a list of words with a number each, for a machine with one stack of whole numbers. A
condition leaves 0 or 1, a tile its number, a seat or side its number or -1 for nobody, several
seats a mask. So a kernel that is compiled once scores every rules file. What has no word raises
`Inexpressible`, and plain Python searches instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from dominoes_lang.lowering.certain import Certain
from dominoes_lang.lowering.intervals import Interval
from dominoes_lang.lowering.lower import Award, LoweredRow, Lowering
from dominoes_lang.lowering.program import YES, Tables, Type, Value
from dominoes_lang.setup.ruleset import Goal, Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Moment, Role
from dominoes_lang.table.shape import Where
from dominoes_lang.table.state import NO_TILE, NOBODY
from dominoes_lang.table.tiles import Order
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.rows.arm_format import lies_in_line

LARGEST = 1 << 60
LARGEST_READ = 10**6
"""Scores and round numbers beyond this are left to plain Python."""
LARGEST_PAYMENT = 10**7
"""What a moment may pay a side while a round goes on."""
LARGEST_STANDING = 10**14
"""No score is larger after `LARGEST_READ` points and all the payments of a round."""

NEVER = 1 << 61
"""In place of a tile that the set lacks: it is never on the table."""

_COLUMNS = {field.name: field.column for field in at.FIELDS if field.columns == 1}
"""Where a row has a field of the state."""
_WORDS = {
    "count": at.COUNT, "pips": at.PIPS, "&": at.BITS_AND, "any": at.ANY, "not": at.NOT,
    "and": at.BITS_AND, "or": at.BITS_OR, "==": at.EQUAL, "!=": at.UNEQUAL, ">=": at.AT_LEAST,
    "<=": at.AT_MOST, ">": at.MORE, "<": at.LESS, "+": at.ADD, "-": at.SUBTRACT, "*": at.MULTIPLY,
    "//": at.DIVIDE, "%": at.REMAINDER, "holder": at.HOLDER, "scores": at.SCORES_OF,
    "less": at.BITS_LESS, "pips on ends": at.ENDS_PIPS, "halves like it": at.LIKE_IT,
}  # fmt: skip
"""The word of an operation whose parts lie on the stack, the last on top."""
_SEVERAL = {
    "meets": ((at.BITS_AND, 0), (at.ANY, 0)),
    "ends alike": (
        (at.LOAD, at.LEFT), (at.LOAD, at.RIGHT), (at.EQUAL, 0), (at.PUSH, 1), (at.ADD, 0),
    ),
}  # fmt: skip
"""Operations of several words."""


_OF_ARMS = {
    "open": (at.TILES_OF_ARMS, 0), "pips on ends": (at.PIPS_ON_ARMS, 0),
    "halves like it": (at.LIKE_IT_IN_ARMS, 0), "ends alike": (at.ALIKE_IN_ARMS, 0),
}  # fmt: skip
"""Operations on the ends of any table but a line."""


class Inexpressible(Exception):
    """Something that the kernels can't express; the message names it."""


class Data:
    """The numbers that programs look up: tables indexed from -1, which is nobody or no tile."""

    def __init__(self, setup: Setup) -> None:
        self.numbers: list[int] = []
        self.places = {
            name: self._add([table.none, *table.entries])
            for name, table in Tables(setup).by_name.items()
        }
        # No number at the ends: the table is empty, and every tile fits.
        self.fits = self._add([setup.fits.mask(()), *setup.fits.by_number])
        self.awaited = 0
        """For each number its double, where nothing else fits it before."""
        if setup.touching.after_double:
            self.awaited = self._add([0, *(double or NEVER for double in setup.fits.double_of)])
        self.orders = {order: self._add([*setup.tiles.in_order(order), NO_TILE]) for order in Order}
        """An order of tiles ends with none."""

    def _add(self, entries: Sequence[int]) -> int:
        """Add a table; the answer is where it begins."""
        base = len(self.numbers)
        self.numbers += entries
        return base


@dataclass
class Words:
    """Writes the programs of a setup, one after the other."""

    setup: Setup
    data: Data
    code: list[tuple[int, int]] = field(default_factory=list)

    @cached_property
    def lowering(self) -> Lowering:
        # The kernels ask only after a play.
        return Lowering(self.setup, laid=YES)

    # ------------------------------------------------------------------ words

    def add(self, word: int, number: int = 0) -> None:
        if not -(1 << 62) < number < 1 << 62:
            raise Inexpressible(f"the number {number}")
        self.code.append((word, number))

    def jump(self, word: int) -> int:
        """A jump whose aim `land` fills in."""
        self.add(word)
        return len(self.code) - 1

    def land(self, jump: int) -> None:
        word, _ = self.code[jump]
        self.code[jump] = (word, len(self.code))

    # ------------------------------------------------------------------ values

    def value(self, value: Value) -> None:
        """Leave a value on the stack."""
        for part in value.walk():
            if part.type is Type.WHOLE and self.size(part) >= LARGEST:
                raise Inexpressible("numbers of more than 60 bits")
        self._write(value)

    def _write(self, value: Value) -> None:
        name, parts = value.operation, value.parts
        if name in _OF_ARMS and not lies_in_line(self.setup.layout):
            self.code.append(_OF_ARMS[name])
            return
        match name:
            case "const":
                self.add(at.PUSH, int(value.constant))
            case "read":
                if value.constant not in _COLUMNS:
                    raise Inexpressible(f"the field {value.constant!r}")
                self.add(at.LOAD, _COLUMNS[value.constant])
            case "open":
                self._open()
            case "open there":
                self._open_there(value.constant)
            case "fits at each":
                self._fits_at_each(parts[0])
            case "counted":
                for column in (at.HANDS, at.ASIDE):
                    self._write(parts[0])
                    self.add(at.UNION_OF, column)
                self.add(at.BITS_OR)
            case "held" if parts[0].operation == "const":
                self.add(at.UNION, parts[0].constant)
            case "among":
                self._write(parts[0])
                self.add(at.PUSH, 1 << value.constant)
                self.add(at.BITS_AND)
                self.add(at.ANY)
            case "and" | "or":
                for number, part in enumerate(parts):
                    self._write(part)
                    if number:
                        self.add(_WORDS[name])
            case "most":
                for part in parts:
                    self._write(part)
                    self._negate()
                self.add(at.LEAST, len(parts))
                self._negate()
            case "in stock":
                self.add(at.LOAD, at.UNDRAWN)
            case _:
                for part in parts:
                    self._write(part)
                self._apply(value)

    def _apply(self, value: Value) -> None:
        """The words for an operation whose parts are on the stack."""
        name, parts = value.operation, value.parts
        if name in _WORDS:
            self.add(_WORDS[name], value.constant or 0)
        elif name in _SEVERAL:
            self.code += _SEVERAL[name]
        elif name == "table":
            self.add(at.LOOKUP, self.data.places[value.constant])
        elif name == "held":
            self.add(at.UNION_OF)
        elif name == "least":
            self.add(at.LEAST, len(parts))
        elif name == "leader":
            self.add(at.LEADER, len(parts) - 1)
        else:
            assert name == "first", f"no words for {name!r}"
            self.add(at.FIRST, self.data.orders[value.constant])

    def _open_there(self, where: Where) -> None:
        """The tiles that fit where a step lays one."""
        if where is not Where.LAST:
            raise Inexpressible(f"plays {where.value}")
        if not lies_in_line(self.setup.layout):
            self.code.append(_OF_ARMS["open"])  # the last tile is at the only end
            return
        # An end that the last tile left shows the number that it left open.
        self.add(at.LOAD, at.PLAYS)
        self.add(at.PUSH, 2 - self.setup.shape.begun)
        self.add(at.LESS)
        several = self.jump(at.JUMP_UNLESS)
        self._open()
        end = self.jump(at.JUMP)
        self.land(several)
        self._fitting(at.LEFT_OPEN)
        self.land(end)

    def _open(self) -> None:
        """The tiles that fit an end of a line."""
        self._fitting(at.LEFT)
        self._fitting(at.RIGHT)
        self.add(at.BITS_OR)

    def _fitting(self, column: int) -> None:
        """The tiles that fit the number in a column, by those on the table if that matters."""
        self.add(at.LOAD, column)
        self.add(at.LOOKUP, self.data.fits)
        if not self.setup.touching.after_double:
            return
        self.add(at.UNION, (1 << self.setup.seats) - 1)
        for tiles_column in (at.UNDRAWN, *range(at.ASIDE, at.ASIDE + self.setup.seats)):
            self.add(at.LOAD, tiles_column)
            self.add(at.BITS_OR)
        self.add(at.PUSH, NEVER)
        self.add(at.BITS_OR)
        self.add(at.LOAD, column)
        self.add(at.LOOKUP, self.data.awaited)
        self.add(at.BITS_AND)
        self.add(at.ANY)
        laid = self.jump(at.JUMP_UNLESS)
        self.add(at.LOAD, column)
        self.add(at.LOOKUP, self.data.awaited)
        self.add(at.BITS_AND)
        self.land(laid)

    def _fits_at_each(self, tiles: Value) -> None:
        """Whether one of some tiles fits the left end of a line and another the right one."""
        for column in (at.LEFT, at.RIGHT):
            self._write(tiles)
            self._fitting(column)
            self.add(at.BITS_AND)
            self.add(at.ANY)
        self.add(at.BITS_AND)
        self._write(tiles)
        self._open()
        self.add(at.BITS_AND)
        self.add(at.COUNT)
        self.add(at.PUSH, 2)
        self.add(at.AT_LEAST)
        self.add(at.BITS_AND)
        if self.setup.touching.after_double:
            self._freed(tiles, at.LEFT, at.RIGHT)
            self._freed(tiles, at.RIGHT, at.LEFT)

    def _freed(self, tiles: Value, end: int, other_end: int) -> None:
        """Or whether the double for which one end waits fits the other, and one follows it."""
        self._write(tiles)
        self._fitting(other_end)
        self.add(at.BITS_AND)
        self.add(at.LOAD, end)
        self.add(at.LOOKUP, self.data.awaited)
        self.add(at.BITS_AND)
        self.add(at.ANY)
        self._write(tiles)
        self.add(at.LOAD, end)
        self.add(at.LOOKUP, self.data.fits)
        self.add(at.BITS_AND)
        self.add(at.LOAD, end)
        self.add(at.LOOKUP, self.data.awaited)
        self.add(at.BITS_LESS)
        self.add(at.ANY)
        self.add(at.BITS_AND)
        self.add(at.BITS_OR)

    def _negate(self) -> None:
        self.add(at.PUSH, -1)
        self.add(at.MULTIPLY)

    def size(self, value: Value) -> int:
        """No value of a number is larger, either sign."""
        size = self._certain.bounds(value).size
        if size is None:
            raise Inexpressible("an amount without a bound")
        return int(size) + 1

    @cached_property
    def _certain(self) -> Certain:
        # A row holds no scores and rounds that are larger: see `setup_tables`.
        largest = LARGEST_STANDING if self.setup.in_play else LARGEST_READ
        together = largest * max(at.MOST_SEATS, self.setup.seats)
        standing = Interval(-together, together)
        known = {
            name: Interval(0, LARGEST_READ)
            for name, read in Certain(self.setup).numbers.items()
            if read.high is None
        }
        return Certain(self.setup, {**known, "round": standing, "scores": standing})

    # ------------------------------------------------------------------ programs

    def begin(self) -> int:
        """Where the next program begins."""
        return len(self.code)

    def condition(self, node: Expression) -> int:
        """Add a program that leaves 0 or 1."""
        start = self.begin()
        self.value(self.lowering.condition(node))
        self.add(at.END)
        return start

    def rows(self, rows: Sequence[LoweredRow]) -> None:
        """The value of the first row that holds."""
        ends = []
        for row in rows:
            if row.condition == YES:
                self.value(row.value)
                break
            self.value(row.condition)
            otherwise = self.jump(at.JUMP_UNLESS)
            self.value(row.value)
            ends.append(self.jump(at.JUMP))
            self.land(otherwise)
        else:
            # The checker lets no incomplete table pass.
            self.add(at.PUSH, 0)
        for end in ends:
            self.land(end)

    def winner(self) -> int:
        """Add a program that leaves the side that wins a finished round, or -1."""
        start = self.begin()
        with self._unless_cut():
            self.rows(self.lowering.winner())
        return start

    @contextmanager
    def _unless_cut(self) -> Iterator[None]:
        """What is written within applies where the match has not ended the round; then END."""
        cut = None
        if self.setup.match.checked:
            self.add(at.LOAD, at.OVER)
            self.add(at.PUSH, at.CUT)
            self.add(at.UNEQUAL)
            cut = self.jump(at.JUMP_UNLESS)
        yield
        self.add(at.END)
        if cut is not None:
            self.land(cut)
            self.add(at.PUSH, NOBODY)
            self.add(at.END)

    def payoff(self) -> int:
        """Add a program for what each side gets at the end of a finished round."""
        start = self.begin()
        setup = self.setup
        self.add(at.CLEAR_POINTS)
        roles = {node.role for node in nodes.walk(setup.awards) if isinstance(node, nodes.Who)}
        with self._unless_cut():
            if setup.goal is Goal.WINS or Role.WINNER in roles:
                self.rows(self.lowering.winner())
                self.add(at.STORE, at.WINNER)
            if setup.goal is Goal.WINS:
                self.add(at.PUSH, 1)
                self.add(at.LOAD, at.WINNER)
                self.add(at.LOOKUP, self.data.places["players"])
                self.add(at.PAY)
            else:
                self._pay(self._awards(setup.awards))
        return start

    def payments(self, moment: Moment) -> int:
        """Add a program that pays the awards of a moment; -1 where there are none.

        It adds them to the scores, and leaves whether that has ended the round.
        """
        start = self.begin()
        if not self.pay(moment):
            return -1
        self.add(at.END)
        return start

    def pay(self, moment: Moment) -> bool:
        """The awards of a moment, and whether they have ended the round; False without any."""
        setup = self.setup
        awards = self._awards([award for award in setup.in_play if award.moment is moment])
        if not awards or setup.goal is Goal.WINS:
            return False
        amounts = chain.from_iterable(award.amount for award in awards)
        if sum(self.size(row.value) for row in amounts) > LARGEST_PAYMENT:
            raise Inexpressible("payments as high as these")
        self.add(at.CLEAR_POINTS)
        self._pay(awards)
        self.add(at.CREDIT, setup.target if setup.match.checked and setup.target is not None else 0)
        return True

    def _awards(self, awards: Sequence[nodes.AwardClause]) -> list[Award]:
        """Awards, once for each of those that they go through."""
        return [bound.award(award) for award in awards for bound in self.lowering.bindings(award)]

    def _pay(self, awards: Sequence[Award]) -> None:
        """The awards of a moment."""
        for award in awards:
            skip = None
            if award.condition != YES:
                self.value(award.condition)
                skip = self.jump(at.JUMP_UNLESS)
            self.rows(award.amount)
            self.value(award.to)
            if award.to.type is Type.SIDE:
                self.add(at.LOOKUP, self.data.places["players"])
            self.add(at.PAY)
            if skip is not None:
                self.land(skip)
        if self.setup.match.overshoot_ignored and self.setup.target is not None:
            self.add(at.CAP, self.setup.target)
