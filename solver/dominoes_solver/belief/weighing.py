"""The worlds of a position, weighted by the choices that led to it.

All of them where they are few, else a uniform sample that grows until its effective size is large
enough. If that of a large sample is not, the model is taken to be wrong more often: a larger slip.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from math import prod, sqrt
from operator import mul
from random import Random
from typing import TYPE_CHECKING

from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.belief.applied_model import Reading
from dominoes_solver.belief.likelihood import RecordedPast, effective
from dominoes_solver.evidence.snapshot import passes_show
from dominoes_solver.evidence.view import Record
from dominoes_solver.means import Share
from dominoes_solver.search import native
from dominoes_solver.shown_facts import Facts

if TYPE_CHECKING:
    from dominoes_solver.belief.model import Choices
    from dominoes_solver.belief.player_types import TypeBelief
    from dominoes_solver.evidence.evidence import Evidence
    from dominoes_solver.evidence.view import View
    from dominoes_solver.worlds.slots import Hidden, World
    from dominoes_solver.worlds.unranking import Ints

MOST_ALL, MOST_ALL_PLAINLY = 120_000, 10_000
"""Up to so many worlds all are weighted, in machine code and in plain Python."""
FIRST_SAMPLE, FIRST_PLAINLY = 2_000, 500
LARGEST_SAMPLE, LARGEST_PLAINLY = 64_000, 8_000
MOST_HURRIED = 2_000
"""The most in plain Python where somebody waits for the answer: one to three seconds."""
FEW_CHOICES = 5_000
"""So many choices of the model plain Python looks up before numba is imported."""
EFFECTIVE_WORLDS = 400
"""A sample grows until this is its effective size."""
TOO_FEW = 100
LARGER_SLIP = 0.5
"""Of a model under which the effective size of a sample is below `TOO_FEW`."""


@dataclass(frozen=True)
class Pool:
    """Worlds with their weights."""

    worlds: tuple[World, ...] = field(repr=False)
    weights: tuple[float, ...] = field(repr=False)
    exact: bool
    """Whether these are all worlds, each once."""
    slip: float
    """The slip of the model that weighted them."""
    variance_factor: float = 1.0
    """That of `Evidence`, where worlds were drawn."""

    @cached_property
    def effective(self) -> float:
        """Their effective number (Kish): equal worlds that would be as good."""
        return effective(self.weights) / self.variance_factor

    def share(self, holds: Callable[[World], bool]) -> Share:
        """How likely something is: the weighted share of the worlds in which it holds."""
        return self.share_of([holds(world) for world in self.worlds])

    def share_of(self, holds: Sequence[bool]) -> Share:
        """The same, where it is known of each world whether it holds."""
        matching = [weight for weight, yes in zip(self.weights, holds, strict=True) if yes]
        return self._share(sum(matching), sum(weight * weight for weight in matching))

    def holdings(self, hidden: Hidden) -> dict[int, dict[int, Share]]:
        """For each holder of hidden tiles and each of these: how likely the holder has it."""
        weights = held(hidden, self.worlds, self.weights)
        squares = held(hidden, self.worlds, [weight * weight for weight in self.weights])
        return {
            holder: {
                tile: self._share(row.get(tile, 0.0), squares[holder].get(tile, 0.0))
                for tile in numbers_in(hidden.tiles)
            }
            for holder, row in weights.items()
        }

    def _share(self, total_found: float, squares: float) -> Share:
        """The share of worlds with this sum of weights, and of their squares.

        The error is that of a ratio: the sum of (w (1 - share))² where it holds, (w share)² else.
        """
        total, all_squares = self._sums
        share = total_found / total
        if self.exact:
            return Share(share, None)
        apart = squares * (1 - 2 * share) + all_squares * share * share
        apart *= self.variance_factor
        # Where every world answers alike the error is that of half a world.
        least = 1 / (2 * len(self.worlds))
        return Share(share, max(sqrt(max(0.0, apart)) / total, least))

    @cached_property
    def _sums(self) -> tuple[float, float]:
        return sum(self.weights), sum(weight * weight for weight in self.weights)

    def draw(self, number: int, seed: int) -> list[World]:
        """Worlds drawn by their weights, with replacement."""
        return Random(seed).choices(self.worlds, self.weights, k=number)


@dataclass(frozen=True, kw_only=True)
class Workload:
    """How much there is to weigh, and how soon it is needed."""

    natively: bool | None = None
    """Whether in machine code, which must be there; None as soon as it is, and pays."""
    deadline: float | None = None
    """A moment of `time.monotonic`, shortly before which machine code is not loaded."""
    hurried: bool = False
    """Whether somebody waits for the answer, and it need not be that of every later one."""
    worlds: int | None = None
    """How many worlds are to be weighted; None for many. Few are left to plain Python."""
    played: int = 0
    """How many choices are made in playouts."""


def grown(
    first: int, most: int, enough: float, weigh: Callable[[int], Sequence[float]]
) -> list[float]:
    """The weights of a sample that grows until their effective number is large enough.

    weigh: the weights of so many more worlds, of fewer where there are no more or no time is left.
    """
    weights: list[float] = []
    size = first
    while True:
        weights += weigh(size - len(weights))
        if len(weights) < size or size >= most or effective(weights) >= enough:
            return weights
        size = min(2 * size, most)


class Weighing:
    """Weighs the worlds of a position by a model of choices."""

    def __init__(
        self,
        evidence: Evidence,
        view: View,
        model: Choices,
        types: TypeBelief | None = None,
        workload: Workload = Workload(),
    ) -> None:
        """A snapshot shows no choices: its worlds all weigh the same.

        types: what earlier rounds show of each seat; by default all are of the model.
        """
        natively, worlds = workload.natively, workload.worlds
        self.evidence = evidence
        self.view = view
        self.model = model
        self.past = None
        if isinstance(view, Record):
            self.past = RecordedPast(evidence.compiled, evidence, view)
        few = worlds is not None and worlds * self._choices + workload.played <= FEW_CHOICES
        if natively is None and few and not native.loaded():
            natively = False
        self.reading = Reading(
            evidence.compiled, model, types=types, natively=natively, deadline=workload.deadline
        )
        self.hurried = workload.hurried and not self.reading.natively
        waits = self.reading.waits and not workload.hurried
        self.frugal = not (few or self.reading.natively or waits)
        """Whether to weigh fewer worlds, since plain Python takes long for what there is to do.

        Unless hurried, never while machine code is compiled: the next answer is then the same."""

    @property
    def _choices(self) -> int:
        """The number of past actions of players with hidden tiles."""
        return 0 if self.past is None else sum(self.past.hiding_choices)

    @property
    def has_choices(self) -> bool:
        """Whether there are past choices to weigh worlds by."""
        return self._choices > 0

    def with_slip(self, slip: float) -> Weighing:
        """The same under a model with another slip."""
        changed = copy(self)
        changed.model = self.model.with_slip(slip)
        changed.reading = self.reading.under(changed.model)
        return changed

    def factors(self, worlds: Sequence[World]) -> list[list[float]]:
        """For each world how likely each past action was in it."""
        if self.past is None or not self.has_choices:
            return [[] for _ in worlds]
        return self.reading.factors(self.past, worlds)

    def weights(self, worlds: Sequence[World] | Ints) -> list[float]:
        """How likely the others' choices were in each world; as an array in machine code only."""
        if self.past is None or not self.has_choices:
            return [1.0] * len(worlds)
        return self.reading.weights(self.past, worlds)

    @cached_property
    def facts(self) -> Facts:
        """What the round has shown so far."""
        return shown_by(self.evidence, self.view) if self.past is None else self.past.shown

    def pool(self, seed: int = 0, progress: Callable[[int], None] | None = None) -> Pool:
        """The worlds, all or a sample, with their weights; `progress` is told how many so far."""
        evidence = self.evidence
        count = evidence.count
        most_all = MOST_ALL_PLAINLY if self.frugal else MOST_ALL
        most = LARGEST_PLAINLY if self.frugal else LARGEST_SAMPLE
        if self.hurried:
            most_all = most = MOST_HURRIED
        if count is not None and count <= most_all:
            worlds = self.worlds(count, seed)
            return Pool(worlds, tuple(self._weights(worlds, progress)), True, self.model.slip)
        drawn = evidence.sampled(most, seed, in_bulk=self.reading.natively)
        sample: list[World] = []

        def weigh(count: int) -> list[float]:
            worlds = [next(drawn) for _ in range(count)]
            sample.extend(worlds)
            return self._weights(worlds, progress)

        first = min(most, FIRST_PLAINLY if self.frugal else FIRST_SAMPLE)
        weights = grown(first, most, EFFECTIVE_WORLDS, weigh)
        if effective(weights) < TOO_FEW and self.model.slip < LARGER_SLIP:
            other = self.with_slip(LARGER_SLIP)
            return other._pool(sample, other.weights(sample))
        return self._pool(sample, weights)

    def worlds(self, most: int, seed: int) -> tuple[World, ...]:
        """All worlds if they are so few, else as many drawn."""
        count, natively = self.evidence.count, self.reading.natively
        if count is not None and count <= most:
            return tuple(self.evidence.table.worlds_of(range(count), natively))
        return tuple(self.evidence.sampled(most, seed, in_bulk=natively))

    def _pool(self, worlds: Sequence[World], weights: Sequence[float]) -> Pool:
        factor = self.evidence.variance_factor
        return Pool(tuple(worlds), tuple(weights), False, self.model.slip, factor)

    def _weights(
        self, worlds: Sequence[World], progress: Callable[[int], None] | None
    ) -> list[float]:
        weights: list[float] = []
        step = 100 if not self.reading.natively else 5_000
        for first in range(0, len(worlds), step):
            weights += self.weights(worlds[first : first + step])
            if progress is not None:
                progress(len(weights))
        return weights


