"""Names and signatures are those of the package, and what else a program sees at once."""

from __future__ import annotations

import copy
import importlib
import inspect
import pickle
import pkgutil
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any

import dominoes
import pytest

from dominoes_rules import classic
from dominoes_rules.classic.__main__ import SETTINGS, main
from tests.classic.both_packages import dealt

MODULES = ["", *(f".{found.name}" for found in pkgutil.iter_modules(dominoes.__path__))]


def public(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """What a module is made of, helpers included that its own tests call."""
    for name, value in vars(module).items():
        if not name.startswith("__") and not isinstance(value, ModuleType):
            yield name, value
            if inspect.isclass(value) and value.__module__.startswith("dominoes"):
                for inner, method in vars(value).items():
                    if callable(method) or isinstance(method, classmethod):
                        yield f"{name}.{inner}", getattr(value, inner)


def shape(function: Any) -> list[tuple[str, object, str]]:
    """The parameters of a function; players among the defaults by name."""
    return [
        (each.name, each.kind, getattr(each.default, "__name__", repr(each.default)))
        for each in inspect.signature(function).parameters.values()
    ]


@pytest.mark.parametrize("name", MODULES)
def test_every_module_has_the_same_names_and_signatures(name: str) -> None:
    theirs = importlib.import_module(f"dominoes{name}")
    ours = importlib.import_module(f"dominoes_rules.classic{name}")
    for path, value in public(theirs):
        found: Any = ours
        for part in path.split("."):
            found = getattr(found, part)
        if inspect.isroutine(value) and not path.endswith("__ne__"):  # theirs is written out
            assert shape(found) == shape(value), path


@pytest.mark.parametrize("seed", range(3))
def test_everything_survives_pickle_and_deepcopy(seed: int) -> None:
    game = dealt(classic, seed, 9)
    players = classic.players
    values = [
        game,
        *game.hands,
        game.hands[0][0],
        game.board,
        classic.SkinnyBoard.from_board(game.board),
        classic.Series(),
        classic.Result(1, True, -25),
        players.counter(players.omniscient(3, players.double, name="seer")),
        players.probabilistic_alphabeta(sample_size=3, player=players.reverse),
        *(getattr(classic, name)("why") for name in classic.__all__ if name.endswith("Exception")),
    ]
    for value in values:
        for again in (pickle.loads(pickle.dumps(value)), copy.deepcopy(value)):
            assert type(again) is type(value)
            assert shown(again) == shown(value)


def shown(value: Any) -> str:
    """What there is to see of a value, wherever it lies."""
    return re.sub(r" at 0x\w+", "", f"{value!r} {getattr(value, '__dict__', '')}")


def test_nothing_of_ours_is_called_dominoes() -> None:
    """It would overwrite the package or its command."""
    ours = metadata.distribution("dominoes-rules")
    assert "dominoes" not in {entry.name for entry in ours.entry_points}
    assert Path(dominoes.__file__).parents[1].name == "site-packages"


class TestConsole:
    """`python -m dominoes_rules.classic`."""

    @pytest.fixture
    def played(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
        def run(*lines: str) -> tuple[int, str]:
            random.seed(3)
            given = iter(lines)

            def answer(prompt: str) -> str:
                sys.stdout.write(prompt)
                try:
                    return next(given)
                except StopIteration:
                    raise EOFError from None

            monkeypatch.setattr("builtins.input", answer)
            code = main([])
            return code, capsys.readouterr().out

        return run

    def test_a_series_of_all_players(self, played: Any) -> None:
        code, shown = played("", "20", "1", "2", "4", "5", *[""] * 500)
        assert code == 0
        assert "Team 0 wins!" in shown or "Team 1 wins!" in shown
        assert "(AI: omniscient) chose to play" in shown

    def test_a_person_is_asked_until_it_fits(self, played: Any) -> None:
        code, shown = played("", "-1", "none", "9", "99", "0", "0", "0", "0", "", "",
                             "7", "0", "x", "l", "1", "R", "2", "l", "3", "l", "4", "l", "5", "l",
                             "6", "l", "")  # fmt: skip
        assert code == 0
        for said in (
            "Please enter a positive integer.",
            f"Please enter a value in: {list(range(len(SETTINGS)))}",
            "Please enter a value in: [l, r]",
            "cannot be played on the selected end of the board. Please try again.",
        ):
            assert said in shown
        assert shown.endswith("\nThe input has ended, and so has the series.\n")

    def test_ctrl_c(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupted(prompt: str) -> str:
            raise KeyboardInterrupt(prompt)

        monkeypatch.setattr("builtins.input", interrupted)
        assert main([]) == 130


def test_the_face_waits_with_what_is_heavy() -> None:
    """Only searches and draws need the solver, and no import of ours numba."""
    names = "dominoes_solver numpy numba lark".split()
    code = (
        "import sys, dominoes_rules.classic as d; g = d.Game.new(); g.make_move(*g.valid_moves[0]);"
        f"next(g.all_possible_hands()); print([n for n in {names} if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
