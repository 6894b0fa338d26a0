"""The arguments of `serve`, `join` and `standings`."""

from __future__ import annotations

import argparse

from dominoes_rules.cli.arguments.options import (
    add_json,
    add_options,
    add_seed,
    add_serving,
    count,
    seconds,
)
from dominoes_rules.server.limits import Limits
from dominoes_rules.server.serve_options import ServeOptions


def serve(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `serve`."""
    add_serving(parser, 54147)
    parser.add_argument(
        "--variant", action="append", default=[], metavar="V", dest="variants",
        help="a variant's name or a .rules file that clients may play as dominoes-rules.NAME;"
        " repeat for several",
    )  # fmt: skip
    add_options(parser, ServeOptions, "fill")
    parser.add_argument(
        "--after", type=seconds, default=None, metavar="S",
        help="with --fill, the seconds before a bot takes an empty seat (default: 10)",
    )  # fmt: skip
    add_options(parser, ServeOptions)
    add_options(parser.add_argument_group("limits"), Limits)


def join(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `join`."""
    parser.add_argument("server", metavar="HOST[:PORT]", help="the server (default port: 54147)")
    parser.add_argument("--nick", required=True, metavar="X", help="the name to play under")
    player = parser.add_mutually_exclusive_group(required=True)
    player.add_argument("--bot", metavar="B", help="let a bot play, for instance heaviest")
    player.add_argument("--person", action="store_true", help="play in this terminal")
    parser.add_argument(
        "--tiles", action="store_true",
        help="with --person, draw tiles as Unicode domino characters",
    )  # fmt: skip
    parser.add_argument(
        "--variant", default=None, metavar="V",
        help="the variant to play, which the server must offer, with /N for N players"
        " (default: Domohnoes)",
    )  # fmt: skip
    parser.add_argument(
        "--min-players", type=count, default=None, metavar="N",
        help="players at the table (default: as few as the variant allows)",
    )  # fmt: skip
    parser.add_argument(
        "--rounds", type=count, default=1, metavar="N",
        help="rounds in the set, if you are the last to join (default: 1)",
    )  # fmt: skip
    add_seed(parser)
    add_json(parser)


def standings(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `standings`."""
    add_options(parser, ServeOptions, "db")
    add_json(parser)
