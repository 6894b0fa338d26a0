"""The cookies of the one browser that an application in it answers."""

from __future__ import annotations

from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie

Entry = tuple[str, str, str]
"""The path below which a cookie is shown, its name, and its value."""


class CookieJar:
    """Secrets by path and name; they last as long as what they open, which is kept beside them."""

    def __init__(self) -> None:
        self._values: dict[tuple[str, str], str] = {}

    @property
    def entries(self) -> list[Entry]:
        """All cookies."""
        return [(path, name, value) for (path, name), value in self._values.items()]

    def add(self, entries: Iterable[Entry]) -> None:
        """Take cookies of before; those that are there already stay."""
        for path, name, value in entries:
            self._values.setdefault((path, name), value)

    def take(self, header: str) -> None:
        """Do what a header `Set-Cookie` asks for; one that can't be read asks for nothing."""
        read: SimpleCookie = SimpleCookie()
        try:
            read.load(header)
        except CookieError:
            return
        for name, morsel in read.items():
            key = morsel["path"] or "/", name
            if morsel["max-age"] == "0":
                self._values.pop(key, None)
            else:
                self._values[key] = morsel.value

    def shown(self, path: str) -> str:
        """The header `Cookie` of a request for a path; those of the nearest path come first."""
        fitting = [
            entry for entry in self.entries if f"{path}/".startswith(f"{entry[0].rstrip('/')}/")
        ]
        fitting.sort(key=lambda entry: -len(entry[0]))
        return "; ".join(f"{name}={value}" for _, name, value in fitting)
