"""What a model of choices adds to an answer: the weights, and what they changed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING

from dominoes_lang.english.wording import listed
from dominoes_lang.table.state import SEAT_LETTERS
from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.position.choice_models import (
    ChosenModel,
    chosen_model,
    types_as_json,
    usual_model,
    with_types,
)
from dominoes_rules.position.legal_move import actions_of
from dominoes_rules.position.notation import Move, in_order
from dominoes_rules.position.position import Position
from dominoes_rules.speech.speech import marked
from dominoes_solver.belief.model import Choices
from dominoes_solver.belief.weighing import FIRST_SAMPLE, Clue, Weighing, Workload, strongest_clue
from dominoes_solver.evidence.builder import table_before
from dominoes_solver.evidence.view import Record
from dominoes_solver.limit import Limit
from dominoes_solver.means import Mean
from dominoes_solver.pimc.chunk_plan import ENDLESS
from dominoes_solver.pimc.findings import Findings
from dominoes_solver.pimc.open_worlds import OpenWorlds
from dominoes_solver.pimc.pimc import expectimax
from dominoes_solver.pimc.weighed_search import PER_WORLD, PLAYOUTS, USUALLY_SEARCHED, Belief, Worth

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dominoes_rules.solving.solve_options import SolveOptions
    from dominoes_solver.pimc.search_task import SearchTask

MOST_COUNTED = 1_000
"""Worlds of the search that counts every world alike, where all were asked for."""
USUALLY_COUNTED, COUNTED_PLAINLY = 200, 50
"""The same where no number was asked for, in machine code and in plain Python."""
MOST_ROUNDS = 10**9
"""More that a model says it was fitted to is not believed."""
COUNTED_TIME = 0.3
"""Its share of a limit of time."""
WORTHS = {
    Worth.BEST: "a move's value is that of best play with open hands",
    Worth.HALF: "a move's value is half best play with open hands, half playouts by that softmax",
    Worth.PLAY: "a move's value is the mean of playouts by that softmax, with hidden hands",
}


@dataclass(frozen=True)
class Counted:
    """The answer where every world counts alike."""

    best: Move
    second: Move
    gap: Mean
    """How much worse the second is."""


@dataclass(frozen=True)
class Weights:
    """How worlds were weighted, and what that changed."""

    model: str
    """The file of the model; empty for one that was given as a value."""
    sha256: str
    effective: float
    """The effective number of the worlds searched."""
    sampled: bool
    """Whether these are not all that fit."""
    slip: float
    usual_slip: float
    worth: Worth
    counted: Counted | None
    """None if a single move was searched."""
    changed: bool
    """Whether another move is best than by counting."""
    clue: str
    """The choice that reveals most about the hidden hands; empty if none does."""
    premise: str
    """When the weights are right: `if they play like `solver``; empty if they are equal."""
    types: Mapping[str, object]
    """What earlier rounds show of the players, as a key of the report; empty without them."""

    def as_json(self) -> dict[str, object]:
        """The keys that these add to the report."""
        weights: dict[str, object] = {
            "model": self.model,
            "sha256": self.sha256,
            "effective": round(self.effective, 1),
            "slip": self.slip,
            "worth": self.worth.value,
            "clue": self.clue,
        }
        if self.counted is None:
            return {"weights": weights, "counted": None, **self.types}
        counted = self.counted
        gap = {"best": str(counted.best), "gap": counted.gap.mean, "gap_se": counted.gap.se}
        return {"weights": weights, "counted": {**gap, "changed": self.changed}, **self.types}


EQUAL = marked("every world equally likely, since no choice was seen")


@dataclass(frozen=True)
class Asked:
    """A model of choices that was asked for, ready to weigh the worlds of a position."""

    chosen: ChosenModel
    belief: Belief | None
    """None if every world counts alike."""

    @property
    def premise(self) -> str:
        """When the weights are right; empty if no choice was seen, so that they are equal."""
        assert self.belief is not None
        return self.chosen.premise if self.belief.weighing.has_choices else ""

    def in_words(self, worth: Worth | None) -> str:
        """What is assumed, beside what holds anyway; `worth` is what moves were valued by."""
        assert self.belief is not None
        assert self.chosen.choices is not None
        types = ", and under those of other types as likely as earlier rounds make them"
        weights = (
            "worlds weighted by how likely the others' choices are in them, under a softmax"
            if self.premise
            else f"{EQUAL}; choices are expected under a softmax"
        )
        return (
            f"{weights} {_fitted(self.chosen.choices)}{types if self.chosen.types else ''}; "
            f"{WORTHS[worth or self.belief.worth]}"
        )


def _fitted(model: Choices) -> str:
    rounds, teacher = model.fitted.get("rounds"), model.fitted.get("teacher")
    if isinstance(rounds, int) and 0 < rounds < MOST_ROUNDS and isinstance(teacher, str):
        return f"fitted to {rounds:,} rounds of `{short(teacher)}`"
    return f"of {short(model.variant)}"


def weighed_search(
    position: Position, worlds: OpenWorlds, limit: Limit, options: SolveOptions
) -> Asked:
    """The model that is asked for, or the usual one.

    Playouts have an error, so what is to be exact does without unless a worth is asked for. Raises
    `UnfitModel`, `ArgumentError` for an unknown worth.
    """
    model, worth = options.model, options.worth
    try:
        how = (Worth.BEST if limit.exact else Worth.HALF) if worth is None else Worth(worth)
    except ValueError:
        known = listed([f'"{kind.value}"' for kind in Worth], "or")
        raise ArgumentError(f"worth={worth!r}: it must be {known}") from None
    if model is None:
        chosen = usual_model(position)
    else:
        chosen = with_types(chosen_model(model, position.setup, force=options.force), position)
    if chosen.choices is None:
        return Asked(chosen, None)
    count = position.evidence.count or ENDLESS
    asked = limit.worlds or (count if limit.exact else USUALLY_SEARCHED)
    searched = min(asked, count)
    tiles = sum(position.evidence.hand_sizes)
    weighing = Weighing(
        position.evidence,
        position.view,
        chosen.choices,
        chosen.types,
        Workload(
            deadline=None if limit.time is None else monotonic() + limit.time,
            worlds=min(count, max(PER_WORLD * searched, FIRST_SAMPLE)),
            played=searched * len(position.legal_moves) * PLAYOUTS * tiles,
        ),
    )
    return Asked(chosen, Belief(weighing, how, worlds))


def shorter(limit: Limit) -> Limit:
    """The limit of the weighted search, which leaves time to count."""
    return limit if limit.time is None else replace(limit, time=limit.time * (1 - COUNTED_TIME))


def weights_of(
    position: Position,
    asked: Asked,
    findings: Findings,
    moves: Sequence[Move],
    search: SearchTask | None,
) -> Weights:
    """How worlds were weighted; `moves` are the best first.

    With a `search` also what that changed, by a search with every world alike.
    """
    belief, model = asked.belief, asked.chosen.choices
    assert belief is not None
    assert model is not None
    assert findings.effective is not None
    counted = None
    if search is not None and len(moves) > 1 and not findings.interrupted:
        # Where the search is out of reach, playouts stand for it, every world alike.
        played = findings.worth is Worth.PLAY
        alike = replace(belief, worth=Worth.PLAY, alike=True) if played else None
        counted = _counted(position, moves, search, alike, belief.weighing, findings.used)
    clue = strongest_clue(belief.weighing, findings.seed) if search is not None else None
    return Weights(
        asked.chosen.file,
        model.digest,
        findings.effective,
        not findings.whole,
        model.slip if findings.slip is None else findings.slip,
        model.slip,
        findings.worth or belief.worth,
        counted,
        counted is not None and counted.best != moves[0],
        "" if clue is None else clue_text(position, clue),
        asked.premise,
        types_as_json(asked.chosen),
    )


def _counted(
    position: Position,
    moves: Sequence[Move],
    search: SearchTask,
    alike: Belief | None,
    weighing: Weighing,
    used: int,
) -> Counted | None:
    """The answer where every world counts alike; None if it was cancelled or stopped.

    used: the worlds that the weighted answer took, of which there are few where each takes long.
    """
    limit = search.limit
    if limit.exact:
        limit = Limit(worlds=MOST_COUNTED)
    elif limit.worlds is None:
        most = COUNTED_PLAINLY if weighing.frugal else USUALLY_COUNTED
        limit = replace(limit, worlds=min(most, used))
    if limit.time is not None:
        limit = replace(limit, time=limit.time * COUNTED_TIME)
    ordered = [move for move in position.legal_moves if move in moves]
    whole = len(ordered) == len(position.legal_moves)
    try:
        report = expectimax(
            replace(
                search,
                worlds=OpenWorlds(position.evidence, seed=search.options.seed),
                limit=limit,
                progress=None,
                belief=alike,
                watch=None,
                only=None if whole else actions_of(position, ordered),
                costs=False,
                alone=False,
            )
        )
    except KeyboardInterrupt:
        return None
    cancel = search.options.cancel
    if cancel is not None and cancel.is_set():
        return None
    layout, state = position.setup.layout, position.evidence.state
    best, second = (Move.of(row.action, layout, state) for row in report.rows[:2])
    return Counted(best, second, report.rows[1].gap)


def clue_text(position: Position, clue: Clue) -> str:
    """A clue in words: `D played 15l at action 7 (D holds 55: 31% → 12%)`."""
    setup = position.setup
    assert isinstance(position.view, Record), "a snapshot shows no choices"
    seat = SEAT_LETTERS[clue.holder]
    move = in_order(
        position.view.moves[: clue.number], setup.layout, table_before(setup, position.view)
    )[-1]
    done = f"played {move.decimal}" if move.tile is not None else f"did {move}"
    tile = setup.tiles.tiles[clue.tile]
    return (
        f"{seat} {done} at action {clue.number} "
        f"({seat} holds {tile.decimal}: {clue.before:.0%} → {clue.after:.0%})"
    )
