"""Awards after a play that ask whether anybody can play, where hands are hidden."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from dominoes_lang.analysis.revealed.visibility import reads_hands
from dominoes_lang.codegen.compiled import Compiled, compile_rules
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Node, Role, changed


@lru_cache(100)
def either_way(compiled: Compiled) -> tuple[Compiled, Compiled]:
    """The rules where awards take somebody to be able to play, and where they take nobody to be.

    Both are the rules themselves where no award during the round asks that.
    """
    setup = compiled.setup
    if not any(reads_hands(setup, award) for award in setup.in_play):
        return compiled, compiled

    def paying(*, able: bool) -> Compiled:
        def answered(part: Node) -> Node:
            if isinstance(part, nodes.Can):
                somebody = isinstance(part.who, nodes.Who) and part.who.role is Role.ANY_PLAYER
                return nodes.YesNo(somebody == able, span=part.span)
            return part

        return compile_rules(
            replace(setup, in_play=tuple(changed(award, answered) for award in setup.in_play))
        )

    return paying(able=True), paying(able=False)
