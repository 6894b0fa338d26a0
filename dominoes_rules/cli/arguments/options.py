"""What the arguments of several commands share: options, and kinds of numbers."""

from __future__ import annotations

import argparse
from typing import Literal

VARIANT_HELP = "a variant's name or a .rules file, with /N for N players: block, house.rules/3"


def add_command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, summary: str
) -> argparse.ArgumentParser:
    """Add a command, whose own help begins with its summary."""
    about = f"{summary[0].upper()}{summary[1:]}."
    return commands.add_parser(name, help=summary, description=about, allow_abbrev=False)


def add_variant(parser: argparse.ArgumentParser, name: str = "variant") -> None:
    """Add a variant."""
    parser.add_argument(name, metavar="VARIANT", help=VARIANT_HELP)


def add_characters(parser: argparse.ArgumentParser) -> None:
    """Add `--ascii` and `--tiles`."""
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--ascii", action="store_true", help="draw tiles in ASCII (the default)")
    how.add_argument(
        "--tiles", action="store_true",
        help="draw tiles as Unicode domino characters, which not every font has",
    )  # fmt: skip


def add_model(parser: argparse.ArgumentParser) -> None:
    """Add `--model` and `--force`."""
    parser.add_argument(
        "--model", metavar="MODEL",
        help="how worlds are weighted: `counted`, all equally; `choices`, by the others' choices;"
        " or by a file with a model of choices (default: choices, if the rules have a model)",
    )  # fmt: skip
    parser.add_argument(
        "--force", action="store_true", help="use a model even if it was made for other rules"
    )


def add_types(parser: argparse.ArgumentParser) -> None:
    """Add `--types`."""
    parser.add_argument(
        "--types", metavar="FILE",
        help="learn how each seat plays from earlier rounds: a match saved by `play`, or a file of"
        " records, one per line; `off` for none (default: off)",
    )  # fmt: skip


def add_set(parser: argparse.ArgumentParser) -> None:
    """Add `--set`."""
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", dest="parameters",
        help="set a parameter of the rules; repeat for several parameters",
    )  # fmt: skip


def add_seed(parser: argparse.ArgumentParser) -> None:
    """Add `--seed`."""
    parser.add_argument(
        "--seed", type=seed, default=0, metavar="N",
        help="the same seed gives the same answer (default: 0)",
    )  # fmt: skip


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Add `--jobs`."""
    parser.add_argument(
        "--jobs", type=_jobs, default=1, metavar="N",
        help="share the work among N processes, or with `auto` one for each core (default: 1);"
        " the answer is the same",
    )  # fmt: skip


def add_serving(parser: argparse.ArgumentParser, port: int) -> None:
    """Add `--host`, `--port`, `--workers` and `--verbose`."""
    parser.add_argument(
        "--host", default="127.0.0.1",
        help="the address to listen on (default: 127.0.0.1, for this machine only); 0.0.0.0 for"
        " every network of this machine",
    )  # fmt: skip
    parser.add_argument(
        "--port", type=lambda text: whole(text, 0, 65_535), default=port, metavar="N",
        help=f"the port (default: {port}); 0 for any free port",
    )  # fmt: skip
    parser.add_argument(
        "--workers", type=processes, default=1, metavar="N",
        help="the number of processes in which bots think (default: 1)",
    )  # fmt: skip
    parser.add_argument("--verbose", action="store_true", help="log in detail")


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add `--json`."""
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")


def whole(text: str, least: int, most: int) -> int:
    """An integer in a range. Raises `argparse.ArgumentTypeError`, as all of these do."""
    digits = text.isascii() and text.isdigit() and len(text) < 200
    if not digits or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(
            f"must be an integer from {least} to {most:,}, not {text!r}"
        )
    return int(text)


def count(text: str) -> int:
    """How many of something, at least one."""
    return whole(text, 1, 10**9)


def processes(text: str) -> int:
    """How many processes share the work."""
    return whole(text, 1, 1_000)


def _jobs(text: str) -> int | Literal["auto"]:
    if text == "auto":
        return "auto"
    try:
        return processes(text)
    except argparse.ArgumentTypeError as error:
        raise argparse.ArgumentTypeError(f"{error}, or `auto`") from None


def seed(text: str) -> int:
    """A seed, as the solver takes one."""
    return whole(text, 0, 2**63 - 1)


def seconds(text: str) -> float:
    """A time above 0."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e7:
        raise argparse.ArgumentTypeError(f"must be a number of seconds above 0, not {text!r}")
    return seconds
