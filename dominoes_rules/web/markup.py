"""The pictures of a page, and templates: the only place where text is taken to be markup."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from dominoes_lang.table.tiles import Tile
from dominoes_rules.board.as_svg import OpenPlace, line_svg, tile_svg
from dominoes_rules.board.geometry import Placement

MOST_CODES = 256
"""QR codes that are kept drawn."""

_TEMPLATES = Environment(
    loader=PackageLoader("dominoes_rules.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def rendered(template: str, **values: Any) -> Markup:
    """A template with these values, each escaped that is neither a picture nor rendered."""
    return Markup(_TEMPLATES.get_template(template).render(values))


def line_picture(
    placed: Iterable[Placement], places: Iterable[OpenPlace], last: int, width: int, label: str
) -> Markup:
    """The line of play, with the places at which this seat may lay a tile."""
    return Markup(line_svg([*placed], places, last, width=width, label=label))


@cache
def tile_picture(tile: Tile | None, turn: int = 1) -> Markup:
    """A tile; None shows its back."""
    return Markup(tile_svg(tile, turn))


@lru_cache(MOST_CODES)
def qr_picture(link: str) -> Markup:
    """A link as a QR code, made by segno; nothing where that is not installed."""
    try:
        import segno
    except ImportError:
        return Markup()
    code = segno.make(link, error="m", micro=False)
    return Markup(code.svg_inline(scale=4, border=3, light="#fff"))


_TEMPLATES.globals.update(tile_picture=tile_picture, qr_picture=qr_picture)
