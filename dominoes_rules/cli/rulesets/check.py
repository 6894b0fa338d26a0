"""`check`: everything that is wrong with rules files; with `--fix`, unambiguous fixes."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from dominoes_lang.text.diagnostics import Diagnostic, Fix, UnreadableFile
from dominoes_lang.text.quoting import plain
from dominoes_lang.text.rules_text import read
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_rules.authoring import fixing
from dominoes_rules.authoring.files import NotWritten
from dominoes_rules.cli.common import INPUT, rules_files, rules_from_input, write_json
from dominoes_rules.cli.main import FINDINGS, FINE, UNREADABLE
from dominoes_rules.cli.streams import as_it_is


def run(args: argparse.Namespace) -> int:
    """Print everything wrong with the files."""
    findings: list[Diagnostic] = []
    done: list[tuple[Diagnostic, Fix]] = []
    failed = False
    for name, unread in rules_files(args.files):
        fixed: tuple[tuple[Diagnostic, Fix], ...] = ()
        try:
            if unread is not None:
                raise unread
            left = _findings(name)
            if args.fix:
                left, fixed = _fixed(name)
        except UnreadableFile as error:
            left, failed = error.diagnostics, True
        except NotWritten as error:
            print(f"dominoes-rules: {error}", file=sys.stderr)
            failed = True
        findings += left
        done += fixed
        _show_fixes(args.format, name, left, fixed)
    if args.format == "json":
        write_json([diagnostic.as_json() for diagnostic in findings])
    elif args.format == "text":
        colour = _colour()
        for diagnostic in findings:
            print(diagnostic.render(colour), end="\n\n", file=as_it_is(sys.stdout))
        if findings or done:
            print(_counted(findings, len(done)))
    else:
        for diagnostic in findings:
            print(diagnostic.concise if args.format == "concise" else _github(diagnostic))
    if failed:
        return UNREADABLE
    return FINDINGS if findings else FINE


def _findings(name: str) -> tuple[Diagnostic, ...]:
    """Errors, or where there are none the warnings. A name without `.rules` is a bundled one.

    Raises `UnreadableFile`.
    """
    if name == INPUT:
        return fixing.findings(Source("input", rules_from_input()))
    if _is_bundled(name):
        return library.variant(name).warnings
    return fixing.findings(read(Path(name)))


def _fixed(name: str) -> tuple[tuple[Diagnostic, ...], tuple[tuple[Diagnostic, Fix], ...]]:
    """Apply the fixes to a file: what is still wrong with it, and what was fixed.

    Raises `UnreadableFile` and `NotWritten`.
    """
    if name == INPUT:
        raise NotWritten("--fix changes files, and can't change standard input")
    if _is_bundled(name):
        raise NotWritten(
            f"{plain(name)} comes with dominoes-rules and is not changed; "
            "--fix needs a file of your own"
        )
    fixed = fixing.fix_file(Path(name))
    return fixed.left, fixed.done


def _is_bundled(name: str) -> bool:
    try:
        return not name.endswith(".rules") and not Path(name).exists()
    except (OSError, ValueError):
        return True


def _show_fixes(
    form: str,
    name: str,
    findings: tuple[Diagnostic, ...],
    done: tuple[tuple[Diagnostic, Fix], ...],
) -> None:
    """Print what was fixed, and which file is fine."""
    for finding, fix in done:
        line = f"{finding.place}: fixed: {fix.title} [{finding.code}]"
        print(line, file=sys.stdout if form == "text" else sys.stderr)
    if form == "text" and not findings:
        print(f"{'input' if name == INPUT else plain(name)}: fine")


def _colour() -> bool:
    """Whether the output is a terminal with colours, and its user wants them."""
    unwanted = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return not unwanted and sys.stdout is not None and sys.stdout.isatty()


def _counted(findings: list[Diagnostic], done: int) -> str:
    parts = []
    for level in ("error", "warning"):
        number = sum(diagnostic.level == level for diagnostic in findings)
        if number:
            parts.append(f"{number} {level}{'s' if number > 1 else ''}")
    certain = sum(bool(diagnostic.fixes) for diagnostic in findings)
    counted = " and ".join(parts)
    if done:
        return f"{done} fixed" + (f", {counted} left" if counted else "")
    return f"{counted}; {certain} can be fixed with --fix" if certain else counted


def _github(diagnostic: Diagnostic) -> str:
    """An annotation of a workflow run."""
    finding = diagnostic.as_json()
    properties = {
        "file": diagnostic.span.source.name,
        "line": finding["line"],
        "endLine": finding["end_line"],
        "col": finding["column"],
        "endColumn": finding["end_column"],
        "title": diagnostic.code,
    }
    if finding["line"] != finding["end_line"]:
        del properties["col"], properties["endColumn"]  # columns only count within one line
    shown = ",".join(
        f"{key}={_escaped(str(value)).replace(':', '%3A').replace(',', '%2C')}"
        for key, value in properties.items()
    )
    fixes = [fix.title for fix in diagnostic.fixes]
    text = "; ".join(
        part for part in (diagnostic.message, diagnostic.label, *diagnostic.helps, *fixes) if part
    )
    return f"::{diagnostic.level} {shown}::{_escaped(text)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
