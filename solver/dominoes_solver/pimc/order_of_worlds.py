"""Which worlds are taken, and in which order: the same for a seed, however many are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from dominoes_lang.table.state import State
    from dominoes_solver.worlds.open_hands import OpenHands


class RankedWorlds(Protocol):
    """The worlds that fit the mover's knowledge, by rank."""

    @property
    def count(self) -> int | None:
        """How many assignments of the hidden tiles there are; None where nobody can count them.

        A rank is then the place of a world in a random sequence.
        """

    @property
    def determined(self) -> bool:
        """Whether the rank determines everything that matters, the order of the stock included."""

    def state(self, rank: int, rng: Random | None) -> State:
        """The world of a rank from 0.

        Anything that the rank leaves open is drawn from `rng`; None where that is nothing.
        """

    def in_bulk(self, ranks: Sequence[int], orders: Sequence[Random]) -> OpenHands | None:
        """The worlds of many ranks as an array; None where they are made one by one.

        Anything that the ranks leave open is drawn from `orders`, one a world.
        """


def ranks_in_order(seed: int, asked: int, count: int | None, *, repeated: bool) -> Iterator[int]:
    """So many ranks below `count`, the first of which are as good a sample as any.

    Without a count the ranks are the places of a random sequence, in their order.

    repeated: whether a rank may come again, as it must where a rank is not yet a world.
    """
    if count is None:
        yield from range(asked)
        return
    choice = Random(f"{seed}/ranks")
    if repeated:
        yield from (_below(count, choice) for _ in range(asked))
        return
    # A shuffle of all ranks (Fisher-Yates) of which only what has moved is kept.
    moved: dict[int, int] = {}
    draw = choice.getrandbits
    for index in range(asked):
        # Random numbers as `_below` has them, without a call for each.
        left = count - index
        bits = left.bit_length()
        chosen = draw(bits)
        while chosen >= left:
            chosen = draw(bits)
        chosen += index
        yield moved.get(chosen, chosen)
        moved[chosen] = moved.pop(index, index)


def _below(number: int, choice: Random) -> int:
    """A random number below this one: that of `randrange`, which takes twice as long."""
    bits = number.bit_length()
    number_drawn = choice.getrandbits(bits)
    while number_drawn >= number:
        number_drawn = choice.getrandbits(bits)
    return number_drawn


def order_of(seed: int, index: int) -> Random:
    """The source of the order of the stock in the world at `index` in the order taken."""
    return Random(f"{seed}/{index}")
