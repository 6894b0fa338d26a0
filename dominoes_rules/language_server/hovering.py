"""What a word means: the page of `explain`, or the clause that declares a name."""

from __future__ import annotations

from itertools import product
from pathlib import PurePath

from lsprotocol import types

from dominoes_lang.syntax.parse import tokens_read
from dominoes_lang.text.source import Span
from dominoes_rules.authoring import explaining
from dominoes_rules.language_server.naming_places import name_at
from dominoes_rules.language_server.open_texts import OpenText

AROUND = sorted(product(range(4), repeat=2), key=sum, reverse=True)
"""How many words before and after one are looked for with it, the longest phrases first."""
MOST_PHRASES = 6


def hover(text: OpenText, position: types.Position) -> types.Hover | None:
    """What is known of the word at a place."""
    name = name_at(text, position)
    if name is not None:
        clause = text.merged.clauses.get(name.key)
        if clause is not None:
            lines = [f"```dominoes-rules\n{clause.span.text}\n```"]
            if not text.is_of(clause.span):
                lines.append(f"inherited from {_place(clause.span)}")
            return _shown(text, name.span, lines)
    return _phrase_at(text, text.offset(position))


def _phrase_at(text: OpenText, offset: int) -> types.Hover | None:
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
            return _shown(text, phrase[0][1].to(phrase[-1][1]), lines)
    return _pages_with(text, *tokens[at])


def _pages_with(text: OpenText, word: str, span: Span) -> types.Hover | None:
    """The phrases that a word is part of, where it has no page of its own."""
    try:
        names = [page.name for page in explaining.find(word) if page.name in explaining.phrases()]
    except explaining.UnknownSubject:
        return None
    shown = ", ".join(f"`{name}`" for name in names[:MOST_PHRASES])
    return _shown(text, span, [f"part of {shown}"]) if names else None


def _place(span: Span) -> str:
    return f"{PurePath(span.source.name).name}:{span.line}"


def _shown(text: OpenText, span: Span, paragraphs: list[str]) -> types.Hover:
    content = types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(paragraphs))
    return types.Hover(content, text.range(span))
