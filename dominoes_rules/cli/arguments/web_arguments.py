"""The arguments of `web`."""

from __future__ import annotations

import argparse
from pathlib import Path

from dominoes_rules.cli.arguments.options import add_serving, whole
from dominoes_rules.web import LONGEST_THINK


def web(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `web`."""
    add_serving(parser, 8042)
    parser.add_argument(
        "--name", action="append", default=[], metavar="NAME",
        help="a name by which browsers reach this server, for instance behind a proxy; repeat for"
        " several",
    )  # fmt: skip
    parser.add_argument(
        "--rules", action="append", default=[], type=Path, metavar="FILE",
        help="a .rules file to offer as a game; repeat for several",
    )  # fmt: skip
    parser.add_argument(
        "--no-auto", action="store_true",
        help="let players pass and draw themselves, even if nothing else is possible",
    )  # fmt: skip
    parser.add_argument(
        "--think", type=lambda text: whole(text, 0, LONGEST_THINK), default=0, metavar="S",
        help="seconds for a move, after which a bot makes it (default: 0, no limit)",
    )  # fmt: skip
    parser.add_argument(
        "--tables", type=Path, default=None, metavar="DIR",
        help="the folder for saved tables (default: in the user's data folder)",
    )  # fmt: skip
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")
