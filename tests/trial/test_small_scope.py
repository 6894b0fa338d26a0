"""Sets of few tiles: everything is looked at, and what is planted is found."""

from __future__ import annotations

from dataclasses import replace
from math import comb
from pathlib import Path

import pytest

from dominoes_lang.setup.binding import ParameterError
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.syntax import nodes
from dominoes_lang.table.state import Action, State
from dominoes_lang.table.tiles import Tile
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_rules.trial import exhaustive, try_again, try_rounds, try_small_scope
from dominoes_rules.trial.exhaustive import explore, small_game
from dominoes_rules.trial.scope import Scope, counts_tiles, scopes
from tests.trial import planted

RULESETS = sorted((Path(__file__).parent.parent / "rulesets").glob("*.rules"))


def quiet(text: str) -> None:
    assert text


def test_all_deals_of_block_are_counted() -> None:
    outcome = try_small_scope(library.variant("block"), 2)
    assert outcome.failure is None
    assert outcome.covered.startswith(
        f"all {comb(6, 2) * comb(4, 2)} deals on double-two with 2 tiles each, "
        f"all {comb(6, 3)} deals on double-two with 3 tiles each, "
        "all 6 deals on double-one with 1 tile each, all 30 deals on double-two with 1 tile each: "
    )
    assert outcome.covered.endswith(
        'only on the whole set: "fourteen tiles are not used", "no tile is lost"'
    )


@pytest.mark.parametrize("name", ["block", "draw", "draw_one", "partnership", "domohnoes"])
def test_bundled_variants_hold(name: str) -> None:
    ruleset = library.variant(name)
    for seats in ruleset.players:
        outcome = try_small_scope(ruleset, seats, 1_500)
        assert outcome.failure is None
        assert " states, " in outcome.covered


@pytest.mark.thorough
@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_varied_rulesets_hold(path: Path) -> None:
    ruleset = library.load(path)
    for seats in ruleset.players:
        assert try_small_scope(ruleset, seats, 60).failure is None


def test_tiles_that_are_laid_aside_may_still_be_paid_for() -> None:
    """A round may pay for more pips than are held and in the stock."""
    ruleset = library.load(RULESETS[0].parent / "tiles_aside.rules")
    assert try_rounds(ruleset, 2, rounds=20, seed=0).failure is None


def test_void_deals_are_not_tried_for_ever() -> None:
    """Six players can't hold a double each where there are three."""
    ruleset, scope = library.variant("basic_trains"), Scope(2, 1)
    explored = explore(small_game(ruleset, ruleset.setup(6), scope), scope, 100, quiet)
    assert 100 <= explored.done == explored.void < explored.deals


def test_every_state_is_looked_at_once() -> None:
    """The states of a scope, counted another way: by following every action from every deal."""
    ruleset = library.variant("draw")
    game = small_game(ruleset, ruleset.setup(2), Scope(2, 1))
    explored = explore(game, Scope(2, 1), 10**6, quiet)
    first = [one for one in explored.came_from if one.round == 1 and not one.ends]
    seen: set[State] = set()

    def follow(state: State) -> None:
        if state not in seen:
            seen.add(state)
            for action in game.both.rules.legal(state):
                follow(game.both.rules.play(state, action))

    for state in first:
        follow(state)
    assert seen == {one for one in explored.came_from if one.round == 1}
    assert len({(one.hands, one.stock) for one in first}) == explored.done == 720


def test_the_key_tile_is_the_highest_of_the_small_set() -> None:
    ruleset = library.variant("partnership")
    game = small_game(ruleset, ruleset.setup(4), Scope(2, 1))
    assert dict(game.setup.parameters)["key_tile"] == Tile(2, 2)
    assert game.setup.stock_size == 0
    assert game.setup.sides == 2
    other = small_game(ruleset, ruleset.setup(4, {"key_tile": Tile(5, 4)}), Scope(3, 2))
    assert dict(other.setup.parameters)["key_tile"] == Tile(2, 1)


def test_a_reserve_leaves_something_to_draw() -> None:
    ruleset = library.load(next(path for path in RULESETS if path.stem == "reserve"))
    setup = ruleset.setup(2)
    for scope in scopes(setup):
        small = small_game(ruleset, setup, scope).setup
        assert small.draws == (setup.draws and small.stock_size > 0)


def test_only_invariants_that_count_the_set_are_left_out() -> None:
    ruleset = library.variant("partnership")
    setup = ruleset.setup(4)
    aside = [title for title, condition in setup.invariants if counts_tiles(condition)]
    assert aside == ["each tile is held or lies in the line"]


def with_clauses(ruleset: Ruleset, **clauses: nodes.Clause) -> Ruleset:
    """The rules with clauses in which the checker has had no say."""
    source = Source("planted.rules", repr(clauses))
    return replace(ruleset, clauses={**ruleset.clauses, **clauses}, source=source)


