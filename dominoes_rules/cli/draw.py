"""`draw`: the table of a position, as text or as a picture."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from dominoes_lang.text.exceptions import ArgumentError
from dominoes_rules.authoring.files import NotWritten, replace_file, write_new
from dominoes_rules.board.as_svg import USUAL_WIDTH
from dominoes_rules.board.geometry import lay
from dominoes_rules.cli.common import position, write_json
from dominoes_rules.cli.main import FINE
from dominoes_rules.position import drawing
from dominoes_rules.position.position import Position

NARROW = 20


def run(args: argparse.Namespace) -> int:
    """Print the table, or write a picture of it."""
    place = position(args.position)
    if args.svg is not None:
        if args.tiles or args.ascii or args.json:
            raise ArgumentError("--svg draws a picture: leave out --ascii, --tiles and --json")
        _picture(drawing.svg(place, _units(args.width)), args.svg)
    elif args.json:
        write_json(_placements(place, _units(args.width)))
    else:
        columns = args.width or max(NARROW, shutil.get_terminal_size().columns)
        print(drawing.picture(place, columns, characters=args.tiles))
    return FINE


def _units(columns: int | None) -> int:
    """Half tiles from left to right."""
    return USUAL_WIDTH if columns is None else columns // 2


def _placements(place: Position, width: int) -> dict[str, object]:
    """Where each tile of the line lies, for programs that draw it themselves."""
    tiles = [
        {"halves": list(one.tile), "x": one.x, "y": one.y, "turn": one.turn}
        for one in lay(place.line, width)
    ]
    return {"position": str(place), "width": width, "tiles": tiles}


def _picture(svg: str, name: str) -> None:
    """Write a picture to a file, or with `-` print it; only another picture is overwritten."""
    if name == "-":
        print(svg)
        return
    path = Path(name)
    try:
        if not path.exists():
            write_new(path, svg)
        elif not path.is_file() or not (before := path.read_bytes()).startswith(b"<svg"):
            raise NotWritten(f"{path} is there already and is no picture; nothing was changed")
        else:
            replace_file(path, before, svg.encode())
    except FileNotFoundError:
        raise NotWritten(f"there is no folder {path.parent} to write {path.name} in") from None
    except OSError as error:
        raise NotWritten(f"{path} can't be written: {error.strerror or error}") from None
    print(f"Wrote {path}.")
