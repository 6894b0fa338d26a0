"""Symmetries of a game: the ends of the line, the seats, the pip numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from dominoes_lang.lowering.lower import Lowering
from dominoes_lang.lowering.program import Type, Value
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Fact, Node
from dominoes_lang.table.fits import EQUAL
from dominoes_lang.table.spots import opened_by
from dominoes_lang.table.state import NOBODY
from dominoes_lang.table.tiles import Tile, TileSet, numbers_in

_UNORDERED = {"and", "or", "+", "least", "most"}
"""Operations whose parts may be in any order."""


@dataclass(frozen=True)
class Symmetries:
    """The symmetries of a round, once it is dealt and its opener is known."""

    mirror: bool
    """Left and right end of the line."""
    turns: tuple[int, ...]
    """The rotations of the seats that change nothing, 0 left out."""
    numbers_in_play: tuple[tuple[int, ...], ...]
    """Classes of pip numbers that are interchangeable for legal actions and the end."""
    numbers: tuple[tuple[int, ...], ...]
    """Those classes of numbers that are interchangeable for points and winner as well."""
    in_the_way: tuple[Node, ...]
    """The rules that distinguish numbers, where `numbers` is not a single class."""
    partners: bool
    """Whether swapping each player with the partner opposite changes nothing."""
    opening: bool
    """Whether `turns` change nothing in who opens the first round either."""


def symmetries(setup: Setup) -> Symmetries:
    """The symmetries of a setup's rules."""
    play, end = list(_rules_of_play(setup)), list(_rules_of_the_end(setup))
    layout = (setup.ruleset.clauses["layout"],) if setup.shape.one_end else ()
    suits = () if setup.tricks is None else (setup.ruleset.clauses["suits"],)
    touching = replace(setup.touching, after_double=False)
    fits = () if touching == EQUAL else (setup.ruleset.clauses["fits"],)
    lowering = Lowering(setup)
    in_play, at_end, openers = (
        [value for rule in rules for value in lowering.values(rule)]
        for rules in (play, end, setup.first_opener)
    )
    turns = tuple(
        seats
        for seats in range(1, setup.seats)
        if setup.all_play and _turns(setup, (*in_play, *at_end), seats)
    )
    return Symmetries(
        mirror=setup.layout.is_line,  # no word of the language distinguishes left from right
        turns=turns,
        numbers_in_play=_classes(setup, in_play),
        numbers=_classes(setup, [*in_play, *at_end]),
        in_the_way=(
            *layout,  # the higher half of the first tile is open
            *suits,  # and that of a tile led is its suit
            *fits,
            *(part for part in nodes.walk((*play, *end)) if _distinguishes_numbers(part)),
        ),
        partners=setup.team_size == 2 and setup.sides in turns,
        opening=bool(turns) and all(_turns(setup, openers, seats) for seats in turns),
    )


def _rules_of_play(setup: Setup) -> Iterator[Node]:
    for step in setup.turn.steps:
        if step.guard is not None:
            yield step.guard
    if setup.turn.again is not None:
        yield setup.turn.again
    rules = (setup.turn.steps, setup.turn.again, setup.domino, setup.blocked)
    if setup.match.checked or any(isinstance(node, nodes.ScoreOf) for node in nodes.walk(rules)):
        yield from setup.in_play
    if setup.tricks is not None:
        yield from (setup.tricks.lead, setup.tricks.later)
    yield setup.domino
    yield setup.blocked


def _rules_of_the_end(setup: Setup) -> Iterator[Node]:
    yield setup.winner
    if not setup.counts_wins:
        yield from setup.awards
        yield from setup.in_play


def _turns(setup: Setup, values: Sequence[Value], seats: int) -> bool:
    """Whether rules mean the same after rotating the seats by this many places."""
    head_start, ahead = setup.match.head_start, seats % setup.sides
    if head_start != head_start[ahead:] + head_start[:ahead]:
        return False
    namer = () if setup.tricks is None else setup.tricks.auction.namer
    if any(
        namer[setup.after(bidder, seats)] != setup.after(who, seats)
        for bidder, who in enumerate(namer)
    ):
        return False
    return all(_turned(setup, value, seats) == _turned(setup, value, 0) for value in values)


