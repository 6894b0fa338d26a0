"""Positions that are refused: always with a reason, never by anything but an error of ours."""

from __future__ import annotations

import time
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dominoes_lang.text.diagnostics import RulesError
from dominoes_rules.cli.positions.solve import text as text_of
from dominoes_rules.errors import (
    AmbiguousMove,
    IllegalMove,
    InvalidMove,
    PositionError,
    UnclearPosition,
)
from dominoes_rules.library import loads
from dominoes_rules.position.hidden_hands import Worlds
from dominoes_rules.position.position import Position
from dominoes_rules.solving.move_search import solve
from dominoes_solver.limit import Limit
from tests.positions.test_texts import GAMES, RULESETS, game, rounds

HAND = "66.15.22.24.20.43.50"
PAYS_PASSES = "dominican 66-65-54 A:61.62.63.64.50.51/B:x7/C:x6/D:x6 A finisher:C passes:1"
PAYS_PLAYS = "fives_and_threes 66-65-54 A:61.62.63.64/B:x5/C:x4/D:x4 A"
TABLE = f"partnership A:{HAND}/B:x7/C:x7/D:x7"

REFUSED = {
    # what is written does not add up
    f"partnership A:{HAND}/B:66.x6/C:x7/D:x7": "66 appears twice: in A's hand and in",
    "partnership A:66.15.22.24.20.43.15/B:x7/C:x7/D:x7": "51 appears twice in A's hand",
    "draw A:66.15.22.24.20.43.50/B:x7 stock:66.x13 opener:A": (
        "66 appears twice: in A's hand and in the stock"
    ),
    "block 26-66-26 A:22/B:x6 A": "does not match",
    "block 26-66-62 A:22/B:x6 A": "62 appears twice in the line",
    "partnership A:66.15.22.24.20.43/B:x7/C:x7/D:x7": "A is dealt 7 tiles, but 6 are written",
    "partnership A:66.15.22.24.20.43.50.x1/B:x7/C:x7/D:x7": "hold 29 tiles, but the set has 28",
    f"draw A:{HAND}/B:x7 stock:x13": "the stock holds 13 tiles, but 14 are left for it",
    "block 26-66-61 A:22.24/B:x3 A": "are left for the stock",
    "block 26-66-61 A:22.24.20.43.50.51.52.53/B:x3 A": "A can't hold 8 tiles: 7 at most",
    "block 26-66-16 A:22.24.20.43/B:x7 A": "16 does not match 66 on its left",
    "block 2666 A:22.24.20.43/B:x7 A": "'2666' is not a tile; write tiles as they lie",
    "block 26-67 A:22.24.20.43/B:x7 A": "67 is not in the set",
    f"draw A:{HAND}/B:x7/stock:x14 opener:A stock:x14": "stock: appears twice",
    f"draw A:{HAND}/stock:x13/B:x7 opener:A": "the stock holds 13 tiles, but 14 are left for it",
    "block 26-66-61-15 A:33.44.30.43/B:x6 A passes:7 opener:A": (
        "the round was over before the last pass"
    ),
    "draw_one 26-66-61-15 A:22.24.20.43/B:x6 A passes:7 opener:A": (
        "the round was over before the last pass"
    ),
    # who opens
    f"{TABLE.replace('66', '65')} play:66": "don't decide whether B or C or D opens: add opener:B",
    "block A:x7/B:x7 play:66": "the lot decides who opens: add opener:A",
    f"{TABLE} round:2 play:66": "who opens round 2 depends on the round before it: add opener:A",
    f"{TABLE} opener:B": "B can't open",
    f"{TABLE} play:15": "nobody can open with 51 by the rules",
    "draw_one A:65.31.20.43.21.60.50/B:54.53.10.30.32.41.63": "nobody can open",
    f"{TABLE} opener:A play:15": "A can't open with 51",
    f"domohnoes/2 A:{HAND}/B:x7 opener:B": "B can't open",
    # actions
    f"{TABLE} play:66,16l,66r": "action 3: C can't play 66: it is already on the table",
    f"{TABLE} play:66,62l,22r": "action 3: 22r: it does not fit the 6 at that end",
    f"{TABLE} play:66,62l,24l": "action 3: C can't play 42: A holds it",
    f"{TABLE} play:66,61l,61r": "action 3: C can't play 61: it is already on the table",
    f"{TABLE} play:66,61l,62r,-,-": "action 5: A can't pass",
    f"{TABLE} play:66,+": "action 2: B can't draw: no step of the turn allows it",
    f"{TABLE} play:66,-,64,-,-,61": "action 5: A can't pass",
    f"{TABLE} play:66,-,64l,41,-,64": "action 5: A can't pass",
    f"{TABLE} play:-": "action 1: A can't pass",
    f"{TABLE} play:66,71": "action 2: 71: 71 is not in the set",
    f"{TABLE} play:66,,61": "action 2: an empty move",
    f"{TABLE} play:66,6": "action 2: '6' is not a move",
    f"{TABLE} play:66,61u": "no layout of this version has such an end",
    f"{TABLE} play:66l": "the table is empty",
    f"{TABLE} play:66,54": "action 2: 54: it does not fit 6",
    "draw A:66.64.43.31.20.10.50/B:x7 play:66,-": "action 2: B can't pass: it was possible to",
    "draw A:66.64.43.31.20.10.50/B:x7 play:66,+,61l,+": "action 4: A can't draw",
    "draw A:66.64.43.31.20.10.50/B:61.x6 play:66,+": "action 2: B can't draw: 61 fits",
    "draw A:66.64.43.31.20.10.50/B:32.x6 play:66,+,-": "drawing must go on until a tile fits",
    "draw A:66.64.43.31.20.10.50/B:x7 play:66,+65,+": "65 was drawn and must be played",
    "draw A:66.64.43.31.20.10.50/B:x7 play:66,+65,63": "65 was drawn, and nothing else",
    "draw A:66.64.43.31.20.10.50/B:x7 play:66,+64": (
        "action 2: 64 can't have been drawn: it was not in the stock"
    ),
    "draw A:66.64.43.31.20.10.50/B:x7 play:66,+54,+54": "action 3: 54 can't have been drawn",
    "draw A:66.64.43.31.20.10.50/B:x7 play:66,62,+62": "B can't play 62: it is drawn later",
    "draw A:66.64.43.31.20.10.50/B:x7 stock:54.x13 play:66,+53": "54 is next",
    "draw A:66.64.43.31.20.10.50/B:x7 stock:54.x13 play:66,54": "it does not fit 6",
    "draw A:66.64.43.31.20.10.50/B:x7 stock:61.x13 play:66,61": "it is in the stock",
    "draw A:66.64.43.31.20.10.50/B:x7 play:66" + ",+" * 15: "B can't draw",
    "kozel A:x7/B:11.x6/C:x7/D:x7 play:11,.,.": (
        "action 3: C can't stop: no tile has been laid in this turn"
    ),
    # a clash names both sides of it
    f"{TABLE} play:66,-,64,-,43,61": "action 6: B can't play 61: B passed on 6 at action 2",
    "block A:66.61.62.63.64.65.50/B:x7 opener:A play:66,-,65,-,50,60l": (
        "action 6: B can't play 60: B passed on 6 at action 2"
    ),
    "block A:x7/B:x7 opener:A play:66,-,65,-,50,60l": "B passed on 6 at action 2",
    # snapshots
    "block 26-66-61 A:22.24.20.43/B:x7 A void:A=2": "A holds 42, which contradicts this: a "
    "void: fact of A",
    "block 26-66-61 A:22.24.20.43/B:22.x6 A": "22 appears twice",
    "block 26-66-61-15 A:22.24.20.43/B:65.x5 A passes:1": (
        "B holds 65, which contradicts this: B passed on 2-5"
    ),
    "block 26-66-61-15 A:22.24.20.43/B:x6 E": "'E' is not a seat; the seats are A, B",
    "block 26-66-61-15 A:22.24.20.43/B:x6 A void:B=7": "'7' is not a number of the set",
    "block 26-66-61-15 A:22.24.20.43/B:x6 A void:B=000099": "is not a number of the set",
    "block 26-66-61-15 A:22.24.20.43/B:x6 A void:B": "must list numbers",
    "block 26-66-61-15 A:22.24.20.43/B:x6 A void:B=0.1.2.3.4.5.6": "no hands fit",
    "block 61-12-26-66-60-03-36 A:44.45.55.11/B:x3 A passes:1 finisher:A": (
        "the round was over before the last pass: it was blocked"
    ),
    # what was paid, and what went before
    "block 26-66-61 A:22.24.20.43/B:x7 A paid:5-0": "this game pays nothing before",
    f"{PAYS_PASSES} paid:100-0": "AC can't have been paid 100, with 3 tiles on the table and "
    "passes:1 at most 75",
    f"{PAYS_PASSES} paid:0--25": "BD can't have been paid -25",
    f"{PAYS_PLAYS} paid:39-0": "at most 38",
    f"{PAYS_PLAYS} score:53-0 paid:8-0": "the match ends as soon as a side has 61",
    f"{PAYS_PLAYS} score:53-0 paid:9-0 target=60": "the match ends as soon as a side has 60",
    f"{TABLE} round:3 idle:3": "idle:3: only 2 rounds went before round:3",
    f"{TABLE} idle:-1": "must be an integer from 0 to 999,999",
    # words
    f"{TABLE} colour:blue": "'colour:blue' is not a fact; the facts are idle:, opener:, paid:",
    f"{TABLE} opener:E": "opener:'E' is not a seat; the seats are A, B, C, D",
    f"{TABLE} opener:A opener:A": "opener: appears twice",
    f"{TABLE} target=100 target=100": "target= appears twice",
    f"{TABLE} target=0": "must be at least 1",
    f"{TABLE} tarket=100": "has no parameter 'tarket'",
    f"{TABLE} target=much": "must be a number",
    f"{TABLE} key_tile=99": "9",
    f"{TABLE} round:0": "must be an integer from 1 to 999,999",
    f"{TABLE} round:²": "must be an integer from 1 to 999,999",
    f"{TABLE} score:5": "must give one number for each side",
    f"{TABLE} score:0--1000000": "each number must be from -999,999 to 999,999",
    f"{TABLE} passes:1": "is not a fact",
    "block/3 A:x7/B:x7": "block/3 has 3 seats, but 2 hands are written",
    "block/2 A:66": "block/2 has 2 seats, but 1 hand is written",
    "partnership A:x7/B:x7": "partnership is for 4 players, not for 2",
    "block A:x7/C:x7": "the hand of B is missing",
    "block A:x7/A:x7": "the hand of A appears twice",
    "block A:x7/x7": "'x7' is not a hand",
    "block A:6x7/B:x7": "A's hand: '6x7' is not a tile",
    "block A:x7.77/B:x7": "A's hand: 77 is not in the set",
    "block": "a position is VARIANT HANDS",
    "block junk": "neither hands",
    "": "a position is VARIANT HANDS",
    "block " + "A:x7/" * 9000: "at most 20,000 characters",
}


