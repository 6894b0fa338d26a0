"""Hypothesis strategies for tiles, deals, rounds, positions and matches of any ruleset."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from random import Random

from hypothesis import strategies as st

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.codegen.dealing import dealt
from dominoes_lang.setup.binding import ParameterError, Value
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.table.state import State
from dominoes_lang.table.tiles import Tile, TileSet
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules import library
from dominoes_rules.errors import UnclearPosition
from dominoes_rules.play.deals import dealt_next, standing_after, until_valid
from dominoes_rules.play.round import Round
from dominoes_rules.position.position import Position
from dominoes_rules.testing.composing import pips_of

LONGEST_ROUND = 1000
"""A round with more actions is taken to be endless, and the example is dropped."""


def tiles(of: str | Ruleset = "double-six") -> st.SearchStrategy[Tile]:
    """The tiles of a set, by its name, or of a ruleset.

    Shrinks towards [0|0]. Raises `ArgumentError` for an unknown set.
    """
    if isinstance(of, Ruleset):
        return st.sampled_from(of.setup().tiles.tiles)
    return st.sampled_from(TileSet.up_to(pips_of(of)).tiles)


def deals(
    rules: Ruleset, *, seats: int | None = None, parameters: Mapping[str, Value] | None = None
) -> st.SearchStrategy[Round]:
    """First rounds of a match, dealt and not yet played; void deals are left out.

    Unless they are given, `seats` and `parameters` are any that the ruleset allows. Shrinks towards
    the fewest seats, default parameters, and tiles dealt in order, the lowest to A.
    """
    return _bound(rules, seats, parameters).flatmap(_first)


def rounds(
    rules: Ruleset,
    *,
    seats: int | None = None,
    parameters: Mapping[str, Value] | None = None,
    finished: bool = False,
) -> st.SearchStrategy[Round]:
    """Rounds with some legal actions played, or all with `finished=True`.

    Shrinks like `deals`, and towards fewer actions and the first legal ones.
    """
    return deals(rules, seats=seats, parameters=parameters).flatmap(
        lambda game: _played(game, finished=finished)
    )


def positions(
    rules: Ruleset,
    *,
    seats: int | None = None,
    parameters: Mapping[str, Value] | None = None,
    seat: str | None = None,
) -> st.SearchStrategy[Position]:
    """Rounds in progress, as one seat sees them: the mover, or `seat`.

    Shrinks like `rounds`. In a few rulesets what a record reveals can't be worked out
    (`UnclearPosition`); such examples are dropped.
    """
    names = rules.setup(seats if seats is not None else rules.players[0], parameters).seat_names
    if seat is not None and seat not in names:
        raise ArgumentError(f"there is no seat {seat!r}; the seats are {', '.join(names)}")
    going_on = rounds(rules, seats=seats, parameters=parameters).filter(lambda g: not g.is_over)
    return going_on.map(lambda game: _seen(game, seat)).filter(bool).map(_certain)


def matches(
    rules: Ruleset,
    *,
    seats: int | None = None,
    parameters: Mapping[str, Value] | None = None,
    most_rounds: int = 8,
) -> st.SearchStrategy[tuple[Round, ...]]:
    """Finished rounds of a match, up to its end or `most_rounds`.

    Each round has the opener and the score that follow from the earlier ones. Shrinks like
    `rounds`, and towards fewer rounds.
    """
    if most_rounds < 1:
        raise ArgumentError(f"most_rounds={most_rounds}: a match has at least one round")
    return _bound(rules, seats, parameters).flatmap(lambda compiled: _match(compiled, most_rounds))


def _bound(
    rules: Ruleset, seats: int | None, parameters: Mapping[str, Value] | None
) -> st.SearchStrategy[Compiled]:
    """The ruleset for a number of seats; invalid arguments are refused at once."""
    if not isinstance(rules, Ruleset):
        raise TypeError(
            f"expected a ruleset, not {rules!r}; "
            'dominoes_rules.load("house.rules") or variant("block") makes one'
        )
    if seats is not None:
        rules.setup(seats, parameters)
    counts = list(rules.players) if seats is None else [seats]
    if seats is None and parameters:
        counts = [number for number in counts if _allows(rules, number, parameters)]
        if not counts:
            rules.setup(None, parameters)
    return st.sampled_from(counts).map(lambda number: library.compiled(rules, number, parameters))


def _allows(rules: Ruleset, seats: int, parameters: Mapping[str, Value]) -> bool:
    try:
        rules.setup(seats, parameters)
    except ParameterError:
        return False
    return True


MOST_AT_ONCE = 1 << 24
"""Hypothesis draws no larger integer evenly."""


@st.composite
def _packs(draw: st.DrawFn, compiled: Compiled) -> tuple[list[int], int]:
    """Orders of the pack, each with the seat that a random draw of the opener picks.

    Several tiles are drawn by one integer, whose digits pick each among those left. A tenth of the
    choices of `st.permutations` are left to shrink, and 0 is a whole stretch in order.
    """
    left = list(range(len(compiled.setup.tiles)))
    order: list[int] = []
    while left:
        ways, bases = 1, []
        for base in range(len(left), 0, -1):
            if ways * base > MOST_AT_ONCE:
                break
            ways *= base
            bases.append(base)
        number = draw(st.integers(0, ways - 1))
        for base in bases:
            number, digit = divmod(number, base)
            order.append(left.pop(digit))
    return order, draw(st.integers(0, compiled.setup.seats - 1))


def _sound(
    compiled: Compiled, order: list[int], lot: int, start: Callable[..., State | None]
) -> State:
    """The start of a round from this pack; where the deal is void, from the same pack shuffled.

    To draw another pack instead would make the simplest example endless where it is void itself.
    """
    numbers = count()

    def attempt() -> State | None:
        opened = start(compiled, order=order, lot=lot)
        if opened is None:
            Random(next(numbers)).shuffle(order)
        return opened

    return until_valid(compiled.setup, attempt)


@st.composite
def _first(draw: st.DrawFn, compiled: Compiled) -> Round:
    return Round.dealt(compiled, _sound(compiled, *draw(_packs(compiled)), dealt))


@st.composite
def _played(draw: st.DrawFn, game: Round, *, finished: bool) -> Round:
    """A fresh copy of a round with actions drawn for it."""
    played = Round.dealt(game.compiled, game.states[0])
    most = LONGEST_ROUND if finished else draw(st.integers(0, 2 * len(game.compiled.setup.tiles)))
    while not played.is_over and len(played.actions) < most:
        played.push(draw(st.sampled_from(played.legal_moves)))
    return played


@st.composite
def _match(draw: st.DrawFn, compiled: Compiled, most: int) -> tuple[Round, ...]:
    played = [draw(_played(draw(_first(compiled)), finished=True))]
    while len(played) < most and draw(st.booleans()):
        end = played[-1].state
        if standing_after(compiled, end).won is not None:
            break
        start = _sound(compiled, *draw(_packs(compiled)), partial(dealt_next, end=end))
        played.append(draw(_played(Round.dealt(compiled, start), finished=True)))
    return tuple(played)


def _seen(game: Round, seat: str | None) -> Position | None:
    try:
        position = game.seen_by(seat or game.turn)
        assert position.evidence is not None, "it is worked out now, whatever is asked of it later"
    except UnclearPosition:
        return None
    return position


def _certain(position: Position | None) -> Position:
    assert position is not None, "those that can't be worked out are filtered"
    return position
