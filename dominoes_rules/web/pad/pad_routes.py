"""The routes of score pads: a new one, its sheet and stream, and what its writer does."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import ExitStack

from sse_starlette import ServerSentEvent
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from dominoes_lang.text.root_exception import ArgumentError, DominoesError
from dominoes_rules.pad.pad_file import pad_text
from dominoes_rules.pad.pad_match import PadMatch, changed_rounds
from dominoes_rules.speech.sayings import said
from dominoes_rules.speech.speech import marked
from dominoes_rules.web.event_streams import RECONNECT_MILLISECONDS, PageStream
from dominoes_rules.web.guards import Rates, address, expect_own_page, form_of, form_token
from dominoes_rules.web.http.behind_proxies import redirect, redirect_with_secret
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.pad import pad_acts, pad_pages
from dominoes_rules.web.pad.kept_pads import LARGEST_PAD, KeptPad, Pads
from dominoes_rules.web.pad.offered_pads import offered_pad
from dominoes_rules.web.refusals import Rejected, forbidden, malformed
from dominoes_rules.web.settings import Settings

WRITER_COOKIE = "pad"
SECONDS_OF_A_PAD = 7 * 24 * 3600
LARGEST_FORM = 8_192
"""Bytes of the answers of one round."""
FRAGMENT = "x-pad"
"""The header of a script that wants the parts of a page, not the page."""


class PadRoutes:
    """The score pads of one server."""

    def __init__(self, settings: Settings, rates: Rates, base: Callable[[Request], str]) -> None:
        """`base`: what links of a request begin with."""
        self._settings, self._rates, self._base = settings, rates, base
        self.pads = Pads(settings)

    def open(self) -> None:
        """Go on with the pads in the folder of tables."""
        self.pads.open()

    def routes(self) -> list[Route]:
        here = "/pad/{pad}/"
        return [
            Route("/pad", self._new),
            Route("/pad", self._begin, methods=["POST"]),
            Route("/pad/open", self._upload, methods=["POST"]),
            Route("/pad/print", self._printed),
            Route(here, self._page),
            Route(here + "do", self._do, methods=["POST"]),
            Route(here + "events", self._events),
            Route(here + "file", self._file),
            Route(here + "round/{number:int}", self._analysis),
        ]

    # ------------------------------------------------------------------ a new pad

    async def _new(self, request: Request) -> Response:
        return HTMLResponse(pad_pages.new_pad(self._settings, dict(request.query_params)))

    async def _begin(self, request: Request) -> Response:
        expect_own_page(request)
        self._rates.post(address(request))
        fields = await form_of(request, LARGEST_FORM)
        match = pad_pages.match_of(fields, self._settings)
        if isinstance(match, str):
            return HTMLResponse(pad_pages.new_pad(self._settings, fields, match), 422)
        return self._opened(request, fields["game"], match)

    async def _upload(self, request: Request) -> Response:
        """A pad that was downloaded goes on as a new one, which this browser writes."""
        expect_own_page(request)
        self._rates.post(address(request))
        fields = await form_of(request, 3 * LARGEST_PAD)  # each sign may be written in three
        try:
            game, match = offered_pad(fields.get("file", ""), self._settings.games)
        except (ArgumentError, DominoesError) as error:
            wrong = said(error, READER.get())
            return HTMLResponse(pad_pages.new_pad(self._settings, {}, wrong, opening=True), 422)
        return self._opened(request, game, match)

    def _opened(self, request: Request, game: str, match: PadMatch) -> Response:
        client = address(request)
        self._rates.room(client, self.pads.count_from(client))
        pad, secret = self.pads.begin(game, match, client)
        path = f"/pad/{pad.name}/"
        return redirect_with_secret(request, path, WRITER_COOKIE, secret, seconds=SECONDS_OF_A_PAD)

    # ------------------------------------------------------------------ everybody

    async def _page(self, request: Request) -> Response:
        pad = self._pad(request)
        number = pad_acts.round_number(request.query_params.get("round", ""), pad.match)
        cookie = self._cookie(pad, request)
        return HTMLResponse(pad_pages.pad_page(pad, number, cookie, self._base(request)))

    async def _events(self, request: Request) -> Response:
        pad = self._pad(request)
        with ExitStack() as counted:
            counted.enter_context(self._rates.stream(address(request)))
            views = self._views(
                pad, request.query_params.get("round", ""), self._cookie(pad, request)
            )
            return PageStream(views, counted.pop_all())

    async def _views(self, pad: KeptPad, asked: str, cookie: str) -> AsyncIterator[ServerSentEvent]:
        """The sheet as everybody sees it, whenever it has changed."""
        wake = asyncio.Event()
        pad.streams.add(wake)
        try:
            shown: Mapping[str, str] | None = None
            while True:
                wake.clear()
                number = pad_acts.round_number(asked, pad.match)
                view = pad_pages.fragments(pad, number, "")
                if cookie:  # whoever writes has newer answers in the form
                    view = {"sheet": view["sheet"]}
                if view != shown:
                    data = json.dumps(view, ensure_ascii=False, separators=(",", ":"))
                    yield ServerSentEvent(data, event="view", retry=RECONNECT_MILLISECONDS)
                    shown = view
                await wake.wait()
        finally:
            pad.streams.discard(wake)

    async def _file(self, request: Request) -> Response:
        pad = self._pad(request)
        return Response(
            pad_text(pad.match),
            media_type="application/json",
            headers={"Content-Disposition": f'attachment; filename="{pad.name}.pad.json"'},
        )

    async def _printed(self, request: Request) -> Response:
        query = request.query_params
        setup = pad_pages.setup_of(query.get("game", ""), query.get("seats", ""), self._settings)
        if setup is None:
            no_game = marked("There is no such game for so many players.")
            raise Rejected(422, "no_such_game", no_game)
        return HTMLResponse(pad_pages.printed(setup, query.getlist("name")))

    async def _analysis(self, request: Request) -> Response:
        """Where the round is entered move by move: game, opener and score are filled in."""
        pad = self._pad(request)
        number = pad_acts.round_number(f"{request.path_params['number']}", pad.match)
        return redirect(f"/analyse?{pad_acts.analysis_query(pad.game, pad.match, number)}#setup")

    # ------------------------------------------------------------------ whoever writes

    async def _do(self, request: Request) -> Response:
        expect_own_page(request)
        self._rates.post(address(request))
        pad = self._pad(request)
        cookie = self._cookie(pad, request)
        if not cookie:
            raise forbidden(marked("Only the browser that opened this pad may write on it."))
        fields = await form_of(request, LARGEST_FORM)
        if fields.get("token") != form_token(cookie):
            raise malformed(marked("This form is not one of this pad."))
        number = pad_acts.round_number(fields.get("round", ""), pad.match)
        act = fields.get("act", "")
        if act not in pad_acts.ACTS:
            raise malformed(marked("There is no act {act}."), act=repr(act[:20]))
        before, error, status = pad.match, "", 200
        try:
            self.pads.keep(pad, pad_acts.ACTS[act](pad.match, number, fields))
        except (ArgumentError, DominoesError) as wrong:
            error, status = said(wrong, READER.get()), 422
        number = pad_acts.round_number(f"{number}", pad.match)
        if FRAGMENT in request.headers:
            if error:  # what was typed stays in its box
                raise Rejected(422, "no_answer", pad_pages.sentence_of(error))
            return JSONResponse(pad_pages.fragments(pad, number, cookie, before=before))
        if error or changed_rounds(before, pad.match).keys() - {number}:
            page = pad_pages.pad_page(pad, number, cookie, self._base(request), error, before)
            return HTMLResponse(page, status)
        return redirect(f"/pad/{pad.name}/?round={number}#round")

    # ------------------------------------------------------------------ who asks

    def _pad(self, request: Request) -> KeptPad:
        try:
            return self.pads.pad(request.path_params["pad"])
        except Rejected:
            self._rates.wrong_secret(address(request))
            raise

    @staticmethod
    def _cookie(pad: KeptPad, request: Request) -> str:
        """The secret of the writer's browser; empty in any other."""
        cookie = request.cookies.get(WRITER_COOKIE, "")
        return cookie if pad.is_writer(cookie) else ""
