"""The pages of reviews: who may read which, and the stream of their decisions."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import ExitStack, aclosing
from typing import Any, NamedTuple

from sse_starlette import ServerSentEvent
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from dominoes_rules.web import pages
from dominoes_rules.web.analysis.review_rights import readable
from dominoes_rules.web.analysis.round_course import course_picture
from dominoes_rules.web.event_streams import PageStream
from dominoes_rules.web.guards import Rates, address, expect_no_other_page
from dominoes_rules.web.hall import Hall
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.lobby.start_form import is_offered
from dominoes_rules.web.markup import rendered
from dominoes_rules.web.refusals import Rejected, forbidden, no_table
from dominoes_rules.web.rooms import Room
from dominoes_rules.web.screens import TEXT_SCREEN, screen_of
from dominoes_rules.web.table_seats import RoomSeat

SECONDS_OF_A_DECISION = 180.0
"""It takes two or three, but the first one on a machine waits for machine code."""
MAX_OF_A_ROOM = 2
SeatOf = Callable[[Request, Room], RoomSeat | None]
MAX_KEPT = 64
"""Reviews whose decisions are kept, so that nobody searches them again."""


class ReviewName(NamedTuple):
    """What is reviewed: a seat of a match of so many rounds, or one of its rounds."""

    room: str
    seat: str
    rounds: int
    number: int
    seed: int
    """That of the match: a table may have one after the other."""
    screen: str
    """The kind of screen that its boards are laid for."""
    language: str
    """The code of that in which it is read."""


class ReviewRoutes:
    """The reviews of the tables of one server."""

    def __init__(self, hall: Hall, rates: Rates, seat_of: SeatOf) -> None:
        """`seat_of`: the seat of the browser that sent a request."""
        self._hall, self._rates, self._seat_of = hall, rates, seat_of
        self._kept: OrderedDict[ReviewName, dict[int, dict[str, Any]]] = OrderedDict()
        """The decisions that were found, by their numbers; the reviews used last are the last."""

    def routes(self) -> list[Route]:
        here = "/t/{room}/review/{seat}"
        return [Route(here, self._page), Route(here + "/events", self._events)]

    def _asked(self, request: Request) -> tuple[Room, list[str], ReviewName]:
        """What a request asks for. Raises `Rejected`."""
        room, reader = self._hall.room(request.path_params["room"]), READER.get()
        letter = request.path_params["seat"]
        seats = readable(room, self._seat_of(request, room))
        if letter not in room.seats:
            raise no_table()
        if letter not in seats:
            raise forbidden(reader.text("This review can't be read, or not yet."))
        rounds = sum(game.is_over for game in room.match.rounds)
        text = request.query_params.get("round", "0")
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else -1
        if not 0 <= number <= rounds:
            none = reader.text("There is no such round, or it is not over.")
            raise Rejected(404, "not_found", none)
        screen, seed = screen_of(request, TEXT_SCREEN), room.match.seed
        name = ReviewName(room.name, letter, rounds, number, seed, screen, reader.code)
        return room, seats, name

    async def _page(self, request: Request) -> Response:
        room, seats, name = self._asked(request)
        reader, names = READER.get(), room.chronicle.names
        return HTMLResponse(
            pages.page(
                "review.html",
                reader.text("Review of {name}", name=names[name.seat]),
                "review",
                figures=room.match.setup.tiles.highest > pages.FIGURES_ABOVE,
                names=names,
                seats=seats,
                name=name,
                game=reader.language.title(room.match.setup.ruleset.title),
            )
        )

    async def _events(self, request: Request) -> Response:
        expect_no_other_page(request)
        room, _, name = self._asked(request)
        with ExitStack() as counted:
            counted.enter_context(self._rates.stream(address(request)))
            self._hall.searches.expect_room(_askers(name))
            return PageStream(self._flowing(room, name), counted.pop_all())

    async def _flowing(self, room: Room, name: ReviewName) -> AsyncIterator[ServerSentEvent]:
        try:
            async with aclosing(self._found(room, name)) as events:
                async for kind, data in events:
                    yield _event(kind, data)
        except Rejected as refused:
            yield _event("trouble", {"kind": refused.kind, "message": refused.message})

    async def _found(
        self, room: Room, name: ReviewName
    ) -> AsyncGenerator[tuple[str, dict[str, Any]]]:
        """The events of a review. Raises `Rejected`."""
        record = "\n".join(room.match.record()[: name.rounds + 1])
        asked_for = {"seat": name.seat, "round": name.number, "screen": name.screen}
        question = {"record": record, "language": name.language, **asked_for}
        offered = is_offered(self._hall.settings, room.match.setup.ruleset)
        count = (await self._answer("review", question, name))["count"]
        decisions, skipped = self._decisions(name), ""
        for number in range(count):
            progress = {"done": number, "count": count}
            yield "progress", progress
            if number not in decisions:
                asked = {**question, "ask": "decision", "decision": number}
                parts = self._hall.searches.ask(asked, SECONDS_OF_A_DECISION, _askers(name))
                async with aclosing(parts):
                    async for kind, data in parts:
                        if kind == "progress":
                            yield "progress", {**progress, **data}
                        elif kind == "refused":
                            skipped = data["message"]
                        else:
                            decisions[number] = data
            if number in decisions:
                yield "decision", _card(decisions[number], can_analyse=offered)
        known: dict[str, float] = {}
        for turn in decisions.values():
            known[f"{turn['round']}"] = known.get(f"{turn['round']}", 0.0) + turn["known"]
        results = await self._answer("results", {**question, "known": known}, name)
        yield "done", {"html": _results(results, decisions, name, skipped, room.chronicle.names)}

    def _decisions(self, name: ReviewName) -> dict[int, dict[str, Any]]:
        decisions = self._kept.setdefault(name, {})
        self._kept.move_to_end(name)
        while len(self._kept) > MAX_KEPT:
            self._kept.popitem(last=False)
        return decisions

    async def _answer(
        self, kind: str, question: Mapping[str, object], name: ReviewName
    ) -> dict[str, Any]:
        searches, asked = self._hall.searches, {**question, "ask": kind}
        return await searches.answer(asked, SECONDS_OF_A_DECISION, _askers(name))


def _askers(name: ReviewName) -> dict[str, int]:
    return {f"review in {name.room}": MAX_OF_A_ROOM}


def _event(kind: str, data: Mapping[str, object]) -> ServerSentEvent:
    return ServerSentEvent(json.dumps(data, ensure_ascii=False), event=kind)


def _card(turn: Mapping[str, Any], *, can_analyse: bool) -> dict[str, object]:
    """A decision as it is sent: worst first is by `cost`, -1 for no clear loss.

    can_analyse: whether the analysis board has the game.
    """
    html = rendered("decision.html", one=turn, can_analyse=can_analyse)
    return {"html": html, "kind": turn["kind"], "cost": turn["lost"] if turn["kind"] else -1.0}


def _results(
    results: Mapping[str, Any],
    decisions: Mapping[int, Mapping[str, Any]],
    name: ReviewName,
    skipped: str,
    names: Mapping[str, str],
) -> str:
    courses = [
        course_picture(course, name.seat, decisions.values()) for course in results["courses"]
    ]
    return rendered(
        "review_results.html",
        results=results,
        courses=courses,
        skipped=skipped,
        who=names[name.seat],
        clear=sum(turn["kind"] is not None for turn in decisions.values()),
        count=len(decisions),
    )
