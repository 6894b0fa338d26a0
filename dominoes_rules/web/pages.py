"""The pages, and what their forms ask for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any

from dominoes_lang.english.sheet import sheet_for_all
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text import resources
from dominoes_rules import library
from dominoes_rules.authoring.families import games
from dominoes_rules.bots.levels import LEVELS
from dominoes_rules.web.guards import form_token
from dominoes_rules.web.hall import USUAL_BOT
from dominoes_rules.web.markup import rendered
from dominoes_rules.web.rooms import Room
from dominoes_rules.web.settings import Settings
from dominoes_rules.web.table_seats import LONGEST_NAME, RoomSeat, name_of_person

NO_NAME = f"A name has 1 to {LONGEST_NAME} characters that can be seen."
USUAL_GAME = "partnership"
HOUSE_RULES = "House rules"
FIGURES_ABOVE = 9
"""The highest number that is shown in pips unless somebody wants figures."""
LABELS = (
    ("start", "Start the match"),
    ("next_round", "Next round"),
    ("ask_back", "Take back"),
    ("resign_seat", "Leave the seat to a bot"),
    ("pause", "Pause or go on"),
    ("close", "Close the table"),
)
IN_MENU = frozenset({"pause", "close", "resign_seat"})


@dataclass(frozen=True)
class Static:
    """A file that a browser may keep."""

    data: bytes
    kind: str
    version: str


def _static(name: str, kind: str) -> Static:
    data = resources.bundled("dominoes_rules.web", "static").joinpath(name).read_bytes()
    return Static(data, kind, sha256(data).hexdigest()[:16])


STATIC = {
    "web.js": _static("web.js", "text/javascript"),
    "web.css": _static("web.css", "text/css"),
}


@dataclass(frozen=True)
class Offer:
    """A game as the start page offers it."""

    name: str
    title: str
    players: str
    seats: tuple[int, ...]


def _page(template: str, title: str, kind: str, **values: Any) -> str:
    links = {
        ending: f"/static/web.{ending}?v={STATIC[f'web.{ending}'].version}"
        for ending in ("js", "css")
    }
    return rendered(template, title=title, kind=kind, **links, **values)


def message(title: str, text: str) -> str:
    """A page that only says something."""
    return _page("message.html", title, "message", message=text)


def start(
    settings: Settings,
    rooms: Iterable[Room],
    fields: Mapping[str, str] | None = None,
    error: str = "",
) -> str:
    """The start page; with what was asked for and what is wrong with it.

    rooms: all tables; those at which anybody may sit down are listed.
    """
    fields = fields or {}
    offers: dict[str, list[Offer]] = {}
    own = {
        name: rules for name, rules in settings.games.items() if not library.is_bundled(name, rules)
    }
    for name, rules in own.items():
        offer = Offer(name, rules.title, _counts(rules), (*rules.players,))
        offers.setdefault(HOUSE_RULES, []).append(offer)
    for game in _bundled():
        if game.name in settings.games and game.name not in own:
            counts = settings.games[game.name].players
            offer = Offer(game.name, game.title, game.players, (*counts,))
            offers.setdefault(game.family, []).append(offer)
    return _page(
        "start.html",
        "Dominoes",
        "start",
        families=[*offers.items()],
        levels=[(name, level.about) for name, level in LEVELS.items()],
        usual=fields.get("level", USUAL_BOT),
        chosen=fields.get("game", next(iter(own), USUAL_GAME)),
        name=fields.get("name", ""),
        think=fields.get("think", str(settings.think)),
        friends=fields.get("friends", "0"),
        tables=[
            (room.name, room.match.setup.ruleset.title, len(room.free_seats))
            for room in rooms
            if room.open_to_all and room.free_seats and not room.closed
        ],
        error=error,
    )


@cache
def _bundled() -> Any:
    return games()


def asked_for(fields: Mapping[str, str], settings: Settings) -> dict[str, Any] | str:
    """The table that a form asks for, as `Hall.begin` takes it; what is wrong with it, as text."""
    name = name_of_person(fields.get("name", ""))
    if name is None:
        return NO_NAME
    rules = settings.games.get(fields.get("game", ""))
    if rules is None:
        return "There is no such game."
    seats = _number(fields.get("seats", "") or str(_usual_seats(rules)))
    if seats is None or seats not in rules.players:
        return f"{rules.title} is for {_counts(rules)} players."
    level = fields.get("level", USUAL_BOT)
    if level not in LEVELS:
        return "There is no such level."
    friends, think = _number(fields.get("friends", "0")), _number(fields.get("think", "") or "0")
    if friends is None or not friends < seats:
        return f"At a table for {seats} there is room for {seats - 1} friends."
    others = [""] * friends + [level] * (seats - 1 - friends)
    return {
        "game": fields["game"],
        "seats": seats,
        "host": name,
        "others": others,
        "think": -1 if think is None else think,
        "open_to_all": "open" in fields and bool(friends),
    }


def _usual_seats(rules: Ruleset) -> int:
    return rules.setup().seats


def _counts(rules: Ruleset) -> str:
    counts = rules.players
    return f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


def table(room: Room, seat: RoomSeat | None, view: Mapping[str, object], cookie: str) -> str:
    """The page of a table, for a seat or for somebody who watches."""
    setup = room.match.setup
    legal = room.match.round.legal_moves if view["mine"] else ()
    return _page(
        "table.html",
        f"{setup.ruleset.title}",
        "table",
        figures=setup.tiles.highest > FIGURES_ABOVE,
        room=room.name,
        game=setup.ruleset.title,
        view=view,
        labels=LABELS,
        in_menu=IN_MENU,
        moves=[f"{move}" for move in legal],
        token=form_token(cookie) if seat is not None else "",
        rules=_rules(room),
        may_join=seat is None and room.open_to_all and bool(room.free_seats),
    )


def invitation(room: Room, seat: RoomSeat, name: str = "", error: str = "") -> str:
    """The page behind the link of a seat."""
    title = room.match.setup.ruleset.title
    return _page(
        "sit.html",
        title,
        "sit",
        game=title,
        seat=seat.letter,
        taken=seat.is_taken,
        name=name or room.chronicle.phrases.given.get(seat.letter, ""),
        error=error,
    )


def _rules(room: Room) -> list[str]:
    """The rule sheet, a line each."""
    return [
        line
        for section in sheet_for_all([room.match.setup])
        for line in (section.title, *section.lines)
    ]
