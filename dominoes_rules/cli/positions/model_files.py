"""The file that a command of `choices` makes, and what it is made with."""

from __future__ import annotations

import argparse
import os
import shlex
from pathlib import Path

from dominoes_lang.table.state import SEAT_LETTERS
from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import ArgumentError


def expect_numpy() -> None:
    """Raise `ArgumentError` where nothing can be fitted or learnt."""
    try:
        import numpy  # noqa: F401
    except ModuleNotFoundError:
        raise ArgumentError('this needs numpy: pip install "dominoes-rules[fast]"') from None


def file_to_write(args: argparse.Namespace, usual: str) -> Path:
    """The file that was asked for, or the usual one. Raises `ArgumentError` if it can't be."""
    path = Path(usual if args.output is None else args.output)
    if path.is_dir():
        raise ArgumentError(f"{short(str(path))} is a folder; name a file in it")
    if path.exists() and not path.is_file():
        raise ArgumentError(f"{short(str(path))} is not a regular file")
    if path.exists() and not args.force:
        raise ArgumentError(f"{short(str(path))} already exists; --force replaces it")
    if not path.parent.is_dir():
        raise ArgumentError(f"{short(str(path.parent))} is not a folder")
    if not all(os.access(target, os.W_OK) for target in (path, path.parent) if target.exists()):
        raise ArgumentError(f"{short(str(path))} can't be written there")
    return path


def playing(variant: str, seats: int, option: str) -> str:
    """The command that plays against `quick` with an option, in every seat but the first."""
    bots = [word for seat in SEAT_LETTERS[1:seats] for word in ("--bot", f"{seat}=quick:{option}")]
    return shlex.join(["dominoes-rules", "play", variant, *bots])
