"""Small games to try the search on: few tiles, and rules put together from what it tells apart."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import strategies as st

from dominoes_lang.codegen.compiled import Compiled, compile_rules
from dominoes_lang.codegen.dealing import start_of
from dominoes_lang.load import load
from dominoes_lang.table.state import State
from dominoes_lang.text.source import Source
from dominoes_solver.search.one_world import Evaluation, Question, evaluate_many

SETS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")

AWARDS = {
    "all pips": ["pips held by everyone to winner"],
    "losers' pips": ["pips held by winner's opponents to winner"],
    "own pips": ["pips held by each side to them"],
    "fixed": ["pips held by everyone + 10 to winner"],
    "last tile": ["pips held by everyone to winner", "7 to winner when ends it fitted is 2"],
    "double": ["pips held by everyone to winner", "9 to opener when last tile is double"],
    "ends": ["pips held by everyone to winner", "pips on ends to finisher"],
    "counts": ["passes in a row * 2 + plays to winner", "5 to player after finisher"],
    "stock": ["pips held by everyone + pips in stock to winner"],
    "win": [],
    "fives": [
        "3 to winner",
        "pips on ends to mover after play when pips on ends is a multiple of 5",
    ],
    "alike": [
        "pips held by winner's opponents to winner",
        "halves like it * 2 to mover after play when ends alike is 2",
        "4 to finisher's side after pass when passes in a row is 1",
    ],
    "late": [
        "pips held by everyone to winner when score of winner is at least 20",
        "passes before it + tiles this turn to finisher",
        "0 - 2 to mover after draw",
    ],
}
"""What a round pays, at its end where nothing else is said, by a name for each way."""
ON_THE_WAY = ("fives", "alike", "late")

MATCHES = {
    "most": "first side to reach 100",
    "fewest": "13 rounds, lowest total wins",
    "wins": "13 rounds, most wins",
    "cut": "first side to reach 22, checked after every play",
    "exactly": "first side to reach 22, overshoot is ignored, checked after every play",
    "lowest": "until a side reaches 22, lowest total wins",
}

TURNS = {
    "pass": ["play a tile", "or else pass"],
    "pass after a double": ["play a tile", "or pass when last tile is double", "or else pass"],
    "then stop": ["play a tile", "or draw 1 then stop", "or pass when no tile can be drawn"],
    "three then stop": [
        "play a tile",
        "or draw 3 then stop when plays is less than 4",
        "or else draw 2 then stop",
        "or else pass",
    ],
    "then play": ["play a tile", "or else draw 1 then play", "or else pass"],
    "until able": ["play a tile", "or else draw until able then play", "or else pass"],
    "go on": [
        "play a tile",
        "or draw 1 then go on when plays is less than 3",
        "or else draw up to 2 then play",
        "or else pass",
    ],
    "doubles": [
        "play a tile when tiles this turn is 0",
        "or else pass when tiles this turn is 0",
        "or else play a double",
        "or stop",
        "again after last tile is double",
    ],
}
DISCARDS = {
    "aside": ["play a tile", "or else discard a tile", "or else pass"],
    "aside by choice": [
        "play a tile",
        "or discard a tile when last tile is double",
        "or else pass",
    ],
    "every kind": [
        "play a tile when tiles this turn is 0",
        "or else draw 1 then play when tiles this turn is 0",
        "or else discard a tile when tiles this turn is 0",
        "or else pass when tiles this turn is 0",
        "or else play a double",
        "or stop",
        "again after last tile is double",
    ],
}
"""The same where tiles are laid aside."""
NAMED_ENDS = {
    "on the last": [
        "play a tile when tiles this turn is 0",
        "or else pass when tiles this turn is 0",
        "or else play a tile on the last tile",
        "or else stop",
        "again after tiles this turn is at least 1",
    ],
    "last tile first": [
        "play a tile on the last tile",
        "or play a double",
        "or else play a tile",
        "or else pass",
    ],
    "at each end": [
        "play a tile at each end",
        "or play a tile when tiles held by mover is 1",
        "or else draw 1 then stop",
        "or else pass",
    ],
    "each or a double": [
        "play a double when last tile is double",
        "or play a tile at each end",
        "or else draw until able then play",
        "or else play a tile on the last tile",
        "or else pass",
    ],
}
"""The same where a step says at which ends of the line tiles are laid."""
TABLES = {
    "line": ("line", ""),
    "one end": ("line open at one end", ""),
    "star": ("star of 3", ""),
    "ring": ("star of 3, then doubles", ""),
    "spinner": ("line", "first is spinner"),
    "spinners": ("line", "all are spinners"),
    "covered": ("line", "must be covered"),
    "feet": ("star of 3", "all are spinners, must be covered"),
    "feet from a double": ("star of 3 from round's double", "all are spinners, must be covered"),
    "tips": ("line", "first is spinner, count both halves at ends, count open tips"),
}
"""How tiles are laid: the layout, and how doubles lie."""
FROM_A_TILE = {
    "from the stock": ("line from stock", ""),
    "from a double": ("line from round's double", ""),
}
"""Lines that begin before the first turn."""
TRAINS = {"trains": ("trains from round's double, one public", "must be covered")}
"""The same where ends belong to seats, which machine code does not know."""
FITS = {
    "equal": "equal numbers",
    "sums": "numbers adding to {above}, wild [0|0] [{highest}|1]",
    "wild": "equal numbers, wild {highest}",
    "doubles first": "equal numbers, only after its double",
    "all at once": "numbers adding to {highest}, wild 1 [0|0], only after its double",
}
"""Which halves touch, by the highest number of the set and the number above it."""
WITH_STOCK = ("then stop", "three then stop", "then play", "until able", "go on", "every kind")
FREE_PASSES = ("pass after a double", "then stop")
"""Turns in which a round would not have to end by `nobody can act`."""


@dataclass(frozen=True)
class Game:
    """What a small game is made of; see the tables above."""

    highest: int
    seats: int
    team: int
    hand_size: int
    award: str = "all pips"
    match: str = "most"
    turn: str = "pass"
    reserve: int = 0
    passed_in_a_row: bool = False
    both_halves: bool = False
    table: str = "line"
    fits: str = "equal"

    @property
    def text(self) -> str:
        players = f"{self.seats} in teams of {self.team}" if self.team > 1 else f"{self.seats}"
        blocked = self.passed_in_a_row or self.turn in FREE_PASSES or self.table in TRAINS
        awards = [
            f"award number{number}: {paid_when(amount)}"
            for number, amount in enumerate(AWARDS[self.award])
        ]
        layout, doubles = (TABLES | TRAINS | FROM_A_TILE)[self.table]
        opening = " plays any double or else redeal" if layout.startswith("star") else ""
        if " from " in layout:
            opening = ""
        if self.both_halves and "count" not in doubles:
            doubles = ", ".join(filter(None, (doubles, "count both halves at ends")))
        return "\n".join(
            [
                'variant "Small"',
                f"tiles: double-{SETS[self.highest]}",
                f"players: {players}",
                f"deal: {self.hand_size} each",
                f"reserve: {self.reserve}",
                f"layout: {layout}",
                *([f"doubles: {doubles}"] if doubles else []),
                f"fits: {FITS[self.fits].format(highest=self.highest, above=self.highest + 1)}",
                f"first opener: lot{opening}",
                "turn:",
                *(f"    {step}" for step in (TURNS | DISCARDS | NAMED_ENDS)[self.turn]),
                "domino: when mover has no tiles",
                f"blocked: when {'everyone passed in a row' if blocked else 'nobody can act'}",
                "winner:",
                "    when domino: finisher's side",
                "    when blocked: side with fewest pips, ties to nobody",
                *awards,
                f"match: {MATCHES[self.match]}",
                "",
            ]
        )


def paid_when(amount: str) -> str:
    """What is paid, to whom and when: at the end of a round where nothing is said of it."""
    if any(f" after {moment} " in f"{amount} " for moment in ("play", "pass", "draw")):
        return amount
    what, when, condition = amount.partition(" when ")
    return f"{what} at round end{when}{condition}"


def drawn(
    draw: st.DrawFn,
    size: tuple[int, int, int, int],
    turn: str,
    *,
    reserve: int = 0,
    table: str = "line",
    fits: str = "equal",
) -> Game:
    """A game of a size (highest pips, seats, team, hand size) with the rest of its rules drawn."""
    return Game(
        *size,
        award=draw(st.sampled_from(list(AWARDS))),
        match=draw(st.sampled_from(list(MATCHES))),
        turn=turn,
        reserve=reserve,
        passed_in_a_row=draw(st.booleans()),
        both_halves=draw(st.booleans()),
        table=table,
        fits=fits,
    )


@cache
def compiled(game: Game) -> Compiled:
    """The functions of a small game."""
    return compile_rules(load(Source("small.rules", game.text)).setup())


def deal(rules: Compiled, seed: int, opener: int = 0) -> State:
    """A shuffled deal with `opener` to open with any tile."""
    setup = rules.setup
    pack = list(range(len(setup.tiles)))
    random.Random(seed).shuffle(pack)
    return start_of(rules, pack, (opener, setup.tiles.all))


def after(rules: Compiled, state: State, actions: int, seed: int) -> State:
    """The state after some random actions, stopping short of the end of the round."""
    choice = random.Random(seed)
    for _ in range(actions):
        following = rules.play(state, choice.choice(rules.legal(state)))
        if following.over:
            break
        state = following
    return state


def evaluate(rules: Compiled, state: State, *, seed: int = 0, **options: Any) -> Evaluation:
    """Every legal action of one state with its value; `options` are those of `Question`."""
    return next(evaluate_many(rules, [state], Question(key=seed, **options)))
