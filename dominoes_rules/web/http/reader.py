"""The language of whoever reads the answer to a request."""

from __future__ import annotations

from contextvars import ContextVar

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from dominoes_rules.speech.asked_language import accepted
from dominoes_rules.speech.speech import ENGLISH, Speech, speech

READER: ContextVar[Speech] = ContextVar("READER", default=ENGLISH)
"""That of the request which is answered."""
LANGUAGE_COOKIE = "language"
"""Keeps what was chosen in the menu."""


class InTheirLanguage:
    """Finds out in which language each request is answered.

    It is what the menu was set to; else what the browser asks for; else the server's own.
    """

    def __init__(self, app: ASGIApp, usual: Speech) -> None:
        self._app, self._usual = app, usual

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            request = Request(scope)
            chosen = request.cookies.get(LANGUAGE_COOKIE, "")
            asked = [chosen, request.headers.get("accept-language", "")]
            codes = (accepted(text) for text in asked)
            READER.set(next((speech(code) for code in codes if code), self._usual))
        await self._app(scope, receive, send)
