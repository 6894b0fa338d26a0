"""Bots that look at their hand, the table and what the round has shown.

Each is a function of an action, the state and what was shown: of all plays it takes the one with
the least number, of equal ones the first in canonical order. It reads the mover's hand alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dominoes_lang.table.spots import number_at
from dominoes_lang.table.state import Action, Kind, State
from dominoes_rules.bots.bidding import said_first, speaks
from dominoes_solver.belief.shown import ShownSoFar

Cost = Callable[[Action, State, ShownSoFar], int]
"""How late a play is chosen."""

Draw = Callable[[], float]
"""Gives random numbers from 0 on, below 1."""

Chooser = Callable[[Sequence[Action], State, ShownSoFar, Draw], Action]
"""Chooses one of some actions, in canonical order: the legal ones, or those that are noticed."""

PLAY = Kind.PLAY
DOUBLE, PASSED_ON = 1 << 30, 1 << 29
"""What comes before all other plays of `essay`."""


def by_chance(actions: Sequence[Action], _state: State, _shown: ShownSoFar, draw: Draw) -> Action:
    """Any action, each equally likely."""
    return actions[int(draw() * len(actions))]


def least(cost: Cost) -> Chooser:
    """The play of least cost, the first of equals; without a play the first action.

    Before the first trick of a game of tricks its hand says what it may hope for.
    """

    def choose(actions: Sequence[Action], state: State, shown: ShownSoFar, _draw: Draw) -> Action:
        if speaks(shown.setup, state):
            return said_first(actions, state, shown.setup)
        chosen, lowest = actions[0], None
        for action in actions:
            if action.kind is PLAY:
                number = cost(action, state, shown)
                if lowest is None or number < lowest:
                    chosen, lowest = action, number
        return chosen

    return choose


def first(_action: Action, _state: State, _shown: ShownSoFar) -> int:
    """The first tile of the hand that fits, in canonical order; left before right."""
    return 0


def lowest(action: Action, state: State, shown: ShownSoFar) -> int:
    """The play that leaves the lowest new number open; see `order_by_new_end`."""
    return order_by_new_end(action, state, shown)


def heaviest(action: Action, _state: State, shown: ShownSoFar) -> int:
    """The tile with the most pips."""
    return -shown.pips[action.tile]


def double(action: Action, _state: State, shown: ShownSoFar) -> int:
    """A double where one fits, else the first tile that does."""
    return 1 - (shown.doubles >> action.tile & 1)


def exposed(action: Action, _state: State, shown: ShownSoFar) -> int:
    """The tile with the number that lies on the table most often; of those the most pips."""
    high, low = shown.halves[action.tile]
    often = max(shown.times(high, shown.laid), shown.times(low, shown.laid))
    return -(often << 10 | shown.pips[action.tile])


def rarity(action: Action, state: State, shown: ShownSoFar) -> int:
    """The tile whose two numbers occur most often in one's own hand and on the table.

    So they are the rarest among the tiles that others may hold, which gave the bot its name. A
    double has its number twice. Of equal tiles the first of the hand is taken, and the right end
    before the left.
    """
    seen = state.hands[state.mover] | shown.laid
    high, low = shown.halves[action.tile]
    often = shown.times(high, seen) + shown.times(low, seen)
    end = shown.setup.layout.rules.index(state.ends, state.more, action.place)
    return (action.tile << 5) + 31 - end - (often << 14)


def long_suit(action: Action, state: State, shown: ShownSoFar) -> int:
    """The play that opens the number of which one's own hand keeps the most tiles."""
    rest = state.hands[state.mover] & ~(1 << action.tile)
    high, low = shown.halves[action.tile]
    if not state.begun:
        opened = shown.bearing[high] | shown.bearing[low]
    else:
        touched = number_at(shown.setup.layout.rules, state, action.end)
        opened = shown.bearing[shown.pips[action.tile] - touched]
    return -(rest & opened).bit_count()


def essay(action: Action, state: State, shown: ShownSoFar) -> int:
    """The rule of an essay on dominoes for two, in which minimax was tried against it.

    1. a double; 2. a tile both of whose numbers an opponent has passed on; 3. the tile to whose two
    ends the most tiles of one's own hand and the line connect. Of equal plays the greatest by
    `order_by_new_end`: the last of its sorted list.
    """
    order = order_by_new_end(action, state, shown)
    high, low = shown.halves[action.tile]
    if high == low:
        return -(DOUBLE | order)
    if (1 << high | 1 << low) & ~shown.passed_against(state.mover) == 0:
        return -(PASSED_ON | order)
    bearing = shown.bearing[high] | shown.bearing[low]
    connected = (state.hands[state.mover] | shown.laid) & bearing
    return -(connected.bit_count() << 16 | order)


def order_by_new_end(action: Action, state: State, shown: ShownSoFar) -> int:
    """The order of plays by the number that they leave open; of equal ones left before right.

    A tile on the empty table goes by its lower half, then by the higher. It is the order of moves
    in a Prolog program that sorts them as pairs of a number and an end.
    """
    if not state.begun:
        high, low = shown.halves[action.tile]
        return low << 8 | high
    rules = shown.setup.layout.rules
    touched = number_at(rules, state, action.end)
    end = rules.index(state.ends, state.more, action.place)
    return shown.pips[action.tile] - touched << 8 | end


PLAIN: dict[str, Chooser] = {
    "random": by_chance,
    "lowest": least(lowest),
    "first": least(first),
    "heaviest": least(heaviest),
    "double": least(double),
    "exposed": least(exposed),
    "rarity": least(rarity),
    "long_suit": least(long_suit),
    "essay": least(essay),
}
"""These bots by name."""
