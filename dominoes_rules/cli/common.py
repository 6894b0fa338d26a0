"""What several commands share: reading a position, writing JSON, showing progress."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text.diagnostics import UnreadableFile
from dominoes_lang.text.quoting import as_json, plain_lines, short
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules import library
from dominoes_rules.cli.streams import as_it_is
from dominoes_rules.errors import PositionError

if TYPE_CHECKING:
    from dominoes_rules.position.position import Position
    from dominoes_solver.means import Mean

INPUT = "-"
"""The name of standard input."""
LARGEST_FILE = 64 * 1024
LONGEST_SHOWN = 100


def position(words: list[str], conditions: Iterable[str] = ()) -> Position:
    """The position given by the words of a command line: a line, a file or `-`.

    conditions: what is assumed to hold as well.
    """
    # Imported here so that a command without a position starts without the solver.
    from dominoes_rules.position.position import Position

    text = " ".join(words)
    if not text.strip():
        raise PositionError("there is no position here")
    if text == INPUT:
        text = _from_input()
    elif len(words) == 1 and (" " not in text or is_there(Path.is_file, text)):
        text = _from_file(Path(text))
    lines = [line.split("#", 1)[0].strip() for line in text.splitlines()]
    lines = [line for line in lines if line]
    if not lines:
        raise PositionError("there is no position here")
    if len(lines) > 1:
        raise PositionError(f"expected one position, but there are {len(lines)} lines")
    with testing() as progress:
        return Position(lines[0]).supposing(*conditions, progress=progress)


def is_there(kind: Callable[[Path], bool], text: str) -> bool:
    """Whether a text is the name of such a file."""
    try:
        return kind(Path(text))
    except (OSError, ValueError):  # too long for a name, or with a NUL in it
        return False


def _from_input() -> str:
    if sys.stdin is None:
        raise PositionError("there is no input to read a position from")
    try:
        return sys.stdin.read(LARGEST_FILE)
    except UnicodeDecodeError:
        raise PositionError("the input is not UTF-8 text") from None


def _from_file(path: Path) -> str:
    shown = short(str(path), LONGEST_SHOWN)
    try:
        if path.is_dir():
            raise PositionError(f"{path} is a folder")
        with path.open("rb") as stream:
            data = stream.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        raise PositionError(
            f"{shown} is neither a file nor a position: VARIANT HANDS play:ACTIONS"
        ) from None
    except PositionError:
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise PositionError(f"{shown} can't be read: {reason}") from None
    if len(data) > LARGEST_FILE:
        raise PositionError(f"{path}: a position file has at most {LARGEST_FILE // 1024} kB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise PositionError(f"{path} is not UTF-8 text") from None


def rules_files(names: Iterable[str]) -> Iterator[tuple[str, UnreadableFile | None]]:
    """The names, with each folder replaced by the rules files in it and below, in order.

    A folder without any, or that can't be read, comes with the error. Hidden files and folders are
    left out, and links to folders are not followed.
    """
    for name in names:
        if not is_there(Path.is_dir, name):
            yield name, None
            continue
        paths, errors = [], list[OSError]()
        for folder, below, files in os.walk(name, onerror=errors.append):
            below[:] = sorted(entry for entry in below if not entry.startswith("."))
            files = sorted(entry for entry in files if entry.endswith(".rules") and entry[0] != ".")
            paths += [str(Path(folder, file)) for file in files]
        yield from ((file, None) for file in paths)
        for error in errors:
            why = f"it can't be read: {error.strerror}"
            yield name, UnreadableFile(str(error.filename), why)
        if not paths and not errors:
            yield name, UnreadableFile(name, "there is no rules file in this folder or below")


def rules_from_input() -> str:
    """A rules file on standard input, with plain line ends. Raises `UnreadableFile`."""
    from dominoes_lang.text.rules_text import LARGEST_FILE as LARGEST_RULES

    try:
        text = sys.stdin.read(LARGEST_RULES + 1) if sys.stdin is not None else ""
    except UnicodeDecodeError:
        raise UnreadableFile("input", "this is not UTF-8 text") from None
    if len(text) > LARGEST_RULES:
        raise UnreadableFile("input", f"a rules file has at most {LARGEST_RULES // 1024} kB")
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def ruleset_and_seats(word: str) -> tuple[Ruleset, int | None]:
    """The ruleset of `block` or `house.rules/3`, and the number of seats where it is given."""
    name, mark, seats = word.rpartition("/")
    if mark and seats.isascii() and seats.isdigit() and len(seats) < 10:
        return library.find(name), int(seats)
    return library.find(word), None


def parameters(words: Iterable[str]) -> dict[str, str]:
    """The parameters of `--set NAME=VALUE`, by name; whether they fit is for the rules to decide.

    Raises `ArgumentError` for a word that is not NAME=VALUE, and for a name given twice.
    """
    values: dict[str, str] = {}
    for word in words:
        name, mark, value = (part.strip() for part in word.partition("="))
        if not (name and mark and value):
            raise ArgumentError(f"--set {short(word)}: write NAME=VALUE, for instance target=100")
        if name in values:
            raise ArgumentError(f"--set: {short(name)} is given twice")
        values[name] = value
    return values


def write_json(value: object) -> None:
    """Print a value as JSON."""
    print(as_json(value, indent=2))


def write_json_list(values: Iterable[object]) -> None:
    """Print a JSON array element by element: there may be more than memory holds."""
    start = "[\n  "
    for value in values:
        print(start + as_json(value), end="", flush=True)
        start = ",\n  "
    print("[]" if start.startswith("[") else "\n]")


def many(number: int, word: str) -> str:
    """So many of something: `1 deal`, `2,000 deals`."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def mean_text(value: Mean, *, size: bool = False, sign: bool = False) -> str:
    """A mean with its standard error; `size` leaves out its sign, `sign` also writes a plus."""
    text = str(replace(value, mean=abs(value.mean)) if size else value)
    return text if not sign or text.startswith("-") else f"+{text}"


class ProgressLine:
    """Shows on stderr how far a long job is: after a second, then now and then.

    A context manager that wipes the line at its end.
    """

    def __init__(self) -> None:
        self.terminal = sys.stderr.isatty()
        self.started = time.monotonic()
        self.next = self.started + 1.0
        self.shown = False

    @property
    def seconds(self) -> float:
        """How long the job has taken so far."""
        return time.monotonic() - self.started

    def __enter__(self) -> ProgressLine:
        return self

    def __call__(self, text: str) -> None:
        now = time.monotonic()
        if now < self.next:
            return
        self.next = now + (0.2 if self.terminal else 5.0)
        self.shown = True
        if self.terminal:
            # What goes on in a second row could not be wiped.
            row = plain_lines(text)[: shutil.get_terminal_size().columns - 3]
            print(f"\r\x1b[K{row}", end="", file=as_it_is(sys.stderr), flush=True)
        else:
            print(text, file=sys.stderr, flush=True)

    def __exit__(self, *_: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Wipe the line before anything else is written."""
        if self.shown and self.terminal:
            print("\r\x1b[K", end="", file=as_it_is(sys.stderr), flush=True)


@contextmanager
def testing() -> Iterator[Callable[[int], None]]:
    """The progress of a condition that is tested world by world, shown on stderr."""
    with ProgressLine() as line:

        def progress(worlds: int) -> None:
            line(
                f"testing {worlds:,} worlds, {line.seconds:.0f} s (Ctrl-C stops without an answer)"
            )

        yield progress
