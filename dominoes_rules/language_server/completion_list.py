"""What may be written at a place, as editors are told of it."""

from __future__ import annotations

from lsprotocol import types

from dominoes_rules.authoring.completing import Completion, OfferKind, completions
from dominoes_rules.language_server.open_texts import OpenText

_KINDS = {
    OfferKind.FILE: types.CompletionItemKind.File,
    OfferKind.FUNCTION: types.CompletionItemKind.Function,
    OfferKind.KEYWORD: types.CompletionItemKind.Keyword,
    OfferKind.VALUE: types.CompletionItemKind.Value,
    OfferKind.VARIABLE: types.CompletionItemKind.Variable,
}


def completion_list(text: OpenText, position: types.Position) -> types.CompletionList:
    """Everything that may be written at a place."""
    offered = completions(text, text.offset(position))
    items = [_item(text, completion, position) for completion in offered]
    return types.CompletionList(is_incomplete=False, items=items)


def _item(text: OpenText, completion: Completion, end: types.Position) -> types.CompletionItem:
    offer = completion.offer
    where = types.Range(text.position(completion.start), end)
    return types.CompletionItem(
        offer.label,
        kind=_KINDS[offer.kind],
        detail=offer.detail,
        sort_text=f"{offer.rank}{offer.label}",
        filter_text=offer.label,
        text_edit=types.TextEdit(where, offer.inserted),
    )
