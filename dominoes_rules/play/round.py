"""One round in progress; the program that plays it sees every hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.codegen.dealing import starter_in
from dominoes_lang.setup.binding import Value
from dominoes_lang.setup.ruleset import Ruleset, Setup
from dominoes_lang.table.layout import LaidTiles
from dominoes_lang.table.rows import laid_by, lying, opening_place
from dominoes_lang.table.state import NO_TILE, Action, State
from dominoes_lang.table.tiles import Tile
from dominoes_lang.text.root_exception import ArgumentError, expect_integer, expect_seed
from dominoes_rules import library
from dominoes_rules.errors import IllegalMove
from dominoes_rules.play.deals import (
    as_position,
    deal_opened,
    moves_of,
    random_of,
    seen_by,
    text_seen_by,
)
from dominoes_rules.play.payments import Payment, payments
from dominoes_rules.play.resuming import resumed, snapshot_seen_by
from dominoes_rules.position.legal_move import revoked
from dominoes_rules.position.notation import Move, as_move, in_order
from dominoes_rules.position.outcome import Outcome
from dominoes_rules.position.position import Position, expect_position
from dominoes_rules.position.table_view import Shown, TableView, number_of
from dominoes_rules.speech.speech import marked


class Round(TableView):
    """A round dealt from a seed; `push` plays a move, `pop` takes it back.

    >>> from dominoes_rules import variant
    >>> game = Round(variant("block"), seed=7)
    >>> while not game.is_over:
    ...     game.push(game.legal_moves[0])
    >>> game.outcome
    Outcome(over='blocked', winner='B', points={'A': 0, 'B': 26})

    Rounds are equal if their rules, deals and moves are. A copy shares nothing mutable. A round is
    mutable, so it has no hash; its `position` has one.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        *,
        seats: int | None = None,
        seed: int = 0,
        parameters: Mapping[str, Value] | None = None,
        opener: str | None = None,
        scores: Mapping[str, int] | Sequence[int] | None = None,
        round: int = 1,  # noqa: A002 (positions call it so)
    ) -> None:
        """Deal a first round, or a later one, as a match does.

        opener: the letter of the player who opens; needed where the round before decides it.
        scores: of each side before this round, by side or in the order of sides.

        Raises `ParameterError` for seats or parameters that the ruleset does not allow,
        `ArgumentError` for an opener or scores that the game does not have, and `PositionError`
        where the opener is needed, or can't open.
        """
        if not isinstance(ruleset, Ruleset):
            raise TypeError(
                f"a Round is dealt from a Ruleset, not from a {type(ruleset).__name__}; "
                'write variant("block") or load("house.rules")'
            )
        expect_seed(seed)
        expect_integer("round", round, 1, "the number of a round is an integer of at least 1")
        compiled = library.compiled(ruleset, seats, parameters)
        setup = compiled.setup
        seat = None if opener is None else number_of(setup, opener)
        self._set(
            compiled,
            deal_opened(compiled, random_of(seed, round), seat, round, _scores(setup, scores)),
        )

    @classmethod
    def dealt(cls, compiled: Compiled, start: State, actions: Iterable[Action] = ()) -> Round:
        """A round from its first state, continued by legal actions."""
        game = cls.__new__(cls)
        game._set(compiled, start)
        for action in actions:
            game._do(action)
        return game

    @classmethod
    def from_position(cls, position: Position, *, seed: int = 0) -> Round:
        """The round of a position with exactly one world.

        If the order of the stock is unknown and matters, the seed draws it. Moves can be taken back
        to the beginning of the position's record.

        >>> from dominoes_rules import worlds
        >>> seen = Position("block 26-66-61-15 A:22.24.20.43/B:x6 A void:B=2.5 passes:1 opener:A")
        >>> game = Round.from_position(worlds(seen).sample(1, seed=3)[0])
        >>> game.push("24l")
        >>> game.turn, game.ends, [str(tile) for tile in game.hand("B")]
        ('B', (4, 5), ['00', '11', '30', '33', '60', '63'])

        Raises `PositionError` if several worlds fit; take one of them with
        `dr.worlds(position).sample(1, seed=…)`.
        """
        expect_position("Round.from_position", position)
        expect_seed(seed)
        origin, start, actions = resumed(position, Random(f"{seed}/stock"))
        return cls._remade(position.compiled, start, actions, origin)

    @classmethod
    def _remade(
        cls, compiled: Compiled, start: State, actions: Sequence[Action], origin: Position | None
    ) -> Round:
        game = cls.dealt(compiled, start)
        game._origin = origin
        for action in actions:
            game._do(action)
        return game

    def _set(self, compiled: Compiled, start: State) -> None:
        self.compiled = compiled.in_round(start.scores)
        self._origin: Position | None = None
        """The snapshot, every hand open, that the round began with; None if it was dealt."""
        # Only tiles that are held: a start that is read from a position is equal to the one dealt.
        self._states = [start._replace(opening=start.opening & start.hands[start.mover])]
        self._actions: list[Action] = []
        self._choices: tuple[State, list[Action], tuple[Move, ...]] | None = None
        """The legal actions of a state, and the same as moves."""

    def _repr_svg_(self) -> str:
        """For notebooks, which alone need what is imported here: the table as a picture."""
        from dominoes_rules.position.drawing import svg

        return svg(self)

    def __repr__(self) -> str:
        if self._origin is None:
            return f"<Round {self.position}>"
        # A snapshot can't show the end of a round.
        return f"<Round {', then '.join(map(str, (self._origin, *self.moves)))}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Round):
            return NotImplemented
        return (
            (self._states[0], self._actions, self._origin)
            == (other._states[0], other._actions, other._origin)
            and (self.compiled is other.compiled or self.setup == other.setup)
        )  # fmt: skip

    __hash__ = None  # type: ignore[assignment]

    def copy(self) -> Round:
        """An independent round in the same state, with the same moves to take back."""
        game = self.dealt(self.compiled, self._states[0])
        game._origin = self._origin
        game._states, game._actions = [*self._states], [*self._actions]
        game._choices = self._choices
        return game

    def __copy__(self) -> Round:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Round:
        return self.copy()  # all that it shares is immutable

    def __reduce__(self) -> tuple[object, ...]:
        setup = self.setup
        rules = setup.ruleset, setup.seats, dict(setup.parameters)
        return _unpickled, (*rules, self._states[0], self._actions, self._origin)

    # ------------------------------------------------------------------ its parts

    @property
    def state(self) -> State:
        """The current state, with every hand open."""
        return self._states[-1]

    @property
    def _shown(self) -> Shown:
        return Shown.openly(self._states[-1])

    @property
    def _known(self) -> State:
        return self._states[-1]  # without counting the tiles

    @property
    def states(self) -> tuple[State, ...]:
        """Every state from the first to the current one."""
        return tuple(self._states)

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action so far; there is one more state than actions."""
        return tuple(self._actions)

    @property
    def widow(self) -> tuple[Tile, ...]:
        """The tiles that the bidder has taken and lays others aside for."""
        if not self.state.more.aside_due:
            return ()
        return tuple(self.setup.tiles.tiles[tile] for tile in self._states[0].stock)

    @property
    def laid(self) -> LaidTiles:
        """The tiles on the table as they lie."""
        layout, state = self.setup.layout, self._states[-1]
        known = state.ends, state.more.at_ends
        if self._origin is not None:
            return layout.picture.with_open(
                laid_by(layout.picture, self._actions, self._origin.laid), *known
            )
        actions = (*lying(starter_in(self._states[0])), *self._actions)
        return layout.picture.with_open(laid_by(layout.picture, actions), *known)

    @property
    def opening_place(self) -> int:
        """The place in `line` of the tile that was laid first; the middle if that is unknown."""
        if self._origin is not None:
            return super().opening_place
        actions = (*lying(starter_in(self._states[0])), *self._actions)
        return opening_place(self.setup.layout.picture, actions)

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended; None while it goes on."""
        state, rules = self.state, self.compiled
        if not state.over:
            return None
        return Outcome.of(rules.setup, state.over, rules.winner(*state), rules.payoff(*state))

    @property
    def payments(self) -> tuple[Payment, ...]:
        """The payments of the round so far, in order: award, reason, side and points.

        >>> from dominoes_rules import variant
        >>> game = Round(variant("bergen"), seed=3)
        >>> game.push(game.legal_moves[0])
        >>> game.payments[0].reason, game.payments[0].side, game.payments[0].points
        ('two halves at the open ends are alike', 'B', 2)
        """
        return tuple(payments(self.compiled, self._states, self._actions))

    # ------------------------------------------------------------------ moves

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves in canonical order; none once the round is over."""
        return self._legal()[1]

    def _legal(self) -> tuple[list[Action], tuple[Move, ...]]:
        """The legal actions of the current state, and the same as moves."""
        state = self._states[-1]
        if self._choices is None or self._choices[0] is not state:
            actions = self.compiled.legal(state)
            layout = self.compiled.setup.layout
            moves = tuple([Move.of(action, layout, state) for action in actions])
            self._choices = state, actions, moves
        return self._choices[1:]

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every move so far; draws include the drawn tile."""
        start = self._states[0]
        return tuple(in_order(moves_of(start, self._actions), self.setup.layout, start))

    def is_legal(self, move: Move | str) -> bool:
        """Whether the rules allow a move now.

        Raises `InvalidMove` for a text that is not a move, `AmbiguousMove` if it fits both ends
        and names neither.
        """
        try:
            self._action(as_move(move))
        except IllegalMove:
            return False
        return True

    def push(self, move: Move | str) -> None:
        """Play a move. Raises `InvalidMove`, `IllegalMove` or `AmbiguousMove`."""
        self._do(self._action(as_move(move)))

    def _action(self, move: Move) -> Action:
        """The action that a move means. Raises `IllegalMove` or `AmbiguousMove`."""
        state = self._states[-1]
        actions, moves = self._legal()
        for action, legal_move in zip(actions, moves, strict=True):
            if move is legal_move or move == legal_move:
                return action
        if state.over:
            raise IllegalMove(marked("{move}: the round is over"), move=move.decimal)
        resolved = move.resolve(self.setup.layout, state)
        action = resolved.action
        if self.setup.layout.same.as_listed(state, action) not in actions:
            if (revoke := revoked(self.setup, state, move, moves)) is not None:
                raise revoke
            raise IllegalMove(
                marked("{move} is not legal; the legal moves are {moves}"),
                move=move.decimal,
                moves=", ".join(legal_move.decimal for legal_move in moves),
            )
        if resolved.drawn not in {NO_TILE, *state.stock[:1]}:
            raise IllegalMove(
                marked("{move}: another tile is next in the stock"), move=move.decimal
            )
        return action

    def _do(self, action: Action) -> None:
        self._states.append(self.compiled.play(self._states[-1], action))
        self._actions.append(action)

    def pop(self) -> Move:
        """Take back the last move. Raises `IndexError` at the start of the round."""
        if not self._actions:
            raise IndexError("no move has been played")
        self._states.pop()
        return Move.of(self._actions.pop(), self.setup.layout, self.state)

    # ------------------------------------------------------------------ as positions

    @property
    def position(self) -> Position:
        """The round with every hand open."""
        if self._origin is None:
            return as_position(self.compiled, self._states[0], self._actions)
        return self._after(self._origin, self.moves)

    def peek(self, move: Move | str) -> Position:
        """The position after a move, with every hand open; the round does not change.

        Raises `InvalidMove`, `IllegalMove` or `AmbiguousMove`.
        """
        after = self.copy()
        after.push(move)
        return after.position

    def seen_by(self, seat: str) -> Position:
        """The round as one seat sees it: its own tiles and what is public.

        >>> from dominoes_rules import variant
        >>> str(Round(variant("block"), seed=7).seen_by("B"))
        'block A:x7/B:10.30.32.42.43.50.51 opener:B'

        Raises `ArgumentError` for a seat that the game does not have.
        """
        number = number_of(self.setup, seat)
        if self._origin is None:
            return seen_by(self.compiled, self._states, self._actions, number)
        moves = [
            move if state.mover == number else move.unseen
            for state, move in zip(self._states, self.moves, strict=False)
        ]
        return self._after(snapshot_seen_by(self._origin, number), moves)

    def text_seen_by(self, seat: str) -> str:
        """The text of `seen_by`, ten times as fast. Raises `ArgumentError` like `seen_by`."""
        number = number_of(self.setup, seat)
        if self._origin is not None:
            return str(self.seen_by(seat))
        return text_seen_by(self.compiled, self._states, self._actions, number)

    @staticmethod
    def _after(position: Position, moves: Iterable[Move]) -> Position:
        for move in moves:
            position = position.play(move)
        return position


def _scores(setup: Setup, scores: Mapping[str, int] | Sequence[int] | None) -> tuple[int, ...]:
    """The score of each side. Raises `TypeError` and `ArgumentError`."""
    sides = setup.side_names
    if scores is None:
        return setup.match.head_start
    points_of = [scores.get(side) for side in sides] if isinstance(scores, Mapping) else [*scores]
    if len(scores) != len(sides) or None in points_of:
        raise ArgumentError(f"scores={scores!r}: give one number for each of {', '.join(sides)}")
    for points in points_of:
        if isinstance(points, bool) or not isinstance(points, int):
            raise TypeError(f"scores={scores!r}: a score is an integer, not {points!r}")
    return tuple(points_of)  # type: ignore[arg-type]


def _unpickled(
    ruleset: Ruleset,
    seats: int,
    parameters: dict[str, Value],
    start: State,
    actions: list[Action],
    origin: Position | None,
) -> Round:
    compiled = library.compiled(ruleset, seats, parameters)
    return Round._remade(compiled, start, actions, origin)
