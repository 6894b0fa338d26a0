"""The analysis board: its page, whose address is the position, and what programs may ask."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import ExitStack, aclosing
from typing import Any
from urllib.parse import urlencode

from sse_starlette import ServerSentEvent
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from dominoes_lang.setup.ruleset import Ruleset, Setup
from dominoes_lang.text.quoting import short
from dominoes_rules import library
from dominoes_rules.errors import PositionError
from dominoes_rules.position.reading import words_of
from dominoes_rules.web import pages
from dominoes_rules.web.event_streams import PageStream
from dominoes_rules.web.guards import Rates, address, expect_no_other_page
from dominoes_rules.web.hall import Hall
from dominoes_rules.web.http.behind_proxies import redirect
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.http.root_path import rooted
from dominoes_rules.web.lobby import start_form
from dominoes_rules.web.lobby.form_numbers import number
from dominoes_rules.web.markup import rendered
from dominoes_rules.web.pad import typed_form
from dominoes_rules.web.refusals import Rejected
from dominoes_rules.web.screens import TEXT_SCREEN, screen_of
from dominoes_rules.web.settings import Settings

LONGEST_POSITION = 2000
LONGEST_CONDITION, MAX_CONDITIONS = 200, 8
SECONDS_TO_LOOK = 50.0
"""For an answer without a search, the start of its process included."""
SECONDS_TO_SOLVE = 180.0
"""A search takes twenty, but the first one on a machine waits for machine code."""
MAX_LOOKS, MAX_SEARCHES = 3, 2
"""Of one address, under way or waiting."""
_QUOTED = re.compile(r"(?<!\w)'([^']+)'")
_SEATS = re.compile(r"/[0-9]+$")
_ACTION = re.compile(r"action (\d+)")
_ACTIONS = re.compile(r"play:(\S*)")
_FIRST_WORD = re.compile(r"[^\s:]+:\S*|\S+")


class BoardRoutes:
    """The analysis board of one server."""

    def __init__(self, settings: Settings, hall: Hall, rates: Rates) -> None:
        self._settings, self._hall, self._rates = settings, hall, rates

    def routes(self) -> list[Route]:
        asked = [Route(f"/api/{kind}", self._answer) for kind in ("table", "worlds", "legal")]
        return [Route("/analyse", self._page), *asked, Route("/api/solve", self._solve)]

    # ------------------------------------------------------------------ questions

    def _question(self, request: Request, kind: str) -> dict[str, Any]:
        """The question of a request. Raises `Rejected`."""
        query, reader = request.query_params, READER.get()
        text, assumed = query.get("position", "").strip(), query.getlist("given")
        if len(text) > LONGEST_POSITION:
            most = reader.text(
                "A position has at most {number:,} characters here.", number=LONGEST_POSITION
            )
            raise Rejected(413, "too_large", most)
        if len(assumed) > MAX_CONDITIONS or any(len(part) > LONGEST_CONDITION for part in assumed):
            most = reader.text(
                "At most {count} conditions of {number} characters can be supposed here.",
                count=MAX_CONDITIONS,
                number=LONGEST_CONDITION,
            )
            raise Rejected(413, "too_large", most)
        if not text:
            raise Rejected(422, "position", reader.text("The position is missing."))
        seed = query.get("seed", "0")
        return {
            "ask": kind,
            "position": text,
            "rules": library.kept_files(self._game(text)),
            "given": assumed,
            "play": query.get("play", "")[:20],
            "why": query.get("why", "")[:20],
            "seed": int(seed) if seed.isascii() and seed.isdigit() and len(seed) < 10 else 0,
        }

    def _asked_of(self, text: str, kind: str) -> dict[str, Any]:
        """A question about a position that a form has made. Raises `Rejected`."""
        rules = library.kept_files(self._game(text))
        language = READER.get().code
        return {
            "ask": kind, "language": language,
            "position": text, "rules": rules, "given": [], "seed": 0,
        }  # fmt: skip

    def _game(self, text: str) -> Ruleset:
        """The game of this server with whose name a position begins. Raises `Rejected`."""
        games, name = self._settings.games, _SEATS.sub("", words_of(text)[0])
        if name in games:
            return games[name]
        for own in start_form.own_games(self._settings):
            if games[own].source.name == name:
                return games[own]
        unknown = READER.get().text(
            "{name} is no game of this server; write for instance block", name=f"{short(name)!r}"
        )
        raise Rejected(422, "position", unknown)

    async def _look(self, request: Request, question: Mapping[str, Any]) -> dict[str, Any]:
        askers = {f"looks of {address(request)}": MAX_LOOKS}
        return await self._hall.looks.answer(question, SECONDS_TO_LOOK, askers)

    # ------------------------------------------------------------------ for programs

    async def _answer(self, request: Request) -> Response:
        expect_no_other_page(request)
        kind = request.url.path.rpartition("/")[2]
        return JSONResponse(await self._look(request, self._question(request, kind)))

    async def _solve(self, request: Request) -> Response:
        """The stream of a search; a position that is wrong is refused before it begins."""
        expect_no_other_page(request)
        question, client = self._question(request, "solve"), address(request)
        question["language"] = READER.get().code  # of what people see; the report is in English
        askers = {f"searches of {client}": MAX_SEARCHES}
        with ExitStack() as counted:
            counted.enter_context(self._rates.stream(client))
            self._hall.searches.expect_room(askers)
            await self._look(request, {**question, "ask": "legal"})
            return PageStream(self._flowing(question, askers), counted.pop_all())

    async def _flowing(
        self, question: Mapping[str, Any], askers: Mapping[str, int]
    ) -> AsyncIterator[ServerSentEvent]:
        searches = self._hall.searches
        try:
            async with aclosing(searches.ask(question, SECONDS_TO_SOLVE, askers)) as messages:
                async for kind, data in messages:
                    if kind == "progress":
                        yield _event("progress", data)
                    elif kind == "refused":
                        yield _event("trouble", data)
                    else:
                        yield _event("report", data["report"])
                        html = rendered("solved.html", found=data, link=_linker(question))
                        yield _event("done", {"html": html})
        except Rejected as refused:
            yield _event("trouble", {"kind": refused.kind, "message": refused.message})

    # ------------------------------------------------------------------ for people

    async def _page(self, request: Request) -> Response:
        query = request.query_params
        if "tile" in query or "seat" in query:
            return await self._set_up(request)
        if not query.get("position", "").strip():
            return HTMLResponse(self._shown(request))
        try:
            question = self._question(request, "page")
            question["screen"] = screen_of(request, TEXT_SCREEN)
            question["language"] = READER.get().code
            shown = await self._look(request, question)
        except Rejected as refused:
            return HTMLResponse(self._shown(request, error=refused.message), refused.status)
        if question["play"]:
            after = urlencode({"position": shown["table"]["position"]})
            return redirect(f"/analyse?{after}")
        return HTMLResponse(self._shown(request, question=question, shown=shown))

    def _shown(
        self,
        request: Request,
        *,
        error: str = "",
        question: Mapping[str, Any] | None = None,
        shown: Mapping[str, Any] | None = None,
        turns: Sequence[Mapping[str, Any]] | None = None,
    ) -> str:
        query = request.query_params
        text = query.get("position", "").strip()[: 2 * LONGEST_POSITION]
        game, setup = query.get("game", ""), self._setup(query.get("game", ""), query.get("seats"))
        highest = setup.tiles.highest if setup else shown["table"]["highest"] if shown else 0
        return pages.page(
            "analyse.html",
            READER.get().text("Analysis"),
            "analyse",
            figures=highest > pages.FIGURES_ABOVE,
            text=text,
            error=error,
            around=around(text, error) if error else None,
            found=shown,
            given=question["given"] if question else query.getlist("given")[:MAX_CONDITIONS],
            link=_linker(question or {}),
            solving="solve" in query or bool(query.get("why")),
            asked=urlencode(
                [
                    (name, value)
                    for name, value in query.multi_items()
                    if name in {"position", "given", "why"}
                ]
            ),
            seed=question["seed"] if question else 0,
            families=start_form.families(self._settings),
            game=game or (self._game(text).name if question else ""),
            setup=setup,
            form=query,
            players=typed_form.form_seats(query, setup) if setup else [],
            facts=typed_form.FACTS,
            chosen_tiles=query.getlist("tile"),
            turns=turns,
        )

    def _setup(self, game: str, seats: str | None) -> Setup | None:
        """The game that is to be set up by clicks; None where there is no such game."""
        ruleset = self._settings.games.get(game)
        if ruleset is None:
            return None
        count = number(seats or "")
        return ruleset.setup(count if count in ruleset.players else None)

    async def _set_up(self, request: Request) -> Response:
        """From the tiles and the line of a form to a position, or to all of one's own turns."""
        query = request.query_params
        setup = self._setup(query.get("game", ""), query.get("seats"))
        if setup is None or query.get("seat", "") not in setup.seat_names:
            raise Rejected(422, "position", READER.get().text("There is no such game or seat."))
        try:
            typed = typed_form.typed_round(query, setup)
            if not typed.line:
                return redirect(f"/analyse?{urlencode({'position': typed.deal()})}")
            if query.get("order") == typed_form.LYING:
                text = typed_form.lying_position(query, typed)
                await self._look(request, self._asked_of(text, "legal"))
                after = urlencode({"position": text, "solve": 1})
                return redirect(f"/analyse?{after}#values")
            question = self._asked_of(typed.deal(), "own_turns")
            own = [f"{tile}" for tile in typed.tiles]
            question |= {"seat": typed.seat, "own": own, "line": typed.line}
            answer = await self._look(request, question)
        except PositionError as error:
            return HTMLResponse(self._shown(request, error=f"{error}"), 422)
        except Rejected as refused:
            return HTMLResponse(self._shown(request, error=refused.message), refused.status)
        return HTMLResponse(self._shown(request, turns=answer["turns"]))


