"""Means over worlds and their errors, from sums that can be added up in any order."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from copy import copy
from itertools import groupby
from operator import add
from typing import TYPE_CHECKING, Any

from dominoes_solver.means import Mean
from dominoes_solver.pimc.valued_world import World

if TYPE_CHECKING:
    from dominoes_solver.pimc.bulk_outcomes import Array, BulkWorlds

LEAST_BETWEEN = 1 / 16
"""The share of the variance of a sample that is taken to be from world to world at least."""


class Tally:
    """Sums over weighted worlds of the values of several moves.

    A weight is the relative likelihood of a world; with 1 throughout the sums of whole
    points are exact. Sums are added up world by world, so that they round alike wherever the
    worlds come from.
    """

    def __init__(self, moves: int, sides: int, pooled: float = math.inf) -> None:
        """pooled: the effective size of the sample from which the worlds are drawn by weight."""
        self.worlds = 0
        self.pooled = pooled
        self.weight = 0.0
        self.weight_squares = 0.0
        self.sums = [0.0] * moves
        self.squared = [0.0] * moves
        """Sums of values by the square of the weight."""
        self.products = [[0.0] * moves for _ in range(moves)]
        """Sums of products of two moves' values by the square of the weight; i <= j only."""
        self.noise = [[0.0] * moves for _ in range(moves)]
        """Sums of the covariances of estimates by the square of the weight; i <= j only."""
        self.wins = [0.0] * moves
        self.ties = [0.0] * moves
        self.best_in = [0.0] * moves
        self.sides = [[0.0] * sides for _ in range(moves)]

    def plus(self, worlds: Iterable[World | BulkWorlds]) -> Tally:
        """These sums with more worlds added; these themselves stay as they are."""
        tally = copy(self)
        # A deep copy takes a quarter of a millisecond, as long as a small search.
        for name, sums in vars(self).items():
            if isinstance(sums, list):
                rows = [list(column) if isinstance(column, list) else column for column in sums]
                setattr(tally, name, rows)
        for in_bulk, run in groupby(worlds, _kind):
            if in_bulk is None:
                for world in run:
                    tally.add(world)  # type: ignore[arg-type]
            else:
                tally._add_bulk(list(run))  # type: ignore[arg-type]
        return tally

    def add(self, world: World) -> None:
        values, vectors, wins, ties, weight, noise = world
        square = weight * weight
        best = max(values, default=0)
        self.worlds += 1
        self.weight += weight
        self.weight_squares += square
        for move, value in enumerate(values):
            self.sums[move] += weight * value
            scaled = square * value
            self.squared[move] += scaled
            row = self.products[move]
            for rival in range(move, len(values)):
                row[rival] += scaled * values[rival]
            if noise:
                row = self.noise[move]
                for rival in range(move, len(values)):
                    row[rival] += square * noise[move][rival]
            self.best_in[move] += weight * (value == best)
            self.wins[move] += weight * wins[move]
            self.ties[move] += weight * ties[move]
            sides = self.sides[move]
            for side, points in enumerate(vectors[move]):
                sides[side] += weight * points

    def _add_bulk(self, several: Sequence[BulkWorlds]) -> None:
        """Add many worlds: the sums are the same to the last bit as one by one."""
        import numpy as np

        from dominoes_solver.pimc.bulk_outcomes import together

        def onward(sums: Any, terms: Any) -> Any:
            """Sums with all terms added one after the other."""
            return np.add.accumulate(np.concatenate((np.array(sums)[np.newaxis], terms)))[
                -1
            ].tolist()

        values, vectors, wins, ties, weights, noise = together(several)
        alike = self.weight == self.weight_squares == self.worlds and (weights == 1).all()
        if alike and noise is None:
            self._add_alike(values, vectors, wins, ties)
            return
        squares = weights * weights
        weight_column, square = weights[:, np.newaxis], squares[:, np.newaxis]
        scaled = square * values
        products = scaled[:, :, np.newaxis] * values[:, np.newaxis, :]
        best = values == values.max(axis=1, keepdims=True)
        self.worlds += len(weights)
        self.weight = onward(self.weight, weights)
        self.weight_squares = onward(self.weight_squares, squares)
        self.sums = onward(self.sums, weight_column * values)
        self.squared = onward(self.squared, scaled)
        self.products = onward(self.products, np.triu(products))
        self.best_in = onward(self.best_in, weight_column * best)
        self.wins = onward(self.wins, weight_column * wins)
        self.ties = onward(self.ties, weight_column * ties)
        self.sides = onward(self.sides, weight_column[:, :, np.newaxis] * vectors)
        if noise is not None:
            self.noise = onward(self.noise, np.triu(square[:, :, np.newaxis] * noise))

    def _add_alike(self, values: Array, vectors: Array, wins: Array, ties: Array) -> None:
        """Add exact worlds that count alike: of whole points and halves no order of sums rounds."""
        import numpy as np

        worlds, moves = values.shape
        best = values == values.max(axis=1, keepdims=True)
        columns = np.concatenate((values, best, wins, ties, vectors.reshape(worlds, -1)), axis=1)
        totals = columns.sum(axis=0).tolist()
        self.worlds += worlds
        self.weight += worlds
        self.weight_squares += worlds
        for number, name in enumerate(("sums", "best_in", "wins", "ties")):
            terms = totals[number * moves : (number + 1) * moves]
            setattr(self, name, [*map(add, getattr(self, name), terms)])
        self.squared = [*map(add, self.squared, totals)]
        of_sides = iter(totals[4 * moves :])
        self.sides = [[points + next(of_sides) for points in row] for row in self.sides]
        products = np.triu(values.T @ values).tolist()
        self.products = [[*map(add, *rows)] for rows in zip(self.products, products, strict=True)]

    def of(self, moves: Sequence[int]) -> Tally:
        """The sums of some of the moves, without those of the worlds in which each is best."""
        tally = Tally(len(moves), len(self.sides[0]), self.pooled)
        tally.worlds, tally.weight = self.worlds, self.weight
        tally.weight_squares = self.weight_squares
        for name in ("sums", "squared", "wins", "ties"):
            setattr(tally, name, [getattr(self, name)[move] for move in moves])
        tally.sides = [list(self.sides[move]) for move in moves]
        for name in ("products", "noise"):
            rows = getattr(self, name)
            setattr(tally, name, [[rows[move][rival] for rival in moves] for move in moves])
        return tally

    def mean(self, move: int) -> float:
        return self.sums[move] / self.weight

    @property
    def effective(self) -> float:
        """Kish's effective sample size, with the error of drawing twice included."""
        return 1 / (self.weight_squares / self.weight**2 + 1 / self.pooled)

    @property
    def best(self) -> int:
        """The move with the best mean, the first of equals."""
        return max(range(len(self.sums)), key=self.mean)

    def points(self, move: int, population: int | None) -> Mean:
        """The mean of a move over `population` worlds, None for endlessly many."""
        squares = self.products[move][move]
        return self._mean(
            self.mean(move), squares, self.squared[move], self.noise[move][move], population
        )

    def gap(self, better: int, move: int, population: int | None) -> Mean:
        """The mean of the difference between two moves world by world, and its error.

        Much smaller than the errors of the two means suggest: a good world is good for both.
        """
        squares = _of_difference(self.products, better, move)
        sums = self.squared[better] - self.squared[move]
        noise = self.gap_noise(better, move)
        return self._mean(self.mean(better) - self.mean(move), squares, sums, noise, population)

    def gap_noise(self, better: int, move: int) -> float:
        """The part of the noise in the difference between two moves."""
        return max(0.0, _of_difference(self.noise, better, move))

    def gap_variances(self, parts: float) -> tuple[float, float]:
        """The variances of the gap between the two best moves: within worlds, and between them.

        All values are means of playouts. `parts` is the sum of 1 by their number over the worlds.
        """
        best, second = sorted(range(len(self.sums)), key=self.mean, reverse=True)[:2]
        noise = self.gap_noise(best, second) * (self.worlds / self.weight) ** 2
        all_variance = self.worlds * (self.gap(best, second, None).se or 0.0) ** 2
        return noise / parts, max(all_variance - noise / self.worlds, all_variance * LEAST_BETWEEN)

    def decided(self, errors: float, population: int | None) -> bool:
        """Whether the best move is at least this many paired errors ahead of every other."""
        best = self.best
        for move in range(len(self.sums)):
            if move != best:
                gap = self.gap(best, move, population)
                if gap.se is None or gap.mean < errors * gap.se:
                    return False
        return True

    def _mean(
        self, mean: float, squares: float, sums: float, noise: float, population: int | None
    ) -> Mean:
        """The error of a weighted mean as a ratio, for sampling without replacement.

        Estimates stay uncertain whatever share of the worlds was searched.
        """
        unsure = noise / self.weight**2
        if self.worlds == population:
            return Mean(mean, math.sqrt(unsure) if unsure else None)
        if self.worlds < 2:
            return Mean(mean, None)
        around = max(0.0, squares - 2 * mean * sums + mean * mean * self.weight_squares)
        variance = around / self.weight**2 * self.worlds / (self.worlds - 1)
        # The error of the sample that they were drawn from comes on top.
        shared = self.weight**2 / self.weight_squares / self.pooled
        variance += shared * max(0.0, variance - unsure)
        if population is not None:
            share = self.worlds / population
            variance = variance * (1 - share) + unsure * share
        return Mean(mean, math.sqrt(variance))


def _of_difference(products: Sequence[Sequence[float]], first: int, second: int) -> float:
    """The sum of the squares of a difference, from sums of products."""
    low, high = min(first, second), max(first, second)
    return products[low][low] + products[high][high] - 2 * products[low][high]


def _kind(worlds: World | BulkWorlds) -> bool | None:
    """Whether worlds in bulk have noise; None for a single world."""
    return None if isinstance(worlds, World) else worlds.noise is not None
