"""The bot that lays the train which its hand can make by itself."""

from __future__ import annotations

from collections.abc import Sequence

from dominoes_lang.table.spots import next_table
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

    So tiles that are in no such chain go to other trains as long as they fit there. Of equal plays
    it is that of the heaviest tile. In a game in which no chains are searched, it plays as
    `heaviest`.
    """
    setup = shown.setup
    if why_no_chains(setup):
        return PLAIN["heaviest"](actions, state, shown, draw)
    search = ChainSearch(setup)

    def rest_after(action: Action, before: State, _shown: ShownSoFar) -> int:
        seat = before.mover
        after = next_table(setup.layout.rules, before, action)
        hand = before.hands[seat] & ~(1 << action.tile)
        rests = [
            search.best(end.number, hand, after.more.laid, Aim.LIGHTEST).rest
            for end in train_ends(setup, after, seat, hand)
            if end.is_own
        ]
        # Before the own train can begin, nothing of the hand belongs to a chain.
        lightest = min(_value(setup.values, rest) for rest in rests or [hand])
        return (lightest << TILE_VALUE_BITS) - setup.values[action.tile]

    return least(rest_after)(actions, state, shown, draw)


def _value(values: Sequence[int], tiles: int) -> int:
    return sum(values[tile] for tile in numbers_in(tiles))
