"""A setup as arrays, for the kernels."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from operator import add, itemgetter
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from dominoes_lang.analysis.payoffs.matters import more_in_values
from dominoes_lang.analysis.payoffs.payoff_bound import only_losers_pay, winner_takes_all
from dominoes_lang.setup.ruleset import Goal
from dominoes_lang.syntax.nodes import DRAWING, Act, HasNoTiles, Moment, Role, Who
from dominoes_lang.table.state import NOBODY, More, State
from dominoes_solver.search.native.programs.gains import Gains, gains
from dominoes_solver.search.native.programs.leaf_formula import leaf_formula
from dominoes_solver.search.native.programs.words import LARGEST_READ, Data, Inexpressible, Words
from dominoes_solver.search.native.rows import arm_format
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.rows.key_format import (
    MOST_PASSES,
    MOST_STEP,
    MOST_WORDS,
    KeyWords,
    words_of,
)
from dominoes_solver.search.python.any_game import match_may_end
from dominoes_solver.search.python.null_window import bounds_for
from dominoes_solver.search.python.reference import preferences
from dominoes_solver.worlds.open_hands import OpenHands, unlike

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.setup.ruleset import Setup
    from dominoes_solver.search.native.compiling.jit import Ints


@dataclass(frozen=True)
class KernelTables:
    """The kernels' knowledge of a setup."""

    book: Ints
    """See `row_format`."""
    bounds: Ints
    """From the value of the tiles left to the largest difference that they can still pay."""
    sign: int
    """-1 where fewest points are best."""


_MOMENTS = {
    Moment.AFTER_PLAY: at.AFTER_PLAY,
    Moment.AFTER_PASS: at.AFTER_PASS,
    Moment.AFTER_DRAW: at.AFTER_DRAW,
}
_MADE: WeakKeyDictionary[Callable[..., object], KernelTables | Inexpressible] = WeakKeyDictionary()
"""By the payoff function of the compiled rules, which is theirs alone."""


def tables(compiled: Compiled) -> KernelTables:
    """The tables of compiled rules, made once. Raises `Inexpressible`."""
    outcome = _MADE.get(compiled.payoff)
    if outcome is None:
        try:
            outcome = _tables(compiled)
        except Inexpressible as reason:
            outcome = reason
        _MADE[compiled.payoff] = outcome
    if isinstance(outcome, Inexpressible):
        raise outcome
    return outcome


def _check(setup: Setup) -> None:
    """Raise `Inexpressible` for what the kernels do not know."""
    if arm_format.kind_of(setup) is None:
        raise Inexpressible("a layout as this one")
    if setup.seats > at.MOST_SEATS:
        raise Inexpressible(f"{setup.seats} players")
    if not setup.all_play:
        raise Inexpressible("a round without those who are out of the match")
    if len(setup.tiles) > at.MOST_TILES:
        raise Inexpressible(f"{len(setup.tiles)} tiles")
    for step in setup.turn.steps:
        if step.act not in at.ACTS_OF:
            raise Inexpressible(f"the step {step.words!r}")
    if any(award.moment not in {*_MOMENTS, Moment.THE_DEAL} for award in setup.in_play):
        raise Inexpressible("awards of another moment")
    for name in sorted(at.without_bits(setup.tracks)):
        raise Inexpressible(f"the field {name!r}")
    if min(setup.values) < 0:
        raise Inexpressible("tiles worth less than nothing")


