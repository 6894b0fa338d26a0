"""From rounds that were played to a model of choices: Newton's method, in three phases.

The weights maximise the likelihood of the choices less a penalty on their squares, for each number
of tiles in hand apart: a conditional logit with L2 regularisation, whose likelihood is concave.
Needs numpy.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from typing import TYPE_CHECKING, Any

from dominoes_lang.codegen.dealing import starter_in
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_solver.belief.features import Seen, feature_names, features
from dominoes_solver.belief.model import PHASES, SLIP, Choices, softmax
from dominoes_solver.means import SURE, Mean
from dominoes_solver.search.native.choices.feature_list import FEATURES
from dominoes_solver.shown_facts import Facts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.belief.net import Net

    Reals = NDArray[np.float64]

PENALTY = 1.0
STEPS = 50
SMALL_STEP = 1e-9
HELD_OUT = 5
"""One of so many rounds is left out to judge the fit by."""
TEMPERATURES = (0.05, 20.0)


@dataclass(frozen=True)
class Choice:
    """One decision: the numbers of every legal action, and which was taken."""

    rows: tuple[array[float], ...]
    taken: int
    tiles: int
    """The number of tiles in the mover's hand."""
    seat: int = 0
    """Whose decision it was."""


Numbers = Callable[[Seen, int, Sequence["Action"]], list[list[float]]]
"""Gives the numbers of each legal action, for a mover with this hand (a mask)."""


def choices_of(
    compiled: Compiled, start: State, actions: Sequence[Action], numbers: Numbers = features
) -> list[Choice]:
    """The decisions of one round with more than one legal action."""
    setup = compiled.setup
    chosen, state, facts = [], start, Facts.at_start(setup.seats, starter_in(start))
    for action in actions:
        legal = compiled.legal(state)
        if len(legal) > 1:
            hand = state.hands[state.mover]
            rows = numbers(Seen(compiled, state, facts), hand, legal)
            taken, tiles = legal.index(action), hand.bit_count()
            chosen.append(Choice(tuple(array("d", row) for row in rows), taken, tiles, state.mover))
        after = compiled.play(state, action)
        facts = facts.after(setup, state, action, after)
        state = after
    return chosen


@dataclass(frozen=True)
class Quality:
    """How well a model says what some players do; means over their choices."""

    choices: int
    log_likelihood: float
    uniform: float
    """The log-likelihood of a guess among the legal actions."""
    agreement: float
    """The share of choices where what was done is what the model finds likeliest."""
    error: float
    """The standard error of what the log-likelihood gains over a guess."""

    def as_json(self) -> dict[str, object]:
        return {
            "choices": self.choices,
            "log_likelihood": round(self.log_likelihood, 4),
            "uniform": round(self.uniform, 4),
            "agreement": round(self.agreement, 4),
            "error": round(self.error, 4),
        }


def quality(model: Choices | Net, choices: Iterable[Choice]) -> Quality:
    """How well a model says what was chosen, its slip included."""
    guess, agreed, gains = 0.0, 0.0, []
    for choice in choices:
        chances = chances_of(model, choice)
        guess -= log(len(chances))
        gains.append(log(max(chances[choice.taken], 1e-300)) + log(len(chances)))
        highest = max(chances)
        best = [index for index, chance in enumerate(chances) if chance >= highest - 1e-12]
        agreed += (choice.taken in best) / len(best)
    number, gain = len(gains), Mean.of(gains)
    guess, agreed = guess / max(1, number), agreed / max(1, number)
    return Quality(number, guess + gain.mean, guess, agreed, gain.se or 0.0)


def chances_of(model: Choices | Net, choice: Choice) -> list[float]:
    """How likely the model finds each action of a decision."""
    return model.chances(choice.rows, choice.tiles)


def fit(
    compiled: Compiled,
    rounds: Sequence[Sequence[Choice]],
    *,
    slip: float = SLIP,
    prior: Choices | None = None,
    fitted: dict[str, Any] | None = None,
) -> Choices:
    """The model of the choices in some rounds.

    The penalty is on what its weights differ from those of the `prior`, or from 0. `fitted` is what
    to write down of how the rounds were made; of which game the prior is, and how good the model
    is, by a fit to four of five rounds and the rest, is added. Raises `ArgumentError` where there
    are no choices.
    """
    setup = compiled.setup
    names = feature_names(setup)
    kept, left = kept_and_held_out(rounds)

    def made(choices: Sequence[Choice]) -> Choices:
        return Choices(
            **Choices.made_for(setup),
            features=names,
            theta=_theta(choices, names, prior),
            slip=slip,
        )

    held_out = quality(made(kept), left).as_json()
    model = made([*kept, *left])
    made_from = {**(fitted or {}), **({"prior": prior.variant} if prior else {})}
    about = {**made_from, **quality(model, [*kept, *left]).as_json(), "held_out": held_out}
    return replace(model, fitted=about)


