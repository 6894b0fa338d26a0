"""What `strong` gains on counting with the same plain partner: each side has one of a bot.

`partner BOT` plays every deal twice, with sides exchanged.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from benchmarks.strength.type_gain import NOISY, opponent, way_without
from dominoes_lang.codegen.compiled import Compiled
from dominoes_rules import library
from dominoes_rules.bots.bot_rounds import Player, Turn, play_round, sampling_player
from dominoes_solver.batch.decision import Decider
from dominoes_solver.means import Mean
from dominoes_solver.search import native


def leads(
    rules: Compiled, thinkers: tuple[Player, Player], plain: Player, seed: int
) -> Iterator[float]:
    """What the side of the first thinker got more in each deal, the mean over both seatings."""
    deal = 0
    while True:
        found = 0.0
        for first in range(2):
            players = [plain] * rules.setup.seats
            for side, team in enumerate(rules.setup.players_of):
                players[team[deal % len(team)]] = thinkers[side != first]
            turn = Turn.dealt(rules, seed, deal)
            play_round(turn, players)
            payoff = rules.payoff(*turn.state)
            found += (payoff[first] - payoff[1 - first]) / 2
        yield found
        deal += 1


def main(arguments: Sequence[str]) -> int:
    """Print what `strong` gains with a bot as its partner."""
    parser = argparse.ArgumentParser(prog="dev.py strength partner", description=__doc__)
    parser.add_argument("bot", help=f"a bot, or {NOISY}")
    parser.add_argument("--game", default="partnership")
    parser.add_argument("--worlds", type=int, default=50)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=7002)
    args = parser.parse_args(arguments)
    rules = library.compiled(library.variant(args.game))
    native.decides(rules)
    one, other = (
        sampling_player(
            Decider(rules, way_without(f"{name}:worlds={args.worlds}", rules, None), natively=True)
        )
        for name in ("strong", "solver")
    )
    sums = []
    for lead in leads(rules, (one, other), opponent(args.bot, rules), args.seed):
        sums.append(lead)
        if len(sums) % 100 == 0 or len(sums) == args.deals:
            sys.stdout.write(f"{len(sums)} deals with {args.bot}: {Mean.of(sums)}\n")
            sys.stdout.flush()
        if len(sums) == args.deals:
            break
    return 0
