"""The text of a question, and its places as pages count them."""

from __future__ import annotations

from functools import cached_property, lru_cache

from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text.reach import Reach
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_lang.text.rules_text import expect_length
from dominoes_rules.authoring.edited_text import UNSAVED, EditedText
from dominoes_rules.web.analysis.answering import Question

KEPT_TEXTS = 8
"""The last texts of a process, since several questions ask about each."""


class WrittenText(EditedText):
    """A text of a page, whose places are counted in UTF-16, as scripts count."""

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        for line in self.lines:
            starts.append(starts[-1] + _units(line) + 1)
        return starts

    def unit_of(self, offset: int) -> int:
        """The place in the page's text of a place in the source."""
        line, column = self.typed_place(offset)
        return self._line_starts[line] + _units(self.lines[line][:column])

    def offset_at(self, unit: int) -> int:
        """The place in the source of a place in the page's text; the nearest there is."""
        last = len(self.lines) - 1
        line = next((at for at in range(last) if unit < self._line_starts[at + 1]), last)
        left, column = unit - self._line_starts[line], 0
        for letter in self.lines[line]:
            left -= _units(letter)
            if left < 0:
                break
            column += 1
        return self.offset_of(line, column)


def _units(text: str) -> int:
    """The length of a text in UTF-16, in which signs beyond the first 65,536 are counted twice."""
    return len(text) if text.isascii() else len(text) + sum(sign > "\uffff" for sign in text)


def text_of(question: Question) -> WrittenText:
    """The `text` of a question; it may extend bundled games alone. Raises `UnreadableFile`."""
    text = question["text"]
    expect_length(UNSAVED, text)
    return _text(text)


@lru_cache(KEPT_TEXTS)
def _text(text: str) -> WrittenText:
    return WrittenText(text, Reach())


def rules_of(question: Question) -> Ruleset:
    """The rules of a question's text. Raises `ArgumentError` if something is wrong with them."""
    ruleset = text_of(question).ruleset
    if ruleset is None:
        raise ArgumentError("These rules have mistakes. Mend them first.")
    return ruleset


def seats_of(question: Question, ruleset: Ruleset) -> int:
    """The `seats` of a question, if the game has so many; else the usual number."""
    asked: int | None = question["seats"]
    return asked if asked is not None and asked in ruleset.players else ruleset.setup().seats