def _tables(compiled: Compiled) -> KernelTables:
    setup = compiled.setup
    _check(setup)
    programs = Words(setup, Data(setup))
    payoff = programs.payoff()
    payments = [(place, programs.payments(moment)) for moment, place in _MOMENTS.items()]
    steps, domino, blocked = _turn(setup, programs)
    again = -1 if setup.turn.again is None else programs.condition(setup.turn.again)
    leaf_by, leaves = leaf_formula(compiled)
    gained = gains(compiled)
    if len(programs.code) > at.MOST_WORDS or len(programs.data.numbers) > at.DATA_SIZE:
        raise Inexpressible("rules as long as these")
    book = np.zeros(at.CODE + 2 * len(programs.code), np.int64)
    for place, number in (
        *_numbers(compiled),
        (at.PAYOFF, payoff),
        (at.DOMINO_WHEN, domino),
        (at.BLOCKED_WHEN, blocked),
        (at.STEP_COUNT, len(steps)),
        (at.LEAF_BY, leaf_by),
        (at.AGAIN, again),
        *payments,
        (at.PAYS, bool(setup.in_play) and setup.goal is not Goal.WINS),
        *_of_plain(setup, gained, mirrored="ends" not in compiled.value_reads),
        (at.WITHOUT_PIPS, leaf_by and _are_without_pips(leaves)),
    ):
        book[place] = number
    for place, column in (
        *_columns(setup),
        (at.ACTS, [act for act, _, _ in steps]),
        (at.GUARDS, [guard for _, guard, _ in steps]),
        (at.GROUPS, [group for _, _, group in steps]),
        (at.DATA, programs.data.numbers),
        (at.LEAVES, leaves),
        (at.GAINS, gained.by_ends if gained else ()),
        (at.MOST_GAINS, gained.of_tiles if gained else ()),
        (at.PASS_GAINS, gained.by_passes if gained else ()),
        (at.CODE, [number for pair in programs.code for number in pair]),
    ):
        book[place : place + len(column)] = column
    bounds = np.array(bounds_for(compiled.bound, sum(setup.values)), np.int64)
    return KernelTables(book, bounds, int(book[at.SIGN]))


def _numbers(compiled: Compiled) -> Iterator[tuple[int, int]]:
    """The numbers of a book that are read off the setup, with their places."""
    setup, matters = compiled.setup, compiled.value_reads
    yield at.SEATS, setup.seats
    yield at.SIDES, setup.sides
    yield at.SET_SIZE, len(setup.tiles)
    yield at.NUMBERS, setup.tiles.highest + 1
    yield at.ENDS_MATTER, "ends" in matters or setup.turn.plays_at_each
    yield at.PASSES_AT_BLOCK, setup.seats if setup.blocked_by_passes else 0
    yield at.SIGN, -1 if setup.goal is Goal.FEWEST else 1
    yield at.RESERVE, setup.reserve
    yield at.DRAWS, any(step.act in DRAWING for step in setup.turn.steps)
    yield at.WINS, setup.goal is Goal.WINS
    yield at.WINNER_TAKES_ALL, winner_takes_all(setup)
    yield at.LOSERS_PAY, only_losers_pay(setup)
    yield at.PLAIN, setup.plain
    yield at.FITTED_READ, "fitted" in matters
    yield at.TRACKS, bool(setup.tracks - {"paid"} - at.UNSEEN)
    yield at.COUNT_BOTH, setup.layout.shape.counts_both
    yield at.DOUBLE_TILES, setup.tiles.doubles
    yield at.LONG, not setup.tracks.isdisjoint({"aside", "last_end"})
    yield at.AT_EACH, setup.turn.plays_at_each
    yield at.KEEPS_END, "last_end" in setup.tracks
    yield at.FORGETS_END, "last_end" in setup.turn_begins
    yield at.AFTER_DOUBLE, setup.touching.after_double
    yield at.ASKS_LAID, setup.touching.after_double or setup.shape.must_cover
    yield at.BEGUN, setup.shape.begun


def _columns(setup: Setup) -> Iterator[tuple[int, Sequence[int]]]:
    """The tables of a book that are read off the setup, with their places."""
    shape, *of_arms = arm_format.shape_of(setup)
    yield at.SHAPE, [shape]
    yield at.STAR, of_arms
    yield at.PLAYERS, [sum(1 << seat for seat in team) for team in setup.players_of]
    for seat, order in enumerate(preferences(setup)):
        yield at.ORDERS + at.ORDER * seat, [side for side, _ in order]
        yield at.ORDERS + at.ORDER * seat + at.SIGNS, [sign for _, sign in order]
    yield at.FITS, setup.fits.by_number
    yield at.TOTALS, setup.tiles.pips
    yield at.VALUES, setup.values
    yield at.HIGHS, [tile.high for tile in setup.tiles.tiles]
    yield at.LOWS, [tile.low for tile in setup.tiles.tiles]
    yield at.CHUNKS, _chunks(setup.values)
    yield at.TURNED, _turned(setup)
    yield at.OPENED_AT, _opened(setup)
    yield at.DOUBLE_OF, setup.fits.double_of


