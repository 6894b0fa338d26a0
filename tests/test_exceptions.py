"""Every exception that reaches a caller is a `DominoesError`, and survives a process pool."""

from __future__ import annotations

import ast
import inspect
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

import dominoes_rules as dr
from dominoes_lang.setup.binding import ParameterError
from dominoes_lang.text.diagnostics import QuestionError, UnreadableFile
from dominoes_solver.evidence.replay import RefusedAction
from tests.modules import modules

INTERNAL = {
    "dominoes_rules.cli.signals.Ended": "ends `play`, which has saved",
    "dominoes_lang.codegen.both_ways.Disagreement": "fails a trial or a property test",
    "dominoes_lang.examples.givens.Malformed": "becomes a diagnostic of the example",
    "dominoes_lang.syntax.build_expressions.RefusedClause": "becomes a diagnostic of the clause",
    "dominoes_lang.syntax.parse._TooLong": "becomes a diagnostic of the clause",
    "dominoes_lang.table.layout.NoPlace": "becomes PositionError or the message of a move",
    "dominoes_lang.table.layout.Misplaced": "becomes a diagnostic of the example, or PositionError",
    "dominoes_lang.text.json_text.NotJson": "becomes an error of what was read",
    "dominoes_lang.text.own_files.NotOwn": "has a cache left alone, or a set not gone on with",
    "dominoes_lang.text.reach.NotRegular": "becomes UnreadableFile",
    "dominoes_lang.text.reach.OutOfReach": "becomes UnreadableFile, or a diagnostic of extends",
    "dominoes_rules.bots.named.NoAnswer": "the first legal move is played instead",
    "dominoes_rules.cli.tables.at_the_table.Left": "ends `join`",
    "dominoes_rules.cli.tables.pad_talk.AskedAnew": "has `pad` ask again after a change",
    "dominoes_rules.cli.tables.pad_talk.PadClosed": "ends `pad`, which has saved",
    "dominoes_rules.pad.table_questions.Unknown": "becomes the next question of a pad",
    "dominoes_rules.language_server.naming_places.CannotRename": "is answered to the editor",
    "dominoes_rules.pytest_plugin.FailedCheck": "is how pytest learns that a test has failed",
    "dominoes_rules.server.wire.frames.BadFrame": "ends a connection, or becomes ClientError",
    "dominoes_rules.server.wire.protocol.Refused": "is answered, and ends a connection",
    "dominoes_rules.server.storage.unfinished.Spoilt": "leaves a file of an unfinished set alone",
    "dominoes_rules.trial.checks.Failed": "becomes an Outcome",
    "dominoes_rules.web.analysis.replies.Overdue": "ends a look, which is then refused",
    "dominoes_rules.web.refusals.Rejected": "becomes an answer of HTTP",
    "dominoes_rules.trial.played.NotLegal": "ends a candidate of the shrinking, or a replay",
    "dominoes_rules.trial.shrinking._Enough": "ends the shrinking",
    "dominoes_solver.evidence.actions.NotAllowed": "becomes RefusedAction or IllegalMove",
    "dominoes_solver.limit.Cancelled": "ends a search, which then answers with what it has",
    "dominoes_solver.limit.OutOfBudget": "ends a search, which then gives an estimate",
    "dominoes_solver.search.native.searches.jobs.GaveUp": "hands over to plain Python",
    "dominoes_solver.search.native.programs.words.Inexpressible": "hands over to plain Python",
    "dominoes_solver.search.native.compiling.compilation.NotCached": "compiles a kernel anew",
    "dominoes_rules.web.in_browser.kept_folder.NotAnExport": "is told on the page of saved games",
}
"""Exceptions that are caught inside the packages, and what becomes of them."""

OF_PYTHON = {
    "ArgumentTypeError": "argparse asks for it",
    "AssertionError": "a bug, or a failed property test",
    "AttributeError": "what Python raises for an attribute that is not there, or is read-only",
    "CollectError": "pytest asks for it",
    "EOFError": "ends a connection, or the life of a process in which a bot thinks",
    "IndexError": "what a sequence raises",
    "KeyError": "what a mapping raises",
    "HTTPException": "of Starlette; becomes an answer of HTTP",
    "JsonRpcInvalidParams": "of pygls; answers the editor",
    "ModuleNotFoundError": "names the extra to install",
    "OSError": "of the system",
    "PermissionError": "of the system",
    "ResetNeeded": "of Gymnasium; what PettingZoo's users expect before `reset`",
    "RuntimeError": "of numba; hands over to plain Python, which shows the message",
    "StopIteration": "the end of an iterator",
    "SystemExit": "the end of a command",
    "TypeError": "an argument of the wrong type",
    "ValueError": "becomes ClientError",
}
"""Exceptions of others that the packages raise, and when."""

RAISED: dict[type[Exception], Callable[[], object]] = {
    UnreadableFile: lambda: dr.variant("blok"),
    dr.RulesError: lambda: dr.load(Path(__file__).parent / "errors/broken/unknown_clause.rules"),
    QuestionError: lambda: dr.ask(dr.Position("block A:x7/B:x7 opener:A"), "B holds a cat"),
    ParameterError: lambda: dr.Round(dr.variant("block"), seats=9),
    dr.ArgumentError: lambda: dr.Limit(worlds=0),
    dr.PositionError: lambda: dr.Position("block"),
    dr.InvalidMove: lambda: dr.Position("block A:x7/B:x7 opener:A").play("six"),
    RefusedAction: lambda: dr.Position("block A:66.x6/B:x7 play:66,66l opener:A"),
}


def test_every_exception_is_below_the_root_or_internal() -> None:
    found = {
        f"{kind.__module__}.{kind.__qualname__}": issubclass(kind, dr.DominoesError)
        for module in modules()
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, BaseException) and kind.__module__ == module.__name__
    }
    assert {name for name, ours in found.items() if not ours} == set(INTERNAL)


def test_nothing_else_is_raised() -> None:
    known = {name.rpartition(".")[2] for name in INTERNAL} | set(OF_PYTHON)
    for module in modules():
        tree = ast.parse(inspect.getsource(module))
        for node in ast.walk(tree):
            if not isinstance(node, ast.Raise) or not isinstance(node.exc, ast.Call):
                continue
            name = ast.unparse(node.exc.func).rpartition(".")[2]
            if not name[0].isupper() and not name.startswith("_T"):
                continue  # a function that makes the exception
            kind = getattr(module, name, None)
            ours = isinstance(kind, type) and issubclass(kind, dr.DominoesError)
            assert ours or name in known, f"{module.__name__}:{node.lineno} raises {name}"


@pytest.mark.parametrize("kind", RAISED)
def test_an_exception_is_the_same_behind_a_process(kind: type[Exception]) -> None:
    with pytest.raises(dr.DominoesError) as caught:
        RAISED[kind]()
    error: BaseException | None = caught.value
    while error is not None and not isinstance(error, kind):
        error = error.__context__
    assert error is not None
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)
