"""Symmetries of a game: the ends of the line, the seats, the pip numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dominoes_lang.setup.ruleset import Goal, Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Fact, Node
from dominoes_lang.table.tiles import Tile


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
    """The same, with points and winner included."""
    in_the_way: tuple[Node, ...]
    """The rules that distinguish numbers, where `numbers` is not a single class."""
    partners: bool
    """Whether swapping each player with the partner opposite changes nothing."""
    opening: bool
    """Whether `turns` change nothing in who opens the first round either."""


def symmetries(setup: Setup) -> Symmetries:
    """The symmetries of a setup's rules."""
    play, end = list(_rules_of_play(setup)), list(_rules_of_the_end(setup))
    turns = tuple(seats for seats in range(1, setup.seats) if _turns(setup, (*play, *end), seats))
    opening = bool(turns) and all(_turns(setup, setup.first_opener, seats) for seats in turns)
    return Symmetries(
        mirror=True,  # no word of the language distinguishes left from right
        turns=turns,
        numbers_in_play=_classes(setup, play),
        numbers=_classes(setup, [*play, *end]),
        in_the_way=tuple(
            part for part in nodes.walk((*play, *end)) if _distinguishes_numbers(part)
        ),
        partners=setup.team_size == 2 and setup.sides in turns,
        opening=opening,
    )


def _rules_of_play(setup: Setup) -> Iterator[Node]:
    for step in setup.steps:
        if step.guard is not None:
            yield step.guard
    if setup.again is not None:
        yield setup.again
    rules = (setup.steps, setup.again, setup.domino, setup.blocked)
    if setup.checked or any(isinstance(node, nodes.ScoreOf) for node in nodes.walk(rules)):
        yield from setup.in_play
    yield setup.domino
    yield setup.blocked


def _rules_of_the_end(setup: Setup) -> Iterator[Node]:
    yield setup.winner
    if setup.goal is not Goal.WINS:
        yield from setup.awards
        yield from setup.in_play


def _turns(setup: Setup, parts: Sequence[Node], seats: int) -> bool:
    """Whether rules mean the same after rotating the seats by this many places.

    A named seat is then somebody else, unless only its side is meant and stays the same.
    """
    same_sides = seats % setup.sides == 0
    head_start, ahead = setup.head_start, seats % setup.sides
    if head_start != head_start[ahead:] + head_start[:ahead]:
        return False
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
    """The pip numbers in classes, so that any two of a class are interchangeable."""
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
    """Whether rules mean the same after swapping two pip numbers."""
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
            case nodes.DealtTile() | nodes.Read(fact=Fact.PIPS_ON_ENDS) | nodes.InStock():
                return False
            case _ if _counts_pips(part) and any(
                setup.values[number[swapped(tile)]] != setup.values[number[tile]]
                for tile in setup.tiles.tiles
            ):
                return False
    return True


def _distinguishes_numbers(part: Node) -> bool:
    """Whether a node distinguishes one pip number from another."""
    if isinstance(part, nodes.TileLiteral | nodes.HoldsNumber | nodes.DealtTile):
        return True
    return _counts_pips(part) or (isinstance(part, nodes.Read) and part.fact is Fact.PIPS_ON_ENDS)


def _counts_pips(part: Node) -> bool:
    if isinstance(part, nodes.Held | nodes.HoldsAmount | nodes.Extreme | nodes.Excess):
        return part.measure == "pips"
    return False
