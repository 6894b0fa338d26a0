"""Matches to the target between a bot and the published heuristic: `matches BOT`.

Partners are the same bot. Match n of a seed is played twice, with sides exchanged: the first deal
is the same, the later ones have the same packs. Bots learn in a match as they do at a table.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import count, islice
from pathlib import Path
from random import Random

from benchmarks.strength.contestants import HEURISTIC, Contestant
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.play.match import victor
from dominoes_lang.table.state import State
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules import library
from dominoes_rules.bots.bot_rounds import Turn, play_round
from dominoes_rules.play.deals import deal, deal_after, scores_after
from dominoes_rules.tournaments.contest import line_ups
from dominoes_solver.chance import Chance, key_of, mixed
from dominoes_solver.means import Mean

RULES = Path(__file__).with_name("puerto_rico_200.rules")
LONGEST_MATCH = 1_000
"""Rounds; each has random numbers of its own."""
LINES, FEWEST_A_LINE = 20, 10
"""About how often the wins are shown, and the fewest pairs of matches between."""


def winners(
    rules: Compiled, sides: Sequence[Contestant], seed: int, match: int
) -> tuple[tuple[int, ...], int]:
    """The sides that win a match, none if it is drawn, and its rounds.

    sides: who plays each side. Raises `ArgumentError` for a match without an end.
    """
    players = [sides[side].player for side in rules.setup.side_of]
    for contestant in {*sides}:
        contestant.begin()
    end: State | None = None
    for number in range(1, LONGEST_MATCH):
        pack = Random(f"{seed}/{match}/{number}")
        start = deal(rules, pack) if end is None else deal_after(rules, end, pack)
        luck = mixed(Chance(key_of(seed), match * LONGEST_MATCH + number).state)
        turn = Turn(rules, start, luck, stream=0)
        end = play_round(turn, players)
        won = victor(rules.setup, scores_after(rules, end), number)
        if won is not None:
            return won, number
        for contestant in {*sides}:
            contestant.learn(turn)
    raise ArgumentError(f"{rules.setup.name}: a match does not end in {LONGEST_MATCH:,} rounds")


def seatings(
    rules: Compiled, first: Contestant, second: Contestant, seed: int
) -> Iterator[list[tuple[float, int]]]:
    """Match after match: for each seating what the first wins of it, 0 to 1, and its rounds."""
    for match in count():
        played = []
        for line_up in line_ups(rules.setup.sides):
            sides = [(first, second)[place] for place in line_up]
            won, rounds = winners(rules, sides, seed, match)
            share = sum(line_up[side] == 0 for side in won) / len(won) if won else 0.5
            played.append((share, rounds))
        yield played


def reported(played: Sequence[Sequence[tuple[float, int]]]) -> str:
    """The wins in these matches, with the standard error over matches that share their packs."""
    games = [game for seating in played for game in seating]
    shares = Mean.of([sum(share for share, _ in seating) / len(seating) for seating in played])
    error = "" if shares.se is None else f" ± {shares.se:.1%}"
    rounds = sum(count for _, count in games) / len(games)
    won = sum(share for share, _ in games)
    won_of = f"{won:g} of {len(games):,} matches won"
    return f"{won_of}, {shares.mean:.1%}{error}, {rounds:.1f} rounds each"


def main(arguments: Sequence[str]) -> int:
    """Print how many matches a bot wins, from time to time, and when it is interrupted."""
    parser = argparse.ArgumentParser(prog="dev.py strength matches", description=__doc__)
    parser.add_argument("bot", help=f"a bot, or {HEURISTIC}")
    parser.add_argument("--against", default=HEURISTIC, metavar="BOT", help="another opponent")
    parser.add_argument("--rules", default=str(RULES), help="a bundled game of two sides or a file")
    parser.add_argument("--matches", type=int, default=500, help="an even number")
    parser.add_argument("--seed", type=int, default=7003)
    args = parser.parse_args(arguments)
    rules = library.compiled(library.find(args.rules))
    if rules.setup.sides != 2 or args.matches < 2:
        raise ArgumentError("matches are played between two sides, and at least twice")
    first, second = (Contestant(name, rules) for name in (args.bot, args.against))
    so_far: list[list[tuple[float, int]]] = []
    shown, pairs = 0, args.matches // 2

    def show() -> None:
        nonlocal shown
        if len(so_far) > shown:
            shown = len(so_far)
            print(f"{args.bot} against {args.against}: {reported(so_far)}", flush=True)

    try:
        for seating in islice(seatings(rules, first, second, args.seed), pairs):
            so_far.append(seating)
            if len(so_far) % max(FEWEST_A_LINE, pairs // LINES) == 0:
                show()
    finally:
        show()
    return 0
