"""The pages, and what their forms ask for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import PurePath
from typing import Any

from markupsafe import Markup

from dominoes_lang.languages.rule_sheet import sheet_for_all
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text import resources
from dominoes_rules import library
from dominoes_rules.authoring.changed_sentences import changed_sentences
from dominoes_rules.bots.levels import COUNTS
from dominoes_rules.pad import printed_sheet
from dominoes_rules.position.drawing import relation
from dominoes_rules.speech.speech import marked
from dominoes_rules.statistics.in_words import in_words
from dominoes_rules.web.guards import form_token
from dominoes_rules.web.hall import USUAL_BOT, Hall
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.http.root_path import rooted
from dominoes_rules.web.lobby.start_form import families, seating, usual_level
from dominoes_rules.web.markup import rendered
from dominoes_rules.web.rooms import Room
from dominoes_rules.web.table_seats import RoomSeat
from dominoes_rules.web.views import move_button, seats_to_swap

FIGURES_ABOVE = 9
"""The highest number that is shown in pips unless somebody wants figures."""
LABELS = (
    ("allow_back", marked("Agree")),
    ("refuse_back", marked("Refuse")),
    ("yield_seat", marked("Leave the seat")),
    ("keep_seat", marked("Stay")),
    ("start", marked("Start the match")),
    ("next_round", marked("Next round")),
    ("rematch", marked("Play again")),
    ("hint", marked("Hint")),
    ("ask_back", marked("Take back")),
    ("teach", marked("Teach the bots this game (20 seconds)")),
    ("stop_teaching", marked("Stop teaching")),
    ("pause", marked("Pause or go on")),
    ("resign_seat", marked("Leave the seat to a bot")),
    ("open_hints", marked("Allow hints")),
    ("close_hints", marked("Stop allowing hints")),
    ("open_reviews", marked("Open all reviews")),
    ("close_reviews", marked("Close the reviews of others")),
    ("close", marked("Close the table")),
    ("reopen", marked("Open the table again")),
)
OPTIONS = frozenset({"open_hints", "close_hints", "open_reviews", "close_reviews"})
AT_HAND = frozenset({"start", "hint", "ask_back", "teach", "stop_teaching", "reopen"})
"""What has a button below the hand; panels have those of a finished round and of a question."""
IN_MENU = frozenset({"resign_seat"}) | OPTIONS


@dataclass(frozen=True)
class Static:
    """A file that a browser may keep."""

    data: bytes
    kind: str
    version: str


SHEET_STYLE = "score_sheet.css"
_KINDS = {".js": "text/javascript", ".css": "text/css"}


def _static() -> dict[str, Static]:
    """The files of the folder, by name."""
    files = resources.bundled("dominoes_rules.web", "static").iterdir()
    data = {file.name: file.read_bytes() for file in files}
    data[SHEET_STYLE] = printed_sheet.STYLE.encode()
    return {
        name: Static(content, _KINDS[PurePath(name).suffix], sha256(content).hexdigest()[:16])
        for name, content in data.items()
    }


STATIC = _static()
STYLES = {
    "table": ["table.css"],
    "analyse": ["analysis.css"],
    "review": ["analysis.css"],
    "evening": ["evening.css"],
    "pad": ["pad.css"],
    "pad_print": [SHEET_STYLE],
    "write": ["analysis.css", "write.css"],
    "print": [SHEET_STYLE, "print.css"],
}
"""What a kind of page has besides `web.css`."""


def page(template: str, title: str, kind: str, **values: Any) -> str:
    """A whole page; `kind` is the class of its body. Its script is named after the template."""
    styles = ["web.css", *STYLES.get(kind, [])]
    links = [address_of(name) for name in styles]
    name = f"{PurePath(template).stem}.js"
    script = address_of(name) if name in STATIC else ""
    return rendered(template, title=title, kind=kind, styles=links, script=script, **values)


def address_of(name: str) -> str:
    """Where a browser finds a file that it may keep."""
    return rooted(f"/static/{name}?v={STATIC[name].version}")


def message(title: str, text: str) -> str:
    """A page that only says something."""
    return page("message.html", title, "message", message=text)


def title_of(room: Room) -> str:
    """What the game of a table is called in the reader's language."""
    return READER.get().language.title(room.match.setup.ruleset.title)


