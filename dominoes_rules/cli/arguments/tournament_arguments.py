"""The arguments of `tournament`."""

from __future__ import annotations

import argparse

from dominoes_rules.cli.arguments.options import (
    VARIANT_HELP,
    add_json,
    add_seed,
    add_set,
    count,
    seconds,
)


def tournament(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tournament`."""
    parser.add_argument(
        "bots", nargs="+", metavar="BOT",
        help="a bot by name and options, such as solver:worlds=50 (docs/bots.md); two or more",
    )  # fmt: skip
    parser.add_argument(
        "--variant", default="block", metavar="V", help=f"{VARIANT_HELP} (default: block)"
    )
    parser.add_argument(
        "--deals", type=count, default=1000, metavar="N",
        help="deals, each played in every seating (default: 1000)",
    )  # fmt: skip
    add_set(parser)
    add_seed(parser)
    parser.add_argument(
        "--jobs", type=count, default=1, metavar="N",
        help="share the work among N processes (default: 1); the results are the same",
    )  # fmt: skip
    parser.add_argument(
        "--cluster", metavar="ADDRESS",
        help="let a Dask cluster play: its scheduler's address, tcp://HOST:PORT",
    )  # fmt: skip
    kept = parser.add_mutually_exclusive_group()
    kept.add_argument(
        "--out", metavar="FILE", help="keep every deal in a new file once it is played"
    )
    kept.add_argument("--resume", metavar="FILE", help="play the deals that such a file lacks")
    parser.add_argument(
        "--sprt", nargs="?", const="0,0.5", metavar="LOW,HIGH", type=_bounds,
        help="stop when it is clear which of these the lead of the first bot is, in points a deal"
        " (default: 0,0.5)",
    )  # fmt: skip
    parser.add_argument(
        "--streams", choices=["common", "independent"], default="common",
        help="random numbers by seat and turn, or new ones in every game (default: common)",
    )  # fmt: skip
    parser.add_argument(
        "--move-time", type=seconds, default=10.0, metavar="S",
        help="seconds that a program of your own may take for a move (default: 10)",
    )  # fmt: skip
    parser.add_argument(
        "--rounds-a-match", type=count, default=1, metavar="N",
        help="so many deals in a row are a match, in which bots learn how the others play"
        " (default: 1)",
    )  # fmt: skip
    parser.add_argument(
        "--types", choices=["on", "off"], default="on",
        help="whether they learn that (default: on)",
    )  # fmt: skip
    parser.add_argument("--plot", metavar="FILE.svg", help="draw the points with their intervals")
    add_json(parser)


def _bounds(text: str) -> tuple[float, float]:
    low, _, high = text.partition(",")
    try:
        found = float(low), float(high)
    except ValueError:
        found = 0.0, 0.0
    if not -1000 < found[0] < found[1] < 1000:
        raise argparse.ArgumentTypeError(
            f"must be two numbers of points, the lower first, such as 0,0.5, not {text!r}"
        )
    return found
