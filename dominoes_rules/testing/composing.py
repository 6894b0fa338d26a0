"""Random rulesets, put together clause by clause from what the language offers."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import assume, note
from hypothesis import strategies as st

from dominoes_lang import load as lang
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.syntax.vocabulary import SETS, suggestion
from dominoes_lang.text.diagnostics import RulesError
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_lang.text.source import Source
from dominoes_rules import library

PLAYERS: Sequence[tuple[int, int]] = ((2, 1), (3, 1), (4, 2), (4, 1), (6, 2), (6, 3))
"""The numbers of seats, and how many make a side."""

TURNS = {
    "pass": ("play a tile", "or else pass"),
    "draw and stop": ("play a tile", "or else draw 1 then stop", "or else pass"),
    "draw and play": ("play a tile", "or else draw 1 then play", "or else pass"),
    "draw until able": ("play a tile", "or else draw until able then play", "or else pass"),
    "draw twice": (
        "play a tile",
        "or else draw 1 then stop when plays is less than 4",
        "or else draw 1 then play",
        "or else pass",
    ),
    "draw freely": ("play a tile", "or draw 1 then stop", "or pass when no tile can be drawn"),
    "draw two": ("play a tile", "or else draw 2 then stop", "or else pass"),
    "draw three freely": (
        "play a tile",
        "or draw 3 then stop when plays is less than 6",
        "or else draw until able then play",
        "or else pass",
    ),
    "several on the last tile": (
        "play a tile when tiles this turn is 0",
        "or else pass when tiles this turn is 0",
        "or else play a tile on the last tile",
        "or else stop",
        "again after tiles this turn is at least 1",
    ),
    "a double more": (
        "play a tile",
        "or else pass",
        "then again: play a double when plays is more than 2",
        "or else stop",
    ),
    "a tile more after a double": (
        "play a tile",
        "or else draw 1 then play",
        "or else pass",
        "then again: play a tile on the last tile",
        "or discard a tile",
        "or else stop",
        "again after last tile is double",
    ),
    "drop out": ("play a tile", "or else drop out"),
    "draw and drop out": (
        "play a tile",
        "or draw 1 then stop when players still in is at least 2",
        "or else draw until able then play",
        "or else drop out",
    ),
    "draw up to two": ("play a tile", "or else draw up to 2 then play", "or else pass"),
    "draw and go on": ("play a tile", "or draw 1 then go on", "or else pass"),
    "draw several ways": (
        "play a tile when plays is at least 2",
        "or draw 2 then go on when tiles in stock is at least 3",
        "or else play a tile",
        "or else draw up to 2 then play when plays is less than 4",
        "or else draw 2 then stop",
        "or else pass",
    ),
    "draw until able freely": (
        "play a tile",
        "or draw until able then play",
        "or pass when no tile can be drawn",
    ),
    "pass after a double": ("play a tile", "or pass when last tile is double", "or else pass"),
    "pass freely": ("play a tile", "or pass"),
    "pass in the end": ("pass when plays is at least 3", "or else play a tile", "or else pass"),
    "play again after a double": (
        "play a tile",
        "or else pass",
        "again after last tile is double",
    ),
    "one more after a double": (
        "play a tile",
        "or else pass",
        "again after last tile is double and tiles this turn is less than 2",
    ),
    "two doubles at once": (
        "play a tile when tiles this turn is 0",
        "or else pass when tiles this turn is 0",
        "or else play a double",
        "or stop",
        "again after last tile is double",
    ),
    "as many as fit": (
        "play a tile",
        "or stop",
        "or else draw 1 then play when tiles this turn is 0",
        "or else pass",
        "again after plays is less than 6",
    ),
    "aside": ("play a tile", "or else discard a tile", "or else pass"),
    "at each end": (
        "play a tile at each end",
        "or play a tile when tiles held by mover is 1",
        "or else draw 1 then stop",
        "or else pass",
    ),
    "aside after a double": (
        "play a tile",
        "or discard a tile when last tile is double",
        "or else draw 1 then play when tiles this turn is 0",
        "or else discard a tile",
        "or else pass",
        "again after last tile is double",
    ),
    "draw after a double": (
        "play a tile",
        "or draw 1 then stop when last tile is double and mover is not B",
        "or else pass",
    ),
}
DROPPING = ("drop out", "draw and drop out")
"""Those in which a player who can't play is out of the round."""
ON_TRAINS = {
    "own train first": (
        "play a tile on own train when tiles this turn is 0",
        "or else pass when tiles this turn is 0",
        "or else play a tile on each other train",
        "or stop",
        "again after tiles this turn is at least 1",
    ),
    "own train or another": (
        "play a tile on own train",
        "or else play a tile on each other train",
        "or else pass",
        "again after last tile is double",
    ),
}
"""Turns that need trains; they need no stock either."""
WITHOUT_STOCK = ("pass", "pass after a double", "pass freely", "pass in the end",
                 "play again after a double", "one more after a double",
                 "two doubles at once", "a double more", "aside", "drop out")  # fmt: skip
