"""Suppositions about the hidden hands before a move, kept after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from math import perm

from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.evidence.evidence import Evidence, NoWorld, Unsupported, table_of
from dominoes_solver.worlds.counting import WorldTable
from dominoes_solver.worlds.listed import WorldList
from dominoes_solver.worlds.slots import STOCK, Counter, Hidden, World

MOST_LISTED = 200_000
"""Worlds after a move that are made one by one."""


def carried(before: Evidence, after: Evidence) -> Evidence:
    """The evidence after a move, with only those worlds that come from a world of `before`.

    Raises `NoWorld` if there is none, `Unsupported` if a tile that nobody saw has joined a
    hand and can't be distinguished from those that were in it.
    """
    moved = _Moved(before, after)
    if after.depends_on_lot and not before.state.opened:
        raise Unsupported(
            "what is supposed can't be kept when a round is opened that the lot may have decided: "
            "suppose it after the opening"
        )
    # Where worlds are in several tables, each of those before has the opening in it already.
    news = [after.hidden] if after.depends_on_lot else [new.hidden for new in after.tables]
    if after.splits and after.depends_on_lot:
        raise Unsupported("what is supposed can't be kept where the lot may have decided who opens")
    parts: list[WorldTable] = []
    for old in before.tables:
        if isinstance(old, WorldList):
            if old.count * moved.draws > MOST_LISTED:
                raise Unsupported(
                    "what is supposed leaves too many worlds to follow through a draw, at most "
                    f"{MOST_LISTED:,}; suppose more"
                )
            listed = (world for old_world in old for world in moved.worlds_after(old_world))
            possible = WorldList(
                after.hidden,
                (w for w in listed if any(new.admits(w) for new in news)),
            )
            if possible.count:
                parts.append(possible)
            continue
        for new in news:
            hidden = moved.restricted(old.hidden, new)
            table = None if hidden is None else table_of(hidden)
            if table is not None and table.count:
                parts.append(table)
    if not parts:
        raise NoWorld("the round is over after this in every world that meets the conditions")
    return replace(after, parts=tuple(parts))


class _Moved:
    """Where the slots and the hidden tiles of a position are after a move."""

    def __init__(self, before: Evidence, after: Evidence) -> None:
        self.slots = before.hidden.slots
        names = {slot.name: n for n, slot in enumerate(after.hidden.slots)}
        self.now = [names.get(slot.name) for slot in self.slots]
        stock = next(n for n, slot in enumerate(self.slots) if slot.holder == STOCK)
        self.drawn = sorted(set(range(len(after.hidden.slots))) - set(self.now))
        """Slots that a draw has filled from the stock, or a discard from a hand."""
        aside = next((slot for n in self.drawn if (slot := after.hidden.slots[n]).aside), None)
        names_before = [slot.name for slot in self.slots]
        self.source = stock if aside is None else names_before.index((*aside.name[:2], 0))
        """The slot that they were filled from."""
        for old, new in zip(self.slots, self.now, strict=True):
            if new is not None and after.hidden.slots[new].size > old.size:
                raise Unsupported(
                    "what is supposed can't be kept when an unseen tile is drawn or laid aside: "
                    "write a record"
                )
        seen = before.hidden.tiles & ~after.hidden.tiles
        held = 0
        for hand in after.state.hands:
            held |= hand
        mover = next(iter(before.hidden.slots_of(before.state.mover)), stock)
        self.left = {tile: stock if held >> tile & 1 else mover for tile in numbers_in(seen)}
        """The tiles that are no longer hidden, each with the slot that it was in."""

    @property
    def draws(self) -> int:
        """How many worlds can come from one, at most: one for each tile that may have moved."""
        return perm(self.slots[self.source].size, len(self.drawn))

    def worlds_after(self, world: World) -> Iterator[World]:
        """The worlds that can come from a world, as far as its own tiles say."""
        left = list(world)
        for tile, slot in self.left.items():
            if not left[slot] >> tile & 1:
                return
            left[slot] ^= 1 << tile
        after = [0] * (len(self.drawn) + sum(there is not None for there in self.now))
        for number, (tiles, there) in enumerate(zip(left, self.now, strict=True)):
            if there is not None:
                after[there] = tiles
            elif tiles and number != self.source:
                return
        source = self.now[self.source]
        for drawn in permutations(numbers_in(left[self.source]), len(self.drawn)):
            drawn_after = after.copy()
            for slot, tile in zip(self.drawn, drawn, strict=True):
                drawn_after[slot] = 1 << tile
                if source is not None:
                    drawn_after[source] ^= 1 << tile
            yield tuple(drawn_after)

    def restricted(self, old: Hidden, new: Hidden) -> Hidden | None:
        """The worlds of `new` that come from those of `old`; None if there can be none."""
        if any(old.refused[slot] >> tile & 1 for tile, slot in self.left.items()):
            return None
        refused = list(new.refused)
        for number, tiles in enumerate(old.refused):
            there = self.now[number]
            if there is not None:
                refused[there] |= tiles & new.tiles
        for number in self.drawn:
            refused[number] |= old.refused[self.source] & new.tiles
        counters = []
        for counter in old.counters:
            taken = sum(counter.weight(t) for t, slot in self.left.items() if slot in counter.slots)
            high = None if counter.high is None else counter.high - taken
            slots = [there for slot in counter.slots if (there := self.now[slot]) is not None]
            slots += self.drawn if self.source in counter.slots else ()
            if high is not None and high < 0:
                return None
            counters.append(
                Counter(counter.weights, tuple(slots), max(0, counter.low - taken), high)
            )
        kept = tuple(counter for counter in counters if counter not in new.counters)
        return replace(new, refused=tuple(refused), counters=(*new.counters, *kept))
