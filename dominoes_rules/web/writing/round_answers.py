"""The answers about rounds of a game that is being written: one step by step, and many at once."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from functools import lru_cache
from random import Random

from dominoes_lang.setup.ruleset import Ruleset
from dominoes_rules.conversation.phrases import Phrases
from dominoes_rules.play.matches import Match
from dominoes_rules.play.round import Round
from dominoes_rules.speech.speech import marked
from dominoes_rules.statistics.figures import GameFigure
from dominoes_rules.statistics.observed_play import Observed, StatsTable, observe
from dominoes_rules.statistics.stats_of_game import GameStats
from dominoes_rules.tables.telling import told_again
from dominoes_rules.web.analysis.answering import Question, Tell
from dominoes_rules.web.analysis.seen_table import seen_table
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.screens import SCREENS, TEXT_SCREEN
from dominoes_rules.web.writing.written_text import rules_of, seats_of
from dominoes_solver.limit import Cancel

MOST_ACTIONS = 500
"""After so many a random round is shown no further."""
ROUNDS, ROUNDS_AT_A_TIME = 400, 20
SECONDS = 2.0
"""For the rounds of the figures; those that take longer are fewer."""
KEPT_ROUNDS = 4
"""Random rounds of a process, since each is asked for step by step."""
PLAYER = "random"
_OF_A_SEAT = re.compile("seat ([0-9]+) (wins|gains)")
_SEATS = {
    "wins": (
        marked("rounds won by the opener"),
        marked("rounds won by the player in seat {number}"),
    ),
    "gains": (
        marked("points that the opener gains"),
        marked("points that the player in seat {number} gains"),
    ),
}
"""The figures of a seat in the order of play, by their keys; the first is the opener's."""


def random_round(question: Question, _: Tell, __: Cancel) -> dict[str, object]:
    """The table after so many `steps` of the round of a `seed`, and what was done last.

    Draws in a row are one step.
    """
    ruleset, reader = rules_of(question), READER.get()
    match = _played(ruleset, seats_of(question, ruleset), question["seed"])
    game, phrases = match.round, Phrases(match, speech=reader)
    events = [*told_again(game)]
    step = min(max(question["steps"], 0), len(events))
    done = events[step - 1].last if step else 0
    shown = Round.dealt(match.compiled, game.states[0], game.actions[:done])
    screen = question.get("screen", TEXT_SCREEN)
    return {
        "step": step,
        "steps": len(events),
        "screen": screen if screen in SCREENS else TEXT_SCREEN,
        "done": f"{phrases.told(events[step - 1])}."
        if step
        else reader.text("The tiles are dealt."),
        "ending": phrases.ending(match) if shown.is_over else [],
        "left_out": step == len(events) and not shown.is_over,
        "table": seen_table(shown.position, screen=screen),
    }


@lru_cache(KEPT_ROUNDS)
def _played(ruleset: Ruleset, seats: int, seed: int) -> Match:
    """A match whose first round was played at random. Raises `DominoesError` if none is dealt."""
    match, random = Match(ruleset, seats=seats, seed=seed), Random(seed)
    game = match.round
    while not game.is_over and len(game.actions) < MOST_ACTIONS:
        game.push(random.choice(game.legal_moves))
    return match


def frequencies(question: Question, _: Tell, cancel: Cancel) -> dict[str, object]:
    """What rounds are like in which every player chooses at random, as a table of figures."""
    ruleset = rules_of(question)
    setup = ruleset.setup(seats_of(question, ruleset))
    table = StatsTable(ruleset, setup.seats, setup.parameters, PLAYER, question["seed"])
    seen, until = Observed(), time.monotonic() + SECONDS
    for first in range(0, ROUNDS, ROUNDS_AT_A_TIME):
        if first and (time.monotonic() > until or cancel.is_set()):
            break
        seen.add(observe(table, range(first, first + ROUNDS_AT_A_TIME), matches=False))
    reader = READER.get()
    figures = GameStats(setup, PLAYER, table.seed, seen).sections
    return {
        "rounds": len(seen.endings),
        "head": ["", reader.text("of all rounds"), reader.text("likely between")],
        "rows": [
            row for part in ("rounds", "opener", "seats", "points") for row in _rows(figures[part])
        ],
    }


def _rows(figures: tuple[object, ...]) -> Iterator[list[str]]:
    def between(low: str, high: str) -> str:
        return READER.get().text("{low} and {high}", low=low, high=high)

    for figure in figures:
        if isinstance(figure, GameFigure):
            low, high = figure.mean.interval or (figure.mean.mean, figure.mean.mean)
            words = _words(figure)
            if figure.share:
                low, high = max(0.0, low), min(1.0, high)
                yield [words, f"{figure.mean.mean:.0%}", between(f"{low:.0%}", f"{high:.0%}")]
            else:
                yield [words, f"{figure.mean.mean:.1f}", between(f"{low:.1f}", f"{high:.1f}")]


def _words(figure: GameFigure) -> str:
    """What a figure is of, at the beginning of a line."""
    reader = READER.get()
    if seat := _OF_A_SEAT.fullmatch(figure.key):
        of_opener, of_others = _SEATS[seat[2]]
        text, number = of_opener if seat[1] == "1" else of_others, int(seat[1])
        words = reader.text(text, number=number)
    else:
        words = reader.text(figure.words)
    return words[:1].upper() + words[1:]
