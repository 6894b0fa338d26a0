"""What is kept on disk between two runs because it takes long to make: the table of the parser.

It is kept in the user's own cache folder, and nowhere else: reading it is running it. Lark's own
`cache=` unpickles whatever has the name of its file, whoever wrote it.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import sys
from io import BytesIO
from pathlib import Path

from lark import Lark, __version__

from dominoes_lang.text.own_files import PRIVATE_FILE, make_own, own_cache, read_own
from dominoes_lang.text.whole_files import replacing

CACHE = "DOMINOES_RULES_CACHE"
"""The variable of the environment that names another folder; empty, nothing is kept."""

_FORMAT = 1


def folder() -> Path | None:
    """The cache folder of the user; None if nothing is to be kept."""
    named = os.environ.get(CACHE)
    if named is not None:
        return Path(named) if named else None
    return own_cache()


def parser_of(made_of: tuple[str, ...]) -> Lark | None:
    """A parser as `keep` has left it; None if there is none made of that, or none to be trusted.

    Takes a tenth of the time in which Lark makes it.
    """
    path = _path()
    if path is None:
        return None
    try:
        stream = BytesIO(read_own(path))
        return Lark.load(stream) if pickle.load(stream) == _key(made_of) else None
    except Exception:  # noqa: BLE001 - whatever ails a cache, it is only a cache
        return None


def keep(made_of: tuple[str, ...], parser: Lark) -> None:
    """Keep a parser for the next run, if that can be done, with what it is made of."""
    path = _path()
    if path is None:
        return
    with contextlib.suppress(OSError):
        make_own(path.parent)
        with replacing(path) as stream:
            Path(stream.name).chmod(PRIVATE_FILE)  # whatever the umask is: see `read_own`
            pickle.dump(_key(made_of), stream)
            parser.save(stream)


def _path() -> Path | None:
    where = folder()
    return None if where is None else where / "grammar-{}.{}.pickle".format(*sys.version_info[:2])


def _key(made_of: tuple[str, ...]) -> tuple[object, ...]:
    """What the table depends on."""
    return (_FORMAT, __version__, sys.version, *made_of)
