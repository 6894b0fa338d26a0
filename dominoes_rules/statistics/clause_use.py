"""Which clauses, rows and steps of a game have applied in play, and which never have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.setup.defaults import is_defaults
from dominoes_lang.syntax import nodes
from dominoes_lang.table.state import Action, Over, State
from dominoes_lang.text.source import Span
from dominoes_rules.play.payments import row_in_force

WINNER, NEXT_OPENER = "winner", "next opener"


@dataclass(frozen=True)
class UnusedClause:
    """A part of the rules that never applied."""

    what: str
    """The clause, and if it is only a part of it, which: `award bonus`, `winner, row 2`."""
    text: str
    """The first line of what is written there."""
    line: str
    """File and line."""


class ClauseUse:
    """Notes the parts of the rules that apply; what has applied already is not looked at again."""

    def __init__(self, rules: Compiled) -> None:
        self.rules = rules
        self.parts = dict(_parts(rules))
        self.used: set[str] = set()

    @property
    def everything(self) -> bool:
        """Whether all parts have applied."""
        return len(self.used) == len(self.parts)

    def note_actions(self, states: Sequence[State], actions: Sequence[Action]) -> None:
        """Note the steps of the turn by which actions were possible.

        It is enough that a step does such actions and that its guard holds, so no step is called
        unused that was open.
        """
        guards = self.rules.guards
        for number, step in enumerate(self.rules.setup.turn.steps):
            key = _step(number)
            if key in self.used:
                continue
            guard = guards[id(step)][0] if step.guard is not None else None
            for state, action in zip(states, actions, strict=True):
                if action.kind is step.act.kind and (guard is None or guard(*state)):
                    self.used.add(key)
                    break

    def note_end(self, end: State) -> None:
        """Note the row that names the winner of a finished round."""
        if end.over != Over.CUT:
            self._note_row(WINNER, self.rules.setup.winner.rows, end)

    def note_next_opener(self, end: State) -> None:
        """Note the row that names who opens after a finished round."""
        self._note_row(NEXT_OPENER, self.rules.setup.next_opener, end)

    def note_award(self, award: nodes.AwardClause, state: State, *, paid: bool) -> None:
        """Note an award if it was paid, and if its condition holds the row of its amount."""
        if paid:
            self.used.add(award.key)
        # Where each player or side is paid, a row may hold for some of them.
        if len(award.amount.rows) > 1 and award.each is None:
            condition = award.condition
            if paid or condition is None or self.rules.condition(condition)(*state):
                self._note_row(award.key, award.amount.rows, state)

    def _note_row(
        self, key: str, rows: Sequence[nodes.TableRow | nodes.OpeningRow], state: State
    ) -> None:
        keys = [_row(key, number) for number in range(len(rows))]
        if len(rows) > 1 and not self.used.issuperset(keys):
            self.used.add(keys[row_in_force(self.rules, rows, state)])


def unused(rules: Compiled, used: set[str]) -> tuple[UnusedClause, ...]:
    """The parts of the rules that are not among the used ones, in the order of the rules."""
    without = [(key, span) for key, span in _parts(rules) if key not in used]
    missing = {key for key, _ in without}
    # An award that was never paid has no used row either.
    return tuple(
        UnusedClause(key, span.text.split("\n", 1)[0].strip(), str(span))
        for key, span in without
        if key.partition(",")[0] == key or key.partition(",")[0] not in missing
    )


def _parts(rules: Compiled) -> Iterator[tuple[str, Span]]:
    """What can be used, by its key; not what the defaults say, which nobody wrote."""
    setup = rules.setup
    parts: list[tuple[str, nodes.Node]] = []
    steps = setup.turn.steps
    parts += [(_step(number), step) for number, step in enumerate(steps)] if len(steps) > 1 else []
    parts += _rows(WINNER, setup.winner.rows)
    for award in (*setup.in_play, *setup.awards):
        parts.append((award.key, award))
        if award.each is None:
            parts += _rows(award.key, award.amount.rows)
    parts += _rows(NEXT_OPENER, setup.next_opener)
    yield from ((key, part.span) for key, part in parts if not is_defaults(part.span.source))


def _rows(key: str, rows: Sequence[nodes.Node]) -> list[tuple[str, nodes.Node]]:
    return [(_row(key, number), row) for number, row in enumerate(rows)] if len(rows) > 1 else []


def _row(key: str, number: int) -> str:
    return f"{key}, row {number + 1}"


def _step(number: int) -> str:
    return f"turn, step {number + 1}"
