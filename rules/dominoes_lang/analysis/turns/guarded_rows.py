"""Which rows of a table can be reached, and which cases no row covers.

A case is how the round ended, who won it, and a truth value for every other condition in sight.
There are more cases here than in play (two conditions are taken to be independent of each other,
unless they compare the same amount with numbers), so a row that no case reaches is certainly
dead, while a missing case may be impossible in play; an `otherwise` row then covers it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

from dominoes_lang.analysis.turns.consistency import consistent
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Compare, Expression, Fact, Role

MOST_CONDITIONS = 8

FINISHERS = "the finisher's side"
NO_SIDE = "nobody"
ANOTHER = "another side"
_AS_CONDITION = {
    FINISHERS: "winner is finisher's side",
    NO_SIDE: "winner is nobody",
    ANOTHER: "winner is not nobody and winner is not finisher's side",
}
_OPPOSITE = {"more than": "at most", "less than": "at least", "is not": "is"}
_DENIED = {relation: opposite for opposite, relation in _OPPOSITE.items()}


Holds: TypeAlias = "Callable[[Case], bool]"


class Case(NamedTuple):
    """One way in which a round may have ended; `values` are the truths of the plain conditions."""

    domino: bool
    winner: str
    values: tuple[bool, ...]


class Cases:
    """Every case that some conditions, and the table of winners, distinguish."""

    def __init__(
        self,
        free: list[Expression],
        conditions: Sequence[Expression | None],
        winner: nodes.Table | None,
        premise: Expression | None,
        *,
        on_a_line: bool,
        may_be_void: bool,
    ) -> None:
        self.free = free
        self.on_a_line = on_a_line
        self.may_be_void = may_be_void
        self.winner = winner
        index = {atom: number for number, atom in enumerate(free)}
        self.conditions = [_predicate(condition, index) for condition in conditions]
        self.given = _predicate(premise, index)
        rows = winner.rows if winner is not None else ()
        self.winners = [_predicate(row.condition, index) for row in rows]

    @property
    def count(self) -> int:
        """The largest possible number of cases."""
        return (2 << len(self.free)) * (1 if self.winner is None else 3)

    def __iter__(self) -> Iterator[Case]:
        return filter(self.given, self._every())

    def _every(self) -> Iterator[Case]:
        possible = consistent(self.free, on_a_line=self.on_a_line)
        for domino in (True, False):
            for values in filter(possible, product((True, False), repeat=len(self.free))):
                case = Case(domino, NO_SIDE, values)
                if self.winner is None:
                    yield case
                    continue
                if self.may_be_void and not domino:
                    yield case
                row = _first(case, self.winners)
                if row is not None:
                    for side in _possible(self.winner.rows[row].value):
                        yield case._replace(winner=side)

    def reached(self, case: Case) -> int | None:
        """The number of the first condition that holds in a case."""
        return _first(case, self.conditions)

    def described(self, case: Case) -> str:
        """A case in words."""
        if self._is_void(case):
            return "nobody bids, so nobody wins"
        words = ["domino" if case.domino else "blocked"]
        if self.winner is not None:
            words.append(f"the winner is {case.winner}")
        words += [in_words(atom, true) for atom, true in zip(self.free, case.values, strict=True)]
        return ", ".join(words)

    def row(self, case: Case) -> str:
        """The beginning of a row that covers a case."""
        if self._is_void(case):
            return "when winner is nobody: …"
        words = ["domino" if case.domino else "blocked"]
        if self.winner is not None:
            words.append(_AS_CONDITION[case.winner])
        words += [_as_condition(*value) for value in zip(self.free, case.values, strict=True)]
        return f"when {' and '.join(words)}: …"

    def _is_void(self, case: Case) -> bool:
        return self.may_be_void and not case.domino and case.winner == NO_SIDE


def cases(
    conditions: Sequence[Expression | None],
    winner: nodes.Table | None,
    premise: Expression | None = None,
    *,
    on_a_line: bool,
    may_be_void: bool = False,
) -> Cases | None:
    """Every case that these conditions distinguish; None if they are too many.

    winner: the table of winners; without it nobody has won yet.
    premise: a condition that holds in all of the cases.
    on_a_line: whether there are no more than two open ends.
    may_be_void: whether all may have passed in an auction, after which nobody has won.
    """
    rows = winner.rows if winner is not None else ()
    free = atoms([*conditions, premise, *(row.condition for row in rows)])
    if len(free) > MOST_CONDITIONS:
        return None
    return Cases(free, conditions, winner, premise, on_a_line=on_a_line, may_be_void=may_be_void)


def in_words(atom: Expression, true: bool) -> str:
    """A plain condition and whether it is true, in the words of the file."""
    words = _as_condition(atom, true)
    denied = words.removeprefix("not ")
    return f'"{words}"' if denied == words else f'not "{denied}"'


def _as_condition(atom: Expression, true: bool) -> str:
    """The condition that a plain condition is true, or false, as a file has it."""
    if isinstance(atom, nodes.IsDouble):
        return f"{atom.tile.span.words} is {'' if true else 'not '}double"
    if isinstance(atom, Compare) and atom.left.span != atom.span:
        # What is written may be the opposite of the atom, which stands for both.
        relation = atom.relation if true else _DENIED.get(atom.relation)
        if relation is not None:
            article = "a " if relation == "multiple of" else ""
            verb = relation if relation.startswith("is") else f"is {article}{relation}"
            left, right = (part.span.words for part in (atom.left, atom.right))
            return f"{left} {verb} {right}"
    return f"{'' if true else 'not '}{atom.span.words}"


def _first(case: Case, conditions: Sequence[Holds]) -> int | None:
    for number, holds in enumerate(conditions):
        if holds(case):
            return number
    return None


def _predicate(condition: Expression | None, index: Mapping[Expression, int]) -> Holds:
    """The condition as a function of a case."""
    match condition:
        case None:
            return lambda case: True
        case nodes.YesNo(value=value):
            return lambda case: value
        case nodes.Not(condition=inner):
            denied = _predicate(inner, index)
            return lambda case: not denied(case)
        case nodes.Both(joiner=joiner, parts=parts):
            joined = [_predicate(part, index) for part in parts]
            if joiner == "and":
                return lambda case: all(part(case) for part in joined)
            return lambda case: any(part(case) for part in joined)
        case nodes.Read(fact=Fact.DOMINO):
            return lambda case: case.domino
        case nodes.Read(fact=Fact.BLOCKED):
            return lambda case: not case.domino
    atom, sense = normal(condition)
    winner = _asks_for(atom)
    if winner is not None:
        return lambda case: (case.winner == winner) == sense
    number = index[atom]
    return lambda case: case.values[number] == sense


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
    """The winner that a condition asks for, where the cases distinguish that one."""
    if not isinstance(atom, Compare) or atom.relation != "is":
        return None
    left, right = atom.left, atom.right
    if not _is_role(left, Role.WINNER):
        left, right = right, left
    if not _is_role(left, Role.WINNER):
        return None
    if _is_role(right, Role.NOBODY):
        return NO_SIDE
    if isinstance(right, nodes.Related) and right.relation == "side":
        right = right.who
    return FINISHERS if _is_role(right, Role.FINISHER) else None


def _is_role(node: object, role: Role) -> bool:
    return isinstance(node, nodes.Who) and node.role is role


def atoms(conditions: Sequence[Expression | None]) -> list[Expression]:
    """The plain conditions that others are made of, each once, in order."""
    seen: dict[Expression, None] = {}

    def visit(node: Expression) -> None:
        if isinstance(node, nodes.Not):
            visit(node.condition)
        elif isinstance(node, nodes.Both):
            for part in node.parts:
                visit(part)
        elif not isinstance(node, nodes.YesNo) and not (
            isinstance(node, nodes.Read) and node.fact in {Fact.DOMINO, Fact.BLOCKED}
        ):
            atom = normal(node)[0]
            if _asks_for(atom) is None:
                seen[atom] = None

    for condition in conditions:
        if condition is not None:
            visit(condition)
    return list(seen)


def _possible(who: Expression) -> tuple[str, ...]:
    """The winners that this expression may mean."""
    if _is_role(who, Role.NOBODY):
        return (NO_SIDE,)
    inner = who.who if isinstance(who, nodes.Related) and who.relation == "side" else who
    if _is_role(inner, Role.FINISHER):
        return (FINISHERS,)
    if can_be_nobody(who):
        return (NO_SIDE, FINISHERS, ANOTHER)
    return (FINISHERS, ANOTHER)


def can_be_nobody(who: Expression) -> bool:
    """Whether this may mean nobody, apart from `winner`."""
    match who:
        case nodes.Who(role=role):
            return role in {Role.NOBODY, Role.LAST_IN}
        case nodes.HolderOf():
            return True
        case nodes.Ranked(ties=ties):
            return ties is None or can_be_nobody(ties)
        case nodes.Neighbour(who=inner) | nodes.Related(who=inner):
            return can_be_nobody(inner)
    return False


def needs_a_play(who: Expression) -> bool:
    """Whether this refers to who bids or plays, and so to nobody in a round of passes alone."""
    roles = (Role.BIDDER, Role.TAKER, Role.FINISHER)
    return any(_is_role(node, role) for node in nodes.walk(who) for role in roles)


def names_winner(who: Expression) -> bool:
    """Whether this refers to the winner, and so to nobody if nobody has won."""
    return any(_is_role(node, Role.WINNER) for node in nodes.walk(who))
