"""What the deal and the opening of a round reveal about the dealt hands.

The rules of an opener are a chain of choices, of which the first that applies is taken. With hidden
hands, the chain splits into cases: who was dealt which of the tiles that it asks for, and which
seat the lot picked. In a later round, the chain may also depend on how the round before ended,
which a record does not show. Then every possible ending is allowed, and only what follows from all
of them is certain.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from math import gcd
from operator import and_, or_

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Role
from dominoes_lang.table.state import NO_TILE, NOBODY, Kind
from dominoes_lang.table.tiles import Order, numbers_in
from dominoes_solver.evidence.builder import Builder
from dominoes_solver.evidence.chains import Chain, RoundOpening, chains_of
from dominoes_solver.evidence.evidence import NoWorld, Unsupported
from dominoes_solver.evidence.ranking import leaders
from dominoes_solver.evidence.view import Record
from dominoes_solver.worlds.cases import DealCase
from dominoes_solver.worlds.feasible import some_world
from dominoes_solver.worlds.slots import STOCK, Counter, Hidden, Slot

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
        self.first = _first_tile(record)
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
        rest = [_undecided(self.setup, [self.choices])]
        for number, choice in enumerate(self.choices):
            if choice.who is None:
                break
            last = all(one.who is None for one in self.choices[number + 1 :])
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

    def given(self, way: OpeningWay, tiles: int) -> OpeningWay | None:
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
            every = range(self.setup.seats)
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
        for one, held, case in named:
            if choice.by_choice and one == NOBODY:
                yield NOBODY, held, case
                continue
            side = self.setup.side_of[one] if choice.by_choice else NOBODY
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
                for seat in range(self.setup.seats):
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
                yield from self._ranked(who, before, range(self.setup.seats), last=False)
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
                for seat in range(self.setup.seats) if wanted is None else wanted:
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
        return next((other for other in team if other != seat), NOBODY)

    def _possible(self, case: DealCase) -> bool:
        """Whether what is known of the deal allows a case."""
        given = self.not_dealt
        for hand, has, lacks in zip(self.dealt, case.has, case.lacks, strict=True):
            known = hand.known | has
            if known & (lacks | given) or (has & ~hand.known).bit_count() > hand.unseen:
                return False
            given |= known
        return True


def find_opener(builder: Builder, record: Record) -> int:
    """Who opens: as written, or as the rules and the written tiles decide it.

    If they leave it open, it is `NOBODY` as long as nobody has acted, and the builder notes why.
    After that, raises `NoWorld`.
    """
    if record.opener is not None:
        return record.opener
    try:
        return _decided_opener(builder, record)
    except Undecided as error:
        if record.moves:
            raise
        builder.undecided = str(error)
        return NOBODY


class Undecided(NoWorld):
    """A record that leaves open who opens. The message gives the reason, and what to write."""


def _decided_opener(builder: Builder, record: Record) -> int:
    setup = builder.setup
    chains = chains_of(setup, record.round)
    if len(chains) > 1:
        raise Undecided(
            f"who opens round {record.round} depends on the round before it: add opener:A"
        )
    try:
        ways = _ways(builder, record, range(setup.seats), chains[0])
    except Unsupported:
        raise Undecided("the written tiles don't decide who opens: add opener:A") from None
    seats = sorted({way.seat for way in ways})
    if not seats:
        raise NoWorld(f"nobody can open{_with_first(setup, record)} by the rules")
    if len(seats) == 1:
        return seats[0]
    if any(choice.by_chance for choice in chains[0]):
        raise Undecided("the lot decides who opens: add opener:A")
    names = " or ".join(setup.seat_names[seat] for seat in seats)
    raise Undecided(
        f"the written tiles don't decide whether {names} opens: "
        f"add opener:{setup.seat_names[seats[0]]}"
    )


def explain_opening(builder: Builder, record: Record, opener: int) -> int:
    """Note what the opening reveals; returns the mask of the tiles that may be opened with.

    opener: `NOBODY` if that is not known yet; then all that is known is that somebody can open.
    Where the cases that led to it can't be counted, the builder notes why. Raises `NoWorld` where
    this seat can't open (with this tile).
    """
    setup = builder.setup
    chains = chains_of(setup, record.round)
    dealt = tuple(hand.known for hand in record.dealt)
    openers = range(setup.seats) if opener == NOBODY else (opener,)
    builder.opening = RoundOpening(
        builder.compiled, chains, opener, dealt, _first_tile(record), record.opening
    )
    if opener == NOBODY and _is_any_opening(builder, record, chains):
        return setup.tiles.all
    try:
        alternatives: dict[tuple[OpeningWay, ...], None] = {}
        for chain in chains:
            alternatives[tuple(_ways(builder, record, openers, chain))] = None
            if sum(map(len, alternatives)) > MOST_CASES:
                raise Unsupported(TOO_MANY_CASES)
    except Unsupported as error:
        builder.unread = f'"{_clause(record)} opener" {error}'
        return _may_begin(setup, chains) if record.opening is None else record.opening
    alternatives.pop((), None)
    if not alternatives:
        can = "nobody can" if opener == NOBODY else f"{setup.seat_names[opener]} can't"
        raise NoWorld(
            f"{can} open{_with_first(setup, record)}: "
            f'the rules of "{_clause(record)} opener" do not allow it'
        )
    widest = max(alternatives, key=len)
    if all(set(ways) <= set(widest) for ways in alternatives):
        alternatives = {widest: None}
    ways = [way for ways in alternatives for way in ways]
    has = _in_all(way.case.has for way in ways)
    lacks = _in_all(way.case.lacks for way in ways)
    everyone = tuple(number for number, slot in enumerate(builder.slots) if slot.holder != STOCK)
    nobody = reduce(and_, lacks)
    builder.refuse(STOCK, everyone, nobody, 0, "the opening shows that nobody was dealt it")
    for seat in range(setup.seats):
        why = f"the opening shows that {setup.seat_names[seat]} was not dealt it"
        builder.refuse(seat, builder.of(seat), lacks[seat] & ~nobody, 0, why)
        for tile in numbers_in(has[seat] & builder.tiles):
            builder.place(tile, builder.of(seat))
    # Cases of the lot may share deals, which count once each where the round before decides.
    by_lot = len(chains) > 1 and builder.opening.by_chance and len(ways) > 1
    if len(alternatives) == 1 and not by_lot:
        cases = _weighed(ways)
        if len(cases) == 1:
            bounds = cases[0].bounds
            builder.counters += [bound.on(builder.of(bound.seat)) for bound in bounds]
        else:
            builder.cases = cases
    begins_with = reduce(or_, (way.opening for way in ways))
    bound = begins_with != setup.tiles.all and not any(begins_with & dealt[one] for one in openers)
    if bound and len(alternatives) > 1 and _first_tile(record) == NO_TILE:
        # However the round before ended, the opener holds one of these tiles.
        tiles = begins_with & builder.tiles
        slots = tuple(slot for seat in openers for slot in builder.of(seat))
        builder.counters.append(Counter.number_of(tiles, slots, low=1))
    return begins_with


def _is_any_opening(builder: Builder, record: Record, chains: Collection[Chain]) -> bool:
    """Note that somebody can open, if that follows from the tiles that were dealt to anybody.

    Returns whether it does. Otherwise the ways to open have to be counted.
    """
    if record.opening is not None:
        return False
    setup = builder.setup
    redealt = []
    for chain in chains:
        choices = [choice for choice in chain if choice.who is not None]
        rules = OpenerRules(setup, record, chain, range(setup.seats))
        try:
            for _ in rules.ways():
                pass
        except Unsupported:
            return False
        if choices and isinstance(choices[-1].who, nodes.Ranked):
            return False
        redealt.append(rules.redealt)
    if not all(redealt):
        return True
    cases = [case for cases in redealt for case in cases]
    undealt = cases[0].lacks[0]
    if cases != [cases[0]] or cases[0] != _undecided(setup, chains).nobody(undealt):
        return False
    hands = tuple(number for number, slot in enumerate(builder.slots) if slot.holder != STOCK)
    left = sum(slot.size for slot in builder.slots if slot.holder == STOCK)
    if undealt.bit_count() <= left:
        builder.counters.append(Counter.number_of(undealt & builder.tiles, hands, low=1))
    return True


def _undecided(setup: Setup, chains: Iterable[Chain]) -> DealCase:
    """All deals and lots."""
    nothing = (0,) * setup.seats
    chance = any(choice.by_chance for chain in chains for choice in chain)
    return DealCase(nothing, nothing, lots=(1 << setup.seats) - 1 if chance else 1)


def _ways(
    builder: Builder, record: Record, seats: Collection[int], chain: Chain
) -> list[OpeningWay]:
    """The ways in which one of these seats may open; if several, only those with a deal."""
    setup = builder.setup
    if not any(hand.unseen for hand in record.dealt):
        return list(_known_ways(builder, record, seats, chain))
    rules = OpenerRules(setup, record, chain, seats)
    ways = [way for way in rules.ways() if way.seat in seats]
    if record.opening is not None:
        ways = [way for one in ways if (way := rules.given(one, record.opening)) is not None]
    if len(ways) < 2:
        return ways
    if len(ways) > MOST_CASES:
        raise Unsupported(TOO_MANY_CASES)
    hands = tuple(slot for slot in builder.slots if slot.holder != STOCK)
    rest = builder.tiles.bit_count() - sum(slot.size for slot in hands)
    deals = Hidden(builder.tiles, (*hands, Slot(STOCK, 0, rest)), counters=tuple(builder.counters))
    return [way for way in ways if some_world(way.case.part_of(deals)) is not None]


def _known_ways(
    builder: Builder, record: Record, seats: Collection[int], chain: Chain
) -> Iterator[OpeningWay]:
    """The ways in which these seats may open where every hand is known."""
    hands = tuple(hand.known for hand in record.dealt)
    nothing = (0,) * len(hands)
    for seat in seats:
        first = _first_tile(record)
        opening = RoundOpening(builder.compiled, (chain,), seat, hands, first, record.opening)
        if tiles := opening.tiles(hands):
            yield OpeningWay(seat, tiles, DealCase(nothing, nothing))


def _weighed(ways: Iterable[OpeningWay]) -> tuple[DealCase, ...]:
    """The cases of some ways, each as often as lots lead to it, by the greatest common divisor."""
    lots: dict[DealCase, int] = {}
    for way in ways:
        case = replace(way.case, lots=1)
        lots[case] = lots.get(case, 0) + way.case.lots.bit_count()
    least = gcd(*lots.values())
    return tuple(case for case, number in lots.items() for _ in range(number // least))


def _may_begin(setup: Setup, chains: Iterable[Chain]) -> int:
    """The mask of the tiles that some choice lets a round begin with."""
    tiles = 0
    for choice in (choice for chain in chains for choice in chain):
        if isinstance(choice.tile, nodes.AnyOf):
            tiles |= setup.mask_of(choice.tile)
        elif isinstance(choice.tile, nodes.TileLiteral):
            tiles |= 1 << setup.tiles.number[choice.tile.tile]
        elif choice.who is not None:
            return setup.tiles.all
    return tiles


def _clause(record: Record) -> str:
    return "first" if record.round == 1 else "next"


def _first_tile(record: Record) -> int:
    return record.moves[0].action.tile if record.moves else NO_TILE


def _with_first(setup: Setup, record: Record) -> str:
    if not record.moves or record.moves[0].kind is not Kind.PLAY:
        return ""
    return f" with {setup.tiles.tiles[record.moves[0].action.tile]}"


def _in_all(masks: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """For each seat, the tiles that are in its mask in every case."""
    return reduce(lambda one, other: tuple(map(and_, one, other)), masks)
