"""Rounds and matches between equal bots, and what is counted in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.table.state import NOBODY, Action, Kind, Over, State
from dominoes_rules import library
from dominoes_rules.bots import bot
from dominoes_rules.bots.bot_rounds import Player, Turn, asked_player, play_round, player_of
from dominoes_rules.bots.ways import way_of
from dominoes_rules.play.deals import deal, deal_after, standing_after
from dominoes_rules.play.payments import paying_moments
from dominoes_rules.statistics.clause_use import ClauseUse
from dominoes_solver.batch.decision import Decider

LONGEST_MATCH = 500
"""A match is left after so many rounds."""


@dataclass(frozen=True)
class SeenEnd:
    """How a round ended, as far as random rounds in bulk show it."""

    over: Over
    actions: int
    winner: int
    opener: int
    points: tuple[int, ...]
    """Of each side."""


@dataclass(frozen=True)
class WatchedRound:
    """A round that was watched from its deal to its end."""

    end: SeenEnd
    turns: int
    """Times that a player's turn began; a turn may have several actions."""
    passes: int
    decisions: int
    """Actions that were chosen among several."""
    moves: int
    """Legal actions, added up over all actions."""
    paid: dict[str, int]
    """Points, taken ones too, of each award that was paid, by its name."""


@dataclass(frozen=True)
class ObservedMatch:
    """A match that was watched from its first deal to its end."""

    rounds: int
    lead_changes: int
    opener_won: bool
    """Whether the side that opened the first round won, alone."""
    won: bool
    """Whether one side won."""
    from_behind: bool
    """Whether the side that won was behind after half of the rounds."""


@dataclass
class Observed:
    """Rounds and matches in their order, and the clauses that were used in them."""

    endings: list[SeenEnd] = field(default_factory=list)
    rounds: list[WatchedRound] = field(default_factory=list)
    matches: list[ObservedMatch] = field(default_factory=list)
    abandoned: int = 0
    """Matches that had no end for very long."""
    used: set[str] = field(default_factory=set)
    """The keys of clauses and rows that have applied."""

    def add(self, more: Observed) -> None:
        """Append what was seen after this."""
        self.endings += more.endings
        self.rounds += more.rounds
        self.matches += more.matches
        self.abandoned += more.abandoned
        self.used |= more.used


@dataclass(frozen=True)
class StatsTable:
    """A game and the bot at all its seats."""

    ruleset: Ruleset
    seats: int
    parameters: tuple[tuple[str, object], ...]
    by: str
    seed: int

    @property
    def compiled(self) -> Compiled:
        """The generated functions of the game."""
        return library.compiled(self.ruleset, self.seats, dict(self.parameters))  # type: ignore[arg-type]


def observe(table: StatsTable, numbers: Sequence[int], *, matches: bool) -> Observed:
    """Watch the rounds, or matches, of these numbers. Raises `ArgumentError` and `NoRound`."""
    rules = table.compiled
    with closing(bot(table.by, rated=True)) as named:
        way = way_of(named.name, rules)
        decider = Decider(rules, way, natively=True) if way is not None else None
        watcher = _Watcher(rules, player_of(named.name, decider) or asked_player(named))
        for number in numbers:
            if matches:
                watcher.match(table.seed, number)
            else:
                watcher.first_round(table.seed, number)
    watcher.seen.used |= watcher.use.used
    return watcher.seen


class _Watcher:
    """Plays and counts."""

    def __init__(self, rules: Compiled, player: Player) -> None:
        self.rules = rules
        self.player = player
        self.use = ClauseUse(rules)
        self.seen = Observed()

    def first_round(self, seed: int, number: int) -> None:
        """Watch a first round of a match; round n of a seed has the deal of `simulate`."""
        turn = Turn.dealt(self.rules, seed, number)
        decisions, moves, end = self._play(turn)
        states, rules = [*turn.states, end], self.rules
        forced = len(turn.actions) - decisions
        finish = SeenEnd(
            Over(end.over),
            len(turn.actions),
            rules.winner(*end),
            end.opener,
            tuple(rules.payoff(*end)),
        )
        self.seen.endings.append(finish)
        self.seen.rounds.append(
            WatchedRound(
                finish,
                turns=_turns(turn.states),
                passes=sum(action.kind is Kind.PASS for action in turn.actions),
                decisions=decisions,
                moves=moves + forced,
                paid=self._paid(states, turn.actions, rules),
            )
        )

    def match(self, seed: int, number: int) -> None:
        """Watch a whole match."""
        rules, setup = self.rules, self.rules.setup
        leads, last = list[tuple[int, ...]](), None
        first_opener = NOBODY
        for count in range(1, LONGEST_MATCH + 1):
            random = Random(f"{seed}/match {number}/round {count}")
            start = deal(rules, random) if last is None else deal_after(rules, last, random)
            if last is None:
                first_opener = setup.side_of[start.opener]
            turn = Turn(rules, start, random.getrandbits(64), 0)
            _, _, end = self._play(turn)
            stood = standing_after(rules, end)
            # Whoever has won more sets is ahead, and of level sides who is ahead in the set.
            ahead = _ahead(stood.sets, 1) if len({*stood.sets}) > 1 else ()
            leads.append(ahead or _ahead(stood.totals, setup.sign))
            if not self.use.everything:
                self._paid([*turn.states, end], turn.actions, turn.rules)
            if stood.won is not None:
                self.seen.matches.append(_as_match(leads, stood.won, first_opener))
                return
            if not stood.next_set:
                self.use.note_next_opener(end)
            last = end
        self.seen.abandoned += 1

    def _play(self, turn: Turn) -> tuple[int, int, State]:
        """Play a round: decisions, moves among which they were made, and the end."""
        decisions = moves = 0
        player = self.player

        def watched(turn: Turn) -> Action:
            nonlocal decisions, moves
            decisions += 1
            moves += len(turn.legal)
            return player(turn)

        end = play_round(turn, [watched] * self.rules.setup.seats)
        if self.rules.setup.away == turn.rules.setup.away:
            self.use.note_actions(turn.states, turn.actions)
            self.use.note_end(end)
        return decisions, moves, end

    def _paid(
        self, states: Sequence[State], actions: Sequence[Action], rules: Compiled
    ) -> dict[str, int]:
        """The points of each award that was paid in a round."""
        paid = Counter[str]()
        for moment in paying_moments(rules, states, actions):
            for award, points, got in moment.paid(rules):
                amount = sum(abs(of) for of, counts in zip(points, got, strict=True) if counts)
                if rules.setup.away == self.rules.setup.away:
                    self.use.note_award(award, moment.state, paid=any(points))
                if amount:
                    paid[award.name] += amount
        return dict(paid)


def _turns(states: Sequence[State]) -> int:
    movers = [state.mover for state in states]
    return 1 + sum(mover != before for before, mover in pairwise(movers))


def _ahead(scores: Sequence[int], sign: int) -> tuple[int, ...]:
    """The sides that are ahead."""
    best = max(sign * score for score in scores)
    return tuple(side for side, score in enumerate(scores) if sign * score == best)


def _as_match(
    leads: Sequence[tuple[int, ...]], won: tuple[int, ...], first_opener: int
) -> ObservedMatch:
    alone = [lead[0] for lead in leads if len(lead) == 1]
    half = leads[len(leads) // 2 - 1] if len(leads) > 1 else won
    return ObservedMatch(
        rounds=len(leads),
        lead_changes=sum(side != before for before, side in pairwise(alone)),
        opener_won=won == (first_opener,),
        won=len(won) == 1,
        from_behind=len(won) == 1 and won[0] not in half,
    )
