"""A tournament as one JSON file, which anybody may have changed before it is read again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import ArgumentError, DominoesError
from dominoes_rules.club.club_tournament import (
    LONGEST_TEXT,
    MOST_CHANGES,
    ClubTournament,
    Correction,
    DrawnRound,
    DrawnTable,
    Entrant,
    Penalty,
    Reopening,
)
from dominoes_rules.club.score_rules import LARGEST_SCORE, ScoreRules
from dominoes_rules.club.tournament_format import (
    MOST_TOURNAMENT_PLAYERS,
    MOST_TOURNAMENT_ROUNDS,
    TournamentFormat,
)
from dominoes_rules.club.typed_result import LONGEST_AUTHOR, TypedResult
from dominoes_rules.play.match_rounds import is_name
from dominoes_rules.state_files import read_state, reason, write_state

TOURNAMENT_FILE = "dominoes-rules club tournament"
TOURNAMENT_SUFFIX = ".club"
LARGEST_TOURNAMENT = 16_777_216
"""Bytes: 200 tables in 99 rounds, and as many changes as there may be."""
UNREADABLE_FIELDS = OSError, ValueError, KeyError, TypeError, AttributeError, DominoesError
"""What is raised where a file has other fields than ours."""
_KEPT_SEATS = 16
Kept = Mapping[str, Any]
_Value = TypeVar("_Value")


def write_tournament(path: Path, tournament: ClubTournament) -> None:
    """Save it, whole or not at all, for this user only. Raises `OSError`."""
    write_state(path, TOURNAMENT_FILE, tournament_as_json(tournament))


def tournament_as_json(tournament: ClubTournament) -> dict[str, Any]:
    """A tournament as plain data."""
    return asdict(tournament)


def read_tournament(path: Path) -> ClubTournament:
    """Raises `ArgumentError`, whatever is wrong with the file."""
    try:
        return tournament_of_json(read_state(path, TOURNAMENT_FILE, LARGEST_TOURNAMENT))
    except UNREADABLE_FIELDS as error:
        raise ArgumentError(f"{short(path.name)} can't be read: {reason(error)}") from None


def tournament_of_json(kept: Kept) -> ClubTournament:
    """The tournament of a file. Raises one of `UNREADABLE_FIELDS` for what we would not write."""
    tournament = ClubTournament(
        _text(kept, "title"),
        _score_rules(kept["rules"]),
        TournamentFormat.of_json(kept["settings"]),
        _number(kept, "seed", 2**64),
        _several(kept, "entrants", _entrant, MOST_TOURNAMENT_PLAYERS),
        _several(kept, "rounds", _round, MOST_TOURNAMENT_ROUNDS),
        _several(kept, "corrections", _correction, MOST_CHANGES),
        _several(kept, "reopenings", _reopening, MOST_CHANGES),
        _several(kept, "penalties", _penalty, MOST_CHANGES),
        _text(kept, "begun"),
        _truth(kept, "closed"),
    )
    _expect_sense(tournament)
    return tournament


def _expect_sense(tournament: ClubTournament) -> None:
    """Raises `ValueError` for parts that do not belong together, and `ArgumentError`."""
    rules, settings, entrants = tournament.rules, tournament.settings, tournament.entrants
    settings.expect_fits(rules)
    tournament.expect_names()
    if any(entrant.since > len(tournament.rounds) for entrant in entrants):
        raise ValueError("somebody enters in a round that is not there")
    size = settings.units_at_table(rules) // rules.sides
    for number, drawn in enumerate(tournament.rounds, 1):
        seated = [*drawn.resting]
        for table in drawn.tables:
            if [len(side) for side in table.sides] != [size] * rules.sides:
                raise ValueError("the sides of a table are of another size")
            if table.result is not None:
                table.result.expect_possible(rules)
            seated += table.entrants
        if not {*seated} <= {*range(len(entrants))}:
            raise ValueError("somebody plays who is not there")
        if len({*seated}) < len(seated):
            raise ValueError(f"somebody is twice in round {number}")
        if drawn.closed and not drawn.is_complete:
            raise ValueError(f"round {number} is closed without all its results")
    if not all(drawn.closed for drawn in tournament.rounds[: None if tournament.closed else -1]):
        _expect_reopened(tournament)
    for change in tournament.corrections:
        tournament.table(change.round, change.table)
    for reopening in tournament.reopenings:
        tournament.round(reopening.round)
    if any(penalty.entrant >= len(entrants) for penalty in tournament.penalties):
        raise ValueError("a penalty is for nobody")


def _expect_reopened(tournament: ClubTournament) -> None:
    """Raises `ValueError` for an open round before the last that nobody has opened again."""
    if tournament.closed:
        raise ValueError("it is closed, and a round of it is not")
    reopened = {reopening.round for reopening in tournament.reopenings}
    for number, drawn in enumerate(tournament.rounds[:-1], 1):
        if not drawn.closed and number not in reopened:
            raise ValueError(f"round {number} is open, and a later one has been drawn")


# ------------------------------------------------------------------ parts of the file


def _score_rules(kept: Kept) -> ScoreRules:
    side_of = _numbers(kept, "side_of")
    if not 2 <= len(side_of) <= _KEPT_SEATS:
        raise ValueError(f"a table has 2 to {_KEPT_SEATS} players")
    sides = max(side_of) + 1
    if side_of != tuple(seat % sides for seat in range(len(side_of))) or sides < 2:
        raise ValueError("its sides do not sit in turn")
    if len(side_of) % sides:
        raise ValueError("its sides are not of one size")
    rules = ScoreRules(
        _text(kept, "game"),
        side_of,
        _maybe(kept, "target"),
        _truth(kept, "fewest_win"),
        _truth(kept, "exact"),
        _number(kept, "step", LARGEST_SCORE),
        _number(kept, "least", 0, -LARGEST_SCORE),
        _maybe(kept, "drawn_when"),
        _number({"lead": 0, **kept}, "lead", LARGEST_SCORE),  # older files have none
    )
    if rules.step < 1 or rules.target == 0:
        raise ValueError("its scores can't be")
    return rules


def _entrant(kept: Kept) -> Entrant:
    names = kept["names"]
    if not isinstance(names, list) or not all(type(name) is str for name in names):
        raise TypeError("names must be a list of names")
    club = _text(kept, "club")
    if club and not is_name(club):
        raise ValueError("the name of a club can't be shown")
    since = _number(kept, "since", MOST_TOURNAMENT_ROUNDS)
    return Entrant(tuple(names), club, since, _truth(kept, "left"))


def _round(kept: Kept) -> DrawnRound:
    tables = _several(kept, "tables", _table, MOST_TOURNAMENT_PLAYERS)
    return DrawnRound(tables, _numbers(kept, "resting"), _truth(kept, "closed"))


def _table(kept: Kept) -> DrawnTable:
    sides = kept["sides"]
    if not isinstance(sides, list) or len(sides) > _KEPT_SEATS:
        raise TypeError("sides must be a list")
    seated = tuple(_numbers({"side": side}, "side") for side in sides)
    return DrawnTable(seated, None if kept["result"] is None else _result(kept["result"]))


def _result(kept: Kept) -> TypedResult:
    return TypedResult(
        _numbers(kept, "scores", -LARGEST_SCORE),
        _text(kept, "ended"),
        _text(kept, "by", LONGEST_AUTHOR),
        _numbers(kept, "absent"),
    )


def _correction(kept: Kept) -> Correction:
    return Correction(
        _number(kept, "round", MOST_TOURNAMENT_ROUNDS),
        _number(kept, "table", MOST_TOURNAMENT_PLAYERS),
        _result(kept["before"]),
        _result(kept["after"]),
        _text(kept, "at"),
    )


def _reopening(kept: Kept) -> Reopening:
    number = _number(kept, "round", MOST_TOURNAMENT_ROUNDS)
    return Reopening(number, _text(kept, "by", LONGEST_AUTHOR), _text(kept, "at"))


def _penalty(kept: Kept) -> Penalty:
    return Penalty(
        _number(kept, "entrant", MOST_TOURNAMENT_PLAYERS),
        _number(kept, "points", LARGEST_SCORE, 1),
        _text(kept, "reason"),
        _text(kept, "by", LONGEST_AUTHOR),
        _text(kept, "at"),
    )


def _several(
    kept: Kept, name: str, part: Callable[[Kept], _Value], most: int
) -> tuple[_Value, ...]:
    values = kept[name]
    if not isinstance(values, list):
        raise TypeError(f"{name} must be a list")
    if len(values) > most:
        raise ValueError(f"it has more than {most:,} {name}")
    return tuple(map(part, values))


def _text(kept: Kept, name: str, longest: int = LONGEST_TEXT) -> str:
    text = kept[name]
    if type(text) is not str:
        raise TypeError(f"{name} must be text")
    if len(text) > longest or (text and not text.isprintable()):
        raise ValueError(f"{name} can't be shown")
    return text


def _truth(kept: Kept, name: str) -> bool:
    if type(kept[name]) is not bool:
        raise TypeError(f"{name} must be true or false")
    return bool(kept[name])


def _number(kept: Kept, name: str, most: int, least: int = 0) -> int:
    number = kept[name]
    if type(number) is not int:
        raise TypeError(f"{name} must be a number")
    if not least <= number <= most:
        raise ValueError(f"{name} must be from {least} to {most:,}")
    return number


def _maybe(kept: Kept, name: str) -> int | None:
    return None if kept[name] is None else _number(kept, name, LARGEST_SCORE)


def _numbers(kept: Kept, name: str, least: int = 0) -> tuple[int, ...]:
    numbers: Iterable[Any] = kept[name]
    if not isinstance(numbers, list) or len(numbers) > MOST_TOURNAMENT_PLAYERS:
        raise TypeError(f"{name} must be a list of numbers")
    return tuple(_number({name: number}, name, LARGEST_SCORE, least) for number in numbers)
