"""Whether a few worlds searched to the end choose better moves than playouts of many.

`few GAME` plays rounds by playouts up to an action, and lets three ways choose there: the mean of
exact values over as many worlds as some nodes are enough for, the mean of one playout in each of
400 worlds, and the sum of both. Where they disagree, each move is played on in the same worlds, and
the difference is printed. A position is left out if fewer than two worlds can be searched, or 200.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from random import Random
from statistics import fmean

import dominoes_rules as dr
from dominoes_lang.setup.ruleset import Goal
from dominoes_lang.table.state import State
from dominoes_rules import library
from dominoes_solver.means import Mean
from dominoes_solver.pimc.worlds_in_reach import FEWEST_IN_REACH
from dominoes_solver.search import native
from dominoes_solver.search.estimate import playouts_of_each
from dominoes_solver.search.one_world import Question, evaluate_many

PLAYED_WORLDS = 400
"""Of a choice that is compared."""
WORLDS_OF_PLAY = 25
"""Of each choice before and after that."""
SHARE_OF_A_WORLD = 3
"""Of the nodes, one world may take this part."""
SEED_BITS = 40
FEW, PLAYED, BOTH = "few worlds", "playouts", "both"


@dataclass(frozen=True)
class Comparison:
    """What the choices of the three ways were worth at one position."""

    chosen: dict[str, int]
    """For each way, the place of its move among the legal ones."""
    points: dict[str, float]
    """The mean of the rounds that followed that move; 0 where all agree."""
    worlds: int
    """Those that were searched."""


def world_of(position: dr.Position, random: Random) -> State:
    """A world at random, and an order of the stock."""
    evidence = position.evidence
    drawn = evidence.table.unrank(random.randrange(evidence.count or 1))
    return evidence.open_state(drawn, random if evidence.orders_matter else None)


def own_points(position: dr.Position, vector: Sequence[float]) -> float:
    """The value for the mover, as it wants it."""
    setup = position.setup
    sign = -1 if setup.goal is Goal.FEWEST else 1
    return sign * vector[setup.side_of[position.evidence.state.mover]]


def by_playouts(position: dr.Position, worlds: int, seed: int) -> list[float]:
    """The mean of each move over playouts, one in each world."""
    rules, random = position.compiled, Random(f"w{seed}")
    states = [world_of(position, random) for _ in range(worlds)]
    moves = rules.legal(states[0])
    played = playouts_of_each(rules, states, moves, playouts=1, key=seed)
    values = [[own_points(position, vector) for (vector,) in world] for world in played]
    return [fmean(of_a_move) for of_a_move in zip(*values, strict=True)]


def by_search(position: dr.Position, nodes: int, seed: int) -> list[list[float]]:
    """The exact values of the moves in each world, until the nodes are spent."""
    found, spent = [], 0
    for number in range(FEWEST_IN_REACH):
        if spent >= nodes:
            break
        state = world_of(position, Random(f"w{seed * 1000 + number}"))
        question = Question(nodes=nodes // SHARE_OF_A_WORLD, natively=True)
        (world,) = evaluate_many(position.compiled, [state], question)
        spent += world.nodes
        if world.exact:
            found.append([own_points(position, vector) for vector in world.values])
    return found if spent >= nodes else []


def play(game: dr.Round, random: Random) -> None:
    """Play one move by playouts."""
    moves = game.legal_moves
    if len(moves) > 1:
        means = by_playouts(game.seen_by(game.turn), WORLDS_OF_PLAY, random.getrandbits(SEED_BITS))
        game.push(moves[means.index(max(means))])
    else:
        game.push(moves[0])


def points_after(position: dr.Position, move: dr.Move, rounds: int, seed: int) -> float:
    """What the mover is ahead of the best other side in the mean of some rounds after a move."""
    ahead = []
    for number in range(rounds):
        (world,) = dr.worlds(position).sample(1, seed=seed * 100 + number)
        game, random = dr.Round.from_position(world, seed=number), Random(f"{seed}/{number}")
        side = game.setup.side_of[position.evidence.state.mover]
        game.push(move)
        while not game.is_over:
            play(game, random)
        assert game.outcome is not None, "the round is over"
        points = [*game.outcome.points.values()]
        own = points.pop(side)
        ahead.append((own - max(points)) * (-1 if game.setup.goal is Goal.FEWEST else 1))
    return fmean(ahead)


def comparisons(
    ruleset: dr.Ruleset, seats: int, actions: Sequence[int], nodes: int, rounds: int, seed: int
) -> Iterator[Comparison]:
    """The choices at position after position; each round is played up to one of some actions."""
    for number in count(seed + 1):
        random, game = Random(number), dr.Round(ruleset, seats=seats, seed=number)
        before = actions[number % len(actions)]
        while not game.is_over and (len(game.actions) < before or len(game.legal_moves) == 1):
            play(game, random)
        if game.is_over:
            continue
        position = game.seen_by(game.turn)
        searched = by_search(position, nodes, number)
        if len(searched) < 2:
            continue
        means = {FEW: [fmean(values) for values in zip(*searched, strict=True)]}
        means[PLAYED] = by_playouts(position, PLAYED_WORLDS, number)
        means[BOTH] = [sum(pair) for pair in zip(means[FEW], means[PLAYED], strict=True)]
        chosen = {way: values.index(max(values)) for way, values in means.items()}
        points = dict.fromkeys(chosen.values(), 0.0)
        if len(points) > 1:
            moves = game.legal_moves
            points = {
                place: points_after(position, moves[place], rounds, number) for place in points
            }
        by_way = {way: points[place] for way, place in chosen.items()}
        yield Comparison(chosen, by_way, len(searched))


def main(arguments: Sequence[str]) -> int:
    """Print by how many points a choice the ways differ."""
    parser = argparse.ArgumentParser(prog="dev.py strength few", description=__doc__)
    parser.add_argument("game", help="a bundled game or a file")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--after", default="7,9,11,13", help="actions before the choice")
    parser.add_argument("--nodes", type=int, default=3_000_000, help="of the search of a choice")
    parser.add_argument("--positions", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=40, help="after each choice")
    parser.add_argument("--seed", type=int, default=70_000)
    args = parser.parse_args(arguments)
    ruleset = library.find(args.game)
    assert native.available(library.compiled(ruleset, args.seats)), "machine code is needed"
    actions = [int(number) for number in args.after.split(",")]
    made = comparisons(ruleset, args.seats, actions, args.nodes, args.rounds, args.seed)
    so_far: list[Comparison] = []
    for comparison in islice(made, args.positions):
        so_far.append(comparison)
        if len(so_far) % 5 == 0 or len(so_far) == args.positions:
            worlds = fmean(one.worlds for one in so_far)
            parts = [f"{len(so_far)} positions, {worlds:.0f} worlds searched"]
            for first, second in ((PLAYED, FEW), (BOTH, FEW), (BOTH, PLAYED)):
                gains = [one.points[first] - one.points[second] for one in so_far]
                differ = sum(one.chosen[first] != one.chosen[second] for one in so_far)
                parts.append(f"{first} against {second} {Mean.of(gains)} ({differ} differ)")
            sys.stdout.write("; ".join(parts) + "\n")
            sys.stdout.flush()
    return 0
