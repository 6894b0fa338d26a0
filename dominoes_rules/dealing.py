"""Rounds dealt at random and played out: the same seed deals the same round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from dominoes_lang.compiled import Compiled
from dominoes_lang.setup import Setup
from dominoes_lang.state import Action, Kind, State
from dominoes_rules.errors import PositionError
from dominoes_rules.position import Position
from dominoes_solver.view import Holding, Move, Record

MOST_DEALS = 10_000


def deal(compiled: Compiled, random: Random) -> State:
    """The state at the start of a first round, dealt at random.

    Raises `PositionError` where every deal is void, as far as can be seen.
    """
    setup = compiled.setup
    order = list(range(len(setup.tiles)))
    for _ in range(MOST_DEALS):
        random.shuffle(order)
        hands = hands_of(setup, order)
        lot = random.randrange(setup.seats)
        opening = None if compiled.is_void(hands) else compiled.first_opening(hands, lot)
        if opening is not None:
            return start_of(setup, order, opening)
    raise PositionError(f"{setup.name}: {MOST_DEALS:,} deals in a row were void")


def hands_of(setup: Setup, order: Sequence[int]) -> tuple[int, ...]:
    """The hands that a pack gives: its first tiles to the first seat, and so on."""
    size = setup.hand_size
    return tuple(
        sum(1 << tile for tile in order[seat * size : (seat + 1) * size])
        for seat in range(setup.seats)
    )


def start_of(setup: Setup, order: Sequence[int], opening: tuple[int, int]) -> State:
    """The first state of a first round, by its pack, its opener and the tiles to open with."""
    return State(
        hands=hands_of(setup, order),
        ends=(),
        stock=tuple(order[setup.seats * setup.hand_size :]),
        mover=opening[0],
        opener=opening[0],
        opening=opening[1],
        scores=(0,) * setup.sides,
    )


def play_out(compiled: Compiled, state: State, random: Random) -> Iterator[tuple[Action, State]]:
    """Random legal actions to the end of the round, each with the state behind it."""
    while not state.over:
        action = random.choice(compiled.legal(state))
        state = compiled.play(state, action)
        yield action, state


def as_record(start: State, actions: Iterable[Action]) -> Record:
    """A round with every hand open as a record: its deal, and these actions."""
    drawn = iter(start.stock)
    moves = tuple(
        Move(action, next(drawn)) if action.kind is Kind.DRAW else Move(action)
        for action in actions
    )
    return Record(
        dealt=tuple(Holding(hand) for hand in start.hands),
        moves=moves,
        stock=start.stock,
        opener=start.opener,
        round=start.round,
        scores=start.scores,
    )


def as_position(compiled: Compiled, start: State, actions: Iterable[Action]) -> Position:
    """A round with every hand open as a position: its deal, and these actions."""
    return Position.from_view(compiled, as_record(start, actions))
