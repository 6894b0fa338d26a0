"""What a client has seen of its table in the messages of the server."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.layout import Halves, LaidTiles
from dominoes_lang.table.rows import laid_by, last_plays, table_of, tips_of
from dominoes_lang.table.state import DRAW, NO_TILE, PASS, STOP, Action, Kind, play
from dominoes_lang.table.tiles import Tile
from dominoes_lang.text.root_exception import DominoesError
from dominoes_rules.position.choice_models import has_model
from dominoes_rules.position.position import Position
from dominoes_rules.position.reading import LARGEST_COUNT
from dominoes_rules.server.offered_games import MOST_ROUNDS
from dominoes_rules.server.wire.protocol import EDGES
from dominoes_rules.tables.sets import ROUNDS_TO_LEARN
from dominoes_solver.evidence.view import Holding, Record, RecordedMove, Snapshot


class ClientError(DominoesError):
    """A server that can't be reached, refuses the client, or breaks the protocol."""


class Disconnected(ClientError):
    """A connection that is lost."""


class SeenTable:
    """A table as one of its players sees it.

    A server that tells what happens (`"events"`) is taken at its word. From another the actions of
    two players follow from the tables between their turns; of more, only how the table lies.
    """

    def __init__(self, compiled: Compiled, nick: str) -> None:
        self.compiled, self.nick = compiled, nick
        self.nicks: list[str] = []
        """The players in the order of play; empty until the server has said."""
        self._early: list[dict[str, object]] = []
        """What was told before the players were."""
        self.round = 0
        self.rounds: int | None = None
        """The rounds of the set, where the server has said."""
        self.scores = list(compiled.setup.match.head_start)
        self._sets: tuple[int, ...] = ()
        """The sets that each side has won; empty for none."""
        self._round_of_set = 0
        self._earlier: dict[int, str] = {}
        """The records of rounds that are over, by their numbers, if bots may learn from them."""
        self._clear()

    def _clear(self) -> None:
        self.hand = 0
        """The tiles held, as a mask; known once it was one's turn."""
        self.line: Halves = ()
        self._moves: list[tuple[int, RecordedMove]] = []
        """What was done, and by which seat."""
        self._told = False
        """Whether the server tells what happens."""
        self._sent: RecordedMove | None = None

    @property
    def seat(self) -> int:
        """The number of one's own seat."""
        return self.nicks.index(self.nick)

    @property
    def heard(self) -> tuple[int, int]:
        """The number of the round, and how many of its actions the server has told."""
        return self.round, len(self._moves)

    # ------------------------------------------------------------------ what the server says

    def hear(self, message: object) -> None:
        """Take note of a message. Raises `ClientError` for one that makes no sense."""
        try:
            self._hear(message)
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            raise ClientError(
                f"the server breaks the protocol: {type(error).__name__}: {error}"
            ) from None

    def _hear(self, message: object) -> None:
        if isinstance(message, list):
            self._sit(message)
        if not isinstance(message, dict) or "waiting" in message:
            return
        if message.get("command") == "returned":
            self._go_on(message)
        elif not self.nicks and message.get("command") != "new_game":
            self._early.append(message)
            return
        if message.get("command") == "new_game":
            self.round += 1
            self._round_of_set += 1
            self._count(message)
            self._count_sets(message)
            self._clear()
        if message.get("error") == "InvalidMove":
            self._sent = None
        if "state" in message:
            self._look(message["state"])
        if message.get("command") == "move" and self.line and self._is_inferred:
            self._infer()
        if "drawn" in message:
            self._drew(self._tile(message["drawn"]))
        if "event" in message:
            self._note(message)
        if message.get("command") == "gameover":
            self._keep_round(dict(message.get("hands", {})))
            if message["winner"] is not None:
                side = self.compiled.setup.side_of[self.nicks.index(message["winner"])]
                self.scores[side] += self.compiled.setup.counts_wins

    def _go_on(self, message: dict[str, object]) -> None:
        """Back at the table: the round follows from its beginning."""
        self._early.clear()
        self._count(message)
        self._sit(list(message["players"]))  # type: ignore[call-overload]
        self.round = self._round_of_set = _number(message["round"], 1, MOST_ROUNDS) - 1
        if "sets" in message:
            self._count_sets(message)
            self._round_of_set -= 1  # as `new_game` follows
        self._score(dict(message["scores"]))  # type: ignore[call-overload]

    def _count(self, message: dict[str, object]) -> None:
        """Note the rounds of the set. Raises `ValueError` for what is no number of rounds."""
        rounds = message.get("rounds", self.rounds)
        self.rounds = None if rounds is None else _number(rounds, 1, MOST_ROUNDS)

    def _count_sets(self, message: dict[str, object]) -> None:
        """Note the sets, where the server says how many are won; a further one begins anew."""
        match, side_of = self.compiled.setup.match, self.compiled.setup.side_of
        if not match.has_sets or "sets" not in message:
            return
        won = dict(message["sets"])  # type: ignore[call-overload]
        by_side = dict(zip(side_of, map(won.__getitem__, self.nicks), strict=False))
        sets = tuple(
            _number(by_side[side], 0, match.sets_to_win - 1) for side in range(len(by_side))
        )
        self._sets = sets if any(sets) else ()
        self._round_of_set = _number(message["round_of_set"], 1, MOST_ROUNDS)
        if self._round_of_set == 1:
            self.scores = list(match.head_start)

    def _score(self, scores: dict[str, object]) -> None:
        for nick, side in zip(self.nicks, self.compiled.setup.side_of, strict=False):
            self.scores[side] = _number(scores[nick], -LARGEST_COUNT, LARGEST_COUNT)

    def _sit(self, nicks: list[object]) -> None:
        named = [nick for nick in nicks if isinstance(nick, str)]
        if len(named) != self.compiled.setup.seats or len({*named, self.nick}) != len(named):
            raise ValueError("these are not the players of the table")
        self.nicks = named
        early, self._early = self._early, []
        for message in early:
            self._hear(message)

    def _look(self, state: dict[str, list[list[int]]]) -> None:
        """The table as it lies."""
        self.hand = self._tiles(state["hand"])
        self.line = tuple((left, right) for left, right in state["board"])
        for pair in state["board"]:
            self._tile(pair)
        if "scores" in state:
            self._score(dict(state["scores"]))  # type: ignore[arg-type]

    def _tiles(self, pairs: list[list[int]]) -> int:
        """A hand as a mask."""
        return sum(1 << tile for tile in {*map(self._tile, pairs)})

    def _tile(self, pair: list[int]) -> int:
        tiles = self.compiled.setup.tiles
        left, right = (_number(pip, 0, tiles.highest) for pip in pair)
        return tiles.number[Tile.of(left, right)]

    def _note(self, event: dict[str, object]) -> None:
        """Something that a player has done."""
        self._told, self._sent = True, None
        seat = self.nicks.index(str(event["nick"]))
        if event["event"] == "played":
            tile = self._tile(event["domino"])  # type: ignore[arg-type]
            move = RecordedMove(play(tile, EDGES[str(event["edge"])]))
        elif event["event"] == "drew":
            if seat == self.seat:
                return  # `drawn` says more
            move = RecordedMove(DRAW)
        else:
            move = RecordedMove(STOP if event["event"] == "stopped" else PASS)
        self._moves.append((seat, move))
        if move.kind is Kind.PLAY:
            longer = self.compiled.setup.layout.picture.extended(
                self.laid, move.action.tile, move.action.end
            )
            self.line = longer.line
            if seat == self.seat:
                self.hand &= ~(1 << move.action.tile)

    def _drew(self, tile: int) -> None:
        self._told, self._sent = True, None
        self.hand |= 1 << tile
        self._moves.append((self.seat, RecordedMove(DRAW, tile)))

    def _keep_round(self, hands: Mapping[str, list[list[int]]]) -> None:
        """Keep the record of the round that is over, with the hands that the server has shown.

        What others were dealt who have drawn since stays hidden. A round that the rules forbid is
        left out: nothing can be learnt from it.
        """
        drew = {seat for seat, move in self._moves if move.kind is Kind.DRAW} - {self.seat}
        shown = {self.nicks.index(nick): self._tiles(pairs) for nick, pairs in hands.items()}
        held = {seat: tiles for seat, tiles in shown.items() if seat not in drew}
        if self._moves and has_model(self.compiled.setup):
            record = self._record(held or {self.seat: self.hand})
            with suppress(DominoesError, ValueError):
                self._earlier[self.round] = str(Position.from_view(self.compiled, record))
        if len(self._earlier) > ROUNDS_TO_LEARN:
            del self._earlier[min(self._earlier)]

    # ------------------------------------------------------------------ what follows

    def made(self, action: Action) -> None:
        """Note the move that one has sent to the server."""
        self._sent = RecordedMove(action)

    def position(self) -> Position:
        """What one knows when it is one's turn, of the rounds before too.

        Raises `ClientError` where the rules forbid it.
        """
        try:
            seen = Position.from_view(self.compiled, *self._view())
            return seen.after_rounds(*self._earlier.values())
        except (DominoesError, ValueError) as error:
            raise ClientError(f"the server plays by other rules: {error}") from None

    @property
    def laid(self) -> LaidTiles:
        """The tiles on the table as they lie."""
        return LaidTiles((self.line,) if self.line else ())

    def _view(self) -> tuple[Record | Snapshot, LaidTiles]:
        if self._told or not self.line or self._is_inferred:
            return self._record({self.seat: self.hand}), LaidTiles()
        return self._snapshot(), self.laid

    def _record(self, held: Mapping[int, int]) -> Record:
        """The round so far; `held`: what is in the hands that are known now, as masks."""
        setup = self.compiled.setup
        dealt = dict(held)
        for seat, move in self._moves:
            if seat in held and move.kind is Kind.PLAY:
                dealt[seat] |= 1 << move.action.tile
        for seat, move in self._moves:
            if seat in held and move.drawn != NO_TILE:
                dealt[seat] &= ~(1 << move.drawn)
        return Record(
            dealt=tuple(
                Holding(dealt[seat]) if seat in held else Holding(0, setup.hand_size)
                for seat in range(setup.seats)
            ),
            moves=tuple(move for _, move in self._moves),
            stock_unseen=setup.stock_size,
            opener=self._moves[0][0] if self._moves else self.seat,
            round=self._round_of_set,
            scores=tuple(self.scores),
            sets=self._sets,
        )

    @property
    def _is_inferred(self) -> bool:
        """Whether what was done follows from how the table lies at one's turns."""
        return not self._told and self.compiled.setup.seats == 2

    def _infer(self) -> None:
        """Note what the two players have done since one's last turn, from how the table lies."""
        if self._sent is not None:
            self._moves.append((self.seat, self._sent))
            self._sent = None
        layout = self.compiled.setup.layout
        before = laid_by(layout.picture, (move.action for _, move in self._moves))
        rival = 1 - self.seat
        if self.laid == before:
            self._moves.append((rival, RecordedMove(PASS)))
            return
        for action, rest in last_plays(layout.picture, self.laid):
            if rest == before:
                self._moves.append((rival, RecordedMove(action)))
                return
        raise ValueError("the table has changed by more than one tile")

    def _snapshot(self) -> Snapshot:
        """The table as it lies; how many tiles each of the others has laid is shared out."""
        setup = self.compiled.setup
        tiles = setup.tiles
        laid = tiles.mask(Tile.of(*halves) for halves in self.line)
        rivals = [setup.after(self.seat, distance) for distance in range(1, setup.seats)]
        left = setup.seats * setup.hand_size - len(self.line) - self.hand.bit_count()
        share, more = divmod(left, len(rivals))
        sizes = {seat: share + (number >= len(rivals) - more) for number, seat in enumerate(rivals)}
        return Snapshot(
            ends=table_of(setup.layout.picture, self.laid).ends,
            laid=laid,
            hands=tuple(
                Holding(self.hand) if seat == self.seat else Holding(0, sizes[seat])
                for seat in range(setup.seats)
            ),
            mover=self.seat,
            stock_unseen=setup.stock_size,
            tips=tips_of(setup.layout.picture, self.laid),
            round=self._round_of_set,
            scores=tuple(self.scores),
            sets=self._sets,
        )


def _number(value: object, least: int, most: int) -> int:
    """A value that must be an integer within limits. Raises `ValueError`."""
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"this is not a number from {least} to {most}")
    return value
