"""All tables of a server: new ones, those of before, and those that nobody needs any more."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text.own_files import make_own
from dominoes_lang.text.root_exception import DominoesError
from dominoes_rules.bots.levels import LEVELS
from dominoes_rules.play.match_rounds import is_name
from dominoes_rules.play.matches import Match
from dominoes_rules.server.bot_workers import BotWorkers
from dominoes_rules.web import LONGEST_THINK
from dominoes_rules.web.analysis.searches import Searches
from dominoes_rules.web.attendance import WatcherQueue
from dominoes_rules.web.driving import drive
from dominoes_rules.web.kept_tables import KeptTables
from dominoes_rules.web.refusals import Rejected, no_table
from dominoes_rules.web.room_files import RoomFiles
from dominoes_rules.web.rooms import Room
from dominoes_rules.web.settings import Settings
from dominoes_rules.web.state_files import UNREADABLE, new_name, reason
from dominoes_rules.web.table_seats import RoomSeat

log = logging.getLogger(__name__)
BITS_OF_SEED = 128
USUAL_BOT = "casual"
"""Who plays for persons who do not."""
_LATER: Mapping[str, Any] = {
    "open_hints": False, "open_reviews": False, "evening": "", "paused": False, "reopens_until": 0.0
}  # fmt: skip
"""Options that older tables do not have."""
LOOKERS, MAX_LOOKS_WAITING = 2, 16
"""Processes for answers without a search, and questions that wait for them."""
SECONDS_BETWEEN_ROUNDS = 600.0
"""From one look at tables that nobody needs to the next."""


class Hall:
    """The tables."""

    def __init__(self, settings: Settings) -> None:
        """Raises `OSError` if tables can't be kept in the folder, which is made."""
        make_own(settings.folder)
        self.settings = settings
        self.rooms: dict[str, Room] = {}
        self.searches = Searches(settings.searchers)
        self.looks = Searches(LOOKERS, MAX_LOOKS_WAITING)
        """Answers without a search, which wait for no search."""
        self._watchers = WatcherQueue()
        self._bots: BotWorkers | None = None
        self._kept = KeptTables(settings.folder, settings.pace)
        self._saving = asyncio.Lock()
        self._keeper: asyncio.Task[None] | None = None
        self._drivers: dict[str, asyncio.Task[None]] = {}

    async def open(self) -> None:
        """Go on with the tables in the folder."""
        self._bots = BotWorkers(self.settings.workers)
        for name, match, seating, files in self._kept.unfinished():
            if len(self.rooms) >= self.settings.shares.rooms_in_all // 2:
                log.warning("older tables do not go on, so that there is room for new ones")
                break
            try:
                seats = [RoomSeat.of_json(one) for one in seating["seats"]]
                if tuple(seat.letter for seat in seats) != match.setup.seat_names:
                    raise ValueError("its seats are not those of the match")
                match.names.update(_names(seating))
                match.players.update({seat.letter: seat.player for seat in seats})
                self._add(name, match, seats, files, _options(seating, match))
            except UNREADABLE as error:
                log.warning("table %s can't go on: %s", name, reason(error))
        self._keeper = asyncio.create_task(self._put_away())

    def stop(self) -> None:
        """Make no further move; may be called by a signal. `close` follows."""
        if self._bots is not None:
            self._bots.closing = True

    async def close(self) -> None:
        """End all tables here; their files stay."""
        if self._keeper is not None:
            self._keeper.cancel()
        await self._end(*self.rooms)
        if self._bots is not None:
            await self._bots.close()
        await self.searches.close()
        await self.looks.close()

    def room(self, name: str) -> Room:
        """A table by its name. Raises `Rejected`."""
        room = self.rooms.get(name)
        if room is None or room.closed:
            raise no_table()
        return room

    def begin(
        self,
        game: str,
        seats: int,
        host: str,
        others: Sequence[str],
        *,
        think: int,
        open_to_all: bool = False,
        opened_from: str = "",
    ) -> tuple[Room, str]:
        """Make a table; returns it, and the secret of the host's link.

        host: the name of the person in seat A.
        others: for each further seat the level of a bot; empty for a person with a link.
        think: seconds for a move; 0 for no limit.
        open_to_all: whether somebody without a link may take a free seat.
        opened_from: the address that the table counts for.
        Raises `Rejected` for what can't be, and where there is no room for another table.
        """
        ruleset = self.settings.games.get(game)
        if ruleset is None or seats not in ruleset.players or not 0 <= think <= LONGEST_THINK:
            raise Rejected(422, "no_such_game", "There is no such game for so many players.")
        if len(others) != seats - 1 or any(one not in {"", *LEVELS} for one in others):
            raise Rejected(422, "no_such_seat", "The seats do not fit the game.")
        match = new_match(ruleset, seats)
        letters = match.setup.seat_names
        sitting = [RoomSeat(letters[0], USUAL_BOT, person=True)]
        for letter, level in zip(letters[1:], others, strict=True):
            sitting.append(RoomSeat(letter, level or USUAL_BOT, person=not level))
        match.names[letters[0]] = host
        for seat in sitting[1:]:
            match.names[seat.letter] = seat.usual_name
        match.players.update({one.letter: one.player for one in sitting})
        secret = sitting[0].invite()
        for seat in sitting[1:]:
            if seat.person:
                seat.invite()
        started = not any(seat.person for seat in sitting[1:])
        options = {"host": letters[0], "started": started, "open_to_all": open_to_all}
        room = self._begin(match, sitting, think=think, **options)
        room.opened_from = opened_from
        return room, secret

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
        return self._begin(match, sitting, host="", think=think, started=True, evening=evening)

    def _begin(self, match: Match, seats: Sequence[RoomSeat], **options: Any) -> Room:
        """Make the files of a table, and let it go on. Raises `Rejected`."""
        if len(self.rooms) >= self.settings.shares.rooms_in_all:
            raise Rejected(503, "full", "There is no room for another table.")
        name = new_name()
        files = RoomFiles(self.settings.folder, name)
        try:
            files.begin(match)
            room = self._add(name, match, seats, files, {"auto": self.settings.auto, **options})
            room.keep_seating()
        except (OSError, DominoesError) as error:
            log.warning("table %s can't be saved: %s", name, error)
            raise Rejected(503, "unsaved", "No table can be kept on this machine.") from None
        return room

    def _add(
        self,
        name: str,
        match: Match,
        seats: Sequence[RoomSeat],
        files: RoomFiles,
        options: dict[str, Any],
    ) -> Room:
        assert self._bots is not None
        pace = self.settings.pace
        options = {"searches": self.searches, "watchers": self._watchers, **options}
        room = self.rooms[name] = Room(name, match, seats, files=files, pace=pace, **options)
        driver = asyncio.create_task(
            drive(room, self._bots, pace, self._saving), name=f"table {name}"
        )
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
        seconds = pace.patience(room.evening) if over else pace.idle
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


