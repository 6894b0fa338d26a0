"""A table as a picture in SVG, which needs nothing but itself: no font, no style sheet, no script.

The picture has its own cloth, so that it is the same on a light and on a dark page. It carries the
table as text in `<desc>`.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement, tostring

from dominoes_lang.table.tiles import DIGITS, Tile
from dominoes_lang.text.quoting import short, xml_text
from dominoes_rules.board.as_text import FEWEST_COLUMNS, table_text
from dominoes_rules.board.geometry import bounds, lay
from dominoes_rules.board.tabletop import Hand, Tabletop

UNIT = 26
"""Pixels of half a tile on the table."""
USUAL_WIDTH = 30
"""Half tiles: a line of ten tiles or more in a row."""
_CLOTH, _RIM = "#24684f", "#17473a"
_IVORY, _EDGE, _PIPS = "#fbf7ea", "#b9ac8a", "#22303a"
_BACK, _WEAVE = "#7d3b40", "#a8656a"
_PALE, _BRIGHT = "#d9ebe0", "#ffd76a"
_FONT = "system-ui, 'Segoe UI', Helvetica, Arial, sans-serif"

_MARGIN = 1.0
_SMALL = 0.72
"""How large a tile in a hand is, of one on the table."""
_STEP = _SMALL * 1.12
_LABEL = 1.7
"""From the start of a hand's row to its first tile."""

LONGEST_NAME = 20

_MIDDLES = (0, 1, 0, 1, 0, 1, 0, 1, 2, 3)
"""For 0 to 9 pips how many of them are in the middle column of three."""


def table_svg(table: Tabletop, width: int = USUAL_WIDTH, *, title: str = "") -> str:
    """The picture of a table: the line as it turns, the hands below, unseen tiles as backs.

    width: how many half tiles the line may take from left to right.
    Raises `ArgumentError` for a width that is too small for a line to turn.
    """
    placed = lay(table.line, width)
    (left, top), (right, bottom) = bounds(placed)
    wide = max(right - left, min(width, USUAL_WIDTH)) + 2 * _MARGIN
    # A browser reads `block-size` as the height; CairoSVG would take `height:auto` for a length.
    shrinks = "max-width:100%;block-size:auto"
    picture = Element("svg", xmlns="http://www.w3.org/2000/svg", role="img", style=shrinks)
    SubElement(picture, "title").text = xml_text(title or "A table of dominoes")
    board = table_text(table, max(2 * width, FEWEST_COLUMNS))
    SubElement(picture, "desc").text = "\n".join(map(xml_text, board.split("\n")))
    cloth = SubElement(picture, "rect", fill=_CLOTH, stroke=_RIM, rx=".5")
    y = _MARGIN
    if title:
        _write(picture, _MARGIN, y + 0.35, short(title), weight="600")
    if table.scores:
        score = " · ".join(f"{side} {points:,}" for side, points in table.scores)
        _write(picture, wide - _MARGIN, y + 0.35, score, anchor="end")
    if title or table.scores:
        y += 1.2
    if placed:
        off = (wide - (right - left)) / 2 - left
        for place, one in enumerate(placed):
            middle = one.x + off + one.width / 2
            height = one.y - top + y + one.height / 2
            _tile(picture, middle, height, one.tile, one.turn, last=place == table.last)
        y += bottom - top
    else:
        _write(picture, wide / 2, y + 0.9, "no tile on the table", anchor="middle")
        y += 1.4
    y = _hands(picture, table, y + 0.9, wide)
    high = y + _MARGIN / 3
    _shape(cloth, x=0.05, y=0.05, width=wide - 0.1, height=high - 0.1)
    cloth.set("stroke-width", ".1")
    picture.set("viewBox", f"0 0 {_number(wide)} {_number(high)}")
    picture.set("width", _number(wide * UNIT))
    picture.set("height", _number(high * UNIT))
    return tostring(picture, encoding="unicode")


def _hands(picture: Element, table: Tabletop, y: float, wide: float) -> float:
    """The hands in two columns where there is room, then the stock; returns where they end."""
    columns = 2 if wide >= 24 and len(table.hands) > 1 else 1
    broad = (wide - _MARGIN * (columns + 1)) / columns
    for first in range(0, len(table.hands), columns):
        side = table.hands[first : first + columns]
        y = max(
            _hand(picture, hand, _MARGIN + column * (broad + _MARGIN), y, broad)
            for column, hand in enumerate(side)
        )
    if table.stock_size:
        tiles = [*table.stock, *[None] * table.stock_unseen]
        note = f"stock · {table.stock_unseen} unseen" if table.stock_unseen else "stock"
        y = _held(picture, tiles, note, _MARGIN, y, wide - 2 * _MARGIN)
    return y


