"""A wide setup and its states as arrays, for the kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import add
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from dominoes_lang.codegen import dealing
from dominoes_lang.setup.ruleset import Goal
from dominoes_lang.syntax.nodes import DRAWING, PLACED, Act, Moment
from dominoes_lang.table.arm_ends import CENTRE, DOUBLE, END_KINDS, NUMBER_BITS, ArmSides
from dominoes_lang.table.fits import Touching
from dominoes_lang.table.shape import LayoutKind, Shape, Spinners, Starter
from dominoes_lang.table.state import NO_TILE, NOBODY, State, not_laid
from dominoes_solver.search.native.programs.words import LARGEST_READ, Inexpressible
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.rows.arm_format import KNOWN_SPINNERS
from dominoes_solver.search.native.wide import wide_format as wide
from dominoes_solver.search.native.wide.wide_turns import TurnPrograms, WideOpeners
from dominoes_solver.search.native.wide.wide_words import PLACES, WideData, numbers_of, parts_of

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.setup.ruleset import Setup
    from dominoes_solver.search.native.compiling.jit import Ints

KINDS = {
    LayoutKind.LINE: wide.LINE,
    LayoutKind.ONE_END: wide.ONE_END,
    LayoutKind.ARMS: wide.ARMS,
    LayoutKind.TRAINS: wide.TRAINS,
    LayoutKind.OWN_TRAINS: wide.OWN_TRAINS,
}
KNOWN_ACTS = {act for act, where in PLACED.items() if where in PLACES} | {
    Act.PLAY, Act.PLAY_DOUBLE, Act.PLAY_AT_EACH, Act.PASS, Act.STOP, Act.DISCARD, *DRAWING
}  # fmt: skip
MOMENTS = {Moment.AFTER_PLAY, Moment.AFTER_PASS, Moment.AFTER_DRAW}
KEPT = {
    "paid", "passes_before", "left_open", "doubles", "turn_tiles", "idle", "laid", "at_ends",
    "used_trains", "aside", "last_end", "owed",
}  # fmt: skip
"""The fields that only some rules ask for and every row has."""
_SETS = {"opening", "laid"}
"""Facts of a state that are sets of tiles."""
_MADE: WeakKeyDictionary[Callable[..., object], Ints | Inexpressible] = WeakKeyDictionary()
"""By the payoff function of the compiled rules, which is theirs alone."""


def book_of(compiled: Compiled) -> Ints:
    """What the kernel knows of compiled rules, made once. Raises `Inexpressible`."""
    if compiled.payoff not in _MADE:
        try:
            _MADE[compiled.payoff] = _book(compiled)
        except Inexpressible as reason:
            _MADE[compiled.payoff] = reason
    book = _MADE[compiled.payoff]
    if isinstance(book, Inexpressible):
        raise book
    return book


def is_playable(compiled: Compiled) -> bool:
    """Whether the kernel can play this game."""
    try:
        book_of(compiled)
    except Inexpressible:
        return False
    return True


def _book(compiled: Compiled) -> Ints:
    setup = compiled.setup
    _refuse_unknown(setup)
    programs = TurnPrograms(setup, WideData(setup))
    starts = {
        wide.LEGAL: programs.legal(),
        wide.OWED_WHEN: programs.owed(),
        wide.PLAYED: programs.after(Moment.AFTER_PLAY),
        wide.DREW: programs.after(Moment.AFTER_DRAW),
        wide.PASSED: programs.after(Moment.AFTER_PASS),
        wide.STOPPED: programs.after(None),
        wide.PAYOFF: programs.payoff(),
        wide.WON_BY: programs.winner(),
        wide.REDEAL_WHEN: -1 if setup.redeal is None else programs.condition(setup.redeal),
    }
    openers = WideOpeners(setup, programs.data, programs.code, len(programs.code))
    starts[wide.OPENED_BY] = openers.begin()
    openers.opening(setup.opened_in(setup.first_opener[0].choices, 1))
    if len(programs.code) > wide.MOST_WORDS:
        raise Inexpressible("rules as long as these")
    head = dict(_facts(setup)) | starts | {wide.ASKS_FITTED: programs.reads(at.FITTED)}
    numbers = [0] * wide.HEAD
    for offset, table in _tables(setup, programs).items():
        head[offset] = len(numbers)
        numbers += table
    for offset, number in head.items():
        numbers[offset] = number
    return np.array(numbers, np.int64)


def _refuse_unknown(setup: Setup) -> None:
    """Raise `Inexpressible` for what the kernel has not been taught."""
    layout, shape, touching = setup.layout, setup.shape, setup.touching
    known = Shape(
        one_end=shape.one_end, star=shape.star, then_doubles=shape.then_doubles,
        spinners=shape.spinners, counts_both=shape.counts_both, counts_tips=shape.counts_tips,
        must_cover=shape.must_cover, starter=shape.starter, trains=shape.trains,
        own_doubles=shape.own_doubles, public=shape.public,
    )  # fmt: skip
    rule = Touching(
        touching.total, touching.wild_tiles, touching.wild_numbers, touching.after_double
    )
    if layout.kind not in KINDS or shape != known or shape.spinners not in KNOWN_SPINNERS:
        raise Inexpressible("a layout as this one")
    if touching != rule or layout.rules.most.open_ends > wide.MOST_ENDS:
        raise Inexpressible("open ends as these")
    if not setup.all_play:
        raise Inexpressible("a round without those who are out of the match")
    if setup.seats > wide.MOST_SEATS or len(setup.tiles) > wide.MOST_TILES:
        raise Inexpressible("as many players or tiles")
    for step in setup.turn.steps:
        if step.act not in KNOWN_ACTS:
            raise Inexpressible(f"the step {step.words!r}")
    if any(award.moment not in MOMENTS for award in setup.in_play):
        raise Inexpressible("awards of another moment")
    for name in setup.tracks - KEPT:
        raise Inexpressible(f"the field {name!r}")
    if max(setup.match.head_start) > LARGEST_READ:
        raise Inexpressible("a head start as large as this")


def _facts(setup: Setup) -> Iterator[tuple[int, int]]:
    """The numbers of a setup."""
    layout, shape = setup.layout, setup.shape
    told_apart = shape.must_cover or shape.counts_both
    if layout.kind is LayoutKind.ARMS:
        told_apart = ArmSides(shape).told_apart
    first_spins = shape.spinners is Spinners.FIRST
    yield wide.SEATS, setup.seats
    yield wide.SIDES, setup.sides
    yield wide.SET_SIZE, len(setup.tiles)
    yield wide.PARTS, parts_of(setup)
    yield wide.NUMBERS, setup.tiles.highest + 1
    yield wide.KIND, KINDS[layout.kind]
    yield wide.STAR, shape.star > 0
    yield wide.THEN_DOUBLES, shape.then_doubles
    yield wide.MUST_COVER, shape.must_cover
    yield wide.SPINNER_FIRST, first_spins
    yield wide.FIRST_DOUBLE, CENTRE if shape.star or first_spins else DOUBLE
    yield wide.TOLD_APART, told_apart
    yield wide.COUNT_BOTH, layout.shape.counts_both
    yield wide.AFTER_DOUBLE, setup.touching.after_double
    yield wide.KEEPS_END, "last_end" in setup.tracks
    yield wide.TRAIN_COUNT, len(layout.owners)
    yield wide.HAND_SIZE, setup.hand_size
    yield wide.SHUFFLED, min(len(setup.tiles) - 1, dealing.seen_of_pack(setup))
    from_stock = shape.starter is Starter.STOCK
    yield wide.STARTER, wide.FROM_STOCK if from_stock else setup.starter_of(1)


def _tables(setup: Setup, programs: TurnPrograms) -> dict[int, list[int]]:
    """The tables of a setup, by the place that has where each begins."""
    tiles, fits, layout = setup.tiles, setup.fits, setup.layout
    numbers = range(tiles.highest + 1)

    def sets(masks: Sequence[int]) -> list[int]:
        return [number for mask in masks for number in numbers_of(mask, programs.parts)]

    def leaving(number: int, tile: int) -> list[int]:
        halves = fits.halves_open(tile, number)
        return [*halves, *[-1] * (2 - len(halves))]

    own = fits.own_double
    ends = [sort << NUMBER_BITS for sort in range(END_KINDS)]
    free, halves, like = [1], [1], [False]
    if layout.kind is LayoutKind.ARMS:
        sides = ArmSides(setup.shape)
        free, halves = [*map(sides.free, ends)], [*map(sides.halves, ends)]
        like = [*sides.like_halves]
    starter = setup.starter_of(1)
    began, more = dealing.begun(setup, starter)
    start = row_of(setup, State(
        (0,) * setup.seats, began, (), NOBODY, NOBODY, 0, scores=setup.match.head_start, more=more
    ))  # fmt: skip
    laid = 0 if starter == NO_TILE else 1 << starter
    start[wide.LAID : wide.LAID + programs.parts] = numbers_of(laid, programs.parts)
    return {
        wide.ALL: sets([tiles.all]),
        wide.DOUBLES: sets([tiles.doubles]),
        wide.FITS: sets(fits.by_number),
        wide.OWN_DOUBLE: sets(own),
        wide.AWAITED: sets([own[n] or fits.by_number[n] & tiles.doubles for n in numbers]),
        wide.DOUBLE_OF: [
            next((tile for tile, halves in enumerate(tiles.tiles) if halves == (n, n)), NO_TILE)
            for n in numbers
        ],
        wide.LEAVES: [
            half for n in numbers for tile in range(len(tiles)) for half in leaving(n, tile)
        ],
        wide.HIGHS: [tile.high for tile in tiles.tiles],
        wide.LOWS: [tile.low for tile in tiles.tiles],
        wide.VALUES: [*setup.values],
        wide.FREE: free,
        wide.COUNTED: halves,
        wide.LIKE_HALVES: [*map(int, like)],
        wide.PLAYERS: [sum(1 << seat for seat in team) for team in setup.players_of],
        wide.DATA: programs.data.numbers,
        wide.CODE: [number for pair in programs.code for number in pair],
        wide.START: start.tolist(),
    }


def row_of(setup: Setup, state: State) -> Ints:
    """A state as a row. Raises `Inexpressible`."""
    more, scores = state.more, state.scores
    if max(state.round, more.idle, *map(abs, scores)) > LARGEST_READ:
        raise Inexpressible("scores as high as these")
    if more.paid and setup.goal is not Goal.WINS:
        scores = tuple(map(add, scores, more.paid))
    row = np.zeros(wide.WIDE, np.int64)
    facts = {**state._asdict(), **more._asdict(), "stock": len(state.stock), "won": NOBODY}
    for field in at.FIELDS:
        fact = facts.get(field.name)
        if field.columns == 1 and isinstance(fact, int) and field.name not in _SETS:
            row[field.column] = fact
    parts = parts_of(setup)
    in_stock = sum(map((1).__lshift__, state.stock))
    for offset, tiles in (
        (wide.LAID, setup.tiles.all & ~not_laid(state)),
        (wide.IN_STOCK, in_stock),
        (wide.OPENING, state.opening),
        *((wide.HANDS + wide.MOST_PARTS * seat, hand) for seat, hand in enumerate(state.hands)),
        *((wide.ASIDE + wide.MOST_PARTS * seat, tiles) for seat, tiles in enumerate(more.aside)),
    ):
        row[offset : offset + parts] = numbers_of(tiles, parts)
    row[wide.END_COUNT] = len(state.ends)
    row[wide.USED_TRAINS], row[wide.OWED] = more.used_trains, more.owed
    for offset, numbers in (
        (wide.SCORES, scores),
        (wide.ENDS, state.ends),
        (wide.TIPS, more.at_ends),
        (wide.STOCK_TILES, state.stock[::-1]),
    ):
        row[offset : offset + len(numbers)] = numbers
    return row
