"""Lines of tiles, to be laid on a table."""

from __future__ import annotations

from hypothesis import strategies as st

from dominoes_lang.table.layout import Halves
from dominoes_lang.table.tiles import TileSet


@st.composite
def lines(draw: st.DrawFn, highest: int | None = None) -> Halves:
    """A line in which equal numbers touch, as long as the order of the tiles drawn allows."""
    top = draw(st.integers(0, 9)) if highest is None else highest
    left = [(tile.high, tile.low) for tile in draw(st.permutations(TileSet.up_to(top).tiles))]
    line = [left.pop(0)]
    while fitting := [tile for tile in left if line[-1][1] in tile]:
        left.remove(fitting[0])
        one, other = fitting[0]
        line.append((one, other) if one == line[-1][1] else (other, one))
    return tuple(line)


@st.composite
def whole_sets(draw: st.DrawFn) -> Halves:
    """Every tile of a set in any order and direction, but no double beside a double."""
    tiles = TileSet.up_to(draw(st.sampled_from([6, 9]))).tiles
    doubles = draw(st.permutations([tuple(tile) for tile in tiles if tile.is_double]))
    others = [tuple(tile) for tile in tiles if not tile.is_double]
    places = draw(
        st.sets(st.integers(0, len(others)), min_size=len(doubles), max_size=len(doubles))
    )
    line = [tile[:: draw(st.sampled_from([1, -1]))] for tile in draw(st.permutations(others))]
    for place, double in zip(sorted(places, reverse=True), doubles, strict=True):
        line.insert(place, double)
    return tuple((tile[0], tile[1]) for tile in line)


@st.composite
def with_wild_doubles(draw: st.DrawFn) -> Halves:
    """Tiles in any order and direction: where doubles are wild, they may lie beside doubles."""
    doubles = st.integers(0, 6).map(lambda number: (number, number))
    tiles = doubles | st.tuples(st.integers(0, 6), st.integers(0, 6))
    return tuple(draw(st.lists(tiles, min_size=2, max_size=30)))


@st.composite
def anchored_lines(draw: st.DrawFn) -> tuple[Halves, int]:
    """A line, and the place of the tile that was laid first."""
    line = draw(lines() | lines(highest=draw(st.sampled_from([12, 18]))))
    return line, draw(st.integers(0, len(line) - 1))
