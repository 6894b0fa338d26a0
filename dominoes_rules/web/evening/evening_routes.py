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

from dominoes_rules.speech.speech import marked
from dominoes_rules.web.evening import desk_routes, evening_pages
from dominoes_rules.web.evening.club_evening import Evening
from dominoes_rules.web.evening.desk_forms import REAL_TILES, chosen_tournament, entrants_of
from dominoes_rules.web.evening.desk_pages import DeskRequest, desk_fragments, desk_page
from dominoes_rules.web.evening.director_desk import DirectorDesk
from dominoes_rules.web.evening.last_evening import newest
from dominoes_rules.web.event_streams import RECONNECT_MILLISECONDS, PageStream
from dominoes_rules.web.guards import Rates, address, expect_own_page, form_of, form_token
from dominoes_rules.web.hall import Hall
from dominoes_rules.web.http.behind_proxies import redirect, redirect_with_secret
from dominoes_rules.web.refusals import (
    Rejected,
    forbidden,
    malformed,
    no_table,
    not_yours,
    readable,
)
from dominoes_rules.web.settings import Settings

PLAYER_COOKIE, HOST_COOKIE = "player", "evening"
SECONDS_OF_AN_EVENING = 24 * 3600
SECONDS_OF_A_TOURNAMENT = 14 * SECONDS_OF_AN_EVENING
"""With real tiles, which may take several days."""
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
        self.desk: DirectorDesk | None = None
        """In place of an evening: one with real tiles."""
        self._touched = 0.0
        self._streams: set[asyncio.Event] = set()

    def open(self) -> None:
        """Go on with the last evening in the folder of tables."""
        last = newest(self._hall, self._changed)
        self.evening = last if isinstance(last, Evening) else None
        self.desk = last if isinstance(last, DirectorDesk) else None
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
            Route("/evening/table/{number:int}/{secret}", self._table),
            Route("/evening/table/{number:int}/{secret}", self._table_sent, methods=["POST"]),
            Route("/evening/print/{what}", self._print),
            Route("/club", self._club),
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
        current = self.desk or self.evening
        return current is not None and not current.is_closed and not idle

    # ------------------------------------------------------------------ everybody

    async def _page(self, request: Request) -> Response:
        if "new" not in request.query_params:
            if self.desk is not None:
                return HTMLResponse(
                    desk_page(
                        self.desk, _host_of(request), desk_routes.asked_by(request.query_params)
                    )
                )
            if self.evening is not None:
                return HTMLResponse(self._shown(self.evening, request))
        return HTMLResponse(evening_pages.new_evening(self._settings))

    async def _club(self, _: Request) -> Response:
        """An address that is easy to say."""
        return redirect("/evening")

    def _shown(self, evening: Evening, request: Request, error: str = "") -> str:
        return evening_pages.evening_page(evening, *_cookies(request), self._base(request), error)

    async def _events(self, request: Request) -> Response:
        if self.evening is None and self.desk is None:
            raise no_table()
        with ExitStack() as counted:
            counted.enter_context(self._rates.stream(address(request)))
            asked = desk_routes.asked_by(request.query_params)
            views = self._views(*_cookies(request), self._base(request), asked)
            return PageStream(views, counted.pop_all())

    async def _views(
        self, player: str, host: str, base: str, asked: DeskRequest
    ) -> AsyncIterator[ServerSentEvent]:
        wake = asyncio.Event()
        self._streams.add(wake)
        try:
            shown: Mapping[str, str] | None = None
            while (current := self.desk or self.evening) is not None:
                wake.clear()
                view = (
                    desk_fragments(current, host, asked)
                    if isinstance(current, DirectorDesk)
                    else evening_pages.fragments(current, player, host, base)
                )
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
        if self.desk is not None:
            return desk_routes.file_of(self.desk, name, _host_of(request))
        if self.evening is None or name not in CSV:
            raise no_table()
        if name == "matches" and not self.evening.is_host(_host_of(request)):
            raise forbidden(
                marked("Only the host's browser may read which table has which record.")
            )
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

    # ------------------------------------------------------------------ tables with real tiles

    async def _table(self, request: Request) -> Response:
        desk, round_number, table = self._linked(request)
        return desk_routes.table_shown(desk, round_number, table, request.query_params)

    async def _table_sent(self, request: Request) -> Response:
        expect_own_page(request)
        self._rates.post(address(request))
        desk, round_number, table = self._linked(request)
        fields = await form_of(request, self._settings.shares.body)
        here = f"/evening/table/{table}/{request.path_params['secret']}"
        return await desk_routes.table_sent(desk, round_number, table, fields, here)

    def _linked(self, request: Request) -> tuple[DirectorDesk, int, int]:
        """The desk, the round and the table of a link. Raises `Rejected`."""
        desk, table = self.desk, request.path_params["number"]
        secret = request.path_params["secret"]
        round_number = desk.round_of_link(table, secret) if desk else None
        if desk is None or round_number is None:
            self._rates.wrong_secret(address(request))
            raise no_table()
        return desk, round_number, table

    async def _print(self, request: Request) -> Response:
        if self.desk is None:
            raise no_table()
        what, base = request.path_params["what"], self._base(request)
        return desk_routes.print_of(self.desk, what, _host_of(request), base)

    # ------------------------------------------------------------------ the host

    async def _begin(self, request: Request) -> Response:
        expect_own_page(request)
        self._rates.post(address(request))
        fields = await form_of(request, LARGEST_FORM)
        if self._goes_on:
            raise not_yours(marked("An evening is going on here. Its host can end it."))
        try:
            secret = await self._begun(fields, address(request))
        except Rejected as refused:
            if refused.status != 422:
                raise
            page = evening_pages.new_evening(self._settings, fields, refused.message)
            return HTMLResponse(page, 422)
        seconds = SECONDS_OF_AN_EVENING if self.desk is None else SECONDS_OF_A_TOURNAMENT
        return _with_cookie(request, HOST_COOKIE, secret, "/evening", seconds)

    async def _begun(self, fields: Mapping[str, str], client: str) -> str:
        """Begin what a form asks for; returns the secret of the host. Raises `Rejected`."""
        settings = self._settings
        if fields.get("tiles") == REAL_TILES:
            chosen = readable(chosen_tournament(fields, settings))
            entrants = readable(entrants_of(fields.get("names", ""), chosen.format))
            self._rates.room(client, 0)
            desk, secret = DirectorDesk.begin(chosen, entrants, settings, self._changed)
            await self._close_evening()
            self.evening, self.desk = None, desk
        else:
            plan = readable(evening_pages.plan_of(fields, settings))
            names = readable(evening_pages.names_of(fields.get("names", "")))
            self._rates.room(client, 0)
            await self._close_evening()
            self.evening, secret = Evening.begin(plan, names, self._hall, self._changed)
            self.desk = None
        return secret

    async def _close_evening(self) -> None:
        """End an evening that is over, or that nobody has touched for long, for another one."""
        if self.evening is not None:
            await self.evening.close()

    async def _do(self, request: Request) -> Response:
        """Something that only the host may do."""
        expect_own_page(request)
        self._rates.post(address(request))
        evening, cookie = self.evening, _host_of(request)
        current = self.desk or evening
        if current is None or not current.is_host(cookie):
            raise forbidden(marked("This browser is not the host's."))
        fields = await form_of(request, LARGEST_FORM)
        if fields.get("token") != form_token(cookie):
            raise malformed(marked("This form is not one of this evening."))
        if self.desk is not None:
            return await desk_routes.do(self.desk, cookie, fields)
        assert evening is not None
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
                raise malformed(marked("There is no act {act}."), act=repr(act[:20]))
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
    raise malformed(marked("There is no such player."))


def _cookies(request: Request) -> tuple[str, str]:
    return request.cookies.get(PLAYER_COOKIE, ""), _host_of(request)


def _host_of(request: Request) -> str:
    return request.cookies.get(HOST_COOKIE, "")


def _with_cookie(
    request: Request, name: str, secret: str, path: str, seconds: int = SECONDS_OF_AN_EVENING
) -> Response:
    return redirect_with_secret(request, "/evening", name, secret, seconds=seconds, below=path)
