"""What the deal and the opening of a round tell about the hands that were dealt."""

from __future__ import annotations

from dataclasses import dataclass

from dominoes_lang import syntax
from dominoes_lang.arithmetic import constant
from dominoes_lang.setup import Setup
from dominoes_lang.state import NO_TILE, NOBODY
from dominoes_lang.syntax import Role
from dominoes_solver.evidence import Builder, NoWorld, Unsupported
from dominoes_solver.slots import STOCK, Counter
from dominoes_solver.view import Holding, Record


@dataclass(frozen=True)
class Explained:
    """One way in which the rules let this seat open with this tile."""

    opening: int
    """The mask of the tiles that may be opened with."""
    dealt: int
    """The mask of tiles that the opener must have been dealt."""
    nobody: int
    """The mask of tiles that nobody was dealt."""
    not_dealt: tuple[tuple[int, int], ...] = ()
    """Seats with masks of tiles that they were not dealt."""


def find_opener(setup: Setup, record: Record) -> int:
    """Who opens: as written, or as the rules and the written tiles decide it.

    Raises `NoWorld` where they leave it open.
    """
    if record.opener is not None:
        return record.opener
    if record.round > 1:
        seats = {_fixed_seat(row) for row in setup.next_opener}
        if len(seats) == 1 and None not in seats:
            return seats.pop() or 0
        raise NoWorld(
            f"who opens round {record.round} depends on the round before it: add opener:A"
        )
    first = _first_tile(record)
    for choice in setup.first_opener[0].choices:
        seat = _named(setup, choice, record, first)
        if seat is None:
            break
        if seat != NOBODY:
            return seat
    raise NoWorld("the written tiles don't decide who opens: add opener:A")


def _fixed_seat(row: syntax.OpeningRow) -> int | None:
    who = row.choices[0].who
    fixed = isinstance(who, syntax.Seat) and row.choices[0].tile is None
    return who.number if fixed and isinstance(who, syntax.Seat) else None


def _first_tile(record: Record) -> int:
    return record.moves[0].action.tile if record.moves else NO_TILE


def _named(setup: Setup, choice: syntax.Opening, record: Record, first: int) -> int | None:
    """The seat that a choice names, nobody where it does not apply, None where nobody can tell."""
    who = choice.who
    if isinstance(who, syntax.Seat):
        if choice.tile is None:
            return who.number
        tile = 1 << _number(setup, choice.tile)
        if record.dealt[who.number].known & tile:
            return who.number
        return None if record.dealt[who.number].unseen else NOBODY
    if not isinstance(who, syntax.HolderOf):
        return None
    everyone = range(setup.seats)
    unseen = any(hand.unseen for hand in record.dealt)
    if isinstance(who.tile, syntax.HighestDouble):
        return _highest_holder(setup, record, first if choice.with_it else NO_TILE, unseen)
    tile = 1 << _number(setup, who.tile)
    holders = [seat for seat in everyone if record.dealt[seat].known & tile]
    if holders:
        return holders[0]
    in_stock = any(1 << stock & tile for stock in record.stock)
    return NOBODY if not unseen or in_stock else None


def _highest_holder(setup: Setup, record: Record, first: int, unseen: bool) -> int | None:
    """Who holds the highest double that was dealt."""
    doubles = setup.tiles.doubles
    known = [hand.known & doubles for hand in record.dealt]
    best = max(known)
    if not unseen:
        return known.index(best) if best else NOBODY
    if first != NO_TILE:
        for seat, hand in enumerate(known):
            if hand >> first & 1:
                return seat
        return None
    # Higher doubles than the highest that is seen may be in a hidden hand.
    shown = max(known).bit_length() - 1
    above = doubles >> shown + 1 << shown + 1
    in_stock = sum(1 << tile for tile in record.stock)
    return known.index(best) if best and not above & ~in_stock else None


