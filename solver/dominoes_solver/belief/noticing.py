"""Which moves a player notices who overlooks some of them, as people do."""

from __future__ import annotations

from collections.abc import Callable


def noticed(count: int, overlooks: float, draw: Callable[[], float]) -> list[int]:
    """The places of the moves that are noticed, among so many, in order; at least one.

    One move catches the eye, each equally likely; each other one is overlooked with the chance
    `overlooks`. So a player who overlooks everything plays at random, and one who overlooks nothing
    draws no random number. `draw` gives numbers from 0 on, below 1, in parts of `FINEST`.
    """
    if not overlooks:
        return list(range(count))
    eye = int(draw() * count)
    return [index for index in range(count) if (draw() >= overlooks) | (index == eye)]
