"""A policy learns by playing itself: natural gradient, with the same deal as baseline.

Each deal is played several times. What a side gains over the others, less the mean of the other
rounds of the deal (leave one out: Kool, van Hoof, Welling 2019), says how much more likely its
choices should become (Williams 1992), in the metric of the policy's own choices (Kakade 2001). A
pull to chance keeps the weights small, and what is kept is a running average. Needs numpy.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from dominoes_solver.belief.model import LARGEST_WEIGHT
from dominoes_solver.chance import key_of
from dominoes_solver.policy.plain_rounds import PlainRounds
from dominoes_solver.policy.policy import Policy, phases_of
from dominoes_solver.search import native
from dominoes_solver.search.native.policies.policy_list import (
    POLICY_FEATURE_COUNT,
    POLICY_FEATURES,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from dominoes_lang.codegen.compiled import Compiled

    Ints = NDArray[np.int64]
    Reals = NDArray[np.float64]

DEALS, TIMES = 45, 8
"""Deals of a step, and rounds of each."""
ROUNDS = DEALS * TIMES
DAMPING, RIDGE = 0.03, 3e-4
"""Of the diagonal of the metric; and what is added to it, since some features are rare."""
MEMORY = 0.9
"""Of the running means of slope and metric, and of the policy that is kept."""
LARGEST_STEP, LARGEST_CHANGE = 2.0, 0.01
"""A step in advantages of the usual size, and the mean divergence of choices by it."""
PULL = 0.03
"""To chance, of the usual size of an advantage."""
FALLS_FROM = 0.6
"""From this share of the steps on they become smaller, down to `LEAST`."""
LEAST = 0.05
SMALL = 1e-9
AT_ONCE = 80
"""Changes whose products are added up at once: so few that no threads are woken for them, which
take longer to wake than the products take."""
SECONDS_BETWEEN_LOOKS = 0.2
"""From one look whether machine code is compiled to the next."""
DIGITS = 3
"""Of a weight that is written."""


class PlaysRounds(Protocol):
    """What plays deals by policies: machine code, or plain Python."""

    def play_rounds(
        self, key: int, first: int, deals: int, times: int, casts: Sequence[Sequence[int]],
        by_chance: Sequence[bool], *, slopes: bool = False,
    ) -> tuple[Ints, Reals]: ...  # fmt: skip


def rounds_by(compiled: Compiled, policies: Sequence[Policy]) -> PlaysRounds:
    """What plays the rounds of a game by some policies of the same phases; it waits for the kernel.

    Needs numpy.
    """
    if native.plays_policies(compiled, wait=True):
        from dominoes_solver.search.native.policies.policy_job import PolicyJob

        rows = [policy.rows for policy in policies]
        return PolicyJob(compiled, rows, policies[0].phases)
    return PlainRounds(compiled, policies)


def await_machine_code(
    compiled: Compiled, seconds: float, tick: Callable[[], None] = lambda: None
) -> bool:
    """Whether machine code plays the rounds of a game, after a wait until it is compiled.

    It is waited for even by a program that answers meanwhile. tick: called while it is waited for.
    """
    until = time.monotonic() + seconds
    while not native.plays_policies(compiled, wait=True):
        if not native.compiling() or time.monotonic() > until:
            return False
        tick()
        time.sleep(SECONDS_BETWEEN_LOOKS)
    return True


@dataclass(frozen=True)
class Learnt:
    """How far a policy is."""

    rounds: int
    """Played so far."""
    of: int
    """To be played in all; 0 while that is not known."""
    seconds: float
    natively: bool


def learn(
    compiled: Compiled,
    *,
    seconds: float = 20.0,
    rounds: int | None = None,
    seed: int = 1,
    tick: Callable[[Learnt], None] = lambda progress: None,
) -> Policy:
    """A policy that learns by playing itself for some seconds, or for so many rounds.

    How many rounds the seconds allow is found on the way. The same seed and rounds give the same
    policy, however the rounds came about. `KeyboardInterrupt` ends the learning with what it has,
    and `fitted` says so. Raises `NoRound` where no round can be played.
    """
    learner = Learner(compiled, seed)
    learner.ready()  # the seconds begin once machine code is compiled
    began = time.monotonic()
    steps = -(-rounds // ROUNDS) if rounds else 0
    try:
        while not steps or learner.done < steps:
            done, spent = learner.done, time.monotonic() - began
            if not steps and done and spent >= FALLS_FROM * seconds:
                # From here on steps become smaller, so their number must be known.
                steps = round(done / FALLS_FROM)
            tick(Learnt(done * ROUNDS, steps * ROUNDS, spent, learner.natively))
            fall = (1 - done / steps) / (1 - FALLS_FROM) if steps else 1.0
            learner.step(max(LEAST, min(1.0, fall)))
    except KeyboardInterrupt:
        if not learner.done:
            raise
        return learner.policy(interrupted=True)
    return learner.policy()


class Learner:
    """A policy while it learns."""

    def __init__(self, compiled: Compiled, seed: int) -> None:
        import numpy as np

        self.compiled = compiled
        self.key = key_of(seed)
        self.done = 0
        setup = compiled.setup
        self.phases = phases_of(setup)
        shape = 1 + len(self.phases), POLICY_FEATURE_COUNT
        self.theta, self.average, self.slope = (np.zeros(shape) for _ in range(3))
        self.metric = np.zeros((*shape, POLICY_FEATURE_COUNT))
        # For each side the share of each payoff in its lead.
        others = -1.0 / (setup.sides - 1)
        self.leads = setup.sign * np.where(np.eye(setup.sides), 1.0, others)
        self.about = Policy.made_for(setup)
        self.cast = [[0] * setup.seats]

    @cached_property
    def natively(self) -> bool:
        """Whether machine code plays the rounds."""
        return native.plays_policies(self.compiled, wait=True)

    def ready(self) -> None:
        """Load what plays the rounds."""
        rounds_by(self.compiled, [self._policy(self.theta.tolist(), {})])

    def step(self, size: float) -> None:
        """Play some deals, and change the policy by what they show."""
        import numpy as np

        setup = self.compiled.setup
        player = rounds_by(self.compiled, [self._policy(self.theta.tolist(), {})])
        payoffs, slopes = player.play_rounds(
            self.key, self.done * DEALS, DEALS, TIMES, self.cast, [True], slopes=True
        )
        leads = payoffs[:, 0] @ self.leads.T  # deals x times x sides
        advantage = (leads - leads.mean(axis=1, keepdims=True)) * (TIMES / (TIMES - 1))
        whose = np.array(setup.side_of)
        of_seats = advantage.reshape(DEALS * TIMES, -1)[:, whose]
        slope, metric = _means(of_seats.ravel(), slopes.reshape(-1, *self.theta.shape))
        done = self.done + 1
        slope = MEMORY * self.slope + (1 - MEMORY) * slope
        metric = MEMORY * self.metric + (1 - MEMORY) * metric
        known = 1 - MEMORY**done
        noise = float(np.sqrt(np.mean(advantage**2))) or 1.0
        damped = metric / known
        diagonal = np.einsum("pff->pf", damped)
        diagonal += DAMPING * diagonal + RIDGE
        change = np.linalg.solve(damped, slope[..., None] / known)[..., 0]
        divergence = float(np.einsum("pf,pfg,pg->", change, metric / known, change)) / 2
        rate = min(LARGEST_STEP / noise, (LARGEST_CHANGE / max(divergence, SMALL)) ** 0.5) * size
        theta = self.theta + (rate * change - min(0.5, rate * PULL * noise) * self.theta)
        theta = np.clip(theta, -LARGEST_WEIGHT, LARGEST_WEIGHT)
        average = MEMORY * self.average + (1 - MEMORY) * theta
        # All at once, so that an interrupt comes before a step or behind it.
        self.done, self.theta, self.average, self.slope, self.metric = (
            done, theta, average, slope, metric,
        )  # fmt: skip

    def policy(self, **fitted: object) -> Policy:
        """What it has learnt so far, after a step at least."""
        mean = self.average / (1 - MEMORY**self.done)
        written = [[float(f"{number:.{DIGITS}g}") for number in row] for row in mean.tolist()]
        return self._policy(written, {"rounds": self.done * ROUNDS, **fitted})

    def _policy(self, rows: Sequence[Sequence[float]], fitted: dict[str, object]) -> Policy:
        """A policy with the weights of all features on the empty table and in each phase."""
        columns = zip(POLICY_FEATURES, zip(*rows, strict=True), strict=True)
        return Policy(
            **self.about,
            weights={name: column for name, column in columns if any(column)}
            or {"value": (0.0,) * len(rows)},
            phases=self.phases,
            fitted=fitted,
        )


def _means(advantages: Reals, changes: Reals) -> tuple[Reals, Reals]:
    """The mean of changes by their advantages, and that of their products with each other.

    changes: of every round and seat, x rows x features. The means: rows x features, and once more x
    features.
    """
    import numpy as np

    of_rows = changes.transpose(1, 0, 2)
    slope, metric = np.zeros(changes.shape[1:]), np.zeros((*changes.shape[1:], changes.shape[2]))
    for first in range(0, len(changes), AT_ONCE):
        batch = np.ascontiguousarray(of_rows[:, first : first + AT_ONCE])
        slope += advantages[first : first + AT_ONCE] @ batch
        metric += batch.transpose(0, 2, 1) @ batch
    return slope / len(changes), metric / len(changes)
