"""What holds wherever tiles lie on a table, checked without the code that lays them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import cos, hypot, radians, sin
from random import Random
from xml.etree import ElementTree

import dominoes_rules as dr
from dominoes_lang.table.fits import Fits
from dominoes_lang.table.tiles import Tile
from dominoes_rules.board.laying.arms_placed import lay_arms
from dominoes_rules.board.laying.joined_tiles import arm_rules, joined
from dominoes_rules.board.laying.lying import Lying
from dominoes_rules.board.laying.strips import TrainsPlaced, lay_trains
from dominoes_rules.board.laying.windows import Window
from dominoes_rules.position.drawing import train_rows

BESIDE = 1.45
"""Between the middles of two halves that lie against each other, at a bend or a corner too."""
TO_A_TOE = 1.9
ROUNDING = 1e-6
PLACED = re.compile(r"translate\((\S+) (\S+)\)(?: rotate\((\S+)\))?$")
Point = tuple[float, float]


def corners(tile: Lying) -> list[Point]:
    along, down = cos(radians(tile.angle)), sin(radians(tile.angle))
    return [
        (tile.x + a * along - b * down, tile.y + a * down + b * along)
        for a, b in ((-1, -0.5), (1, -0.5), (1, 0.5), (-1, 0.5))
    ]


def overlap(one: Sequence[Point], other: Sequence[Point]) -> float:
    """The area that two convex shapes share, by clipping the one at each edge of the other."""
    shape = [*one]
    for place, (x2, y2) in enumerate(other):
        x1, y1 = other[place - 1]

        def inside(point: Point, a: Point = (x1, y1), b: Point = (x2, y2)) -> float:
            return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])

        clipped = []
        for number, point in enumerate(shape):
            before = shape[number - 1]
            here, there = inside(point), inside(before)
            if (here < 0) != (there < 0):
                share = there / (there - here)
                clipped.append(
                    (
                        before[0] + share * (point[0] - before[0]),
                        before[1] + share * (point[1] - before[1]),
                    )
                )
            if here >= 0:
                clipped.append(point)
        shape = clipped
    turned = zip(shape, shape[1:] + shape[:1], strict=True)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in turned)) / 2


def none_overlap(tiles: Sequence[Lying]) -> None:
    for one, other in combinations(tiles, 2):
        if hypot(one.x - other.x, one.y - other.y) < 5**0.5:
            assert overlap(corners(one), corners(other)) < ROUNDING, (one, other)


def distance(one: Lying, other: Lying, fits: Fits) -> float:
    """From the near half of a tile to the nearest half of another that fits it."""
    near = zip(one.tile, one.halves, strict=True)
    halves = [*near] if one.tile[0] == one.tile[1] else [next(near)]
    wild = not {Tile.of(*one.tile), Tile.of(*other.tile)}.isdisjoint(fits.rule.wild_tiles)
    return min(
        hypot(here[0] - there[0], here[1] - there[1])
        for (number, here), (number2, there) in product(
            halves, zip(other.tile, other.halves, strict=True)
        )
        if fits.touch(number2, number) or wild
    )


def played(name: str, seats: int, seed: int) -> Iterator[dr.Round]:
    """A round after each action: random moves, or with an odd seed the heaviest tiles first."""
    random, game = Random(seed), dr.Round(dr.variant(name), seats=seats, seed=seed)
    while not game.is_over:
        moves = game.legal_moves
        heavy = max(moves, key=lambda move: sum(move.tile) if move.tile else -1)
        game.push(heavy if seed % 2 else random.choice(moves))
        yield game


def arms_lie_well(game: dr.Round, window: Window) -> None:
    """Nothing overlaps, and each tile lies at its neighbour, but for those that have a thread."""
    layout = game.setup.layout
    tiles = joined(game.laid, layout)
    placed = lay_arms(tiles, arm_rules(layout), window)
    assert [Tile.of(*one.tile) for one in placed.tiles] == [Tile.of(*one.tile) for one in tiles]
    none_overlap(placed.tiles)
    loose = {(round(x, 6), round(y, 6)) for _, (x, y) in placed.threads}
    for tile, lying in zip(tiles[1:], placed.tiles[1:], strict=True):
        near = tiles[tile.neighbour]
        star = 0.5 + near.sides / 5 if near.sides > 4 or near.sides == 3 else 0.0
        if (round(lying.x, 6), round(lying.y, 6)) not in loose:
            reach = TO_A_TOE if near.sides == 4 else BESIDE
            assert distance(lying, placed.tiles[tile.neighbour], layout.fits) < reach + star


def trains_of(game: dr.Round, window: Window) -> TrainsPlaced:
    middle = game.line[0] if game.line else None
    return lay_trains(middle, train_rows(game), len(game.setup.tiles), window)


def seen_tiles(svg: str) -> tuple[list[list[Point]], tuple[float, float, float, float]]:
    """The corners of each tile and place of a drawn board, and its `viewBox` from edge to edge."""
    picture = ElementTree.fromstring(svg)
    x, y, wide, high = map(float, picture.get("viewBox", "").split())
    shapes = []
    for group in picture.iter("{http://www.w3.org/2000/svg}g"):
        place = re.match(
            r"translate\((\S+) (\S+)\)(?: rotate\((\S+)\))?$", group.get("transform", "")
        )
        if place and group.get("class") != "figure":
            turn = float(place[3] or 0) + 90
            shapes.append(corners(Lying((0, 0), float(place[1]), float(place[2]), turn)))
    return shapes, (x, x + wide, y, y + high)


def is_seen(svg: str) -> int:
    """All tiles and places are in the `viewBox`; returns how many there are."""
    shapes, (left, right, top, bottom) = seen_tiles(svg)
    for x, y in (corner for shape in shapes for corner in shape):
        assert left <= x <= right
        assert top <= y <= bottom
    return len(shapes)
