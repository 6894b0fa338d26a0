"""A server from its start to its end, as one coroutine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path

from dominoes_lang.text.option_fields import taking_fields_of
from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.bots import bot
from dominoes_rules.bots.deciding import expect_right_file
from dominoes_rules.bots.levels import STAND_IN
from dominoes_rules.server.bot_workers import BotWorkers
from dominoes_rules.server.limits import Limits
from dominoes_rules.server.offered_games import OfferedGame, games_of
from dominoes_rules.server.serve_options import ServeOptions
from dominoes_rules.server.serving import Server
from dominoes_rules.server.storage.keeping import Keeper
from dominoes_rules.server.storage.results import Results


@taking_fields_of(ServeOptions)
async def serve(options: ServeOptions) -> None:
    """Serve Domohnoes and other games until cancelled, or until `Server.stop` is called.

    games: rulesets, names of bundled variants, or paths of rules files.
    port: 0 for any free port.
    db, records: the file of standings, and the folder for the records of all rounds.
    fill, after: the bot that takes empty seats, and after how many seconds.
    absent: whether a bot plays for absent players, or their side forfeits the set.
    workers: the number of processes for bots.
    started: called with the server before it listens; its `stop` lets running rounds end.
    listening: called with address and port, once clients can connect.

    If cancelled, it writes unfinished rounds to disk. Raises `RulesError`, `ArgumentError` and
    `UnfitModel` for games or a bot that can't be served, `StandingsError` for a file without
    standings, `OSError` for a folder that can't be written, and `ArgumentError` if it can't listen.
    """
    served = games_of(options.games)
    bot_name = None if options.fill is None else _bot_of(options.fill, served)
    keeper = Keeper(Results(Path(options.db)), Path(options.records))
    try:
        thinker = BotWorkers(options.workers)
        server = Server(
            served,
            keeper,
            thinker,
            options.limits or Limits(),
            fill=bot_name,
            after=options.after,
            stand_in=(bot_name or STAND_IN) if options.absent == "bot" else None,
        )
        options.started(server)
        try:
            await _run(server, options.host, options.port, options.listening)
        finally:
            await thinker.close()
    finally:
        keeper.close()


async def _run(server: Server, host: str, port: int, listening: Callable[[str, int], None]) -> None:
    """Run a server; cancelled, stop it at once and wait until it has put everything on disk."""
    running = asyncio.ensure_future(server.run(host, port, listening))
    try:
        await asyncio.shield(running)
    except asyncio.CancelledError:
        server.stop()
        server.stop()
        await running
        raise
    except ExceptionGroup as group:
        if (refusals := group.subgroup((OSError, UnicodeError))) is None:
            raise
        error: Exception = refusals
        while isinstance(error, ExceptionGroup):
            error = error.exceptions[0]
        reason = getattr(error, "strerror", None) or str(error)
        shown = f"{short(host)}, port {port}"
        raise ArgumentError(f"the server can't listen on {shown}: {reason}") from None


def _bot_of(text: str, games: Mapping[str, OfferedGame]) -> str:
    """The canonical name of a bot. Raises `ArgumentError` for one that may not play here.

    It also raises `UnfitModel` if the bot names a file that is made for none of the games.
    """
    offered = bot(text)
    if offered.cheats:
        raise ArgumentError(f"--fill {short(text)}: this bot cheats: it sees the others' hands")
    setups = (game.compiled(n).setup for game in games.values() for n in game.ruleset.players)
    expect_right_file(offered, setups)
    return offered.name