def test_a_round_without_an_end_is_found() -> None:
    ruleset = library.variant("block")
    blocked = ruleset.clauses["blocked"]
    assert isinstance(blocked, nodes.BlockedClause)
    never = replace(blocked, condition=nodes.YesNo(False, span=blocked.span))
    endless = with_clauses(ruleset, blocked=never)
    outcome = try_small_scope(endless, 2)
    assert outcome.failure is not None
    assert "the round could go on for ever: 5 passes in a row" in outcome.failure
    assert outcome.place == str(blocked.span)
    assert outcome.position is not None
    assert " play:55,-,-,-,-,- " in outcome.position


def test_no_action_is_found() -> None:
    ruleset = library.variant("block")
    turn = ruleset.clauses["turn"]
    assert isinstance(turn, nodes.TurnClause)
    outcome = try_small_scope(with_clauses(ruleset, turn=replace(turn, steps=turn.steps[:1])), 2)
    assert outcome.failure is not None
    assert "there is no legal action" in outcome.failure


@pytest.mark.parametrize("name", ["draw", "partnership"])
def test_a_fault_is_shown_on_the_whole_set(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    planted.plant(monkeypatch, planted.pass_too_early)
    ruleset = library.variant(name)
    outcome = try_small_scope(ruleset, ruleset.players[0])
    assert outcome.position is not None
    assert "tiles=" not in outcome.position
    assert try_again(ruleset, outcome.position).failure == outcome.failure


@pytest.mark.parametrize("name", ["draw", "partnership"])
def test_or_else_on_the_small_set(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exhaustive, "search", lambda *_: None)
    planted.plant(monkeypatch, planted.winner_swapped)
    ruleset = library.variant(name)
    outcome = try_small_scope(ruleset, ruleset.players[0])
    line = outcome.position
    assert line is not None
    assert line.endswith(f"tiles=double-{'two' if name == 'draw' else 'three'} deal=2")
    assert try_again(ruleset, line).failure == outcome.failure
    monkeypatch.undo()
    assert try_again(ruleset, line).failure is None


def test_no_round_of_the_set_is_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset, scope = library.variant("draw"), Scope(2, 2)
    game = small_game(ruleset, ruleset.setup(2), scope)
    states = [one for one in explore(game, scope, 10**6, quiet).came_from if not one.ends]
    length = 0
    # Every round that somebody wins shows the fault: how soon is the first one won?
    while not any(one.over and game.both.rules.winner(one) >= 0 for one in states):
        length += 1
        states = [
            game.both.rules.play(one, action)
            for one in states
            for action in game.both.rules.legal(one)
        ]
    planted.plant(monkeypatch, planted.winner_swapped)
    found = explore(small_game(ruleset, ruleset.setup(2), scope), scope, 10**6, quiet).failed
    assert found is not None
    assert len(found.actions) == length > 1


def test_parameters_go_with_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exhaustive, "search", lambda *_: None)
    planted.plant(monkeypatch, planted.winner_swapped)
    ruleset = library.variant("partnership")
    outcome = try_small_scope(ruleset, 4, parameters={"key_tile": Tile(5, 5), "target": 60})
    assert outcome.position is not None
    assert outcome.position.endswith("target=60 key_tile=22 tiles=double-three deal=2")
    assert try_again(ruleset, outcome.position).failure == outcome.failure


def test_a_set_too_small_is_refused() -> None:
    ruleset = library.variant("partnership")
    with pytest.raises(ParameterError, match="too few tiles"):
        small_game(ruleset, ruleset.setup(4), Scope(1, 1))


def test_actions_gain_something(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pass that both ways forget to count: the same state comes again."""
    from dominoes_lang.play.interpreter import Interpreter
    from dominoes_lang.table.state import Kind

    sound = Interpreter.play

    def forgetful(rules: Interpreter, state: State, action: Action) -> State:
        after = sound(rules, state, action)
        return after._replace(passes=0) if action.kind is Kind.PASS else after

    monkeypatch.setattr(Interpreter, "play", forgetful)
    planted.plant(
        monkeypatch,
        lambda compiled: {
            "play": lambda state, action: (
                compiled.play(state, action)._replace(passes=0)
                if action.kind is Kind.PASS
                else compiled.play(state, action)
            )
        },
    )
    outcome = try_small_scope(library.variant("domohnoes"), 3)
    assert outcome.failure is not None
    assert "the round could go on for ever: nothing is gained" in outcome.failure


def test_passes_behind_draws_are_no_endless_round() -> None:
    """Draws neither add to a row of passes nor end it, so it may be as long as the stock."""
    ruleset = library.load(next(path for path in RULESETS if path.stem == "draw_one_play"))
    for seats in ruleset.players:
        assert try_rounds(ruleset, seats, 40, seed=0).failure is None


@pytest.mark.parametrize(("name", "seats"), [("texas_42", 4), ("moon", 3)])
def test_a_scope_that_ends_in_the_auctions_says_so(name: str, seats: int) -> None:
    covered = try_small_scope(library.variant(name), seats, 500).covered
    assert covered.startswith("auctions, but no round to its end, of the ")
