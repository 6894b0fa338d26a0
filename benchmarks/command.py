"""The command: what it is asked, and what it prints."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from benchmarks import machine, page
from benchmarks.catalogue import ROWS, SECTIONS
from benchmarks.rows import Line, Options, Reading, Row

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and write the page if asked to; the exit code."""
    options = _parser().parse_args(arguments)
    if options.list:
        print(page.listed(ROWS))
        return 0
    chosen = options.only or list(ROWS)
    if options.write and (options.quick or len(set(chosen)) < len(ROWS)):
        _parser().error("--write takes a whole run: without --only and --quick")
    described = machine.described()
    for name, value in described.items():
        print(f"{name:<12}{value}")
    print()
    print(page.on_terminal(page.HEAD), flush=True)
    progress = Progress()
    measured = Options(
        deals=options.deals,
        peer_deals=options.peer_deals,
        quick=options.quick,
        progress=progress.say,
    )
    readings: dict[Line, Reading] = {}
    try:
        for row in ROWS.values():
            if row.name in chosen:
                _measure(row, measured, readings, progress)
    except KeyboardInterrupt:
        progress.clear()
        print(f"\nreached     {page.reached(readings)}", flush=True)
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    print(f"\nreached     {page.reached(readings)}")
    if options.write:
        page.PAGE.write_text(page.written(SECTIONS, readings, described), "utf-8")
        print(f"written     {page.PAGE}")
    return 0


def _measure(row: Row, options: Options, readings: dict[Line, Reading], progress: Progress) -> None:
    for line, reading in row.readings(options):
        readings[line] = reading
        progress.clear()
        print(page.on_terminal(page.cells(line, reading)), flush=True)


class Progress:
    """What is going on, on stderr: one line that changes, or lines where that is no terminal."""

    def __init__(self) -> None:
        self.changes = sys.stderr.isatty()

    def say(self, what: str) -> None:
        if self.changes:
            sys.stderr.write(f"\r\x1b[K… {what}")
        else:
            sys.stderr.write(f"… {what}\n")
        sys.stderr.flush()

    def clear(self) -> None:
        """Make way for an answer."""
        if self.changes:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _number(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def _number_or_none(text: str) -> int:
    return 0 if text == "0" else _number(text)


_number.__name__ = _number_or_none.__name__ = "number"  # as argparse calls it in a message


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure how fast everything is, against what it has to reach and the peers.",
    )
    parser.add_argument(
        "--deals", type=_number, default=200, metavar="N", help="full deals (default 200)"
    )
    parser.add_argument(
        "--peer-deals",
        type=_number_or_none,
        default=1,
        metavar="N",
        help="of them also by the peer, half a minute each and more (default 1; 0 for none)",
    )
    parser.add_argument(
        "--only",
        action="append",
        choices=list(ROWS),
        metavar="ROW",
        help="measure this alone, as --list names it; may be repeated",
    )
    parser.add_argument("--list", action="store_true", help="name what can be measured, and end")
    parser.add_argument(
        "--quick", action="store_true", help="little of everything, without the peers"
    )
    parser.add_argument("--write", action="store_true", help="write docs/performance.md")
    return parser
