"""Rounds of a tournament, played by the generated functions: from a deal to its pay-off.

A player is a function from a turn to an action. Most bots are functions of whole numbers; those
that ask for a position get one, made from the actions so far.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.codegen.dealing import MOST_ACTIONS
from dominoes_lang.table.state import Action, State
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.bots import NamedBot, bot, decide
from dominoes_rules.bots.catalogue import KINDS
from dominoes_rules.bots.levels import behind
from dominoes_rules.bots.simple_bots import Chooser
from dominoes_rules.bots.ways import by_way
from dominoes_rules.play.round import Round
from dominoes_rules.tournaments.contest import Contest, Played
from dominoes_rules.tournaments.random_streams import Stream, chance_of
from dominoes_solver.belief.bot_rounds import Way
from dominoes_solver.belief.noticing import noticed
from dominoes_solver.belief.shown import ShownSoFar
from dominoes_solver.chance import Chance
from dominoes_solver.search import native

STEPS_OF_A_CLOCK = 8
"""Buckets of a clock from a time to e times as much."""


class Turn:
    """A round under way, and all that the decision of its mover depends on."""

    __slots__ = ("actions", "legal", "luck", "rules", "shown", "start", "state", "stream")

    def __init__(self, rules: Compiled, start: State, luck: int, stream: int) -> None:
        self.rules = rules
        self.start = self.state = start
        self.luck, self.stream = luck, stream
        self.actions: list[Action] = []
        self.legal: list[Action] = []
        self.shown = ShownSoFar(rules.setup)

    @property
    def chance(self) -> Chance:
        """The chance of this decision, from the first random number on."""
        return chance_of(self.luck, self.stream, len(self.actions), self.state.mover)

    def draw(self) -> float:
        """The first random number of this decision, from 0 on, below 1."""
        return self.chance.fraction()

    def round(self) -> Round:
        """The same as a round."""
        return Round.dealt(self.rules, self.start, self.actions)


Player = Callable[[Turn], Action]


def play_round(turn: Turn, players: Sequence[Player]) -> State:
    """Play a round to its end, each seat by its player. Raises `ArgumentError` if it has none."""
    legal, play = turn.rules.legal, turn.rules.play
    actions, note = turn.actions, turn.shown.note
    state = turn.state
    while not state.over:
        turn.legal = choices = legal(state)
        if not choices or len(actions) == MOST_ACTIONS:
            raise ArgumentError(f"{turn.rules.setup.name}: a round does not end")
        action = players[state.mover](turn) if len(choices) > 1 else choices[0]
        note(state, action)
        actions.append(action)
        turn.state = state = play(state, action)
    return state


def simple_player(chooser: Chooser, overlooks: float = 0.0) -> Player:
    """A bot that is a function of an action, the state and what was shown."""

    def attentive(turn: Turn) -> Action:
        return chooser(turn.legal, turn.state, turn.shown, turn.draw)

    def absent(turn: Turn) -> Action:
        draw = Stream(turn.chance).random
        seen = [turn.legal[place] for place in noticed(len(turn.legal), overlooks, draw)]
        return chooser(seen, turn.state, turn.shown, draw)

    return absent if overlooks else attentive


def sampling_player(way: Way) -> Player:
    """A bot that samples worlds."""

    def choose(turn: Turn) -> Action:
        game = turn.round()
        game.push(by_way(way, game, turn.chance))
        return game.actions[-1]

    return choose


def asked_player(named: NamedBot) -> Player:
    """A bot that asks for a position."""

    def choose(turn: Turn) -> Action:
        game = turn.round()
        game.push(decide(named, game, chance=Stream(turn.chance)))
        return game.actions[-1]

    return choose


def simple_chooser(name: str) -> Chooser | None:
    """What a bot, or a level, is on a state; None for one that asks for a position."""
    kind = KINDS.get(behind(name).bot)
    return None if kind is None else kind.chooser


def is_quick(contest: Contest) -> bool:
    """Whether all bots of a contest choose in microseconds."""
    return None not in map(simple_chooser, contest.bots)


def timed(player: Player, clock: dict[int, int]) -> Player:
    """A player whose decisions are measured."""

    def choose(turn: Turn) -> Action:
        began = _seconds()
        action = player(turn)
        bucket = bucket_of(_seconds() - began)
        clock[bucket] = clock.get(bucket, 0) + 1
        return action

    return choose


def _seconds() -> float:
    """Seconds, without those in which kernels are loaded or compiled, which is no decision."""
    return time.perf_counter() - native.seconds_loading()


def bucket_of(seconds: float) -> int:
    """The bucket of a time; see `Played.clocks`."""
    return round(math.log(max(seconds, 1e-9)) * STEPS_OF_A_CLOCK)


class Table:
    """Plays the deals of a contest one by one; bots live as long as it does."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.bots = [bot(name, rated=True, time=contest.seconds) for name in contest.bots]

    def play(self, number: int) -> Played:
        """A deal, played by every pair in every line-up."""
        contest, rules = self.contest, self.contest.compiled
        side_of = rules.setup.side_of
        start, luck = contest.start(number)
        clocks: list[dict[int, int]] = [{} for _ in self.bots]
        players = [self._player(place, clock) for place, clock in enumerate(clocks)]
        before = [one.replaced for one in self.bots]
        payoffs = []
        for place, pair in enumerate(contest.pairs):
            games = []
            for game, line_up in enumerate(contest.line_ups):
                turn = Turn(rules, start, luck, contest.stream(place, game))
                end = play_round(turn, [players[pair[line_up[side]]] for side in side_of])
                games.append(tuple(rules.payoff(*end)))
            payoffs.append(tuple(games))
        replaced = [one.replaced - already for one, already in zip(self.bots, before, strict=True)]
        opener = side_of[start.opener]
        return Played(number, opener, tuple(payoffs), tuple(clocks), tuple(replaced))

    def _player(self, place: int, clock: dict[int, int]) -> Player:
        """A bot of the contest as a player; one that takes microseconds is not measured."""
        name = self.contest.bots[place]
        chooser = simple_chooser(name)
        if chooser is not None:
            return simple_player(chooser, behind(name).overlooks)
        way = self.contest.ways[place]
        if way is not None:
            return timed(sampling_player(way), clock)
        return timed(asked_player(self.bots[place]), clock)

    def close(self) -> None:
        """End the programs that play."""
        for one in self.bots:
            one.close()