def kept_and_held_out(rounds: Sequence[Sequence[Choice]]) -> tuple[list[Choice], list[Choice]]:
    """The choices to fit to, and those to judge the fit by. Raises `ArgumentError` without any."""
    kept = [choice for index, row in enumerate(rounds) if index % HELD_OUT for choice in row]
    left = [choice for index, row in enumerate(rounds) if not index % HELD_OUT for choice in row]
    if not kept or not left:
        raise ArgumentError("there are too few choices to fit a model to: more rounds are needed")
    return kept, left


def is_no_better_than_chance(model: Choices | Net) -> bool:
    """Whether the choices held out leave it open that a guess predicts them as well (at 95 %)."""
    held_out = model.fitted["held_out"]
    gain = held_out["log_likelihood"] - held_out["uniform"]
    return bool(gain <= SURE * held_out["error"])


def _theta(
    choices: Sequence[Choice], names: Sequence[str], prior: Choices | None
) -> tuple[tuple[float, ...], ...]:
    """The weights of some features, for each phase."""
    picked = [list(FEATURES).index(name) for name in names]
    rows = []
    for phase, fewest in enumerate(PHASES):
        most = PHASES[phase - 1] if phase else 1 << 30
        here = [choice for choice in choices if fewest <= choice.tiles < most]
        before = [prior.weights(fewest)[column] if prior else 0.0 for column in picked]
        rows.append(tuple(round(float(number), 5) for number in _newton(here, picked, before)))
    return tuple(rows)


def _newton(choices: Sequence[Choice], picked: Sequence[int], prior: Sequence[float]) -> Reals:
    """The weights by Newton's method from those of the prior, halving a step that overshoots."""
    import numpy as np

    before = np.array(prior)
    weights = before.copy()
    if not choices:
        return weights
    rows = np.array([row for choice in choices for row in choice.rows], np.float64)[:, list(picked)]
    sizes = np.array([len(choice.rows) for choice in choices])
    begin = np.cumsum(sizes) - sizes
    taken = begin + np.array([choice.taken for choice in choices])
    group = np.repeat(np.arange(len(choices)), sizes)

    def likelihood(weights: Reals) -> tuple[float, Reals]:
        scores = rows @ weights
        scores -= np.maximum.reduceat(scores, begin)[group]
        odds = np.exp(scores)
        totals = np.add.reduceat(odds, begin)
        moved = weights - before
        value = scores[taken].sum() - np.log(totals).sum() - PENALTY / 2 * moved @ moved
        return float(value), odds / totals[group]

    value, chances = likelihood(weights)
    for _ in range(STEPS):
        weighed = rows * chances[:, None]
        means = np.add.reduceat(weighed, begin, axis=0)
        slope = rows[taken].sum(axis=0) - means.sum(axis=0) - PENALTY * (weights - before)
        bend = rows.T @ weighed - means.T @ means + PENALTY * np.eye(len(picked))
        step = np.linalg.solve(bend, slope)
        size = 1.0
        while True:
            better, likely = likelihood(weights + size * step)
            if better >= value or size < SMALL_STEP:
                break
            size /= 2
        weights, gained, value, chances = weights + size * step, better - value, better, likely
        if gained < SMALL_STEP * abs(value):
            break
    return weights


@dataclass(frozen=True)
class Temperature:
    """The temperature under which some choices are likeliest, with its 95 % interval.

    In units of the model's own: 1 where the players choose as sharply as the model says.
    """

    best: float
    low: float
    high: float


def temperature_of(model: Choices, choices: Sequence[Choice]) -> Temperature:
    """How sharply these players play: a temperature above the model's is less sharply.

    By maximum likelihood; the interval is where the log-likelihood is within 1.92 of the best
    (Wilks 1938).
    """
    steps = 241
    low, high = log(TEMPERATURES[0]), log(TEMPERATURES[1])
    tried = [exp(low + (high - low) * step / (steps - 1)) for step in range(steps)]
    scored = [(model.scores(choice.rows, choice.tiles), choice.taken) for choice in choices]

    def likelihood(temperature: float) -> float:
        """The log-likelihood of all choices at a temperature."""
        return sum(
            log(max(softmax([score / temperature for score in scores], model.slip)[taken], 1e-300))
            for scores, taken in scored
        )

    likelihoods = [likelihood(temperature) for temperature in tried]
    best = max(range(steps), key=likelihoods.__getitem__)
    within = [step for step in range(steps) if likelihoods[step] >= likelihoods[best] - 1.92]
    return Temperature(tried[best], tried[within[0]], tried[within[-1]])