FREE = ("draw freely", "draw until able freely", "pass after a double", "pass freely")
"""Turns in which a player who could act may pass, so `nobody can act` would not end the round."""

PASSES = (
    "everyone passed in a row",
    "mover is A and passes in a row is 1 or everyone passed in a row",
    "player after mover is A and passes in a row is at least 1 or everyone passed in a row",
)
BLOCKED = (*PASSES, "nobody can act", "nobody can act or passes in a row is 2")

TRYING_AGAIN = "    or else everyone draws 1 and tries again\n"
OPENERS = (
    "lot plays any tile",
    "A plays any tile",
    "holder of highest double plays it\n    or else lot plays any tile",
    "player with most doubles, ties to A plays any tile",
    "holder of lowest double plays it\n    or else B plays highest tile\n    or else A",
    "holder of heaviest tile plays it",
    "B plays any of doubles [1|0]\n    or else A plays any tile",
    "B plays any double\n    or else lot plays any tile",
    "holder of round's double plays it\n    or else lot plays any tile",
    f"holder of highest double plays it\n{TRYING_AGAIN}    or else lot plays any tile",
    f"holder of [1|1] plays it\n    or else holder of [0|0]\n{TRYING_AGAIN}    or else A",
)
REDEALING = "holder of highest double plays it\n    or else redeal"
"""For games in which every double may be left undealt."""
NEXT_OPENERS = (
    "opener",
    "finisher",
    "player after opener",
    "holder of highest double plays it\n    or else opener",
    "holder of round's double plays it\n    or else opener",
    f"holder of round's double plays it\n{TRYING_AGAIN}    or else opener",
    "\n    when domino:    finisher\n    otherwise:      player before opener",
    "\n    when round is 2:    A\n    otherwise:    holder of [1|1] plays it or else finisher",
    "\n    when finisher's side is winner:   finisher\n    otherwise:      player after finisher",
)
AFTER_A_TIE = "\n    when winner is nobody:   opener\n    otherwise:      player after finisher"
"""For games in which a round may have no winner."""
OF_TEAMS = ("opener's side by choice", "finisher's opponents by choice")
"""For games in which a side may choose."""
OF_TWO_PLAYERS = ("opener's opponents", "player after finisher's opponents")
"""For games in which somebody's opponents are one player."""

LAST_IN = "players still in is 1 and mover is finisher"
"""How a round may end in which players drop out."""
DOMINO_WINNERS = ("finisher's side", "side with fewest pips, ties to finisher's side")
BLOCKED_WINNERS = (
    "side with fewest pips, ties to nobody",
    "side with most pips, ties to finisher's side",
    "side with fewest tiles then fewest pips, ties to nobody",
    "player with fewest pips, ties to opener's side",
    "finisher's side",
    "nobody",
)

AWARDS = (
    "pips held by everyone to winner at round end",
    "pips held by winner's opponents to winner at round end",
    "pips held by winner's opponents - pips held by winner to winner at round end",
    "pips held by each side to them at round end",
    "0 - tiles held by each player to them at round end",
    "25 to winner at round end when domino and ends it fitted is 2",
    "10 to finisher's side at round end when last tile is double",
    "5 to opener's side at round end when winner is opener's side",
    "4 to mover at round end when last tile is [1|0] or last tile is [1|1]",
    "3 to player with fewest pips then fewest tiles at round end when blocked",
    "pips on ends * 2 to winner at round end when blocked",
    "plays + passes in a row to winner at round end",
    "pips held by winner's opponents rounded to nearest 5 to winner at round end",
    "3 to each player at round end when they hold a 1",
    "tiles in stock to winner at round end",
    "rounds without winner to winner at round end",
    "rounds won running by winner to winner at round end",
    "void deals before it + 1 to winner at round end",
    "passes this round + passes running by everyone to winner at round end",
    "excess of pips held by everyone over winner to winner at round end",
    "pips in stock to finisher's side at round end",
    "4 to finisher's side at round end when finisher's opponents holds no number of last tile",
    "high half of last tile - low half of last tile to winner at round end",
    "most tiles of one number held by winner's opponents to winner at round end",
    "tiles with a 1 held by each player to them at round end",
    "4 to winner at round end when nobody holds at least 2 tiles of one number",
)

