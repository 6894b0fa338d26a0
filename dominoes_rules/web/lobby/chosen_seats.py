"""Who sits where at a new table, by what a form has chosen so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dominoes_lang.setup.ruleset import Ruleset
from dominoes_rules.position.drawing import relation
from dominoes_rules.web.lobby.form_numbers import number


@dataclass(frozen=True)
class OtherSeat:
    """A seat besides that of whoever fills in the form."""

    letter: str
    relation: str
    invited: bool
    """Whether a friend gets a link to it; a bot plays there otherwise."""


@dataclass(frozen=True)
class ChosenSeats:
    """Who sits where at a new table for a game."""

    game: str
    counts: tuple[int, ...]
    """The numbers of players that the game is for."""
    chosen: int
    teams: int
    """0 where everybody plays alone."""
    others: tuple[OtherSeat, ...]


def chosen_seats(rules: Ruleset, name: str, fields: Mapping[str, str]) -> ChosenSeats:
    """Who sits where at the table that a form asks for, by these rules; `name`: of the game."""
    asked = number(fields.get("seats", ""))
    setup = rules.setup(asked if asked in rules.players else None)
    host, *guests = setup.seat_names
    return ChosenSeats(
        name,
        (*rules.players,),
        setup.seats,
        setup.sides if setup.team_size > 1 else 0,
        tuple(
            OtherSeat(
                letter, relation(setup, host, letter) or "opponent", field_of(letter) in fields
            )
            for letter in guests
        ),
    )


def field_of(letter: str) -> str:
    """The name of the field that invites a friend to a seat."""
    return f"seat_{letter}"
