"""Rules, hidden hands and best moves of domino games: what a program imports.

>>> import dominoes_rules as dr
>>> pos = dr.Position(
...     "partnership A:66.15.22.24.20.43.50/B:x7/C:x7/D:x7 play:66,61l,62r,-,15l,-,52l,-"
... )
>>> dr.worlds(pos).count
15008
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dominoes_lang.diagnostics import RulesError
    from dominoes_lang.ruleset import Ruleset
    from dominoes_lang.state import End
    from dominoes_rules.asking import ask
    from dominoes_rules.errors import (
        AmbiguousMove,
        IllegalMove,
        InvalidMove,
        PositionError,
        UnclearPosition,
    )
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
    "RulesError",
    "Ruleset",
    "UnclearPosition",
    "ask",
    "load",
    "solve",
    "variant",
    "worlds",
]

# Where each name lives; a module is imported when a name of it is first asked for, so that
# `check` starts without the solver.
_HOMES = {
    "AmbiguousMove": "dominoes_rules.errors",
    "End": "dominoes_lang.state",
    "IllegalMove": "dominoes_rules.errors",
    "InvalidMove": "dominoes_rules.errors",
    "Limit": "dominoes_solver.limit",
    "Move": "dominoes_rules.notation",
    "Position": "dominoes_rules.position",
    "PositionError": "dominoes_rules.errors",
    "Round": "dominoes_rules.rounds",
    "Ruleset": "dominoes_lang.ruleset",
    "RulesError": "dominoes_lang.diagnostics",
    "UnclearPosition": "dominoes_rules.errors",
    "ask": "dominoes_rules.asking",
    "load": "dominoes_rules.library",
    "solve": "dominoes_rules.solving",
    "variant": "dominoes_rules.library",
    "worlds": "dominoes_rules.hands",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
