"""Whether the records of a round reproduce the round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.state import SEAT_LETTERS, Action, State
from dominoes_rules.play.deals import as_record, record_seen_by
from dominoes_solver.evidence.evidence import NoWorld, Unsupported
from dominoes_solver.evidence.replay import RefusedAction, Replay
from dominoes_solver.evidence.view import Record


def misread(
    compiled: Compiled,
    states: Sequence[State],
    actions: Sequence[Action],
    seats: Iterable[int],
) -> tuple[int, str] | None:
    """The first action after which a record gives another turn, other ends or other hands.

    states: those of the round, from the deal on, one more than the actions. Compared are the record
    with every hand open and those that these seats see. Returns the number of the
    action, from 1 (0 for the deal), and what is wrong; None if nothing is.
    """
    setup = compiled.setup
    wrong = [_misread(compiled, states, as_record(setup, states[0], actions), None)] + [
        _misread(compiled, states, record_seen_by(setup, states, actions, seat), seat)
        for seat in seats
    ]
    return min(filter(None, wrong), default=None)


def _misread(
    compiled: Compiled, states: Sequence[State], record: Record, seat: int | None
) -> tuple[int, str] | None:
    """The same, for the record that one seat sees, or of which every hand is open."""
    whose = "the record" if seat is None else f"the record that {SEAT_LETTERS[seat]} sees"
    known = slice(None) if seat is None else slice(seat, seat + 1)
    try:
        for number, read in enumerate(Replay(compiled, record).states()):
            state = states[number]
            # Where hands are hidden it may not be certain that the round is over.
            certain = seat is None or not state.over
            if certain and (read.mover, read.over) != (state.mover, state.over):
                return number, f"{whose} gives another turn"
            if read.ends != state.ends:
                return number, f"{whose} gives other ends"
            if read.hands[known] != state.hands[known]:
                return number, f"{whose} gives other hands"
    except NoWorld as error:
        number = error.number if isinstance(error, RefusedAction) else 0
        return number, f"{whose} is refused: {error}"
    except Unsupported:
        return None  # what hidden hands may be is not worked out for every rule
    return None
