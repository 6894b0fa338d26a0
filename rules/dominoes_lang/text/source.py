"""Source texts and places in them."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from unicodedata import normalize

from dominoes_lang.text.quoting import plain
from dominoes_lang.text.reach import EVERYWHERE, Reach


@dataclass(frozen=True)
class Source:
    """A text and the name that messages call it by (for a file, its path as the user wrote it).

    The text is normalised (NFC), so that an `é` is the same however it was typed.
    """

    name: str
    text: str = field(repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", normalize("NFC", self.text))

    reach: Reach = field(default=EVERYWHERE, repr=False)
    """The files that the text may name: those next to it, if they are within reach."""

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        starts.extend(offset + 1 for offset, mark in enumerate(self.text) if mark == "\n")
        return starts

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """The line and column of a character, both counted from 1."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """The text of a line, counted from 1, without its line break."""
        start = self._line_starts[line - 1]
        end = self.text.find("\n", start)
        return self.text[start : end if end >= 0 else len(self.text)].rstrip("\r")


@dataclass(frozen=True)
class Span:
    """The characters from `start` up to, not including, `end` of a source."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.line_and_column(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.line_and_column(self.start)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def words(self) -> str:
        """The text with one blank for each run of blanks."""
        return " ".join(self.text.split())

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of `other`, of the same source."""
        return Span(self.source, self.start, max(self.end, other.end))

    def __str__(self) -> str:
        return f"{plain(self.source.name)}:{self.line}"
