"""The bots that sample worlds and are decided in bulk."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from dominoes_rules.bots.catalogue import OFF
from dominoes_rules.bots.door import options_of
from dominoes_rules.bots.levels import behind
from dominoes_rules.bots.sampling_bots import in_easy_reach
from dominoes_rules.position.choice_models import CHOICES, COUNTED, chosen_model, types_beside
from dominoes_solver.batch.way import Way, why_not
from dominoes_solver.pimc.weighed_search import PLAYOUTS, PLAYOUTS_ALONE, Worth, pool_for

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled

MOST_WORLDS = 10_000
"""More than that are left to `solve`."""


def way_of(name: str, compiled: Compiled) -> Way | None:
    """How a bot samples worlds in a game; None where it does not, or asks for a position.

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
    searched = in_easy_reach(compiled)
    if kind == "omniscient":
        return Way(cheats=True) if searched else None
    if kind not in {"solver", "strong", "playouts"} or not setup.plain or why_not(setup):
        return None
    options = options_of(name)
    worlds = options.get("n") or options.get("worlds")
    if options.get("time") or not isinstance(worlds, int) or worlds > MOST_WORLDS:
        return None
    if kind == "playouts":
        return Way(worlds, best=False, playouts=1)
    asked = CHOICES if kind == "strong" else str(options.get("model") or COUNTED)
    model = chosen_model(asked, setup).choices
    if model is None:
        return Way(worlds) if searched else None
    worth = Worth(options.get("worth") or Worth.HALF) if searched else Worth.PLAY
    playouts = {Worth.BEST: 0, Worth.HALF: PLAYOUTS, Worth.PLAY: PLAYOUTS_ALONE}[worth]
    best = worth is not Worth.PLAY
    types = () if options.get("types") == OFF else types_beside(model)
    return Way(worlds, pool_for(worlds), best, playouts, model=model, types=types)
