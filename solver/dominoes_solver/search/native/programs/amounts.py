"""The middle layer of the programs: amounts, whole and exact.

See `condition_programs`. An amount is written times a number that makes it whole, its denominator.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from dominoes_lang.analysis.intervals import Interval
from dominoes_lang.analysis.sizes import between, in_a_round
from dominoes_lang.setup.arithmetic import Amount, constant
from dominoes_lang.setup.facts import SOURCES
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Fact
from dominoes_solver.search.native import row_format as at
from dominoes_solver.search.native.programs.opcodes import (
    LARGEST,
    LARGEST_READ,
    LARGEST_STANDING,
    Unsupported,
    Whos,
)

_ROW = {"fitted": at.FITTED, "stock": at.STOCK, "round": at.ROUND, "plays": at.PLAYS,
        "passes": at.PASSES, "passes_before": at.PASSES_BEFORE, "turn_tiles": at.TURN_TILES,
        "idle": at.IDLE}  # fmt: skip
"""Where a row has the fields of a state that are numbers there."""


@dataclass(frozen=True)
class Amounts(Whos):
    """Writes amounts."""

    def amount(self, node: Expression, below: int) -> None:
        """An amount times `below`, which makes it whole."""
        if self.size(node) * below >= LARGEST:
            raise Unsupported("numbers of more than 60 bits")
        known = constant_of(node)
        if known is not None:
            whole = known * below
            if whole.denominator != 1:
                raise Unsupported("an amount that is not whole")
            self.add(at.PUSH, int(whole))
            return
        match node:
            case nodes.Arithmetic(operator="+" | "-" as operator, left=left, right=right):
                self.amount(left, below)
                self.amount(right, below)
                self.add(at.ADD if operator == "+" else at.SUBTRACT)
                return
            case nodes.Arithmetic(operator="*", left=left, right=right):
                one, other = self.denominator(left), self.denominator(right)
                self.amount(left, one)
                self.amount(right, other)
                self.add(at.MULTIPLY)
                factor = Fraction(below, one * other)
            case nodes.Arithmetic(left=left, right=right):
                own = self.denominator(left)
                self.amount(left, own)
                factor = Fraction(below, own) / self._divisor(right)
            case nodes.Rounded():
                self._rounded(node)
                factor = Fraction(below)
            case nodes.Held(measure=measure, who=who):
                self.hand(who)
                self.measure(measure)
                factor = Fraction(below)
            case nodes.ScoreOf(who=who):
                self.as_seats(who)
                self.add(at.SCORES_OF)
                factor = Fraction(below)
            case nodes.Read(fact=Fact.PIPS_ON_ENDS):
                self.add(at.ENDS_PIPS)
                factor = Fraction(below)
            case nodes.Read(fact=Fact.HALVES_LIKE_IT):
                self.add(at.LIKE_IT)
                factor = Fraction(below)
            case nodes.Read(fact=Fact.TILES_THIS_TURN) if self.mover is not None:
                # Nobody has laid one yet in a turn to come.
                self.add(at.PUSH, 0)
                factor = Fraction(below)
            case nodes.Read(fact=Fact.ENDS_ALIKE):
                self.add(at.LOAD, at.LEFT)
                self.add(at.LOAD, at.RIGHT)
                self.add(at.EQUAL)
                self.add(at.PUSH, 1)
                self.add(at.ADD)
                factor = Fraction(below)
            case nodes.Read(fact=fact) if SOURCES[fact].field in _ROW:
                self.add(at.LOAD, _ROW[SOURCES[fact].field])
                factor = Fraction(below)
            case _:
                raise Unsupported(f"the amount {type(node).__name__}")
        if factor.denominator != 1:
            raise Unsupported("an amount that is not whole")
        if factor != 1:
            self.add(at.PUSH, int(factor))
            self.add(at.MULTIPLY)

    def _rounded(self, node: nodes.Rounded) -> None:
        step = constant_of(node.to)
        if not step or step.denominator != 1:
            raise Unsupported("rounding to an amount known only in play, or to a fraction")
        below = self.denominator(node.amount)
        self.amount(node.amount, below)
        size = abs(int(step)) * below
        if size >= LARGEST:
            raise Unsupported("numbers of more than 60 bits")
        way = node.way
        if step < 0:
            # Steps of a negative size: the other way round.
            self.add(at.PUSH, -1)
            self.add(at.MULTIPLY)
        # All by a division that rounds down: up is (a + size - 1) / size, nearest (2a + size) /
        # 2size, which rounds halves up.
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
        divisor = constant_of(node)
        if not divisor:
            raise Unsupported("a division by an amount known only in play, or by 0")
        return divisor

    def denominator(self, node: Expression) -> int:
        """A number that makes an amount whole, whatever the round."""
        known = constant_of(node)
        if known is not None:
            return known.denominator
        match node:
            case nodes.Arithmetic(operator="+" | "-", left=left, right=right):
                return lcm(self.denominator(left), self.denominator(right))
            case nodes.Arithmetic(operator="*", left=left, right=right):
                return self.denominator(left) * self.denominator(right)
            case nodes.Arithmetic(left=left, right=right):
                return self.denominator(left) * abs(self._divisor(right).numerator)
        return 1

    def size(self, node: Expression) -> Amount:
        """No value of an amount is larger, either sign."""
        constant_of(node)  # refuses a division by 0
        size = between(node, self._leaf).size
        if size is None:
            raise Unsupported("an amount without a bound")
        return size

    def _leaf(self, node: Expression) -> Interval:
        match node:
            case nodes.ScoreOf() | nodes.Read(fact=Fact.ROUND):
                # A row holds none that is larger: see `setup_tables`.
                largest = LARGEST_STANDING if self.setup.in_play else LARGEST_READ
                return Interval(-largest * at.MOST_SEATS, largest * at.MOST_SEATS)
            case nodes.Read(
                fact=Fact.PASSES_IN_A_ROW | Fact.PASSES_BEFORE_IT | Fact.ROUNDS_WITHOUT_WINNER
            ):
                return Interval(0, LARGEST_READ)
        return in_a_round(self.setup)(node)


def constant_of(node: Expression) -> Fraction | None:
    """The value of an amount that is made of numbers alone; None for any other."""
    try:
        known = constant(node)
    except ZeroDivisionError:
        raise Unsupported("a division by 0") from None
    return None if known is None else Fraction(known)
