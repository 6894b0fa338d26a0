"""From a text to its clauses: a file is split at the left margin."""

from __future__ import annotations

import re
from dataclasses import dataclass

from dominoes_lang.diagnostics import Diagnostic
from dominoes_lang.source import Source, Span
from dominoes_lang.vocabulary import CLAUSES, suggestion

_HEADER = re.compile(r"(?:first[ \t]+opener|next[ \t]+opener|tile[ \t]+value|[^\s:=\"#]+)")
_INDENTED_HEADER = re.compile(
    r"[ \t]+(?:(?:"
    + "|".join(
        re.escape(words).replace(r"\ ", r"[ \t]+")
        for words in CLAUSES
        if words not in {"variant", "extends", "without", "parameter", "award", "define"}
        and words not in {"invariant", "example"}
    )
    + r")[ \t]*:|(?:award|define)[ \t]+\w+[ \t]*:|parameter[ \t]+\w+[ \t]*="
    + r"|(?:variant|extends|invariant|example)[ \t]*\"|without[ \t]+award\b)"
)


@dataclass(frozen=True)
class ClauseText:
    """The text of one clause, and the start rule of the grammar that reads it."""

    rule: str
    span: Span


def split(source: Source, found: list[Diagnostic]) -> list[ClauseText]:
    """The clauses of a source, in order; what is no clause is reported in `found`."""
    starts = [place for place, line in _lines(source.text) if _begins_clause(source, place, line)]
    clauses: list[ClauseText] = []
    before_first = source.text[: starts[0]] if starts else source.text
    stray = re.search(r"^[ \t]+[^\s#].*$", before_first, re.MULTILINE)
    if stray:
        found.append(
            Diagnostic(
                "stray-text",
                "an indented line continues the clause above, and there is none",
                Span(source, stray.start() + len(stray[0]) - len(stray[0].lstrip()), stray.end()),
                helps=("begin the clause at the left margin",),
            )
        )
    for start, end in zip(starts, [*starts[1:], len(source.text)], strict=True):
        text = source.text[start:end]
        indent = len(text) - len(text.lstrip(" \t"))
        clause = _clause(Span(source, start + indent, start + len(text.rstrip())), indent, found)
        if clause:
            clauses.append(clause)
    return clauses


def _lines(text: str) -> list[tuple[int, str]]:
    """Each line of a text with the offset at which it begins."""
    lines, place = [], 0
    for line in text.split("\n"):
        lines.append((place, line))
        place += len(line) + 1
    return lines


def _begins_clause(source: Source, place: int, line: str) -> bool:
    if line[:1] in {"", " ", "\t", "#", "\r"}:
        # A line that reads as a clause begins one even where it is indented by mistake: so one
        # slip of the space bar is one message, and the clause still counts.
        return bool(_INDENTED_HEADER.match(line))
    return True


def _clause(span: Span, indent: int, found: list[Diagnostic]) -> ClauseText | None:
    header = _HEADER.match(span.text)
    words = " ".join(header[0].split()) if header else span.text[:1]
    place = Span(span.source, span.start, span.start + max(1, header.end() if header else 1))
    if words not in CLAUSES:
        near = suggestion(words, list(CLAUSES))
        hint = f'; did you mean "{near}"?' if near else ""
        found.append(
            Diagnostic(
                "unknown-clause",
                f'"{_short(words)}" is no clause that I know{hint}',
                place,
                helps=(
                    "a line at the left margin begins a clause: " + ", ".join(CLAUSES),
                    "indent the line if it belongs to the clause above",
                )
                if not near
                else (),
            )
        )
        return None
    if indent:
        found.append(
            Diagnostic(
                "indented-clause",
                f'"{words}" is indented, so it would continue the clause above',
                place,
                helps=("begin the clause at the left margin",),
            )
        )
    return ClauseText(CLAUSES[words], span)


def _short(words: str) -> str:
    return words if len(words) <= 40 else words[:40] + "…"
