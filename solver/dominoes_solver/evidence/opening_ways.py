"""The ways in which the rules let somebody open, each with what it takes of the dealt hands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Role
from dominoes_lang.table.state import NO_TILE, NOBODY
from dominoes_lang.table.tiles import Order, numbers_in
from dominoes_solver.evidence.chains import Chain
from dominoes_solver.evidence.evidence import Unsupported
from dominoes_solver.evidence.ranking import leaders
from dominoes_solver.evidence.view import Record
from dominoes_solver.worlds.cases import DealCase

MOST_CASES = 100
"""Cases of an opening up to which the worlds of each are counted."""

TOO_MANY_CASES = "allows this opening in too many cases"


@dataclass(frozen=True)
class OpeningWay:
    """A case in which the rules let this seat open, with any tile of the mask `opening`."""

    seat: int
    opening: int
    case: DealCase


class OpenerRules:
    """A chain of choices, applied to what a record knows of the deal."""

    def __init__(
        self, setup: Setup, record: Record, choices: Chain, wanted: Collection[int]
    ) -> None:
        self.setup = setup
        self.wanted = wanted
        """The seats whose openings are asked for."""
        self.choices = choices
        self.dealt = record.dealt
        self.first = first_tile(record)
        self.not_dealt = sum({1 << tile for tile in record.stock}) | sum(
            {1 << move.drawn for move in record.moves if move.drawn != NO_TILE}
        )
        """The tiles that are known to have been in the stock."""
        self.redealt: list[DealCase] = []
        """The cases in which no choice applies, so that the tiles are dealt again.

        They are known after `ways`, but for those that a last choice of a ranking leaves out.
        """

    def ways(self) -> Iterator[OpeningWay]:
        """Every way in which somebody may open, no two of them true of the same deal and lot."""
        rest = [undecided_case(self.setup, [self.choices])]
        for number, choice in enumerate(self.choices):
            if choice.who is None:
                break
            last = all(later.who is None for later in self.choices[number + 1 :])
            further = []
            for before in rest:
                for seat, opening, case in self._applied(choice, before, last):
                    if seat == NOBODY:
                        further.append(case)
                    elif self.first == NO_TILE:
                        yield OpeningWay(seat, opening, case)
                    elif opening >> self.first & 1:
                        opened = case.dealt(seat, 1 << self.first)
                        if self._possible(opened):
                            yield OpeningWay(seat, opening, opened)
            if len(further) > MOST_CASES:
                raise Unsupported(TOO_MANY_CASES)
            rest = further
        self.redealt = rest

    def opening_with(self, way: OpeningWay, tiles: int) -> OpeningWay | None:
        """A way in which the opener may begin with exactly these tiles of its hand."""
        case = way.case.dealt(way.seat, tiles).not_dealt(way.seat, way.opening & ~tiles)
        if tiles & ~way.opening or not self._possible(case):
            return None
        return OpeningWay(way.seat, tiles, case)

    def _applied(
        self, choice: nodes.Opening, before: DealCase, last: bool
    ) -> Iterator[tuple[int, int, DealCase]]:
        """The opener by a choice and the tile, in each case; nobody if it does not apply.

        last: whether no choice follows, so that the cases in which it does not apply don't matter.
        """
        if isinstance(choice.who, nodes.Ranked):
            every = self.setup.playing
            wanted = self.wanted if last or choice.tile is None else every
            named = self._ranked(choice.who, before, wanted, last)
        elif choice.by_chance:
            named = self._picked(choice, before)
        elif choice.with_it and isinstance(choice.who, nodes.HolderOf) and self.first != NO_TILE:
            named = self._named(choice.who, before, self.wanted, self.first)
        elif choice.tile is None:
            named = self._named(choice.who, before, self.wanted)
        else:
            named = self._named(choice.who, before)
        for seat, held, case in named:
            if seat == NOBODY:
                yield NOBODY, 0, case
            elif choice.with_it:
                yield seat, 1 << held, case
            elif choice.tile is None:
                yield seat, self.setup.tiles.all, case
            elif isinstance(choice.tile, nodes.AnyOf):
                yield from self._any_of(self.setup.mask_of(choice.tile), seat, case)
            else:
                for tile, asked in self._meant(choice.tile, case):
                    mask = 1 << tile if tile != NO_TILE else 0
                    with_it, without = asked.dealt(seat, mask), asked.not_dealt(seat, mask)
                    if mask and self._possible(with_it):
                        yield seat, mask, with_it
                    if self._possible(without):
                        yield NOBODY, 0, without

    def _picked(
        self, choice: nodes.Opening, before: DealCase
    ) -> Iterator[tuple[int, int, DealCase]]:
        """The player whom the lot picks, or a side, any player of which may choose to open."""
        named: Iterable[tuple[int, int, DealCase]] = [(NOBODY, NO_TILE, before)]
        if choice.by_choice:
            named = self._named(choice.who, before)
        for player, held, case in named:
            if choice.by_choice and player == NOBODY:
                yield NOBODY, held, case
                continue
            side = self.setup.side_of[player] if choice.by_choice else NOBODY
            lots: dict[int, int] = {}
            for lot in numbers_in(case.lots):
                seat = self.setup.chosen(side, lot) if choice.by_choice else lot
                lots[seat] = lots.get(seat, 0) | 1 << lot
            for seat, mask in lots.items():
                yield seat, held, replace(case, lots=mask)

    def _any_of(
        self, tiles: int, seat: int, before: DealCase
    ) -> Iterator[tuple[int, int, DealCase]]:
        """Whether the opener was dealt one of these tiles: a case for the first that it has."""
        if seat in self.wanted and self.first != NO_TILE:
            if tiles >> self.first & 1:
                yield seat, tiles, before.dealt(seat, 1 << self.first)
        elif seat in self.wanted:
            ahead = 0
            for tile in numbers_in(tiles):
                case = before.not_dealt(seat, ahead).dealt(seat, 1 << tile)
                if self._possible(case):
                    yield seat, tiles, case
                ahead |= 1 << tile
        if self._possible(without := before.not_dealt(seat, tiles)):
            yield NOBODY, 0, without

    def _named(
        self,
        who: nodes.Expression | None,
        before: DealCase,
        wanted: Collection[int] | None = None,
        only: int = NO_TILE,
    ) -> Iterator[tuple[int, int, DealCase]]:
        """The player meant and the tile that decides it, in each case; of a side any player.

        Cases with a holder who is not `wanted`, or of another tile than `only`, may be left out.
        """
        match who:
            case nodes.Seat(number=seat):
                yield seat, NO_TILE, before
            case nodes.Related(relation="side", who=inner):
                yield from self._named(inner, before)
            case nodes.HolderOf(tile=nodes.DealtTile(order=order)):
                yield from self._first(order, before, wanted, only)
            case nodes.HolderOf(tile=nodes.TileLiteral(tile=tile)):
                number = self.setup.tiles.number[tile]
                for seat in self.setup.playing:
                    if self._possible(case := before.dealt(seat, 1 << number)):
                        yield seat, number, case
                if self._possible(case := before.nobody(1 << number)):
                    yield NOBODY, NO_TILE, case
            case nodes.Neighbour(way=way, who=inner):
                for seat, held, case in self._named(inner, before):
                    yield self.setup.after(seat, 1 if way == "after" else -1), held, case
            case nodes.Related(relation="opponents", who=inner):  # of two players
                for seat, held, case in self._named(inner, before):
                    yield self.setup.after(seat), held, case
            case nodes.Related(relation="partner", who=inner):
                for seat, held, case in self._named(inner, before):
                    yield self._partner(seat), held, case
            case nodes.Ranked():
                yield from self._ranked(who, before, self.setup.playing, last=False)
            case nodes.Who(role=Role.NOBODY):
                yield NOBODY, NO_TILE, before
            case _:
                raise Unsupported("names a player in a way that can't be counted")

    def _ranked(
        self, who: nodes.Ranked, before: DealCase, wanted: Collection[int], last: bool
    ) -> Iterator[tuple[int, int, DealCase]]:
        """The player who was dealt most or fewest, or whoever it is when several tie."""
        elsewhere = isinstance(who.ties, nodes.Seat) and who.ties.number not in wanted
        ties = (who.ties is not None or not last) and not elsewhere
        for first, case in leaders(self.setup, self.dealt, who, before, wanted, ties=ties):
            if len(first) == 1:
                yield first[0], NO_TILE, case
            elif who.ties is None:
                yield NOBODY, NO_TILE, case
            else:
                yield from self._named(who.ties, case)

    def _meant(self, tile: nodes.Expression, before: DealCase) -> Iterator[tuple[int, DealCase]]:
        """The tile that a choice asks for, in each case."""
        if isinstance(tile, nodes.TileLiteral):
            yield self.setup.tiles.number[tile.tile], before
        else:
            assert isinstance(tile, nodes.DealtTile)
            for _, first, case in self._first(tile.order, before):
                yield first, case

    def _first(
        self,
        order: Order,
        before: DealCase,
        wanted: Collection[int] | None = None,
        only: int = NO_TILE,
    ) -> Iterator[tuple[int, int, DealCase]]:
        """Who holds the first tile of an order that was dealt, and which it is, in each case."""
        ahead = 0
        for tile in self.setup.tiles.in_order(order):
            if only in {NO_TILE, tile}:
                above = before.nobody(ahead)
                for seat in self.setup.playing if wanted is None else wanted:
                    case = above.dealt(seat, 1 << tile)
                    if self._possible(case):
                        yield seat, tile, case
            ahead |= 1 << tile
        if self._possible(case := before.nobody(ahead)):
            yield NOBODY, NO_TILE, case

    def _partner(self, seat: int) -> int:
        if seat == NOBODY:
            return NOBODY
        team = self.setup.players_of[self.setup.side_of[seat]]
        return next((seat_beside for seat_beside in team if seat_beside != seat), NOBODY)

    def _possible(self, case: DealCase) -> bool:
        """Whether what is known of the deal allows a case."""
        dealt_already = self.not_dealt
        for hand, has, lacks in zip(self.dealt, case.has, case.lacks, strict=True):
            known = hand.known | has
            if known & (lacks | dealt_already) or (has & ~hand.known).bit_count() > hand.unseen:
                return False
            dealt_already |= known
        return True


def undecided_case(setup: Setup, chains: Iterable[Chain]) -> DealCase:
    """All deals and lots."""
    nothing = (0,) * setup.seats
    chance = any(choice.by_chance for chain in chains for choice in chain)
    return DealCase(nothing, nothing, lots=setup.everyone if chance else 1)


def first_tile(record: Record) -> int:
    """The tile that was laid first; `NO_TILE` before that."""
    return record.moves[0].action.tile if record.moves else NO_TILE
