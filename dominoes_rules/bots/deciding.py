"""One decision of a bot in a round, from what its seat has seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.text.quoting import short
from dominoes_rules.bots.named import NO_ENDS, NamedBot
from dominoes_rules.play.round import Round
from dominoes_rules.position.choice_models import CHOICES, COUNTED, chosen_model
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_solver.belief.model import UnfitModel


def decide(
    bot: NamedBot,
    game: Round,
    *,
    seed: int | str = 0,
    chance: Random | None = None,
    earlier: Sequence[str] = (),
) -> Move:
    """Return the move of the bot whose turn it is; the round is not changed.

    The bot receives a position made from the text of what its seat has seen, without any reference
    to the other hands. Its random numbers depend only on the seed, the round of the match, the
    actions so far and the seat, so a resumed match continues as before. If only one move is legal,
    the bot is not called. `chance` replaces the random numbers of the seed. `earlier` are the
    records of the rounds before, with every hand, from which a bot may learn how the others play.

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
    random = chance or Random(seed_of_turn(seed, game, len(game.actions) + 1))
    if bot.cheats:
        return bot(game.copy(), random)  # type: ignore[arg-type]
    position = Position(game.text_seen_by(game.turn), game.setup.ruleset)
    return bot(after_rounds(bot, position, earlier), random)


def models_of(bot: NamedBot, setup: Setup) -> list[tuple[str, str]]:
    """The files that a bot plays a game by, and the digest of each.

    Raises `UnfitModel` for a bot that does not play the game.
    """
    if bot.needs_ends and setup.tricks is not None:
        raise UnfitModel(f"bot {short(bot.name)}: {NO_ENDS}; counts and random play {setup.name}")
    model, files = chosen_model(bot.model, setup), []
    if model.choices is not None:
        files.append((model.file, model.choices.digest))
    if bot.quick is not None and (quick := bot.quick.chosen(setup)) is not None:
        files.append((quick.file, quick.model.digest))
    return files


def expect_right_file(bot: NamedBot, setups: Iterable[Setup]) -> None:
    """Raise `UnfitModel` for a bot that plays none of these games, as by a file made for others."""
    names_file = bot.quick is not None and bot.quick.names_file
    if not (names_file or bot.needs_ends) and bot.model in {COUNTED, CHOICES}:
        return
    refused = []
    for setup in setups:
        try:
            models_of(bot, setup)
        except UnfitModel as error:
            refused.append(error)
        else:
            return
    raise UnfitModel(f"bot {short(bot.name)}: {refused[-1]}")


def learns(bot: NamedBot, setup: Setup) -> bool:
    """Whether earlier rounds of the match may change the choices of a bot."""
    return bot.model != COUNTED and chosen_model(bot.model, setup).choices is not None


def after_rounds(bot: NamedBot, position: Position, earlier: Sequence[str]) -> Position:
    """A position after these rounds of the match, if the bot learns from them how others play."""
    return position.after_rounds(*earlier) if earlier and learns(bot, position.setup) else position


def seed_of_turn(seed: int | str, game: Round, action: int) -> str:
    """The seed of one decision in a round of a match, of an action by its number."""
    sets = "".join(f"{won}-" for won in game.state.more.sets)
    return seed_of(f"{seed}/{sets}" if sets else seed, game.state.round, action, game.turn)


def seed_of(seed: int | str, round_number: int, action: int, seat: str) -> str:
    """The seed of one decision: of an action by its number from 1, for a seat by its letter."""
    return f"{seed}/{round_number}/{action}/{seat}"
