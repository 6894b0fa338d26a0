"""A table: from the players who wait for others to the last round of their set."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from dominoes_lang.setup.ruleset import Goal, Setup
from dominoes_lang.table.layout import LaidTiles
from dominoes_lang.table.state import NO_TILE, NOBODY, End, Kind
from dominoes_lang.text.quoting import short
from dominoes_rules.errors import PositionError
from dominoes_rules.play.deals import scores_after
from dominoes_rules.play.round import Round
from dominoes_rules.position.choice_models import has_model
from dominoes_rules.position.notation import Move
from dominoes_rules.server.dealt_rounds import Deals
from dominoes_rules.server.limits import Limits
from dominoes_rules.server.offered_games import ROUNDS_TO_LEARN, OfferedGame, is_won
from dominoes_rules.server.seats import MOST_KEPT, TableSeat
from dominoes_rules.server.wire import frames, protocol
from dominoes_rules.server.wire.connection import Connection
from dominoes_rules.server.wire.protocol import Message

log = logging.getLogger(__name__)


class House(Protocol):
    """What a table needs from its server."""

    limits: Limits
    stand_in: str | None
    """The bot that takes the seat of a player who has gone; None where the seat is forfeit."""
    closing: bool
    """Whether no new round is to begin."""

    async def bot_move(self, bot: str, game: Round, seed: int, earlier: Sequence[str]) -> Move:
        """The move of a bot, which is legal; see `BotWorkers.move`."""

    def may_wait(self, address: str) -> bool:
        """Whether a table may wait for absent players of this address; if so, `waited` follows."""

    def waited(self, address: str) -> None:
        """Note that the table waits no longer."""

    async def keep(self, table: ServerTable) -> None:
        """Write a round to disk that is over or abandoned; returns when it is there."""


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
    deals: Deals
    seed: int
    """What deals and the chance of bots come from; it must stay secret until the set is over."""
    seats: list[TableSeat] = field(default_factory=list)
    rounds: int = 1
    """The rounds of the set, as the last to join has asked for."""
    round: Round | None = None
    """The round that is played, or was played last; None while players are waiting."""
    over: bool = False
    finished: bool = False
    """Whether the set is over for good, and not only in this process."""
    journal: Journal | None = None
    """None if nobody may take a seat back, so that the set can't be resumed."""
    credited: frozenset[int] = frozenset()
    """The seats for which the last round counts as won, unless a bot finished it for them."""

    def __post_init__(self) -> None:
        self._news = asyncio.Event()
        self._laid = LaidTiles()
        """`round.laid`, which would be worked out anew for each request."""
        self._wins: Counter[int] = Counter()
        """The rounds credited to each seat."""
        self._earlier: deque[str] = deque(maxlen=ROUNDS_TO_LEARN)
        """The records of the last rounds before this one, if bots may learn from them."""
        self._told: list[tuple[int | None, bytes]] = []
        """What was told in this round: events, and to a single seat what it drew."""
        self._is_credited = False
        self._due: tuple[Round, int, float] | None = None
        """The round, the number of moves so far, and when the next one is due."""
        self._abandoned = False
        """Whether all have gone, and nobody may come back."""
        self._last_address = ""
        self._frozen: dict[int, int] = {}
        """The score of each side that has forfeited the set, as it was then."""

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
        if self.round is None:
            self.seats.remove(seat)
            self._tell_missing()
        elif not self.over:
            self._last_address = connection.address
            self.replace_absent(seat)
        self._news.set()

    def replace_absent(self, seat: TableSeat) -> None:
        """A bot takes the seat of a player who has gone, or the seat is forfeit."""
        seat.bot = self.house.stand_in
        side = self.setup.side_of[self.seats.index(seat)]
        players = [self.seats[number] for number in self.setup.players_of[side]]
        if side not in self._frozen and all(one.left and one.bot is None for one in players):
            self._note({"forfeit": side})
            self.forfeit(side)
        self._abandoned = not self.has_clients and not any(map(self.may_return, self.seats))

    def forfeit(self, side: int) -> None:
        """A side forfeits the set: all its players have gone, and no bots take their seats."""
        self._frozen[side] = self.totals[side]

    def may_return(self, seat: TableSeat) -> bool:
        """Whether the player of a seat may take it back."""
        side = self.setup.side_of[self.seats.index(seat)]
        return seat.token is not None and side not in self._frozen and not self.over

    def give_up(self, seat: TableSeat) -> None:
        """A player quits, and won't come back."""
        if seat.token is not None:
            self._note({"gone": self.seats.index(seat)})
            seat.token = None

    def take_back(self, seat: TableSeat, connection: Connection) -> None:
        """The player of a seat is back: its new connection is told the round so far."""
        before, seat.connection = seat.connection, connection
        seat.bot, seat.left = None, False
        seat.kept.clear()
        if before is not None:
            before.cut()
        number = self.seats.index(seat)
        told = [frame for to, frame in self._told if to == number or (to is None and seat.events)]
        answer = protocol.returned(
            self.nicks, self.rounds, self.played.state.round, self._scores(), 1 + len(told)
        )
        for frame in (*map(frames.encode, (answer, protocol.NEW_GAME)), *told):
            seat.send(frame)
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
    def played(self) -> Round:
        assert self.round is not None
        return self.round

    @property
    def setup(self) -> Setup:
        return self.played.setup

    @property
    def totals(self) -> tuple[int, ...]:
        """The score of each side by the rules, this round's included once it is over."""
        return scores_after(self.played.compiled, self.played.state)

    @property
    def winners(self) -> list[int]:
        """The seats that have won the round that is over; none where nobody did."""
        side = self._winner()
        return [] if side == NOBODY else [*self.setup.players_of[side]]

    def _winner(self) -> int:
        left = [side for side in range(self.setup.sides) if side not in self._frozen]
        if len(left) == 1:
            return left[0]
        state = self.played.state
        side = self.played.compiled.winner(*state) if state.over else NOBODY
        return NOBODY if side in self._frozen else side

    @property
    def _is_decided(self) -> bool:
        """Whether all sides but one have forfeited the set, or nobody is left to play for."""
        return len(self._frozen) >= self.setup.sides - 1 or self._abandoned

    def _scores(self) -> dict[str, int]:
        """The score of each player's side before the round that is played."""
        scores = self.played.state.scores
        return {
            seat.nick: self._frozen.get(side, scores[side])
            for seat, side in zip(self.seats, self.setup.side_of, strict=True)
        }

    # ------------------------------------------------------------------ what clients say

    def hear(self, seat: TableSeat, message: object) -> None:
        """Answer a message of a player, or keep it until the player's turn."""
        fields = message if isinstance(message, dict) else {}
        command = fields.get("command")
        answer: object
        if command == "players":
            answer = self.nicks
        elif self.round is None:
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
        game = self.played
        state: Message = {"hand": seat.hand, "board": self._laid.line}
        if not self.game.extended:
            return state
        return state | {
            "stock": game.stock_count,
            "hands": {one.nick: len(one.hand) for one in self.seats},
            "scores": self._scores(),
            "ends": list(game.ends),
            "teams": [[self.seats[n].nick for n in side] for side in self.setup.players_of],
        }

    def _meant(self, number: int, message: Message) -> Move | None:
        """The move that a message means, if it were this seat's turn; None for an illegal one."""
        game = self.played
        state = game.state
        if state.mover != number:
            # Where the opener may lay any tile, so might the others, were it their turn.
            opening = state.opening == state.hands[state.mover] and state.hands[number]
            state = state._replace(mover=number, step=-1, drawn=NO_TILE, opening=int(opening))
        move = protocol.move_of(message, opening=not state.opened)
        try:
            action = move and move.resolve(self.setup.layout, state).action
        except PositionError:
            return None
        legal = game.compiled.legal(state)
        return move if action and self.setup.layout.same.as_listed(state, action) in legal else None

    # ------------------------------------------------------------------ the set

    async def play(self) -> None:
        """Play the set, round after round, until nobody is left or the server stops."""
        if self.round is None:
            self._begin_round()
        else:
            await self._wait_for_the_others()
        while True:
            game = self.played
            while not game.is_over and not self._is_decided:
                if self.has_clients:
                    await self._turn(game)
                elif not await self._wait_for_somebody():
                    return
            self._credit()
            await self.house.keep(self)
            ending = protocol.gameover([self.seats[n].nick for n in self.winners])
            self._tell(ending, to=lambda one: not one.news)
            self._tell(ending | self._how_it_ended(), to=lambda one: one.news)
            number = game.state.round
            won = is_won(game.setup, self.totals, number)
            if self._is_decided or won or number == self.rounds:
                break
            if self.house.closing:
                self._part()
                return
            self._begin_round()
        self.finished = True
        self._tell({"command": "goodbye", "scores": self.final_scores()})

    def _part(self) -> None:
        """The server stops: those who may not come back get their scores."""
        self.finished = self.journal is None
        message = {"command": "goodbye", "scores": self.final_scores()}
        self._tell(message, to=lambda seat: seat.token is None)

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
        self._abandoned = not self.house.may_wait(address)
        if self._abandoned:
            return True
        try:
            async with asyncio.timeout(self.house.limits.returning):
                while not self.has_clients and not self.house.closing:
                    await self.news()
        except TimeoutError:
            self._abandoned = True
        finally:
            self.house.waited(address)
            self._due = None
        return self.has_clients or self._abandoned

    def _begin_round(self) -> None:
        """Deal a round, and tell everybody."""
        present = [seat.connection is not None for seat in self.seats]
        self._note({"deal": [number for number, here in enumerate(present) if here]})
        self.deal(present)
        self._tell(protocol.NEW_GAME, to=lambda one: not one.news)
        self._tell(protocol.NEW_GAME | {"rounds": self.rounds}, to=lambda one: one.news)

    def deal(self, present: Sequence[bool]) -> None:
        """Deal the next round; `present`: at which seats clients begin it."""
        before = None if self.round is None else self.round.state
        compiled = self.game.compiled(self.size)
        if self.round is not None and has_model(compiled.setup):
            self._earlier.append(str(self.round.position))
        start, pack = self.deals(compiled, before, before.round + 1 if before else 1)
        self.round = Round.dealt(compiled, start)
        self._laid = LaidTiles()
        self._told.clear()
        self._is_credited, self.credited = False, frozenset()
        size = compiled.setup.hand_size
        for place, (seat, began) in enumerate(zip(self.seats, present, strict=True)):
            tiles = (compiled.setup.tiles.tiles[n] for n in pack[place * size :][:size])
            seat.hand = [protocol.held(tile) for tile in tiles]
            seat.kept.clear()
            seat.began = began

    def _note(self, entry: object) -> None:
        if self.journal is not None:
            self.journal.note(entry)

    def _credit(self) -> None:
        """Decide for which seats the round that has ended counts as won."""
        if self._is_credited:
            return
        seats = [
            number
            for number in self.winners
            if self.seats[number].own_bot or self.seats[number].is_seen_through
        ]
        self._note({"credited": seats})
        self.credit(frozenset(seats))

    def credit(self, seats: frozenset[int]) -> None:
        """The round that has ended counts as won for these seats."""
        self._is_credited, self.credited = True, seats
        self._wins.update(seats)

    def _how_it_ended(self) -> Message:
        """Why a round is over, with all hands and what each player's side gets."""
        outcome = self.played.outcome
        if outcome is None:
            return {"reason": "forfeit"}
        paid, sides = [*outcome.points.values()], self.setup.side_of
        return {
            "reason": outcome.over,
            "hands": {seat.nick: seat.hand for seat in self.seats},
            "points": {seat.nick: paid[side] for seat, side in zip(self.seats, sides, strict=True)},
        }

    def final_scores(self) -> dict[str, int]:
        """What each player has at the end of the set: rounds won, or the points of the side."""
        if self.setup.goal is Goal.WINS:
            return {seat.nick: self._wins[number] for number, seat in enumerate(self.seats)}
        totals = self.totals
        return {
            seat.nick: self._frozen.get(side, totals[side])
            for seat, side in zip(self.seats, self.setup.side_of, strict=True)
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
            move = await self.house.bot_move(seat.bot, game, self.seed, self._earlier)
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
        try:
            async with asyncio.timeout_at(self._due_after(think)):
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

    def _due_after(self, seconds: float) -> float:
        """When the next move is due; returning on another connection gains no time."""
        game, number = self.played, len(self.played.actions)
        if self._due is None or self._due[0] is not game or self._due[1] != number:
            self._due = game, number, asyncio.get_running_loop().time() + seconds
        return self._due[2]

    def _make(self, move: Move) -> None:
        """Make a legal move, and tell those who want to be told."""
        self._note(str(move))
        before = len(self._told)
        self.push(move)
        for number, frame in self._told[before:]:
            for place, seat in enumerate(self.seats):
                if place == number or (number is None and seat.events):
                    seat.send(frame)

    def push(self, move: Move) -> None:
        """Make a move. Raises `PositionError` for one that is not legal."""
        game = self.played
        number = game.state.mover
        seat = self.seats[number]
        stock = game.state.stock
        game.push(move)
        event: Message = {"event": "passed", "nick": seat.nick}
        if move.kind is Kind.PLAY:
            assert move.tile is not None
            tile = protocol.held(move.tile)
            seat.hand.remove(tile)
            action = game.actions[-1]
            self._laid = self.setup.layout.picture.extended(self._laid, action.tile, action.end)
            event |= {"event": "played", "domino": tile, "edge": End(action.end).word}
        elif move.kind is Kind.STOP:
            event["event"] = "stopped"
        elif move.kind is Kind.DRAW:
            tile = protocol.held(self.setup.tiles.tiles[stock[0]])
            seat.hand.append(tile)
            self._told.append((number, frames.encode({"drawn": tile})))
            event["event"] = "drew"
        self._told.append((None, frames.encode(event)))
