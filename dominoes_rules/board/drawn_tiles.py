"""Single tiles in SVG, and the shapes and texts that pictures are made of.

Each number has its own colour, as on many sets from double-nine on; it is never told by the colour
alone. Figures from 10 on are written 10, 11, 12.
"""

from __future__ import annotations

from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

from dominoes_lang.text.quoting import xml_text

CLOTH, RIM = "#24684f", "#17473a"
PALE, BRIGHT = "#d9ebe0", "#ffd76a"
COLOURS = (
    "#5f676b", "#1668a8", "#2e7d32", "#c62828", "#6a1b9a", "#1a237e", "#00695c", "#9c4a00",
    "#ad1457", "#37474f", "#5d4037", "#0b6a7c", "#6f5d00", "#4b0082", "#8b1a1a", "#1b5e20",
    "#4a148c", "#004d73", "#3e2723",
)  # fmt: skip
"""Of pips and figures, by number; larger ones begin again."""
_IVORY, _EDGE = "#fbf7ea", "#b9ac8a"
_BACK, _WEAVE = "#7d3b40", "#a8656a"
_FONT = "system-ui, 'Segoe UI', Helvetica, Arial, sans-serif"
_MIDDLES = (0, 1, 0, 1, 0, 1, 0, 1, 2, 3)
"""For 0 to 9 pips how many of them are in the middle column of three."""
_UPRIGHT = 90.0
_HALVES = -0.48, 0.48
"""The middles of both halves of an upright tile."""
HIGHEST_IN_PIPS = 9
"""Sets with higher numbers are shown in figures."""


def tile_svg(tile: tuple[int, int] | None, turn: int = 1) -> str:
    """The picture of one tile, or of a back for None.

    turn: quarter turns clockwise: with 0 the first half is on the left, with 1 above, 2 right.
    """
    wide, high = (1, 2) if turn % 2 else (2, 1)
    picture = Element("svg", xmlns="http://www.w3.org/2000/svg", focusable="false")
    picture.set("class", "tile")
    picture.set("aria-hidden", "true")
    picture.set("viewBox", f"0 0 {wide} {high}")
    look = TileLook(figures=True, titled=False)
    draw_tile(picture, wide / 2, high / 2, tile, 90.0 * turn, look=look)
    return tostring(picture, encoding="unicode")


def half_svg(half: int) -> str:
    """The picture of half a tile, with its number as a figure."""
    picture = Element("svg", xmlns="http://www.w3.org/2000/svg", focusable="false")
    picture.set("class", "half")
    picture.set("aria-hidden", "true")
    picture.set("viewBox", "0 0 1 1")
    body = SubElement(picture, "rect", fill=_IVORY, stroke=_EDGE, rx=".16")
    shape(body, x=0.04, y=0.04, width=0.92, height=0.92)
    body.set("stroke-width", ".05")
    _draw_figure(picture, 0.5, 0.5, half)
    return tostring(picture, encoding="unicode")


class TileLook(NamedTuple):
    """How a tile is drawn."""

    last: bool = False
    """Whether it has a bright rim, as the tile that was laid last."""
    pips: bool = True
    figures: bool = False
    """How its numbers are shown; figures stay upright. A style sheet hides either."""
    titled: bool = True
    """Whether it is named to who points at it; not inside a button, which has a name."""


USUAL_LOOK = TileLook()


def draw_tile(
    picture: Element,
    x: float,
    y: float,
    tile: tuple[int, int] | None,
    angle: float = _UPRIGHT,
    size: float = 1.0,
    look: TileLook = USUAL_LOOK,
) -> Element:
    """A tile with its middle at x, y; drawn upright and turned. None shows its back.

    angle: that of a `Lying`.
    """
    turn = (angle - _UPRIGHT) % 360
    transform = f"translate({number(x)} {number(y)})"
    if turn:
        transform += f" rotate({number(turn)})"
    if size != 1:
        transform += f" scale({number(size)})"
    group = SubElement(picture, "g", transform=transform)
    rim = BRIGHT if look.last else _EDGE
    body = SubElement(group, "rect", fill=_IVORY if tile else _BACK, stroke=rim, rx=".16")
    shape(body, x=-0.46, y=-0.96, width=0.92, height=1.92)
    body.set("stroke-width", ".12" if look.last else ".05")
    if tile is None:
        inner = SubElement(group, "rect", fill="none", stroke=_WEAVE, rx=".08")
        shape(inner, x=-0.3, y=-0.8, width=0.6, height=1.6)
        inner.set("stroke-width", ".06")
        return group
    if look.titled:
        SubElement(group, "title").text = f"{tile[0]}-{tile[1]}"
    bar = SubElement(group, "path", d="M-.3 0h.6", stroke=_EDGE)
    bar.set("stroke-width", ".06")
    if look.pips:
        _draw_pips(group, tile)
    if look.figures:
        _draw_figures(group, tile, turn)
    return group


def _draw_pips(group: Element, tile: tuple[int, int]) -> None:
    dots = SubElement(group, "g")
    dots.set("class", "pips")
    dots.set("stroke-linecap", "round")
    for half, middle in zip(tile, _HALVES, strict=True):
        pips = _pips(half)
        if pips:
            spots = "".join(f"M{number(x)} {number(middle + y)}h0" for x, y, _ in pips)
            path = SubElement(dots, "path", d=spots, stroke=colour_of(half))
            path.set("stroke-width", number(2 * pips[0][2]))


def _draw_figures(group: Element, tile: tuple[int, int], turn: float) -> None:
    for half, middle in zip(tile, _HALVES, strict=True):
        back = f" rotate({number(-turn % 360)})" if turn else ""
        holder = SubElement(group, "g", transform=f"translate(0 {middle}){back}")
        holder.set("class", "figure")
        _draw_figure(holder, 0, 0, half)


def _draw_figure(picture: Element, x: float, y: float, half: int) -> None:
    high, colour = (0.74 if half < 10 else 0.6), colour_of(half)
    write(picture, x, y, str(half), size=high, anchor="middle", weight="700", colour=colour)


def colour_of(number: int) -> str:
    """The colour of a number of pips."""
    return COLOURS[number % len(COLOURS)]


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
    pips = []
    for x, count in ((-0.24, outer), (0.0, middle), (0.24, outer)):
        # The middle column is as close as the outer ones, but two of a few stand opposite.
        spread = max(count if rows <= 3 else rows, 2) - 1
        step = 2 * reach / spread
        pips += [
            (x, step * (column - (count - 1) / 2), min(0.1, 0.32 / rows)) for column in range(count)
        ]
    return pips


def write(
    picture: Element,
    x: float,
    y: float,
    text: str,
    *,
    size: float = 0.62,
    anchor: str = "start",
    weight: str = "400",
    colour: str = PALE,
) -> None:
    """A line of text with its middle at height y."""
    if not text:
        return
    line = SubElement(picture, "text", fill=colour)
    line.set("font-family", _FONT)
    line.set("font-size", number(size))
    line.set("font-weight", weight)
    line.set("text-anchor", anchor)
    shape(line, x=x, y=y + 0.36 * size)
    line.text = xml_text(text)


def shape(element: Element, **lengths: float) -> None:
    """Set attributes that are lengths."""
    for name, length in lengths.items():
        element.set(name, number(length))


def number(value: float) -> str:
    """A length with at most three digits behind the point."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
