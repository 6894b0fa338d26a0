"""A first round as a tree: chance deals and draws, players act; no position in it ever changes."""

from __future__ import annotations

from functools import cache, cached_property
from math import comb, inf
from typing import Any, NamedTuple

from dominoes_lang.analysis.profile import PayoffClass, Profile, profile
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.codegen.dealing import dealt as start_dealt
from dominoes_lang.codegen.dealing import hands_of
from dominoes_lang.setup.ruleset import Goal
from dominoes_lang.table.shape import Starter
from dominoes_lang.table.state import DRAW, Action, State
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.adapters.action_numbers import ActionNumbers
from dominoes_rules.play.deals import deal, random_of
from dominoes_rules.position.description import name_of
from dominoes_rules.unbuilt import Unbuilt, UnbuiltDraw, expect_ends, expect_plain_deal
from dominoes_solver.evidence.chains import chains_of

CHANCE, TERMINAL = -1, -4
"""Who acts where no player does, as OpenSpiel numbers them."""
SEED_BITS = 31
"""A sampled deal is named by a seed of so many bits, since OpenSpiel writes actions as C `int`s."""
MAX_REDEALS = 100
"""Void deals in a row that the bound on chance nodes allows for."""

Chances = list[tuple[int, float]]
"""What chance may do, each outcome with its probability."""


class RoundNode(NamedTuple):
    """One node of the tree."""

    player: int
    """The seat to act, `CHANCE` or `TERMINAL`."""
    dealt: tuple[int, ...] = ()
    """While tiles are dealt, those dealt so far: hand after hand, each in ascending order, then the
    tile turned up from the stock to begin from."""
    states: tuple[State, ...] = ()
    """The states of the round, the one before each action and the present one; none before the
    deal is complete. Of a stock only the set of its tiles means anything, and in the first one the
    order of those drawn."""
    actions: tuple[Action, ...] = ()
    left: tuple[int, ...] = ()
    """While tiles are dealt, those that the next one is among."""

    @property
    def state(self) -> State | None:
        """The present state; None before the deal is complete."""
        return self.states[-1] if self.states else None

    def __deepcopy__(self, memo: object) -> RoundNode:
        return self  # all of it is immutable


Link = tuple[int, Any, Any, Any]
"""A node as a chain, which grows in a third of the time: who acts, the state, the action that led
to it, and the link before. The first link has no action, and its node in place of a link."""


