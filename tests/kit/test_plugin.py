"""pytest in a folder with a rules file: what it collects, and how it reports."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

import pytest

pytest_plugins = ["pytester"]

HOUSE = """\
variant "House"
extends "block"

example "the loser pays":
    given line [6|1],  A to play,  A holds [6|6],  B holds [2|3]
    when  A plays [6|6] on left
    then  winner is A,  A scores 5

invariant "nobody holds more than the deal": tiles held by everyone is at most 14

example "a tile that fits":
    given line [6|1],  A to play,  A holds [6|5] [5|4],  B holds [2|3]
    when  A plays [6|5] on left
    then  round goes on
"""
BROKEN = HOUSE.replace("A scores 5", "A scores 6").replace("at most 14", "at most 12")


@pytest.fixture(autouse=True)
def _plugin(
    pytester: pytest.Pytester, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plugin is found by its entry point where the project is installed, else named here."""
    installed = request.config.pluginmanager.hasplugin("dominoes_rules")
    named = "" if installed else "-p dominoes_rules.pytest_plugin"
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path for path in sys.path if path))
    monkeypatch.setenv("PYTEST_ADDOPTS", named)
    pytester.makeini("[pytest]")


def test_a_newcomers_folder(pytester: pytest.Pytester) -> None:
    pytester.makefile(".rules", house=HOUSE)
    found = pytester.runpytest_subprocess("-v")
    found.assert_outcomes(passed=3)
    found.stdout.fnmatch_lines(
        [
            'house.rules::example "the loser pays" PASSED*',
            'house.rules::invariant "nobody holds more than the deal" PASSED*',
            'house.rules::example "a tile that fits" PASSED*',
        ]
    )


def test_a_failure_shows_the_line_of_the_rules_file(pytester: pytest.Pytester) -> None:
    pytester.makefile(".rules", house=BROKEN)
    found = pytester.runpytest("--rules-rounds=20")
    found.assert_outcomes(passed=1, failed=2)
    found.stdout.fnmatch_lines(
        [
            '*house.rules:7:*the example "the loser pays" fails*',
            "*7 |     then  winner is A,  A scores 6*",
            '*the invariant "nobody holds more than the deal" does not hold*house.rules:9*',
            "*in the position: *",
        ]
    )
    assert "Traceback" not in found.stdout.str()
    assert "site-packages" not in found.stdout.str()


def test_one_item_can_be_chosen(pytester: pytest.Pytester) -> None:
    pytester.makefile(".rules", house=HOUSE)
    pytester.runpytest("-k", "loser").assert_outcomes(passed=1, deselected=2)


def test_a_file_with_mistakes_is_an_error_with_its_diagnostics(pytester: pytest.Pytester) -> None:
    pytester.makefile(".rules", house=HOUSE.replace("at most", "at moost"))
    found = pytester.runpytest()
    found.assert_outcomes(errors=1)
    found.stdout.fnmatch_lines(["*house.rules:9:*error:*"])
    assert "Traceback" not in found.stdout.str()


def test_the_same_seed_plays_the_same_rounds(pytester: pytest.Pytester) -> None:
    pytester.makefile(".rules", house=BROKEN)

    def position(run: Callable[..., pytest.RunResult]) -> list[str]:
        found = run("--rules-seed=1", "-k", "invariant")
        return [line for line in found.outlines if "position:" in line]

    assert position(pytester.runpytest) == position(pytester.runpytest_subprocess) != []


def test_rules_files_of_other_programs_are_left_alone(pytester: pytest.Pytester) -> None:
    pytester.makefile(".rules", firestore="rules_version = '2';\nservice cloud.firestore {\n}\n")
    pytester.makefile(".rules", udev='ACTION=="add", SUBSYSTEM=="net"\n')
    pytester.makepyfile(test_other="def test_it():\n    pass\n")
    pytester.runpytest().assert_outcomes(passed=1)


def test_a_file_that_is_named_is_taken_for_a_game(pytester: pytest.Pytester) -> None:
    pytester.makefile(".rules", udev='ACTION=="add", SUBSYSTEM=="net"\n')
    found = pytester.runpytest("udev.rules")
    found.assert_outcomes(errors=1)
    found.stdout.fnmatch_lines(["udev.rules:1:*error:*"])


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('variant "House"\nextends "block"\n', 'variant: "House"\n'),
        ('variant "House"\n', "variant “House”\n"),
        (
            'variant "House"\nextends "block"\n',
            "tiles: double-six\nplayers: 2\ndeal: 7 each\nlayout: line\n",
        ),
    ],
)
def test_a_game_is_not_passed_over_for_a_slip_in_its_first_line(
    pytester: pytest.Pytester, right: str, wrong: str
) -> None:
    pytester.makefile(".rules", house=HOUSE.replace(right, wrong))
    found = pytester.runpytest()
    found.assert_outcomes(errors=1)
    found.stdout.fnmatch_lines(["house.rules:*error:*"])


def test_messages_name_the_file_as_one_would_type_it(pytester: pytest.Pytester) -> None:
    pytester.mkdir("our games").joinpath("our house.rules").write_text(BROKEN, encoding="utf-8")
    found = pytester.runpytest("--rules-rounds=5")
    found.assert_outcomes(passed=1, failed=2)
    place = os.path.join("our games", "our house.rules")  # noqa: PTH118 (text, and no path)
    lines = [line for line in found.outlines if line.startswith(f"{place}:7:")]
    assert len(lines) == 1
    positions = [line for line in found.outlines if "in the position: " in line]
    assert positions[0].partition("in the position: ")[2].startswith(f"{place} A:")


@pytest.mark.parametrize("rounds", ["0", "-3", "x"])
def test_no_rounds_are_no_test(pytester: pytest.Pytester, rounds: str) -> None:
    pytester.makefile(".rules", house=HOUSE)
    found = pytester.runpytest("--rules-rounds", rounds)
    assert found.ret == pytest.ExitCode.USAGE_ERROR
    found.stderr.fnmatch_lines(["*--rules-rounds*not a number of at least 1*"])


def test_the_language_is_not_imported_without_a_rules_file(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import sys

        def test_nothing_is_imported():
            assert "dominoes_lang.load" not in sys.modules
            assert "lark" not in sys.modules
        """
    )
    pytester.runpytest_subprocess().assert_outcomes(passed=1)


def test_titles_are_only_seen(pytester: pytest.Pytester) -> None:
    title = "red \x1b[31m\u202e"
    text = f'variant "{title}"\nextends "block"\ninvariant "{title}": plays is at most 1\n'
    (pytester.path / "house.rules").write_text(text, "utf-8")
    out = pytester.runpytest("-v", "-rA", "--color=no", "house.rules").stdout.str()
    assert "red ␛[31m�" in out
    assert not {"\x1b", "\u202e"} & set(out)
