"""What a server relies on: nothing grows with the rules it is sent; threads share the library."""

from __future__ import annotations

import gc
import linecache
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

import dominoes_rules as dr
from dominoes_lang.codegen.compiled import Compiled
from dominoes_rules import library
from dominoes_solver.search import native
from dominoes_solver.search.native.compiling import compilation, loading

TEXT = "block A:66.65.64.63.62.61.60/B:x7 opener:A"
PATIENCE = 600
"""Seconds after which a thread counts as stuck: compiling takes long on a busy machine."""


def test_rules_that_nobody_holds_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "MOST_COMPILED", 4)
    monkeypatch.setattr(library, "_compiled", {})
    strangers = dr.Library()
    made: list[tuple[weakref.ref[Compiled], str]] = []
    for number in range(12):
        rules = strangers.loads(f'variant "{number}"\nextends "block"\nreserve: {number}\n')
        assert dr.Position(TEXT, rules).legal_moves
        game = dr.Round(rules, parameters={"target": 100})
        game.push(game.legal_moves[0])
        for functions in {library.compiled(rules), game.compiled}:
            made.append((weakref.ref(functions), functions.filename))
    del rules, functions
    gc.collect()
    kept = {name for functions, name in made if functions() is not None}
    assert len(kept) <= 4
    assert {name for _, name in made if name in linecache.cache} == kept
    # What is held stays whole, however much came after it.
    assert game.compiled.filename in kept
    assert game.compiled.source.splitlines()[1] == linecache.getline(game.compiled.filename, 2)[:-1]


def test_those_used_last_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "MOST_COMPILED", 4)
    mine = dr.loads('variant "Mine"\nextends "block"\n')
    kept = library.compiled(mine)
    for number in range(6):
        library.compiled(dr.loads(f'variant "{number}"\nextends "block"\nreserve: {number}\n'))
        assert library.compiled(mine) is kept


def in_a_thread(call: Callable[[], object]) -> object:
    """What a call gives, or raises, in another thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(call).result(timeout=PATIENCE)


def test_a_thread_waits_while_another_loads_the_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless it can't: then it searches in plain Python meanwhile."""
    pytest.importorskip("numba")
    monkeypatch.setenv(native.SWITCH, "1")
    monkeypatch.setattr(loading.Loaded, "kernels", frozenset())
    with ThreadPoolExecutor(1) as pool:
        with loading._loading:
            assert not in_a_thread(lambda: native.available(wait=False))
            waiting = pool.submit(native.available)
            assert not waiting.done()
        assert waiting.result(timeout=PATIENCE)


def test_kernels_are_loaded_without_harm_to_what_others_compile() -> None:
    numba = pytest.importorskip("numba")
    with compilation.from_cache_only():
        assert in_a_thread(lambda: numba.njit(lambda number: number + 1)(1)) == 2
