"""One table in the browser: a match, its seats, and whatever happens there by itself.

All of it lives in the one event loop of the server. A change is: check, do, write, count a version
up, wake the streams. Nobody reads a table while it is being written: `lock` is held.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress

from dominoes_rules.errors import MatchFileError, PositionError
from dominoes_rules.play.matches import Match
from dominoes_rules.play.taking_back import since_last_choice
from dominoes_rules.position.notation import Move
from dominoes_rules.web.chronicle import Chronicle
from dominoes_rules.web.refusals import Rejected, malformed, not_yours, stale
from dominoes_rules.web.room_files import RoomFiles
from dominoes_rules.web.settings import Pace
from dominoes_rules.web.table_seats import RoomSeat, is_secret

log = logging.getLogger(__name__)


class Room:
    """A table."""

    def __init__(
        self,
        name: str,
        match: Match,
        seats: Iterable[RoomSeat],
        *,
        host: str,
        files: RoomFiles,
        pace: Pace,
        auto: bool = True,
        think: int = 0,
        started: bool = False,
        open_to_all: bool = False,
    ) -> None:
        """`host` is the letter of the seat that may start, replace players and close the table."""
        self.name, self.match, self.host = name, match, host
        self.seats = {seat.letter: seat for seat in seats}
        self.auto, self.think, self.started = auto, think, started
        self.open_to_all = open_to_all
        """Whether somebody without a link may take a free seat."""
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
        self.knocking: dict[str, asyncio.Future[bool]] = {}
        """By seat: another browser that has its link waits for a yes."""
        self.paused = False
        self.closed = False
        self.touched = self._now()
        self._files, self._pace = files, pace
        self.since = self._now()
        """When the last action was made."""
        self._woken: set[asyncio.Event] = set()
        self._stirred = asyncio.Event()
        for seat in self.seats.values():
            if seat.is_taken:  # as after a restart
                self._watch(seat)

    # ------------------------------------------------------------------ who is there

    @property
    def persons(self) -> list[RoomSeat]:
        """The seats at which persons decide."""
        return [seat for seat in self.seats.values() if seat.plays]

    def seat_of(self, cookie: str) -> RoomSeat | None:
        """The seat of a browser, by the secret in its cookie."""
        seats = [seat for seat in self.seats.values() if is_secret(cookie, seat.cookie)]
        return seats[0] if seats else None

    def seat_of_link(self, secret: str) -> RoomSeat | None:
        """The seat that a link leads to."""
        seats = [seat for seat in self.seats.values() if is_secret(secret, seat.link)]
        return seats[0] if seats else None

    @property
    def free_seats(self) -> list[RoomSeat]:
        """The seats of persons who have not come."""
        return [seat for seat in self.seats.values() if seat.person and not seat.is_taken]

    async def sit(self, seat: RoomSeat, name: str = "") -> str:
        """Let a browser take a seat, and no other any more; returns the secret of its cookie.

        A browser that sits there and is not away is asked first. Raises `Rejected`.
        """
        if seat.is_taken and not self._is_gone(seat) and not await self._is_left(seat):
            raise not_yours("Somebody sits there, and has not agreed to leave the seat.")
        async with self.lock:
            secret = seat.sit_down()
            self._watch(seat)
            if name and name != self.match.names[seat.letter]:
                self.match.names[seat.letter] = name
                self.chronicle.retell()
            try:
                self._files.write_match(self.match)
                self._keep_seating()
            except (MatchFileError, OSError) as error:
                raise self._unsaved(error) from None
            self._change()
        return secret

    async def _is_left(self, seat: RoomSeat) -> bool:
        """Whether the browser at a seat agrees to another one there; only one is asked about."""
        if seat.letter in self.knocking:
            return False
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.knocking[seat.letter] = answer
        self._change()
        try:
            async with asyncio.timeout(self._pace.away):
                return await answer
        except TimeoutError:
            return self._is_gone(seat)
        finally:
            del self.knocking[seat.letter]
            self._change()

    def _is_gone(self, seat: RoomSeat) -> bool:
        return seat.left is not None and self._now() - seat.left >= self._pace.away

    def enter(self, seat: RoomSeat | None) -> asyncio.Event:
        """A stream begins; the event is set whenever the table changes."""
        wake = asyncio.Event()
        self._woken.add(wake)
        self.touched = self._now()
        if seat is not None:
            seat.streams += 1
            seat.left = None
            if seat.away or seat.stands_in:
                seat.away = seat.stands_in = False
                self._change()
        return wake

    def leave(self, seat: RoomSeat | None, wake: asyncio.Event) -> None:
        """A stream has ended."""
        self._woken.discard(wake)
        self.touched = self._now()
        if seat is not None:
            seat.streams -= 1
            if not seat.streams:
                self._watch(seat)

    def _watch(self, seat: RoomSeat) -> None:
        """Look later whether a player without a stream has come back."""
        seat.left = self._now()
        asyncio.get_running_loop().call_later(self._pace.away, self._look, seat)

    def _look(self, seat: RoomSeat) -> None:
        """Show a player as away who has not come back."""
        if self._is_gone(seat) and not seat.away and not self.closed:
            seat.away = True
            self._change()

    # ------------------------------------------------------------------ what people do

    async def move(self, seat: RoomSeat, text: str, version: int) -> None:
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

    async def do(self, seat: RoomSeat, act: str, version: int, target: str = "") -> None:
        """Do what is no move. Raises `Rejected`."""
        async with self.lock:
            if act not in _ACTS:
                raise malformed(f"There is no act {act[:20]!r}.")
            if act not in self.acts(seat) or (act in _FOR_A_SEAT and target not in self.seats):
                raise not_yours("This can't be done now.")
            if act in _ON_THE_ROUND:
                self._expect_now(version)
            try:
                _ACTS[act](self, seat, target)
            except (MatchFileError, OSError) as error:
                raise self._unsaved(error) from None
            self._change()

    def acts(self, seat: RoomSeat | None) -> list[str]:
        """What a seat may do now, besides moves."""
        if seat is None or self.closed:
            return []
        game, host = self.match.round, seat.letter == self.host
        over = game.is_over and self.match.is_over
        playing = self.started and not over
        can = {
            "yield_seat": seat.letter in self.knocking,
            "keep_seat": seat.letter in self.knocking,
            "start": host and not self.started,
            "next_round": game.is_over and not over and seat.letter not in self.ready,
            "ask_back": self._can_ask_back(seat),
            "allow_back": self._is_asked(seat),
            "refuse_back": self._is_asked(seat),
            "bot_for": host
            and self.started
            and not over
            and any(map(self._may_be_bot, self._others)),
            "new_link": host and any(self._others),
            "resign_seat": playing and not host and not seat.stands_in,
            "pause": host and playing,
            "close": host,
        }
        return [act for act, allowed in can.items() if allowed]

    @property
    def _others(self) -> list[RoomSeat]:
        """The seats for persons besides the host's."""
        return [seat for seat in self.seats.values() if seat.person and seat.letter != self.host]

    @staticmethod
    def _may_be_bot(seat: RoomSeat) -> bool:
        return not seat.stands_in and (seat.away or not seat.is_taken)

    def _is_asked(self, seat: RoomSeat) -> bool:
        return bool(self.asking) and seat.plays and seat.letter not in {self.asking, *self.agreed}

    def _start(self, _: RoomSeat, __: str) -> None:
        self.started = True
        self.since = self._now()
        for seat in self.seats.values():
            seat.stands_in = seat.person and not seat.is_taken
        self._keep_seating()

    def _next_round(self, seat: RoomSeat, _: str) -> None:
        self.ready.add(seat.letter)
        self._deal_if_ready()

    def _deal_if_ready(self) -> None:
        there = {one.letter for one in self.persons if not one.away}
        if there <= self.ready and not self.match.is_over:
            self._deal()

    def _ask_back(self, seat: RoomSeat, _: str) -> None:
        self.asking, self.agreed = seat.letter, set()
        self._take_back_if_agreed()

    def _allow_back(self, seat: RoomSeat, _: str) -> None:
        self.agreed.add(seat.letter)
        self._take_back_if_agreed()

    def _refuse_back(self, seat: RoomSeat, _: str) -> None:
        name = self.chronicle.names[seat.letter]
        self.asking = ""
        self.chronicle.tell(f"{name} does not agree: the choice stands")

    def _bot_for(self, _: RoomSeat, target: str) -> None:
        seat = self.seats[target]
        if seat not in self._others or not self._may_be_bot(seat):
            raise not_yours("A bot can only stand in for somebody who is away.")
        seat.stands_in = True
        self._settle_without(seat)

    def _resign_seat(self, seat: RoomSeat, _: str) -> None:
        seat.stands_in, seat.cookie = True, ""
        self._settle_without(seat)

    def _settle_without(self, seat: RoomSeat) -> None:
        """Ask a player who has gone nothing more."""
        self._keep_seating()
        if self.asking == seat.letter:
            self.asking = ""
        elif self.asking:
            self._take_back_if_agreed()
        if self.match.round.is_over and self.ready:
            self._deal_if_ready()

    def _new_link(self, _: RoomSeat, target: str) -> None:
        seat = self.seats[target]
        if seat not in self._others:
            raise not_yours("This seat has no link.")
        seat.invite()
        self._keep_seating()

    def _yield_seat(self, seat: RoomSeat, _: str) -> None:
        self._answer(seat, agrees=True)

    def _keep_seat(self, seat: RoomSeat, _: str) -> None:
        self._answer(seat, agrees=False)

    def _answer(self, seat: RoomSeat, *, agrees: bool) -> None:
        answer = self.knocking[seat.letter]
        if not answer.done():
            answer.set_result(agrees)

    def _pause(self, _: RoomSeat, __: str) -> None:
        self.paused = not self.paused
        self.since = self._now()

    def _close(self, _: RoomSeat, __: str) -> None:
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

    def _can_ask_back(self, seat: RoomSeat) -> bool:
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
            "open_to_all": self.open_to_all,
            "closed": self.closed,
            "seats": [seat.as_json() for seat in self.seats.values()],
        }

    def _acted(self) -> None:
        """The match has changed."""
        self.since = self._now()
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

    @property
    def goes_on(self) -> bool:
        """Whether somebody is to move."""
        return self.started and not self.paused and not self.match.round.is_over

    @property
    def has_limit(self) -> bool:
        """Whether the one to move has so many seconds."""
        return bool(self.think) and self.goes_on and self.seats[self.match.round.turn].plays

    @property
    def clock(self) -> int | None:
        """The seconds left for a move; None where there is no limit, or nobody thinks."""
        return max(0, round(self.since + self.think - self._now())) if self.has_limit else None

    async def push(self, move: Move, version: int) -> None:
        """Make a move for whose turn it was at a version, unless things have changed since."""
        async with self.lock:
            if self.acted == version and self.goes_on and not self.closed:
                self._push(move)

    async def stirred(self, until: float | None) -> bool:
        """Wait for a change, until a time of the loop; whether there was one."""
        with suppress(TimeoutError):
            async with asyncio.timeout_at(until):
                await self._stirred.wait()
            self._stirred.clear()
            return True
        return False

    def end(self) -> None:
        """Close the table here; its files stay."""
        self.closed = True
        self._change()


_ACTS = {
    "start": Room._start,
    "next_round": Room._next_round,
    "ask_back": Room._ask_back,
    "allow_back": Room._allow_back,
    "refuse_back": Room._refuse_back,
    "bot_for": Room._bot_for,
    "new_link": Room._new_link,
    "resign_seat": Room._resign_seat,
    "yield_seat": Room._yield_seat,
    "keep_seat": Room._keep_seat,
    "pause": Room._pause,
    "close": Room._close,
}
_ON_THE_ROUND = {"next_round", "ask_back", "allow_back"}
"""What is meant for the table as the page shows it."""
_FOR_A_SEAT = {"bot_for", "new_link"}
"""What the host does for the seat of somebody else."""
