"""A table as a picture in SVG, which needs nothing but itself: no font, no style sheet, no script.

The picture has its own cloth, so that it is the same on a light and on a dark page. It carries the
table as text in `<desc>`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from xml.etree.ElementTree import Element, SubElement, tostring

from dominoes_lang.table.tiles import Tile
from dominoes_lang.text.quoting import short, xml_text
from dominoes_rules.board.as_text import FEWEST_COLUMNS, table_text
from dominoes_rules.board.branching import lay_arms
from dominoes_rules.board.geometry import ANCHORED_ROW, Placement, bounds, lay
from dominoes_rules.board.tabletop import SeenHand, Tabletop
from dominoes_rules.board.train_rows import RowLabel, lay_trains

UNIT = 26
"""Pixels of half a tile on the table."""
USUAL_WIDTH = 30
"""Half tiles: a line of ten tiles or more in a row."""
_CLOTH, _RIM = "#24684f", "#17473a"
_IVORY, _EDGE, _PIPS = "#fbf7ea", "#b9ac8a", "#22303a"
_BACK, _WEAVE = "#7d3b40", "#a8656a"
_PALE, _BRIGHT = "#d9ebe0", "#ffd76a"
_FONT = "system-ui, 'Segoe UI', Helvetica, Arial, sans-serif"

_FADED = "0.45"
_MARGIN = 1.0
_SMALL = 0.72
"""How large a tile in a hand is, of one on the table."""
_STEP = _SMALL * 1.12
_LABEL = 1.7
"""From the start of a hand's row to its first tile."""

LONGEST_NAME = 20
KEPT_TILES = 4096
"""Drawn tiles of anchored lines that are kept."""

_MIDDLES = (0, 1, 0, 1, 0, 1, 0, 1, 2, 3)
"""For 0 to 9 pips how many of them are in the middle column of three."""


def table_svg(table: Tabletop, width: int = USUAL_WIDTH, *, title: str = "") -> str:
    """The picture of a table: the line as it turns, the hands below, unseen tiles as backs.

    width: how many half tiles the line may take from left to right.
    Raises `ArgumentError` for a width that is too small for a line to turn.
    """
    labels: Sequence[RowLabel] = ()
    copies: tuple[Placement, ...] = ()
    if table.trains:
        start = table.line[0] if table.line else None
        placed, copies, labels, _ = lay_trains(start, table.trains, width)
    elif table.joined:
        placed, copies, _ = lay_arms(table.joined, width)
    else:
        placed = lay(table.line, width)
    (left, top), (right, bottom) = bounds((*placed, *copies))
    if labels:
        left, right = -width / 2, width / 2
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
        for one in (*placed, *copies):
            middle = one.x + off + one.width / 2
            height = one.y - top + y + one.height / 2
            last = Tile.of(*one.tile) == table.last and one not in copies
            _tile(picture, middle, height, one.tile, one.turn, last=last, faded=one in copies)
        for label in labels:
            _write(picture, label.x + off, label.y - top + y, label.text)
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


@dataclass(frozen=True)
class OpenPlace:
    """Where a tile may be laid: the move as positions write it, and what the place is called."""

    move: str
    label: str
    at: Placement
    copies: tuple[Placement, ...] = ()
    """Tiles that are shown a second time where a tile is laid there."""


