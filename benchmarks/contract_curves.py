"""Bids of games of tricks played out: the curve from open hands to chances, and its calibration.

A deal is dealt, its first player has the bid with the trump that is best with open hands, and four
players who see their own hand alone play it out, each by the mean over a few worlds. The bid is
chosen at random among those that some, but not all of the worlds make.

    python -m benchmarks.contract_curves VARIANT [--deals N] [--seed N] [--worlds N] [--write FILE]
    python -m benchmarks.contract_curves VARIANT --check FILE [--near PERCENT] [--deals N]

With --check the deals are counted by the chance that a curve gave them beforehand; with --near the
bid is the one whose chance is nearest to so many percent, and other deals are not played.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

from benchmarks.games import bundled_name
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.state import Action, bid, name_trump
from dominoes_rules import Round, library
from dominoes_solver.contracts.contract_curve import (
    ContractCurve,
    PlayedBid,
    fitted_curve,
    read_curve,
)
from dominoes_solver.contracts.open_contracts import (
    TrumpShares,
    bids_to_ask,
    open_contracts,
    trumps_worth_a_thought,
)
from dominoes_solver.pimc.open_worlds import OpenWorlds
from dominoes_solver.pimc.order_of_worlds import ranks_in_order
from dominoes_solver.search.one_world import evaluate_many

DECIDED_BY = 10
"""Worlds by whose mean a player chooses a tile."""
WORLDS = 40
"""Worlds with open hands before the bid."""
CLASSES = 10
NEAR = 0.05
"""How far the chance of a bid may be from the one that is asked about."""


Choice = Callable[[TrumpShares, Random], tuple[int, int] | None]
"""From the bids of a hand to the one that is played out, with how many worlds make it."""


def at_random(shares: TrumpShares, random: Random) -> tuple[int, int] | None:
    """A bid that some, but not all of the worlds make."""
    unsure = [pair for pair in shares.made if 0 < pair[1] < shares.worlds]
    return random.choice(unsure) if unsure else None


def nearest(
    curve: ContractCurve, wanted: float, shares: TrumpShares, _random: Random
) -> tuple[int, int] | None:
    """The bid whose chance is nearest to one that is asked about; None where it is too far off."""

    def distance(pair: tuple[int, int]) -> float:
        return abs(curve.chance(pair[1], shares.worlds) - wanted)

    best = min(shares.made, key=distance)
    return best if distance(best) <= NEAR else None


def played_deals(
    rules: Compiled, deals: int, seed: int, worlds: int, choice: Choice
) -> Iterator[PlayedBid]:
    """Deals that are played out, one after the other."""
    for number in range(deals):
        random = Random(f"{seed}/{number}")
        game = Round(rules.setup.ruleset, seed=random.randrange(1 << 30))
        seat = game.state.mover
        evidence = game.seen_by(game.turn).evidence
        shares = open_contracts(
            rules,
            OpenWorlds(evidence),
            seat,
            most=worlds,
            trumps=trumps_worth_a_thought(rules, game.state.hands[seat]),
            bids=bids_to_ask(rules, game.state),
            seed=number,
        )
        assert shares, "these rules have contracts"
        chosen = choice(shares[0], random)
        if chosen is None:
            continue
        number_bid, made = chosen
        _bid(game, number_bid, shares[0].trump)
        while not game.is_over:
            game._do(_chosen(rules, game, random))
        winner = rules.winner(*game.state)
        yield PlayedBid(made, shares[0].worlds, winner == rules.setup.side_of[seat])


def _bid(game: Round, number: int, trump: int) -> None:
    """Bid, and have all others pass."""
    game._do(bid(number))
    while not game.state.begun:
        legal = game.compiled.legal(game.state)
        name = name_trump(trump)
        game._do(name if name in legal else legal[0])


def _chosen(rules: Compiled, game: Round, random: Random) -> Action:
    """The best action of the mover by the mean over a few worlds that it may be in."""
    legal = rules.legal(game.state)
    if len(legal) == 1:
        return legal[0]
    worlds = OpenWorlds(game.seen_by(game.turn).evidence)
    count = worlds.count
    assert count is not None, "worlds of tricks are counted"
    ranks = ranks_in_order(random.randrange(1 << 30), min(DECIDED_BY, count), count, repeated=False)
    states = [worlds.state(rank, None) for rank in ranks]
    side = rules.setup.side_of[game.state.mover]
    sums = [0.0] * len(legal)
    for found in evaluate_many(rules, states):
        for place, vector in enumerate(found.values):
            sums[place] += rules.setup.sign * vector[side]
    best = max(sums)
    tied = [action for action, total in zip(legal, sums, strict=True) if total == best]
    return random.choice(tied)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("variant", type=bundled_name)
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--worlds", type=int, default=WORLDS)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--check", type=Path)
    parser.add_argument("--near", type=float)
    asked = parser.parse_args()
    rules = library.compiled(library.variant(asked.variant))
    deals = []
    curve = None if asked.check is None else read_curve(asked.check.read_text("utf-8"))
    choice: Choice = at_random
    if curve is not None and asked.near is not None:
        choice = partial(nearest, curve, asked.near / 100)
    for deal in played_deals(rules, asked.deals, asked.seed, asked.worlds, choice):
        deals.append(deal)
        print(f"{deal.made_open} of {deal.worlds}: {'made' if deal.is_made else 'set'}", flush=True)
    how = {
        "game": asked.variant,
        "deals": len(deals),
        "seed": asked.seed,
        "worlds": DECIDED_BY,
    }
    if curve is not None:
        print("chance  bids  expected  made  made with open hands")
        for place in range(CLASSES):
            here = [
                deal
                for deal in deals
                if int(curve.chance(deal.made_open, deal.worlds) * CLASSES) == place
            ]
            if here:
                expected = sum(curve.chance(deal.made_open, deal.worlds) for deal in here)
                open_hands = sum(deal.made_open / deal.worlds for deal in here)
                share = expected / len(here)
                print(
                    f"{place * 10:>3}-{place * 10 + 10}%  {len(here):>4}  {share:>8.1%}"
                    f"  {sum(deal.is_made for deal in here) / len(here):>4.0%}"
                    f"  {open_hands / len(here):>6.1%}"
                )
        return 0
    curve = fitted_curve(deals, how)
    text = json.dumps(curve.as_json(), indent=2) + "\n"
    print(text)
    if asked.write is not None:
        asked.write.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
