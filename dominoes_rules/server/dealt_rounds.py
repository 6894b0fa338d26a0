"""How the rounds of a table are dealt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.codegen.dealing import dealt
from dominoes_lang.table.state import State
from dominoes_rules.play.deals import dealt_next, until_valid

Deals: TypeAlias = Callable[[Compiled, State | None, int], tuple[State, Sequence[int]]]
"""From the rules, the end of the round before and the number of the round to its start and its
pack: the tiles by number, those of the first seat first."""


def from_seed(seed: int) -> Deals:
    """The deals that `dominoes_rules.Match` makes of a seed."""

    def deal(compiled: Compiled, before: State | None, number: int) -> tuple[State, Sequence[int]]:
        random = Random(f"{seed}/deal" if number == 1 else f"{seed}/deal/{number}")
        pack = list(range(len(compiled.setup.tiles)))

        def attempt() -> State | None:
            random.shuffle(pack)
            lot = random.randrange(compiled.setup.seats)
            if before is None:
                return dealt(compiled, pack, lot)
            return dealt_next(compiled, before, pack, lot)

        return until_valid(compiled.setup, attempt), pack

    return deal
