"""Calls of the package `dominoes` and the same calls of `dominoes_rules.classic`, side by side."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, islice
from math import factorial, prod
from statistics import median
from typing import Any

from benchmarks.peers import NOT_INSTALLED, imported
from benchmarks.rows import Line, Options, Reading, Row, Section, Unit
from benchmarks.timing import best, timed
from dominoes_rules import classic

WORLDS = {8: 100, 12: 300, 16: 1000}
"""The hands drawn at a move: as many as the peer gets through in seconds."""
TIMES = {8: 100, 12: 100, 16: 20}
MOST_PARTITIONS = 100_000
DRAWS = 100
"""Of each game, one after the other."""
LAST_MOVES = 16
"""From here on the peer's `alphabeta` takes no more than a moment."""
REPEATED = 3


def _game(package: Any, seed: int, moves: int) -> Any:
    """A game after so many random moves, or its end."""
    random.seed(seed)
    game = package.Game.new()
    while len(game.moves) < moves and game.result is None:
        game.make_move(*random.choice(game.valid_moves))
    return game


def _choices(peer: Any, moves: int) -> Iterator[tuple[Any, Any]]:
    """Games of both after just so many moves, with a choice for whose turn it is."""
    for seed in count():
        theirs = _game(peer, seed, moves)
        if len(theirs.moves) == moves and theirs.result is None and len(theirs.valid_moves) > 1:
            yield theirs, _game(classic, seed, moves)


def _player(package: Any, name: str, game: Any, **how: Any) -> tuple[Any, ...]:
    """What a player prefers, on a copy."""
    game = copy.deepcopy(game)
    random.seed(1)
    getattr(package.players, name)(**how)(game)
    return tuple(game.valid_moves)


def _openings(options: Options) -> Iterator[Reading]:
    peer = imported("dominoes")
    if peer is None or options.quick or not options.peer_deals:
        yield from _left_out(peer, 2)
        return
    theirs, ours, slowest = [], [], 0.0
    for seed in range(options.peer_deals):
        options.progress(f"omniscient of the peer, deal {seed + 1} of {options.peer_deals}")
        game, own = _game(peer, seed, 0), _game(classic, seed, 0)
        preferred = _player(classic, "omniscient", own)
        ours.append(best(partial(_player, classic, "omniscient", own), REPEATED))
        slowest = max(slowest, ours[-1])
        theirs.append(timed(partial(_expect, peer, game, preferred)))
    yield Reading(median(theirs), f"median of {len(theirs)}; it prefers the same move")
    yield Reading(sum(theirs) / sum(ours), f"warm; ours {1000 * slowest:.1f} ms at most")


def _expect(peer: Any, game: Any, preferred: tuple[Any, ...]) -> None:
    found = _player(peer, "omniscient", game)
    if str(found) != str(preferred):
        raise ValueError(f"the peer prefers {found}, we {preferred}")


def _samples(options: Options) -> Iterator[Reading]:
    peer = imported("dominoes")
    if peer is None or options.quick or not options.peer_deals:
        yield from _left_out(peer, len(WORLDS))
        return
    for moves, worlds in WORLDS.items():
        options.progress(f"probabilistic_alphabeta of the peer at move {moves}")
        theirs, ours = 0.0, 0.0
        games = _choices(peer, moves)
        for _ in range(2 * options.peer_deals):
            game, own = next(games)
            ask: Callable[..., Any] = partial(
                _player, name="probabilistic_alphabeta", sample_size=worlds
            )
            ask(classic, game=own)
            ours += best(partial(ask, classic, game=own), REPEATED)
            theirs += timed(partial(ask, peer, game=game))
        yield Reading(theirs / ours, f"{2 * options.peer_deals} games, {worlds:,} hands each")


