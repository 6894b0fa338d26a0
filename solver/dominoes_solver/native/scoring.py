"""From the expressions of a setup to postfix programs, which the kernels evaluate at a state.

A program is a list of words with a number each, for a machine with one stack of whole numbers. A
condition leaves 0 or 1, a tile its number, a seat or side its number or -1 for nobody, several
seats a mask. So a kernel that is compiled once scores every rules file.

Divisions are by constants and carried as one denominator known beforehand, so all stays whole and
exact. What cannot be said so raises `Unsupported`, and plain Python searches instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm

from dominoes_lang import syntax
from dominoes_lang.arithmetic import constant
from dominoes_lang.setup import Goal, Setup
from dominoes_lang.state import NOBODY
from dominoes_lang.syntax import DRAWING, Act, Expression, Fact, Role
from dominoes_solver.native import layout as at

LARGEST = 1 << 60
LARGEST_READ = 10**6
"""Scores and round numbers beyond this are left to plain Python."""

_FACTS = {
    Fact.ENDS_IT_FITTED: at.FITTED,
    Fact.TILES_IN_STOCK: at.STOCK,
    Fact.ROUND: at.ROUND,
    Fact.PLAYS: at.PLAYS,
    Fact.PASSES_IN_A_ROW: at.PASSES,
}
_ROLES = {
    Role.MOVER: at.MOVER,
    Role.FINISHER: at.FINISHER,
    Role.OPENER: at.OPENER,
    Role.WINNER: at.WINNER,
}
_RELATIONS = {
    "is": at.EQUAL,
    "is not": at.UNEQUAL,
    "at least": at.AT_LEAST,
    "at most": at.AT_MOST,
    "more than": at.MORE,
    "less than": at.LESS,
}


class Unsupported(ValueError):
    """What the kernels cannot say; the message names it."""


class Data:
    """The numbers that programs look up: tables indexed from -1, which is nobody or no tile."""

    def __init__(self, setup: Setup) -> None:
        seats, sides = range(setup.seats), range(setup.sides)
        players = [sum(1 << seat for seat in team) for team in setup.players_of]
        everyone = (1 << setup.seats) - 1
        self.numbers: list[int] = []
        partners = []
        for seat in seats:
            team = setup.players_of[setup.side_of[seat]]
            partners.append(next((other for other in team if other != seat), NOBODY))
        self.only = self._table(0, [1 << seat for seat in seats])
        self.players = self._table(0, players)
        self.opponents = self._table(0, [everyone & ~players[side] for side in sides])
        self.side_of = self._table(NOBODY, setup.side_of)
        self.after = self._table(NOBODY, [setup.after(seat) for seat in seats])
        self.before = self._table(NOBODY, [setup.after(seat, -1) for seat in seats])
        self.partner = self._table(NOBODY, partners)
        self.bit = self._table(0, [1 << tile for tile in range(len(setup.tiles))])
        # No number at the ends: the table is empty, and every tile fits.
        self.bearing = self._table(setup.tiles.all, setup.tiles.bearing)

    def _table(self, none: int, entries: Sequence[int]) -> int:
        """Add a table; the answer is where it begins."""
        base = len(self.numbers)
        self.numbers += [none, *entries]
        return base


@dataclass(frozen=True)
class _Bound:
    """What a seat or side is called by within an expression: a number known beforehand."""

    number: int
    side: bool = False


@dataclass
class Programs:
    """The programs of a setup, one behind the other."""

    setup: Setup
    data: Data
    code: list[tuple[int, int]] = field(default_factory=list)

    def begin(self) -> int:
        """Where the next program begins."""
        return len(self.code)

    def condition(self, node: Expression) -> int:
        """Add a program that leaves 0 or 1."""
        start = self.begin()
        _Writer(self).condition(node)
        self.code.append((at.END, 0))
        return start

    def payoff(self) -> int:
        """Add a program that pays each side of a finished round what it gets."""
        start = self.begin()
        writer = _Writer(self)
        setup = self.setup
        writer.add(at.CLEAR_POINTS)
        roots = (setup.awards,)
        if setup.goal is Goal.WINS or any(
            isinstance(node, syntax.Who) and node.role is Role.WINNER for node in syntax.walk(roots)
        ):
            writer.table(setup.winner, lambda row: writer.as_side(row.value))
            writer.add(at.STORE, at.WINNER)
        if setup.goal is Goal.WINS:
            writer.add(at.PUSH, 1)
            writer.add(at.LOAD, at.WINNER)
            writer.add(at.LOOKUP, self.data.players)
            writer.add(at.PAY)
        else:
            for award in setup.awards:
                self._award(award)
        writer.add(at.END)
        return start

    def _award(self, award: syntax.AwardClause) -> None:
        roles = {node.role for node in syntax.walk(award) if isinstance(node, syntax.Who)}
        bindings: list[_Bound | None] = [None]
        if Role.EACH_PLAYER in roles:
            bindings = [_Bound(seat) for seat in range(self.setup.seats)]
        elif Role.EACH_SIDE in roles:
            bindings = [_Bound(side, side=True) for side in range(self.setup.sides)]
        for them in bindings:
            writer = _Writer(self, them)
            skip = None
            if award.condition is not None:
                writer.condition(award.condition)
                skip = writer.jump(at.JUMP_UNLESS)
            writer.table(award.amount, lambda row, writer=writer: writer.amount(row.value, 1))
            writer.as_seats(award.to)
            writer.add(at.PAY)
            if skip is not None:
                writer.land(skip)


@dataclass(frozen=True)
class _Writer:
    """Writes the program of one expression after another."""

    programs: Programs
    them: _Bound | None = None
    """What `each player`, `each side` and `them` stand for."""
    mover: int | None = None
    """The mover, where it is asked what somebody could do if it were their turn."""

    @property
    def setup(self) -> Setup:
        return self.programs.setup

    @property
    def data(self) -> Data:
        return self.programs.data

    def add(self, word: int, number: int = 0) -> None:
        if not -(1 << 62) < number < 1 << 62:
            raise Unsupported(f"the number {number}")
        self.programs.code.append((word, number))

    def jump(self, word: int) -> int:
        """A jump whose aim `land` fills in."""
        self.add(word)
        return len(self.programs.code) - 1

    def land(self, jump: int) -> None:
        word, _ = self.programs.code[jump]
        self.programs.code[jump] = (word, len(self.programs.code))

    def table(self, table: syntax.Table, value) -> None:  # type: ignore[no-untyped-def]
        """The value of the first row that holds."""
        ends = []
        for row in table.rows:
            if row.condition is None:
                value(row)
                break
            self.condition(row.condition)
            otherwise = self.jump(at.JUMP_UNLESS)
            value(row)
            ends.append(self.jump(at.JUMP))
            self.land(otherwise)
        else:
            # The checker lets no incomplete table pass.
            self.add(at.PUSH, 0)
        for end in ends:
            self.land(end)

    # ------------------------------------------------------------------ conditions

    def condition(self, node: Expression) -> None:
        match node:
            case syntax.YesNo(value=value):
                self.add(at.PUSH, int(value))
            case syntax.Not(condition=inner):
                self.condition(inner)
                self.add(at.NOT)
            case syntax.Both(joiner=joiner, parts=parts):
                for number, part in enumerate(parts):
                    self.condition(part)
                    if number:
                        self.add(at.BITS_AND if joiner == "and" else at.BITS_OR)
            case syntax.Compare():
                self._compare(node)
            case syntax.IsDouble(tile=tile):
                self._tile_bit(tile)
                self.add(at.PUSH, self.setup.tiles.doubles)
                self.add(at.BITS_AND)
                self.add(at.ANY)
            case syntax.Read(fact=Fact.DOMINO | Fact.BLOCKED as fact):
                if self.mover is not None:
                    # Asked of somebody's next turn, and then the round still goes on.
                    self.add(at.PUSH, 0)
                    return
                self.add(at.LOAD, at.OVER)
                self.add(at.PUSH, 1 if fact is Fact.DOMINO else 2)
                self.add(at.EQUAL)
            case syntax.Read(fact=Fact.NOTHING_TO_DRAW):
                self._stock_is_open()
                self.add(at.NOT)
            case syntax.PassedInARow():
                self.add(at.LOAD, at.PASSES)
                self.add(at.PUSH, self.setup.seats)
                self.add(at.AT_LEAST)
            case _:
                self._said_of(node)

    def _stock_is_open(self) -> None:
        self.add(at.LOAD, at.STOCK)
        self.add(at.PUSH, self.setup.reserve)
        self.add(at.MORE)

    def _compare(self, node: syntax.Compare) -> None:
        left, right = node.left, node.right
        if syntax.is_tile(left):
            self._tile(left)
            self._tile(right)
        elif syntax.is_who(left):
            kinds = {self.kind(left), self.kind(right)}
            for who in (left, right):
                if "seats" in kinds:
                    self.as_seats(who)
                elif "side" in kinds:
                    self.as_side(who)
                else:
                    self.who(who)
        elif node.relation == "multiple of":
            step = _constant(right)
            if not step:
                raise Unsupported("a multiple of what only the round tells, or of 0")
            below = self._denominator(left)
            self.amount(left, below)
            self.add(at.PUSH, step.denominator)
            self.add(at.MULTIPLY)
            self.add(at.REMAINDER, abs(step.numerator) * below)
            self.add(at.NOT)
            return
        else:
            below = lcm(self._denominator(left), self._denominator(right))
            self.amount(left, below)
            self.amount(right, below)
        self.add(_RELATIONS[node.relation])

    def _said_of(self, node: Expression) -> None:
        """A condition on what somebody holds or can do, with its quantifier."""
        who = node.who  # type: ignore[union-attr]
        role = who.role if isinstance(who, syntax.Who) else None
        if role in {Role.EVERYONE, Role.ANY_PLAYER, Role.NOBODY}:
            for seat in range(self.setup.seats):
                self._of_seats(node, syntax.Seat(seat, span=node.span))
                if seat:
                    self.add(at.BITS_AND if role is Role.EVERYONE else at.BITS_OR)
            if role is Role.NOBODY:
                self.add(at.NOT)
        else:
            self._of_seats(node, who)

    def _of_seats(self, node: Expression, who: Expression) -> None:
        """The condition, said of these players taken together."""
        if isinstance(node, syntax.Can) and node.verb == "act":
            self._can_act(who)
            return
        self._hand(who)
        match node:
            case syntax.HasNoTiles():
                self.add(at.NOT)
            case syntax.HoldsTile(tile=tile):
                self._tile_bit(tile)
                self.add(at.BITS_AND)
                self.add(at.ANY)
            case syntax.HoldsNumber(number=number, some=some):
                bearing = self.setup.tiles.bearing
                self.add(at.PUSH, bearing[number] if number < len(bearing) else 0)
                self.add(at.BITS_AND)
                self.add(at.ANY if some else at.NOT)
            case syntax.HoldsAmount(relation=relation, amount=amount, measure=measure):
                self._measure(measure)
                below = self._denominator(amount)
                self.add(at.PUSH, below)
                self.add(at.MULTIPLY)
                self.amount(amount, below)
                self.add(_RELATIONS[relation])
            case syntax.Can(verb="play"):
                self._fitting()
                self.add(at.BITS_AND)
                self.add(at.ANY)
            case _:
                raise Unsupported(f"the condition {type(node).__name__}")

    def _fitting(self) -> None:
        """The mask of the tiles that fit an open end."""
        for end in (at.LEFT, at.RIGHT):
            self.add(at.LOAD, end)
            self.add(at.LOOKUP, self.data.bearing)
        self.add(at.BITS_OR)

    def _can_act(self, who: Expression) -> None:
        """Whether one of these players could play or draw if it were their turn."""
        if self.mover is not None:
            raise Unsupported("a guard that asks what somebody can do")
        self.add(at.PUSH, 0)
        for seat in range(self.setup.seats):
            there = replace(self, mover=seat)
            self.as_seats(who)
            self.add(at.PUSH, 1 << seat)
            self.add(at.BITS_AND)
            self.add(at.ANY)
            self.add(at.PUSH, 0)
            for step in self.setup.steps:
                if step.act is Act.PASS:
                    continue
                if step.act in DRAWING:
                    self._stock_is_open()
                else:
                    self.add(at.UNION, 1 << seat)
                    self._fitting()
                    self.add(at.BITS_AND)
                    self.add(at.ANY)
                if step.guard is not None:
                    there.condition(step.guard)
                    self.add(at.BITS_AND)
                self.add(at.BITS_OR)
            self.add(at.BITS_AND)
            self.add(at.BITS_OR)

    # ------------------------------------------------------------------ amounts and tiles

    def amount(self, node: Expression, below: int) -> None:
        """An amount times `below`, which makes it whole."""
        if self._magnitude(node) * below >= LARGEST:
            raise Unsupported("numbers of more than 60 bits")
        known = _constant(node)
        if known is not None:
            whole = known * below
            if whole.denominator != 1:
                raise Unsupported("an amount that is not whole")
            self.add(at.PUSH, int(whole))
            return
        match node:
            case syntax.Arithmetic(operator="+" | "-" as operator, left=left, right=right):
                self.amount(left, below)
                self.amount(right, below)
                self.add(at.ADD if operator == "+" else at.SUBTRACT)
                return
            case syntax.Arithmetic(operator="*", left=left, right=right):
                one, other = self._denominator(left), self._denominator(right)
                self.amount(left, one)
                self.amount(right, other)
                self.add(at.MULTIPLY)
                factor = Fraction(below, one * other)
            case syntax.Arithmetic(left=left, right=right):
                own = self._denominator(left)
                self.amount(left, own)
                factor = Fraction(below, own) / self._divisor(right)
            case syntax.Rounded():
                self._rounded(node)
                factor = Fraction(below)
            case syntax.Held(measure=measure, who=who):
                self._hand(who)
                self._measure(measure)
                factor = Fraction(below)
            case syntax.ScoreOf(who=who):
                self.as_seats(who)
                self.add(at.SCORES_OF)
                factor = Fraction(below)
            case syntax.Read(fact=Fact.PIPS_ON_ENDS):
                self.add(at.LOAD, at.LEFT)
                self.add(at.LOAD, at.RIGHT)
                self.add(at.ADD)
                factor = Fraction(below)
            case syntax.Read(fact=Fact.ENDS_ALIKE):
                self.add(at.LOAD, at.LEFT)
                self.add(at.LOAD, at.RIGHT)
                self.add(at.EQUAL)
                self.add(at.PUSH, 1)
                self.add(at.ADD)
                factor = Fraction(below)
            case syntax.Read(fact=fact) if fact in _FACTS:
                self.add(at.LOAD, _FACTS[fact])
                factor = Fraction(below)
            case _:
                raise Unsupported(f"the amount {type(node).__name__}")
        if factor.denominator != 1:
            raise Unsupported("an amount that is not whole")
        if factor != 1:
            self.add(at.PUSH, int(factor))
            self.add(at.MULTIPLY)

    def _rounded(self, node: syntax.Rounded) -> None:
        step = _constant(node.to)
        if not step or step.denominator != 1:
            raise Unsupported("rounding to what only the round tells, or to a fraction")
        below = self._denominator(node.amount)
        self.amount(node.amount, below)
        size = abs(int(step)) * below
        way = node.way
        if step < 0:
            # So many steps of a negative size: the other way round.
            self.add(at.PUSH, -1)
            self.add(at.MULTIPLY)
        if way == "up":
            self.add(at.PUSH, size - 1)
            self.add(at.ADD)
        elif way == "nearest":
            self.add(at.PUSH, 2)
            self.add(at.MULTIPLY)
            self.add(at.PUSH, size)
            self.add(at.ADD)
            size *= 2
        self.add(at.DIVIDE, size)
        self.add(at.PUSH, int(step))
        self.add(at.MULTIPLY)

    def _divisor(self, node: Expression) -> Fraction:
        divisor = _constant(node)
        if not divisor:
            raise Unsupported("a division by what only the round tells, or by 0")
        return divisor

    def _denominator(self, node: Expression) -> int:
        """A number that makes an amount whole, whatever the round."""
        known = _constant(node)
        if known is not None:
            return known.denominator
        match node:
            case syntax.Arithmetic(operator="+" | "-", left=left, right=right):
                return lcm(self._denominator(left), self._denominator(right))
            case syntax.Arithmetic(operator="*", left=left, right=right):
                return self._denominator(left) * self._denominator(right)
            case syntax.Arithmetic(left=left, right=right):
                return self._denominator(left) * abs(self._divisor(right).numerator)
        return 1

    def _magnitude(self, node: Expression) -> Fraction:
        """No value of an amount is larger, either sign."""
        known = _constant(node)
        if known is not None:
            return abs(known)
        match node:
            case syntax.Arithmetic(operator="+" | "-", left=left, right=right):
                return self._magnitude(left) + self._magnitude(right)
            case syntax.Arithmetic(operator="*", left=left, right=right):
                return self._magnitude(left) * self._magnitude(right)
            case syntax.Arithmetic(left=left, right=right):
                return self._magnitude(left) / abs(self._divisor(right))
            case syntax.Rounded(amount=amount, to=to):
                return 4 * self._magnitude(amount) + 4 * (abs(_constant(to) or 0) + 1)
            case syntax.Held(measure="pips"):
                return Fraction(sum(map(abs, self.setup.values)) + 1)
            case syntax.ScoreOf() | syntax.Read(fact=Fact.ROUND):
                return Fraction(LARGEST_READ * at.MOST_SEATS)
        return Fraction(10_000)

    def _measure(self, measure: syntax.Measure) -> None:
        """Pips, doubles or tiles of the mask on the stack."""
        if measure == "pips":
            self.add(at.PIPS)
            return
        if measure == "doubles":
            self.add(at.PUSH, self.setup.tiles.doubles)
            self.add(at.BITS_AND)
        self.add(at.COUNT)

    def _tile(self, node: Expression) -> None:
        """The number of a tile, -1 for none."""
        match node:
            case syntax.TileLiteral(tile=tile):
                self.add(at.PUSH, self.setup.tiles.number[tile])
            case syntax.HighestDouble():
                self.add(at.UNION, (1 << self.setup.seats) - 1)
                self.add(at.PUSH, self.setup.tiles.doubles)
                self.add(at.BITS_AND)
                self.add(at.HIGHEST)
            case syntax.Read(fact=Fact.LAST_TILE):
                self.add(at.LOAD, at.LAST_TILE)
            case _:
                raise Unsupported(f"the tile {type(node).__name__}")

    def _tile_bit(self, node: Expression) -> None:
        self._tile(node)
        self.add(at.LOOKUP, self.data.bit)

    # ------------------------------------------------------------------ who

    def kind(self, node: Expression) -> str:
        """Whether an expression says a `seat`, a `side` or several `seats`."""
        match node:
            case syntax.Who(role=Role.EVERYONE | Role.ANY_PLAYER):
                return "seats"
            case syntax.Who(role=Role.WINNER):
                return "side"
            case syntax.Who(role=Role.EACH_PLAYER | Role.EACH_SIDE | Role.THEM):
                return "side" if self._them.side else "seat"
            case syntax.Related(relation=relation):
                return {"side": "side", "partner": "seat", "opponents": "seats"}[relation]
            case syntax.Except():
                return "seats"
            case syntax.Ranked(noun=noun):
                return "side" if noun == "side" else "seat"
        return "seat"

    @property
    def _them(self) -> _Bound:
        if self.them is None:
            raise Unsupported("a pronoun that stands for nobody")
        return self.them

    def who(self, node: Expression) -> None:
        """The seat, side or mask of seats that is meant; `kind` says which."""
        match node:
            case syntax.Seat(number=seat):
                self.add(at.PUSH, seat)
            case syntax.Who(role=role):
                self._role(role)
            case syntax.Neighbour(way=way, who=inner):
                self._as_player(inner)
                self.add(at.LOOKUP, self.data.after if way == "after" else self.data.before)
            case syntax.Related(relation="side", who=inner):
                self.as_side(inner)
            case syntax.Related(relation="partner", who=inner):
                self._as_player(inner)
                self.add(at.LOOKUP, self.data.partner)
            case syntax.Related(who=inner):
                self.as_side(inner)
                self.add(at.LOOKUP, self.data.opponents)
            case syntax.HolderOf(tile=tile):
                self._tile_bit(tile)
                self.add(at.HOLDER)
            case syntax.Except(who=inner, but=but):
                self.as_seats(inner)
                self.as_seats(but)
                self.add(at.BITS_LESS)
            case syntax.Ranked():
                self._ranked(node)
            case _:
                raise Unsupported(f"the player {type(node).__name__}")

    def _role(self, role: Role) -> None:
        if role is Role.MOVER and self.mover is not None:
            self.add(at.PUSH, self.mover)
        elif role in _ROLES:
            self.add(at.LOAD, _ROLES[role])
        elif role is Role.NOBODY:
            self.add(at.PUSH, NOBODY)
        elif role in {Role.EVERYONE, Role.ANY_PLAYER}:
            self.add(at.PUSH, (1 << self.setup.seats) - 1)
        elif role is Role.LOT:
            raise Unsupported("the lot")
        else:
            self.add(at.PUSH, self._them.number)

    def _ranked(self, node: syntax.Ranked) -> None:
        side = node.noun == "side"
        if node.ties is None:
            self.add(at.PUSH, NOBODY)
        elif side:
            self.as_side(node.ties)
        else:
            self._as_player(node.ties)
        groups = (
            self.setup.players_of if side else [(seat,) for seat in range(self.setup.seats)]
        )
        # One number for all the measures, the first weighing most.
        span = 2 * (sum(map(abs, self.setup.values)) + at.MOST_TILES) + 1
        if span ** len(node.extremes) >= LARGEST:
            raise Unsupported("a ranking by so many measures")
        for seats in groups:
            for number, extreme in enumerate(node.extremes):
                if number:
                    self.add(at.PUSH, span)
                    self.add(at.MULTIPLY)
                self.add(at.UNION, sum(1 << seat for seat in seats))
                self._measure(extreme.measure)
                if extreme.which == "most":
                    self.add(at.PUSH, -1)
                    self.add(at.MULTIPLY)
                if number:
                    self.add(at.ADD)
        self.add(at.LEADER, len(groups))

    def _as_player(self, node: Expression) -> None:
        """The seat of a single player; a side stands for its only player."""
        if self.kind(node) == "seats":
            raise Unsupported("several players where one is wanted")
        self.who(node)

    def as_side(self, node: Expression) -> None:
        kind = self.kind(node)
        if kind == "seats":
            raise Unsupported("several players where a side is wanted")
        self.who(node)
        if kind == "seat" and self.setup.team_size > 1:
            self.add(at.LOOKUP, self.data.side_of)

    def as_seats(self, node: Expression) -> None:
        """The mask of the seats that are meant."""
        kind = self.kind(node)
        self.who(node)
        if kind != "seats":
            self.add(at.LOOKUP, self.data.players if kind == "side" else self.data.only)

    def _hand(self, node: Expression) -> None:
        """The mask of the tiles that these players hold together."""
        self.as_seats(node)
        last, before = self.programs.code[-1], self.programs.code[-2:-1]
        if last[0] == at.PUSH:
            self.programs.code[-1] = (at.UNION, last[1])
        elif last == (at.LOOKUP, self.data.only) and before and before[0][0] == at.PUSH:
            self.programs.code.pop()
            seat = before[0][1]
            self.programs.code[-1] = (at.UNION, 1 << seat if seat >= 0 else 0)
        else:
            self.add(at.UNION_OF)


def _constant(node: Expression) -> Fraction | None:
    try:
        known = constant(node)
    except ZeroDivisionError:
        raise Unsupported("a division by 0") from None
    return None if known is None else Fraction(known)
