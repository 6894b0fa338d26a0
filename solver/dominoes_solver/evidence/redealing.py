"""What it reveals that a deal was not void."""

from __future__ import annotations

from dominoes_lang.analysis.redeals import bound_of, redeal_parts
from dominoes_solver.evidence.builder import Builder
from dominoes_solver.evidence.evidence import NoWorld, Unsupported
from dominoes_solver.evidence.view import Holding
from dominoes_solver.worlds.slots import Counter


def count_redeal(builder: Builder, dealt: tuple[Holding, ...]) -> None:
    """Note the bounds on what the dealt hand of each player, or those of a side, hold.

    Raises `NoWorld` if known hands are void, `Unsupported` for a condition that is no such
    bound.
    """
    for part in redeal_parts(builder.setup):
        bound = bound_of(builder.setup, part)
        if bound is None:
            raise Unsupported(
                "this redeal condition is no bound on the hands of a side, so they can't be counted"
            )
        # Hands have one size, so adding a constant to each tile's weight keeps the bounds
        # equivalent.
        more = -min(0, *bound.weights)
        weights = tuple(weight + more for weight in bound.weights)
        for group in bound.groups:
            amount = bound.amount + more * builder.setup.hand_size * len(group)
            shown = sum(dealt[seat].known for seat in group)
            held = sum(weight for tile, weight in enumerate(weights) if shown >> tile & 1)
            slots = tuple(slot for seat in group for slot in builder.of(seat))
            if bound.at_least:
                counter = Counter(weights, slots, 0, amount - 1 - held)
            else:
                counter = Counter(weights, slots, amount + 1 - held)
            if slots:
                builder.counters.append(counter)
            elif not counter.holds(()):
                names = " and ".join(builder.setup.seat_names[seat] for seat in group)
                raise NoWorld(f"with this hand for {names} the tiles would have been dealt again")
