"""All tables of a server: new ones, those of before, and those that nobody needs any more."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path

from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text.own_files import make_own
from dominoes_lang.text.root_exception import DominoesError
from dominoes_rules.bots.levels import COUNTS, LEVELS, Level
from dominoes_rules.play.matches import Match
from dominoes_rules.speech.speech import marked
from dominoes_rules.state_files import UNREADABLE, new_name, reason
from dominoes_rules.tables import LONGEST_THINK
from dominoes_rules.tables.match_table import MatchTable
from dominoes_rules.web.analysis.lessons import Classroom
from dominoes_rules.web.attendance import WatcherQueue
from dominoes_rules.web.driving import drive
from dominoes_rules.web.kept_tables import KeptTables
from dominoes_rules.web.refusals import Rejected, no_table
from dominoes_rules.web.room_files import RoomFiles
from dominoes_rules.web.room_state import RoomOptions, RoomState
from dominoes_rules.web.rooms import Room
from dominoes_rules.web.settings import Settings
from dominoes_rules.web.table_seats import RoomSeat
from dominoes_rules.web.table_workers import Workers, in_processes

log = logging.getLogger(__name__)
BITS_OF_SEED = 128
USUAL_BOT = "casual"
"""Who plays for persons who do not."""
SECONDS_BETWEEN_ROUNDS = 600.0
"""From one look at tables that nobody needs to the next."""


class Hall:
    """The tables."""

    def __init__(self, settings: Settings, workers: Workers | None = None) -> None:
        """Raises `OSError` if tables can't be kept in the folder, which is made.

        workers: by default processes of this machine.
        """
        make_own(settings.folder)
        self.settings = settings
        self._workers = workers or in_processes(settings)
        self.searches, self.looks = self._workers.searches, self._workers.looks
        self.classroom = Classroom(self._workers.lessons)
        self.rooms: dict[str, Room] = {}
        self._watchers = WatcherQueue()
        self._kept = KeptTables(settings.folder, settings.pace)
        self._saving = asyncio.Lock()
        self._keeper: asyncio.Task[None] | None = None
        self._drivers: dict[str, asyncio.Task[None]] = {}

    @property
    def levels(self) -> Mapping[str, Level]:
        """What plays here at each level."""
        return self._workers.bots.levels

    async def open(self) -> None:
        """Go on with the tables in the folder."""
        for name, match, seating, files in self._kept.unfinished():
            if len(self.rooms) >= self.settings.shares.rooms_in_all // 2:
                log.warning("older tables do not go on, so that there is room for new ones")
                break
            try:
                now = asyncio.get_running_loop().time()
                self._add(name, RoomState.of_json(seating, match, now), files)
            except UNREADABLE as error:
                log.warning("table %s can't go on: %s", name, reason(error))
        self._keeper = asyncio.create_task(self._put_away())

    def stop(self) -> None:
        """Make no further move; may be called by a signal. `close` follows."""
        self._workers.bots.closing = True

    async def close(self) -> None:
        """End all tables here; their files stay."""
        if self._keeper is not None:
            self._keeper.cancel()
        await self._end(*self.rooms)
        await self._workers.close()

    def room(self, name: str) -> Room:
        """A table by its name. Raises `Rejected`."""
        room = self.rooms.get(name)
        if room is None or room.closed:
            raise no_table()
        return room

    def begin(
        self,
        game: str | Ruleset,
        seats: int,
        host: str,
        others: Sequence[str],
        *,
        think: int,
        open_to_all: bool = False,
        opened_from: str = "",
    ) -> tuple[Room, str]:
        """Make a table; returns it, and the secret of the host's link.

        game: the name of a game of this server, or the rules of any.
        host: the name of the person in seat A.
        others: for each further seat the level of a bot; empty for a person with a link.
        think: seconds for a move; 0 for no limit.
        open_to_all: whether somebody without a link may take a free seat.
        opened_from: the address that the table counts for.
        Raises `Rejected` for what can't be, and where there is no room for another table.
        """
        ruleset = game if isinstance(game, Ruleset) else self.settings.games.get(game)
        if ruleset is None or seats not in ruleset.players or not 0 <= think <= LONGEST_THINK:
            raise Rejected(
                422, "no_such_game", marked("There is no such game for so many players.")
            )
        if len(others) != seats - 1 or any(one not in {"", *LEVELS, *COUNTS} for one in others):
            raise Rejected(422, "no_such_seat", marked("The seats do not fit the game."))
        match = new_match(ruleset, seats)
        letters = match.setup.seat_names
        sitting = [RoomSeat(letters[0], USUAL_BOT, person=True).invited()]
        for letter, level in zip(letters[1:], others, strict=True):
            seat = RoomSeat(letter, level or USUAL_BOT, person=not level)
            sitting.append(seat.invited() if seat.person else seat)
        match.names.update({seat.letter: seat.usual_name for seat in sitting} | {letters[0]: host})
        match.players.update({seat.letter: seat.player for seat in sitting})
        options = RoomOptions(
            host=letters[0], auto=self.settings.auto, think=think, open_to_all=open_to_all
        )
        started = not any(seat.person for seat in sitting[1:])
        room = self._begin(match, sitting, options, started=started)
        room.opened_from = opened_from
        return room, sitting[0].shown_link

    def count_from(self, address: str) -> int:
        """The tables of an address that go on."""
        return sum(
            room.opened_from == address and not room.is_shut and not room.match.is_over
            for room in self.rooms.values()
        )

    def begin_for(
        self, ruleset: Ruleset, players: Sequence[tuple[str, str]], *, think: int, evening: str
    ) -> Room:
        """Make a table of an evening, which has no host; the match has begun.

        players: in order of seats, the name of each and the hash of the secret of the browser, if
        that is here. Raises `Rejected`.
        """
        match = new_match(ruleset, len(players))
        letters = match.setup.seat_names
        match.names.update(zip(letters, (name for name, _ in players), strict=True))
        sitting = [
            RoomSeat(letter, USUAL_BOT, person=True, cookie=cookie)
            for letter, (_, cookie) in zip(letters, players, strict=True)
        ]
        options = RoomOptions(
            host="", auto=self.settings.auto, think=think, open_to_all=False, evening=evening
        )
        return self._begin(match, sitting, options, started=True)

    def _begin(
        self, match: Match, seats: Sequence[RoomSeat], options: RoomOptions, *, started: bool
    ) -> Room:
        """Make the files of a table, and let it go on. Raises `Rejected`."""
        if len(self.rooms) >= self.settings.shares.rooms_in_all:
            raise Rejected(503, "full", marked("There is no room for another table."))
        name = new_name()
        files = RoomFiles(self.settings.folder, name)
        now = asyncio.get_running_loop().time()
        table = MatchTable(match, {}, started=started, thinking_since=now)
        state = RoomState(table, {}, options).seated(*seats)
        try:
            files.begin(match, state.as_json(name, closed=False))
        except (OSError, DominoesError) as error:
            log.warning("table %s can't be saved: %s", name, error)
            raise Rejected(
                503, "unsaved", marked("No table can be kept on this machine.")
            ) from None
        return self._add(name, state, files)

    def _add(self, name: str, state: RoomState, files: RoomFiles) -> Room:
        pace, bots = self.settings.pace, self._workers.bots
        room = self.rooms[name] = Room(
            name,
            state,
            files=files,
            pace=pace,
            searches=self.searches,
            classroom=self.classroom,
            watchers=self._watchers,
        )
        driver = asyncio.create_task(drive(room, bots, pace, self._saving), name=f"table {name}")
        driver.add_done_callback(_report)
        self._drivers[name] = driver
        return room

    async def _put_away(self) -> None:
        """Close the tables that nobody needs any more, in their files as well; these stay."""
        while True:
            await asyncio.to_thread(self._kept.tidy)
            await asyncio.sleep(SECONDS_BETWEEN_ROUNDS)
            for name, room in [*self.rooms.items()]:
                if await self._is_done(room):
                    await self._end(name)

    async def _is_done(self, room: Room) -> bool:
        """Whether a table is closed, or is now since nobody needs it."""
        pace, deserted = self.settings.pace, room.attendance.is_empty
        over = room.match.is_over and deserted
        seconds = pace.patience(room.options.evening) if over else pace.idle
        if not room.closed and asyncio.get_running_loop().time() - room.touched > seconds:
            async with self._saving, room.lock:
                try:
                    room.close()
                except OSError as error:
                    log.warning("table %s can't be saved: %s", room.name, error)
        return room.closed

    async def _end(self, *names: str) -> None:
        """End tables here. All at once: whoever waits for a bot must not get it meanwhile."""
        drivers = [self._drivers.pop(name) for name in names]
        for name, driver in zip(names, drivers, strict=True):
            self.rooms.pop(name).end()
            driver.cancel()
        await asyncio.gather(*drivers, return_exceptions=True)


def _report(driver: asyncio.Task[None]) -> None:
    """Log why nothing happens at a table any more; it is a bug."""
    if not driver.cancelled() and (error := driver.exception()) is not None:
        log.error("%s has stopped", driver.get_name(), exc_info=error)


def new_match(ruleset: Ruleset, seats: int) -> Match:
    """A match with a seed that nobody can guess. Raises `Rejected` if none can be dealt."""
    try:
        return Match(ruleset, seats=seats, seed=secrets.randbits(BITS_OF_SEED))
    except DominoesError as error:
        raise Rejected(422, "no_such_game", f"{error}") from None


def folder_of_tables() -> Path:
    """Where tables are kept if nothing is said: the user's folder for data of this program."""
    from platformdirs import user_data_path  # only `web` keeps anything there

    return user_data_path("dominoes-rules", appauthor=False) / "tables"
