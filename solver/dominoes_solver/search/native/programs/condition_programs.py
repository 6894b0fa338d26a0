"""From the expressions of a setup to postfix programs, which the kernels evaluate at a state.

A program is a list of words with a number each, for a machine with one stack of whole numbers. A
condition leaves 0 or 1, a tile its number, a seat or side its number or -1 for nobody, several
seats a mask. So a kernel that is compiled once scores every rules file.

Divisions are by constants and carried as one denominator known beforehand, so everything stays
whole and exact. What can't be expressed so raises `Unsupported`, and plain Python searches instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import lcm

from dominoes_lang.setup.ruleset import Goal, Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import DRAWING, Act, Expression, Fact, Moment, Role
from dominoes_lang.table.state import NOBODY
from dominoes_solver.search.native import row_format as at
from dominoes_solver.search.native.programs.amounts import Amounts, constant_of
from dominoes_solver.search.native.programs.opcodes import (
    LARGEST_PAYMENT,
    Bound,
    Data,
    Unsupported,
)

_RELATIONS = {
    "is": at.EQUAL,
    "is not": at.UNEQUAL,
    "at least": at.AT_LEAST,
    "at most": at.AT_MOST,
    "more than": at.MORE,
    "less than": at.LESS,
}


@dataclass(frozen=True)
class Conditions(Amounts):
    """Writes conditions, and the first row of a table that holds."""

    def table(self, table: nodes.Table, value: Callable[[nodes.Row], None]) -> None:
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

    def points(self, row: nodes.Row) -> None:
        """The whole amount of a row; the checker lets no quotient pass that may not be whole."""
        below = self.denominator(row.value)
        self.amount(row.value, below)
        if below != 1:
            self.add(at.DIVIDE, below)

    def winner(self, row: nodes.Row) -> None:
        """The side of a row."""
        self.as_side(row.value)

    def condition(self, node: Expression) -> None:
        match node:
            case nodes.YesNo(value=value):
                self.add(at.PUSH, int(value))
            case nodes.Not(condition=inner):
                self.condition(inner)
                self.add(at.NOT)
            case nodes.Both(joiner=joiner, parts=parts):
                for number, part in enumerate(parts):
                    self.condition(part)
                    if number:
                        self.add(at.BITS_AND if joiner == "and" else at.BITS_OR)
            case nodes.Compare():
                self._compare(node)
            case nodes.IsDouble(tile=tile):
                self.tile_bit(tile)
                self.add(at.PUSH, self.setup.tiles.doubles)
                self.add(at.BITS_AND)
                self.add(at.ANY)
            case nodes.Read(fact=Fact.DOMINO | Fact.BLOCKED as fact):
                if self.mover is not None:
                    # Evaluated for somebody's next turn, when the round still goes on.
                    self.add(at.PUSH, 0)
                    return
                self.add(at.LOAD, at.OVER)
                self.add(at.PUSH, 1 if fact is Fact.DOMINO else 2)
                self.add(at.EQUAL)
            case nodes.Read(fact=Fact.NOTHING_TO_DRAW):
                self._stock_is_open()
                self.add(at.NOT)
            case nodes.PassedInARow():
                self.add(at.LOAD, at.PASSES)
                self.add(at.PUSH, self.setup.seats)
                self.add(at.AT_LEAST)
            case _:
                self._quantified(node)

    def _stock_is_open(self) -> None:
        self.add(at.LOAD, at.STOCK)
        self.add(at.PUSH, self.setup.reserve)
        self.add(at.MORE)

    def _compare(self, node: nodes.Compare) -> None:
        left, right = node.left, node.right
        if nodes.is_tile(left):
            self.tile(left)
            self.tile(right)
        elif nodes.is_who(left):
            kinds = {self.kind(left), self.kind(right)}
            for who in (left, right):
                if "seats" in kinds:
                    self.as_seats(who)
                elif "side" in kinds:
                    self.as_side(who)
                else:
                    self.who(who)
        elif node.relation == "multiple of":
            step = constant_of(right)
            if not step:
                raise Unsupported("a multiple of an amount known only in play, or of 0")
            below = self.denominator(left)
            self.amount(left, below)
            self.add(at.PUSH, step.denominator)
            self.add(at.MULTIPLY)
            self.add(at.REMAINDER, abs(step.numerator) * below)
            self.add(at.NOT)
            return
        else:
            below = lcm(self.denominator(left), self.denominator(right))
            self.amount(left, below)
            self.amount(right, below)
        self.add(_RELATIONS[node.relation])

    def _quantified(self, node: Expression) -> None:
        """A condition on what somebody holds or can do, with its quantifier."""
        who = node.who  # type: ignore[union-attr]
        role = who.role if isinstance(who, nodes.Who) else None
        if role in {Role.EVERYONE, Role.ANY_PLAYER, Role.NOBODY}:
            for seat in range(self.setup.seats):
                self._of_seats(node, nodes.Seat(seat, span=node.span))
                if seat:
                    self.add(at.BITS_AND if role is Role.EVERYONE else at.BITS_OR)
            if role is Role.NOBODY:
                self.add(at.NOT)
        else:
            self._of_seats(node, who)

    def _of_seats(self, node: Expression, who: Expression) -> None:
        """The condition, applied to these players taken together."""
        if isinstance(node, nodes.Can) and node.verb == "act":
            self._can_act(who)
            return
        self.hand(who)
        match node:
            case nodes.HasNoTiles():
                self.add(at.NOT)
            case nodes.HoldsTile(tile=tile):
                self.tile_bit(tile)
                self.add(at.BITS_AND)
                self.add(at.ANY)
            case nodes.HoldsNumber(number=number, some=some):
                bearing = self.setup.tiles.bearing
                self.add(at.PUSH, bearing[number] if number < len(bearing) else 0)
                self.add(at.BITS_AND)
                self.add(at.ANY if some else at.NOT)
            case nodes.HoldsAmount(relation=relation, amount=amount, measure=measure):
                self.measure(measure)
                below = self.denominator(amount)
                self.add(at.PUSH, below)
                self.add(at.MULTIPLY)
                self.amount(amount, below)
                self.add(_RELATIONS[relation])
            case nodes.Can(verb="play"):
                self._fitting()
                self.add(at.BITS_AND)
                self.add(at.ANY)
            case _:
                raise Unsupported(f"the condition {type(node).__name__}")

    def _fitting(self) -> None:
        """The mask of the tiles that fit an open end."""
        for end in (at.LEFT, at.RIGHT):
            self.add(at.LOAD, end)
            self.add(at.LOOKUP, self.data.fits)
        self.add(at.BITS_OR)

    def _acts_in(self, group: Sequence[int]) -> None:
        """Whether the mover could act by a group or a later one, whose answer is on the stack."""
        steps = [self.setup.steps[number] for number in group]
        for number in self.setup.forced_passes.intersection(group):
            guard = self.setup.steps[number].guard
            self.condition(guard or nodes.YesNo(True, span=self.setup.steps[number].span))
            self.add(at.NOT)
            self.add(at.BITS_AND)
        for step in steps:
            if step.act in {Act.PASS, Act.STOP}:
                continue
            if step.act in DRAWING:
                self._stock_is_open()
            else:
                assert self.mover is not None
                self.add(at.UNION, 1 << self.mover)
                self._fitting()
                self.add(at.BITS_AND)
                if step.act is Act.PLAY_DOUBLE:
                    self.add(at.PUSH, self.setup.tiles.doubles)
                    self.add(at.BITS_AND)
                self.add(at.ANY)
            if step.guard is not None:
                self.condition(step.guard)
                self.add(at.BITS_AND)
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
            for group in reversed(self.setup.groups):
                there._acts_in(group)
            self.add(at.BITS_AND)
            self.add(at.BITS_OR)


@dataclass
class Programs:
    """The programs of a setup, one after the other."""

    setup: Setup
    data: Data
    code: list[tuple[int, int]] = field(default_factory=list)

    def begin(self) -> int:
        """Where the next program begins."""
        return len(self.code)

    def condition(self, node: Expression) -> int:
        """Add a program that leaves 0 or 1."""
        start = self.begin()
        Conditions(self.setup, self.data, self.code).condition(node)
        self.code.append((at.END, 0))
        return start

    def winner(self) -> int:
        """Add a program that leaves the side that wins a finished round, or -1."""
        start = self.begin()
        writer = Conditions(self.setup, self.data, self.code)
        with self._unless_cut(writer):
            writer.table(self.setup.winner, writer.winner)
        return start

    @contextmanager
    def _unless_cut(self, writer: Conditions) -> Iterator[None]:
        """What is written within applies where the match has not ended the round; then END."""
        cut = None
        if self.setup.checked:
            writer.add(at.LOAD, at.OVER)
            writer.add(at.PUSH, at.CUT)
            writer.add(at.UNEQUAL)
            cut = writer.jump(at.JUMP_UNLESS)
        yield
        writer.add(at.END)
        if cut is not None:
            writer.land(cut)
            writer.add(at.PUSH, NOBODY)
            writer.add(at.END)

    def payoff(self) -> int:
        """Add a program for what each side gets at the end of a finished round."""
        start = self.begin()
        writer = Conditions(self.setup, self.data, self.code)
        setup = self.setup
        writer.add(at.CLEAR_POINTS)
        roots = (setup.awards,)
        with self._unless_cut(writer):
            if setup.goal is Goal.WINS or any(
                isinstance(node, nodes.Who) and node.role is Role.WINNER
                for node in nodes.walk(roots)
            ):
                writer.table(setup.winner, writer.winner)
                writer.add(at.STORE, at.WINNER)
            if setup.goal is Goal.WINS:
                writer.add(at.PUSH, 1)
                writer.add(at.LOAD, at.WINNER)
                writer.add(at.LOOKUP, self.data.players)
                writer.add(at.PAY)
            else:
                self._pay(setup.awards)
        return start

    def payments(self, moment: Moment) -> int:
        """Add a program that pays the awards of a moment; -1 where there are none.

        It adds them to the scores, and leaves whether that has ended the round.
        """
        setup = self.setup
        awards = [award for award in setup.in_play if award.moment is moment]
        if not awards or setup.goal is Goal.WINS:
            return -1
        start = self.begin()
        writer = Conditions(setup, self.data, self.code)
        sizes = [writer.size(row.value) for award in awards for row in award.amount.rows]
        if sum(sizes) * setup.seats > LARGEST_PAYMENT:
            raise Unsupported("payments as high as these")
        writer.add(at.CLEAR_POINTS)
        self._pay(awards)
        writer.add(at.CREDIT, setup.target if setup.checked and setup.target is not None else 0)
        writer.add(at.END)
        return start

    def _pay(self, awards: Sequence[nodes.AwardClause]) -> None:
        """The awards of a moment."""
        for award in awards:
            self._award(award)
        if self.setup.overshoot_ignored and self.setup.target is not None:
            self.code.append((at.CAP, self.setup.target))

    def _award(self, award: nodes.AwardClause) -> None:
        bindings: list[Bound | None] = [None]
        if award.each is Role.EACH_PLAYER:
            bindings = [Bound(seat) for seat in range(self.setup.seats)]
        elif award.each is Role.EACH_SIDE:
            bindings = [Bound(side, side=True) for side in range(self.setup.sides)]
        for them in bindings:
            writer = Conditions(self.setup, self.data, self.code, them)
            skip = None
            if award.condition is not None:
                writer.condition(award.condition)
                skip = writer.jump(at.JUMP_UNLESS)
            writer.table(award.amount, writer.points)
            writer.as_seats(award.to)
            writer.add(at.PAY)
            if skip is not None:
                writer.land(skip)
