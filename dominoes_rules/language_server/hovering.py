"""What a word means, as editors show it."""

from __future__ import annotations

from lsprotocol import types

from dominoes_rules.authoring.word_help import word_help
from dominoes_rules.language_server.open_texts import OpenText


def hover(text: OpenText, position: types.Position) -> types.Hover | None:
    """What is known of the word at a place."""
    known = word_help(text, text.offset(position))
    if known is None:
        return None
    content = types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(known.paragraphs))
    return types.Hover(content, text.range(known.span))
