"""A model of choices at work on one game, in machine code where that is there.

The numbers are those of plain Python either way.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

from dominoes_solver.belief.features import Seen
from dominoes_solver.belief.model import drawn_by
from dominoes_solver.belief.player_types import (
    TypeBelief,
    are_usual,
    cast,
    joint,
    usual_mixtures,
)
from dominoes_solver.chance import Chance
from dominoes_solver.search import native
from dominoes_solver.search.python.reference import Vector, settled
from dominoes_solver.shown_facts import Facts, refusal_shows
from dominoes_solver.worlds.slots import STOCK

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.belief.likelihood import RecordedPast
    from dominoes_solver.belief.model import Choices
    from dominoes_solver.search.native.compiling.jit import Ints
    from dominoes_solver.worlds.slots import World

WORLDS_PER_CALL = 1_000
"""Worlds handed to machine code together."""
UNIT = 1 << 30
MOST_ROWS = 10_000
"""Worlds whose factors plain Python keeps."""
MOST_ACTIONS = 10_000
"""Of a playout; a longer one has no end."""


class Reading:
    """What a model says of the choices of one game."""

    def __init__(
        self,
        compiled: Compiled,
        model: Choices,
        *,
        types: TypeBelief | None = None,
        natively: bool | None = None,
        deadline: float | None = None,
    ) -> None:
        """types: what is known of each seat; by default all are of the model.

        natively: whether in machine code, which must be there; None as soon as it is.

        deadline: a moment of `time.monotonic`, shortly before which machine code is not loaded.
        """
        self.compiled = compiled
        self.model = model
        self.types = types
        self.models = (model,) if types is None else types.models(model)
        self.mixtures = types.mixtures if types else usual_mixtures(compiled.setup.seats)
        self._natively = natively
        self._deadline = deadline
        self._past: RecordedPast | None = None
        self._rows: dict[World, list[float]] = {}

    @property
    def natively(self) -> bool:
        """Whether in machine code from now on; plain Python reads until that is compiled."""
        if self._natively is None and native.reads_choices(self.compiled, deadline=self._deadline):
            self._natively = True
        return bool(self._natively)

    @property
    def waits(self) -> bool:
        """Whether machine code is to come, so that plain Python reads as much as that would."""
        return self._natively is None and native.will_read_choices(self.compiled)

    def under(self, model: Choices) -> Reading:
        """The same of another model, and of types with at least its slip."""
        return Reading(
            self.compiled,
            model,
            types=self.types and self.types.with_slip(model.slip),
            natively=self._natively,
            deadline=self._deadline,
        )

    @cached_property
    def _job(self) -> Any:
        return job_of(self.compiled, self.models)

    def factors(self, past: RecordedPast, worlds: Sequence[World] | Ints) -> list[list[float]]:
        """For each world how likely each past action was in it; see `RecordedPast.factors`."""
        if not self.natively:
            if past is not self._past or len(self._rows) > MOST_ROWS:
                self._past, self._rows = past, {}
            return [self._row(past, world) for world in worlds]
        rows: list[list[float]] = []
        for first in range(0, len(worlds), WORLDS_PER_CALL):
            seen = self._arrays(past, worlds[first : first + WORLDS_PER_CALL])
            rows += self._job.weigh(past, *seen, mixtures=self.mixtures, each=True)[1].tolist()
        return rows

    def _row(self, past: RecordedPast, world: World) -> list[float]:
        """The factors of a world in plain Python, found once: the clue asks for them again."""
        if world not in self._rows:
            self._rows[world] = joint(
                self.mixtures,
                past.movers,
                lambda model: past.factors(self.models[model], world),
            )
        return self._rows[world]

    def weights(self, past: RecordedPast, worlds: Sequence[World] | Ints) -> list[float]:
        """For each world how likely all past actions were in it."""
        if not self.natively or not len(worlds):
            return [prod(row) for row in self.factors(past, worlds)]
        job, seen = self._job, self._arrays(past, worlds)
        weights: list[float] = job.weigh(past, *seen, mixtures=self.mixtures)[0].tolist()
        return weights

    def _arrays(
        self, past: RecordedPast, worlds: Sequence[World] | Ints
    ) -> tuple[Ints, Ints, Ints]:
        """The hands dealt in each world, the tiles to open with, and the tiles drawn."""
        import numpy as np

        from dominoes_solver.search.native.rows.row_format import MOST_SEATS

        table = np.asarray(worlds, np.int64)
        hands = np.zeros((len(worlds), MOST_SEATS), np.int64)
        drawn = np.zeros((len(worlds), len(past.actions)), np.int64)
        dealt, drawn[:] = past.known
        hands[:, : len(dealt)] = dealt
        for slot, (holder, since, *_) in enumerate(past.evidence.hidden.slots):
            if holder == STOCK:
                continue
            if since > 0:
                drawn[:, since - 1] = table[:, slot]
            else:
                hands[:, holder] |= table[:, slot]
        openings = past.openings(hands[:, : len(dealt)])
        return hands, np.array(openings, np.int64), drawn

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
            casts = cast(self.mixtures, states[0].mover, keys)
            rows = zip(states, keys, casts, strict=True)
            return [
                self._plainly(
                    state, actions, times, key, facts, [self.models[model] for model in whose]
                )
                for state, key, whose in rows
            ]
        values = self.playouts_in_bulk(states, actions, times, keys, facts).tolist()
        return [tuple(tuple(map(tuple, row)) for row in world) for world in values]

    def playouts_in_bulk(
        self,
        states: Sequence[State],
        actions: Sequence[Action],
        times: int,
        keys: Sequence[int],
        facts: Facts,
    ) -> Ints:
        """The same in machine code: worlds x actions x playouts x sides."""
        import numpy as np

        from dominoes_solver.search.native.choices.choices_job import PlayoutRows, facts_row
        from dominoes_solver.search.native.programs.setup_tables import rows, stocks
        from dominoes_solver.search.native.rows.arm_format import code_of

        setup, usual = self.compiled.setup, are_usual(self.mixtures)
        paid: Ints = self._job.playouts(
            PlayoutRows(rows(setup, states), stocks(states), len(states[0].stock)),
            [code_of(action, states[0], setup.layout) for action in actions],
            times,
            np.array(keys, np.uint64).view(np.int64),
            facts_row(setup, facts),
            states[0].scores,
            None if usual else cast(self.mixtures, states[0].mover, keys),
            self._places(states[0], actions),
        )
        # The value of two sides is what they are ahead; see `settled`.
        return paid - paid[..., ::-1] if paid.shape[-1] == 2 else paid

    def _places(self, state: State, actions: Sequence[Action]) -> list[int]:
        """The places of some actions among the legal ones, on which alone their chance depends."""
        legal = list(self.compiled.legal(state))
        return [legal.index(action) for action in actions]

    def _plainly(
        self,
        state: State,
        actions: Sequence[Action],
        times: int,
        key: int,
        facts: Facts,
        models: Sequence[Choices],
    ) -> tuple[tuple[Vector, ...], ...]:
        values_of_each = []
        for number, action in zip(self._places(state, actions), actions, strict=True):
            values = []
            for time in range(times):
                chance = Chance(key, number * times + time)
                values.append(
                    settled(self.compiled, self._on(state, action, facts, chance, models))
                )
            values_of_each.append(tuple(values))
        return tuple(values_of_each)

    def _on(
        self,
        state: State,
        action: Action,
        facts: Facts,
        chance: Chance,
        models: Sequence[Choices],
    ) -> State:
        """The end of a round after an action, every seat choosing by its model."""
        compiled, setup = self.compiled, self.compiled.setup
        for _ in range(MOST_ACTIONS):
            after = compiled.play(state, action)
            facts = facts.after(setup, state, action, after)
            state = after
            if state.over:
                return state
            legal = compiled.legal(state)
            index = 0
            if len(legal) > 1:
                seen = Seen(compiled, state, facts)
                model = models[state.mover]
                chances = model.probabilities(seen, state.hands[state.mover], legal)
                index = drawn_by(chances, chance.below(UNIT) / UNIT)
            action = legal[index]
        raise AssertionError("a round that does not end")


def job_of(compiled: Compiled, models: Sequence[Choices]) -> Any:
    """Machine code for one game and some models. Raises `Inexpressible`."""
    from dominoes_solver.search.native.choices.choices_job import ChoicesJob

    phases = sorted({fewest for model in models for fewest in model.phases}, reverse=True)
    rows = [([model.weights(fewest) for fewest in phases], model.slip) for model in models]
    return ChoicesJob(compiled, rows, phases, refusal_shows=refusal_shows(compiled.setup))
