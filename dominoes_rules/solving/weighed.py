"""What a model of choices adds to an answer: the weights, and what they changed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from dominoes_lang.english.wording import listed
from dominoes_lang.table.state import SEAT_LETTERS
from dominoes_lang.text.exceptions import ArgumentError
from dominoes_lang.text.quoting import short
from dominoes_rules.position.choice_models import ChosenModel, chosen_model
from dominoes_rules.position.legal_move import actions_of
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_solver.belief.model import Choices
from dominoes_solver.belief.weighing import TOO_FEW, Tell, Weighing, what_tells_most
from dominoes_solver.evidence.view import Record
from dominoes_solver.limit import Limit
from dominoes_solver.pimc.open_worlds import OpenWorlds
from dominoes_solver.pimc.pimc import Report as Findings
from dominoes_solver.pimc.pimc import expectimax
from dominoes_solver.pimc.tally import Mean
from dominoes_solver.pimc.weighed_search import Belief, Worth

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_COUNTED = 1_000
"""Worlds of the search that counts every world alike, where all were asked for."""
MOST_ROUNDS = 10**9
"""More that a model says it was fitted to is not believed."""
COUNTED_TIME = 0.3
"""Its share of a limit of time."""
WORTHS = {
    Worth.BEST: "a move is worth what best play with open hands makes of it",
    Worth.HALF: "a move is worth half best play with open hands, half play on by that softmax",
    Worth.PLAY: "a move is worth what play on by that softmax makes of it, every hand closed",
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
    """How worlds were weighed, and what that changed."""

    model: str
    """The file of the model; empty for one that was given as a value."""
    sha256: str
    effective: float
    """As good as how many equal worlds those searched are."""
    slip: float
    usual_slip: float
    worth: Worth
    counted: Counted | None
    """None where a single move was searched."""
    changed: bool
    """Whether another move is best than by counting."""
    tell: str
    """What tells most about the hidden hands; empty where nothing does."""

    def as_json(self) -> dict[str, object]:
        """The keys that these add to the report."""
        weights: dict[str, object] = {
            "model": self.model,
            "sha256": self.sha256,
            "effective": round(self.effective, 1),
            "slip": self.slip,
            "worth": self.worth.value,
        }
        if self.counted is None:
            return {"weights": weights, "counted": None}
        counted = self.counted
        gap = {"best": str(counted.best), "gap": counted.gap.mean, "gap_se": counted.gap.se}
        return {"weights": weights, "counted": {**gap, "changed": self.changed}}

    def lines(self) -> list[str]:
        """The last lines of an answer."""
        lines = []
        if self.effective < TOO_FEW and self.slip != self.usual_slip:
            lines.append(
                f"few worlds explain what the others did: as good as {self.effective:.0f} equal "
                f"ones even where {self.slip:.0%} of choices are by chance; take it with care"
            )
        elif self.effective < TOO_FEW:
            lines.append(f"as good as only {self.effective:.0f} equal worlds; take it with care")
        elif self.slip != self.usual_slip:
            lines.append(
                f"what the others did is unlikely in most worlds: {self.slip:.0%} of choices are "
                f"taken to be by chance, not {self.usual_slip:.0%}"
            )
        if self.counted is not None:
            one = self.counted
            change = "change the answer" if self.changed else "leave the best move as it is"
            lines.append(
                f"counted alone: {one.best} is best, {one.second} second "
                f"(-{Mean(abs(one.gap.mean), one.gap.se)}); the others' choices {change}"
            )
        if self.tell:
            lines.append(f"what tells most: {self.tell}")
        return lines


@dataclass(frozen=True)
class Asked:
    """A model of choices that was asked for, ready to weigh the worlds of a position."""

    chosen: ChosenModel
    belief: Belief | None
    """None where every world counts alike."""

    @property
    def in_words(self) -> str:
        """What is assumed, beside what holds anyway."""
        assert self.belief is not None
        assert self.chosen.choices is not None
        return (
            "worlds weighed by how likely the others' choices are in them, under a softmax "
            f"{_fitted(self.chosen.choices)}; {WORTHS[self.belief.worth]}"
        )


def _fitted(model: Choices) -> str:
    rounds, teacher = model.fitted.get("rounds"), model.fitted.get("teacher")
    if isinstance(rounds, int) and 0 < rounds < MOST_ROUNDS and isinstance(teacher, str):
        return f"fitted to {rounds:,} rounds of `{short(teacher)}`"
    return f"of {short(model.variant)}"


def weighed_search(
    position: Position,
    worlds: OpenWorlds,
    model: str | Choices | None,
    worth: str,
    *,
    force: bool,
) -> Asked:
    """The model that is asked for. Raises `UnfitModel`, `ArgumentError` for an unknown worth."""
    try:
        how = Worth(worth)
    except ValueError:
        known = listed([f'"{one.value}"' for one in Worth], "or")
        raise ArgumentError(f"worth={worth!r}: it must be {known}") from None
    chosen = chosen_model(model, position.setup, force=force)
    if chosen.choices is None:
        return Asked(chosen, None)
    table = position.evidence.table
    weighing = Weighing(position.evidence, position.view, chosen.choices)
    return Asked(chosen, Belief(weighing, how, lambda rank: table.unrank(rank // worlds.orders)))


def shorter(limit: Limit) -> Limit:
    """The limit of the weighed search, which leaves time to count."""
    return limit if limit.time is None else replace(limit, time=limit.time * (1 - COUNTED_TIME))


def weights_of(
    position: Position,
    asked: Asked,
    findings: Findings,
    moves: Sequence[Move],
    limit: Limit,
    seed: int,
    *,
    compare: bool,
) -> Weights:
    """How worlds were weighed; `moves` are the best first.

    With `compare` also what that changed, by the search again with every world alike.
    """
    belief, model = asked.belief, asked.chosen.choices
    assert belief is not None
    assert model is not None
    assert findings.effective is not None
    counted = None
    if compare and len(moves) > 1 and not findings.interrupted:
        # Where the search is out of reach, playouts stand for it, every world alike.
        played = findings.worth is Worth.PLAY
        alike = replace(belief, worth=Worth.PLAY, alike=True) if played else None
        counted = _counted(position, moves, limit, seed, alike)
    tell = what_tells_most(belief.weighing, seed) if compare else None
    return Weights(
        asked.chosen.file,
        model.digest,
        findings.effective,
        model.slip if findings.slip is None else findings.slip,
        model.slip,
        findings.worth or belief.worth,
        counted,
        counted is not None and counted.best != moves[0],
        "" if tell is None else told(position, tell),
    )


def _counted(
    position: Position, moves: Sequence[Move], limit: Limit, seed: int, alike: Belief | None
) -> Counted:
    if limit.exact:
        limit = Limit(worlds=MOST_COUNTED)
    if limit.time is not None:
        limit = replace(limit, time=limit.time * COUNTED_TIME)
    ordered = [move for move in position.legal_moves if move in moves]
    found = expectimax(
        position.compiled,
        OpenWorlds(position.evidence),
        limit,
        seed=seed,
        belief=alike,
        only=actions_of(position, ordered),
    )
    opening = not position.evidence.state.ends
    best, second = (
        Move.of(row.action, position.setup.tiles, opening=opening) for row in found.rows[:2]
    )
    return Counted(best, second, found.rows[1].gap)


def told(position: Position, tell: Tell) -> str:
    """A tell in words: `D played 15l at action 7 (D holds 55: 31% → 12%)`."""
    setup = position.setup
    assert isinstance(position.view, Record), "a snapshot shows no choices"
    action = position.view.moves[tell.number - 1].action
    seat = SEAT_LETTERS[tell.holder]
    move = Move.of(action, setup.tiles, opening=tell.number == 1)
    done = f"played {move}" if move.tile is not None else f"did {move}"
    tile = setup.tiles.tiles[tell.tile]
    return (
        f"{seat} {done} at action {tell.number} "
        f"({seat} holds {tile}: {tell.before:.0%} → {tell.after:.0%})"
    )
