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
    shown_position = position(args.position)
    if args.svg is not None or args.html is not None:
        if args.tiles or args.ascii or args.json:
            option = "--svg" if args.html is None else "--html"
            raise ArgumentError(f"{option} draws a picture: leave out --ascii, --tiles and --json")
        svg = drawing.svg(shown_position, _units(args.width))
        if args.svg is not None:
            write_picture(svg, args.svg)
        if args.html is not None:
            notes = html_table(svg, str(shown_position), [], [])
            write_picture(html_page(shown_position.setup.ruleset.title, [notes]), args.html)
    elif args.json:
        write_json(_placements(shown_position, _units(args.width)))
    else:
        columns = args.width or max(NARROW, shutil.get_terminal_size().columns)
        why = why_no_tiles() if args.tiles else ""
        if why:
            print(f"dominoes-rules: tiles are drawn in ASCII: {why}", file=sys.stderr)
        print(drawing.picture(shown_position, columns, characters=args.tiles and not why))
    return FINE


def _units(columns: int | None) -> int:
    """Half tiles from left to right."""
    return USUAL_WIDTH if columns is None else columns // 2


def _placements(shown_position: Position, width: int) -> dict[str, object]:
    """Where each tile lies, for programs that draw the table themselves."""
    drawing_json: dict[str, object] = {"position": str(shown_position), "width": width}
    layout = shown_position.setup.layout
    if not layout.branches:
        line = lay(shown_position.line, width)
        return drawing_json | {"tiles": [_as_json(*placement) for placement in line]}
    table = drawing.tabletop(shown_position)
    tiles = [
        _as_json(lying.tile, lying.box[0], lying.box[2], lying.angle % 360 / 90)
        for lying in lay_table(table, window_of(width)).tiles
    ]
    copies: dict[str, object] = {} if layout.owners else {"copies": []}
    return drawing_json | {"tiles": tiles} | copies


def _as_json(halves: tuple[int, int], x: float, y: float, turn: float) -> dict[str, object]:
    """A tile: the upper left corner of the box around it, and its quarter turns clockwise."""
    x, y, turn = (round(number, 3) for number in (x, y, turn))
    whole = int(turn) if turn == int(turn) else turn
    return {"halves": list(halves), "x": x, "y": y, "turn": whole}
