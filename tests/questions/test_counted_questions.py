"""Questions counted are questions tried world by world."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dominoes_lang.conditions import read_question
from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.text.diagnostics import RulesError
from dominoes_rules.position.position import Position
from dominoes_solver.evidence.evidence import NoWorld
from dominoes_solver.evidence.hidden_conditions import Asker, suppose

PARTNERSHIP = (
    "partnership A:66.15.22.24.20.43.50/B:11.33.44.31.60.x2/C:x7/D:x7 play:66,61l,62r,-,15l,-,52l,-"
)
THREE = "domohnoes A:66.24.55.23.13.16.12/B:11.34.05.06.25.x2/C:04.03.44.36.02.x2 play:66"
POSITIONS = {"partnership": PARTNERSHIP, "domohnoes": THREE}

SEATS = st.sampled_from("ABC")
TILES = st.sampled_from(["[6|4]", "[5|4]", "[3|0]", "[2|1]", "[0|0]", "[6|5]"])
NUMBERS = st.integers(0, 6)
WHO = st.one_of(
    SEATS,
    st.sampled_from(["everyone", "any player", "nobody", "A's opponents", "player after B"]),
)
HELD = st.sampled_from(["B", "C", "A's opponents", "everyone", "player before C"])
MEASURES = st.sampled_from(
    ["pips", "doubles", "tiles", "tiles with a 4", "most tiles of one number"]
)
RELATIONS = st.sampled_from(["is at least", "is at most", "is more than", "is less than", "is"])
PLAIN = st.one_of(
    st.builds("{} holds {}".format, WHO, TILES),
    st.builds("{} holds no {}".format, WHO, NUMBERS),
    st.builds("{} holds a {}".format, WHO, NUMBERS),
    st.builds("{} holds at least {} doubles".format, WHO, st.integers(0, 4)),
    st.builds("{} holds at most {} pips".format, WHO, st.integers(10, 50)),
    st.builds("{} holds at least {} tiles of one number".format, WHO, st.integers(0, 4)),
    st.builds(
        "{} holds {} number of {}".format,
        WHO,
        st.sampled_from(["a", "no"]),
        st.sampled_from(["[5|2]", "[6|4]", "[3|3]"]),
    ),
    st.builds("{} holds at most {} tiles with a {}".format, WHO, st.integers(0, 4), NUMBERS),
    st.builds("{} can play".format, WHO),
    st.builds("{} can act".format, WHO),
    st.builds("{} has no tiles".format, WHO),
    st.builds("{} held by {} {} {}".format, MEASURES, HELD, RELATIONS, st.integers(0, 40)),
)
NEGATED = st.one_of(PLAIN, PLAIN.map("not {}".format))
QUESTIONS = st.lists(NEGATED, min_size=1, max_size=3).flatmap(
    lambda parts: st.sampled_from([" and ".join(parts), " or ".join(parts)])
)


@pytest.fixture(scope="module", params=sorted(POSITIONS))
def position(request: pytest.FixtureRequest) -> Position:
    return Position(POSITIONS[request.param])


@settings(max_examples=30)
@given(text=QUESTIONS)
def test_counted_as_tried(position: Position, text: str) -> None:
    condition = read_question(text, position.setup)
    asker = Asker(position.evidence)
    worlds = list(position.evidence.table)
    rules, opened = Interpreter(position.setup), position.evidence.open_state
    tried = [world for world in worlds if rules.holds(condition, opened(world))]
    assert tried == list(filter(asker.test(condition), worlds))
    assert asker.matching(condition) == len(tried)
    if tried:
        supposed = suppose(position.evidence, [condition])
        assert sorted(supposed.table) == sorted(tried)
        ranks = range(supposed.table.count)
        assert sorted(supposed.table.unrank(rank) for rank in ranks) == sorted(tried)
        for tile, row in supposed.table.holder_counts().items():
            for slot, count in enumerate(row):
                assert count == sum(world[slot] >> tile & 1 for world in tried)
        assert set(supposed.table.sample(20, seed=1)) <= set(tried)


@settings(max_examples=30)
@given(first=QUESTIONS, second=QUESTIONS)
def test_supposing_twice(position: Position, first: str, second: str) -> None:
    """What is supposed first still holds when a question is asked of the rest."""
    one, other = (read_question(text, position.setup) for text in (first, second))
    asker = Asker(position.evidence)
    both = list(filter(asker.test(other), filter(asker.test(one), position.evidence.table)))
    if both:
        supposed = suppose(position.evidence, [one])
        assert Asker(supposed).matching(other) == len(both)
        assert suppose(supposed, [other]).table.count == len(both)


def test_nothing_to_suppose() -> None:
    position = Position(PARTNERSHIP)
    with pytest.raises(NoWorld, match=r"D holds \[1\|0\]"):
        suppose(position.evidence, [read_question("D holds [1|0]", position.setup)])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("B holds [7|7]", "no [7|7] in the set"),
        ("B holds six", "six"),
        ("winner is B", "winner"),
        ("B", "a condition is needed"),
        ("", "too early"),
        ("J holds [6|4]", "no seat J"),
        ("pips held by B / pips held by C is 1", "must be a number above 0"),
        ("pips held by B is a multiple of pips held by C", "must be a number above 0"),
        ("pips held by B", "a condition is needed"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(text: str, words: str) -> None:
    with pytest.raises(RulesError) as caught:
        read_question(text, Position(PARTNERSHIP).setup)
    assert words in str(caught.value)


def test_a_question_of_the_whole_opening_is_counted() -> None:
    """B holds [6|4] with a third of the tiles: a world count of nine digits, and no sampling."""
    position = Position("partnership A:66.15.22.24.20.43.50/B:x7/C:x7/D:x7")
    asker = Asker(position.evidence)
    condition = read_question("B holds [6|4]", position.setup)
    assert asker.matching(condition) * 3 == position.evidence.table.count == 399_072_960


def test_the_answer_does_not_depend_on_the_order_of_parts() -> None:
    position = Position(PARTNERSHIP)
    one, other = "B holds [6|4] and C holds no 5", "not D can play and C holds at least 1 doubles"
    counts = {
        Asker(position.evidence).matching(read_question(text, position.setup))
        for text in (f"{one} or {other}", f"{other} or {one}")
    }
    assert len(counts) == 1
