"""The arguments of `stats`."""

from __future__ import annotations

import argparse

from dominoes_rules.cli.arguments.options import (
    VARIANT_HELP,
    add_json,
    add_options,
    add_set,
    add_variant,
)
from dominoes_rules.statistics.stats_options import StatsOptions


def stats(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `stats`."""
    add_variant(parser)
    parser.add_argument(
        "second", metavar="VARIANT", nargs="?", default=None,
        help=f"another game, whose figures are shown beside the first: {VARIANT_HELP}",
    )  # fmt: skip
    add_options(parser, StatsOptions, "by")
    add_options(parser.add_mutually_exclusive_group(), StatsOptions, "time rounds")
    add_set(parser)
    add_options(parser, StatsOptions)
    parser.add_argument(
        "--skill",
        action="store_true",
        help="also play duplicate deals of `strong` against `essay`, which takes a minute",
    )
    parser.add_argument(
        "--plot", metavar="FILE.svg", help="draw length, points, rounds a match, and awards"
    )
    add_json(parser)
