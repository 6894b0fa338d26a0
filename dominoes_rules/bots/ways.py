"""The bots that machine code plays as well, and one decision of theirs in plain Python.

Both ways have the same worlds, drawn by the same random numbers, and take the same actions.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from dominoes_rules.bots.door import options_of
from dominoes_rules.bots.levels import behind
from dominoes_rules.bots.sampling_bots import in_easy_reach
from dominoes_rules.play.round import Round
from dominoes_rules.position.choice_models import CHOICES, COUNTED, chosen_model
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_solver.belief.bot_rounds import PLAINLY, Way, why_not
from dominoes_solver.belief.features import refusal_shows
from dominoes_solver.belief.sampled_choice import sampled_choice
from dominoes_solver.pimc.weighed_search import PLAYOUTS, PLAYOUTS_ALONE, Worth, pool_for

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_solver.chance import Chance

MOST_WORLDS = 10_000
"""More than that have no room in machine code."""


def way_of(name: str, compiled: Compiled) -> Way | None:
    """How machine code has a bot in a game; None where it has not.

    name: a canonical one or a level, as `NamedBot` has it.
    Raises `UnfitModel` as `chosen_model` does.
    """
    level = behind(name)
    way = _way_of(level.bot, compiled)
    return way and replace(way, overlooks=level.overlooks)


def _way_of(name: str, compiled: Compiled) -> Way | None:
    kind, setup = name.partition(":")[0], compiled.setup
    if setup.draws:
        return None
    if kind in PLAINLY:
        return Way(kind) if kind != "essay" or refusal_shows(setup) else None
    searched = in_easy_reach(compiled)
    if kind == "omniscient":
        return Way("sample", worlds=1, cheats=True) if searched else None
    if kind not in {"solver", "strong", "playouts"} or not setup.plain or why_not(setup):
        return None
    options = options_of(name)
    worlds = options.get("n") or options.get("worlds")
    if options.get("time") or not isinstance(worlds, int) or worlds > MOST_WORLDS:
        return None
    if kind == "playouts":
        return Way("sample", worlds, best=False, playouts=1)
    asked = CHOICES if kind == "strong" else str(options.get("model") or COUNTED)
    model = chosen_model(asked, setup).choices
    if model is None:
        return Way("sample", worlds) if searched else None
    worth = Worth(options.get("worth") or Worth.HALF) if searched else Worth.PLAY
    playouts = {Worth.BEST: 0, Worth.HALF: PLAYOUTS, Worth.PLAY: PLAYOUTS_ALONE}[worth]
    best = worth is not Worth.PLAY
    return Way("sample", worlds, pool_for(worlds), best=best, playouts=playouts, model=model)


def by_way(way: Way, game: Round, chance: Chance) -> Move:
    """The move of a bot that samples worlds, in a round that goes on; it sees what its seat saw."""
    if way.cheats:
        position = game.position
    else:
        position = Position(game.text_seen_by(game.turn), game.setup.ruleset)
    moves = position.legal_moves
    return moves[sampled_choice(position.evidence, position.view, way, chance, len(moves))]
