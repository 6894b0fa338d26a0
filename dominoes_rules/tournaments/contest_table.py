"""The deals of a tournament, one by one."""

from __future__ import annotations

import math
import time

from dominoes_lang.table.state import Action
from dominoes_rules.bots import bot
from dominoes_rules.bots.bot_rounds import (
    Player,
    Turn,
    asked_player,
    play_round,
    player_of,
    simple_chooser,
)
from dominoes_rules.bots.deciding import learns
from dominoes_rules.tournaments.contest import STEPS_OF_A_CLOCK, Contest, Played
from dominoes_solver.batch.decision import Decider
from dominoes_solver.belief.fit import choices_of
from dominoes_solver.belief.player_types import TypeBelief
from dominoes_solver.search import native


def is_quick(contest: Contest) -> bool:
    """Whether all bots of a contest choose in microseconds."""
    return None not in map(simple_chooser, contest.bots)


def in_bulk(contest: Contest) -> bool:
    """Whether no bot of a contest asks for a position."""
    players = zip(contest.bots, contest.ways, strict=True)
    return all(way is not None or simple_chooser(name) for name, way in players)


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


class ContestTable:
    """Plays the deals of a contest one by one; bots live as long as it does."""

    def __init__(self, contest: Contest, *, natively: bool = True) -> None:
        """natively: whether bots that sample worlds do so in machine code once that is there."""
        self.contest = contest
        self.bots = [bot(name, rated=True, time=contest.seconds) for name in contest.bots]
        self._deciders: dict[int, Decider] = {}
        self._readers: set[int] = set()
        """The bots that learn from the records of earlier rounds."""
        self._players = [self._player(number, natively) for number in range(len(self.bots))]
        self._simple = [simple_chooser(name) is not None for name in contest.bots]
        self._learnt: dict[tuple[int, int, int], TypeBelief] = {}
        """For each pair, line-up and bot decided in bulk that learns: what the match has shown."""
        self._records: dict[tuple[int, int], list[str]] = {}
        """For each pair and line-up: the records of the match so far, if a bot learns from them."""
        self._next = 0
        """The deal before which this was so."""

    def play(self, number: int) -> Played:
        """A deal, played by every pair in every line-up."""
        length = self.contest.rounds_a_match
        first = number - number % length
        if number == first or number != self._next:
            self._learnt, self._records = {}, {}
            for earlier in range(first, number):
                self._play(earlier)
        self._next = number + 1
        return self._play(number)

    def _play(self, number: int) -> Played:
        """A deal, after those before it in its match."""
        contest, rules = self.contest, self.contest.compiled
        side_of = rules.setup.side_of
        start, luck = contest.start(number)
        clocks: list[dict[int, int]] = [{} for _ in self.bots]
        # Bots that take microseconds are not measured.
        players = [
            player if simple else timed(player, clock)
            for simple, player, clock in zip(self._simple, self._players, clocks, strict=True)
        ]
        before = [player.replaced for player in self.bots]
        payoffs = []
        for pair_number, pair in enumerate(contest.pairs):
            games = []
            for game, line_up in enumerate(contest.line_ups):
                turn = Turn(rules, start, luck, contest.stream(pair_number, game))
                for member in pair:
                    if decider := self._deciders.get(member):
                        decider.types = self._learnt.get((pair_number, game, member))
                turn.earlier = self._records.get((pair_number, game), ())
                end = play_round(turn, [players[pair[line_up[side]]] for side in side_of])
                games.append(tuple(rules.payoff(*end)))
                self._learn((pair_number, game), pair, turn)
            payoffs.append(tuple(games))
        replaced = [
            player.replaced - already for player, already in zip(self.bots, before, strict=True)
        ]
        return Played(
            number,
            opener=side_of[start.opener],
            payoffs=tuple(payoffs),
            clocks=tuple(tuple(sorted(clock.items())) for clock in clocks),
            replaced=tuple(replaced),
        )

    def _player(self, number: int, natively: bool) -> Player:
        """A bot of the contest as a player."""
        name = self.contest.bots[number]
        way = self.contest.ways[number]
        learning = self.contest.types and self.contest.rounds_a_match > 1
        decider = None
        if way is not None:
            decider = Decider(self.contest.compiled, way, natively=natively)
            if way.types and learning:
                self._deciders[number] = decider
        if player := player_of(name, decider):
            return player
        if learning and learns(self.bots[number], self.contest.compiled.setup):
            self._readers.add(number)
        return asked_player(self.bots[number])

    def _learn(self, game: tuple[int, int], pair: tuple[int, int], turn: Turn) -> None:
        """What a finished round, with every hand open, shows the bots that learn."""
        learners = [member for member in pair if member in self._deciders]
        if learners:
            choices = choices_of(turn.rules, turn.states[0], turn.actions)
            for member in learners:
                way = self.contest.ways[member]
                assert way is not None
                before = self._learnt.get((*game, member)) or TypeBelief.at_first(
                    way.types, turn.rules.setup.seats
                )
                self._learnt[(*game, member)] = before.after(choices)
        if not self._readers.isdisjoint(pair):
            self._records.setdefault(game, []).append(str(turn.round().position))

    def close(self) -> None:
        """End the programs that play."""
        for player in self.bots:
            player.close()
