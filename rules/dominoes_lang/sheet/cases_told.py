"""The base of the sections of a sheet: one setup, and tables of cases as sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TypeAlias

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.sheet.conditions_told import AGAINST, ConditionsTold
from dominoes_lang.sheet.known import ended, open_rows, simplified
from dominoes_lang.sheet.message import Part, SheetMessage, with_subject, within
from dominoes_lang.sheet.players_told import FINISHER, OPENER
from dominoes_lang.sheet.sheet_lines import SheetLine, case, line
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Fact

Rows: TypeAlias = Sequence[tuple[Expression | None, object]]
"""The rows of a table: conditions with values; the last row may have none."""
Phrase: TypeAlias = Callable[[object, Fact | None], Sequence[SheetMessage]]
"""Sentences for a value; given how the round ended, where that is known."""
Halves: TypeAlias = Callable[[object], tuple[SheetMessage, Part]]
"""The clause for a value in two, where the first half of long tables may be told once for all."""

NOTHING = SheetMessage("nothing")
THAT_PLAYER = SheetMessage("that-player")
LONG = 3
"""How many rows make a long table."""
_ENDS = {Fact.DOMINO, Fact.BLOCKED}
"""How a round can end."""
_PLAYERS = {
    "player", "all-players", "both-players", "any-player", "each-player", "no-player",
    "player-by-lot", "finisher", "opener", "who-laid-it", "who-passed", "who-drew-it",
    "who-acted-last", "who-holds", "who-has-of-all", "player-after", "player-before",
    "nth-player-after", "nth-player-before", "opposing-player", "other-players", "best-player",
    "all-except", "players", "players-of-different-sides", "player-goes-out", "that-players-hand",
    "that-players-score", "players-passed-before-it", "number-of-players",
}  # fmt: skip
"""What names players as such: where there is but one, it can be `that player` from then on."""


class SetupTold:
    """Tells about one setup: the base of all sections."""

    def __init__(self, setup: Setup, among: Sequence[Setup] = ()) -> None:
        """`among` are the setups for all numbers of players that the whole sheet is for."""
        self.setup = setup
        self.among = among or (setup,)
        self.counts = tuple(game.seats for game in self.among)
        self.after = ConditionsTold(setup, among, ended=True)
        self.teams = self.after.teams
        self.side = SheetMessage("a-side" if self.teams else "a-player")

    @cached_property
    def during(self) -> ConditionsTold:
        """What is told of a turn, where `after` tells of a finished round."""
        return ConditionsTold(self.setup, self.among)

    @property
    def draws(self) -> bool:
        """Whether players draw, with some number of players."""
        return self.during.draws

    @property
    def draws_in_turns(self) -> bool:
        """Whether they draw in their turns, and not only before the opening."""
        return self.during.draws_in_turns

    def cases(
        self, rows: Rows, phrase: Phrase, halves: Halves | None = None
    ) -> Iterator[SheetLine]:
        """The rows of a table of a finished round: first how it ended, then everything else."""
        left = _joined(open_rows(rows))
        condition = left[0][0]
        if not isinstance(condition, nodes.Read) or condition.fact not in _ENDS:
            listed = (line(*told) for told in self.listed_cases(left, phrase, None))
            yield from self.table(left, None, halves) or listed
            return
        opposite = Fact.BLOCKED if condition.fact is Fact.DOMINO else Fact.DOMINO
        yield line(*led(self.when(condition.fact), phrase(left[0][1], condition.fact)))
        rest = _joined(open_rows(left[1:], ended(opposite, condition)))
        when = self.when(opposite)
        if len(rest) == 1:
            yield line(*led(when, phrase(rest[0][1], opposite)))
        elif table := self.table(rest, when, halves):
            yield from table
        elif rest:
            yield line(SheetMessage("heading", of=when))
            yield from (case(*told) for told in self.listed_cases(rest, phrase, opposite))

    def cases_where(
        self, when: SheetMessage, rows: Rows, phrase: Phrase, halves: Halves
    ) -> Iterator[SheetLine]:
        """The rows of a table that applies only `when`, which begins the sentence."""
        left = _joined(rows)
        if table := self.table(left, when, halves):
            yield from table
        else:
            yield line(SheetMessage("heading", of=when))
            yield from (case(*told) for told in self.listed_cases(left, phrase, None))

    def when(self, fact: Fact) -> SheetMessage:
        """`when a player goes out`: how a round ended, in front of a main clause."""
        return SheetMessage("when", condition=self.after.outcome(fact))

    def table(
        self, rows: Rows, when: SheetMessage | None, halves: Halves | None
    ) -> list[SheetLine]:
        """A long table as a list under its first half; empty if each row needs its own."""
        if halves is None or len(rows) < LONG or rows[-1][0] is not None:
            return []
        starts, ends = zip(*(halves(value) for _, value in rows), strict=True)
        if len(set(starts)) > 1:
            return []
        of = [condition for condition, _ in rows if condition is not None]
        cases = [self.after.case(condition) for condition in of]
        any_other = ends[-1] == NOTHING
        if all(told.key == "in-round" for told in cases):
            otherwise = SheetMessage("in-any-other-round" if any_other else "in-every-other-round")
        else:
            otherwise = SheetMessage("in-any-other-case" if any_other else "in-every-other-case")
        heading = SheetMessage("heading" if _apart(of) else "heading-of-first", of=starts[0])
        return [
            line(heading if when is None else SheetMessage("led", when=when, clause=heading)),
            *(
                case(SheetMessage("in-case", what=end, case=told))
                for end, told in zip(ends, [*cases, otherwise], strict=True)
            ),
        ]

    def listed_cases(
        self, rows: Rows, phrase: Phrase, fact: Fact | None
    ) -> Iterator[Sequence[SheetMessage]]:
        """The sentences for each row."""
        for index, (condition, value) in enumerate(rows):
            told = phrase(value, fact)
            last = index == len(rows) - 1
            if condition is not None and not (last and index and self.is_rest(rows, condition)):
                of = self.after.condition(condition)
                key = "if-else-before" if index else "if"
                yield led(SheetMessage(key, condition=of), [_known_subject(told[0], of), *told[1:]])
            else:
                yield led(SheetMessage("otherwise"), told) if index else told

    def is_rest(self, rows: Rows, condition: Expression) -> bool:
        """Whether the rows above leave nothing but this condition: one fact and its opposite."""
        return len(rows) == 2 and simplified(
            condition, ((rows[0][0], False),) if rows[0][0] is not None else ()
        ) == nodes.YesNo(True, span=condition.span)


def led(when: SheetMessage, sentences: Sequence[SheetMessage]) -> tuple[SheetMessage, ...]:
    """Sentences with the case in which they apply in front of them."""
    first, *more = sentences
    return (SheetMessage("led", when=when, clause=first), *more)


def led_line(when: SheetMessage, told: SheetLine) -> SheetLine:
    """A line with the case in which it applies in front of it."""
    return replace(told, sentences=led(when, told.sentences))


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


def _joined(rows: Rows) -> list[tuple[Expression | None, object]]:
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


def _known_subject(clause: SheetMessage, condition: SheetMessage) -> SheetMessage:
    """A main clause whose subject, where its condition named it, is `that player`."""
    players = [part for part in within(condition) if part.key in _PLAYERS]
    for name in (FINISHER, OPENER):
        if players == [name]:
            clause = with_subject(clause, name, THAT_PLAYER)
    holder, rival = _compared(condition)
    if (
        isinstance(holder, SheetMessage)
        and isinstance(rival, SheetMessage)
        and rival.key != "player"
    ):
        return with_subject(clause, holder, SheetMessage("first-of-these-two"))
    return clause


def _compared(condition: Part) -> tuple[Part | None, Part | None]:
    """Who holds more or fewer than another, and that other; None if no such thing is asked."""
    if isinstance(condition, SheetMessage) and condition.key in {"and", "or", "and-too", "or-else"}:
        clauses = condition.part("clauses")
        return _compared(clauses[0] if isinstance(clauses, tuple) else clauses)
    if isinstance(condition, SheetMessage) and condition.key == "holds":
        what = condition.part("what")
        if isinstance(what, SheetMessage) and what.key in AGAINST:
            return condition.part("who"), what.part("rival")
    return None, None
