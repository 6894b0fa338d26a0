"""Whole matches: those of `Match`, the same in every way of playing, won by somebody."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import dominoes_rules as dr
from dominoes_rules.cli import main
from dominoes_rules.play import match_rounds
from dominoes_rules.tournaments import contest_table
from dominoes_rules.tournaments.contest import Played
from dominoes_rules.tournaments.contest_table import ContestTable
from dominoes_rules.tournaments.duplicate import contest_of
from dominoes_rules.tournaments.pair_results import points_a_deal, share_interval
from dominoes_rules.tournaments.tournament_options import TournamentOptions
from dominoes_solver.means import Mean
from tests.games import bundled

COMMAND = ["tournament", "lowest", "heaviest", "--variant", "six_love", "--seed", "4"]


def answer(*words: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main([*COMMAND, *words, "--json"]) == 0
    values: dict[str, Any] = json.loads(capsys.readouterr().out)
    del values["seconds"]
    return values


@pytest.mark.parametrize("game", bundled())
def test_a_match_is_that_of_its_packs(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds, points and winners are those of `Match`, if both deal from the same packs."""
    ruleset = dr.variant(game)
    options = TournamentOptions(["first", "first"], ruleset, matches=1, seed=9)
    played = ContestTable(contest_of(options)).play(1)
    monkeypatch.setattr(
        match_rounds, "random_of", lambda seed, number: Random(f"{seed}/1/{number}")
    )
    match = dr.Match(ruleset, seed=9)
    totals = dict.fromkeys(match.scores, 0)
    while True:
        while not match.round.is_over:
            match.round.push(match.round.legal_moves[0])
        assert match.round.outcome is not None
        for side, points in match.round.outcome.points.items():
            totals[side] += points
        if match.is_over:
            break
        match.next_round()
    sides = [*match.scores]
    assert match.winner is not None
    end = len(match.rounds), *map(sides.index, match.winner)
    assert set(played.endings[0]) == {end}
    assert set(played.payoffs[0]) == {tuple(totals.values())}


def test_a_bot_against_itself_wins_half() -> None:
    alike = dr.tournament(["random", "random"], "domohnoes", seats=3, matches=3)
    assert alike.standings[0][1] == Mean(0.5, 0.0)
    better = dr.tournament(["heaviest", "lowest"], matches=8, seed=2)
    assert better.standings[0][0] == "heaviest"
    (pair,) = better.pairs
    assert pair.matches_won == better.standings[0][1]
    assert pair.won + pair.tied + pair.lost == better.games_a_bot == 16
    assert pair.won > 10
    assert better.points("heaviest").mean == -better.points("lowest").mean > 0
    assert "8 matches: heaviest" in repr(better)


def test_files_and_more_matches_change_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = answer("--matches", "60", capsys=capsys)
    file = str(tmp_path / "a.results")
    assert main([*COMMAND, "--matches", "55", "--out", file]) == 0
    capsys.readouterr()
    assert answer("--matches", "60", "--resume", file, capsys=capsys) == alone
    assert alone["matches"] == 60
    assert "first_seat" not in alone
    assert alone["command"].endswith("--variant six_love --matches 60 --seed 4")
    assert main([*COMMAND, "--deals", "90", "--resume", file]) == 2
    assert "played: match there, deal here" in capsys.readouterr().err


@pytest.mark.slow
def test_processes_change_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    alone = answer("--matches", "60", capsys=capsys)
    assert answer("--matches", "60", "--jobs", "2", capsys=capsys) == alone


def test_bots_learn_in_a_match_and_start_the_next_afresh() -> None:
    options = TournamentOptions(["strong:worlds=2", "heaviest"], matches=2, seed=2)
    contest = contest_of(options)
    assert contest.learning
    one_after_another = [*map(ContestTable(contest).play, range(2))]
    assert one_after_another[1] == ContestTable(contest).play(1)
    forgetful = contest_of(TournamentOptions(options.bots, matches=2, seed=2, types=False))
    assert ContestTable(forgetful).play(0) != one_after_another[0]


def test_an_interrupted_tournament_keeps_the_matches_so_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play = ContestTable.play

    def interrupted(table: ContestTable, number: int) -> Played:
        if number == 3:
            raise KeyboardInterrupt
        return play(table, number)

    monkeypatch.setattr(ContestTable, "play", interrupted)
    assert main([*COMMAND, "--matches", "9"]) == 0
    printed = capsys.readouterr().out
    assert "six_love for 4, 3 matches, each played 2 times" in printed
    assert "stopped early" in printed
    assert "--matches 3" in printed


def test_the_table_and_the_picture_show_wins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "p.svg"
    words = [COMMAND[0], "essay", *COMMAND[1:], "--matches", "5", "--plot", str(picture)]
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert "matches won" in printed
    assert "rounds won a deal" in printed
    assert " deals on average" in printed
    drawn = "".join(ET.fromstring(picture.read_text(encoding="utf-8")).itertext())
    assert "six_love for 4: 5 matches" in drawn
    assert "matches won, in percent" in drawn


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--sprt"], "leave out --sprt, or play --deals"),
        (["--rounds-a-match", "3"], "leave out --rounds-a-match, or play --deals"),
        (["--deals", "3"], "not allowed with argument"),
    ],
)
def test_options_without_a_meaning_for_matches(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*COMMAND, "--matches", "2", *words]) == 2
    assert said in capsys.readouterr().err


def test_a_match_without_an_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contest_table, "LONGEST_MATCH", 2)
    with pytest.raises(dr.ArgumentError, match="does not end in 2 rounds; --deals plays"):
        dr.tournament(["first", "double"], matches=1)


@pytest.mark.parametrize(
    "ends",
    [
        (),
        (((0, 0), (1, 0)),),
        (((3, 2), (1, 0)),),
        (((3, 0, 0), (1, 0)),),
        (((3, 0),),),
        (((), ()),),
    ],
)
def test_ends_that_no_match_has(ends: tuple[tuple[tuple[int, ...], ...], ...]) -> None:
    contest = contest_of(TournamentOptions(["first", "double"], matches=1))
    match = ContestTable(contest).play(0)
    assert contest.could_play(Played.of_json(match.as_json()))
    assert not contest.could_play(Played(0, 0, match.payoffs, match.clocks, match.replaced, ends))


def test_points_and_intervals() -> None:
    """Matches of equal length give the plain mean; 362 wins of 400 have a published interval."""
    ratio, mean = points_a_deal([(6.0, 2), (2.0, 2)]), Mean.of([3.0, 1.0])
    assert (ratio.mean, ratio.se) == pytest.approx((mean.mean, mean.se))
    assert points_a_deal([(6.0, 3), (2.0, 1)]) == Mean(2.0, 0.0)
    share = 362 / 400
    bounds = share_interval(Mean(share, (share * (1 - share) / 400) ** 0.5), 400)
    assert bounds == pytest.approx((0.872, 0.930), abs=5e-4)
    assert share_interval(Mean(1.0, 0.0), 40) == pytest.approx((0.912, 1.0), abs=5e-4)
    assert share_interval(Mean(1.0, None), 1) is None
