"""Diagnostics: what is wrong with a rules file, reported to its author."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from dominoes_lang.text.quoting import plain
from dominoes_lang.text.root_exception import DominoesError
from dominoes_lang.text.source import Source, Span


@dataclass(frozen=True)
class Label:
    """A remark on a place other than the one at fault."""

    span: Span
    text: str


@dataclass(frozen=True)
class Edit:
    """A stretch of the source and the text to replace it."""

    span: Span
    text: str

    def touches(self, other: Edit) -> bool:
        """Whether the two change places that overlap or adjoin."""
        return self.span.start <= other.span.end and other.span.start <= self.span.end


@dataclass(frozen=True)
class Fix:
    """An unambiguous fix: with its edits made, the finding is gone and nothing else is lost."""

    title: str
    edits: tuple[Edit, ...]

    def as_json(self) -> dict[str, object]:
        """The fix as plain values; places are lines and columns from 1, the end not included."""
        return {
            "title": self.title,
            "edits": [{**_place(edit.span), "text": edit.text} for edit in self.edits],
        }


@dataclass(frozen=True)
class Diagnostic:
    """One finding: what is wrong, where, why, and what to do about it.

    `code` is stable and names the kind of finding; `label` is the reason, shown at the place.
    """

    code: str
    message: str
    span: Span
    label: str = ""
    helps: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    others: tuple[Label, ...] = ()
    level: str = "error"
    fixes: tuple[Fix, ...] = ()
    asked: str = ""
    """The word that the message ends by asking about, as `did_you_mean` does."""

    @property
    def statement(self) -> str:
        """The message without that question."""
        return self.message.removesuffix(did_you_mean(self.asked))

    def _is_asked(self, fix: Fix) -> bool:
        """Whether a fix would write the word that the message asks about."""
        return bool(self.asked and fix.edits) and fix.edits[0].text == self.asked

    @property
    def place(self) -> str:
        """`path:line:column`, the form that editors follow; a path alone where there is no text."""
        if not self.span.source.text:
            return plain(self.span.source.name)
        return f"{plain(self.span.source.name)}:{self.span.line}:{self.span.column}"

    @property
    def concise(self) -> str:
        """The finding on one line."""
        return plain(f"{self.place}: {self.level}: {self.message} [{self.code}]")

    def render(self, colour: bool = False) -> str:
        """The finding with the line of the source that it is about, marked with carets.

        With `colour` it contains the escape sequences of terminals.
        """
        paint = _COLOURS[self.level] if colour else ""
        head = plain(f"{self.place}: ") + _painted(paint, self.level)
        lines = [head + plain(f": {self.message} [{self.code}]")]
        lines += _marked(self.span, "^", self.label, paint)
        for label in self.others:
            if label.span.source is not self.span.source:
                lines.append(plain(f"      : {label.span}"))
            lines += _marked(label.span, "-", label.text, _COLOURS["other"] if colour else "")
        lines += [plain(f"      = {text}") for text in self.notes]
        lines += [plain(f"      = help: {text}") for text in self.helps]
        lines += [
            plain(f"      = fix: {fix.title}") for fix in self.fixes if not self._is_asked(fix)
        ]
        return "\n".join(lines)

    def as_json(self) -> dict[str, object]:
        """The finding as plain values; lines and columns count from 1."""
        return {
            "code": self.code,
            "level": self.level,
            "message": self.message,
            "label": self.label,
            "notes": list(self.notes),
            "help": list(self.helps),
            "file": self.span.source.name,
            **_place(self.span),
            "fixes": [fix.as_json() for fix in self.fixes],
        }


def did_you_mean(word: str | None) -> str:
    """The end of a message that asks whether another word was meant; empty where there is none."""
    return f'; did you mean "{word}"?' if word else ""


class RulesError(DominoesError, ValueError):
    """Rules that can't be used; `diagnostics` lists everything that is wrong with them."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        return "\n\n".join(finding.render() for finding in self.diagnostics)


class UnreadableFile(RulesError):
    """A rules file or variant that gives no text: it is missing, or can't be read."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__([Diagnostic("unreadable-file", why, Span(Source(name, ""), 0, 0))])
        self.args = (name, why)
        self.name = name
        self.why = why


class QuestionError(RulesError):
    """A condition typed on its own that makes no sense; `diagnostics` holds the reasons."""


def _place(span: Span) -> dict[str, object]:
    end_line, end_column = span.source.line_and_column(span.end)
    return {
        "line": span.line,
        "column": span.column,
        "end_line": end_line,
        "end_column": end_column,
    }


MOST_SHOWN = 160
_COLOURS = {"error": "1;31", "warning": "1;33", "other": "1;34"}


def _painted(paint: str, text: str) -> str:
    """A text in a colour, which is a terminal's number for it; plain where that is empty."""
    return f"\x1b[{paint}m{text}\x1b[0m" if paint else text


def _width(text: str) -> int:
    """The columns that a text takes in a terminal."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(sign) in {"W", "F"} for sign in text)
    return len(text) + wide - sum(bool(unicodedata.combining(sign)) for sign in text)


def _marked(span: Span, mark: str, text: str, paint: str = "") -> list[str]:
    text = plain(text)
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
    shown = plain(shown.replace("\t", " "))
    marks = mark * max(1, _width(shown[start : start + length]))
    remark = f" {text}" if text else ""
    return [
        f"{line:>5} | {shown}",
        f"      | {' ' * _width(shown[:start])}{_painted(paint, marks + remark)}",
    ]
