"""Answers that are compressed: those in which no secret can be."""

from __future__ import annotations

from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from dominoes_rules.web.http.reader import LANGUAGE_COOKIE
from dominoes_rules.web.http.root_path import rooted

LEAST_BYTES = 1000
LEVEL = 6


class Compressed:
    """Compresses files, and pages of browsers that have no cookie but that of their language.

    How long a compressed page is depends on what in it is alike (BREACH): somebody who chooses a
    part of it, such as a name, and measures it again and again, learns what else is there. Links
    of seats and tokens of forms are shown only to browsers with a cookie, so what these are sent
    stays as it is. Nor are streams compressed: each event must arrive at once.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._compressing = GZipMiddleware(app, LEAST_BYTES, LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        plain = scope["type"] != "http" or (
            bool(HTTPConnection(scope).cookies.keys() - {LANGUAGE_COOKIE})
            and not scope["path"].startswith(rooted("/static/"))
        )
        await (self._app if plain else self._compressing)(scope, receive, send)
