"""The arguments of the commands that work on rules."""

from __future__ import annotations

import argparse

from dominoes_rules.cli.arguments.options import (
    add_json,
    add_language,
    add_seed,
    add_set,
    add_variant,
    count,
    whole,
)


def new(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `new`."""
    parser.add_argument(
        "name", metavar="NAME", help="the variant's name, or a path ending in .rules"
    )
    parser.add_argument("--from", dest="parent", metavar="VARIANT", help="the variant to extend")


def check(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `check`."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE",
        help="a .rules file; a folder, for all such files in it and below; - for standard input;"
        " or a variant's name",
    )  # fmt: skip
    parser.add_argument(
        "--format", choices=["text", "concise", "json", "github"], default="text",
        help="how errors and warnings are printed (default: text)",
    )  # fmt: skip
    parser.add_argument(
        "--json", action="store_const", const="json", dest="format",
        help="print the answer as JSON, as with --format json",
    )  # fmt: skip
    parser.add_argument("--fix", action="store_true", help="apply unambiguous fixes")


def fmt(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `fmt`."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE",
        help="a .rules file; a folder, for all such files in it and below; or - for standard input",
    )  # fmt: skip
    parser.add_argument(
        "--check", action="store_true", help="change nothing; only report what would change"
    )


def test(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `test`."""
    add_variant(parser)
    _add_rounds(parser, None, "100, or fewer where rounds are long")
    parser.add_argument(
        "--scope", type=_states, default=10_000, metavar="N",
        help="states to explore on small tile sets, for each number of players; 0 for none"
        " (default: 10000)",
    )  # fmt: skip
    parser.add_argument("--seconds", action="store_true", help="report how long each part took")
    parser.add_argument("--replay", metavar="LINE", help="replay a failure from its position")
    add_set(parser)
    add_seed(parser)
    add_json(parser)


def show(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `show`."""
    add_variant(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--python", action="store_true", help="print the generated functions")
    form.add_argument(
        "--clauses", action="store_true", help="print all clauses, including inherited ones"
    )
    form.add_argument(
        "--analysis",
        action="store_true",
        help="add what follows from the rules, such as how long a round can be",
    )
    parser.add_argument(
        "--html",
        metavar="FILE",
        help="write the rule sheet to FILE as a printable page, with a picture of a round; - prints"
        " the page",
    )
    add_set(parser)
    add_language(parser)
    add_json(parser)


def diff(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `diff`."""
    add_variant(parser, "first")
    add_variant(parser, "second")
    _add_rounds(parser, 1000, "1000")
    add_seed(parser)
    add_json(parser)


def explain(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `explain`."""
    parser.add_argument(
        "words",
        nargs="*",
        metavar="CODE|WORD",
        help="an error code or a word; without one, list all",
    )
    add_json(parser)


def games(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `games`."""
    add_language(parser)
    add_json(parser)


def lsp(_: argparse.ArgumentParser) -> None:
    """The command `lsp` takes no arguments."""


def _add_rounds(parser: argparse.ArgumentParser, usual: int | None, words: str) -> None:
    parser.add_argument(
        "--rounds", type=count, default=usual, metavar="N",
        help=f"random rounds for each number of players (default: {words})",
    )  # fmt: skip


def _states(text: str) -> int:
    return whole(text, 0, 10**9)
