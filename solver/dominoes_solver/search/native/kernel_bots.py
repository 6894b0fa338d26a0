"""Rounds between our own bots, from the deal to the pay-off, without leaving machine code.

For games in which nothing is drawn. Whoever samples worlds draws them uniformly from all that fit:
a table counts, for each number of tiles left and the room in each hand, in how many ways the rest
can be dealt, and a world follows it tile by tile.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native import kernel_two
from dominoes_solver.search.native import row_format as at
from dominoes_solver.search.native.any_turns import legal
from dominoes_solver.search.native.chance_numbers import GOLDEN, LOW_32, mixed, share
from dominoes_solver.search.native.jit import (
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
)
from dominoes_solver.search.native.kernel_choices import (
    ENDLESS,
    FACTS,
    FINE,
    LAID,
    ODDS,
    UNIT,
    VOID,
    act,
    play_out,
    weigh_actions,
)
from dominoes_solver.search.native.kernel_rounds import STOPPED_AT, deal
from dominoes_solver.search.native.probes import J_ACTION, J_DEPTH, J_EPOCH, J_TABLE_BITS, JOB
from dominoes_solver.search.native.programs.stack_machine import run

# ---------------------------------------------------------------- the places of a way to play
WAY = 0
WORLDS = 1
"""Worlds to search."""
POOL = 2
"""Worlds to weigh; 0 takes all worlds to be alike."""
BEST = 3
"""Whether best play with open hands counts."""
TIMES = 4
"""Playouts by the model of each action in each world."""
CHEATS = 5
"""Whether the true hands are seen."""
STREAM = 6
"""Which random numbers it has: those of one stream are the same for whoever decides in a place."""
OVERLOOKS = 7
"""The chance that a move is overlooked, in parts of 2^32; as in `belief/noticing.py`."""
WAYS = 8
RANDOM, FIRST, LOWEST, HEAVIEST, DOUBLE, MODEL, SAMPLE, EXPOSED, RARITY, ESSAY = range(10)
LATE = 1 << 40
OVERLOOKED = -1e18
"""What a move is worth that is not noticed: less than any other."""
PLACES = 4 * 256
"""As many as a stream has: four seats, and `MOST_PLIES` actions."""

# ---------------------------------------------------------------- rows
GAME = at.SCRATCH
TRIED = at.ROWS
"""The row in which worlds are weighed and played out."""
VOID_DEALS = 2
MOST_PLIES = 256
ENDLESSLY = 1 << 60
LEAST = 1e-5
"""As in `belief/reading.py`."""


@compiled(INT, INT, INT, LIST)
def halves(tiles: int, number: int, book: Ints) -> int:
    """How often a number occurs on the halves of these tiles."""
    found = 0
    tiles &= book[at.FITS + number]
    while tiles:
        tile = lowest_bit(tiles)
        tiles &= tiles - 1
        found += 2 if book[at.HIGHS + tile] == book[at.LOWS + tile] else 1
    return found


@compiled(INT, INT, INT, LIST, LIST)
def passed_on(number: int, seat: int, book: Ints, facts: Ints) -> int:
    """Whether somebody of another side than a seat has passed on a number."""
    for other in range(book[at.SEATS]):
        if other % book[at.SIDES] != seat % book[at.SIDES] and (
            book[at.FITS + number] & ~facts[VOID + other] == 0
        ):
            return 1
    return 0


@compiled(INT, INT, INT, INT, LIST, LIST, LIST)
def judged(way: int, action: int, number: int, book: Ints, work: Ints, facts: Ints) -> int:
    """How late a plain bot tries an action: it takes the first one of the lowest number."""
    if action >= at.DRAW:
        return LATE + number
    if way == FIRST:
        return number
    tile = action & at.TILE
    total, high, low = book[at.TOTALS + tile], book[at.HIGHS + tile], book[at.LOWS + tile]
    if way == HEAVIEST:
        return -total
    if way == DOUBLE:
        return 0 if high == low else 1
    mover = work[GAME + at.MOVER]
    hand = work[GAME + at.HANDS + mover]
    if way == EXPOSED:
        one, other = halves(facts[LAID], high, book), halves(facts[LAID], low, book)
        return -(max(one, other) << 10 | total)
    if way == RARITY:
        seen = hand | facts[LAID]
        often = halves(seen, high, book) + halves(seen, low, book)
        return -(often << 10) + (tile << 1) + (0 if action & at.ON_RIGHT else 1)
    left, right = work[GAME + at.LEFT], work[GAME + at.RIGHT]
    order = low << 8 | high
    if left >= 0:
        order = total - (right if action & at.ON_RIGHT else left) << 8 | (
            1 if action & at.ON_RIGHT else 0
        )
    if way == LOWEST:
        return order
    if high == low:
        return -(1 << 30 | order)
    if passed_on(high, mover, book, facts) and passed_on(low, mover, book, facts):
        return -(1 << 29 | order)
    connected = count_bits((hand | facts[LAID]) & (book[at.FITS + high] | book[at.FITS + low]))
    return -(connected << 16 | order)


@compiled(INT, INT, INT, LIST, LIST, LIST, GRID, LIST, FLOATS)
def deal_worlds(
    state: int,
    number: int,
    book: Ints,
    work: Ints,
    facts: Ints,
    worlds: Ints,
    room: Ints,
    ways: Reals,
) -> int:
    """Draw so many worlds uniformly from those that fit what the mover knows; the new chance.

    A row of `worlds` holds the hands. `room` is at work: for each seat its stride, then its size.
    """
    seats = book[at.SEATS]
    mover = work[GAME + at.MOVER]
    own = work[GAME + at.HANDS + mover]
    unseen = ((1 << book[at.SET_SIZE]) - 1) & ~facts[LAID] & ~own
    size = count_bits(unseen)
    states, in_hands = 1, 0
    for seat in range(seats):
        room[seat] = 0
        if seat != mover:
            room[seat] = states
            room[4 + seat] = count_bits(work[GAME + at.HANDS + seat])
            states *= room[4 + seat] + 1
            in_hands += room[4 + seat]
    # Backwards: in how many ways the tiles from one on can be dealt into the room that is left.
    for place in range(states):
        ways[size * states + place] = 0.0
    ways[size * states] = 1.0
    rest = unseen
    for before in range(size):
        # The tiles from the highest down, so that a world is dealt from the lowest up.
        tile = 0
        for bit in range(book[at.SET_SIZE] - 1, -1, -1):
            if rest >> bit & 1:
                tile = bit
                break
        rest ^= 1 << tile
        here = size - 1 - before
        for place in range(states):
            total, free = 0.0, 0
            for seat in range(seats):
                if seat != mover:
                    left = place // room[seat] % (room[4 + seat] + 1)
                    free += left
                    if left and facts[VOID + seat] >> tile & 1 == 0:
                        total += ways[(here + 1) * states + place - room[seat]]
            if size - here > free:
                total += ways[(here + 1) * states + place]
            ways[here * states + place] = total if free <= size - here else 0.0
    for world in range(number):
        for seat in range(seats):
            worlds[world, seat] = 0
        worlds[world, mover] = own
        place = states - 1
        here = 0
        rest = unseen
        while rest:
            tile = lowest_bit(rest)
            rest &= rest - 1
            state += GOLDEN
            drawn = share(mixed(state), UNIT) / UNIT * ways[here * states + place]
            chosen, last = -1, -1
            for seat in range(seats):
                if seat != mover:
                    left = place // room[seat] % (room[4 + seat] + 1)
                    if left and facts[VOID + seat] >> tile & 1 == 0:
                        odds = ways[(here + 1) * states + place - room[seat]]
                        if odds > 0:
                            last = seat
                            drawn -= odds
                            if drawn < 0:
                                chosen = seat
                                break
            # The rest is the share of the tiles that nobody holds.
            if chosen < 0 and ways[(here + 1) * states + place] == 0:
                chosen = last
            if chosen >= 0:
                worlds[world, chosen] |= 1 << tile
                place -= room[chosen]
            here += 1
    return state


@compiled(
    INT, INT, INT, INT, LIST, LIST, LIST, GRID, GRID, LIST, GRID, FLOATS, FLOATS, FLOATS
)  # fmt: skip
def weigh_worlds(
    number: int,
    mover: int,
    plies: int,
    book: Ints,
    work: Ints,
    plan: Ints,
    past: Ints,
    shown: Ints,
    actions: Ints,
    worlds: Ints,
    model: Reals,
    numbers: Reals,
    weights: Reals,
) -> int:
    """Write how likely the others' past choices are in each world."""
    for world in range(number):
        weights[world] = 1.0
    for ply in range(plies):
        seat = past[ply, at.MOVER]
        if seat == mover or actions[ply] >= at.DRAW:
            continue
        later = 0
        for after in range(ply, plies):
            if past[after, at.MOVER] == seat and actions[after] < at.DRAW:
                later |= 1 << (actions[after] & at.TILE)
        for place in range(at.WIDTH):
            work[TRIED + place] = past[ply, place]
        if work[TRIED + at.LEFT] < 0 and work[TRIED + at.OPENING] == work[TRIED + at.HANDS + seat]:
            # The opener was free to lay any tile, in every world: the true hand is not known.
            work[TRIED + at.OPENING] = (1 << book[at.SET_SIZE]) - 1
        for world in range(number):
            work[TRIED + at.HANDS + seat] = worlds[world, seat] | later
            count = legal(book, work, TRIED, at.LISTS)
            if count < 2:
                continue
            weigh_actions(count, book, work, TRIED, at.LISTS, plan, shown[ply], model, numbers)
            for place in range(count):
                if work[at.LISTS + place] == actions[ply]:
                    weights[world] *= max(numbers[ODDS + place], LEAST)
    return 0