def shown_by(evidence: Evidence, view: View) -> Facts:
    """What the round of some evidence has shown so far."""
    if isinstance(view, Record):
        return RecordedPast(evidence.compiled, evidence, view).shown
    setup = evidence.setup
    void = view.void or (0,) * setup.seats
    passed = passes_show(setup, view, evidence.state)
    shown = tuple(old | new for old, new in zip(void, passed, strict=True))
    return Facts(view.laid, shown, (), (0,) * setup.seats)


def held(
    hidden: Hidden, worlds: Sequence[World], weights: Sequence[float]
) -> dict[int, dict[int, float]]:
    """For each keeper and each tile that it has in some world: the weight of those worlds."""
    holders = {slot.keeper for slot in hidden.slots}
    return {holder: _held_by(holder, hidden, worlds, weights) for holder in holders}


def _held_by(
    holder: int, hidden: Hidden, worlds: Sequence[World], weights: Sequence[float]
) -> dict[int, float]:
    """The same for one holder."""
    slots = hidden.slots_of(holder)
    hands: dict[int, float] = {}
    for world, weight in zip(worlds, weights, strict=True):
        hand = sum([world[slot] for slot in slots])
        hands[hand] = hands.get(hand, 0.0) + weight
    row: dict[int, float] = {}
    for hand, weight in hands.items():
        for tile in numbers_in(hand):
            row[tile] = row.get(tile, 0.0) + weight
    return row


