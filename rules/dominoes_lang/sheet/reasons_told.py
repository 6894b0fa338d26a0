"""Why an award was paid: the ends make 15, a pass behind the opener."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from dominoes_lang.setup.arithmetic import Amount
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.sheet.amounts_told import adds_tricks
from dominoes_lang.sheet.award_told import pays_them, with_role
from dominoes_lang.sheet.conditions_told import ConditionsTold
from dominoes_lang.sheet.known import simplified
from dominoes_lang.sheet.message import Part, SheetMessage
from dominoes_lang.sheet.players_told import actor
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Fact

POINTS_FOR = "points for "
"""How the text of a parameter may begin that a reason leaves out."""
_MEASURES = (
    nodes.Read
    | nodes.Held
    | nodes.Excess
    | nodes.InStock
    | nodes.Taken
    | nodes.ScoreOf
    | nodes.Running
)


class ReasonsTold:
    """Tells why the awards of one setup were paid."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup

    def reason(
        self, award: nodes.AwardClause, row: int, measure: Callable[[Expression], Amount] | None
    ) -> Part | None:
        """Why a row of an award was paid; None if its name is all that there is to tell.

        measure: gives the value of an amount at that moment; None if an amount is another one
        for each player or side that is paid.
        """
        paid = award.amount.rows[row]
        named = self._parameter(award, row)
        if named.startswith(POINTS_FOR):
            return named.removeprefix(POINTS_FOR)
        speaking = self._speaking(award)
        if pays_them(award):
            speaking = replace(speaking, of_player=False)  # a payment is a side's
            award = with_role(award, nodes.Role.THEM)
            paid = award.amount.rows[row]
        if isinstance(paid.value, nodes.Held) or _is_taken(paid.value):
            return speaking.points(paid.value)
        told = [_measured(speaking, node, measure) for node in _read_in(paid.value)]
        if measure is not None and isinstance(paid.value, nodes.Rounded):
            exact, rounded = measure(paid.value.amount), measure(paid.value)
            if isinstance(paid.value.amount, _MEASURES) and exact != rounded:
                told[-1] = SheetMessage("rounded-to", of=told[-1], n=rounded)
        for condition in (award.condition, paid.condition):
            if condition is not None and not any(part.key == "halves-alike" for part in told):
                told[:0] = self._conditions(speaking, condition, measure)
        if told:
            return SheetMessage("and", clauses=tuple(dict.fromkeys(told)))
        to_winner = isinstance(award.to, nodes.Who) and award.to.role is nodes.Role.WINNER
        return SheetMessage("for-winning") if to_winner else None

    def refusal(self, award: nodes.AwardClause) -> SheetMessage:
        """Why an award with a condition that does not hold is not paid."""
        assert award.condition is not None
        return self._speaking(award).condition(simplified(award.condition), holds=False)

    def decision(self, row: int, *, won: bool) -> SheetMessage | None:
        """Why a row of the table of winners made a side win a blocked round, or nobody.

        None if the end of the round is all that there is to tell.
        """
        speaking, rows = ConditionsTold(self.setup, ended=True), self.setup.winner.rows
        value = rows[row].value
        if isinstance(value, nodes.Ranked):
            return speaking.best(value) if won else speaking.tie(value)
        asked = [(rows[row].condition, True)]
        if rows[row].condition is None:
            asked = [(above.condition, False) for above in rows[:row]]
        told = tuple(
            speaking.condition(simplified(condition), holds=holds)
            for condition, holds in asked
            if condition is not None and not _asks_how_it_ended(condition)
        )
        return SheetMessage("and", clauses=told) if told else None

    def _speaking(self, award: nodes.AwardClause) -> ConditionsTold:
        return ConditionsTold(self.setup, ended=True, actor=actor(self.setup, award.moment))

    def _parameter(self, award: nodes.AwardClause, row: int) -> str:
        """The text of the parameter that a row pays; empty if it pays something else."""
        clause = self.setup.ruleset.clauses[award.key]
        assert isinstance(clause, nodes.AwardClause)
        value = clause.amount.rows[row].value
        if not isinstance(value, nodes.Name):
            return ""
        texts = (node.text for node in self.setup.ruleset.parameters if node.name == value.name)
        return next(texts, "")

    def _conditions(
        self,
        speaking: ConditionsTold,
        condition: Expression,
        measure: Callable[[Expression], Amount] | None,
    ) -> Iterator[SheetMessage]:
        """What a condition that holds tells of the table, an amount with its value."""
        condition = simplified(condition)
        joined = isinstance(condition, nodes.Both) and condition.joiner == "and"
        for part in condition.parts if joined else (condition,):  # type: ignore[union-attr]
            match part:
                case nodes.YesNo():
                    continue
                case nodes.Compare(left=left, relation=relation) if (
                    relation != "is" and isinstance(left, _MEASURES) and not nodes.is_tile(left)
                ):
                    yield _measured(speaking, left, measure)
                case _:
                    yield speaking.condition(part)


def _is_taken(amount: Expression) -> bool:
    """Whether an amount is what somebody has taken, the pips and the tricks together or either."""
    is_sum = isinstance(amount, nodes.Arithmetic) and adds_tricks(amount)
    return is_sum or isinstance(amount, nodes.Taken)


def _asks_how_it_ended(condition: Expression) -> bool:
    return isinstance(condition, nodes.Read) and condition.fact in {Fact.DOMINO, Fact.BLOCKED}


def _read_in(amount: Expression) -> Iterator[Expression]:
    """What an amount reads off the table."""
    match amount:
        case nodes.Arithmetic(left=left, right=right):
            yield from _read_in(left)
            yield from _read_in(right)
        case nodes.Rounded(amount=inner):
            yield from _read_in(inner)
        case _ if isinstance(amount, _MEASURES):
            yield amount


def _measured(
    speaking: ConditionsTold, node: Expression, measure: Callable[[Expression], Amount] | None
) -> SheetMessage:
    """An amount that is read off the table, with its value."""
    amount = speaking.amount(node)
    assert isinstance(amount, SheetMessage)
    if measure is None:
        return amount
    value = measure(node)
    if isinstance(node, nodes.Read) and node.fact is Fact.PIPS_ON_ENDS:
        return SheetMessage("ends-make", n=value)
    if isinstance(node, nodes.Read) and node.fact is Fact.HALVES_LIKE_IT:
        return SheetMessage("halves-alike", n=value)
    return SheetMessage("equal", left=amount, right=value)
