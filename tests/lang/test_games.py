"""The bundled variants and the rulesets kept for tests: clean, and true to their examples."""

from pathlib import Path

import pytest

from dominoes_lang.examples import example_runs
from dominoes_rules.library import bundled, load, variant

ROOT = Path(__file__).parents[2]
GAMES = sorted(bundled())
RULESETS = sorted((ROOT / "tests" / "rulesets").glob("*.rules"))
MOST_LINES = 40
FEWEST_EXAMPLES = 5


def lines_of_rules(text: str) -> int:
    """The lines of a file that say rules: no blank lines, comments, examples or invariants."""
    count, is_rule = 0, True
    for line in text.splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if not line.startswith(" "):
            is_rule = line.split()[0] not in {"example", "invariant"}
        count += is_rule
    return count


@pytest.mark.parametrize("name", GAMES)
def test_a_game_checks_without_warnings(name: str) -> None:
    assert [warning.render() for warning in variant(name).warnings] == []


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_examples_and_invariants(name: str) -> None:
    ruleset = variant(name)
    assert len(ruleset.examples) >= FEWEST_EXAMPLES
    assert ruleset.setup().invariants


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_short(name: str) -> None:
    assert lines_of_rules(bundled()[name]().text) <= MOST_LINES


@pytest.mark.parametrize("name", GAMES)
def test_the_examples_of_a_game_hold(name: str) -> None:
    ruleset = variant(name)
    ran = (example_runs.run(ruleset, example) for example in ruleset.examples)
    assert [failure.render() for failure in ran if failure is not None] == []


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_a_ruleset_checks_and_its_examples_hold(path: Path) -> None:
    assert path.read_text("utf-8").startswith("# "), "the first line says what the file is for"
    ruleset = load(path)
    assert [warning.render() for warning in ruleset.warnings] == []
    ran = (example_runs.run(ruleset, example) for example in ruleset.examples)
    assert [failure.render() for failure in ran if failure is not None] == []


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_a_ruleset_can_be_set_up_for_every_number_of_players(path: Path) -> None:
    ruleset = load(path)
    for seats in ruleset.players:
        setup = ruleset.setup(seats)
        assert setup.dealt_size + setup.shape.begun + setup.stock_size == len(setup.tiles)


def test_there_are_about_thirty_rulesets() -> None:
    assert len(RULESETS) >= 30
