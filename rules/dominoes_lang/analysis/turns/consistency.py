"""Which plain conditions can't be true together: the same amount, the same tile, asked twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from dominoes_lang.lowering.intervals import ANYTHING, Interval
from dominoes_lang.setup.arithmetic import Amount, compare, constant
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Compare, Expression, Fact

Values = Sequence[bool]
_ON_A_LINE = {
    Fact.ENDS_ALIKE: Interval(0, 2),
    Fact.ENDS_IT_FITTED: Interval(0, 2),
    Fact.HALVES_LIKE_IT: Interval(0, 4),
}
"""The bounds where there are two open ends at most."""


def consistent(atoms: Sequence[Expression], *, on_a_line: bool = False) -> Callable[[Values], bool]:
    """A function that decides whether these conditions may have these truth values together.

    on_a_line: whether there are no more than two open ends.
    It covers only amounts compared with numbers, and the last tile; all others are taken to be
    independent, so False is certain.
    """
    amounts: dict[Expression, list[tuple[int, str, Amount]]] = {}
    tiles: list[tuple[int, nodes.TileLiteral]] = []
    doubles: list[int] = []
    for index, atom in enumerate(atoms):
        if isinstance(atom, nodes.IsDouble) and _is_last_tile(atom.tile):
            doubles.append(index)
        if not isinstance(atom, Compare) or atom.relation == "multiple of":
            continue
        if _is_last_tile(atom.left) and isinstance(atom.right, nodes.TileLiteral):
            tiles.append((index, atom.right))
        elif not nodes.is_who(atom.left) and not nodes.is_tile(atom.left):
            number = _number(atom.right)
            if number is not None and _number(atom.left) is None:
                amounts.setdefault(atom.left, []).append((index, atom.relation, number))
    if not amounts and not tiles:
        return lambda values: True

    def fits(values: Values) -> bool:
        for amount, asked in amounts.items():
            if not any(
                all(compare(relation, value, number) == values[index]
                    for index, relation, number in asked)
                for value in _candidates(
                    amount, [number for _, _, number in asked], on_a_line=on_a_line
                )
            ):  # fmt: skip
                return False
        true = {literal.tile for index, literal in tiles if values[index]}
        if len(true) > 1:
            return False
        return all(values[index] == tile.is_double for tile in true for index in doubles)

    return fits


def _number(node: Expression) -> Amount | None:
    try:
        return constant(node)
    except ZeroDivisionError:
        return None


def _is_last_tile(node: Expression) -> bool:
    return isinstance(node, nodes.Read) and node.fact is Fact.LAST_TILE


def _candidates(amount: Expression, numbers: Iterable[Amount], *, on_a_line: bool) -> list[Amount]:
    """Values of an amount that distinguish all answers to comparisons with these numbers."""
    whole = not any(
        isinstance(part, nodes.Arithmetic) and part.operator == "/" for part in nodes.walk(amount)
    )
    candidates: set[Amount] = set()
    for number in numbers:
        near = number.numerator // number.denominator
        steps = (near, near + 1, number) if whole else (number,)
        apart: Amount = 1 if whole else Fraction(1, 1000)
        for step in steps:
            candidates |= {step - apart, step, step + apart}
    if whole:
        candidates = {value for value in candidates if value == int(value)}
    bounds = _in_any_game(amount, on_a_line=on_a_line)
    low, high = bounds.low, bounds.high
    candidates |= {end for end in (low, high) if end is not None}
    return [
        value
        for value in candidates
        if (low is None or value >= low) and (high is None or value <= high)
    ]


def _in_any_game(amount: Expression, *, on_a_line: bool) -> Interval:
    """The bounds of an amount in any game."""
    match amount:
        case nodes.Read(fact=fact) if on_a_line and fact in _ON_A_LINE:
            return _ON_A_LINE[fact]
        case nodes.Read(fact=fact) if fact.field:
            return Interval(fact.least, None)
        case nodes.Held():
            return Interval(0, None)
    return ANYTHING
