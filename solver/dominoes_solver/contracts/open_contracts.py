"""In how many worlds, all hands open, the bids of a ladder are made with each trump.

A bid is made where the rules then have the bidder's side win the round. With open hands nobody
would be outbid, so nothing is found about the auction itself: it is asked what the bidder could
make, were the bid theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from dominoes_lang.setup.suits_under import suits_under
from dominoes_lang.table.state import State, name_trump
from dominoes_lang.table.suits import DOUBLES
from dominoes_solver.pimc.order_of_worlds import ranks_in_order
from dominoes_solver.search.native.compiling.loading import is_installed, off
from dominoes_solver.search.one_world import Question, evaluate_many
from dominoes_solver.search.trick_scores import counts_tricks, open_trick

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_solver.pimc.open_worlds import OpenWorlds

FIRST_WORLDS = 25
"""In which every trump worth a thought is tried with the lowest bid."""
TRUMPS_TRIED_ON = 2
"""How many of them are tried in all worlds, with every bid."""
WORLDS_IN_PLAIN_PYTHON = 10
"""In which plain Python finds what can be made while people wait for it."""
FEWEST_OF_A_SUIT = 3
"""Tiles of a suit in the hand of whoever would name it, unless no suit has as many."""


class TrumpShares(NamedTuple):
    """The shares of worlds in which bids are made with one trump, all hands open."""

    trump: int
    worlds: int
    made: tuple[tuple[int, int], ...]
    """For each bid that was asked about, rising, in how many worlds it is made."""


def why_no_contracts(compiled: Compiled) -> str:
    """Why the bids of a game can't be valued; empty where they can."""
    setup = compiled.setup
    assert setup.tricks is not None, "other games have no bids"
    if setup.tricks.auction.has_widow:
        return "the bidder takes tiles that nobody has seen"
    if setup.sides != 2:
        return "there are more than two sides"
    if not counts_tricks(setup):
        return "what a side has taken does not decide by itself what it is paid"
    return ""


def trumps_worth_a_thought(compiled: Compiled, hand: int) -> list[int]:
    """The trumps that a hand may name: long suits, and none."""
    setup = compiled.setup
    assert setup.tricks is not None, "other games have no trumps"
    held = {}
    for trump in setup.tricks.auction.trumps:
        of_suit = hand & suits_under(setup, trump).following.get(trump, 0)
        held[trump] = of_suit.bit_count()
    with_suit = [count for trump, count in held.items() if trump <= DOUBLES]
    least = min(FEWEST_OF_A_SUIT, max(with_suit, default=0))
    return [trump for trump, count in held.items() if trump > DOUBLES or count >= least]


def after_auction(compiled: Compiled, state: State, bidder: int, bid: int, trump: int) -> State:
    """The state once a seat has the bid, and the trump is named."""
    tricks = compiled.setup.tricks
    assert tricks is not None, "other games have no auction"
    silent = (1 << compiled.setup.seats) - 1
    more = state.more._replace(bid=bid, bidder=bidder, silent=silent)
    seat = tricks.auction.namer[bidder]
    return compiled.play(state._replace(more=more, mover=seat), name_trump(trump))


def counting_bids(compiled: Compiled, bids: Sequence[int]) -> Compiled:
    """The same rules where a round pays the bidder's side one for each of these bids it made."""
    return replace(compiled, payoff=_payoff(compiled, tuple(bids)))


@lru_cache(maxsize=32)
def _payoff(compiled: Compiled, bids: tuple[int, ...]) -> Callable[..., tuple[int, ...]]:
    setup = compiled.setup

    def payoff(*fields: object) -> tuple[int, ...]:
        final = State(*fields)  # type: ignore[arg-type]
        side = setup.side_of[final.more.bidder]
        made = 0
        for bid in bids:
            asked = final._replace(more=final.more._replace(bid=bid))
            made += compiled.winner(*asked) == side
        made *= setup.sign
        return (made, 0) if side == 0 else (0, made)

    return payoff


def bids_to_ask(compiled: Compiled, state: State) -> list[int]:
    """The bids that a seat may still make, or the one that it has made."""
    tricks = compiled.setup.tricks
    assert tricks is not None, "other games have no bids"
    if not tricks.auction.is_open(state.more):
        return [state.more.bid]
    return tricks.auction.bids_over(state.more.bid)


