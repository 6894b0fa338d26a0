"""Quoted text made safe for a message: short, without control characters."""

from __future__ import annotations

import unicodedata

_UNSHOWN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})


def plain(text: str) -> str:
    """A text with a question mark for every character that a terminal might act on."""
    if text.isascii() and text.isprintable():
        return text
    return "".join("?" if unicodedata.category(sign) in _UNSHOWN else sign for sign in text)


def short(text: str, longest: int = 40) -> str:
    """A plain text, cut off after this many characters."""
    shown = plain(text[: longest + 1])
    return shown if len(shown) <= longest else shown[:longest] + "…"
