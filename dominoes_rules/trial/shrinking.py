"""A round in which something is wrong, made as short and as plain as can be found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random

from dominoes_lang.setup import Setup
from dominoes_lang.state import Action, End, Kind, State, play
from dominoes_lang.tiles import numbers_in
from dominoes_rules.dealing import hands_of, start_of
from dominoes_rules.trial.checks import Failed, Game, Wrong, found_wrong
from dominoes_rules.trial.played import NotLegal, Played, play_through

MOST_WORK = 200_000
"""States looked at in search of a shorter or plainer round."""
DEAR = 6
"""How many states may be looked at for one failure alone, while one is looked at by both ways."""
_AT_THE_END = frozenset({"winner", "points", "bound", "next opener"})
"""Failures that only the end of a round can show."""
DEEPEST = 4
"""Actions of the rounds that are searched for from nothing."""
FROM_ONE_DEAL = 150
"""States looked at in search of the failure in one deal."""
FEW = 40
"""The same, where it is one of many deals."""
TRIES = 60


class _Enough(Exception):
    """So many states have been looked at."""


@dataclass(frozen=True)
class _Deal:
    """A pack in order, and the seat that the lot falls on; in a later round the opener."""

    order: tuple[int, ...]
    lot: int


def shrink(
    game: Game,
    found: Played,
    most: int = MOST_WORK,
    progress: Callable[[str], None] = lambda text: None,
) -> Played:
    """The shortest and plainest round found with the same failure.

    Fewest actions come first, then a first round, the first seats as openers, the lowest tiles in
    the first hands, and the first of the legal actions. It never gets worse, and the same round
    always shrinks to the same one.
    """
    assert found.wrong is not None
    shrinker = _Shrinker(game, found, most, progress)
    shrinker.run()
    return shrinker.best


def search(game: Game, wrong: Wrong, most: int = MOST_WORK) -> Played | None:
    """A short first round with this failure, looked for from nothing; None where none is found."""
    none = State((), (), (), 0, 0, 0)
    shrinker = _Shrinker(game, Played(none, (), none, wrong), most, lambda text: None)
    with suppress(_Enough):
        for length in range(DEEPEST + 1):
            if shrinker.anew(length):
                shrinker.plainer()
                break
    return shrinker.best if shrinker.best.start.hands else None


class _Shrinker:
    def __init__(
        self, game: Game, found: Played, most: int, progress: Callable[[str], None]
    ) -> None:
        assert found.wrong is not None
        self.game, self.setup = game, game.setup
        self.wrong: Wrong = found.wrong
        self.best = found
        self.later = found.start if found.start.round > 1 else None
        self.left = most
        self.progress = progress
        sort = self.wrong.sort
        self.condition = next(
            (one for title, one in game.invariants if sort == f"invariant {title}"), None
        )
        self.narrow = self.condition is not None or sort in _AT_THE_END

    def run(self) -> None:
        whole = self.left
        for share, part in ((0.5, self.from_nothing), (0.3, self.shorter), (0.2, self.plainer)):
            self.left = int(whole * share)
            if part == self.shorter and len(self.best.actions) <= DEEPEST:
                continue
            with suppress(_Enough):
                part()

    def from_nothing(self) -> None:
        for length in range(min(DEEPEST, len(self.best.actions)) + 1):
            if self.anew(length):
                return

    # ------------------------------------------------------------------ trying

    def spend(self, work: int) -> None:
        self.left -= work
        if self.left < 0:
            raise _Enough
        self.progress(f"looking for a shorter round than {len(self.best.actions)} actions")

    def step(self, state: State, action: Action) -> tuple[State, Wrong | None]:
        """The state after an action, and what is wrong in it; only the failure is looked for."""
        if not self.narrow:
            self.spend(DEAR)
            try:
                after = self.game.step(state, action)
                self.game.check(after)
            except Failed as failure:
                return state, failure.wrong
            return after, None
        self.spend(1)
        after = self.game.compiled.play(state, action)
        if self.condition is not None:
            holds = self.game.rules.holds(self.condition, after)
            return after, None if holds else self.wrong
        if after.over:
            self.spend(DEAR)
            return after, found_wrong(lambda: self.game.check(after))
        return after, None

    def start(self, deal: _Deal, *, later: bool = False) -> State | None:
        """The start of a round by a deal; None where it is void, or nobody opens."""
        hands = hands_of(self.setup, deal.order)
        if later:
            assert self.later is not None
            opening = deal.lot, hands[deal.lot]
            start = start_of(self.setup, deal.order, opening)
            return start._replace(round=self.later.round, scores=self.later.scores)
        self.spend(2)
        compiled = self.game.compiled
        found = None if compiled.is_void(hands) else compiled.first_opening(hands, deal.lot)
        return start_of(self.setup, deal.order, found) if found else None

    def attempt(self, start: State | None, actions: tuple[Action, ...], more: int = 0) -> bool:
        """Take a round for the best where it fails alike and is plainer.

        Behind these actions it may go on with so many more passes and draws.
        """
        if start is None:
            return False
        state = start
        for number, action in enumerate(actions):
            if state.over or action not in self.game.compiled.legal(state):
                return False
            state, wrong = self.step(state, action)
            if wrong is not None:
                return wrong == self.wrong and self.confirm(start, actions[: number + 1])
        done = actions
        for _ in range(more):
            legal = [] if state.over else self.game.compiled.legal(state)
            if not legal or legal[-1].kind is Kind.PLAY:
                break
            done = (*done, legal[-1])
            state, wrong = self.step(state, legal[-1])
            if wrong is not None:
                return wrong == self.wrong and self.confirm(start, done)
        return not actions and self.confirm(start, ())

    def confirm(self, start: State, actions: tuple[Action, ...]) -> bool:
        """Take a round that looks as if it failed alike, once everything is looked at."""
        self.spend(DEAR * len(actions))
        try:
            return self.take(play_through(self.game, start, actions))
        except NotLegal:
            return False

    def take(self, played: Played) -> bool:
        if played.wrong != self.wrong:
            return False
        if self.best.start.hands and self.key(played) >= self.key(self.best):
            return False
        self.best = played
        return True

    def key(self, played: Played) -> tuple[object, ...]:
        """What makes one round plainer than another: the smaller, the plainer."""
        start = played.start
        kinds = list(Kind)
        return (
            len(played.actions),
            start.round,
            start.opener,
            tuple(tuple(numbers_in(hand)) for hand in start.hands),
            start.stock,
            tuple((kinds.index(one.kind), one.tile, one.end) for one in played.actions),
        )

    def dig(self, start: State | None, length: int, most: int = FROM_ONE_DEAL) -> bool:
        """Look through the rounds from one deal, with so many actions at most, in order."""
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
                after, wrong = self.step(state, action)
                if wrong is not None:
                    if wrong == self.wrong and self.confirm(start, (*actions, action)):
                        return True
                elif go(after, (*actions, action)):
                    return True
            return False

        return go(start, ())

    # ------------------------------------------------------------------ from nothing

    def anew(self, length: int) -> bool:
        """Look for rounds of this many actions, whatever is dealt."""
        order = tuple(range(len(self.setup.tiles)))
        for lot in range(self.setup.seats):
            if self.dig(self.start(_Deal(order, lot)), length):
                return True
        for lot in range(self.setup.seats):
            for deal, actions in self.drafts(order, lot, length):
                if self.attempt(self.start(deal), actions, length - len(actions)):
                    return True
        return False

    def drafts(
        self, order: tuple[int, ...], lot: int, length: int
    ) -> Iterator[tuple[_Deal, tuple[Action, ...]]]:
        """Rounds of so many plays: every row of tiles that match, whoever is dealt them.

        Tiles that are not laid are dealt in a few ways, so that rounds end soon, or late, and
        hands are light, or heavy.
        """
        start = next(
            (
                found
                for shift in range(len(order))
                if (found := self.start(_Deal((*order[shift:], *order[:shift]), lot)))
            ),
            None,
        )
        if start is None or not length:
            return
        opener = start.opener
        for plays in range(1, length + 1):
            for laid, actions, ends in self.rows(plays):
                for rest in self.rests(order, laid, ends):
                    yield _Deal(self.pack(opener, laid, rest), lot), actions

    def rows(
        self, length: int
    ) -> Iterator[tuple[tuple[int, ...], tuple[Action, ...], tuple[int, int]]]:
        """Rows of tiles laid one after another: the tiles, the plays, the ends."""
        tiles = self.setup.tiles.tiles

        def go(
            laid: tuple[int, ...], actions: tuple[Action, ...], ends: tuple[int, int]
        ) -> Iterator[tuple[tuple[int, ...], tuple[Action, ...], tuple[int, int]]]:
            if len(laid) == length:
                yield laid, actions, ends
                return
            for number, tile in enumerate(tiles):
                if number in laid:
                    continue
                for end in End:
                    if ends[end] not in tile or (end and ends[0] == ends[1]):
                        continue
                    after = list(ends)
                    after[end] = tile.other_half(ends[end])
                    yield from go(
                        (*laid, number), (*actions, play(number, end)), (after[0], after[1])
                    )

        for number, tile in enumerate(tiles):
            yield from go((number,), (play(number, End.LEFT),), (tile.high, tile.low))

    def rests(
        self, order: tuple[int, ...], laid: tuple[int, ...], ends: tuple[int, int]
    ) -> list[tuple[int, ...]]:
        """Orders in which the tiles that are not laid may be dealt."""
        bearing = self.setup.tiles.bearing
        open_now = bearing[ends[0]] | bearing[ends[1]]
        rest = [tile for tile in order if tile not in laid]
        stuck = sorted(rest, key=lambda tile: open_now >> tile & 1)
        able = sorted(rest, key=lambda tile: not open_now >> tile & 1)
        count = sum(not open_now >> tile & 1 for tile in rest)
        heavy = [*reversed(stuck[:count]), *stuck[count:]]
        ways = [tuple(way) for way in (rest, stuck, heavy, able)]
        return list(dict.fromkeys(ways))

    def pack(self, opener: int, laid: tuple[int, ...], rest: tuple[int, ...]) -> tuple[int, ...]:
        """The pack that deals each laid tile to who lays it, in turn, and then the rest."""
        setup = self.setup
        hands: list[list[int]] = [[] for _ in range(setup.seats)]
        for place, tile in enumerate(laid):
            hands[setup.after(opener, place)].append(tile)
        left = list(rest)
        for hand in hands:
            while len(hand) < setup.hand_size:
                hand.append(left.pop(0))
        return (*(tile for hand in hands for tile in sorted(hand)), *left)

    # ------------------------------------------------------------------ from what was found

    def shorter(self) -> None:
        """Fewer actions: from the same deal, from deals beside it, and from others at random."""
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
            state, wrong = self.step(state, action)
            if wrong is not None:
                if wrong == self.wrong:
                    self.confirm(start, actions)
                return

    def beside(self, random: Random) -> Iterator[_Deal]:
        """Deals in which two tiles have changed places, in any order."""
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
        return _Deal((*tiles, *start.stock), start.opener)

    def plainer(self) -> None:
        """The same number of actions: a first round, lower tiles in the first hands."""
        if self.best.start.round > 1:
            deal = self.deal()
            for lot in range(self.setup.seats):
                self.attempt(self.start(replace(deal, lot=lot)), self.best.actions)
        order = tuple(range(len(self.setup.tiles)))
        for lot in range(self.setup.seats):
            start = self.again(_Deal(order, lot))
            if self.dig(start, len(self.best.actions)):
                break
        while self.lower():
            pass

    def lower(self) -> bool:
        """Tiles of the first hands changed for lower ones behind them."""
        better = False
        for first, second in list(_pairs(self.setup, self.deal().order)):
            deal = self.deal()
            one, other = deal.order[first], deal.order[second]
            if other > one:
                continue
            start = self.again(replace(deal, order=_swapped(deal.order, first, second)))
            moved = {action.tile for action in self.best.actions}
            better |= self.attempt(start, self.best.actions) or (
                bool({one, other} & moved) and self.dig(start, len(self.best.actions), FEW)
            )
        return better


def _pairs(setup: Setup, order: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Two places of a pack, the first one first, that are not in one hand."""
    size, dealt = setup.hand_size, setup.seats * setup.hand_size
    for first in range(len(order)):
        for second in range(first + 1, len(order)):
            if first >= dealt or first // size != second // size:
                yield first, second


def _swapped(order: tuple[int, ...], first: int, second: int) -> tuple[int, ...]:
    changed = list(order)
    changed[first], changed[second] = order[second], order[first]
    return tuple(changed)
