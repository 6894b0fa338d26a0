"""What the routes of an evening answer where its matches are played with real tiles."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from starlette.responses import HTMLResponse, Response

from dominoes_rules.club.spreadsheets import club_standings_csv, entries_csv, results_csv
from dominoes_rules.speech.speech import marked
from dominoes_rules.web.evening.desk_forms import entrants_of, result_of
from dominoes_rules.web.evening.desk_pages import DeskRequest, desk_page, table_page
from dominoes_rules.web.evening.desk_prints import PRINTS, SHEETS, printed
from dominoes_rules.web.evening.director_desk import DIRECTOR, TABLE, DirectorDesk
from dominoes_rules.web.http.behind_proxies import redirect
from dominoes_rules.web.lobby.form_numbers import number
from dominoes_rules.web.refusals import Rejected, forbidden, malformed, no_table, readable

FILES = {"standings": club_standings_csv, "matches": results_csv, "entries": entries_csv}
FOR_THE_DIRECTOR = frozenset({"matches", "entries"})


def asked_by(query: Mapping[str, str]) -> DeskRequest:
    """What the address of a page asks for."""
    return DeskRequest(number(query.get("table", "")) or 0, number(query.get("saved", "")) or 0)


def file_of(desk: DirectorDesk, name: str, host: str) -> Response:
    """A file for a spreadsheet. Raises `Rejected`."""
    if name not in FILES:
        raise no_table()
    if name in FOR_THE_DIRECTOR and not desk.is_host(host):
        raise forbidden(marked("Only the director's browser may read who typed what."))
    return Response(
        FILES[name](desk.tournament),
        media_type="text/csv",
        headers={"Content-Disposition": f'attachment; filename="{name}.csv"'},
    )


def print_of(desk: DirectorDesk, what: str, host: str, base: str) -> Response:
    """A page to print. Raises `Rejected`."""
    if what not in {SHEETS, *PRINTS}:
        raise no_table()
    if not desk.is_host(host):
        raise forbidden(marked("Only the director's browser may print this."))
    return HTMLResponse(printed(desk, what, base))


async def do(desk: DirectorDesk, host: str, fields: Mapping[str, str]) -> Response:
    """Something that only the director may do. Raises `Rejected`."""
    act = fields.get("act", "")
    at = ""
    try:
        if act in _ACTS:
            await _ACTS[act](desk)
        elif act == "result":
            at = await _type_result(desk, fields)
        elif act in _ACTS_WITH_FIELDS:
            await _ACTS_WITH_FIELDS[act](desk, fields)
        else:
            raise malformed(marked("There is no act {act}."), act=repr(act[:20]))
    except Rejected as refused:
        if refused.status not in {409, 422}:
            raise
        table = number(fields.get("table", "")) or 0
        asked = DeskRequest(table, error=refused.message, fields=fields)
        return HTMLResponse(desk_page(desk, host, asked), refused.status)
    return redirect(f"/evening{at}")


async def _type_result(desk: DirectorDesk, fields: Mapping[str, str]) -> str:
    """Note a result; returns what the address shows next: the table after it."""
    table = number(fields.get("table", "")) or 0
    tournament = desk.tournament
    result = readable(result_of(fields, tournament.rules, tournament.settings, DIRECTOR))
    await desk.type_result(desk.round_number, table, result)
    return f"?saved={table}&table={desk.next_table(table) or table}"


async def _penalize(desk: DirectorDesk, fields: Mapping[str, str]) -> None:
    points = number(fields.get("points", ""))
    if points is None:
        raise Rejected(422, "no_number", marked("A penalty is a number of points."))
    await desk.take_off(_entrant(desk, fields), points, fields.get("reason", "").strip())


async def _enter(desk: DirectorDesk, fields: Mapping[str, str]) -> None:
    tournament = desk.tournament
    known = tournament.entrants
    entrants = entrants_of(fields.get("names", ""), tournament.settings, known)
    await desk.enter(readable(entrants))


async def _leave_or_return(desk: DirectorDesk, fields: Mapping[str, str]) -> None:
    await desk.leave_or_return(_entrant(desk, fields))


def _entrant(desk: DirectorDesk, fields: Mapping[str, str]) -> int:
    text = fields.get("player", "")
    if text in map(str, range(len(desk.tournament.entrants))):
        return int(text)
    raise malformed(marked("There is no such player."))


_ACTS: dict[str, Callable[[DirectorDesk], Coroutine[Any, Any, None]]] = {
    "draw": DirectorDesk.draw,
    "end_round": DirectorDesk.close_round,
    "reopen_round": DirectorDesk.reopen_round,
    "start_clock": DirectorDesk.start_clock,
    "stop_clock": DirectorDesk.stop_clock,
    "close": DirectorDesk.close,
}
_ACTS_WITH_FIELDS: dict[
    str, Callable[[DirectorDesk, Mapping[str, str]], Coroutine[Any, Any, None]]
] = {"penalty": _penalize, "add": _enter, "leave_or_return": _leave_or_return}


# ---------------------------------------------------------------------- a table


def table_shown(
    desk: DirectorDesk, round_number: int, table: int, query: Mapping[str, str]
) -> Response:
    """The page behind the link of a table; `scores=200,145` in its address fills in the boxes."""
    scores = query.get("scores", "").split(",")
    fields = {f"score{side}": score[:6] for side, score in enumerate(scores)}
    return HTMLResponse(table_page(desk, round_number, table, fields))


async def table_sent(
    desk: DirectorDesk, round_number: int, table: int, fields: Mapping[str, str], here: str
) -> Response:
    """A side has sent a result, or agrees to one. Raises `Rejected`."""
    try:
        side = number(fields.get("side", ""))
        if side is None or side >= desk.tournament.rules.sides:
            raise malformed(marked("There is no such side."))
        tournament = desk.tournament
        result = readable(result_of(fields, tournament.rules, tournament.settings, TABLE))
        if result.absent:
            raise malformed(marked("Only the director notes a walk-over."))
        await desk.claim(round_number, table, side, result.scores, result.ended)
    except Rejected as refused:
        if refused.status not in {409, 422}:
            raise
        page = table_page(desk, round_number, table, fields, refused.message)
        return HTMLResponse(page, refused.status)
    return redirect(here)
