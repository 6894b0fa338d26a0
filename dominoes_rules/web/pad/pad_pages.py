"""The pages of a score pad: the form of a new one, the sheet, the form of a round, the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import add
from typing import Any

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.sheet.round_told import FIRST_ROUND, RoundTold
from dominoes_lang.table.state import NOBODY
from dominoes_rules.pad.pad_match import CHANGED, PadMatch, RoundSheet, RoundStatus, changed_rounds
from dominoes_rules.pad.pad_phrases import PadPhrases
from dominoes_rules.pad.payments_told import PadPayment
from dominoes_rules.pad.printed_sheet import SheetOfTable, title_of_sheet
from dominoes_rules.pad.round_sheet import RoundEnd
from dominoes_rules.pad.score_table import set_won, victory
from dominoes_rules.pad.typed_answers import complaint
from dominoes_rules.web import pages
from dominoes_rules.web.guards import form_token
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.lobby import start_form
from dominoes_rules.web.lobby.form_numbers import number
from dominoes_rules.web.markup import rendered, rules_behind, score_sheets
from dominoes_rules.web.pad.asked_fields import asked_fields
from dominoes_rules.web.pad.kept_pads import KeptPad
from dominoes_rules.web.pad.pad_acts import phrases_of, sheet_of
from dominoes_rules.web.settings import Settings
from dominoes_rules.web.table_seats import LONGEST_NAME, name_of_person
from dominoes_rules.web.views import is_local

PAPER = "A4"
NOTHING_ASKED: Mapping[str, Any] = {"kinds": (), "questions": (), "missing": "", "tapped": False}


def setup_of(game: str, seats: str, settings: Settings) -> Setup | None:
    """A game for a number of players, its fewest by default; None if there is no such game."""
    rules = settings.games.get(game)
    if rules is None:
        return None
    count = number(seats) if seats else rules.players[0]
    return rules.setup(count) if count in rules.players else None


def new_pad(
    settings: Settings, fields: Mapping[str, str], error: str = "", *, opening: bool = False
) -> str:
    """The form of a new pad; with what was asked for and what is wrong with it.

    opening: whether a file was to be opened.
    """
    game = fields.get("game", start_form.usual_game(settings))
    setup = setup_of(game, fields.get("seats", ""), settings) or setup_of(game, "", settings)
    if setup is None:
        game = start_form.usual_game(settings)
        setup = settings.games[game].setup()
    return pages.page(
        "pad_new.html",
        READER.get().text("Score pad"),
        "pad",
        families=start_form.families(settings),
        chosen=game,
        counts=settings.games[game].players,
        setup=setup,
        sides=[
            READER.get().listed([setup.seat_names[at] for at in seats])
            for seats in setup.players_of
        ],
        fields=fields,
        error=sentence_of(error),
        opening=opening,
    )


def match_of(fields: Mapping[str, str], settings: Settings) -> PadMatch | str:
    """The match that a form asks for; what is wrong with it, as text."""
    reader = READER.get()
    setup = setup_of(fields.get("game", ""), fields.get("seats", ""), settings)
    if setup is None:
        return reader.text("This game is not for so many players. Choose again.")
    if fields.get("shown", fields["game"]) != fields["game"]:
        title = reader.language.title(setup.ruleset.title)
        return reader.text("{game} has these players. Write their names.", game=title)
    names = {}
    for letter in setup.seat_names:
        usual = reader.text("Player {letter}", letter=letter)
        name = name_of_person(fields.get(f"name_{letter}", "").strip() or usual)
        if name is None:
            return reader.text(
                "A name has 1 to {most} characters that can be seen. That of {letter} is not one.",
                most=LONGEST_NAME,
                letter=letter,
            )
        names[letter] = name
    return PadMatch(setup, names)


def printed(setup: Setup, names: Sequence[str]) -> str:
    """An empty score sheet to print, with the rules behind."""
    known = [name for name in map(name_of_person, names) if name]
    tables = [SheetOfTable(names=known if len(known) == setup.seats else ())]
    return pages.page(
        "pad_print.html",
        title_of_sheet(setup, READER.get()),
        "pad_print",
        sheets=score_sheets(setup, tables, PAPER),
        rules=rules_behind(setup, PAPER),
    )


# ---------------------------------------------------------------------- the page of a pad


def pad_page(
    pad: KeptPad,
    number: int,
    cookie: str,
    base: str,
    error: str = "",
    before: PadMatch | None = None,
) -> str:
    """The page of a pad.

    number: the round that is shown below the sheet.
    cookie: the secret of the browser that writes; empty for everybody else.
    base: what links begin with.
    before: the match before a change, to show what it has changed.
    """
    match = pad.match
    return pages.page(
        "pad.html",
        READER.get().language.title(match.setup.ruleset.title),
        "pad",
        pad=pad.name,
        number=number,
        writes=bool(cookie),
        token=form_token(cookie) if cookie else "",
        letters=[(letter, match.names[letter]) for letter in match.setup.seat_names],
        view=fragments(pad, number, cookie, error, before),
        link=f"{base}/pad/{pad.name}/",
        local=is_local(base),
        game=pad.game,
        tiles=match.setup.tiles.tiles,
        figures=match.setup.tiles.highest > pages.FIGURES_ABOVE,
    )


def fragments(
    pad: KeptPad, number: int, cookie: str, error: str = "", before: PadMatch | None = None
) -> dict[str, str]:
    """The parts of the page that change; see `pad_page`."""
    match, phrases = pad.match, phrases_of(pad.match)
    reader = phrases.speech
    changes = {} if before is None else changed_rounds(before, match)
    sheet = sheet_of(match, number)
    return {
        "sheet": rendered("pad_sheet.html", **_table(pad, phrases, changes, number)),
        "round": rendered(
            "pad_round.html",
            pad=pad.name,
            number=number,
            token=form_token(cookie) if cookie else "",
            error=sentence_of(error),
            is_last=number >= len(match.rounds),
            opens=_opens(match, sheet, phrases),
            result=_result(match, sheet, phrases),
            doubt=sentence_of(complaint(phrases, sheet.told.told)),
            taps=_taps(sheet, phrases),
            changes=[
                (
                    other,
                    reader.listed(
                        [reader.text(CHANGED[part]) for part in what if part != "status"]
                    ),
                )
                for other, what in changes.items()
                if other != number
            ],
            next=_next_number(match, sheet),
            **(
                asked_fields(match, sheet, phrases)
                if cookie
                else {"kinds": [], "questions": [], "tapped": False}
            ),
        ),
    }


def sentence_of(text: str) -> str:
    """A message of the pad as a sentence; empty if it is."""
    return text and f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"


def _table(
    pad: KeptPad, phrases: PadPhrases, changes: Mapping[int, Sequence[str]], number: int
) -> dict[str, Any]:
    """The sheet: a column for each side, a row for each round, the totals below."""
    match = pad.match
    sides = range(match.setup.sides)
    rows = [
        {
            "number": sheet.number,
            "cells": _cells(sheet, match.setup.sides),
            "linked": sheet.start is not None,
            "changed": sheet.number in changes and sheet.number != number,
        }
        for sheet in match.sheets
    ]
    return {
        "pad": pad.name,
        "number": number,
        "sides": [
            [phrases.player(seat) for seat in match.setup.players_of[side]] for side in sides
        ],
        "rows": rows,
        "totals": _totals(match),
        "sets": match.sets,
        "best_of": match.setup.match.best_of,
        "victors": match.victors or (),
        "over": _over(match, phrases),
        "target": match.setup.target,
        "wins": match.setup.counts_wins,
    }


def _totals(match: PadMatch) -> tuple[int, ...]:
    """The totals, with what was paid in a round that goes on."""
    current = match.current
    if current is None or not current.tap_payments:
        return match.totals
    paid = [0] * match.setup.sides
    for line in (line for lines in current.tap_payments for line in lines if line.counts):
        paid[match.setup.side_names.index(line.side)] += line.points
    if match.setup.counts_wins:
        return match.totals
    return tuple(map(add, current.start.scores, paid))


def _cells(sheet: RoundSheet, sides: int) -> list[str]:
    """What a round has brought to each side."""
    if sheet.end is None or sheet.start is None:
        return ["…" if sheet.status is RoundStatus.OPEN else "–"] * sides
    both = zip(sheet.end.totals, sheet.start.scores, strict=True)
    return [f"{after - before:,}" for after, before in both]


def _over(match: PadMatch, phrases: PadPhrases) -> str:
    """How the match ended; empty while it goes on."""
    return victory(match, phrases.speech) if match.is_over else ""


def _set_over(end: RoundEnd, phrases: PadPhrases) -> str:
    """How a set ended; empty while it goes on."""
    return set_won(phrases, end.standing) if end.standing.next_set else ""


def _opens(match: PadMatch, sheet: RoundSheet, phrases: PadPhrases) -> str:
    """Who opens a round."""
    if sheet.start is None or sheet.end is not None:
        return ""
    if sheet.start.opener != NOBODY:
        opener = phrases.player(sheet.start.opener)
        return phrases.speech.text("{player} opens.", player=opener)
    if sheet.number > 1:
        before = match.sheets[sheet.number - 2].end
        if before is not None and before.next_opener is not None:
            return phrases.next_opener(before.next_opener)
    choices = match.setup.first_opener[0].choices
    chain = RoundTold(match.setup).chain(choices, FIRST_ROUND)
    return phrases.speech.language.sentences(chain)


def _result(match: PadMatch, sheet: RoundSheet, phrases: PadPhrases) -> dict[str, Any] | None:
    """What a finished round was worth, and why."""
    end = sheet.end
    if end is None:
        return None
    speech, won = phrases.speech, ""
    if end.winner != NOBODY:
        won = speech.plural(
            "{players} won the round.",
            "{players} won the round.",
            match.setup.team_size,
            players=phrases.side(end.winner),
        )
    elif end.victors is None:
        won = speech.text("Nobody won the round.")
    return {
        "won": won,
        "why": speech.language.sentence(end.because) if end.because else "",
        "lines": [_line(line, phrases) for line in end.payments],
        "next": phrases.next_opener(end.next_opener) if end.next_opener else "",
        "over": _over(match, phrases) if end.victors is not None else _set_over(end, phrases),
    }


def _line(line: PadPayment, phrases: PadPhrases) -> dict[str, Any]:
    return {
        "points": f"{line.points:+,}",
        "side": phrases.side_of(line.side),
        "reason": phrases.reason(line),
        "counts": line.counts,
    }


def _taps(sheet: RoundSheet, phrases: PadPhrases) -> list[list[dict[str, Any]]]:
    """For each payment during play its lines."""
    return [[_line(line, phrases) for line in lines] for lines in sheet.tap_payments]


def _next_number(match: PadMatch, sheet: RoundSheet) -> int:
    """The round to go on with; 0 if that is this one, or the match is over."""
    current = match.current
    if current is None or current.number == sheet.number or sheet.end is None:
        return 0
    return current.number
