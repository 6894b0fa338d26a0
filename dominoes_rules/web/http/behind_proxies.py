"""Requests that a proxy has sent on, and answers that lead to pages behind it."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from dominoes_rules.web.http.proxies import Proxies
from dominoes_rules.web.http.root_path import ROOT_PATH, rooted
from dominoes_rules.web.settings import ALONE

_SCHEME_HEADER = "x-forwarded-proto"


def redirect(path: str) -> RedirectResponse:
    """An answer that leads to a page of this server."""
    return RedirectResponse(rooted(path), 303)


def redirect_with_secret(
    request: Request, path: str, cookie: str, secret: str, *, seconds: int, below: str | None = None
) -> RedirectResponse:
    """An answer that leads to a page, and leaves a secret with the browser that asked.

    below: the pages that the browser shows the secret to; by default the page and those below it.
    """
    answer = redirect(path)
    answer.set_cookie(
        cookie,
        secret,
        max_age=seconds,
        path=rooted(path if below is None else below),
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
    return answer


class BehindProxies:
    """Puts the browser's address, its scheme and the path prefix of the server into each request.

    Headers of anybody else are as if they had not been sent. Pages learn who can open them.
    """

    def __init__(self, app: ASGIApp, proxies: Proxies, root_path: str, *, alone: bool) -> None:
        self._app, self._proxies, self._root_path = app, proxies, root_path
        self._alone = alone

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope = {**scope, "root_path": self._root_path}
            if not f"{scope['path']}/".startswith(f"{self._root_path}/"):
                scope["path"] = self._root_path + scope["path"]  # the proxy has taken it away
            self._believe(scope)
            ROOT_PATH.set(self._root_path)
            ALONE.set(self._alone)
        await self._app(scope, receive, send)

    def _believe(self, scope: Scope) -> None:
        proxy = self._proxies.of(scope["client"][0]) if scope.get("client") else None
        if proxy is None:
            return
        headers = Headers(scope=scope)
        scheme = headers.get(_SCHEME_HEADER, "").rpartition(",")[2].strip().lower()
        if scheme in {"http", "https"}:
            scope["scheme"] = scheme
        if browser := self._proxies.browser(headers.getlist(proxy.header)):
            scope["client"] = (browser, 0)