@pytest.mark.parametrize("text", REFUSED, ids=range(len(REFUSED)))
def test_refused(text: str) -> None:
    with pytest.raises(PositionError) as caught:
        Position(text)
    assert REFUSED[text] in str(caught.value)


def test_nothing_is_paid_beyond_a_target_that_ignores_it() -> None:
    """Where a match ends between rounds alone, a side at the target may go on without more."""
    rules = loads(
        'variant "Late"\nextends "fives_and_threes"\n'
        "match: first side to reach target, overshoot is ignored\n"
    )
    text = PAYS_PLAYS.removeprefix("fives_and_threes ")
    assert Position(f"late {text} score:53-0 paid:8-0", rules)
    with pytest.raises(PositionError, match="AC would have 62 points, and those beyond 61 do not"):
        Position(f"late {text} score:53-0 paid:9-0", rules)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("partnreship A:x7/B:x7/C:x7/D:x7", 'did you mean "partnership"?'),
        ("nothing A:x7/B:x7", "there is no variant of that name"),
        ("nowhere/nothing.rules A:x7/B:x7", "there is no such file"),
    ],
)
def test_rulesets_that_are_not_there(text: str, words: str) -> None:
    with pytest.raises(RulesError, match=words.replace("?", r"\?")):
        Position(text)


