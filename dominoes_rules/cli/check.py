"""`check`: everything that is wrong with rules files."""

from __future__ import annotations

import argparse
from pathlib import Path

from dominoes_lang.diagnostics import Diagnostic, RulesError
from dominoes_rules import library
from dominoes_rules.cli.common import write_json
from dominoes_rules.cli.main import FINDINGS, FINE, UNREADABLE


def run(args: argparse.Namespace) -> int:
    """Print everything wrong with the files."""
    found: list[Diagnostic] = []
    for name in args.files:
        one = _findings(name)
        found += one
        if args.format == "text" and not one:
            print(f"{name}: fine")
    if args.format == "json":
        write_json([diagnostic.as_json() for diagnostic in found])
    elif args.format == "text":
        for diagnostic in found:
            print(diagnostic.render(), end="\n\n")
        if found:
            print(_counted(found))
    else:
        for diagnostic in found:
            print(diagnostic.concise if args.format == "concise" else _github(diagnostic))
    if any(diagnostic.code == "unreadable-file" for diagnostic in found):
        return UNREADABLE
    return FINDINGS if found else FINE


def _findings(name: str) -> tuple[Diagnostic, ...]:
    """Errors, or where there are none the warnings. A name without `.rules` is a bundled one."""
    try:
        if not name.endswith(".rules") and not _exists(Path(name)):
            return library.variant(name).warnings
        return library.load(name).warnings
    except RulesError as error:
        return error.diagnostics


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _counted(found: list[Diagnostic]) -> str:
    parts = []
    for level in ("error", "warning"):
        number = sum(diagnostic.level == level for diagnostic in found)
        if number:
            parts.append(f"{number} {level}{'s' if number > 1 else ''}")
    return " and ".join(parts)


def _github(diagnostic: Diagnostic) -> str:
    """An annotation of a workflow run."""
    span = diagnostic.span
    name = _escaped(span.source.name).replace(":", "%3A").replace(",", "%2C")
    place = f"file={name},line={span.line},col={span.column}"
    text = _escaped(" ".join([diagnostic.message, diagnostic.label, *diagnostic.helps]).strip())
    return f"::{diagnostic.level} {place},title={diagnostic.code}::{text}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