def line_svg(
    placements: Sequence[Placement],
    places: Iterable[OpenPlace] = (),
    last: Tile | None = None,
    *,
    copies: Sequence[Placement] = (),
    labels: Iterable[RowLabel] = (),
    width: float = USUAL_WIDTH,
    label: str = "",
) -> str:
    """The picture of anchored tiles alone, with a ghost in each place for a play.

    It is made for a page with a style sheet. A place is a `g.place` with `data-move`, whose
    `rect.ring` shows that it has the focus. Numbers are there as pips and as figures.

    last: the tile with a bright rim.
    copies: tiles that are shown a second time, faded.
    labels: texts among the tiles.
    width: the half tiles from the left to the right edge, whatever is laid; 0, 0 is in the middle.
    label: what the picture is called.
    """
    ghosts = [*places]
    # As high above the opening tile as below, a row at a time, so that the middle stays there.
    hidden = (one for ghost in ghosts for one in (ghost.at, *ghost.copies))
    (_, top), (_, bottom) = bounds([*placements, *copies, *hidden])
    rows = -(-max(-top, bottom, 1) // ANCHORED_ROW)
    high, wide = 2 * rows * ANCHORED_ROW, width + _MARGIN
    upper, texts = -high / 2, [*labels]
    if texts:  # trains lie below the upper edge, so that a new row moves nothing
        upper, high = -_MARGIN / 2, -(-bottom // ANCHORED_ROW) * ANCHORED_ROW + _MARGIN
    picture = Element("svg", xmlns="http://www.w3.org/2000/svg", role="group")
    picture.set("class", "line")
    picture.set("aria-label", xml_text(label))
    picture.set("viewBox", " ".join(map(_number, (-wide / 2, upper, wide, high))))
    picture.set("width", _number(wide * UNIT))
    picture.set("height", _number(high * UNIT))
    tiles = [_placed(one, Tile.of(*one.tile) == last) for one in placements]
    tiles += [_placed(one, faded=True) for one in copies]
    for text in texts:
        _write(picture, text.x, text.y, text.text)
    start, _, end = tostring(picture, "unicode", short_empty_elements=False).rpartition("</")
    return "".join([start, *tiles, *map(_ghost, ghosts), "</", end])


def tile_svg(tile: tuple[int, int] | None, turn: int = 1) -> str:
    """The picture of one tile, or of a back for None; `turn` is that of a `Placement`."""
    placed = Placement(tile or (0, 0), 0, 0, turn)
    picture = Element("svg", xmlns="http://www.w3.org/2000/svg", focusable="false")
    picture.set("class", "tile")
    picture.set("aria-hidden", "true")
    picture.set("viewBox", f"0 0 {placed.width} {placed.height}")
    _tile(picture, placed.width / 2, placed.height / 2, tile, turn, figures=True)
    return tostring(picture, encoding="unicode")


@lru_cache(KEPT_TILES)
def _placed(one: Placement, last: bool = False, faded: bool = False) -> str:
    """An anchored tile, which lies where it lies in view after view."""
    x, y = one.x + one.width / 2, one.y + one.height / 2
    group = _tile(Element("g"), x, y, one.tile, one.turn, last=last, faded=faded, figures=True)
    return tostring(group, encoding="unicode")


def _ghost(place: OpenPlace) -> str:
    group = Element("g", role="button", tabindex="0")
    group.set("class", "place")
    group.set("data-move", place.move)
    group.set("data-key", f"place-{place.move}")
    group.set("aria-label", xml_text(place.label))
    ring = SubElement(group, "rect", rx=".3", fill="none", stroke=_BRIGHT)
    ring.set("class", "ring")
    ring.set("stroke-width", ".14")
    box = place.at
    _shape(ring, x=box.x - 0.1, y=box.y - 0.1, width=box.width + 0.2, height=box.height + 0.2)
    text = tostring(group, encoding="unicode")
    tiles = [_placed(box), *(_placed(copy, faded=True) for copy in place.copies)]
    return text.replace("<rect", "".join(tiles) + "<rect", 1)


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


def _hand(picture: Element, hand: SeenHand, x: float, y: float, broad: float) -> float:
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
        notes.append(f"no {', '.join(map(str, hand.lacks))}")
    if not hand.size:
        notes.append("no tiles")
    if hand.aside or hand.aside_unseen:
        unseen = [f"{hand.aside_unseen} unseen"] if hand.aside_unseen else []
        notes.append(f"aside {' '.join([*map(str, hand.aside), *unseen])}")
    if (hand.size or hand.aside) and hand.pips is not None:
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
    faded: bool = False,
    figures: bool = False,
) -> Element:
    """A tile with its middle at x, y; drawn upright and turned. None shows its back.

    last: give it a bright rim, as the tile that was laid last.
    faded: draw a copy of a tile that lies elsewhere.
    figures: give its numbers in figures too, which stay upright; a style sheet hides either.
    """
    place = f"translate({_number(x)} {_number(y)})"
    if turn != 1:
        place += f" rotate({90 * (turn - 1)})"
    if size != 1:
        place += f" scale({_number(size)})"
    group = SubElement(picture, "g", transform=place)
    if faded:
        group.set("opacity", _FADED)
    rim = _BRIGHT if last else _EDGE
    body = SubElement(group, "rect", fill=_IVORY if tile else _BACK, stroke=rim, rx=".16")
    _shape(body, x=-0.46, y=-0.96, width=0.92, height=1.92)
    body.set("stroke-width", ".12" if last else ".05")
    if tile is None:
        inner = SubElement(group, "rect", fill="none", stroke=_WEAVE, rx=".08")
        _shape(inner, x=-0.3, y=-0.8, width=0.6, height=1.6)
        inner.set("stroke-width", ".06")
        return group
    SubElement(group, "title").text = f"{tile[0]}-{tile[1]}"
    bar = SubElement(group, "path", d="M-.3 0h.6", stroke=_EDGE)
    bar.set("stroke-width", ".06")
    dots = SubElement(group, "g", stroke=_PIPS)
    dots.set("stroke-linecap", "round")
    for number, middle in zip(tile, (-0.48, 0.48), strict=True):
        pips = _pips(number)
        if pips:
            spots = "".join(f"M{_number(x)} {_number(middle + y)}h0" for x, y, _ in pips)
            SubElement(dots, "path", d=spots).set("stroke-width", _number(2 * pips[0][2]))
    if figures:
        dots.set("class", "pips")
        for number, middle in zip(tile, (-0.48, 0.48), strict=True):
            upright = f"translate(0 {middle}) rotate({90 * (1 - turn)})"
            half = SubElement(group, "g", transform=upright)
            half.set("class", "figure")
            size = 0.62 if number < 10 else 0.5
            _write(half, 0, 0, str(number), size=size, anchor="middle", weight="600", colour=_PIPS)
    return group


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
