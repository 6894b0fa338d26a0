"""Draws of a tournament: nobody twice at a table, rests and openings even, no second meeting."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dominoes_rules.club.club_tournament import ClubTournament
from dominoes_rules.club.tournament_draw import with_next_round
from dominoes_rules.club.tournament_format import TournamentFormat
from tests.club.tournaments import DUEL, PAIRS, rounds_of, tournament

ROUNDS = 9


def meetings(state: ClubTournament) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(pair)
        for drawn in state.rounds
        for table in drawn.tables
        for pair in combinations(table.entrants, 2)
    )


def rests(state: ClubTournament) -> Counter[int]:
    return Counter(entrant for drawn in state.rounds for entrant in drawn.resting)


def fewest_repetitions(met: Counter[frozenset[int]], rested: Counter[int], units: int) -> int:
    """The least sum of earlier meetings over every round that lets the right ones rest."""
    fewest = min(rested[unit] for unit in range(units))

    @cache
    def least(left: tuple[int, ...]) -> int:
        if not left:
            return 0
        first, *others = left
        return min(
            met[frozenset((first, other))] + least(tuple(unit for unit in others if unit != other))
            for other in others
        )

    everybody = tuple(range(units))
    if units % 2 == 0:
        return least(everybody)
    return min(
        least(tuple(unit for unit in everybody if unit != resting))
        for resting in everybody
        if rested[resting] == fewest
    )


def assert_sound(before: ClubTournament, after: ClubTournament) -> None:
    """What holds of every draw."""
    drawn, units = after.rounds[-1], len(after.entrants)
    seated = [entrant for table in drawn.tables for entrant in table.entrants]
    assert sorted([*seated, *drawn.resting]) == [*range(units)]
    counts = rests(after)
    assert max(counts.values(), default=0) - min(counts[unit] for unit in range(units)) <= 1
    assert after.rounds[:-1] == before.rounds


def assert_draws(units: int, settings: TournamentFormat, seed: int) -> ClubTournament:
    """Every round is sound, and repeats no more than it has to; returns the end."""
    state = tournament(units, settings, PAIRS, seed)
    *_, last = states = [*rounds_of(state, settings.rounds, seed)]
    for before, after in pairwise(states):
        assert_sound(before, after)
        repeated = sum(
            meetings(before)[frozenset(table.entrants)] for table in after.rounds[-1].tables
        )
        if units <= 12:
            assert repeated == fewest_repetitions(meetings(before), rests(before), units)
        elif units > 16:  # enough opponents are left for everybody
            assert repeated == 0
    return last


@pytest.mark.parametrize("system", ["swiss", "lot"])
@pytest.mark.parametrize("units", [4, 5, 8, 11, 17, 40])
def test_nobody_meets_or_rests_again_while_it_can_be_helped(system: str, units: int) -> None:
    assert_draws(units, TournamentFormat(system, rounds=ROUNDS), seed=units)


@pytest.mark.slow
@pytest.mark.parametrize("system", ["swiss", "lot"])
def test_the_same_for_every_number_of_units(system: str) -> None:
    for units in (*range(4, 21), 33, 64, 200):
        last = assert_draws(units, TournamentFormat(system, rounds=ROUNDS), seed=3)
        openings = Counter(table.opener for drawn in last.rounds for table in drawn.tables)
        counts = [openings[unit] for unit in range(units)]
        assert max(counts) - min(counts) <= 2


@settings(max_examples=25)
@given(st.integers(2, 14), st.integers(0, 99))
def test_a_round_robin_brings_everybody_together_once(units: int, seed: int) -> None:
    state = tournament(units, TournamentFormat("round robin"), PAIRS, seed)
    *_, last = rounds_of(state, state.most_rounds, seed)
    assert {*meetings(last).values()} == {1}
    assert len(meetings(last)) == units * (units - 1) // 2
    assert {*rests(last).values()} == ({1} if units % 2 else set())


@pytest.mark.parametrize("system", ["swiss", "lot"])
@pytest.mark.parametrize("players", [4, 7, 16, 26])
def test_players_alone_have_new_partners(system: str, players: int) -> None:
    state = tournament(players, TournamentFormat(system, "player", 3))
    *_, last = states = [*rounds_of(state, 3)]
    for before, after in pairwise(states):
        assert_sound(before, after)
    partners = Counter(
        frozenset(side) for drawn in last.rounds for table in drawn.tables for side in table.sides
    )
    assert {*partners.values()} == {1}


def test_swiss_pairs_those_with_equal_wins() -> None:
    state = tournament(32, TournamentFormat("swiss", "player", 5), DUEL)
    for before, after in zip(states := [*rounds_of(state, 3, 5)], states[1:], strict=False):
        wins = Counter[int]()
        for drawn in before.rounds:
            for table in drawn.tables:
                assert table.result is not None
                counted = table.result.counted(DUEL, state.settings)
                for side, (won, _, _) in zip(table.sides, counted, strict=True):
                    wins[side[0]] += won
        apart = [abs(wins[a] - wins[b]) for a, b in (t.entrants for t in after.rounds[-1].tables)]
        assert sum(apart) <= 4  # somebody of an odd group meets the next group


def test_who_sits_out_is_of_the_lowest_group_that_has_not() -> None:
    state = tournament(9, TournamentFormat("swiss", "player", 4), DUEL)
    for before, after in zip(states := [*rounds_of(state, 4, 2)], states[1:], strict=False):
        wins = Counter[int]()
        for drawn in before.rounds:
            wins.update(dict.fromkeys(drawn.resting, 2))
            for table in drawn.tables:
                assert table.result is not None
                counted = table.result.counted(DUEL, state.settings)
                for side, (won, _, _) in zip(table.sides, counted, strict=True):
                    wins[side[0]] += won
        [resting] = after.rounds[-1].resting
        rested = rests(before)
        assert wins[resting] == min(wins[unit] for unit in range(9) if not rested[unit])


def test_clubs_are_kept_apart_at_first() -> None:
    state = tournament(24, TournamentFormat("swiss", rounds=4, apart=2), clubs=3)
    for after in [*rounds_of(state, 2)][1:]:
        for table in after.rounds[-1].tables:
            first, second = (after.entrants[entrant].club for entrant in table.entrants)
            assert first != second


@pytest.mark.parametrize("system", ["swiss", "lot", "round robin"])
def test_the_same_seed_gives_the_same_draw(system: str) -> None:
    state = tournament(10, TournamentFormat(system), PAIRS, 4)
    assert [*rounds_of(state, 3)] == [*rounds_of(state, 3)]
    seeds = {
        with_next_round(tournament(10, TournamentFormat(system), PAIRS, seed)).rounds
        for seed in range(8)
    }
    assert len(seeds) > 4


@pytest.mark.slow
def test_four_hundred_play() -> None:
    state = tournament(400, TournamentFormat("swiss", "player", 2), DUEL)
    *_, last = rounds_of(state, 2)
    assert {*meetings(last).values()} == {1}
