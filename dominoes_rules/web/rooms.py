"""One table in the browser: a match, its seats, and whatever happens there by itself.

All of it lives in the one event loop of the server. A change is: check, do, write, count a version
up, wake the streams. Nobody reads a table while it is being written: `lock` is held.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress

from dominoes_lang.table.state import Kind
from dominoes_rules.errors import MatchFileError, PositionError
from dominoes_rules.play.matches import Match
from dominoes_rules.play.taking_back import is_forced, since_last_choice
from dominoes_rules.position.notation import Move
from dominoes_rules.server.bot_workers import BotWorkers
from dominoes_rules.web.chronicle import Chronicle
from dominoes_rules.web.refusals import Rejected, malformed, not_yours, stale
from dominoes_rules.web.room_files import RoomFiles
from dominoes_rules.web.settings import Pace
from dominoes_rules.web.table_seats import TableSeat, is_secret

log = logging.getLogger(__name__)
LONGEST_THINK = 3600
"""Seconds."""
SECONDS_TO_WRITE_AGAIN = 2.0


class Room:
    """A table."""

    def __init__(
        self,
        name: str,
        match: Match,
        seats: Iterable[TableSeat],
        *,
        host: str,
        files: RoomFiles,
        bots: BotWorkers,
        pace: Pace,
        auto: bool = True,
        think: int = 0,
        started: bool = False,
    ) -> None:
        """`host` is the letter of the seat that may start, replace players and close the table."""
        self.name, self.match, self.host = name, match, host
        self.seats = {seat.letter: seat for seat in seats}
        self.auto, self.think, self.started = auto, think, started
        self.lock = asyncio.Lock()
        self.version = sum(len(game.actions) for game in match.rounds)
        """Counts every change."""
        self.acted = self.version
        """The version of the last action: what was sent before it comes too late."""
        self.chronicle = Chronicle(match)
        self.ready: set[str] = set()
        """Who has seen the result of a finished round."""
        self.asking: str = ""
        """Who wants to take a choice back."""
        self.agreed: set[str] = set()
        self.paused = False
        self.closed = False
        self.touched = self._now()
        self._files, self._bots, self._pace = files, bots, pace
        self._since = self._now()
        """When the last action was made."""
        self._woken: set[asyncio.Event] = set()
        self._stirred = asyncio.Event()
        self._driver = asyncio.create_task(self._drive(), name=f"table {name}")

    # ------------------------------------------------------------------ who is there

    @property
    def persons(self) -> list[TableSeat]:
        """The seats at which persons decide."""
        return [seat for seat in self.seats.values() if seat.plays]

    def seat_of(self, cookie: str) -> TableSeat | None:
        """The seat of a browser, by the secret in its cookie."""
        seats = [seat for seat in self.seats.values() if is_secret(cookie, seat.cookie)]
        return seats[0] if seats else None

    def seat_of_link(self, secret: str) -> TableSeat | None:
        """The seat that a link leads to."""
        seats = [seat for seat in self.seats.values() if is_secret(secret, seat.link)]
        return seats[0] if seats else None

    def sit(self, seat: TableSeat) -> str:
        """Let a browser take a seat, and no other any more; returns the secret of its cookie."""
        secret = seat.sit_down()
        try:
            self._keep_seating()
        except OSError as error:
            raise self._unsaved(error) from None
        self._change()
        return secret

    def enter(self, seat: TableSeat | None) -> asyncio.Event:
        """A stream begins; the event is set whenever the table changes."""
        wake = asyncio.Event()
        self._woken.add(wake)
        self.touched = self._now()
        if seat is not None:
            seat.streams += 1
            seat.left = None
            if seat.away:
                seat.away = False
                self._change()
        return wake

    def leave(self, seat: TableSeat | None, wake: asyncio.Event) -> None:
        """A stream has ended."""
        self._woken.discard(wake)
        self.touched = self._now()
        if seat is not None:
            seat.streams -= 1
            if not seat.streams:
                seat.left = self._now()
                with suppress(RuntimeError):  # the loop has ended
                    asyncio.get_running_loop().call_later(self._pace.away, self._look, seat)

    def _look(self, seat: TableSeat) -> None:
        """Show a player as away who has not come back."""
        gone = seat.left is not None and self._now() - seat.left >= self._pace.away
        if gone and not seat.away and not self.closed:
            seat.away = True
            self._change()

    # ------------------------------------------------------------------ what people do

    async def move(self, seat: TableSeat, text: str, version: int) -> None:
        """Make a move of a person. Raises `Rejected`."""
        async with self.lock:
            self._expect_now(version)
            game = self.match.round
            if game.is_over or game.turn != seat.letter or not seat.plays:
                raise not_yours()
            if not self.started or self.paused:
                raise not_yours("The table is not playing.")
            try:
                self._push(text)
            except PositionError as error:
                raise Rejected(422, "illegal", f"{error}") from None

    async def do(self, seat: TableSeat, act: str, version: int, target: str = "") -> None:
        """Do what is no move. Raises `Rejected`."""
        async with self.lock:
            if act not in _ACTS:
                raise malformed(f"There is no act {act[:20]!r}.")
            if act not in self.acts(seat):
                raise not_yours("This can't be done now.")
            if act in _ON_THE_ROUND:
                self._expect_now(version)
            try:
                _ACTS[act](self, seat, target)
            except (MatchFileError, OSError) as error:
                raise self._unsaved(error) from None
            self._change()

    def acts(self, seat: TableSeat | None) -> list[str]:
        """What a seat may do now, besides moves."""
        if seat is None or self.closed:
            return []
        game, host = self.match.round, seat.letter == self.host
        can = []
        if not self.started:
            return ["start", "close"] if host else []
        over = game.is_over and self.match.is_over
        if game.is_over and not over and seat.letter not in self.ready:
            can.append("next_round")
        if self._can_ask_back(seat):
            can.append("ask_back")
        if self.asking and seat.plays and seat.letter not in {self.asking, *self.agreed}:
            can += ["allow_back", "refuse_back"]
        if host and not over:
            can.append("pause")
        if host:
            can.append("close")
        return can

    def _start(self, _: TableSeat, __: str) -> None:
        self.started = True
        self._since = self._now()
        for seat in self.seats.values():
            seat.stands_in = seat.person and not seat.is_taken
        self._keep_seating()

    def _next_round(self, seat: TableSeat, _: str) -> None:
        self.ready.add(seat.letter)
        there = {one.letter for one in self.persons if not one.away}
        if there <= self.ready:
            self._deal()

    def _ask_back(self, seat: TableSeat, _: str) -> None:
        self.asking, self.agreed = seat.letter, set()
        self._take_back_if_agreed()

    def _allow_back(self, seat: TableSeat, _: str) -> None:
        self.agreed.add(seat.letter)
        self._take_back_if_agreed()

    def _refuse_back(self, seat: TableSeat, _: str) -> None:
        name = self.chronicle.names[seat.letter]
        self.asking = ""
        self.chronicle.tell(f"{name} does not agree: the choice stands")

    def _pause(self, _: TableSeat, __: str) -> None:
        self.paused = not self.paused
        self._since = self._now()

    def _close(self, _: TableSeat, __: str) -> None:
        self.closed = True
        self._keep_seating()

    # ------------------------------------------------------------------ changes

    def _expect_now(self, version: int) -> None:
        if not self.acted <= version <= self.version:
            raise stale()

    def _push(self, move: Move | str) -> None:
        """Make a move and save it. Raises `PositionError`, and `Rejected` if it can't be saved."""
        self.match.round.push(move)
        try:
            self._files.write_match(self.match)
        except MatchFileError as error:
            self.match.round.pop()
            raise self._unsaved(error) from None
        self.chronicle.acted()
        self.asking = ""
        self._acted()

    def _deal(self) -> None:
        """Deal the next round. Raises `MatchFileError`, and then it is not saved yet."""
        self.match.next_round()
        self.ready.clear()
        self.chronicle.retell()
        self._acted()
        self._files.write_match(self.match)

    def _can_ask_back(self, seat: TableSeat) -> bool:
        """Whether there is a choice to take back: in the round that goes on."""
        game = self.match.round
        if game.is_over or self.asking or not seat.plays:
            return False
        with suppress(PositionError):
            return bool(since_last_choice(game, seat.letter)[0])
        return False

    def _take_back_if_agreed(self) -> None:
        others = {seat.letter for seat in self.persons} - {self.asking}
        if not others <= self.agreed:
            return
        asking, self.asking = self.asking, ""
        self.match.take_back(since_last_choice(self.match.round, asking)[0])
        self.match.mark_undone()
        self.chronicle.retell()
        self.chronicle.tell(f"{self.chronicle.names[asking]} takes back a choice")
        self._acted()
        self._files.write_match(self.match)

    def _unsaved(self, error: Exception) -> Rejected:
        log.error("table %s can't be saved: %s", self.name, error)
        return Rejected(503, "unsaved", "The table can't be saved, so nothing was changed.")

    def _keep_seating(self) -> None:
        self._files.write_seating(self.seating)

    @property
    def seating(self) -> dict[str, object]:
        """Who sits where, as it is kept."""
        return {
            "room": self.name,
            "host": self.host,
            "auto": self.auto,
            "think": self.think,
            "started": self.started,
            "closed": self.closed,
            "seats": [seat.as_json() for seat in self.seats.values()],
        }

    def _acted(self) -> None:
        """The match has changed."""
        self._since = self._now()
        self._change()
        self.acted = self.version

    def _change(self) -> None:
        """Count a change, and wake whoever waits for one."""
        self.version += 1
        self.touched = self._now()
        self._stirred.set()
        for wake in self._woken:
            wake.set()

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()

    # ------------------------------------------------------------------ what happens by itself

    @property
    def clock(self) -> int | None:
        """The seconds left for a move; None where there is no limit, or nobody thinks."""
        if not self._has_limit():
            return None
        return max(0, round(self._since + self.think - self._now()))

    def _has_limit(self) -> bool:
        playing = self.started and not self.paused and not self.match.round.is_over
        return bool(self.think) and playing and self.seats[self.match.round.turn].plays

    async def _drive(self) -> None:
        """Let bots move, forced actions and moves of those whose time is over be made."""
        while not self.closed:
            self._stirred.clear()
            try:
                await self._step()
            except Rejected:  # it could not be saved, which the log shows
                await asyncio.sleep(SECONDS_TO_WRITE_AGAIN)

    async def _step(self) -> None:
        game, version = self.match.round, self.acted
        if not self.started or self.paused or game.is_over:
            await self._stirred.wait()
            return
        seat = self.seats[game.turn]
        if not seat.plays:
            move = await self._bot_move(seat)
        else:
            forced = self.auto and is_forced(game) and game.legal_moves[0].kind is not Kind.PLAY
            seconds = self._pace.forced if forced else self.think if self._has_limit() else None
            rest = None if seconds is None else max(0.0, self._since + seconds - self._now())
            with suppress(TimeoutError):
                async with asyncio.timeout(rest):
                    await self._stirred.wait()
                return
            move = game.legal_moves[0] if forced else await self._bot_move(seat)
        async with self.lock:
            if self.acted == version and not self.paused and not self.closed:
                self._push(move)

    async def _bot_move(self, seat: TableSeat) -> Move:
        """The move of the bot of a seat, after some seconds at least."""
        game, pace = self.match.round, self._pace
        thinking = self._bots.move(seat.bot, game, self.match.seed, pace.bot_limit)
        return (await asyncio.gather(thinking, asyncio.sleep(pace.bot)))[0]

    async def end(self) -> None:
        """Stop whatever happens here by itself."""
        self.closed = True
        self._change()
        self._driver.cancel()
        with suppress(asyncio.CancelledError):
            await self._driver


_ACTS = {
    "start": Room._start,
    "next_round": Room._next_round,
    "ask_back": Room._ask_back,
    "allow_back": Room._allow_back,
    "refuse_back": Room._refuse_back,
    "pause": Room._pause,
    "close": Room._close,
}
_ON_THE_ROUND = {"next_round", "ask_back", "allow_back"}
"""What is meant for the table as the page shows it."""
