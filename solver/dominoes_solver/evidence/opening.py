"""What the deal and the opening of a round reveal about the dealt hands.

The rules of an opener are a chain of choices, of which the first that applies is taken. Followed
with hidden hands it splits into cases: who was dealt which of the tiles that it asks for. In a
later round they may also ask how the round before ended, which a record does not say: then
anything that may have been is allowed, and what is the same in all of it binds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import product
from operator import and_, or_

from dominoes_lang.analysis.guarded_rows import can_be_nobody, names_winner
from dominoes_lang.analysis.visibility import reads_hands
from dominoes_lang.setup.partial import reduced
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Fact, Role
from dominoes_lang.table.state import NO_TILE, NOBODY, Kind
from dominoes_lang.table.tiles import Order, numbers_in
from dominoes_solver.evidence.builder import Builder, NoWorld, Unsupported
from dominoes_solver.evidence.ranking import leaders
from dominoes_solver.evidence.view import Record
from dominoes_solver.worlds.cases import Case
from dominoes_solver.worlds.feasible import some_world
from dominoes_solver.worlds.slots import STOCK, Hidden, Slot


@dataclass(frozen=True)
class Way:
    """A case in which the rules let this seat open, with any tile of the mask `opening`."""

    seat: int
    opening: int
    case: Case


Chain = tuple[nodes.Opening, ...]
_PAST = frozenset({Role.MOVER, Role.FINISHER, Role.OPENER, Role.WINNER, Role.NOBODY})


def chains_of(setup: Setup, record: Record) -> list[Chain]:
    """The choices by which the round may have been opened, which name nobody of the round before.

    For a first round they are those of the rules; for a later one there is a chain for each way in
    which the round before may have ended.
    """
    if record.round == 1:
        return [setup.first_opener[0].choices]
    chains: dict[Chain, None] = {}
    for row in setup.next_opener:
        condition = None if row.condition is None else _in_round(row.condition, record.round - 1)
        if isinstance(condition, nodes.YesNo) and not condition.value:
            continue
        chains.update(dict.fromkeys(_chains(setup, row.choices)))
        if condition is None or isinstance(condition, nodes.YesNo):
            break
    return list(chains)


def _in_round(condition: nodes.Expression, number: int) -> nodes.Expression:
    """A condition on the round before, as far as its number decides it."""

    def numbered(part: nodes.Node) -> nodes.Node:
        is_round = isinstance(part, nodes.Read) and part.fact is Fact.ROUND
        return nodes.Number(number, span=part.span) if is_round else part

    return reduced(nodes.changed(condition, numbered), lambda _: None)


def _chains(setup: Setup, choices: Chain) -> Iterator[Chain]:
    """The choices with every player that the round before decides named by a seat, or left out."""
    past = list(dict.fromkeys(one.who for one in choices if one.who and _is_past(one.who)))
    seats = [
        [*range(setup.seats), *([NOBODY] if can_be_nobody(who) or names_winner(who) else [])]
        for who in past
    ]
    for named in product(*seats):
        seat_of = dict(zip(past, named, strict=True))
        yield tuple(
            replace(one, who=nodes.Seat(seat_of[one.who], span=one.who.span))
            if one.who in seat_of
            else one
            for one in choices
            if seat_of.get(one.who) != NOBODY  # type: ignore[arg-type]
        )


def _is_past(who: nodes.Expression) -> bool:
    return not reads_hands(who) and any(
        isinstance(part, nodes.Ranked) or (isinstance(part, nodes.Who) and part.role in _PAST)
        for part in nodes.walk(who)
    )


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
        self.first = record.moves[0].action.tile if record.moves else NO_TILE
        self.not_dealt = sum({1 << tile for tile in record.stock}) | sum(
            {1 << move.drawn for move in record.moves if move.drawn != NO_TILE}
        )
        """The tiles that are known to have been in the stock."""

    def ways(self) -> Iterator[Way]:
        """Every way in which somebody may open, no two of them true of the same deal."""
        nothing = (0,) * self.setup.seats
        rest = [Case(nothing, nothing)]
        for number, choice in enumerate(self.choices):
            if choice.who is None:
                return
            last = all(one.who is None for one in self.choices[number + 1 :])
            further = []
            if choice.by_chance and choice.tile is not None and not last:
                raise Unsupported(
                    "the lot picks who may open first, so where that fails "
                    "the hidden hands are not equally likely"
                )
            for before in rest:
                for seat, opening, case in self._applied(choice, before, last):
                    if seat == NOBODY:
                        further.append(case)
                    elif self.first == NO_TILE:
                        yield Way(seat, opening, case)
                    elif opening >> self.first & 1:
                        opened = case.dealt(seat, 1 << self.first)
                        if self._possible(opened):
                            yield Way(seat, opening, opened)
            rest = further

    def _applied(
        self, choice: nodes.Opening, before: Case, last: bool
    ) -> Iterator[tuple[int, int, Case]]:
        """The opener by a choice and the tile, in each case; nobody where it does not apply.

        `last` where there is no choice behind it, so that no such case is asked for.
        """
        if isinstance(choice.who, nodes.Ranked):
            every = range(self.setup.seats)
            wanted = self.wanted if last or choice.tile is None else every
            named = self._ranked(choice.who, before, wanted, last)
        else:
            named = self._named(choice.who, before, by_choice=choice.by_choice)
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

    def _any_of(self, tiles: int, seat: int, before: Case) -> Iterator[tuple[int, int, Case]]:
        """Whether the opener was dealt one of these tiles: a case for the first that it has."""
        if self.first != NO_TILE and tiles >> self.first & 1:
            yield seat, tiles, before.dealt(seat, 1 << self.first)
        else:
            ahead = 0
            for tile in numbers_in(tiles):
                case = before.not_dealt(seat, ahead).dealt(seat, 1 << tile)
                if self._possible(case):
                    yield seat, tiles, case
                ahead |= 1 << tile
        if self._possible(without := before.not_dealt(seat, tiles)):
            yield NOBODY, 0, without

    def _named(
        self, who: nodes.Expression | None, before: Case, *, by_choice: bool = False
    ) -> Iterator[tuple[int, int, Case]]:
        """The player meant and the tile that decides it, in each case."""
        if by_choice and isinstance(who, nodes.Related) and who.relation == "side":
            for seat, held, case in self._named(who.who, before):
                team = () if seat == NOBODY else self.setup.players_of[self.setup.side_of[seat]]
                for one in team or (NOBODY,):
                    yield one, held, replace(case, by_lot=True)
            return
        match who:
            case nodes.Seat(number=seat):
                yield seat, NO_TILE, before
            case nodes.Who(role=Role.LOT):
                for seat in range(self.setup.seats):
                    yield seat, NO_TILE, replace(before, by_lot=True)
            case nodes.HolderOf(tile=nodes.DealtTile(order=order)):
                yield from self._first(order, before)
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
                raise Unsupported(
                    'what this "first opener" shows about hidden hands can\'t be worked out'
                )

    def _ranked(
        self, who: nodes.Ranked, before: Case, wanted: Collection[int], last: bool
    ) -> Iterator[tuple[int, int, Case]]:
        """The player who was dealt most or fewest, or whoever it is when several tie."""
        ties = who.ties is not None or not last
        for first, case in leaders(self.setup, self.dealt, who, before, wanted, ties=ties):
            if len(first) == 1:
                yield first[0], NO_TILE, case
            elif who.ties is None:
                yield NOBODY, NO_TILE, case
            else:
                yield from self._named(who.ties, case)

    def _meant(self, tile: nodes.Expression, before: Case) -> Iterator[tuple[int, Case]]:
        """The tile that a choice asks for, in each case."""
        if isinstance(tile, nodes.TileLiteral):
            yield self.setup.tiles.number[tile.tile], before
        else:
            assert isinstance(tile, nodes.DealtTile)
            for _, first, case in self._first(tile.order, before):
                yield first, case

    def _first(self, order: Order, before: Case) -> Iterator[tuple[int, int, Case]]:
        """Who holds the first tile of an order that was dealt, and which it is, in each case."""
        ahead = 0
        for tile in self.setup.tiles.in_order(order):
            for seat in range(self.setup.seats):
                case = before.nobody(ahead).dealt(seat, 1 << tile)
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

    def _possible(self, case: Case) -> bool:
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

    Raises `NoWorld` where they leave it open.
    """
    setup = builder.setup
    if record.opener is not None:
        return record.opener
    chains = chains_of(setup, record)
    if len(chains) > 1:
        raise NoWorld(
            f"who opens round {record.round} depends on the round before it: add opener:A"
        )
    ways = _ways(builder, record, range(setup.seats), chains[0])
    seats = sorted({way.seat for way in ways})
    if any(way.case.by_lot for way in ways):
        raise NoWorld("the lot decides who opens: add opener:A")
    if not seats:
        raise NoWorld(f"nobody can open{_with_first(setup, record)} by the rules")
    if len(seats) > 1:
        names = " or ".join(setup.seat_names[seat] for seat in seats)
        raise NoWorld(
            f"the written tiles don't decide whether {names} opens: "
            f"add opener:{setup.seat_names[seats[0]]}"
        )
    return seats[0]


