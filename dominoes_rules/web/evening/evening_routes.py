"""The routes of an evening: the page, its stream, its forms and its files."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import ExitStack
from typing import Any

from sse_starlette import ServerSentEvent
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from dominoes_rules.web.evening import evening_pages
from dominoes_rules.web.evening.club_evening import Evening, newest
from dominoes_rules.web.event_streams import RECONNECT_MILLISECONDS, PageStream
from dominoes_rules.web.guards import Rates, address, expect_own_page, form_of, form_token
from dominoes_rules.web.hall import Hall
from dominoes_rules.web.http.behind_proxies import redirect
from dominoes_rules.web.http.root_path import rooted
from dominoes_rules.web.refusals import Rejected, forbidden, malformed, no_table, not_yours
from dominoes_rules.web.settings import Settings

PLAYER_COOKIE, HOST_COOKIE = "player", "evening"
SECONDS_OF_AN_EVENING = 24 * 3600
LARGEST_FORM = 32_768
"""Bytes: sixty-four names of twenty-four signs, each sign written in twelve."""
SECONDS_BETWEEN_VIEWS = 1.0
Base = Callable[[Request], str]
CSV = {"standings": evening_pages.standings_csv, "matches": evening_pages.matches_csv}


class EveningRoutes:
    """The evening of one server."""

    def __init__(self, settings: Settings, hall: Hall, rates: Rates, base: Base) -> None:
        """`base`: what links of a request begin with."""
        self._settings, self._hall, self._rates, self._base = settings, hall, rates, base
        self.evening: Evening | None = None
        self._touched = 0.0
        self._streams: set[asyncio.Event] = set()

    def open(self) -> None:
        """Go on with the last evening in the folder of tables."""
        self.evening = newest(self._hall, self._changed)
        self._changed()

    def routes(self) -> list[Route]:
        return [
            Route("/evening", self._page),
            Route("/evening", self._begin, methods=["POST"]),
            Route("/evening/events", self._events),
            Route("/evening/do", self._do, methods=["POST"]),
            Route("/evening/player/{secret}", self._invitation),
            Route("/evening/player/{secret}", self._arrive, methods=["POST"]),
            Route("/evening/{table}.csv", self._csv),
        ]

    def _changed(self) -> None:
        self._touched = asyncio.get_running_loop().time()
        for wake in self._streams:
            wake.set()

    @property
    def _goes_on(self) -> bool:
        """Whether there is an evening that must not be replaced."""
        now = asyncio.get_running_loop().time()
        idle = now - self._touched > self._settings.pace.idle
        return self.evening is not None and not self.evening.state.closed and not idle

    # ------------------------------------------------------------------ everybody

    async def _page(self, request: Request) -> Response:
        if self.evening is None or "new" in request.query_params:
            return HTMLResponse(evening_pages.new_evening(self._settings))
        return HTMLResponse(self._shown(self.evening, request))

    def _shown(self, evening: Evening, request: Request, error: str = "") -> str:
        return evening_pages.evening_page(evening, *_cookies(request), self._base(request), error)

    async def _events(self, request: Request) -> Response:
        if self.evening is None:
            raise no_table()
        with ExitStack() as counted:
            counted.enter_context(self._rates.stream(address(request)))
            views = self._views(*_cookies(request), self._base(request))
            return PageStream(views, counted.pop_all())

    async def _views(self, player: str, host: str, base: str) -> AsyncIterator[ServerSentEvent]:
        wake = asyncio.Event()
        self._streams.add(wake)
        try:
            shown: Mapping[str, str] | None = None
            while self.evening is not None:
                wake.clear()
                view = evening_pages.fragments(self.evening, player, host, base)
                if view != shown:
                    data = json.dumps(view, ensure_ascii=False, separators=(",", ":"))
                    yield ServerSentEvent(data, event="view", retry=RECONNECT_MILLISECONDS)
                    shown = view
                await wake.wait()
                await asyncio.sleep(SECONDS_BETWEEN_VIEWS)  # many moves are one view
        finally:
            self._streams.discard(wake)

    async def _csv(self, request: Request) -> Response:
        name = request.path_params["table"]
        if self.evening is None or name not in CSV:
            raise no_table()
        if name == "matches" and not self.evening.is_host(request.cookies.get(HOST_COOKIE, "")):
            raise forbidden("Only the host's browser may read which table has which record.")
        return Response(
            CSV[name](self.evening),
            media_type="text/csv",
            headers={"Content-Disposition": f'attachment; filename="{name}.csv"'},
        )

    # ------------------------------------------------------------------ players

    async def _invitation(self, request: Request) -> Response:
        """A link was opened, perhaps for a preview: nobody arrives by that."""
        evening, player = self._invited(request)
        if evening.player_of(request.cookies.get(PLAYER_COOKIE, "")) == player:
            return redirect("/evening")
        return HTMLResponse(evening_pages.invitation(evening, player))

    async def _arrive(self, request: Request) -> Response:
        expect_own_page(request)
        self._rates.post(address(request))
        evening, player = self._invited(request)
        if evening.player_of(request.cookies.get(PLAYER_COOKIE, "")) == player:
            return redirect("/evening")  # a link that was opened once more
        try:
            secret = await evening.arrive(player)
        except Rejected as refused:
            if refused.status != 409:
                raise
            return HTMLResponse(evening_pages.invitation(evening, player, refused.message), 409)
        return _with_cookie(request, PLAYER_COOKIE, secret, "/")

    def _invited(self, request: Request) -> tuple[Evening, int]:
        """The player of a link. Raises `Rejected`."""
        evening = self.evening
        player = evening.player_of_link(request.path_params["secret"]) if evening else None
        if evening is None or player is None:
            self._rates.wrong_secret(address(request))
            raise no_table()
        return evening, player

    # ------------------------------------------------------------------ the host

    async def _begin(self, request: Request) -> Response:
        expect_own_page(request)
        self._rates.post(address(request))
        fields = await form_of(request, LARGEST_FORM)
        if self._goes_on:
            raise not_yours("An evening is going on here. Its host can end it.")
        plan = evening_pages.plan_of(fields, self._settings)
        names = evening_pages.names_of(fields.get("names", ""))
        error = next((wrong for wrong in (plan, names) if isinstance(wrong, str)), "")
        if not isinstance(plan, str) and not isinstance(names, str):
            self._rates.room(address(request), 0)
            try:
                if self.evening is not None:
                    await self.evening.close()
                self.evening, secret = Evening.begin(plan, names, self._hall, self._changed)
            except Rejected as refused:
                if refused.status != 422:
                    raise
                error = refused.message
            else:
                return _with_cookie(request, HOST_COOKIE, secret, "/evening")
        return HTMLResponse(evening_pages.new_evening(self._settings, fields, error), 422)

    async def _do(self, request: Request) -> Response:
        """Something that only the host may do."""
        expect_own_page(request)
        self._rates.post(address(request))
        evening, cookie = self.evening, request.cookies.get(HOST_COOKIE, "")
        if evening is None or not evening.is_host(cookie):
            raise forbidden("This browser is not the host's.")
        fields = await form_of(request, LARGEST_FORM)
        if fields.get("token") != form_token(cookie):
            raise malformed("This form is not one of this evening.")
        act = fields.get("act", "")
        try:
            if act in _ACTS:
                await _ACTS[act](evening)
            elif act in _ACTS_FOR_A_PLAYER:
                await _ACTS_FOR_A_PLAYER[act](evening, _player(evening, fields))
            elif act == "add":
                names = evening_pages.names_of(fields.get("names", ""))
                if isinstance(names, str):
                    raise Rejected(422, "no_such_players", names)
                await evening.add(names)
            else:
                raise malformed(f"There is no act {act[:20]!r}.")
        except Rejected as refused:
            if refused.status not in {409, 422}:
                raise
            return HTMLResponse(self._shown(evening, request, refused.message), refused.status)
        return redirect("/evening")


_ACTS: dict[str, Callable[[Evening], Coroutine[Any, Any, None]]] = {
    "draw": Evening.draw,
    "end_round": Evening.end_round,
    "close": Evening.close,
}
_ACTS_FOR_A_PLAYER: dict[str, Callable[[Evening, int], Coroutine[Any, Any, None]]] = {
    "leave_or_return": Evening.leave_or_return,
    "new_link": Evening.renew_link,
    "bot_for": Evening.let_bot_play,
}


def _player(evening: Evening, fields: Mapping[str, str]) -> int:
    text = fields.get("player", "")
    if text in map(str, range(len(evening.state.guests))):
        return int(text)
    raise malformed("There is no such player.")


def _cookies(request: Request) -> tuple[str, str]:
    return request.cookies.get(PLAYER_COOKIE, ""), request.cookies.get(HOST_COOKIE, "")


def _with_cookie(request: Request, name: str, secret: str, path: str) -> Response:
    answer = redirect("/evening")
    answer.set_cookie(
        name,
        secret,
        max_age=SECONDS_OF_AN_EVENING,
        path=rooted(path),
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
    return answer
