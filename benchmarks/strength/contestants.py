"""Who plays in the measurements: bots by name, and players that no command has."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.strength import published_heuristic
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.state import Action
from dominoes_rules.bots import bot
from dominoes_rules.bots.bot_rounds import Player, Turn, asked_player, play_round, player_of
from dominoes_rules.bots.ways import way_of
from dominoes_rules.position.choice_models import CHOICES, chosen_model
from dominoes_rules.tournaments.contest import line_ups
from dominoes_solver.batch.decision import Decider
from dominoes_solver.belief.features import Seen, features
from dominoes_solver.belief.fit import choices_of
from dominoes_solver.belief.model import Choices, UnfitModel
from dominoes_solver.belief.player_types import TypeBelief
from dominoes_solver.search import native

HEURISTIC, LIKELIEST = "heuristic", "likeliest"
"""What the published bot is called here, and the best play of the model of choices."""


class Contestant:
    """A bot; what it learns of the others lasts for one match."""

    def __init__(self, name: str, rules: Compiled) -> None:
        """name: a bot, or one of `OWN`. Raises `ArgumentError` and `UnfitModel`."""
        self.decider: Decider | None = None
        if name in OWN:
            self.player = OWN[name](rules)
            return
        named = bot(name, rated=True)
        if way := way_of(named.name, rules):
            self.decider = Decider(rules, way, natively=native.decides(rules))
        self.player = player_of(named.name, self.decider) or asked_player(named)

    def begin(self) -> None:
        """Forget the match before."""
        decider = self.decider
        if decider is not None and decider.way.types:
            seats = decider.compiled.setup.seats
            decider.types = TypeBelief.at_first(decider.way.types, seats)

    def learn(self, turn: Turn) -> None:
        """Take in what a finished round, with every hand open, shows of the others."""
        if self.decider is not None and self.decider.types is not None:
            choices = choices_of(turn.rules, turn.states[0], turn.actions)
            self.decider.types = self.decider.types.after(choices)


class LikeliestPlay:
    """A player that takes the action which a model of choices finds likeliest, without a search."""

    def __init__(self, model: Choices) -> None:
        self.model = model

    def __call__(self, turn: Turn) -> Action:
        """The likeliest action, the first of equals."""
        state = turn.state
        hand = state.hands[state.mover]
        rows = features(Seen(turn.rules, state, turn.shown.facts_before(state)), hand, turn.legal)
        scores = self.model.scores(rows, hand.bit_count())
        return turn.legal[scores.index(max(scores))]


def _likeliest(rules: Compiled) -> Player:
    """Raises `UnfitModel` for a game without a model, its own or one of its kind."""
    chosen = chosen_model(CHOICES, rules.setup)
    if chosen.choices is None:
        raise UnfitModel(chosen.note)
    return LikeliestPlay(chosen.choices)


OWN: dict[str, Callable[[Compiled], Player]] = {
    HEURISTIC: lambda _rules: published_heuristic.player,
    LIKELIEST: _likeliest,
}
"""The players that no command has, by name."""


def lead_of_deal(rules: Compiled, pair: tuple[Player, Player], seed: int, number: int) -> float:
    """What the first of two players gets more than the second in a deal, the mean over seatings.

    It is that of a tournament of the same seed: the same deals, seatings and random numbers.
    """
    setup, total = rules.setup, 0.0
    every = line_ups(setup.sides)
    for line_up in every:
        turn = Turn.dealt(rules, seed, number)
        end = play_round(turn, [pair[line_up[side]] for side in setup.side_of])
        payoff = rules.payoff(*end)
        for member in (0, 1):
            own = [payoff[side] for side, player in enumerate(line_up) if player == member]
            total += (1 - 2 * member) * sum(own) / len(own)
    return setup.sign * total / len(every)
