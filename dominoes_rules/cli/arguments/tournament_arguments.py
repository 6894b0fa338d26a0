"""The arguments of `tournament`."""

from __future__ import annotations

import argparse

from dominoes_rules.cli.arguments.options import VARIANT_HELP, add_json, add_options, add_set
from dominoes_rules.tournaments.tournament_options import TournamentOptions


def tournament(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tournament`."""
    parser.add_argument(
        "bots", nargs="+", metavar="BOT",
        help="two or more bots, with options, such as solver:worlds=50 (docs/bots.md)",
    )  # fmt: skip
    parser.add_argument(
        "--variant", default="block", metavar="V", help=f"{VARIANT_HELP} (default: block)"
    )
    add_options(parser.add_mutually_exclusive_group(), TournamentOptions, "deals matches")
    add_set(parser)
    add_options(parser, TournamentOptions, "seed jobs cluster")
    add_options(parser.add_mutually_exclusive_group(), TournamentOptions, "out resume")
    add_options(parser, TournamentOptions)
    parser.add_argument(
        "--plot", metavar="FILE.svg", help="draw the points and their confidence intervals"
    )
    add_json(parser)
