"""How well a model of choices predicts the play, and what it reveals about hidden tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import log

from dominoes_rules.errors import PositionError
from dominoes_rules.play.round import Round
from dominoes_rules.position.position import Position
from dominoes_solver.belief.features import features
from dominoes_solver.belief.fit import (
    Choice,
    Numbers,
    Quality,
    Temperature,
    choices_of,
    quality,
    temperature_of,
)
from dominoes_solver.belief.model import Choices, why_no_model
from dominoes_solver.belief.player_types import TypeBelief
from dominoes_solver.belief.weighing import Weighing, held
from dominoes_solver.evidence.view import Record

SAMPLE = 1_000
"""Worlds that are weighted for one decision."""
BINS = 10


@dataclass
class TeacherRead:
    """How likely the true holders of hidden tiles were thought to be, over many decisions."""

    tiles: int = 0
    counted: float = 0.0
    """The sum of the logarithms of the probability of the true holder, every world alike."""
    weighed: float = 0.0
    bins: list[list[float]] = field(default_factory=lambda: [[0, 0.0, 0] for _ in range(BINS)])
    """For each tenth of weighted probability: holdings, the sum of it, how many are true."""

    def add(self, counted: float, weighed: float, *, true: bool) -> None:
        """A possible holding of a hidden tile."""
        bin_sums = self.bins[min(BINS - 1, int(weighed * BINS))]
        bin_sums[0] += 1
        bin_sums[1] += weighed
        bin_sums[2] += true
        if true:
            self.tiles += 1
            self.counted += log(counted)
            self.weighed += log(weighed)

    def as_json(self) -> dict[str, object]:
        number = max(1, self.tiles)
        return {
            "tiles": self.tiles,
            "counted": self.counted / number,
            "weighed": self.weighed / number,
            "bins": [
                {
                    "holdings": n,
                    "foretold": total / n if n else None,
                    "true": hits / n if n else None,
                }
                for n, total, hits in self.bins
            ],
        }


@dataclass(frozen=True)
class Foretold:
    """A model held against rounds that it was not fitted to."""

    rounds: int
    quality: Quality
    temperature: Temperature | None
    """How sharply these players play, in units of the model's temperature."""
    read: TeacherRead

    def as_json(self) -> dict[str, object]:
        sharp = self.temperature
        return {
            "rounds": self.rounds,
            **self.quality.as_json(),
            "temperature": None if sharp is None else sharp.best,
            "temperature_95": None if sharp is None else [sharp.low, sharp.high],
            "read": self.read.as_json(),
        }


def foretold(
    model: Choices,
    records: Iterable[Position],
    *,
    seed: int = 0,
    tick: Callable[[int], None] = lambda rounds: None,
) -> Foretold:
    """Hold a model against rounds with every hand open. Raises `PositionError` for any other."""
    choices: list[Choice] = []
    read, rounds = TeacherRead(), 0
    for position in records:
        choices += choices_in(position)
        _read(model, Round.from_position(position), read, seed)
        rounds += 1
        tick(rounds)
    sharp = temperature_of(model, choices) if choices else None
    return Foretold(rounds, quality(model, choices), sharp, read)


def check_open(position: Position) -> None:
    """Raise `PositionError` unless it is a record, with every hand open, of a game of models."""
    if reason := why_no_model(position.setup):
        raise PositionError(f"{position.variant}: {reason}")
    if not isinstance(position.view, Record):
        raise PositionError("a snapshot shows no choices: write records, from the deal on")
    if position.evidence.only_world is None:
        raise PositionError(
            "every hand must be shown as it was dealt, and every tile that was drawn; several "
            "worlds fit this record"
        )


def choices_in(position: Position, numbers: Numbers = features) -> list[Choice]:
    """The choices of a record with every hand open, each action in these numbers.

    Raises `PositionError` for any other record, and for a game that no model can describe.
    """
    check_open(position)
    start = Round.from_position(position)
    actions = start.actions
    while start.actions:
        start.pop()
    return choices_of(start.compiled, start.state, actions, numbers)


def _read(model: Choices, game: Round, read: TeacherRead, seed: int) -> None:
    """At each decision of a round, what its mover may think of the hidden tiles."""
    while game.actions:
        game.pop()
        if len(game.legal_moves) > 1:
            add_read(model, game.seen_by(game.turn), game.state.hands, read, seed)


def add_read(
    model: Choices,
    seen: Position,
    hands: Sequence[int],
    read: TeacherRead,
    seed: int,
    types: TypeBelief | None = None,
) -> None:
    """What a position tells of hidden tiles, held against the true hands (masks).

    types: what earlier rounds show of each seat; by default all are of the model.
    """
    evidence = seen.evidence
    if evidence.count == 1:
        return
    few = evidence.count is not None and evidence.count <= SAMPLE
    worlds = list(evidence.table if few else evidence.sampled(SAMPLE, seed))
    weighing = Weighing(evidence, seen.view, model, types=types)
    weights = weighing.weights(worlds)
    total = sum(weights)
    holding = held(evidence.hidden, worlds, weights)
    for tile, sizes in evidence.holdings.items():
        for holder in {slot.keeper for slot in evidence.hidden.slots}:
            counted = sizes[holder] / evidence.surveyed
            if counted in {0.0, 1.0}:
                continue
            share = holding[holder].get(tile, 0.0)
            # One more world, as counted, so that a sample never makes a possible thing impossible.
            mean = total / len(worlds)
            weighed = (share + counted * mean) / (total + mean)
            if holder >= 0:
                true = bool(hands[holder] >> tile & 1)
            else:
                true = not any(hand >> tile & 1 for hand in hands)
            read.add(counted, weighed, true=true)
