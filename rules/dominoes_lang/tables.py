"""Which rows of a table can be reached, and which cases no row speaks of.

A case is how the round ended, who won it, and a truth value for every other condition in sight.
There are more cases here than in play (two conditions are taken to be independent of each other),
so a row that no case reaches is dead for certain, while a case that is missing may at times be
impossible; an `otherwise` row then says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from dominoes_lang import syntax
from dominoes_lang.syntax import Compare, Expression, Fact, Role

MOST_CONDITIONS = 10

FINISHERS = "the finisher's side"
NO_SIDE = "nobody"
ANOTHER = "another side"
_OPPOSITE = {"more than": "at most", "less than": "at least", "is not": "is"}


@dataclass(frozen=True)
class Case:
    """How a round may have ended."""

    domino: bool
    winner: str
    atoms: tuple[tuple[Expression, bool], ...]

    def holds(self, condition: Expression) -> bool:
        """Whether a condition holds in this case."""
        match condition:
            case syntax.YesNo(value=value):
                return value
            case syntax.Not(condition=inner):
                return not self.holds(inner)
            case syntax.Both(joiner="and", parts=parts):
                return all(self.holds(part) for part in parts)
            case syntax.Both(parts=parts):
                return any(self.holds(part) for part in parts)
            case syntax.Read(fact=Fact.DOMINO):
                return self.domino
            case syntax.Read(fact=Fact.BLOCKED):
                return not self.domino
        atom, sense = normal(condition)
        winner = _asks_for(atom)
        known = self.winner == winner if winner else dict(self.atoms)[atom]
        return known == sense

    def __str__(self) -> str:
        words = ["domino" if self.domino else "blocked"]
        words.append(f"the winner is {self.winner}")
        words += [
            f'{"" if true else "not "}"{" ".join(atom.span.text.split())}"'
            for atom, true in self.atoms
        ]
        return ", ".join(words)


def normal(condition: Expression) -> tuple[Expression, bool]:
    """A condition and the sense in which it is meant: `more than` is the opposite of `at most`."""
    if isinstance(condition, Compare) and condition.relation in _OPPOSITE:
        opposite = Compare(
            _OPPOSITE[condition.relation],  # type: ignore[arg-type]
            condition.left,
            condition.right,
            span=condition.span,
        )
        return opposite, False
    return condition, True


def _asks_for(atom: Expression) -> str | None:
    """Which winner a condition asks for, where it asks for one that the cases tell apart."""
    if not isinstance(atom, Compare) or atom.relation != "is":
        return None
    left, right = atom.left, atom.right
    if not _is_role(left, Role.WINNER):
        left, right = right, left
    if not _is_role(left, Role.WINNER):
        return None
    if _is_role(right, Role.NOBODY):
        return NO_SIDE
    if isinstance(right, syntax.Related) and right.relation == "side":
        right = right.who
    return FINISHERS if _is_role(right, Role.FINISHER) else None


def _is_role(node: Expression, role: Role) -> bool:
    return isinstance(node, syntax.Who) and node.role is role


def atoms(conditions: Sequence[Expression | None]) -> list[Expression]:
    """The plain conditions that others are made of, each once, in order."""
    seen: dict[Expression, None] = {}

    def visit(node: Expression) -> None:
        if isinstance(node, syntax.Not):
            visit(node.condition)
        elif isinstance(node, syntax.Both):
            for part in node.parts:
                visit(part)
        elif not isinstance(node, syntax.YesNo) and not (
            isinstance(node, syntax.Read) and node.fact in {Fact.DOMINO, Fact.BLOCKED}
        ):
            atom = normal(node)[0]
            if _asks_for(atom) is None:
                seen[atom] = None

    for condition in conditions:
        if condition is not None:
            visit(condition)
    return list(seen)


def cases(
    conditions: Sequence[Expression | None], winner: syntax.Table | None
) -> Iterator[Case] | None:
    """Every case that these conditions tell apart; None where they are too many.

    `winner` is the table that says who wins; without it nobody has won yet.
    """
    rows = winner.rows if winner is not None else ()
    free = atoms([*conditions, *(row.condition for row in rows)])
    if len(free) > MOST_CONDITIONS:
        return None
    return _cases(free, winner)


def _cases(free: list[Expression], winner: syntax.Table | None) -> Iterator[Case]:
    for domino in (True, False):
        for values in product((True, False), repeat=len(free)):
            assigned = tuple(zip(free, values, strict=True))
            if winner is None:
                yield Case(domino, NO_SIDE, assigned)
                continue
            row = reached(Case(domino, NO_SIDE, assigned), [row.condition for row in winner.rows])
            if row is None:
                continue
            for side in _possible(winner.rows[row].value):
                yield Case(domino, side, assigned)


def _possible(who: Expression) -> tuple[str, ...]:
    """Who may turn out to be the winner that this says."""
    if _is_role(who, Role.NOBODY):
        return (NO_SIDE,)
    inner = who.who if isinstance(who, syntax.Related) and who.relation == "side" else who
    if _is_role(inner, Role.FINISHER) or _is_role(inner, Role.MOVER):
        return (FINISHERS,)
    if can_be_nobody(who):
        return (NO_SIDE, FINISHERS, ANOTHER)
    return (FINISHERS, ANOTHER)


def can_be_nobody(who: Expression) -> bool:
    """Whether this may name nobody, `winner` left aside."""
    match who:
        case syntax.Who(role=role):
            return role is Role.NOBODY
        case syntax.HolderOf():
            return True
        case syntax.Ranked(ties=ties):
            return ties is None or can_be_nobody(ties)
        case syntax.Neighbour(who=inner) | syntax.Related(who=inner):
            return can_be_nobody(inner)
    return False


def reached(case: Case, conditions: Sequence[Expression | None]) -> int | None:
    """The number of the first row that holds in a case."""
    for number, condition in enumerate(conditions):
        if condition is None or case.holds(condition):
            return number
    return None
