"""The form of a new table: the games, who sits where in each, and what a sent form asks for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.table.state import SEAT_LETTERS
from dominoes_rules import library
from dominoes_rules.authoring.families import games, players_told, players_words
from dominoes_rules.bots.levels import COUNTS, LEVELS
from dominoes_rules.speech.speech import marked
from dominoes_rules.unbuilt import is_for_tricks
from dominoes_rules.web.hall import USUAL_BOT
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.lobby.chosen_seats import ChosenSeats, chosen_seats, field_of
from dominoes_rules.web.lobby.form_numbers import number
from dominoes_rules.web.settings import Settings
from dominoes_rules.web.table_seats import name_of_person

NO_NAME = marked("A name has 1 to 24 characters that can be seen.")
"""As many as `LONGEST_NAME`."""
USUAL_GAME = "partnership"
HOUSE_RULES = marked("House rules")
SEATS_AT_MOST = len(SEAT_LETTERS)


@dataclass(frozen=True)
class Offer:
    """A game as the start page offers it."""

    name: str
    title: str
    players: str
    seats: tuple[int, ...]


def own_games(settings: Settings) -> list[str]:
    """The games that are not bundled, by name."""
    bundled = library.bundled()
    return [name for name in settings.games if name not in bundled]


def is_offered(settings: Settings, rules: Ruleset) -> bool:
    """Whether a game of this server has these very rules, so that its name says which it is."""
    names = [*own_games(settings), *([rules.name] if rules.name in settings.games else [])]
    wanted = library.digest(rules)
    return any(library.digest(settings.games[name]) == wanted for name in names)


def usual_game(settings: Settings) -> str:
    """The game that is chosen at first: the first of one's own, if there are any."""
    return next(iter(own_games(settings)), USUAL_GAME)


def families(
    settings: Settings, sizes: Iterable[int] = range(SEATS_AT_MOST + 1)
) -> list[tuple[str, list[Offer]]]:
    """The games for any of these numbers of players, by family; one's own come first."""
    offers, reader = dict[str, list[Offer]](), READER.get()
    for name in own_games(settings):
        rules = settings.games[name]
        offer = Offer(name, rules.title, players_words(rules, reader), (*rules.players,))
        offers.setdefault(HOUSE_RULES, []).append(offer)
    for game in _bundled():
        if game.name in settings.games:
            players = players_told(game.counts, game.teams, reader)
            offer = Offer(game.name, game.title, players, game.counts)
            offers.setdefault(game.family, []).append(offer)
    fitting = {
        family: [offered for offered in games if {*sizes} & {*offered.seats}]
        for family, games in offers.items()
    }
    return [(family, games) for family, games in fitting.items() if games]


@cache
def _bundled() -> Any:
    return games()


def seating(settings: Settings, fields: Mapping[str, str]) -> ChosenSeats | None:
    """Who sits where at the table that a form asks for; None if there is no such game."""
    name = fields.get("game", usual_game(settings))
    rules = settings.games.get(name)
    return None if rules is None else chosen_seats(rules, name, fields)


def usual_level(rules: Ruleset | None) -> str:
    """The level of bots that is chosen at first for a game."""
    return next(iter(COUNTS)) if rules is not None and is_for_tricks(rules) else USUAL_BOT


def asked_for(fields: Mapping[str, str], rules: Ruleset | None) -> dict[str, Any] | str:
    """The table that a form asks for, as `Hall.begin` takes it; what is wrong with it, as text.

    rules: those of the game that it names; none if there is no such game.

    Each field such as `seat_B` invites a friend to that seat. Programs that do not mind who sits
    where send their number as `friends`.
    """
    name, said = name_of_person(fields.get("name", "")), READER.get()
    if name is None:
        return said.text(NO_NAME)
    if rules is None:
        return said.text("There is no such game.")
    invited = {letter for letter in SEAT_LETTERS if field_of(letter) in fields}
    game = fields.get("game", "")
    moved = fields.get("shown", game) != game
    game_for = said.text(
        "{title} is for {counts} players.",
        title=said.language.title(rules.title),
        counts=_counts(rules),
    )
    if moved and invited:
        return f"{game_for} {said.text('Choose again who sits where.')}"
    seats = number("" if moved else fields.get("seats", "")) or rules.players[0]
    if seats not in rules.players:
        return game_for
    level = fields.get("level", usual_level(rules))
    if level not in {*LEVELS, *COUNTS}:
        return said.text("There is no such level.")
    friends, think = number(fields.get("friends", "0")), number(fields.get("think", "") or "0")
    if friends is None or not friends < seats:
        return said.plural(
            "At a table for {seats} there is room for {count} friend.",
            "At a table for {seats} there is room for {count} friends.",
            seats - 1,
            seats=seats,
        )
    letters = SEAT_LETTERS[1:seats]
    if not invited <= {*letters}:
        return said.text(
            "At a table for {seats} there is no seat {letter} for a friend.",
            seats=seats,
            letter=max(invited),
        )
    invited |= {*letters[:friends]}
    return {
        "game": rules,
        "seats": seats,
        "host": name,
        "others": ["" if letter in invited else level for letter in letters],
        "think": -1 if think is None else think,
        "open_to_all": "open" in fields and bool(invited),
    }


def _counts(rules: Ruleset) -> str:
    counts = rules.players
    if len(counts) == 1:
        return f"{counts[0]}"
    return READER.get().text("{fewest} to {most}", fewest=counts[0], most=counts[-1])
