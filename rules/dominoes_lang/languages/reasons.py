"""Why awards were paid, in words."""

from __future__ import annotations

from collections.abc import Callable

from dominoes_lang.languages.language import Language, english
from dominoes_lang.setup.arithmetic import Amount
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.sheet.message import Part
from dominoes_lang.sheet.reasons_told import ReasonsTold
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression


class Reasons:
    """Writes why the awards of one setup were paid, as `ReasonsTold` tells it."""

    def __init__(self, setup: Setup, language: Language | None = None) -> None:
        self.told = ReasonsTold(setup)
        self.language = language or english()

    def reason(
        self, award: nodes.AwardClause, row: int, measure: Callable[[Expression], Amount] | None
    ) -> str:
        """Why a row of an award was paid; empty if its name is all that there is to say.

        measure: gives the value of an amount at that moment; None if an amount is another one
        for each player or side that is paid.
        """
        return self._words(self.told.reason(award, row, measure))

    def refusal(self, award: nodes.AwardClause) -> str:
        """Why an award with a condition that does not hold is not paid."""
        return self._words(self.told.refusal(award))

    def decision(self, row: int, *, won: bool) -> str:
        """Why a row of the table of winners made a side win a blocked round, or nobody."""
        return self._words(self.told.decision(row, won=won))

    def _words(self, told: Part | None) -> str:
        return "" if told is None else self.language.words(told)
