"""A ruleset on a small tile set, so that every deal and every action can be tried.

A small set is a ruleset with other clauses and not another mechanism, so that whatever reads rules
reads it. Invariants that compare counts of tiles or pips with a number above 1 are not tried on
small sets: they are about the whole one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dominoes_lang.setup.binding import ParameterError, Value
from dominoes_lang.setup.ruleset import Ruleset, Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Fact
from dominoes_lang.table.tiles import Tile, TileSet
from dominoes_lang.text.source import Source
from dominoes_rules.errors import PositionError

SETS = ("double-zero", "double-one", "double-two", "double-three", "double-four", "double-five")
USUAL = (1, 2)
"""The highest numbers of the sets tried wherever they have a tile for each player."""
_COUNTED = frozenset({Fact.PLAYS, Fact.TILES_IN_STOCK, Fact.PIPS_ON_ENDS})


@dataclass(frozen=True)
class Scope:
    """A small set by its highest number, and how many tiles each player is dealt."""

    highest: int
    hand: int

    @property
    def words(self) -> str:
        return f"{SETS[self.highest]} with {self.hand} tile{'s'[: self.hand != 1]} each"

    @property
    def facts(self) -> str:
        """The facts by which a position names the small set."""
        return f"tiles={SETS[self.highest]} deal={self.hand}"

    @classmethod
    def read(cls, tiles: str, deal: str) -> Scope:
        """The scope of the facts `tiles=double-two deal=1`. Raises `PositionError`."""
        if tiles not in SETS[1:]:
            raise PositionError(f"tiles={tiles}: must be one of {', '.join(SETS[1:])}")
        if not (deal.isascii() and deal.isdigit() and 0 < int(deal[:3]) < 100):
            raise PositionError(f"deal={deal}: must be a number of tiles")
        return cls(SETS.index(tiles), int(deal[:3]))


def scopes(setup: Setup) -> list[Scope]:
    """The scopes to try for a game, in order: small sets first, and single tiles last.

    They are those of double-one and double-two; larger sets where no more than a single tile could
    be dealt to each, since that mostly makes rounds of one action.
    """
    tried: list[Scope] = []
    for highest in range(1, min(len(SETS) - 1, setup.tiles.highest) + 1):
        if highest not in USUAL and any(scope.hand > 1 for scope in tried):
            break
        every = [Scope(highest, hand) for hand in range(1, setup.hand_size + 1)]
        tried += [scope for scope in every if _suits(setup, scope)]
    return sorted(tried, key=lambda scope: scope.hand == 1)


def _suits(setup: Setup, scope: Scope) -> bool:
    """Whether there are enough tiles."""
    left = len(_tiles(setup, scope.highest)) - setup.shape.begun - setup.seats * scope.hand
    if not setup.stock_size:
        # The game deals every tile, so those left over are removed from the set.
        return 0 <= left < setup.seats
    return left >= 0


def small(ruleset: Ruleset, setup: Setup, scope: Scope) -> tuple[Ruleset, dict[str, Value]]:
    """The rules on a small set, and the values of the parameters there.

    setup: the game on the whole set. Tiles that the rules name and the small set lacks are
    replaced by others as near to its highest double as they were; numbers stay. Raises
    `ParameterError` where the rules don't work on so few tiles.
    """
    size = TileSet(_tiles(setup, scope.highest))
    needed = setup.seats * scope.hand + setup.shape.begun
    spare = 0 if setup.stock_size else len(size) - needed
    if len(size) < needed:
        raise ParameterError(f"{scope.words}: too few tiles for {setup.seats} players")
    kept = TileSet(size.tiles[spare:])
    shrink = _Shrink(setup.tiles.highest, kept)
    clauses: dict[str, nodes.Clause] = {}
    for key, clause in ruleset.clauses.items():
        if not isinstance(clause, nodes.ExampleClause):
            clauses[key] = _clause(clause, setup, scope, kept, shrink)
    source = ruleset.source
    text = f"{source.text}\n# {scope.facts} for {setup.seats}\n"
    values = {
        name: shrink.tile(value) if isinstance(value, Tile) else value
        for name, value in setup.parameters
    }
    return (
        Ruleset(ruleset.name, Source(source.name, text), clauses, ruleset.own),
        values,
    )


def counts_tiles(condition: nodes.Expression) -> bool:
    """Whether a condition compares a count of tiles or pips with a number above 1.

    It is about the whole set, and may be false on a smaller one.
    """
    for node in nodes.walk(condition):
        if isinstance(node, nodes.HoldsAmount) or (
            isinstance(node, nodes.Compare)
            and any(
                isinstance(part, nodes.Held | nodes.Taken)
                or (isinstance(part, nodes.Read) and part.fact in _COUNTED)
                for part in nodes.walk(node)
            )
        ):
            numbers = [part.value for part in nodes.walk(node) if isinstance(part, nodes.Number)]
            if max(numbers, default=0) > 1:
                return True
    return False


def _tiles(setup: Setup, highest: int) -> tuple[Tile, ...]:
    """The tiles that the game and the small set share."""
    return tuple(tile for tile in setup.tiles.tiles if tile.high <= highest)


def _clause(
    clause: nodes.Clause, setup: Setup, scope: Scope, kept: TileSet, shrink: _Shrink
) -> nodes.Clause:
    span = clause.span
    match clause:
        case nodes.TilesClause():
            gone = TileSet.up_to(scope.highest, kept.tiles).tiles
            without = tuple(
                nodes.LeftOut(nodes.TileLiteral(tile, span=span), span=span) for tile in gone
            )
            return replace(clause, highest=scope.highest, without=without, without_doubles=False)
        case nodes.DealClause():
            hand = nodes.Number(scope.hand, span=span)
            return replace(clause, parts=(nodes.DealPart(hand, None, span=span),))
        case nodes.ReserveClause():
            stock = len(kept) - setup.shape.begun - setup.seats * scope.hand
            # If tiles can be drawn in the game, at least one can be drawn here.
            most = stock - 1 if setup.stock_size > setup.reserve else stock
            amount = nodes.Number(max(0, min(setup.reserve, most)), span=span)
            return replace(clause, amount=amount)
        case nodes.WidowClause():
            return replace(clause, discards=len(kept) - setup.seats * scope.hand)
        case nodes.LayoutClause() if clause.star is not None:
            sides = min(setup.shape.star, scope.highest)
            star = nodes.Number(sides, span=span)
            return replace(nodes.changed(clause, shrink.node), star=star)
        case nodes.FitsClause():
            return _fits(clause, setup, shrink)
    return nodes.changed(clause, shrink.node)


def _fits(clause: nodes.FitsClause, setup: Setup, shrink: _Shrink) -> nodes.FitsClause:
    """What fits on a small set: sums as far from its highest number, and the same matadors."""
    span, total, least = clause.span, setup.touching.total, min(map(sum, shrink.kept.tiles))
    new_total = max(least, (total or 0) - setup.tiles.highest + shrink.kept.highest)
    wild: dict[object, nodes.TileLiteral | nodes.Number] = {}
    for matador in clause.wild:
        if isinstance(matador, nodes.Number):
            half = shrink.number(matador.value)
            wild[half] = nodes.Number(half, span=span)
            continue
        adds_up = sum(matador.tile) == total
        for tile in shrink.kept.tiles if adds_up else (shrink.tile(matador.tile),):
            if not adds_up or sum(tile) == new_total:
                wild[tile] = nodes.TileLiteral(tile, span=span)
    number = None if total is None else nodes.Number(new_total, span=span)
    return replace(clause, total=number, wild=tuple(wild.values()))


@dataclass(frozen=True)
class _Shrink:
    """Replaces tiles and numbers of the whole set by those of a small one."""

    highest: int
    kept: TileSet

    def number(self, number: int) -> int:
        if number <= self.kept.highest:
            return number
        return max(0, number - self.highest + self.kept.highest)

    def tile(self, tile: Tile) -> Tile:
        if tile in self.kept.number:
            return tile
        near = Tile.of(self.number(tile.high), self.number(tile.low))
        return min(
            self.kept.tiles,
            key=lambda kept: (
                kept.is_double != tile.is_double,
                abs(kept.high - near.high) + abs(kept.low - near.low),
                -kept.high,
            ),
        )

    def node(self, node: nodes.Node) -> nodes.Node:
        if isinstance(node, nodes.TileLiteral):
            return replace(node, tile=self.tile(node.tile))
        if isinstance(node, nodes.HoldsNumber):
            return replace(node, number=self.number(node.number))
        if isinstance(node, nodes.Held | nodes.HoldsAmount) and isinstance(
            node.measure, nodes.TilesWith
        ):
            return replace(node, measure=nodes.TilesWith(self.number(node.measure.number)))
        if isinstance(node, nodes.TileClass) and node.number is not None:
            return replace(node, number=self.number(node.number))
        return node
