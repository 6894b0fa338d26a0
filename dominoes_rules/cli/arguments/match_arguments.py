"""The arguments of the commands that work on matches."""

from __future__ import annotations

import argparse

from dominoes_rules.cli.arguments.options import (
    VARIANT_HELP,
    add_characters,
    add_jobs,
    add_json,
    add_model,
    add_seed,
    add_set,
    count,
    seed,
)


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
    parser.add_argument(
        "--seat", metavar="A",
        help="the seat to review (default: the first person's in a match, otherwise A)",
    )  # fmt: skip
    parser.add_argument(
        "--worlds", type=count, metavar="N",
        help="search this many worlds for each decision (default: until the best move is clear)",
    )  # fmt: skip
    parser.add_argument(
        "--html", metavar="FILE",
        help="also write a page to FILE, with the board at each mistake; - prints only the page",
    )  # fmt: skip
    add_model(parser)
    parser.add_argument(
        "--types", choices=["on", "off"], default="on",
        help="whether to learn from earlier rounds how the others play (default: on)",
    )  # fmt: skip
    add_seed(parser)
    add_jobs(parser)
    add_json(parser)
