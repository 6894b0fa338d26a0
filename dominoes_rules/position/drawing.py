"""Positions and rounds as pictures: the table as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dominoes_lang.languages.places_in_words import in_words
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.table.layout import NamedEnd
from dominoes_lang.table.marks import Train, sign
from dominoes_lang.table.own_train_picture import first_of
from dominoes_lang.table.rows import path_names
from dominoes_lang.table.shape import LayoutKind
from dominoes_lang.table.state import SEAT_LETTERS, End
from dominoes_lang.table.tiles import Tile
from dominoes_rules.board.as_svg import USUAL_WIDTH, table_svg
from dominoes_rules.board.as_text import (
    arms_text,
    ends_text,
    line_text,
    table_text,
    trains_text,
    trick_text,
)
from dominoes_rules.board.laying.joined_tiles import arm_rules, joined
from dominoes_rules.board.laying.train_rows import OPEN, TrainRow
from dominoes_rules.board.tabletop import SeenHand, Tabletop
from dominoes_rules.errors import UnclearPosition
from dominoes_rules.position.observed_round import ObservedRound
from dominoes_rules.position.table_view import TableView
from dominoes_rules.position.trick_words import trick_table
from dominoes_rules.speech.speech import ENGLISH, Speech

WIDTH = 76


def table(position: ObservedRound) -> str:
    """The line as it lies, then the known part of each hand; the player to move is marked."""
    lines = _line(position)
    for name, size in position.hand_counts.items():
        known = [tile.decimal for tile in position.hand(name)]
        unseen = size - len(known)
        if unseen:
            known.append(f"{unseen} unseen" if not known else f"+ {unseen} unseen")
        if position.aside_counts[name]:
            seen = [tile.decimal for tile in position.laid_aside(name)]
            unseen = position.aside_counts[name] - len(seen)
            known += ["aside", *seen, *([f"{unseen} unseen"] if unseen else [])]
        if name in position.dropped_out:
            known.append("out of the round")
        if name in position.out_of_match:
            known.append("out of the match")
        mark = ">" if name == position.turn and not position.is_over else " "
        lines.append(f"{mark} {name}  {' '.join(known) or 'no tiles'}")
    if position.stock_count:
        stock = [tile.decimal for tile in position.stock]
        unseen = position.stock_count - len(stock)
        if unseen:
            stock.append(f"{unseen} unseen")
        lines.append(f"  stock  {' '.join(stock)}")
    return "\n".join(lines)


def _line(position: ObservedRound) -> list[str]:
    """The line: in one row, or turning where a row is not enough; or a row for each arm."""
    layout, line = position.setup.layout, position.line
    trick = trick_table(position)
    if trick is not None:
        return trick_text(trick, WIDTH)
    if not position.paths:
        return ["(no tile on the table)"]
    if layout.owners:
        rows = trains_text(line, train_rows(position), WIDTH)
    elif layout.branches:
        rows = arms_text(position.paths, path_names(layout.owners, position.laid), WIDTH)
    else:
        tiles = "".join(f"[{left}|{right}]" for left, right in line)
        rows = [tiles] if len(tiles) <= WIDTH else line_text(line, WIDTH)
    # Of a line both ends can be seen.
    return rows if layout.is_line else [*rows, *ends_text(tabletop(position), WIDTH)]


def picture(
    view: TableView,
    columns: int = WIDTH,
    *,
    characters: bool = False,
    names: Mapping[str, str] | None = None,
    looking: str = "",
    speech: Speech = ENGLISH,
) -> str:
    """The table of a position or a round as text: the line as it turns, hands, stock and score.

    columns: the width of the text.
    characters: use the domino characters of Unicode; only for sets up to double-six.
    names: those of players, by the letter of their seat.
    looking: the seat from which partner and opponents are named; none of them without it.
    speech: how whoever sees it is spoken to.
    Raises `ArgumentError` for fewer than 17 columns, and for a set without characters.
    """
    shown = tabletop(view, names, looking, speech)
    return table_text(shown, columns, characters=characters, speech=speech)


def svg(
    view: TableView,
    width: int = USUAL_WIDTH,
    *,
    names: Mapping[str, str] | None = None,
    speech: Speech = ENGLISH,
) -> str:
    """The table of a position or a round as a picture in SVG, with the text of it in `<desc>`.

    width: how many half tiles the line may take from left to right.
    names: those of players, by the letter of their seat.
    speech: how whoever sees it is spoken to.
    Raises `ArgumentError` for a width that is too small for a line to turn.
    """
    ended, title = view.outcome_bounds, speech.language.title(view.setup.ruleset.title)
    if ended is not None:
        title = f"{title}: {ended.how}, {ended.verdict}"
    return table_svg(tabletop(view, names, speech=speech), width, title=title, speech=speech)


def tabletop(
    view: TableView,
    names: Mapping[str, str] | None = None,
    looking: str = "",
    speech: Speech = ENGLISH,
) -> Tabletop:
    """What a picture shows of a position or a round; names are by the letter of the seat."""
    lacking = _lacking(view) if isinstance(view, ObservedRound) else {}
    setup, names = view.setup, names or {}
    hands = []
    for seat, size in view.hand_counts.items():
        known, aside = view.hand(seat), view.laid_aside(seat)
        unseen = size - len(known) + view.aside_counts[seat] - len(aside)
        hands.append(
            SeenHand(
                seat,
                names.get(seat, ""),
                known,
                size - len(known),
                lacking.get(seat, ()),
                seat == view.turn and not view.is_over,
                _notes(view, looking, seat, speech),
                _pips(setup, (*known, *aside)) if view.is_over and not unseen else None,
                aside,
                view.aside_counts[seat] - len(aside),
            )
        )
    stock = view.stock
    scores, (last, finisher) = view.standing, view.last_play
    pays = _pays_for_ends(setup)
    named, laid = setup.layout.names.named_ends(view._known), view.laid
    trains = train_rows(view, names, speech)
    in_arms = setup.layout.branches and not setup.layout.owners
    doubles = view._known.more.doubles if pays else 0
    return Tabletop(
        setup.tiles.highest,
        laid.paths,
        tuple(hands),
        stock,
        view.stock_count - len(stock),
        tuple(scores.items()) if any(scores.values()) else (),
        view.ends_pips if pays else None,
        tuple(
            _end_words(end, speech, doubles >> at & 1)
            for at, end in enumerate(named)
            if end.is_open
        ),
        tuple(_end_words(end, speech) for end in named if not end.is_open and not trains),
        joined(laid, setup.layout) if in_arms else (),
        path_names(setup.layout.owners, laid),
        trains,
        last,
        names.get(finisher, finisher),
        view.opening_place,
        arm_rules(setup.layout) if in_arms else None,
        trick_table(view, names, looking, speech),
    )


def train_rows(
    view: TableView, names: Mapping[str, str] | None = None, speech: Speech = ENGLISH
) -> tuple[TrainRow, ...]:
    """The trains as pictures show them; none on another table. Names are by letter of the seat."""
    laid, layout, rows = view.laid, view.setup.layout, []
    for owner, path in zip(layout.owners, laid.paths[1:], strict=False):
        train = Train(owner)
        letter = train.letter
        if train.is_public:
            letter = speech.text("public 2") if train.is_second else speech.text("public")
        title = f"{letter} {(names or {}).get(train.letter, '')}".rstrip()
        first, back = 1, path[:0]
        if layout.kind is LayoutKind.OWN_TRAINS:
            first = first_of(layout.fits, laid, path) if path else 0
            back = path[:first]
        rows.append(
            TrainRow(
                title,
                path[first:],
                owner in laid.open_trains,
                tuple((near, far) for far, near in reversed(back)),
                speech.text(OPEN),
            )
        )
    return tuple(rows)


def _end_words(end: NamedEnd, speech: Speech, counts_twice: int = 0) -> str:
    """An open end as it is listed: `6 left`, `6+6 right`, `6 @64`, `4-4 (3)`."""
    number = f"{end.number}"
    if isinstance(end.mark, Tile) and end.mark.is_double:
        return f"{number}-{number}" + (f" ({end.sides})" if end.sides > 1 else "")
    halves = "-".join([number] * (1 + end.awaits_double))
    words = in_words(end.mark, language=speech.language) if isinstance(end.mark, End) else ""
    at = words or sign(end.mark, decimal=True)
    return f"{'+'.join([halves] * (1 + counts_twice))} {at}".rstrip()


def _notes(view: TableView, looking: str, seat: str, speech: Speech) -> str:
    """What a player is to the one who looks, and whether they are out of the round or match."""
    is_out = speech.text("out of the round") if seat in view.dropped_out else ""
    if seat in view.out_of_match:
        is_out = speech.text("out of the match")
    return ", ".join(filter(None, (relation(view.setup, looking, seat, speech), is_out)))


def relation(setup: Setup, looking: str, seat: str, speech: Speech = ENGLISH) -> str:
    """What a player is to the one who looks, where there are teams."""
    if not looking or looking == seat or setup.team_size == 1:
        return ""
    if any({looking, seat} <= {*side} for side in setup.side_names):
        return speech.text("partner")
    return speech.text("opponent")


def _pays_for_ends(setup: Setup) -> bool:
    """Whether an award asks what the open ends make."""
    return any(
        isinstance(node, nodes.Read) and node.fact is nodes.Fact.PIPS_ON_ENDS
        for node in nodes.walk(setup.awards + setup.in_play)
    )


def _pips(setup: Setup, tiles: Iterable[Tile]) -> int:
    return sum(setup.values[setup.tiles.number[tile]] for tile in tiles)


def _lacking(position: ObservedRound) -> dict[str, tuple[int, ...]]:
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