@compiled(INT, INT, INT, INT, LIST, FLOATS)
def thin(state: int, number: int, wanted: int, chosen: Ints, weights: Reals) -> int:
    """Choose so many worlds by their weights, by systematic resampling; the new chance."""
    total = 0.0
    for world in range(number):
        total += weights[world]
    state += GOLDEN
    at = share(mixed(state), UNIT) / UNIT
    passed, world = weights[0], 0
    for place in range(wanted):
        goal = (place + at) * total / wanted
        while passed < goal and world + 1 < number:
            world += 1
            passed += weights[world]
        chosen[place] = world
    return state


@kernel(
    INT, INT, INT, INT, GRID, FLOAT_GRID, GRID, LIST, LIST, LIST, LIST, GRID, LIST, GRID, LIST,
    LIST, GRID, LIST, LIST, GRID, GRID, GRID, LIST, GRID, LIST, LIST, FLOATS, FLOATS, FLOATS,
    FLOATS, GRID, GRID, GRID,
)  # fmt: skip
def play_rounds(
    key: int,
    first: int,
    rounds: int,
    ways: Ints,
    models: Reals,
    plans: Ints,
    plan: Ints,
    book: Ints,
    bounds: Ints,
    work: Ints,
    pack: Ints,
    job: Ints,
    roots: Ints,
    search_work: Ints,
    table: Ints,
    values: Ints,
    counts: Ints,
    used: Ints,
    search_actions: Ints,
    past: Ints,
    shown: Ints,
    actions: Ints,
    worlds: Ints,
    room: Ints,
    chosen: Ints,
    dealt: Reals,
    weights: Reals,
    totals: Reals,
    numbers: Reals,
    starts: Ints,
    log: Ints,
    out: Ints,
) -> int:
    """Play the rounds from `first` on, each seat in its way.

    Writes of each round its first state, its actions (-1 after the last), how it ended and its
    payoff. The deals are those of `kernel_rounds` for the key.
    """
    size, sides, sign = book[at.SET_SIZE], book[at.SIDES], book[at.SIGN]
    facts = shown[0].copy()
    for line in range(rounds):
        if not deal(mixed(key + (first + line) * GOLDEN), plan, book, work, pack):
            plan[STOPPED_AT] = first + line
            return VOID_DEALS
        luck = mixed(plan[STOPPED_AT])
        for place in range(at.WIDTH):
            starts[line, place] = work[GAME + place]
        for place in range(FACTS):
            facts[place] = 0
        plies, over = 0, 0
        while over == 0:
            if plies == MOST_PLIES:
                plan[STOPPED_AT] = first + line
                return ENDLESS
            mover = work[GAME + at.MOVER]
            count = legal(book, work, GAME, at.LISTS)
            for place in range(count):
                totals[place] = 0.0
                room[8 + place] = work[at.LISTS + place]
            state = mixed(luck + (ways[mover, STREAM] * PLACES + plies * 4 + mover) * GOLDEN)
            way = ways[mover, WAY]
            picked = 0
            if ways[mover, OVERLOOKS] and count > 1:
                state += GOLDEN
                picked = share(mixed(state), count)
                for place in range(count):
                    state += GOLDEN
                    if mixed(state) >> 32 & LOW_32 < ways[mover, OVERLOOKS] and place != picked:
                        totals[place] = OVERLOOKED
            if count < 2:
                picked = 0
            elif way == RANDOM:
                picked = share(mixed(state + GOLDEN), count)
            elif way == MODEL:
                weigh_actions(
                    count, book, work, GAME, at.LISTS, plans[mover], facts, models[mover], numbers
                )
                drawn = share(mixed(state + GOLDEN), UNIT) / UNIT
                while picked < count - 1:
                    drawn -= numbers[ODDS + picked]
                    if drawn < 0:
                        break
                    picked += 1
            elif way != SAMPLE:
                lowest = ENDLESSLY
                for place in range(count):
                    if totals[place] > OVERLOOKED:
                        late = judged(way, work[at.LISTS + place], place, book, work, facts)
                        if late < lowest:
                            lowest, picked = late, place
            else:
                number, pool = ways[mover, WORLDS], ways[mover, POOL]
                if ways[mover, CHEATS]:
                    number = 1
                    chosen[0] = 0
                    for seat in range(book[at.SEATS]):
                        worlds[0, seat] = work[GAME + at.HANDS + seat]
                elif pool:
                    state = deal_worlds(state, pool, book, work, facts, worlds, room, dealt)
                    weigh_worlds(
                        pool, mover, plies, book, work, plans[mover], past, shown, actions,
                        worlds, models[mover], numbers, weights,
                    )  # fmt: skip
                    state = thin(state, pool, number, chosen, weights)
                else:
                    state = deal_worlds(state, number, book, work, facts, worlds, room, dealt)
                    for world in range(number):
                        chosen[world] = world
                for world in range(number):
                    for place in range(at.WIDTH):
                        roots[world, place] = work[GAME + place]
                    for seat in range(book[at.SEATS]):
                        roots[world, at.HANDS + seat] = worlds[chosen[world], seat]
                if ways[mover, BEST]:
                    epoch, bits = job[J_EPOCH], job[J_TABLE_BITS]
                    for place in range(JOB):
                        job[place] = 0
                    job[J_EPOCH], job[J_TABLE_BITS] = epoch, bits
                    job[J_ACTION] = job[J_DEPTH] = -1
                    for world in range(number):
                        used[world] = 0
                    kernel_two.search(
                        ENDLESSLY, job, roots[:number], book, bounds, search_work, table,
                        search_actions[:number], counts[:number], used[:number], values[:number],
                    )  # fmt: skip
                    for world in range(number):
                        for place in range(count):
                            worth = values[world, place]
                            totals[place] += worth if mover % sides == 0 else -worth
                times = ways[mover, TIMES]
                for world in range(number if times else 0):
                    for place in range(count):
                        for _ in range(times):
                            for field in range(at.WIDTH):
                                work[TRIED + field] = roots[world, field]
                            tried = shown[MOST_PLIES]
                            for field in range(FACTS):
                                tried[field] = facts[field]
                            state += GOLDEN
                            ended = act(
                                room[8 + place], book, work, TRIED, pack, 0, size, plans[mover],
                                tried,
                            )  # fmt: skip
                            if ended:
                                run(book[at.PAYOFF], book, work, TRIED)
                            elif play_out(
                                mixed(state), book, work, TRIED, pack, 0, size, plans[mover],
                                tried, models[mover], numbers,
                            ):  # fmt: skip
                                plan[STOPPED_AT] = first + line
                                return ENDLESS
                            side = mover % sides
                            paid = work[at.POINTS + side]
                            if sides == 2:
                                paid -= work[at.POINTS + 1 - side]
                            totals[place] += sign * paid / times
                picked = 0
                for place in range(1, count):
                    if totals[place] > totals[picked]:
                        picked = place
            action = room[8 + picked]
            for place in range(at.WIDTH):
                past[plies, place] = work[GAME + place]
            for place in range(FACTS):
                shown[plies, place] = facts[place]
            actions[plies] = action
            log[line, plies] = action
            over = act(action, book, work, GAME, pack, 0, size, plans[mover], facts)
            plies += 1
        if plies < MOST_PLIES:
            log[line, plies] = -1
        run(book[at.PAYOFF], book, work, GAME)
        out[line, 0] = over
        for side in range(sides):
            out[line, 1 + side] = work[at.POINTS + side]
    return FINE
