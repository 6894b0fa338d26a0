"""Lines of a table of phrases: texts with slots for parts, and forms that agree with a part.

{who}                 a part
{who:object}          a part in one of its forms; a number as `figures`, as an `ordinal`; a list
                      by one of the joiners of the language; a text as `small`, without its capital
[who:scores|score]    the form for one and for several
[n:no tiles|one|{n}]  the form for none, one and several
[who/o|a]             the form for a masculine and a feminine part
[who/o|a|os|as]       the same for one, and for several
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias


@dataclass(frozen=True)
class TemplateSlot:
    """A place for a part, in one of its forms."""

    name: str
    form: str


@dataclass(frozen=True)
class Agreeing:
    """Texts of which one agrees with a part."""

    name: str
    of_gender: bool
    """Whether the gender of the part decides, besides its number if there are four texts."""
    texts: tuple[Template, ...]


Template: TypeAlias = tuple[str | TemplateSlot | Agreeing, ...]

MAX_TEMPLATES = 4096
_TOKEN = re.compile(r"\{(\w+)(?::(\w+))?\}|\[(\w+)([:/])|\]|\||[^{}\[\]|]+")
_COUNTS = {":": {2, 3}, "/": {2, 4}}
"""How many texts there may be by the sign in front of them."""


@lru_cache(MAX_TEMPLATES)
def template(text: str) -> Template:
    """The template of a line. Raises `ValueError`."""
    read, end = _texts(text, 0)
    if end < len(text) or len(read) > 1:
        raise ValueError(f"{text!r}: there is a | or ] without a [ before it")
    return read[0]


def _texts(text: str, start: int) -> tuple[list[Template], int]:
    """The texts between `|` up to a `]` or the end, and where that is."""
    texts: list[list[str | TemplateSlot | Agreeing]] = [[]]
    while start < len(text):
        token = _TOKEN.match(text, start)
        if token is None:
            raise ValueError(f"{text!r}: what begins at {text[start:]!r} is not a slot")
        if token[0] == "]":
            break
        start = token.end()
        if token[0] == "|":
            texts.append([])
        elif token[1]:
            texts[-1].append(TemplateSlot(token[1], token[2] or ""))
        elif token[3]:
            options, start = _texts(text, start)
            if start == len(text):
                raise ValueError(f"{text!r}: a [ has no ] behind it")
            if len(options) not in _COUNTS[token[4]]:
                raise ValueError(f"{text!r}: [{token[3]}{token[4]} has {len(options)} texts")
            texts[-1].append(Agreeing(token[3], token[4] == "/", tuple(options)))
            start += 1
        else:
            texts[-1].append(token[0])
    return [tuple(parts) for parts in texts], start
