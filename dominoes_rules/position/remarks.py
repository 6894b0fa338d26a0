"""What a position shows of hidden hands and what it does not, in the language of who reads it."""

from __future__ import annotations

from dominoes_rules.speech.sayings import Saying
from dominoes_rules.speech.speech import ENGLISH, Speech, marked
from dominoes_solver.remark import Remark

SENTENCES = (
    marked("{seat} passed on {ends} at action {number}"),
    marked("{seat} drew on {ends} at action {number}"),
    marked("{seat} stopped on {ends} at action {number}"),
    marked("{seat} played on {ends} at action {number}"),
    marked("{seat} laid a tile aside on {ends} at action {number}"),
    marked("{seat} drew a tile that did not fit {ends} at action {number}"),
    marked("{seat} passed on {ends}"),
    marked("a void: fact of {seat}"),
    marked("the opening shows that nobody was dealt it"),
    marked("the opening shows that {seat} was not dealt it"),
    marked(
        "a snapshot does not show earlier passes; write a record, or void: facts, to count them"
    ),
    marked("the hidden hands differ in too many ways to count them"),
    marked("players could not lay a tile at each end too often"),
    marked("the model of choices is that of {game} with other awards, match or parameters"),
    marked("read by the model of {game}, a game of the same kind"),
    marked("it does not show which tiles were drawn when"),
    marked("it does not show what fitted when a tile was laid aside"),
    marked(
        "a snapshot does not show what the round has paid; write a paid: fact, as in "
        "paid:{nothing}, or the answer assumes that nothing was paid"
    ),
)
"""Those of the solver, which knows no other language than English."""


def as_saying(remark: Remark) -> Saying:
    """A remark of the solver, to be said in any language."""
    return Saying(remark.sentence, "", **remark.values)


def remark_in(remark: Remark, speech: Speech = ENGLISH) -> str:
    """A remark of the solver in a language."""
    return as_saying(remark).said(speech)
