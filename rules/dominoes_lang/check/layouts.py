"""Layouts and doubles that do not go together, and stars that may begin with another tile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dominoes_lang.check.context import Checking
from dominoes_lang.check.names import Names
from dominoes_lang.setup.binding import tile_set
from dominoes_lang.syntax import nodes
from dominoes_lang.table.shape import Spinners, Starter


def check_layout(checking: Checking, names: Names) -> None:
    """Report what a layout has no room for, and openings that a star can't begin with."""
    layout, doubles = checking.clause(nodes.LayoutClause), checking.clause(nodes.DoublesClause)
    if layout is None or doubles is None:
        return
    spinners = doubles.spinners
    if layout.shape.trains and spinners is not Spinners.NONE:
        may = "" if layout.shape.own_doubles else ' or "doubles: must be covered"'
        _no_room(
            checking,
            doubles,
            "spinners have no room on trains: there one tile lies behind a double",
            may,
        )
    elif layout.shape.one_end and spinners is not Spinners.NONE:
        _no_room(checking, doubles, "spinners have no room on a line that is open at one end")
    elif layout.star is not None and spinners is Spinners.FIRST:
        message = "spinners have no room in a star: its first double is its only spinner"
        _no_room(checking, doubles, message)
    if layout.shape.trains:
        _check_blocked(checking)
    if layout.shape.own_doubles:
        _check_own_doubles(checking, names, layout, doubles)
        return
    if layout.shape.begun:
        _check_starter(checking, names, layout)
        return
    if layout.shape.opens_with_double:
        _check_first_double(checking, names, layout, "the double in the middle")
        return
    if layout.star is None:
        return
    if not _has_doubles(checking):
        checking.report(
            "bad-layout",
            "a star begins with a double, and this set has none",
            layout.span,
            'write "layout: line", or leave the doubles in the set',
        )
    for choice in _choices(checking):
        if not _is_double(names, choice):
            checking.report(
                "bad-star",
                "this star may begin with a tile that is no double",
                choice.span,
                'let a double open, for instance "holder of highest double plays it" or "lot '
                'plays any double", and end the chain with "or else redeal"',
            )
            return


def _check_own_doubles(
    checking: Checking,
    names: Names,
    layout: nodes.LayoutClause,
    doubles: nodes.DoublesClause,
) -> None:
    """Report what trains of their owners' doubles have no room for, and other openings."""
    if layout.shape.public:
        message = "a public train has no owner whose double it could begin with"
        wrong = "two public" if layout.shape.public > 1 else "one public"
        _bad_layout(checking, layout, message, f'leave out "{wrong}"')
    if doubles.must_cover:
        message = "a double that begins a train waits for nobody, so none must be covered"
        _bad_layout(checking, doubles, message, 'leave out "must be covered"')
    _check_first_double(checking, names, layout, "the first train")


def _check_first_double(
    checking: Checking, names: Names, layout: nodes.LayoutClause, begun: str
) -> None:
    """Report trains that the opener may begin with a tile that is no double; `begun`: with what."""
    if not _has_doubles(checking):
        _bad_layout(checking, layout, "trains begin with doubles, and this set has none",
                    "leave the doubles in the set")  # fmt: skip
    for choice in _choices(checking):
        if not _is_double(names, choice):
            message = f"{begun} may be a tile that is no double"
            _bad_layout(checking, choice, message, 'let a double open, for instance "holder of '
                        'highest double plays it" or "lot plays any double", and end the chain '
                        'with "or else redeal"')  # fmt: skip
            return


def _bad_layout(checking: Checking, node: nodes.Node, message: str, help_: str) -> None:
    checking.report("bad-layout", message, node.span, help_)


def _choices(checking: Checking) -> Iterator[nodes.Opening]:
    """Every choice of an opener, of the first round and of later ones."""
    first, later = (
        checking.clause(nodes.FirstOpenerClause), checking.clause(nodes.NextOpenerClause)
    )  # fmt: skip
    for clause in (first, later):
        rows: Sequence[nodes.OpeningRow] = clause.rows if clause is not None else ()
        yield from (choice for row in rows for choice in row.choices)


