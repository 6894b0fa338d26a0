"""What one ruleset changes of another: in its clauses, in examples, and in random rounds.

Clauses are compared with their defines written out, so that a renamed define is no change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from dominoes_lang.examples import example_runs
from dominoes_lang.setup.binding import written_out
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Clause
from dominoes_lang.text.source import Span
from dominoes_rules import library
from dominoes_rules.compare.paired_rounds import PairedRounds, played

Progress = Callable[[PairedRounds, int], None]

_NO_RULE = (
    nodes.VariantClause
    | nodes.NoteClause
    | nodes.ExampleClause
    | nodes.InvariantClause
    | nodes.DefineClause
    | nodes.ExtendsClause
    | nodes.WithoutClause
)


@dataclass(frozen=True)
class Change:
    """A clause that differs; None if one of the two rulesets has no such clause."""

    key: str
    first: Clause | None
    second: Clause | None

    @property
    def lines(self) -> list[str]:
        """The clause before and after, as written, each with its place."""
        return [
            f"{sign} {line}" + (f"   ({_place(clause.span)})" if number == 0 else "")
            for sign, clause in (("-", self.first), ("+", self.second))
            if clause is not None
            for number, line in enumerate(clause.span.text.split("\n"))
        ]


@dataclass(frozen=True)
class Failing:
    """An example of one ruleset that fails by the rules of the other."""

    title: str
    of: str
    under: str
    reason: str


@dataclass(frozen=True)
class Differences:
    """Everything found between two rulesets."""

    first: str
    second: str
    changes: tuple[Change, ...]
    failing: tuple[Failing, ...]
    played: tuple[PairedRounds, ...]
    players: tuple[tuple[int, ...], tuple[int, ...]]
    """The numbers of players that only the first ruleset, and only the second, allows."""

    @property
    def any(self) -> bool:
        """Whether they differ at all."""
        return bool(self.changes) or self.in_play

    @property
    def in_play(self) -> bool:
        """Whether a difference showed: in an example, in a round, or in who can play."""
        seen = any(paired.any for paired in self.played)
        return bool(self.failing) or seen or any(self.players)


def differences(
    first: Ruleset,
    second: Ruleset,
    rounds: int = 1000,
    seed: int = 0,
    seats: int | None = None,
    progress: Progress = lambda played, rounds: None,
) -> Differences:
    """Compare two rulesets: clauses, examples, and `rounds` random rounds per number of players.

    seats: the number of players; by default all numbers that both allow.
    Raises `PositionError` if every deal of a ruleset is void.
    """
    rounds_found = []
    for count in shared_players(first, second, seats):
        last = None
        for last in rounds_of(first, second, count, rounds, seed):
            progress(last, rounds)
        if last is not None:
            rounds_found.append(last)
    return gathered(first, second, rounds_found, seats)


def gathered(
    first: Ruleset, second: Ruleset, rounds: Sequence[PairedRounds], seats: int | None = None
) -> Differences:
    """Clauses and examples compared, together with rounds already played."""
    left, right = set(first.players), set(second.players)
    only = (sorted(left - right), sorted(right - left)) if seats is None else ([], [])
    return Differences(
        first.name,
        second.name,
        tuple(changes(first, second)),
        (*failing(first, second), *failing(second, first)),
        tuple(rounds),
        (tuple(only[0]), tuple(only[1])),
    )


def shared_players(first: Ruleset, second: Ruleset, seats: int | None = None) -> list[int]:
    """The numbers of players that both allow, or the one that is asked for."""
    shared = [count for count in first.players if count in second.players]
    return shared if seats is None else [count for count in shared if count == seats]


def rounds_of(
    first: Ruleset, second: Ruleset, seats: int, rounds: int, seed: int
) -> Iterator[PairedRounds]:
    """Random rounds of both for one number of players; yields totals as they grow."""
    yield from played(library.compiled(first, seats), library.compiled(second, seats), rounds, seed)


def changes(first: Ruleset, second: Ruleset) -> list[Change]:
    """The clauses that differ: inherited ones count, names of defines do not."""
    left, right = _rules(first), _rules(second)
    changed = []
    for key in [*left, *(key for key in right if key not in left)]:
        before, after = first.clauses.get(key), second.clauses.get(key)
        # Where both leave out `next opener` only `first opener` has changed.
        if left.get(key) != right.get(key) and (before or after):
            changed.append(Change(key, before, after))
    return _without_renamed(changed, left, right)


def _rules(ruleset: Ruleset) -> dict[str, Clause]:
    """Every clause that is a rule, with its defines expanded."""
    defines = _defines(ruleset)
    rules = {
        key: written_out(clause, defines)
        for key, clause in ruleset.clauses.items()
        if not isinstance(clause, _NO_RULE)
    }
    first = rules["first opener"]
    assert isinstance(first, nodes.FirstOpenerClause)
    # Without a clause of its own the next round is opened as the first.
    rules.setdefault("next opener", nodes.NextOpenerClause(first.rows, span=first.span))
    return rules


def _defines(ruleset: Ruleset) -> dict[str, nodes.Expression]:
    """The value of each define, with the defines within it expanded; parameters stay."""
    clauses = {
        clause.name: clause.value
        for clause in ruleset.clauses.values()
        if isinstance(clause, nodes.DefineClause)
    }
    expanded: dict[str, nodes.Expression] = {}

    def settle(name: str) -> None:
        for node in nodes.walk(clauses[name]):
            if isinstance(node, nodes.Name) and node.name in clauses and node.name not in expanded:
                settle(node.name)
        expanded[name] = written_out(clauses[name], expanded)

    for name in clauses:
        if name not in expanded:
            settle(name)
    return expanded


def _without_renamed(
    changed: list[Change], left: dict[str, Clause], right: dict[str, Clause]
) -> list[Change]:
    """The changes, without awards that only have another name."""

    def paid(clause: Clause | None) -> object:
        assert isinstance(clause, nodes.AwardClause)
        return clause.amount, clause.to, clause.condition

    dropped = [change for change in changed if change.second is None and _is_award(change)]
    added = [change for change in changed if change.first is None and _is_award(change)]
    for change in dropped:
        twin = next((new for new in added if paid(right[new.key]) == paid(left[change.key])), None)
        if twin is not None:
            added.remove(twin)
            changed = [entry for entry in changed if entry not in (change, twin)]
    return changed


def _is_award(change: Change) -> bool:
    return isinstance(change.first or change.second, nodes.AwardClause)


def failing(of: Ruleset, under: Ruleset) -> Iterator[Failing]:
    """The examples of one ruleset that hold by its own rules and not by those of the other."""
    for example, wrong in example_runs.run_under(of, under):
        if wrong is not None:
            why = wrong.label or wrong.message
            if wrong.span != example.span:
                why = f'"{wrong.span.words}": {why}'
            reason = f"{why} ({_place(wrong.span)})"
            yield Failing(example.title, of.name, under.name, reason)


def _place(span: Span) -> str:
    return f"{PurePath(span.source.name).name}:{span.line}"
