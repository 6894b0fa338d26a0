"""The search of a game of tricks with open hands, against plain minimax."""

from __future__ import annotations

from random import Random

import pytest

from dominoes_rules import Round, variant
from dominoes_solver.search import one_world
from dominoes_solver.search.python import reference

DEALS = 8


@pytest.mark.parametrize(("name", "tiles"), [("texas_42", 10), ("texas_42_points", 8), ("moon", 8)])
def test_values_of_tricks_equal_minimax(name: str, tiles: int) -> None:
    rules, random = variant(name), Random(name)
    for seed in range(DEALS):
        game = Round(rules, seed=seed)
        while not game.is_over and sum(map(int.bit_count, game.state.hands)) > tiles:
            game.push(random.choice(game.legal_moves))
        if not game.is_over:
            value = one_world.value(game.compiled, game.state)
            assert tuple(value) == tuple(reference.value(game.compiled, game.state))