def _linker(question: Mapping[str, Any]) -> Any:
    """Makes addresses of this page: those of this position with something more, or of another."""

    def link(position: str = "", *, given: list[str] | None = None, **more: object) -> str:
        kept = question.get("given", []) if given is None and not position else given or []
        parts = [("position", position or question.get("position", ""))]
        return rooted("/analyse?") + urlencode(
            [*parts, *(("given", condition) for condition in kept), *more.items()]
        )

    return link


def _event(kind: str, data: Mapping[str, object]) -> ServerSentEvent:
    return ServerSentEvent(json.dumps(data, ensure_ascii=False), event=kind)


def around(text: str, message: str) -> tuple[str, str, str] | None:
    """What stands before a mistake, the mistake, and what comes after; None if it is not found."""
    wanted = []
    if action := _ACTION.search(message):
        played = _ACTIONS.search(text)
        actions = played[1].split(",") if played else []
        number = int(action[1])
        if played and 0 < number <= len(actions):
            start = played.start(1) + sum(len(one) + 1 for one in actions[: number - 1])
            end = start + len(actions[number - 1])
            return text[:start], text[start:end], text[end:]
    wanted += [one.removesuffix("…") for one in _QUOTED.findall(message)]
    wanted += [one.rstrip(":") for one in _FIRST_WORD.findall(message)[:1]]
    for one in wanted:
        start = text.rfind(one)
        if one and start >= 0:
            return text[:start], one, text[start + len(one) :]
    return None
