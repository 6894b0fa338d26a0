"""The arguments of the commands that work on matches."""

from __future__ import annotations

import argparse

from dominoes_rules.cli.arguments.options import (
    VARIANT_HELP,
    add_characters,
    add_json,
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
    parser.add_argument(
        "--plain", action="store_true", help="use no colours, and never change a printed line"
    )


def review(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `review`."""
    parser.add_argument(
        "record", nargs="+", metavar="FILE.match|RECORD",
        help="a match saved by `play`, or the record of a round with all hands shown",
    )  # fmt: skip
    add_options(parser, ReviewOptions, "seat worlds")
    parser.add_argument(
        "--html", metavar="FILE",
        help="also write a page to FILE, with the board at each mistake; - prints only the page",
    )  # fmt: skip
    add_options(parser, ReviewOptions)
    add_json(parser)
