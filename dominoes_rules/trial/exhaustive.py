"""Every deal and every action on small tile sets: each state reached is checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, permutations
from math import factorial

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.codegen.dealing import drew_to_open, hands_of, start_of
from dominoes_lang.setup.binding import ParameterError, Value
from dominoes_lang.setup.ruleset import Ruleset, Setup
from dominoes_lang.table.shape import Starter
from dominoes_lang.table.state import NO_TILE, Action, Over, State
from dominoes_rules import library
from dominoes_rules.trial.checks import CheckedGame, Failed, Problem
from dominoes_rules.trial.played import PlayedRound, begin
from dominoes_rules.trial.scope import Scope, counts_tiles, scopes, small
from dominoes_rules.trial.shrinking import search
from dominoes_rules.trial.trial_outcome import Progress, TrialOutcome, silent

STATES = 10_000
"""The most states checked for each number of players."""
FEW_DEALS = 200
"""Up to this many deals are explored together; of more, a few at a time, spread over all."""
AT_A_TIME = 8
MOST_DEALS = 300_000
"""A set with more deals is skipped."""
MOST_ENDS = 12
"""How many finished rounds are followed by every deal of a next round."""
LIFTING = 20_000
"""States searched to find a failure of a small set on the whole set too."""

Way = tuple[State | None, Action | None]


@dataclass
class Explored:
    """What was checked on one small set: some of its deals, from the first action to the last.

    `came_from` is how each state was reached first.
    """

    game: CheckedGame
    scope: Scope
    deals: int = 0
    done: int = 0
    void: int = 0
    came_from: dict[State, Way] = field(default_factory=dict)
    longest: int = 0
    failed: PlayedRound | None = None

    @property
    def words(self) -> str:
        if self.done == self.deals:
            deals_tried = f"all {self.deals:,} deals"
        elif self.game.setup.tricks and not any(
            state.over not in {Over.NO, Over.VOID} for state in self.came_from
        ):
            # With so many bids the auctions alone can have more states than are tried.
            deals_tried = f"auctions, but no round to its end, of the {self.deals:,} deals"
        else:
            deals_tried = f"{self.done:,} of the {self.deals:,} deals"
        void = ", void each of them" if self.done and self.void == self.done else ""
        return f"{deals_tried} on {self.scope.words}{void}"


def try_small_scope(
    ruleset: Ruleset,
    seats: int,
    most_states: int = STATES,
    parameters: Mapping[str, Value] | None = None,
    progress: Progress = silent,
) -> TrialOutcome:
    """Try a game on small tile sets: every deal, every action, every state checked.

    Larger sets follow smaller ones while the budget of states lasts. A failure is shown on the
    whole set where it can be found there, else on the small one, by a shortest round.
    """
    name = f"small scope for {seats} players"
    setup = ruleset.setup(seats, parameters)
    done: list[Explored] = []
    left = most_states
    for scope in scopes(setup):
        try:
            game = small_game(ruleset, setup, scope)
        except ParameterError:
            continue
        if _count(game.setup) > MOST_DEALS:
            continue
        explored = explore(game, scope, left, progress)
        done.append(explored)
        if explored.failed is not None:
            return _failed(name, ruleset, setup, explored, _covered(done, setup))
        left -= len(explored.came_from)
        if explored.done < explored.deals or left <= 0:
            break
    if not done:
        return TrialOutcome(name, covered="nothing: even few tiles make too many deals")
    return TrialOutcome(name, covered=_covered(done, setup))


def small_game(ruleset: Ruleset, setup: Setup, scope: Scope) -> CheckedGame:
    """The game on a small set. Raises `ParameterError`."""
    rules, values = small(ruleset, setup, scope)
    return on_small_set(library.compiled(rules, setup.seats, values), ruleset, scope)


def on_small_set(compiled: Compiled, ruleset: Ruleset, scope: Scope) -> CheckedGame:
    """The game on a small set, without invariants that count tiles or pips of the whole set."""
    fit = tuple(pair for pair in compiled.setup.invariants if not counts_tiles(pair[1]))
    return CheckedGame(compiled, fit, ruleset, scope.facts)


def explore(game: CheckedGame, scope: Scope, most_states: int, progress: Progress) -> Explored:
    """Check every state in order of the number of actions, so a failure has a shortest round.

    Of deals that are void no more are tried than of states.
    """
    explored = Explored(game, scope)
    orders = list(_deals(game.setup))
    explored.deals = len(orders)
    apart = 1 if len(orders) <= FEW_DEALS else len(orders) // AT_A_TIME
    for first in range(apart):
        batch = orders[first::apart]
        if not _explore(explored, batch, most_states, progress):
            break
        explored.done += len(batch)
        if explored.void >= most_states:
            break
    return explored


def _explore(
    explored: Explored,
    orders: list[tuple[int, ...]],
    most_states: int,
    progress: Progress,
) -> bool:
    """Check first rounds of these deals and second rounds after them; True if none is left out."""
    game = explored.game
    for starts in (_first_rounds, _next_rounds):
        try:
            layer = [start for start in starts(explored, orders) if start not in explored.came_from]
        except Failed as failure:
            explored.failed = PlayedRound(_nothing(game), (), _nothing(game), failure.problem)
            return False
        for state in layer:
            explored.came_from[state] = None, None
            try:
                begin(game, state)
            except Failed as failure:
                explored.failed = PlayedRound(state, (), state, failure.problem)
                return False
        if not _spread(explored, layer, most_states, progress):
            return False
    return True


def _spread(explored: Explored, layer: list[State], most_states: int, progress: Progress) -> bool:
    """Check every state that follows, action by action; True if none is left out."""
    game, came_from, actions = explored.game, explored.came_from, 0
    while layer:
        following: list[State] = []
        for state in layer:
            progress(f"{explored.scope.words}: {len(came_from):,} states")
            for action in game.compiled.legal(state):
                if len(came_from) >= most_states:
                    return False
                try:
                    after = game.step(state, action)
                    if after in came_from:
                        continue
                    came_from[after] = state, action
                    game.check(after)
                except Failed as failure:
                    explored.failed = _way_to(explored, state, failure.problem, action)
                    return False
                following.append(after)
        actions += bool(following)
        explored.longest = max(explored.longest, actions)
        layer = following
    return True


def _count(setup: Setup) -> int:
    """How many deals there are."""
    among: int = factorial(setup.hand_size) ** setup.seats
    if not setup.draws:
        among *= factorial(setup.stock_size)
    turned_up = setup.shape.starter is Starter.STOCK
    return factorial(setup.seats * setup.hand_size + setup.stock_size + turned_up) // among


def _deals(setup: Setup) -> Iterator[tuple[int, ...]]:
    """Every deal as a pack in order; the stock in every order where it is drawn from."""
    starter = setup.starter_of(1)

    def rest_of(left: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if setup.draws:
            yield from permutations(left)
        elif setup.shape.starter is Starter.STOCK:
            yield from ((tile, *(kept for kept in left if kept != tile)) for tile in left)
        else:
            yield left

    def hands(left: tuple[int, ...], seats: int) -> Iterator[tuple[int, ...]]:
        if not seats:
            yield from rest_of(left)
            return
        for hand in combinations(left, setup.hand_size):
            rest = tuple(tile for tile in left if tile not in hand)
            for rest_hands in hands(rest, seats - 1):
                yield (*hand, *rest_hands)

    dealt = tuple(tile for tile in range(len(setup.tiles)) if tile != starter)
    fixed = () if starter == NO_TILE else (starter,)
    yield from ((*pack, *fixed) for pack in hands(dealt, setup.seats))


def _first_rounds(explored: Explored, orders: list[tuple[int, ...]]) -> list[State]:
    """The starts of first rounds, for each seat that may be drawn by lot. Raises `Failed`."""
    game = explored.game
    starts: dict[State, None] = {}
    for order in orders:
        drew = drew_to_open(game.compiled, order)
        dealt, opened = hands_of(game.setup, order), hands_of(game.setup, order, 1, drew)
        openings = {way for way in game.first_opening(dealt, opened) if way}
        explored.void += not openings
        for opening in sorted(openings):
            starts[start_of(game.compiled, order, opening, 1, drew)] = None
    return list(starts)


def _next_rounds(explored: Explored, orders: list[tuple[int, ...]]) -> list[State]:
    """The starts of second rounds, after ends of each kind. Raises `Failed`."""
    game = explored.game
    ends: dict[object, State] = {}
    for state in explored.came_from:
        if state.over:
            winner = game.compiled.winner(*state)
            kind = (state.over, winner, state.mover, state.finisher, state.opener)
            ends.setdefault(kind, state)
    starts: dict[State, None] = {}
    for order in orders:
        hands = hands_of(game.setup, order, 2)
        if game.compiled.is_void(hands):
            continue
        for end in list(ends.values())[:MOST_ENDS]:
            drew = drew_to_open(game.compiled, order, 2, end)
            for opening in game.next_opening(end, hands_of(game.setup, order, 2, drew)):
                if opening is not None:
                    starts[start_of(game.compiled, order, opening, 2, drew)] = None
    return list(starts)


def _nothing(game: CheckedGame) -> State:
    """A placeholder where something is wrong before a round has begun."""
    return start_of(game.compiled, range(len(game.setup.tiles)), (0, 0))


def _way_to(
    explored: Explored, state: State, problem: Problem, last: Action | None = None
) -> PlayedRound:
    """The round that led to a state, and what is wrong after it."""
    actions = [last] if last is not None else []
    end = state
    while True:
        before, action = explored.came_from[state]
        if before is None or action is None:
            break
        actions.append(action)
        state = before
    return PlayedRound(state, tuple(reversed(actions)), end, problem)


def _failed(
    name: str, ruleset: Ruleset, setup: Setup, explored: Explored, covered: str
) -> TrialOutcome:
    """The outcome for a failure, on the whole set if it can be found there."""
    failing = explored.failed
    assert failing is not None
    assert failing.problem is not None
    whole = CheckedGame(library.compiled(ruleset, setup.seats, dict(setup.parameters)))
    lifted = search(whole, failing.problem, LIFTING)
    line = lifted.line(whole) if lifted is not None else failing.line(explored.game)
    return TrialOutcome.of(name, failing.problem, line, covered)


def _covered(done: list[Explored], setup: Setup) -> str:
    states = sum(len(explored.came_from) for explored in done)
    longest = max(explored.longest for explored in done)
    # A set of which no deal was finished adds nothing if others were.
    deals = ", ".join(explored.words for explored in done if explored.done or len(done) == 1)
    text = f"{deals}: {states:,} states, rounds of up to {longest} actions"
    aside = [f'"{title}"' for title, condition in setup.invariants if counts_tiles(condition)]
    if aside:
        text += f"; only on the whole set: {', '.join(aside)}"
    return text
