"""What the mover of a decision does not see."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import State
    from dominoes_solver.shown_facts import Facts


class Unseen(NamedTuple):
    """The tiles that a mover does not see, and what is known of the hands that they are in."""

    mover: int
    own: int
    tiles: int
    void: tuple[int, ...]
    """For each seat the mask of tiles that it has shown not to hold."""
    sizes: tuple[int, ...]
    """For each seat how many unseen tiles it holds."""

    @classmethod
    def of(cls, compiled: Compiled, state: State, facts: Facts) -> Unseen:
        """What the mover of a state does not see; of the other hands only the sizes are used."""
        mover, own = state.mover, state.hands[state.mover]
        sizes = [hand.bit_count() for hand in state.hands]
        sizes[mover] = 0
        tiles = compiled.setup.tiles.all & ~facts.laid & ~own
        return cls(mover, own, tiles, facts.void, tuple(sizes))