def start(
    hall: Hall,
    fields: Mapping[str, str] | None = None,
    error: str = "",
) -> str:
    """The start page; with what was asked for and what is wrong with it.

    It lists the tables of the hall at which anybody may sit down.
    """
    settings, fields = hall.settings, fields or {}
    seats = seating(settings, fields) or seating(settings, {})
    rules = None if seats is None else settings.games.get(seats.game)
    return page(
        "start.html",
        READER.get().text("Dominoes"),
        "start",
        families=families(settings),
        rewritable=library.bundled(),
        seating=seats,
        **form_values(hall, fields, rules),
        tables=[
            (room.name, title_of(room), len(room.free_seats))
            for room in hall.rooms.values()
            if room.options.open_to_all and room.free_seats and not room.is_shut
        ],
        error=error,
    )


def form_values(
    hall: Hall, fields: Mapping[str, str], rules: Ruleset | None = None
) -> dict[str, object]:
    """What the form of a new table shows besides the game and its seats; `rules`: of the game."""
    usual = usual_level(rules)
    levels = hall.levels if usual in hall.levels else {**COUNTS, **hall.levels}
    chosen = fields.get("level", usual)
    moved = fields.get("shown", fields.get("game")) != fields.get("game")
    if chosen not in levels or (moved and chosen in {USUAL_BOT, *COUNTS}):
        chosen = usual
    return {
        "levels": [(name, level.about) for name, level in levels.items()],
        "usual": chosen,
        "name": fields.get("name", ""),
        "think": fields.get("think", str(hall.settings.think)),
        "open": "open" in fields,
    }


def table(room: Room, seat: RoomSeat | None, view: Mapping[str, object], cookie: str) -> str:
    """The page of a table, for a seat or for somebody who watches."""
    setup = room.match.setup
    legal = room.match.round.legal_moves if view["mine"] else ()
    return page(
        "table.html",
        title_of(room),
        "table",
        figures=setup.tiles.highest > FIGURES_ABOVE,
        room=room.name,
        evening=bool(room.options.evening),
        game=title_of(room),
        tricks=setup.tricks is not None,
        view=view,
        labels=LABELS,
        at_hand=AT_HAND,
        in_menu=IN_MENU,
        moves=[move_button(move, room.chronicle.names, setup) for move in legal],
        token=form_token(cookie) if seat is not None else "",
        swaps=seats_to_swap(room),
        changes=changed_sentences(setup.ruleset, setup.seats, READER.get()),
        about=in_words(setup, READER.get()),
        sections=sheet_for_all([setup], READER.get().language),
        may_join=seat is None
        and room.options.open_to_all
        and bool(room.free_seats)
        and not room.is_shut,
    )


def invitation(room: Room, seat: RoomSeat, name: str = "", error: str = "") -> str:
    """The page behind the link of a seat."""
    title = title_of(room)
    return page(
        "sit.html",
        title,
        "sit",
        game=title,
        seat=seat.letter,
        taken=seat.is_taken,
        partners=_players_with(room, seat, "partner"),
        opponents=_players_with(room, seat, "opponent"),
        name=name or room.chronicle.phrases.given.get(seat.letter, ""),
        error=error,
    )


def _players_with(room: Room, seat: RoomSeat, kind: str) -> list[Markup]:
    """The partners of a seat, or its opponents: the name of each, if there is one, and its seat."""
    names, setup = room.chronicle.phrases.given, room.match.setup
    return [
        rendered("player.html", name=names.get(letter, ""), letter=letter)
        for letter in room.seats
        if letter != seat.letter and (relation(setup, seat.letter, letter) or "opponent") == kind
    ]
