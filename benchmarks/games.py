"""The deals and positions that are measured, fixed by their seeds."""

from __future__ import annotations

import argparse
import random
from functools import cache
from typing import NamedTuple

from dominoes_lang.codegen.compiled import Compiled, compile_rules
from dominoes_lang.load import load
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.setup.suits_under import suits_under
from dominoes_lang.table.state import Action, Kind, State
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_rules.play.deals import deal, seen_by
from dominoes_rules.play.round import Round
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_solver.pimc.open_worlds import OpenWorlds
from dominoes_solver.pimc.order_of_worlds import ranks_in_order


def bundled_name(name: str) -> str:
    """The name of a bundled variant on a command line, to be given to argparse as a type."""
    if name not in library.bundled():
        known = ", ".join(library.bundled())
        raise argparse.ArgumentTypeError(f"no variant {name!r}; there are {known}")
    return name


def rules_of(name: str, seats: int) -> Compiled:
    """A bundled variant for so many seats."""
    return library.compiled(library.find(name), seats)


def deals(rules: Compiled, number: int) -> list[State]:
    """First rounds, opened as the rules say."""
    return [deal(rules, random.Random(seed)) for seed in range(number)]


def openings(rules: Compiled, number: int) -> list[State]:
    """Deals opened by A with any tile, as in a second round."""
    anything = rules.setup.tiles.all
    return [
        state._replace(mover=0, opener=0, opening=anything, round=2)
        for state in deals(rules, number)
    ]


def played(
    rules: Compiled, start: State, length: int, seed: int
) -> tuple[list[State], list[Action]]:
    """The states from a start on, up to so many random actions; and the actions between them.

    Nobody draws or passes who could play, and the round goes on.
    """
    choice = random.Random(seed)
    states, actions = [start], []
    for _ in range(length):
        legal = rules.legal(states[-1])
        plays = [action for action in legal if action.kind is Kind.PLAY]
        action = choice.choice(plays or legal)
        after = rules.play(states[-1], action)
        if after.over:
            break
        states.append(after)
        actions.append(action)
    return states, actions


def later(rules: Compiled, start: State, length: int, seed: int) -> State:
    """The state up to so many random actions after a start; see `played`."""
    return played(rules, start, length, seed)[0][-1]


class Decision(NamedTuple):
    """A choice between two plays or more in partnership: how it came about."""

    states: list[State]
    actions: list[Action]

    @property
    def state(self) -> State:
        """How it lies, every hand open."""
        return self.states[-1]

    def position(self) -> Position:
        """The round as its mover sees it; made anew, so that nothing is known of it yet."""
        rules = rules_of("partnership", 4)
        return seen_by(rules, self.states, self.actions, self.state.mover)


def decisions(ply: int, number: int) -> list[Decision]:
    """Partnership, so many actions after a free opening."""
    rules = rules_of("partnership", 4)
    found: list[Decision] = []
    for seed, start in enumerate(openings(rules, 30 * number)):
        states, actions = played(rules, start, ply, seed)
        if len(actions) == ply and len(rules.legal(states[-1])) > 1 and len(found) < number:
            found.append(Decision(states, actions))
    return found


@cache
def domohnoes_for_points(seats: int) -> Compiled:
    """Domohnoes in which the winner of a round gets the pips of all hands."""
    text = """\
variant "Domohnoes for points"
extends "domohnoes"
award hand: pips held by everyone to winner at round end
match: first side to reach 100
"""
    ruleset = load(Source("domohnoes_for_points.rules", text), library.bundled)
    return compile_rules(ruleset.setup(seats))


@cache
def double_nine() -> Compiled:
    """Partnership with the double-nine set, ten tiles each."""
    text = """\
variant "Double nine"
extends "partnership"
tiles: double-nine
deal: 10 each
first opener: lot plays any tile
"""
    ruleset = load(Source("double_nine.rules", text), library.bundled)
    return compile_rules(ruleset.setup(4))


@cache
def ten_on_double_eighteen() -> Ruleset:
    """Block with the largest set, nine tiles each."""
    text = """\
variant "Ten"
extends "block"
tiles: double-eighteen
players: 10
deal: 9 each
match: first side to reach 30
"""
    return load(Source("ten.rules", text), library.bundled)


def trick_worlds(rules: Compiled, played: int, seed: int, number: int) -> list[State]:
    """Worlds of one position of a game of tricks, hidden hands open.

    The first player has the lowest bid, and the longest suit is trump.
    played: the tiles that were played at random, whole tricks.
    """
    chance = random.Random(seed)
    game = Round(rules.setup.ruleset, seed=seed)
    others_pass = False
    while not game.state.begun or game.state.plays < played:
        legal = rules.legal(game.state)
        bids = [action for action in legal if action.kind is Kind.BID]
        action = chance.choice(legal)
        if bids:
            action, others_pass = legal[0] if others_pass else bids[0], True
        elif action.kind is Kind.NAME:
            hand, suits = game.state.hands[game.state.mover], suits_under(rules.setup, action.said)
            action = max(
                (action for action in legal if action.said in suits.following),
                key=lambda named: (hand & suits.following[named.said]).bit_count(),
            )
        game.push(Move.of(action, rules.setup.layout, game.state))
    worlds = OpenWorlds(game.seen_by(game.turn).evidence)
    assert worlds.count is not None, "worlds of tricks are counted"
    ranks = ranks_in_order(seed, min(number, worlds.count), worlds.count, repeated=False)
    return [worlds.state(rank, None) for rank in ranks]