def in_plain_python() -> bool:
    """Whether tricks are searched without machine code."""
    return off() or not is_installed()


def worlds_in_time(usual: int) -> int:
    """So many worlds, or fewer where plain Python searches them."""
    return min(usual, WORLDS_IN_PLAIN_PYTHON) if in_plain_python() else usual


def is_counted(compiled: Compiled, state: State) -> bool:
    """Whether points alone decide what bids come to, in the game of a state before its tricks."""
    tricks = compiled.setup.tricks
    assert tricks is not None, "other games have no bids"
    bid = tricks.auction.ladder[0].bid
    opened = after_auction(compiled, state, state.mover, bid, tricks.auction.trumps[0])
    counting = counting_bids(compiled, [bid])
    return all(open_trick(rules, opened) is not None for rules in (compiled, counting))


def made_with(
    compiled: Compiled, states: Sequence[State], bidder: int, trump: int, bids: Sequence[int]
) -> list[int] | None:
    """For each world how many of some rising bids are made; None where points do not decide it."""
    counting = counting_bids(compiled, bids)
    opened = [after_auction(compiled, state, bidder, bids[-1], trump) for state in states]
    if opened and open_trick(counting, opened[0]) is None:
        return None
    return [made * compiled.setup.sign for made in _best_ahead(counting, opened, bidder)]


def ahead_with(
    compiled: Compiled, states: Sequence[State], bidder: int, trump: int, bid: int
) -> list[int]:
    """For each world by how much the bidder's side is paid more, with a trump for a bid."""
    opened = [after_auction(compiled, state, bidder, bid, trump) for state in states]
    return _best_ahead(compiled, opened, bidder)


def _best_ahead(compiled: Compiled, opened: Sequence[State], bidder: int) -> list[int]:
    """What the side of the bidder is paid in each of some states, if all play best."""
    setup = compiled.setup
    side = setup.side_of[bidder]
    values = []
    for state, valued in zip(opened, evaluate_many(compiled, opened, Question()), strict=True):
        ahead = [int(vector[side]) * setup.sign for vector in valued.values]
        best = max(ahead) if setup.side_of[state.mover] == side else min(ahead)
        values.append(best * setup.sign)
    return values


def sampled_states(worlds: OpenWorlds, most: int, seed: int) -> list[State]:
    """So many worlds as states, or all of them where they are fewer."""
    count = worlds.count
    asked = most if count is None else min(most, count)
    return [worlds.state(rank, None) for rank in ranks_in_order(seed, asked, count, repeated=False)]


def open_contracts(
    compiled: Compiled,
    worlds: OpenWorlds,
    bidder: int,
    *,
    most: int,
    trumps: Sequence[int],
    bids: Sequence[int],
    seed: int,
) -> list[TrumpShares] | None:
    """The trumps of a bidder, the best first; None where points do not decide what is made."""
    states = sampled_states(worlds, most, seed)
    first = [*islice(states, FIRST_WORLDS)]
    tried = []
    for trump in trumps:
        made = made_with(compiled, first, bidder, trump, bids[:1])
        if made is None:
            return None
        tried.append(_shares(trump, made, bids[:1]))
    tried.sort(key=lambda shares: -shares.made[0][1])
    answers = []
    for place, shares in enumerate(tried):
        if place >= TRUMPS_TRIED_ON:
            answers.append(shares)
            continue
        made = made_with(compiled, states, bidder, shares.trump, bids)
        assert made is not None, "the lowest bid was counted"
        answers.append(_shares(shares.trump, made, bids))
    answers[:TRUMPS_TRIED_ON] = sorted(
        answers[:TRUMPS_TRIED_ON], key=lambda shares: -sum(made for _, made in shares.made)
    )
    return answers


def _shares(trump: int, made: Sequence[int], bids: Sequence[int]) -> TrumpShares:
    """How often each bid is made, where so many of them are in each world.

    Bids rise, so those that are made are the lowest.
    """
    each = tuple((bid, sum(number > place for number in made)) for place, bid in enumerate(bids))
    return TrumpShares(trump, len(made), each)
