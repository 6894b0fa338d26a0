"""Variants cut down to a few tiles, so that every deal can be tried."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.load import load
from dominoes_lang.text.source import Source
from dominoes_rules import library

RULESETS = Path(__file__).parent.parent / "rulesets"


@cache
def small(parent: str, tiles: str, deal: int, seats: int | None = None, more: str = "") -> Compiled:
    """A bundled variant, or one of `tests/rulesets`, on a small set of tiles."""
    text = f'variant "Small"\nextends "{parent}"\ntiles: {tiles}\ndeal: {deal} each\n{more}\n'
    return library.compiled(
        load(Source(str(RULESETS / "small.rules"), text), library.bundled), seats
    )


@cache
def written(text: str, seats: int | None = None) -> Compiled:
    """A ruleset of its own."""
    return library.compiled(load(Source("small.rules", text), library.bundled), seats)


def key_tile(tile: str) -> str:
    return f"parameter key_tile = [{tile}]"


BUNDLED: dict[str, Callable[[], Compiled]] = {
    "partnership, 4 tiles": lambda: small(
        "partnership", "double-two without [0|0] [1|0]", 1, 4, key_tile("2|2")
    ),
    "partnership, 8 tiles": lambda: small(
        "partnership", "double-three without [0|0] [2|0]", 2, 4, key_tile("1|1")
    ),
    "block, 6 tiles": lambda: small("block", "double-two", 2),
    "block, 10 tiles": lambda: small("block", "double-three", 3),
    "draw, 6 tiles": lambda: small("draw", "double-two", 1),
    "draw, 6 tiles, 2 each": lambda: small("draw", "double-two", 2),
    "draw, 10 tiles": lambda: small("draw", "double-three", 3),
    "draw, 10 tiles, 2 each": lambda: small("draw", "double-three", 2),
    "draw_one, 6 tiles": lambda: small("draw_one", "double-two", 2),
    "draw_one, 10 tiles": lambda: small("draw_one", "double-three", 3),
    "domohnoes for 2": lambda: small("domohnoes", "double-three", 3, 2, "players: 2"),
    "domohnoes for 3": lambda: small("domohnoes", "double-three", 2, 3),
    "domohnoes for 3, all dealt": lambda: small("domohnoes", "double-two", 2, 3, "players: 3"),
    "domohnoes for 4": lambda: small("domohnoes", "double-three", 2, 4),
}

PAID_TO_SIDES = """
parameter key_tile = [1|1]
award pair: 7 to each side at the deal when they hold at least 2 doubles
"""
PAID_AT_THE_DEAL = """
award doubles:
    when they hold at least 2 doubles: 20
    otherwise: 3
    to each player at the deal when they hold at least 1 double
award three: tiles held by A to B at the deal when A holds a 3
"""
DOUBLE_OPENS = "first opener: holder of highest double plays it or else redeal"
A_PLAYER_OPENS = "first opener: lot\nnext opener: player after opener"
FEET_FROM = f"doubles: all are spinners, must be covered\n{A_PLAYER_OPENS}"
ON_TRAINS = f"""
doubles: must be covered
turn: play a tile or else draw 1 then play or else pass again after last tile is double
blocked: when everyone passed in a row and no tile can be drawn
{A_PLAYER_OPENS}
"""
FROM_A_HAND = f"{ON_TRAINS.partition('first opener')[0]}{DOUBLE_OPENS}\n"
OWN_FIRST = f"""
turn:
    play a tile on own train when tiles this turn is 0
    or else pass when tiles this turn is 0
    or else play a tile on each other train
    or stop
    again after tiles this turn is at least 1
blocked: when everyone passed in a row
{A_PLAYER_OPENS}
"""
OWN_TURN = OWN_FIRST.partition("first opener")[0]
FROM_OWN_DOUBLES = f"""
redeal: when any player holds at most 0 doubles
{OWN_TURN}
first opener: holder of highest double plays it or else redeal
next opener: player after opener plays any double or else redeal
"""
DRAWING_DOUBLES = """
turn: play a tile or else draw 1 then play or else pass
blocked: when everyone passed in a row
first opener: lot plays any double or else redeal
next opener: player after opener plays any double or else redeal
"""
EACH_OTHER = f"""
doubles: must be covered
turn: play a tile on own train or else play a tile on each other train or else draw 1 then play
    or else pass again after last tile is double
