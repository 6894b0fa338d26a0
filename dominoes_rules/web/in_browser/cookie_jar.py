"""The cookies of the one browser that an application in it answers."""

from __future__ import annotations

import json
import time
from http.cookies import CookieError, SimpleCookie
from typing import NamedTuple


class _Cookie(NamedTuple):
    value: str
    until: float
    """In seconds since 1970."""


class CookieJar:
    """Secrets by the path below which they are shown, and their name."""

    def __init__(self, kept: str = "") -> None:
        """kept: what `kept` was before; anything else makes an empty jar."""
        self._cookies: dict[tuple[str, str], _Cookie] = {}
        try:
            entries = json.loads(kept or "[]")
            for path, name, value, until in entries:
                self._cookies[f"{path}", f"{name}"] = _Cookie(f"{value}", float(until))
        except (ValueError, TypeError):
            self._cookies.clear()

    @property
    def kept(self) -> str:
        """The jar as a text."""
        entries = [(*key, *cookie) for key, cookie in self._cookies.items()]
        return json.dumps([entry for entry in entries if entry[-1] > time.time()])

    def take(self, header: str) -> None:
        """Do what a header `Set-Cookie` asks for; one that can't be read asks for nothing."""
        read: SimpleCookie = SimpleCookie()
        try:
            read.load(header)
            for name, morsel in read.items():
                until = time.time() + float(morsel["max-age"] or "inf")
                self._cookies[morsel["path"] or "/", name] = _Cookie(morsel.value, until)
        except (CookieError, ValueError):
            return

    def shown(self, path: str) -> str:
        """The header `Cookie` of a request for a path; those of the nearest path come first."""
        now = time.time()
        fitting = [
            (below, name, cookie.value)
            for (below, name), cookie in self._cookies.items()
            if cookie.until > now and (path == below or path.startswith(f"{below.rstrip('/')}/"))
        ]
        fitting.sort(key=lambda entry: -len(entry[0]))
        return "; ".join(f"{name}={value}" for _, name, value in fitting)
