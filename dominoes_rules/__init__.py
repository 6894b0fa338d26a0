"""The Python library: rules, hidden hands and best moves of domino games.

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
    from dominoes_lang.table.tiles import Tile
    from dominoes_lang.text.diagnostics import RulesError
    from dominoes_lang.text.root_exception import ArgumentError, DominoesError
    from dominoes_rules.errors import (
        AmbiguousMove,
        IllegalMove,
        InvalidMove,
        PositionError,
        RecordError,
        UnclearPosition,
    )
    from dominoes_rules.library import Library, load, loads, variant, variants
    from dominoes_rules.play.matches import Match
    from dominoes_rules.play.round import Round
    from dominoes_rules.play.simulation import Simulation, simulate
    from dominoes_rules.position.hidden_hands import Worlds, worlds
    from dominoes_rules.position.notation import Move
    from dominoes_rules.position.outcome import Outcome
    from dominoes_rules.position.position import Position
    from dominoes_rules.position.questions import ask
    from dominoes_rules.reviewing.reviews import Review, review
    from dominoes_rules.solving.progress import Progress
    from dominoes_rules.solving.report import Report, solve
    from dominoes_rules.tournaments.duplicate import Tournament, tournament
    from dominoes_solver.limit import Limit

    __version__: str

__all__ = [
    "AmbiguousMove",
    "ArgumentError",
    "DominoesError",
    "End",
    "IllegalMove",
    "InvalidMove",
    "Library",
    "Limit",
    "Match",
    "Move",
    "Outcome",
    "ParameterError",
    "Position",
    "PositionError",
    "Progress",
    "RecordError",
    "Report",
    "Review",
    "Round",
    "RulesError",
    "Ruleset",
    "Simulation",
    "Tile",
    "Tournament",
    "UnclearPosition",
    "Worlds",
    "__version__",
    "ask",
    "load",
    "loads",
    "review",
    "simulate",
    "solve",
    "tournament",
    "variant",
    "variants",
    "worlds",
]

# Where each name lives; a module is imported when a name of it is first asked for, so that
# `check` starts without the solver.
_HOMES = {
    "AmbiguousMove": "dominoes_rules.errors",
    "ArgumentError": "dominoes_lang.text.root_exception",
    "DominoesError": "dominoes_lang.text.root_exception",
    "End": "dominoes_lang.table.state",
    "IllegalMove": "dominoes_rules.errors",
    "InvalidMove": "dominoes_rules.errors",
    "Library": "dominoes_rules.library",
    "Limit": "dominoes_solver.limit",
    "Match": "dominoes_rules.play.matches",
    "Move": "dominoes_rules.position.notation",
    "Outcome": "dominoes_rules.position.outcome",
    "ParameterError": "dominoes_lang.setup.binding",
    "Position": "dominoes_rules.position.position",
    "PositionError": "dominoes_rules.errors",
    "Progress": "dominoes_rules.solving.progress",
    "RecordError": "dominoes_rules.errors",
    "Report": "dominoes_rules.solving.report",
    "Review": "dominoes_rules.reviewing.reviews",
    "Round": "dominoes_rules.play.round",
    "RulesError": "dominoes_lang.text.diagnostics",
    "Ruleset": "dominoes_lang.setup.ruleset",
    "Simulation": "dominoes_rules.play.simulation",
    "Tile": "dominoes_lang.table.tiles",
    "Tournament": "dominoes_rules.tournaments.duplicate",
    "UnclearPosition": "dominoes_rules.errors",
    "Worlds": "dominoes_rules.position.hidden_hands",
    "ask": "dominoes_rules.position.questions",
    "load": "dominoes_rules.library",
    "loads": "dominoes_rules.library",
    "review": "dominoes_rules.reviewing.reviews",
    "simulate": "dominoes_rules.play.simulation",
    "solve": "dominoes_rules.solving.report",
    "tournament": "dominoes_rules.tournaments.duplicate",
    "variant": "dominoes_rules.library",
    "variants": "dominoes_rules.library",
    "worlds": "dominoes_rules.position.hidden_hands",
}

if not TYPE_CHECKING:  # a type checker would take it to have every name

    def __getattr__(name: str) -> object:
        if name == "__version__":
            from importlib.metadata import version

            value: object = version("dominoes-rules")
        elif name in _HOMES:
            value = getattr(import_module(_HOMES[name]), name)
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
