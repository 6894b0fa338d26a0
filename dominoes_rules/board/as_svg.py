"""A table as a picture in SVG, which needs nothing but itself: no font, no style sheet, no script.

The picture has its own cloth, so that it is the same on a light and on a dark page. It carries the
table as text in `<desc>`.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement, tostring

from dominoes_lang.table.tiles import Tile
from dominoes_lang.text.quoting import short, xml_text
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.board.as_text import FEWEST_COLUMNS, UNSEEN, table_text
from dominoes_rules.board.board_svg import draw_between
from dominoes_rules.board.drawn_tiles import (
    BRIGHT,
    CLOTH,
    HIGHEST_IN_PIPS,
    PALE,
    RIM,
    TileLook,
    draw_tile,
    number,
    shape,
    write,
)
from dominoes_rules.board.laid_table import lay_table
from dominoes_rules.board.laying.windows import NARROWEST, window_of
from dominoes_rules.board.tabletop import SeenHand, Tabletop
from dominoes_rules.speech.speech import ENGLISH, Speech

UNIT = 26
"""Pixels of half a tile on the table."""
USUAL_WIDTH = 30
"""Half tiles: a line of ten tiles or more in a row."""
_MARGIN = 1.0
_SMALL = 0.72
"""How large a tile in a hand is, of one on the table."""
_STEP = _SMALL * 1.12
_LABEL = 1.7
"""From the start of a hand's row to its first tile."""

LONGEST_NAME = 20
_LETTER = 0.36
"""The width of a letter of a title."""


def table_svg(
    table: Tabletop, width: int = USUAL_WIDTH, *, title: str = "", speech: Speech = ENGLISH
) -> str:
    """The picture of a table: the tiles as they lie, the hands below, unseen tiles as backs.

    width: how many half tiles a line may take from left to right. Arms and trains lie as in a
    window that is about so wide.
    Raises `ArgumentError` for a width that is too small for a line to turn.
    """
    if width < NARROWEST:
        raise ArgumentError(f"width={width}: a table needs a width of at least {NARROWEST}")
    laid = lay_table(table, window_of(width), width)
    left, right, top, bottom = laid.box
    wide = max(right - left, min(width, USUAL_WIDTH)) + 2 * _MARGIN
    # A browser reads `block-size` as the height; CairoSVG would take `height:auto` for a length.
    shrinks = "max-width:100%;block-size:auto"
    picture = Element("svg", xmlns="http://www.w3.org/2000/svg", role="img", style=shrinks)
    SubElement(picture, "title").text = xml_text(title or speech.text("A table of dominoes"))
    board = table_text(table, max(2 * width, FEWEST_COLUMNS), speech=speech)
    SubElement(picture, "desc").text = "\n".join(map(xml_text, board.split("\n")))
    cloth = SubElement(picture, "rect", fill=CLOTH, stroke=RIM, rx=".5")
    y = _MARGIN
    if title:
        write(picture, _MARGIN, y + 0.35, short(title), weight="600")
    if table.scores:
        score = " · ".join(f"{side} {points:,}" for side, points in table.scores)
        if (len(title) + len(score)) * _LETTER > wide:
            y += 1.0  # below the title
        write(picture, wide - _MARGIN, y + 0.35, score, anchor="end")
    if title or table.scores:
        y += 1.2
    if laid.tiles or laid.labels:
        off = (wide - (right - left)) / 2 - left
        draw_between(picture, laid, off, y - top)
        for lying in laid.tiles:
            last = Tile.of(*lying.tile) == table.last
            at = lying.x + off, lying.y + y - top
            look = _look(table.highest)._replace(last=last)
            draw_tile(picture, *at, lying.tile, lying.angle, look=look)
        y += bottom - top
    else:
        write(picture, wide / 2, y + 0.9, speech.text("no tile on the table"), anchor="middle")
        y += 1.4
    y = _hands(picture, table, y + 0.9, wide, speech)
    high = y + _MARGIN / 3
    shape(cloth, x=0.05, y=0.05, width=wide - 0.1, height=high - 0.1)
    cloth.set("stroke-width", ".1")
    picture.set("viewBox", f"0 0 {number(wide)} {number(high)}")
    picture.set("width", number(wide * UNIT))
    picture.set("height", number(high * UNIT))
    return tostring(picture, encoding="unicode")


