"""Worlds by the model of choices: dealt, weighted, and played out.

The same numbers as in plain Python: dealt by `batch/plain_dealing.py`, weighted by
`belief/likelihood.py` and `joint` of `belief/player_types.py`, played out by
`belief/applied_model.py`.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native.choices.action_odds import (
    BY_NUMBER,
    FACTS,
    LAID,
    LEFT_MAKER,
    MAKER_BITS,
    MAKER_MASK,
    MODEL,
    ODDS,
    REFUSAL_SHOWS,
    RIGHT_MAKER,
    ROOM,
    VOID,
    numbers_open,
    weigh_actions,
)
from dominoes_solver.search.native.compiling.jit import (
    FLOAT,
    FLOAT_GRID,
    FLOATS,
    GRID,
    INT,
    LIST,
    Ints,
    Reals,
    compiled,
    count_bits,
    kernel,
    lowest_bit,
    part,
)
from dominoes_solver.search.native.programs.stack_machine import run
from dominoes_solver.search.native.rounds.chance_numbers import GOLDEN, mixed, share
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.turns.legal_actions import legal, open_tiles
from dominoes_solver.search.native.turns.stepping import number_against, number_opened, play

MOST_ACTIONS = 10_000
"""Of a playout; a longer one has no end."""
FINE, ENDLESS = 0, 1
UNIT = 1 << 30
"""Chance in so many steps."""
LEAST = 1e-5
"""As in `belief/likelihood.py`."""


@compiled(INT, INT, LIST, LIST, INT, GRID, INT, INT, LIST, LIST)
def act(
    action: int,
    book: Ints,
    work: Ints,
    row: int,
    stocks: Ints,
    world: int,
    stock_size: int,
    plan: Ints,
    facts: Ints,
) -> int:
    """Carry out an action and note what it shows; whether the round is over, and how it ended."""
    mover, tile = work[row + at.MOVER], action & at.TILE
    begun = work[row + at.LEFT] >= 0
    fits, opened = 0, 0
    if begun and plan[BY_NUMBER] and tile < at.NO_PLAY:
        opened = 1 << number_opened(action, number_against(action, book, work, row), book)
    if plan[REFUSAL_SHOWS] and tile >= at.NO_PLAY:
        fits = open_tiles(book, work, row)
    over = play(action, book, work, row, stocks, world, stock_size)
    if tile < at.NO_PLAY:
        facts[LAID] |= 1 << tile
        if plan[BY_NUMBER]:
            new = opened if begun else numbers_open(book, work, row)
            while new:
                shift = MAKER_BITS * lowest_bit(new)
                facts[LEFT_MAKER] &= ~(MAKER_MASK << shift)
                facts[LEFT_MAKER] |= mover + 1 << shift
                new &= new - 1
            return over
        if not begun or action & at.ON_RIGHT:
            facts[RIGHT_MAKER] = mover
        if not begun or action & at.ON_RIGHT == 0:
            facts[LEFT_MAKER] = mover
        return over
    if action == at.PASS:
        facts[VOID + mover] |= fits
    elif action == at.DRAW:
        step, steps = work[row + at.STEP], book[at.STEP_COUNT]
        tied = 0 <= step < steps or (step >= steps and book[at.ACTS + step % steps] >= at.ACT_UP_TO)
        facts[VOID + mover] = fits if tied else 0
    return over


@part(INT, INT, INT, GRID, LIST, LIST, LIST)
def show(world: int, laid: int, hands: Ints, openings: Ints, book: Ints, work: Ints) -> int:
    """Write the hands of a world into the row of what everybody saw; how many actions are legal."""
    row = at.SCRATCH
    unlaid = 0
    for seat in range(book[at.SEATS]):
        work[row + at.HANDS + seat] = hands[world, seat]
        unlaid |= hands[world, seat]
    work[row + at.UNDRAWN] = (1 << book[at.SET_SIZE]) - 1 & ~(laid | unlaid)
    if work[row + at.LEFT] < 0:
        work[row + at.OPENING] = openings[world]
    return legal(book, work, row, at.LISTS)


@part(FLOAT, INT, INT, INT, INT, LIST, LIST, LIST, LIST, FLOATS, FLOAT_GRID, FLOATS)
def likelihood(
    world: int, count: int, taken: int, mover: int, plan: Ints, book: Ints, work: Ints,
    facts: Ints, models: Reals, shares: Reals, numbers: Reals,
) -> float:  # fmt: skip
    """How likely one of so many actions was in a world, as the mean over the models of its mover.

    The shares of these models in `shares` change by Bayes' rule.
    """
    sorts = len(models) // MODEL
    first = mover * sorts
    wanted = 0
    for model in range(sorts):
        if shares[world, first + model] > 0.0:
            wanted |= 1 << model
    weigh_actions(count, book, work, at.SCRATCH, at.LISTS, plan, facts, models, wanted, numbers)
    likely = 0.0
    for model in range(sorts):
        if wanted >> model & 1:
            chance = max(numbers[ODDS + model * ROOM + taken], LEAST)
            shares[world, first + model] *= chance
            likely += shares[world, first + model]
    for model in range(sorts):
        shares[world, first + model] /= likely
    return likely


@part(INT, INT, INT, LIST)
def place_of(action: int, count: int, work: Ints) -> int:
    """Which of so many listed actions one is, or -1."""
    taken = -1
    for place in range(count):
        if work[at.LISTS + place] == action:
            taken = place
    return taken


@kernel(
    INT, GRID, GRID, LIST, INT, GRID, GRID, LIST, LIST, LIST, LIST, FLOATS, FLOAT_GRID, FLOATS,
    FLOATS, FLOAT_GRID,
)  # fmt: skip
def weigh(
    rows: Ints,
    facts: Ints,
    actions: Ints,
    hiding: int,
    hands: Ints,
    drawn: Ints,
    openings: Ints,
    plan: Ints,
    book: Ints,
    work: Ints,
    models: Reals,
    shares: Reals,
    numbers: Reals,
    weights: Reals,
    out: Reals,
) -> int:
    """Write how likely the actions of a round were in every world, together and one by one.

    rows, facts: actions x columns, what everybody saw before each of `actions`; only the hands
        differ between worlds.
    hiding: the mask of the seats with hidden tiles.
    hands: worlds x seats, masks of those dealt; they are played on.
    drawn: worlds x actions, the masks of the tiles drawn.
    openings: for each world the tiles that the opener might begin with.
    shares: worlds x models of each seat in turn, how likely a seat is of each; each choice changes
        these of its mover by Bayes' rule, so that the weight is the mean over the models.
    weights, out: for each world, and for each action there; `out` may have no columns.
    Returns -1, or the first world in which an action is not legal.
    """
    row = at.SCRATCH
    worlds, actions_written = len(hands), out.shape[1]
    for world in range(worlds):
        weights[world] = 1.0
    for ply in range(len(actions)):
        action, mover = actions[ply], rows[ply, at.MOVER]
        # A pass that shows that nothing fits was no choice where nothing is drawn.
        forced = action == at.PASS and plan[REFUSAL_SHOWS] and book[at.DRAWS] == 0
        if hiding >> mover & 1 and not forced:
            for place in range(at.WIDTH):
                work[row + place] = rows[ply, place]
            for world in range(worlds):
                count = show(world, facts[ply, LAID], hands, openings, book, work)
                taken = place_of(action, count, work)
                if taken < 0:
                    return world
                if count > 1:
                    likely = likelihood(
                        world, count, taken, mover, plan, book, work, facts[ply], models, shares,
                        numbers,
                    )  # fmt: skip
                    weights[world] *= likely
                    if actions_written:
                        out[world, ply] = likely
        tile = action & at.TILE
        if tile < at.NO_PLAY:
            for world in range(worlds):
                hands[world, mover] &= ~(1 << tile)
        elif action == at.DRAW:
            for world in range(worlds):
                hands[world, mover] |= drawn[world, ply]
    return -1


@part(INT, INT, INT, LIST, LIST)
def room_in(place: int, seat: int, sizes: Ints, strides: Ints) -> int:
    """How many more tiles a seat takes, at a place of the table of ways."""
    return place // strides[seat] % (sizes[seat] + 1)


@part(INT, INT, INT, LIST, LIST, LIST, FLOATS)
def count_ways(unseen: int, seats: int, void: Ints, sizes: Ints, strides: Ints, ways: Reals) -> int:
    """Fill the table of ways from the last tile to the first; returns how long each row is."""
    size = count_bits(unseen)
    states = 1
    for seat in range(seats):
        strides[seat] = states
        states *= sizes[seat] + 1
    # Backwards: in how many ways the tiles from one on can be dealt into the room that is left.
    for place in range(states):
        ways[size * states + place] = 0.0
    ways[size * states] = 1.0
    here = size
    # The tiles from the highest down, so that a world is dealt from the lowest up.
    for tile in range(at.MOST_TILES - 1, -1, -1):
        if unseen >> tile & 1 == 0:
            continue
        here -= 1
        for place in range(states):
            total, free = 0.0, 0
            for seat in range(seats):
                left = room_in(place, seat, sizes, strides)
                free += left
                if left and void[seat] >> tile & 1 == 0:
                    total += ways[(here + 1) * states + place - strides[seat]]
            if size - here > free:
                total += ways[(here + 1) * states + place]
            ways[here * states + place] = total if free <= size - here else 0.0
    return states


@kernel(INT, INT, INT, INT, LIST, LIST, LIST, GRID, FLOATS)
def deal_worlds(
    state: int,
    unseen: int,
    seats: int,
    void: Ints,
    sizes: Ints,
    strides: Ints,
    worlds: Ints,
    ways: Reals,
) -> int:
    """Draw worlds uniformly from those that fit what the mover knows; the new chance.

    A table counts, for each number of tiles left and the room in each hand, in how many ways the
    rest can be dealt, and a world follows it tile by tile.

    unseen: the mask of the tiles to deal. void: for each seat the mask of those it does not hold.
    sizes: for each seat how many it takes, 0 for the mover. worlds: worlds x seats, the hands, of
    which that of the mover is left as it is. strides, ways: room for the table.
    """
    states = count_ways(unseen, seats, void, sizes, strides, ways)
    for world in range(len(worlds)):
        sizes_left = states - 1
        following = states
        rest = unseen
        while rest:
            tile = lowest_bit(rest)
            rest &= rest - 1
            state += GOLDEN
            drawn = share(mixed(state), UNIT) / UNIT * ways[following - states + sizes_left]
            chosen, last = -1, -1
            for seat in range(seats):
                left = room_in(sizes_left, seat, sizes, strides)
                if left and void[seat] >> tile & 1 == 0:
                    odds = ways[following + sizes_left - strides[seat]]
                    if odds > 0:
                        last = seat
                        drawn -= odds
                        if drawn < 0:
                            chosen = seat
                            break
            # The rest is the share of the tiles that nobody holds.
            if chosen < 0 and ways[following + sizes_left] == 0:
                chosen = last
            if chosen >= 0:
                worlds[world, chosen] |= 1 << tile
                sizes_left -= strides[chosen]
            following += states
    return state


@compiled(INT, INT, LIST, LIST, INT, GRID, INT, INT, LIST, LIST, FLOATS, LIST, FLOATS)
def play_out(
    state: int,
    book: Ints,
    work: Ints,
    row: int,
    stocks: Ints,
    world: int,
    stock_size: int,
    plan: Ints,
    facts: Ints,
    models: Reals,
    cast: Ints,
    numbers: Reals,
) -> int:
    """Let every seat choose by its model to the end of the round; whether it has one."""
    for _ in range(MOST_ACTIONS):
        count = legal(book, work, row, at.LISTS)
        if count == 0:
            return ENDLESS
        chosen = 0
        if count > 1:
            model = cast[work[row + at.MOVER]]
            wanted, odds = 1 << model, ODDS + model * ROOM
            weigh_actions(count, book, work, row, at.LISTS, plan, facts, models, wanted, numbers)
            state += GOLDEN
            drawn = share(mixed(state), UNIT) / UNIT
            while chosen < count - 1:
                drawn -= numbers[odds + chosen]
                if drawn < 0:
                    break
                chosen += 1
        over = act(work[at.LISTS + chosen], book, work, row, stocks, world, stock_size, plan, facts)
        if over:
            run(book[at.PAYOFF], book, work, row)
            return FINE
    return ENDLESS


@kernel(
    INT, GRID, GRID, INT, LIST, LIST, INT, LIST, LIST, LIST, LIST, LIST, LIST, FLOATS, GRID, LIST,
    FLOATS, GRID,
)  # fmt: skip
def playouts(
    rows: Ints,
    stocks: Ints,
    stock_size: int,
    actions: Ints,
    ranks: Ints,
    times: int,
    keys: Ints,
    plan: Ints,
    book: Ints,
    work: Ints,
    shown: Ints,
    facts: Ints,
    models: Reals,
    casts: Ints,
    scores: Ints,
    numbers: Reals,
    out: Ints,
) -> int:
    """Play every action in every world, and on by models; write the payoff of each side.

    rows, stocks: worlds x columns, and x tiles in the order in which they are drawn.
    actions, places: their codes, and where they are among the legal ones.
    keys: those of chance, one a world. shown, facts: the facts so far, and room for as many.
    casts: worlds x seats, the number of each seat's model.
    scores: the points of each side before the round.
    out: playouts x sides, world by world, action by action, `times` each.
    """
    row = at.SCRATCH
    sides = book[at.SIDES]
    line = 0
    for world in range(len(rows)):
        for number in range(len(actions)):
            for time in range(times):
                for column in range(at.WIDTH):
                    work[row + column] = rows[world, column]
                for fact in range(FACTS):
                    facts[fact] = shown[fact]
                action = actions[number]
                state = mixed(keys[world] + (ranks[number] * times + time) * GOLDEN)
                over = act(action, book, work, row, stocks, world, stock_size, plan, facts)
                if over:
                    run(book[at.PAYOFF], book, work, row)
                elif play_out(
                    state,
                    book,
                    work,
                    row,
                    stocks,
                    world,
                    stock_size,
                    plan,
                    facts,
                    models,
                    casts[world],
                    numbers,
                ):
                    return ENDLESS
                for side in range(sides):
                    on_the_way = work[row + at.SCORES + side] - scores[side]
                    out[line, side] = work[at.POINTS + side] + on_the_way
                line += 1
    return FINE
