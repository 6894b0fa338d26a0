"""What it reveals that a deal was not void."""

from __future__ import annotations

from dominoes_lang.analysis.redeals import HandBound, HandBounds, bounds_of
from dominoes_solver.evidence.builder import Builder
from dominoes_solver.evidence.demanded import DemandedHands
from dominoes_solver.evidence.evidence import NoWorld, Unsupported
from dominoes_solver.evidence.formulas import Demand, Formula, conjuncts, join
from dominoes_solver.evidence.view import Holding
from dominoes_solver.worlds.slots import Counter


def count_redeal(builder: Builder, dealt: tuple[Holding, ...]) -> None:
    """Note the bounds on what the dealt hand of each player, or those of a side, hold.

    Raises `NoWorld` if known hands are void, `Unsupported` for a condition that is no such
    bound.
    """
    setup = builder.setup
    if setup.redeal is None:
        return
    void = bounds_of(setup, setup.redeal)
    if void is None:
        raise Unsupported(
            "this redeal condition is no bound on the hands of a side, so they can't be counted"
        )
    formula = demanded(builder, dealt, void.opposite())
    if False in conjuncts(formula):
        known = [seat for seat in setup.playing if not builder.of(seat)]
        names = " and ".join(setup.seat_names[seat] for seat in known)
        raise NoWorld(f"with this hand for {names} the tiles would have been dealt again")
    note(builder, formula)


def note(builder: Builder, formula: Formula) -> None:
    """Note that a formula of demands on the slots so far holds."""
    for part in conjuncts(formula):
        match part:
            case Demand(weights, slots, low, high):
                builder.counters.append(Counter(weights, slots, low, high))
            case tuple():
                builder.demanded.append(DemandedHands(part))


def demanded(builder: Builder, dealt: tuple[Holding, ...], bounds: HandBounds) -> Formula:
    """Bounds on dealt hands as demands on the slots of their hidden tiles."""
    if not isinstance(bounds, HandBound):
        return join(bounds.joiner, [demanded(builder, dealt, part) for part in bounds.parts])
    # Hands have one size, so adding a constant to each tile's weight keeps the bounds equivalent.
    more = -min(0, *bounds.weights)
    weights = tuple(weight + more for weight in bounds.weights)
    shown = sum(dealt[seat].known for seat in bounds.seats)
    held = sum(weight for tile, weight in enumerate(weights) if shown >> tile & 1)
    amount = bounds.amount + more * builder.setup.hand_size * len(bounds.seats) - held
    slots = tuple(slot for seat in bounds.seats for slot in builder.of(seat))
    if bounds.at_least:
        return Demand(weights, slots, amount, None) if slots else amount <= 0
    return Demand(weights, slots, 0, amount) if slots else amount >= 0
