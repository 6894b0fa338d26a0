"""No modules import one another in a circle: not for types, and not inside a function either."""

from __future__ import annotations

import grimp

PACKAGES = "dominoes_rules", "dominoes_solver", "dominoes_lang"


def on_circles(imported: dict[str, set[str]]) -> set[str]:
    """The modules of an import graph that import themselves by way of others."""
    left = imported
    while ends := {module for module, others in left.items() if not others & left.keys()}:
        left = {module: others for module, others in left.items() if module not in ends}
    return {module for module in left if module in _reached_from(module, left)}


def _reached_from(module: str, imported: dict[str, set[str]]) -> set[str]:
    reached, waiting = set[str](), [module]
    while waiting:
        more = imported.get(waiting.pop(), set()) - reached
        reached |= more
        waiting += more
    return reached


def test_no_modules_import_one_another() -> None:
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    imported = {
        module: graph.find_modules_directly_imported_by(module) - {module}
        for module in graph.modules
    }
    assert on_circles(imported) == set()


def test_a_circle_is_found() -> None:
    chain = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set[str]()}
    assert on_circles(chain) == {"b", "c"}
    assert on_circles({"a": {"b"}, "b": {"a", "c"}, "c": {"d"}, "d": {"c"}}) == {*"abcd"}
    assert on_circles({"a": {"b"}, "b": {"a", "c"}, "c": {"d"}, "d": {"e"}, "e": {"d"}}) == {
        *"abde"
    }
