"""Who plays in the measurements: bots by name, and players that no command has."""

from __future__ import annotations

from collections.abc import Callable

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.state import Action
from dominoes_rules.bots import bot
from dominoes_rules.bots.bot_rounds import Player, Turn, asked_player, play_round, player_of
from dominoes_rules.bots.ways import way_of
from dominoes_rules.position.choice_models import CHOICES, chosen_model
from dominoes_rules.tournaments.contest import line_ups
from dominoes_solver.batch.decision import Decider
from dominoes_solver.belief.features import Seen, features
from dominoes_solver.belief.model import Choices, UnfitModel
from dominoes_solver.search import native

LIKELIEST = "likeliest"
"""What the best play of the model of choices is called here."""


class Contestant:
    """A bot, or one of `OWN`, as a player of single deals."""

    def __init__(self, name: str, rules: Compiled) -> None:
        """Raises `ArgumentError` and `UnfitModel`."""
        if name in OWN:
            self.player = OWN[name](rules)
            return
        named = bot(name, rated=True)
        way = way_of(named.name, rules)
        decider = Decider(rules, way, natively=native.decides(rules)) if way else None
        self.player = player_of(named.name, decider) or asked_player(named)


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


OWN: dict[str, Callable[[Compiled], Player]] = {LIKELIEST: _likeliest}
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
