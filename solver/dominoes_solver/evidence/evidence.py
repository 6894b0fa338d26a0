"""What is known of hidden tiles: the worlds that fit a position, and why others do not."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, islice
from random import Random
from typing import TYPE_CHECKING, TypeVar

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.state import NOBODY, State, laid_aside, with_aside
from dominoes_lang.table.tiles import numbers_in
from dominoes_lang.text.root_exception import ArgumentError, DominoesError
from dominoes_solver.evidence.chains import RoundOpening
from dominoes_solver.evidence.demanded import DemandedHands, split
from dominoes_solver.remark import Remark
from dominoes_solver.worlds import counting
from dominoes_solver.worlds.bulk_sampling import WORD, BulkSampler
from dominoes_solver.worlds.cases import DealCase, NoPair, WorldUnion
from dominoes_solver.worlds.counting import TooManyStates, WorldTable
from dominoes_solver.worlds.feasible import contents, is_only, some_world
from dominoes_solver.worlds.listed import WorldList
from dominoes_solver.worlds.open_hands import OpenHands
from dominoes_solver.worlds.slots import STOCK, Hidden, World
from dominoes_solver.worlds.swapping import DrawnWorlds, SwapSampler

if TYPE_CHECKING:
    from dominoes_solver.worlds.bulk_sampling import Masks
    from dominoes_solver.worlds.unranking import Ints

    Words = TypeVar("Words", Masks, Ints)

MOST_LISTED = 20_000
"""Worlds up to which the opening is tried in each, where it can't be counted."""
MOST_TRIED = 300
"""Worlds drawn to find one that leads to such an opening."""

MOST_PARTS = 40
"""The most problems into which worlds are split, such as by which end a player had no tile for.
Each is counted separately; if there are more, drawing worlds is faster."""

MOST_REFUSED = 1_000
"""Problems that are remembered because they cannot be counted."""

SURVEYED_WORLDS = 2_000
"""Worlds drawn to find out who may hold what, where they cannot be counted: about a second."""


class NoWorld(DominoesError, ValueError):
    """The position can't have happened. The message names the action and the reason."""


class Unsupported(DominoesError, ValueError):
    """A legal position that this version can't work out. The message gives the reason."""


class Uncountable(Unsupported):
    """The worlds of a position differ in too many ways to count them. They can be drawn."""


@dataclass(frozen=True)
class Deduction:
    """A deduction from the record: these tiles (a mask) are not in these slots."""

    holder: int
    """The seat concerned; `STOCK` where every seat is."""
    slots: tuple[int, ...]
    tiles: int
    since: int
    """The number of the action that showed it, from 1; 0 for the deal and the opening."""
    why: Remark


