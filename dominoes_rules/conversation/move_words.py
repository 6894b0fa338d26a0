"""Moves as people call them: `6-4 on the left`, `at 4-1`, `pass`."""

from __future__ import annotations

from collections.abc import Mapping

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.sheet.places_told import place_told, play_told, way_told, where_told
from dominoes_lang.table.state import Kind
from dominoes_rules.position.notation import Move
from dominoes_rules.speech.speech import ENGLISH, Speech, marked

KIND_WORDS = {
    Kind.DRAW: marked("draw"),
    Kind.DISCARD: marked("lay a tile aside"),
    Kind.PASS: marked("pass"),
    Kind.STOP: marked("stop"),
    Kind.BID: marked("bid"),
    Kind.NAME: marked("name a trump"),
}
"""What the moves are called that lay no tile on the table."""


def drops_out(move: Move, setup: Setup) -> bool:
    """Whether a pass is to leave the round, as in games in which players drop out."""
    return move.kind is Kind.PASS and setup.turn.drops_out


def play_words(move: Move, names: Mapping[str, str], speech: Speech = ENGLISH) -> str:
    """A play in a sentence: `6-4 on the left`, `6-4 at 4-1`, `12-9 on Ana's train`.

    names: those of players, by the letter of their seat.
    """
    assert move.tile is not None
    at = None if move.end is None else where_told(move.end, names)
    return speech.language.words(play_told(move.tile, at, move.half, move.leaving))


def place_words(move: Move, names: Mapping[str, str], speech: Speech = ENGLISH) -> str:
    """Where a play lays its tile, in a list of choices: `left`, `at 6-4`, `on Ana's train`."""
    at = place_told(move.end, names)
    return speech.language.words(way_told(at, move.half, move.leaving))
