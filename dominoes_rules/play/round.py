"""One round in progress; the program that plays it sees every hand."""

from __future__ import annotations

from random import Random

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.setup.binding import Value
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.table.layout import as_listed
from dominoes_lang.table.state import NO_TILE, Action, State
from dominoes_lang.text.exceptions import ArgumentError, expect_seed
from dominoes_rules import library
from dominoes_rules.errors import IllegalMove
from dominoes_rules.play.deals import as_position, deal, moves_of, seen_by
from dominoes_rules.position.notation import Move, in_order
from dominoes_rules.position.position import Position


class Round:
    """A round dealt from a seed; `push` plays a move, `pop` takes it back.

    >>> from dominoes_rules import variant
    >>> game = Round(variant("block"), seed=7)
    >>> while not game.is_over:
    ...     game.push(game.legal_moves[0])
    >>> sorted(game.outcome)
    ['over', 'points', 'winner']
    """

    def __init__(
        self,
        ruleset: Ruleset,
        *,
        seats: int | None = None,
        seed: int = 0,
        parameters: dict[str, Value] | None = None,
    ) -> None:
        """Raises `ParameterError` for seats or parameters that the ruleset does not allow."""
        if not isinstance(ruleset, Ruleset):
            raise TypeError(
                f"a Round is dealt from a Ruleset, not from a {type(ruleset).__name__}; "
                'write variant("block") or load("house.rules")'
            )
        expect_seed(seed)
        compiled = library.compiled(ruleset, seats, parameters)
        self._set(compiled, deal(compiled, Random(f"{seed}/deal")))

    @classmethod
    def dealt(cls, compiled: Compiled, start: State) -> Round:
        """A round from a state at its start, before the first action."""
        game = cls.__new__(cls)
        game._set(compiled, start)
        return game

    def _set(self, compiled: Compiled, start: State) -> None:
        self.compiled = compiled
        self._states = [start]
        self._actions: list[Action] = []

    def __repr__(self) -> str:
        return f"<Round {self.position}>"

    @property
    def state(self) -> State:
        """The current state, with every hand open."""
        return self._states[-1]

    @property
    def states(self) -> tuple[State, ...]:
        """Every state from the deal to the current one."""
        return tuple(self._states)

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action so far, one fewer than the states."""
        return tuple(self._actions)

    @property
    def turn(self) -> str:
        """The letter of the player to move; after the round, of the player who acted last."""
        return self.compiled.setup.seat_names[self.state.mover]

    @property
    def is_over(self) -> bool:
        return bool(self.state.over)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves in canonical order; none once the round is over."""
        return tuple(self._move(action) for action in self.compiled.legal(self.state))

    def _move(self, action: Action) -> Move:
        return Move.of(action, self.compiled.setup.tiles, opening=not self.state.ends)

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every move so far; draws name the tile that was drawn."""
        played = moves_of(self._states[0], self._actions)
        return tuple(in_order(played, self.compiled.setup.tiles, opening=True))

    def push(self, move: Move | str) -> None:
        """Play a move. Raises `InvalidMove`, `IllegalMove` or `AmbiguousMove`."""
        if isinstance(move, str):
            move = Move.parse(move)
        if self.is_over:
            raise IllegalMove(f"{move}: the round is over")
        resolved = move.resolve(self.compiled.setup.layout, self.state.ends)
        action = resolved.action
        if as_listed(action, self.state.ends) not in self.compiled.legal(self.state):
            legal = ", ".join(str(one) for one in self.legal_moves)
            raise IllegalMove(f"{move} is not legal; the legal moves are {legal}")
        if resolved.drawn not in {NO_TILE, *self.state.stock[:1]}:
            raise IllegalMove(f"{move}: another tile is next in the stock")
        self._actions.append(action)
        self._states.append(self.compiled.play(self.state, action))

    def pop(self) -> Move:
        """Take back the last move. Raises `IndexError` at the start of the round."""
        if not self._actions:
            raise IndexError("no move has been played")
        self._states.pop()
        return self._move(self._actions.pop())

    @property
    def position(self) -> Position:
        """The round as a record with every hand open."""
        return as_position(self.compiled, self._states[0], self._actions)

    def seen_by(self, seat: str) -> Position:
        """The round as a seat knows it: its own tiles, and what everybody can see.

        >>> from dominoes_rules import variant
        >>> str(Round(variant("block"), seed=7).seen_by("B"))
        'block A:x7/B:10.30.32.42.43.50.51 opener:B'

        Raises `ArgumentError` for a seat that the game does not have.
        """
        names = self.compiled.setup.seat_names
        if seat not in names:
            raise ArgumentError(f"there is no seat {seat!r}; the seats are {', '.join(names)}")
        return seen_by(self.compiled, self._states, self._actions, names.index(seat))

    @property
    def outcome(self) -> dict[str, object] | None:
        """How the round ended: `over`, `winner` and `points`; None while it goes on."""
        return self.position.outcome if self.is_over else None
