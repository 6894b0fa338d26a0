"""The base of the sections of a rule sheet: the setup, its phrases, and tables as sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from dominoes_lang.english.condition_phrases import English
from dominoes_lang.english.wording import sentence
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.sheet.known import ended, open_rows, simplified
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Fact

LONG = 3
"""How many rows make a long table."""


class SetupWriter:
    """Writes sentences about one setup."""

    def __init__(self, setup: Setup, among: Sequence[Setup] = ()) -> None:
        """`among` are the setups for all numbers of players that the whole sheet is for."""
        self.setup = setup
        self.among = among or (setup,)
        self.counts = [game.seats for game in self.among]
        self.english = English(setup, among)
        self.after = English(setup, among, ended=True)
        self.draws = self.english.draws
        self.teams = setup.team_size > 1
        self.side = "side" if self.teams else "player"

    def cases(
        self,
        rows: Sequence[tuple[Expression | None, object]],
        phrase: Callable[[object, Fact | None], str],
        halves: Callable[[object], tuple[str, str]] | None = None,
    ) -> Iterator[str]:
        """The rows of a table of a finished round: first how it ended, then everything else.

        `phrase` makes a sentence of a value; it is given how the round ended, where that is known.
        `halves` cuts one in two, where the first half of long tables may be said once for all.
        """
        left = _joined(open_rows(rows))
        condition = left[0][0]
        if not isinstance(condition, nodes.Read) or condition.fact not in _ENDS:
            yield from self.table(left, "", halves) or self.listed_cases(left, phrase, None)
            return
        opposite = Fact.BLOCKED if condition.fact is Fact.DOMINO else Fact.DOMINO
        when = self.when(condition.fact)
        yield sentence(f"{when}, {lowered(phrase(left[0][1], condition.fact))}")
        rest = _joined(open_rows(left[1:], ended(opposite, condition)))
        if len(rest) == 1:
            yield sentence(f"{self.when(opposite)}, {lowered(phrase(rest[0][1], opposite))}")
        elif table := self.table(rest, f"{self.when(opposite)}, ", halves):
            yield from table
        elif rest:
            yield f"{self.when(opposite).capitalize()}:"
            for line in self.listed_cases(rest, phrase, opposite):
                yield f"- {line}"

    def cases_where(
        self,
        when: str,
        rows: Sequence[tuple[Expression | None, object]],
        phrase: Callable[[object, Fact | None], str],
        halves: Callable[[object], tuple[str, str]],
    ) -> Iterator[str]:
        """The rows of a table that applies only `when`, which begins the sentence."""
        left = _joined(rows)
        table = self.table(left, f"{when}, ", halves)
        yield from table or [sentence(f"{when}:")]
        if not table:
            yield from (f"- {line}" for line in self.listed_cases(left, phrase, None))

    def when(self, fact: Fact) -> str:
        """`when a player goes out`: how a round ended, in front of a main clause."""
        return f"when {self.after.outcome(fact)}"

    def table(
        self,
        rows: Sequence[tuple[Expression | None, object]],
        when: str,
        halves: Callable[[object], tuple[str, str]] | None,
    ) -> list[str]:
        """A long table as a list under its first half; empty if each row needs its own."""
        if halves is None or len(rows) < LONG or rows[-1][0] is not None:
            return []
        cut = [halves(value) for _, value in rows]
        if len({start for start, _ in cut}) > 1:
            return []
        of = [condition for condition, _ in rows if condition is not None]
        order = "" if _apart(of) else ", by the first of these that applies"
        cases = [self.after.case(condition) for condition in of]
        every = "any" if cut[-1][1] == "nothing" else "every"
        by_round = all(case.startswith("in the ") for case in cases)
        cases.append(f"in {every} other {'round' if by_round else 'case'}")
        ends = [end for _, end in cut]
        lines = [f"- {sentence(f'{end} {case}')}" for end, case in zip(ends, cases, strict=True)]
        return [sentence(f"{when}{lowered(cut[0][0])}{order}:"), *lines]

    def listed_cases(
        self,
        rows: Sequence[tuple[Expression | None, object]],
        phrase: Callable[[object, Fact | None], str],
        fact: Fact | None,
    ) -> Iterator[str]:
        for index, (condition, value) in enumerate(rows):
            text = phrase(value, fact)
            last = index == len(rows) - 1
            if condition is not None and not (last and index and self.is_rest(rows, condition)):
                start = "otherwise, if" if index else "if"
                condition_text = self.after.condition(condition)
                text = f"{start} {condition_text}, {_pronoun(lowered(text), condition_text)}"
            elif index:
                text = f"otherwise, {lowered(text)}"
            yield sentence(text)

    def is_rest(
        self, rows: Sequence[tuple[Expression | None, object]], condition: Expression
    ) -> bool:
        """Whether the rows above leave nothing but this condition: one fact and its opposite."""
        return len(rows) == 2 and simplified(
            condition, ((rows[0][0], False),) if rows[0][0] is not None else ()
        ) == nodes.YesNo(True, span=condition.span)


_ANOTHER = re.compile(r"\b(?:than|as) the ")
_ENDS = {Fact.DOMINO, Fact.BLOCKED}
"""How a round can end."""


def _apart(conditions: Sequence[Expression]) -> bool:
    """Whether no two of these conditions can hold: one amount against several numbers."""
    first = conditions[0]
    return all(
        isinstance(condition, nodes.Compare)
        and isinstance(first, nodes.Compare)
        and condition.relation == "is"
        and condition.left == first.left
        and isinstance(condition.right, nodes.Number)
        for condition in conditions
    )


def _joined(
    rows: Sequence[tuple[Expression | None, object]],
) -> list[tuple[Expression | None, object]]:
    """The rows of a table, with those that follow one another and say the same in one."""
    joined_rows: list[tuple[Expression | None, object]] = []
    for condition, value in rows:
        before = joined_rows[-1][0] if joined_rows and joined_rows[-1][1] == value else None
        if before is None:
            joined_rows.append((condition, value))
        elif condition is None:
            joined_rows[-1] = (None, value)
        elif _ends(before) or _ends(condition):
            joined_rows.append((condition, value))
        else:
            union = nodes.Both("or", (before, condition), span=before.span)
            joined_rows[-1] = (simplified(union), value)
    return joined_rows


def _ends(condition: Expression) -> bool:
    """Whether a condition asks how the round ended."""
    return isinstance(condition, nodes.Read) and condition.fact in _ENDS


def _pronoun(text: str, before: str) -> str:
    """A main clause whose subject, where its condition named it, is `that player`."""
    for name in ("the player who laid the last tile", "the player who opened the round"):
        if text.startswith(name) and before.count("player") == before.count(name) == 1:
            return "that player" + text.removeprefix(name)
    first, holds, rest = before.partition(" holds ")
    if holds and text.startswith(f"{first} ") and _ANOTHER.search(rest):
        return "the first of these two" + text.removeprefix(first)
    return text


def lowered(text: str) -> str:
    """A sentence as the second half of another; a seat's letter stays a capital."""
    return text[:1].lower() + text[1:]
