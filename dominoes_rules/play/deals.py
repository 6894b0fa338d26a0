"""Rounds dealt at random: the same seed deals the same round."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from random import Random

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.codegen.dealing import (
    MOST_DEALS,
    after_void,
    dealt,
    drew_to_open,
    hands_of,
    opened_after,
    start_of,
    starter_in,
    too_many_void,
)
from dominoes_lang.play.match import MatchStanding, following, standing
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.shape import Starter
from dominoes_lang.table.state import (
    NO_TILE,
    NOBODY,
    Action,
    Kind,
    Over,
    State,
    carried_of,
    only_aside_of,
)
from dominoes_rules.errors import PositionError
from dominoes_rules.position.description import Description, name_of
from dominoes_rules.position.position import Position
from dominoes_rules.position.table_view import Shown
from dominoes_solver.evidence.builder import empty_state
from dominoes_solver.evidence.chains import RoundOpening, chains_of, is_evident
from dominoes_solver.evidence.view import Holding, Record, RecordedMove


def dealt_next(compiled: Compiled, end: State, order: Sequence[int], lot: int) -> State | None:
    """The start of the round after a finished one; None if the deal is void."""
    rules, stood = compiled.in_round(end.scores), standing_after(compiled, end)
    following_rules = _rules_after(compiled, stood)
    if stood.next_set:
        start = dealt(following_rules, order, lot)
    else:
        start = _dealt_on(rules, following_rules, end, order, lot)
    return start and following(following_rules.setup, start, end, rules.winner(*end), stood)


def _dealt_on(
    rules: Compiled, following_rules: Compiled, end: State, order: Sequence[int], lot: int
) -> State | None:
    """A next round of the same set, with the score of a first one; None if the deal is void.

    `rules` are those of the finished round: who has left the match with it plays no other.
    """
    setup, number = following_rules.setup, end.round + 1
    if following_rules.is_void(hands_of(setup, order, number)):
        return None
    drew = drew_to_open(following_rules, order, number, end)
    hands = hands_of(setup, order, number, drew)
    opening = opened_after(lambda lent: rules.next_opening(end, lent, lot), setup, hands)
    return opening and start_of(following_rules, order, opening, number, drew)


def _rules_after(compiled: Compiled, stood: MatchStanding) -> Compiled:
    """The rules of the round that follows: without those who are out of the match."""
    return compiled.in_round(() if stood.next_set else stood.totals)


def scores_after(compiled: Compiled, state: State) -> tuple[int, ...]:
    """The total of each side in the match, points or wins; a round counts once it is finished.

    In a match of sets it is that of the set.
    """
    return standing_after(compiled, state).totals if state.over else state.scores


def standing_after(compiled: Compiled, end: State) -> MatchStanding:
    """How the match stands after a finished round."""
    compiled = compiled.in_round(end.scores)
    return standing(compiled.setup, end, compiled.winner(*end), compiled.awards(*end))


def random_of(seed: int, number: int) -> Random:
    """The random numbers from which a round is dealt, by the seed of the match."""
    return Random(f"{seed}/deal" if number == 1 else f"{seed}/deal/{number}")


def deal(compiled: Compiled, random: Random) -> State:
    """The state at the start of a first round, dealt at random.

    Raises `PositionError` if many deals in a row are void.
    """
    return shuffled(compiled.setup, random, partial(dealt, compiled))


def deal_after(compiled: Compiled, end: State, random: Random) -> State:
    """The state at the start of the round after a finished one, dealt at random.

    Raises `PositionError` if many deals in a row are void.
    """
    setup = _rules_after(compiled, standing_after(compiled, end)).setup
    return shuffled(setup, random, partial(dealt_next, compiled, end))


def deal_opened(
    compiled: Compiled, random: Random, opener: int | None, number: int, scores: tuple[int, ...]
) -> State:
    """The start of a round of which only the opener, the number and the score are given.

    Deals in which this seat can't open are dealt again. Without an opener the rules name it, which
    they must do whatever happened in the round before. Raises `PositionError` if they don't, and
    where too many deals in a row are no use.
    """
    compiled = compiled.in_round(scores)
    setup = compiled.setup
    if opener is not None and opener not in setup.playing:
        raise PositionError(f"{setup.seat_names[opener]} is out of the match")
    if opener is None and number > 1 and len(chains_of(setup, number)) > 1:
        raise PositionError(
            f"who opens round {number} depends on the round before it: add opener='A'"
        )
    any_end = empty_state(setup, 0, number - 1, scores)._replace(over=Over.BLOCKED)

    def attempt(order: Sequence[int], lot: int) -> State | None:
        if opener is None:
            start = (
                dealt(compiled, order, lot)
                if number == 1
                else _dealt_on(compiled, compiled, any_end, order, lot)
            )
            return start and start._replace(scores=scores)
        if compiled.is_void(hands_of(setup, order, number)):
            return None
        drew = drew_to_open(compiled, order) if number == 1 else _drew(compiled, order, number)
        hands = hands_of(setup, order, number, drew)
        if number == 1:
            lots = (setup.after(lot, further) for further in range(setup.player_count))
            openings = (compiled.first_opening(hands, drawn_lot) for drawn_lot in lots)
            tiles = next((way[1] for way in openings if way and way[0] == opener), 0)
        else:
            chains = chains_of(setup, number, drew)
            tiles = RoundOpening(compiled, chains, opener, hands).tiles(hands)
        start = start_of(compiled, order, (opener, tiles), number, drew)
        return start._replace(scores=scores) if tiles else None

    try:
        start = shuffled(setup, random, attempt)
    except PositionError:
        if opener is None:
            raise
        name = setup.seat_names[opener]
        raise PositionError(
            f"in none of {MOST_DEALS:,} deals do the rules let {name} open round {number}"
        ) from None
    if opener is None:
        return start
    # Not only void deals were dealt again.
    return start._replace(more=setup.kept(start.more, redeals=0))


def _drew(compiled: Compiled, order: Sequence[int], number: int) -> int:
    """How many tiles everyone draws before a later round, whatever happened in the one before."""
    setup = compiled.setup
    if setup.draws_to_open:
        for drew in range(setup.spare() // setup.seats + 1):
            hands, chains = hands_of(setup, order, number, drew), chains_of(setup, number, drew)
            if RoundOpening(compiled, chains, NOBODY, hands).tiles(hands):
                return drew
    return 0


def shuffled(
    setup: Setup, random: Random, start: Callable[[Sequence[int], int], State | None]
) -> State:
    """The start of a round by the first pack, shuffled, and lot from which it can be dealt."""
    order, seats = list(range(len(setup.tiles))), setup.player_count

    def attempt() -> State | None:
        shuffle(order, random)
        return start(order, setup.playing[random.randrange(seats)])

    return until_valid(setup, attempt)


def shuffle(order: list[int], random: Random) -> None:
    """What `random.shuffle` makes of a list, in half the time: a seed deals the same hands."""
    drawn, size = random.getrandbits, len(order)
    for bits in range(size.bit_length(), 1, -1):
        for last in range(min(size, (1 << bits) - 1) - 1, (1 << bits - 1) - 2, -1):
            while (swapped := drawn(bits)) > last:
                pass
            order[last], order[swapped] = order[swapped], order[last]


def until_valid(setup: Setup, attempt: Callable[[], State | None]) -> State:
    """The first deal that is not void, which knows how many were; each `attempt` is another.

    Raises `PositionError` if many deals in a row are void.
    """
    for voids in range(MOST_DEALS):
        start = attempt()
        if start is not None:
            return after_void(setup, start, voids)
    raise PositionError(too_many_void(setup))


def moves_of(start: State, actions: Iterable[Action]) -> tuple[RecordedMove, ...]:
    """The moves for actions from the start of a round, each draw with the tile drawn."""
    drawn = iter(start.stock)
    return tuple(
        RecordedMove(action, next(drawn)) if action.kind is Kind.DRAW else RecordedMove(action)
        for action in actions
    )


def as_record(setup: Setup, start: State, actions: Iterable[Action]) -> Record:
    """A round with every hand open as a record: its deal, and these actions."""
    return Record(
        dealt=tuple(Holding(hand) for hand in start.hands),
        drew=start.more.drew,
        moves=moves_of(start, actions),
        stock=start.stock,
        opener=start.opener,
        opening=_opening_of(setup, start),
        round=start.round,
        scores=start.scores,
        paid=start.more.paid,
        **carried_of(start.more),
        turned=_turned(setup, start),
    )


def _turned(setup: Setup, start: State) -> int:
    """The tile turned up from the stock; `NO_TILE` where the rules name it."""
    return starter_in(start) if setup.shape.starter is Starter.STOCK else NO_TILE


def _opening_of(setup: Setup, start: State) -> int | None:
    """The tiles that the opener may begin with, where a record must show them; otherwise None."""
    drew = len(start.more.drew[0]) if start.more.drew else 0
    if is_evident(setup, start.round, drew):
        return None
    return start.opening & start.hands[start.opener] or None


def as_position(compiled: Compiled, start: State, actions: Iterable[Action]) -> Position:
    """A round with every hand open as a position: its deal, and these actions."""
    return Position.from_view(compiled, as_record(compiled.setup, start, actions))


def seen_by(
    compiled: Compiled, states: Sequence[State], actions: Sequence[Action], seat: int
) -> Position:
    """A round as one seat knows it; `states` are those before each action, from the deal on."""
    record, now = record_seen_by(compiled.setup, states, actions, seat), states[-1]
    if now.over == Over.BLOCKED:
        # Whether the round is over may depend on hidden hands.
        return Position.from_view(compiled, record)
    opening = compiled.setup.tiles.all if now.opened or seat != now.opener else now.opening
    known = masked(now, seat)._replace(opening=opening)
    return Position.of_round(compiled, record, Shown.openly(now)._replace(state=known))


def masked(state: State, seat: int) -> State:
    """The state with the tiles of one seat alone; -1 for nobody's."""
    return state._replace(
        hands=tuple(hand if holder == seat else 0 for holder, hand in enumerate(state.hands)),
        stock=(),
        opening=state.opening if seat == state.opener else 0,
        drawn=state.drawn if state.mover == seat else NO_TILE,
        more=only_aside_of(state.more, seat),
    )


