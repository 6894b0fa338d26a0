"""How a round begins: hands and stock from a pack, and who opens; when to give up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from dominoes_lang.table.shape import Starter
from dominoes_lang.table.spots import begun_by
from dominoes_lang.table.state import NO_TILE, NOBODY, NOTHING_MORE, More, State

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.setup.ruleset import Setup

MOST_DEALS = 10_000
"""The most void deals in a row."""
MOST_ACTIONS = 1_000_000
"""The number of actions after which a round of random moves is taken to be endless."""


def seen_of_pack(setup: Setup) -> int:
    """How many tiles of the pack anybody may ever see: the others need no place of their own."""
    if setup.draws:
        return len(setup.tiles)
    return min(len(setup.tiles), setup.dealt_size + setup.shape.begun)


def too_many_void(setup: Setup) -> str:
    """The message where `MOST_DEALS` deals in a row were void."""
    return f"{setup.name}: {MOST_DEALS:,} deals in a row were void"


def after_void(setup: Setup, start: State, voids: int) -> State:
    """The start of a round that so many void deals went before, as far as rules ask for them."""
    return start._replace(more=setup.kept(start.more, redeals=voids)) if voids else start


def hands_of(setup: Setup, order: Sequence[int], number: int = 1, drew: int = 0) -> tuple[int, ...]:
    """The hands that a pack gives in a round: its first tiles to the first seat, and so on.

    Who is out of the match gets none. drew: how many tiles everyone has drawn since, one at a time
    from A on.
    """
    return _hands(setup, _without_starter(order, setup.starter_of(number)), drew)


def _hands(setup: Setup, order: Sequence[int], drew: int = 0) -> tuple[int, ...]:
    hands, first = [], 0
    for seat in range(setup.seats):
        size = setup.size_dealt(seat)
        hands.append(sum(1 << tile for tile in order[first : first + size]))
        first += size
    for seat, tiles in enumerate(_drawn(setup, order, drew) if drew else ()):
        for tile in tiles:
            hands[seat] |= 1 << tile
    return tuple(hands)


def _drawn(setup: Setup, order: Sequence[int], drew: int) -> tuple[tuple[int, ...], ...]:
    """For each seat the tiles that it drew before the opening, in order."""
    seats, dealt = setup.seats, setup.dealt_size
    stock = order[dealt + setup.turned_up :]
    return tuple(tuple(stock[seat : seats * drew : seats]) for seat in range(seats))


def drew_to_open(
    compiled: Compiled, order: Sequence[int], number: int = 1, end: State | None = None
) -> int:
    """How many tiles everyone draws of a pack before somebody can open, or the stock has no more.

    end: the finished round before, unless this is the first one.
    """
    setup, drew = compiled.setup, 0
    while setup.draws_to_open:
        hands, spare = hands_of(setup, order, number, drew), setup.spare(drew)
        if end is None:
            opening = compiled.first_opening(hands, 0, spare)
        else:
            opening = compiled.next_opening(end, hands, 0, spare)
        if opening is None or opening[0] != NOBODY:
            break
        drew += opening[1]
    return drew


def opened_after(
    opened: Callable[[tuple[int, ...]], tuple[int, int] | None],
    setup: Setup,
    hands: tuple[int, ...],
) -> tuple[int, int] | None:
    """Who opens a round after another, and with which tiles; None for a void deal.

    opened: who would, by hands, if nobody had left the match with the round before. Who has is in
    the place of the next player, in order of play, and opens with the tiles of that player.
    """
    opening = opened(tuple(hands[setup.from_seat(seat)] for seat in range(setup.seats)))
    return opening and (setup.from_seat(opening[0]), opening[1])


def start_of(
    compiled: Compiled,
    order: Sequence[int],
    opening: tuple[int, int],
    number: int = 1,
    drew: int = 0,
) -> State:
    """The first state of a round, by its pack, its opener and the tiles to open with.

    The score is that of a first round. drew: how many tiles everyone drew before the opening.
    """
    setup = compiled.setup
    starter = setup.starter_of(number)
    order = _without_starter(order, starter)
    return _start(compiled, _hands(setup, order, drew), order, starter, opening, number, drew)


def starter_in(start: State) -> int:
    """The tile on the table in the first state of a round; `NO_TILE` where there is none."""
    return start.more.laid.bit_length() - 1


def begun(setup: Setup, starter: int) -> tuple[tuple[int, ...], More]:
    """The open ends before the first turn, and what only some rules ask of them."""
    if starter == NO_TILE:
        return (), NOTHING_MORE
    table = begun_by(setup.layout.rules, starter)
    return table.ends, table.more


def _without_starter(order: Sequence[int], starter: int) -> Sequence[int]:
    """A pack without the tile that lies on the table before the deal."""
    return order if starter == NO_TILE else [tile for tile in order if tile != starter]


def dealt(compiled: Compiled, order: Sequence[int], lot: int) -> State | None:
    """The start of a first round from a pack, every tile of the set in some order.

    `lot` is the seat that a lot would pick. None if the deal is void.
    """
    setup = compiled.setup
    starter = setup.starter_of(1)
    order = _without_starter(order, starter)
    hands, drew = _hands(setup, order), 0
    if compiled.is_void(hands):
        return None
    if setup.draws_to_open:
        drew = drew_to_open(compiled, order)
        hands = _hands(setup, order, drew)
    opening = compiled.first_opening(hands, lot)
    return None if opening is None else _start(compiled, hands, order, starter, opening, drew=drew)


def _start(
    compiled: Compiled,
    hands: tuple[int, ...],
    order: Sequence[int],
    starter: int,
    opening: tuple[int, int],
    number: int = 1,
    drew: int = 0,
) -> State:
    setup = compiled.setup
    stock = tuple(order[setup.dealt_size :])
    if setup.shape.starter is Starter.STOCK:
        starter, *rest = stock
        stock = tuple(rest)
    ends, more = begun(setup, starter)
    if drew:
        stock = stock[setup.seats * drew :]
        more = more._replace(drew=_drawn(setup, order, drew))
    opener, tiles = opening
    scores = setup.match.head_start
    start = State(hands, ends, stock, opener, opener, tiles, round=number, scores=scores, more=more)
    paid = compiled.paid_at_the_deal(_hands(setup, order) if drew else hands)
    return start._replace(more=more._replace(paid=paid)) if any(paid) else start
