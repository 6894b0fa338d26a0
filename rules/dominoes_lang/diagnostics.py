"""What is wrong with a rules file, said to its author."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from dominoes_lang.source import Span


@dataclass(frozen=True)
class Label:
    """A remark on a place other than the one at fault."""

    span: Span
    text: str


@dataclass(frozen=True)
class Diagnostic:
    """One finding: what is wrong, where, why, and what to do about it.

    `code` is stable and names the kind of finding; `label` is the why, said at the place.
    """

    code: str
    message: str
    span: Span
    label: str = ""
    helps: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    others: tuple[Label, ...] = ()
    level: str = "error"

    @property
    def place(self) -> str:
        """`path:line:column`, the form that editors follow; a path alone where there is no text."""
        if not self.span.source.text:
            return self.span.source.name
        return f"{self.span.source.name}:{self.span.line}:{self.span.column}"

    @property
    def concise(self) -> str:
        """The finding on one line."""
        return _plain(f"{self.place}: {self.level}: {self.message} [{self.code}]")

    def render(self) -> str:
        """The finding with the line of the source that it is about, marked with carets."""
        lines = [self.concise]
        lines += _marked(self.span, "^", self.label)
        for other in self.others:
            lines += _marked(other.span, "-", other.text)
        lines += [_plain(f"      = {text}") for text in self.notes]
        lines += [_plain(f"      = help: {text}") for text in self.helps]
        return "\n".join(lines)

    def as_json(self) -> dict[str, object]:
        """The finding as plain values; lines and columns count from 1."""
        end_line, end_column = self.span.source.line_and_column(self.span.end)
        return {
            "code": self.code,
            "level": self.level,
            "message": self.message,
            "label": self.label,
            "notes": list(self.notes),
            "help": list(self.helps),
            "file": self.span.source.name,
            "line": self.span.line,
            "column": self.span.column,
            "end_line": end_line,
            "end_column": end_column,
        }


class RulesError(ValueError):
    """A rules file that can't be used; `diagnostics` says all that is wrong with it."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n\n".join(found.render() for found in self.diagnostics))


MOST_SHOWN = 160
_UNSHOWN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})


def _plain(text: str) -> str:
    """A text with a question mark for whatever a terminal might act on."""
    if text.isascii() and text.isprintable():
        return text
    return "".join("?" if unicodedata.category(sign) in _UNSHOWN else sign for sign in text)


def _width(text: str) -> int:
    """The columns that a text takes in a terminal."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(sign) in {"W", "F"} for sign in text)
    return len(text) + wide - sum(bool(unicodedata.combining(sign)) for sign in text)


def _marked(span: Span, mark: str, text: str) -> list[str]:
    text = _plain(text)
    if not span.source.text:
        return [f"      = {text}"] if text else []
    line = span.line
    shown = span.source.line_text(line)
    start = span.column - 1
    length = max(1, min(span.end - span.start, len(shown) - start))
    if len(shown) > MOST_SHOWN:
        cut = max(0, start - MOST_SHOWN // 2)
        shown, start = shown[cut : cut + MOST_SHOWN], start - cut
        length = min(length, MOST_SHOWN - start)
    shown = _plain(shown.replace("\t", " "))
    marks = mark * max(1, _width(shown[start : start + length]))
    return [
        f"{line:>5} | {shown}",
        f"      | {' ' * _width(shown[:start])}{marks}{' ' + text if text else ''}",
    ]
