"""What may be written at a place, as editors are told of it."""

from __future__ import annotations

from lsprotocol import types

from dominoes_rules.authoring.completing import Completion, InsertionKind, completions
from dominoes_rules.language_server.open_texts import OpenText

_KINDS = {
    InsertionKind.FILE: types.CompletionItemKind.File,
    InsertionKind.FUNCTION: types.CompletionItemKind.Function,
    InsertionKind.KEYWORD: types.CompletionItemKind.Keyword,
    InsertionKind.VALUE: types.CompletionItemKind.Value,
    InsertionKind.VARIABLE: types.CompletionItemKind.Variable,
}


def completion_list(text: OpenText, position: types.Position) -> types.CompletionList:
    """Everything that may be written at a place."""
    offered = completions(text, text.offset(position))
    items = [_item(text, completion, position) for completion in offered]
    return types.CompletionList(is_incomplete=False, items=items)


def _item(text: OpenText, completion: Completion, end: types.Position) -> types.CompletionItem:
    offer = completion.insertion
    where = types.Range(text.position(completion.start), end)
    return types.CompletionItem(
        offer.label,
        kind=_KINDS[offer.kind],
        detail=offer.detail,
        sort_text=f"{offer.rank}{offer.label}",
        filter_text=offer.label,
        text_edit=types.TextEdit(where, offer.inserted),
    )
