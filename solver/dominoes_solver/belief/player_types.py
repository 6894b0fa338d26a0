"""Types of players: like whom each seat plays, learnt from the rounds of a match.

A type is a model of choices. For each seat, Bayes' rule turns the choices of finished rounds into
the probability of each type, as Long and Buro (2011) do in skat. Without such rounds every seat is
of the first type, the usual model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import exp, log
from typing import TYPE_CHECKING, NamedTuple

from dominoes_solver.belief.likelihood import LEAST
from dominoes_solver.belief.model import Choices
from dominoes_solver.chance import MASK, STEP, mixed
from dominoes_solver.search.native.choices.feature_list import FEATURES

if TYPE_CHECKING:
    from dominoes_solver.belief.fit import Choice

FIRST_SHARE = 0.8
"""The probability of the usual model before anything was seen; the others share the rest."""
LEAST_SHARE = 0.01
"""Less likely types are left out of a round."""
BY_CHANCE = Choices("", "", "", tuple(FEATURES), ((0.0,) * len(FEATURES),), phases=(1,), slip=1.0)
"""The model of players who choose by chance."""
SALT = 0x5EA7
"""Keeps the draws of types apart from those of playouts."""

Mixture = tuple[tuple[int, float], ...]
"""The types that a seat may be of: the number of each, and its probability. They sum to 1."""


class PlayerType(NamedTuple):
    """A way to play, by the name of a bot that plays so."""

    name: str
    model: Choices


@dataclass(frozen=True)
class TypeBelief:
    """How likely each seat is of each type. Immutable; `after` adds a round."""

    types: tuple[PlayerType, ...]
    """The usual model first."""
    logs: tuple[tuple[float, ...], ...]
    """For each seat the log-likelihood of its choices under each type, less that of the best."""
    rounds: int = 0
    """The number of rounds that these choices are from."""

    @classmethod
    def at_first(cls, types: Sequence[PlayerType], seats: int) -> TypeBelief:
        """Before anything was seen."""
        return cls(tuple(types), ((0.0,) * len(types),) * seats)

    def after(self, *worlds: Iterable[Choice]) -> TypeBelief:
        """With one more round: its choices in each world that fits, one if every hand was shown.

        Where hands stay hidden, the likelihood of a seat's choices is the mean over the worlds,
        weighted by the choices of the others under the usual model.
        """
        in_worlds = [self._likely(choices) for choices in worlds]
        seats = range(len(self.logs))
        logs = []
        for seat in seats:
            weights = [
                sum(rows[rival][0] for rival in seats if rival != seat) for rows in in_worlds
            ]
            logs.append(
                [
                    log_sum(
                        [
                            weight + rows[seat][kind]
                            for weight, rows in zip(weights, in_worlds, strict=True)
                        ]
                    )
                    - log_sum(weights)
                    for kind in range(len(self.types))
                ]
            )
        return self.adding(logs)

    def _likely(self, choices: Iterable[Choice]) -> list[list[float]]:
        """For each seat the log-likelihood of its choices under each type."""
        sums = [[0.0] * len(self.types) for _ in self.logs]
        for choice in choices:
            for kind, (_, model) in enumerate(self.types):
                chance = model.chances(choice.rows, choice.tiles)[choice.taken]
                sums[choice.seat][kind] += log(max(chance, LEAST))
        return sums

    def adding(self, logs: Sequence[Sequence[float]]) -> TypeBelief:
        """With one more round of these log-likelihoods, for each seat under each type."""
        sums = []
        for before, more in zip(self.logs, logs, strict=True):
            row = [old + new for old, new in zip(before, more, strict=True)]
            highest = max(row)
            sums.append(tuple(likely - highest for likely in row))
        return replace(self, logs=tuple(sums), rounds=self.rounds + 1)

    def shares(self, seat: int) -> tuple[float, ...]:
        """The probability of each type for a seat: Bayes' rule."""
        rest = len(self.types) - 1
        prior = [FIRST_SHARE] + [(1 - FIRST_SHARE) / max(1, rest)] * rest
        odds = [share * exp(score) for share, score in zip(prior, self.logs[seat], strict=True)]
        total = sum(odds)
        return tuple(odd / total for odd in odds)

    @cached_property
    def mixtures(self) -> tuple[Mixture, ...]:
        """For each seat the types that count; before the first round the usual model alone."""
        if not self.rounds:
            return usual_mixtures(len(self.logs))
        mixtures = []
        for seat in range(len(self.logs)):
            likely = [
                (kind, share)
                for kind, share in enumerate(self.shares(seat))
                if share >= LEAST_SHARE
            ]
            total = sum(share for _, share in likely)
            mixtures.append(tuple((kind, share / total) for kind, share in likely))
        return tuple(mixtures)

    def models(self, usual: Choices) -> tuple[Choices, ...]:
        """The model of each type, with this one for the first."""
        return (usual, *(model for _, model in self.types[1:]))

    def with_slip(self, slip: float) -> TypeBelief:
        """The same of types that all have at least this slip."""
        raised = [
            PlayerType(name, model.with_slip(max(slip, model.slip))) for name, model in self.types
        ]
        return replace(self, types=tuple(raised))

    def likeliest(self, seat: int) -> tuple[str, float]:
        """The type that a seat is most likely of, with its probability."""
        shares = self.shares(seat)
        kind = max(range(len(shares)), key=shares.__getitem__)
        return self.types[kind].name, shares[kind]