blocked: when everyone passed in a row and no tile can be drawn
{A_PLAYER_OPENS}
"""
ODD_FITS = "fits: numbers adding to 3, wild 1 [0|0], only after its double"
OPENERS = """
first opener:   holder of [2|2] plays it
                or else holder of [1|1] plays [1|1]
                or else holder of [2|1] plays any tile
                or else B plays [0|0]
                or else redeal
next opener: lot plays any tile
"""

CHAIN = """variant "Chain"
tiles: double-two
players: 3
deal: 1 each
layout: line
fits: equal numbers
first opener: {opener}
turn: play a tile or else draw 1 then play or else pass
domino: when mover has no tiles
blocked: when nobody can act
winner:
    when domino: finisher
    when blocked: nobody
match: one round
"""

TURNS = """variant "Turns"
tiles: double-three
players: 2
deal: 3 each
layout: line
fits: equal numbers
first opener: {opener}
turn:
    {turn}
domino: when mover has no tiles
blocked: when {blocked}
winner:
    when domino: finisher
    when blocked: nobody
match: one round
"""


def chain(opener: str) -> Compiled:
    return written(CHAIN.format(opener=opener))


def turns(
    turn: str, blocked: str = "nobody can act", opener: str = "lot plays any tile"
) -> Compiled:
    return written(TURNS.format(turn=turn, blocked=blocked, opener=opener))


DROPPING: dict[str, Callable[[], Compiled]] = {
    "who can't play drops out, in the middle of three": lambda: small(
        "pass_and_out", "double-three without [3|0]", 2, 3
    ),
    "out of the round by choice": lambda: turns(
        "play a tile or draw 1 then stop when players still in is 2 or drop out when plays is 2 "
        "or else draw until able then play or else drop out",
        "nobody can act",
    ),
}
"""Players drop out, which a snapshot does not show."""
VARIED: dict[str, Callable[[], Compiled]] = {
    **DROPPING,
    "paid at the deal": lambda: small("draw_one", "double-three", 3, 2, PAID_AT_THE_DEAL),
    "paid at the deal to sides": lambda: small(
        "partnership", "double-three without [0|0] [2|0]", 2, 4, PAID_TO_SIDES
    ),
    **{
        name: partial(small, "draw_one", "double-three", hand, 2, f"layout: {layout}\n{more}")
        for name, hand, layout, more in (
            ("one end", 3, "line open at one end", ""),
            ("ring", 3, "star of 3, then doubles", DOUBLE_OPENS),
            ("feet", 3, "star of 2", f"doubles: all are spinners, must be covered\n{DOUBLE_OPENS}"),
            ("spinner", 2, "line", "doubles: first is spinner"),
            ("covered", 3, "line", "doubles: must be covered"),
            ("feet from a double", 3, "star of 2 from round's double", FEET_FROM),
            ("one end from a tile", 2, "line open at one end from [2|1]", A_PLAYER_OPENS),
            ("line from the stock", 2, "line from stock", A_PLAYER_OPENS),
            ("trains", 3, "trains from round's double, one public", ON_TRAINS),
            ("trains without a public one", 3, "trains from [3|3]", ON_TRAINS),
            ("two public trains", 3, "trains from [3|3], two public", ON_TRAINS),
            ("trains from a hand", 3, "trains, one public", FROM_A_HAND),
            ("own doubles", 3, "trains from own doubles", FROM_OWN_DOUBLES),
            ("own doubles, drawing", 2, "trains from own doubles", DRAWING_DOUBLES),
            ("own trains first", 3, "trains from [3|3], one public", OWN_FIRST),
            ("each other train", 3, "trains from round's double", EACH_OTHER),
        )
    },
    "sums, wild ones, doubles first": lambda: small("draw_one", "double-three", 2, 2, ODD_FITS),
    "reserve": lambda: small("reserve", "double-three", 2, 2, "parameter stay = 2"),
    "draw by choice": lambda: small(
        "draw_by_choice",
        "double-three",
        3,
        2,
        "first opener: holder of highest double plays it or else holder of [3|2] plays it "
        "or else lot plays any tile",
    ),
    "draw one, then play, for 2": lambda: small(
        "draw_one_play", "double-three", 3, 2, "players: 2"
    ),
    "draw one, then play, for 3": lambda: small("draw_one_play", "double-two", 1, 3, "players: 3"),
    "openers": lambda: small("openers", "double-two", 1, 3, OPENERS),
    "pass freely": lambda: small("pass_freely", "double-three", 3, 2),
    "redeal with many doubles": lambda: small(
        "redeal",
        "double-three",
        2,
        4,
        "redeal: when any player holds at least 2 doubles or any player holds at least 9 pips",
    ),
    "redeal without doubles": lambda: small("redeal_no_doubles", "double-three", 3, 2),
    "redeal without doubles, 6 tiles": lambda: small("redeal_no_doubles", "double-two", 2, 2),
    "redeal by tile and number": lambda: small(
        "block",
        "double-three",
        3,
        2,
        "redeal: when A holds [3|3] or any player holds no 1 or B holds a 0",
    ),
    "redeal by tiles of one number": lambda: small(
        "block",
        "double-three",
        3,
        2,
        "redeal: when any player holds at least 3 tiles of one number or B holds at least 2 tiles "
        "with a 1 and A holds no 2",
    ),
    "redeal by what all hold": lambda: small(
        "draw_one",
        "double-three",
        3,
        2,
        "redeal: when everyone holds at least 1 doubles and not any player holds at most 1 tiles "
        "of one number",
    ),
    "redeal by side": lambda: small(
        "partnership",
        "double-three",
        2,
        4,
        "first opener: lot plays any tile\n"
        "redeal: when any side holds at least 3 doubles or B's side holds no 1",
    ),
    "a play that nobody can follow pays": lambda: small(
        "locking_play", "double-three", 3, 2, "match: first side to reach 8, overshoot is ignored"
    ),
    "a play that nobody can follow, for three": lambda: small("locking_play", "double-two", 2, 3),
    "two draw steps": lambda: small(
        "two_draw_steps",
        "double-three",
        3,
        2,
        "first opener: holder of highest double plays any tile or else A plays any tile\n"
        "turn: play a tile or else draw 1 then play when tiles in stock is more than 2 "
        "or else draw until able then play or else pass",
    ),
    "heavy hands": lambda: small("winner_by_most", "double-two", 1, 3),
    "no tile fits": lambda: small("blocked_by_play", "double-three", 3, 2),
    "no tile fits, for 3": lambda: small("blocked_by_play", "double-two", 1, 3),
    "one left": lambda: small("last_tile_left", "double-three", 3, 2, "players: 2"),
    "draw and stop when stuck": lambda: small(
        "holders",
        "double-two",
        1,
        3,
        "".join(f"without award {name}\n" for name in ("blank", "sixes", "no_five")),
    ),
    "named parts": lambda: small(
        "defines",
        "double-three",
        2,
        3,
        "first opener: holder of [3|3] plays any tile or else A plays any tile",
    ),
    "no doubles": lambda: small(
        "no_doubles", "double-three without doubles", 2, 3, "first opener: holder of [3|2] plays it"
    ),
    "opener beside a holder": lambda: chain(
        "player after holder of [2|2] plays any tile or else player before holder of [1|1] plays "
        "[2|1] or else A plays any tile"
    ),
    "opener with the highest double of all": lambda: chain(
        "C plays highest double or else holder of [2|1] plays it or else B plays any tile"
    ),
    "highest double, then any tile": lambda: chain(
        "holder of highest double plays any tile or else redeal"
    ),
    "lowest double": lambda: chain(
        "holder of lowest double plays it or else holder of heaviest tile plays any tile"
    ),
    "heaviest tile": lambda: chain("holder of heaviest tile plays it"),
    "opener with the heaviest tile of all": lambda: chain(
        "C plays highest tile or else B plays lowest double or else holder of heaviest tile"
    ),
    "any double, or one of two tiles": lambda: chain(
        "B plays any double or else C plays any of [2|1] [1|0] "
        "or else lot plays any of doubles [2|0] or else redeal"
    ),
    "a side chooses its opener": lambda: small(
        "partnership", "double-two", 1, 4, key_tile("2|2") + "\nfirst opener: A's side by choice"
    ),
    "partner of a holder": lambda: small(
        "partnership",
        "double-two",
        1,
        4,
        key_tile("2|2")
        + "\nfirst opener: player after holder of key_tile plays any tile or else A plays any tile",
    ),
    "draw one or more": lambda: turns(
        "play a tile or else draw 1 then stop when plays is at most 2 "
        "or else draw until able then play or else pass"
    ),
    "draw and choose again": lambda: turns("play a tile or draw 1 then go on or else pass"),
    "draw one, two, or up to two": lambda: turns(
        "play a tile or else draw 1 then go on when plays is 1 "
        "or else draw up to 2 then play when plays is 3 or else draw 2 then go on or else pass"
    ),
    "as many as follow one another": lambda: turns(
        "play a tile when tiles this turn is 0 or else pass when tiles this turn is 0 "
        "or else play a tile on the last tile or else stop "
        "again after tiles this turn is at least 1"
    ),
    "on the last tile, or draw": lambda: turns(
        "play a tile when tiles this turn is 0 or else play a double or play a tile on the last "
        "tile or else stop or else draw 1 then play or else pass again after plays is at least 2"
    ),
    "who can't play lays a tile aside": lambda: turns(
        "play a tile or else discard a tile or else pass", "everyone passed in a row"
    ),
    "a tile may be laid aside": lambda: turns(
        "play a tile or discard a tile when plays is at least 2 or else discard a tile "
        "or else pass",
        "nobody can play",
    ),
    "gaple, 8 tiles": lambda: small("gaple", "double-three without [3|0] [2|0]", 2, 4),
    "double draw, 9 tiles": lambda: small("double_draw", "double-three without [3|3]", 2, 2),
    "one at each end, or draw": lambda: turns(
        "play a tile at each end or else draw 1 then stop or else pass",
        "everyone passed in a row",
    ),
    "one at each end, or the last one": lambda: turns(
        "play a tile at each end when plays is at most 3 "
        "or else play a tile when tiles held by mover is 1 or else draw 2 then stop "
        "or else pass",
        "everyone passed in a row",
    ),
    "no play behind a pass": lambda: turns(
        "play a tile when passes in a row is 0 or else draw 1 then play or else pass",
        "everyone passed in a row",
    ),
    "a play may be held back": lambda: turns(
        "play a tile or draw 1 then play or else pass", "nobody can act"
    ),
    "nobody can play and enough passes": lambda: turns(
        "play a tile or else draw 1 then stop or else pass",
        "nobody can play and tiles in stock is at most 2 or everyone passed in a row",
    ),
    "the heaviest hand opens": lambda: turns(
        "play a tile or else draw 1 then stop or else pass",
        opener="player with most pips, ties to A",
    ),
    "the lightest hand opens, or they deal again": lambda: turns(
        "play a tile or else pass", opener="player with fewest pips or else redeal"
    ),
    "most doubles, then a tile": lambda: turns(
        "play a tile or else draw 1 then stop or else pass",
        opener="player with most doubles or else holder of [3|2] plays it or else B plays any tile",
    ),
    "the heaviest of three": lambda: chain(
        "player after player with most pips, ties to C or else A plays any tile"
    ),
    "the heaviest of three plays a double": lambda: chain(
        "player with most pips plays [2|2] or else player with fewest doubles, ties to B"
    ),
    "the lot, a double or any tile": lambda: chain("lot plays any double or else A plays any tile"),
    "the lot, then the heaviest tile": lambda: chain(
        "lot plays any double or else holder of heaviest tile plays it"
    ),
    "the lot twice, among partners": lambda: small(
        "partnership",
        "double-two",
        1,
        4,
        key_tile("2|2")
        + "\nfirst opener: lot plays [2|2] or else A's side by choice"
        + "\nnext opener: B plays any double or else lot plays any double or else lot",
    ),
    "a tile, then the lot": lambda: turns(
        "play a tile or else draw 1 then stop or else pass",
        opener="holder of [3|3] plays any tile or else lot plays any double "
        "or else lot plays any tile",
    ),
    "the heaviest by two measures": lambda: chain(
        "player with most doubles then most pips, ties to B"
    ),
    "the most doubles, the lot, or the first": lambda: chain(
        "player with most doubles plays any double or else lot plays [2|1] "
        "or else player after player with fewest pips, ties to C"
    ),
    "a pass of A ends it": lambda: turns(
        "play a tile or else pass",
        "mover is A and passes in a row is 1 or everyone passed in a row",
    ),
    "a pass before A ends it": lambda: turns(
        "play a tile or else draw 1 then stop or else pass",
        "player after mover is A and passes in a row is 1 and nobody can play "
        "or everyone passed in a row",
    ),
    "many drawing turns": lambda: turns(
        "play a tile or draw 1 then stop or pass when no tile can be drawn",
        "everyone passed in a row or not any player can play and plays is at least 2",
        "holder of highest double plays it or else A plays any tile",
    ),
}
