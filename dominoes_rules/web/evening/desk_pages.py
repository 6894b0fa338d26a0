"""The pages of a tournament with real tiles: the wall, the desk, a table's own page, and files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from dominoes_rules.club.club_standings import StandingLine, shown_value, standings_of
from dominoes_rules.club.club_tournament import ClubTournament, Correction, DrawnTable
from dominoes_rules.club.tournament_format import CRITERION_NAMES
from dominoes_rules.club.typed_result import TypedResult
from dominoes_rules.speech.speech import marked
from dominoes_rules.web import pages
from dominoes_rules.web.evening.desk_forms import AS_SCORES_SHOW, WALK_OVER, chosen_ending
from dominoes_rules.web.evening.director_desk import DIRECTOR, TABLE, DirectorDesk
from dominoes_rules.web.guards import form_token
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.markup import rendered

MUTUAL = "mutual"
MANY = 16
"""With more entrants than this the wall has smaller letters."""
ENDINGS = {
    "": marked("as the scores show"),
    "target": marked("by its rules"),
    "time": marked("when the time was up"),
    "drawn": marked("drawn"),
}
"""The ways to end a match, as the forms show them."""


_SHORT_ENDINGS = {
    # Translators: beside the score of a match that ended when the time was up
    "time": marked("time"),
    "drawn": marked("drawn"),
}
"""How a match has ended that did not end by its rules."""
_CORRECTIONS = {
    DIRECTOR: marked("Table {table}: {before} became {after}, by the director, {at}."),
    TABLE: marked("Table {table}: {before} became {after}, by the table, {at}."),
}
"""A result that was corrected, by who typed the other one."""


@dataclass(frozen=True)
class DeskRequest:
    """What a request has asked the page for besides what everybody sees."""

    table: int = 0
    """The one whose result is typed; 0 for the next one without."""
    saved: int = 0
    """The one whose result has just been noted; 0 for none."""
    error: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    """Those of a form that could not be done."""


def desk_page(desk: DirectorDesk, host: str, asked: DeskRequest) -> str:
    """The page of the evening. host: the secret in the cookie of the browser; empty if none."""
    tournament = desk.tournament
    return pages.page(
        "club.html",
        tournament.title,
        "evening",
        tournament=tournament,
        view=desk_fragments(desk, host, asked),
        token=form_token(host) if desk.is_host(host) else "",
        error=asked.error,
        fields=asked.fields,
    )


def desk_fragments(
    desk: DirectorDesk, host: str, asked: DeskRequest | None = None
) -> dict[str, str]:
    """The parts of the page that change; those of the director may be missing."""
    parts = {"wall": _wall(desk)}
    if desk.is_host(host):
        token = form_token(host)
        parts["desk"] = _desk(desk, token, asked or DeskRequest())
        parts["results"] = _results(desk)
        parts["guests"] = _entrants(desk, token)
    return parts


def _wall(desk: DirectorDesk) -> str:
    tournament = desk.tournament
    drawn = tournament.rounds[-1] if tournament.rounds else None
    lines = standings_of(tournament)
    names = {name for entrant in tournament.entrants for name in entrant.names}
    return rendered(
        "club_wall.html",
        tournament=tournament,
        drawn=drawn,
        number=desk.round_number,
        tables=[] if drawn is None else table_rows(tournament, drawn.tables),
        resting=[] if drawn is None else [label(tournament, entrant) for entrant in drawn.resting],
        headings=headings(deciding_criteria(tournament, lines)),
        lines=standing_rows(tournament, lines),
        many=len(lines) > MANY,
        ratings=[(name, rating) for name, rating in desk.ratings.items() if name in names],
        seconds=desk.seconds_left,
    )


def label(tournament: ClubTournament, entrant: int) -> str:
    """The names of an entrant."""
    return tournament.entrants[entrant].label


def table_rows(tournament: ClubTournament, tables: Sequence[DrawnTable]) -> list[dict[str, Any]]:
    """The tables of a round: who plays, and the result if there is one."""
    return [
        {
            "number": number,
            "sides": [
                {"name": tournament.side(table, side), "score": score}
                for side, score in enumerate(_scores(tournament, table.result))
            ],
            "result": table.result,
            "ended": "" if table.result is None else _ended(tournament, table),
        }
        for number, table in enumerate(tables, 1)
    ]


def _scores(tournament: ClubTournament, result: TypedResult | None) -> list[int | None]:
    """The points of each side as they were typed; none without a result."""
    sides = range(tournament.rules.sides)
    if result is None:
        return [None for _ in sides]
    return [result.typed_points(tournament.settings, side) for side in sides]


def _ended(tournament: ClubTournament, table: DrawnTable) -> str:
    result = table.result
    assert result is not None
    if result.ended != WALK_OVER:
        short = _SHORT_ENDINGS.get(result.ended)
        return READER.get().text(short) if short else ""
    missing = [tournament.side(table, side) for side in result.absent]
    return READER.get().plural(
        "walk-over: {players} did not come",
        "walk-over: {players} did not come",
        len(missing),
        players=READER.get().listed(missing),
    )


# ---------------------------------------------------------------------- standings


def deciding_criteria(tournament: ClubTournament, lines: Sequence[StandingLine]) -> list[str]:
    """The criteria that have decided some place, with all before them; at least two are shown."""
    depth = 2
    for above, below in pairwise(lines):
        for at, (first, second) in enumerate(zip(above.values, below.values, strict=True), 1):
            if first != second:
                depth = max(depth, at)
                break
    return [*tournament.settings.ranking[:depth]]


def headings(criteria: Sequence[str]) -> list[str]:
    """The columns of criteria."""
    names = (READER.get().text(CRITERION_NAMES[criterion]) for criterion in criteria)
    return [f"{name[:1].upper()}{name[1:]}" for name in names]


def standing_rows(
    tournament: ClubTournament, lines: Sequence[StandingLine]
) -> list[dict[str, Any]]:
    """The standings as they are shown, with wins among the level only where some are level."""
    shown = deciding_criteria(tournament, lines)
    rows = []
    for at, line in enumerate(lines):
        neighbours = [*lines[max(0, at - 1) : at], *lines[at + 1 : at + 2]]
        cells = []
        for depth, criterion in enumerate(shown):
            level = any(other.values[:depth] == line.values[:depth] for other in neighbours)
            value = shown_value(criterion, line.values[depth], tournament.rules.sign)
            cells.append("" if value is None or (criterion == MUTUAL and not level) else value)
        entrant = tournament.entrants[line.entrant]
        rows.append(
            {
                "place": line.place,
                "name": entrant.label,
                "club": entrant.club,
                "left": entrant.left,
                "cells": cells,
                "rounds": line.rounds,
            }
        )
    return rows


def cross_table(tournament: ClubTournament) -> list[dict[str, Any]]:
    """For each entrant in the order of the standings, what each round was: opponents and points."""
    order = [line.entrant for line in standings_of(tournament)]
    numbers = {entrant: number for number, entrant in enumerate(order, 1)}
    rounds = range(1, len(tournament.rounds) + 1)
    return [
        {
            "number": numbers[entrant],
            "name": label(tournament, entrant),
            "rounds": [_cross_cell(tournament, number, entrant, numbers) for number in rounds],
        }
        for entrant in order
    ]


def _cross_cell(
    tournament: ClubTournament, number: int, entrant: int, numbers: Mapping[int, int]
) -> str:
    """`3: 200–145`, the numbers of the opponents and the points; `bye`; `–` for nothing."""
    drawn = tournament.round(number)
    if entrant in drawn.resting:
        return READER.get().text("bye")
    for table in drawn.tables:
        for side, members in enumerate(table.sides):
            if entrant in members:
                opponents = [at for at in table.entrants if at not in members]
                against = READER.get().listed([f"{numbers[at]}" for at in opponents])
                scores = _scores(tournament, table.result)
                if table.result is None:
                    return against
                rest = [f"{score}" for at, score in enumerate(scores) if at != side]
                return f"{against}: {scores[side]}–{'–'.join(rest)}"
    return "–"


# ---------------------------------------------------------------------- the desk


def _desk(desk: DirectorDesk, token: str, asked: DeskRequest) -> str:
    """What the director may do now."""
    tournament = desk.tournament
    table = asked.table or desk.next_table() or 0
    current = tournament.current
    if current is None or table > len(current.tables):
        table = 0
    row = table_rows(tournament, current.tables)[table - 1] if current and table else None
    result = current.tables[table - 1].result if current and table else None
    ended = AS_SCORES_SHOW
    if result is not None:
        ended = chosen_ending(result, tournament.rules, tournament.settings)
    saved = None
    if current and 0 < asked.saved <= len(current.tables):
        saved = table_rows(tournament, current.tables)[asked.saved - 1]
    return rendered(
        "club_desk.html",
        tournament=tournament,
        token=token,
        number=desk.round_number,
        is_open=desk.is_open,
        may_draw=current is None
        and not tournament.closed
        and desk.round_number < tournament.most_rounds,
        row=row,
        result=result,
        ended=asked.fields.get("ended", ended),
        saved=saved,
        fields=asked.fields,
        missing=sum(each.result is None for each in current.tables) if current else 0,
        count=len(current.tables) if current else 0,
        endings=ENDINGS,
        seconds=desk.seconds_left,
    )


def _results(desk: DirectorDesk) -> str:
    """The tables of the round, each with what was typed or sent, and with what was changed."""
    tournament = desk.tournament
    current = tournament.current
    rows = table_rows(tournament, current.tables) if current else []
    for row in rows:
        claim = desk.state.claim(desk.round_number, row["number"])
        row["claim"] = (
            None
            if claim is None
            else {
                "scores": "–".join(map(str, claim.scores)),
                "by": READER.get().listed([row["sides"][side]["name"] for side in claim.agreed]),
            }
        )
    return rendered(
        "club_results.html",
        rows=rows,
        is_open=desk.is_open,
        corrections=[
            _correction(change)
            for change in tournament.corrections
            if change.round == desk.round_number
        ],
    )


def _correction(change: Correction) -> str:
    """What a correction has changed, as a sentence."""
    by = change.after.by
    return READER.get().text(
        _CORRECTIONS.get(by, marked("Table {table}: {before} became {after}, by the {by}, {at}.")),
        table=change.table,
        before=_told(change.before),
        after=_told(change.after),
        by=by,
        at=change.at,
    )


def _told(result: TypedResult) -> str:
    return (
        READER.get().text("walk-over")
        if result.ended == WALK_OVER
        else "–".join(map(str, result.scores))
    )


def _entrants(desk: DirectorDesk, token: str) -> str:
    """Who takes part, for the director."""
    tournament = desk.tournament
    return rendered(
        "club_entrants.html",
        entrants=[*enumerate(tournament.entrants)],
        token=token,
        closed=tournament.closed,
        pairs=tournament.settings.unit == "pair",
    )


# ---------------------------------------------------------------------- a table's own page


def table_page(
    desk: DirectorDesk,
    round_number: int,
    table: int,
    fields: Mapping[str, str],
    error: str = "",
) -> str:
    """The page behind the link on the sheet of a table."""
    tournament = desk.tournament
    drawn = tournament.round(round_number)
    row = table_rows(tournament, drawn.tables)[table - 1]
    claim = desk.state.claim(round_number, table)
    return pages.page(
        "club_table.html",
        READER.get().text("Table {number}", number=table),
        "sit",
        evening=tournament.title,
        round=round_number,
        row=row,
        claim=claim,
        waiting=[
            (side, row["sides"][side]["name"])
            for side in range(tournament.rules.sides)
            if claim is not None and side not in claim.agreed
        ],
        agreed=READER.get().listed([row["sides"][side]["name"] for side in claim.agreed])
        if claim
        else "",
        open=not drawn.closed and not tournament.closed,
        target=tournament.rules.target,
        endings=ENDINGS,
        fields=fields,
        error=error,
    )
