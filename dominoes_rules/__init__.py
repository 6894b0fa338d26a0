"""Rules, hidden hands and best moves of domino games: what a program imports.

>>> import dominoes_rules as dr
>>> pos = dr.Position(
...     "partnership A:66.15.22.24.20.43.50/B:x7/C:x7/D:x7 play:66,61l,62r,-,15l,-,52l,-"
... )
>>> dr.worlds(pos).count
15008
"""

from dominoes_lang.diagnostics import RulesError
from dominoes_lang.ruleset import Ruleset
from dominoes_lang.state import End
from dominoes_rules.errors import AmbiguousMove, IllegalMove, InvalidMove, PositionError
from dominoes_rules.hands import worlds
from dominoes_rules.library import load, variant
from dominoes_rules.notation import Move
from dominoes_rules.position import Position
from dominoes_rules.rounds import Round
from dominoes_rules.solving import solve
from dominoes_solver.limit import Limit

__all__ = [
    "AmbiguousMove",
    "End",
    "IllegalMove",
    "InvalidMove",
    "Limit",
    "Move",
    "Position",
    "PositionError",
    "Round",
    "Ruleset",
    "RulesError",
    "load",
    "solve",
    "variant",
    "worlds",
]
