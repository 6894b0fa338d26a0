"""`fmt`: rules files in the canonical layout."""

from __future__ import annotations

import argparse
import difflib
import sys
from dataclasses import dataclass
from pathlib import Path

from dominoes_lang.format.formatting import formatted
from dominoes_lang.reading.family import family_of
from dominoes_lang.text import rules_text
from dominoes_lang.text.diagnostics import RulesError, UnreadableFile
from dominoes_lang.text.quoting import plain
from dominoes_lang.text.source import Source
from dominoes_rules.authoring.files import NotWritten, replace_file
from dominoes_rules.cli.common import INPUT, rules_files, rules_from_input
from dominoes_rules.cli.main import FINDINGS, FINE, UNREADABLE
from dominoes_rules.cli.streams import as_it_is
from dominoes_rules.library import bundled


@dataclass(frozen=True)
class _Laid:
    """A file before and after."""

    name: str
    before: bytes
    text: str
    """What was read, with plain line ends and without a byte order mark."""
    after: str

    @property
    def changed(self) -> bool:
        """True even where only line ends or a byte order mark differ."""
        return self.before != self.after.encode("utf-8")


def run(args: argparse.Namespace) -> int:
    """Lay out the files, or show what would change."""
    status, changed, kept = FINE, 0, 0
    for name, unread in rules_files(args.files):
        try:
            if unread is not None:
                raise unread
            laid = _laid_out(name)
            if args.check:
                print(_difference(laid), end="")
            elif name == INPUT:
                # Whatever reads it wants the file as it is; a terminal does not.
                whole = sys.stdout if sys.stdout.isatty() else as_it_is(sys.stdout)
                print(laid.after, end="", file=whole)
            elif laid.changed:
                replace_file(Path(name), laid.before, laid.after.encode("utf-8"))
        except RulesError as error:
            print(error, file=sys.stderr)
            status = max(status, UNREADABLE if isinstance(error, UnreadableFile) else FINDINGS)
            continue
        except NotWritten as error:
            print(f"dominoes-rules: {error}", file=sys.stderr)
            status = UNREADABLE
            continue
        changed += laid.changed
        kept += not laid.changed
    if args.check and changed:
        status = max(status, FINDINGS)
    if args.check or any(name != INPUT for name in args.files):
        print(_counted(changed, kept, checked=args.check), file=sys.stderr)
    return status


def _laid_out(name: str) -> _Laid:
    """A file and its layout. Raises `RulesError` if it can't be read or has mistakes."""
    if name == INPUT:
        text = rules_from_input()
        before = text.encode("utf-8")
    else:
        text, before = rules_text.read(Path(name)).text, Path(name).read_bytes()
    source = Source("input" if name == INPUT else name, text)
    inherited = family_of(source, bundled).written.inherited_names
    return _Laid(name, before, text, formatted(source, inherited))


def _difference(laid: _Laid) -> str:
    """What would change, as a unified diff."""
    name = plain(laid.name)
    lines = difflib.unified_diff(
        _lines(laid.text),
        _lines(laid.after),
        name,
        f"{name} (laid out)",
    )
    shown = "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )
    if laid.changed and not shown:
        return f"{name}: only line ends or a byte order mark would change\n"
    return shown


def _lines(text: str) -> list[str]:
    """The lines of a text with their ends; only a line feed ends one."""
    *whole, rest = text.split("\n")
    return [*(f"{line}\n" for line in whole), *([rest] if rest else [])]


def _counted(changed: int, kept: int, *, checked: bool) -> str:
    parts = []
    if changed:
        parts.append(f"{_files(changed)} {'would change' if checked else 'changed'}")
    if kept:
        parts.append(f"{_files(kept)} already laid out")
    return ", ".join(parts) or "nothing was changed"


def _files(number: int) -> str:
    return f"{number} file{'s' if number > 1 else ''}"
