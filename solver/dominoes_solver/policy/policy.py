"""A policy: how a player without search chooses, as weights of features.

The score of an action is a weighted sum of its features, and the player takes the highest. While a
policy learns, the probability of an action is the softmax of the scores. Weights differ on the
empty table, and by the number of tiles in the mover's hand, in phases.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from math import isfinite
from typing import TYPE_CHECKING, ClassVar

from dominoes_lang.text.json_text import NotJson, read_json
from dominoes_solver.belief.model import (
    FORMAT,
    LARGEST_TEXT,
    LARGEST_WEIGHT,
    POLICY_VERSION,
    ForRules,
    UnfitModel,
    check_names,
    check_phases,
    number_in,
    parts_of,
    whole_in,
    word_in,
)
from dominoes_solver.policy.policy_features import policy_features
from dominoes_solver.search.native.policies.policy_list import POLICY_FEATURES

if TYPE_CHECKING:
    from dominoes_lang.setup.ruleset import Setup
    from dominoes_lang.table.state import Action
    from dominoes_solver.belief.features import Seen

MOST_POLICIES = 32
"""Of one file."""
_LINES = re.compile(r"\[\n\s*-?\d[^\]\[\"]*\]")
"""A list of numbers, which is written on one line."""


@dataclass(frozen=True)
class Policy(ForRules):
    """A policy of one game and number of players. Immutable.

    Raises `UnfitModel` for numbers that make no policy.
    """

    what: ClassVar[str] = "policy"
    version: ClassVar[int] = POLICY_VERSION
    command: ClassVar[str] = "learn"

    weights: Mapping[str, tuple[float, ...]]
    """For each feature its weight on the empty table, and then in each phase."""
    phases: tuple[int, ...]
    """The fewest tiles in hand of each phase, the largest first."""

    def __post_init__(self) -> None:
        check_names("feature", tuple(self.weights), POLICY_FEATURES)
        check_phases(self.phases)
        for name, row in self.weights.items():
            if len(row) != 1 + len(self.phases):
                raise UnfitModel(
                    f"{len(row)} weights of {name!r}; there is one on the empty table, and one in "
                    f"each of {len(self.phases)} phases"
                )
            if not all(isfinite(number) and abs(number) <= LARGEST_WEIGHT for number in row):
                raise UnfitModel(f"a weight must be a number up to {LARGEST_WEIGHT:g}")

    def __hash__(self) -> int:
        return hash((self.rules, self.phases))

    def __repr__(self) -> str:
        """Short enough for a prompt."""
        return f"<Policy of {self.variant!r}, {len(self.weights)} features>"

    # ------------------------------------------------------------------ what it says

    @cached_property
    def rows(self) -> tuple[tuple[float, ...], ...]:
        """The weights of all of `POLICY_FEATURES`, on the empty table and then in each phase."""
        nothing = (0.0,) * (1 + len(self.phases))
        columns = [self.weights.get(name, nothing) for name in POLICY_FEATURES]
        return tuple(zip(*columns, strict=True))

    def row(self, seen: Seen, hand: int) -> int:
        """Which of the rows holds for a mover with this hand (a mask)."""
        if not seen.state.begun:
            return 0
        tiles = hand.bit_count()
        phases = enumerate(self.phases, 1)
        return next((row for row, fewest in phases if tiles >= fewest), len(self.phases))

    def scores(self, seen: Seen, hand: int, actions: Sequence[Action]) -> list[float]:
        """The score of each legal action, for a mover with this hand (a mask)."""
        weights, scores = self.rows[self.row(seen, hand)], []
        for numbers in policy_features(seen, hand, actions):
            score = 0.0
            for weight, number in zip(weights, numbers, strict=True):
                score += weight * number
            scores.append(score)
        return scores

    # ------------------------------------------------------------------ as text

    def as_json(self) -> dict[str, object]:
        """The policy as plain values, in the shape of its part of a file."""
        parts = self._as_json(
            phases=list(self.phases),
            weights={name: list(row) for name, row in self.weights.items()},
        )
        return {name: part for name, part in parts.items() if name not in {"format", "version"}}

    @classmethod
    def from_json(cls, values: object) -> Policy:
        """The policy of plain values. Raises `UnfitModel`."""
        if not isinstance(values, dict):
            raise UnfitModel("a policy must be an object")
        with parts_of({**values, "format": FORMAT, "version": cls.version}, cls.version) as parts:
            weights = parts["weights"]
            if not isinstance(weights, dict):
                raise UnfitModel('"weights" must be an object')
            return cls(
                **cls._common(parts),
                weights={
                    word_in(name): tuple(number_in(number) for number in row)
                    for name, row in weights.items()
                },
                phases=tuple(whole_in(number) for number in parts["phases"]),
            )


def policies_of(text: str) -> tuple[Policy, ...]:
    """The policies of a file. Raises `UnfitModel`."""
    if len(text) > LARGEST_TEXT:
        raise UnfitModel("a file of policies has at most 1 MB")
    try:
        values = read_json(text)
    except NotJson as error:
        raise UnfitModel(str(error)) from None
    with parts_of(values, POLICY_VERSION) as parts:
        entries = parts["policies"]
        if not isinstance(entries, list) or not 0 < len(entries) <= MOST_POLICIES:
            raise UnfitModel(f'"policies" must be a list of 1 to {MOST_POLICIES} policies')
        digest = sha256(text.encode()).hexdigest()
        return tuple(replace(Policy.from_json(entry), digest=digest) for entry in entries)


def text_of(policies: Iterable[Policy]) -> str:
    """The text of a file: a line for each feature."""
    return (
        _LINES.sub(
            lambda match: " ".join(match.group().split()),
            json.dumps(
                {
                    "format": FORMAT,
                    "version": POLICY_VERSION,
                    "policies": [policy.as_json() for policy in policies],
                },
                indent=1,
                allow_nan=False,
            ),
        )
        + "\n"
    )


def phases_of(setup: Setup) -> tuple[int, ...]:
    """The phases in which a policy of these rules learns: six and four sevenths of a dealt hand."""
    size = setup.hand_size
    return tuple(sorted({max(1, -(-size * part // 7)) for part in (6, 4)} | {1}, reverse=True))
