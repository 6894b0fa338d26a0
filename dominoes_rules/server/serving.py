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

from dominoes_lang.text.quoting import short
from dominoes_rules.bots.levels import STAND_IN
from dominoes_rules.server.limits import Addresses, Limits, address_of
from dominoes_rules.server.lobby import Lobby, fill
from dominoes_rules.server.offered_games import OfferedGame
from dominoes_rules.server.returning import Reserved, new_token
from dominoes_rules.server.seats import TableSeat
from dominoes_rules.server.storage.keeping import Keeper
from dominoes_rules.server.storage.results import StandingsError
from dominoes_rules.server.storage.unfinished import Spoilt, UnderWay
from dominoes_rules.server.table import House, ServerTable, Thinker
from dominoes_rules.server.wire import frames, protocol
from dominoes_rules.server.wire.connection import READ_AHEAD, Connection
from dominoes_rules.server.wire.protocol import Refused, StartGame
from dominoes_rules.tables.sets import Deals, deals_of

log = logging.getLogger(__name__)
BACKLOG = 1024
SEED_BITS = 128


@dataclass(eq=False)
class Server:
    """A server of some games; `run` serves until `stop` is called."""

    games: Mapping[str, OfferedGame]
    keeper: Keeper
    thinker: Thinker
    limits: Limits = field(default_factory=Limits)
    fill: str | None = None
    """The bot that takes the empty places of a table."""
    after: float = 10.0
    """Seconds that a table waits before."""
    stand_in: str | None = STAND_IN
    deals: Callable[[int], Deals] = deals_of

    def __post_init__(self) -> None:
        awaited = Addresses(self.limits)
        self.house = House(self.limits, self.thinker, self.keeper.keep, self.stand_in, awaited)
        self._lobby = Lobby(self._open_table, self.limits.waiting_tables)
        self._addresses = Addresses(self.limits)
        self._reserved = Reserved()
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
            self._find_unfinished()
            listener = await asyncio.start_server(
                self._connected, host, port, backlog=BACKLOG, limit=READ_AHEAD
            )
            for socket in listener.sockets:
                listening(*socket.getsockname()[:2])
            await self._stop.wait()
            self.house.closing = True
            await _stop_listening(listener)
            for table in self._lobby:
                for seat in table.seats:
                    seat.allow(0)
            for under_way in self._reserved:
                if under_way.table is not None:
                    under_way.table.hurry()
            await self._end_rounds()
            for connection in self._connections:
                connection.allow(0)

    def stop(self) -> None:
        """Begin no new rounds, and stop when those that are running are over.

        Rounds that last longer than `limits.grace` are written to disk as they are. A second call
        writes all of them at once.
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

    # ------------------------------------------------------------------ seats that are taken back

    def _find_unfinished(self) -> None:
        """Reserve the seats of sets that were under way when the server stopped."""
        for under_way in self.keeper.unfinished(self.games):
            if isinstance(under_way, tuple):
                log.warning("%s can't go on: %s", *under_way)
                continue
            self._reserved.add(under_way)
            log.info("%s waits for its players to come back", under_way.path.name)
            self._tasks.create_task(self._give_up_later(under_way))

    async def _give_up_later(self, under_way: UnderWay) -> None:
        """Close a set for good if nobody comes back to it in time."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.limits.returning):
                await self._stop.wait()
                return
        if under_way.table is None:
            log.info("%s: nobody has come back", under_way.path.name)
            self._reserved.remove(under_way)
            with contextlib.suppress(OSError, StandingsError, Spoilt):
                await self.keeper.keep(self._restored(under_way))
            self.keeper.forget(under_way)

    def _begin_journal(self, table: ServerTable) -> UnderWay | None:
        """Write a set down from now on, if anybody wants to come back; they get their tokens."""
        tokens: dict[TableSeat, str] = {}
        for seat in table.seats:
            if seat.returns and seat.connection is not None:
                tokens[seat], seat.token = new_token()
        if not tokens:
            return None
        under_way = self.keeper.begin(table)
        table.journal = under_way
        self._reserved.add(under_way)
        for seat, token in tokens.items():
            seat.send(frames.encode(protocol.seated(token)))
        return under_way

    async def _take_back(self, connection: Connection, request: protocol.TakeBack) -> object:
        """The client at its old seat; the message that asks for the next game, None if it quits."""
        reserved = self._reserved.find(request.nick, request.token)
        if reserved is None:
            raise Refused(protocol.NO_SUCH_SEAT)
        under_way, number = reserved
        if under_way.table is None:
            self._go_on(under_way)
        table = under_way.table
        assert table is not None
        seat = table.seats[number]
        if not table.may_return(seat):
            raise Refused(protocol.NO_SUCH_SEAT)
        connection.allow(None)
        table.take_back(seat, connection)
        log.info("%s is back", short(seat.nick))
        return await self._listen(connection, table, seat)

    def _go_on(self, under_way: UnderWay) -> None:
        """Play on at the table of a set that was under way. Raises `Refused`."""
        try:
            table = self._restored(under_way)
        except (OSError, StandingsError, Spoilt) as error:
            log.warning("%s can't go on: %s", under_way.path.name, error)
            self._reserved.remove(under_way)
            raise Refused(protocol.NO_SUCH_SEAT) from None
        table.journal, under_way.table = under_way, table
        self._tasks.create_task(self._look_after(table, under_way))

    def _restored(self, under_way: UnderWay) -> ServerTable:
        """The table of a set that was under way when the server stopped.

        Raises `OSError`, `StandingsError` and `Spoilt`.
        """
        head = under_way.head
        seed = head["seed"]
        table = ServerTable(
            under_way.game, len(under_way.reserved), self.house, self.deals(seed), seed
        )
        table.rounds = head["rounds"]
        for row, (nick, digest) in zip(head["seats"], under_way.reserved, strict=True):
            seat = TableSeat(
                nick, None, row["events"] is True, row.get("news") is True, row["bot"], token=digest
            )
            seat.left = seat.bot is None
            table.seats.append(seat)
        under_way.replay(table)
        self.keeper.go_on(under_way, table)
        return table

    def _open_table(self, game: OfferedGame, size: int) -> ServerTable:
        seed = randbits(SEED_BITS)
        table = ServerTable(game, size, self.house, self.deals(seed), seed)
        self._tasks.create_task(self._look_after(table))
        return table

    async def _look_after(self, table: ServerTable, under_way: UnderWay | None = None) -> None:
        """A table, from the first player who waits there until the end of the set."""
        patience = 0.0
        try:
            gathered = under_way is not None or await self._gather(table)
            self._lobby.remove(table)
            if gathered:
                under_way = under_way or self._begin_journal(table)
                await self._play(table)
                patience = self.limits.after_goodbye if table.finished else 0.0
        except (OSError, StandingsError) as error:
            log.error("a table ends, since its round can't be written to disk: %s", error)  # noqa: TRY400
        except Exception as error:  # noqa: BLE001 (one table or client must not stop the others)
            _log_bug(error)
        finally:
            self._lobby.remove(table)
            table.over = True
            if under_way is not None:
                self._reserved.remove(under_way)
                if table.finished:
                    self.keeper.forget(under_way)
            for seat in table.seats:
                seat.allow(patience)

    async def _gather(self, table: ServerTable) -> bool:
        """Wait until a table is full, or all have left it; whether it is full."""
        try:
            async with asyncio.timeout(None if self.fill is None else self.after):
                while table.seats and not table.is_full:
                    await table.news()
        except TimeoutError:
            if table.seats and self.fill is not None:
                fill(table, self.fill)
        return table.is_full

    async def _play(self, table: ServerTable) -> None:
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
            if table.journal is None:  # otherwise it goes on when the server is started again
                await self.keeper.keep(table)
            raise
        finally:
            self._playing.discard(task)
            log.info("%s: %s are done", table.game.gametype, names)

    # ------------------------------------------------------------------ connections

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Handle a new connection; one too many is cut off."""
        peer = writer.get_extra_info("peername")
        address = address_of(peer[0]) if peer else ""
        if self.house.closing or not self._addresses.enter(address):
            writer.transport.abort()
            return
        connection = Connection(reader, writer, self.limits, address)
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
        """One set after another, until the client leaves or asks for a game that is not offered."""
        message = await connection.receive()
        try:
            while message is not None:
                back = protocol.take_back(message)
                request = back or protocol.start_game(message, self.games)
                if self.house.closing:
                    raise Refused(protocol.COULD_NOT_CREATE)
                if isinstance(request, StartGame):
                    message = await self._seated(connection, request)
                else:
                    message = await self._take_back(connection, request)
        except Refused as refused:
            if refused.answer is not None:
                connection.send(frames.encode(refused.answer))

    async def _seated(self, connection: Connection, request: StartGame) -> object:
        """The client at a table; the message that asks for the next one, None where it quits."""
        seat = TableSeat(
            request.nick, connection, request.events, request.news, returns=request.returns
        )
        return await self._listen(connection, self._lobby.seat(request, seat), seat)

    async def _listen(self, connection: Connection, table: ServerTable, seat: TableSeat) -> object:
        """What a client says at its seat; the message that asks for the next game."""
        try:
            while True:
                if table.set.round is None:
                    connection.allow(self.limits.idle)
                message = await connection.receive()
                command = message.get("command") if isinstance(message, dict) else None
                if command == "quit":
                    table.give_up(seat)
                    return None
                if not table.over:
                    table.hear(seat, message)
                elif command in {"start_game", "return"}:
                    return message
                else:
                    connection.send(frames.encode(protocol.NO_ACTIVE_GAME))
        finally:
            table.leave(seat, connection)


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
    frame = traceback.extract_tb(error.__traceback__)[-1]
    log.error("%s at %s:%s", type(error).__name__, frame.filename, frame.lineno)
    log.debug("the whole trace", exc_info=error)
