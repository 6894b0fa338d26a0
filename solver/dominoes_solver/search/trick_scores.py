"""What a round of tricks pays, as a table over the points that side 0 has taken.

Most rules of tricks pay by how much a side has taken: the pips of its tiles, its tricks, or both
added up, against a bid. Then a search need not know who has taken which tile. It asks whether
so many points can be taken, of what is left alone, and a table says what these points are paid.
The table is made by the payoff of the rules themselves, for everything that can be taken; where no
sum of points decides the payoff, or more of them are now good and now bad, there is none.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from operator import mul
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from dominoes_lang.analysis.payoffs.matters import payoff_reads
from dominoes_lang.setup.suits_under import suits_under
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Act, Role
from dominoes_lang.table.state import NOBODY, Over, State
from dominoes_lang.table.suits import Suits
from dominoes_lang.table.tiles import numbers_in
from dominoes_lang.table.tricks import trick_in

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.setup.ruleset import Setup
    from dominoes_lang.syntax.nodes import Expression

Payoff: TypeAlias = "Callable[..., tuple[int, ...]]"

READ = frozenset({"bid", "bidder", "more", "opener", "over", "round", "scores", "taken"})
"""What a payoff may read of the end of a round: what was taken, and what no play changes."""
MOST_POINTS = 4_095
"""In a round, so that two bounds fit an entry of a table."""
SUMS = tuple(sorted(product((1, 0, 2, 3), (1, 0, 2, 3, 5, 10), (0, 1, 2)), key=sum))
"""The sums that are tried, by the weights of pips, tricks and doubles; the simplest first."""


class Points(NamedTuple):
    """How many points a tile and a trick are."""

    of_tile: tuple[int, ...]
    of_trick: int

    def taken(self, tiles: int, seats: int) -> int:
        """Those of the tiles of some tricks."""
        pips = sum(self.of_tile[tile] for tile in numbers_in(tiles))
        return pips + tiles.bit_count() // seats * self.of_trick


@dataclass(frozen=True)
class TrickScore:
    """What the points of side 0 in a round are paid."""

    points: Points
    keen: int
    """The side that wants many of them: side 0, or its rival where tricks are to be avoided."""
    steps: tuple[int, ...]
    """The least points with which side 0 is paid the second, the third … of `paid`."""
    paid: tuple[int, ...]
    """What side 0 is ahead by: own points minus the other's."""

    def ahead(self, points: int) -> int:
        """What side 0 is ahead by in the end, with so many points."""
        return self.paid[bisect_right(self.steps, points)]


@lru_cache(maxsize=64)
def counts_tricks(setup: Setup) -> bool:
    """Whether rules of tricks are such that a sum of points may decide what a round pays.

    Two sides follow suit where they can, the taker of a trick leads, all tiles are played, and
    nothing but what a side has taken decides what it is paid in the end.
    """
    tricks = setup.tricks
    if tricks is None or setup.sides != 2 or setup.in_play or min(setup.values) < 0:
        return False
    steps = [(step.act, step.guard, step.new_group) for step in setup.turn.steps]
    if steps != [(Act.PLAY_OF_SUIT, None, True), (Act.PLAY, None, True)]:
        return False
    ends = isinstance(setup.domino, nodes.HasNoTiles) and _is(setup.domino.who, Role.EVERYONE)
    if not ends or setup.turn.again is not None or not _is(tricks.later, Role.TAKER):
        return False
    for part in (setup.winner, *setup.awards):
        to_sides = isinstance(part, nodes.AwardClause) and part.each is Role.EACH_SIDE
        asked = [node for node in nodes.walk(part) if isinstance(node, nodes.Taken)]
        if not all(_means_sides(setup, node.who, them=to_sides) for node in asked):
            return False
    return payoff_reads(setup) <= READ


def _is(node: nodes.Node, role: Role) -> bool:
    return isinstance(node, nodes.Who) and node.role is role


def _means_sides(setup: Setup, who: Expression, *, them: bool) -> bool:
    """Whether this is somebody with all the partners they have; `them`: whether "them" is."""
    if setup.sides == setup.seats or (them and _is(who, Role.THEM)):
        return True
    match who:
        case nodes.Related(relation="side" | "opponents"):
            return True
        case nodes.Who(role=Role.EVERYONE | Role.WINNER | Role.EACH_SIDE | Role.NOBODY):
            return True
    return False


