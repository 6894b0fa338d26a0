"""The layout alone looks inside open ends, and what does not know a layout refuses it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeGuard, cast

import pytest

import dominoes_rules as dr
from dominoes_lang.analysis.payoffs.payoff_bound import only_losers_pay, winner_takes_all
from dominoes_lang.codegen.compiled import Compiled, compile_rules
from dominoes_lang.table.shape import LayoutKind
from dominoes_lang.table.state import (
    DRAW,
    PASS,
    STOP,
    action_of,
    number_of,
    order_of,
    play,
)
from dominoes_solver.batch.way import why_not
from dominoes_solver.belief.kinship import kinship
from dominoes_solver.belief.net import why_no_net
from dominoes_solver.search import native

ROOT = Path(__file__).parents[2]
NATIVE = "solver/dominoes_solver/search/native/"
ALLOWED = {
    **dict.fromkeys(
        (
            f"rules/dominoes_lang/table/{name}.py"
            for name in (
                "arms", "lines", "line_picture", "own_train_picture", "own_trains", "place_names",
                "tricks",
            )
        ),
        "a part of a layout owns its ends",
    ),
    "rules/dominoes_lang/table/spots.py": "says that an empty table has no ends",
    "rules/dominoes_lang/table/state.py": "says where the first tile of an empty table is laid",
    "solver/dominoes_solver/belief/features.py": "a model of choices is of lines alone",
    "solver/dominoes_solver/belief/net_inputs.py": "a net is of lines alone",
    "dominoes_rules/play/log_rounds.py": "logs of other programs know a left and a right end alone",
    "dominoes_rules/classic/": "the boards of another package have a left and a right end",
    **dict.fromkeys(
        (
            NATIVE + name
            for name in (
                "choices/action_odds.py", "choices/kernel_choices.py",
                "choices/kernel_net.py", "choices/kernel_net_rounds.py",
                "choices/net_job.py", "choices/net_odds.py",
                "programs/stack_machine.py", "programs/words.py",
                "rounds/kernel_rounds.py", "rows/arm_format.py", "rows/row_format.py",
                "rows/open_line.py", "turns/line_turns.py",
                "programs/setup_tables.py",
                "searches/entries.py", "searches/plain_search.py", "searches/move_order.py",
                "searches/plain_turns.py", "turns/legal_actions.py", "turns/stepping.py",
            )
        ),
        "a row of the kernels has a column for either end of a line, for speed",
    ),
    **dict.fromkeys(
        (NATIVE + f"wide/wide_{name}.py" for name in ("book", "ends", "named", "plays")),
        "a wide row has the ends of every layout there is, and refuses all others",
    ),
}  # fmt: skip
"""Files and folders that may have a line written out, and why."""
WHOLE = (
    ast.keyword,
    ast.Call,
    ast.Assign,
    ast.Tuple,
    ast.List,
    ast.Dict,
    ast.Return,
    ast.AnnAssign,
)
"""What may take ends as they are, without a look inside."""


def looks_inside(tree: ast.Module) -> Iterator[int]:
    """The lines of a file that treat ends as those of a line."""
    above = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    called_ends = {
        name.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and is_ends(node.value, set())
        for name in node.targets
        if isinstance(name, ast.Name)
    }
    for node in ast.walk(tree):
        parent = above.get(node)
        if is_ends(node, called_ends) and isinstance(node.ctx, ast.Load):
            function = parent.func if isinstance(parent, ast.Call) else None
            counted = isinstance(function, ast.Name) and function.id in {"len", "bool", "set"}
            masked = isinstance(function, ast.Attribute) and function.attr == "mask"
            chosen = isinstance(parent, ast.IfExp) and parent.test is not node
            looked_up = isinstance(parent, ast.Subscript) and parent.slice is node
            same = isinstance(parent, ast.Compare) and all(
                is_ends(one, called_ends) for one in (parent.left, *parent.comparators)
            )
            whole = isinstance(parent, WHOLE) and not counted and not masked
            if not (whole or chosen or looked_up or same):
                yield node.lineno
        if isinstance(node, ast.Attribute) and node.attr in {"LEFT", "RIGHT"}:
            yield node.lineno
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
            one = isinstance(node.left, ast.Constant) and node.left.value == 1
            if one and name_of(node.right) == "end":
                yield node.lineno
        sides = (node.left, *node.comparators) if isinstance(node, ast.Compare) else ()
        if {name_of(side) for side in sides} == {"left", "right"}:
            yield sides[0].lineno


def name_of(node: ast.AST) -> str:
    return getattr(node, "attr", getattr(node, "id", ""))


def is_ends(node: ast.AST, names: set[str]) -> TypeGuard[ast.Attribute | ast.Name]:
    """Whether it is `state.ends`, or a name for that."""
    if isinstance(node, ast.Attribute):
        return node.attr == "ends"
    return isinstance(node, ast.Name) and node.id in names


def test_nobody_but_the_layout_looks_inside_ends() -> None:
    found = set()
    for package in ("rules", "solver", "dominoes_rules"):
        for path in sorted((ROOT / package).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            # The two sides of an operator have these names too.
            operands = name.startswith("rules/dominoes_lang/setup/")
            if operands or any(name.startswith(allowed) for allowed in ALLOWED):
                continue
            lines = looks_inside(ast.parse(path.read_text(encoding="utf-8")))
            found |= {f"{name}:{line}" for line in lines}
    assert not found
    for allowed in ALLOWED:
        assert (ROOT / allowed).exists(), f"{allowed} need not be allowed any more"


def test_actions_are_numbers_in_one_place_alone() -> None:
    """A tile of the largest set at any end, those of arms included, and all other actions."""
    plays = [play(tile, end) for tile in (0, 54, 189) for end in (0, 1, 18 | 31 << 5)]
    actions = [*plays, DRAW, PASS, STOP]
    numbers = [number_of(action) for action in actions]
    assert [action_of(number) for number in numbers] == actions
    assert len({*numbers}) == len(actions)
    others = [STOP, *reversed(plays), PASS, DRAW]
    assert sorted(others, key=order_of) == actions
    for path in (ROOT / NATIVE).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.RShift, ast.BitAnd)):
                taken_apart = name_of(node.left) in {"action", "code", "move"}
                by_hand = isinstance(node.right, ast.Constant)
                assert not (taken_apart and by_hand), f"{path}:{node.lineno}"


@pytest.mark.parametrize(
    "text",
    [
        "if state.ends: pass",
        "first = not state.ends",
        "left = state.ends[0]",
        "ends = state.ends\nalike = ends[0] == ends[1]",
        "ends = state.ends\nif ends: pass",
        "fits.mask(state.ends)",
        "len(state.ends)",
        "for number in state.ends: pass",
        "other = 1 - action.end",
        "alike = left == right",
        "play(tile, End.LEFT)",
    ],
)
def test_a_look_inside_is_found(text: str) -> None:
    assert [*looks_inside(ast.parse(text))]


@pytest.mark.parametrize("name", ["block", "partnership", "draw", "cut_throat", "bergen"])
def test_another_layout_is_refused_by_what_has_a_line_written_out(name: str) -> None:
    compiled = compile_rules(dr.variant(name).setup())
    assert compiled.setup.layout.is_line
    other = with_layout(compiled)
    refused(other)
    assert not native.is_small_enough(other)
    assert not native.plays_rounds(other)
    assert not native.reads_choices(other)
    assert not native.supports(other)


@pytest.mark.parametrize("layout", ["line from [6|6]", "line from stock"])
def test_a_line_from_a_tile_is_refused_by_the_same(layout: str) -> None:
    """But for the kernels, which know whether a tile lies on the table."""
    openers = "first opener: lot\nnext opener: player after opener"
    refused(
        compile_rules(
            dr.loads(f'variant "x"\nextends "block"\nlayout: {layout}\n{openers}').setup()
        )
    )


def refused(other: Compiled) -> None:
    """Whatever knows no table but a line begun by a play refuses these rules."""
    assert not other.setup.plain
    assert not winner_takes_all(other.setup)
    assert not only_losers_pay(other.setup)
    assert why_not(other.setup)
    assert not kinship(other.setup)
    assert why_no_net(other.setup)


def with_layout(compiled: Compiled) -> Compiled:
    """The same rules on another layout."""
    setup = replace(compiled.setup)
    kind = cast("LayoutKind", "one that nothing has been taught")
    vars(setup)["layout"] = replace(setup.layout, kind=kind)
    # The tables of the kernels are kept by this function.
    return replace(compiled, setup=setup, payoff=partial(compiled.payoff))
