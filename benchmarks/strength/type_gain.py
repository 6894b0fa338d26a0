"""What learning types of players gains: the same matches by `strong` with types on and off.

`types BOT` plays them against a bot, or against `noisy`: `heaviest`, with one choice in five by
chance. `--read` measures how likely `strong` finds the true holders of hidden tiles.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import fmean

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.state import Action
from dominoes_rules import library
from dominoes_rules.bots import bot
from dominoes_rules.bots.bot_rounds import (
    Player,
    Turn,
    play_round,
    sampling_player,
    simple_chooser,
    simple_player,
)
from dominoes_rules.bots.random_streams import Stream
from dominoes_rules.bots.ways import way_of
from dominoes_rules.play.deals import seen_by
from dominoes_rules.solving.foretold import TeacherRead, add_read
from dominoes_rules.tournaments.contest import line_ups
from dominoes_rules.tournaments.tournament_results import LEARNT
from dominoes_solver.batch.decision import Decider
from dominoes_solver.batch.way import Way
from dominoes_solver.belief.fit import choices_of
from dominoes_solver.belief.player_types import TypeBelief
from dominoes_solver.means import Mean
from dominoes_solver.search import native

ROUNDS = 10
"""Of a match."""
NOISY, NOISE = "noisy", 0.2
LEARNER = "strong"


def way_without(name: str, rules: Compiled, left_out: str | None) -> Way:
    """How a bot samples worlds, with one type less among those that it knows."""
    way = way_of(bot(name).name, rules)
    assert way is not None, "a game that is decided in bulk"
    return replace(way, types=tuple(one for one in way.types if one.name != left_out))


def opponent(name: str, rules: Compiled) -> Player:
    """A bot as a player, or `noisy`."""
    chooser = simple_chooser("heaviest" if name == NOISY else bot(name).name)
    if chooser is None:
        return sampling_player(Decider(rules, way_without(name, rules, None), natively=True))
    player = simple_player(chooser)

    def noisy(turn: Turn) -> Action:
        draw = Stream(turn.chance).random
        return turn.legal[int(draw() * len(turn.legal))] if draw() < NOISE else player(turn)

    return noisy if name == NOISY else player


class Matches:
    """Matches of a bot that samples worlds; match n of a seed is always the same."""

    def __init__(self, rules: Compiled, way: Way, other: Player, seed: int) -> None:
        self.rules, self.other, self.seed = rules, other, seed
        self.decider = Decider(rules, way, natively=True)

    def leads(self, number: int) -> list[float]:
        """What the bot got more than the other in each round, the mean over both seatings."""
        seatings = [self._players(line_up) for line_up in line_ups(self.rules.setup.sides)]
        return leads_of_match(self.decider, seatings, self.seed, number, ROUNDS)

    def read(self, number: int) -> TeacherRead:
        """How likely the bot finds the true holders in rounds from the third on."""
        model, read = self.decider.way.model, TeacherRead()
        assert model is not None
        for line_up in line_ups(self.rules.setup.sides):
            played = rounds_of_match(
                self.decider, self._players(line_up), self.seed, number, ROUNDS
            )
            for place, (turn, types) in enumerate(played):
                if place + 1 < LEARNT:
                    continue
                for count, state in enumerate(turn.states):
                    mine = line_up[self.rules.setup.side_of[state.mover]] == 0
                    if mine and len(self.rules.legal(state)) > 1:
                        states, actions = turn.states[: count + 1], turn.actions[:count]
                        seen = seen_by(self.rules, states, actions, state.mover)
                        add_read(model, seen, state.hands, read, self.seed, types)
        return read

    def _players(self, line_up: Sequence[int]) -> list[Player]:
        """Who plays at each seat."""
        mine = sampling_player(self.decider)
        return [(mine, self.other)[line_up[side]] for side in self.rules.setup.side_of]


def leads_of_match(
    learner: Decider, seatings: Sequence[Sequence[Player]], seed: int, number: int, rounds: int
) -> list[float]:
    """What one side got more in each round of a match, the mean over both seatings.

    seatings: the players of every seat, first with that side as side 0, then as side 1.
    """
    payoff, leads = learner.compiled.payoff, [0.0] * rounds
    for side, players in enumerate(seatings):
        for place, (turn, _) in enumerate(rounds_of_match(learner, players, seed, number, rounds)):
            points = payoff(*turn.state)
            leads[place] += (points[side] - points[1 - side]) / 2
    return leads


def rounds_of_match(
    learner: Decider, players: Sequence[Player], seed: int, number: int, rounds: int
) -> Iterator[tuple[Turn, TypeBelief | None]]:
    """Each round of a match, with what the learner knew of types when it began."""
    rules, types = learner.compiled, learner.way.types
    belief = TypeBelief.at_first(types, rules.setup.seats) if types else None
    for deal in range(number * rounds, (number + 1) * rounds):
        learner.types = belief
        turn = Turn.dealt(rules, seed, deal)
        play_round(turn, players)
        yield turn, belief
        if belief:
            belief = belief.after(choices_of(rules, turn.states[0], turn.actions))


def gains(learning: Matches, not_learning: Matches, count: int) -> Iterator[str]:
    """The lead without types, and what types add to it, after each match; errors over matches."""
    without, early, late = [], [], []
    for number in range(count):
        on, off = learning.leads(number), not_learning.leads(number)
        more = [one - other for one, other in zip(on, off, strict=True)]
        without.append(fmean(off))
        early.append(fmean(more[: LEARNT - 1]))
        late.append(fmean(more[LEARNT - 1 :]))
        points, first, then = map(Mean.of, (without, early, late))
        yield f"types off {points}; types gain {first} in rounds 1 to {LEARNT - 1}, {then} after"


def reads(learning: Matches, count: int) -> Iterator[str]:
    """What weighing adds to the mean log-probability of the true holder, after each match."""
    tiles, sums = 0, []
    for number in range(count):
        read = learning.read(number)
        tiles += read.tiles
        sums.append(read.weighed - read.counted)
        gain, mean = Mean.of(sums), tiles / (number + 1)
        error = (gain.se or 0.0) / mean
        yield f"weighted - counted {gain.mean / mean:+.3f} ± {error:.3f}, {tiles:,} hidden tiles"


def main(arguments: Sequence[str]) -> int:
    """Print what types gain against a bot."""
    parser = argparse.ArgumentParser(prog="dev.py strength types", description=__doc__)
    parser.add_argument("bot", help=f"a bot, or {NOISY}")
    parser.add_argument("--game", default="block")
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--seed", type=int, default=7001)
    parser.add_argument("--without", metavar="TYPE", help="leave a type out of the list")
    parser.add_argument("--read", action="store_true", help="the true holders of hidden tiles")
    args = parser.parse_args(arguments)
    rules = library.compiled(library.variant(args.game))
    native.decides(rules)
    other = opponent(args.bot, rules)
    learning, not_learning = (
        Matches(rules, way_without(name, rules, args.without), other, args.seed)
        for name in (LEARNER, f"{LEARNER}:types=off")
    )
    made = (
        reads(learning, args.matches) if args.read else gains(learning, not_learning, args.matches)
    )
    for number, line in enumerate(made, 1):
        sys.stdout.write(f"{number} matches against {args.bot}: {line}\n")
        sys.stdout.flush()
    return 0
