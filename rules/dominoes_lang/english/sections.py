"""The base of the sections of a rule sheet: the setup, its phrases, and tables as sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from dominoes_lang.english.condition_phrases import English
from dominoes_lang.english.known import ended, open_rows, simplified
from dominoes_lang.english.wording import sentence
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Fact


class Cases:
    """Writes sentences about one setup."""

    def __init__(self, setup: Setup, counts: Sequence[int] = ()) -> None:
        """`counts` are the numbers of players that the whole sheet is for."""
        self.setup = setup
        self.counts = counts or (setup.seats,)
        self.english = English(setup)
        self.after = English(setup, ended=True)
        self.teams = setup.team_size > 1
        self.side = "side" if self.teams else "player"

    def clause(self, kind: type[nodes.Clause]) -> nodes.Clause | None:
        return self.setup.ruleset.clauses.get(nodes.CLAUSE_WORDS[kind])

    def cases(
        self,
        rows: Sequence[tuple[Expression | None, object]],
        phrase: Callable[[object, Fact | None], str],
    ) -> Iterator[str]:
        """The rows of a table of a finished round: first how it ended, then everything else.

        `phrase` makes a sentence of a value; it is given how the round ended, where that is known.
        """
        left = open_rows(rows)
        condition = left[0][0]
        if not isinstance(condition, nodes.Read) or condition.fact not in {
            Fact.DOMINO,
            Fact.BLOCKED,
        }:
            yield from self.listed_cases(left, phrase, None)
            return
        other = Fact.BLOCKED if condition.fact is Fact.DOMINO else Fact.DOMINO
        yield sentence(f"{_WHEN[condition.fact]}, {lowered(phrase(left[0][1], condition.fact))}")
        rest = open_rows(left[1:], ended(other, condition))
        if len(rest) == 1:
            yield sentence(f"{_WHEN[other]}, {lowered(phrase(rest[0][1], other))}")
        elif rest:
            yield f"{_WHEN[other].capitalize()}:"
            for line in self.listed_cases(rest, phrase, other):
                yield f"- {line}"

    def listed_cases(
        self,
        rows: Sequence[tuple[Expression | None, object]],
        phrase: Callable[[object, Fact | None], str],
        fact: Fact | None,
    ) -> Iterator[str]:
        for place, (condition, value) in enumerate(rows):
            text = phrase(value, fact)
            last = place == len(rows) - 1
            if condition is not None and not (last and place and self.is_rest(rows, condition)):
                start = "otherwise, if" if place else "if"
                condition_text = self.after.condition(condition)
                text = f"{start} {condition_text}, {_pronoun(lowered(text), condition_text)}"
            elif place:
                text = f"otherwise, {lowered(text)}"
            yield sentence(text)

    def is_rest(
        self, rows: Sequence[tuple[Expression | None, object]], condition: Expression
    ) -> bool:
        """Whether the rows above leave nothing but this condition: one fact and its opposite."""
        return len(rows) == 2 and simplified(
            condition, ((rows[0][0], False),) if rows[0][0] is not None else ()
        ) == nodes.YesNo(True, span=condition.span)


_WHEN = {
    Fact.DOMINO: "when a player goes out",
    Fact.BLOCKED: "when the round is blocked",
}


def _pronoun(text: str, before: str) -> str:
    """A main clause whose subject, where its condition named it, is `that player`."""
    for name in ("the player who laid the last tile", "the player who opened the round"):
        if text.startswith(name) and before.count("player") == before.count(name) == 1:
            return "that player" + text.removeprefix(name)
    return text


def lowered(text: str) -> str:
    """A sentence as the second half of another; a seat's letter stays a capital."""
    return text[:1].lower() + text[1:]
