"""What may be exchanged without changing the game: the ends of the line, seats, numbers of pips."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dominoes_lang.setup.ruleset import Goal, Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Fact, Node
from dominoes_lang.table.tiles import Tile


@dataclass(frozen=True)
class Symmetries:
    """The exchanges under which a round, once it is dealt and its opener is known, is the same."""

    mirror: bool
    """Left and right end of the line."""
    turns: tuple[int, ...]
    """Every player may move on by so many seats; always without 0."""
    numbers_in_play: tuple[tuple[int, ...], ...]
    """Numbers of pips that may be exchanged as far as legal actions and the end go, by class."""
    numbers: tuple[tuple[int, ...], ...]
    """The same, points and winner included."""
    in_the_way: tuple[Node, ...]
    """What in the rules tells numbers apart where `numbers` is not one class."""
    partners: bool
    """Whether each player may change places with the partner opposite."""
    opening: bool
    """Whether `turns` hold for who opens the first round, too."""


def symmetries(setup: Setup) -> Symmetries:
    """The exchanges that the rules of a setup allow."""
    play, end = list(_rules_of_play(setup)), list(_rules_of_the_end(setup))
    turns = tuple(seats for seats in range(1, setup.seats) if _turns(setup, (*play, *end), seats))
    opening = bool(turns) and all(_turns(setup, setup.first_opener, seats) for seats in turns)
    return Symmetries(
        mirror=True,  # no word of the language tells left from right
        turns=turns,
        numbers_in_play=_classes(setup, play),
        numbers=_classes(setup, [*play, *end]),
        in_the_way=tuple(part for part in nodes.walk((*play, *end)) if _tells_numbers(part)),
        partners=setup.team_size == 2 and setup.sides in turns,
        opening=opening,
    )


def _rules_of_play(setup: Setup) -> Iterator[Node]:
    for step in setup.steps:
        if step.guard is not None:
            yield step.guard
    yield setup.domino
    yield setup.blocked


def _rules_of_the_end(setup: Setup) -> Iterator[Node]:
    yield setup.winner
    if setup.goal is not Goal.WINS:
        yield from setup.awards


def _turns(setup: Setup, parts: Sequence[Node], seats: int) -> bool:
    """Whether rules say the same once everybody has moved on by so many seats.

    A seat that is named is somebody else then, unless only its side is meant and stays.
    """
    same_sides = seats % setup.sides == 0
    for node in parts:
        for part in nodes.walk(node):
            if not isinstance(part, nodes.Seat):
                continue
            by_side = any(
                isinstance(other, nodes.Related)
                and other.relation in {"side", "opponents"}
                and other.who is part
                for other in nodes.walk(node)
            )
            if not (same_sides and by_side):
                return False
    return True


def _classes(setup: Setup, parts: Sequence[Node]) -> tuple[tuple[int, ...], ...]:
    """The numbers of pips in classes, so that any two of a class may change places."""
    classes: list[list[int]] = []
    for number in range(setup.tiles.highest + 1):
        for known in classes:
            if _may_swap(setup, parts, known[0], number):
                known.append(number)
                break
        else:
            classes.append([number])
    return tuple(tuple(numbers) for numbers in classes)


def _may_swap(setup: Setup, parts: Sequence[Node], one: int, other: int) -> bool:
    """Whether rules say the same once two numbers of pips have changed places."""
    swap = {one: other, other: one}

    def swapped(tile: Tile) -> Tile:
        return Tile.of(*(swap.get(half, half) for half in tile))

    number = setup.tiles.number
    if any(swapped(tile) not in number for tile in setup.tiles.tiles):
        return False
    for part in nodes.walk(tuple(parts)):
        match part:
            case nodes.TileLiteral(tile=tile):
                if swapped(tile) != tile:
                    return False
            case nodes.HoldsNumber(number=named):
                if named in swap:
                    return False
            case nodes.HighestDouble() | nodes.Read(fact=Fact.PIPS_ON_ENDS):
                return False
            case _ if _counts_pips(part) and any(
                setup.values[number[swapped(tile)]] != setup.values[number[tile]]
                for tile in setup.tiles.tiles
            ):
                return False
    return True


def _tells_numbers(part: Node) -> bool:
    """Whether a node says something else of one number of pips than of another."""
    if isinstance(part, nodes.TileLiteral | nodes.HoldsNumber | nodes.HighestDouble):
        return True
    return _counts_pips(part) or (isinstance(part, nodes.Read) and part.fact is Fact.PIPS_ON_ENDS)


def _counts_pips(part: Node) -> bool:
    if isinstance(part, nodes.Held | nodes.HoldsAmount | nodes.Extreme):
        return part.measure == "pips"
    return False
