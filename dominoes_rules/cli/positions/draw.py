"""`draw`: the table of a position, as text or as a picture."""

from __future__ import annotations

import argparse
import shutil
import sys

from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.board.as_html import html_page, html_table
from dominoes_rules.board.as_svg import USUAL_WIDTH
from dominoes_rules.board.laid_table import lay_table
from dominoes_rules.board.laying.windows import window_of
from dominoes_rules.board.text_grid import lay
from dominoes_rules.cli.common import position, write_json
from dominoes_rules.cli.main import FINE
from dominoes_rules.cli.pictures import write_picture
from dominoes_rules.cli.terminal import why_no_tiles
from dominoes_rules.position import drawing
from dominoes_rules.position.position import Position

NARROW = 20


def run(args: argparse.Namespace) -> int:
    """Print the table, or write a picture of it."""
    place = position(args.position)
    if args.svg is not None or args.html is not None:
        if args.tiles or args.ascii or args.json:
            option = "--svg" if args.html is None else "--html"
            raise ArgumentError(f"{option} draws a picture: leave out --ascii, --tiles and --json")
        svg = drawing.svg(place, _units(args.width))
        if args.svg is not None:
            write_picture(svg, args.svg)
        if args.html is not None:
            notes = html_table(svg, str(place), [], [])
            write_picture(html_page(place.setup.ruleset.title, [notes]), args.html)
    elif args.json:
        write_json(_placements(place, _units(args.width)))
    else:
        columns = args.width or max(NARROW, shutil.get_terminal_size().columns)
        why = why_no_tiles() if args.tiles else ""
        if why:
            print(f"dominoes-rules: tiles are drawn in ASCII: {why}", file=sys.stderr)
        print(drawing.picture(place, columns, characters=args.tiles and not why))
    return FINE


def _units(columns: int | None) -> int:
    """Half tiles from left to right."""
    return USUAL_WIDTH if columns is None else columns // 2


def _placements(place: Position, width: int) -> dict[str, object]:
    """Where each tile lies, for programs that draw the table themselves."""
    found: dict[str, object] = {"position": str(place), "width": width}
    layout = place.setup.layout
    if not layout.branches:
        line = lay(place.line, width)
        return found | {"tiles": [_as_json(*one) for one in line]}
    table = drawing.tabletop(place)
    tiles = [
        _as_json(one.tile, one.box[0], one.box[2], one.angle % 360 / 90)
        for one in lay_table(table, window_of(width)).tiles
    ]
    copies: dict[str, object] = {} if layout.owners else {"copies": []}
    return found | {"tiles": tiles} | copies


def _as_json(halves: tuple[int, int], x: float, y: float, turn: float) -> dict[str, object]:
    """A tile: the upper left corner of the box around it, and its quarter turns clockwise."""
    x, y, turn = (round(one, 3) for one in (x, y, turn))
    whole = int(turn) if turn == int(turn) else turn
    return {"halves": list(halves), "x": x, "y": y, "turn": whole}
