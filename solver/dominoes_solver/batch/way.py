"""How a bot samples worlds, and in which games it can be decided in bulk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dominoes_lang.analysis.revealed.visibility import reads_hands
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Role
from dominoes_solver.shown_facts import refusal_shows

if TYPE_CHECKING:
    from dominoes_lang.setup.ruleset import Setup
    from dominoes_solver.belief.model import Choices
    from dominoes_solver.belief.player_types import PlayerType


@dataclass(frozen=True)
class Way:
    """How a bot that samples worlds decides.

    worlds: how many worlds are searched. pool: out of how many, weighed by the model; 0 for none.
    best: whether best play with open hands counts. playouts: of each action in each world, by the
    model, or by chance where there is none; with both, half the worth is from either.
    cheats: it sees all hands. overlooks: the chance that it overlooks a move; see `noticing`.
    """

    worlds: int = 1
    pool: int = 0
    best: bool = True
    playouts: int = 0
    cheats: bool = False
    model: Choices | None = None
    overlooks: float = 0.0
    types: tuple[PlayerType, ...] = ()
    """Whom else the others may play like, where the bot learns that; the usual model first."""


def why_not(setup: Setup) -> str:
    """Why positions of a game can't be decided in bulk; empty if they can.

    They can where nothing is drawn or laid aside and the opening gives nothing away but the tile
    laid: there the worlds that fit are those that the passes leave.
    """
    if setup.draws:
        return "tiles are drawn"
    if setup.turn.discards:
        return "tiles are laid aside"
    if not setup.layout.is_line:
        return "the table is no line"
    if setup.redeal is not None:
        return "some deals are dealt again"
    if not refusal_shows(setup) or not all(step.guard is None for step in setup.turn.steps):
        return "a turn has conditions or free passes"
    if reads_hands(setup, setup.domino) or not (setup.blocked_by_passes or setup.blocked_by_hands):
        return "a round ends in an unusual way"
    choice = setup.first_opener[0].choices[0]
    if setup.first_opener[0].condition is not None or len(setup.first_opener) > 1:
        return "who opens depends on a condition"
    who = choice.who
    if isinstance(who, nodes.HolderOf) and isinstance(who.tile, nodes.TileLiteral):
        # A tile that somebody has, and that is laid at once, tells no more than the line.
        laid = choice.with_it or choice.tile == who.tile
        told = setup.stock_size or not laid
        return "the opening tells who was dealt which tile" if told else ""
    if isinstance(who, nodes.Seat) or (isinstance(who, nodes.Who) and who.role is Role.LOT):
        return "" if choice.tile is None else "the opening tells who was dealt which tile"
    return "the opening tells who was dealt which tile"
