"""Machine code forced on and off finds equal values in every bundled game."""

from __future__ import annotations

import pytest

import dominoes_rules as dr
from benchmarks import equal_sums
from benchmarks.timing import forced
from dominoes_solver.search.native.compiling.loading import off

FEW = 4


@pytest.mark.parametrize("name", sorted(dr.variants()))
@pytest.mark.parametrize("worlds", [FEW, pytest.param(equal_sums.WORLDS, marks=pytest.mark.slow)])
def test_values_do_not_depend_on_machine_code(name: str, worlds: int) -> None:
    pytest.importorskip("numba")
    on, off = (equal_sums.sums(name, worlds, machine_code=code) for code in (True, False))
    assert on == off
    assert on.worlds == worlds
    assert off.natively == 0


def test_the_switch_forces_machine_code_where_it_knows_the_game() -> None:
    pytest.importorskip("numba")
    assert equal_sums.sums("partnership", FEW, machine_code=True).natively == FEW
    with forced(machine_code=False):
        assert off()
    with forced(machine_code=True):
        assert not off()


def test_unequal_sums_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def sums(name: str, worlds: int, *, machine_code: bool) -> equal_sums.Sums:
        return equal_sums.Sums(worlds, 2, int(machine_code and name == "draw"), 0, 0)

    monkeypatch.setattr(equal_sums, "sums", sums)
    equal_sums.main(["block"])
    with pytest.raises(SystemExit, match="unequal: draw"):
        equal_sums.main(["block", "draw"])