def _ways(builder: Builder, record: Record, seats: Collection[int], chain: Chain) -> list[Way]:
    """The ways in which one of these seats may open; if several, only those with a deal."""
    rules = OpenerRules(builder.setup, record, chain, seats)
    ways = [way for way in rules.ways() if way.seat in seats]
    if len(ways) < 2:
        return ways
    hands = tuple(slot for slot in builder.slots if slot.holder != STOCK)
    rest = builder.tiles.bit_count() - sum(slot.size for slot in hands)
    deals = Hidden(builder.tiles, (*hands, Slot(STOCK, 0, rest)), counters=tuple(builder.counters))
    return [way for way in ways if some_world(way.case.part_of(deals)) is not None]


def _with_first(setup: Setup, record: Record) -> str:
    if not record.moves or record.moves[0].kind is not Kind.PLAY:
        return ""
    return f" with {setup.tiles.tiles[record.moves[0].action.tile]}"


def explain_opening(builder: Builder, record: Record, opener: int) -> int:
    """Note what the opening reveals; returns the mask of the tiles that may be opened with.

    Raises `NoWorld` where this seat can't open (with this tile), and `Unsupported` where the deals
    by which it can are not equally likely.
    """
    setup = builder.setup
    chains = chains_of(setup, record)
    found = {tuple(_ways(builder, record, (opener,), chain)): None for chain in chains}
    found.pop((), None)
    if not found:
        name, clause = setup.seat_names[opener], "first" if record.round == 1 else "next"
        raise NoWorld(
            f"{name} can't open{_with_first(setup, record)}: "
            f'the rules of "{clause} opener" do not allow it'
        )
    widest = max(found, key=len)
    if all(set(ways) <= set(widest) for ways in found):
        found = {widest: None}
    ways = [way for ways in found for way in ways]
    if len(found) == 1 and len({way.case.by_lot for way in ways}) > 1:
        raise Unsupported(
            "the lot or a tile made this seat the opener, "
            "so the hidden hands are not equally likely"
        )
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
    if len(ways) == 1:
        builder.counters += [bound.on(builder.of(bound.seat)) for bound in ways[0].case.bounds]
    if len(found) == 1 and len(ways) > 1:
        builder.cases = tuple(way.case for way in ways)
    builder.openings = tuple((way.case, way.opening) for way in ways)
    return reduce(or_, (way.opening for way in ways))


def _in_all(masks: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """For each seat the tiles that are in its mask in every case."""
    return reduce(lambda one, other: tuple(map(and_, one, other)), masks)