def _turned(setup: Setup, value: Value, seats: int) -> Hashable:
    """A value after a rotation; equal ones are those that mean the same in any order of parts."""
    constant: Hashable = value.constant
    parts = value.parts
    match value.operation, value.type:
        case ("const", Type.SEAT) | ("among", _):
            constant = setup.after(value.constant, seats)
        case "const", Type.SIDE if value.constant != NOBODY:
            constant = (value.constant + seats) % setup.sides
        case "const", Type.SEATS:
            everyone = range(setup.seats)
            constant = sum(
                1 << setup.after(seat, seats) for seat in everyone if value.constant >> seat & 1
            )
        case "leader", _:
            tie, *keys = parts
            parts = (tie, *(keys[(index - seats) % len(keys)] for index in range(len(keys))))
        case "+", _:
            parts = tuple(_terms(value))
    turned = [_turned(setup, part, seats) for part in parts]
    if value.operation in _UNORDERED:
        return value.operation, frozenset(Counter(turned).items())
    return value.operation, value.type, constant, tuple(turned)


def _terms(value: Value) -> Iterator[Value]:
    """The numbers that a sum adds up."""
    for part in value.parts if value.operation == "+" else ():
        yield from _terms(part) if part.operation == "+" else (part,)


def _classes(setup: Setup, values: Sequence[Value]) -> tuple[tuple[int, ...], ...]:
    """The pip numbers in classes, so that any two of a class are interchangeable."""
    # Hashing whole values would take longer than asking the same of some twice.
    parts = (part for value in values for part in value.walk())
    every = {(part.operation, part.type, part.constant): part for part in parts}.values()
    classes: list[list[int]] = []
    for number in range(setup.tiles.highest + 1):
        for known in classes:
            if _may_swap(setup, every, known[0], number):
                known.append(number)
                break
        else:
            classes.append([number])
    return tuple(tuple(numbers) for numbers in classes)


def _may_swap(setup: Setup, values: Collection[Value], first: int, second: int) -> bool:
    """Whether values mean the same after swapping two pip numbers."""
    becomes = _swapped(setup.tiles, first, second)
    if becomes is None:
        return False
    if setup.tricks is not None:
        return False  # tiles rank by their numbers
    rules, swap = setup.layout.rules, {first: second, second: first}
    if any(
        sorted(swap.get(number, number) for number in opened_by(rules, tile))
        != opened_by(rules, new)
        for tile, new in enumerate(becomes)
    ):
        return False
    if not setup.fits.is_equal and not _touch_alike(setup, becomes, swap):
        return False
    for value in values:
        match value.operation, value.type:
            case (("first" | "in stock" | "pips on ends"), _):
                return False
            case "pips", _ if any(
                setup.values[tile] != setup.values[new] for tile, new in enumerate(becomes)
            ):
                return False
            case "const", Type.TILE if value.constant >= 0 and (
                becomes[value.constant] != value.constant
            ):
                return False
            case "const", Type.TILES:
                if sum(1 << becomes[tile] for tile in numbers_in(value.constant)) != value.constant:
                    return False
    return True


def _touch_alike(setup: Setup, becomes: Sequence[int], swap: Mapping[int, int]) -> bool:
    """Whether every tile leaves the same open, after swapping two pip numbers, wherever it fits."""
    halves_open = setup.fits.halves_open
    return all(
        sorted(swap.get(half, half) for half in halves_open(tile, number))
        == [*halves_open(new, swap.get(number, number))]
        for tile, new in enumerate(becomes)
        for number in range(setup.tiles.highest + 1)
    )


@lru_cache(maxsize=1024)  # the same for all games of a set
def _swapped(tiles: TileSet, first: int, second: int) -> tuple[int, ...] | None:
    """What each tile is after swapping two pip numbers; None if some tile is not in the set."""
    swap = {first: second, second: first}
    swapped = [Tile.of(*(swap.get(half, half) for half in tile)) for tile in tiles.tiles]
    if any(tile not in tiles.number for tile in swapped):
        return None
    return tuple(tiles.number[tile] for tile in swapped)


def _distinguishes_numbers(part: Node) -> bool:
    """Whether a node distinguishes one pip number from another."""
    if isinstance(
        part,
        nodes.TileLiteral | nodes.HoldsNumber | nodes.HalfOf | nodes.DealtTile | nodes.RoundsDouble,
    ):
        return True
    if isinstance(getattr(part, "measure", None), nodes.TilesWith):
        return True
    return _counts_pips(part) or (isinstance(part, nodes.Read) and part.fact is Fact.PIPS_ON_ENDS)


def _counts_pips(part: Node) -> bool:
    if isinstance(part, nodes.Held | nodes.HoldsAmount | nodes.Extreme | nodes.Excess):
        return part.measure == "pips"
    return False