def _all(options: Options) -> Iterator[Reading]:
    peer = imported("dominoes")
    if peer is None:
        yield from _left_out(peer, 3)
        return
    ratios, scarce, first = [], [], []
    for moves in range(8, 25, options.some(1, 8)):
        options.progress(f"all_possible_hands at move {moves}")
        games = _choices(peer, moves)
        for _ in range(options.some(10, 1)):
            game, own = next(games)
            sizes = [len(hand) for player, hand in enumerate(own.hands) if player != own.turn]
            first.append(best(lambda own=own: next(own.all_possible_hands()), 3))  # type: ignore[misc]
            partitions = factorial(sum(sizes)) // prod(map(factorial, sizes))
            if partitions > MOST_PARTITIONS:
                continue
            times = 9 if partitions < 1000 else 2
            ours = best(partial(_number, own), times)
            ratios.append(best(partial(_number, game), times) / ours)
            if 10 * _number(own) < partitions:
                scarce.append(ratios[-1])
    yield Reading(min(ratios), f"the least of {len(ratios)}, median {median(ratios):.1f} ×")
    if scarce:
        yield Reading(median(scarce), f"median of {len(scarce)}, least {min(scarce):.1f} ×")
    else:
        yield Reading(None, "none among so few")
    yield Reading(1000 * max(first), f"the longest of {len(first)}")


def _late(options: Options) -> Iterator[Reading]:
    """The least ratios over all moves, those after which little is left to search included."""
    peer = imported("dominoes")
    if peer is None:
        yield from _left_out(peer, 2)
        return
    draws, lines = {}, {}
    for moves in range(2, 27, options.some(2, 12)):
        options.progress(f"random_possible_hands and alphabeta at move {moves}")
        games = list(islice(_choices(peer, moves), options.some(10, 1)))
        draws[moves] = _ratio(_drawn, games)
        if moves >= LAST_MOVES:
            lines[moves] = _ratio(_line, games)
    for ratios in (draws, lines):
        least = min(ratios, key=ratios.__getitem__)
        others = f"median {median(ratios.values()):.1f} ×"
        yield Reading(ratios[least], f"the least of {len(ratios)} moves, at {least}; {others}")


def _ratio(call: Callable[[Any, Any], None], games: list[tuple[Any, Any]]) -> float:
    """How much longer calls take the peer, over all these games."""
    peer = imported("dominoes")
    theirs = sum(best(partial(call, peer, game), REPEATED) for game, _ in games)
    return theirs / sum(best(partial(call, classic, own), REPEATED) for _, own in games)


def _drawn(package: Any, game: Any) -> None:  # noqa: ARG001 (as `_line` has it)
    random.seed(1)
    for _ in range(DRAWS):
        game.random_possible_hands()


def _line(package: Any, game: Any) -> None:
    package.search.alphabeta(copy.deepcopy(game))


def _number(game: Any) -> int:
    return sum(1 for _ in game.all_possible_hands())


def _left_out(peer: Any, lines: int) -> Iterator[Reading]:
    why = NOT_INSTALLED if peer is None else "left out to be quick"
    yield from (Reading(None, why),) * lines


SECTION = Section(
    "Moving over from `dominoes`",
    """\
Both the package `dominoes` 6.1.0 and `dominoes_rules.classic` run the same calls on games
with the same seeds, in one process and in turns. *Move* is the number of earlier moves,
including passes. `probabilistic_alphabeta` draws the same number of hands with both. *Few
fit* means that less than a tenth of the ways to distribute the dominoes fit.
""",
    (
        Row(
            "moving-omniscient",
            (
                Line("`omniscient` of `dominoes`, first move", Unit.SECONDS),
                Line("`omniscient`, ours against it", Unit.TIMES, 1000),
            ),
            _openings,
        ),
        Row(
            "moving-probabilistic",
            tuple(
                Line(f"`probabilistic_alphabeta`, move {moves}", Unit.TIMES, times)
                for moves, times in TIMES.items()
            ),
            _samples,
        ),
        Row(
            "moving-hands",
            (
                Line("`all_possible_hands` to its end, at least", Unit.TIMES, 1),
                Line("`all_possible_hands`, few fit", Unit.TIMES, 10),
                Line("`all_possible_hands`, the first ones", Unit.MILLISECONDS, 1),
            ),
            _all,
        ),
        Row(
            "moving-late",
            (
                Line("`random_possible_hands`, any move, at least", Unit.TIMES, 1),
                Line("`alphabeta`, late moves, at least", Unit.TIMES, 1),
            ),
            _late,
        ),
    ),
)
