"""In which language each request is answered."""

from __future__ import annotations

from urllib.parse import quote

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dominoes_rules.speech.asked_language import accepted
from dominoes_rules.speech.speech import Speech, speech
from dominoes_rules.web.http.reader import LANGUAGE_COOKIE, PAGE_ADDRESS, READER

IN_WORDS = ("text/html", "application/json", "text/event-stream")
"""The kinds of answer that are in a language."""


class InTheirLanguage:
    """Finds out in which language each request is answered.

    It is what the menu was set to; else what the browser asks for; else the server's own.
    """

    def __init__(self, app: ASGIApp, usual: Speech) -> None:
        self._app, self._usual = app, usual

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        chosen = request.cookies.get(LANGUAGE_COOKIE, "")
        asked = [chosen, request.headers.get("accept-language", "")]
        codes = (accepted(text) for text in asked)
        reader = next((speech(code) for code in codes if code), self._usual)
        READER.set(reader)
        PAGE_ADDRESS.set(_address(scope))

        async def in_language(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if headers.get("content-type", "").startswith(IN_WORDS):
                    headers["Content-Language"] = reader.code
                    headers.add_vary_header("Accept-Language, Cookie")
            await send(message)

        await self._app(scope, receive, in_language)


def _address(scope: Scope) -> str:
    """Where a browser finds this page again; the start for one that answers a form."""
    if scope["method"] not in {"GET", "HEAD"}:
        return "/"
    path = quote(scope["path"].removeprefix(scope.get("root_path", "")))
    query = scope["query_string"].decode("latin-1")
    return f"{path}?{query}" if query else path
