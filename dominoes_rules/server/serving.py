"""The server: it listens, and gives each connection and each table a task of its own."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import traceback
from asyncio import FIRST_COMPLETED
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from secrets import randbits
from typing import Protocol

from dominoes_lang.text.quoting import short
from dominoes_rules.play.round import Round
from dominoes_rules.position.notation import Move
from dominoes_rules.server import dealing, frames, protocol
from dominoes_rules.server.connection import READ_AHEAD, Connection
from dominoes_rules.server.games import Game
from dominoes_rules.server.limits import Addresses, Limits, address_of
from dominoes_rules.server.lobby import Lobby, fill
from dominoes_rules.server.protocol import Refused, StartGame
from dominoes_rules.server.results import StandingsError
from dominoes_rules.server.seats import Seat
from dominoes_rules.server.table import Table

log = logging.getLogger(__name__)
BACKLOG = 1024
SEED_BITS = 128


class Keeper(Protocol):
    """Where finished rounds are put on disk."""

    async def keep(self, table: Table) -> None:
        """Put the round on disk that is over, or that nobody plays on; returns when it is there."""


class Thinker(Protocol):
    """Where bots think: never in the loop of the server."""

    async def move(self, bot: str, game: Round, seed: int, seconds: float, /) -> Move:
        """The move of a bot, which is legal."""


@dataclass(eq=False)
class Server:
    """A server of some games; `run` serves until `stop` is called."""

    games: Mapping[str, Game]
    keeper: Keeper
    thinker: Thinker
    limits: Limits = field(default_factory=Limits)
    fill: str | None = None
    """The bot that takes the empty places of a table."""
    after: float = 10.0
    """Seconds that a table waits before."""
    stand_in: str | None = "heaviest"
    deals: Callable[[int], dealing.Deals] = dealing.from_seed
    closing: bool = False

    def __post_init__(self) -> None:
        self._lobby = Lobby(self._open_table, self.limits.waiting_tables)
        self._addresses = Addresses(self.limits)
        self._connections: set[Connection] = set()
        self._playing: set[asyncio.Task[None]] = set()
        self._stop = asyncio.Event()
        self._hurry = asyncio.Event()

    # ------------------------------------------------------------------ from start to stop

    async def run(
        self, host: str, port: int, listening: Callable[[str, int], None] = lambda host, port: None
    ) -> None:
        """Serve until told to stop. Raises `OSError` where it can't listen.

        listening: told the address and the port, once clients may connect.
        """
        async with asyncio.TaskGroup() as self._tasks:
            listener = await asyncio.start_server(
                self._connected, host, port, backlog=BACKLOG, limit=READ_AHEAD
            )
            for socket in listener.sockets:
                listening(*socket.getsockname()[:2])
            await self._stop.wait()
            self.closing = True
            await _stop_listening(listener)
            for table in self._lobby:
                for seat in table.seats:
                    seat.allow(0)
            await self._end_rounds()
            for connection in self._connections:
                connection.allow(0)

    def stop(self) -> None:
        """Begin no new rounds, and stop when those that are running are over.

        Those that last longer than is granted them are put on disk as they are; so are all of them
        the second time that this is called.
        """
        (self._hurry if self._stop.is_set() else self._stop).set()

    async def _end_rounds(self) -> None:
        hurry = self._tasks.create_task(self._hurry.wait())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.limits.grace):
                while self._playing and not hurry.done():
                    await asyncio.wait({hurry, *self._playing}, return_when=FIRST_COMPLETED)
        hurry.cancel()
        for task in self._playing:
            task.cancel()

    # ------------------------------------------------------------------ tables

    async def bot_move(self, bot: str, game: Round, seed: int) -> Move:
        """The move of a bot, which is legal."""
        return await self.thinker.move(bot, game, seed, self.limits.think)

    async def keep(self, table: Table) -> None:
        """Put the round on disk that is over, or that nobody plays on; returns when it is there."""
        await self.keeper.keep(table)

    def _open_table(self, game: Game, size: int) -> Table:
        seed = randbits(SEED_BITS)
        table = Table(game, size, self, self.deals(seed), seed)
        self._tasks.create_task(self._look_after(table))
        return table

    async def _look_after(self, table: Table) -> None:
        """A table, from the first player who waits there until the end of the set."""
        patience = 0.0
        try:
            gathered = await self._gather(table)
            self._lobby.remove(table)
            if gathered:
                await self._play(table)
                patience = self.limits.after_goodbye
        except (OSError, StandingsError) as error:
            log.error("a table ends, since its round can't be put on disk: %s", error)  # noqa: TRY400
        except Exception as error:  # noqa: BLE001 (one table or client must not stop the others)
            _log_bug(error)
        finally:
            self._lobby.remove(table)
            table.over = True
            for seat in table.seats:
                seat.allow(patience)

    async def _gather(self, table: Table) -> bool:
        """Wait until a table is full, or all have left it; whether it is full."""
        try:
            async with asyncio.timeout(None if self.fill is None else self.after):
                while table.seats and not table.is_full:
                    await table.news()
        except TimeoutError:
            if table.seats and self.fill is not None:
                fill(table, self.fill)
        return table.is_full

    async def _play(self, table: Table) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._playing.add(task)
        names = ", ".join(short(nick) for nick in table.nicks)
        log.info("%s: %s begin %d rounds", table.game.gametype, names, table.rounds)
        for seat in table.seats:
            seat.allow(None)
        try:
            await table.play()
        except asyncio.CancelledError:
            await self.keep(table)
            raise
        finally:
            self._playing.discard(task)
            log.info("%s: %s are done", table.game.gametype, names)

    # ------------------------------------------------------------------ connections

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Somebody has connected; what is one too many is cut off."""
        peer = writer.get_extra_info("peername")
        address = address_of(peer[0]) if peer else ""
        if self.closing or not self._addresses.enter(address):
            writer.transport.abort()
            return
        connection = Connection(reader, writer, self.limits)
        self._connections.add(connection)
        self._tasks.create_task(self._attend(connection, address))

    async def _attend(self, connection: Connection, address: str) -> None:
        """A connection, from its first frame to its end."""
        try:
            async with connection.open():
                await self._converse(connection)
        except (TimeoutError, EOFError, OSError, frames.BadFrame) as error:
            log.debug("%s: %s", address, type(error).__name__)
        except Exception as error:  # noqa: BLE001 (one table or client must not stop the others)
            _log_bug(error)
        finally:
            self._connections.discard(connection)
            self._addresses.leave(address)

    async def _converse(self, connection: Connection) -> None:
        """One set after another, until the client has had enough or asks for what there is not."""
        message = await connection.receive()
        try:
            while message is not None:
                request = protocol.start_game(message, self.games)
                if self.closing:
                    raise Refused(protocol.COULD_NOT_CREATE)
                message = await self._seated(connection, request)
        except Refused as refused:
            if refused.answer is not None:
                connection.send(frames.encode(refused.answer))

    async def _seated(self, connection: Connection, request: StartGame) -> object:
        """The client at a table; the message that asks for the next one, None where it quits."""
        seat = Seat(request.nick, connection, request.events)
        table = self._lobby.seat(request, seat)
        try:
            while True:
                if table.round is None:
                    connection.allow(self.limits.idle)
                message = await connection.receive()
                command = message.get("command") if isinstance(message, dict) else None
                if command == "quit":
                    return None
                if not table.over:
                    table.hear(seat, message)
                elif command == "start_game":
                    return message
                else:
                    connection.send(frames.encode(protocol.NO_ACTIVE_GAME))
        finally:
            table.leave(seat)


async def _stop_listening(listener: asyncio.Server) -> None:
    """Accept nobody else, once those are connected whom the loop has accepted already.

    `close` alone makes their connections fail half-way (python/cpython#109564): they would wait for
    a server that knows nothing of them.
    """
    loop = asyncio.get_running_loop()
    for socket in listener.sockets:
        with contextlib.suppress(NotImplementedError):  # on Windows they are connected at once
            loop.remove_reader(socket)
    await asyncio.sleep(0)
    listener.close()


def _log_bug(error: Exception) -> None:
    """Say where something went wrong, but not what it was about: that may be anybody's tiles."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    log.error("%s at %s:%s", type(error).__name__, place.filename, place.lineno)
    log.debug("the whole trace", exc_info=error)
