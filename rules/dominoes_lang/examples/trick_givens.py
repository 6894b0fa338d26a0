"""What an example gives of a game of tricks: the auction, the trump, the trick, tricks taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.setup.trick_rules import TrickRules
from dominoes_lang.table.state import NO_TILE, NOBODY, More, State


class GivenTricks:
    """The tiles of an example that are in tricks."""

    def __init__(self, seats: int) -> None:
        self.trick: list[int] = []
        """The tiles of the trick that is being played, in order."""
        self.taken = [0] * seats
        """For each seat the mask of the tiles of its tricks."""


def trick_table(
    setup: Setup, rules: TrickRules, given: GivenTricks, facts: Mapping[str, int]
) -> State:
    """The table with what an example gives of it; `facts` has the mover where it is known.

    A bid without an opener was the first one that was made.
    """
    mover, bidder = facts.get("mover", NOBODY), facts.get("bidder", NOBODY)
    trump = facts.get("trump", -1)
    plays = len(given.trick) + sum(mask.bit_count() for mask in given.taken)
    ends: tuple[int, ...] = ()
    silent = 0
    if trump >= 0:
        leader = (mover - len(given.trick)) % setup.seats
        ends = (trump, leader, *given.trick) if given.trick else (trump,)
        silent = (1 << setup.seats) - 1
    elif bidder != NOBODY and mover != NOBODY:
        opener = facts.get("opener", bidder)
        spoke = [(opener + turn) % setup.seats for turn in range((mover - opener) % setup.seats)]
        out = [seat for seat in spoke if seat != bidder or not rules.auction.until_all_pass]
        silent = sum(1 << seat for seat in out)
    more = More(
        bid=facts.get("bid", 0),
        bidder=bidder,
        silent=silent,
        taken=tuple(given.taken) if any(given.taken) else (),
    )
    last = given.trick[-1] if given.trick else NO_TILE
    return State((), ends, (), NOBODY, NOBODY, 0, plays=plays, last_tile=last, more=more)


def misgiven(
    setup: Setup, rules: TrickRules, given: GivenTricks, facts: Mapping[str, int]
) -> tuple[str, str, Sequence[str]] | None:
    """What is wrong with what is given: of which fact, why, and what to write; None if nothing."""
    if "trump" in facts and facts["trump"] not in rules.auction.trumps:
        return "trump", "nobody may name this trump", ('name one that "trumps" allows',)
    bids = [rung.bid for rung in rules.auction.ladder]
    if facts.get("bid", bids[0]) not in bids:
        return "bid", "nobody may bid this", (f"the bids are {bids[0]} to {bids[-1]}",)
    if ("bid" in facts) != ("bidder" in facts):
        missing = "bidder is A" if "bid" in facts else f"bid is {bids[0]}"
        return (
            ("bid" if "bid" in facts else "bidder"),
            "a bid has a bidder",
            (f'write "{missing}" too',),
        )
    if "trump" in facts and "bid" not in facts:
        return (
            "trump",
            "the bidder names the trump",
            (f'write "bid is {bids[0]}, bidder is A" too',),
        )
    if "trump" not in facts and (given.trick or any(given.taken)):
        return "", "no trick is played before the trump is named", ('write "trump is 5"',)
    if len(given.trick) >= setup.seats:
        return "", "a whole trick is taken at once", ('write "A has taken", and whose turn it is',)
    if any(mask.bit_count() % setup.seats for mask in given.taken):
        return "", f"a trick has {setup.seats} tiles", ("write whole tricks",)
    return None
