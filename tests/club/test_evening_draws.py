"""An evening without a browser: who meets whom, and how it stands."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

import dominoes_rules as dr
from dominoes_rules import library
from dominoes_rules.club.pairings import Draw, Pairing
from dominoes_rules.club.table_results import PlayerResult, ranking, results_of

QUICK = library.loads('variant "Quick"\nextends "partnership"\nparameter target = 1\n')
PARTNERS, ALONE = (0, 1, 0, 1), (0, 1)


def drawn(
    players: int, rounds: int, side_of: tuple[int, ...], seed: int, size: int = 1
) -> list[Pairing]:
    units = [tuple(range(at, at + size)) for at in range(0, players, size)]
    past: list[Pairing] = []
    for _ in range(rounds):
        past.append(Draw(units, side_of, tuple(past)).drawn(Random(seed)))
    return past


def meetings(past: list[Pairing]) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(pair) for one in past for table in one.tables for pair in combinations(table, 2)
    )


@given(st.integers(2, 14), st.integers(0, 99))
def test_nobody_meets_twice_and_nobody_sits_out_twice_while_it_can_be_helped(
    players: int, seed: int
) -> None:
    rounds = players - 1 + players % 2
    past = drawn(players, rounds, ALONE, seed)
    assert set(meetings(past).values()) == {1}
    assert Counter(player for one in past for player in one.resting) == Counter(
        range(players) if players % 2 else ()
    )


@given(st.integers(4, 16), st.integers(1, 5), st.integers(0, 99))
def test_every_draw_seats_everybody_once(players: int, rounds: int, seed: int) -> None:
    for one in drawn(players, rounds, PARTNERS, seed):
        seated = [player for table in one.tables for player in table]
        assert sorted([*seated, *one.resting]) == [*range(players)]
        assert len(one.resting) == players % 4


@given(
    st.lists(st.sets(st.integers(0, 8), min_size=4), min_size=2, max_size=4),
    st.integers(0, 99),
)
def test_whoever_sits_out_has_done_so_no_more_often_than_whoever_plays(
    crowds: list[set[int]], seed: int
) -> None:
    """Of those who are there: players come and leave between rounds."""
    past: list[Pairing] = []
    for present in crowds:
        rests = Counter(player for one in past for player in one.resting)
        units = [(player,) for player in sorted(present)]
        one = Draw(units, PARTNERS, tuple(past)).drawn(Random(seed))
        fewest = min(rests[player] for table in one.tables for player in table)
        assert all(rests[player] <= fewest for player in one.resting)
        past.append(one)


def test_four_at_a_table_meet_once_and_partners_stay_together() -> None:
    assert set(meetings(drawn(16, 3, PARTNERS, 5)).values()) == {1}
    for one in drawn(12, 5, PARTNERS, 5, size=2):
        for a, _, c, _ in one.tables:
            assert (min(a, c) % 2, abs(a - c)) == (0, 1)


def test_the_level_are_ranked_by_the_matches_among_them() -> None:
    def match(winner: int, loser: int, by: int) -> list[PlayerResult]:
        return [PlayerResult(winner, 0, by, 2, by), PlayerResult(loser, 1, 0, 0, -by)]

    ranks = ranking(range(5), [match(1, 0, 5), match(0, 2, 9), match(3, 1, 1)], {4: 1})
    places = [(rank.place, rank.player) for rank in ranks]
    assert places == [(1, 1), (2, 0), (3, 3), (4, 4), (5, 2)]


def test_a_match_that_is_not_over_counts_as_it_stands() -> None:
    level = results_of(dr.Match(QUICK, seed=1), [4, 5, 6, 7])
    assert [one.match_points for one in level] == [1, 1, 1, 1]
    match = dr.Match(QUICK, seed=1)
    while not match.is_over:
        if match.round.is_over:
            match.next_round()
        match.round.push(match.round.legal_moves[0])
    won = {
        one.player
        for one in results_of(match, [4, 5, 6, 7])
        if (one.match_points, one.difference > 0) == (2, True)
    }
    assert won == ({4, 6} if match.winner == ("AC",) else {5, 7})
