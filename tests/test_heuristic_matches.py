"""Matches against the heuristic of a published project: its rules, its choices, and the wins."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice

import pytest

from benchmarks.strength import published_heuristic
from benchmarks.strength.__main__ import main
from benchmarks.strength.heuristic_matches import HEURISTIC, RULES, contest_with, matches
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.examples import example_runs
from dominoes_lang.table.state import Action, Kind
from dominoes_rules import library, tournament
from dominoes_rules.bots.bot_rounds import Turn, play_round
from dominoes_rules.bots.random_streams import Stream
from dominoes_rules.tournaments.contest import Played
from dominoes_rules.tournaments.contest_table import ContestTable
from dominoes_rules.tournaments.tournament_results import games_of


@pytest.fixture(scope="module")
def rules() -> Compiled:
    return library.compiled(library.load(RULES))


def test_the_examples_of_the_rules_hold(rules: Compiled) -> None:
    ruleset = rules.setup.ruleset
    assert [warning.render() for warning in ruleset.warnings] == []
    ran = (example_runs.run(ruleset, example) for example in ruleset.examples)
    assert [failure.render() for failure in ran if failure is not None] == []


def published_sum(turn: Turn, action: Action) -> float:
    """The sum of a play as the project states it, from the tiles themselves."""
    tiles, mover = turn.rules.setup.tiles, turn.state.mover
    partner, rivals = Counter[int](), Counter[int]()
    for before, played in zip(turn.states, turn.actions, strict=True):
        if played.kind is Kind.PLAY and before.mover != mover:
            beside = partner if (before.mover - mover) % 2 == 0 else rivals
            beside.update(tiles.tiles[played.tile])
    tile = first, second = tiles.tiles[action.tile]
    held = tiles.in_mask(turn.state.hands[mover])
    kept = Counter(number for each in held if each != tile for number in each)
    left, right = turn.state.ends or tile
    if turn.state.ends and action.end == 0:
        left = second if first == left else first
    elif turn.state.ends:
        right = second if first == right else first
    total = 1.5 * max(kept.values(), default=0) + 0.35 * (first + second)
    for number in (left, right):
        total += 2.5 * kept[number] + 1.4 * partner[number] - rivals[number]
    if first == second:
        total += 0.8 * kept[first] - 0.2
    if len(held) == 1:
        total += 100 * (left == right) + 100 * (first == second == 0)
    return total


def test_the_heuristic_plays_a_greatest_sum_and_the_same_on_positions(rules: Compiled) -> None:
    choices = 0

    def compared(turn: Turn) -> Action:
        nonlocal choices
        action = published_heuristic.player(turn)
        sums = {each: published_sum(turn, each) for each in turn.legal}
        assert sums[action] == pytest.approx(max(sums.values()))
        if choices % 20 == 0:
            game = turn.round()
            move = published_heuristic.choose(game.seen_by(game.turn), Stream(turn.chance))
            game.push(move)
            assert game.actions[-1] == action
        choices += 1
        return action

    for number in range(12):
        play_round(Turn.dealt(rules, 1, number), [compared] * 4)
    assert choices > 100


def wins(bots: list[str], seed: int, number: int) -> list[float]:
    """What the first bot has of each match in both seatings, 0 to 2."""
    contest = contest_with(bots, str(RULES), seed)
    played = [*islice(matches(contest), number)]
    return [sum((1 + game) / 2 for game in games_of(contest, match, 0)) for match in played]


def test_equals_win_half_of_the_matches_and_the_better_one_more() -> None:
    assert wins([HEURISTIC, HEURISTIC], 1, 6) == [1.0] * 6
    once, again = (wins(["quick", HEURISTIC], 2, 5) for _ in range(2))
    assert once == again
    assert sum(once) > 5


@pytest.mark.slow
def test_the_heuristic_plays_the_same_as_a_bot_of_its_own() -> None:
    contest = contest_with(["lowest", HEURISTIC], str(RULES), 5)
    apart = tournament(["lowest", HEURISTIC], library.load(RULES), matches=1, seed=5)
    assert apart.deals == (next(matches(contest)),)


def test_what_is_printed_also_when_interrupted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = r"lowest against heuristic: [\d.]+ of 4 matches won, [\d.]+% ± [\d.]+%, [\d.]+ rounds"
    assert main(["matches", "lowest", "--matches", "4"]) == 0
    assert re.match(line, capsys.readouterr().out)
    play = ContestTable.play

    def interrupted(table: ContestTable, number: int) -> Played:
        if number == 2:
            raise KeyboardInterrupt
        return play(table, number)

    monkeypatch.setattr(ContestTable, "play", interrupted)
    with pytest.raises(KeyboardInterrupt):
        main(["matches", "lowest"])
    assert re.match(line, capsys.readouterr().out)


def test_games_without_two_sides_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["matches", "lowest", "--rules", "gaple"]) == 2
    assert "two sides" in capsys.readouterr().err
    assert main(["matches", "nobody"]) == 2
    assert "nobody" in capsys.readouterr().err
