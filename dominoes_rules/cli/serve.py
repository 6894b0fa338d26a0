"""`serve`: a server of Domohnoes and other variants."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import signal
import sys
from collections.abc import Mapping
from dataclasses import fields, replace
from functools import partial
from ipaddress import ip_address

from dominoes_lang.text.exceptions import ArgumentError
from dominoes_lang.text.quoting import short
from dominoes_rules.bots import bot
from dominoes_rules.cli.main import FINE, STOPPED
from dominoes_rules.server.bot_workers import BotWorkers
from dominoes_rules.server.games import Game, games_of
from dominoes_rules.server.keeping import Keeper
from dominoes_rules.server.limits import Limits
from dominoes_rules.server.results import Results
from dominoes_rules.server.serving import Server

AFTER = 10.0
"""Seconds that a table waits for players before bots come."""
STAND_IN = "heaviest"
"""The bot that takes the seat of a player who has gone, where no other bot is at hand."""
SPARE_FILES = 64
"""Files that the server opens for itself: records, standings, pipes to bots."""


def run(args: argparse.Namespace) -> int:
    """Serve until SIGTERM or Ctrl-C."""
    if args.after is not None and args.fill is None:
        raise ArgumentError("--after says when a bot comes to the table: add --fill BOT")
    fill = None if args.fill is None else _bot_of(args.fill)
    games = games_of(args.variants)
    limits = _limits_of(args)
    keeper = Keeper(Results(args.db), args.records)
    logging.basicConfig(
        stream=sys.stderr,
        level=logging.DEBUG if args.verbose else logging.INFO,
        format="%(asctime)s %(levelname)s %(message)s",
    )
    logging.getLogger("asyncio").setLevel(logging.WARNING)
    rulesets = [game.ruleset for game in games.values()]

    async def serve() -> bool:
        workers = BotWorkers(rulesets, args.workers)
        server = Server(
            games,
            keeper,
            workers,
            limits,
            fill=fill,
            after=args.after or AFTER,
            stand_in=(fill or STAND_IN) if args.absent == "bot" else None,
        )
        signals = _listen_for_signals(server)
        try:
            await server.run(args.host, args.port, partial(_announce, games))
        finally:
            await workers.close()
        return signal.SIGINT in signals

    try:
        interrupted = asyncio.run(serve())
    except* OSError as group:
        (error, *_) = group.exceptions
        reason = getattr(error, "strerror", None) or str(error)
        shown = f"{short(args.host)}, port {args.port}"
        raise ArgumentError(f"the server can't listen on {shown}: {reason}") from None
    finally:
        keeper.close()
    return STOPPED if interrupted else FINE


def _bot_of(text: str) -> str:
    """The canonical name of a bot. Raises `ArgumentError` for one that may not play here."""
    found = bot(text)
    if found.cheats:
        raise ArgumentError(f"--fill {short(text)}: this bot looks at the others' hands")
    return found.name


def _limits_of(args: argparse.Namespace) -> Limits:
    limits = Limits(**{field.name: getattr(args, field.name) for field in fields(Limits)})
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


def _listen_for_signals(server: Server) -> list[int]:
    """Stop the server at SIGTERM and at Ctrl-C, at once the second time; the signals that came."""
    came: list[int] = []

    def stop(number: int) -> None:
        came.append(number)
        if len(came) == 1:
            logging.info(
                "stopping: rounds have %g s to end; once more to stop at once", server.limits.grace
            )
        server.stop()

    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # on Windows
            asyncio.get_running_loop().add_signal_handler(number, stop, number)
    return came


def _announce(games: Mapping[str, Game], host: str, port: int) -> None:
    """Say where clients may connect, so that a program that has begun the server can read it."""
    shown = f"[{host}]" if ":" in host else host
    print(f"serving {', '.join(games)} on {shown}:{port}", flush=True)
    if not ip_address(host.partition("%")[0]).is_loopback:
        logging.warning(
            "%s can be reached from other machines: nothing is encrypted, and nobody has to prove "
            "who they are",
            shown,
        )
