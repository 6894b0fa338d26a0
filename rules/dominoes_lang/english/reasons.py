"""Why an award was paid, in plain English: `the ends make 15`, `a pass behind the opener`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dominoes_lang.english.condition_phrases import English
from dominoes_lang.english.outcome_sections import pays_them, with_role
from dominoes_lang.english.wording import counted, number
from dominoes_lang.setup.arithmetic import Amount
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.sheet.known import simplified
from dominoes_lang.sheet.players_told import ACTORS
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Fact

_POINTS_FOR = "points for "
_HALVES = "at the open ends are alike"
_MEASURES = nodes.Read | nodes.Held | nodes.Excess | nodes.InStock | nodes.ScoreOf


class Reasons:
    """Writes why the awards of one setup were paid."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup

    def reason(
        self, award: nodes.AwardClause, row: int, measure: Callable[[Expression], Amount] | None
    ) -> str:
        """Why a row of an award was paid; empty if its name is all that there is to say.

        measure: gives the value of an amount at that moment; None if an amount is another one
        for each player or side that is paid.
        """
        paid = award.amount.rows[row]
        named = self._parameter(award, row)
        if named.startswith(_POINTS_FOR):
            return named.removeprefix(_POINTS_FOR)
        english = self._english(award)
        if pays_them(award):
            english.about(actor=english.told.actor, of_player=False)  # a payment is a side's
            award = with_role(award, nodes.Role.THEM)
            paid = award.amount.rows[row]
        if isinstance(paid.value, nodes.Held):
            return english.points(paid.value)
        told = [_measured(english, node, measure) for node in _read_in(paid.value)]
        if measure is not None and isinstance(paid.value, nodes.Rounded):
            exact, rounded = measure(paid.value.amount), measure(paid.value)
            if isinstance(paid.value.amount, _MEASURES) and exact != rounded:
                told[-1] += f", rounded to {number(rounded)}"
        for condition in (award.condition, paid.condition):
            if condition is not None and not any(_HALVES in text for text in told):
                told[:0] = self._conditions(english, condition, measure)
        if not told and isinstance(award.to, nodes.Who) and award.to.role is nodes.Role.WINNER:
            return "winning the round"
        return " and ".join(dict.fromkeys(told))

    def refusal(self, award: nodes.AwardClause) -> str:
        """Why an award with a condition that does not hold is not paid."""
        assert award.condition is not None
        return self._english(award).condition(simplified(award.condition), holds=False)

    def decision(self, row: int, *, won: bool) -> str:
        """Why a row of the table of winners made a side win a blocked round, or nobody."""
        english, rows = English(self.setup, ended=True), self.setup.winner.rows
        value = rows[row].value
        if isinstance(value, nodes.Ranked):
            return english.best(value) if won else english.tie(value)
        told = [(rows[row].condition, True)]
        if rows[row].condition is None:
            told = [(above.condition, False) for above in rows[:row]]
        return " and ".join(
            english.condition(simplified(condition), holds=holds)
            for condition, holds in told
            if condition is not None and not _asks_how_it_ended(condition)
        )

    def _english(self, award: nodes.AwardClause) -> English:
        english = English(self.setup, ended=True)
        english.about(actor=ACTORS.get(award.moment))
        return english

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
        english: English,
        condition: Expression,
        measure: Callable[[Expression], Amount] | None,
    ) -> Iterator[str]:
        """What a condition that holds says of the table, an amount with its value."""
        condition = simplified(condition)
        joined = isinstance(condition, nodes.Both) and condition.joiner == "and"
        for part in condition.parts if joined else (condition,):  # type: ignore[union-attr]
            match part:
                case nodes.YesNo():
                    continue
                case nodes.Compare(left=left, relation=relation) if (
                    relation != "is" and isinstance(left, _MEASURES) and not nodes.is_tile(left)
                ):
                    yield _measured(english, left, measure)
                case _:
                    yield english.condition(part)


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
        case nodes.Read() | nodes.Held() | nodes.Excess() | nodes.InStock() | nodes.ScoreOf():
            yield amount


def _measured(
    english: English, node: Expression, measure: Callable[[Expression], Amount] | None
) -> str:
    """An amount that is read off the table, with its value."""
    if measure is None:
        return english.amount(node)
    value = measure(node)
    if isinstance(node, nodes.Read) and node.fact is Fact.PIPS_ON_ENDS:
        return f"the ends make {value}"
    if isinstance(node, nodes.Read) and node.fact is Fact.HALVES_LIKE_IT:
        return f"{counted(value, 'half', 'halves')} {_HALVES}"
    be = "are" if isinstance(node, nodes.Held) and node.measure == "pips" else "is"
    return f"{english.amount(node)} {be} {number(value)}"
