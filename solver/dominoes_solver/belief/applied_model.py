"""A model of choices at work on one game, in machine code where that is there.

The numbers are those of plain Python either way.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

from dominoes_solver.belief.features import Facts, Seen, refusal_shows
from dominoes_solver.chance import Chance
from dominoes_solver.search import native
from dominoes_solver.search.python.reference import Vector, settled
from dominoes_solver.worlds.slots import STOCK

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.belief.likelihood import Past, RecordedPast
    from dominoes_solver.belief.model import Choices
    from dominoes_solver.search.native.choices_job import SeenArrays
    from dominoes_solver.search.native.jit import Reals
    from dominoes_solver.worlds.slots import World

AT_ONCE = 1_000
"""Worlds handed to machine code together."""
UNIT = 1 << 30
LEAST = 1e-5
"""No choice is thought less likely, so that no model rules out every world."""
MOST_ACTIONS = 10_000
"""Of a playout; a longer one has no end."""


class Reading:
    """What a model says of the choices of one game."""

    def __init__(self, compiled: Compiled, model: Choices, *, natively: bool | None = None) -> None:
        """natively: whether in machine code, which must be there; None where it is."""
        self.compiled = compiled
        self.model = model
        self.natively = native.reads_choices(compiled) if natively is None else natively
        self._seen: tuple[RecordedPast, SeenArrays] | None = None

    @cached_property
    def _job(self) -> Any:
        from dominoes_solver.search.native.choices_job import ChoicesJob

        model = self.model
        tells = refusal_shows(self.compiled.setup)
        return ChoicesJob(self.compiled, model.rows, model.phases, model.slip, tells=tells)

    def factors(self, past: RecordedPast, worlds: Sequence[World]) -> list[list[float]]:
        """For each world how likely each past action was in it; see `RecordedPast.factors`."""
        if not self.natively:
            rows = [past.factors(self.model, world) for world in worlds]
            return [[max(one, LEAST) for one in row] for row in rows]
        found: list[list[float]] = []
        for first in range(0, len(worlds), AT_ONCE):
            _, out = self._weighed(past, worlds[first : first + AT_ONCE], each=True)
            found += out.clip(LEAST).tolist()
        return found

    def weights(self, past: RecordedPast, worlds: Sequence[World]) -> list[float]:
        """For each world how likely all past actions were in it."""
        if not self.natively or not worlds:
            return [prod(row) for row in self.factors(past, worlds)]
        weights: list[float] = self._weighed(past, worlds, each=False)[0].tolist()
        return weights

    def _weighed(
        self, past: RecordedPast, worlds: Sequence[World], *, each: bool
    ) -> tuple[Reals, Reals]:
        import numpy as np

        from dominoes_solver.search.native.row_format import MOST_SEATS

        if self._seen is None or self._seen[0] is not past:
            self._seen = past, seen_arrays(past)
        table = np.array(worlds, np.int64)
        hands = np.zeros((len(worlds), MOST_SEATS), np.int64)
        drawn = np.zeros((len(worlds), len(past.actions)), np.int64)
        dealt, drawn[:] = past.known
        hands[:, : len(dealt)] = dealt
        for place, (holder, since, _) in enumerate(past.evidence.hidden.slots):
            if holder == STOCK:
                continue
            if since:
                drawn[:, since - 1] = table[:, place]
            else:
                hands[:, holder] |= table[:, place]
        openings = past.openings([tuple(row) for row in hands[:, : len(dealt)].tolist()])
        weights = np.ones(len(worlds), np.float64)
        out = np.ones((len(worlds), len(past.actions) if each else 0), np.float64)
        self._job.weigh(
            self._seen[1], past.hiding, hands, drawn, np.array(openings, np.int64), weights, out
        )
        return weights, out

    def playouts(
        self,
        states: Sequence[State],
        actions: Sequence[Action],
        times: int,
        keys: Sequence[int],
        facts: Facts,
    ) -> list[tuple[tuple[Vector, ...], ...]]:
        """Each action in each state, and on from there by the model: the value of each playout.

        `keys` are those of `chance`, one a state: the playouts of a state depend on nothing else.
        """
        if not self.natively:
            pairs = zip(states, keys, strict=True)
            return [self._plainly(state, actions, times, key, facts) for state, key in pairs]
        import numpy as np

        from dominoes_solver.search.native.choices_job import facts_row
        from dominoes_solver.search.native.setup_tables import rows, stocks

        paid = self._job.playouts(
            rows(self.compiled.setup, states),
            stocks(states),
            len(states[0].stock),
            actions,
            times,
            np.array(keys, np.uint64).view(np.int64),
            facts_row(*facts),
        ).tolist()
        return [tuple(tuple(map(_vector, one)) for one in world) for world in paid]

    def _plainly(
        self, state: State, actions: Sequence[Action], times: int, key: int, facts: Facts
    ) -> tuple[tuple[Vector, ...], ...]:
        found = []
        for number, action in enumerate(actions):
            values = []
            for time in range(times):
                chance = Chance(key, number * times + time)
                values.append(settled(self.compiled, self._on(state, action, facts, chance)))
            found.append(tuple(values))
        return tuple(found)

    def _on(self, state: State, action: Action, facts: Facts, chance: Chance) -> State:
        """The end of a round after an action, every seat choosing by the model."""
        compiled, setup = self.compiled, self.compiled.setup
        for _ in range(MOST_ACTIONS):
            after = compiled.play(state, action)
            facts = facts.after(setup, state, action, after)
            state = after
            if state.over:
                return state
            legal = compiled.legal(state)
            place = 0
            if len(legal) > 1:
                seen = Seen.of(setup, state, facts)
                chances = self.model.probabilities(seen, state.hands[state.mover], legal)
                drawn = chance.below(UNIT) / UNIT
                while place < len(legal) - 1:
                    drawn -= chances[place]
                    if drawn < 0:
                        break
                    place += 1
            action = legal[place]
        raise AssertionError("a round that does not end")


def seen_arrays(past: Past) -> SeenArrays:
    """What everybody saw of a round, for machine code."""
    from dominoes_solver.search.native.choices_job import SeenArrays

    seen = SeenArrays(past.compiled.setup)
    for state, facts, action in zip(past.states, past.facts, past.actions, strict=False):
        seen.add(state, facts, action)
    return seen


def _vector(paid: Sequence[int]) -> Vector:
    """The pay-off of each side as a value; see `settled`."""
    if len(paid) == 2:
        return (paid[0] - paid[1], paid[1] - paid[0])
    return tuple(paid)