OF_THOSE_IN = (
    "tiles held by players still in to winner at round end",
    "players still in + 1 to last player in at round end when not opener dropped out",
    "tiles held by mover to finisher after pass when players still in is at least 1",
    "2 to players still in after pass when players still in is less than players",
)
"""Awards for games in which players drop out."""
ON_THE_WAY = (
    "pips on ends / 5 to mover after play when pips on ends is a multiple of 5",
    "halves like it to mover after play when ends alike is 2",
    "10 to opener's side after play when plays is 2 and passes before it is 1",
    "5 to finisher's side after pass when passes in a row is players - 1",
    "0 - 2 to mover after pass",
    "3 to mover's opponents after pass when passes this round is 1",
    "passes running by mover to A after pass when passes running by mover is at least 2",
    "passes this round to mover after play",
    "20 to each player at the deal when they hold at least 2 doubles",
    "2 * void deals before it + 1 to mover after play when plays is 1",
    "5 to finisher's side after play when nobody can play",
    "1 to each player after draw when they have no tiles or mover is A",
    "tiles this turn to mover after play when score of mover is less than 20",
)
"""Awards that are paid while a round is played."""

MATCHES = (
    "first side to reach 100",
    "first side to reach target",
    "5 rounds, lowest total wins",
    "5 rounds, most wins",
    "3 wins in a row",
    "one round",
    "first side to reach 30, overshoot is ignored, checked after every play",
    "first side to reach 20, checked after every play, shutout counts double",
    "until a side reaches 40, lowest total wins",
    "until one side is left, out at 40",
    "3 wins, starting again when every side has won",
    "5 wins, drawn when another side has 3",
    "first side to reach 40, checked after every play, B starts with 25",
    "5 wins, A starts with 2",
    "first side to reach 40, leading by 10",
    "3 rounds, highest total wins, ties play on",
    "2 wins, best of 3",
)

VALUED = ("", "", "doubles are 2 per pip, ", "tiles with a 3 are 10, doubles are 0, ")
"""What comes before the value of a tile."""
REDEALS = (
    "any player holds at least 5 doubles",
    "any player holds at least 60 pips",
    "any side holds at least 6 doubles or A's side holds no 0",
    "any player holds at least 6 tiles of one number",
    "A holds at least 3 doubles and any player holds at most 1 tiles with a 0",
)


def rulesets(*, largest: str = "double-six", stock: bool = True) -> st.SearchStrategy[Ruleset]:
    """Rulesets that pass every check, composed of the clauses of the language.

    `largest` is the largest tile set. With `stock=False`, no game has draws. The text is
    `ruleset.source.text`, and is printed with a failing example.

    Shrinks towards few tiles, two players, small hands, and the first phrase of each table of
    `dominoes_rules.testing.composing`: nobody draws, all pips to the winner.
    """
    return _texts(pips_of(largest), stock).map(sound)


def pips_of(name: str) -> int:
    """The most pips on a half of a tile set. Raises `ArgumentError` for an unknown set."""
    if name not in SETS:
        near = suggestion(name, list(SETS))
        hint = f'; did you mean "{near}"?' if near else "; write double-six or another of them"
        raise ArgumentError(f"{name!r} is not a tile set{hint}")
    return SETS[name]


def sound(text: str) -> Ruleset:
    """The ruleset of a text; the example is dropped where the checker refuses it."""
    try:
        ruleset = lang.load(Source("composed.rules", text), library.bundled)
    except RulesError:
        assume(False)
        raise
    note(text)
    return ruleset


TABLES = (
    *[("line",)] * 4,
    ("line open at one end",),
    ("line", "first is spinner"),
    ("line", "all are spinners"),
    ("line", "must be covered"),
    ("star of 2",),
    ("star of 2, then doubles",),
    ("star of 2", "all are spinners", "must be covered"),
    ("star of 2 from round's double", "all are spinners", "must be covered"),
    ("line from stock",),
    ("trains from round's double, one public", "must be covered"),
    ("trains, one public",),
    ("trains from round's double down and up again, two public",),
    ("trains from own doubles",),
)
"""How tiles are laid: the layout, and how doubles lie."""


