"""Random rounds through OpenSpiel: ours beside its own `python_block_dominoes`.

`python -m benchmarks.environments [ROUNDS]`. The games take turns at short batches of rounds. No
batch is played twice, so nothing that is kept from one round helps in another. Of many goes the
median counts, of times as of ratios: a busy machine disturbs it least.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from importlib import import_module
from itertools import count, islice
from statistics import median
from typing import Any

import dominoes_rules as dr
from benchmarks.timing import timed

GOES = 25
BATCH = 10
"""Rounds that are timed together."""
REFERENCE = "python_block_dominoes"


def playout(game: Any, chance: random.Random) -> None:
    """One random round; the same loop for every game."""
    draw = chance.random
    state = game.new_initial_state()
    while (player := state.current_player()) >= -1:
        if player >= 0:
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
            continue
        outcomes, left = state.chance_outcomes(), draw()
        number = outcomes[-1][0]
        for outcome, share in outcomes:
            left -= share
            if left < 0:
                number = outcome
                break
        state.apply_action(number)
    state.returns()


def milliseconds(rounds: int) -> dict[str, list[float]]:
    """Milliseconds of a round in each go, for each game by name."""
    import pyspiel

    from dominoes_rules.adapters.open_spiel import register

    import_module("open_spiel.python.games.block_dominoes")
    block = dr.variant("block")
    names = (REFERENCE, register(block), register(block, sampled=True))

    def play(game: Any, batch: int) -> None:
        chance = random.Random(batch)
        for _ in range(BATCH):
            playout(game, chance)

    batches, numbers = max(1, rounds // BATCH), count()
    goes: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(GOES):
        seconds = dict.fromkeys(names, 0.0)
        for batch in islice(numbers, batches):
            for name in names:
                game = pyspiel.load_game(name, {"seed": batch} if name == names[-1] else {})
                seconds[name] += timed(play, game, batch)
        for name in names:
            goes[name].append(1000 * seconds[name] / BATCH / batches)
    return goes


def main(arguments: Sequence[str]) -> int:
    goes = milliseconds(int(arguments[0]) if arguments else 200)
    for name, times in goes.items():
        ratio = median(theirs / ours for theirs, ours in zip(goes[REFERENCE], times, strict=True))
        print(f"{name:<28}{median(times):8.3f} ms a round{ratio:8.1f} ×")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
