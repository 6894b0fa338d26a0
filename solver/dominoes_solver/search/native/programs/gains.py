"""What plays are paid by the ends that they leave, and by the passes behind them, as tables.

In some games that are plain but for this, each play pays its side by the open ends alone, or by how
many players pass before the next tile. Which rules may do so is read off their operations. Instead
of a program, a table then has what the awards pay for every two ends, and another what they pay for
every number of passes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from dominoes_lang.analysis.payoffs.matters import more_in_values, payoff_reads
from dominoes_lang.analysis.payoffs.payoff_bound import bound, winner_takes_all
from dominoes_lang.lowering.lower import Lowering
from dominoes_lang.lowering.program import NO, YES, Value
from dominoes_lang.setup.ruleset import Goal
from dominoes_lang.syntax.nodes import AwardClause, HasNoTiles, Moment, Related, Role, Who
from dominoes_lang.table.shape import Starter
from dominoes_lang.table.state import NOTHING_MORE, More, State
from dominoes_solver.search.native.rows import row_format as at

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.setup.ruleset import Setup

LARGEST_GAIN = 1000
MOST_PAID = 1 << 14
"""What is less than this fits a part of a tally, and bounds that are added to it."""
_TRACKED = {"idle", "doubles", "left_open", "paid", "passes_before"}
_OF_NUMBERS = {
    "const", "not", "and", "or", "==", "!=", ">=", "<=", ">", "<", "+", "-", "*", "//", "%",
    "most", "least",
}  # fmt: skip
_OF_ENDS = _OF_NUMBERS | {"pips on ends", "ends alike", "halves like it"}
"""The operations whose value follows from the ends, and from which of them was left last."""
_OF_PASSES = {"plays", "passes"}
"""The fields from which follows what a pass pays."""


class Gains(NamedTuple):
    """What the kernels know of a game whose plays are paid by the ends that they leave."""

    by_ends: Sequence[int]
    """By the codes of two ends, that of the end left last first; see `at.GAINS`."""
    of_tiles: Sequence[int]
    """The most that each tile is paid, with the passes behind it."""
    by_passes: Sequence[int]
    """By the number of tiles laid and of the passes behind the last; see `at.PASS_GAINS`."""
    end_most: int
    """The most that passes or the end of a round pay a side after a play, and the largest
    difference."""
    mirrored: bool
    """Whether a line and its mirror image are worth the same."""
    side_out: bool
    """Whether a round ends when all of a side are out, and not a single player."""
    target: int
    """Of the match, where it matters within a round; else 0."""
    score_bits: int
    """The bits that are left in a key for what a side was paid."""


_MADE: WeakKeyDictionary[Callable[..., object], Gains | None] = WeakKeyDictionary()
"""By the payoff function of the compiled rules, which is theirs alone."""


def gains(compiled: Compiled) -> Gains | None:
    """The table of compiled rules, made once; None where their plays are paid otherwise."""
    if compiled.payoff not in _MADE:
        _MADE[compiled.payoff] = _gains(compiled)
    return _MADE[compiled.payoff]


def plays_plainly(compiled: Compiled) -> bool:
    """Whether a game is plain, or but for what plays are paid."""
    return compiled.setup.plain or gains(compiled) is not None


def may_be_out(compiled: Compiled, held: Sequence[bool]) -> bool:
    """Whether a round of a game that plays plainly goes on if some players hold tiles, by seat."""
    paid = gains(compiled)
    if paid is None or not paid.side_out:
        return all(held)
    return all(any(held[seat] for seat in team) for team in compiled.setup.players_of)


def at_the_end(setup: Setup) -> Setup:
    """The rules without what is paid on the way, and as if one player of a side were the side."""
    mover = Who(Role.MOVER, span=setup.domino.span)
    return replace(
        setup,
        in_play=(),
        match=replace(setup.match, overshoot_ignored=False, checked=False),
        tracks=setup.tracks & {"idle"},
        domino=HasNoTiles(mover, span=mover.span) if _is_side_out(setup) else setup.domino,
    )


def _is_side_out(setup: Setup) -> bool:
    span = setup.domino.span
    side = Related("side", Who(Role.MOVER, span=span), span=span)
    return setup.domino == HasNoTiles(side, span=span)


def _gains(compiled: Compiled) -> Gains | None:
    setup = compiled.setup
    if not setup.in_play or setup.sides != 2 or setup.goal is Goal.WINS:
        return None
    plainly = at_the_end(setup)
    reads = payoff_reads(plainly)
    most = bound(plainly)(sum(setup.values))
    kept = more_in_values(setup, match_may_end=False)
    room = 64 - len(setup.tiles) - 2 * at.END_BITS - 2
    if (
        not plainly.plain
        or setup.tracks - _TRACKED
        or {*kept} - {"doubles"}  # which the codes of ends have
        or reads & {*More._fields} - {"idle"}
        or (setup.match.overshoot_ignored and not winner_takes_all(plainly))
        or most >= MOST_PAID
        or room < 0
        or not all(
            _has_table(setup, award)
            for award in setup.in_play
            if award.moment is not Moment.THE_DEAL
        )
    ):
        return None
    by_ends, by_passes = _by_ends(compiled), _by_passes(compiled)
    if by_ends is None or by_passes is None:
        return None
    codes = _codes(setup)
    behind = max(by_passes)
    of_tiles = [
        behind
        + max(
            by_ends[_left_by(setup, number, is_double=tile.high == tile.low) << at.END_BITS | old]
            for number in (tile.high, tile.low)
            for old in codes
        )
        for tile in setup.tiles.tiles
    ]
    paid = sum(of_tiles) + max(by_ends) + behind
    matters = _target_matters(setup)
    if paid + most >= MOST_PAID or (matters and paid + 1 >= 1 << room // 2):
        return None
    target = setup.target or 0 if matters else 0
    return Gains(
        by_ends, of_tiles, by_passes, most + behind, "ends" not in reads, _is_side_out(setup),
        target, room // 2,
    )  # fmt: skip


def _has_table(setup: Setup, award: AwardClause) -> bool:
    """Whether an award follows from the ends or the passes, and who is paid from whose turn it was.

    Only a table of passes may have an award for the opener: who laid the first tile is the opener.
    """
    after_pass = award.moment is Moment.AFTER_PASS
    operations = _OF_NUMBERS if after_pass else _OF_ENDS
    seats = {"mover", "finisher", "opener"} if after_pass else {"mover", "finisher"}

    def follows(value: Value) -> bool:
        if value.operation == "read":
            return after_pass and value.constant in _OF_PASSES
        return value.operation in operations and all(map(follows, value.parts))

    def is_seat(value: Value) -> bool:
        if value.operation == "read":
            return value.constant in seats
        return value.operation == "table" and all(map(is_seat, value.parts))

    return award.moment is not Moment.AFTER_DRAW and all(
        lowered.condition == NO
        or (
            follows(lowered.condition)
            and is_seat(lowered.to)
            and all(follows(row.condition) and follows(row.value) for row in lowered.amount)
        )
        for lowering in Lowering(setup, laid=YES).bindings(award)
        for lowered in [lowering.award(award)]
    )


def _codes(setup: Setup) -> list[int]:
    """The codes of ends, but for a tile that lies alone."""
    numbers = range(setup.tiles.highest + 1)
    exposed = [number | at.EXPOSED for number in numbers] if setup.layout.shape.counts_both else []
    return [*numbers, *exposed]


def _left_by(setup: Setup, number: int, *, is_double: bool) -> int:
    """The code of the end that a tile leaves."""
    return number | at.EXPOSED if is_double and setup.layout.shape.counts_both else number


def _by_ends(compiled: Compiled) -> list[int] | None:
    """The table; None where not every play pays its side alone, and nothing below 0."""
    codes = _codes(compiled.setup)
    table = [0] * (1 << 2 * at.END_BITS)
    alone = [(code & at.NUMBER | at.LONE,) * 2 for code in codes if code & at.EXPOSED]
    for new, old in [*product(codes, codes), *alone]:
        gain = _gain(compiled, Moment.AFTER_PLAY, _states(compiled.setup, new, old))
        if gain is None:
            return None
        table[new << at.END_BITS | old] = gain
    return table


def _by_passes(compiled: Compiled) -> list[int] | None:
    """The table of what all passes behind a play pay its side; None as for the ends."""
    setup = compiled.setup
    table = [0] * (at.MOST_TILES + 1 << at.PASS_BITS)
    if all(award.moment is not Moment.AFTER_PASS for award in setup.in_play):
        return table
    if _target_matters(setup) or setup.blocked_by_passes or setup.shape.starter is not Starter.NONE:
        return None
    for plays in range(1, len(setup.tiles) + 1):
        for passes in range(1, setup.seats):
            gain = _gain(compiled, Moment.AFTER_PASS, _passed(setup, plays, passes))
            if gain is None:
                return None
            index = plays << at.PASS_BITS | passes
            table[index] = table[index - 1] + gain
    return table


def _target_matters(setup: Setup) -> bool:
    """Whether it matters within a round how far a side is from the target of the match."""
    return setup.target is not None and (setup.match.checked or setup.match.overshoot_ignored)


def _gain(compiled: Compiled, moment: Moment, states: Iterator[State]) -> int | None:
    """What all awards of a moment pay the side that laid the last tile, whatever the target is.

    None where it differs, is less than 0 or very much, or where the others are paid as well.
    """
    payments = [
        compiled.paid_by(award) for award in compiled.setup.in_play if award.moment is moment
    ]
    payoffs = set()
    for state in states:
        paid = [pay(*state) for pay in payments]
        points = [sum(of_side) for of_side in zip((0, 0), *paid, strict=True)]
        payoffs.add((points[state.finisher % 2], points[1 - state.finisher % 2]))
    (gain, of_rest), *more = payoffs
    return None if more or of_rest or not 0 <= gain < LARGEST_GAIN else gain


def _states(setup: Setup, new: int, old: int) -> Iterator[State]:
    """The states of each mover who has just left an end, left or right."""
    exposed = [code & at.LONE == at.EXPOSED for code in (new, old)]
    doubles = at.ALONE if new & at.LONE == at.LONE else exposed[0] + 2 * exposed[1]
    mirrored = at.ALONE if new & at.LONE == at.LONE else exposed[1] + 2 * exposed[0]
    ends = new & at.NUMBER, old & at.NUMBER
    for seat in range(setup.seats):
        for line, along in ((ends, doubles), (ends[::-1], mirrored)):
            yield State(
                hands=(0,) * setup.seats, ends=line, stock=(), mover=seat, opener=seat, opening=0,
                finisher=seat, scores=(0,) * setup.sides,
                more=setup.kept(NOTHING_MORE, doubles=along, left_open=ends[0]),
            )  # fmt: skip


def _passed(setup: Setup, plays: int, passes: int) -> Iterator[State]:
    """The states after so many tiles and the last pass in a row, for each finisher and opener."""
    seats = range(setup.seats)
    for finisher, opener in product(seats, seats):
        if plays > 1 or opener == finisher:
            yield State(
                hands=(0,) * setup.seats, ends=(0, 0), stock=(), opener=opener, opening=0,
                mover=(finisher + passes) % setup.seats, finisher=finisher, plays=plays,
                passes=passes, scores=(0,) * setup.sides,
            )  # fmt: skip
