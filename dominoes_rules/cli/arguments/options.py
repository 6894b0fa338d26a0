"""What the arguments of several commands share: options, and kinds of numbers."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

from dominoes_lang.text.option_fields import field_of, options_of

VARIANT_HELP = "a variant's name or a .rules file, with /N for N players: block, house.rules/3"


def add_options(parser: argparse._ActionsContainer, owner: type, names: str = "") -> None:
    """Add the options of a class, by the names of their fields; without names, all that are left.

    See `option_fields.option`.
    """
    added = {action.dest for action in parser._actions}
    for name in names.split() or [name for name in options_of(owner) if name not in added]:
        field = field_of(owner, name)
        shown: dict[str, Any] = {**field.metadata, "dest": name}
        flag = shown.pop("flag", name.replace("_", "-"))
        if "type" in shown:
            shown["type"] = KINDS[shown["type"]]
        if field.default is True:
            shown |= {"choices": ["on", "off"], "default": "on"}
        elif field.default is False and "type" not in shown:
            shown["action"] = "store_true"
        else:
            shown["default"] = field.default
        parser.add_argument(f"--{flag}", **shown)


def given(args: argparse.Namespace, owner: type) -> dict[str, Any]:
    """What was typed for the options of a class, by the names of their fields."""
    typed = {name: getattr(args, name) for name in options_of(owner) if hasattr(args, name)}
    return {
        name: value == "on" if field_of(owner, name).default is True else value
        for name, value in typed.items()
    }


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


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add `--language`."""
    parser.add_argument(
        "--language", metavar="CODE",
        help="the language of players, such as en (default: in a terminal that of LANGUAGE, LC_ALL,"
        " LC_MESSAGES or LANG if it is there; otherwise English)",
    )  # fmt: skip


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
    # Imported here: most commands on rules have no use for it.
    from dominoes_solver.pimc.search_options import SearchOptions

    add_options(parser, SearchOptions, "seed")


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


def bounds(text: str) -> tuple[float, float]:
    """Two numbers of points, the lower first."""
    low, _, high = text.partition(",")
    try:
        points = float(low), float(high)
    except ValueError:
        points = 0.0, 0.0
    if not -1000 < points[0] < points[1] < 1000:
        raise argparse.ArgumentTypeError(
            f"must be two numbers of points, the lower first, such as 0,0.5, not {text!r}"
        )
    return points


KINDS: Mapping[str, Callable[[str], object]] = {
    "count": count,
    "rounds": lambda text: whole(text, 1, 2_000_000),
    "processes": processes,
    "jobs": _jobs,
    "seed": seed,
    "seconds": seconds,
    "bounds": bounds,
    "path": Path,
}
"""What reads the value of an option, by its `type`."""
