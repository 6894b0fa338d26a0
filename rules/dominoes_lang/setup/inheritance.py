"""How a file's own clauses change what it inherits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dominoes_lang.setup.binding import tile_set
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Clause, Node
from dominoes_lang.table.tiles import TileSet


def overriding(clause: Clause, inherited: Clause | None) -> Clause:
    """A file's own clause in place of one that it inherits.

    A parameter that gives a value only keeps the range or the list of its parent, and its text.
    """
    if not isinstance(clause, nodes.ParameterClause):
        return clause
    if not isinstance(inherited, nodes.ParameterClause):
        return clause
    clause = replace(clause, text=clause.text or inherited.text)
    if clause.choices:
        return clause
    if clause.lowest is not None or type(clause.default) is not type(inherited.default):
        return clause
    return replace(
        clause, lowest=inherited.lowest, highest=inherited.highest, choices=inherited.choices
    )


def without_the_impossible(
    inherited: Mapping[str, Clause], own: Mapping[str, Clause]
) -> dict[str, Clause]:
    """The inherited clauses, without what the file's own clauses have made impossible.

    Where the file has its own tiles, conditions about tiles that are not among them are false, and
    neither counted nor laid, and a parameter that is one of them is gone if nothing reads it; where
    it narrows a parameter, comparisons with words that it can no longer be are false. That makes
    rows dead, which in inherited clauses is not a mistake.
    """
    tiles = own.get("tiles")
    new = tile_set(tiles) if isinstance(tiles, nodes.TilesClause) else None
    words = _words(inherited) - _words({**inherited, **own})
    if new is None and not words:
        return dict(inherited)

    def pruned(part: Node) -> Node:
        if isinstance(part, nodes.OpeningRow) and new is not None:
            # One that can't apply stays where it is the last: then nobody opens.
            choices = [choice for choice in part.choices if _can_open(choice, new)]
            return replace(part, choices=tuple(choices)) if choices else part
        if isinstance(part, nodes.TileValueClause) and new is not None:
            entries = tuple(entry for entry in part.entries if any(map(entry.has, new.tiles)))
            return replace(part, entries=entries)
        if _is_false(part, new, words):
            return nodes.YesNo(False, span=part.span)
        return part

    read = nodes.names_in(tuple({**inherited, **own}.values()))
    possible = {}
    for key, clause in inherited.items():
        changed = nodes.changed(clause, pruned)
        if isinstance(changed, nodes.TileValueClause) and not changed.entries:
            continue
        if (
            isinstance(changed, nodes.ParameterClause)
            and changed.name not in read
            and new is not None
            and _is_missing(changed.default, new)
        ):
            continue
        possible[key] = changed
    return possible


def _words(clauses: Mapping[str, Clause]) -> set[str]:
    """The words that parameters may be set to."""
    return {
        choice.name
        for clause in clauses.values()
        if isinstance(clause, nodes.ParameterClause)
        for choice in (clause.default, *clause.choices)
        if isinstance(choice, nodes.Name)
    }


def _can_open(choice: nodes.Opening, tiles: TileSet) -> bool:
    wanted: list[Node | None] = [choice.tile]
    if isinstance(choice.tile, nodes.AnyOf):
        wanted = list(choice.tile.tiles)
    if isinstance(choice.who, nodes.HolderOf):
        wanted.append(choice.who.tile)
    return not any(_is_missing(tile, tiles) for tile in wanted)


def _is_missing(tile: Node | None, tiles: TileSet) -> bool:
    if isinstance(tile, nodes.DealtTile | nodes.RoundsDouble):
        return tile.of_doubles and not tiles.doubles
    return isinstance(tile, nodes.TileLiteral) and tile.tile not in tiles.number


def _is_false(part: Node, tiles: TileSet | None, words: set[str]) -> bool:
    """Whether a condition can no longer be true."""
    match part:
        case nodes.Compare(left=left, relation="is", right=right):
            if any(isinstance(name, nodes.Name) and name.name in words for name in (left, right)):
                return True
            return tiles is not None and (_is_missing(left, tiles) or _is_missing(right, tiles))
        case nodes.HoldsTile(tile=tile) | nodes.HoldsNumberOf(tile=tile, some=True):
            return tiles is not None and _is_missing(tile, tiles)
        case nodes.HoldsNumber(number=number, some=True):
            return tiles is not None and number > tiles.highest
        case nodes.HoldsAmount(
            relation="at least", amount=nodes.Number(value=least), measure=nodes.TilesWith(number)
        ):
            return tiles is not None and least > 0 and number > tiles.highest
    return False
