"""Worlds as bots in tournaments draw them: those that the evidence leaves, each equally likely."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import dominoes_rules as dr
from dominoes_rules import library
from dominoes_rules.position.position import Position
from dominoes_solver.batch.plain_dealing import Dealer, resampled
from dominoes_solver.batch.unseen import Unseen
from dominoes_solver.batch.way import why_not
from dominoes_solver.belief.shown import ShownSoFar
from dominoes_solver.chance import Chance
from dominoes_solver.evidence.evidence import Evidence
from dominoes_solver.worlds.slots import STOCK

GAMES = [
    (name, seats)
    for name in dr.variants()
    for seats in dr.variant(name).players
    if not why_not(library.compiled(dr.variant(name), seats).setup)
]


def dealer_of(game: dr.Round) -> Dealer:
    """Deals what the mover of a round does not see."""
    shown = ShownSoFar(game.setup)
    for state, action in zip(game.states, game.actions, strict=False):
        shown.note(state, action)
    unseen = Unseen.of(game.compiled, game.state, shown.facts_before(game.state))
    return Dealer(unseen.tiles, unseen.void, unseen.sizes)


def world_of(evidence: Evidence, hands: list[int]) -> tuple[int, ...]:
    """Hands as a world of the evidence; the stock has the rest."""
    hidden, gone = evidence.hidden, evidence.gone
    rest = hidden.tiles & ~gone & ~sum(hands)
    return tuple(
        rest if slot.holder == STOCK else hands[slot.holder] | gone & allowed
        for slot, allowed in zip(hidden.slots, hidden.allowed, strict=True)
    )


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_the_passes_leave_the_worlds_of_the_evidence(name: str, seats: int) -> None:
    """As many as are counted, and each one drawn fits: `why_not` lets no other game through."""
    random = Random(name)
    for seed in range(3):
        game = dr.Round(dr.variant(name), seats=seats, seed=seed)
        while not game.is_over:
            if len(game.legal_moves) > 1:
                evidence = Position(game.text_seen_by(game.turn), game.setup.ruleset).evidence
                dealer = dealer_of(game)
                assert dealer.count == evidence.table.count
                hands = dealer.hands(Chance(seed, len(game.actions)))
                assert evidence.hidden.admits(world_of(evidence, hands))
            game.push(random.choice(game.legal_moves))


def test_every_world_is_drawn_equally_often() -> None:
    game = dr.Round(dr.variant("partnership"), seed=3)
    evidence = game.seen_by(game.turn).evidence
    while evidence.table.count > 2_000 or len(game.legal_moves) == 1:
        game.push(game.legal_moves[0])
        evidence = game.seen_by(game.turn).evidence
    count = evidence.table.count
    assert count > 50
    dealer, chance = dealer_of(game), Chance(5, 0)
    drawn = Counter(world_of(evidence, dealer.hands(chance)) for _ in range(20 * count))
    chi_square = sum((drawn[world] - 20) ** 2 / 20 for world in evidence.table)
    assert abs(chi_square - (count - 1)) < 4 * (2 * count) ** 0.5


def test_worlds_are_kept_in_proportion_to_their_weights() -> None:
    """Each weight is rounded up or down, whatever the chance."""
    weights = [0.5, 0.0, 2.25, 1.25]
    for key in range(20):
        kept = Counter(resampled(weights, 8, Chance(key, 0)))
        assert all(abs(kept[place] - 2 * weight) < 1 for place, weight in enumerate(weights))
