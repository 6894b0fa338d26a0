"""The routes: which address gives what. Whatever is decided is decided elsewhere."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from dominoes_rules.speech.speech import marked, speech
from dominoes_rules.web import pages
from dominoes_rules.web.analysis.board_routes import BoardRoutes
from dominoes_rules.web.analysis.reviewing_routes import ReviewRoutes
from dominoes_rules.web.evening.evening_routes import PLAYER_COOKIE, EveningRoutes
from dominoes_rules.web.event_streams import PageStream, events_of, had_seat, open_page
from dominoes_rules.web.guards import (
    JSON,
    Headers,
    Rates,
    address,
    expect_own_page,
    form_of,
    kind_of,
    sent,
)
from dominoes_rules.web.hall import Hall
from dominoes_rules.web.http.behind_proxies import BehindProxies, redirect, redirect_with_secret
from dominoes_rules.web.http.compression import Compressed
from dominoes_rules.web.http.in_their_language import InTheirLanguage
from dominoes_rules.web.http.proxies import Proxies
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.http.root_path import rooted
from dominoes_rules.web.language_menu import LanguageMenu
from dominoes_rules.web.lobby import start_form
from dominoes_rules.web.pad.pad_routes import PadRoutes
from dominoes_rules.web.refusals import Rejected, forbidden, malformed, no_table, not_yours
from dominoes_rules.web.room_acts import do
from dominoes_rules.web.rooms import Room
from dominoes_rules.web.screens import TABLE_SCREEN, screen_of
from dominoes_rules.web.settings import Settings
from dominoes_rules.web.table_seats import RoomSeat, name_of_person
from dominoes_rules.web.table_workers import Workers
from dominoes_rules.web.views import laid_ahead, view_of
from dominoes_rules.web.writing.writing_routes import WritingRoutes

COOKIE = "seat"
SECONDS_OF_A_SEAT = 7 * 24 * 3600
SECONDS_OF_A_YEAR = 365 * 24 * 3600


class WebTables:
    """The answers of one server."""

    def __init__(self, settings: Settings, workers: Workers | None = None) -> None:
        self.settings = settings
        self.hall = Hall(settings, workers)
        self.rates = Rates(settings.shares)
        self.evening = EveningRoutes(settings, self.hall, self.rates, self._base)
        self.pads = PadRoutes(settings, self.rates, self._base)

    # ------------------------------------------------------------------ pages

    async def start(self, request: Request) -> Response:
        fields = dict(request.query_params)  # a form that asks for the seats of its game
        return HTMLResponse(pages.start(self.hall, fields))

    async def begin(self, request: Request) -> Response:
        expect_own_page(request)
        self.rates.post(address(request))
        fields = await form_of(request, self.settings.shares.body)
        rules = self.settings.games.get(fields.get("game", ""))
        asked = start_form.asked_for(fields, rules)
        if isinstance(asked, str):
            page = pages.start(self.hall, fields, asked)
            return HTMLResponse(page, 422)
        client = address(request)
        self.rates.room(client, self.hall.count_from(client))
        room, secret = self.hall.begin(**asked, opened_from=client)
        return redirect(f"/t/{room.name}/host/{secret}")

    async def host(self, request: Request) -> Response:
        """The link of whoever has made the table; it seats the browser that opens it first."""
        room, seat = self._invited(request)
        if seat.is_taken:
            return redirect(f"/t/{room.name}/sit/{request.path_params['secret']}")
        return await self._seated(request, room, seat)

    async def invitation(self, request: Request) -> Response:
        """A link was opened, perhaps for a preview: nobody takes the seat by that."""
        room, seat = self._invited(request)
        own = room.seat_of(_cookie(request, room))
        if own == seat:
            return redirect(f"/t/{room.name}/")
        warning = (
            ""
            if own is None
            else READER.get().text(
                "This browser already plays in seat {letter} of this table, and would give up "
                "that seat. To try a friend's link, open it in another browser or in a private "
                "window.",
                letter=own.letter,
            )
        )
        return HTMLResponse(pages.invitation(room, seat, error=warning))

    async def sit(self, request: Request) -> Response:
        expect_own_page(request)
        self.rates.post(address(request))
        room, seat = self._invited(request)
        if room.seat_of(_cookie(request, room)) == seat:
            return redirect(f"/t/{room.name}/")  # a link that was opened once more
        fields = await form_of(request, self.settings.shares.body)
        name = name_of_person(fields.get("name", ""))
        error = READER.get().text(start_form.NO_NAME) if name is None else ""
        if name is not None:
            try:
                return await self._seated(request, room, seat, name)
            except Rejected as refused:
                if refused.status != 409:
                    raise
                error = refused.message
        page = pages.invitation(room, seat, fields.get("name", ""), error)
        return HTMLResponse(page, 422 if name is None else 409)

    async def join(self, request: Request) -> Response:
        """Somebody without a link takes a free seat, where the host allows it."""
        expect_own_page(request)
        self.rates.post(address(request))
        room = self._room(request)
        fields = await form_of(request, self.settings.shares.body)
        name = name_of_person(fields.get("name", ""))
        if name is None:
            raise Rejected(422, "no_name", start_form.NO_NAME)
        if not room.options.open_to_all or not room.free_seats or room.is_shut:
            raise not_yours(marked("There is no free seat at this table."))
        return await self._seated(request, room, room.free_seats[0], name)

    async def table(self, request: Request) -> Response:
        room = self._room(request)
        cookie = _cookie(request, room)
        seat = room.seat_of(cookie)
        async with room.lock:
            screen = screen_of(request, TABLE_SCREEN)
            await laid_ahead(room, seat, screen)
            lost = had_seat(room, seat, cookie)
            view = view_of(room, seat, screen=screen, base=self._base(request), had_seat=lost)
        return HTMLResponse(pages.table(room, seat, view, cookie))

    # ------------------------------------------------------------------ down

    async def events(self, request: Request) -> Response:
        room = self._room(request)
        cookie = _cookie(request, room)
        seat = room.seat_of(cookie)
        with contextlib.ExitStack() as counted:
            counted.enter_context(self.rates.stream(address(request)))
            wake = counted.enter_context(open_page(room, seat))
            screen = screen_of(request, TABLE_SCREEN)
            events = events_of(room, seat, cookie, screen, self._base(request), wake)
            return PageStream(events, counted.pop_all())

    async def view(self, request: Request) -> Response:
        room = self._room(request)
        async with room.lock:
            seat = room.seat_of(_cookie(request, room))
            screen, base = screen_of(request, TABLE_SCREEN), self._base(request)
            await laid_ahead(room, seat, screen)
            return JSONResponse(view_of(room, seat, screen=screen, base=base))

    async def record(self, request: Request) -> Response:
        """The record of a finished match; before that what the seat has seen of its round."""
        room = self._room(request)
        async with room.lock:
            if room.match.is_over:
                return Response(
                    "".join(f"{line}\n" for line in room.match.record()),
                    media_type="application/x-ndjson",
                    headers={"Content-Disposition": f'attachment; filename="{room.name}.match"'},
                )
            seat = self._seat(room, request)
            if not room.table.started:
                raise not_yours(marked("The match has not started yet."))
            return Response(
                f"{room.match.round.text_seen_by(seat.letter)}\n", media_type="text/plain"
            )

    # ------------------------------------------------------------------ up

    async def move(self, request: Request) -> Response:
        room, seat, body = await self._sent(request)
        move = body.get("move")
        if not isinstance(move, str):
            raise malformed(marked("A move is a text such as 64l."))
        await room.move(seat, move, body["version"])
        return self._done(request, room)

    async def do(self, request: Request) -> Response:
        room, seat, body = await self._sent(request)
        act, *targets = (body.get(name, "") for name in ("act", "seat", "with"))
        if not isinstance(act, str) or not all(isinstance(target, str) for target in targets):
            raise malformed(marked("An act is a text such as next_round."))
        if act == "rematch" and room.opened_from:  # a finished table counts from now on again
            self.rates.expect_few_rooms(self.hall.count_from(room.opened_from))
        await do(room, seat, act, body["version"], *targets)
        return self._done(request, room)

    async def _sent(self, request: Request) -> tuple[Room, RoomSeat, dict[str, Any]]:
        expect_own_page(request)
        self.rates.post(address(request))
        room = self._room(request)
        cookie = _cookie(request, room)
        body = await sent(request, room.name, cookie, self.settings.shares.body)
        return room, self._seat(room, request), body

    @staticmethod
    def _done(request: Request, room: Room) -> Response:
        if kind_of(request) == JSON:
            return JSONResponse({"version": room.version})
        return redirect(f"/t/{room.name}/")

    # ------------------------------------------------------------------ who asks

    def _room(self, request: Request) -> Room:
        return self.hall.room(request.path_params["room"])

    @staticmethod
    def _seat(room: Room, request: Request) -> RoomSeat:
        seat = room.seat_of(_cookie(request, room))
        if seat is None:
            raise forbidden(marked("This browser has no seat at the table."))
        return seat

    def _invited(self, request: Request) -> tuple[Room, RoomSeat]:
        """The seat of a link. Raises `Rejected`, the same for a wrong room and a wrong secret."""
        room = self.hall.rooms.get(request.path_params["room"])
        seat = room.seat_of_link(request.path_params["secret"]) if room else None
        if room is None or seat is None or room.is_shut:
            self.rates.wrong_secret(address(request))
            raise no_table()
        return room, seat

    def _base(self, request: Request) -> str:
        """What links begin with."""
        return self.settings.link_base or f"{request.base_url}".rstrip("/")

    @staticmethod
    async def _seated(request: Request, room: Room, seat: RoomSeat, name: str = "") -> Response:
        secret = await room.sit(seat, name)
        return redirect_with_secret(
            request, f"/t/{room.name}/", COOKIE, secret, seconds=SECONDS_OF_A_SEAT
        )


def _cookie(request: Request, room: Room) -> str:
    """The secret of a browser at a table: at those of an evening the one that it has all night."""
    return request.cookies.get(PLAYER_COOKIE if room.options.evening else COOKIE, "")


def _seat_of(request: Request, room: Room) -> RoomSeat | None:
    return room.seat_of(_cookie(request, room))


async def _static(request: Request) -> Response:
    file = pages.STATIC.get(request.path_params["name"])
    if file is None:
        raise HTTPException(404)
    fresh = request.query_params.get("v") == file.version
    cache = f"public, max-age={SECONDS_OF_A_YEAR}, immutable" if fresh else "no-cache"
    return Response(file.data, media_type=file.kind, headers={"Cache-Control": cache})


async def _refused(request: Request, error: Exception) -> Response:
    """An error as JSON to a script, as a page to a browser."""
    if isinstance(error, HTTPException):
        error = Rejected(error.status_code, "http", error.detail)
    assert isinstance(error, Rejected)
    accepts = request.headers.get("accept", "")
    api = request.url.path.startswith(rooted("/api/"))
    scripted = api or "x-table" in request.headers or JSON in accepts
    if scripted:
        problem = {"error": {"kind": error.kind, "message": error.message}}
        return JSONResponse(problem, error.status)
    title = READER.get().text("This did not work")
    return HTMLResponse(pages.message(title, error.message), error.status)


def app(settings: Settings, workers: Workers | None = None) -> Starlette:
    """The application. Raises `OSError` if tables can't be kept in the folder.

    workers: who searches, and decides for bots; by default processes of this machine.
    """
    tables = WebTables(settings, workers)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await tables.hall.open()
        tables.evening.open()
        tables.pads.open()
        try:
            yield
        finally:
            await tables.hall.close()

    here = "/t/{room}/"
    application = Starlette(
        routes=[
            Route("/", tables.start),
            Route("/tables", tables.begin, methods=["POST"]),
            Route(here, tables.table),
            Route(here + "host/{secret}", tables.host),
            Route(here + "sit/{secret}", tables.invitation),
            Route(here + "sit/{secret}", tables.sit, methods=["POST"]),
            Route(here + "join", tables.join, methods=["POST"]),
            Route(here + "events", tables.events),
            Route(here + "view", tables.view),
            Route(here + "record", tables.record),
            Route(here + "move", tables.move, methods=["POST"]),
            Route(here + "do", tables.do, methods=["POST"]),
            *tables.evening.routes(),
            *tables.pads.routes(),
            *BoardRoutes(settings, tables.hall, tables.rates).routes(),
            *WritingRoutes(tables.hall, tables.rates, tables._base).routes(),
            *ReviewRoutes(tables.hall, tables.rates, _seat_of).routes(),
            *LanguageMenu(tables.rates).routes(),
            Route("/static/{name}", _static),
        ],
        middleware=[
            Middleware(
                BehindProxies,
                proxies=Proxies(settings.proxies),
                root_path=settings.root_path,
                alone=settings.alone,
            ),
            Middleware(InTheirLanguage, usual=speech(settings.language)),
            Middleware(Headers, headers=settings.headers),
            Middleware(TrustedHostMiddleware, allowed_hosts=[*settings.hosts]),
            Middleware(Compressed),
        ],
        exception_handlers={Rejected: _refused, HTTPException: _refused},
        lifespan=lifespan,
    )
    application.state.tables = tables
    return application
