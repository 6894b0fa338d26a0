"""Rounds to hold promises against: every round of a small game, random rounds of any game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations
from pathlib import Path
from random import Random

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.state import Action, State
from dominoes_rules import library
from dominoes_rules.play.deals import deal
from tests.games import TELLING

FILES = sorted((Path(__file__).parent.parent / "rulesets").glob("*.rules"))
NAMES = [*TELLING, *(str(path) for path in FILES)]


@cache
def games() -> tuple[Compiled, ...]:
    """Every ruleset that there is, for every number of players."""
    return tuple(
        library.compiled(ruleset, seats)
        for ruleset in map(library.find, NAMES)
        for seats in ruleset.players
    )


def random_round(compiled: Compiled, seed: object) -> Iterator[tuple[State, Action, State]]:
    """A random round: each state, what is done in it, and the state behind it."""
    random = Random(f"{seed}")
    before = deal(compiled, random)
    while not before.over:
        action = random.choice(compiled.legal(before))
        after = compiled.play(before, action)
        yield before, action, after
        before = after


def starts(compiled: Compiled) -> Iterator[State]:
    """Every deal of a small game, with every order of a stock that is drawn from."""
    setup = compiled.setup
    for hands, rest in _deals(tuple(range(len(setup.tiles))), setup.seats, setup.hand_size):
        if compiled.is_void(hands):
            continue
        for stock in permutations(rest) if setup.draws else [rest]:
            for lot in range(setup.seats):
                opening = compiled.first_opening(hands, lot)
                if opening is not None:
                    yield State(
                        hands=hands,
                        ends=(),
                        stock=stock,
                        mover=opening[0],
                        opener=opening[0],
                        opening=opening[1],
                        scores=(0,) * setup.sides,
                    )


def _deals(
    tiles: tuple[int, ...], seats: int, size: int
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    if not seats:
        yield (), tiles
        return
    for hand in combinations(tiles, size):
        rest = tuple(tile for tile in tiles if tile not in hand)
        for hands, stock in _deals(rest, seats - 1, size):
            yield (sum(1 << tile for tile in hand), *hands), stock
