"""Ratings from matches of sides."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from dominoes_rules import ArgumentError
from dominoes_rules.club.club_tournament import ClubTournament
from dominoes_rules.club.side_ratings import (
    FIRST_RATING,
    RatedPlayer,
    ratings_of,
    read_ratings,
    write_ratings,
)
from dominoes_rules.club.tournament_draw import with_next_round
from dominoes_rules.club.tournament_format import TournamentFormat
from dominoes_rules.club.typed_result import TypedResult
from tests.club.tournaments import DUEL, NOW, PAIRS, THREE, rounds_of, tournament

SINGLE = TournamentFormat("swiss", "player", 9)


def after(*results: TypedResult) -> ClubTournament:
    """A closed tournament of two, with a result for each round."""
    state = tournament(2, replace(SINGLE, rounds=max(1, len(results))), DUEL)
    for number, result in enumerate(results, 1):
        state = with_next_round(state).with_result(number, 1, result, NOW)
        state = state.with_closed_round(number)
    return state.finished()


def test_the_first_matches_count_more_and_a_walk_over_counts_nothing() -> None:
    [best, worst] = ratings_of([after(TypedResult((100, 3)))])
    assert (best.rating - FIRST_RATING, worst.rating - FIRST_RATING) == (20, -20)  # half of 40
    assert ratings_of([after(TypedResult((), "absent", "", (0,)))]) == []
    [first, second] = ratings_of([after(TypedResult((50, 50), "drawn"))])
    assert first.rating == second.rating == FIRST_RATING
    many = [replace(after(TypedResult((5, 5), "time")), begun=f"{n}") for n in range(20)]
    [best, _] = ratings_of([*many, replace(after(TypedResult((100, 3))), begun="9")])
    assert best.rating - FIRST_RATING == 12  # half of 24


def test_only_closed_tournaments_count_in_the_order_in_which_they_began() -> None:
    state = after(TypedResult((100, 3)))
    assert ratings_of([replace(state, closed=False)]) == []
    late, early = replace(after(TypedResult((3, 100))), begun="2"), replace(state, begun="1")
    assert ratings_of([late, early]) == ratings_of([early, late])
    assert [player.matches for player in ratings_of([late, early])] == [2, 2]


@pytest.mark.parametrize("rules", [PAIRS, DUEL, THREE])
def test_what_one_side_gains_others_lose(rules: object) -> None:
    assert isinstance(rules, type(PAIRS))
    state = tournament(8, SINGLE, rules)
    *_, last = rounds_of(state, 4)
    players = ratings_of([last.finished()])
    assert sum(player.rating for player in players) == pytest.approx(len(players) * FIRST_RATING)
    assert [player.rating for player in players] == sorted(
        (player.rating for player in players), reverse=True
    )
    assert not any(player.is_shown for player in players)


def test_the_stronger_are_rated_higher() -> None:
    """Of two partners by lot, whoever has the higher number plays better."""
    random, closed = Random(3), []
    for number in range(5):
        state = tournament(12, replace(SINGLE, system="lot"), PAIRS, number)
        for at in range(1, 8):
            state = with_next_round(state)
            for table, drawn in enumerate(state.rounds[-1].tables, 1):
                skill = [sum(side) + random.gauss(0, 3) for side in drawn.sides]
                won = skill.index(max(skill))
                scores = (200, 90) if won == 0 else (90, 200)
                state = state.with_result(at, table, TypedResult(scores), NOW)
            state = state.with_closed_round(at)
        closed.append(replace(state.finished(), begun=f"{number}"))
    players = ratings_of(closed)
    order = [int(player.name[1:-1]) for player in players]
    assert all(player.is_shown for player in players)
    assert sum(order[:6]) > 6 * 7


def test_ratings_are_read_as_they_were_written_or_refused(tmp_path: Path) -> None:
    path = tmp_path / "ratings.json"
    players = [RatedPlayer("Ana", 1520.5, 12), RatedPlayer("Bob", 1479.5, 3)]
    write_ratings(path, players)
    assert read_ratings(path) == players
    kept = json.loads(path.read_text())
    wrong_values: list[object] = ["\u202e", None, True, float("nan"), 10**30, "x" * 99, []]
    for wrong in wrong_values:
        for name in ("name", "rating", "matches"):
            kept["players"][0] = {"name": "Ana", "rating": 1.0, "matches": 1, name: wrong}
            path.write_text(json.dumps(kept))
            with pytest.raises(ArgumentError, match="can't be read"):
                read_ratings(path)
    wrong_lists: list[object] = [{}, [1], None]
    for players_kept in wrong_lists:
        path.write_text(json.dumps({**kept, "players": players_kept}))
        with pytest.raises(ArgumentError, match="can't be read"):
            read_ratings(path)