def _hand(picture: Element, hand: Hand, x: float, y: float, broad: float) -> float:
    """A hand: who holds it, its tiles, and below them what is known besides."""
    colour, ink = (_BRIGHT, _RIM) if hand.to_move else (_PALE, _PALE)
    mark = SubElement(picture, "circle", fill=colour if hand.to_move else "none", stroke=colour)
    _shape(mark, cx=x + 0.5, cy=y + _SMALL, r=0.46)
    mark.set("stroke-width", ".07")
    _write(picture, x + 0.5, y + _SMALL, hand.seat, anchor="middle", weight="700", colour=ink)
    notes = [short(hand.name, LONGEST_NAME)] if hand.name else []
    if hand.relation:
        notes.append(hand.relation)
    if hand.to_move:
        notes.append("to move")
    if hand.unseen:
        notes.append(f"{hand.unseen} unseen")
    if hand.lacks:
        notes.append(f"no {', '.join(DIGITS[number] for number in hand.lacks)}")
    if not hand.size:
        notes.append("no tiles")
    elif hand.pips is not None:
        notes.append(f"{hand.pips} pip{'s'[: hand.pips != 1]}")
    tiles = [*hand.tiles, *[None] * hand.unseen]
    return _held(picture, tiles, " · ".join(notes), x, y, broad)


def _held(
    picture: Element, tiles: list[Tile | None], note: str, x: float, y: float, broad: float
) -> float:
    """Upright tiles side by side, in rows; None is an unseen one. Returns where the next begin."""
    fits = max(1, int((broad - _LABEL) / _STEP))
    row = 2 * _SMALL + 0.1
    for place, tile in enumerate(tiles):
        down, across = divmod(place, fits)
        middle = x + _LABEL + across * _STEP + _SMALL / 2
        _tile(picture, middle, y + down * row + _SMALL, tile, 1, size=_SMALL)
    y += max(1, -(-len(tiles) // fits)) * row
    _write(picture, x + _LABEL, y + 0.25, note, size=0.5)
    return y + 0.95


def _tile(
    picture: Element,
    x: float,
    y: float,
    tile: tuple[int, int] | None,
    turn: int,
    size: float = 1.0,
    *,
    last: bool = False,
) -> None:
    """A tile with its middle at x, y; drawn upright and turned. None shows its back.

    last: give it a bright rim, as the tile that was laid last.
    """
    place = f"translate({_number(x)} {_number(y)})"
    if turn != 1:
        place += f" rotate({90 * (turn - 1)})"
    if size != 1:
        place += f" scale({_number(size)})"
    group = SubElement(picture, "g", transform=place)
    rim = _BRIGHT if last else _EDGE
    body = SubElement(group, "rect", fill=_IVORY if tile else _BACK, stroke=rim, rx=".16")
    _shape(body, x=-0.46, y=-0.96, width=0.92, height=1.92)
    body.set("stroke-width", ".12" if last else ".05")
    if tile is None:
        inner = SubElement(group, "rect", fill="none", stroke=_WEAVE, rx=".08")
        _shape(inner, x=-0.3, y=-0.8, width=0.6, height=1.6)
        inner.set("stroke-width", ".06")
        return
    SubElement(group, "title").text = f"{DIGITS[tile[0]]}-{DIGITS[tile[1]]}"
    bar = SubElement(group, "path", d="M-.3 0h.6", stroke=_EDGE)
    bar.set("stroke-width", ".06")
    dots = SubElement(group, "g", fill=_PIPS)
    for number, middle in zip(tile, (-0.48, 0.48), strict=True):
        for across, down, radius in _pips(number):
            dot = SubElement(dots, "circle")
            _shape(dot, cx=across, cy=middle + down, r=radius)


def _pips(number: int) -> list[tuple[float, float, float]]:
    """Where the pips of a number lie around the middle of a half, and how large they are.

    They lie in three columns, the outer two alike; of two and three some lie in opposite corners.
    """
    if number in {2, 3}:
        diagonal = [(-0.24, -0.24), (0.24, 0.24), (0.0, 0.0)]
        return [(x, y, 0.1) for x, y in diagonal[:number]]
    middle = _MIDDLES[number] if number < len(_MIDDLES) else number - 2 * -(-number // 3)
    outer = (number - middle) // 2
    rows = max(outer, middle)
    reach = 0.24 if rows <= 3 else 0.32
    found = []
    for x, count in ((-0.24, outer), (0.0, middle), (0.24, outer)):
        # The middle column is as close as the outer ones, but two of a few stand opposite.
        spread = max(count if rows <= 3 else rows, 2) - 1
        step = 2 * reach / spread
        found += [
            (x, step * (place - (count - 1) / 2), min(0.1, 0.32 / rows)) for place in range(count)
        ]
    return found


def _write(
    picture: Element,
    x: float,
    y: float,
    text: str,
    *,
    size: float = 0.62,
    anchor: str = "start",
    weight: str = "400",
    colour: str = _PALE,
) -> None:
    """A line of text with its middle at height y."""
    if not text:
        return
    found = SubElement(picture, "text", fill=colour)
    found.set("font-family", _FONT)
    found.set("font-size", _number(size))
    found.set("font-weight", weight)
    found.set("text-anchor", anchor)
    _shape(found, x=x, y=y + 0.36 * size)
    found.text = xml_text(text)


def _shape(element: Element, **lengths: float) -> None:
    for name, length in lengths.items():
        element.set(name, _number(length))


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
