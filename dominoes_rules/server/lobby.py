"""Who sits down where: the tables that wait for players."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

from dominoes_rules.server.offered_games import OfferedGame
from dominoes_rules.server.seats import TableSeat
from dominoes_rules.server.table import ServerTable
from dominoes_rules.server.wire.protocol import COULD_NOT_CREATE, Refused, StartGame


class Lobby:
    """The tables that wait for players, those of a game and size in the order of opening."""

    def __init__(self, opened: Callable[[OfferedGame, int], ServerTable], most: int) -> None:
        """`opened` makes a table, and begins to look after it; `most` is how many may wait."""
        self._opened, self._most = opened, most
        self._tables: dict[ServerTable, None] = {}

    def __iter__(self) -> Iterator[ServerTable]:
        return iter(self._tables)

    def seat(self, request: StartGame, seat: TableSeat) -> ServerTable:
        """The table at which a client takes its seat. Raises `Refused`."""
        for table in self._tables:
            if (
                (table.game, table.size) == (request.game, request.size)
                and not table.is_full
                and request.nick not in table.nicks
            ):
                break
        else:
            if len(self._tables) >= self._most:
                raise Refused(COULD_NOT_CREATE)
            table = self._opened(request.game, request.size)
            self._tables[table] = None
        table.join(seat, request.rounds)
        return table

    def remove(self, table: ServerTable) -> None:
        """A table waits no longer."""
        self._tables.pop(table, None)


def fill(table: ServerTable, bot: str) -> None:
    """Give the empty places of a table to a bot, under names that nobody has there."""
    name = bot.partition(":")[0]
    names = (f"{name}-{number}" for number in count(1))
    while not table.is_full:
        nick = next(free_nick for free_nick in names if free_nick not in table.nicks)
        table.join(TableSeat(nick, None, bot=bot), table.rounds)
