"""Matches to the target between a bot and the published heuristic: `matches BOT`.

They are those of `tournament --matches`, except that the heuristic plays in this process. Partners
are the same bot.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import count, islice
from pathlib import Path

from benchmarks.strength import published_heuristic
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules import library
from dominoes_rules.tournaments.contest import Contest, Played
from dominoes_rules.tournaments.contest_table import ContestTable
from dominoes_rules.tournaments.duplicate import contest_of
from dominoes_rules.tournaments.pair_results import share_text
from dominoes_rules.tournaments.tournament_options import TournamentOptions
from dominoes_rules.tournaments.tournament_results import Tournament

HEURISTIC = "benchmarks.strength.published_heuristic:choose"
"""The heuristic as a bot of one's own, by which `tournament` knows it."""
RULES = Path(__file__).with_name("puerto_rico_200.rules")
LINES, FEWEST_A_LINE = 20, 10
"""About how often the wins are shown, and the fewest pairs of matches between."""


def contest_with(bots: Sequence[str], rules: str, seed: int) -> Contest:
    """A contest of two bots in whole matches. Raises what `contest_of` does."""
    known = ["first" if name == HEURISTIC else name for name in bots]  # which starts no process
    contest = contest_of(TournamentOptions(known, library.find(rules), matches=1, seed=seed))
    names = zip(bots, contest.bots, strict=True)
    named = tuple(HEURISTIC if HEURISTIC in pair else pair[1] for pair in names)
    contest = replace(contest, bots=named)
    if contest.compiled.setup.sides != 2:
        raise ArgumentError("these matches are played between two sides")
    return contest


def matches(contest: Contest) -> Iterator[Played]:
    """Match after match, each played in both seatings."""
    players = {HEURISTIC: published_heuristic.player}
    with closing(ContestTable(contest, players=players)) as table:
        yield from map(table.play, count())


def reported(results: Tournament) -> str:
    """The wins in these matches, with the standard error over matches that share their packs."""
    (pair,) = results.pairs
    assert pair.matches_won is not None
    return (
        f"{pair.won + pair.tied / 2:g} of {results.games_a_bot:,} matches won, "
        f"{share_text(pair.matches_won)}, {results.rounds_a_match:.1f} rounds each"
    )


def main(arguments: Sequence[str]) -> int:
    """Print how many matches a bot wins, from time to time, and when it is interrupted."""
    parser = argparse.ArgumentParser(prog="dev.py strength matches", description=__doc__)
    parser.add_argument("bot", help="a bot")
    parser.add_argument("--against", default=HEURISTIC, metavar="BOT", help="another opponent")
    parser.add_argument("--rules", default=str(RULES), help="a bundled game of two sides or a file")
    parser.add_argument("--matches", type=int, default=500, help="an even number")
    parser.add_argument("--seed", type=int, default=7003)
    args = parser.parse_args(arguments)
    contest = contest_with([args.bot, args.against], args.rules, args.seed)
    if args.matches < 2:
        raise ArgumentError(f"--matches {args.matches}: each is played twice, so ask for 2 or more")
    against = "heuristic" if args.against == HEURISTIC else args.against
    so_far: list[Played] = []
    shown, pairs = 0, args.matches // 2

    def show() -> None:
        nonlocal shown
        if len(so_far) > shown:
            shown = len(so_far)
            results = reported(Tournament(contest, so_far))
            print(f"{args.bot} against {against}: {results}", flush=True)

    try:
        for match in islice(matches(contest), pairs):
            so_far.append(match)
            if len(so_far) % max(FEWEST_A_LINE, pairs // LINES) == 0:
                show()
    finally:
        show()
    return 0
