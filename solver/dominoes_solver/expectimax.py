"""Expectimax over minimax: what each move is worth on average over the worlds that fit.

Each world is played out with all hands open (perfect-information Monte Carlo). Worlds are taken in
seed order, and the rules that end the search are tested after fixed batches of them, so the same
seed gives the same answer; under a limit of time the worlds finished are the first of that order.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from statistics import variance
from typing import TYPE_CHECKING, Protocol

from dominoes_lang.setup import Goal
from dominoes_solver.limit import Limit
from dominoes_solver.open_hands import Evaluation, evaluate_many, exact_cost
from dominoes_solver.tally import Mean, Tally, World

if TYPE_CHECKING:
    from dominoes_lang.compiled import Compiled
    from dominoes_lang.state import Action, State

BATCH = 50
ENDLESS = 1 << 60
"""As many worlds as the time allows, where none is the last."""
FEWEST_WORLDS = 200
"""Before fewer, a lead is not trusted; and so many are all looked at where no limit is set."""
MOST_WORLDS = 1000
"""Without a limit, a lead that is not found by then is too small to matter."""
ERRORS_AHEAD = 3.0
FEW_TILES = 16
"""In the hands of a game without draws: then a thousand worlds take a second, so all are used."""

NODES_PLAIN = 1_000_000
"""In each world, unless the limit says otherwise: a second or two."""
NODES_OTHERWISE = 100_000
ALONE = 10
"""How much more a single world may take."""
HOPELESS = 20
"""How much less the others may take, once the first world was out of reach."""

SIGN_OF_LIFE = 0.2
"""Seconds between calls of the progress function."""


class Worlds(Protocol):
    """The worlds that fit what the mover knows, by rank."""

    @property
    def count(self) -> int:
        """How many assignments of the hidden tiles there are."""

    @property
    def determined(self) -> bool:
        """Whether the rank tells everything that can matter, the order of the stock included."""

    def state(self, rank: int, rng: random.Random) -> State:
        """The world of a rank from 0; what the rank leaves open is drawn from `rng`."""


@dataclass(frozen=True)
class Row:
    """What is known about one move."""

    action: Action
    points: Mean
    """Still to be paid to the mover's side; two sides: own minus other."""
    win: float
    """The share of worlds in which the mover's side comes out ahead of every other."""
    tie: float
    gap: Mean
    """How much worse than the best move, world by world; the error is None for the best itself."""
    best_in: float
    """The share of worlds in which no move is better."""
    sides: tuple[float, ...]
    """The mean for each side, from its own point of view."""


@dataclass(frozen=True)
class Report:
    """The moves, best first, and how sure that is."""

    rows: tuple[Row, ...]
    mover: int
    goal: Goal
    count: int
    """Worlds that fit."""
    used: int
    estimated: int
    """Worlds of those used whose values are means of playouts, and not exact."""
    exact: bool
    """Whether every world was used and none estimated; then there are no errors."""
    seed: int
    nodes: int
    seconds: float
    interrupted: bool
    """Whether time or Ctrl-C ended it before the worlds that were asked for."""
    cost: float | None
    """About how many nodes an exact answer would take in one world, where it was out of reach."""


@dataclass(frozen=True)
class Progress:
    """A sign of life."""

    used: int
    asked: int
    """The worlds at which it will end, if not before."""
    nodes: int
    seconds: float
    best: Action | None


def expectimax(
    compiled: Compiled,
    worlds: Worlds,
    limit: Limit | None = None,
    *,
    seed: int = 0,
    progress: Callable[[Progress], None] | None = None,
    weight: Callable[[State], float] | None = None,
    watch: Callable[[int, World], None] | None = None,
) -> Report:
    """Every move of the mover, with its mean value over the worlds.

    Without a limit: every world if there are few, else a sample without replacement that grows
    until the best move is clear. `weight` says how likely a world is against others; 1 by default.
    `watch` is given the rank of each world with what the moves are worth in it, in the order in
    which they count.

    `KeyboardInterrupt` ends it with what was found, or is raised if no world was finished. Raises
    `ValueError` where every world is asked for and the ranks do not tell the order of the stock.
    """
    return _Run(compiled, worlds, limit or Limit(), seed, progress, weight, watch).report()


