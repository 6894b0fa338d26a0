"""What is read of a page, and what of it is still in plain English."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser

from dominoes_rules.speech.speech import offered, speech
from tests.languages.pseudo import PLAIN_WORD

OWN_NAMES = tuple(speech(code).own_name for code in offered())


class ShownTexts(HTMLParser):
    """What somebody reads of a page or of a part of it, or has read to them."""

    UNREAD = frozenset({"code", "pre", "script", "style", "textarea"})
    """What is in these is for machines, or was written by whoever reads it."""
    EMPTY = frozenset({"br", "hr", "img", "input", "link", "meta"})
    READ = frozenset("alt aria-description aria-label content label placeholder title".split())
    """Attributes that are read."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        for name, value in values.items():
            is_button = name == "value" and values.get("type") in {"submit", "button", "reset"}
            is_unread = tag == "meta" and values.get("name") != "description"
            if (name in self.READ or is_button) and not is_unread:
                self.texts.append(value)
        if tag not in self.EMPTY:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while tag in self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not self.UNREAD & {*self._open}:
            self.texts.append(data)


def plain_texts(html: str, known: Iterable[str] = ()) -> Iterator[str]:
    """The texts of a page that have a plain word besides those known, and names of languages."""
    names = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in (*OWN_NAMES, *known)))
    for text in ShownTexts(html).texts:
        if PLAIN_WORD.search(names.sub("", text)):
            yield " ".join(text.split())
