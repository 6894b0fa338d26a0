"""The names of parameters, defines and awards, wherever a text writes them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.parse import tokens_read
from dominoes_lang.text.source import Span
from dominoes_rules.authoring.edited_text import EditedText

_NAMES = {"WORD", "WHO_NAME"}
_OF_AWARDS = {"award", "without"}


@dataclass(frozen=True)
class NamePlace:
    """A name as it is written at some place."""

    key: str
    """What declares it: `parameter target`, `define blocker`, `award hand`."""
    span: Span


def names_in(text: EditedText) -> Iterator[NamePlace]:
    """Every name of a parameter, define or award in a text, as far as clauses can be read."""
    keys = {
        key.partition(" ")[2]: key
        for key, clause in text.merged.clauses.items()
        if isinstance(clause, nodes.ParameterClause | nodes.DefineClause)
    }
    for clause in text.clauses:
        if clause.misnamed:
            continue
        tokens = tokens_read(clause)
        shift = clause.span.start + (clause.header_end - len(clause.header) if clause.header else 0)
        for at, token in enumerate(tokens):
            if token.type not in _NAMES:
                continue
            award = 0 < at < 3 and tokens[at - 1] == "award" and tokens[0] in _OF_AWARDS
            key = f"award {token}" if award else keys.get(str(token))
            if key is not None:
                start = shift + (token.start_pos or 0)
                yield NamePlace(key, Span(text.source, start, start + len(token)))


def name_at_offset(text: EditedText, offset: int) -> NamePlace | None:
    """The name at a place of the source, if there is one."""
    return next(
        (name for name in names_in(text) if name.span.start <= offset <= name.span.end), None
    )
