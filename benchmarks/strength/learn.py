"""`learn`: a policy for every bundled setting, or for some, in the file of its game."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from dominoes_lang.codegen.compiled import Compiled
from dominoes_rules import library
from dominoes_rules.position.policy_files import ENDING, FOLDER, read_policies
from dominoes_solver.belief.model import name_of
from dominoes_solver.means import Mean
from dominoes_solver.policy.duel import heaviest, lead
from dominoes_solver.policy.learning import ROUNDS, Learner, learn
from dominoes_solver.policy.policy import Policy, text_of

FILES = Path(__file__).parents[2] / "variants" / FOLDER
DEALS = 1_000
PILOT = 3
"""Steps by which the speed of a game is measured."""
CHOSEN_BY = 70_001
"""The seed of the deals by which one of several policies is chosen: no page shows its figures."""


def main(arguments: Sequence[str]) -> int:
    """Learn the policies of some games."""
    parser = argparse.ArgumentParser(prog="dev.py strength learn", description=__doc__)
    parser.add_argument("games", nargs="*", help="such as muggins or muggins/2 (default: all)")
    parser.add_argument(
        "--time", type=float, default=20.0, help="processor seconds for each (default: 20)"
    )
    parser.add_argument("--seeds", type=int, default=1, help="learn so often and keep the best")
    args = parser.parse_args(arguments)
    for compiled in settings(args.games):
        learnt = [_learnt(compiled, args.time, seed) for seed in range(1, 1 + args.seeds)]
        leads = [_over_heaviest(compiled, policy) for policy in learnt]
        best = max(range(len(learnt)), key=lambda number: leads[number].mean)
        _write(compiled, learnt[best])
        rounds, lead_of_best = learnt[best].fitted["rounds"], leads[best]
        over = f"{lead_of_best.mean:+.2f} ± {lead_of_best.se or 0:.2f} over heaviest"
        print(f"{learnt[best].variant:<30} {rounds:>9,} rounds  {over}", flush=True)
    return 0


def settings(games: Sequence[str]) -> Iterator[Compiled]:
    """Each bundled game by each number of players, or only some of them."""
    for name in library.variants():
        ruleset = library.find(name)
        for seats in ruleset.players:
            if not games or name in games or f"{name}/{seats}" in games:
                yield library.compiled(ruleset, seats)


def _learnt(compiled: Compiled, seconds: float, seed: int) -> Policy:
    pilot = Learner(compiled, seed)
    pilot.ready()
    began = time.process_time()
    for _ in range(PILOT):
        pilot.step(1.0)
    # Rounds, and not seconds, so that a busy machine learns as much.
    rounds = ROUNDS * max(PILOT, round(seconds * PILOT / (time.process_time() - began)))
    policy, name = learn(compiled, rounds=rounds, seed=seed), name_of(compiled.setup)
    command = f"dominoes-rules choices learn {name} --rounds {rounds} --seed {seed}"
    return replace(policy, fitted={"command": command, **policy.fitted})


def _write(compiled: Compiled, policy: Policy) -> None:
    """Put a policy into the file of its game, by the number of players."""
    FILES.mkdir(exist_ok=True)
    path = FILES / (compiled.setup.name + ENDING)
    kept = read_policies(path) if path.exists() else ()
    others = {it.variant: it for it in kept}
    others[policy.variant] = policy
    order = [name_of(other.setup) for other in settings([compiled.setup.name])]
    known = [others[name] for name in order if name in others]
    path.write_text(text_of(known), encoding="utf-8")


def _over_heaviest(compiled: Compiled, policy: Policy) -> Mean:
    return lead(compiled, policy, heaviest(compiled.setup), deals=DEALS, seed=CHOSEN_BY)