def _number(setup: Setup, node: syntax.Expression) -> int:
    if not isinstance(node, syntax.TileLiteral):
        raise Unsupported("what this opening tells of the hidden hands can't be told yet")
    return setup.tiles.number[node.tile]


def explain_opening(builder: Builder, record: Record, opener: int) -> int:
    """Note what the opening tells; returns the mask of the tiles that may be opened with.

    Raises `NoWorld` where this seat can't open (with this tile), `Unsupported` where it can in
    two ways that tell different things.
    """
    setup = builder.setup
    if record.round > 1:
        return setup.tiles.all
    first = _first_tile(record)
    ways = [way for way in _ways(setup, record, opener, first) if _possible(way, record, opener)]
    if not ways:
        seat = setup.seat_names[opener]
        with_what = f" with {setup.tiles.tiles[first]}" if first != NO_TILE else ""
        raise NoWorld(f"{seat} can't open{with_what}: the rules of the first opener say otherwise")
    if len(ways) > 1:
        raise Unsupported(
            "the rules let this seat open in more than one way here, and they tell different "
            "things about the hidden hands"
        )
    way = ways[0]
    dealt = builder.of(opener)
    for tile in range(len(setup.tiles)):
        if way.dealt >> tile & 1 and builder.tiles >> tile & 1:
            builder.place(tile, dealt)
    everyone = tuple(n for n, slot in enumerate(builder.slots) if slot.holder != STOCK)
    builder.refuse(STOCK, everyone, way.nobody, 0, "the opening shows that nobody was dealt it")
    for seat, tiles in way.not_dealt:
        builder.refuse(seat, builder.of(seat), tiles, 0, "the opening shows it was not dealt it")
    return way.opening


def _ways(setup: Setup, record: Record, opener: int, first: int) -> list[Explained]:
    """Every choice of the first opener by which this seat may open, first ones ruled out."""
    ways: list[Explained] = []
    nobody = 0
    not_dealt: list[tuple[int, int]] = []
    everything, doubles = setup.tiles.all, setup.tiles.doubles
    for choice in setup.first_opener[0].choices:
        who = choice.who
        if who is None:
            break
        if isinstance(who, syntax.HolderOf) and isinstance(who.tile, syntax.HighestDouble):
            way = _highest(setup, record, opener, first, choice)
            if way is not None:
                ways.append(
                    Explained(way.opening, way.dealt, way.nobody | nobody, tuple(not_dealt))
                )
            nobody |= doubles
            continue
        with_tile = choice.tile
        if isinstance(who, syntax.HolderOf):
            held = 1 << _number(setup, who.tile)
            opening = held if choice.with_it else everything
            if with_tile is not None:
                opening = 1 << _number(setup, with_tile)
            if first == NO_TILE or opening >> first & 1:
                must = held | (opening if opening != everything else 0)
                ways.append(Explained(opening, must, nobody, tuple(not_dealt)))
            if opening not in {held, everything}:
                raise Unsupported("who holds one tile and opens with another can't be told yet")
            nobody |= held
            continue
        seat = who.number if isinstance(who, syntax.Seat) else opener
        fixed = isinstance(who, syntax.Seat) or (
            isinstance(who, syntax.Who) and who.role is Role.LOT
        )
        if not fixed:
            raise Unsupported("this rule of the first opener can't be told from the tiles")
        opening = everything if with_tile is None else 1 << _number(setup, with_tile)
        if seat == opener and (first == NO_TILE or opening >> first & 1):
            must = opening if with_tile is not None else 0
            ways.append(Explained(opening, must, nobody, tuple(not_dealt)))
        if with_tile is None:
            break
        not_dealt.append((seat, opening))
    return ways


def _highest(
    setup: Setup, record: Record, opener: int, first: int, choice: syntax.Opening
) -> Explained | None:
    """What it tells that this seat opens because it holds the highest double."""
    doubles = setup.tiles.doubles
    hand = record.dealt[opener]
    if choice.with_it and first != NO_TILE:
        best = first
    elif hand.unseen:
        raise Unsupported("which double the opener holds is not known")
    elif not hand.known & doubles:
        return None
    else:
        best = (hand.known & doubles).bit_length() - 1
    if not doubles >> best & 1:
        return None
    above = doubles >> best + 1 << best + 1
    return Explained(1 << best if choice.with_it else setup.tiles.all, 1 << best, above)


