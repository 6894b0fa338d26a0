"""The path under which all pages of a server are, where a proxy shares its name with others."""

from __future__ import annotations

import re
from contextvars import ContextVar

ROOT_PATH: ContextVar[str] = ContextVar("ROOT_PATH", default="")
"""That of the server which answers the request; empty, or such as `/dominoes`."""
_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)+")


def rooted(path: str) -> str:
    """The path of a page as a browser has to ask for it."""
    return ROOT_PATH.get() + path


def root_path_of(text: str) -> str:
    """A root path as it was written, without a slash at its end. Raises `ValueError`."""
    path = text.rstrip("/")
    if (path and not _PATH.fullmatch(path)) or "/.." in path:
        raise ValueError(f"{text!r} is no path such as /dominoes")
    return path
