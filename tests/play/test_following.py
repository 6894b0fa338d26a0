"""What a player reads in order to follow the game: payments, draws, the end of a round."""

from __future__ import annotations

import re
from itertools import pairwise

import dominoes_rules as dr
from tests.play.test_conversation import Table, match_of


def text_of(table: Table) -> str:
    return "\n".join(table.shown)


def played_by_bots(game: str, seed: int = 7) -> str:
    return text_of(Table(match_of(game, seed, persons="")))


def test_each_payment_is_announced_and_the_last_one_ends_the_round() -> None:
    text = played_by_bots("fives_and_threes")
    assert "\nD opens with 6-4: the ends make 10, 2 points\n" in text
    assert re.search(r"plays \d-\d on the (left|right): the ends make 15, 8 points\n", text)
    last = text.rsplit("\nRound ", 1)[1]
    assert re.search(r"\n[ABCD] and [ABCD] reach 61 points, which ends the round\.\nPoints", last)
    assert "Nobody wins" not in last
    assert " out." not in last


def test_a_payment_for_others_names_them() -> None:
    assert re.search(
        r"\n(A|C) passes: a pass behind the opener, 25 points for B and D\n",
        played_by_bots("dominican", 7) + played_by_bots("dominican", 8),
    )


def test_a_round_ends_with_all_hands_and_what_was_paid_for_what() -> None:
    round_1 = played_by_bots("bergen").split("\nRound 2")[0].split("\n\n")[-1]
    table = Table(match_of("bergen", persons=""))
    game = table.match.rounds[0]
    assert game.outcome is not None
    for side, points in game.outcome.points.items():
        assert (f"  {side} {points:+}" in round_1) == bool(points)
    pips = [sum(tile.high + tile.low for tile in game.hand(seat)) for seat in "AB"]
    shown = [int(found) for found in re.findall(r"\((\d+) pips?\)", text_of(table))[:2]]
    assert shown[0] in pips


def test_a_blocked_round_is_explained() -> None:
    text = played_by_bots("kozel")
    assert re.search(r"blocked\.\n. and . win the round: the side with the fewest pips\.\n", text)


def test_the_next_round_waits_for_enter() -> None:
    table = Table(match_of("partnership", player="first"), waits=True)
    while "next round" not in table.talk.prompt:
        table.type("1")
    assert len(table.match.rounds) == 1
    assert "Points of this round:" in text_of(table)
    for word in ("hint", "undo", "why 1"):
        assert "The round is over. Press Enter" in table.type(word)
    assert "rules of partnership" in table.type("rules")
    assert table.type("").startswith("\nRound 2")
    assert not Table(match_of("partnership", persons=""), waits=True).talk.is_paused


def test_draws_in_a_row_are_one_step() -> None:
    table = Table(match_of("draw", 3, player="first"))
    steps = []
    while not table.talk.is_over and len(table.match.rounds) < 4:
        steps += table.type("1").split("\n")
    mine = [row for row in steps if row.startswith("You draw")]
    assert any(
        re.fullmatch(r"You draw \d tiles: \d-\d(, \d-\d)+; (\d-\d) fits", row) for row in mine
    )
    assert any(re.fullmatch(r"B draws \d+ tiles", row) for row in steps)
    assert not [one for one, other in pairwise(steps) if "draw" in one and "draw" in other]


def test_only_the_player_reads_that_nothing_else_was_possible() -> None:
    table = Table(match_of("block", player="first"))
    while not table.talk.is_over:
        table.type("1")
    text = text_of(table)
    assert "\nYou can only pass\n" in text
    assert "\nB passes\n" in text
    assert not re.search("[AB] (can only|must)", text)


def test_partner_opponents_and_parameters_are_called_by_what_they_are() -> None:
    match = dr.Match(dr.variant("kozel"), seed=7, names=["Ana", "Bob", "Cleo", "Dan"])
    match.players.update(B="first", C="first", D="first")
    text = text_of(Table(match))
    assert "Points to win the match: 101. Pips that a side needs for its first points: 13." in text
    assert "B Bob opponent" in text
    assert "C Cleo partner" in text


def test_a_pass_that_is_not_allowed_is_answered_by_what_is() -> None:
    table = Table(match_of("draw", 3, player="first"))
    legal = " or ".join(map(str, table.match.round.legal_moves))
    assert (
        table.type("-") == f"You can play {legal.replace(' or ', ', ', legal.count(' or ') - 1)}."
    )
