"""One decision of a bot that samples worlds, in plain Python: the one that machine code takes.

`search/native/kernel_bots.py` plays whole rounds; here a single position is decided from what its
mover knows, with the same random numbers in the same order. It is for the games of `why_not`, in
which a world is a way to deal the unseen tiles that no pass speaks against.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from dominoes_lang.setup.ruleset import Goal
from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.belief.applied_model import UNIT
from dominoes_solver.belief.features import FEATURES
from dominoes_solver.belief.model import Choices
from dominoes_solver.belief.noticing import FINEST, noticed
from dominoes_solver.belief.weighing import Weighing
from dominoes_solver.chance import MASK, STEP
from dominoes_solver.search.one_world import evaluate_many
from dominoes_solver.worlds.slots import STOCK

if TYPE_CHECKING:
    from dominoes_lang.table.state import State
    from dominoes_solver.belief.bot_rounds import Way
    from dominoes_solver.chance import Chance
    from dominoes_solver.evidence.builder import Evidence
    from dominoes_solver.evidence.view import View
    from dominoes_solver.worlds.slots import World

BY_CHANCE = Choices("", "", "", tuple(FEATURES), ((0.0,) * len(FEATURES),), phases=(1,), slip=1.0)
"""The model of players who choose by chance."""

Rooms = tuple[int, ...]
"""For each of the other seats how many more tiles it takes."""


class Fork(NamedTuple):
    """Where a tile can go: numbers of ways to deal all tiles from it on."""

    takers: tuple[tuple[int, Rooms, float], ...]
    """The seats that can take it, the room left then, and the ways."""
    left: float
    """The ways where nobody takes it."""
    ways: float
    """All together."""


NO_WAY, ONE_WAY = Fork((), 0.0, 0.0), Fork((), 0.0, 1.0)


def sampled_choice(evidence: Evidence, view: View, way: Way, chance: Chance, count: int) -> int:
    """Which of so many legal actions that are noticed is taken, by its place; the first of equals.

    A bot that cheats is given the evidence of a position with every hand open.
    """
    compiled, mover = evidence.compiled, evidence.state.mover
    places = noticed(count, way.overlooks, lambda: chance.below(FINEST) / FINEST)
    states = _states(evidence, view, way, chance)
    actions = compiled.legal(states[0])
    side = compiled.setup.side_of[mover]
    sign = -1 if compiled.setup.goal is Goal.FEWEST else 1
    totals = [0.0] * len(actions)
    if way.best:
        for found in evaluate_many(compiled, states, seeds=[0] * len(states)):
            assert found.exact, "a search without a limit"
            for place, value in enumerate(found.values):
                totals[place] += sign * value[side]
    if way.playouts:
        played = Weighing(evidence, view, way.model or BY_CHANCE).playouts(
            states,
            actions,
            way.playouts,
            [
                chance.state + (world * len(actions) * way.playouts + 1) * STEP & MASK
                for world in range(len(states))
            ],
        )
        for row in played:
            for place, values in enumerate(row):
                for value in values:
                    totals[place] += sign * value[side] / way.playouts
    return max(places, key=totals.__getitem__)


def _states(evidence: Evidence, view: View, way: Way, chance: Chance) -> list[State]:
    """The worlds to search."""
    dealer = Dealer(evidence)
    worlds = [dealer.world(chance) for _ in range(way.pool or way.worlds)]
    if way.pool:
        assert way.model is not None, "worlds weighed by a model"
        weights = Weighing(evidence, view, way.model).weights(worlds)
        worlds = [worlds[place] for place in resampled(weights, way.worlds, chance)]
    return [evidence.open_state(world) for world in worlds]


class Dealer:
    """Deals the unseen tiles of a position, every way that the passes leave equally likely.

    Tile by tile in order, to a seat or to nobody by the number of ways to deal the rest.
    """

    def __init__(self, evidence: Evidence) -> None:
        hidden = evidence.hidden
        self._slots = [place for place, one in enumerate(hidden.slots) if one.holder != STOCK]
        self._slots.sort(key=lambda place: hidden.slots[place].holder)
        self._gone = tuple(evidence.gone & allowed for allowed in hidden.allowed)
        """For each slot its tiles that lie by now."""
        self._refused = [hidden.refused[place] for place in self._slots]
        self._rooms = tuple(
            hidden.slots[place].size - self._gone[place].bit_count() for place in self._slots
        )
        self._stock = [place for place, one in enumerate(hidden.slots) if one.holder == STOCK]
        self._unseen = hidden.tiles & ~evidence.gone
        self._tiles = tuple(numbers_in(self._unseen))
        self._known: dict[tuple[int, Rooms], Fork] = {}

    @property
    def count(self) -> float:
        """In how many ways the tiles can be dealt."""
        return self._fork(0, self._rooms).ways

    def world(self, chance: Chance) -> World:
        """A world drawn by chance."""
        world, rooms, rest = list(self._gone), self._rooms, self._unseen
        for at, tile in enumerate(self._tiles):
            fork = self._fork(at, rooms)
            drawn = chance.below(UNIT) / UNIT * fork.ways
            for number, (place, after, ways) in enumerate(fork.takers, 1):
                drawn -= ways
                # What is left is the share of nobody; where that is nothing, it is rounding.
                if drawn < 0 or (number == len(fork.takers) and not fork.left):
                    world[self._slots[place]] |= 1 << tile
                    rooms = after
                    rest ^= 1 << tile
                    break
        for place in self._stock:
            world[place] = rest
        return tuple(world)

    def _fork(self, at: int, rooms: Rooms) -> Fork:
        """Who can take a tile where so much room is left."""
        found = self._known.get((at, rooms))
        if found is None:
            found = self._known[at, rooms] = self._new_fork(at, rooms)
        return found

    def _new_fork(self, at: int, rooms: Rooms) -> Fork:
        if sum(rooms) > len(self._tiles) - at:
            return NO_WAY
        if at == len(self._tiles):
            return ONE_WAY
        takers, total = [], 0.0
        for place, room in enumerate(rooms):
            if room and not self._refused[place] >> self._tiles[at] & 1:
                after = (*rooms[:place], room - 1, *rooms[place + 1 :])
                ways = self._fork(at + 1, after).ways
                if ways:
                    takers.append((place, after, ways))
                    total += ways
        left = self._fork(at + 1, rooms).ways
        return Fork(tuple(takers), left, total + left)


def resampled(weights: Sequence[float], wanted: int, chance: Chance) -> list[int]:
    """The places of so many, drawn by weight: systematic resampling."""
    total = 0.0
    for weight in weights:
        total += weight
    at = chance.below(UNIT) / UNIT
    found, place, passed = [], 0, weights[0]
    for number in range(wanted):
        goal = (number + at) * total / wanted
        while passed < goal and place + 1 < len(weights):
            place += 1
            passed += weights[place]
        found.append(place)
    return found
