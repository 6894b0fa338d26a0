"""A net of choices: a score for each play, of which the highest is chosen.

One hidden layer of rectified sums beside a weighted sum of the inputs: all of it is additions and
products in a fixed order, so machine code and plain Python have the same scores.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from math import isfinite
from operator import add
from typing import TYPE_CHECKING, Any, ClassVar

from dominoes_solver.belief.features import feature_names
from dominoes_solver.belief.model import (
    LARGEST_WEIGHT,
    NET_VERSION,
    SLIP,
    ForRules,
    UnfitModel,
    check_names,
    number_in,
    parts_of,
    softmax,
    word_in,
)
from dominoes_solver.search.native.choices.feature_list import INPUTS, OF_PLAYS
from dominoes_solver.shown_facts import refusal_shows

if TYPE_CHECKING:
    from dominoes_lang.setup.ruleset import Setup

KIND = "net"
MOST_UNITS = 128


@dataclass(frozen=True)
class Net(ForRules):
    """A fitted net. Immutable; `from_json` and `as_json` are inverse.

    Raises `UnfitModel` for numbers that make no net.
    """

    what: ClassVar[str] = "net"
    version: ClassVar[int] = NET_VERSION
    option: ClassVar[str] = " --net"

    inputs: tuple[str, ...]
    weights: tuple[tuple[float, ...], ...]
    """For each input what it adds to each unit of the hidden layer."""
    bias: tuple[float, ...]
    """What each unit begins with."""
    out: tuple[float, ...]
    """What each unit adds to the score; one below 0 adds nothing."""
    skip: tuple[float, ...]
    """What each input adds to the score by itself."""

    def __post_init__(self) -> None:
        check_names("input", self.inputs, INPUTS)
        if not 0 < len(self.bias) <= MOST_UNITS:
            raise UnfitModel(f"a net has from 1 to {MOST_UNITS} units")
        for name, row, size in (
            ("out", self.out, len(self.bias)),
            ("skip", self.skip, len(self.inputs)),
            ("weights", self.weights, len(self.inputs)),
            *(("weights", row, len(self.bias)) for row in self.weights),
        ):
            if len(row) != size:
                raise UnfitModel(f'"{name}" has {len(row)} numbers in place of {size}')
        numbers = chain(self.bias, self.out, self.skip, *self.weights)
        if not all(isfinite(number) and abs(number) <= LARGEST_WEIGHT for number in numbers):
            raise UnfitModel(f"a weight must be a number up to {LARGEST_WEIGHT:g}")

    def __repr__(self) -> str:
        """Short enough for a prompt."""
        return f"<Net of {self.variant!r}, {len(self.inputs)} inputs, {len(self.bias)} units>"

    # ------------------------------------------------------------------ what it says

    @cached_property
    def columns(self) -> tuple[tuple[float, tuple[float, ...]], ...]:
        """For each of `INPUTS` what it adds to the score, and to each unit."""
        known = dict(zip(self.inputs, zip(self.skip, self.weights, strict=True), strict=True))
        nothing = (0.0, (0.0,) * len(self.bias))
        return tuple(known.get(name, nothing) for name in INPUTS)

    @cached_property
    def _known(self) -> tuple[tuple[int, float, tuple[float, ...]], ...]:
        """The numbers of the inputs that the net has, in order, each with its column."""
        return tuple(
            (number, *self.columns[number])
            for number, name in enumerate(INPUTS)
            if name in self.inputs
        )

    def scores(self, rows: Sequence[Sequence[float]]) -> list[float]:
        """The score of each play, by its inputs; see `net_inputs`."""
        scores = []
        for row in rows:
            score, units = 0.0, list(self.bias)
            for place, skip, weights in self._known:
                number = row[place]
                if number == 1:  # as most inputs are that are not 0, and without a product faster
                    score += skip
                    units = list(map(add, units, weights))
                elif number:
                    score += skip * number
                    units = [
                        unit + weight * number for unit, weight in zip(units, weights, strict=True)
                    ]
            for unit, out in zip(units, self.out, strict=True):
                if unit > 0:
                    score += out * unit
            scores.append(score)
        return scores

    def chances(self, rows: Sequence[Sequence[float]], tiles: int = 0) -> list[float]:  # noqa: ARG002
        """How likely each play is: a softmax of the scores, and some pure chance."""
        return softmax(self.scores(rows), SLIP)

    # ------------------------------------------------------------------ as text

    def as_json(self) -> dict[str, object]:
        """The net as plain values, in the shape of its file."""
        return self._as_json(
            kind=KIND,
            inputs=list(self.inputs),
            weights=[list(row) for row in self.weights],
            bias=list(self.bias),
            out=list(self.out),
            skip=list(self.skip),
        )

    def text(self) -> str:
        """The text of its file: a line for each part."""
        parts = self.as_json().items()
        lines = [f'  "{name}": {json.dumps(part, allow_nan=False)}' for name, part in parts]
        return "{\n" + ",\n".join(lines) + "\n}\n"

    @classmethod
    def from_json(cls, values: object) -> Net:
        """The net of plain values. Raises `UnfitModel`."""
        with parts_of(values, cls.version) as parts:
            if parts["kind"] != KIND:
                raise UnfitModel(f'"kind" must be "{KIND}"')
            return cls(
                **cls._common(parts),
                inputs=tuple(word_in(name) for name in parts["inputs"]),
                weights=tuple(_numbers(row) for row in parts["weights"]),
                bias=_numbers(parts["bias"]),
                out=_numbers(parts["out"]),
                skip=_numbers(parts["skip"]),
            )


def _numbers(row: Any) -> tuple[float, ...]:
    return tuple(number_in(number) for number in row)


def why_no_net(setup: Setup) -> str:
    """Why a net can't choose in a game; empty if it can: every choice is one of plays on a line."""
    if not setup.layout.is_line:
        return "the table is no line"
    if setup.draws:
        return "tiles are drawn"
    if setup.turn.discards:
        return "tiles are laid aside"
    if setup.pays_plays:
        return "a play can score at once"
    if not refusal_shows(setup) or len(feature_names(setup)) > OF_PLAYS:
        return "a turn has conditions or free passes"
    return ""
