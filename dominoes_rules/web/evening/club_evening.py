"""The evening of a club: what its host and its players do, and how it stands."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

from dominoes_lang.text.quoting import short
from dominoes_rules.club.evening_state import (
    MOST_PLAYERS,
    SUFFIX,
    ClubRound,
    ClubTable,
    EveningPlan,
    EveningState,
    Guest,
)
from dominoes_rules.club.pairings import Draw, Pairing
from dominoes_rules.club.table_results import PlayerResult, Rank, ranking, results_of
from dominoes_rules.play.matches import Match
from dominoes_rules.speech.speech import marked
from dominoes_rules.state_files import UNREADABLE, new_name, reason
from dominoes_rules.web.hall import BITS_OF_SEED, Hall
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.refusals import Rejected, not_yours
from dominoes_rules.web.room_acts import let_bot_play
from dominoes_rules.web.room_files import RoomFiles
from dominoes_rules.web.rooms import Room
from dominoes_rules.web.table_seats import RoomSeat, hashed, is_secret, new_secret

log = logging.getLogger(__name__)


class Evening:
    """One evening. Every change is on disk before anybody sees it."""

    def __init__(
        self, state: EveningState, file: Path, hall: Hall, changed: Callable[[], None]
    ) -> None:
        """changed: called after each change of the evening or of one of its tables."""
        self.state, self.name = state, file.name.removesuffix(SUFFIX)
        self.shown_links: dict[int, str] = {}
        """The secrets of links by player, while this server knows them."""
        self.matches: dict[str, Match] = {}
        """By table; without those whose record can't be read."""
        self._file, self._hall, self._changed = file, hall, changed
        self._lock = asyncio.Lock()

    @classmethod
    def begin(
        cls, plan: EveningPlan, names: Sequence[str], hall: Hall, changed: Callable[[], None]
    ) -> tuple[Evening, str]:
        """Make an evening; returns it, and the secret of the host's browser. Raises `Rejected`."""
        secret = new_secret()
        state = EveningState(plan, hashed(secret), secrets.randbits(BITS_OF_SEED), ())
        evening = cls(state, hall.settings.folder / f"{new_name()}{SUFFIX}", hall, changed)
        evening._invite(names)
        return evening, secret

    @classmethod
    def read(cls, file: Path, hall: Hall, changed: Callable[[], None]) -> Evening:
        """Go on with an evening after a restart. Raises one of `UNREADABLE`."""
        evening = cls(EveningState.read(file), file, hall, changed)
        evening.go_on()
        return evening

    def go_on(self) -> None:
        """Find the tables again after a restart, and close those that do not count."""
        playing = set[str]()
        for club_round in self.state.rounds:
            for table in club_round.tables:
                self._find(table.room)
                playing |= set() if club_round.ended or self.state.closed else {table.room}
        for room in self._hall.rooms.values():
            if room.options.evening == self.name and room.name not in playing:
                self._close(room)

    def _find(self, name: str) -> None:
        room = self._hall.rooms.get(name)
        if room is not None:
            self.matches[name] = room.match
            room.listeners.append(partial(self._played, room))
            return
        try:
            match = RoomFiles(self._hall.settings.folder, name).read_match()
            if match.setup.seats != self.state.plan.size:
                raise ValueError("its match is for another number of players")
            self.matches[name] = match
        except UNREADABLE as error:
            log.warning("table %s does not count: %s", short(name), reason(error))

    def _played(self, room: Room) -> None:
        """Take note of the match of a table, which is another one after each action."""
        self.matches[room.name] = room.match
        self._changed()

    # ------------------------------------------------------------------ how it stands

    @property
    def is_closed(self) -> bool:
        return self.state.closed

    @property
    def round_goes_on(self) -> bool:
        """Whether matches are being played."""
        return bool(self.state.rounds) and not self.is_over(self.state.rounds[-1])

    def is_over(self, club_round: ClubRound) -> bool:
        """Whether a round is over: all its matches are, or the host has ended it."""
        return (
            club_round.ended or self.state.closed or all(map(self.is_finished, club_round.tables))
        )

    def counts(self, table: ClubTable) -> bool:
        """Whether anybody has laid a tile at a table whose record can be read."""
        match = self.matches.get(table.room)
        return match is not None and any(game.state.opened for game in match.rounds)

    def is_finished(self, table: ClubTable) -> bool:
        """Whether the match of a table is over."""
        match = self.matches.get(table.room)
        return match is None or match.is_over

    @property
    def rounds_are_left(self) -> bool:
        """Whether another round can be drawn, now or after this one."""
        return not self.state.closed and len(self.state.rounds) < self.state.plan.rounds

    def results(self, club_round: ClubRound) -> list[tuple[ClubTable, list[PlayerResult]]]:
        """What counts of a round: finished matches, and all that began once the round is over."""
        over = self.is_over(club_round)
        return [
            (table, results_of(self.matches[table.room], table.players))
            for table in club_round.tables
            if self.counts(table) and (over or self.is_finished(table))
        ]

    def ranking(self) -> list[Rank]:
        """The standings."""
        rounds = self.state.rounds
        played = [
            club_round
            for club_round in rounds
            if self.is_over(club_round) and any(map(self.counts, club_round.tables))
        ]
        rests = Counter(player for club_round in played for player in club_round.resting)
        tables = [results for club_round in rounds for _, results in self.results(club_round)]
        return ranking(range(len(self.state.guests)), tables, rests)

    def is_host(self, cookie: str) -> bool:
        """Whether a browser is the host's."""
        return is_secret(cookie, self.state.host)

    def player_of(self, cookie: str) -> int | None:
        """The player of a browser, by the secret in its cookie."""
        guests = enumerate(self.state.guests)
        return next((at for at, guest in guests if is_secret(cookie, guest.cookie)), None)

    def player_of_link(self, secret: str) -> int | None:
        """The player whom a link is for."""
        guests = enumerate(self.state.guests)
        return next((at for at, guest in guests if is_secret(secret, guest.link)), None)

    def place_of(self, player: int) -> tuple[int, Room, RoomSeat] | None:
        """Where a player sits now: the number of the table from 1, the table, the seat."""
        if not self.round_goes_on:
            return None
        for number, table in enumerate(self.state.rounds[-1].tables, 1):
            room = self._hall.rooms.get(table.room)
            if player in table.players and room is not None and not room.closed:
                return number, room, [*room.seats.values()][table.players.index(player)]
        return None

    # ------------------------------------------------------------------ what players do

    async def arrive(self, player: int) -> str:
        """Let a browser be that of a player, and no other; returns the secret of its cookie.

        One that plays at a table is asked first. Raises `Rejected`.
        """
        secret = new_secret()
        seated = self.place_of(player)
        if seated is not None:
            _, room, seat = seated
            await room.sit(seat, secret=secret)
        async with self._lock:
            self._keep(self.state.with_guest(player, cookie=hashed(secret)))
            self.shown_links.pop(player, None)  # not needed on the host's page any more
        return secret

    # ------------------------------------------------------------------ what the host does

    async def draw(self) -> None:
        """Draw the next round, and open its tables. Raises `Rejected`."""
        async with self._lock:
            if self.round_goes_on or not self.rounds_are_left:
                raise not_yours(marked("There is no round to draw now."))
            pairing = await asyncio.to_thread(self._drawn)
            rooms = list[Room]()
            try:
                for table in pairing.tables:
                    rooms.append(self._open(table))
                tables = zip(rooms, pairing.tables, strict=True)
                drawn = tuple(ClubTable(room.name, players) for room, players in tables)
                for room in rooms:
                    self._find(room.name)
                club_round = ClubRound(drawn, pairing.resting)
                self._keep(replace(self.state, rounds=(*self.state.rounds, club_round)))
            except Rejected:
                for room in rooms:
                    self._close(room)
                raise

    def _drawn(self) -> Pairing:
        state = self.state
        units = state.units
        if len(units) * len(units[0] if units else ()) < state.plan.size:
            raise not_yours(marked("A table needs {size} players."), size=state.plan.size)
        rules = self._hall.settings.games.get(state.plan.game)
        if rules is None:
            raise not_yours(marked("The game of this evening is not among those of the server."))
        side_of = rules.setup(state.plan.size).side_of
        past = [club_round.pairing for club_round in state.rounds]
        return Draw(units, tuple(side_of), past).drawn(Random(state.seed))

    def _open(self, players: Sequence[int]) -> Room:
        guests = [self.state.guests[player] for player in players]
        return self._hall.begin_for(
            self._hall.settings.games[self.state.plan.game],
            [(guest.name, guest.cookie) for guest in guests],
            think=self.state.plan.think,
            evening=self.name,
        )

    async def end_round(self) -> None:
        """End the round; matches that are not over count as they stand. Raises `Rejected`."""
        async with self._lock:
            if not self.round_goes_on:
                raise not_yours(marked("No round is being played."))
            *past, last = self.state.rounds
            self._keep(replace(self.state, rounds=(*past, replace(last, ended=True))))
            await self._close_tables()

    async def close(self) -> None:
        """End the evening. Raises `Rejected`."""
        async with self._lock:
            self._keep(replace(self.state, closed=True))
            await self._close_tables()

    async def add(self, names: Sequence[str]) -> None:
        """Let more players in, who are drawn from the next round on. Raises `Rejected`."""
        async with self._lock:
            self._invite(names)

    def _invite(self, names: Sequence[str]) -> None:
        """Add players, each with a link. Raises `Rejected`."""
        wrong = self.wrong_names(names)
        if wrong:
            raise Rejected(422, "no_such_players", wrong)
        links = [new_secret() for _ in names]
        guests = [Guest(name, hashed(link)) for name, link in zip(names, links, strict=True)]
        first = len(self.state.guests)
        self._keep(replace(self.state, guests=(*self.state.guests, *guests)))
        self.shown_links.update(enumerate(links, first))

    def wrong_names(self, names: Sequence[str]) -> str:
        """What is wrong with the names of more players; empty if nothing is."""
        text, known = READER.get().text, [guest.name for guest in self.state.guests]
        twice = [name for name, count in Counter([*known, *names]).items() if count > 1]
        if twice:
            return text("{name} is there twice. Add a letter, such as {name} B.", name=twice[0])
        if len(known) + len(names) > MOST_PLAYERS:
            return text("An evening has at most {most} players.", most=MOST_PLAYERS)
        if self.state.plan.fixed_partners and len(names) % 2:
            return text("With fixed partners, players come in pairs.")
        return "" if names else text("Write the name of each player on a line of its own.")

    async def leave_or_return(self, player: int) -> None:
        """Note that a player has gone, or has come back. Raises `Rejected`."""
        async with self._lock:
            self._keep(self.state.with_guest(player, left=not self.state.guests[player].left))

    async def renew_link(self, player: int) -> None:
        """Make a new link, which ends the old one. Raises `Rejected`."""
        async with self._lock:
            link = new_secret()
            self._keep(self.state.with_guest(player, link=hashed(link)))
            self.shown_links[player] = link

    async def let_bot_play(self, player: int) -> None:
        """Let a bot play for a player who is missing at a table. Raises `Rejected`."""
        seated = self.place_of(player)
        if seated is None:
            raise not_yours(marked("This player is at no table."))
        _, room, seat = seated
        await let_bot_play(room, seat.letter)

    # ------------------------------------------------------------------ keeping

    async def _close_tables(self) -> None:
        for room in [*self._hall.rooms.values()]:
            if room.options.evening == self.name:
                async with room.lock:
                    self._close(room)

    @staticmethod
    def _close(room: Room) -> None:
        """Close a table; where the match is over, its page and its record stay."""
        if not room.match.is_over:
            try:
                room.close()
            except OSError as error:
                log.warning("table %s can't be saved: %s", room.name, error)
            room.change()

    def _keep(self, state: EveningState) -> None:
        """Take a new state once it is on disk. Raises `Rejected`."""
        try:
            state.write(self._file)
        except OSError as error:
            log.warning("the evening can't be saved: %s", error)
            unsaved = marked("The evening can't be saved, so nothing was changed.")
            raise Rejected(503, "unsaved", unsaved) from None
        self.state = state
        self._changed()
