"""Positions and rounds as pictures: the table as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.table.state import SEAT_LETTERS
from dominoes_lang.table.tiles import Tile
from dominoes_rules.board.as_svg import USUAL_WIDTH, table_svg
from dominoes_rules.board.as_text import line_text, table_text
from dominoes_rules.board.tabletop import SeenHand, Tabletop
from dominoes_rules.errors import UnclearPosition
from dominoes_rules.position.position import Position
from dominoes_rules.position.table_view import TableView

WIDTH = 76


def table(position: Position) -> str:
    """The line as it lies, then the known part of each hand; the player to move is marked."""
    lines = _line(position)
    for name, size in position.hand_counts.items():
        known = [str(tile) for tile in position.hand(name)]
        unseen = size - len(known)
        if unseen:
            known.append(f"{unseen} unseen" if not known else f"+ {unseen} unseen")
        mark = ">" if name == position.turn and not position.is_over else " "
        lines.append(f"{mark} {name}  {' '.join(known) or 'no tiles'}")
    if position.stock_count:
        stock = list(map(str, position.stock))
        unseen = position.stock_count - len(stock)
        if unseen:
            stock.append(f"{unseen} unseen")
        lines.append(f"  stock  {' '.join(stock)}")
    return "\n".join(lines)


def _line(position: Position) -> list[str]:
    """The line: in one row, or turning where a row is not enough."""
    tiles = "".join(f"[{left}|{right}]" for left, right in position.line)
    if not tiles:
        return ["(no tile on the table)"]
    return [tiles] if len(tiles) <= WIDTH else line_text(position.line, WIDTH)


def picture(
    view: TableView,
    columns: int = WIDTH,
    *,
    characters: bool = False,
    names: Mapping[str, str] | None = None,
    looking: str = "",
) -> str:
    """The table of a position or a round as text: the line as it turns, hands, stock and score.

    columns: the width of the text.
    characters: use the domino characters of Unicode; only for sets up to double-six.
    names: those of players, by the letter of their seat.
    looking: the seat from which partner and opponents are named; none of them without it.
    Raises `ArgumentError` for fewer than 17 columns, and for a set without characters.
    """
    return table_text(tabletop(view, names, looking), columns, characters=characters)


def svg(
    view: TableView, width: int = USUAL_WIDTH, *, names: Mapping[str, str] | None = None
) -> str:
    """The table of a position or a round as a picture in SVG, with the text of it in `<desc>`.

    width: how many half tiles the line may take from left to right.
    names: those of players, by the letter of their seat.
    Raises `ArgumentError` for a width that is too small for a line to turn.
    """
    outcome, title = view.outcome, view.setup.ruleset.title
    if outcome is not None:
        title = f"{title}: {outcome.how}, {outcome.verdict}"
    return table_svg(tabletop(view, names), width, title=title)


def tabletop(
    view: TableView, names: Mapping[str, str] | None = None, looking: str = ""
) -> Tabletop:
    """What a picture shows of a position or a round; names are by the letter of the seat."""
    lacking = _lacking(view) if isinstance(view, Position) else {}
    setup, names = view.setup, names or {}
    hands = []
    for seat, size in view.hand_counts.items():
        known = view.hand(seat)
        hands.append(
            SeenHand(
                seat,
                names.get(seat, ""),
                known,
                size - len(known),
                lacking.get(seat, ()),
                seat == view.turn and not view.is_over,
                _relation(setup, looking, seat),
                _pips(setup, known) if view.is_over and len(known) == size else None,
            )
        )
    stock = view.stock
    scores, (last, finisher) = view.standing, view.last_play
    pays = _pays_for_ends(setup)
    return Tabletop(
        setup.tiles.highest,
        view.line,
        tuple(hands),
        stock,
        view.stock_count - len(stock),
        tuple(scores.items()) if any(scores.values()) else (),
        view.ends_pips if pays else None,
        view._known.more.doubles if pays else 0,
        last,
        names.get(finisher, finisher),
    )


def _relation(setup: Setup, looking: str, seat: str) -> str:
    """What a player is to the one who looks, where there are teams."""
    if not looking or looking == seat or setup.team_size == 1:
        return ""
    return "partner" if any({looking, seat} <= {*side} for side in setup.side_names) else "opponent"


def _pays_for_ends(setup: Setup) -> bool:
    """Whether an award asks what the open ends make."""
    return any(
        isinstance(node, nodes.Read) and node.fact is nodes.Fact.PIPS_ON_ENDS
        for node in nodes.walk(setup.awards + setup.in_play)
    )


def _pips(setup: Setup, tiles: Iterable[Tile]) -> int:
    return sum(setup.values[setup.tiles.number[tile]] for tile in tiles)


def _lacking(position: Position) -> dict[str, tuple[int, ...]]:
    """By seat the numbers that it certainly does not hold, but another hidden tile bears."""
    try:
        evidence, tiles = position.evidence, position.setup.tiles
    except UnclearPosition:
        return {}
    hidden = evidence.hidden.tiles & ~evidence.gone
    return {
        SEAT_LETTERS[seat]: tuple(tiles.missing(known | evidence.may_hold(seat), hidden))
        for seat, known in enumerate(evidence.state.hands)
        if evidence.hand_sizes[seat] > known.bit_count()
    }
