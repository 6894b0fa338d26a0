"""Contests of policies in machine code are those that the same players have deal by deal."""

from __future__ import annotations

import pytest

from benchmarks.strength import gain_table, settings_table
from benchmarks.strength.contestants import LIKELIEST
from benchmarks.strength.settings_table import by_policies, by_rounds
from dominoes_lang.setup.ruleset import Setup
from dominoes_rules.bots import bot
from dominoes_solver.belief.model import UnfitModel
from dominoes_solver.policy.policy import Policy

DEALS = 4


def _settings() -> dict[str, Setup]:
    """Games of two sides in which `quick` plays by a policy, and that have a model of choices."""
    found = {}
    for name, (setup, model) in gain_table.games().items():
        files = bot(settings_table.FIRST).quick
        assert files is not None
        try:
            chosen = files.chosen(setup)
        except UnfitModel:
            continue
        if model and setup.sides == 2 and chosen and isinstance(chosen.model, Policy):
            found[name] = setup
    return found


SETTINGS = _settings()


@pytest.mark.parametrize("opponent", ["heaviest", LIKELIEST])
@pytest.mark.parametrize("game", SETTINGS)
def test_machine_code_plays_the_deals_of_the_bots(game: str, opponent: str) -> None:
    pytest.importorskip("numba")
    in_machine_code = by_policies(SETTINGS[game], opponent, DEALS, 60.0)
    deal_by_deal = by_rounds(SETTINGS[game], opponent, DEALS, 600.0)
    assert in_machine_code is not None
    assert deal_by_deal is not None
    assert in_machine_code.points.mean == pytest.approx(deal_by_deal.points.mean)


def test_a_game_without_a_model_has_no_best_play_of_it() -> None:
    setup, model = gain_table.games()["cross/2"]
    assert not model
    assert by_policies(setup, LIKELIEST, DEALS, 60.0) is None
