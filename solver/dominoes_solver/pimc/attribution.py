"""Which hidden holdings decide the value of a move, from sums gathered during the search.

A holding is "this holder has this tile". It splits the worlds into those where it is true and those
where it is not, and the distance between the two means of a move shows how much depends on it. The
measure is the share of the variance between worlds that is between the two parts: Pearson's
correlation ratio, the first-order index of sensitivity analysis (Sobol' 1993). In a sample chance
alone makes it larger than it is; this bias is subtracted, as Kelley (1935) does.

The probability of a holding is counted, not estimated. The worlds in which it is true are then a
sample, without replacement, out of a part of known size.

It is asked for before the search, which then keeps sums for each holding and no worlds, in the
same way for a hundred worlds and a million. A difference in errors would rank holdings by the size
of the sample, and a plain difference by rarity.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from operator import add, sub
from typing import Generic, NamedTuple, TypeVar

from dominoes_solver.means import Mean
from dominoes_solver.pimc.tally import Tally
from dominoes_solver.pimc.valued_world import World

Name = TypeVar("Name", bound=Hashable)

WORLDS_PER_TALLY = 512
"""Worlds that wait until they are added up together."""

HEAD = 4
"""The number of sums before the columns; see `_amounts`."""

ROUNDING = 1e-12


@dataclass(frozen=True)
class MoveLead:
    """The lead of a move over the best of the others; negative where it is worse."""

    rival: int
    """The place of that other among the legal moves."""
    by: Mean


@dataclass(frozen=True)
class HoldingEffect:
    """The value of a move in the worlds in which a holding is true.

    Values are as the mover wants them: more is better. An error is None where all of those worlds
    were searched, and where a single one of several was.
    """

    worlds: int
    """The number of searched worlds in which it is true; at least 1."""
    exact: bool
    """Whether these are all the worlds in which it is true, none of them estimated."""
    probability: float
    points: Mean
    difference: Mean
    """The difference from the mean of the move over all worlds."""
    explains: float
    """The share of the variance between worlds that the holding accounts for, from 0 to 1."""
    lead: MoveLead | None
    """None for a mover with one legal move."""
    leads: tuple[MoveLead, ...]
    """The lead over each other move."""


class Bad(NamedTuple):
    """A world that is bad for a move. The worst sorts first."""

    value: float
    """The value of the move, as the mover wants it."""
    regret: float
    """The same minus the value of the best move there: at most 0."""
    rank: int
    place: int
    """The number of worlds searched before."""
    values: tuple[float, ...]
    """The values of every move, as the mover wants them."""


class _Attributed(NamedTuple):
    """The sums, and the worlds still waiting.

    Replaced atomically, so that Ctrl-C loses nothing and counts nothing twice.
    """

    whole: list[float]
    parts: Mapping[Hashable, list[float]]
    worst: list[Bad]
    waiting: list[tuple[int, World]]
    worlds: int


class Deciding(Generic[Name]):
    """Gathers, world by world, the value of a move under each holding.

    `watch` goes to `pimc.expectimax`. Memory grows with the number of holdings, not of worlds.
    """

    def __init__(
        self,
        move: int,
        holdings: Callable[[int], Iterable[Name]],
        *,
        orders: int = 1,
        worst: int = 3,
    ) -> None:
        """`move` is its place among the legal moves; `holdings` names what is true at a rank.

        `orders` consecutive orders of the stock are one world; `worst` is how many bad worlds to
        keep, where a world with the same values in several orders counts once.
        """
        self._move = move
        self._holdings = holdings
        self._orders = orders
        self._keep = worst
        self._found = _Attributed([], {}, [], [], 0)

    def watch(self, rank: int, world: World) -> None:
        """Take note of a world."""
        self._found.waiting.append((rank, world))
        if len(self._found.waiting) >= WORLDS_PER_TALLY:
            self._settle()

    def worst(self) -> list[Bad]:
        """The worlds in which the move is worth least; of equals, where it loses most."""
        return self._settle().worst

    def overall(self, population: int | None) -> tuple[Mean, MoveLead | None]:
        """The mean of the move, and its lead, over all worlds.

        `population` is how many worlds there are; None where they are drawn with replacement.
        """
        tally = self._tally(self._settle().whole)
        leads = self._leads(tally, population)
        best = max(leads, key=lambda lead: tally.mean(lead.rival), default=None)
        return tally.points(self._move, population), best

    def by_holding(
        self, sizes: Mapping[Name, int], count: int, *, replacing: bool = False
    ) -> dict[Name, HoldingEffect]:
        """The value of the move under each holding that occurred, the most telling first.

        `sizes` holds in how many of all `count` worlds each holding is true; those in all or none
        are left out. `replacing`: the worlds were drawn with replacement. Where worlds have
        weights, the probability is the weighted share among those searched.
        """
        attributed = self._settle()
        whole = self._tally(attributed.whole)
        weighted = whole.weight != whole.worlds or whole.weight_squares != whole.worlds
        mean = whole.mean(self._move)
        # The variance between worlds; of values that are all alike rounding may leave a trace.
        square = attributed.whole[HEAD - 1] / whole.weight
        spread = square - mean * mean if square - mean * mean > ROUNDING * square else 0.0
        answer = {}
        for name, size in sizes.items():
            sums = attributed.parts.get(name)
            if sums is None or not 0 < size < count:
                continue
            here = self._tally(sums)
            rest = self._tally(list(map(sub, attributed.whole, sums)))
            share = here.weight / whole.weight
            probability = share if weighted else size / count
            population, number_of_others = (None, None) if replacing else (size, count - size)
            points = here.points(self._move, population)
            leads = self._leads(here, population)
            apart = self._apart((here, population), (rest, number_of_others))
            answer[name] = HoldingEffect(
                worlds=here.worlds,
                exact=points.se is None and here.worlds == population,
                probability=probability,
                points=points,
                difference=Mean(points.mean - mean, _scaled(apart.se, 1 - share)),
                explains=_explained(probability, apart, spread),
                lead=max(leads, key=lambda lead: here.mean(lead.rival), default=None),
                leads=leads,
            )
        # A tile with two holders has two equivalent rows: first the more informative one.
        order = sorted(
            answer.items(),
            key=lambda item: (-round(item[1].explains, 9), -round(abs(item[1].difference.mean), 9)),
        )
        return dict(order)

    def _leads(self, tally: Tally, population: int | None) -> tuple[MoveLead, ...]:
        rivals = [move for move in range(len(tally.sums)) if move != self._move]
        return tuple(MoveLead(move, tally.gap(self._move, move, population)) for move in rivals)

    def _apart(self, here: tuple[Tally, int | None], rest: tuple[Tally, int | None]) -> Mean:
        """The difference of two means over worlds that they do not share.

        Its error is nan where there are too few worlds for one.
        """
        if not rest[0].worlds:
            return Mean(0.0, math.nan)
        square, exact = 0.0, True
        for tally, population in (here, rest):
            error = tally.points(self._move, population).se
            if error is not None:
                square += error * error
                exact = False
            elif tally.worlds != population:
                square = math.nan
                exact = False
        difference = here[0].mean(self._move) - rest[0].mean(self._move)
        return Mean(difference, None if exact else math.sqrt(square))

    def _settle(self) -> _Attributed:
        """Add up the worlds that wait."""
        attributed = self._found
        if not attributed.waiting:
            return attributed
        whole, worst = attributed.whole, list(attributed.worst)
        parts = dict(attributed.parts)
        for index, (rank, world) in enumerate(attributed.waiting, attributed.worlds):
            amounts = _amounts(world, self._move)
            whole = list(map(add, whole, amounts)) if whole else amounts
            for name in self._holdings(rank):
                sums = parts.get(name)
                parts[name] = list(map(add, sums, amounts)) if sums else amounts
            value = world.values[self._move]
            bad = Bad(value, value - max(world.values), rank, index, tuple(world.values))
            if len(worst) < self._keep or bad < worst[-1]:
                worst = self._distinct(sorted([*worst, bad]))[: self._keep]
        done = _Attributed(whole, parts, worst, [], attributed.worlds + len(attributed.waiting))
        self._found = done
        return done

    def _distinct(self, worst: list[Bad]) -> list[Bad]:
        """The same without further orders of a world with the same values."""
        first: dict[object, Bad] = {}
        for bad in worst:
            first.setdefault((bad.rank // self._orders, bad.values), bad)
        return list(first.values())

    def _tally(self, sums: list[float]) -> Tally:
        """A list of sums as a tally of the same worlds; see `_amounts`."""
        moves = (len(sums) - HEAD) // 6
        tally = Tally(moves, 0)
        worlds, tally.weight, tally.weight_squares = sums[: HEAD - 1]
        tally.worlds = round(worlds)
        columns = [sums[HEAD + column * moves :][:moves] for column in range(6)]
        tally.sums, tally.squared, squares, products, noise, shared = columns
        for rival in range(moves):
            low, high = sorted((rival, self._move))
            tally.products[low][high] = products[rival]
            tally.products[rival][rival] = squares[rival]
            tally.noise[low][high] = shared[rival]
            tally.noise[rival][rival] = noise[rival]
        return tally


def _amounts(world: World, move: int) -> list[float]:
    """The terms that a world adds to the sums.

    For its weight w and the value u of `move`: 1, w, ww, wuu. Then six columns over the moves, for
    a value v of each: wv, wwv, wwvv, wwvu, and ww times the noise of v, and of v with u.
    """
    weight = world.weight
    square = weight * weight
    scaled = [square * value for value in world.values]
    own = world.values[move]
    return [
        1.0,
        weight,
        square,
        weight * own * own,
        *[weight * value for value in world.values],
        *scaled,
        *[weighted * value for weighted, value in zip(scaled, world.values, strict=True)],
        *[value * own for value in scaled],
        *_noise_of(world, move),
    ]


def _noise_of(world: World, move: int) -> list[float]:
    """The last two columns."""
    square, moves = world.weight * world.weight, range(len(world.values))
    if not world.noise:
        return [0.0] * (2 * len(moves))
    shared = [world.noise[min(move, at)][max(move, at)] for at in moves]
    return [square * noise for noise in ([world.noise[at][at] for at in moves] + shared)]


def _scaled(error: float | None, factor: float) -> float | None:
    """A part of an error; None for one that is not known."""
    return None if error is None or math.isnan(error) else factor * error


def _explained(probability: float, apart: Mean, spread: float) -> float:
    """The share of a variance between two parts this far apart, corrected for chance."""
    error = apart.se or 0.0
    between = probability * (1 - probability) * (apart.mean**2 - error**2)
    return min(1.0, between / spread) if spread > 0 and between > 0 else 0.0
