"""What `strong` gains on counting with the same plain partner: each side has one of a bot.

`partner BOT` plays every deal twice, with sides exchanged.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import count, islice

from benchmarks.strength.type_gain import NOISY, opponent
from dominoes_lang.codegen.compiled import Compiled
from dominoes_rules import library
from dominoes_rules.bots.bot_rounds import Player, Turn, play_round
from dominoes_solver.means import Mean
from dominoes_solver.search import native


def leads(
    rules: Compiled, thinkers: tuple[Player, Player], plain: Player, seed: int
) -> Iterator[float]:
    """What the side of the first thinker got more in each deal, the mean over both seatings."""
    for deal in count():
        lead = 0.0
        for first in range(2):
            players = [plain] * rules.setup.seats
            for side, team in enumerate(rules.setup.players_of):
                players[team[deal % len(team)]] = thinkers[side != first]
            turn = Turn.dealt(rules, seed, deal)
            play_round(turn, players)
            payoff = rules.payoff(*turn.state)
            lead += (payoff[first] - payoff[1 - first]) / 2
        yield lead


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
    strong, solver, plain = (
        opponent(name, rules)
        for name in (f"strong:worlds={args.worlds}", f"solver:worlds={args.worlds}", args.bot)
    )
    so_far = []
    for lead in islice(leads(rules, (strong, solver), plain, args.seed), args.deals):
        so_far.append(lead)
        if len(so_far) % 100 == 0 or len(so_far) == args.deals:
            sys.stdout.write(f"{len(so_far)} deals with {args.bot}: {Mean.of(so_far)}\n")
            sys.stdout.flush()
    return 0
