"""A round under way as a `Past`: what its actions tell whoever moves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from dominoes_lang.table.state import NO_TILE, Kind
from dominoes_solver.shown_facts import Facts

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.search.native.choices.choices_job import SeenArrays


class SeenPast:
    """The actions of a round so far, and the states before them: the lists that the round keeps."""

    def __init__(
        self,
        compiled: Compiled,
        actions: Sequence[Action],
        states: Sequence[State],
        starter: int = NO_TILE,
    ) -> None:
        """starter: the tile on the table before the first action."""
        self.compiled = compiled
        self.actions = actions
        self.states = states
        self.mover = 0
        """Whose decision it is: the choices of all others tell something."""
        self._facts = [Facts.at_start(compiled.setup.seats, starter)]

    @cached_property
    def arrays(self) -> SeenArrays:
        """The same for machine code, as far as that has asked for it."""
        from dominoes_solver.search.native.choices.choices_job import SeenArrays

        return SeenArrays(self.compiled.setup)

    @property
    def facts(self) -> Sequence[Facts]:
        """What had been shown before each action; always those before the first."""
        facts, setup, states = self._facts, self.compiled.setup, self.states
        for number in range(len(facts), len(self.actions)):
            before, after = states[number - 1], states[number]
            facts.append(facts[-1].after(setup, before, self.actions[number - 1], after))
        return facts

    @property
    def laid(self) -> list[int]:
        """For each seat the mask of the tiles that it has laid."""
        laid = [0] * self.compiled.setup.seats
        for state, action in zip(self.states, self.actions, strict=True):
            if action.kind is Kind.PLAY:
                laid[state.mover] |= 1 << action.tile
        return laid

    @property
    def hiding(self) -> tuple[bool, ...]:
        """For each seat whether its choices tell something of hidden tiles."""
        return tuple([seat != self.mover for seat in range(self.compiled.setup.seats)])

    @property
    def opening(self) -> int:
        """The tiles to begin with: all where the opener was free, in every world."""
        first = self.states[0]
        free = first.opening == first.hands[first.mover]
        return self.compiled.setup.tiles.all if free else first.opening
