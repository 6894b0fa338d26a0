"""Which games one model of choices serves: those in which players of any of them choose alike."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dominoes_lang.analysis.payoffs.payoff_bound import winner_takes_all
from dominoes_lang.syntax.nodes import Clause, Fact, Read, Related, Role, Who, names_in
from dominoes_lang.table.tiles import TileSet

_COMMENT = re.compile(r"#[^\n]*")

if TYPE_CHECKING:
    from dominoes_lang.setup.ruleset import Setup

LONGEST_KINSHIP = 2_000
"""Longer texts are in no file, so rules that have one are kin to none."""
_CLAUSES = ("tiles", "turn", "domino")
"""Those that are compared word for word; so is `blocked`, where a round ends in no common way."""


def written(clause: Clause) -> str:
    """A clause word for word, without its comments and its line breaks."""
    return " ".join(_COMMENT.sub("", clause.span.text).split())


def kinship(setup: Setup) -> str:
    """What games must have in common for their players to choose alike, in words.

    Two games with the same text are kin. Who opens, how blocked rounds are decided and what a win
    is worth may differ. It is empty where a model serves its own rules alone: where the winner of a
    round does not take everything, where going out does not win, and where the table is no line.
    """
    first = setup.winner.rows[0]
    goer = first.value
    if isinstance(goer, Related) and goer.relation == "side":
        goer = goer.who
    goes_out_and_wins = (
        isinstance(first.condition, Read)
        and first.condition.fact is Fact.DOMINO
        and isinstance(goer, Who)
        and goer.role is Role.FINISHER
    )
    if not (goes_out_and_wins and winner_takes_all(setup) and setup.layout.is_line):
        return ""
    ruleset = setup.ruleset
    common = setup.blocked_by_hands or setup.blocked_by_passes
    clauses = [ruleset.clauses[name] for name in (_CLAUSES if common else (*_CLAUSES, "blocked"))]
    if any(names_in(clause) for clause in clauses):
        return ""
    tiles, *rules = (written(clause) for clause in clauses)
    if setup.tiles == TileSet.up_to(setup.tiles.highest):
        # Tiles may be left out for other numbers of players.
        tiles = tiles.partition(" without ")[0]
    players = f"{setup.seats} players; {setup.sides} sides"
    dealt = f"deal: {setup.hand_size} each; reserve: {setup.reserve}"
    text = "; ".join((players, tiles, dealt, *rules))
    return text if len(text) <= LONGEST_KINSHIP else ""
