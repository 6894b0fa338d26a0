"""How a round begins: hands and stock from a pack, and who opens; when to give up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dominoes_lang.table.state import State

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.setup.ruleset import Setup

MOST_DEALS = 10_000
"""The most void deals in a row."""
MOST_ACTIONS = 1_000_000
"""The number of actions after which a round of random moves is taken to be endless."""


def seen_of_pack(setup: Setup) -> int:
    """How many tiles of the pack anybody may ever see: the others need no place of their own."""
    return len(setup.tiles) if setup.draws else setup.seats * setup.hand_size


def too_many_void(setup: Setup) -> str:
    """The message where `MOST_DEALS` deals in a row were void."""
    return f"{setup.name}: {MOST_DEALS:,} deals in a row were void"


def hands_of(setup: Setup, order: Sequence[int]) -> tuple[int, ...]:
    """The hands that a pack gives: its first tiles to the first seat, and so on."""
    size = setup.hand_size
    hands = []
    for place in range(0, setup.seats * size, size):
        hand = 0
        for tile in order[place : place + size]:
            hand |= 1 << tile
        hands.append(hand)
    return tuple(hands)


def start_of(setup: Setup, order: Sequence[int], opening: tuple[int, int]) -> State:
    """The first state of a first round, by its pack, its opener and the tiles to open with."""
    return _start(setup, hands_of(setup, order), order, opening)


def dealt(compiled: Compiled, order: Sequence[int], lot: int) -> State | None:
    """The start of a first round from a pack, every tile of the set in some order.

    `lot` is the seat that a lot would pick. None where the deal is void.
    """
    hands = hands_of(compiled.setup, order)
    opening = None if compiled.is_void(hands) else compiled.first_opening(hands, lot)
    return _start(compiled.setup, hands, order, opening) if opening is not None else None


def _start(
    setup: Setup, hands: tuple[int, ...], order: Sequence[int], opening: tuple[int, int]
) -> State:
    return State(
        hands=hands,
        ends=(),
        stock=tuple(order[setup.seats * setup.hand_size :]),
        mover=opening[0],
        opener=opening[0],
        opening=opening[1],
        scores=setup.head_start,
    )
