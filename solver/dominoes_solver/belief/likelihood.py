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

from dominoes_lang.table.state import NOTHING_MORE, Kind, More, State
from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.belief.features import Facts, Seen
from dominoes_solver.worlds.slots import STOCK, World

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action
    from dominoes_solver.belief.model import Choices
    from dominoes_solver.evidence.builder import Evidence
    from dominoes_solver.evidence.view import Record


@dataclass(frozen=True)
class Past:
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
        for move in self.record.moves:
            action, turned = layout.listed_next(states[-1], move.action, turned=turned)
            actions.append(action)
            states.append(self.compiled.play(states[-1], action))
        return tuple(actions), turned, tuple(states)

    @cached_property
    def hiding(self) -> tuple[bool, ...]:
        """For each seat whether some of its tiles are hidden, or were when they were laid."""
        holders = {slot.holder for slot in self.evidence.hidden.slots if slot.size}
        return tuple(seat in holders for seat in range(self.compiled.setup.seats))

    @property
    def telling(self) -> tuple[bool, ...]:
        """For each action whether its mover has hidden tiles."""
        return tuple(self.hiding[state.mover] for state in self.states[:-1])

    @cached_property
    def facts(self) -> tuple[Facts, ...]:
        """What had been shown before each action, and now."""
        setup = self.compiled.setup
        found = [Facts.at_start(setup.seats)]
        for action, (before, after) in zip(self.actions, pairwise(self.states), strict=True):
            found.append(found[-1].after(setup, before, action, after))
        return tuple(found)

    @property
    def shown(self) -> Facts:
        """What has been shown by now, by the ends of the position."""
        now, layout = self.facts[-1], self.compiled.setup.layout
        return now._replace(makers=layout.mirrored(now.makers)) if self.turned else now

    def start(self, world: World) -> State:
        """The first state of the round in a world."""
        known = self.evidence.state
        dealt = list(self._dealt)
        drawn: dict[int, int] = {}
        rest = 0
        for (holder, since, _), tiles in zip(self.evidence.hidden.slots, world, strict=True):
            if holder == STOCK:
                rest |= tiles
            elif since:
                drawn[since] = tiles.bit_length() - 1
            else:
                dealt[holder] |= tiles
        draws = [drawn.get(number, tile) for number, tile in self._draws]
        # A known front of the stock was drawn first, whether or not the moves name its tiles.
        front = [*self.record.stock, *draws[len(self.record.stock) :]]
        return State(
            hands=tuple(dealt),
            ends=(),
            stock=(*front, *numbers_in(rest)),
            mover=known.opener,
            opener=known.opener,
            opening=self._opening(tuple(dealt)),
            round=known.round,
            scores=known.scores,
            more=self._more,
        )

    @cached_property
    def _dealt(self) -> tuple[int, ...]:
        """The tiles that are known of each hand as it was dealt."""
        return tuple(holding.known for holding in self.record.dealt)

    @cached_property
    def _draws(self) -> tuple[tuple[int, int], ...]:
        """The number of each draw among the actions, and its tile as far as it is known."""
        moves = enumerate(self.record.moves, 1)
        return tuple((number, move.drawn) for number, move in moves if move.kind is Kind.DRAW)

    @cached_property
    def _more(self) -> More:
        """What lasts from round to round."""
        return NOTHING_MORE._replace(idle=self.evidence.state.more.idle)

    def _opening(self, dealt: tuple[int, ...]) -> int:
        """The tiles that the opener might open with, for these dealt hands."""
        opening = self.evidence.opening
        assert opening is not None, "a record has an opening"
        return opening.tiles(dealt)

    def factors(self, model: Choices, world: World) -> list[float]:
        """For each action how likely it was in a world; 1 where it was no choice, or tells nothing.

        Raises `ValueError` for a world that does not fit the record.
        """
        compiled, setup = self.compiled, self.compiled.setup
        found, state = [], self.start(world)
        for action, facts in zip(self.actions, self.facts, strict=False):
            mover, likely = state.mover, 1.0
            if self.hiding[mover]:
                legal = compiled.legal(state)
                if len(legal) > 1:
                    seen = Seen.of(setup, state, facts)
                    chances = model.probabilities(seen, state.hands[mover], legal)
                    likely = chances[legal.index(action)]
            found.append(likely)
            state = compiled.play(state, action)
        return found


def effective(weights: Sequence[float]) -> float:
    """As good as how many equal worlds some weighted ones are: Kish's effective sample size."""
    total = sum(weights)
    squares = sum(weight * weight for weight in weights)
    return total * total / squares if squares else 0.0
