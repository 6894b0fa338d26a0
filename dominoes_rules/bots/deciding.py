"""One decision of a bot in a round, from what its seat knows."""

from __future__ import annotations

from random import Random

from dominoes_rules.bots.named import NamedBot
from dominoes_rules.play.round import Round
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position


def decide(
    bot: NamedBot, game: Round, *, seed: int | str = 0, chance: Random | None = None
) -> Move:
    """The move of a bot whose turn it is in a round that goes on; the round is not changed.

    The bot is given a position read from the text of what its seat has seen, so that nothing leads
    from there to the other hands. Its chance depends on the seed, the round of the match, the
    actions played in the round and the seat alone: a match that is resumed goes on as before.
    A move that is the only legal one is made without asking. `chance` stands in for that of a seed.

    >>> from dominoes_rules import variant
    >>> from dominoes_rules.bots import bot
    >>> game = Round(variant("block"), seed=7)
    >>> while not game.is_over:
    ...     game.push(decide(bot("heaviest"), game))
    >>> game.outcome
    Outcome(over='blocked', winner='B', points={'A': 0, 'B': 17})
    """
    moves = game.legal_moves
    if len(moves) == 1:
        return moves[0]
    random = chance or chance_of(seed, game.state.round, len(game.actions) + 1, game.turn)
    if bot.cheats:
        return bot(game.copy(), random)  # type: ignore[arg-type]
    return bot(Position(game.text_seen_by(game.turn), game.setup.ruleset), random)


def chance_of(seed: int | str, round_number: int, action: int, seat: str) -> Random:
    """The chance of one decision: of an action by its number from 1, for a seat by its letter."""
    return Random(f"{seed}/{round_number}/{action}/{seat}")
