"""The arguments of `web`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from dominoes_rules.cli.arguments.options import add_serving, whole
from dominoes_rules.tables import LONGEST_THINK

if TYPE_CHECKING:
    from dominoes_rules.web.http.proxies import Proxy


def web(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `web`."""
    add_serving(parser, 8042)
    parser.add_argument(
        "--name", action="append", default=[], metavar="NAME",
        help="a name by which browsers reach this server, for instance behind a proxy; repeat for"
        " several",
    )  # fmt: skip
    parser.add_argument(
        "--proxy", action="append", default=[], type=_proxy, metavar="ADDRESS[=HEADER]",
        help="believe what this proxy, or network of proxies, says of its visitors in"
        " X-Forwarded-For (or HEADER) and X-Forwarded-Proto; repeat for several",
    )  # fmt: skip
    parser.add_argument(
        "--root-path", default="", type=_root_path, metavar="PATH",
        help="the path of all pages behind a proxy, such as /dominoes",
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
    parser.add_argument(
        "--language", type=_language, default="en", metavar="CODE",
        help="the language of pages whose browser asks for none that is there, such as en"
        " (default: en)",
    )  # fmt: skip
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")


def _proxy(text: str) -> Proxy:
    """A proxy that is believed. Raises `argparse.ArgumentTypeError`."""
    from dominoes_rules.web.http.proxies import Proxy  # not for every command

    try:
        return Proxy.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"must be an address, not {text!r}: {error}") from None


def _language(text: str) -> str:
    """The code of a language of players. Raises `argparse.ArgumentTypeError`."""
    from dominoes_rules.speech.speech import offered  # not for every command

    if text not in offered():
        raise argparse.ArgumentTypeError(f"must be one of {', '.join(offered())}, not {text!r}")
    return text


def _root_path(text: str) -> str:
    """A path prefix. Raises `argparse.ArgumentTypeError`."""
    from dominoes_rules.web.http.root_path import root_path_of

    try:
        return root_path_of(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
