"""The deals of a tournament, one by one."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from operator import sub
from types import MappingProxyType

from dominoes_lang.table.state import Action, State
from dominoes_lang.text.root_exception import ArgumentError
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
from dominoes_rules.play.deals import standing_after
from dominoes_rules.tournaments.contest import (
    LONGEST_MATCH,
    STEPS_OF_A_CLOCK,
    Contest,
    Played,
)
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
    """Plays the deals or matches of a contest one by one; bots live as long as it does."""

    def __init__(
        self,
        contest: Contest,
        *,
        natively: bool = True,
        players: Mapping[str, Player] = MappingProxyType({}),
    ) -> None:
        """natively: whether bots that sample worlds do so in machine code once that is there.

        players: what plays here in place of a bot, by its name.
        """
        self.contest = contest
        self._given = players
        self.bots = [
            None if name in players else bot(name, rated=True, time=contest.seconds)
            for name in contest.bots
        ]
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
        """A deal or a whole match, played by every pair in every line-up."""
        length = self.contest.rounds_a_match
        first = number - number % length
        if number == first or number != self._next:
            self._learnt, self._records = {}, {}
            for earlier in range(first, number):
                self._play(earlier)
        self._next = number + 1
        return self._play(number)

    def _play(self, number: int) -> Played:
        """A match, or a deal after those before it in its match."""
        contest, rules = self.contest, self.contest.compiled
        side_of = rules.setup.side_of
        matches = contest.matches
        first = contest.start_in_match(number, 1, None) if matches else contest.start(number)
        clocks: list[dict[int, int]] = [{} for _ in self.bots]
        # Bots that take microseconds are not measured.
        players = [
            player if simple else timed(player, clock)
            for simple, player, clock in zip(self._simple, self._players, clocks, strict=True)
        ]
        before = self._replaced()
        payoffs, endings = [], []
        for pair_number, pair in enumerate(contest.pairs):
            games, lasts = [], []
            for game, line_up in enumerate(contest.line_ups):
                key = pair_number, game
                seated = [players[pair[line_up[side]]] for side in side_of]
                end = self._round(*first, key, seated)
                total = [*rules.payoff(*end)]
                if matches:
                    lasts.append(self._rest_of_match(number, end, key, seated, total))
                games.append(tuple(total))
            payoffs.append(tuple(games))
            endings += [tuple(lasts)] if matches else []
        return Played(
            number,
            opener=side_of[first[0].opener],
            payoffs=tuple(payoffs),
            clocks=tuple(tuple(sorted(clock.items())) for clock in clocks),
            replaced=tuple(map(sub, self._replaced(), before)),
            endings=tuple(endings),
        )

    def _round(
        self, start: State, luck: int, game: tuple[int, int], seated: Sequence[Player]
    ) -> State:
        """The end of a round in one game of a deal, from which bots have learnt."""
        contest = self.contest
        turn = Turn(contest.compiled, start, luck, contest.stream(*game))
        pair = contest.pairs[game[0]]
        for member in pair:
            if decider := self._deciders.get(member):
                decider.types = self._learnt.get((*game, member))
        turn.earlier = self._records.get(game, ())
        end = play_round(turn, seated)
        self._learn(game, pair, turn)
        return end

    def _rest_of_match(
        self,
        match: int,
        end: State,
        game: tuple[int, int],
        seated: Sequence[Player],
        total: list[int],
    ) -> tuple[int, ...]:
        """Play a match on after its first round: its number of rounds, and the sides that won it.

        total: the payoff of each side so far, to which the others are added. Raises
        `ArgumentError` for a match without an end.
        """
        contest, rules = self.contest, self.contest.compiled
        for number in range(1, LONGEST_MATCH):
            won = standing_after(rules, end).won
            if won is not None:
                return number, *won
            start, luck = contest.start_in_match(match, number + 1, end)
            end = self._round(start, luck, game, seated)
            for side, payoff in enumerate(rules.in_round(end.scores).payoff(*end)):
                total[side] += payoff
        raise ArgumentError(
            f"{rules.setup.name}: a match does not end in {LONGEST_MATCH:,} rounds; --deals plays "
            "single deals"
        )

    def _player(self, number: int, natively: bool) -> Player:
        """A bot of the contest as a player."""
        name, named = self.contest.bots[number], self.bots[number]
        way = self.contest.ways[number]
        if named is None:
            return self._given[name]
        learning = self.contest.learning
        decider = None
        if way is not None:
            decider = Decider(self.contest.compiled, way, natively=natively)
            if way.types and learning:
                self._deciders[number] = decider
        if player := player_of(name, decider):
            return player
        if learning and learns(named, self.contest.compiled.setup):
            self._readers.add(number)
        return asked_player(named)

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
            if player is not None:
                player.close()

    def _replaced(self) -> list[int]:
        """For each bot, how many of its moves the first legal one has replaced so far."""
        return [0 if player is None else player.replaced for player in self.bots]
