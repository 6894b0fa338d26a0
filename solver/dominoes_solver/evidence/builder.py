"""From what was seen to what is hidden: each pass, draw and opening restricts slots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, TypeVar

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.codegen.dealing import begun
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.spots import begun_by
from dominoes_lang.table.state import NO_TILE, Over, State
from dominoes_solver.evidence.chains import RoundOpening
from dominoes_solver.evidence.demanded import DemandedHands
from dominoes_solver.evidence.evidence import Deduction, Evidence, NoWorld
from dominoes_solver.evidence.view import Record
from dominoes_solver.remark import Remark
from dominoes_solver.worlds.cases import DealCase, NoPair
from dominoes_solver.worlds.slots import Counter, Hidden, Slot

Bound = TypeVar("Bound", Deduction, Counter)


class Builder:
    """Collects slots, refusals and deductions while a view is read."""

    def __init__(self, compiled: Compiled, tiles: int) -> None:
        self.compiled = compiled
        self.setup = compiled.setup
        self.tiles = tiles
        """The mask of the hidden tiles."""
        self.slots: list[Slot] = []
        self._numbers: dict[int, tuple[int, ...]] = {}
        """For each keeper the numbers of its slots."""
        self.refused: list[int] = []
        self.counters: list[Counter] = []
        self.no_pairs: list[NoPair] = []
        self.demanded: list[DemandedHands] = []
        """Bounds of which one or another is met."""
        self.cases: tuple[DealCase, ...] = ()
        """Where there are several: the ways in which the tiles may have been dealt."""
        self.opening: RoundOpening | None = None
        self.unread = ""
        self.undecided = ""
        self.deductions: list[Deduction] = []
        self.gone = 0
        """The hidden tiles that have been laid."""
        self._placed = 0
        """The hidden tiles that are placed in one of the slots so far."""

    def slot(self, holder: int, since: int, size: int, aside: int = 0) -> int:
        """Add a slot; returns its number."""
        return self._add(Slot(holder, since, size, aside), self._placed)

    def _add(self, slot: Slot, refused: int) -> int:
        number = len(self.slots)
        self.slots.append(slot)
        self.refused.append(refused)
        self._numbers[slot.keeper] = (*self.of(slot.keeper), number)
        return number

    def of(self, holder: int) -> tuple[int, ...]:
        """The numbers of the slots in a hand, or in the stock, so far."""
        return self._numbers.get(holder, ())

    def split(self, number: int, since: int) -> int:
        """A hidden tile of a slot is laid aside: it has a slot of its own from now on."""
        slot = self.slots[number]
        self.slots[number] = slot._replace(size=slot.size - 1)
        aside = self._add(slot._replace(size=1, aside=since), self.refused[number] | self._placed)
        self.deductions = [shared(bound, number, aside) for bound in self.deductions]
        self.counters = [shared(bound, number, aside) for bound in self.counters]
        self.no_pairs = [bound.sharing(number, aside) for bound in self.no_pairs]
        self.demanded = [bound.sharing(number, aside) for bound in self.demanded]
        return aside

    @property
    def unlaid(self) -> int:
        """The hidden tiles that are in a hand or in the stock."""
        return self.tiles & ~self.gone

    def refuse(
        self, holder: int, slots: tuple[int, ...], tiles: int, since: int, why: Remark
    ) -> None:
        """None of these tiles that is hidden and not laid yet is in these slots."""
        tiles &= self.unlaid
        if not slots or not tiles:
            return
        for slot in slots:
            self.refused[slot] |= tiles
        self.deductions.append(Deduction(holder, slots, tiles, since, why))

    def no_pair(self, slots: tuple[int, ...], left: int, right: int, known: int) -> None:
        """The hand in these slots, with these known tiles, has no tile for each end to lay."""
        unlaid = self.unlaid | known
        pair_ruled_out = NoPair(slots, left & unlaid, right & unlaid, known)
        # What a hand lacks it lacked before it drew.
        self.no_pairs = [
            earlier
            for earlier in self.no_pairs
            if (earlier.left, earlier.right) != (pair_ruled_out.left, pair_ruled_out.right)
            or not {*earlier.slots} <= {*slots}
            or earlier.known & ~known
        ]
        self.no_pairs.append(pair_ruled_out)

    def lay_in(self, tile: int, slots: tuple[int, ...]) -> None:
        """A hidden tile turned out to come from one of these slots."""
        self._placed |= 1 << tile
        for number in range(len(self.slots)):
            if number not in slots:
                self.refused[number] |= 1 << tile

    def homeless(self, tile: int) -> bool:
        """Whether no slot is left that a hidden tile can come from."""
        return all(refused >> tile & 1 for refused in self.refused)

    def reasons(self, tile: int, slots: tuple[int, ...]) -> list[str]:
        """The reasons why a tile can't be in these slots."""
        return [
            deduction.why
            for deduction in self.deductions
            if deduction.tiles >> tile & 1 and set(deduction.slots) & set(slots)
        ]

    def build(
        self,
        state: State,
        sizes: tuple[int, ...],
        drawn_slot: int = -1,
        notes: tuple[Remark, ...] = (),
        more: tuple[Counter, ...] = (),
    ) -> Evidence:
        """The evidence collected, with `more` counters."""
        counters = (*self.counters, *more)
        hidden = Hidden(self.tiles, tuple(self.slots), tuple(self.refused), counters)
        return Evidence(
            self.compiled,
            state,
            sizes,
            hidden,
            self.gone,
            tuple(self.deductions),
            drawn_slot,
            notes,
            cases=self.cases,
            splits=(*self.demanded, *self.no_pairs),
            opening=self.opening,
            unread=self.unread,
            undecided=self.undecided,
        )


def shared(bound: Bound, slot: int, part: int) -> Bound:
    """What was shown of slots, once a part of one is another: it holds for both together."""
    return replace(bound, slots=(*bound.slots, part)) if slot in bound.slots else bound


def starter_of(setup: Setup, record: Record) -> int:
    """The tile on the table before the first turn of a record; `NO_TILE` where there is none.

    Raises `NoWorld` if it is turned up from the stock, and the record does not name it.
    """
    starter = setup.starter_of(record.round)
    if starter == NO_TILE and setup.shape.begun:
        starter = record.turned
        if starter == NO_TILE:
            raise NoWorld("a tile is turned up from the stock before the first turn: add turned:64")
    return starter


def table_before(setup: Setup, record: Record) -> State:
    """The table before the first turn of a record. Raises `NoWorld` like `starter_of`."""
    return begun_by(setup.layout.rules, starter_of(setup, record))


def empty_state(
    setup: Setup,
    opener: int,
    round_number: int,
    scores: tuple[int, ...],
    carried: Mapping[str, Any] = MappingProxyType({}),
    starter: int = NO_TILE,
) -> State:
    """The state before the first turn, all hands hidden; `starter` lies on the table.

    carried: what comes from the rounds before, by field of `More`.
    """
    ends, more = begun(setup, starter)
    return State(
        hands=(0,) * setup.seats,
        ends=ends,
        stock=(),
        mover=opener,
        opener=opener,
        opening=setup.tiles.all,
        drawn=NO_TILE,
        over=Over.NO,
        round=round_number,
        scores=scores or setup.match.head_start,
        more=setup.kept(more, **carried),
    )
