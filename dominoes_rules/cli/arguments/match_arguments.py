"""The arguments of the commands that work on matches."""

from __future__ import annotations

import argparse

from dominoes_rules.cli.arguments.options import (
    VARIANT_HELP,
    add_characters,
    add_command,
    add_json,
    add_language,
    add_options,
    add_set,
    seed,
)
from dominoes_rules.reviewing.review_options import ReviewOptions


def play(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `play`."""
    parser.add_argument("variant", nargs="?", metavar="VARIANT", help=VARIANT_HELP)
    parser.add_argument(
        "--seat", action="append", default=[], metavar="A[=NAME]", dest="seats",
        help="give a seat to a person, if you like with a name; several people share the screen"
        " (default: the first seat without a bot)",
    )  # fmt: skip
    parser.add_argument(
        "--bot", action="append", default=[], metavar="B=BOT", dest="bots",
        help="give a seat to a bot: beginner, casual, club, expert, master, or any other"
        " (docs/bots.md)",
    )  # fmt: skip
    add_set(parser)
    parser.add_argument(
        "--seed", type=seed, metavar="N",
        help="the seed of the deals and of the bots' random numbers (default: a new one each time)",
    )  # fmt: skip
    parser.add_argument(
        "--save", metavar="FILE", help="save the match to a new file, after every action"
    )
    parser.add_argument("--resume", metavar="FILE", help="continue a saved match")
    add_characters(parser)
    add_language(parser)
    parser.add_argument(
        "--plain", action="store_true", help="use no colours, and never change a printed line"
    )


def review(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `review`."""
    parser.add_argument(
        "record", nargs="+", metavar="FILE|RECORD",
        help="a match saved by `play`, a file of records, one per line, or the record of a round;"
        " a record shows all hands, or the round is over",
    )  # fmt: skip
    add_options(parser, ReviewOptions, "seat worlds")
    parser.add_argument(
        "--html", metavar="FILE",
        help="also write a page to FILE, with the board at each mistake; - prints only the page",
    )  # fmt: skip
    add_options(parser, ReviewOptions)
    add_json(parser)


def records(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `records`."""
    actions = parser.add_subparsers(
        dest="what", metavar="WHAT", required=True, help="what to do with a log"
    )
    importing = add_command(
        actions, "import", "read a plain log, one action a line, into records, one round a line"
    )
    importing.add_argument("log", metavar="FILE", help="the log (docs/records.md lists its forms)")
    importing.add_argument("--game", required=True, metavar="V", help=VARIANT_HELP)
    importing.add_argument(
        "-o", "--output", metavar="FILE",
        help="the file to write, which `review` reads (default: print the records)",
    )  # fmt: skip
    importing.add_argument("--force", action="store_true", help="overwrite an existing file")
    add_set(importing)
