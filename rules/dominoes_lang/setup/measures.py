"""What each tile counts in a hand."""

from __future__ import annotations

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes

Weights = tuple[int, ...]
"""By tile."""


def weights_of(setup: Setup, measure: nodes.HandMeasure) -> tuple[Weights, ...]:
    """What each tile counts; in several ways for a measure that is the largest of these sums."""
    tiles = setup.tiles
    match measure:
        case "pips":
            return (setup.values,)
        case "doubles":
            return (_marked(setup, tiles.doubles),)
        case nodes.TilesWith(number=number):
            return (_marked(setup, tiles.showing(number)),)
        case nodes.OF_ONE_NUMBER:
            return tuple(_marked(setup, bearing) for bearing in tiles.bearing)
    return (_marked(setup, tiles.all),)


def _marked(setup: Setup, tiles: int) -> Weights:
    return tuple(tiles >> tile & 1 for tile in range(len(setup.tiles)))
