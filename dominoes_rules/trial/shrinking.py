"""Shrinking: the shortest and simplest round found that has the same failure.

It does not only cut down the round that was found: it also looks for rounds of few plays from
scratch, with the other tiles dealt in a few characteristic ways, and then lowers tiles one by one.
It is bounded by work and never by time, so that a failure always shrinks to the same line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random

from dominoes_lang.codegen.dealing import drew_to_open, hands_of, start_of, starter_in
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.rows import lying
from dominoes_lang.table.shape import Starter
from dominoes_lang.table.state import Action, Kind, State, carried_of
from dominoes_lang.table.tiles import numbers_in
from dominoes_rules.trial.checks import CheckedGame, Failed, Problem, problem_in
from dominoes_rules.trial.drafts import lowest_hand, packs, rows
from dominoes_rules.trial.played import RECORD, NotLegal, PlayedRound, play_through
from dominoes_rules.trial.trial_outcome import Progress, silent

MOST_WORK = 120_000
"""States searched for a shorter or simpler round."""
DEAR = 6
"""Checking a state completely, in both ways, costs as much as this many checks for one failure."""
_AT_THE_END = frozenset({"winner", "points", "bound", "next opener"})
"""Failures that only the end of a round can show."""
DEEPEST = 4
"""The most plays of rounds that are constructed from nothing."""
MOST_FORCED = 12
"""The most passes and draws that may follow the plays of such a round."""
FROM_ONE_DEAL = 150
"""States searched for the failure in one deal."""
FEW = 40
"""The same, where it is one of many deals."""
TRIES = 60


class _Enough(Exception):
    """The budget of states is spent."""


@dataclass(frozen=True)
class _Deal:
    """The order of a pack, and the seat that is drawn by lot; in a later round the opener."""

    order: tuple[int, ...]
    lot: int


def shrink(
    game: CheckedGame,
    failing: PlayedRound,
    most: int = MOST_WORK,
    progress: Progress = silent,
) -> PlayedRound:
    """The shortest and simplest round found with the same failure.

    Fewest actions come first, then a first round, the lowest tiles in the first hands, the first
    seats as openers, and the first of the legal actions. It never gets worse, and the same round
    always shrinks to the same one.
    """
    assert failing.problem is not None
    shrinker = _Shrinker(game, failing, most, progress)
    shrinker.run()
    return shrinker.best


def search(game: CheckedGame, problem: Problem, most: int = MOST_WORK) -> PlayedRound | None:
    """A short first round with this failure, constructed from nothing; None if none is found."""
    none = State((), (), (), 0, 0, 0)
    shrinker = _Shrinker(game, PlayedRound(none, (), none, problem), most, silent)
    with suppress(_Enough):
        shrinker.from_nothing()
    shrinker.left = most
    if shrinker.best.start.hands:
        with suppress(_Enough):
            shrinker.plainer()
    return shrinker.best if shrinker.best.start.hands else None


class _Shrinker:
    def __init__(
        self, game: CheckedGame, failing: PlayedRound, most: int, progress: Progress
    ) -> None:
        assert failing.problem is not None
        self.game, self.setup = game, game.setup
        self.problem: Problem = failing.problem
        self.best = failing
        self.later = failing.start if failing.start.round > 1 else None
        self.left = most
        self.progress = progress
        kind = self.problem.kind
        self.condition = next(
            (rule for title, rule in game.invariants if kind == f"invariant {title}"), None
        )
        self.narrow = self.condition is not None or kind in _AT_THE_END

    def run(self) -> None:
        whole = self.left
        for share, part in ((0.5, self.from_nothing), (0.3, self.shorter), (0.2, self.plainer)):
            self.left = int(whole * share)
            if part == self.shorter and len(self.best.actions) <= DEEPEST:
                continue
            with suppress(_Enough):
                part()

    # ------------------------------------------------------------------ trying

    def spend(self, work: int) -> None:
        self.left -= work
        if self.left < 0:
            raise _Enough
        self.progress(f"looking for a shorter round than {len(self.best.actions)} actions")

    def step(self, state: State, action: Action) -> tuple[State, Problem | None]:
        """The state after an action, and what is wrong in it; only this failure is looked for."""
        if not self.narrow:
            self.spend(DEAR)
            try:
                after = self.game.step(state, action)
                self.game.check(after)
            except Failed as failure:
                return state, failure.problem
            return after, None
        self.spend(1)
        after = self.game.compiled.play(state, action)
        if self.condition is not None:
            holds = self.game.compiled.condition(self.condition)(*after)
            return after, None if holds else self.problem
        if after.over:
            self.spend(DEAR)
            return after, problem_in(lambda: self.game.check(after))
        return after, None

    def start(self, deal: _Deal, *, later: bool = False) -> State | None:
        """The start of a round by a deal; None if it is void, or nobody opens."""
        number = self.later.round if later and self.later is not None else 1
        hands = hands_of(self.setup, deal.order, number)
        if later:
            assert self.later is not None
            opening = deal.lot, hands[deal.lot]
            start = start_of(self.game.compiled, deal.order, opening, number)
            more = start.more._replace(**carried_of(self.later.more))
            return start._replace(scores=self.later.scores, more=more)
        if not self.setup.all_play:
            return None  # all play a first round
        self.spend(2)
        compiled = self.game.compiled
        if compiled.is_void(hands):
            return None
        drew = drew_to_open(compiled, deal.order)
        begun = compiled.first_opening(hands_of(self.setup, deal.order, 1, drew), deal.lot)
        return start_of(self.game.compiled, deal.order, begun, 1, drew) if begun else None

    def attempt(self, start: State | None, actions: tuple[Action, ...], more: int = 0) -> bool:
        """Make a round the best one if it has the same failure and is simpler.

        It may continue after these actions with this many more passes and draws.
        """
        if start is None:
            return False
        state = start
        for number, action in enumerate(actions):
            if state.over or action not in self.game.compiled.legal(state):
                return False
            state, problem = self.step(state, action)
            if problem is not None:
                return problem == self.problem and self.confirm(start, actions[: number + 1])
        done = actions
        for _ in range(more):
            legal = [] if state.over else self.game.compiled.legal(state)
            if not legal or legal[-1].kind is Kind.PLAY:
                break
            done = (*done, legal[-1])
            state, problem = self.step(state, legal[-1])
            if problem is not None:
                return problem == self.problem and self.confirm(start, done)
        whole = self.problem.kind == RECORD
        return (whole or not actions) and self.confirm(start, done)

    def confirm(self, start: State, actions: tuple[Action, ...]) -> bool:
        """Make a round the best one if the same failure is the first in a complete check."""
        self.spend(DEAR * len(actions))
        try:
            return self.take(play_through(self.game, start, actions))
        except NotLegal:
            return False

    def take(self, played: PlayedRound) -> bool:
        if played.problem != self.problem:
            return False
        if self.best.start.hands and self.key(played) >= self.key(self.best):
            return False
        self.best = played
        return True

    def key(self, played: PlayedRound) -> tuple[object, ...]:
        """The sort key of rounds: the smaller, the simpler."""
        start = played.start
        kinds = list(Kind)
        return (
            len(played.actions),
            start.round,
            tuple(tuple(numbers_in(hand)) for hand in start.hands),
            start.stock,
            start.opener,
            tuple((kinds.index(action.kind), action.tile, action.end) for action in played.actions),
        )

    def dig(self, start: State | None, length: int, most: int = FROM_ONE_DEAL) -> bool:
        """Search the rounds from one deal, with at most this many actions, in order."""
        if start is None:
            return False
        if self.confirm(start, ()):
            return True
        left = most

        def go(state: State, actions: tuple[Action, ...]) -> bool:
            nonlocal left
            if state.over or len(actions) >= length:
                return False
            for action in self.game.compiled.legal(state):
                left -= 1
                if left < 0:
                    return False
                after, problem = self.step(state, action)
                if problem is not None:
                    if problem == self.problem and self.confirm(start, (*actions, action)):
                        return True
                elif go(after, (*actions, action)):
                    return True
            return False

        return go(start, ())

    # ------------------------------------------------------------------ from nothing

    def from_nothing(self) -> None:
        """Rounds of few plays from any deal; passes and draws may follow them."""
        order = tuple(range(len(self.setup.tiles)))
        for length in range(DEEPEST + 1):
            for lot in range(self.setup.seats):
                if self.shorter_than_best(length):
                    self.dig(self.start(_Deal(order, lot)), length)
        for plays in range(1, DEEPEST + 1):
            if not self.shorter_than_best(plays):
                break
            for row in rows(self.setup, plays):
                for opener in range(self.setup.seats):
                    if not self.is_plainer_by(len(row[1]), lowest_hand(self.setup, opener, row)):
                        continue
                    for pack in packs(self.setup, opener, row):
                        self.draft(_Deal(pack, opener), row[1])

    def shorter_than_best(self, length: int) -> bool:
        """Whether a round of this many actions could be better than the best."""
        return not self.best.start.hands or length <= len(self.best.actions)

    def draft(self, deal: _Deal, plays: tuple[Action, ...]) -> None:
        """Try a few plays from a deal, and the passes and draws that follow them."""
        self.spend(1)
        if not self.is_plainer_by(len(plays), *map(numbers_in, hands_of(self.setup, deal.order))):
            return
        most = len(self.best.actions) if self.best.start.hands else MOST_FORCED
        self.attempt(self.start(deal), plays, max(0, most - len(plays)))

    def is_plainer_by(self, plays: int, *hands: Iterable[int]) -> bool:
        """Whether so many plays could be better than the best; of as many, by lower first hands."""
        best = self.best.start
        if not best.hands or plays < len(self.best.actions) or best.round > 1:
            return self.shorter_than_best(plays)
        if plays > len(self.best.actions):
            return False
        for hand, wanted in zip(hands, best.hands, strict=False):
            if (tiles := [*hand]) != (lowest := [*numbers_in(wanted)]):
                return tiles < lowest
        return True

    # ------------------------------------------------------------------ from what was found

    def shorter(self) -> None:
        """Try fewer actions: from the same deal, from neighbouring deals, and from random ones."""
        random = Random("shorter")
        for _ in range(TRIES):
            self.dig(self.again(self.deal()), len(self.best.actions) - 1)
            for deal in self.beside(random):
                if self.attempt(self.again(deal), self.best.actions):
                    break
            else:
                break
        while len(self.best.actions) > 1:
            self.spend(1)
            order = list(range(len(self.setup.tiles)))
            random.shuffle(order)
            start = self.again(_Deal(tuple(order), random.randrange(self.setup.seats)))
            if start is not None:
                self.wander(start, random)

    def wander(self, start: State, random: Random) -> None:
        """A random round from a deal, as long as it is shorter than the best."""
        state = start
        actions: tuple[Action, ...] = ()
        while not state.over and len(actions) < len(self.best.actions) - 1:
            action = random.choice(self.game.compiled.legal(state))
            actions = (*actions, action)
            state, problem = self.step(state, action)
            if problem is not None:
                if problem == self.problem:
                    self.confirm(start, actions)
                return

    def beside(self, random: Random) -> Iterator[_Deal]:
        """Deals in which two tiles have changed places, in random order."""
        deal = self.deal()
        pairs = list(_pairs(self.setup, deal.order))
        random.shuffle(pairs)
        for pair in pairs[: 2 * TRIES]:
            yield replace(deal, order=_swapped(deal.order, *pair))

    def again(self, deal: _Deal) -> State | None:
        return self.start(deal, later=self.best.start.round > 1)

    def deal(self) -> _Deal:
        """The deal of the best round."""
        start = self.best.start
        tiles = (tile for hand in start.hands for tile in numbers_in(hand))
        starter = [action.tile for action in lying(starter_in(start))]
        if self.setup.shape.starter is Starter.STOCK:
            return _Deal((*tiles, *starter, *start.stock), start.opener)
        return _Deal((*tiles, *start.stock, *starter), start.opener)

    def plainer(self) -> None:
        """Try the same number of actions in a first round, with lower tiles in the first hands."""
        if self.best.start.round > 1:
            self.other_openers()
        order = tuple(range(len(self.setup.tiles)))
        for lot in range(self.setup.seats):
            start = self.again(_Deal(order, lot))
            if self.dig(start, len(self.best.actions)):
                break
        while self.lower():
            pass
        self.other_openers()

    def other_openers(self) -> None:
        """Try the same deal and actions in a first round, for each seat that may draw the lot."""
        deal = self.deal()
        for lot in range(self.setup.seats):
            self.attempt(self.start(replace(deal, lot=lot)), self.best.actions)

    def lower(self) -> bool:
        """Try exchanging tiles of the first hands for lower ones that are dealt later."""
        better = False
        for first, second in list(_pairs(self.setup, self.deal().order)):
            deal = self.deal()
            old, new = deal.order[first], deal.order[second]
            if new > old:
                continue
            start = self.again(replace(deal, order=_swapped(deal.order, first, second)))
            moved = {action.tile for action in self.best.actions}
            better |= self.attempt(start, self.best.actions) or (
                bool({old, new} & moved) and self.dig(start, len(self.best.actions), FEW)
            )
        return better


def _pairs(setup: Setup, order: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Pairs of places of a pack, in order, that are not in the same hand."""
    size, dealt = setup.hand_size, setup.seats * setup.hand_size
    for first in range(len(order)):
        for second in range(first + 1, len(order)):
            if first >= dealt or first // size != second // size:
                yield first, second


def _swapped(order: tuple[int, ...], first: int, second: int) -> tuple[int, ...]:
    changed = list(order)
    changed[first], changed[second] = order[second], order[first]
    return tuple(changed)
