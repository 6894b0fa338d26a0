"""The arguments of the commands that work on a position."""

from __future__ import annotations

import argparse

from dominoes_rules.cli.arguments.options import (
    add_characters,
    add_json,
    add_options,
    add_seed,
    add_types,
    count,
    seconds,
    whole,
)
from dominoes_rules.solving.solve_options import SolveOptions

POSITION_HELP = (
    "a position as text (docs/positions.md), a file that contains one, or - for standard input"
)


def worlds(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `worlds`."""
    _add_position(parser)
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--list", action="store_true", help="list every world, one record per line")
    group.add_argument(
        "--sample", type=count, metavar="N", help="draw N worlds uniformly at random"
    )
    group.add_argument(
        "--if", dest="question", metavar="CONDITION",
        help="find the probability of a condition, for instance 'B holds [6|4] and D holds no 5';"
        " conditions that compare hidden hands are sampled if there are more than 200,000 worlds",
    )  # fmt: skip
    _add_given(parser)
    add_options(parser, SolveOptions, "model force")
    add_types(parser)
    add_seed(parser)
    add_json(parser)


def solve(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `solve`."""
    _add_position(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--worlds", type=count, metavar="N", help="search this many worlds")
    how.add_argument("--exact", action="store_true", help="search all worlds")
    how.add_argument(
        "--train", action="store_true",
        help="search no world: show the longest chain of your hand from each open end of the"
        " trains, and the one that leaves the lightest rest",
    )  # fmt: skip
    add_options(parser, SolveOptions, "only all_moves why")
    parser.add_argument(
        "--world", type=_world, metavar="K",
        help="show the best line of play in world K, numbered as in `worlds --list`",
    )  # fmt: skip
    _add_given(parser)
    add_options(parser, SolveOptions, "model force")
    add_types(parser)
    add_options(parser, SolveOptions, "worth")
    parser.add_argument("--time", type=seconds, metavar="S", help="stop after this many seconds")
    add_options(parser, SolveOptions)
    parser.add_argument(
        "--details", action="store_true",
        help="also show the time, the engine, the model in full, the strongest clue and how to"
        " repeat an answer that was stopped early",
    )  # fmt: skip
    add_json(parser)


def draw(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `draw`."""
    _add_position(parser)
    parser.add_argument(
        "--svg", metavar="FILE", help="write a picture to FILE instead; - prints it"
    )
    parser.add_argument(
        "--html", metavar="FILE", help="write a page with the picture to FILE; - prints it"
    )
    parser.add_argument(
        "--width", type=_columns, metavar="N",
        help="the width of the line of tiles in columns, two for half a tile"
        " (default: the terminal's; 60 for a picture)",
    )  # fmt: skip
    add_characters(parser)
    add_json(parser)


def perft(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `perft`."""
    _add_position(parser)
    parser.add_argument("depth", type=_depth, metavar="DEPTH", help="the number of actions")
    add_json(parser)


def _add_position(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("position", nargs="+", metavar="POSITION", help=POSITION_HELP)


def _add_given(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--given", action="append", default=[], metavar="CONDITION",
        help="assume something about the hidden hands; repeat for several conditions;"
        " one that compares hidden hands needs at most 200,000 worlds",
    )  # fmt: skip


def _world(text: str) -> int:
    """A number as large as there may be worlds."""
    return whole(text, 1, 10**99)


def _columns(text: str) -> int:
    return whole(text, 20, 1000)


def _depth(text: str) -> int:
    return whole(text, 1, 1000)


def warm(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `warm`."""
    parser.add_argument(
        "games", nargs="*", metavar="VARIANT",
        help="compile only what these games need: names or files, with /N for N players; without"
        " one, all of it",
    )  # fmt: skip
