"""Worlds of one position with every hand open, as an array. Needs numpy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, overload

from dominoes_lang.table.state import State

if TYPE_CHECKING:
    from dominoes_solver.worlds.unranking import Ints


class OpenHands(Sequence[State]):
    """Worlds that differ in their hands and in what is left of the stock, and in nothing else.

    A state is made when it is asked for.
    """

    def __init__(
        self, state: State, hands: Ints, rests: Ints | None = None, orders: Ints | None = None
    ) -> None:
        """`state` is right in all that the worlds have in common; `hands` is worlds x seats.

        rests: for each world the mask of the tiles behind the stock of the state; None for none.
        orders: these tiles in the order in which they are drawn, worlds x tiles; None for canonical
            order, where there is one tile or nobody draws them.
        """
        if orders is None and rests is not None:
            orders = _in_canonical_order(rests)
        self.state = state
        self.hands = hands
        self.rests = rests
        self.orders = orders

    @property
    def stock_size(self) -> int:
        """The tiles of the stock, as many in every world."""
        rest = 0 if self.orders is None else self.orders.shape[1]
        return len(self.state.stock) + rest

    def __len__(self) -> int:
        return len(self.hands)

    @overload
    def __getitem__(self, index: int) -> State: ...
    @overload
    def __getitem__(self, index: slice) -> OpenHands: ...
    def __getitem__(self, index: int | slice) -> State | OpenHands:
        if isinstance(index, slice):
            rests, orders = (
                None if parts is None else parts[index] for parts in (self.rests, self.orders)
            )
            return OpenHands(self.state, self.hands[index], rests, orders)
        stock = self.state.stock
        if self.orders is not None:
            stock = (*stock, *self.orders[index].tolist())
        return self.state._replace(hands=tuple(self.hands[index].tolist()), stock=stock)


def _in_canonical_order(rests: Ints) -> Ints:
    """The tiles of some masks of as many tiles each, ascending: masks x tiles."""
    import numpy as np

    bits = np.arange(int(rests.max()).bit_length(), dtype=rests.dtype)
    _, tiles = np.nonzero(rests[:, np.newaxis] >> bits & 1)
    return tiles.reshape(len(rests), -1)


def unlike(states: Sequence[State]) -> Sequence[State]:
    """The states that may differ in more than their hands: of those in bulk only the first."""
    return [states[0]] if isinstance(states, OpenHands) else states