def _of_plain(setup: Setup, paid: Gains | None, *, mirrored: bool) -> Iterator[tuple[int, int]]:
    """What only the searches of plain games read, with what plays are paid there."""
    if paid is None:
        yield at.MIRRORED, mirrored
        return
    yield at.MIRRORED, paid.mirrored
    yield at.SIDE_OUT, paid.side_out
    yield at.TOP_GAIN, max(paid.by_ends) + max(paid.by_passes)
    yield at.PAYS_PASSES, any(paid.by_passes)
    yield at.END_MOST, paid.end_most
    yield at.TARGET, paid.target
    yield at.CHECKED, setup.match.checked and paid.target > 0
    yield at.OVERSHOOT, setup.match.overshoot_ignored and paid.target > 0
    yield at.SCORE_BITS, paid.score_bits
    yield at.SCORES_AT, len(setup.tiles) + 2 * at.END_BITS + 2


def _are_without_pips(factors: Sequence[int]) -> bool:
    """Whether nothing depends on tiles held, but for whether the round is blocked."""
    endings = np.reshape(factors, (-1, at.LEAF_ENDINGS, at.LEAF_FACTORS))
    blocked = endings[:, at.LEAF_FEWER :]
    return not endings[:, :, :2].any() and bool((blocked == blocked[:, :1]).all())


def _turned(setup: Setup) -> list[int]:
    """Of each tile both numbers together, and that it is a double which counts twice."""
    doubles = setup.tiles.doubles if setup.layout.shape.counts_both else 0
    return [pips + (doubles >> tile & 1) * at.EXPOSED for tile, pips in enumerate(setup.tiles.pips)]


def _opened(setup: Setup) -> list[int]:
    """What each tile leaves open at each number; see `row_format`."""
    opened = [0] * (setup.tiles.highest + 1 << at.OPENED_BITS)
    for number, tile in product(range(setup.tiles.highest + 1), range(len(setup.tiles))):
        ways = setup.fits.halves_open(tile, number)
        index = (number << at.OPENED_BITS) + tile
        opened[index] = min(ways, default=0) | at.EITHER_WAY * (len(ways) > 1)
    return opened


def _turn(setup: Setup, programs: Words) -> tuple[list[tuple[int, int, int]], int, int]:
    """The steps of the turn, and how a round ends."""
    if len(setup.turn.steps) > at.MOST_STEPS:
        raise Inexpressible("a turn of so many steps")
    steps = []
    for number, step in enumerate(setup.turn.steps):
        guard = -1 if step.guard is None else programs.condition(step.guard)
        group = next(index for index, group in enumerate(setup.turn.groups) if number in group)
        if len(setup.turn.steps) * (step.draws + step.is_limited) > MOST_STEP:
            raise Inexpressible(f"the step {step.words!r}")
        act = at.ACT_UP_TO if step.is_limited else at.ACTS_OF[step.act]
        if act == at.ACT_ON_LAST and not arm_format.lies_in_line(setup.layout):
            act = at.ACT_PLAY  # the last tile is at the only end
        steps.append((act + step.draws - 1, guard, group))
    who_is_out = HasNoTiles(Who(Role.MOVER, span=setup.domino.span), span=setup.domino.span)
    domino = at.BY_HAND
    if setup.domino != who_is_out or setup.turn.plays_at_each:
        domino = programs.condition(setup.domino)
    # Who can play a double, where there is a step for that, can play a tile.
    plays = any(step.act is Act.PLAY for step in setup.turn.steps)
    guarded = any(step.guard is not None for step in setup.turn.steps)
    if setup.blocked_by_passes:
        blocked = at.BY_PASSES
    elif setup.blocked_by_hands and plays and not guarded and not setup.turn.discards:
        blocked = at.BY_HANDS
    else:
        blocked = programs.condition(setup.blocked)
    return steps, domino, blocked


def key_words(compiled: Compiled, states: Sequence[State] = ()) -> KeyWords:
    """The words of the keys of a search from these states, and where each field is in them."""
    setup = compiled.setup
    # In a plain game, every move from a node of the search is a play, which sets these anew.
    last_play = () if setup.plain else ("finisher", "last_tile", "fitted")
    names = compiled.value_reads.intersection(last_play)
    in_arms = not arm_format.lies_in_line(setup.layout)
    if not setup.tracks:
        return words_of(names, setup.sides, in_arms=in_arms)
    # Whether the match may end follows from these, which the worlds of a decision have in common.
    by_side = {
        (
            state.scores,
            state.more.paid,
            len(state.stock),
            sum(hand.bit_count() for hand in state.hands),
        ): state
        for state in unlike(states)
    }
    may_end = any(match_may_end(compiled, state) for state in by_side.values())
    names |= {*more_in_values(setup, match_may_end=may_end)}
    words = words_of(names, setup.sides, in_arms=in_arms, tiles=len(setup.tiles))
    if len(words) > MOST_WORDS:
        raise Inexpressible("keys as long as these")
    return words


