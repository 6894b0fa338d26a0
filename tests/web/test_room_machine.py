"""Whatever people do at a table, and whenever it is restarted, it stays what a plain model says."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import settings as profile
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import dominoes_rules as dr
from dominoes_rules import library
from dominoes_rules.errors import InvalidMove, MatchFileError
from dominoes_rules.play.taking_back import since_last_choice
from dominoes_rules.position.notation import Move
from dominoes_rules.web import kept_tables, rooms
from dominoes_rules.web.chronicle import MOST_LINES
from dominoes_rules.web.event_streams import events_of, open_page
from dominoes_rules.web.hall import Hall
from dominoes_rules.web.refusals import Rejected
from dominoes_rules.web.room_acts import ACTS as ACTS_AT_TABLES
from dominoes_rules.web.room_acts import acts_of, do
from dominoes_rules.web.room_files import RoomFiles
from dominoes_rules.web.rooms import SECONDS_TO_ANSWER, SECONDS_TO_REOPEN, Room
from dominoes_rules.web.settings import Pace
from dominoes_rules.web.table_workers import in_processes
from tests.first_move import FirstMove
from tests.web.clients import settings

AWAY, THINK = 20, 30
"""Seconds."""
GAME = library.loads('variant "Short"\nextends "partnership"\nparameter target = 20\n')
PERSONS = "ABC"
"""D is a bot; A is the host."""
HOSTS_ACTS = ("rematch", "pause", "close", "reopen")
ACTS = ("next_round", "ask_back", "allow_back", "refuse_back", "resign_seat", *HOSTS_ACTS)
SEED_AFTER_A_SWAP, SEED_OF_ANOTHER_MATCH = 5, 9
TROUBLES = ("gone", "full", "full for one file")
STEPS_TO_SETTLE = 60
"""Of the loop, after which nothing more happens by itself."""


class VirtualTime(asyncio.SelectorEventLoop):
    """A loop whose clock is turned by hand."""

    now = 0.0

    def time(self) -> float:
        return self.now


async def at_once(do_it: Callable[..., Any], *values: Any) -> Any:
    return do_it(*values)


@dataclass
class Chair:
    """A seat of the model."""

    taken: bool = False
    streams: int = 0
    left: float | None = None
    away: bool = False
    bot: bool = False


class Model:
    """What a table is, in plain words: one match, chairs, and who has agreed to what."""

    def __init__(self, match: dr.Match) -> None:
        self.match = match
        self.chairs = {letter: Chair() for letter in PERSONS}
        self.started = self.paused = self.shut = False
        self.ready: set[str] = set()
        self.asking = ""
        self.agreed: set[str] = set()
        self.now = self.since = self.asked = self.thought = self.closed_at = 0.0

    @property
    def deciding(self) -> set[str]:
        return {letter for letter, chair in self.chairs.items() if not chair.bot}

    @property
    def is_on(self) -> bool:
        held_up = self.paused or self.shut
        return self.started and not held_up and not self.match.round.is_over

    @property
    def goes_on(self) -> bool:
        return self.is_on and not self.asking

    @property
    def awaited(self) -> str:
        """The person who may move now; empty for none."""
        turn = self.match.round.turn
        return turn if self.is_on and turn in self.deciding else ""

    def stop_asking(self) -> None:
        """The choice stands, and the one to move has the time that was left."""
        self.asking, self.since = "", self.now - self.thought

    def swap(self, seed: int) -> None:
        """B and C change places, and get new tiles."""
        dealt, names = dr.Match(GAME, seats=4, seed=seed), self.match.names
        came = {letter for letter, name in names.items() if name != letter}
        dealt.names = names | {
            letter: names[other] if other in came else letter
            for letter, other in (("B", "C"), ("C", "B"))
        }
        dealt.players = self.match.players
        self.match, self.since = dealt, self.now
        self.chairs["B"], self.chairs["C"] = self.chairs["C"], self.chairs["B"]
        self.settle()

    def push(self, move: Move) -> None:
        self.match.round.push(move)
        self.since, self.asking = self.now, ""

    def settle(self) -> None:
        """Everything that happens without anybody: bots, the clock, the next deal."""
        game = self.match.round
        there = {letter for letter in self.deciding if not self.chairs[letter].away}
        done = game.is_over and self.ready and there <= self.ready and not self.match.is_over
        if done and not self.shut:
            self.match.next_round()
            self.ready, self.since = set(), self.now
        late = not self.paused and self.now - self.asked >= SECONDS_TO_ANSWER
        if self.asking and not self.shut and (late or self.asking not in self.deciding):
            self.stop_asking()
        if self.asking and self.deciding - {self.asking} <= self.agreed:
            self.match.take_back(since_last_choice(self.match.round, self.asking)[0])
            self.match.mark_undone()
            self.asking, self.since = "", self.now
        while self.goes_on:
            game = self.match.round
            if game.turn in self.deciding and self.now - self.since < THINK:
                break
            self.push(game.legal_moves[0])

    def tick(self) -> None:
        self.now += 1
        for chair in self.chairs.values():
            chair.away |= chair.left is not None and self.now - chair.left >= AWAY
        self.settle()

    def acts(self, letter: str) -> set[str]:
        if self.shut:
            return {"reopen"} if letter == "A" else set()
        game, asked = self.match.round, self.asking and letter not in {self.asking, *self.agreed}
        playing = self.started and not self.match.is_over
        choice = False
        if not game.is_over and not self.asking and letter in self.deciding:
            try:
                choice = bool(since_last_choice(game, letter)[0])
            except InvalidMove:
                choice = False
        can = {
            "start": letter == "A" and not self.started,
            "swap_seats": letter == "A" and not self.started,
            "next_round": game.is_over and not self.match.is_over and letter not in self.ready,
            "ask_back": choice,
            "allow_back": asked and letter in self.deciding,
            "refuse_back": asked and letter in self.deciding,
            "resign_seat": playing and letter != "A" and letter in self.deciding,
            "pause": playing and letter == "A",
            "rematch": letter == "A" and self.match.is_over,
            "close": letter == "A",
        }
        return {act for act, allowed in can.items() if allowed}

    def do(self, act: str, letter: str) -> None:
        chair = self.chairs[letter]
        match act:
            case "start":
                self.started, self.since = True, self.now
                for one in self.chairs.values():
                    one.bot = not one.taken
            case "next_round":
                self.ready.add(letter)
            case "ask_back":
                self.asking, self.agreed, self.asked = letter, set(), self.now
                self.thought = self.now - self.since
            case "allow_back":
                self.agreed.add(letter)
            case "refuse_back":
                self.stop_asking()
            case "resign_seat":
                chair.bot, chair.taken = True, False
                self.leave(chair)
            case "rematch":
                dealt = dr.Match(GAME, seats=4, seed=SEED_OF_ANOTHER_MATCH)
                dealt.names, dealt.players = self.match.names, self.match.players
                self.match, self.ready, self.since = dealt, set(), self.now
            case "pause":
                self.paused, self.since = not self.paused, self.now
                self.asked = self.now
            case "close":
                self.shut, self.closed_at = True, self.now
            case "reopen":
                self.shut, self.since = False, self.now
                self.asked = self.now
        self.settle()

    def leave(self, chair: Chair) -> None:
        """All pages of a seat are closed."""
        if chair.streams:
            chair.streams, chair.left = 0, self.now

    def sit(self, chair: Chair) -> None:
        chair.taken, chair.bot, chair.streams, chair.left = True, False, 0, self.now
        self.settle()

    def restart(self) -> None:
        self.ready, self.asking, self.since = set(), "", self.now
        for chair in self.chairs.values():
            chair.streams, chair.away = 0, False
            chair.left = self.now if chair.taken else None
        self.settle()


class RoomMachine(RuleBasedStateMachine):
    """A table and its model."""

    @initialize(seated=st.sampled_from(["", "A", "AB", "AC", "ABC", "ABC"]), looking=st.booleans())
    def begin(self, seated: str, looking: bool) -> None:
        self.loop = VirtualTime()
        self.folder = tempfile.TemporaryDirectory()
        self.cookies: dict[str, str] = {}
        self.streams: dict[asyncio.Task[None], str] = {}
        self.shown: dict[asyncio.Task[None], int] = {}
        self.wall = ExitStack()
        for module in (kept_tables, rooms):
            clock = SimpleNamespace(time=self.loop.time)
            self.wall.enter_context(patch.object(module, "time", clock))
        # A thread would take time that the clock does not show.
        self.wall.enter_context(patch.object(asyncio, "to_thread", at_once))
        self.run(self._open())
        room, _ = self.run(self._begin())
        self.name = room.name
        model = dr.Match(GAME, seats=4, seed=room.match.seed)
        model.names, model.players = dict(room.match.names), dict(room.match.players)
        self.model = Model(model)
        self.read = ""
        for letter in seated:
            self.sit(letter)
            if looking:
                self.look(letter)
        if len(seated) > 1:
            self._act("start", "A")

    async def _open(self) -> None:
        pace = Pace(forced=0.0, bot=0.0, away=AWAY)
        options = settings(Path(self.folder.name), games={"short": GAME}, pace=pace, auto=False)
        self.hall = Hall(options, replace(in_processes(options), bots=FirstMove()))
        await self.hall.open()

    async def _begin(self) -> tuple[Room, str]:
        return self.hall.begin("short", 4, "Ana", ["", "", "casual"], think=THINK)

    @property
    def room(self) -> Room:
        return self.hall.rooms[self.name]

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Do something, and let everything happen that follows at once."""

        async def all_of_it() -> Any:
            try:
                return await work
            finally:
                for _ in range(STEPS_TO_SETTLE):
                    await asyncio.sleep(0)

        return self.loop.run_until_complete(all_of_it())

    def is_done(self, work: Coroutine[Any, Any, Any]) -> bool:
        """Do something; whether it was allowed."""
        try:
            self.run(work)
        except Rejected as refused:
            if refused.status != 409:
                raise
            return False
        return True

    # ------------------------------------------------------------------ what people do

    @rule(letter=st.sampled_from(PERSONS))
    def sit(self, letter: str) -> None:
        chair, seat = self.model.chairs[letter], self.room.seats[letter]
        if chair.taken and (chair.left is None or self.model.now - chair.left < AWAY):
            return
        self.cookies[letter] = self.run(self.room.sit(seat, f"Player {letter}"))
        self.model.match.names[letter] = f"Player {letter}"
        self.model.sit(chair)

    @rule(letter=st.sampled_from(PERSONS), agrees=st.booleans())
    def knock(self, letter: str, agrees: bool) -> None:
        """Another browser wants a seat whose browser is there, and answers."""
        chair, seat = self.model.chairs[letter], self.room.seats[letter]
        if not chair.taken or not chair.streams or self.model.shut:
            return

        async def ask() -> str | None:
            sitting = asyncio.ensure_future(self.room.sit(seat))
            await asyncio.sleep(0)
            act = "yield_seat" if agrees else "keep_seat"
            assert act in acts_of(self.room, seat)
            await do(self.room, seat, act, self.room.version)
            try:
                return await sitting
            except Rejected:
                return None

        secret = self.run(ask())
        assert (secret is not None) == agrees
        if secret is not None:
            self.cookies[letter] = secret
            self.model.sit(chair)

    @rule(letter=st.sampled_from(PERSONS))
    def look(self, letter: str) -> None:
        """Open the page of a seat."""
        chair = self.model.chairs[letter]
        if not chair.taken:
            return
        self.run(self._look(letter))
        chair.streams += 1
        chair.left, chair.away, chair.bot = None, False, False
        self.model.settle()

    async def _look(self, letter: str) -> None:
        room, seat = self.room, self.room.seats[letter]

        async def follow() -> None:
            with open_page(room, seat) as wake:
                async for event in events_of(room, seat, self.cookies[letter], "wide", "", wake):
                    if event.event == "view":
                        self.shown[task] = int(event.id or -1)

        task = asyncio.create_task(follow())
        self.streams[task] = letter

    @rule(letter=st.sampled_from(PERSONS))
    def leave(self, letter: str) -> None:
        """Close all pages of a seat."""
        self.run(self._leave(letter))
        self.model.leave(self.model.chairs[letter])
        self.model.settle()

    async def _leave(self, letters: str) -> None:
        for task, letter in [*self.streams.items()]:
            if letter in letters:
                task.cancel()
                del self.streams[task]

    @precondition(lambda self: "A" in self.cookies and not self.model.started)
    @rule()
    def start(self) -> None:
        self._act("start", "A")

    @precondition(lambda self: "A" in self.cookies)
    @rule()
    def swap(self) -> None:
        allowed = not self.model.started and not self.model.shut
        room, kept = self.room, self.cookies
        work = do(room, room.seats["A"], "swap_seats", room.version, "B", "C")
        with patch("secrets.randbits", lambda _: SEED_AFTER_A_SWAP):
            assert self.is_done(work) == allowed
        if allowed:
            other = {"B": "C", "C": "B"}
            self.cookies = {other.get(letter, letter): kept[letter] for letter in kept}
            for task, letter in self.streams.items():
                self.streams[task] = other.get(letter, letter)
            self.model.swap(SEED_AFTER_A_SWAP)

    @rule(choices=st.lists(st.integers(0, 9), min_size=1, max_size=25))
    def play(self, choices: list[int]) -> None:
        for choice in choices:
            letter, legal = self.model.awaited, self.model.match.round.legal_moves
            if not letter:
                break
            move = legal[choice % len(legal)]
            if not self.is_done(
                self.room.move(self.room.seats[letter], f"{move}", self.room.version)
            ):
                raise AssertionError("a legal move was refused")
            self.model.push(move)
            self.model.settle()

    @rule()
    def play_to_the_end(self) -> None:
        while self.model.awaited:
            self.play([0])

    @rule(letter=st.sampled_from(PERSONS))
    def play_in_vain(self, letter: str) -> None:
        game = self.model.match.round
        if self.model.awaited != letter:
            move = f"{game.legal_moves[0]}" if not game.is_over else "-"
            seat = self.room.seats[letter]
            assert not self.is_done(self.room.move(seat, move, self.room.version))

    @rule(
        letter=st.sampled_from(PERSONS),
        act=st.sampled_from([act for act in ACTS if act not in HOSTS_ACTS]),
    )
    def act(self, letter: str, act: str) -> None:
        if self.model.chairs[letter].taken:
            self._act(act, letter)

    @rule(letter=st.sampled_from(PERSONS))
    def take_back(self, letter: str) -> None:
        """Ask, and let all others agree."""
        if self.model.chairs[letter].taken and "ask_back" in self.model.acts(letter):
            self._act("ask_back", letter)
            for other in sorted(self.model.deciding - {letter}):
                if self.model.asking and self.model.chairs[other].taken:
                    self._act("allow_back", other)

    @precondition(lambda self: "A" in self.cookies)
    @rule()
    def pause(self) -> None:
        self._act("pause", "A")

    @precondition(lambda self: "A" in self.cookies and self.model.match.is_over)
    @rule()
    def play_another_match(self) -> None:
        with patch("secrets.randbits", lambda _: SEED_OF_ANOTHER_MATCH):
            self._act("rematch", "A")

    @precondition(lambda self: "A" in self.cookies)
    @rule(act=st.sampled_from(["close", "reopen", "reopen"]))
    def close_or_reopen(self, act: str) -> None:
        self._act(act, "A")

    @rule(letters=st.sampled_from(["A", "AB", "ABC"]))
    def go_on_to_the_next_round(self, letters: str) -> None:
        for letter in letters:
            if self.model.chairs[letter].taken and "next_round" in self.model.acts(letter):
                self._act("next_round", letter)

    @precondition(lambda self: "A" in self.cookies)
    @rule(letter=st.sampled_from("BC"))
    def let_bot_play(self, letter: str) -> None:
        chair, playing = self.model.chairs[letter], self.model.started
        missing = not chair.bot and (chair.away or not chair.taken)
        allowed = playing and not self.model.match.is_over and missing and not self.model.shut
        host = self.room.seats["A"]
        assert self.is_done(do(self.room, host, "bot_for", 0, letter)) == allowed
        if allowed:
            chair.bot = True
            self.model.settle()

    @rule(letter=st.sampled_from(PERSONS), trouble=st.sampled_from(TROUBLES))
    def act_while_nothing_can_be_saved(self, letter: str, trouble: str) -> None:
        """Of all that a seat may do, what needs a file changes nothing; what needs none is done."""
        seat = self.room.seats[letter]
        for name in acts_of(self.room, seat) if self.model.chairs[letter].taken else ():
            act, before, refused = ACTS_AT_TABLES[name], self.whole(), 0
            targets = act.targets(self.room)[-act.count :] if act.targets else []
            letters = [one.letter for one in targets]
            deal = patch("secrets.randbits", lambda _: SEED_OF_ANOTHER_MATCH)
            with self.trouble(trouble), deal:
                try:
                    self.run(do(self.room, seat, name, self.room.version, *letters))
                except Rejected as found:
                    refused = found.status
            if refused:
                assert refused == 503
                assert self.whole() == before
            else:
                assert name in {"next_round", "ask_back", "allow_back", "refuse_back", "rematch"}
                self.model.do(name, letter)
                break

    @rule(letter=st.sampled_from(PERSONS), trouble=st.sampled_from(TROUBLES))
    def sit_while_nothing_can_be_saved(self, letter: str, trouble: str) -> None:
        chair, seat = self.model.chairs[letter], self.room.seats[letter]
        if chair.taken and (chair.left is None or self.model.now - chair.left < AWAY):
            return
        before = self.whole()
        with self.trouble(trouble), pytest.raises(Rejected, match="503"):
            self.run(self.room.sit(seat, "Nobody"))
        assert self.whole() == before

    def whole(self) -> object:
        """All that a table is, in memory and on disk."""
        room, folder = self.room, self.hall.settings.folder
        return (
            room.seating,
            room.match.record(),
            room.chronicle.texts("", MOST_LINES),
            (room.state, room.version, room.acted),
            [acts_of(room, seat) for seat in room.seats.values()],
            [path.read_bytes() for path in sorted(folder.iterdir())],
        )

    @contextmanager
    def trouble(self, kind: str) -> Iterator[None]:
        """The folder is gone, the disk is full, or it is full after the first of two files."""
        folder = self.hall.settings.folder
        if kind == "gone":
            folder.rename(folder.with_name("elsewhere"))
            yield
            folder.with_name("elsewhere").rename(folder)
            return
        writers = ["write_seating", "write_match"][: 1 + (kind == "full")]
        with ExitStack() as patches:
            for name in writers:
                error = OSError("no space") if name == "write_seating" else MatchFileError("full")
                patches.enter_context(patch.object(RoomFiles, name, side_effect=error))
            yield

    def _act(self, act: str, letter: str) -> None:
        allowed = act in self.model.acts(letter)
        done = self.is_done(do(self.room, self.room.seats[letter], act, self.room.version))
        assert done == allowed
        if allowed:
            self.model.do(act, letter)

    # ------------------------------------------------------------------ what happens

    @rule(seconds=st.sampled_from([1, AWAY, THINK, int(SECONDS_TO_ANSWER)]))
    def wait(self, seconds: int) -> None:
        for _ in range(seconds):
            if self.model.shut and self.model.now + 2 >= self.model.closed_at + SECONDS_TO_REOPEN:
                self._act("reopen", "A")
            self.loop.now += 1
            self.run(asyncio.sleep(0))
            self.model.tick()

    @rule()
    def restart(self) -> None:
        self.run(self._leave(PERSONS))
        for chair in self.model.chairs.values():
            self.model.leave(chair)
        self.run(self.hall.close())
        self.run(self._open())
        self.model.restart()

    # ------------------------------------------------------------------ what always holds

    @invariant()
    def it_is_the_same(self) -> None:
        if not hasattr(self, "model"):
            return
        room, model = self.room, self.model
        assert room.match.record() == model.match.record()
        record = "\n".join(room.match.record())
        if record != self.read:
            assert RoomFiles(self.hall.settings.folder, self.name).read_match() == model.match
            self.read = record
        table = room.table
        states = (table.started, table.paused, room.is_shut)
        assert states == (model.started, model.paused, model.shut)
        assert ({*table.ready}, table.asking_back) == (model.ready, model.asking)
        for letter, chair in model.chairs.items():
            seat = room.seats[letter]
            shown = (seat.is_taken, seat.sitter.streams, seat.away, seat.stands_in)
            assert shown == (chair.taken, chair.streams, chair.away, chair.bot), letter
            if chair.taken:
                known = {"start", "swap_seats", *ACTS}
                assert {*acts_of(room, seat)} & known == model.acts(letter), letter
        for task in self.streams:
            assert task.done() or self.shown[task] == room.version

    def teardown(self) -> None:
        if hasattr(self, "model"):
            self.run(self._leave(PERSONS))
            self.run(self.hall.close())
            self.loop.close()
            self.wall.close()
            self.folder.cleanup()


TestRoom = RoomMachine.TestCase
TestRoom.settings = profile(max_examples=15, stateful_step_count=25, deadline=None)
