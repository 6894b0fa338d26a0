"""How long it takes to work out what a player knows of a round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from statistics import median

from benchmarks.games import ten_on_double_eighteen
from benchmarks.rows import Line, Options, Reading, Row, Section, Unit, milliseconds
from benchmarks.timing import timed
from dominoes_rules import library
from dominoes_rules.play.round import Round
from dominoes_rules.position.notation import Move

ROUNDS = 8
"""Rounds of each ruleset, and so many times that of the largest one."""


def _views(options: Options) -> Iterator[Reading]:
    number = options.some(ROUNDS, 1)
    bundled = (
        Round(library.variant(name), seed=seed)
        for name in library.bundled()
        for seed in range(number)
    )
    large = (Round(ten_on_double_eighteen(), seed=seed) for seed in range(5 * number))
    for title, games in (("bundled games", bundled), ("ten players", large)):
        options.progress(f"views of rounds, {title}")
        yield from _measured(games)


def _measured(games: Iterable[Round]) -> Iterator[Reading]:
    """The time of a view in each of some rounds, and against that of playing up to it."""
    views, ratios = [], []
    for game in games:
        random = Random(repr(game))
        while not game.is_over:
            game.push(random.choice(game.legal_moves))
        moves = game.moves[: random.randrange(len(game.moves))]
        while game.moves:
            game.pop()
        played = timed(_play, game, moves)
        views.append(timed(_view, game))
        ratios.append(played / views[-1])
    yield milliseconds(views, "rounds")
    yield Reading(median(ratios), f"median of {len(ratios)} rounds")


def _play(game: Round, moves: Iterable[Move]) -> None:
    for move in moves:
        game.push(move)


def _view(game: Round) -> None:
    _ = game.seen_by(game.turn).legal_moves


SECTION = Section(
    "Views of a round",
    """\
A *view* is the position as the player to move sees it, after every action of the round. These rows
call `Round.seen_by` and find the legal moves of that position, without counting worlds. Bots,
records and pictures begin with a view. Random rounds are stopped at a random action. The ratio is
the time of `Round.push` for all moves up to that action, divided by the time of the view.
""",
    (
        Row(
            "views",
            (
                Line("view in every bundled game", Unit.MILLISECONDS),
                Line("every bundled game, playing the round against it", Unit.TIMES),
                Line("view of ten players on double-eighteen", Unit.MILLISECONDS),
                Line("ten players, playing the round against it", Unit.TIMES),
            ),
            _views,
        ),
    ),
)
