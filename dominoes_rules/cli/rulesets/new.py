"""`new`: a first version of a rules file."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.authoring.files import NotWritten, write_new
from dominoes_rules.authoring.new_file import child, whole_game
from dominoes_rules.cli.main import FINE

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


def run(args: argparse.Namespace) -> int:
    """Write the file, unless it exists."""
    path = Path(args.name if args.name.endswith(".rules") else f"{args.name}.rules")
    stem = path.name.removesuffix(".rules")
    if not _NAME.fullmatch(stem):
        raise ArgumentError(
            f"{args.name!r} is not a variant name: use the letters a-z and A-Z, 0-9, _ and -, for "
            "instance house_rules"
        )
    title = stem.replace("_", " ").replace("-", " ").strip()
    title = title[:1].upper() + title[1:]
    text = whole_game(title) if args.parent is None else child(title, path, args.parent)
    try:
        write_new(path, text)
    except FileExistsError:
        raise NotWritten(f"{path} already exists; nothing was written") from None
    except FileNotFoundError:
        raise NotWritten(f"there is no folder {path.parent} to write {path.name} in") from None
    print(f"Wrote {path}. Next:")
    for command in ("check", "test", "show"):
        print(f"  dominoes-rules {command} {path}")
    return FINE
