"""Levels of play: what they overlook, that each beats the one below, where they may be named."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

import dominoes_rules as dr
from dominoes_rules import library
from dominoes_rules.bots import bot, decide
from dominoes_rules.bots.levels import LEVELS, Level
from dominoes_rules.conversation.seating import Seating, is_ours
from dominoes_rules.tournaments.duplicate import contest_of
from dominoes_rules.tournaments.tournament_options import TournamentOptions
from dominoes_solver.belief.noticing import noticed
from dominoes_solver.search import native


def test_moves_are_overlooked_as_often_as_is_said() -> None:
    random = Random(1)
    rows = [noticed(4, 0.25, random.random) for _ in range(4_000)]
    assert all(rows)
    for place in range(4):
        # A quarter catches the eye; a quarter of the rest is overlooked.
        share = sum(place in row for row in rows) / len(rows)
        assert abs(share - (0.25 + 0.75 * 0.75)) < 0.025
    assert noticed(4, 0.0, random.random) == [0, 1, 2, 3]
    assert {tuple(noticed(2, 1.0, random.random)) for _ in range(50)} == {(0,), (1,)}


def test_who_overlooks_takes_the_best_of_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is behind a level: simple rules, playouts, a search."""
    position = dr.Position("block 66-62-25 A:64.65.53.51.10.30/B:x5 A opener:A")
    for name in ("heaviest", "essay", "playouts:n=3", "solver:worlds=3", "vote:worlds=3", "strong"):
        monkeypatch.setitem(LEVELS, "blind", Level("", name, 1.0))
        random = Random(name)
        taken = {bot("blind")(position, random) for _ in range(40)}
        assert taken == {*position.legal_moves}


@pytest.mark.thorough
def test_each_level_beats_the_one_below_in_block() -> None:
    if not native.decides(library.compiled(dr.variant("block"), 2)):
        pytest.skip("machine code is not there")
    for below, above in pairwise(LEVELS):
        searches = ":worlds=" in LEVELS[above].bot
        found = dr.tournament([above, below], "block", deals=60 if searches else 600, seed=3)
        assert found.pairs[0].points.mean > (0 if searches else 1.5)


@pytest.mark.parametrize("game", ["draw_one", "kozel"])
def test_levels_play_where_machine_code_does_not(game: str) -> None:
    played = []
    for _ in range(2):
        rounds = dr.Round(dr.variant(game), seed=4)
        levels = dict(zip("ABCD", ("beginner", "casual", "club", "beginner"), strict=True))
        while not rounds.is_over:
            rounds.push(decide(bot(levels[rounds.turn]), rounds, seed=2))
        played.append(rounds)
    assert played[0] == played[1]


def test_a_level_is_named_like_a_bot() -> None:
    assert Seating.of([], ["B=casual"]).bots == {"B": "casual"}
    assert all(map(is_ours, LEVELS))
    with pytest.raises(dr.ArgumentError, match="it is a level, which has no options"):
        bot("casual:worlds=3")
    with pytest.raises(dr.ArgumentError, match='did you mean "beginner"'):
        bot("begginer")


def test_results_of_another_meaning_of_a_level_are_not_mixed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def key() -> str:
        return contest_of(TournamentOptions(["casual", "first"], dr.variant("block"))).key

    before = key()
    monkeypatch.setitem(LEVELS, "casual", LEVELS["casual"]._replace(overlooks=0.5))
    assert key() != before
