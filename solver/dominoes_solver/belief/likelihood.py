"""How likely the others' past choices are in a world: its weight.

Every decision of a player with hidden tiles counts by the probability that the model gives to what
was done, for the hand of that world. An action that was the only legal one reveals nothing, and
neither do the decisions of players whose tiles are all known. Under a uniform sample of worlds the
products are the weights of importance sampling; the policy inference of Rebstock et al. (2019) with
a policy that costs microseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from dominoes_lang.codegen.dealing import starter_in
from dominoes_lang.table.state import NO_TILE, Kind, State, carried_of, discard
from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.belief.features import Seen
from dominoes_solver.evidence.builder import empty_state, starter_of
from dominoes_solver.evidence.view import UNSEEN_DISCARD
from dominoes_solver.shown_facts import Facts
from dominoes_solver.worlds.slots import STOCK, World

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action
    from dominoes_solver.belief.model import Choices
    from dominoes_solver.evidence.evidence import Evidence
    from dominoes_solver.evidence.view import Record
    from dominoes_solver.search.native.choices.choices_job import Past, SeenArrays
    from dominoes_solver.search.native.compiling.jit import Ints


LEAST = 1e-5
"""No choice is thought less likely, so that no model rules out every world."""


@dataclass(frozen=True)
class RecordedPast:
    """The actions of a record, to be played again in each world."""

    compiled: Compiled
    evidence: Evidence
    record: Record

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Every action so far, as the legal ones are listed.

        They may lead to the line of the position the other way round; see `turned`.
        """
        return self._played[0]

    @property
    def turned(self) -> bool:
        """Whether these actions lead to the line of the position the other way round."""
        return self._played[1]

    @property
    def states(self) -> tuple[State, ...]:
        """The state before each action, and now, in one of the worlds."""
        return self._played[2]

    @cached_property
    def _played(self) -> tuple[tuple[Action, ...], bool, tuple[State, ...]]:
        """The round played once: `actions`, `turned` and `states`."""
        actions, turned, layout = [], False, self.compiled.setup.layout
        world = self.evidence.some_world
        assert world is not None, "a record that no world fits is refused"
        states = [self.start(world)]
        known = {move.action.tile for move in self.record.moves if move.action.tile >= 0}
        seen = sum(1 << tile for tile in known)
        for move in self.record.moves:
            taken = move.action
            if taken == UNSEEN_DISCARD:
                # Nothing that everybody sees depends on which tile was laid aside: one that is not
                # seen later.
                hidden = states[-1].hands[states[-1].mover] & ~seen
                taken = discard(next(iter(numbers_in(hidden))))
            action, turned = layout.same.listed_next(states[-1], taken, turned=turned)
            actions.append(action)
            states.append(self.compiled.play(states[-1], action))
        return tuple(actions), turned, tuple(states)

    @cached_property
    def hiding(self) -> tuple[bool, ...]:
        """For each seat whether some of its tiles are hidden, or were when they were laid."""
        holders = {slot.holder for slot in self.evidence.hidden.slots if slot.size}
        return tuple(seat in holders for seat in range(self.compiled.setup.seats))

    @property
    def movers(self) -> list[int]:
        """Who moved, for each action."""
        return [state.mover for state in self.states[:-1]]

    @property
    def hiding_choices(self) -> tuple[bool, ...]:
        """For each action whether its mover has hidden tiles."""
        return tuple(self.hiding[state.mover] for state in self.states[:-1])

    @cached_property
    def facts(self) -> tuple[Facts, ...]:
        """What had been shown before each action, and now."""
        setup = self.compiled.setup
        facts = [Facts.at_start(setup.seats, starter_in(self.states[0]))]
        for action, (before, after) in zip(self.actions, pairwise(self.states), strict=True):
            facts.append(facts[-1].after(setup, before, action, after))
        return tuple(facts)

    @cached_property
    def arrays(self) -> SeenArrays:
        """The same for machine code, as far as that has asked for it."""
        from dominoes_solver.search.native.choices.choices_job import SeenArrays

        return SeenArrays(self.compiled.setup)

    @property
    def shown(self) -> Facts:
        """What has been shown by now, by the ends of the position."""
        now, layout = self.facts[-1], self.compiled.setup.layout
        return now._replace(makers=layout.same.mirrored(now.makers)) if self.turned else now

    def start(self, world: World) -> State:
        """The first state of the round in a world."""
        known, setup = self.evidence.state, self.compiled.setup
        dealt, drawn = self.hands(world)
        rest = sum(
            tiles
            for (holder, *_), tiles in zip(self.evidence.hidden.slots, world, strict=True)
            if holder == STOCK
        )
        # A known front of the stock was drawn first, whether or not the moves name its tiles.
        draws = [tiles.bit_length() - 1 for tiles in drawn if tiles]
        front = [*self.record.stock, *draws[len(self.record.stock) :]]
        begun = empty_state(
            setup,
            known.opener,
            known.round,
            known.scores,
            carried_of(known.more),
            starter_of(setup, self.record),
        )
        return begun._replace(
            hands=dealt, stock=(*front, *numbers_in(rest)), opening=self._opening(dealt)
        )

    def hands(self, world: World) -> tuple[tuple[int, ...], list[int]]:
        """The hands that were dealt in a world, and the mask of the tile drawn by each action."""
        dealt, drawn = map(list, self.known)
        for (holder, since, *_), tiles in zip(self.evidence.hidden.slots, world, strict=True):
            if holder == STOCK:
                continue
            if since > 0:
                drawn[since - 1] = tiles
            else:
                dealt[holder] |= tiles
        return tuple(dealt), drawn

    @cached_property
    def known(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The tiles that are known of each hand as dealt, and of those that each action drew."""
        front = iter(self.record.stock)
        drawn = []
        for move in self.record.moves:
            tile = next(front, move.drawn) if move.kind is Kind.DRAW else NO_TILE
            drawn.append(1 << tile if tile != NO_TILE else 0)
        return tuple(holding.known for holding in self.record.dealt), tuple(drawn)

    def _opening(self, dealt: tuple[int, ...]) -> int:
        """The tiles that the opener might open with, for these dealt hands."""
        opening = self.evidence.opening
        assert opening is not None, "a record has an opening"
        return opening.tiles(dealt)

    def openings(self, dealt: Ints) -> list[int]:
        """The tiles that the opener might open with, for the hands dealt in each world (rows)."""
        opening = self.evidence.opening
        assert opening is not None, "a record has an opening"
        if opening.only_first:
            return [1 << opening.first] * len(dealt)
        if not self.hiding[self.evidence.state.opener]:
            return [opening.tiles(tuple(dealt[0].tolist()))] * len(dealt)
        return [opening.tiles(tuple(hands)) for hands in dealt.tolist()]

    def factors(self, model: Choices, world: World) -> list[float]:
        """For each action how likely it was in a world; 1 where it was no choice, or tells nothing.

        Raises `ValueError` for a world that does not fit the record.
        """
        dealt, drawn = self.hands(world)
        first = self.states[0]._replace(opening=self._opening(dealt))
        states = (first, *self.states[1:])
        return factors(model, self, states, dealt, drawn)


def factors(
    model: Choices,
    past: Past,
    states: Sequence[State],
    dealt: Sequence[int],
    drawn: Sequence[int],
) -> list[float]:
    """For each action of a round how likely it was, where these hands were dealt and tiles drawn.

    `states` are right in all that everybody saw: only the hands are changed. Raises `ValueError`
    where an action is not legal.
    """
    compiled, likelihoods, hands = past.compiled, [], list(dealt)
    for action, facts, state, tile in zip(past.actions, past.facts, states, drawn, strict=False):
        mover, likely = state.mover, 1.0
        if past.hiding[mover]:
            seen = state._replace(hands=tuple(hands))
            legal = compiled.legal(seen)
            index = legal.index(action)
            if len(legal) > 1:
                about = Seen(compiled, seen, facts)
                likely = model.probabilities(about, hands[mover], legal)[index]
        likelihoods.append(likely)
        if action.kind is Kind.PLAY:
            hands[mover] &= ~(1 << action.tile)
        hands[mover] |= tile
    return likelihoods


def effective(weights: Sequence[float]) -> float:
    """Kish's effective sample size: so many equal worlds would be as good as these."""
    total = sum(weights)
    squares = sum(weight * weight for weight in weights)
    return total * total / squares if squares else 0.0
