"""The hidden part of a position: the hidden tiles, their slots, the constraints on them.

A slot is a dealt hand, one draw, a tile laid aside, or the rest of the stock. A world puts every
hidden tile into a slot; `Hidden` defines which worlds there are, and every one is equally likely.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from dominoes_lang.text.root_exception import ArgumentError

STOCK = -1


def aside_of(seat: int) -> int:
    """The keeper of the tiles that a seat has laid aside."""
    return -2 - seat


def seat_of(keeper: int) -> int:
    """The seat whose hand it is, or who has laid the tiles aside."""
    return keeper if keeper >= 0 else -2 - keeper


World = tuple[int, ...]
"""For each slot, in the order of `Hidden.slots`, the mask of the tiles in it."""


class Slot(NamedTuple):
    """A place that took `size` tiles at one moment.

    `holder` is a seat number or `STOCK`; `since` is the number of the action that filled it, 0 for
    the deal, and less for what everyone drew before the opening. A tile that is laid aside is no
    longer in that slot but in one of its own, with the same holder and moment; `aside` is the
    number of the action. The three name the slot.
    """

    holder: int
    since: int
    size: int
    aside: int = 0

    @property
    def name(self) -> tuple[int, int, int]:
        """Distinguishes the slots of a problem."""
        return self.holder, self.since, self.aside

    @property
    def sort_key(self) -> tuple[bool, int, int, int]:
        """Sorts slots canonically: by seat, then by moment; the stock last."""
        return (self.holder == STOCK, *self.name)

    @property
    def keeper(self) -> int:
        """Who has the tiles now: a seat, `STOCK`, or `aside_of` a seat."""
        return aside_of(self.holder) if self.aside else self.holder


@dataclass(frozen=True)
class Counter:
    """Bounds on the total weight of the tiles in some slots: `low` <= weight <= `high`.

    `weights` is indexed by tile number and not negative; tiles beyond its end weigh nothing.
    `slots` are numbers of slots; `high` None is no upper bound. Known tiles of the holders are
    not in a slot, so the caller subtracts them from the bounds, which may become negative.
    """

    weights: tuple[int, ...]
    slots: tuple[int, ...]
    low: int = 0
    high: int | None = None

    @classmethod
    def number_of(
        cls, tiles: int, slots: Iterable[int], low: int = 0, high: int | None = None
    ) -> Counter:
        """The number of these tiles (a mask) in these slots; `low` 1 is "at least one is"."""
        weights = tuple(tiles >> tile & 1 for tile in range(tiles.bit_length()))
        return cls(weights, tuple(slots), low, high)

    def weight(self, tile: int) -> int:
        return self.weights[tile] if tile < len(self.weights) else 0

    def holds(self, world: World) -> bool:
        """Whether a world keeps the bounds."""
        tiles = 0
        for slot in self.slots:
            tiles |= world[slot]
        total = sum(weight for tile, weight in enumerate(self.weights) if tiles >> tile & 1)
        return self.low <= total and (self.high is None or total <= self.high)


@dataclass(frozen=True)
class Hidden:
    """The worlds as constraints: hidden tiles, slots, what each slot refuses, bounds on weights.

    `tiles` is a mask; `refused` has a mask for each slot (nothing is refused if it is left out).
    Raises `ArgumentError` if the parts do not belong together; an unsatisfiable problem
    is valid, with no world.
    """

    tiles: int
    slots: tuple[Slot, ...]
    refused: tuple[int, ...] = ()
    counters: tuple[Counter, ...] = ()

    def __post_init__(self) -> None:
        if not self.refused:
            object.__setattr__(self, "refused", (0,) * len(self.slots))
        if len(self.refused) != len(self.slots):
            raise ArgumentError(
                f"{len(self.refused)} masks of refused tiles for {len(self.slots)} slots"
            )
        if len({slot.name for slot in self.slots}) < len(self.slots):
            raise ArgumentError("two slots have the same holder and the same moment")
        if any(slot.size < 0 for slot in self.slots):
            raise ArgumentError("a slot cannot hold fewer than 0 tiles")
        room = sum(slot.size for slot in self.slots)
        if self.tiles.bit_count() != room:
            raise ArgumentError(f"{self.tiles.bit_count()} hidden tiles for {room} places in slots")
        for counter in self.counters:
            if any(weight < 0 for weight in counter.weights):
                raise ArgumentError("a counter cannot have a weight below 0")
            if any(not 0 <= slot < len(self.slots) for slot in counter.slots):
                raise ArgumentError(f"a counter names slots {counter.slots} of {len(self.slots)}")
            if len(set(counter.slots)) < len(counter.slots):
                raise ArgumentError(f"a counter names a slot twice: {counter.slots}")

    @property
    def allowed(self) -> tuple[int, ...]:
        """For each slot the mask of the hidden tiles that it may hold."""
        return tuple(self.tiles & ~refused for refused in self.refused)

    def slots_of(self, keeper: int) -> tuple[int, ...]:
        """The numbers of the slots of a hand, of the stock, or of `aside_of` a seat."""
        return tuple(number for number, slot in enumerate(self.slots) if slot.keeper == keeper)

    @property
    def canonical_order(self) -> tuple[int, ...]:
        """The numbers of the slots, by `Slot.sort_key`."""
        return tuple(sorted(range(len(self.slots)), key=lambda number: self.slots[number].sort_key))

    def canonical(self) -> Hidden:
        """The same problem with slots and counters in canonical order."""
        order = self.canonical_order
        number_of = {number: position for position, number in enumerate(order)}
        counters = (
            replace(counter, slots=tuple(sorted(number_of[slot] for slot in counter.slots)))
            for counter in self.counters
        )
        return Hidden(
            self.tiles,
            tuple(self.slots[number] for number in order),
            tuple(self.refused[number] for number in order),
            tuple(sorted(counters, key=repr)),
        )

    def refusing(self, tiles: int, slots: Iterable[int]) -> Hidden:
        """The same, with none of these tiles in any of these slots."""
        refused = list(self.refused)
        for slot in slots:
            refused[slot] |= tiles
        return replace(self, refused=tuple(refused))

    def fixing(self, tiles: int, slots: Iterable[int]) -> Hidden:
        """The same, with each of these tiles in one of these slots.

        Raises `ArgumentError` if one of the tiles is not hidden: it is in no slot.
        """
        if tiles & ~self.tiles:
            raise ArgumentError("a tile that is not hidden cannot be placed")
        inside = set(slots)
        return self.refusing(tiles, (s for s in range(len(self.slots)) if s not in inside))

    def counting(self, *counters: Counter) -> Hidden:
        """The same, with further bounds."""
        return replace(self, counters=self.counters + counters)

    def admits(self, world: World) -> bool:
        """Whether this is one of the worlds: the definition, not fast."""
        union = 0
        for slot, allowed, tiles in zip(self.slots, self.allowed, world, strict=True):
            if tiles.bit_count() != slot.size or tiles & ~allowed or tiles & union:
                return False
            union |= tiles
        return all(counter.holds(world) for counter in self.counters)