def text_seen_by(
    compiled: Compiled, states: Sequence[State], actions: Sequence[Action], seat: int
) -> str:
    """The text of that position, without working out what it reveals."""
    record = record_seen_by(compiled.setup, states, actions, seat)
    return Description(name_of(compiled.setup.ruleset), compiled, record).text


def record_seen_by(
    setup: Setup, states: Sequence[State], actions: Sequence[Action], seat: int
) -> Record:
    """The record that one seat has of a round."""
    start, now = states[0], states[-1]
    took_stock = setup.tricks is not None and now.more.bidder == seat and not now.stock
    return Record(
        dealt=tuple(
            Holding(hand) if number == seat else Holding(0, hand.bit_count())
            for number, hand in enumerate(start.hands)
        ),
        drew=tuple(
            tiles if number == seat else (NO_TILE,) * len(tiles)
            for number, tiles in enumerate(start.more.drew)
        ),
        moves=tuple(
            move if before.mover == seat else move.unseen
            for before, move in zip(states, moves_of(start, actions), strict=False)
        ),
        stock=start.stock if took_stock else (),
        stock_unseen=0 if took_stock else len(start.stock),
        opener=start.opener,
        opening=_opening_of(setup, start) if seat == start.opener else None,
        round=start.round,
        scores=start.scores,
        paid=start.more.paid,
        **carried_of(start.more),
        turned=_turned(setup, start),
    )
