"""What learns: the net of choices and its critic, with their slopes, and the steps that both take.

Arrays of single precision. A net is the list of its hidden weights, bias, outputs and input
weights, as in `Net`. Needs numpy.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from dominoes_solver.search.native.compiling.jit import Ints, Singles

MOMENTS = 0.9, 0.999
SMALL = 1e-8
LONGEST_SLOPE = 0.5
"""A longer one, over all weights, is cut to this length."""
CRITIC_UNITS = 128, 64


class Adam:
    """Takes steps down a slope; Kingma and Ba (2015)."""

    def __init__(self, weights: Sequence[Singles]) -> None:
        self.weights = weights
        self._means = [np.zeros_like(part) for part in weights]
        self._squares = [np.zeros_like(part) for part in weights]
        self._steps = 0

    def step(self, slopes: Sequence[Singles], rate: float) -> None:
        """Change the weights in place."""
        length = float(sum(np.vdot(slope, slope) for slope in slopes)) ** 0.5
        shrink = min(1.0, LONGEST_SLOPE / (length + SMALL))
        self._steps += 1
        first, second = MOMENTS
        rate *= (1 - second**self._steps) ** 0.5 / (1 - first**self._steps)
        for weights, slope, mean, square in zip(
            self.weights, slopes, self._means, self._squares, strict=True
        ):
            slope = slope * np.float32(shrink)
            mean += np.float32(1 - first) * (slope - mean)
            square += np.float32(1 - second) * (slope * slope - square)
            weights -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(SMALL))


def scores_of(net: Sequence[Singles], inputs: Singles) -> tuple[Singles, Singles]:
    """The score of each line of inputs, and the units of the hidden layer."""
    hidden, bias, out, skip = net
    units = inputs @ hidden
    units += bias
    np.maximum(units, 0, out=units)
    return units @ out + inputs @ skip, units


def slopes_of(
    net: Sequence[Singles], inputs: Singles, units: Singles, slopes: Singles
) -> list[Singles]:
    """The slope of each weight, from those of the scores."""
    back = slopes[:, None] * net[2]
    back *= units > 0
    return [inputs.T @ back, back.sum(axis=0), units.T @ slopes, inputs.T @ slopes]


def log_odds(scores: Singles, plays: Ints) -> Singles:
    """The logarithms of a softmax over the lines of each choice."""
    first = np.cumsum(plays) - plays
    apart = scores - np.repeat(np.maximum.reduceat(scores, first), plays)
    logs: Singles = apart - np.repeat(np.log(np.add.reduceat(np.exp(apart), first)), plays)
    return logs


class Critic:
    """What a side will gain, from all hands: two hidden layers of rectified sums."""

    def __init__(self, columns: int, random: np.random.Generator) -> None:
        sizes = (columns, *CRITIC_UNITS, 1)
        self.weights: list[Singles] = []
        for size, units in pairwise(sizes):
            spread = (2 / size) ** 0.5 if units > 1 else 0.01
            self.weights += [
                random.normal(0, spread, (size, units)).astype(np.float32),
                np.zeros(units, np.float32),
            ]
        self._adam = Adam(self.weights)

    def _layers(self, tables: Singles) -> list[Singles]:
        layers = [tables]
        for weights, bias in zip(self.weights[::2], self.weights[1::2], strict=True):
            units = layers[-1] @ weights + bias
            layers.append(np.maximum(units, 0) if units.shape[1] > 1 else units)
        return layers

    def values(self, tables: Singles) -> Singles:
        """What the side of the mover will gain, table by table."""
        return self._layers(tables)[-1][:, 0]

    def learn(self, tables: Singles, targets: Singles, rate: float) -> None:
        """A step towards targets, by the mean of the squared errors."""
        layers = self._layers(tables)
        back = (layers[-1] - targets[:, None]) / np.float32(len(tables))
        slopes: list[Singles] = []
        for number in range(len(layers) - 2, -1, -1):
            slopes[:0] = [layers[number].T @ back, back.sum(axis=0)]
            if number:
                back = (back @ self.weights[2 * number].T) * (layers[number] > 0)
        self._adam.step(slopes, rate)