@st.composite
def _texts(draw: st.DrawFn, largest: int, stock: bool) -> str:
    highest = draw(st.integers(1, largest))
    layout, *doubles = draw(st.sampled_from(TABLES))
    begun = " from " in layout and "own" not in layout
    tiles = (highest + 1) * (highest + 2) // 2 - begun
    seats, team = draw(st.sampled_from([sizes for sizes in PLAYERS if sizes[0] <= tiles]))
    hand = draw(st.integers(1, min(9, tiles // seats)))
    rest = tiles - seats * hand
    turns = TURNS if stock and rest else WITHOUT_STOCK
    trains = layout.startswith("trains")
    turn = draw(st.sampled_from([*turns, *(ON_TRAINS if trains else ())]))
    draws = turn not in (*WITHOUT_STOCK, *ON_TRAINS)
    reserve = draw(st.integers(0, rest - 1)) if draws else 0
    dropping = turn in DROPPING
    ends = PASSES if turn in FREE or trains else BLOCKED
    blocked = draw(st.sampled_from((*ends, LAST_IN) if dropping else ends))
    paid = (*AWARDS, *OF_THOSE_IN) if dropping else AWARDS
    awards = draw(st.lists(st.sampled_from(paid), max_size=3, unique=True))
    winner = draw(st.sampled_from(BLOCKED_WINNERS))
    on_the_way = draw(st.lists(st.sampled_from(ON_THE_WAY), max_size=2, unique=True))
    match = draw(st.sampled_from(MATCHES))
    assume("is left" not in match or seats // team > 2)
    openers: tuple[str, ...] = OPENERS if rest <= highest else (*OPENERS, REDEALING)
    next_openers = (*NEXT_OPENERS, *(AFTER_A_TIE,) * ("nobody" in winner))
    if seats == PLAYERS[0][0]:
        next_openers += OF_TWO_PLAYERS
    if team > 1:
        next_openers += OF_TEAMS[: 2 if seats == 2 * team else 1]
    if rest - reserve < seats:
        openers = tuple(row for row in openers if TRYING_AGAIN not in row)
        next_openers = tuple(row for row in next_openers if TRYING_AGAIN not in row)
    half = st.integers(0, highest)
    ways = ["equal numbers", f"numbers adding to {highest + draw(half)}"]
    ways = ways[: 1 if draw(st.booleans()) else 2]
    wild = [f", wild {draw(half)}", f", wild [{highest}|{draw(half)}]"]
    fits = draw(st.sampled_from(ways)) + draw(st.sampled_from(["", "", *wild]))
    fits += draw(st.sampled_from(["", "", ", only after its double"]))
    star = layout.startswith("star")
    assume(not star or highest > 1)  # of double-one a star of two can't be filled
    opener, next_opener = draw(st.sampled_from(openers)), draw(st.sampled_from(next_openers))
    if begun:
        opener, next_opener = "lot", "player after opener"
    elif star or trains:
        opener = next_opener = REDEALING if rest > highest else REDEALING.partition("\n")[0]
    lines = [
        'variant "Composed"',
        f"tiles: {next(name for name, number in SETS.items() if number == highest)}",
        f"players: {seats}" + (f" in teams of {team}" if team > 1 else ""),
        f"deal: {hand} each",
        f"reserve: {reserve}",
        f"layout: {layout}",
        f"fits: {fits}",
        f"first opener: {opener}",
        f"next opener: {next_opener}",
        "turn:",
        *(f"    {step}" for step in (TURNS | ON_TRAINS)[turn]),
        "domino: when mover has no tiles",
        f"blocked: when {blocked}",
        "winner:",
        f"    when domino: {draw(st.sampled_from(DOMINO_WINNERS))}",
        f"    when blocked: {winner}",
        *(f"award number{number}: {award}" for number, award in enumerate(awards)),
        *(f"award way{number}: {award}" for number, award in enumerate(on_the_way)),
        f"match: {match}",
    ]
    if "target" in match:
        lines.append("parameter target = 100 from 10 to 500")
    if draw(st.booleans()):
        lines.append("direction: counterclockwise")
    counted = ["count both halves at ends"] * draw(st.booleans())
    if doubles or counted:
        lines.append(f"doubles: {', '.join([*doubles, *counted])}")
    if draw(st.booleans()):
        value = draw(st.integers(0, 50))
        classes = draw(st.sampled_from(VALUED))
        lines.append(f"tile value: {classes}[0|0] is {value}")
    if draw(st.booleans()):
        lines.append(f"redeal: when {draw(st.sampled_from(REDEALS))}")
    return "\n".join([*lines, ""])
