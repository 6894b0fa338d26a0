"""Exact values of games of tricks between two sides, all hands open, for many worlds.

The search of `python/tricks_two_sides.py` over arrays: questions whether side 0 takes so many of
the points that are left, with a table of the beginnings of tricks. A frame is a seat that plays to
a trick; the caller stops and goes on at any node.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native.compiling.jit import (
    GRID,
    INT,
    LIST,
    Ints,
    compiled,
    count_bits,
    kernel,
    lowest_bit,
    part,
)
from dominoes_solver.search.native.rows import trick_format as at

ODD = 0x1E3779B97F4A7C15
"""An odd number that spreads keys over a table."""


@part(INT, INT, INT, INT)
def place_of(left: int, seat: int, bits: int) -> int:
    """The place in the table of what a leader leads to."""
    key = left << at.SEAT_BITS | seat
    key ^= key >> 29
    key *= ODD
    return (key >> 62 - bits & (1 << bits) - 1) << 1


@part(INT, INT, INT)
def worst_for(seat: int, keen: int) -> int:
    """What any points of side 0 are better than for a seat, by the side that wants many."""
    return -1 if seat & 1 == keen else at.MOST_POINTS + 1


@part(INT, GRID, INT, GRID, INT, INT)
def tiles_of_rivals(kinds: Ints, kind: int, worlds: Ints, world: int, seat: int) -> int:
    """The tiles that were dealt to the other side."""
    mask = 0
    for rival in range(1 - (seat & 1), kinds[kind, at.K_SEATS], 2):
        mask |= worlds[world, at.W_HANDS + rival]
    return mask


@compiled(INT, GRID, GRID, INT, LIST, INT)
def list_tiles(kinds: Ints, worlds: Ints, world: int, work: Ints, frame: int) -> int:
    """List the tiles that may be played from a frame, the most promising first."""
    kind = worlds[world, at.W_KIND]
    seat, left, led = work[frame + at.F_SEAT], work[frame + at.F_LEFT], work[frame + at.F_LED]
    hand = worlds[world, at.W_HANDS + seat] & left
    tiles = hand
    if led >= 0:
        following = hand & kinds[kind, at.K_FOLLOWING + led]
        if following:
            tiles = following
    rivals = tiles_of_rivals(kinds, kind, worlds, world, seat) & left
    holder, best = work[frame + at.F_HOLDER], work[frame + at.F_BEST]
    is_ours = holder & 1 == seat & 1
    is_last = work[frame + at.F_NUMBER] + 1 == kinds[kind, at.K_SEATS]
    number = 0
    while tiles:
        tile = lowest_bit(tiles)
        tiles &= tiles - 1
        points = kinds[kind, at.K_POINTS + tile]
        if tile == work[frame + at.F_FIRST]:
            rank = 1 << 30
        elif led < 0:
            suit = kinds[kind, at.K_LED + tile]
            above = kinds[kind, at.K_ABOVE + suit * at.MOST_TILES + tile] & rivals
            rank = -points if above else (1 << 20) + points
        else:
            above = kinds[kind, at.K_ABOVE + led * at.MOST_TILES + tile]
            over_best = kinds[kind, at.K_ABOVE + led * at.MOST_TILES + best]
            beats = over_best >> tile & 1
            if is_ours:
                rank = -points if beats else points
                if not is_last and over_best & rivals:
                    rank = -points
                    if beats and above & rivals == 0:
                        rank = (1 << 20) + points
            elif beats:
                rank = points if not is_last and above & rivals else (1 << 20) + points
            else:
                rank = -points
        rank = rank << at.FIRST_BITS | tile
        spot = number
        while spot > 0 and work[frame + at.F_TILES + spot - 1] < rank:
            work[frame + at.F_TILES + spot] = work[frame + at.F_TILES + spot - 1]
            spot -= 1
        work[frame + at.F_TILES + spot] = rank
        number += 1
    work[frame + at.F_NEXT] = 0
    work[frame + at.F_MOVES] = number
    return number


@compiled(INT, LIST, GRID, GRID, LIST)
def begin_question(job: Ints, kinds: Ints, worlds: Ints, work: Ints) -> int:
    """Enter the root with the question that decides most, or none: whether an action is done."""
    world = job[at.J_WORLD]
    kind = worlds[world, at.W_KIND]
    if job[at.J_LOW] == job[at.J_HIGH]:
        return 1
    asked = job[at.J_LEVEL]
    asked = min(max(asked, job[at.J_LOW] + 1), job[at.J_HIGH])
    job[at.J_ASKED] = asked
    left = 0
    rest = worlds[world, at.W_LYING]
    for seat in range(kinds[kind, at.K_SEATS]):
        left |= worlds[world, at.W_HANDS + seat]
    tiles = left
    while tiles:
        rest += kinds[kind, at.K_POINTS + lowest_bit(tiles)]
        tiles &= tiles - 1
    seats = kinds[kind, at.K_SEATS]
    rest += kinds[kind, at.K_TRICK] * ((count_bits(left) + worlds[world, at.W_NUMBER]) // seats)
    work[at.F_SEAT] = worlds[world, at.W_MOVER]
    work[at.F_NUMBER] = worlds[world, at.W_NUMBER]
    work[at.F_LED] = worlds[world, at.W_LED]
    work[at.F_BEST] = worlds[world, at.W_BEST]
    work[at.F_HOLDER] = worlds[world, at.W_HOLDER]
    work[at.F_LYING] = worlds[world, at.W_LYING]
    work[at.F_LEFT] = left
    work[at.F_REST] = rest
    work[at.F_GOAL] = kinds[kind, at.K_STEP + asked - 1] - worlds[world, at.W_TAKEN]
    work[at.F_FIRST] = -1
    work[at.F_VALUE] = (
        -1 if worlds[world, at.W_MOVER] & 1 == kinds[kind, at.K_KEEN] else at.MOST_POINTS + 1
    )
    if worlds[world, at.W_COUNT] < 0:
        list_tiles(kinds, worlds, world, work, 0)
    else:
        work[at.F_NEXT] = 0
        work[at.F_MOVES] = 1
        work[at.F_TILES] = worlds[world, at.W_ACTIONS + job[at.J_ACTION]]
    job[at.J_DEPTH] = 0
    job[at.J_ENTER] = 0
    job[at.J_FOUND] = -1
    return 0


@compiled(INT, LIST, GRID, GRID, LIST)
def answer(job: Ints, kinds: Ints, worlds: Ints, work: Ints) -> int:
    """Move a bound by the answer of the root."""
    world = job[at.J_WORLD]
    kind = worlds[world, at.W_KIND]
    points = work[at.F_VALUE] + worlds[world, at.W_TAKEN]
    level = 0
    while level < kinds[kind, at.K_STEPS] and kinds[kind, at.K_STEP + level] <= points:
        level += 1
    if level >= job[at.J_ASKED]:
        job[at.J_LOW] = level
    else:
        job[at.J_HIGH] = level
    job[at.J_LEVEL] = level
    return level


@compiled(INT, INT, LIST, GRID, GRID, LIST, LIST)
def prove(until: int, job: Ints, kinds: Ints, worlds: Ints, work: Ints, table: Ints) -> int:
    """Go on with a question until so many nodes are spent; whether it is answered."""
    world = job[at.J_WORLD]
    kind = worlds[world, at.W_KIND]
    seats, keen = kinds[kind, at.K_SEATS], kinds[kind, at.K_KEEN]
    bits, epoch = job[at.J_TABLE_BITS], job[at.J_EPOCH]
    depth, enters, found = job[at.J_DEPTH], job[at.J_ENTER], job[at.J_FOUND]
    nodes = job[at.J_NODES]
    answered = 0
    while True:
        frame = depth * at.FRAME
        goal = work[frame + at.F_GOAL]
        if enters:
            rest, left = work[frame + at.F_REST], work[frame + at.F_LEFT]
            seat, number = work[frame + at.F_SEAT], work[frame + at.F_NUMBER]
            low, high = 0, rest
            work[frame + at.F_FIRST] = -1
            if goal <= 0:
                high = 0
            elif goal > rest:
                low = rest
            elif number == 0:
                entry = place_of(left, seat, bits)
                known = table[entry + 1]
                if known >> at.EPOCH_AT == epoch and (table[entry] == left << at.SEAT_BITS | seat):
                    low = known & at.MOST_POINTS
                    high = known >> at.POINT_BITS & at.MOST_POINTS
                    work[frame + at.F_FIRST] = known >> at.FIRST_AT & (1 << at.FIRST_BITS) - 1
            if low >= goal or high < goal:
                found = low if low >= goal else high
                depth -= 1
                enters = 0
                continue
            if nodes >= until:
                break
            nodes += 1
            work[frame + at.F_LOW] = low
            work[frame + at.F_HIGH] = high
            work[frame + at.F_VALUE] = worst_for(seat, keen)
            list_tiles(kinds, worlds, world, work, frame)
            found = -1
            enters = 0
        is_keen = work[frame + at.F_SEAT] & 1 == keen
        decided = False
        if found >= 0:
            # The bound of the tile tried last.
            found += work[frame + at.F_GAIN]
            value = work[frame + at.F_VALUE]
            if found > value if is_keen else found < value:
                work[frame + at.F_VALUE] = found
                last = frame + at.F_TILES + work[frame + at.F_NEXT] - 1
                work[frame + at.F_FIRST] = work[last] & (1 << at.FIRST_BITS) - 1
                decided = (found >= goal) == is_keen
        if decided or work[frame + at.F_NEXT] == work[frame + at.F_MOVES]:
            found = work[frame + at.F_VALUE]
            if depth == 0:
                answered = 1
                break
            if work[frame + at.F_NUMBER] == 0:
                low, high = work[frame + at.F_LOW], work[frame + at.F_HIGH]
                if found >= goal:
                    low = found
                else:
                    high = found
                left, seat = work[frame + at.F_LEFT], work[frame + at.F_SEAT]
                entry = place_of(left, seat, bits)
                table[entry] = left << at.SEAT_BITS | seat
                table[entry + 1] = (
                    low
                    | high << at.POINT_BITS
                    | work[frame + at.F_FIRST] << at.FIRST_AT
                    | epoch << at.EPOCH_AT
                )
            depth -= 1
            continue
        tile = work[frame + at.F_TILES + work[frame + at.F_NEXT]] & (1 << at.FIRST_BITS) - 1
        work[frame + at.F_NEXT] += 1
        seat, number = work[frame + at.F_SEAT], work[frame + at.F_NUMBER]
        led, best, holder = work[frame + at.F_LED], tile, seat
        if number == 0:
            led = kinds[kind, at.K_LED + tile]
        elif (
            kinds[kind, at.K_ABOVE + led * at.MOST_TILES + work[frame + at.F_BEST]] >> tile & 1 == 0
        ):
            best, holder = work[frame + at.F_BEST], work[frame + at.F_HOLDER]
        lying = work[frame + at.F_LYING] + kinds[kind, at.K_POINTS + tile]
        child = frame + at.FRAME
        work[child + at.F_LEFT] = work[frame + at.F_LEFT] & ~(1 << tile)
        if number + 1 < seats:
            work[frame + at.F_GAIN] = 0
            work[child + at.F_SEAT] = seat + 1 if seat + 1 < seats else 0
            work[child + at.F_NUMBER] = number + 1
            work[child + at.F_LED] = led
            work[child + at.F_BEST] = best
            work[child + at.F_HOLDER] = holder
            work[child + at.F_LYING] = lying
            work[child + at.F_REST] = work[frame + at.F_REST]
            work[child + at.F_GOAL] = goal
        else:
            lying += kinds[kind, at.K_TRICK]
            gain = 0 if holder & 1 else lying
            work[frame + at.F_GAIN] = gain
            work[child + at.F_SEAT] = holder
            work[child + at.F_NUMBER] = 0
            work[child + at.F_LED] = -1
            work[child + at.F_BEST] = -1
            work[child + at.F_HOLDER] = holder
            work[child + at.F_LYING] = 0
            work[child + at.F_REST] = work[frame + at.F_REST] - lying
            work[child + at.F_GOAL] = goal - gain
        depth += 1
        enters = 1
    job[at.J_DEPTH], job[at.J_ENTER], job[at.J_FOUND] = depth, enters, found
    job[at.J_NODES] = nodes
    return answered


@kernel(INT, INT, LIST, GRID, GRID, GRID, LIST, LIST, LIST, LIST)
def search(
    limit: int,
    job: Ints,
    kinds: Ints,
    worlds: Ints,
    levels: Ints,
    solved: Ints,
    used: Ints,
    work: Ints,
    table: Ints,
) -> int:
    """Go on for about so many nodes; returns whether all worlds are done.

    levels: worlds x actions, the number of the payment that each action leads to.
    solved: for each world whether its nodes were enough.
    """
    until = job[at.J_NODES] + limit
    while job[at.J_WORLD] < worlds.shape[0]:
        world = job[at.J_WORLD]
        kind = worlds[world, at.W_KIND]
        if job[at.J_ACTION] < 0:
            job[at.J_ACTION] = 0
            job[at.J_EPOCH] += 1
            if job[at.J_EPOCH] > at.EPOCHS:
                job[at.J_EPOCH] = 1
                for index in range(len(table)):
                    table[index] = 0
            job[at.J_LOW] = 0
            job[at.J_HIGH] = kinds[kind, at.K_STEPS]
            job[at.J_LEVEL] = (job[at.J_HIGH] + 1) // 2 if world == 0 else job[at.J_LEVEL]
            job[at.J_DEPTH] = -1
        if job[at.J_DEPTH] < 0 and begin_question(job, kinds, worlds, work):
            levels[world, job[at.J_ACTION]] = job[at.J_LOW]
            job[at.J_ACTION] += 1
            job[at.J_LOW] = 0
            job[at.J_HIGH] = kinds[kind, at.K_STEPS]
            if job[at.J_ACTION] >= worlds[world, at.W_COUNT]:
                solved[world] = 1
                job[at.J_WORLD] += 1
                job[at.J_ACTION] = -1
            continue
        if job[at.J_NODES] >= until:
            return at.RUNNING
        before = job[at.J_NODES]
        most = until
        if job[at.J_LIMIT] > 0:
            most = min(until, before + job[at.J_LIMIT] - used[world])
        done = prove(most, job, kinds, worlds, work, table)
        used[world] += job[at.J_NODES] - before
        if done:
            answer(job, kinds, worlds, work)
            job[at.J_DEPTH] = -1
        elif job[at.J_LIMIT] > 0 and used[world] >= job[at.J_LIMIT]:
            solved[world] = 0
            job[at.J_WORLD] += 1
            job[at.J_ACTION] = -1
    return at.DONE
