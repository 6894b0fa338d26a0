"""Conditions tested world by world, against every deal there is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dominoes_lang.conditions import read_question
from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.setup.ruleset import Setup
from dominoes_rules.errors import PositionError
from dominoes_rules.position.hidden_hands import worlds
from dominoes_rules.position.position import Position
from dominoes_rules.position.questions import ask
from dominoes_solver.evidence import hidden_conditions
from dominoes_solver.evidence.evidence import Evidence, NoWorld, Unsupported
from dominoes_solver.evidence.hidden_conditions import Asker, suppose
from dominoes_solver.evidence.replay import replay
from dominoes_solver.worlds.slots import World
from tests.positions.brute_force import Deal, consistent, effort
from tests.positions.small_variants import BUNDLED, VARIED
from tests.positions.test_worlds_exact import records, reduced
from tests.sizes import sizes

# Among them games with drawing, sleeping tiles, redeals, guards, and openings in several cases.
GAMES = {**BUNDLED, **VARIED}
PARTNERSHIP = "partnership A:66.15.22.24.20.43.50/B:x7/C:x7/D:x7 play:66,61l,62r,-,15l,-,52l,-"
COMPARISON = "pips held by B is more than pips held by C"

Case = tuple[Evidence, dict[World, Deal]]


@cache
def cases(name: str) -> list[Case]:
    """Positions of a game, each with its worlds by brute force."""
    compiled = GAMES[name]()
    found: list[Case] = []
    played = records(compiled, f"questions of {name}", 7, most=200)
    unplayed = [replace(record, moves=()) for record in played[:2]]
    for record in played + [one for one in unplayed if effort(compiled, one) <= 200]:
        try:
            evidence = replay(compiled, record)
        except Unsupported:
            continue
        found.append((evidence, {d.as_world(evidence): d for d in consistent(compiled, record)}))
    return found


def questions(setup: Setup) -> st.SearchStrategy[str]:
    """Conditions that are demands on slots, that must be tested, and mixtures of them."""
    seat = st.sampled_from(setup.seat_names)
    tile = st.sampled_from([f"[{str(tile)[0]}|{str(tile)[1]}]" for tile in setup.tiles.tiles])
    number = st.integers(0, setup.tiles.tiles[-1].high)
    measure = st.sampled_from(["pips", "doubles", "tiles"])
    relation = st.sampled_from(["is", "is not", "is at least", "is more than", "is less than"])
    ranked = st.builds("player with {} {}".format, st.sampled_from(["fewest", "most"]), measure)
    held = st.builds(
        "{} held by {}".format,
        measure,
        seat | st.just("everyone") | seat.map("{}'s opponents".format),
    )
    tested = st.one_of(
        st.builds("{} {} {}".format, held, relation, held),
        st.builds("{} + {} {} {}".format, held, held, relation, st.integers(0, 8)),
        st.builds("{} is a multiple of {}".format, held, st.integers(2, 3)),
        st.builds(
            "holder of {} holds {}".format,
            tile | st.sampled_from(["highest double", "heaviest tile"]),
            tile,
        ),
        st.builds("holder of {} can {}".format, tile, st.sampled_from(["play", "act"])),
        st.builds("holder of {} is holder of {}".format, tile, tile),
        st.builds("{} holds {}".format, ranked, tile),
        st.builds("{} is {}".format, ranked, seat),
    )
    counted = st.one_of(
        st.builds("{} holds {}".format, seat, tile),
        st.builds("{} holds no {}".format, seat, number),
        st.builds("nobody holds {}".format, tile),
        st.builds("{} can {}".format, seat | st.just("nobody"), st.sampled_from(["play", "act"])),
        st.builds("{} held by {} {} {}".format, measure, seat, relation, st.integers(0, 8)),
    )
    plain = tested | counted
    either = plain | plain.map("not {}".format)
    return st.lists(either, min_size=1, max_size=3).flatmap(
        lambda parts: st.sampled_from([" and ".join(parts), " or ".join(parts)])
    )


@pytest.mark.parametrize("count", sizes(2, 4))
@pytest.mark.parametrize("name", GAMES)
def test_every_answer_is_that_of_brute_force(name: str, count: int) -> None:
    settings(max_examples=count)(given(data=st.data())(check_answers))(name)


def check_answers(name: str, data: st.DataObject) -> None:
    """Two questions about one of the records of a game, by themselves and together."""
    evidence, deals = cases(name)[data.draw(st.integers(0, len(cases(name)) - 1))]
    first, second = (data.draw(questions(evidence.setup)) for _ in range(2))
    rules = Interpreter(evidence.setup)
    one, other = (read_question(text, evidence.setup) for text in (first, second))
    holding = {world for world, deal in deals.items() if rules.holds(one, deal.state)}
    both = {world for world in holding if rules.holds(other, deals[world].state)}
    # A world counts once for each lot that leads from it to the opening.
    times = reduced({world: deal.lots for world, deal in deals.items()})
    each = evidence.table.count // sum(times.values())

    def count(worlds: Iterable[World]) -> int:
        return each * sum(times[world] for world in worlds)

    assert Asker(evidence).matching(one) == count(holding)
    with pytest.MonkeyPatch.context() as patch:
        # Too many cases at once, so that what could be counted is tested too.
        patch.setattr(hidden_conditions, "MOST_PARTS", 0)
        assert Asker(evidence).matching(one) == count(holding)
    if not holding:
        with pytest.raises(NoWorld):
            suppose(evidence, [one])
        return
    supposed = suppose(evidence, [one])
    table = supposed.table
    assert table.count == count(holding)
    assert set(table) == holding
    if each == max(times.values()) == 1:
        assert [table.rank(world) for world in table] == list(range(table.count))
    for tile, row in table.holder_counts().items():
        assert row == tuple(
            count(world for world in holding if world[slot] >> tile & 1) for slot in range(len(row))
        )
    assert set(table.sample(5, seed=1)) <= holding
    assert Asker(supposed).matching(other) == count(both)
    if both:
        assert set(suppose(supposed, [other]).table) == both
        assert set(suppose(evidence, [other, one]).table) == both


@pytest.mark.parametrize("tile", ["[6|4]", "highest double", "lowest double", "heaviest tile"])
def test_a_holder_is_found_by_the_tiles_that_decide_it(tile: str) -> None:
    evidence = Position(PARTNERSHIP).evidence
    condition = read_question(f"holder of {tile} holds [5|4]", evidence.setup)
    asker = Asker(evidence)
    tried = sum(map(asker.test(condition), evidence.table))
    assert asker.matching(condition) == tried


def test_only_the_worlds_that_demands_leave_are_tested(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position(PARTNERSHIP)
    part = worlds(position.supposing("B holds [6|4]")).count
    assert part
    mixture = f"B holds [6|4] and {COMPARISON}"
    exact = ask(position, mixture)
    monkeypatch.setattr(hidden_conditions, "MOST_TESTED", part)
    assert ask(position, mixture) == exact
    assert worlds(position.supposing(COMPARISON, "B holds [6|4]")).count == exact.matching
    with pytest.raises(PositionError, match=r"15,008; further conditions .* leave fewer"):
        position.supposing(COMPARISON)
    monkeypatch.setattr(hidden_conditions, "MOST_TESTED", part - 1)
    sampled = ask(position, mixture)
    assert (sampled.sampled, exact.sampled) == (10_000, None)
    assert sampled.se is not None
    assert abs(sampled.probability - exact.probability) < 4 * sampled.se


def test_the_progress_of_a_test_is_reported() -> None:
    reported: list[int] = []
    ask(Position(PARTNERSHIP), COMPARISON, progress=reported.append)
    assert set(reported) == {15_008}