class RoundTree:
    """The tree of one game: rules bound to seats and parameters.

    sampled: whether one chance node deals everything, by a seed; otherwise there is a chance node
        for each tile. Draws are a chance node each, every tile of the stock equally likely.
    Raises `ArgumentError` for rules of which it is not proven that every round ends.
    """

    def __init__(self, compiled: Compiled, *, sampled: bool = False) -> None:
        expect_ends(compiled.setup, Unbuilt.ADAPTERS)
        expect_plain_deal(compiled.setup, UnbuiltDraw.ADAPTERS)
        self.compiled = compiled
        self.setup = setup = compiled.setup
        self.name = name_of(setup.ruleset)
        """What positions call the rules; to find out takes longer than a round."""
        self.sampled = sampled
        self.numbers = ActionNumbers(setup)
        if self.profile.length is None:
            raise ArgumentError(
                f"{setup.name}: it is not proven that every round ends, so it has no longest "
                "round, which an environment must declare; `dominoes-rules check` shows why"
            )
        if "redeals" in setup.tracks and not sampled:
            raise ArgumentError(
                f"{setup.name}: its rules count void deals, which a tree of single tiles forgets; "
                "deal by a seed, with sampled=True"
            )
        self.most_actions = self.profile.length.total
        self.most_draws = self.profile.length.draws
        self.tiles = len(setup.tiles)
        self._pack = tuple(tile for tile in range(self.tiles) if tile != setup.starter_of(1))
        # Asked at every action of a playout.
        self.legal_in = self.numbers.legal_by(compiled)
        """The numbers of the mover's legal actions in a state, in ascending order."""
        self._play = compiled.play
        self._actions = self.numbers.actions
        # How many tiles a hand still misses, by those dealt so far; the tile turned up is another.
        hands = [*range(setup.hand_size, 0, -1)] * setup.seats
        turned_up = [1] * (setup.shape.starter is Starter.STOCK)
        self._missing = (*hands, *turned_up, 0)
        self._dealt = len(hands) + len(turned_up)
        self._by_lot = any(step.by_chance for chain in chains_of(setup, 1) for step in chain)
        self.root = RoundNode(CHANCE, left=self._pack)
        self.first = self.link_to(self.root)
        self._sign = setup.sign
        # What a lead of the first side is to each seat, where there are two sides.
        self._leads = tuple([(1 - 2 * side) * self._sign for side in setup.side_of])
        self._two_sided = setup.sides == 2

    @cached_property
    def profile(self) -> Profile:
        return profile(self.compiled.setup)

    # ------------------------------------------------------------------ the tree

    def legal(self, node: RoundNode) -> list[int]:
        """The numbers of the mover's legal actions, in ascending order."""
        return self.legal_in(node.states[-1])

    def chances(self, node: RoundNode) -> Chances:
        """What chance may do; not of a sampled deal, which any seed may be.

        Outcomes are tiles by number, and beyond them the seats of a lot.
        """
        _, dealt, states, _, left = node
        if states:  # somebody draws
            stock = sorted(states[-1].stock)
            return [(tile, 1 / len(stock)) for tile in stock]
        missing = self._missing[len(dealt)]
        if not missing:
            return [(self.tiles + lot, 1 / self.setup.seats) for lot in range(self.setup.seats)]
        # Hands are dealt in ascending order: one way to deal each, as likely as all its orders.
        return list(zip(left, _shares(len(left), missing)))  # noqa: B905 (the last are too high)

    def after(self, node: RoundNode, number: int) -> RoundNode:
        """The next node: after an action by its number, or an outcome of chance."""
        return self.node_of(self.step(self.link_to(node), number))

    def link_to(self, node: RoundNode) -> Link:
        """A node as the first link of a chain."""
        return node.player, node.state, None, node

    def step(self, link: Link, number: int) -> Link:
        """The same of a chain, for playouts."""
        player, before, _, _ = link
        if player < 0:
            return self.link_to(self._after_chance(self.node_of(link), number))
        action = self._actions[number]
        if action is DRAW and len(before.stock) > 1:
            node = self.node_of(link)
            return self.link_to(RoundNode(CHANCE, (), node.states, (*node.actions, action)))
        state = self._play(before, action)
        return (TERMINAL if state.over else state.mover), state, action, link

    def node_of(self, link: Link) -> RoundNode:
        """The node that a link leads to."""
        player, state, action, before = link
        states, actions = [], []
        while action is not None:
            states.append(state)
            actions.append(action)
            _, state, action, before = before
        node: RoundNode = before
        if not states:
            return node
        states.reverse()
        actions.reverse()
        return RoundNode(player, (), (*node.states, *states), (*node.actions, *actions))

    def _drawn(self, node: RoundNode, tile: int) -> RoundNode:
        """After the draw of a tile, which becomes the next one of the stock."""
        *before, state = node.states
        rest = [waiting for waiting in state.stock if waiting != tile]
        state = state._replace(stock=(tile, *rest))
        drawn = node.actions.count(DRAW) - 1
        first = before[0] if before else state
        first = first._replace(stock=(*first.stock[:drawn], tile, *rest))
        played = self._play(state, DRAW)
        player = TERMINAL if played.over else played.mover
        states = (first, *before[1:], *([state] if before else []), played)
        return RoundNode(player, (), states, node.actions)

    def _after_chance(self, node: RoundNode, number: int) -> RoundNode:
        _, dealt, states, _, left = node
        if states:
            return self._drawn(node, number)
        if self.sampled:
            return self.begun(deal(self.compiled, random_of(number, 1)))
        missing = self._missing[len(dealt)]
        if missing > 1:
            left = left[left.index(number) + 1 :]
            return _made(RoundNode, (CHANCE, (*dealt, number), (), (), left))
        if not missing:
            return self.opened(dealt, number - self.tiles)
        dealt = (*dealt, number)
        if len(dealt) < self._dealt:
            rest = tuple([tile for tile in self._pack if tile not in dealt])
            return RoundNode(CHANCE, dealt, (), (), rest)
        if not self._by_lot or len(self.lots(dealt)) == 1:
            return self.opened(dealt, 0)
        return RoundNode(CHANCE, dealt)

    def lots(self, dealt: tuple[int, ...]) -> set[tuple[int, int] | None]:
        """The ways in which a deal is opened: who with which tiles, by the seat that a lot picks.

        None is a void deal, which is dealt again.
        """
        hands = hands_of(self.setup, dealt)
        if self.compiled.is_void(hands):
            return {None}
        lots = range(self.setup.seats if self._by_lot else 1)
        return {self.compiled.first_opening(hands, lot) for lot in lots}

    def opened(self, dealt: tuple[int, ...], lot: int) -> RoundNode:
        """The node after a complete deal and a lot by its seat; a void deal is dealt again."""
        rest = [tile for tile in self._pack if tile not in dealt]
        start = start_dealt(self.compiled, [*dealt, *rest], lot)
        return self.root if start is None else self.begun(start)

    def begun(self, start: State) -> RoundNode:
        """The node where a round begins."""
        held = start.hands[start.mover]
        if start.opening & ~held:  # as in a `Round`
            start = start._replace(opening=start.opening & held)
        return _made(RoundNode, (start.mover, (), (start,), (), ()))

    @property
    def most_chances(self) -> int:
        """The most chance nodes of a round in which no more than `MAX_REDEALS` deals are void."""
        deal_nodes = 1 if self.sampled else (self._dealt + 1) * (MAX_REDEALS + 1)
        return deal_nodes + self.most_draws

    # ------------------------------------------------------------------ what it is worth

    def returns(self, state: State | None) -> list[float]:
        """What each seat gets in a state: of two sides their difference, of more what each is paid.

        Partners get the same. Where fewer points are better, points count below zero. Before the
        end nobody gets anything.
        """
        if state is None or not state.over:
            return [0.0] * self.setup.seats
        paid = self.compiled.payoff(*state)
        if self._two_sided:
            lead = paid[0] - paid[1]
            return [float(sign * lead) for sign in self._leads]
        return [float(self._sign * paid[side]) for side in self.setup.side_of]

    @cached_property
    def return_bounds(self) -> tuple[float, float]:
        """The least and the most that a seat can get; infinite where the rules set no bound."""
        bounds = self.profile.scores.sides
        low = min(-inf if side.low is None else float(side.low) for side in bounds)
        high = max(inf if side.high is None else float(side.high) for side in bounds)
        if self.setup.sides == 2:
            return low - high, high - low
        return (-high, -low) if self.setup.goal is Goal.FEWEST else (low, high)

    @cached_property
    def sum_of_returns(self) -> float | None:
        """What all seats get together, if it is always the same; None elsewhere."""
        if self.setup.sides == 2:
            return 0.0
        total = self.profile.scores.total.value
        if self.profile.payoff is PayoffClass.GENERAL or total is None:
            return None
        return float(self.setup.sign * total * self.setup.team_size)


@cache
def _shares(tiles: int, missing: int) -> list[float]:
    """How likely each of some tiles is the lowest of so many that are drawn among them."""
    ways = comb(tiles, missing)
    return [comb(tiles - 1 - rank, missing - 1) / ways for rank in range(tiles - missing + 1)]


_made = tuple.__new__
"""Makes a `RoundNode` in a third of the time that its own function takes."""