def log_sum(logs: Sequence[float]) -> float:
    """The logarithm of a sum of numbers that are given by their logarithms."""
    highest = max(logs)
    return highest + log(sum(exp(number - highest) for number in logs))


def usual_mixtures(seats: int) -> tuple[Mixture, ...]:
    """Every seat of the first type."""
    return (((0, 1.0),),) * seats


def are_usual(mixtures: Sequence[Mixture]) -> bool:
    """Whether every seat is of the first type alone."""
    return all(mixture == ((0, 1.0),) for mixture in mixtures)


def joint(
    mixtures: Sequence[Mixture],
    movers: Sequence[int],
    factors_of: Callable[[int], Sequence[float]],
) -> list[float]:
    """How likely each action was for movers of uncertain type, given those before it.

    factors_of: how likely each action was for movers of a type. The product of what is returned is
    the mean over the types of their products. In machine code, `kernel_choices.weigh` does so.
    """
    kinds = {kind for mixture in mixtures for kind, _ in mixture}
    factors = {kind: factors_of(kind) for kind in kinds}
    shares = [dict(mixture) for mixture in mixtures]
    likelihoods = []
    for number, mover in enumerate(movers):
        shares[mover] = {
            kind: share * max(factors[kind][number], LEAST) for kind, share in shares[mover].items()
        }
        likely = sum(shares[mover].values())
        shares[mover] = {kind: share / likely for kind, share in shares[mover].items()}
        likelihoods.append(likely)
    return likelihoods


def cast(mixtures: Sequence[Mixture], mover: int, keys: Iterable[int]) -> list[list[int]]:
    """For each world the type of each seat, drawn by its key; the mover is of the first."""
    usual = [0 if seat == mover else mixture[0][0] for seat, mixture in enumerate(mixtures)]
    drawn = [
        (seat, mixture)
        for seat, mixture in enumerate(mixtures)
        if len(mixture) > 1 and seat != mover
    ]
    types_of_worlds = []
    for key in keys:
        row = list(usual)
        for seat, mixture in drawn:
            left = mixed((key ^ SALT) + seat * STEP & MASK) / (MASK + 1)
            for kind, share in mixture:
                row[seat] = kind
                left -= share
                if left < 0:
                    break
        types_of_worlds.append(row)
    return types_of_worlds
