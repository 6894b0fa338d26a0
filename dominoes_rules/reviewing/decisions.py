"""One decision of a player, judged by what the player saw: what it lost, and in which worlds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_rules.reviewing.calls import Calls
from dominoes_rules.solving.answered_moves import ERRORS_APART
from dominoes_rules.solving.report import Report
from dominoes_rules.solving.why import PossibleHolding, Why
from dominoes_rules.speech.speech import ENGLISH, Speech
from dominoes_solver.means import Mean

KINDS = {"slip": 0.0, "mistake": 0.1, "blunder": 0.25}
"""Each kind with the least share of what a round pays that it costs; see docs/review.md."""
FEWEST_WORLDS = 10
"""A reason rests on at least this many worlds, unless they are all."""


@dataclass(frozen=True)
class Decision:
    """One choice among several moves."""

    round: int
    action: int
    """The number of the action in its round, from 1."""
    played: Move
    best: Move
    """The best move, judged by what the player knew; the move played if it was as good."""
    lost: Mean
    """Points lost against the best move, and the error of this difference, world by world."""
    kind: str | None
    """`slip`, `mistake` or `blunder`; None if the loss is not clear."""
    reason: str
    """Where the move fails most; empty if there is no mistake. Of a bid or a trump, the chances."""
    report: Report | Calls
    """What each move was worth, by what the player saw; before the first trick, the chances."""
    step: int | None
    """What the move changed with all hands open; None if that is out of reach."""

    @property
    def position(self) -> Position:
        """What the player saw."""
        return self.report.position

    @property
    def worlds(self) -> int:
        """How many worlds were searched."""
        return self.report.used

    @property
    def exact(self) -> bool:
        return self.report.exact

    @property
    def is_judged(self) -> bool:
        """Whether it could lose points: a bid could not, since nobody's bidding is guessed."""
        return isinstance(self.report, Report) or self.report[self.played].gap is not None

    @property
    def known(self) -> float:
        """The loss that could be known: `lost` where that is clear, else 0."""
        return self.lost.mean if self.kind else 0.0

    def as_json(self) -> dict[str, object]:
        """The same as plain values, in a stable shape."""
        return {
            "round": self.round,
            "action": self.action,
            "played": str(self.played),
            "best": str(self.best),
            "lost": self.lost.mean if self.is_judged else None,
            "se": self.lost.se,
            "kind": self.kind,
            "reason": self.reason,
            "position": str(self.position),
            "worlds": self.worlds,
            "exact": self.exact,
            "step": self.step,
            **(
                {"calls": [row.as_json() for row in self.report.rows]}
                if isinstance(self.report, Calls)
                else {}
            ),
        }


def judged(
    report: Report,
    number: int,
    action: int,
    move: Move,
    step: int | None,
    pays: float,
    named: Callable[[Move], str],
    names: Mapping[str, str] = MappingProxyType({}),
    speech: Speech = ENGLISH,
) -> Decision:
    """A decision by the answer to what the player saw, which reasons about the move played.

    number: the round; the others are as in `Decision`. pays: what a round pays.
    named: what a move is called in the reason; names: what players are, by the letter of the seat.
    speech: the language of the reason.
    """
    why = report.why
    assert why is not None
    row = report[why.move]
    kind = _kind(row.gap, pays, report.exact or row.worlds >= FEWEST_WORLDS)
    best = report.best if row.gap.mean > 0 else None
    return Decision(
        round=number,
        action=action,
        played=move,
        best=best or why.move,
        lost=row.gap,
        kind=kind,
        reason=_reason(why, report, named, names, speech) if kind else "",
        report=report,
        step=step,
    )


def judged_call(
    calls: Calls,
    number: int,
    action: int,
    move: Move,
    step: int | None,
    pays: float,
    named: Callable[[Move], str],
    speech: Speech = ENGLISH,
) -> Decision:
    """The same for a bid, which is no mistake in points, or a trump."""
    gap = calls[move].gap
    kind = None if gap is None else _kind(gap, pays, calls.exact or calls.used >= FEWEST_WORLDS)
    return Decision(
        round=number,
        action=action,
        played=move,
        best=calls.rows[0].move if gap is not None and gap.mean > 0 else move,
        lost=gap or Mean(0.0, None),
        kind=kind,
        reason=calls.reason(named, speech),
        report=calls,
        step=step,
    )


def _kind(gap: Mean, pays: float, is_known: bool) -> str | None:
    """The kind of a loss; None where it is not clear."""
    if gap.mean <= 0 or gap.mean <= ERRORS_APART * (gap.se or 0.0) or not (is_known or gap.se):
        return None
    return [name for name, least in KINDS.items() if gap.mean >= least * pays][-1]


def _reason(
    why: Why,
    report: Report,
    named: Callable[[Move], str],
    names: Mapping[str, str],
    speech: Speech = ENGLISH,
) -> str:
    """The holding under which the move loses most more to the best one, weighted by its chance."""
    best = report.rows[0]
    move = named(best.move)
    share = speech.text(
        "{move} is best in {share} of the worlds", move=move, share=f"{best.best_in:.0%}"
    )
    overall = why.lead.by.mean if why.lead else 0.0
    costly = [
        (holding.probability * (overall - by.mean), holding, by.mean)
        for holding in why.holdings
        if (by := holding.over(best.move)) is not None
        and by.mean < min(0.0, overall)
        and _is_enough(holding)
    ]
    if not costly:
        return share
    _, holding, lead = max(costly, key=lambda cost: cost[0])
    return speech.text(
        "if {holding} ({chance}), {move} is {lead} better; {share}",
        holding=holding.in_words(names, speech),
        chance=f"{holding.probability:.0%}",
        move=move,
        lead=f"{-lead:.2f}",
        share=share,
    )


def _is_enough(holding: PossibleHolding) -> bool:
    return holding.exact or holding.used >= FEWEST_WORLDS
