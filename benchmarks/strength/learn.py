"""`learn`: a policy for every bundled setting, or for some, and how each plays against two others.

Measured by duplicate deals in machine code that no learning looked at: against `heaviest`, and
against the best play of the fitted model, where there is one.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.strength import ladder
from dominoes_lang.codegen.compiled import Compiled
from dominoes_rules import library
from dominoes_rules.position.choice_models import bundled_models, closest
from dominoes_rules.position.policies import ENDING, FOLDER, read_policies
from dominoes_solver.belief.model import name_of
from dominoes_solver.means import Mean
from dominoes_solver.policy.contest import by_choices, heaviest, lead
from dominoes_solver.policy.learning import ROUNDS, Learner, learn
from dominoes_solver.policy.policy import Policy, text_of

FILES = Path(__file__).parents[2] / "variants" / FOLDER
PAGE = Path(__file__).parents[2] / "docs" / "policies.md"
BEGIN = "<!-- policies: python3 dev.py strength learn --judge --write -->\n"
END = "<!-- end of policies -->\n"
HEAD = """\
| setting | rounds learnt from | over `heaviest` | over the best play of the model |
|---|---|---|---|"""
DEALS = 4_000
PILOT = 3
"""Steps by which the speed of a game is measured."""
CHOSEN_BY, JUDGED_BY = 70_001, 90_001
"""Seeds of the deals by which one of several policies is chosen, and by which it is judged."""


def main(arguments: Sequence[str]) -> int:
    """Learn the policies of some games, or judge those that there are."""
    parser = argparse.ArgumentParser(prog="dev.py strength learn", description=__doc__)
    parser.add_argument("games", nargs="*", help="such as muggins or muggins/2 (default: all)")
    parser.add_argument(
        "--time", type=float, default=20.0, help="processor seconds for each (default: 20)"
    )
    parser.add_argument("--seeds", type=int, default=1, help="learn so often and keep the best")
    parser.add_argument("--judge", action="store_true", help="learn nothing, judge the files")
    parser.add_argument("--deals", type=int, default=DEALS, help="to judge by")
    parser.add_argument("--write", action="store_true", help="put the rows into docs/policies.md")
    args = parser.parse_args(arguments)
    rows = []
    print(HEAD)
    for compiled in settings(args.games):
        policy = kept_policy(compiled)
        if not args.judge:
            learnt = [_learnt(compiled, args.time, seed) for seed in range(1, 1 + args.seeds)]
            tried = [*learnt, *([policy] if policy else [])]
            policy = max(tried, key=lambda policy: _over_heaviest(compiled, policy, CHOSEN_BY).mean)
            _write(compiled, policy)
        if policy is not None:
            rows.append(_row(compiled, policy, args.deals))
            print(rows[-1], flush=True)
    if args.write:
        ladder.publish(BEGIN, "\n".join((HEAD, *rows, "")), END, write=True, page=PAGE)
    return 0


def settings(games: Sequence[str]) -> Iterator[Compiled]:
    """Each bundled game by each number of players, or only some of them."""
    for name in library.variants():
        ruleset = library.find(name)
        for seats in ruleset.players:
            if not games or name in games or f"{name}/{seats}" in games:
                yield library.compiled(ruleset, seats)


def kept_policy(compiled: Compiled) -> Policy | None:
    """The policy in the file of a setting."""
    path = FILES / (compiled.setup.name + ENDING)
    policies = read_policies(path) if path.exists() else ()
    return next((it for it in policies if it.variant == name_of(compiled.setup)), None)


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


def _over_heaviest(compiled: Compiled, policy: Policy, seed: int, deals: int = DEALS) -> Mean:
    return lead(compiled, policy, heaviest(compiled.setup), deals=deals, seed=seed)


def _row(compiled: Compiled, policy: Policy, deals: int) -> str:
    """How a policy plays, by deals that nothing was chosen by."""
    setup = compiled.setup
    over = _over_heaviest(compiled, policy, JUDGED_BY, deals)
    model = closest(setup, bundled_models().values())
    gain = (
        ""
        if model is None
        else _cell(
            lead(compiled, policy, by_choices(model, setup), deals=deals, seed=JUDGED_BY + 1)
        )
    )
    return f"| `{policy.variant}` | {policy.fitted['rounds']:,} | {_cell(over)} | {gain} |"


def _cell(mean: Mean) -> str:
    """A mean with its error, in as many digits as that has."""
    error = mean.se or 0.0
    digits = 2 if error >= 0.02 else 3
    return f"{mean.mean:+.{digits}f} ± {error:.{digits}f}"
