"""Computer players: `bot("solver:worlds=20")` returns one, and `decide` its move in a round."""

from dominoes_rules.bots.deciding import decide
from dominoes_rules.bots.door import bot
from dominoes_rules.bots.named import Bot, NamedBot, cheat

__all__ = ["Bot", "NamedBot", "bot", "cheat", "decide"]
