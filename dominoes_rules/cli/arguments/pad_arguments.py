"""The arguments of `pad`."""

from __future__ import annotations

import argparse

from dominoes_rules.cli.arguments.options import VARIANT_HELP, add_set


def pad(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `pad`."""
    parser.add_argument("variant", nargs="?", metavar="VARIANT", help=VARIANT_HELP)
    parser.add_argument(
        "--name", action="append", default=[], metavar="A=NAME", dest="names",
        help="name the player in a seat; repeat for several players",
    )  # fmt: skip
    add_set(parser)
    parser.add_argument(
        "--language", metavar="CODE", help="the language of questions, answers and score sheets"
    )
    parser.add_argument(
        "--file", metavar="FILE",
        help="save the pad to FILE after every answer, and continue it if FILE has one",
    )  # fmt: skip
    parser.add_argument(
        "--print", metavar="FILE", dest="printed",
        help="write an empty score sheet to FILE, a page to print, and ask nothing; - prints it",
    )  # fmt: skip
