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
    from dominoes_lang.setup.binding import ParameterError as ParameterError
    from dominoes_lang.setup.ruleset import Ruleset as Ruleset
    from dominoes_lang.table.state import End as End
    from dominoes_lang.table.tiles import Tile as Tile
    from dominoes_lang.text.diagnostics import RulesError as RulesError
    from dominoes_lang.text.root_exception import ArgumentError as ArgumentError
    from dominoes_lang.text.root_exception import DominoesError as DominoesError
    from dominoes_rules.errors import AmbiguousMove as AmbiguousMove
    from dominoes_rules.errors import IllegalMove as IllegalMove
    from dominoes_rules.errors import InvalidMove as InvalidMove
    from dominoes_rules.errors import PositionError as PositionError
    from dominoes_rules.errors import RecordError as RecordError
    from dominoes_rules.errors import UnclearPosition as UnclearPosition
    from dominoes_rules.library import Library as Library
    from dominoes_rules.library import load as load
    from dominoes_rules.library import loads as loads
    from dominoes_rules.library import variant as variant
    from dominoes_rules.library import variants as variants
    from dominoes_rules.play.matches import Match as Match
    from dominoes_rules.play.round import Round as Round
    from dominoes_rules.play.simulation import Simulation as Simulation
    from dominoes_rules.play.simulation import simulate as simulate
    from dominoes_rules.position.hidden_hands import Worlds as Worlds
    from dominoes_rules.position.hidden_hands import worlds as worlds
    from dominoes_rules.position.notation import Move as Move
    from dominoes_rules.position.outcome import Outcome as Outcome
    from dominoes_rules.position.outcome import OutcomeBounds as OutcomeBounds
    from dominoes_rules.position.position import Position as Position
    from dominoes_rules.position.questions import ask as ask
    from dominoes_rules.reviewing.reviews import Review as Review
    from dominoes_rules.reviewing.reviews import review as review
    from dominoes_rules.solving.bid_chances import BidChances as BidChances
    from dominoes_rules.solving.bid_chances import bid_chances as bid_chances
    from dominoes_rules.solving.move_search import solve as solve
    from dominoes_rules.solving.progress import Progress as Progress
    from dominoes_rules.solving.report import Report as Report
    from dominoes_rules.statistics.stats_of_game import GameStats as GameStats
    from dominoes_rules.statistics.stats_of_game import stats as stats
    from dominoes_rules.tournaments.duplicate import tournament as tournament
    from dominoes_rules.tournaments.tournament_results import Tournament as Tournament
    from dominoes_solver.limit import Limit as Limit

    __version__: str

_NAMES_IN = {
    "dominoes_lang.setup.binding": "ParameterError",
    "dominoes_lang.setup.ruleset": "Ruleset",
    "dominoes_lang.table.state": "End",
    "dominoes_lang.table.tiles": "Tile",
    "dominoes_lang.text.diagnostics": "RulesError",
    "dominoes_lang.text.root_exception": "ArgumentError DominoesError",
    "dominoes_rules.errors": "AmbiguousMove IllegalMove InvalidMove PositionError RecordError "
    "UnclearPosition",
    "dominoes_rules.library": "Library load loads variant variants",
    "dominoes_rules.play.matches": "Match",
    "dominoes_rules.play.round": "Round",
    "dominoes_rules.play.simulation": "Simulation simulate",
    "dominoes_rules.position.hidden_hands": "Worlds worlds",
    "dominoes_rules.position.notation": "Move",
    "dominoes_rules.position.outcome": "Outcome OutcomeBounds",
    "dominoes_rules.position.position": "Position",
    "dominoes_rules.position.questions": "ask",
    "dominoes_rules.reviewing.reviews": "Review review",
    "dominoes_rules.solving.bid_chances": "BidChances bid_chances",
    "dominoes_rules.solving.progress": "Progress",
    "dominoes_rules.solving.move_search": "solve",
    "dominoes_rules.solving.report": "Report",
    "dominoes_rules.statistics.stats_of_game": "GameStats stats",
    "dominoes_rules.tournaments.duplicate": "tournament",
    "dominoes_rules.tournaments.tournament_results": "Tournament",
    "dominoes_solver.limit": "Limit",
}
"""The public names, by the module in which each is. It is imported when one of its names is first
asked for, so that `check` starts without the solver."""
_HOMES = {name: module for module, names in _NAMES_IN.items() for name in names.split()}
__all__ = list(sorted([*_HOMES, "__version__"]))  # noqa: C413 (ruff reads `list` alone)

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
