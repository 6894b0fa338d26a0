"""What a position shows of hidden hands and what it does not, in the language of who reads it."""

from __future__ import annotations

from dominoes_lang.table.state import SEAT_LETTERS
from dominoes_rules.speech.sayings import Saying
from dominoes_rules.speech.speech import ENGLISH, Speech, marked
from dominoes_solver.evidence.evidence import Deduction, Evidence
from dominoes_solver.remark import Remark
from dominoes_solver.worlds.slots import STOCK

SENTENCES = (
    marked("{seat} passed on {ends} at action {number}"),
    marked("{seat} drew on {ends} at action {number}"),
    marked("{seat} stopped on {ends} at action {number}"),
    marked("{seat} played on {ends} at action {number}"),
    marked("{seat} laid a tile aside on {ends} at action {number}"),
    marked("{seat} did not follow {tile} at action {number}"),
    marked("{seat} drew a tile that did not fit {ends} at action {number}"),
    marked("{seat} passed on {ends}"),
    marked("a void: fact of {seat}"),
    marked("the opening shows that nobody was dealt it"),
    marked("nobody could open before everyone drew"),
    marked("the opening shows that {seat} was not dealt it"),
    marked(
        "a snapshot does not show earlier passes; write a record, or void: facts, to count them"
    ),
    marked("the hidden hands differ in too many ways to count them"),
    marked("what is known of the hidden hands falls into too many cases"),
    marked("the model of choices is that of {game} with other awards, match or parameters"),
    marked("read by the model of {game}, a game of the same kind"),
    marked("the written tiles don't decide who opens: add opener:A"),
    marked("the lot decides who opens: add opener:A"),
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


def remark_in(remark: Remark | str, speech: Speech = ENGLISH) -> str:
    """What the solver says in a language, if it is a `Remark`; otherwise as it is."""
    return as_saying(remark).said(speech) if isinstance(remark, Remark) else remark


def deductions_in(evidence: Evidence, speech: Speech = ENGLISH) -> list[str]:
    """What a position reveals: `B held no 6 and no 1: B passed on 6-1 at action 4`."""
    told = (_deduction_in(deduction, evidence, speech) for deduction in evidence.deductions)
    return [*dict.fromkeys(filter(None, told))]


def _deduction_in(deduction: Deduction, evidence: Evidence, speech: Speech) -> str:
    """Who lacks what, and why; empty where all that is lacking has been laid since."""
    tiles, held = evidence.setup.tiles, evidence.hidden.tiles & ~evidence.gone
    numbers = tiles.missing(held & ~deduction.tiles, held)
    covered = 0
    for number in numbers:
        covered |= tiles.bearing[number]
    other_tiles = tiles.in_mask(deduction.tiles & held & ~covered)
    lacking = [*map(str, numbers), *(tile.decimal for tile in other_tiles)]
    if not lacking:
        return ""
    why = remark_in(deduction.why, speech)
    if deduction.holder == STOCK:
        named = speech.listed(lacking, "all")
        return speech.text("nobody was dealt {tiles}: {why}", tiles=named, why=why)
    nothing = [speech.text("no {number}", number=number) for number in lacking]
    return speech.text(
        "{name} held {nothing}: {why}",
        name=SEAT_LETTERS[deduction.holder],
        nothing=speech.listed(nothing, "all"),
        why=why,
    )