@dataclass(frozen=True)
class Clue:
    """The past action that reveals most, and the holding that it makes more or less likely."""

    number: int
    """Of the action, from 1."""
    tile: int
    holder: int
    before: float
    """How likely the holding would be without that action."""
    after: float


def strongest_clue(weighing: Weighing, seed: int = 0) -> Clue | None:
    """The action whose probability differs most between the worlds; None where none differs.

    By the relative variance of that probability over a sample of worlds, weighted.
    """
    past = weighing.past
    if past is None:
        return None
    evidence = weighing.evidence
    most = FIRST_PLAINLY if weighing.frugal else FIRST_SAMPLE
    worlds = weighing.worlds(most, seed)
    rows = weighing.factors(worlds)
    weights = [prod(row) for row in rows]
    total = sum(weights)
    best, number = 0.0, -1
    for index, column in enumerate(zip(*rows, strict=True)):
        if min(column) == max(column):
            continue
        mean = sum(map(mul, weights, column)) / total
        spread = sum(
            [w * (chance - mean) ** 2 for w, chance in zip(weights, column, strict=True)]
        ) / (total * mean * mean)
        if spread > best + 1e-9:
            best, number = spread, index
    if number < 0:
        return None
    without = [w / row[number] for w, row in zip(weights, rows, strict=True)]
    weight_without = sum(without)
    strongest: Clue | None = None
    holder = past.states[number].mover
    now = _held_by(holder, evidence.hidden, worlds, weights)
    once = _held_by(holder, evidence.hidden, worlds, without)
    for tile in numbers_in(evidence.hidden.tiles & ~evidence.gone):
        after, before = now.get(tile, 0.0) / total, once.get(tile, 0.0) / weight_without
        if strongest is None or abs(after - before) > abs(strongest.after - strongest.before):
            strongest = Clue(number + 1, tile, holder, before, after)
    return strongest
