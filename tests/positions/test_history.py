"""What went before in a round and in a match: passes, and rounds won in a row."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from dominoes_lang.codegen.dealing import hands_of
from dominoes_lang.table.state import Kind
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules import Match, Position, PositionError, Round, UnclearPosition, loads
from dominoes_rules.adapters.round_tree import RoundTree
from dominoes_rules.conversation.phrases import Phrases
from dominoes_rules.play.deals import random_of, shuffle
from dominoes_rules.tables.telling import began
from dominoes_solver.chance import Chance
from dominoes_solver.playouts.random_rounds import dealt_by
from dominoes_solver.search.one_world import evaluate_many
from dominoes_solver.search.python import reference

RULES = """
variant "History"
extends "{parent}"
{awards}
match: first side to reach 1000
"""
PASSES = """
award first: 10 to mover's opponents after pass when passes this round is 1
award third: 5 to mover's opponents after pass when passes running by mover is at least 2
award late: 3 * passes this round + passes running by A to mover after play
"""
WON = "award streak: 4 * rounds won running by winner to winner at round end"


@pytest.mark.parametrize("parent", ["draw_one", "partnership", "cross"])
def test_the_passes_of_a_round_are_counted(parent: str) -> None:
    rules = loads(RULES.format(parent=parent, awards=PASSES))
    for seed in range(6):
        game, random = Round(rules, seed=seed), Random(seed)
        runs = Counter[int]()
        while not game.is_over:
            before = game.state
            game.push(random.choice(game.legal_moves))
            kind, after = game.actions[-1].kind, game.state.more
            if kind is Kind.PASS:
                runs[before.mover] += 1
            elif kind is Kind.PLAY:
                runs[before.mover] = 0
            seats = range(game.setup.seats)
            assert after.all_passes == sum(move.kind is Kind.PASS for move in game.actions)
            assert after.pass_runs in {tuple(runs[seat] for seat in seats), ()}
            assert bool(after.pass_runs) is any(runs.values())
        again = Position(str(game.position), rules)
        assert again.standing == dict(
            zip(game.setup.side_names, game.standing.values(), strict=True)
        )


def test_a_snapshot_that_does_not_show_the_passes_is_refused() -> None:
    rules = loads(RULES.format(parent="block", awards=PASSES))
    with pytest.raises((UnclearPosition, PositionError), match="write a record"):
        Position("text 66-65 A:44.33.21.10.00.11/B:x6 A", rules)


def test_rounds_won_in_a_row_are_kept_in_a_match_and_in_its_positions() -> None:
    rules = loads(RULES.format(parent="partnership", awards=WON))
    match = Match(rules, seed=3)
    won: tuple[int, ...] = (0, 0)
    for _ in range(12):
        start = match.round.states[0]
        assert (start.more.streaks or (0, 0)) == won
        assert Position(str(match.round.position), rules).view.streaks == start.more.streaks
        while not match.round.is_over:
            match.round.push(match.round.legal_moves[0])
        outcome = match.round.outcome
        assert outcome is not None
        winner = outcome.winner
        if winner is not None:
            assert dict(outcome.points)[winner] % 1 == 0
            side = match.setup.side_names.index(winner)
            won = tuple(won[at] + 1 if at == side else 0 for at in (0, 1))
        if match.is_over:
            break
        match.next_round()
    assert Match.read(match.record()) == match


@pytest.mark.parametrize(
    "fact", ["streaks:1-1", "streaks:-1-0", "streaks:3", "round:2 streaks:2-0"]
)
def test_rounds_in_a_row_that_cannot_have_been_won_are_refused(fact: str) -> None:
    rules = loads(RULES.format(parent="block", awards=WON))
    line = str(Round(rules, seed=1).position)
    with pytest.raises(PositionError):
        Position(f"{line} {fact}", rules)


VOID = """
redeal: when any player holds at least 3 doubles
award again: 10 to winner at round end when void deals before it is at least 1
award more: 5 * void deals before it to opener's side after play when plays is 1
award none: 1 to winner at round end when void deals before it is 0
"""


def test_void_deals_are_counted_and_pay_in_the_round_after_them() -> None:
    rules = loads(RULES.format(parent="partnership", awards=VOID))
    match, counted = Match(rules, seed=2), Counter[int]()
    for number in range(1, 9):
        random, voids, game, setup = random_of(2, number), 0, match.round, match.setup
        order = list(range(len(setup.tiles)))
        shuffle(order, random)
        while match.compiled.is_void(hands_of(setup, order)):
            voids += 1
            random.randrange(setup.seats)  # the lot
            shuffle(order, random)
        counted[voids] += 1
        assert game.states[0].more.redeals == voids
        assert Position(str(game.position), rules).view.redeals == voids
        told = Phrases(match).told(began(match))
        assert told == f"Round {number}" + f". Void deals before it: {voids}" * bool(voids)
        while not game.is_over:
            game.push(game.legal_moves[0])
        opening_side = setup.side_of[game.state.opener]
        assert (game.states[1].more.paid or (0, 0))[opening_side] == 5 * voids
        if number < 8:
            match.next_round()
    assert len(counted) > 2
    assert Match.read(match.record()) == match


def test_void_deals_where_none_can_be_are_refused() -> None:
    rules = loads(RULES.format(parent="partnership", awards=WON))
    with pytest.raises(PositionError, match="no deal of this game is void"):
        Position(f"{Round(rules, seed=1).position} redeals:1", rules)


def test_random_rounds_know_of_void_deals() -> None:
    rules = Round(loads(RULES.format(parent="partnership", awards=VOID)), seed=1).compiled
    dealt = {dealt_by(rules, Chance(7, number)).more.redeals for number in range(20)}
    assert len(dealt) > 2
    with pytest.raises(ArgumentError, match="void deals"):
        RoundTree(rules)
    assert RoundTree(rules, sampled=True).root


@pytest.mark.parametrize("parent", ["draw_one", "block"])
def test_a_search_knows_that_passes_count(parent: str) -> None:
    small = f"{PASSES}tiles: double-three\ndeal: 4 each\n"
    rules = loads(RULES.format(parent=parent, awards=small))
    for seed in range(12):
        game, random = Round(rules, seed=seed), Random(seed)
        for _ in range(3):
            if not game.is_over:
                game.push(random.choice(game.legal_moves))
        if not game.is_over:
            (found,) = evaluate_many(game.compiled, [game.state])
            truth = reference.values(game.compiled, game.state)
            assert list(zip(found.actions, found.values, strict=True)) == truth
