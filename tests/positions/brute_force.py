"""Random records as an observer sees them, and the deals behind them by trying every one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain, combinations
from math import comb
from operator import or_
from random import Random

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.codegen.dealing import hands_of, start_of, starter_in
from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.table.state import NO_TILE, PASS, Action, Kind, State, discard
from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.evidence.builder import empty_state, starter_of
from dominoes_solver.evidence.evidence import Evidence
from dominoes_solver.evidence.view import UNSEEN_DISCARD, Holding, Record, RecordedMove
from dominoes_solver.worlds.slots import STOCK, World


@dataclass(frozen=True)
class Played:
    """A round as it was played: the deal and the actions."""

    start: State
    actions: tuple[Action, ...]
    end: State


_FINISHED: dict[int, tuple[Compiled, tuple[State, ...]]] = {}


def finished(compiled: Compiled) -> tuple[State, ...]:
    """Ends of first rounds, one for each way in which they lead to different openers."""
    if id(compiled) in _FINISHED:
        return _FINISHED[id(compiled)][1]
    random, ends = Random(0), {}
    for _ in range(300):
        end = random_round(compiled, random, cut=False).end
        row = next(
            number
            for number, row in enumerate(compiled.setup.next_opener)
            if row.condition is None or compiled.condition(row.condition)(*end)
        )
        ends[row, end.opener, end.finisher, compiled.winner(*end)] = end
    # The ruleset is kept too, so that no other can have its identity.
    return _FINISHED.setdefault(id(compiled), (compiled, tuple(ends.values())))[1]


def random_round(
    compiled: Compiled, random: Random, *, later_round: bool = False, cut: bool = True
) -> Played:
    """A shuffled deal and random actions, cut off anywhere or played to the end."""
    setup = compiled.setup
    pack = list(range(len(setup.tiles)))
    number, opening = 1 + later_round, None
    while opening is None:
        random.shuffle(pack)
        hands = hands_of(setup, pack, number)
        lot = random.randrange(setup.seats)
        if not compiled.is_void(hands):
            opening = compiled.first_opening(hands, lot)
            if later_round:
                opening = compiled.next_opening(random.choice(finished(compiled)), hands, lot)
    state = start = start_of(compiled, pack, opening, number)
    actions: list[Action] = []
    length = random.choice([0, 1, 2, 3, 4, 5, 6, 8, 10, 14, 99])
    while (len(actions) < length or not cut) and not state.over:
        action = random.choice(compiled.legal(state))
        state = compiled.play(state, action)
        actions.append(action)
    return Played(start, tuple(actions), state)


def seen(played: Played, compiled: Compiled, random: Random, how: str) -> Record:
    """The record of a round as somebody sees it.

    `how` is "one" (an observer at the table), "two", "none", or "mixed": any tile may be known.
    """
    setup, start = compiled.setup, played.start
    seats = list(range(setup.seats))
    watching = set(random.sample(seats, {"one": 1, "two": 2}.get(how, 0)))
    mixed = how == "mixed"
    dealt = []
    for seat, hand in enumerate(start.hands):
        known = hand if seat in watching else 0
        if mixed:
            known = sum(1 << tile for tile in numbers_in(hand) if random.random() < 0.6)
        dealt.append(Holding(known, (hand & ~known).bit_count()))
    front = random.randrange(len(start.stock) + 1) if mixed and random.random() < 0.3 else 0
    stock = list(start.stock)
    moves = []
    state = start
    for action in played.actions:
        drawn = NO_TILE
        if action.kind is Kind.DRAW:
            tile = stock.pop(0)
            if state.mover in watching or (mixed and random.random() < 0.5):
                drawn = tile
        move, known = RecordedMove(action, drawn), dealt[state.mover].known
        if action.kind is Kind.DISCARD and not (known or (mixed and random.random() < 0.5)):
            move = move.unseen
        state = compiled.play(state, action)
        moves.append(move)
    return Record(
        dealt=tuple(dealt),
        moves=tuple(moves),
        stock=start.stock[:front],
        stock_unseen=len(start.stock) - front,
        opener=start.opener,
        round=start.round,
        paid=start.more.paid,
        turned=NO_TILE if setup.starter_of(start.round) != NO_TILE else starter_in(start),
    )


@dataclass(frozen=True)
class Deal:
    """One assignment of the hidden tiles, and the state it leads to."""

    dealt: tuple[int, ...]
    """For each seat the mask of the hidden tiles that it was dealt."""
    draws: tuple[tuple[int, int], ...]
    """The number of each unseen draw or discard, and the tile."""
    state: State
    lots: int = 1
    """By how many lots these hands lead to the opening."""

    def as_world(self, evidence: Evidence) -> World:
        """The assignment in the slots of some evidence."""
        moved, world = dict(self.draws), []
        aside = sum(1 << moved[slot.aside] for slot in evidence.hidden.slots if slot.aside)
        placed = 0
        for slot in evidence.hidden.slots:
            tiles = 1 << moved[slot.since] if slot.since else self.dealt[slot.holder]
            world.append(1 << moved[slot.aside] if slot.aside else tiles & ~aside)
            placed |= world[-1] if slot.holder != STOCK else 0
        rest = evidence.hidden.tiles & ~placed
        stock = (slot.holder == STOCK for slot in evidence.hidden.slots)
        return tuple(rest if is_stock else one for one, is_stock in zip(world, stock, strict=True))


def hidden_tiles(compiled: Compiled, record: Record) -> list[int]:
    """The tiles that the record does not place."""
    placed = {tile for hand in record.dealt for tile in numbers_in(hand.known)}
    placed |= set(record.stock) | {move.drawn for move in record.moves}
    placed.add(starter_of(compiled.setup, record))
    return [tile for tile in range(len(compiled.setup.tiles)) if tile not in placed]


def effort(compiled: Compiled, record: Record) -> int:
    """How many deals there are to try."""
    left, product = len(hidden_tiles(compiled, record)), 1
    for hand in record.dealt:
        product *= comb(left, hand.unseen)
        left -= hand.unseen
    return product


def deals(compiled: Compiled, record: Record) -> list[Deal]:
    """Every assignment of the hidden tiles by which the record could have come about.

    The round may be over at the end of it, in some or in all of them.
    """
    found = []
    for dealt in _hands(hidden_tiles(compiled, record), record.dealt, 0):
        found += _replayed(compiled, record, dealt)
    # Where the round before decides in some of them, nothing is known of how likely the lot is.
    if any(not deal.lots for deal in found):
        found = [replace(deal, lots=1) for deal in found]
    return found


def consistent(compiled: Compiled, record: Record) -> list[Deal]:
    """Those deals that fit: the round goes on, unless it is over in all of them."""
    found = deals(compiled, record)
    return [deal for deal in found if not deal.state.over] or found


def _hands(tiles: list[int], dealt: tuple[Holding, ...], seat: int) -> Iterator[tuple[int, ...]]:
    if seat == len(dealt):
        yield ()
        return
    for chosen in combinations(tiles, dealt[seat].unseen):
        rest = [tile for tile in tiles if tile not in chosen]
        for others in _hands(rest, dealt, seat + 1):
            yield (sum(1 << tile for tile in chosen), *others)


def _replayed(compiled: Compiled, record: Record, dealt: tuple[int, ...]) -> list[Deal]:
    """The record with these hands, for each order of the tiles drawn unseen that fits it."""
    rules, setup = Interpreter(compiled.setup), compiled.setup
    hands = tuple(hand.known | hidden for hand, hidden in zip(record.dealt, dealt, strict=True))
    if rules.is_void(hands):
        return []
    paid = rules.paid_at_the_deal(hands)
    if paid != (record.paid or (0,) * len(paid)):
        return []
    found = []
    seats = range(setup.seats) if record.opener is None else [record.opener]
    for seat in seats:
        masks = _openings(compiled, rules, record, hands, seat)
        if not any(masks):
            continue
        lots = len(masks[0]) if all(one == masks[0] for one in masks) else 0
        opening = reduce(or_, chain.from_iterable(masks))
        starter = starter_of(setup, record)
        placed = {*numbers_in(sum(hands)), *record.stock, starter}
        pool = frozenset(range(len(setup.tiles))) - placed
        carried = {"paid": record.paid}
        state = empty_state(setup, seat, record.round, record.scores, carried, starter)
        stock = (*record.stock, *sorted(pool))
        state = state._replace(hands=hands, stock=stock, opening=opening)
        ways = _branches(rules, state, record, 0, ())
        found += [Deal(dealt, draws, end, lots) for draws, end in ways]
    return found


def _openings(
    compiled: Compiled, rules: Interpreter, record: Record, hands: tuple[int, ...], seat: int
) -> list[list[int]]:
    """For each end of the round before the tiles to open with, for each lot that leads here."""
    found = []
    for end in finished(compiled) if record.round > 1 else (None,):
        masks = []
        for lot in range(compiled.setup.seats):
            one = (
                rules.first_opening(hands, lot)
                if end is None
                else compiled.next_opening(end, hands, lot)
            )
            if one is None or one[0] != seat or record.opening not in {None, one[1]}:
                continue
            first = record.moves[0].action if record.moves else PASS
            if first.kind is not Kind.PLAY or one[1] >> first.tile & 1:
                masks.append(one[1])
        found.append(masks)
    return found


def _branches(
    rules: Interpreter,
    state: State,
    record: Record,
    number: int,
    draws: tuple[tuple[int, int], ...],
) -> Iterator[tuple[tuple[tuple[int, int], ...], State]]:
    if number == len(record.moves):
        yield draws, state
        return
    action, seen_tile = record.moves[number]
    if action == UNSEEN_DISCARD:
        for tile in numbers_in(state.hands[state.mover]):
            move = RecordedMove(discard(tile))
            moves = (*record.moves[:number], move, *record.moves[number + 1 :])
            yield from _branches(
                rules, state, replace(record, moves=moves), number, (*draws, (number + 1, tile))
            )
        return
    same = rules.setup.layout.same.as_listed(state, action)
    if state.over or same not in rules.legal(state):
        return
    if action.kind is not Kind.DRAW:
        yield from _branches(rules, rules.play(state, action), record, number + 1, draws)
        return
    drawn_before = sum(move.kind is Kind.DRAW for move in record.moves[:number])
    later = {move.drawn for move in record.moves[number + 1 :]}
    if drawn_before < len(record.stock):
        candidates = [state.stock[0]]
    elif seen_tile != NO_TILE:
        candidates = [seen_tile] if seen_tile in state.stock else []
    else:
        candidates = [tile for tile in state.stock if tile not in later]
    for tile in candidates:
        stock = (tile, *[other for other in state.stock if other != tile])
        unseen = drawn_before >= len(record.stock) and seen_tile == NO_TILE
        yield from _branches(
            rules,
            rules.play(state._replace(stock=stock), action),
            record,
            number + 1,
            (*draws, (number + 1, tile)) if unseen else draws,
        )


def pack_orders(compiled: Compiled, record: Record) -> Iterator[Deal]:
    """The same as `deals`, the slow way: one deal for every order of the pack that fits."""
    from itertools import permutations

    setup = compiled.setup
    size, seats = setup.hand_size, setup.seats
    known_draws = dict(enumerate(record.stock))
    number = len(record.stock)
    position = 0
    for move in record.moves:
        if move.kind is Kind.DRAW:
            if move.drawn != NO_TILE:
                known_draws[position] = move.drawn
            position += 1
    assert number <= len(setup.tiles)
    for pack in permutations(range(len(setup.tiles))):
        hands = [pack[seat * size : (seat + 1) * size] for seat in range(seats)]
        stock = pack[seats * size :]
        masks = tuple(sum(1 << tile for tile in hand) for hand in hands)
        if any(
            mask & hand.known != hand.known for mask, hand in zip(masks, record.dealt, strict=True)
        ) or any(stock[place] != tile for place, tile in known_draws.items()):
            continue
        open_record = replace(
            record,
            dealt=tuple(Holding(mask) for mask in masks),
            stock=stock,
            stock_unseen=0,
        )
        dealt = tuple(mask & ~hand.known for mask, hand in zip(masks, record.dealt, strict=True))
        draws = []
        drawn = 0
        for number, move in enumerate(record.moves, 1):
            if move.kind is Kind.DRAW:
                if drawn >= len(record.stock) and move.drawn == NO_TILE and drawn < len(stock):
                    draws.append((number, stock[drawn]))
                drawn += 1
        for deal in deals(compiled, open_record):
            yield Deal(dealt, (*draws, *deal.draws), deal.state, deal.lots)
