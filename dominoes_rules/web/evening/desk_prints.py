"""What a director prints: draw, score sheets of the tables, standings, and the cross table."""

from __future__ import annotations

from collections.abc import Callable

from dominoes_rules.club.club_standings import standings_of
from dominoes_rules.pad.printed_sheet import SheetOfTable
from dominoes_rules.speech.speech import marked
from dominoes_rules.web import pages
from dominoes_rules.web.evening.desk_pages import (
    cross_table,
    deciding_criteria,
    headings,
    label,
    standing_rows,
    table_rows,
)
from dominoes_rules.web.evening.director_desk import DirectorDesk
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.markup import qr_picture, rendered, score_sheets
from dominoes_rules.web.refusals import not_yours
from dominoes_rules.web.settings import ALONE
from dominoes_rules.web.views import is_local

SHEETS = "sheets"
SHEET_PAPER = "A5"
TITLES = {
    SHEETS: marked("{title}: sheets"),
    "draw": marked("{title}: draw"),
    "standings": marked("{title}: standings"),
    "cross": marked("{title}: cross"),
}
"""The title of each page, by what is printed."""


def printed(desk: DirectorDesk, what: str, base: str) -> str:
    """A page to print. Raises `Rejected` if there is nothing to print yet."""
    return pages.page(
        "club_print.html",
        READER.get().text(TITLES[what], title=desk.tournament.title),
        "print",
        heading="" if what == SHEETS else desk.tournament.title,
        body=PRINTS[what](desk) if what in PRINTS else _sheets(desk, base),
    )


def _draw(desk: DirectorDesk) -> str:
    tournament = desk.tournament
    if not tournament.rounds:
        raise not_yours(marked("No round has been drawn yet."))
    drawn = tournament.rounds[-1]
    return rendered(
        "club_print_draw.html",
        number=desk.round_number,
        tables=table_rows(tournament, drawn.tables),
        resting=[label(tournament, entrant) for entrant in drawn.resting],
        sides=tournament.rules.sides,
        places=sorted(
            (name, number)
            for number, table in enumerate(drawn.tables, 1)
            for entrant in table.entrants
            for name in tournament.entrants[entrant].names
        ),
    )


def _sheets(desk: DirectorDesk, base: str) -> str:
    """A score sheet for each table, with a link for it if phones can reach the server."""
    tournament = desk.tournament
    if not tournament.rounds:
        raise not_yours(marked("No round has been drawn yet."))
    setup, number = desk.setup, desk.round_number
    sheets = []
    for at, table in enumerate(tournament.rounds[-1].tables, 1):
        names = [""] * setup.seats
        for side, entrants in enumerate(table.sides):
            players = [name for entrant in entrants for name in tournament.entrants[entrant].names]
            for seat, name in zip(setup.players_of[side], players, strict=True):
                names[seat] = name
        link = f"{base}/evening/table/{at}/{desk.state.link(number, at)}"
        code = "" if is_local(base) or ALONE.get() else qr_picture(link)
        about = READER.get().text(
            "{title}, round {number}, table {table}",
            title=tournament.title,
            number=number,
            table=at,
        )
        sheets.append(
            SheetOfTable(names, about, target=tournament.rules.target, code=code, is_signed=True)
        )
    return score_sheets(setup, sheets, SHEET_PAPER)


def _standings(desk: DirectorDesk) -> str:
    tournament = desk.tournament
    lines = standings_of(tournament)
    return rendered(
        "club_print_standings.html",
        number=desk.round_number,
        headings=headings(deciding_criteria(tournament, lines)),
        lines=standing_rows(tournament, lines),
        penalties=_penalties(desk),
    )


def _penalties(desk: DirectorDesk) -> list[tuple[str, int, str]]:
    return [
        (label(desk.tournament, penalty.entrant), penalty.points, penalty.reason)
        for penalty in desk.tournament.penalties
    ]


def _cross(desk: DirectorDesk) -> str:
    return rendered(
        "club_print_cross.html",
        rows=cross_table(desk.tournament),
        rounds=range(1, desk.round_number + 1),
    )


PRINTS: dict[str, Callable[[DirectorDesk], str]] = {
    "draw": _draw,
    "standings": _standings,
    "cross": _cross,
}
