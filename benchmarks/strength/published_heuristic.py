"""The heuristic of a published project on Puerto Rican dominoes, against which it reports wins.

Source: github.com/fabianruiz3/puerto-rican-dominoes (MIT licence), `backend/bots/greedy_bot.py`.
There two bots are measured against it in matches to 200, every pairing with the seats swapped: a
search over 24 worlds wins 90.5 %, a policy without a search 61.0 %. It adds up what a play keeps,
sheds and opens, and plays the greatest sum, of equal ones any. Rebuilt for its game alone, where
each action ends a turn: `puerto_rico_200.rules`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.spots import left_open_by
from dominoes_lang.table.state import Action, Kind, State
from dominoes_rules.bots.bot_rounds import Turn
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_solver.evidence.view import Record

KEPT_AT_END = 250
"""Hundredths: a half of the own hand that fits an end, the tile played not counted."""
LONGEST_SUIT = 150
"""A half of the number that the own hand keeps most often."""
PIP = 35
PARTNER_LAID, RIVAL_LAID = 140, -100
"""A half that the partner, or an opponent, laid earlier, of a number that is open afterwards."""
DOUBLE, KEPT_OF_DOUBLE = -20, 80
BONUS = 100 * 100
"""What going out at both ends is worth, and with the double blank."""

Counts = list[int]
"""For each number a count of halves."""


class Shown(NamedTuple):
    """The halves that a seat holds, and those that others have laid."""

    hand: Counts
    partner: Counts
    rivals: Counts


def player(turn: Turn) -> Action:
    """The heuristic as a player of rounds."""
    state = turn.state
    shown = _shown(turn.rules.setup, state, turn.actions)
    return _best(turn.rules.setup, state, turn.legal, shown, turn.draw())


def choose(position: Position, random: Random) -> Move:
    """The heuristic as a bot of one's own: `benchmarks.strength.published_heuristic:choose`."""
    view, state = position.view, position.some_state()
    actions = [move.action for move in view.moves] if isinstance(view, Record) else []
    legal = position.compiled.legal(state)
    shown = _shown(position.setup, state, actions)
    best = _best(position.setup, state, legal, shown, random.random())
    return position.legal_moves[legal.index(best)]


def _shown(setup: Setup, state: State, actions: Iterable[Action]) -> Shown:
    partner, rivals = _nothing(setup), _nothing(setup)
    for count, action in enumerate(actions):
        seat = (state.opener + count) % setup.seats
        if action.kind is Kind.PLAY and seat != state.mover:
            same_side = setup.side_of[seat] == setup.side_of[state.mover]
            for number in setup.tiles.tiles[action.tile]:
                (partner if same_side else rivals)[number] += 1
    hand = _nothing(setup)
    for tile in setup.tiles.in_mask(state.hands[state.mover]):
        for number in tile:
            hand[number] += 1
    return Shown(hand, partner, rivals)


def _nothing(setup: Setup) -> Counts:
    return [0] * (setup.tiles.highest + 1)


def _best(setup: Setup, state: State, legal: Sequence[Action], shown: Shown, draw: float) -> Action:
    """The play of the greatest sum; of equal ones each equally likely."""
    sums = [_sum(setup, state, action, shown) for action in legal]
    equal = [action for action, total in zip(legal, sums, strict=True) if total == max(sums)]
    return equal[int(draw * len(equal))]


def _sum(setup: Setup, state: State, action: Action, shown: Shown) -> int:
    """What speaks for a play, in hundredths. A pass is never one of several actions."""
    tile = high, low = setup.tiles.tiles[action.tile]
    ends, rules = [high, low], setup.layout.rules
    if state.begun:
        ends = [*rules.numbers(state.ends)]
        ends[action.place] = left_open_by(rules, state, action)
    kept = [*shown.hand]
    for number in tile:
        kept[number] -= 1
    total = PIP * (high + low) + LONGEST_SUIT * max(kept)
    for number in ends:
        total += KEPT_AT_END * kept[number]
        total += PARTNER_LAID * shown.partner[number] + RIVAL_LAID * shown.rivals[number]
    if high == low:
        total += DOUBLE + KEPT_OF_DOUBLE * kept[high]
    if not any(kept):
        total += BONUS * ((ends[0] == ends[1]) + (high == low == 0))
    return total
