"""What the deal and the opening of a round reveal about the dealt hands.

The rules of an opener are a chain of choices, of which the first that applies is taken. With hidden
hands, the chain splits into cases: who was dealt which of the tiles that it asks for, and which
seat the lot picked. In a later round, the chain may also depend on how the round before ended,
which a record does not show. Then every possible ending is allowed, and only what follows from all
of them is certain.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import reduce
from math import gcd
from operator import and_, or_

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.table.state import NO_TILE, NOBODY, Kind
from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.evidence.builder import Builder
from dominoes_solver.evidence.chains import Chain, RoundOpening, chains_of
from dominoes_solver.evidence.demanded import split
from dominoes_solver.evidence.evidence import NoWorld, Unsupported
from dominoes_solver.evidence.opening_ways import (
    MOST_CASES,
    TOO_MANY_CASES,
    OpenerRules,
    OpeningWay,
    first_tile,
    undecided_case,
)
from dominoes_solver.evidence.view import Record
from dominoes_solver.remark import Remark
from dominoes_solver.worlds.cases import DealCase
from dominoes_solver.worlds.feasible import some_world
from dominoes_solver.worlds.slots import STOCK, Counter, Hidden, Slot


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
        builder.undecided = error.args[0]
        return NOBODY


class Undecided(NoWorld):
    """A record that leaves open who opens. The message gives the reason, and what to write."""


def _decided_opener(builder: Builder, record: Record) -> int:
    setup = builder.setup
    chains = chains_of(setup, record.round, record.drew_each)
    if len(chains) > 1:
        raise Undecided(
            f"who opens round {record.round} depends on the round before it: add opener:A"
        )
    try:
        ways = _ways(builder, record, setup.playing, chains[0])
    except Unsupported:
        raise Undecided(Remark("the written tiles don't decide who opens: add opener:A")) from None
    seats = sorted({way.seat for way in ways})
    if not seats:
        where = f"where {record.paid_fact} is right, " * any(record.paid)
        raise NoWorld(f"{where}nobody can open{_with_first(setup, record)} by the rules")
    if len(seats) == 1:
        return seats[0]
    if any(choice.by_chance for choice in chains[0]):
        raise Undecided(Remark("the lot decides who opens: add opener:A"))
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
    chains = chains_of(setup, record.round, record.drew_each)
    dealt = tuple(hand.known for hand in record.dealt)
    openers = setup.playing if opener == NOBODY else (opener,)
    builder.opening = RoundOpening(
        builder.compiled, chains, opener, dealt, first_tile(record), record.opening
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
    not_dealt = Remark("the opening shows that nobody was dealt it")
    builder.refuse(STOCK, everyone, nobody, 0, not_dealt)
    for seat in setup.playing:
        why = Remark("the opening shows that {seat} was not dealt it", seat=setup.seat_names[seat])
        builder.refuse(seat, builder.of(seat), lacks[seat] & ~nobody, 0, why)
        for tile in numbers_in(has[seat] & builder.tiles):
            builder.lay_in(tile, builder.of(seat))
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
    bound = begins_with != setup.tiles.all and not any(
        begins_with & dealt[player] for player in openers
    )
    if bound and len(alternatives) > 1 and first_tile(record) == NO_TILE:
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
        rules = OpenerRules(setup, record, chain, setup.playing)
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
    if cases != [cases[0]] or cases[0] != undecided_case(setup, chains).nobody(undealt):
        return False
    hands = tuple(number for number, slot in enumerate(builder.slots) if slot.holder != STOCK)
    left = sum(slot.size for slot in builder.slots if slot.holder == STOCK)
    if undealt.bit_count() <= left:
        builder.counters.append(Counter.number_of(undealt & builder.tiles, hands, low=1))
    return True


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
        ways = [
            way for seat in ways if (way := rules.opening_with(seat, record.opening)) is not None
        ]
    if len(ways) < 2:
        return ways
    if len(ways) > MOST_CASES:
        raise Unsupported(TOO_MANY_CASES)
    numbers = [number for number, slot in enumerate(builder.slots) if slot.holder != STOCK]
    hands = [builder.slots[number] for number in numbers]
    refused = (*(builder.refused[number] for number in numbers), 0)
    rest = builder.tiles.bit_count() - sum(slot.size for slot in hands)
    deals = Hidden(builder.tiles, (*hands, Slot(STOCK, 0, rest)), refused, tuple(builder.counters))
    return [
        way
        for way in ways
        if any(
            some_world(part) is not None
            for part in split(way.case.part_of(deals), builder.demanded)
        )
    ]


def _known_ways(
    builder: Builder, record: Record, seats: Collection[int], chain: Chain
) -> Iterator[OpeningWay]:
    """The ways in which these seats may open where every hand is known."""
    hands = tuple(hand.known for hand in record.dealt)
    nothing = (0,) * len(hands)
    for seat in seats:
        first = first_tile(record)
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


def _with_first(setup: Setup, record: Record) -> str:
    if not record.moves or record.moves[0].kind is not Kind.PLAY:
        return ""
    return f" with {setup.tiles.tiles[record.moves[0].action.tile]}"


def _in_all(masks: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """For each seat, the tiles that are in its mask in every case."""
    return reduce(lambda first, second: tuple(map(and_, first, second)), masks)
