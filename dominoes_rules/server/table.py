"""A table: from the players who wait for others to the last round of their set."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import InitVar, dataclass, field
from typing import Protocol

from dominoes_lang.table.state import NO_TILE, End, Kind
from dominoes_lang.text.quoting import short
from dominoes_rules.errors import PositionError
from dominoes_rules.play.round import Round
from dominoes_rules.position.notation import Move
from dominoes_rules.server.limits import Addresses, Limits
from dominoes_rules.server.offered_games import OfferedGame
from dominoes_rules.server.seats import MOST_KEPT, TableSeat
from dominoes_rules.server.wire import frames, protocol
from dominoes_rules.server.wire.connection import Connection
from dominoes_rules.server.wire.protocol import Message
from dominoes_rules.tables.sets import Deals, PlayedSet

log = logging.getLogger(__name__)
_EVENTS = {Kind.PLAY: "played", Kind.DRAW: "drew", Kind.PASS: "passed", Kind.STOP: "stopped"}


class Thinker(Protocol):
    """Where bots think: never in the loop of the server."""

    async def move(
        self, bot: str, game: Round, seed: int, seconds: float, earlier: Sequence[str], /
    ) -> Move:
        """The move of a bot, which is legal; see `AskedBots.move`."""


@dataclass
class House:
    """What the tables of a server share."""

    limits: Limits
    thinker: Thinker
    keep: Callable[[ServerTable], Awaitable[None]]
    """Writes a round to disk that is over or abandoned; returns when it is there."""
    stand_in: str | None
    """The bot that takes the seat of a player who has gone; None where the seat is forfeit."""
    awaited: Addresses
    """The addresses of players for whom tables wait that nobody is at."""
    closing: bool = False
    """Whether no new round is to begin."""


class Journal(Protocol):
    """Where a set is written down as it is played, so that it can go on later."""

    def note(self, entry: object) -> None:
        """Write down what has happened, before anybody is told. Raises `OSError`."""


@dataclass(eq=False)
class ServerTable:
    """A table of one game and size: those who wait at it, and the set that they play."""

    game: OfferedGame
    size: int
    house: House
    deals: InitVar[Deals]
    seed: int
    """What deals and the chance of bots come from; it must stay secret until the set is over."""
    seats: list[TableSeat] = field(default_factory=list)
    rounds: int = 1
    """The rounds of the set, as the last to join has asked for."""
    over: bool = False
    finished: bool = False
    """Whether the set is over for good, and not only in this process."""
    journal: Journal | None = None
    """None if nobody may take a seat back, so that the set can't be resumed."""

    def __post_init__(self, deals: Deals) -> None:
        self.set = PlayedSet(self.game.compiled(self.size), deals)
        self._news = asyncio.Event()
        self._due: float | None = None
        """When the next move is due, once it was asked for: to return gains no time."""
        self._abandoned = False
        """Whether all have gone, and nobody may come back."""
        self._last_address = ""

    # ------------------------------------------------------------------ who sits here

    @property
    def is_full(self) -> bool:
        return len(self.seats) == self.size

    @property
    def nicks(self) -> list[str]:
        """Who sits here, in the order of play."""
        return [seat.nick for seat in self.seats]

    @property
    def has_clients(self) -> bool:
        """Whether anybody is left to play for."""
        return any(seat.connection is not None for seat in self.seats)

    def leave(self, seat: TableSeat, connection: Connection | None) -> None:
        """Note that a client has gone, unless another one has taken its seat."""
        if connection is None or seat.connection is not connection:
            return
        seat.connection = None
        seat.left = True
        if self.set.round is None:
            self.seats.remove(seat)
            self._tell_missing()
        elif not self.over:
            self._last_address = connection.address
            self.replace_absent(seat)
        self._news.set()

    def replace_absent(self, seat: TableSeat) -> None:
        """A bot takes the seat of a player who has gone, or the seat is forfeit."""
        seat.bot = self.house.stand_in
        side = self.set.setup.side_of[self.seats.index(seat)]
        players = [self.seats[number] for number in self.set.setup.players_of[side]]
        if side not in self.set.forfeits and all(one.left and one.bot is None for one in players):
            self._do({"forfeit": side})  # nobody plays for it, and no bot takes its seats
        self._abandoned = not self.has_clients and not any(map(self.may_return, self.seats))

    def may_return(self, seat: TableSeat) -> bool:
        """Whether the player of a seat may take it back."""
        side = self.set.setup.side_of[self.seats.index(seat)]
        return seat.token is not None and side not in self.set.forfeits and not self.over

    def give_up(self, seat: TableSeat) -> None:
        """A player quits, and won't come back."""
        if seat.token is not None:
            self._do({"gone": self.seats.index(seat)})

    def take_back(self, seat: TableSeat, connection: Connection) -> None:
        """The player of a seat is back: its new connection is told the round so far."""
        before, seat.connection = seat.connection, connection
        seat.bot, seat.left = None, False
        seat.kept.clear()
        if before is not None:
            before.cut()
        done = range(len(self.set.played.actions))
        told = [message for number in done for message in self._told(number, seat)]
        answer = (
            protocol.returned(
                self.nicks, self.rounds, self.set.number, self._scores(), 1 + len(told)
            )
            | self._sets()
        )
        for message in (answer, protocol.NEW_GAME, *told):
            seat.send(frames.encode(message))
        self._news.set()

    def hurry(self) -> None:
        """Wake everybody who waits for news."""
        self._news.set()

    def join(self, seat: TableSeat, rounds: int) -> None:
        """Take a place at the table; the set begins once it is full."""
        self.seats.append(seat)
        self.rounds = rounds
        self._tell_missing()
        self._news.set()

    def _tell_missing(self) -> None:
        """Report who waits, and how many are missing, to those who want to be told."""
        missing = self.size - len(self.seats)
        if missing:
            self._tell({"waiting": self.nicks, "missing": missing}, to=lambda one: one.news)

    async def news(self) -> None:
        """Wait until somebody joins, leaves or moves."""
        self._news.clear()
        await self._news.wait()

    # ------------------------------------------------------------------ what is known

    @property
    def _is_decided(self) -> bool:
        """Whether all sides but one have forfeited the set, or nobody is left to play for."""
        return self.set.is_forfeit or self._abandoned

    def _scores(self) -> dict[str, int]:
        """The score of each player's side before the round that is played."""
        return dict(zip(self.nicks, self.set.scores, strict=True))

    def _hand(self, number: int) -> list[protocol.Pair]:
        return [protocol.held(tile) for tile in self.set.hands[number]]

    # ------------------------------------------------------------------ what is done

    def redo(self, entry: object) -> None:
        """Do what an entry of the journal says; see `PlayedSet.do`, and what that raises."""
        match entry:
            case {"gone": int(number)}:
                self.seats[number].token = None
            case _:
                self.set.do(entry)

    def _do(self, entry: object) -> None:
        if self.journal is not None:
            self.journal.note(entry)
        self.redo(entry)

    # ------------------------------------------------------------------ what clients say

    def hear(self, seat: TableSeat, message: object) -> None:
        """Answer a message of a player, or keep it until the player's turn."""
        fields = message if isinstance(message, dict) else {}
        command = fields.get("command")
        answer: object
        if command == "players":
            answer = self.nicks
        elif self.set.round is None:
            answer = protocol.NO_ACTIVE_GAME
        elif command == "state":
            answer = {"state": self._state(seat)}
        elif command == "valid_move?":
            answer = self._meant(self.seats.index(seat), fields) is not None
        elif command == "move" and len(seat.kept) < MOST_KEPT:
            # Looked at here too, in the sender's own task: what can't be judged costs its sender
            # the seat, and not the others their round.
            self._meant(self.seats.index(seat), fields)
            seat.kept.append(fields)
            self._news.set()
            return
        else:
            answer = protocol.echoed("UnhandledMessage", "message", message)
        seat.send(frames.encode(answer))

    def _state(self, seat: TableSeat) -> Message:
        """What a player may know of the table."""
        game = self.set.played
        number = self.seats.index(seat)
        state: Message = {"hand": self._hand(number), "board": self.set.laid.line}
        if not self.game.extended:
            return state
        return state | {
            "stock": game.stock_count,
            "hands": dict(zip(self.nicks, map(len, self.set.hands), strict=True)),
            "scores": self._scores(),
            "ends": list(game.ends),
            "teams": [[self.seats[n].nick for n in side] for side in self.set.setup.players_of],
        }

    def _sets(self) -> Message:
        """In a match of sets the sets won by the side of each player, and the round of the set."""
        setup, state = self.set.setup, self.set.played.state
        if not setup.match.has_sets:
            return {}
        sets = state.more.sets or (0,) * setup.sides
        won = [sets[side] for side in setup.side_of]
        return {"sets": dict(zip(self.nicks, won, strict=True)), "round_of_set": state.round}

    def _meant(self, number: int, message: Message) -> Move | None:
        """The move that a message means, if it were this seat's turn; None for an illegal one."""
        game = self.set.played
        state = game.state
        if state.mover != number:
            # Where the opener may lay any tile, so might the others, were it their turn.
            opening = state.opening == state.hands[state.mover] and state.hands[number]
            state = state._replace(mover=number, step=-1, drawn=NO_TILE, opening=int(opening))
        move = protocol.move_of(message, opening=not state.opened)
        try:
            action = move and move.resolve(self.set.setup.layout, state).action
        except PositionError:
            return None
        legal = game.compiled.legal(state)
        sameness = self.set.setup.layout.same
        return move if action and sameness.as_listed(state, action) in legal else None

    # ------------------------------------------------------------------ the set

    async def play(self) -> None:
        """Play the set, round after round, until nobody is left or the server stops."""
        if self.set.round is None:
            self._begin_round()
        else:
            await self._wait_for_the_others()
        while True:
            game = self.set.played
            while not game.is_over and not self._is_decided:
                if self.has_clients:
                    await self._turn(game)
                elif not await self._wait_for_somebody():
                    return
            self._credit()
            await self.house.keep(self)
            ending = protocol.gameover([self.seats[n].nick for n in self.set.winners])
            self._tell(ending, to=lambda one: not one.news)
            self._tell(ending | self._how_it_ended(), to=lambda one: one.news)
            is_last = self._is_decided or self.set.is_won or self.set.number == self.rounds
            if is_last or self.house.closing:
                break
            self._begin_round()
        self.finished = is_last or self.journal is None
        scores = dict(zip(self.nicks, self.set.final_scores, strict=True))
        goodbye = {"command": "goodbye", "scores": scores}
        self._tell(goodbye, to=lambda seat: is_last or seat.token is None)  # others may come back

    async def _wait_for_the_others(self) -> None:
        """After the server was started again: wait for all who may return, then for none."""
        absent = [seat for seat in self.seats if seat.left]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.house.limits.think):
                while not self.house.closing and any(
                    seat.left and self.may_return(seat) for seat in absent
                ):
                    await self.news()
        for seat in absent:
            if seat.left:
                self.replace_absent(seat)

    async def _wait_for_somebody(self) -> bool:
        """All have gone, but may come back; whether the set goes on, or ends, in this process."""
        address = self._last_address
        self._abandoned = not self.house.awaited.enter(address)
        if self._abandoned:
            return True
        try:
            async with asyncio.timeout(self.house.limits.returning):
                while not self.has_clients and not self.house.closing:
                    await self.news()
        except TimeoutError:
            self._abandoned = True
        finally:
            self.house.awaited.leave(address)
            self._due = None
        return self.has_clients or self._abandoned

    def _begin_round(self) -> None:
        """Deal a round, and tell everybody."""
        here = [number for number, seat in enumerate(self.seats) if seat.connection is not None]
        self._do({"deal": here})
        for seat in self.seats:
            seat.kept.clear()
        self._tell(protocol.NEW_GAME, to=lambda one: not one.news)
        self._tell(
            protocol.NEW_GAME | {"rounds": self.rounds} | self._sets(), to=lambda one: one.news
        )

    def _credit(self) -> None:
        """Decide for which seats the round that has ended counts as won.

        Not where a bot has finished it for a client that began it.
        """
        if self.set.credited is None:
            seats = self.seats
            seen_through = {n for n in self.set.began if seats[n].connection is not None}
            won = [n for n in self.set.winners if seats[n].own_bot or n in seen_through]
            self._do({"credited": won})

    def _how_it_ended(self) -> Message:
        """Why a round is over, with all hands and what each player's side gets."""
        outcome = self.set.played.outcome
        if outcome is None:
            return {"reason": "forfeit"}
        paid, sides = [*outcome.points.values()], self.set.setup.side_of
        return {
            "reason": outcome.over,
            "hands": {seat.nick: self._hand(number) for number, seat in enumerate(self.seats)},
            "points": {seat.nick: paid[side] for seat, side in zip(self.seats, sides, strict=True)},
        }

    def _tell(
        self, message: Message, *, to: Callable[[TableSeat], bool] = lambda seat: True
    ) -> None:
        frame = frames.encode(message)
        for seat in self.seats:
            if to(seat):
                seat.send(frame)

    async def _turn(self, game: Round) -> None:
        """One action of the player to move."""
        seat, move = self.seats[game.state.mover], None
        choices = game.legal_moves
        if self.game.extended and [one.kind for one in choices] == [Kind.PASS]:
            move = choices[0]
        elif seat.connection is not None:
            move = await self._asked(seat)
        elif seat.bot is not None:
            think, thinker = self.house.limits.think, self.house.thinker
            move = await thinker.move(seat.bot, game, self.seed, think, self.set.earlier)
        else:
            move = choices[0]
        if move is not None:
            self._make(move)

    async def _asked(self, seat: TableSeat) -> Move | None:
        """The move of a client; None where it has gone or the set is decided before it moves."""
        number, connection, think = self.seats.index(seat), seat.connection, self.house.limits.think
        assert connection is not None
        connection.expect_answer()
        request: Message = {"command": "move", "state": self._state(seat)}
        if seat.news:
            request["seconds"] = think
        seat.send(frames.encode(request))
        if self._due is None:
            self._due = asyncio.get_running_loop().time() + think
        try:
            async with asyncio.timeout_at(self._due):
                while seat.connection is connection and not self._is_decided:
                    while seat.kept:
                        message = seat.kept.popleft()
                        move = self._meant(number, message)
                        if move is not None:
                            return move
                        seat.send(frames.encode(protocol.echoed("InvalidMove", "move", message)))
                    await self.news()
        except TimeoutError:
            log.info("%s did not move in %g s", short(seat.nick), think)
            connection.allow(0)
            self.leave(seat, connection)
        return None

    def _make(self, move: Move) -> None:
        """Make a legal move, and tell those who want to be told."""
        self._do(str(move))
        self._due = None
        number = len(self.set.played.actions) - 1
        for seat in self.seats:
            for message in self._told(number, seat):
                seat.send(frames.encode(message))

    def _told(self, number: int, seat: TableSeat) -> Iterator[Message]:
        """What a seat is told of an action of the round, by its number from 0."""
        game, tiles = self.set.played, self.set.setup.tiles.tiles
        before, action = game.states[number], game.actions[number]
        mover = self.seats[before.mover]
        event: Message = {"event": _EVENTS[action.kind], "nick": mover.nick}
        if action.kind is Kind.PLAY:
            domino = protocol.held(tiles[action.tile])
            event |= {"domino": domino, "edge": End(action.end).word}
        if action.kind is Kind.DRAW and seat is mover:
            yield {"drawn": protocol.held(tiles[before.stock[0]])}
        if seat.events:
            yield event