def _possible(way: Explained, record: Record, opener: int) -> bool:
    """Whether the tiles that are known allow this way of opening."""
    hand = record.dealt[opener]
    missing = (way.dealt & ~hand.known).bit_count()
    known_elsewhere = 0
    for seat, other in enumerate(record.dealt):
        if seat != opener:
            known_elsewhere |= other.known
    known_elsewhere |= sum(1 << tile for tile in record.stock)
    if missing > hand.unseen or way.dealt & known_elsewhere:
        return False
    if any(hand.known & way.nobody for hand in record.dealt):
        return False
    return not any(record.dealt[seat].known & tiles for seat, tiles in way.not_dealt)


def count_redeal(builder: Builder, dealt: tuple[Holding, ...]) -> None:
    """The deal was not void: bounds on what each dealt hand holds.

    Raises `NoWorld` where a known hand is void, `Unsupported` for a condition that is no bound on
    the hands one by one.
    """
    condition = builder.setup.redeal
    if condition is None:
        return
    parts = (condition,)
    if isinstance(condition, syntax.Both) and condition.joiner == "or":
        parts = condition.parts
    for part in parts:
        _never(builder, dealt, part)


def _never(builder: Builder, dealt: tuple[Holding, ...], part: syntax.Expression) -> None:
    """This condition was not true of the deal."""
    setup = builder.setup
    weights, relation, amount, who = _bound(setup, part)
    if isinstance(who, syntax.Seat):
        seats = [who.number]
    elif isinstance(who, syntax.Who) and who.role is Role.ANY_PLAYER:
        seats = list(range(setup.seats))
    else:
        raise Unsupported("this redeal condition is no bound on single hands: say any player …")
    for seat in seats:
        known = sum(
            weight for tile, weight in enumerate(weights) if dealt[seat].known >> tile & 1
        )
        slots = tuple(n for n in builder.of(seat) if builder.slots[n].since == 0)
        if relation == "at least":
            counter = Counter(weights, slots, 0, amount - 1 - known)
        else:
            counter = Counter(weights, slots, amount + 1 - known)
        if slots:
            builder.counters.append(counter)
        elif not counter.holds(()) and not slots:
            name = setup.seat_names[seat]
            raise NoWorld(f"with this hand for {name} the tiles would have been dealt again")


def _bound(
    setup: Setup, part: syntax.Expression
) -> tuple[tuple[int, ...], str, int, syntax.Expression]:
    """A condition as a bound: weights of the tiles, `at least` or `at most`, how much, of whom."""
    tiles = setup.tiles
    if isinstance(part, syntax.HoldsAmount):
        amount = constant(part.amount)
        if amount is not None:
            measures = {
                "pips": setup.values,
                "tiles": (1,) * len(tiles),
                "doubles": tuple(tiles.doubles >> tile & 1 for tile in range(len(tiles))),
            }
            bound = int(amount) if amount == int(amount) else int(amount) + (
                part.relation == "at least"
            )
            return measures[part.measure], part.relation, bound, part.who
    if isinstance(part, syntax.HoldsNumber):
        bearing = tiles.bearing[part.number]
        weights = tuple(bearing >> tile & 1 for tile in range(len(tiles)))
        return weights, "at least" if part.some else "at most", int(part.some), part.who
    if isinstance(part, syntax.HoldsTile) and isinstance(part.tile, syntax.TileLiteral):
        number = tiles.number[part.tile.tile]
        weights = tuple(int(tile == number) for tile in range(len(tiles)))
        return weights, "at least", 1, part.who
    raise Unsupported(
        "this redeal condition is no bound on single hands, so the hidden hands can't be counted"
    )