def test_errors_are_distinguished() -> None:
    position = Position(f"{TABLE} play:66,61l,62r")
    assert issubclass(PositionError, ValueError)
    assert issubclass(RulesError, ValueError)
    with pytest.raises(InvalidMove):
        position.play("six")
    with pytest.raises(IllegalMove):
        position.play("66l")
    with pytest.raises(IllegalMove):
        position.play("55")
    with pytest.raises(AmbiguousMove):
        position.play("21")
    with pytest.raises(AttributeError):
        position.view = position.view
    with pytest.raises(
        PositionError, match=r"D is to move, and you wrote A's hand; add the actions"
    ):
        position.legal_moves  # noqa: B018
    guards = f"{RULESETS / 'guards.rules'} A:x6/B:x6/C:x6 play:66"
    with pytest.raises(UnclearPosition, match="guard"):
        Position(f"{guards},-")


def test_moves_on_snapshots_that_are_refused() -> None:
    position = Position("block 26-66-61-15 A:20.22.42.43/B:x6 A passes:1 opener:A")
    for move, words in {
        "43": "fits neither",
        "-": "- is not legal; the legal moves are 20l, 22l, 42l",
        "+": "is not legal",
        "53": "53r is not legal",
    }.items():
        with pytest.raises(PositionError, match=words):
            position.play(move)
    hidden = position.play("22")
    with pytest.raises(IllegalMove, match="can't hold 42"):
        hidden.play("42l")
    with pytest.raises(IllegalMove, match="can't hold 52"):
        hidden.play("52l")  # it passed on 2-5


