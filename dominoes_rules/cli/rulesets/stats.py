"""`stats`: what rounds and matches of a game are like, or of two games side by side."""

from __future__ import annotations

import argparse
from pathlib import Path

from dominoes_lang.setup.binding import ParameterError
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.cli.arguments.options import given
from dominoes_rules.cli.common import (
    ProgressLine,
    mean_text,
    parameters,
    ruleset_and_seats,
    write_json,
)
from dominoes_rules.cli.main import FINE
from dominoes_rules.cli.pictures import picture_before, save_picture
from dominoes_rules.statistics.statistics_plot import plot
from dominoes_rules.statistics.statistics_text import as_json, plain_text, side_by_side
from dominoes_rules.statistics.stats_of_game import GameStats, stats
from dominoes_rules.statistics.stats_options import StatsOptions
from dominoes_rules.tournaments.duplicate import tournament
from dominoes_rules.tournaments.tournament_results import Tournament

STRONG, PLAIN = "strong", "essay"
SKILL_DEALS = 200


def run(args: argparse.Namespace) -> int:
    """Play, and print the figures."""
    words = [word for word in (args.variant, args.second) if word is not None]
    games = [ruleset_and_seats(word) for word in words]
    counts = {seats for _, seats in games if seats is not None}
    if len(counts) > 1:
        names = " and ".join(words)
        raise ParameterError(f"{names} are for different numbers of players")
    if args.plot is not None:
        if len(games) > 1:
            raise ArgumentError("--plot draws one game; leave out the other")
        picture_before(Path(args.plot))  # before the first round
    seats = counts.pop() if counts else None
    chosen = parameters(args.parameters)
    for ruleset, _ in games:
        ruleset.setup(seats, chosen)  # refuse what one of them does not allow before any round
    played = list[GameStats]()
    with ProgressLine() as line:
        for ruleset, _ in games:
            options = given(args, StatsOptions)
            played.append(stats(ruleset, **options, seats=seats, parameters=chosen, progress=line))
            if played[-1].stopped:
                break
        skills = [_skill(each, args, line) for each in played] if args.skill else []
    if args.json:
        write_json(_as_json(played, skills))
    else:
        print(_text(played, words))
        for skill in skills:
            print(_skill_line(skill))
    if args.plot is not None:
        save_picture(plot(played[0]), Path(args.plot))
    return FINE


def _text(played: list[GameStats], words: list[str]) -> str:
    if len(played) == 1:
        return plain_text(played[0])
    first, second = played
    return side_by_side(first, second, (words[0], words[1]))


def _skill(of_game: GameStats, args: argparse.Namespace, line: ProgressLine) -> Tournament:
    """Duplicate deals of a strong player against a plain one."""
    ruleset: Ruleset = of_game.setup.ruleset
    return tournament(
        [STRONG, PLAIN],
        ruleset,
        seats=of_game.setup.seats,
        parameters=dict(of_game.setup.parameters),
        deals=SKILL_DEALS,
        seed=args.seed,
        jobs=args.jobs,
        progress=lambda results: line(f"skill: {len(results.deals)} of {SKILL_DEALS} deals"),
    )


def _skill_line(results: Tournament) -> str:
    pair = results.pairs[0]
    title = results.contest.compiled.setup.ruleset.title
    return (
        f"{'Skill':<10} {title}: {STRONG} gains {mean_text(pair.points, sign=True)} points a deal "
        f"on {PLAIN}, and wins {pair.won:,} of {len(results.deals):,} deals"
    )


def _as_json(played: list[GameStats], skills: list[Tournament]) -> object:
    answers = [as_json(each) for each in played]
    for answer, skill in zip(answers, skills, strict=False):
        points = skill.pairs[0].points
        answer["skill"] = {
            "bot": STRONG,
            "against": PLAIN,
            "deals": len(skill.deals),
            "points": points.mean,
            "se": points.se,
        }
    if len(answers) == 1:
        return answers[0]
    first, second = played
    differences = {
        key: {
            "difference": theirs.minus(mine).mean,
            "se": theirs.minus(mine).se,
            "clear": theirs.is_clear_from(mine),
        }
        for key, mine, theirs in first.shared(second)
    }
    return {"first": answers[0], "second": answers[1], "differences": differences}
