"""The arguments of `tournament`."""

from __future__ import annotations

import argparse

from dominoes_rules.cli.arguments.options import (
    VARIANT_HELP,
    add_json,
    add_seed,
    add_set,
    count,
    processes,
    seconds,
)


def tournament(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tournament`."""
    parser.add_argument(
        "bots", nargs="+", metavar="BOT",
        help="two or more bots, with options, such as solver:worlds=50 (docs/bots.md)",
    )  # fmt: skip
    parser.add_argument(
        "--variant", default="block", metavar="V", help=f"{VARIANT_HELP} (default: block)"
    )
    parser.add_argument(
        "--deals", type=count, default=1000, metavar="N",
        help="the number of deals, each played in every seating (default: 1000)",
    )  # fmt: skip
    add_set(parser)
    add_seed(parser)
    parser.add_argument(
        "--jobs", type=processes, default=1, metavar="N",
        help="share the work among N processes (default: 1); the results are the same",
    )  # fmt: skip
    parser.add_argument(
        "--cluster", metavar="ADDRESS",
        help="let a Dask cluster play; ADDRESS is its scheduler's, tcp://HOST:PORT",
    )  # fmt: skip
    kept = parser.add_mutually_exclusive_group()
    kept.add_argument(
        "--out", metavar="FILE", help="save every deal to a new file as soon as it is played"
    )
    kept.add_argument(
        "--resume", metavar="FILE", help="play the deals that are missing from a file of --out"
    )
    parser.add_argument(
        "--sprt", nargs="?", const="0,0.5", metavar="LOW,HIGH", type=_bounds,
        help="stop when it is clear which of these two leads the first bot has, in points per deal"
        " (default: 0,0.5)",
    )  # fmt: skip
    parser.add_argument(
        "--streams", choices=["common", "independent"], default="common",
        help="the same random numbers for each seat and turn, or new ones in every game"
        " (default: common)",
    )  # fmt: skip
    parser.add_argument(
        "--move-time", type=seconds, default=10.0, metavar="S",
        help="seconds that your own program may take for a move (default: 10)",
    )  # fmt: skip
    parser.add_argument(
        "--rounds-a-match", type=count, default=1, metavar="N",
        help="deals in a row that form a match, in which bots learn how the others play"
        " (default: 1)",
    )  # fmt: skip
    parser.add_argument(
        "--types", choices=["on", "off"], default="on",
        help="whether bots learn how the others play (default: on)",
    )  # fmt: skip
    parser.add_argument(
        "--plot", metavar="FILE.svg", help="draw the points and their confidence intervals"
    )
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
