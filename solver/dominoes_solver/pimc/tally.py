"""Means over worlds and their errors, from sums that can be added up in any order."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import groupby
from operator import eq, mul
from typing import NamedTuple


@dataclass(frozen=True)
class Mean:
    """A mean over worlds, and its standard error: None where every world was searched.

    The error is None too where a single world of several was, which gives no error.
    """

    mean: float
    se: float | None

    def __str__(self) -> str:
        error = "" if self.se is None else f" ± {self.se:.2f}"
        return f"{round(self.mean, 2) + 0.0:.2f}{error}"  # never -0.00


class World(NamedTuple):
    """The values of the moves in one world."""

    values: Sequence[float]
    """Values for the mover, as it wants them: the largest is best."""
    vectors: Sequence[Sequence[float]]
    """Values for each side, from its own point of view."""
    wins: Sequence[float]
    """1 where the mover's side wins, otherwise 0; a share of the playouts for an estimate."""
    ties: Sequence[float]
    """Likewise where it shares the lead."""
    weight: float = 1.0
    noise: Sequence[float] | None = None
    """The variance of each value where it is an estimate; None where all are exact."""


class Tally:
    """Sums over weighted worlds of the values of several moves.

    A weight is the relative likelihood of a world; with 1 throughout the sums of whole
    points are exact.
    """

    def __init__(self, moves: int, sides: int, pooled: float = math.inf) -> None:
        """pooled: the worlds are drawn by weight from a sample as good as so many equal ones."""
        self.worlds = 0
        self.pooled = pooled
        self.weight = 0.0
        self.weight_squares = 0.0
        self.sums = [0.0] * moves
        self.squared = [0.0] * moves
        """Sums of values by the square of the weight."""
        self.products = [[0.0] * moves for _ in range(moves)]
        """Sums of products of two moves' values by the square of the weight; i <= j only."""
        self.noise = [0.0] * moves
        """Sums of the variances of estimates by the square of the weight."""
        self.wins = [0.0] * moves
        self.ties = [0.0] * moves
        self.best_in = [0.0] * moves
        self.sides = [[0.0] * sides for _ in range(moves)]

    def plus(self, worlds: Iterable[World]) -> Tally:
        """These sums with more worlds added; these themselves stay as they are."""
        tally = deepcopy(self)
        for plain, run in groupby(worlds, _is_plain):
            if plain:
                tally._add_plain(list(run))
            else:
                for world in run:
                    tally.add(world)
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
            for other in range(move, len(values)):
                row[other] += scaled * values[other]
            self.noise[move] += square * noise[move] if noise else 0.0
            self.best_in[move] += weight * (value == best)
            self.wins[move] += weight * wins[move]
            self.ties[move] += weight * ties[move]
            sides = self.sides[move]
            for side, points in enumerate(vectors[move]):
                sides[side] += weight * points

    def _add_plain(self, worlds: Sequence[World]) -> None:
        """Add worlds of weight 1 whose values are exact, column by column.

        These are whole numbers, so the sums are the same to the last bit as one by one.
        """
        self.worlds += len(worlds)
        self.weight += len(worlds)
        self.weight_squares += len(worlds)
        best = [max(world.values) for world in worlds]
        columns = list(zip(*[world.values for world in worlds], strict=True))
        for move, column in enumerate(columns):
            total = sum(column)
            self.sums[move] += total
            self.squared[move] += total
            row = self.products[move]
            for other in range(move, len(columns)):
                row[other] += sum(map(mul, column, columns[other]))
            self.best_in[move] += sum(map(eq, column, best))
            self.wins[move] += sum([world.wins[move] for world in worlds])
            self.ties[move] += sum([world.ties[move] for world in worlds])
            sides = self.sides[move]
            vectors = [world.vectors[move] for world in worlds]
            for side, points in enumerate(zip(*vectors, strict=True)):
                sides[side] += sum(points)

    def mean(self, move: int) -> float:
        return self.sums[move] / self.weight

    @property
    def effective(self) -> float:
        """As good as how many equal worlds these are (Kish), that they are drawn twice included."""
        return 1 / (self.weight_squares / self.weight**2 + 1 / self.pooled)

    @property
    def best(self) -> int:
        """The move with the best mean, the first of equals."""
        return max(range(len(self.sums)), key=self.mean)

    def points(self, move: int, population: int | None) -> Mean:
        """The mean of a move over `population` worlds, None for endlessly many."""
        squares = self.products[move][move]
        return self._mean(
            self.mean(move), squares, self.squared[move], self.noise[move], population
        )

    def gap(self, better: int, move: int, population: int | None) -> Mean:
        """The mean of the difference between two moves world by world, and its error.

        Much smaller than the errors of the two means suggest: a good world is good for both.
        """
        low, high = min(better, move), max(better, move)
        squares = self.products[low][low] + self.products[high][high] - 2 * self.products[low][high]
        sums = self.squared[better] - self.squared[move]
        noise = self.noise[better] + self.noise[move]
        return self._mean(self.mean(better) - self.mean(move), squares, sums, noise, population)

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


def _is_plain(world: World) -> bool:
    return world.weight == 1 and world.noise is None
