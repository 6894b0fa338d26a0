"""Arguments in, exit code out. Each command has a file of its own, imported when it is called."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import cast

FINE, FINDINGS, UNREADABLE, STOPPED = 0, 1, 2, 130

POSITION_HELP = "a record or a snapshot on the command line, a file that holds one, or - for input"


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns its exit code.

    0 fine; 1 findings; 2 what can't be read, or is no legal position or call; 130 after Ctrl-C.
    """
    for stream in (sys.stdout, sys.stderr):
        # A terminal that can't show a sign gets a stand-in for it, not a traceback.
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    parser = _parser()
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        args = parser.parse_args(words)
    except SystemExit as stop:
        return int(stop.code or 0)
    if args.command is None:
        parser.print_help()
        return FINE
    try:
        status = _command(args.command)(args)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return STOPPED
    except BrokenPipeError:
        # Whoever read our output has gone; the interpreter must not complain of it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except Exception as error:
        if os.environ.get("DOMINOES_RULES_DEBUG"):
            raise
        print(f"dominoes-rules: {_told(error)}", file=sys.stderr)
        return UNREADABLE
    return status


def _command(name: str) -> Callable[[argparse.Namespace], int]:
    module = import_module(f"dominoes_rules.cli.{name}")
    return cast("Callable[[argparse.Namespace], int]", module.run)


def _told(error: Exception) -> str:
    """An error as its message; one that is not meant for people is called what it is, a bug."""
    kind = type(error)
    if kind.__module__ == "dominoes_lang.diagnostics":
        return _told_of_rules(error)
    if kind.__module__ == "dominoes_lang.questions":
        return f"the condition can't be used\n{error}"
    ours = issubclass(kind, ValueError) and kind.__module__.startswith("dominoes_")
    if ours or kind is ValueError or isinstance(error, OSError):
        return str(error)
    place = traceback.extract_tb(error.__traceback__)[-1]
    return (
        f"this is a bug in dominoes-rules, not in what you wrote: {kind.__name__}: {error} "
        f"({place.filename}:{place.lineno}; with DOMINOES_RULES_DEBUG=1 it shows the whole trace)"
    )


def _told_of_rules(error: Exception) -> str:
    """A `RulesError`: of a file that gives no text, its name and the reason are all there is."""
    found = getattr(error, "diagnostics", ())
    if all(one.code == "unreadable-file" for one in found):
        return "; ".join(f"{one.span.source.name}: {one.message}" for one in found)
    return f"the rules can't be used\n{error}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dominoes-rules",
        description="Check and test the rules of domino games; count hidden hands; find moves.",
        epilog="Exit codes: 0 fine, 1 findings, 2 unreadable or illegal, 130 stopped by Ctrl-C.",
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")

    check = commands.add_parser("check", help="every error and warning in rules files")
    check.add_argument(
        "files", nargs="+", metavar="FILE", help="a .rules file, or a variant's name"
    )
    check.add_argument(
        "--format", choices=["text", "concise", "json", "github"], default="text",
        help="how findings are written (default: text)",
    )  # fmt: skip
    check.add_argument("--json", action="store_const", const="json", dest="format")

    test = commands.add_parser("test", help="examples, invariants and random rounds of a variant")
    test.add_argument("variant", metavar="VARIANT")
    test.add_argument("--rounds", type=_count, default=100, metavar="N", help="(default: 100)")
    _add_seed(test)
    _add_json(test)

    show = commands.add_parser("show", help="the rules of a variant with all that it inherits")
    show.add_argument("variant", metavar="VARIANT", help="a name, or a file; block, house.rules/3")
    show.add_argument("--python", action="store_true", help="the generated functions")
    _add_json(show)

    worlds = commands.add_parser("worlds", help="the hidden hands that fit a position")
    _add_position(worlds)
    which = worlds.add_mutually_exclusive_group()
    which.add_argument("--list", action="store_true", help="every one of them, a record a line")
    which.add_argument("--sample", type=_count, metavar="N", help="N of them, drawn uniformly")
    which.add_argument(
        "--if", dest="question", metavar="CONDITION",
        help="how likely a condition is, for instance 'B holds [6|4] and D holds no 5'",
    )  # fmt: skip
    _add_given(worlds)
    _add_seed(worlds)
    _add_json(worlds)

    solve = commands.add_parser("solve", help="what each move of a position is worth")
    _add_position(solve)
    how = solve.add_mutually_exclusive_group()
    how.add_argument("--worlds", type=_count, metavar="N", help="how many worlds to look at")
    how.add_argument("--exact", action="store_true", help="all of them")
    solve.add_argument("--only", metavar="MOVE", help="this move only, for instance 64 or 64l")
    solve.add_argument(
        "--world", type=_count, metavar="K",
        help="step into one world, number K of `worlds --list`, and show its best line of play",
    )  # fmt: skip
    _add_given(solve)
    solve.add_argument("--time", type=_seconds, metavar="S", help="at most this many seconds")
    _add_seed(solve)
    _add_json(solve)

    perft = commands.add_parser("perft", help="how many move sequences a position allows")
    _add_position(perft)
    perft.add_argument("depth", type=_depth, metavar="DEPTH", help="the number of actions")
    _add_json(perft)
    return parser


def _add_position(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("position", nargs="+", metavar="POSITION", help=POSITION_HELP)


def _add_given(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--given", action="append", default=[], metavar="CONDITION",
        help="suppose something about the hidden hands; several times for several things",
    )  # fmt: skip


def _add_seed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", type=_seed, default=0, metavar="N", help="(default: 0)")


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="the answer as JSON")


def _whole(text: str, least: int, most: int) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 18 or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from {least} to {most:,}")
    return int(text)


def _count(text: str) -> int:
    return _whole(text, 1, 10**9)


def _depth(text: str) -> int:
    return _whole(text, 1, 1000)


def _seed(text: str) -> int:
    return _whole(text, 0, 2**63 - 1)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e7:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0")
    return seconds
