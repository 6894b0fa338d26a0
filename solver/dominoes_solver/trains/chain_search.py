"""The best chain that a hand can lay from an open end, found exactly.

Numbers are the corners of a graph and tiles its edges, so a chain is a trail: it may visit a number
again, but no tile. In general longest trails are hard to find, since those of cubic graphs contain
Hamiltonian paths. For a hand a bound is nearly always the answer: forget that the tiles of a chain
must hang together. All that remains is that every number but the ends of the chain occurs an even
number of times, and `least_loss` finds the best such set. If that set falls apart, the search
branches as for subtours of a salesman (Dantzig, Fulkerson and Johnson, 1954): no tile of the piece
is laid, or one of those that lead out of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.trains.laying_order import laid_in_order
from dominoes_solver.trains.lost_tiles import least_loss
from dominoes_solver.trains.tile_graph import Reached, TileGraph


class Aim(Enum):
    """What makes a chain better than another. Of equal ones the highest tiles are laid."""

    LONGEST = "longest"
    """The most tiles; of equal chains the one that leaves the lightest rest."""
    LIGHTEST = "lightest"
    """The lightest rest, by the tile values of the game; of equal chains the one with the most
    tiles."""


class Chain(NamedTuple):
    """Tiles of a hand that can be laid one after the other, by their numbers."""

    tiles: tuple[int, ...]
    """In the order in which they are laid."""
    rest: int
    """The mask of the tiles that stay in the hand."""
    uncovered: int
    """The mask of a double in the rest that fits at the end, but could not be covered; else 0."""


class _Branch(NamedTuple):
    """A part of all chains: those of some tiles, with others among these."""

    allowed: int
    required: int = 0


class ChainSearch:
    """Searches chains by the rules of a game in which equal numbers touch.

    If doubles must be covered, a chain ends with a double only if it empties the hand, or if every
    tile with the number lies on the table then.
    """

    def __init__(self, setup: Setup) -> None:
        self._graph = TileGraph(setup.tiles)
        self._must_cover = setup.layout.shape.must_cover
        self._weights = {aim: _weights(aim, setup.values) for aim in Aim}
        self._every_tile = setup.tiles.all

    def best(self, number: int, hand: int, laid: int, aim: Aim) -> Chain:
        """The best chain of a hand from an open end with a number.

        laid: the tiles on the table, which tell whether a double can still be covered.
        """
        used = self._best_tiles(number, hand, laid, self._weights[aim])
        tiles, end = laid_in_order(self._graph, number, used)
        rest = hand & ~used
        return Chain(tiles, rest, rest & self._graph.doubles & self._graph.bearing[end])

    def _best_tiles(self, start: int, hand: int, laid: int, weights: Sequence[int]) -> int:
        """The tiles of the best chain: those of the greatest weight."""
        graph, best, greatest = self._graph, 0, 0
        branches = [_Branch(hand)]
        while branches:
            branch = branches.pop()
            part = graph.reached(start, branch.allowed)
            if branch.required & ~part.tiles:
                continue
            most = _weight(weights, part.tiles)
            if most <= greatest:
                continue
            free = part.tiles & ~branch.required
            loss = least_loss(graph, part.numbers, graph.odd(part, start), free, weights)
            if loss is None or most - loss <= greatest:
                continue
            # The lowest bits of a weight are the tile itself, so a sum of weights has its tiles.
            kept = part.tiles & ~(loss & self._every_tile)
            chain = graph.reached(start, kept)
            bare = self._left_bare(chain, start, hand, laid)
            used = chain.tiles & ~bare
            if (weight := _weight(weights, used)) > greatest:
                best, greatest = used, weight
            if astray := kept & ~chain.tiles:
                number = graph.halves[astray.bit_length() - 1].high
                piece = graph.reached(number, kept)
                bridges = graph.leading_out(piece, part.tiles)
                branches += _split(branch, graph.bearing_any(piece.numbers), bridges)
            elif bare:
                covers = graph.bearing[graph.halves[bare.bit_length() - 1].high]
                branches += _split(branch, bare, covers & part.tiles & ~used & ~bare)
        return best

    def _left_bare(self, chain: Reached, start: int, hand: int, laid: int) -> int:
        """The mask of the double that would end a chain although it must be covered; else 0."""
        if not self._must_cover or chain.tiles == hand:
            return 0
        graph = self._graph
        (end,) = graph.odd(chain, start)
        bearing = graph.bearing[end]
        double = chain.tiles & bearing & graph.doubles
        visits_once = (chain.tiles & bearing & ~graph.doubles).bit_count() == (end != start)
        return double if visits_once and bearing & ~(laid | chain.tiles) else 0


def _split(branch: _Branch, dropped: int, ways: int) -> Iterator[_Branch]:
    """The chains without the tiles `dropped`, and those with a first one of the tiles `ways`."""
    if not branch.required & dropped:
        yield _Branch(branch.allowed & ~dropped, branch.required)
    before = 0
    for tile in numbers_in(ways & ~branch.required):
        yield _Branch(branch.allowed & ~before, branch.required | 1 << tile)
        before |= 1 << tile


def _weights(aim: Aim, values: Sequence[int]) -> list[int]:
    """What each tile adds to a chain, with no two sums alike."""
    most = 1 + sum(values) + len(values)
    worths = [most + value if aim is Aim.LONGEST else most * value + 1 for value in values]
    return [worth << len(values) | 1 << tile for tile, worth in enumerate(worths)]


def _weight(weights: Sequence[int], tiles: int) -> int:
    return sum([weights[tile] for tile in numbers_in(tiles)])
