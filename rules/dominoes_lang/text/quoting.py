"""Quoted text made safe for a message: short, without control characters."""

from __future__ import annotations

import json
import unicodedata

_UNSHOWN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Unicode's categories of control, format, surrogate and private characters, and of line ends."""
_PICTURES = {code: 0x2400 + code for code in range(32)} | {0x7F: 0x2421}
"""Unicode has a picture of each ASCII control character, as ␛ for escape."""
_OTHERS = "\N{REPLACEMENT CHARACTER}"
LONGEST_QUOTED = 60
"""Characters of what a message repeats."""


def plain(text: str) -> str:
    """A text as one line, with a sign to see for whatever a terminal might act on.

    Each character has one stand-in, so that places in the text stay as they are.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        _OTHERS if unicodedata.category(sign) in _UNSHOWN else sign
        for sign in text.translate(_PICTURES)
    )


def plain_lines(text: str) -> str:
    """A text of several lines, each of them plain."""
    return "\n".join(map(plain, text.split("\n")))


def xml_text(text: str) -> str:
    """A plain text, still to be escaped, of characters that XML may hold."""
    return plain(text).replace("\ufffe", _OTHERS).replace("\uffff", _OTHERS)


def short(text: str, longest: int = 40) -> str:
    """A plain text, cut off after this many characters."""
    shown = plain(text[: longest + 1])
    return shown if len(shown) <= longest else shown[:longest] + "…"


def quoted(text: str) -> str:
    """A text in quotes, as a message repeats what cannot be read; cut off where it is long."""
    return repr(text if len(text) <= LONGEST_QUOTED else f"{text[:LONGEST_QUOTED]}…")


def as_json(value: object, indent: int | None = None) -> str:
    """A value as JSON, which escapes whatever a terminal might act on."""
    text = json.dumps(value, indent=indent, ensure_ascii=False, allow_nan=False)
    if text.isascii() and "\x7f" not in text:
        return text
    return "".join(
        json.dumps(sign)[1:-1] if sign != "\n" and unicodedata.category(sign) in _UNSHOWN else sign
        for sign in text
    )
