"""What it reveals that a deal was not void."""

from __future__ import annotations

from dominoes_lang.analysis.redeals import bound_of, redeal_parts
from dominoes_solver.evidence.builder import Builder, NoWorld, Unsupported
from dominoes_solver.evidence.view import Holding
from dominoes_solver.worlds.slots import Counter


def count_redeal(builder: Builder, dealt: tuple[Holding, ...]) -> None:
    """Note the bounds on what each dealt hand holds.

    Raises `NoWorld` where a known hand is void, `Unsupported` for a condition that is not a bound
    on single hands.
    """
    for part in redeal_parts(builder.setup):
        bound = bound_of(builder.setup, part)
        if bound is None:
            raise Unsupported(
                "this redeal condition is not a bound on single hands, so they can't be counted"
            )
        # Hands have one size, so adding a constant to each tile's weight keeps the bounds
        # equivalent.
        more = -min(0, *bound.weights)
        weights = tuple(weight + more for weight in bound.weights)
        amount = bound.amount + more * builder.setup.hand_size
        for seat in bound.seats:
            hand = dealt[seat]
            known = sum(weight for tile, weight in enumerate(weights) if hand.known >> tile & 1)
            slots = builder.of(seat)
            if bound.at_least:
                counter = Counter(weights, slots, 0, amount - 1 - known)
            else:
                counter = Counter(weights, slots, amount + 1 - known)
            if slots:
                builder.counters.append(counter)
            elif not counter.holds(()):
                name = builder.setup.seat_names[seat]
                raise NoWorld(f"with this hand for {name} the tiles would have been dealt again")
