"""The messages that the language page promises, word for word and at their places."""

import pytest

from dominoes_lang.load import load
from dominoes_lang.text.diagnostics import RulesError
from dominoes_lang.text.source import Source
from dominoes_rules.library import bundled

GAPLE = """\
variant "Gaple"

tiles:          double-six
players:        4
deal:           7 each
layout:         line
fits:           equal numbers
first opener:   holder of [6|6] plays it

turn:
    play a tile
    or else draw until able then play
    or else pass

domino:         when mover has no tiles
blocked:        when nobody can act
winner:         player with fewest pips, ties to nobody
"""

HOUSE = """\
variant "House rules"

tiles:          double-six
players:        2
deal:           7 each
layout:         line
fits:           equal numbers
winner:
  when blocked: side with lowest pips, ties to nobody
  otherwise:    finisher

first opener:   lot plays any tile
domino:         when mover has no tiles
blocked:        when nobody can act
turn: play a tile or draw 1 then stop or pass
"""


def messages(name: str, text: str) -> str:
    with pytest.raises(RulesError) as caught:
        load(Source(name, text), bundled)
    return str(caught.value)


def test_a_draw_from_a_stock_that_is_always_empty() -> None:
    (warning,) = load(Source("gaple.rules", GAPLE), bundled).warnings
    assert warning.render() == (
        'gaple.rules:12:13: warning: "draw" can never happen here [idle-draw]\n'
        "   12 |     or else draw until able then play\n"
        "      |             ^^^^ the stock is always empty: "
        "4 players × 7 = all 28 tiles (line 5)\n"
        "      = help: remove this step, or deal fewer tiles"
    )


def test_a_near_miss_and_a_round_without_end_in_one_run() -> None:
    assert messages("house.rules", HOUSE) == (
        'house.rules:9:27: error: "lowest" is not expected here; did you mean "fewest"?'
        " [unknown-word]\n"
        "    9 |   when blocked: side with lowest pips, ties to nobody\n"
        "      |                           ^^^^^^\n"
        "\n"
        "house.rules:15:42: error: this round could go on for ever [endless]\n"
        "   15 | turn: play a tile or draw 1 then stop or pass\n"
        "      |                                          ^^^^ passing is a free choice, and "
        '"blocked" waits until nobody can act\n'
        "      = example: A passes, B passes, A passes, …\n"
        '      = help: write "or else pass", or use "blocked: when everyone passed in a row"'
    )


def test_carets_stand_under_wide_signs_and_tabs() -> None:
    text = 'variant "点数"\nextends "block"\nmatch:\tone\tturn # 点\n'
    lines = messages("wide.rules", text).split("\n")
    assert lines[1] == "    3 | match: one turn # 点"
    assert lines[2].startswith("      |            ^^^^")
    lines = messages("wide.rules", 'variant "点" wide\nextends "block"\n').split("\n")
    assert lines[2].startswith(f"      | {' ' * 13}^^^^ expected")


def test_what_a_terminal_would_act_on_is_not_printed() -> None:
    text = 'variant "x"\nextends "block"\n\x1b[31mred\u202e: \x07\n'
    assert not {"\x1b", "\x07", "\u202e"} & set(messages("bad\x1bname.rules", text))


def test_a_long_line_is_cut_around_the_mistake() -> None:
    text = f'variant "x"\nextends "block"\nmatch: {"one " * 200}round'
    shown = messages("long.rules", text).split("\n")
    assert max(map(len, shown[1:3])) < 250
    assert shown[2].index("^") < 170


@pytest.mark.parametrize(
    ("clause", "instead"),
    [
        (
            "turn: play a tile or else play tiles while able",
            (
                'this version supports seven ways to play, five ways to draw, "discard a tile", '
                '"pass" and "stop"'
            ),
        ),
    ],
)
def test_what_is_not_built_is_shown_with_what_there_is(clause: str, instead: str) -> None:
    with pytest.raises(RulesError) as caught:
        load(Source("x.rules", f'variant "X"\nextends "block"\n{clause}\n'), bundled)
    found = [one for one in caught.value.diagnostics if one.code == "not-built"]
    assert [one.helps for one in found] == [(instead,)]


@pytest.mark.parametrize(
    ("who", "instead"),
    [
        ("opener's side", '"opener" or "opener\'s partner"'),
        ("finisher's opponents", '"player after finisher" or "player before finisher"'),
        (
            "winner",
            (
                'by cases: "when winner is finisher\'s side: finisher", '
                '"otherwise: player after finisher"'
            ),
        ),
        (
            "winner's opponents",
            (
                'by cases: "when winner is finisher\'s side: player after finisher", '
                '"otherwise: finisher"'
            ),
        ),
    ],
)
def test_one_player_of_a_side_is_named_in_words_that_keep_its_meaning(
    who: str, instead: str
) -> None:
    text = f'variant "T"\nextends "partnership"\nnext opener: {who}\n'
    found = messages("t.rules", text)
    assert "this is a side of 2 players, but one player is needed here" in found
    colon = "" if instead.startswith("by") else ":"
    assert f"help: name one player of it{colon} {instead}" in found


@pytest.mark.parametrize(
    ("clauses", "advice"),
    [
        (
            "players: 6 in teams of 4",
            (
                'write "players: 6 in teams of 2" or "players: 6 in teams of 3", '
                'or leave out the teams: "players: 6"'
            ),
        ),
        (
            "layout: trains from round's double\ndoubles: first is spinner",
            'write "doubles: inline" or "doubles: must be covered"',
        ),
        (
            "layout: trains from round's double\ndoubles: first is spinner, must be covered",
            'leave out "first is spinner"',
        ),
        (
            "layout: line from [6|6]\nfirst opener: holder of [6|6] plays it or else lot",
            'nobody is dealt that tile either: write "lot", or name a seat',
        ),
        (
            "layout: line from [6|6]\nfirst opener: A plays [5|5] or else lot",
            'name the player alone, as in "A"',
        ),
        (
            "award a: 5 to winner at round end\naward a: 9 to winner at round end",
            'keep one of the two, or give the second another name, for instance "award a_2"',
        ),
        (
            "parameter double = 50\naward b: double to winner at round end",
            'if your own "double" is meant, choose another name, for instance "my_double"',
        ),
    ],
)
def test_the_advice_is_about_what_was_written(clauses: str, advice: str) -> None:
    shown = messages("house.rules", f'variant "House rules"\nextends "block"\n{clauses}\n')
    assert f"= help: {advice}\n" in f"{shown}\n"