def rows(setup: Setup, states: Sequence[State]) -> Ints:
    """The rows of states, one below the other. Raises `Inexpressible`."""
    table = np.zeros((len(states), at.WIDTH), np.int64)
    if isinstance(states, OpenHands):
        return fill(table, setup, states)
    table[:] = row_of(setup, states[0])
    # The worlds of one decision are alike but for what is hidden.
    if any(state[1:2] + state[3:] != states[0][1:2] + states[0][3:] for state in states):
        table[:] = [row_of(setup, state) for state in states]
    hands = [state.hands for state in states]
    table[:, at.HANDS : at.HANDS + len(hands[0])] = hands
    table[:, at.STOCK] = [len(state.stock) for state in states]
    table[:, at.UNDRAWN] = [_mask(state.stock) for state in states]
    return table


def fill(rows: Ints, setup: Setup, worlds: OpenHands) -> Ints:
    """Write the rows of worlds in bulk. Raises `Inexpressible`."""
    rows[:] = row_of(setup, worlds.state)
    if worlds.rests is not None:
        rows[:, at.STOCK] = worlds.stock_size
        rows[:, at.UNDRAWN] |= worlds.rests
    rows[:, at.HANDS : at.HANDS + worlds.hands.shape[1]] = worlds.hands
    return rows


def stocks(states: Sequence[State]) -> Ints:
    """The tiles of each stock in drawing order."""
    table = np.zeros((len(states), at.MOST_TILES), np.int64)
    if isinstance(states, OpenHands):
        known = states.state.stock
        table[:, : len(known)] = known
        if states.orders is not None:
            table[:, len(known) : states.stock_size] = states.orders
        return table
    for world, state in enumerate(states):
        if state.stock:
            table[world, : len(state.stock)] = state.stock
    return table


def row_of(setup: Setup, state: State) -> tuple[int, ...]:
    """A state as a row, without the value of its tiles. Raises `Inexpressible`."""
    scores, more = state.scores, state.more
    if max(state.round, more.idle, *map(abs, scores)) > LARGEST_READ:
        raise Inexpressible("scores as high as these")
    if more.paid and setup.goal is not Goal.WINS:
        scores = tuple(map(add, scores, more.paid))
    if max(state.passes, more.passes_before) > MOST_PASSES:
        raise Inexpressible("as many passes as these")
    ends = state.ends if state.begun else (-1, -1)
    if state.begun:
        ends = arm_format.words_of(setup.layout, state)
    row: tuple[int, ...] = _IN_ORDER((
        *state, *more, *state.hands, *_ZEROS[len(state.hands)], *scores, *_ZEROS[len(scores)],
        *more.aside, *_ZEROS[len(more.aside)], *ends, len(state.stock),
        -1 if state.begun else state.opening, NOBODY, _mask(state.stock),
        state.step if more.owed < 0 else at.OWED + more.owed, 0,
    ))  # fmt: skip
    return row


def _mask(tiles: Sequence[int]) -> int:
    return sum(map((1).__lshift__, tiles))


_FACTS = (
    *State._fields, *More._fields, *["hands"] * at.MOST_SEATS, *["paid"] * at.MOST_SEATS,
    *["aside"] * at.MOST_SEATS, "left", "right", "stock", "opening", "won", "in stock", "step",
    "none",
)  # fmt: skip
"""What `row_of` knows of a state; of two facts of one name the last counts."""
_ZEROS = tuple((0,) * (at.MOST_SEATS - number) for number in range(at.MOST_SEATS + 1))


def _places() -> Iterator[int]:
    """For each column of a row the place of its fact."""
    last = {name: column for column, name in enumerate(_FACTS)}
    for field in at.FIELDS:
        column = last.get(field.name, last["none"])
        yield from range(column - field.columns + 1, column + 1)
    for _ in range(at.WIDTH - at.COLUMNS):
        yield last["none"]


_IN_ORDER = itemgetter(*_places())


def _chunks(values: Sequence[int]) -> list[int]:
    chunks = [0] * (at.CHUNK_COUNT << at.CHUNK_BITS)
    for tile, value in enumerate(values):
        chunk, bit = divmod(tile, at.CHUNK_BITS)
        for subset in range(1 << at.CHUNK_BITS):
            if subset >> bit & 1:
                chunks[(chunk << at.CHUNK_BITS) + subset] += value
    return chunks
