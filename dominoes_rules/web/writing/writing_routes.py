"""The routes of a game that is written in the browser: its page, what that asks, its tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from dominoes_lang.text.json_text import NotJson, read_json
from dominoes_lang.text.rules_text import LARGEST_FILE
from dominoes_rules import library
from dominoes_rules.speech.speech import marked
from dominoes_rules.web.guards import (
    JSON,
    Rates,
    address,
    body_of,
    expect_no_other_page,
    expect_own_page,
    form_of,
    kind_of,
)
from dominoes_rules.web.hall import Hall
from dominoes_rules.web.http.behind_proxies import redirect
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.lobby import start_form
from dominoes_rules.web.lobby.form_numbers import number
from dominoes_rules.web.markup import rendered
from dominoes_rules.web.refusals import Rejected, malformed
from dominoes_rules.web.screens import SCREENS, TEXT_SCREEN
from dominoes_rules.web.writing import writing_page
from dominoes_rules.web.writing.first_texts import first_text

LARGEST_BODY = 3 * LARGEST_FILE + 4096
"""Bytes of a text in a form, in which a sign may be written in three, and the fields beside it."""
LARGEST_OF_A_TABLE = 12 * 1024
"""Characters of rules that the server keeps; the largest bundled game has about 8,000."""
SECONDS_TO_LOOK = 50.0
"""For an answer, the start of its process included."""
MAX_LOOKS = 4
"""Of one address, under way or waiting: those who write behind one router share them."""
LARGEST_NUMBER = 2**31 - 1
TOO_SLOW = marked(
    "This takes too long to find out. Shorter rules, a smaller set of tiles or fewer players are "
    "answered sooner."
)
MISTAKES = marked("These rules have mistakes, so there is no table yet. Mend them first.")


class WritingRoutes:
    """The games that are written on one server; it keeps none of them but those of tables."""

    def __init__(self, hall: Hall, rates: Rates, base: Callable[[Request], str]) -> None:
        """`base`: what links of a request begin with."""
        self._hall, self._rates, self._base = hall, rates, base

    def routes(self) -> list[Route]:
        return [
            Route("/write", self._page),
            Route("/write", self._sent, methods=["POST"]),
            Route("/write/first", self._first),
            Route("/write/check", self._check, methods=["POST"]),
            Route("/write/mend", self._mend, methods=["POST"]),
            Route("/write/offers", self._offers, methods=["POST"]),
            Route("/write/word", self._word, methods=["POST"]),
            Route("/write/round", self._round, methods=["POST"]),
            Route("/write/figures", self._figures, methods=["POST"]),
        ]

    # ------------------------------------------------------------------ the page

    async def _page(self, request: Request) -> Response:
        query, text = request.query_params, ""
        if "kind" in query:
            text = await self._begun(query["kind"], query.get("game", ""))
        # In a thread, since the first text to begin with takes a while to write.
        shown = await asyncio.to_thread(writing_page.page, self._hall, self._base(request), text)
        return HTMLResponse(shown)

    async def _first(self, request: Request) -> Response:
        """A text to begin with, as a file of text."""
        expect_no_other_page(request)
        query = request.query_params
        text = await self._begun(query.get("kind", ""), query.get("game", ""))
        return Response(text, media_type="text/plain; charset=utf-8")

    @staticmethod
    async def _begun(kind: str, game: str) -> str:
        """A text to begin with. Raises `Rejected`."""
        return await asyncio.to_thread(first_text, kind, game)

    async def _sent(self, request: Request) -> Response:
        """The form of the page: opens a table, or only checks where there is no script."""
        expect_own_page(request)
        self._rates.post(address(request))
        fields = await form_of(request, LARGEST_BODY)
        text, shown = _plain(fields.pop("rules", "")), None
        error, status = "", 422
        question = {"text": text, **_seats(fields)}
        try:
            shown = await self._look(request, {**question, "ask": "written"})
            if "check" not in fields:
                answer = await self._table(request, question, fields, shown)
                if not isinstance(answer, str):
                    return answer
                error = answer
        except Rejected as refused:
            error, status = refused.message, refused.status
        base = self._base(request)
        page = writing_page.page(self._hall, base, text, fields, shown, error)
        return HTMLResponse(page, status if error else 200)

    async def _table(
        self,
        request: Request,
        question: Mapping[str, Any],
        fields: Mapping[str, str],
        shown: Mapping[str, Any],
    ) -> Response | str:
        """A table by the rules of a question; what is wrong, as text. Raises `Rejected`."""
        text, reader = question["text"], READER.get()
        if shown["rules"] is None:
            return reader.text(MISTAKES)
        if len(text) > LARGEST_OF_A_TABLE:
            most = LARGEST_OF_A_TABLE
            return reader.text("Rules for a table have at most {most:,} characters.", most=most)
        # Only what another process has read, dealt and played within its limits is used here.
        await self._look(request, {**question, "ask": "random_round", "seed": 0, "steps": 0})
        ruleset = await asyncio.to_thread(library.Library().loads, text)
        asked = start_form.asked_for(fields, ruleset)
        if isinstance(asked, str):
            return asked
        await asyncio.to_thread(library.compiled, ruleset, asked["seats"])
        client = address(request)
        self._rates.room(client, self._hall.count_from(client))
        room, secret = self._hall.begin(**asked, opened_from=client)
        return redirect(f"/t/{room.name}/host/{secret}")

    # ------------------------------------------------------------------ what the page asks

    async def _check(self, request: Request) -> Response:
        body = await self._body(request)
        shown = await self._look(request, {"ask": "written", **_text(body), **_seats(body)})
        return JSONResponse(
            {
                "findings": shown["findings"],
                "is_fine": shown["rules"] is not None,
                "state": writing_page.state_of(shown),
                "parts": writing_page.parts(shown),
            }
        )

    async def _mend(self, request: Request) -> Response:
        body = await self._body(request)
        return JSONResponse(await self._look(request, {"ask": "mended", **_text(body)}))

    async def _offers(self, request: Request) -> Response:
        body = await self._body(request)
        question = {"ask": "offered", **_text(body), "at": _number(body, "at")}
        return JSONResponse(await self._look(request, question))

    async def _word(self, request: Request) -> Response:
        body = await self._body(request)
        question = {"ask": "explained", **_text(body), "at": _number(body, "at")}
        paragraphs = (await self._look(request, question))["paragraphs"]
        return JSONResponse({"html": rendered("written_word.html", paragraphs=paragraphs)})

    async def _round(self, request: Request) -> Response:
        body = await self._body(request)
        screen = body.get("screen")
        question = {
            "ask": "random_round",
            **_text(body),
            **_seats(body),
            "seed": _number(body, "seed"),
            "steps": _number(body, "steps"),
            "screen": screen if isinstance(screen, str) and screen in SCREENS else TEXT_SCREEN,
        }
        shown = await self._look(request, question)
        html = rendered("written_round.html", shown=shown, table=shown["table"])
        return JSONResponse({"html": html, "step": shown["step"], "steps": shown["steps"]})

    async def _figures(self, request: Request) -> Response:
        body = await self._body(request)
        question = {"ask": "frequencies", **_text(body), **_seats(body)}
        shown = await self._look(request, {**question, "seed": _number(body, "seed")})
        return JSONResponse({"html": rendered("written_figures.html", shown=shown)})

    async def _body(self, request: Request) -> dict[str, Any]:
        """What a script has sent, unless it asks too much. Raises `Rejected`."""
        expect_own_page(request)
        self._rates.question(address(request))
        self._hall.looks.expect_room(_askers(request))
        if kind_of(request) != JSON:
            raise malformed(marked("A request needs the type {kind}."), kind=JSON)
        try:
            body = read_json(await body_of(request, LARGEST_BODY))
        except NotJson:
            raise malformed(marked("This is not JSON.")) from None
        if not isinstance(body, dict):
            raise malformed(marked("A request is an object."))
        return body

    async def _look(self, request: Request, question: Mapping[str, Any]) -> dict[str, Any]:
        """The answer of another process, which ends by force. Raises `Rejected`."""
        try:
            asked = {**question, "language": READER.get().code}
            return await self._hall.looks.answer(asked, SECONDS_TO_LOOK, _askers(request))
        except Rejected as refused:
            if refused.kind == "too_slow":
                raise Rejected(refused.status, refused.kind, TOO_SLOW) from None
            raise


def _askers(request: Request) -> dict[str, int]:
    return {f"texts of {address(request)}": MAX_LOOKS}


def _text(body: Mapping[str, Any]) -> dict[str, str]:
    """The text of a request. Raises `Rejected`."""
    text = body.get("text")
    if not isinstance(text, str):
        raise malformed(marked("A request needs the text of the rules."))
    return {"text": _plain(text)}


def _plain(text: str) -> str:
    """A text without halves of signs, which nothing can write."""
    return text.encode("utf-8", "replace").decode()


def _seats(fields: Mapping[str, Any]) -> dict[str, object]:
    """The seats that a form asks for, as a number and as its fields."""
    chosen = {f"{name}": f"{value}" for name, value in fields.items() if f"{name}"[:4] == "seat"}
    return {"seats": number(chosen.get("seats", "")), "fields": chosen}


def _number(body: Mapping[str, Any], name: str) -> int:
    """A number of a request. Raises `Rejected`."""
    number = body.get(name)
    if type(number) is not int or not 0 <= number <= LARGEST_NUMBER:
        raise malformed(marked("{name} is a whole number from 0."), name=name)
    return number
