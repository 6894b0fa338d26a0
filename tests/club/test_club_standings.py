"""Standings of a tournament equal a plain program, whatever the order of criteria."""

from __future__ import annotations

from dataclasses import replace
from itertools import count, permutations
from random import Random

import pytest

from dominoes_rules.club.club_standings import standings_of
from dominoes_rules.club.club_tournament import ClubTournament, Entrant, Penalty
from dominoes_rules.club.score_rules import ScoreRules
from dominoes_rules.club.tournament_format import CRITERIA, TournamentFormat
from dominoes_rules.club.typed_result import TypedResult
from tests.club.tournaments import DUEL, NOW, PAIRS, THREE, played, rounds_of, tournament

ORDERS = [*permutations(CRITERIA)]


def plainly(state: ClubTournament) -> list[tuple[int, int]]:
    """Place and entrant, written down without a thought for speed or for other uses."""
    rules, settings = state.rules, state.settings
    rows: dict[int, list[tuple[float, int, int, set[int]]]] = {
        entrant: [] for entrant in range(len(state.entrants))
    }
    for number, drawn in enumerate(state.rounds, 1):
        for entrant in drawn.resting:
            rows[entrant].append((1, *settings.bye, set()))
        for entrant in rows:
            if state.entrants[entrant].since >= number:
                rows[entrant].append((0, settings.absent[1], settings.absent[0], set()))
        for table in drawn.tables:
            assert table.result is not None
            for side, entrants in enumerate(table.sides):
                opponents = {e for at, s in enumerate(table.sides) for e in s if at != side}
                scores = table.result.scores
                if table.result.ended == "absent":
                    away = side in table.result.absent
                    own, against = settings.absent[::-1] if away else settings.absent
                    row = (0.0 if away else 1.0, own, against, set[int]())
                else:
                    best = (min if rules.fewest_win else max)(scores)
                    won = 0.0 if scores[side] != best else 1.0 if scores.count(best) == 1 else 0.5
                    if settings.capped and rules.target:
                        scores = tuple(min(score, rules.target) for score in scores)
                    others = [score for at, score in enumerate(scores) if at != side]
                    nearest = (min if rules.fewest_win else max)(others)
                    row = (won, scores[side], nearest, opponents)
                for entrant in entrants:
                    rows[entrant].append(row)
    sign = -1 if rules.fewest_win else 1
    off = {
        entrant: sum(penalty.points for penalty in state.penalties if penalty.entrant == entrant)
        for entrant in rows
    }
    won_by = {entrant: sum(row[0] for row in rows[entrant]) for entrant in rows}
    lots = {entrant: Random(f"{state.seed}/lot/{entrant}").getrandbits(64) for entrant in rows}

    def value(criterion: str, entrant: int, level: list[int]) -> float:
        mine = rows[entrant]
        match criterion:
            case "wins":
                return won_by[entrant]
            case "difference":
                return sign * sum(row[1] - row[2] for row in mine) - off[entrant]
            case "points":
                return sign * sum(row[1] for row in mine) - off[entrant]
            case "buchholz":
                return sum(won_by[opponent] for row in mine for opponent in row[3])
            case "best round":
                return max((sign * row[1] for row in mine), default=-(10**9))
            case "lot":
                return lots[entrant]
        for one in level:
            for other in level:
                if one != other and not any(other in row[3] for row in rows[one]):
                    return 0
        return sum(row[0] for row in mine if row[3] & {*level})

    def sort(level: list[int], criteria: tuple[str, ...]) -> list[list[int]]:
        if not criteria:
            return [level]
        worth = {entrant: value(criteria[0], entrant, level) for entrant in level}
        groups = [
            [entrant for entrant in level if worth[entrant] == amount]
            for amount in sorted({*worth.values()}, reverse=True)
        ]
        return [part for group in groups for part in sort(group, criteria[1:])]

    lines: list[tuple[int, int]] = []
    for group in sort([*rows], settings.ranking):
        place = len(lines) + 1
        lines += [(place, entrant) for entrant in group]
    return lines


def random_tournament(random: Random) -> ClubTournament:
    """A few rounds with late entries, penalties, capped scores, and results of a small range."""
    rules = random.choice([PAIRS, DUEL, THREE, ScoreRules("Tiny", (0, 1), 3)])
    settings = TournamentFormat(
        random.choice(["swiss", "lot"]),
        random.choice(["player", "pair"]) if rules is PAIRS else "player",
        4,
        capped=random.random() < 0.5,
        bye=(0, 3) if rules.fewest_win else (3, 1),
        absent=(0, 2) if rules.fewest_win else (2, 0),
    )
    state = tournament(random.randint(4, 7), settings, rules, random.randrange(99))
    for number in range(random.randint(1, 3)):
        state = played(state, random)
        if random.random() < 0.2:
            names = tuple(f"L{number}{letter}" for letter in "ab"[: settings.players_of_unit])
            state = state.with_entrants([Entrant(names)])
        if random.random() < 0.2:
            state = state.with_penalty(Penalty(0, random.randint(1, 5), "late", "", NOW))
    return state


def assert_equal(tournaments: int, orders: int) -> None:
    """Each tournament is ranked by so many orders of some or all criteria."""
    random, numbers = Random(tournaments), count()
    for _ in range(tournaments):
        state = random_tournament(random)
        for _ in range(orders):
            order = ORDERS[next(numbers) % len(ORDERS)][: random.choice([1, 2, 3, 7, 7])]
            ranked = replace(state, settings=replace(state.settings, ranking=order))
            lines = [(line.place, line.entrant) for line in standings_of(ranked)]
            assert lines == plainly(ranked), ranked


def test_standings_equal_a_plain_program() -> None:
    assert_equal(tournaments=60, orders=2)


@pytest.mark.slow
def test_standings_equal_a_plain_program_over_every_order_of_criteria() -> None:
    assert_equal(tournaments=1000, orders=6)


def test_the_level_share_a_place() -> None:
    state = tournament(4, TournamentFormat(ranking=("wins",)))
    *_, last = rounds_of(state, 1, seed=3)
    assert [line.place for line in standings_of(last)] == [1, 1, 3, 3]
    assert {line.place for line in standings_of(state)} == {1}


def test_points_above_the_target_do_not_count_if_capped() -> None:
    beyond = TypedResult((230, 150))
    plain, capped = TournamentFormat(), TournamentFormat(capped=True)
    assert beyond.counted(PAIRS, plain) == [(2, 230, 150), (0, 150, 230)]
    assert beyond.counted(PAIRS, capped) == [(2, 200, 150), (0, 150, 200)]


def test_wins_against_one_another_count_only_if_all_have_met() -> None:
    def settings(*ranking: str) -> TournamentFormat:
        return TournamentFormat("round robin", "player", ranking=ranking)

    state = tournament(3, settings("lot"), DUEL)
    *_, one_round = rounds_of(state, 1)
    *_, all_met = rounds_of(state, 3)
    for partly, expected in ((one_round, {0}), (all_met, {0, 1, 2, 3, 4})):
        changed = ClubTournament("", DUEL, settings("mutual"), 1, partly.entrants, partly.rounds)
        assert {line.values[0] for line in standings_of(changed)} <= expected
    lines = standings_of(
        ClubTournament("", DUEL, settings("mutual"), 1, all_met.entrants, all_met.rounds)
    )
    assert any(line.values[0] for line in lines)