class _Run:
    """One search under way."""

    def __init__(
        self,
        compiled: Compiled,
        worlds: Worlds,
        limit: Limit,
        seed: int,
        progress: Callable[[Progress], None] | None,
        weight: Callable[[State], float] | None,
        watch: Callable[[int, World], None] | None,
    ) -> None:
        if limit.exact and not worlds.determined:
            raise ValueError(
                "exact=True needs every order of the stock; ranks that leave it open are sampled"
            )
        self.compiled = compiled
        self.worlds = worlds
        self.limit = limit
        self.seed = seed
        self.progress = progress
        self.weight = weight
        self.watch = watch
        self.started = self.last_sign = time.monotonic()
        self.deadline = None if limit.time is None else self.started + limit.time
        # Without replacement only where a rank is a world; else there is no end of worlds.
        self.population = worlds.count if worlds.determined else None
        self.asked = self._asked()
        self.actions: tuple[Action, ...] = ()
        self.mover = 0
        # The sums, and worlds still to be added: one value, so that Ctrl-C finds the two in step.
        self.found: tuple[Tally, list[World]] | None = None
        self.nodes = 0
        self.estimated = 0
        self.cost: float | None = None
        self.interrupted = False
        self.quick = False

    def _is_quick(self, state: State) -> bool:
        """Whether all worlds are looked at in no time, so that none need be left out."""
        tiles = sum(hand.bit_count() for hand in state.hands)
        few = self.population is not None and self.population <= MOST_WORLDS
        return few and self.compiled.setup.plain and tiles <= FEW_TILES

    def _asked(self) -> int:
        """The worlds at which the search ends, if nothing else ends it."""
        if self.limit.exact:
            asked = self.worlds.count
        elif self.limit.worlds is not None:
            asked = self.limit.worlds
        elif self.deadline is not None:
            asked = self.population or ENDLESS
        else:
            asked = MOST_WORLDS
        return asked if self.population is None else min(asked, self.population)

    def report(self) -> Report:
        try:
            self._search()
        except KeyboardInterrupt:
            if not self._used():
                raise
            self.interrupted = True
        return self._summary()

    def _search(self) -> None:
        """Look at world after world until something ends it.

        They are handed on in batches, which costs less than one by one; the first goes alone, since
        how it went decides what the others may take.
        """
        ranks = enumerate(self._ranks())
        size = 1
        while batch := list(islice(ranks, size)):
            first = batch[0][0]
            if self._ends_before(first):
                return
            states = [
                self.worlds.state(rank, random.Random(f"{self.seed}/{index}"))
                for index, rank in batch
            ]
            if not first:
                self.quick = self._is_quick(states[0])
            evaluations = evaluate_many(
                self.compiled,
                states,
                nodes=self._nodes(first),
                deadline=self.deadline,
                seeds=[f"{self.seed}/{index}/playouts" for index, _ in batch],
                tick=self._tick,
                of=min(self.asked, MOST_WORLDS),
            )
            for (index, rank), state in zip(batch, states, strict=True):
                if index > first and self._ends_before(index):
                    return
                found = next(evaluations)
                if not found.exact and self._late() and self._used():
                    # It would have had a better answer with more time: not to be repeated.
                    self.interrupted = True
                    return
                self._add(rank, state, found)
            size = BATCH - (first + len(batch)) % BATCH

    def _ranks(self) -> Iterator[int]:
        """The ranks of the worlds in the order in which they are taken.

        However many are asked for, the first ones are the same, and as good as any sample.
        """
        count = self.worlds.count
        choice = random.Random(f"{self.seed}/ranks")
        if self.population is None:
            yield from (choice.randrange(count) for _ in range(self.asked))
            return
        # A shuffle of all ranks (Fisher-Yates) of which only what has moved is kept.
        moved: dict[int, int] = {}
        for place in range(self.asked):
            chosen = choice.randrange(place, count)
            yield moved.get(chosen, chosen)
            moved[chosen] = moved.pop(place, place)

    def _ends_before(self, index: int) -> bool:
        """Whether the search ends before the world of this place in the order."""
        if index and self._late():
            self.interrupted = True
            return True
        return (
            index >= FEWEST_WORLDS
            and index % BATCH == 0
            and self.limit.worlds is None
            and not self.limit.exact
            and not self.quick
            and self._sums().decided(ERRORS_AHEAD, self.population)
        )

    def _used(self) -> int:
        """The worlds finished so far."""
        return self.found[0].worlds + len(self.found[1]) if self.found else 0

    def _sums(self) -> Tally:
        """The sums over all worlds finished so far."""
        assert self.found is not None, "there is always a world"
        tally, waiting = self.found
        self.found = (tally.plus(waiting), [])
        return self.found[0]

    def _late(self) -> bool:
        return self.deadline is not None and time.monotonic() >= self.deadline

    def _nodes(self, index: int) -> int | None:
        """How many nodes a world may take; how the first world went decides for the others."""
        if self.limit.nodes is not None or self.limit.exact:
            return self.limit.nodes
        nodes = NODES_PLAIN if self.compiled.setup.plain else NODES_OTHERWISE
        if self.asked == 1:
            return nodes * ALONE
        return nodes // HOPELESS if index and self.cost is not None else nodes

    def _add(self, rank: int, state: State, found: Evaluation) -> None:
        setup = self.compiled.setup
        if self.found is None:
            self.actions = found.actions
            self.mover = state.mover
            self.found = (Tally(len(found.actions), setup.sides), [])
            if not found.exact:
                cost = exact_cost(
                    self.compiled, state, seed=self.seed, deadline=self.deadline, tick=self._tick
                )
                # More than what has been spent in vain, whatever the growth seems to be.
                self.cost = max(cost, found.nodes)
        assert found.actions == self.actions, "what is legal cannot depend on hidden tiles"
        sign = -1 if setup.goal is Goal.FEWEST else 1
        own = setup.side_of[self.mover]
        # An exact value is one outcome; an estimate is a mean over as many as there were playouts.
        outcomes = [
            [_outcome([sign * points for points in vector], own) for vector in vectors]
            for vectors in found.playouts or [[value] for value in found.values]
        ]
        world = World(
            [sign * vector[own] for vector in found.values],
            found.values,
            [one.count(1) / len(one) for one in outcomes],
            [one.count(0) / len(one) for one in outcomes],
            1.0 if self.weight is None else self.weight(state),
            [_noise([vector[own] for vector in vectors]) for vectors in found.playouts] or None,
        )
        self.nodes += found.nodes
        self.estimated += not found.exact
        self.found[1].append(world)
        if self.watch is not None:
            self.watch(rank, world)
        self._tick()

    def _tick(self) -> None:
        """A sign of life, now and then."""
        now = time.monotonic()
        if self.progress is None or now - self.last_sign < SIGN_OF_LIFE:
            return
        self.last_sign = now
        best = self.actions[self._sums().best] if self._used() and self.actions else None
        self.progress(Progress(self._used(), self.asked, self.nodes, now - self.started, best))

    def _summary(self) -> Report:
        tally = self._sums()
        exact = tally.worlds == self.population and not self.estimated
        sign = -1 if self.compiled.setup.goal is Goal.FEWEST else 1
        order = sorted(range(len(self.actions)), key=tally.mean, reverse=True)
        rows = []
        for move in order:
            points = tally.points(move, self.population)
            gap = tally.gap(order[0], move, self.population)
            rows.append(
                Row(
                    action=self.actions[move],
                    points=Mean(sign * points.mean, points.se),
                    win=tally.wins[move] / tally.weight,
                    tie=tally.ties[move] / tally.weight,
                    gap=Mean(0.0, None) if move == order[0] else gap,
                    best_in=tally.best_in[move] / tally.weight,
                    sides=tuple(points / tally.weight for points in tally.sides[move]),
                )
            )
        return Report(
            rows=tuple(rows),
            mover=self.mover,
            goal=self.compiled.setup.goal,
            count=self.worlds.count,
            used=tally.worlds,
            estimated=self.estimated,
            exact=exact,
            seed=self.seed,
            nodes=self.nodes,
            seconds=time.monotonic() - self.started,
            interrupted=self.interrupted,
            cost=self.cost,
        )


def _noise(values: Sequence[float]) -> float:
    """The variance of the mean of playouts; that of a single one is taken to be its square."""
    if len(values) < 2:
        return sum(value * value for value in values)
    return variance(values) / len(values)


def _outcome(wanted: list[float], own: int) -> int:
    """1 if a side is ahead of every other, 0 if it shares the lead, else -1.

    `wanted` holds what each side gets as it wants it; for two sides, own minus other.
    """
    if len(wanted) == 2:
        return (wanted[own] > 0) - (wanted[own] < 0)
    others = max(points for side, points in enumerate(wanted) if side != own)
    return (wanted[own] > others) - (wanted[own] < others)
