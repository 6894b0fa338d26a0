"""What `strong` gains on counting with the same plain partner: each side has one of a bot.

`partner BOT` plays every match twice, with sides exchanged. In matches of several rounds `strong`
learns the types of the others, its partner among them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import count, islice
from statistics import fmean

from benchmarks.strength.type_gain import NOISY, leads_of_match, opponent, way_without
from dominoes_rules import library
from dominoes_rules.bots.bot_rounds import Player, sampling_player
from dominoes_rules.tournaments.tournament_results import LEARNT
from dominoes_solver.batch.decision import Decider
from dominoes_solver.means import Mean
from dominoes_solver.search import native


def leads(
    strong: Decider, counting: Player, plain: Player, seed: int, rounds: int
) -> Iterator[list[float]]:
    """What the side of `strong` got more in each round of a match, the mean over both seatings."""
    setup, thinker = strong.compiled.setup, sampling_player(strong)
    for match in count():
        seatings = []
        for first in range(2):
            players = [plain] * setup.seats
            for side, team in enumerate(setup.players_of):
                players[team[match % len(team)]] = thinker if side == first else counting
            seatings.append(players)
        yield leads_of_match(strong, seatings, seed, match, rounds)


def main(arguments: Sequence[str]) -> int:
    """Print what `strong` gains with a bot as its partner."""
    parser = argparse.ArgumentParser(prog="dev.py strength partner", description=__doc__)
    parser.add_argument("bot", help=f"a bot, or {NOISY}")
    parser.add_argument("--game", default="partnership")
    parser.add_argument("--worlds", type=int, default=50)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--rounds-a-match", type=int, default=1, metavar="N")
    parser.add_argument("--seed", type=int, default=7002)
    args = parser.parse_args(arguments)
    rules = library.compiled(library.variant(args.game))
    native.decides(rules)
    strong = Decider(rules, way_without(f"strong:worlds={args.worlds}", rules, None), natively=True)
    counting, plain = (opponent(name, rules) for name in (f"solver:worlds={args.worlds}", args.bot))
    learnt = LEARNT - 1 if args.rounds_a_match >= LEARNT else 0
    so_far = []
    made = leads(strong, counting, plain, args.seed, args.rounds_a_match)
    for of_match in islice(made, args.matches):
        so_far.append(fmean(of_match[learnt:]))
        if len(so_far) % 10 == 0 or len(so_far) == args.matches:
            after = f", from round {LEARNT} on" if learnt else ""
            sys.stdout.write(f"{len(so_far)} matches with {args.bot}{after}: {Mean.of(so_far)}\n")
            sys.stdout.flush()
    return 0
