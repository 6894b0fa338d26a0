"""Fixing a rules file: unambiguous fixes are applied until none is left."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dominoes_lang import load as lang
from dominoes_lang.repair.applied import apart, edited
from dominoes_lang.text import rules_text
from dominoes_lang.text.diagnostics import Diagnostic, Fix, RulesError
from dominoes_lang.text.reach import EVERYWHERE, Reach
from dominoes_lang.text.source import Source
from dominoes_rules.authoring.files import replace_file
from dominoes_rules.library import bundled

MOST_PASSES = 40
"""How often a text is checked again: one mistake may hide the next in its clause."""


@dataclass(frozen=True)
class Fixed:
    """A text with its fixes applied, and what is still wrong with it.

    `done` holds each finding as it was, with the fix that was applied.
    """

    text: str
    done: tuple[tuple[Diagnostic, Fix], ...]
    left: tuple[Diagnostic, ...]


def findings(source: Source) -> tuple[Diagnostic, ...]:
    """The errors of a source, or where there are none the warnings."""
    try:
        return lang.load(source, bundled).warnings
    except RulesError as error:
        return error.diagnostics


def fix(name: str, text: str, reach: Reach = EVERYWHERE) -> Fixed:
    """Apply every unambiguous fix, again and again until none is left.

    text: with any line ends; what no fix is about stays as it is.
    name: the file's name in messages, and where its parent is looked for.
    """
    done: list[tuple[Diagnostic, Fix]] = []
    seen = {text}
    for _ in range(MOST_PASSES):
        source = Source(name, with_plain_line_ends(text), reach)
        left = findings(source)
        chosen = list(apart(left, source))
        changed = edited(text, [edit for _, fix in chosen for edit in fix.edits])
        if not chosen or changed in seen:
            break
        seen.add(changed)
        text = changed
        done += chosen
    else:
        left = findings(Source(name, with_plain_line_ends(text), reach))
    return Fixed(text, tuple(done), left)


def fix_file(path: Path) -> Fixed:
    """Apply the fixes to a file in place; links are followed.

    Raises `UnreadableFile` if it can't be read and `NotWritten` if it can't be written; then
    it is unchanged.
    """
    rules_text.read(path)
    before = path.read_bytes()
    mark = "\ufeff" if before.startswith(b"\xef\xbb\xbf") else ""
    fixed = fix(str(path), before.decode("utf-8-sig"))
    if fixed.done:
        replace_file(path, before, (mark + fixed.text).encode("utf-8"))
    return fixed


def with_plain_line_ends(text: str) -> str:
    """A text whose line ends are one character each, as a `Source` wants them."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
