"""What a snapshot tells: less than a record, since it forgets how things came about."""

from __future__ import annotations

from dominoes_lang.compiled import Compiled
from dominoes_lang.setup import Setup
from dominoes_lang.state import NOBODY, Over
from dominoes_lang.syntax import DRAWING, Act
from dominoes_lang.turns import situations
from dominoes_solver.evidence import Builder, Evidence, NoWorld, empty_state
from dominoes_solver.slots import STOCK
from dominoes_solver.view import Snapshot


def look(compiled: Compiled, snapshot: Snapshot) -> Evidence:
    """The evidence of a snapshot. Raises `NoWorld` where nothing fits it."""
    setup = compiled.setup
    known = snapshot.laid
    for hand in snapshot.hands:
        known |= hand.known
    for tile in snapshot.stock:
        known |= 1 << tile
    builder = Builder(compiled, setup.tiles.all & ~known)
    for seat, hand in enumerate(snapshot.hands):
        if hand.unseen:
            builder.slot(seat, 0, hand.unseen)
    _add_stock(builder, snapshot)
    sizes = tuple(hand.size for hand in snapshot.hands)
    finisher = snapshot.finisher
    if finisher is None:
        finisher = setup.after(snapshot.mover, -1 - snapshot.passes)
    state = empty_state(
        setup,
        snapshot.mover if snapshot.opener is None else snapshot.opener,
        snapshot.round,
        snapshot.scores,
    )._replace(
        hands=tuple(hand.known for hand in snapshot.hands),
        ends=snapshot.ends,
        stock=snapshot.stock,
        mover=snapshot.mover,
        finisher=finisher if snapshot.ends else NOBODY,
        plays=snapshot.laid.bit_count(),
        passes=snapshot.passes,
    )
    _note_void(builder, snapshot)
    for seat, size in enumerate(sizes):
        if not size:
            raise NoWorld(f"{setup.seat_names[seat]} has no tiles, so the round is over")
    stock = (*snapshot.stock, *([-2] * snapshot.stock_unseen))
    if not builder.goes_on(state._replace(stock=stock), sizes):
        state = state._replace(over=Over.BLOCKED)
    evidence = builder.build(state, sizes, -1, _notes(setup, snapshot))
    if not evidence.table.count:
        why = "; ".join(one.why for one in evidence.deductions)
        raise NoWorld(f"no hands fit all of: {why or 'the written tiles'}")
    return evidence


def _add_stock(builder: Builder, snapshot: Snapshot) -> None:
    """The slot of the stock; the tiles must add up."""
    room = sum(slot.size for slot in builder.slots)
    left = builder.tiles.bit_count() - room
    if left != snapshot.stock_unseen:
        raise NoWorld(
            f"{builder.tiles.bit_count()} tiles are not written, and there are "
            f"{room + snapshot.stock_unseen} places for them"
        )
    builder.slot(STOCK, 0, left)


def _note_void(builder: Builder, snapshot: Snapshot) -> None:
    """`void:` facts, and what the passes in a row tell."""
    setup = builder.setup
    void = list(snapshot.void) or [0] * setup.seats
    why = ["a void: fact"] * setup.seats
    if snapshot.passes and snapshot.ends and passes_tell(setup):
        bearing = setup.tiles.bearing
        fits = bearing[snapshot.ends[0]] | bearing[snapshot.ends[1]]
        for place in range(min(snapshot.passes, setup.seats)):
            seat = setup.after(snapshot.mover, -1 - place)
            void[seat] |= fits
            why[seat] = f"{setup.seat_names[seat]} passed on these ends"
    for seat, tiles in enumerate(void):
        known = tiles & snapshot.hands[seat].known
        name = setup.seat_names[seat]
        if known:
            tile = setup.tiles.tiles[known.bit_length() - 1]
            raise NoWorld(f"{name} holds {tile}, against this: {why[seat]}")
        builder.refuse(seat, builder.of(seat), tiles, 0, f"{name}: {why[seat]}")


def passes_tell(setup: Setup) -> bool:
    """Whether the last passes in a row are those of the last seats, none of which could play."""
    if any(step.act is Act.DRAW_THEN_STOP for step in setup.steps):
        return False
    known = situations(setup)
    return known is not None and not any(
        situation.able
        and any(setup.steps[step].act is Act.PASS for step in situation.open_steps(setup))
        for situation in known
    )


def _notes(setup: Setup, snapshot: Snapshot) -> tuple[str, ...]:
    """What this snapshot may have lost."""
    if all(not hand.unseen for hand in snapshot.hands):
        return ()
    notes = ["a snapshot forgets earlier passes; write a record, or void: facts, to count them"]
    if any(step.act in DRAWING for step in setup.steps):
        notes.append("it forgets which tiles were drawn when")
    return tuple(notes)
