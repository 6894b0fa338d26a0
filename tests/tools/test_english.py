"""The rule sheet: every construct of the language in plain English, and how bundled games read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dominoes_lang.languages.language import english
from dominoes_lang.languages.rule_sheet import sheet, sheet_for_all
from dominoes_lang.load import load
from dominoes_lang.repair.fixes import parse_with_fixes
from dominoes_lang.setup.binding import bind
from dominoes_lang.sheet.conditions_told import ConditionsTold
from dominoes_lang.sheet.whole_sheet import TITLES
from dominoes_lang.syntax.build import build_condition
from dominoes_lang.syntax.nodes import names_in
from dominoes_lang.syntax.parse import question
from dominoes_lang.text.source import Source
from dominoes_rules import library
from tests.calls import Call

ROOT = Path(__file__).parents[2]
SHEETS = Path(__file__).parent / "sheets"
RULESETS = sorted(
    path
    for path in (ROOT / "tests" / "rulesets").rglob("*.rules")
    if "# error:" not in path.read_text("utf-8")
)
BUNDLED = sorted(path.stem for path in (ROOT / "variants").glob("*.rules"))
# Words of the language, and of Python, that no player would say.
JARGON = re.compile(
    r"\b(finisher|mover|ties to|None|True|False|Read)\b|  |,,|\.\.|\( "
    r"|\b(of|than|after|except) they\b"
)


@pytest.mark.parametrize("name", BUNDLED)
def test_a_bundled_game_reads_as_it_should(
    name: str, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    called = call("show", name)
    assert called.code == 0
    assert called.out == (SHEETS / f"{name}.txt").read_text("utf-8")


@pytest.mark.parametrize("name", BUNDLED)
def test_every_parameter_of_a_bundled_game_has_a_text(name: str) -> None:
    assert [one.name for one in library.variant(name).parameters if not one.text] == []


def test_what_follows_from_the_rules_is_for_designers(call: Call) -> None:
    sheet_, analysed = call("show", "draw_one").out, call("show", "draw_one", "--analysis").out
    assert analysed.startswith(f"{sheet_}\nWhat follows from these rules\n  Tiles: 2 players")


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_every_ruleset_has_a_sheet_for_every_number_of_players(path: Path) -> None:
    ruleset = load(Source(str(path), path.read_text("utf-8")), library.bundled)
    setups = [ruleset.setup(count) for count in ruleset.players]
    for setup in setups:
        said = {section.title: section.lines for section in sheet(setup)}
        titles = map(english().words, TITLES)
        assert list(said) == [title for title in titles if title in said]
        assert {"What you need", "The deal", "A turn", "Who wins the round"} <= said.keys()
        read = names_in(tuple(ruleset.clauses.values()))
        assert len(said.get("House rules", ())) == len(
            [one for one in ruleset.parameters if one.name in read]
        )
        for title, lines in said.items():
            for line in lines:
                assert line.endswith((".", ":")) or title == "House rules"
                assert title == "House rules" or not JARGON.search(line), line
    merged = " ".join(line for section in sheet_for_all(setups) for line in section.lines)
    for setup in setups[:1]:
        for section in sheet(setup, setups):
            for line in section.lines:
                assert line.removeprefix("- ") in merged


PHRASES = [
    ("block", "domino", "a player goes out", "nobody goes out"),
    ("block", "blocked", "the round is blocked", "the round is not blocked"),
    ("block", "no tile can be drawn", "no tile can be drawn", "a tile can be drawn"),
    ("block", "pips on ends is 5", "the sum of the open ends is five", None),
    ("block", "ends alike is at least 2",
     "the number of open ends that are alike is at least two", None),
    ("bergen", "ends alike is 2", "both open ends show the same number",
     "the number of open ends that are alike is not two"),
    ("block", "ends it fitted is 2", "the last tile fitted both ends", None),
    ("block", "tiles in stock is more than 1", "the stock holds more than one tile",
     "the stock holds at most one tile"),
    ("block", "round is 2", "it is the second round", "the number of the round is not two"),
    ("block", "plays is at least 1", "at least one tile has been laid",
     "fewer than one tile has been laid"),
    ("block", "passes in a row is 0", "nobody has passed since the last play", None),
    ("block", "last tile is double", "the last tile is a double", "the last tile is not a double"),
    ("block", "last tile is [0|0]", "the last tile is [0|0]", "the last tile is not [0|0]"),
    ("block", "A holds [6|4]", "player A holds [6|4]", "player A does not hold [6|4]"),
    ("block", "A holds no 5", "player A holds no tile with a five", None),
    ("block", "A holds a 0", "player A holds a tile with a blank", None),
    ("block", "A holds no doubles", "player A holds no doubles", None),
    ("block", "any player holds at least 5 doubles", "any player holds at least five doubles",
     "nobody holds at least five doubles"),
    ("block", "nobody holds at most 1 tiles", "nobody holds at most one tile",
     "somebody holds at most one tile"),
    ("block", "B has no tiles", "player B has no tiles left", "player B still has tiles left"),
    ("block", "everyone has no tiles", "nobody has any tiles left", "somebody has tiles left"),
    ("kozel", "tiles held by finisher is 1",
     "the player who laid the last tile holds exactly one tile", None),
    ("kozel", "pips held by A is 0", "player A holds no pips", None),
    ("block", "nobody can play", "nobody can lay a tile", "somebody can lay a tile"),
    ("draw", "nobody can act", "nobody can lay or draw a tile", None),
    ("draw", "everyone passed in a row", "both players have passed in a row", None),
    ("domohnoes", "everyone can play", "both players can lay a tile",
     "not both players can lay a tile"),
    ("partnership", "winner is nobody", "nobody wins the round", "somebody wins the round"),
    ("partnership", "winner is not A's side", "A's side does not win the round",
     "A's side wins the round"),
    ("partnership", "finisher is A", "player A laid the last tile", None),
    ("partnership", "player before opener is B's partner",
     "the player before the one who opened the round is B's partner", None),
    ("partnership", "finisher's partner holds [6|6]",
     "the partner of the player who laid the last tile holds [6|6]", None),
    ("partnership", "winner's opponents holds at least 5 doubles",
     "the losing side holds at least five doubles", None),
    ("partnership", "pips held by A is a multiple of 5",
     "the pips in the hand of player A are a multiple of five", None),
    ("partnership", "score of winner is less than 100",
     "the score of the winning side is less than 100",
     "the score of the winning side is at least 100"),
    ("six_love", "score of winner's opponents is more than 0",
     "the losing side has won a round already", "the losing side has won no round yet"),
    ("kozel", "score of winner is more than 0", "the winning side has points already",
     "the winning side has no points yet"),
    ("kozel", "pips held by winner's opponents is at least 13",
     "the losing side holds at least 13 pips", "the losing side holds fewer than 13 pips"),
    ("kozel", "pips held by player after finisher is less than pips held by finisher",
     "the player after the one who laid the last tile holds fewer pips than the one who laid it",
     ("the player after the one who laid the last tile holds at least as many pips as the one who "
      "laid it")),
    ("kozel", "last tile is double and not last tile is [0|0]",
     "the last tile is a double and is not [0|0]", "the last tile is not a double or is [0|0]"),
    ("partnership", "A is player with most pips, ties to B",
     "player A is the player with the most pips (player B, if players tie)", None),
    ("partnership", "tiles held by everyone except A is 1 + 2 * 3",
     "the number of tiles in the hands of all players except player A is seven", None),
    ("partnership", "not domino and blocked", "nobody goes out and the round is blocked",
     "a player goes out or the round is not blocked"),
    ("partnership", "plays / 2 rounded to nearest 5 is 10",
     "half of the number of tiles laid, rounded to the nearest five is ten", None),
]  # fmt: skip


@pytest.mark.parametrize(("game", "text", "said", "denied"), PHRASES)
def test_phrases(game: str, text: str, said: str, denied: str | None) -> None:
    setup = library.variant(game).setup()
    clause = question(text)
    tree = parse_with_fixes(clause, [])
    assert tree is not None
    told = ConditionsTold(setup)
    node = bind(build_condition(clause, tree), {})
    assert english().words(told.condition(node)) == said
    if denied is not None:
        assert english().words(told.condition(node, holds=False)) == denied


SENTENCES = [
    ("block", "match: one round", "A match is a single round; the player with the most points"),
    ("block", "match: 3 rounds, lowest total wins", "the player with the fewest points wins"),
    ("block", "match: 3 rounds, highest total wins", "Play three rounds; the player with the most"),
    ("block", "match: 1 rounds, most wins", "Play one round; the player who wins the most"),
    ("block", "match: 5 wins", "The first player to win five rounds wins the match."),
    ("block", "match: 6 wins in a row", "win six rounds in a row"),
    ("block", "tiles: double-six without [0|0]", "set of dominoes without [0|0] (27 tiles)."),
    ("block", "tiles: double-nine without doubles", "without the doubles (45 tiles)."),
    ("partnership", "direction: counterclockwise", "passes counterclockwise"),
    ("draw", "reserve: 2", "The last two tiles of the stock may never be drawn."),
    ("draw_one", "turn: play a tile or else draw 1 then stop when plays is 2 or else pass",
     "must, if exactly two tiles have been laid, draw one tile"),
    ("draw_one", "turn: play a tile or draw 1 then stop when mover holds no 5 or else pass",
     "- If they hold no tile with a five: draw one tile"),
    ("block", "award hand: 0 - 25 to winner's opponents at round end", "The loser loses 25 points"),
    ("partnership", "award hand: 1 to finisher at round end",
     "The player who laid the last tile earns their side one point."),
    ("domohnoes", "award own: pips held by each player to them at round end",
     "Each player scores the pips left in their own hand."),
    ("domohnoes", "award own: pips held by each player to winner at round end",
     "For each player, the winner scores the pips left in that player's hand."),
    ("block", "tile value: [0|0] is 50", "When pips are counted, [0|0] counts 50, whatever"),
    ("block", "winner: finisher", "The player who laid the last tile wins."),
    ("block", "next opener: opener", "The player who opened the round opens the next round too."),
    ("block", "redeal: when A holds [0|0]", "If player A holds [0|0], the deal is void"),
    ("partnership", "redeal: when any side holds at least 7 doubles",
     "If any side holds at least seven doubles, the deal is void"),
    ("partnership",
     "redeal: when any player holds at least 5 doubles or any player holds no 6",
     "If any player holds at least five doubles or no tile with a six, the deal is void"),
    ("pass_and_out",
     "players: 4 in teams of 2\naward out: 1 to winner at round end when A's side dropped out",
     "if all players of A's side have dropped out."),
    ("pass_and_out", "award out: 1 to winner at round end when passes this round is at least 2",
     "if at least two players have dropped out."),
    ("pass_and_out", "blocked: when players still in is at most 2 and mover is finisher",
     "at most two players are still in the round and that player laid the last tile."),
    ("partnership",
     "award late: 1 to finisher after pass when passes running by mover is more than 1",
     "if the player who passed has passed at least two times since their last tile."),
    ("partnership", "award free: 1 to winner at round end when passes running by winner is 0",
     "if the winning side has not passed since their last tile."),
    ("partnership", "award busy: 1 to winner at round end when passes this round is less than 3",
     "if there have been at most two passes in this round."),
    ("partnership",
     "award run: 1 to winner at round end when rounds won running by winner is at least 2",
     "if the winning side has won at least two rounds running just before this one."),
    ("international", "match: first side to reach 100, shutout counts double, best of 3",
     "A set counts double if the other side ends it without a point."),
    ("partnership",
     "award both: 1 to winner at round end when any player holds a 5 and any player holds a 6",
     "and any player, the same or another, holds a tile with a six."),
    ("partnership", "award own: score of each player to them at round end",
     "Each player earns their side their score."),
    ("domohnoes", "award all: score of each player to winner at round end",
     "For each player, the winner scores that player's score."),
    ("domohnoes", "award late: 1 to each player at round end when winner is player after them",
     "Each player scores one point if the player after them wins the round."),
    ("partnership", "domino: when mover's side has no tiles",
     "When a side goes out, that side wins."),
    ("partnership", "domino: when mover's side has no tiles",
     "When a side goes out, the player who laid the last tile opens the next round."),
    ("block", "match: first side to reach 61, overshoot is ignored",
     "If what a player scores in a round would carry the player beyond 61 points, none of it"),
    ("draw_one", "turn: play a tile or else draw 2 then stop or else pass",
     "A player who can't must draw two tiles from the stock, or as many as can be drawn, which"),
    ("draw_one", "turn: play a double or else play a tile or else pass",
     "A player who can't must lay a tile that fits an open end."),
    ("draw_one", "turn: play a tile when mover holds a 6 or else play a double or else pass",
     "A player whose turn it is must, if they hold a tile with a six, lay a tile that fits"),
    ("bergen", "turn: play a tile at each end or play a tile on the last tile or else pass",
     "each end of the line; none may be laid alone where a second could follow at the other end."),
    ("block", "fits: equal numbers, wild [0|0], only after its double",
     "But an end takes only the double of its number and no wild tile until that double lies"),
    ("block", "fits: numbers adding to 6, only after its double",
     "An end takes only the double of its number, if it fits, until that double lies"),
    ("spinner", "doubles: must be covered", "Of two doubles that are not covered yet, either may"),
    ("merry_go_round", "players: 2", "those that are not open yet count as well."),
    ("block",
     "award x: excess of pips held by winner's opponents over winner to winner at round end",
     "The winner also scores what the loser holds in more pips than the winner."),
    ("cut_throat", "match: first side to reach 100, A starts with 30",
     "Player A starts the match with 30 points."),
    ("partnership", "next opener: finisher's opponents by choice",
     "The opponents of the player who laid the last tile choose which of them opens the next"),
    ("block", "domino: when mover has no tiles and last tile is double or plays is at least 10",
     "both they have no tiles left and the last tile is a double, or at least ten tiles have"),
    ("block", "redeal: when any player holds at least 1 doubles", "Nearly all deals are void."),
    ("block", "without award hand", "the winner of a round gets one point."),
]  # fmt: skip


@pytest.mark.parametrize(("game", "clause", "said"), SENTENCES)
def test_sentences(game: str, clause: str, said: str) -> None:
    text = f'variant "House"\nextends "{game}"\n{clause}\n'
    setup = load(Source("house.rules", text), library.bundled).setup()
    lines = [line for section in sheet(setup) for line in section.lines]
    assert any(said in line for line in lines), lines


def told(base: str, clause: str, title: str) -> list[str]:
    """A section of the sheet for all numbers of players of a child of one clause."""
    ruleset = load(
        Source("house.rules", f'variant "House"\nextends "{base}"\n{clause}\n'), library.bundled
    )
    sections = sheet_for_all([ruleset.setup(seats) for seats in ruleset.players])
    return next([*section.lines] for section in sections if section.title == title)


def test_a_choice_that_is_none_is_not_told() -> None:
    turn = told("block", "turn: play a double or play a tile or else pass", "A turn")
    assert turn[1:] == told("block", "", "A turn")[1:]


def test_what_numbers_of_players_differ_in_stands_at_its_place_with_its_cases() -> None:
    turn = told(
        "domohnoes",
        "turn: play a tile or pass when players is 2 or else pass\n"
        'blocked: when everyone passed in a row\nnote "- a note like a case"',
        "A turn",
    )
    assert turn[1:] == [
        "With two players: A player whose turn it is chooses one of these:",
        "- Lay a tile that fits an open end.",
        "- Pass.",
        (
            "With three or four players: A player who holds a tile that fits an open end must lay "
            "one. A player who can't must pass."
        ),
    ]


def test_a_game_for_several_numbers_of_players_has_tables() -> None:
    deal = "deal: 9 each for 2, 7 each"
    heading, *rows = told("all_fives", deal, "The deal")
    assert heading == (
        "Shuffle the tiles face down and deal by the number of players. The rest are the stock, "
        "from which players draw:"
    )
    assert rows == [
        "- With two players: nine tiles each, ten in the stock.",
        "- With three players: seven tiles each, seven in the stock.",
        "- With four players: seven tiles each, none in the stock.",
    ]
    share = "award pass: players to finisher after pass when passes in a row is players - 1"
    assert told("all_fives", share, "Points")[1] == (
        "After each pass, the player who laid the last tile scores one point for each player, if "
        "the number of passes in a row is the number of players minus one."
    )
    few = "award few: players to winner at round end when players is less than 4"
    assert told("mexican_train", few, "Points")[1:3] == [
        "With two players: The winner scores two points.",
        "With three players: The winner scores three points.",
    ]


def test_a_parameter_stands_in_its_place(call: Call) -> None:
    called = call("show", "partnership", "--set", "target=150", "--set", "key_tile=55")
    assert "has 150 points or more" in called.out
    assert "The player dealt [5|5] opens the first round" in called.out
    assert "Points to win the match (target): 150 (usually 200)" in called.out


@pytest.mark.parametrize(
    ("setting", "complaint"),
    [
        ("target=0", "this must be at least 1, not 0"),
        ("target=many", "must be a number"),
        ("goal=5", "no parameter 'goal'; it has target, key_tile"),
        ("target", "write NAME=VALUE"),
    ],
)
def test_a_parameter_that_does_not_fit(call: Call, setting: str, complaint: str) -> None:
    called = call("show", "partnership", "--set", setting)
    assert (called.code, called.out) == (2, "")
    assert complaint in called.err


def test_json(call: Call) -> None:
    answer = call("show", "domohnoes/3", "--json").json
    assert answer["players"] == [3]
    assert [section["title"] for section in answer["sheet"]][:2] == ["What you need", "The deal"]
    assert answer["clauses"]["match"].startswith("match:")


def test_a_narrow_terminal(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    assert max(map(len, call("show", "draw_one").out.splitlines())) <= 50


def test_a_parameter_that_nothing_reads_any_more_is_no_house_rule(
    call: Call, tmp_path: Path
) -> None:
    path = tmp_path / "short.rules"
    path.write_text('variant "Short"\nextends "partnership"\nmatch: one round\n', encoding="utf-8")
    out = call("show", str(path)).out
    assert out.endswith("House rules\n  The tile that opens the first round (key_tile): [6|6]\n")


def test_an_award_is_on_the_sheet_though_a_parameter_turns_it_off() -> None:
    text = (
        'variant "T"\nextends "partnership"\n'
        "parameter capicua = 0 from 0 to 100\nparameter fines = no\n"
        "define fined: fines and blocked\n"
        "award both: 2 * capicua to winner at round end when domino and ends it fitted is 2\n"
        "award fine: 10 to finisher's opponents at round end when fined\n"
        "award never: 0 to winner at round end\n"
    )
    points = {
        one.title: one.lines for one in sheet(load(Source("t", text), library.bundled).setup())
    }["Points"]
    assert points[1:-1] == (
        (
            "The winning side scores nothing (capicua is 0) if a player goes out and the last tile "
            "fitted both ends."
        ),
        "Only where a house plays “fines”:",
        (
            "- The opponents of the player who laid the last tile score ten points if the round is "
            "blocked."
        ),
    )


def test_a_sheet_is_as_narrow_as_the_terminal(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "24")
    assert max(map(len, call("show", "fives_and_threes").out.splitlines())) == 24
