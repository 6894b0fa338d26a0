"""The file of a tournament, and what others may have written into it; tables for spreadsheets."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dominoes_rules import ArgumentError
from dominoes_rules.club import spreadsheets
from dominoes_rules.club.club_tournament import Entrant, Penalty
from dominoes_rules.club.tournament_file import (
    UNREADABLE_FIELDS,
    read_tournament,
    tournament_as_json,
    tournament_of_json,
    write_tournament,
)
from dominoes_rules.club.tournament_format import TournamentFormat
from dominoes_rules.club.typed_result import TypedResult
from tests.club.tournaments import NOW, played, tournament

STATE = (
    played(played(tournament(7, TournamentFormat(rounds=3), clubs=2), Random(1)), Random(2))
    .with_reopened_round(2, "Ben", NOW)
    .with_result(2, 1, TypedResult((), "absent", "Ben", (0,)), NOW)
    .with_result(2, 1, TypedResult((210, 3), by="Ben"), NOW)
    .with_penalty(Penalty(1, 5, "late", "Ben", NOW))
    .with_entrants([Entrant(("Late", "Later"))])
)


def test_a_tournament_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "open.club"
    for state in (tournament(0, TournamentFormat()), STATE):
        write_tournament(path, state)
        assert read_tournament(path) == state
        assert path.stat().st_mode & 0o077 == 0


def spoilt(value: Any, random: Random) -> Any:
    """The same JSON with something else in one place."""
    wrong: list[Any] = ["", "\u202e", None, -1, 10**30, 1.5, True, [], {}, [[]], "x" * 5000]
    if isinstance(value, dict) and value and random.random() < 0.97:
        name = random.choice([*value])
        if random.random() < 0.05:
            return {key: part for key, part in value.items() if key != name}
        return {**value, name: spoilt(value[name], random)}
    if isinstance(value, list) and value and random.random() < 0.97:
        at = random.randrange(len(value))
        return [*value[:at], spoilt(value[at], random), *value[at + 1 :]]
    return random.choice(wrong)


def test_a_file_of_a_stranger_is_read_or_refused() -> None:
    random, refused = Random(5), 0
    kept = json.loads(json.dumps(tournament_as_json(STATE)))
    for _ in range(150):
        try:
            state = tournament_of_json(spoilt(kept, random))
        except UNREADABLE_FIELDS:
            refused += 1
        else:
            spreadsheets.club_standings_csv(state)
            spreadsheets.results_csv(state)
    assert 100 < refused < 150


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda kept: kept["rounds"][0]["resting"].append(0), "twice in round 1"),
        (lambda kept: kept["rounds"][0].update(closed=False), "round 1 is open"),
        (lambda kept: kept["rounds"][0]["tables"][0].update(result=None), "without all its"),
        (lambda kept: kept["entrants"][0].update(names=["P1a", "P1b"]), "there twice"),
        (lambda kept: kept["entrants"].extend(kept["entrants"] * 80), "more than 400"),
        (lambda kept: kept["rules"].update(side_of=[0, 5]), "do not sit in turn"),
        (lambda kept: kept.update(title="\u202e"), "can't be shown"),
    ],
)
def test_why_a_file_is_refused(tmp_path: Path, change: Any, message: str) -> None:
    path = tmp_path / "open.club"
    write_tournament(path, STATE)
    kept = json.loads(path.read_text())
    change(kept)
    path.write_text(json.dumps(kept))
    with pytest.raises(ArgumentError, match=message):
        read_tournament(path)


def test_plain_data_is_what_the_file_has(tmp_path: Path) -> None:
    write_tournament(tmp_path / "open.club", STATE)
    kept = json.loads((tmp_path / "open.club").read_text())
    assert json.loads(json.dumps(tournament_as_json(STATE))).items() <= kept.items()


# ---------------------------------------------------------------------- spreadsheets

ENTRIES = [Entrant(("Ana", "Bob"), "North"), Entrant(("Cam", "=Dora"))]


@pytest.mark.parametrize(
    "text",
    [
        "Ana,Bob,North\nCam,=Dora,\n",
        "\ufeffclub;player 2;player 1\r\nNorth;Bob;Ana\r\n\r\n;=Dora;Cam\r\n",
        'Name\tPartner\tClub\n"Ana"\tBob\tNorth\nCam\t=Dora\n',
    ],
)
def test_entries_come_from_a_spreadsheet(text: str) -> None:
    assert spreadsheets.entrants_of_csv(text, 2) == ENTRIES


@pytest.mark.parametrize(
    ("text", "players", "message"),
    [
        ("Ana,Bob\nCam", 2, "Line 2 needs a name and a partner"),
        ("name,partner\nAna,Bob", 1, "Line 2 has a partner"),
        ("\u202e", 1, "Line 1: .* is no name"),
        ("\n".join(f"P{n}" for n in range(401)), 1, "at most 400"),
        ("x" * 300_000, 1, "characters"),
    ],
)
def test_entries_that_cannot_be_are_explained(text: str, players: int, message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        spreadsheets.entrants_of_csv(text, players)


def test_no_cell_is_a_formula_and_entries_can_be_read_again() -> None:
    state = tournament(0, TournamentFormat()).with_entrants(ENTRIES)
    rows = [*csv.DictReader(io.StringIO(spreadsheets.entries_csv(state)))]
    assert [row["partner"] for row in rows] == ["Bob", "'=Dora"]
    plain = tournament(0, TournamentFormat()).with_entrants(ENTRIES[:1])
    assert spreadsheets.entrants_of_csv(spreadsheets.entries_csv(plain), 2) == ENTRIES[:1]


def test_tables_have_a_line_for_each_side_and_entrant() -> None:
    results = [*csv.DictReader(io.StringIO(spreadsheets.results_csv(STATE)))]
    sides = sum(2 * len(drawn.tables) + len(drawn.resting) for drawn in STATE.rounds)
    assert len(results) == sides
    standings = [*csv.DictReader(io.StringIO(spreadsheets.club_standings_csv(STATE)))]
    assert len(standings) == 8
    assert {"place", "wins", "difference", "mutual"} <= standings[0].keys()
