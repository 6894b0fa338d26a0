"""A decision of a bot that samples worlds: deal, weigh, resample, search, play out.

For the games of `why_not`, in which a world is a way to deal the unseen tiles that no pass speaks
against. Machine code and plain Python have the same worlds, drawn by the same random numbers, and
take the same actions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from dominoes_lang.setup.ruleset import Goal
from dominoes_lang.table.state import Kind
from dominoes_solver.batch.plainly import PlainBatch
from dominoes_solver.belief.features import FEATURES, Facts
from dominoes_solver.belief.model import Choices
from dominoes_solver.belief.noticing import noticed
from dominoes_solver.belief.shown import ShownSoFar
from dominoes_solver.search import native

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.batch.way import Way
    from dominoes_solver.chance import Chance

BY_CHANCE = Choices("", "", "", tuple(FEATURES), ((0.0,) * len(FEATURES),), phases=(1,), slip=1.0)
"""The model of players who choose by chance."""


class Batch(Protocol):
    """The calls of a decision for one game and one model; worlds are theirs alone to read."""

    def deal(self, unseen: Unseen, number: int, chance: Chance) -> Any:
        """So many worlds, each way to deal the unseen tiles equally likely."""

    def these(self, hands: tuple[int, ...]) -> Any:
        """One world: these hands."""

    def weights(self, past: SeenPast, worlds: Any) -> Any:
        """How likely the past choices of all but the mover were in each world."""

    def resampled(self, worlds: Any, weights: Any, wanted: int, chance: Chance) -> Any:
        """So many of the worlds, drawn by weight."""

    def search(self, state: State, worlds: Any) -> list[int]:
        """The sum over the worlds of what each action is worth to the mover, all hands open."""

    def playouts(
        self,
        state: State,
        facts: Facts,
        legal: Sequence[Action],
        worlds: Any,
        times: int,
        chance: Chance,
    ) -> list[int]:
        """The sum of what each action brings the mover, played out so many times in each world."""


class Unseen(NamedTuple):
    """The tiles that a mover does not see, and what is known of the hands that they are in."""

    mover: int
    own: int
    tiles: int
    void: tuple[int, ...]
    """For each seat the mask of tiles that it has shown not to hold."""
    sizes: tuple[int, ...]
    """For each seat how many unseen tiles it holds."""

    @classmethod
    def of(cls, compiled: Compiled, state: State, facts: Facts) -> Unseen:
        """What the mover of a state does not see; of the other hands only the sizes are used."""
        mover, own = state.mover, state.hands[state.mover]
        sizes = [hand.bit_count() for hand in state.hands]
        sizes[mover] = 0
        tiles = compiled.setup.tiles.all & ~facts.laid & ~own
        return cls(mover, own, tiles, facts.void, tuple(sizes))


class SeenPast:
    """The actions of a round so far, kept up as it goes on; it is a `Past` for whoever moves."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        self.actions: list[Action] = []
        self.states: list[State] = []
        self.facts: list[Facts] = []
        self.laid = [0] * compiled.setup.seats
        """For each seat the mask of the tiles that it has laid."""
        self.mover = 0
        """Whose decision it is: the choices of all others tell something."""
        self.arrays: Any = None
        """The same for machine code, once that has asked for it."""
        self._shown = ShownSoFar(compiled.setup)

    def add(self, state: State, action: Action) -> None:
        """Add an action of the mover of a state."""
        self.actions.append(action)
        self.states.append(state)
        self.facts.append(self._shown.facts)
        self._shown.note(state, action)
        if action.kind is Kind.PLAY:
            self.laid[state.mover] |= 1 << action.tile

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


class Decider:
    """Decides positions of one game in one way."""

    def __init__(self, compiled: Compiled, way: Way, *, natively: bool) -> None:
        """natively: whether in machine code, once that is there; nobody waits for it."""
        self.compiled = compiled
        self.way = way
        self.natively = natively
        self._plain: Batch = PlainBatch(compiled, way.model or BY_CHANCE)
        self._native: Batch | None = None

    @property
    def _batch(self) -> Batch:
        if self._native is not None:
            return self._native
        if self.natively and native.decides(self.compiled, wait=False):
            from dominoes_solver.batch.natively import NativeBatch

            self._native = NativeBatch(self.compiled, self.way.model or BY_CHANCE)
            return self._native
        return self._plain

    def place(
        self,
        state: State,
        facts: Facts,
        past: Callable[[], SeenPast],
        legal: Sequence[Action],
        chance: Chance,
    ) -> int:
        """Which of the legal actions that are noticed is taken; the first of equals.

        Of the hands of others only the sizes are used, unless the bot cheats. `past` is called
        where worlds are weighed.
        """
        way, batch = self.way, self._batch
        places = noticed(len(legal), way.overlooks, chance.fraction)
        if way.cheats:
            worlds = batch.these(state.hands)
        else:
            unseen = Unseen.of(self.compiled, state, facts)
            worlds = batch.deal(unseen, way.pool or way.worlds, chance)
        if way.pool:
            seen = past()
            seen.mover = state.mover
            worlds = batch.resampled(worlds, batch.weights(seen, worlds), way.worlds, chance)
        totals = [0.0] * len(legal)
        if way.best:
            totals = [float(value) for value in batch.search(state, worlds)]
        if way.playouts:
            sign = -1 if self.compiled.setup.goal is Goal.FEWEST else 1
            played = batch.playouts(state, facts, legal, worlds, way.playouts, chance)
            for place, value in enumerate(played):
                totals[place] += sign * value / way.playouts
        return max(places, key=totals.__getitem__)
