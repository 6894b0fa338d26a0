"""`serve`: a server of Domohnoes and other variants."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import signal
import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from ipaddress import ip_address

from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.cli.arguments.options import given
from dominoes_rules.cli.common import ruleset_and_seats
from dominoes_rules.cli.main import FINE, STOPPED
from dominoes_rules.server.limits import Limits
from dominoes_rules.server.offered_games import OfferedGame
from dominoes_rules.server.serve_options import SECONDS_TO_FILL, ServeOptions
from dominoes_rules.server.service import serve
from dominoes_rules.server.serving import Server

SPARE_FILES = 64
"""Files that the server opens for itself: records, standings, pipes to bots."""


def run(args: argparse.Namespace) -> int:
    """Serve until SIGTERM or Ctrl-C."""
    if args.after is not None and args.fill is None:
        raise ArgumentError("--after sets when a bot takes an empty seat: add --fill BOT")
    limits = _limits_of(args)
    logging.basicConfig(
        stream=sys.stderr,
        level=logging.DEBUG if args.verbose else logging.INFO,
        format="%(asctime)s %(levelname)s %(message)s",
    )
    logging.getLogger("asyncio").setLevel(logging.WARNING)
    games: dict[str, OfferedGame] = {}
    signals: list[int] = []

    def started(server: Server) -> None:
        games.update(server.games)
        _listen_for_signals(server, signals)

    asyncio.run(
        serve(
            map(_offered, args.variants),
            host=args.host,
            port=args.port,
            after=args.after or SECONDS_TO_FILL,
            workers=args.workers,
            **given(args, ServeOptions),
            limits=limits,
            started=started,
            listening=partial(_announce, games),
        )
    )
    return STOPPED if signal.SIGINT in signals else FINE


def _offered(word: str) -> Ruleset:
    """The rules of `--variant`. Raises `ArgumentError` for those with a number of players."""
    ruleset, seats = ruleset_and_seats(word)
    if seats is not None:
        name = word.rpartition("/")[0]
        raise ArgumentError(
            f"--variant {short(word)}: each client asks for its number of players; "
            f"write --variant {short(name)}"
        )
    return ruleset


def _limits_of(args: argparse.Namespace) -> Limits:
    limits = Limits(**given(args, Limits))
    files = _raise_open_files(limits.connections + SPARE_FILES)
    if files >= limits.connections + SPARE_FILES:
        return limits
    return replace(limits, connections=max(1, files - SPARE_FILES))


def _raise_open_files(wanted: int) -> int:
    """Let this process open so many files, as far as the system allows; how many it may open."""
    try:
        import resource
    except ImportError:  # not on Windows, where this is no matter of limits
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


def _listen_for_signals(server: Server, came: list[int]) -> None:
    """Stop the server at SIGTERM and at Ctrl-C, at once the second time; note what came."""

    def stop(number: int) -> None:
        came.append(number)
        if len(came) == 1:
            logging.info(
                "stopping: running rounds have %g s to end; a second signal stops at once",
                server.limits.grace,
            )
        server.stop()

    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # on Windows
            asyncio.get_running_loop().add_signal_handler(number, stop, number)


def _announce(games: Mapping[str, OfferedGame], host: str, port: int) -> None:
    """Say where clients may connect, so that a program that has begun the server can read it."""
    shown = f"[{host}]" if ":" in host else host
    print(f"serving {', '.join(games)} on {shown}:{port}", flush=True)
    if not ip_address(host.partition("%")[0]).is_loopback:
        logging.warning(
            "%s can be reached from other machines: nothing is encrypted, and there are no "
            "passwords",
            shown,
        )
