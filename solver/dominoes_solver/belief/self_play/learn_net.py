"""A net of choices that learns by playing itself, from the net that it begins with.

Proximal policy optimisation (Schulman et al., 2017) with a critic that sees all hands, and serves
only to learn. A weak pull keeps the net near the one that it began with. Needs numpy and numba.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dominoes_lang.text.root_exception import ArgumentError
from dominoes_solver.belief.model import name_of
from dominoes_solver.belief.net import MOST_UNITS, Net, why_no_net
from dominoes_solver.belief.self_play.layers import (
    Adam,
    Critic,
    log_odds,
    scores_of,
    slopes_of,
)
from dominoes_solver.belief.self_play.played_choices import PlayedChoices, played_choices
from dominoes_solver.chance import key_from
from dominoes_solver.search import native
from dominoes_solver.search.native.choices.feature_list import INPUTS

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.setup.ruleset import Setup
    from dominoes_solver.search.native.choices.net_rounds_job import NetRoundsJob
    from dominoes_solver.search.native.compiling.jit import Ints, Reals, Singles

HANDS = 1 << 14
"""In the rounds that are played together before the net changes."""
ANY_OPENING = 0.2
"""The share of rounds in which any player opens with any tile, as in later rounds of a match."""
ALONE = 10
"""So many times the critic learns alone first."""
BATCH = 2048
"""Choices of one step."""
PASSES = 2
RATE, CRITIC_RATE = 6e-4, 1e-3
LAST_RATE = 0.1
"""What rates fall to at the end, as a share."""
CLIP = 0.2
PULL = 0.01
"""The weight of the divergence from the net at the beginning."""
KEPT = 0.95
"""Of the running average of the weights, after every time."""
DECIMALS = 4
JUDGED = 4_000
"""Deals on which the net is judged in the end; no seed learns from them."""
_LEARNT, _JUDGED = "net", "judged"


class Gain(NamedTuple):
    """What a net gains a deal over another, in points, both on the same deals."""

    deals: int
    mean: float
    error: float


def why_not_learnt(setup: Setup) -> str:
    """Why no net can learn a game by playing itself; empty if one can."""
    if reason := why_no_net(setup):
        return reason
    return "" if setup.sides == 2 else "more than two sides play"


def learn_net(
    compiled: Compiled,
    start: Net | None,
    *,
    rounds: int | None = None,
    seconds: float | None = None,
    seed: int = 1,
    tick: Callable[[int], None] = lambda done: None,
) -> tuple[Net, Gain]:
    """A net after so many rounds, or so many seconds; and what it gains over the one at the start.

    start: where it begins; None for a net drawn at random. tick: called with the number of rounds
    that are done. A `KeyboardInterrupt` ends the learning, and the net is that of the rounds so
    far. The same seed and number of rounds give the same net; rounds are played many together, so
    a few more may be. Raises `ArgumentError` where no net can learn a game, or machine code is not
    there.
    """
    if reason := why_not_learnt(compiled.setup):
        raise ArgumentError(f"no net can learn {name_of(compiled.setup)}: {reason}")
    if not native.plays_nets(compiled):
        why = f"{native.SWITCH}=0 turns it off" if native.is_installed() else native.INSTALL
        raise ArgumentError(f"a net learns in machine code only: {why}")
    from dominoes_solver.search.native.choices.net_rounds_job import NetRoundsJob

    job, begun = NetRoundsJob(compiled), time.monotonic()
    learner = _Learner(job, start, seed)
    done = 0
    if rounds:
        rounds += -rounds % learner.together
    try:
        while (share := _share(done, rounds, time.monotonic() - begun, seconds)) < 1:
            learner.play_and_learn(done, 1 - (1 - LAST_RATE) * share)
            done += learner.together
            tick(done)
    except KeyboardInterrupt:
        if not done:
            raise
    gain = _gain(job, [learner.average, learner.first])
    about: dict[str, Any] = {
        "teacher": "itself",
        "rounds": done,
        "seed": seed,
        "gain": {"deals": gain.deals, "points": round(gain.mean, 3), "error": round(gain.error, 3)},
    }
    if start is not None:
        about["start"] = start.digest
    return _as_net(learner.average, compiled.setup, about), gain


def _share(done: int, rounds: int | None, spent: float, seconds: float | None) -> float:
    """How much of the learning is over, from 0 to 1."""
    shares = [done / rounds] if rounds else []
    shares += [spent / seconds] if seconds else []
    return max(shares)


class _Learner:
    """A net, its critic, and their steps."""

    def __init__(self, job: NetRoundsJob, start: Net | None, seed: int) -> None:
        self._job, self._key = job, key_from(f"{_LEARNT}/{seed}")
        self._random = np.random.Generator(np.random.PCG64(seed))
        self.net = _weights(start) if start else _drawn(self._random)
        self.first = [part.copy() for part in self.net]
        self.average = [part.copy() for part in self.net]
        self._critic = Critic(job.table_columns, self._random)
        self._adam = Adam(self.net)
        self.together = HANDS // job.seats
        """The rounds that are played together."""
        self._spread = 0.0
        self._times = 0

    def play_and_learn(self, first: int, slower: float) -> None:
        """Play rounds from number `first` on, and learn from them at a share of the rates."""
        lockstep = self._job.lockstep(self._key, first, self.together, ANY_OPENING)
        choices = played_choices(
            lockstep, self.net, self._critic, self._spread or 1.0, self._random
        )
        if not self._spread:
            self._spread = max(1.0, float(lockstep.leads.std()))
            return
        self._teach_critic(choices, CRITIC_RATE * slower)
        self._times += 1
        if self._times > ALONE:
            self._teach(choices, RATE * slower)
            for average, part in zip(self.average, self.net, strict=True):
                average += np.float32(1 - KEPT) * (part - average)

    def _batches(self, count: int) -> list[Ints]:
        order = self._random.permutation(count)
        return [np.sort(order[begin : begin + BATCH]) for begin in range(0, count, BATCH)]

    def _teach_critic(self, choices: PlayedChoices, rate: float) -> None:
        for batch in self._batches(len(choices.plays)):
            self._critic.learn(choices.tables[batch], choices.targets[batch], rate)

    def _teach(self, choices: PlayedChoices, rate: float) -> None:
        advantages = choices.advantages - choices.advantages.mean()
        advantages /= choices.advantages.std() + np.float32(1e-8)
        starts = np.cumsum(choices.plays) - choices.plays
        at_first = log_odds(scores_of(self.first, choices.inputs)[0], choices.plays)
        for _ in range(PASSES):
            for batch in self._batches(len(starts)):
                plays = choices.plays[batch]
                firsts = np.cumsum(plays) - plays
                lines = np.repeat(starts[batch] - firsts, plays) + np.arange(plays.sum())
                inputs, taken = choices.inputs[lines], firsts + choices.taken[batch]
                scores, units = scores_of(self.net, inputs)
                logs = log_odds(scores, plays)
                odds = np.exp(logs)
                ratio = np.exp(logs[taken] - choices.log_odds[lines[taken]])
                advantage = advantages[batch]
                is_live = np.where(advantage > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
                push = is_live * ratio * advantage
                slopes = odds * np.repeat(push, plays)
                slopes[taken] -= push
                apart = logs - at_first[lines]
                apart -= np.repeat(np.add.reduceat(odds * apart, firsts), plays)
                slopes += np.float32(PULL) * odds * apart
                slopes /= np.float32(len(batch))
                self._adam.step(slopes_of(self.net, inputs, units, slopes), rate)


def _weights(net: Net) -> list[Singles]:
    """The weights of a net, for all of `INPUTS`; units that it lacks add nothing."""
    skip = np.array([skip for skip, _ in net.columns], np.float32)
    hidden = np.array([units for _, units in net.columns], np.float32)
    return [hidden, np.array(net.bias, np.float32), np.array(net.out, np.float32), skip]


def _drawn(random: np.random.Generator) -> list[Singles]:
    """The weights of a net that has learnt nothing."""
    size = len(INPUTS)
    parts = [
        random.normal(0, size**-0.5, (size, MOST_UNITS)),
        np.zeros(MOST_UNITS),
        random.normal(0, MOST_UNITS**-0.5 / 2, MOST_UNITS),
        np.zeros(size),
    ]
    return [part.astype(np.float32) for part in parts]


def _numbers(net: Sequence[Singles]) -> Reals:
    """A net as machine code has it, its numbers rounded as in its file."""
    hidden, bias, out, skip = (np.round(part.astype(np.float64), DECIMALS) for part in net)
    return np.concatenate([bias, out, np.column_stack([skip, hidden]).ravel()])


def _gain(job: NetRoundsJob, nets: Sequence[Sequence[Singles]]) -> Gain:
    """What the first of two nets gains over the other, on deals of their own."""
    seats = job.seats
    casts = [[(seat + seating) % 2 for seat in range(seats)] for seating in range(2)]
    leads = job.leads(key_from(_JUDGED), 0, JUDGED, [*map(_numbers, nets)], len(nets[0][1]), casts)
    gains = (leads[:, 0] - leads[:, 1]) / 2
    return Gain(JUDGED, float(gains.mean()), float(gains.std() / JUDGED**0.5))


def _as_net(net: Sequence[Singles], setup: Setup, about: dict[str, Any]) -> Net:
    hidden, bias, out, skip = (np.round(part.astype(np.float64), DECIMALS).tolist() for part in net)
    return Net(
        **Net.made_for(setup),
        inputs=tuple(INPUTS),
        weights=tuple(map(tuple, hidden)),
        bias=tuple(bias),
        out=tuple(out),
        skip=tuple(skip),
        fitted=about,
    )
