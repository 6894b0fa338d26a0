"""Who opens a round, and with what, as programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Role
from dominoes_solver.search.native.programs.words import Inexpressible, Words
from dominoes_solver.search.native.rows import row_format as at

if TYPE_CHECKING:
    from collections.abc import Sequence


class Openers(Words):
    """Writes who opens, and with what."""

    def opening(self, choices: Sequence[nodes.Opening]) -> None:
        """Name the opener and the tiles to open with by the first choice that applies.

        Leaves 1, or 0 for a void deal. The row holds the seat of the lot.
        """
        for choice in choices:
            if choice.draws:
                raise Inexpressible("a draw before the opening")
            if choice.who is None:
                break
            if choice.by_choice:
                raise Inexpressible("an opener that a side chooses")
            self._seat(choice.who)
            self.add(at.STORE, at.OPENER)
            self.add(at.LOAD, at.OPENER)
            self.add(at.PUSH, 0)
            self.add(at.AT_LEAST)
            nobody = self.jump(at.JUMP_UNLESS)
            self.tiles(choice)
            without = self.jump(at.JUMP_UNLESS)
            self.add(at.PUSH, 1)
            self.add(at.END)
            self.land(nobody)
            self.land(without)
        self.add(at.PUSH, 0)
        self.add(at.END)

    def _seat(self, who: nodes.Expression) -> None:
        if isinstance(who, nodes.Who) and who.role is Role.LOT:
            self.add(at.LOAD, at.LOT)
        else:
            self.value(self.lowering.player(who))

    def tiles(self, choice: nodes.Opening) -> None:
        """Store those of the opener's tiles that may open, and leave whether there are any."""
        self.add(at.LOAD, at.OPENER)
        self.add(at.LOOKUP, self.data.places["only"])
        self.add(at.UNION_OF)
        tile = self.tile_of(choice)
        if isinstance(tile, nodes.AnyOf):
            self.add(at.PUSH, self.setup.mask_of(tile))
            self.add(at.BITS_AND)
        elif tile is not None:
            self.value(self.lowering.bit(tile))
            self.add(at.BITS_AND)
        self.add(at.STORE, at.OPENING)
        self.add(at.LOAD, at.OPENING)

    def tile_of(self, choice: nodes.Opening) -> nodes.Expression | nodes.AnyOf | None:
        """What the opener must lay; None for any tile."""
        if choice.with_it and isinstance(choice.who, nodes.HolderOf):
            return choice.who.tile
        return choice.tile
