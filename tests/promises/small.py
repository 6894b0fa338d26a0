"""Small games in which every round can be gone through, by what their promises depend on."""

from dominoes_lang.codegen.compiled import Compiled, compile_rules
from dominoes_lang.load import load
from dominoes_lang.text.source import Source
from dominoes_rules.library import bundled

TEXT = """\
variant "Small"
tiles: {tiles}
players: {players}
deal: {deal} each
layout: line
fits: equal numbers
first opener: lot plays any tile
turn: {turn}
domino: {domino}
blocked: {blocked}
winner:
    when domino: finisher's side
    otherwise: side with fewest pips, ties to nobody
{awards}
match: first side to reach 100
"""

PASS = "play a tile or else pass"
FREE_PASS = "play a tile or pass"
STOP = "play a tile or draw 1 then stop or pass when no tile can be drawn"
STOP_IF_STUCK = "play a tile or else draw 1 then stop or else pass"
PLAY = "play a tile or else draw 1 then play or else pass"
UNTIL = "play a tile or else draw until able then play or else pass"
OUT = "when mover has no tiles"
NOBODY = "when nobody can act"
PASSED = "when everyone passed in a row"

GAMES = {
    "three tiles": ("double-one", "2", 1, PASS, OUT, NOBODY),
    "three tiles, drawing": ("double-one", "2", 1, UNTIL, OUT, NOBODY),
    "six tiles": ("double-two", "2", 3, PASS, OUT, NOBODY),
    "six tiles, all pass": ("double-two", "2", 3, PASS, OUT, PASSED),
    "six tiles, free pass": ("double-two", "2", 3, FREE_PASS, OUT, PASSED),
    "six tiles, three": ("double-two", "3", 2, PASS, OUT, PASSED),
    "six tiles, three, free": ("double-two", "3", 2, FREE_PASS, OUT, PASSED),
    "six tiles, patience": ("double-two", "2", 3, FREE_PASS, OUT, "when passes in a row is 3"),
    "draw and stop": ("double-two", "2", 2, STOP, OUT, PASSED),
    "draw and stop if stuck": ("double-two", "2", 2, STOP_IF_STUCK, OUT, NOBODY),
    "draw and play": ("double-two", "2", 2, PLAY, OUT, NOBODY),
    "draw and play, all pass": ("double-two", "2", 2, PLAY, OUT, PASSED),
    "draw until able": ("double-two", "2", 2, UNTIL, OUT, NOBODY),
    "draw until able, three": ("double-two", "3", 1, UNTIL, OUT, NOBODY),
    "one tile left": ("double-two", "2", 3, PASS, "when mover holds at most 1 tile", NOBODY),
    "no doubles": ("double-three without doubles", "2", 3, PASS, OUT, NOBODY),
    "no blank": ("double-two without [0|0]", "2", 2, UNTIL, OUT, NOBODY),
    "who opens may pass": (
        "double-two", "2", 3, "play a tile or pass when mover is opener or else pass", OUT, PASSED,
    ),
}  # fmt: skip

AWARDS = {
    "all pips": "award hand: pips held by everyone to winner at round end",
    "others' pips": "award hand: pips held by winner's opponents to winner at round end",
    "own pips": "award own: 0 - pips held by each side to them at round end",
    "last tile": (
        "award hand: 5 to winner at round end\n"
        "award both: 7 to finisher's side at round end when ends it fitted is 2\n"
        "award ends: pips on ends * 2 to opener's side at round end when blocked"
    ),
    "table": (
        "award hand:\n"
        "    when domino: tiles held by everyone * 10\n"
        "    when winner is nobody: 0 - 3\n"
        "    otherwise: pips held by winner / 2 rounded up to 5\n"
        "    to each player except finisher at round end"
    ),
}

EACH_SIDE = {
    "prize": "award prize: 4 to each side's opponents at round end when domino",
    "fee": "award fee: 2 to each side's opponents after play",
    "fine": "award fine: 0 - 3 to each side's opponents after play",
    "toll": "award toll: 4 to each player's opponents at round end when domino",
}
"""Awards that pay a side once for each side or player that it is against."""


def small(game: str, award: str = "all pips") -> Compiled:
    """One of the small games, ready to be played."""
    tiles, players, deal, turn, domino, blocked = GAMES[game]
    text = TEXT.format(
        tiles=tiles, players=players, deal=deal, turn=turn, domino=domino, blocked=blocked,
        awards=(AWARDS | EACH_SIDE)[award],
    )  # fmt: skip
    return compile_rules(load(Source("small.rules", text), bundled).setup())
