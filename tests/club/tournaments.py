"""Tournaments to try: rules of games, entrants, and rounds with random results."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from dominoes_rules.club.club_tournament import ClubTournament, Entrant
from dominoes_rules.club.score_rules import ScoreRules
from dominoes_rules.club.tournament_draw import with_next_round
from dominoes_rules.club.tournament_format import TournamentFormat
from dominoes_rules.club.typed_result import TypedResult

PAIRS = ScoreRules("Partnership", (0, 1, 0, 1), 200)
DUEL = ScoreRules("Block", (0, 1), 100)
THREE = ScoreRules("Three", (0, 1, 2), None, fewest_win=True)
NOW = "2026-01-02T20:15"


def tournament(
    entrants: int,
    settings: TournamentFormat,
    rules: ScoreRules = PAIRS,
    seed: int = 1,
    clubs: int = 0,
) -> ClubTournament:
    """A tournament before its first round; the entrants come from so many clubs in turn."""
    letters = "ab"[: settings.players_of_unit]
    entered = [
        Entrant(tuple(f"P{number}{letter}" for letter in letters), _club(number, clubs))
        for number in range(entrants)
    ]
    return ClubTournament("Try", rules, settings, seed).with_entrants(entered)


def _club(number: int, clubs: int) -> str:
    return f"Club {number % clubs}" if clubs else ""


def random_result(rules: ScoreRules, random: Random) -> TypedResult:
    """Any result that can be: by target or by time, level now and then, or a walk-over."""
    kind = random.random()
    if kind < 0.1:
        return TypedResult((), "absent", "", (random.randrange(rules.sides),))
    highest = (rules.target or 60) - 1
    scores = [random.randint(0, highest) for _ in range(rules.sides)]
    if kind < 0.2:
        scores = [scores[0]] * rules.sides
    if kind < 0.4 or rules.target is None:
        return TypedResult(tuple(scores), "time")
    scores[random.randrange(rules.sides)] = rules.target + random.randint(0, 30)
    return TypedResult(tuple(scores))


def played(state: ClubTournament, random: Random) -> ClubTournament:
    """The same with the next round drawn, typed and closed."""
    state = with_next_round(state)
    number = len(state.rounds)
    for table in range(1, len(state.rounds[-1].tables) + 1):
        state = state.with_result(number, table, random_result(state.rules, random), NOW)
    return state.with_closed_round(number)


def rounds_of(state: ClubTournament, rounds: int, seed: int = 0) -> Iterator[ClubTournament]:
    """The tournament before each round, and after the last."""
    random = Random(seed)
    yield state
    for _ in range(rounds):
        state = played(state, random)
        yield state