def _look(highest: int) -> TileLook:
    """Whether numbers are in pips or in figures."""
    figures = highest > HIGHEST_IN_PIPS
    return TileLook(pips=not figures, figures=figures)


def _hands(picture: Element, table: Tabletop, y: float, wide: float, speech: Speech) -> float:
    """The hands in two columns where there is room, then the stock; returns where they end."""
    columns = 2 if wide >= 24 and len(table.hands) > 1 else 1
    broad = (wide - _MARGIN * (columns + 1)) / columns
    for first in range(0, len(table.hands), columns):
        side = table.hands[first : first + columns]
        starts = (_MARGIN + column * (broad + _MARGIN) for column in range(columns))
        y = max(
            _hand(picture, hand, x, y, broad, table.highest, speech)
            for hand, x in zip(side, starts, strict=False)
        )
    if table.stock_size:
        tiles = [*table.stock, *[None] * table.stock_unseen]
        note = speech.text("stock")
        if table.stock_unseen:
            note += f" · {speech.text(UNSEEN, count=table.stock_unseen)}"
        y = _held(picture, tiles, note, _MARGIN, y, wide - 2 * _MARGIN, table.highest)
    return y


def _hand(
    picture: Element,
    hand: SeenHand,
    x: float,
    y: float,
    broad: float,
    highest: int,
    speech: Speech,
) -> float:
    """A hand: who holds it, its tiles, and below them what is known besides."""
    colour, ink = (BRIGHT, RIM) if hand.to_move else (PALE, PALE)
    mark = SubElement(picture, "circle", fill=colour if hand.to_move else "none", stroke=colour)
    shape(mark, cx=x + 0.5, cy=y + _SMALL, r=0.46)
    mark.set("stroke-width", ".07")
    write(picture, x + 0.5, y + _SMALL, hand.seat, anchor="middle", weight="700", colour=ink)
    notes, text = [short(hand.name, LONGEST_NAME)] if hand.name else [], speech.text
    if hand.relation:
        notes.append(hand.relation)
    if hand.to_move:
        notes.append(text("to move"))
    if hand.unseen:
        notes.append(text(UNSEEN, count=hand.unseen))
    if hand.lacks:
        notes.append(text("no {numbers}", numbers=", ".join(map(str, hand.lacks))))
    if not hand.size:
        notes.append(text("no tiles"))
    if hand.aside or hand.aside_unseen:
        unseen = [text(UNSEEN, count=hand.aside_unseen)] if hand.aside_unseen else []
        notes.append(" ".join([text("aside"), *map(str, hand.aside), *unseen]))
    if (hand.size or hand.aside) and hand.pips is not None:
        notes.append(speech.plural("{count} pip", "{count} pips", hand.pips))
    tiles = [*hand.tiles, *[None] * hand.unseen]
    return _held(picture, tiles, " · ".join(notes), x, y, broad, highest)


def _held(
    picture: Element,
    tiles: list[Tile | None],
    note: str,
    x: float,
    y: float,
    broad: float,
    highest: int,
) -> float:
    """Upright tiles side by side, in rows; None is an unseen one. Returns where the next begin."""
    fits = max(1, int((broad - _LABEL) / _STEP))
    row = 2 * _SMALL + 0.1
    for index, tile in enumerate(tiles):
        down, across = divmod(index, fits)
        middle = x + _LABEL + across * _STEP + _SMALL / 2
        at = middle, y + down * row + _SMALL
        draw_tile(picture, *at, tile, size=_SMALL, look=_look(highest))
    y += max(1, -(-len(tiles) // fits)) * row
    write(picture, x + _LABEL, y + 0.25, note, size=0.5)
    return y + 0.95
