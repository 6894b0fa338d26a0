"""What a word means: the page of `explain`, or the clause that declares a name."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from pathlib import PurePath

from dominoes_lang.syntax.parse import tokens_read
from dominoes_lang.text.source import Span
from dominoes_rules.authoring import explaining
from dominoes_rules.authoring.edited_text import EditedText
from dominoes_rules.authoring.text_names import name_at_offset

AROUND = sorted(product(range(4), repeat=2), key=sum, reverse=True)
"""How many words before and after one are looked for with it, the longest phrases first."""
MOST_PHRASES = 6


@dataclass(frozen=True)
class WordHelp:
    """What is known of a word or a phrase."""

    span: Span
    paragraphs: list[str]
    """In Markdown."""


def word_help(text: EditedText, offset: int) -> WordHelp | None:
    """What is known of the word at a place of the source."""
    name = name_at_offset(text, offset)
    if name is not None:
        clause = text.merged.clauses.get(name.key)
        if clause is not None:
            lines = [f"```dominoes-rules\n{clause.span.text}\n```"]
            if not text.is_of(clause.span):
                lines.append(f"inherited from {_place(clause.span)}")
            return WordHelp(name.span, lines)
    return _phrase_at(text, offset)


def _phrase_at(text: EditedText, offset: int) -> WordHelp | None:
    clause = text.clause_at(offset)
    if clause is None or clause.misnamed:
        return None
    tokens = [
        (f"{token}", Span(text.source, start, start + len(token)))
        for token in tokens_read(clause)
        for start in [clause.span.start + (token.start_pos or 0)]
    ]
    at = next((at for at, (_, span) in enumerate(tokens) if span.start <= offset <= span.end), None)
    if at is None:
        return None
    for before, after in AROUND:
        phrase = tokens[max(0, at - before) : at + after + 1]
        page = explaining.phrase(" ".join(word for word, _ in phrase))
        if len(phrase) == before + after + 1 and page is not None:
            lines = [f"**{page.name}**", page.text]
            inherited = text.merged.inherited.get(clause.key) if at == 0 else None
            if inherited is not None:
                lines.append(f"in {_place(inherited.span)}: `{inherited.span.text}`")
            return WordHelp(phrase[0][1].to(phrase[-1][1]), lines)
    return _pages_with(*tokens[at])


def _pages_with(word: str, span: Span) -> WordHelp | None:
    """The phrases that a word is part of, where it has no page of its own."""
    try:
        names = [page.name for page in explaining.find(word) if page.name in explaining.phrases()]
    except explaining.UnknownSubject:
        return None
    shown = ", ".join(f"`{name}`" for name in names[:MOST_PHRASES])
    return WordHelp(span, [f"part of {shown}"]) if names else None


def _place(span: Span) -> str:
    return f"{PurePath(span.source.name).name}:{span.line}"
