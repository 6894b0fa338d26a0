"""What weighing worlds by choices gains: duplicate deals, and the read of hidden tiles.

`duplicates GAME FIRST SECOND` plays each deal twice with the sides changed; `read GAME` lets the
strong player play rounds, and asks at each decision how likely the true holders are.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import mean, stdev

from dominoes_lang.codegen.compiled import Compiled
from dominoes_rules import library
from dominoes_rules.play.round import Round
from dominoes_rules.position.choice_models import bundled_models
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_rules.solving.foretold import foretold
from dominoes_solver.belief.bot_rounds import PLAINLY, Way, bot_rounds
from dominoes_solver.belief.model import Choices

POOL = 2_000
SEED = 1001
SHOWN_EVERY = 200


def ways(model: Choices) -> dict[str, Way]:
    """The players by name."""
    return {
        **{name: Way(name) for name in PLAINLY},
        "model": Way("model", model=model),
        "counted": Way("sample", 50),
        "best": Way("sample", 50, POOL, model=model),
        "half": Way("sample", 50, POOL, playouts=4, model=model),
        "play": Way("sample", 100, POOL, best=False, playouts=4, model=model),
    }


def duplicates(arguments: Sequence[str]) -> int:
    """Print the points a deal of one player over another."""
    parser = argparse.ArgumentParser(prog="dev.py strength duplicates")
    parser.add_argument("game", choices=sorted(bundled_models()))
    names = sorted(ways(next(iter(bundled_models().values()))))
    parser.add_argument("first", choices=names)
    parser.add_argument("second", choices=names)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=SEED)
    args = parser.parse_args(arguments)
    rules = library.compiled(library.variant(args.game))
    known = ways(bundled_models()[args.game])
    pair, seats = (known[args.first], known[args.second]), range(rules.setup.seats)
    points: list[float] = []
    there = bot_rounds(rules, [pair[seat % 2] for seat in seats], args.deals, args.seed)
    back = bot_rounds(rules, [pair[1 - seat % 2] for seat in seats], args.deals, args.seed)
    for one, other in zip(there, back, strict=True):
        points.append((one.payoff[0] - one.payoff[1] + other.payoff[1] - other.payoff[0]) / 2)
        if not len(points) % SHOWN_EVERY:
            sys.stderr.write(f"{len(points)} deals: {lead(points)}\n")
    sys.stdout.write(
        f"{args.game}: {args.first} v {args.second}, {args.deals:,} deals, seed {args.seed}: "
        f"{lead(points)} points a deal\n"
    )
    return 0


def lead(points: Sequence[float]) -> str:
    """A mean and its standard error."""
    error = stdev(points) / sqrt(len(points)) if len(points) > 1 else 0.0
    return f"{mean(points):+.2f} ± {error:.2f}"


def records(rules: Compiled, way: Way, rounds: int, seed: int) -> Iterator[Position]:
    """Rounds of a player against itself, every hand written."""
    setup = rules.setup
    for one in bot_rounds(rules, [way] * setup.seats, rounds, seed):
        rest = setup.tiles.all & ~sum(one.start.hands)
        stock = tuple(tile for tile in range(len(setup.tiles)) if rest >> tile & 1)
        game = Round.dealt(rules, one.start._replace(stock=stock))
        for action in one.actions:
            game.push(Move.of(action, setup.tiles, opening=not game.state.ends))
        yield game.position


def read(arguments: Sequence[str]) -> int:
    """Print how likely the true holders of hidden tiles were thought to be."""
    parser = argparse.ArgumentParser(prog="dev.py strength read")
    parser.add_argument("game", choices=sorted(bundled_models()))
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=SEED)
    args = parser.parse_args(arguments)
    rules = library.compiled(library.variant(args.game))
    model = bundled_models()[args.game]
    played = records(rules, ways(model)["half"], args.rounds, args.seed)
    found = foretold(model, played).read
    counted, weighed = found.counted / found.tiles, found.weighed / found.tiles
    means = f"counted {counted:.3f}, weighed {weighed:.3f} ({weighed - counted:+.3f})"
    lines = [
        f"{args.game}: {args.rounds} rounds, {found.tiles:,} hidden tiles",
        f"mean log-probability of the true holder: {means}",
    ]
    lines += [
        f"foretold {total / number:6.1%}  true {hits / number:6.1%}  of {number:,.0f}"
        for number, total, hits in found.bins
        if number
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0