def _check_starter(checking: Checking, names: Names, layout: nodes.LayoutClause) -> None:
    """Report a star from a tile that may be no double, and openings with a tile."""
    tile, doubles = layout.starter_tile, _has_doubles(checking)
    surely_double = layout.shape.starter is Starter.ROUND or (
        tile is not None and _of_double(names, tile)
    )
    if layout.shape.trains and not surely_double:
        checking.report(
            "bad-layout",
            "trains begin at a double, and this tile may be none",
            layout.span,
            'write "from round\'s double", name a double, or let the opener lay it: "layout: '
            'trains"',
        )
    if layout.star is not None and not surely_double:
        opened = any(
            _is_double(names, choice) for choice in _choices(checking) if choice.who is not None
        )
        checking.report(
            "bad-star",
            "this star may begin with a tile that is no double",
            layout.span,
            'leave out "from …": the double that opens the round begins the star'
            if opened
            else 'write a double, for instance "from round\'s double"',
        )
        if opened:
            return
    if surely_double and not isinstance(tile, nodes.TileLiteral) and not doubles:
        checking.report(
            "bad-layout", "there are no doubles in the set", layout.span,
            'leave the doubles in the set, or name another tile, for instance "from stock"',
        )  # fmt: skip
    for choice in _choices(checking):
        held = names.written_out(choice.who) if choice.who is not None else None
        nobody = isinstance(held, nodes.HolderOf) and (
            held.tile == tile
            or (layout.shape.starter is Starter.ROUND and isinstance(held.tile, nodes.RoundsDouble))
        )
        if choice.tile is not None or choice.with_it:
            checking.report(
                "opens-with-nothing",
                "no tile opens this round: one lies on the table already",
                choice.span,
                'nobody is dealt that tile either: write "lot", or name a seat'
                if nobody
                else f'name the player alone, as in "{_player_of(choice)}"',
            )
            return
        if nobody:
            message = "nobody holds this tile: it lies on the table already"
            checking.warn("dead-choice", message, choice.span, 'write "lot", or name a seat')


def _check_blocked(checking: Checking) -> None:
    """Report a round that ends although a pass may open a train to somebody."""
    clause, turn = checking.clause(nodes.BlockedClause), checking.clause(nodes.TurnClause)
    draws = turn is None or any(step.act in nodes.DRAWING for step in turn.steps)
    when = "everyone passed in a row" + " and no tile can be drawn" * draws
    layout = checking.clause(nodes.LayoutClause)
    own = layout is not None and layout.shape.own_doubles
    why = "not everyone has the same open ends" if own else "a pass opens a train"
    for node in nodes.walk(clause.condition) if clause is not None else ():
        if isinstance(node, nodes.Can):
            checking.report(
                "early-block",
                f"{why}, so a round in which nobody can {node.verb} may go on",
                node.span,
                f'write "blocked: when {when}"',
            )
            return


def _player_of(choice: nodes.Opening) -> str:
    """The words of an opening that name the player."""
    return choice.span.words.partition(" plays ")[0]


def _no_room(checking: Checking, doubles: nodes.DoublesClause, message: str, may: str = "") -> None:
    """Report spinners; `may` is another clause that may be meant if there is nothing else in it."""
    alone = doubles.span.words.endswith(f": {doubles.spinners.value}")
    help_ = f'write "doubles: inline"{may}' if alone else f'leave out "{doubles.spinners.value}"'
    checking.report("bad-layout", message, doubles.span, help_)


def _has_doubles(checking: Checking) -> bool:
    clause, players = checking.clause(nodes.TilesClause), checking.clause(nodes.PlayersClause)
    if clause is None or players is None or not checking.clean(nodes.TilesClause):
        return True
    return bool(tile_set(clause, players.fewest).doubles)


def _is_double(names: Names, choice: nodes.Opening) -> bool:
    """Whether a choice of an opener begins with a double, or with no tile at all."""
    if choice.who is None:
        return True
    tile = choice.tile
    if isinstance(tile, nodes.AnyOf):
        return all(literal.tile.is_double for literal in tile.tiles)
    if choice.with_it and isinstance(choice.who, nodes.HolderOf):
        tile = choice.who.tile
    return tile is not None and _of_double(names, tile)


def _of_double(names: Names, tile: nodes.Expression) -> bool:
    """Whether a tile is a double, as far as the rules decide it."""
    known = names.written_out(tile)
    if isinstance(known, nodes.TileLiteral):
        return known.tile.is_double
    if isinstance(known, nodes.DealtTile | nodes.RoundsDouble):
        return known.of_doubles
    return known is not None  # a parameter, which the game sets to a double or not