@dataclass(frozen=True)
class Evidence:
    """An observer's knowledge: the public state, the known tiles, and the hidden ones.

    `state.hands` holds the known tiles only. Worlds are the assignments of `problems`; nothing is
    counted before `table` or `tables` are asked for.
    """

    compiled: Compiled
    state: State
    hand_sizes: tuple[int, ...]
    hidden: Hidden
    gone: int
    """The mask of hidden tiles that have been laid by now."""
    deductions: tuple[Deduction, ...] = ()
    drawn_slot: int = -1
    """The slot of an unseen tile that the mover has just drawn and must deal with; otherwise -1."""
    notes: tuple[Remark, ...] = field(default=(), compare=False)
    """Notes on what the position does not show but a record would."""
    cases: tuple[DealCase, ...] = field(default=(), compare=False)
    """If `hidden` admits too many worlds: the equally likely ways in which the tiles were dealt and
    the lot may have fallen. Worlds that several of them share are likelier."""
    parts: tuple[WorldTable, ...] | None = field(default=None, compare=False)
    """The worlds left by what is supposed, in tables like `tables`, none of them empty."""
    splits: tuple[NoPair | DemandedHands, ...] = field(default=(), compare=False)
    """What `hidden` does not show, since it holds in one way or another: players could not lay a
    tile at each end, or the deal was not void."""
    opening: RoundOpening | None = field(default=None, compare=False)
    """What the rules say of how the round was opened; None in a snapshot."""
    unread: str = field(default="", compare=False)
    """Why the hands that led to this opening can't be counted by cases; empty if they can."""
    undecided: str = field(default="", compare=False)
    """Why nobody knows yet who opens, and what to write; empty if it is known. Until then,
    `state.mover` and `state.opener` are `NOBODY`."""

    @property
    def setup(self) -> Setup:
        return self.compiled.setup

    @property
    def problems(self) -> Iterator[Hidden]:
        """The hidden tiles, their slots and what binds them; every world is in one of these.

        What is supposed is left out: its worlds are in `parts`.
        """
        for hidden in self._dealt:
            yield from split(hidden, self.splits)

    @property
    def _dealt(self) -> tuple[Hidden, ...]:
        """The problems by how the tiles were dealt."""
        cases = dict.fromkeys(self.cases)
        return tuple(case.part_of(self.hidden) for case in cases) or (self.hidden,)

    @cached_property
    def some_world(self) -> World | None:
        """One of the worlds, found without counting; None if none fits.

        Where the opening can't be counted, worlds are drawn until one leads to it. If none does and
        there are too many to try all, the world may not lead to the opening.
        """
        if self.parts is not None:
            return self.table.unrank(0)
        world = next(filter(None, map(some_world, self.problems)), None)
        if world is None or not self.unread or self.opening_lots(world):
            return world
        world_opened = SwapSampler(self.hidden, world, share=self._share).first_kept(MOST_TRIED)
        if world_opened is not None:
            return world_opened
        try:
            return self._listed.unrank(0) if self._listed.count else None
        except Uncountable:
            return world

    @cached_property
    def only_world(self) -> World | None:
        """The only world that fits; None if several do.

        Found without counting, but where openings or what is supposed rule out some worlds.
        """
        world = self.some_world
        assert world is not None, "a position that no world fits is refused"
        if self.parts is not None or (self.unread and not is_only(self.hidden, world)):
            return world if self.count == 1 else None
        for hidden in self.problems:
            another = some_world(hidden)
            if another is not None and (another != world or not is_only(hidden, world)):
                return None
        return world

    def can_hold(self, seat: int, tile: int) -> bool:
        """Whether a seat has a hidden tile in one of the worlds, of those not laid yet."""
        slots = self.hidden.slots_of(seat)
        if not self.hidden.tiles & ~self.gone & 1 << tile:
            return False
        if self.parts is not None:
            return any(self.table.holder_counts()[tile][slot] for slot in slots)
        fixed = (hidden.fixing(1 << tile, slots) for hidden in self._dealt)
        return any(
            some_world(part) is not None for case in fixed for part in split(case, self.splits)
        )

    def may_hold(self, seat: int) -> int:
        """The mask of the hidden tiles that a seat may hold now; bounds on weights are left out."""
        if self.parts is not None:
            return sum(1 << tile for tile, held in self.holdings.items() if held.get(seat))
        held = 0
        problems = tuple(islice(self.problems, MOST_PARTS))
        for hidden in self._dealt if len(problems) == MOST_PARTS else problems:
            reach = contents(hidden)
            for slot in hidden.slots_of(seat):
                held |= reach[slot]
        return held & ~self.gone

    def some_state(self) -> State:
        """The round in one of its worlds, every hand open: right in everything public."""
        world = self.some_world
        assert world is not None, "a position that no world fits is refused"
        return self.open_state(world)

    @cached_property
    def table(self) -> WorldTable:
        """The worlds, counted. Raises `Uncountable` if they differ in too many ways."""
        return self.tables[0] if len(self.tables) == 1 else WorldUnion(self.hidden, self.tables)

    @cached_property
    def tables(self) -> tuple[WorldTable, ...]:
        """The worlds in tables; a world is in as many as make it likelier. Raises `Unsupported`."""
        if self.parts is not None:
            return self.parts
        if self.unread:
            return (self._listed,)
        tables: dict[DealCase | None, list[WorldTable]] = {}
        edges = 0
        for case in dict.fromkeys(self.cases or (None,)):
            hidden = self.hidden if case is None else case.part_of(self.hidden)
            tables[case] = []
            for number, part in enumerate(split(hidden, self.splits), 1):
                if number > MOST_PARTS:
                    raise Uncountable("what is known of the hidden hands falls into too many cases")
                tables[case].append(table_of(part, edges))
                edges += tables[case][-1].edges
        return tuple(table for case in self.cases or (None,) for table in tables[case])

    @cached_property
    def _listed(self) -> WorldList:
        """The worlds one by one, each as often as a lot leads to the opening."""
        table = table_of(self.hidden)
        if table.count > MOST_LISTED:
            raise Uncountable(self.unread)
        lots = ((world, self.opening_lots(world)) for world in table)
        return WorldList(self.hidden, (world for world, number in lots for _ in range(number)))

    def opening_lots(self, world: World) -> int:
        """By how many lots a world leads to the opening of its record; 0 if it does not fit."""
        if not all(split.holds(world) for split in self.splits):
            return 0
        assert self.opening is not None, "a snapshot has no opening"
        dealt = list(self.opening.dealt)
        for slot, tiles in zip(self.hidden.slots, world, strict=True):
            if slot.holder != STOCK and slot.since <= 0:
                dealt[slot.holder] |= tiles
        return self.opening.lots(tuple(dealt))

    @property
    def depends_on_lot(self) -> bool:
        """Whether worlds differ in how many lots lead from them to the opening."""
        chance = self.opening is not None and self.opening.by_chance
        return chance and bool(self.cases or self.unread)

    @cached_property
    def count(self) -> int | None:
        """The number of worlds; None if they differ in too many ways to count them."""
        return None if self.uncounted else self.table.count

    @cached_property
    def uncounted(self) -> str:
        """Why the worlds can't be counted; empty if they are."""
        try:
            _ = self.table
        except Uncountable as error:
            return str(error)
        return ""

    @property
    def surveyed(self) -> int:
        """The number of worlds that `holdings` is about: all, or so many drawn."""
        return SURVEYED_WORLDS if self.count is None else self.count

    @property
    def variance_factor(self) -> float:
        """The variance of a mean over worlds `sampled`, divided by that over independent ones."""
        return self.swaps.variance_factor if self.count is None else 1.0

    @cached_property
    def swaps(self) -> SwapSampler:
        """Draws worlds that cannot be counted."""
        world = self.some_world
        assert world is not None, "a position that no world fits is refused"
        parts = [tuple(split.parts_of(self.hidden)) for split in self.splits]
        if self.unread or self.depends_on_lot:
            return SwapSampler(self.hidden, world, parts, self._share)
        return SwapSampler(self.hidden, world, [*parts, *([self._dealt] if self.cases else [])])

    def _share(self, world: World) -> float:
        """How likely a world leads to the opening, compared with one that surely does."""
        assert self.opening is not None, "a snapshot has no opening"
        return self.opening_lots(world) / self.opening.most_lots

    @cached_property
    def _drawn(self) -> dict[int, DrawnWorlds]:
        return {}

    def drawn(self, seed: int) -> DrawnWorlds:
        """The sequence of worlds by swaps that belongs to a seed; that of the last one is kept."""
        if seed not in self._drawn:
            self._drawn.clear()
            self._drawn[seed] = DrawnWorlds(self.swaps, seed)
        return self._drawn[seed]

    def sampled(self, number: int, seed: int, *, in_bulk: bool = False) -> Iterator[World]:
        """This many worlds, drawn uniformly with replacement, each made when it is needed.

        If they can't be counted, they are drawn by swaps; otherwise independently of each other,
        and `in_bulk` many at a time.
        """
        if self.count is None:
            return map(self.drawn(seed).__getitem__, range(number))
        return self.table.sampled(number, seed, in_bulk=in_bulk)

    @property
    def knows_mover(self) -> bool:
        """Whether every tile of the mover's hand is known."""
        mover = self.state.mover
        return mover != NOBODY and self.hand_sizes[mover] == self.state.hands[mover].bit_count()

    @property
    def knows_hands(self) -> bool:
        """Whether every tile of every hand is known, and every tile that was laid aside."""
        known = tuple(hand.bit_count() for hand in self.state.hands)
        return self.hand_sizes == known and not self._aside

    @property
    def orders_matter(self) -> bool:
        """Whether a tile of unknown place in the stock can still be drawn."""
        return (
            not self.state.over
            and self.setup.draws
            and len(self.state.stock) < self.stock_size
            and self.stock_size > self.setup.reserve
        )

    @property
    def stock_size(self) -> int:
        """All tiles that are left in the stock, the reserve included."""
        unseen = sum(slot.size for slot in self.hidden.slots if slot.holder == STOCK)
        return len(self.state.stock) + unseen

    @property
    def aside_sizes(self) -> tuple[int, ...]:
        """How many tiles each seat has laid aside."""
        sizes = [laid_aside(self.state, seat).bit_count() for seat in range(self.setup.seats)]
        for seat, slot in self._aside:
            sizes[seat] += self.hidden.slots[slot].size
        return tuple(sizes)

    def hands(self, world: World) -> tuple[int, ...]:
        """The hands in a world as they are now."""
        hands = list(self.state.hands)
        unlaid = ~self.gone
        for seat, slot in self._in_hands:
            hands[seat] |= world[slot] & unlaid
        return tuple(hands)

    def sampled_hands(self, number: int, seed: int) -> Masks:
        """The hands as they are now in worlds drawn in bulk: worlds x seats, each a mask of tiles.

        Needs numpy. Raises `ArgumentError` for a set of more than 64 tiles, and for what else
        `BulkSampler` refuses.
        """
        import numpy as np

        if len(self.setup.tiles) > WORD:
            raise ArgumentError(f"the tiles of this set do not fit a mask of {WORD} bits")
        if self.count is None:
            return np.array([self.hands(world) for world in self.sampled(number, seed)], np.uint64)
        ends = list(accumulate(table.count for table in self.tables))
        part = np.zeros(number, np.int64)
        if len(ends) > 1:
            choice = Random(seed)
            part[:] = [bisect(ends, choice.randrange(ends[-1])) for _ in range(number)]
        hands = np.empty((number, self.setup.seats), np.uint64)
        streams = np.random.SeedSequence(seed).spawn(len(ends))
        for index, (table, stream) in enumerate(zip(self.tables, streams, strict=True)):
            chosen = np.flatnonzero(part == index)
            if isinstance(table, WorldList):
                worlds = table.sample_bulk(len(chosen), stream)
            else:
                worlds = BulkSampler(table.hidden).sample(len(chosen), stream)
            hands[chosen] = self.hands_in(worlds)
        return hands

    def hands_in(self, worlds: Words) -> Words:
        """The same as `hands` for many worlds: from worlds x slots to worlds x seats."""
        import numpy as np

        number = worlds.dtype.type
        hands = np.empty((len(worlds), self.setup.seats), worlds.dtype)
        hands[:] = [number(hand) for hand in self.state.hands]
        unlaid = number(self.hidden.tiles & ~self.gone)
        for seat, slot in self._in_hands:
            hands[:, seat] |= worlds[:, slot] & unlaid
        return hands

    @cached_property
    def holdings(self) -> dict[int, dict[int, int]]:
        """For each hidden tile not yet laid: in how many worlds each keeper has it now.

        The worlds are those `surveyed`.
        """
        slots_of = {slot.keeper: self.hidden.slots_of(slot.keeper) for slot in self.hidden.slots}
        if self.count is None:
            table: WorldTable = WorldList(self.hidden, self.sampled(SURVEYED_WORLDS, 0))
        else:
            table = self.table
        return {
            tile: {holder: sum(row[slot] for slot in slots) for holder, slots in slots_of.items()}
            for tile, row in table.holder_counts().items()
            if not self.gone >> tile & 1
        }

    @cached_property
    def possible(self) -> dict[int, int]:
        """For each holder the hidden tiles, not yet laid, that it may have now.

        If worlds can't be counted, counters and parts are ignored, so some of these tiles are only
        not ruled out.
        """
        keepers = (slot.keeper for slot in self.hidden.slots)
        masks = dict.fromkeys((*range(self.setup.seats), STOCK, *keepers), 0)
        if self.count is None:
            for slot, tiles in zip(self.hidden.slots, self.swaps.possible, strict=True):
                masks[slot.keeper] |= tiles & ~self.gone
            return masks
        for tile, counts in self.holdings.items():
            for holder, number in counts.items():
                masks[holder] |= bool(number) << tile
        return masks

    @cached_property
    def _in_hands(self) -> list[tuple[int, int]]:
        """The seats with the slots that their tiles came from."""
        slots = enumerate(self.hidden.slots)
        return [(slot.holder, number) for number, slot in slots if slot.keeper >= 0]

    @cached_property
    def _aside(self) -> list[tuple[int, int]]:
        """The seats with the slots of hidden tiles that they have laid aside."""
        slots = enumerate(self.hidden.slots)
        return [(slot.holder, number) for number, slot in slots if slot.aside]

    @cached_property
    def _in_stock(self) -> list[int]:
        """The slots of the stock that are not empty."""
        slots = enumerate(self.hidden.slots)
        return [number for number, slot in slots if slot.holder == STOCK and slot.size]

    def open_state(self, world: World, order: Random | None = None) -> State:
        """The round in a world, every hand open.

        The unknown rest of the stock is in canonical order, or in one drawn from `order`.
        """
        rest = [tile for slot in self._in_stock for tile in numbers_in(world[slot])]
        if order is not None:
            order.shuffle(rest)
        known = self.state
        # Faster than `_replace`: this is done for every world.
        state = State._make((self.hands(world), known.ends, (*known.stock, *rest), *known[3:]))
        for seat, slot in self._aside:
            more = with_aside(state.more, self.setup.seats, seat, world[slot])
            state = state._replace(more=more)
        if self.drawn_slot >= 0:
            state = state._replace(drawn=world[self.drawn_slot].bit_length() - 1)
        if not state.begun and self.opening is not None and (self.unread or not self.knows_mover):
            # What a player who sees the own hand may open with is the same in all worlds.
            tiles = self.opening.tiles(state.hands) or state.opening
            state = state._replace(opening=tiles)
        return state

    @property
    def differs_in_tiles_alone(self) -> bool:
        """Whether only hands and stock depend on the world, so that `open_hands` can be used."""
        opens = self.state.begun or self.opening is None or (self.knows_mover and not self.unread)
        return opens and self.drawn_slot < 0 and not self._aside and len(self._in_stock) < 2

    def open_hands(self, worlds: Ints, orders: Sequence[Random] = ()) -> OpenHands:
        """The round in many worlds, as `open_state` has it in each. Needs numpy.

        orders: what the order of the stock is drawn from, one a world; none for canonical order.
        """
        import numpy as np

        rests = worlds[:, self._in_stock[0]] if self._in_stock else None
        if rests is None or not orders:
            return OpenHands(self.state, self.hands_in(worlds), rests)
        drawn = [[*numbers_in(rest)] for rest in rests.tolist()]
        for tiles, order in zip(drawn, orders, strict=True):
            order.shuffle(tiles)
        return OpenHands(self.state, self.hands_in(worlds), rests, np.array(drawn, np.int64))


def table_of(hidden: Hidden, edges: int = 0) -> WorldTable:
    """The worlds of a problem, counted. Raises `Uncountable` if that takes too long.

    edges: those of other tables that belong to the same position. A problem that was refused is
    refused again at once.
    """
    asked = (hidden, counting.MOST_EDGES - edges)
    if asked in _REFUSED:
        raise Uncountable(counting.TOO_MANY)
    try:
        return WorldTable(*asked)
    except TooManyStates as error:
        _REFUSED[asked] = None
        if len(_REFUSED) > MOST_REFUSED:
            del _REFUSED[next(iter(_REFUSED))]
        raise Uncountable(str(error)) from None


_REFUSED: dict[tuple[Hidden, int], None] = {}
"""Problems that cannot be counted within so many edges, the oldest first."""
