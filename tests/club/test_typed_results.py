"""Typed results: which can be, who may correct them, and that nothing changes a closed round."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dominoes_rules as dr
from dominoes_rules import ArgumentError, library
from dominoes_rules.club.club_tournament import ClubTournament, Correction, Entrant, Penalty
from dominoes_rules.club.score_rules import ScoreRules
from dominoes_rules.club.tournament_draw import with_next_round
from dominoes_rules.club.tournament_file import tournament_as_json, tournament_of_json
from dominoes_rules.club.tournament_format import TournamentFormat
from dominoes_rules.club.typed_result import TypedResult
from tests.club.tournaments import DUEL, NOW, PAIRS, THREE, played, random_result, tournament

WON = TypedResult((200, 120), by="Ana")


def rules_of(name: str, seats: int) -> ScoreRules:
    ruleset = library.variant(name)
    return ScoreRules.of(ruleset.title, ruleset.setup(seats))


def test_what_the_rules_say_of_scores() -> None:
    assert rules_of("partnership", 4) == PAIRS
    fives = rules_of("all_fives", 2)
    assert (fives.target, fives.step, fives.exact, fives.fewest_win) == (250, 5, False, False)
    assert rules_of("fives_and_threes", 4).exact
    fewest = rules_of("hungarian", 4)
    assert (fewest.fewest_win, fewest.target, fewest.sides) == (True, 100, 4)
    assert rules_of("latin_match", 4).target == 10  # rounds won


def assert_can_be_typed(name: str, seed: int) -> None:
    """The engine and the checks of typed scores are two ways."""
    match = dr.Match(library.variant(name), seed=seed)
    while not match.is_over:
        if match.round.is_over:
            match.next_round()
        match.round.push(match.round.legal_moves[0])
    rules = ScoreRules.of("Game", match.setup)
    scores = tuple(match.scores.values())
    assert rules.problem(scores, "target") == ""
    names = match.setup.side_names
    assert tuple(names[side] for side in rules.winners(scores)) == match.winner


@pytest.mark.parametrize("name", ["partnership", "all_fives", "fives_and_threes", "latin_match"])
def test_a_match_of_the_engine_can_be_typed(name: str) -> None:
    assert_can_be_typed(name, 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", library.bundled())
def test_so_can_every_match_of_every_game(name: str) -> None:
    for seed in range(2):
        assert_can_be_typed(name, seed)


@pytest.mark.parametrize(
    ("rules", "result", "message"),
    [
        (PAIRS, TypedResult((200,)), "2 sides"),
        (PAIRS, TypedResult((150, 120)), "reached 200"),
        (PAIRS, TypedResult((200, 120), "time"), "not by time"),
        (PAIRS, TypedResult((-5, 200)), "no score"),
        (PAIRS, TypedResult((150, 120), "drawn"), "nobody is ahead"),
        (PAIRS, TypedResult((), "absent"), "did not come"),
        (PAIRS, TypedResult((), "absent", "", (2,)), "did not come"),
        (PAIRS, TypedResult((200, 0), "absent", "", (1,)), "Leave the scores out"),
        (PAIRS, TypedResult((200, 0), "target", "", (1,)), "walk-over"),
        (PAIRS, TypedResult((200, 0), "won"), "ends by"),
        (replace(PAIRS, step=5), TypedResult((200, 123)), "multiples of 5"),
        (replace(PAIRS, exact=True), TypedResult((201, 120)), "more than 200"),
        (THREE, TypedResult((10, 20)), "3 sides"),
    ],
)
def test_a_result_that_cannot_be_is_explained(
    rules: ScoreRules, result: TypedResult, message: str
) -> None:
    assert message in result.problem(rules)
    with pytest.raises(ArgumentError, match=message):
        result.expect_possible(rules)


def test_a_correction_is_kept_with_who_and_when() -> None:
    state = with_next_round(tournament(4, TournamentFormat()))
    typed = state.with_result(1, 1, WON, "20:15")
    assert typed.corrections == ()
    assert typed.with_result(1, 1, WON, "20:16") is typed
    other = TypedResult((120, 200), by="Bob")
    corrected = typed.with_result(1, 1, other, "20:17")
    assert corrected.corrections == (Correction(1, 1, WON, other, "20:17"),)
    assert corrected.rounds[0].tables[0].result == other


def newcomers(random: Random) -> Entrant:
    return Entrant((f"L{random.random()}", f"M{random.random()}"))


ACTS: list[Callable[[ClubTournament, Random], ClubTournament]] = [
    lambda state, random: state.with_result(1, 1, random_result(state.rules, random), NOW),
    lambda state, random: state.with_entrants([newcomers(random)]),
    lambda state, random: state.with_presence(random.randrange(9), left=random.random() < 0.5),
    lambda state, random: state.with_penalty(Penalty(random.randrange(9), 3, "late", "", NOW)),
    lambda state, random: state.with_closed_round(random.randint(1, 4)),
    lambda state, random: state.with_result(
        len(state.rounds), random.randint(1, 3), random_result(state.rules, random), NOW
    ),
    lambda state, _: with_next_round(state),
    lambda state, _: state.finished(),
    played,
]


@settings(max_examples=40)
@given(st.lists(st.sampled_from(ACTS), max_size=25), st.integers(0, 99))
def test_nothing_changes_a_closed_round(
    acts: list[Callable[[ClubTournament, Random], ClubTournament]], seed: int
) -> None:
    random = Random(seed)
    state = played(tournament(7, TournamentFormat(rounds=4)), random)
    for act in acts:
        try:
            changed = act(state, random)
        except ArgumentError:
            continue
        for before, after in zip(state.rounds, changed.rounds, strict=False):
            assert not before.closed or before == after
        state = changed
    kept = json.loads(json.dumps(tournament_as_json(state)))
    assert tournament_of_json(kept) == state


def test_a_round_is_reopened_for_all_to_see() -> None:
    state = played(tournament(4, TournamentFormat()), Random(1))
    with pytest.raises(ArgumentError, match="Reopen it first"):
        state.with_result(1, 1, WON, NOW)
    reopened = state.with_reopened_round(1, "Ben", "21:00")
    assert [(item.round, item.by, item.at) for item in reopened.reopenings] == [(1, "Ben", "21:00")]
    again = reopened.with_result(1, 1, WON, NOW).with_closed_round(1)
    assert again.reopenings == reopened.reopenings
    with pytest.raises(ArgumentError, match="is closed"):
        again.finished().with_reopened_round(1, "Ben", NOW)


def test_acts_at_the_wrong_moment_are_explained() -> None:
    state = tournament(4, TournamentFormat(rounds=1))
    acts: dict[str, Callable[[], object]] = {
        "no round 1": lambda: state.with_result(1, 1, WON, NOW),
        "no result for table 1, 2": lambda: with_next_round(state).with_closed_round(1),
        "still open": lambda: with_next_round(with_next_round(state)),
        "All 1 rounds": lambda: with_next_round(played(state, Random(1))),
        "no entrant 10": lambda: state.with_presence(9, left=True),
        "the reason": lambda: state.with_penalty(Penalty(0, 1, " ", "", NOW)),
        "can't be shown": lambda: state.with_penalty(Penalty(0, 1, "late\n", "", NOW)),
        "one line of 40": lambda: with_next_round(state).with_result(
            1, 1, replace(WON, by="x" * 41), NOW
        ),
        "P0a is there twice": lambda: state.with_entrants([Entrant(("P0a", "New"))]),
        "pair has 2 names": lambda: state.with_entrants([Entrant(("New",))]),
        "1 to 40 visible": lambda: state.with_entrants([Entrant(("New", "\u202e"))]),
        "needs 2 entrants": lambda: with_next_round(tournament(1, TournamentFormat())),
        "so no round": lambda: with_next_round(state.finished()),
        "nobody can enter": lambda: state.finished().with_entrants([]),
    }
    for message, act in acts.items():
        with pytest.raises(ArgumentError, match=message):
            act()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"system": "knock-out"}, "no system"),
        ({"unit": "team"}, "enter as"),
        ({"rounds": 0}, "1 to 99 rounds"),
        ({"minutes": 0}, "minutes"),
        ({"ranking": ("luck",)}, "no criterion"),
        ({"ranking": ()}, "at least one"),
        ({"ranking": ("wins", "wins")}, "none twice"),
        ({"bye": (10**6, 0)}, "at most"),
        ({"apart": -1}, "kept apart"),
    ],
)
def test_settings_that_cannot_be_are_explained(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        replace(TournamentFormat(), **changes)  # type: ignore[arg-type]


def test_settings_that_do_not_fit_the_game_are_explained() -> None:
    for message, chosen, rules in (
        ("no pairs", TournamentFormat(), DUEL),
        ("two units", TournamentFormat("round robin", "player"), PAIRS),
        ("would be a defeat", TournamentFormat(bye=(0, 200)), PAIRS),
        ("would be a defeat", TournamentFormat(unit="player", absent=(9, 0)), THREE),
    ):
        with pytest.raises(ArgumentError, match=message):
            chosen.expect_fits(rules)
