"""The bot that lays the train which its hand can make by itself."""

from __future__ import annotations

from collections.abc import Sequence

from dominoes_lang.table.spots import next_table, plays_at
from dominoes_lang.table.state import Action, State
from dominoes_lang.table.tiles import numbers_in
from dominoes_rules.bots.simple_bots import PLAIN, Draw, least
from dominoes_solver.belief.shown import ShownSoFar
from dominoes_solver.trains.chain_search import Aim, ChainSearch
from dominoes_solver.trains.train_ends import train_ends, why_no_chains

TILE_VALUE_BITS = 20
"""Room for the value of a tile below that of a rest, to order plays that leave the same one."""


def longest_train(actions: Sequence[Action], state: State, shown: ShownSoFar, draw: Draw) -> Action:
    """The play after which the best chain of its own train leaves the lightest rest.

    So tiles that are in no such chain go to other trains as long as they fit there. A double that
    must be covered is followed by the best cover of the hand, if there is one. Of equal plays it is
    that of the heaviest tile. In a game in which no chains are searched, it plays as `heaviest`.
    """
    setup, seat = shown.setup, state.mover
    if why_no_chains(setup):
        return PLAIN["heaviest"](actions, state, shown, draw)
    rules, search = setup.layout.rules, ChainSearch(setup)

    def lightest_rest(action: Action, before: State, held: int) -> int:
        after, hand = next_table(rules, before, action), held & ~(1 << action.tile)
        if rules.shape.must_cover and shown.doubles >> action.tile & 1:
            covers = plays_at(rules, after.ends, after.more, seat, hand)
            if covers:
                return min(lightest_rest(cover, after, hand) for cover in covers)
        rests = [
            search.best(end.number, hand, after.more.laid, Aim.LIGHTEST).rest
            for end in train_ends(setup, after, seat, hand)
            if end.is_own
        ]
        # Before the own train can begin, nothing of the hand belongs to a chain.
        return min(_value(setup.values, rest) for rest in rests or [hand])

    def cost(action: Action, before: State, _shown: ShownSoFar) -> int:
        rest = lightest_rest(action, before, before.hands[seat])
        return (rest << TILE_VALUE_BITS) - setup.values[action.tile]

    return least(cost)(actions, state, shown, draw)


def _value(values: Sequence[int], tiles: int) -> int:
    return sum(values[tile] for tile in numbers_in(tiles))
