"""The board of a page: the tiles where they lie, and a ghost in each place for a play.

It is made for a page with a style sheet and a script, which keeps tiles by `data-tile`. Without
both, the whole board is in its window too, since the `viewBox` fits it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from xml.etree.ElementTree import Element, SubElement, tostring

from dominoes_lang.table.tiles import Tile
from dominoes_lang.text.quoting import xml_text
from dominoes_rules.board.drawn_tiles import BRIGHT, PALE, TileLook, draw_tile, number, shape, write
from dominoes_rules.board.laid_table import LaidTable
from dominoes_rules.board.laying.lying import Lying
from dominoes_rules.board.laying.windows import Window

KEPT_TILES = 4096
"""Drawn tiles that are kept, since most lie where they lay."""


@dataclass(frozen=True)
class OpenPlace:
    """Where a tile may be laid: the move as positions write it, and what the place is called."""

    move: str
    label: str
    at: Lying
    link: str = ""
    """Where several tiles may be laid: to their list. The place shows the back of a tile."""
    play: str = ""
    """The move as it is among the legal ones, which may name another end that is like this one."""


def board_svg(
    laid: LaidTable,
    window: Window,
    open_places: Iterable[OpenPlace] = (),
    last: Tile | None = None,
    *,
    by: str = "",
    label: str = "",
) -> str:
    """The picture of what lies on a table, with a ghost in each place for a play.

    A tile is a `g` with `data-tile`. A place is an `a.place`, or a `g.place` with the moves of an
    `OpenPlace`; its `rect.ring` shows that it has the focus. Numbers are there as pips and figures.

    last: the tile with a bright rim; `by`: the letter of the seat that laid it.
    label: what the picture is called.
    """
    ghosts = [*open_places]
    left, right, top, bottom = laid.seen_box(window, (ghost.at for ghost in ghosts))
    picture = Element("svg", xmlns="http://www.w3.org/2000/svg", role="group")
    picture.set("class", "laid")
    picture.set("aria-label", xml_text(label))
    picture.set("viewBox", " ".join(map(number, (left, top, right - left, bottom - top))))
    if by:
        picture.set("data-by", by)
    camera = SubElement(picture, "g")
    camera.set("class", "camera")
    draw_between(camera, laid)
    start, middle, end = tostring(picture, "unicode", short_empty_elements=False).rpartition("</g>")
    tiles = [_drawn(lying, Tile.of(*lying.tile) == last) for lying in laid.tiles]
    return "".join([start, *tiles, *map(_ghost, ghosts), middle, end])


def draw_between(picture: Element, laid: LaidTable, x: float = 0.0, y: float = 0.0) -> None:
    """What is drawn between the tiles, moved by x and y.

    Threads, rails, free places, tricks that were taken, and names.
    """
    for rail in laid.rails:
        (x1, y1), (x2, y2) = rail
        bend = x + (x1 + x2) / 2
        curve = f"C{number(bend)} {number(y + y1)} {number(bend)} {number(y + y2)}"
        path = f"M{number(x + x1)} {number(y + y1)}{curve} {number(x + x2)} {number(y + y2)}"
        _stroke(picture, path, "rail", width=".09", opacity=".4")
    for thread in laid.threads:
        (x1, y1), (x2, y2) = thread
        path = f"M{number(x + x1)} {number(y + y1)}L{number(x + x2)} {number(y + y2)}"
        _stroke(picture, path, "thread", width=".12", opacity=".8")
    for place in laid.places:
        turn = (
            f"translate({number(x + place.x)} {number(y + place.y)}) rotate({number(place.angle)})"
        )
        free = SubElement(picture, "rect", rx=".16", fill="none", stroke=PALE, transform=turn)
        free.set("class", "free")
        free.set("stroke-width", ".05")
        free.set("stroke-opacity", ".4")
        free.set("stroke-dasharray", ".25 .2")
        shape(free, x=-0.96, y=-0.46, width=1.92, height=0.92)
    for back in laid.backs:
        draw_tile(picture, x + back.x, y + back.y, None, back.angle)
    for label in laid.labels:
        colour, weight = (BRIGHT, "400") if label.is_open else (PALE, "600")
        at = x + label.x, y + label.y
        write(picture, *at, label.text, size=label.size, colour=colour, weight=weight)


def _stroke(picture: Element, path: str, kind: str, *, width: str, opacity: str) -> None:
    line = SubElement(picture, "path", d=path, fill="none", stroke=PALE)
    line.set("class", kind)
    line.set("stroke-width", width)
    line.set("stroke-opacity", opacity)


@lru_cache(KEPT_TILES)
def _drawn(at: Lying, last: bool = False, ghost: bool = False) -> str:
    """A tile, which lies where it lies in view after view."""
    look = TileLook(last=last, figures=True)
    group = draw_tile(Element("g"), at.x, at.y, at.tile, at.angle, look=look)
    if not ghost:
        group.set("data-tile", Tile.of(*at.tile).decimal)
    if last:
        group.set("data-last", "")
    return tostring(group, encoding="unicode")


def _ghost(ghost: OpenPlace) -> str:
    if ghost.link:
        group = Element("a", href=ghost.link)
    else:
        group = Element("g", role="button", tabindex="0")
        group.set("data-move", ghost.move)
        group.set("data-play", ghost.play or ghost.move)
        group.set("data-key", f"place-{ghost.move}")
    group.set("class", "place")
    group.set("aria-label", xml_text(ghost.label))
    at = ghost.at
    turn = f"translate({number(at.x)} {number(at.y)}) rotate({number(at.angle % 360)})"
    ring = SubElement(group, "rect", rx=".3", fill="none", stroke=BRIGHT, transform=turn)
    ring.set("class", "ring")
    ring.set("stroke-width", ".14")
    for name, length in (("x", "-1.1"), ("y", "-.6"), ("width", "2.2"), ("height", "1.2")):
        ring.set(name, length)
    text = tostring(group, encoding="unicode")
    tile = _back(at) if ghost.link else _drawn(at, ghost=True)
    return text.replace("<rect", tile + "<rect", 1)


def _back(at: Lying) -> str:
    return tostring(draw_tile(Element("g"), at.x, at.y, None, at.angle), encoding="unicode")