def _names(seating: Mapping[str, Any]) -> dict[str, str]:
    """The names of players as they are kept with their seats; none in the files of older tables.

    Raises `ValueError`.
    """
    names = {one["letter"]: one["name"] for one in seating["seats"] if "name" in one}
    if not all(isinstance(name, str) and is_name(name) for name in names.values()):
        raise ValueError("a name that it keeps can't be shown")
    return names


def _options(seating: Mapping[str, Any], match: Match) -> dict[str, Any]:
    """The options of a table as they were kept. Raises `ValueError`, `KeyError`, `TypeError`."""
    kinds = {"host": str, "auto": bool, "think": int, "started": bool, "open_to_all": bool}
    options = {name: seating[name] for name in kinds}
    for name, value in _LATER.items():
        kinds[name], options[name] = type(value), seating.get(name, value)
    for name, kind in kinds.items():
        if type(options[name]) is not kind:
            raise TypeError(f'"{name}" must be {kind.__name__}')
    if options["host"] not in match.setup.seat_names and not options["evening"]:
        raise ValueError("it has no host")
    if not 0 <= options["think"] <= LONGEST_THINK:
        raise ValueError(f'"think" must be from 0 to {LONGEST_THINK:,}')
    return options


def folder_of_tables() -> Path:
    """Where tables are kept if nothing is said: the user's folder for data of this program."""
    from platformdirs import user_data_path  # only `web` keeps anything there

    return user_data_path("dominoes-rules", appauthor=False) / "tables"
