"""What weighing worlds by choices tells of hidden tiles.

`read GAME` lets `strong` play rounds, and asks at each decision how likely the true holders are.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules import library
from dominoes_rules.bots import bot
from dominoes_rules.bots.bot_rounds import Turn, play_round, sampling_player
from dominoes_rules.bots.ways import way_of
from dominoes_rules.cli.common import ruleset_and_seats
from dominoes_rules.position.position import Position
from dominoes_rules.solving.foretold import foretold
from dominoes_solver.batch.decision import Decider
from dominoes_solver.batch.way import Way
from dominoes_solver.search import native

SEED = 1001
PLAYER = "strong"


def records(rules: Compiled, way: Way, rounds: int, seed: int) -> Iterator[Position]:
    """Rounds of a player against itself, every hand written."""
    native.decides(rules)
    player = sampling_player(Decider(rules, way, natively=True))
    for number in range(rounds):
        turn = Turn.dealt(rules, seed, number)
        play_round(turn, [player] * rules.setup.seats)
        yield turn.round().position


def read(arguments: Sequence[str]) -> int:
    """Print how likely the true holders of hidden tiles were thought to be."""
    parser = argparse.ArgumentParser(prog="dev.py strength read")
    parser.add_argument("game", help="block, or another game whose bots are decided in bulk")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=SEED)
    args = parser.parse_args(arguments)
    rules = library.compiled(*ruleset_and_seats(args.game))
    way = way_of(bot(PLAYER).name, rules)
    model = way.model if way else None
    if way is None or model is None:
        raise ArgumentError(f"rounds of {PLAYER} in {args.game} can't be decided in bulk")
    played = records(rules, way, args.rounds, args.seed)
    found = foretold(model, played).read
    counted, weighed = found.counted / found.tiles, found.weighed / found.tiles
    means = f"counted {counted:.3f}, weighted {weighed:.3f} ({weighed - counted:+.3f})"
    lines = [
        f"{args.game}: {args.rounds} rounds, {found.tiles:,} hidden tiles",
        f"mean log-probability of the true holder: {means}",
    ]
    lines += [
        f"predicted {total / number:6.1%}  true {hits / number:6.1%}  of {number:,.0f}"
        for number, total, hits in found.bins
        if number
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0
