"""From rounds that were played to a net of choices: Adam, in small batches.

The weights maximise the likelihood of the choices under a softmax of the scores; Adam is that of
Kingma and Ba (2015), with a rate that falls as a cosine. Needs numpy.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dominoes_solver.belief.fit import Choice, kept_and_held_out, quality
from dominoes_solver.belief.net import Net
from dominoes_solver.search.native.choices.feature_list import FITTED_INPUTS, INPUTS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dominoes_lang.codegen.compiled import Compiled

    Reals = NDArray[np.float64]
    Ints = NDArray[np.int64]

UNITS = 128
EPOCHS = 40
"""How often every choice is used."""
BATCH = 128
"""Choices whose mean slope is one step."""
RATE = 4e-3
MOMENTS = 0.9, 0.999
SMALL = 1e-8
PENALTY = 1e-5
DECIMALS = 4


def fit_net(
    compiled: Compiled,
    rounds: Sequence[Sequence[Choice]],
    *,
    seed: int = 1,
    fitted: dict[str, Any] | None = None,
) -> Net:
    """The net of the choices in some rounds, whose `rows` are `net_inputs`.

    `fitted` is what to write down of how the rounds were made; how good the net is, by a fit to
    four of five rounds and the rest, is added, and what each input does to the score. The same seed
    gives the same net. Raises `ArgumentError` where there are too few choices.
    """
    setup = compiled.setup
    kept, left = kept_and_held_out(rounds)

    def made(choices: Sequence[Choice], about: dict[str, Any]) -> Net:
        hidden, bias, out, skip = _trained(choices, seed)
        return Net(
            **Net.made_for(setup),
            inputs=tuple(INPUTS)[:FITTED_INPUTS],
            weights=tuple(map(_rounded, hidden)),
            bias=_rounded(bias),
            out=_rounded(out),
            skip=_rounded(skip),
            fitted=about,
        )

    held_out = quality(made(kept, {}), left).as_json()
    return made([*kept, *left], {**(fitted or {}), "held_out": held_out})


def _rounded(row: Reals) -> tuple[float, ...]:
    return tuple(round(float(number), DECIMALS) for number in row)


def _trained(choices: Sequence[Choice], seed: int) -> list[Reals]:
    """The weights of the hidden layer, its bias, its outputs, and those of the inputs."""
    import numpy as np

    rows = np.array([row[:FITTED_INPUTS] for choice in choices for row in choice.rows], np.float64)
    sizes = np.array([len(choice.rows) for choice in choices])
    first = np.cumsum(sizes) - sizes
    taken = np.array([choice.taken for choice in choices])
    random = np.random.Generator(np.random.PCG64(seed))
    inputs = rows.shape[1]
    weights = [
        random.normal(0, inputs**-0.5, (inputs, UNITS)),
        np.zeros(UNITS),
        random.normal(0, UNITS**-0.5 / 2, UNITS),
        np.zeros(inputs),
    ]
    means = [np.zeros_like(part) for part in weights]
    squares = [np.zeros_like(part) for part in weights]
    step, steps = 0, EPOCHS * -(-len(choices) // BATCH)
    for _ in range(EPOCHS):
        order = random.permutation(len(choices))
        for begin in range(0, len(order), BATCH):
            batch = order[begin : begin + BATCH]
            starts = np.cumsum(sizes[batch]) - sizes[batch]
            picked = np.repeat(first[batch] - starts, sizes[batch]) + np.arange(sizes[batch].sum())
            slopes = _slopes(rows[picked], starts, starts + taken[batch], weights)
            step += 1
            rate = RATE / 2 * (1 + np.cos(np.pi * step / steps))
            for number, slope in enumerate(slopes):
                slope += PENALTY * weights[number]
                means[number] += (1 - MOMENTS[0]) * (slope - means[number])
                squares[number] += (1 - MOMENTS[1]) * (slope * slope - squares[number])
                mean = means[number] / (1 - MOMENTS[0] ** step)
                square = squares[number] / (1 - MOMENTS[1] ** step)
                weights[number] -= rate * mean / (np.sqrt(square) + SMALL)
    return weights


def _slopes(rows: Reals, starts: Ints, taken: Ints, weights: Sequence[Reals]) -> list[Reals]:
    """The slopes of the mean loss of a batch: the log-likelihood of what was taken, negative."""
    import numpy as np

    hidden, bias, out, skip = weights
    units = np.maximum(rows @ hidden + bias, 0.0)
    scores = units @ out + rows @ skip
    sizes = np.diff(np.append(starts, len(rows)))
    odds = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), sizes))
    wrong = odds / np.repeat(np.add.reduceat(odds, starts), sizes)
    wrong[taken] -= 1.0
    wrong /= len(starts)
    back = wrong[:, None] * out * (units > 0)
    return [rows.T @ back, back.sum(axis=0), units.T @ wrong, rows.T @ wrong]
