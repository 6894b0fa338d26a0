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
    from dominoes_lang.setup.binding import ParameterError
    from dominoes_lang.setup.ruleset import Ruleset
    from dominoes_lang.table.state import End
    from dominoes_lang.text.diagnostics import RulesError
    from dominoes_lang.text.exceptions import ArgumentError, DominoesError
    from dominoes_rules.errors import (
        AmbiguousMove,
        IllegalMove,
        InvalidMove,
        PositionError,
        UnclearPosition,
    )
    from dominoes_rules.library import Library, load, variant
    from dominoes_rules.play.round import Round
    from dominoes_rules.position.hidden_hands import worlds
    from dominoes_rules.position.notation import Move
    from dominoes_rules.position.position import Position
    from dominoes_rules.position.questions import ask
    from dominoes_rules.solving.report import solve
    from dominoes_solver.limit import Limit

__all__ = [
    "AmbiguousMove",
    "ArgumentError",
    "DominoesError",
    "End",
    "IllegalMove",
    "InvalidMove",
    "Library",
    "Limit",
    "Move",
    "ParameterError",
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
    "ArgumentError": "dominoes_lang.text.exceptions",
    "DominoesError": "dominoes_lang.text.exceptions",
    "End": "dominoes_lang.table.state",
    "IllegalMove": "dominoes_rules.errors",
    "InvalidMove": "dominoes_rules.errors",
    "Limit": "dominoes_solver.limit",
    "Move": "dominoes_rules.position.notation",
    "ParameterError": "dominoes_lang.setup.binding",
    "Position": "dominoes_rules.position.position",
    "PositionError": "dominoes_rules.errors",
    "Round": "dominoes_rules.play.round",
    "Ruleset": "dominoes_lang.setup.ruleset",
    "RulesError": "dominoes_lang.text.diagnostics",
    "UnclearPosition": "dominoes_rules.errors",
    "ask": "dominoes_rules.position.questions",
    "Library": "dominoes_rules.library",
    "load": "dominoes_rules.library",
    "solve": "dominoes_rules.solving.report",
    "variant": "dominoes_rules.library",
    "worlds": "dominoes_rules.position.hidden_hands",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