def score_of(compiled: Compiled, state: State) -> TrickScore | None:
    """What points are paid in the round of a state, its hands open; None where no sum decides."""
    more, trick = state.more, trick_in(state.ends)
    tiles = 0
    for mask in (*state.hands, *more.taken, *(1 << tile for tile in trick.tiles)):
        tiles |= mask
    more = more._replace(taken=(), taker=NOBODY, aside=(), left_open=-1, laid=0)
    # Nothing else of a state is read; so all positions of a round share one table.
    root = State((), (trick.trump,), (), 0, state.opener, 0, over=Over.DOMINO,
                 round=state.round, scores=state.scores, more=more)  # fmt: skip
    return _score(compiled.setup, compiled.payoff, root, tiles)


@lru_cache(maxsize=256)
def _score(setup: Setup, payoff: Payoff, root: State, tiles: int) -> TrickScore | None:
    paid = {}
    for pips, tricks, doubles, taken in _takings(setup, tiles):
        by_seat = (taken, tiles & ~taken, *[0] * (setup.seats - 2))
        final = root._replace(hands=(0,) * setup.seats, more=root.more._replace(taken=by_seat))
        points = payoff(*final)
        paid[pips, tricks, doubles] = points[0] - points[1]
    sign = setup.sign
    for weights in SUMS:
        by_points: dict[int, int] = {}
        for taken_so, ahead in paid.items():
            points_of = sum(map(mul, weights, taken_so))
            if by_points.setdefault(points_of, ahead) != ahead:
                break
        else:
            of_pips, of_trick, of_double = weights
            of_tile = tuple(
                of_pips * value + of_double * (setup.tiles.doubles >> tile & 1)
                for tile, value in enumerate(setup.values)
            )
            return _in_steps(Points(of_tile, of_trick), sorted(by_points.items()), sign)
    return None


def _in_steps(points: Points, paid: list[tuple[int, int]], sign: int) -> TrickScore | None:
    """The table of payments that only rise with the points, or only fall."""
    if paid[-1][0] > MOST_POINTS:
        return None
    steps, levels = [], [paid[0][1]]
    for number, ahead in paid:
        if ahead != levels[-1]:
            steps.append(number)
            levels.append(ahead)
    wanted = [sign * ahead for ahead in levels]
    if wanted == sorted(wanted):
        return TrickScore(points, 0, tuple(steps), tuple(levels))
    if wanted == sorted(wanted, reverse=True):
        return TrickScore(points, 1, tuple(steps), tuple(levels))
    return None


def _takings(setup: Setup, tiles: int) -> Iterator[tuple[int, int, int, int]]:
    """All that side 0 may have taken: pips, tricks, doubles, and some tiles that are as many."""
    asked = {
        node.measure
        for node in nodes.walk((setup.winner, setup.awards))
        if isinstance(node, nodes.Taken)
    }
    sums = {(0, 0, 0): 0}
    for tile in numbers_in(tiles):
        pips = setup.values[tile] * ("pips" in asked)
        double = (setup.tiles.doubles >> tile & 1) * ("doubles" in asked)
        more = {
            (count + 1, sum_of + pips, doubles + double): taken | 1 << tile
            for (count, sum_of, doubles), taken in sums.items()
        }
        sums = more | sums
    for (count, pips, doubles), taken in sums.items():
        if count % setup.seats == 0:
            yield pips, count // setup.seats, doubles, taken


class OpenTrick(NamedTuple):
    """A state of a game of tricks as a search sees it."""

    suits: Suits
    score: TrickScore
    tiles: tuple[int, ...]
    """Those of the trick under way, in order."""
    leader: int
    """Who led them, or leads."""
    points: int
    """Those that side 0 has taken."""


def open_trick(compiled: Compiled, state: State) -> OpenTrick | None:
    """A state between the naming of the trump and the last tile, if its points decide; else None.

    Nobody may have fewer tiles than the others for the tricks that are left.
    """
    if state.over or not state.begun or not counts_tricks(compiled.setup):
        return None
    trump, leader, tiles = trick_in(state.ends)
    leader = leader if tiles else state.mover
    seats = compiled.setup.seats
    due = max(hand.bit_count() for hand in state.hands)
    for place in range(seats):
        held = state.hands[(leader + place) % seats].bit_count()
        if held != due - (place < len(tiles)):
            return None
    if (leader + len(tiles)) % seats != state.mover:
        return None
    score = score_of(compiled, state)
    if score is None:
        return None
    taken = sum(state.more.taken[0::2])
    suits = suits_under(compiled.setup, trump)
    return OpenTrick(suits, score, tiles, leader, score.points.taken(taken, seats))