@pytest.mark.parametrize("name", GAMES)
def test_a_real_round_is_never_refused(name: str) -> None:
    compiled = game(name)
    for _, record in rounds(name):
        assert Worlds(Position.from_view(compiled, record)).count


# ------------------------------------------------------------------ anything at all

VALID = [
    f"{TABLE} play:66,61l,62r,-,15l,-,52l,- score:35-20",
    "draw A:66.64.43.31.20.10.50/B:x7 play:66,+,+,61l",
    "draw_one A:x7/B:66.64.43.31.20.10.50 opener:B play:66,+,+41",
    "block/2 26-66-61-15 A:22.24.20.43/B:x6 A void:B=2.5 passes:1 opener:A",
    "domohnoes/3 A:66.64.43.x4/B:x7/C:31.x6 stock:55.44.x5 play:66",
    "draw 26-66-61 A:20.22.42.43/B:x9 A stock:64.31.x10 finisher:B round:2",
    f"{RULESETS / 'reserve.rules'}/2 A:x7/B:x7 opener:A stay=3 play:66,+,62,-",
]
PIECES = [
    *"ABC0126789xlr+-=:./,@ ", "66", "61l", "x7", "+64", "stock:", "play:", "void:B=2", "opener:B",
    "passes:2", "round:2", "score:1-1", "key_tile=66", "target=60", "/B:x7", " ", "stay=7",
]  # fmt: skip


def only_our_errors(text: str) -> None:
    begin = time.process_time()
    try:
        position = Position(text)
    except (PositionError, RulesError):
        return
    finally:
        assert time.process_time() - begin < 10, text  # it would be minutes
    again = Position(str(position))
    assert again == position
    assert again.evidence.table.count == position.evidence.table.count > 0


@settings(max_examples=400, deadline=None, derandomize=True)
@given(st.data())
def test_mutations_of_positions(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(VALID))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(text)))
        length = data.draw(st.integers(0, 4))
        text = text[:place] + data.draw(st.sampled_from(["", *PIECES])) + text[place + length :]
    only_our_errors(text)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.text(max_size=60) | st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_any_text(text: str) -> None:
    only_our_errors(text)
    only_our_errors(f"block {text}")
    only_our_errors(f"{TABLE} {text}")
    only_our_errors(f"block A:66.61.62.63.64.65.50/B:x7 opener:A play:66,{text}")


def test_swapped_actions() -> None:
    """Two actions of a real round in the wrong order: refused, or another round that could be."""
    random = Random(0)
    for name in ("partnership", "draw", "draw_one", "domohnoes for 3"):
        for _, record in rounds(name):
            if len(record.moves) < 3:
                continue
            words = str(Position.from_view(game(name), record)).split(" ")
            place = next(number for number, word in enumerate(words) if word.startswith("play:"))
            moves = words[place][5:].split(",")
            one, other = random.sample(range(len(moves)), 2)
            moves[one], moves[other] = moves[other], moves[one]
            words[place] = "play:" + ",".join(moves)
            only_our_errors(" ".join(words))


def test_a_snapshot_says_that_it_does_not_show_what_was_paid() -> None:
    text = "fives_and_threes 55-50 A:x5/B:66.65.64.63.62/C:x4/D:x4 A stock:x8"
    note = "write a paid: fact, as in paid:0-0, or the answer assumes that nothing was paid"
    bare = Position(text)
    assert any(note in one for one in bare.evidence.notes)
    assert any(note in one for one in bare.play("-").evidence.notes)
    for paid in ("0-0", "2-0"):
        written = Position(f"{text} paid:{paid}")
        assert f"paid:{paid}" in str(written)
        assert written.evidence.state.more.paid == ((2, 0) if paid == "2-0" else ())
        assert not any(note in one for one in written.evidence.notes)
    shown = solve(Position(PAYS_PLAYS), Limit(worlds=1, nodes=1))
    assert note in text_of(shown)
    assert note in shown._repr_html_()
    record = Position("fives_and_threes A:x5/B:66.65.64.63.62/C:x5/D:x5 opener:A")
    assert not record.evidence.notes
