"""What a player could have done better, and how much of the result was luck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.setup.ruleset import Goal
from dominoes_lang.text.root_exception import expect_integer, expect_seed, expect_type
from dominoes_rules.errors import PositionError
from dominoes_rules.play.matches import PERSON, Match
from dominoes_rules.play.round import Round
from dominoes_rules.position.choice_models import chosen_model
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_rules.position.table_view import number_of
from dominoes_rules.reviewing.breakdown import Breakdown, breakdown
from dominoes_rules.solving.report import ERRORS_APART, Report, solve
from dominoes_rules.solving.why import Holding, Why
from dominoes_solver.evidence.view import Record
from dominoes_solver.limit import Limit
from dominoes_solver.pimc.tally import Mean
from dominoes_solver.playouts.random_rounds import random_rounds

if TYPE_CHECKING:
    from dominoes_solver.belief.model import Choices

NODES = 50_000
"""Nodes a world: a round is reviewed in seconds."""
PAYING_ROUNDS = 400
"""Random rounds that show what a round pays."""
KINDS = {"slip": 0.0, "mistake": 0.1, "blunder": 0.25}
"""Each kind with the least share of what a round pays that it costs; see docs/review.md."""
FEWEST_WORLDS = 10
"""A reason rests on at least this many worlds, unless they are all."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Decision:
    """One choice among several moves."""

    round: int
    action: int
    """The number of the action in its round, from 1."""
    played: Move
    best: Move
    """The best move, judged by what the player knew; what was played where that was as good."""
    lost: Mean
    """Points lost against the best move, and the error of this difference, world by world."""
    kind: str | None
    """`slip`, `mistake` or `blunder`; None where the loss is not clear."""
    reason: str
    """Where the move fails most; empty where there is no mistake."""
    position: Position
    """What the player saw."""
    worlds: int
    """How many worlds were searched."""
    exact: bool
    step: int | None
    """What the move changed with all hands open; None where that is out of reach."""

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
            "lost": self.lost.mean,
            "se": self.lost.se,
            "kind": self.kind,
            "reason": self.reason,
            "position": str(self.position),
            "worlds": self.worlds,
            "exact": self.exact,
            "step": self.step,
        }


@dataclass(frozen=True, repr=False)
class Review:
    """The decisions of one player, the worst first, and the parts of each round's result.

    For each round, exactly `result == deal + own + sum(others.values())`.
    """

    seat: str
    decisions: tuple[Decision, ...]
    rounds: tuple[Breakdown, ...]
    pays: float
    """What a round of the game pays on average."""
    seed: int
    fewest: bool
    """Whether the fewest points win, so that points lost are points taken."""
    model: str = ""
    """How worlds were weighted by the others' choices, in words; empty where all count alike."""
    game: str = ""
    """The title of the game."""

    def __repr__(self) -> str:
        """Short enough for a prompt: the mistakes, the worst first."""
        found = [f"{one.kind} {one.round}/{one.action} {one.played}" for one in self.mistakes]
        named = ", ".join(found) or "no mistake"
        return f"<Review of {self.seat}, {len(self)} decisions: {named}>"

    def __iter__(self) -> Iterator[Decision]:
        return iter(self.decisions)

    def __len__(self) -> int:
        return len(self.decisions)

    @property
    def mistakes(self) -> tuple[Decision, ...]:
        """The decisions that clearly lost something, the worst first."""
        return tuple(decision for decision in self.decisions if decision.kind)

    def known(self, number: int) -> float:
        """The part of the player's own steps in a round that could have been avoided."""
        lost = sum(
            one.known for one in self.decisions if one.round == number and one.step is not None
        )
        return lost if self.fewest else -lost

    def as_json(self) -> dict[str, object]:
        """The same as plain values, in a stable shape."""
        return {
            "seat": self.seat,
            "pays": self.pays,
            "seed": self.seed,
            **({"model": self.model} if self.model else {}),
            "decisions": [decision.as_json() for decision in self.decisions],
            "rounds": [self._round_json(one) for one in self.rounds],
        }

    def _round_json(self, one: Breakdown) -> dict[str, object]:
        known = self.known(one.round)
        return {
            "round": one.round,
            "result": one.result,
            "finished": one.finished,
            "deal": one.deal,
            "since": one.since,
            "own": one.own,
            "known": known,
            "rest": one.own - known,
            "others": one.others,
            "steps": [
                {
                    "action": step.action,
                    "seat": step.seat,
                    "move": str(step.move),
                    "change": step.change,
                }
                for step in one.steps
            ],
        }


def review(
    played: Match | Round | Position,
    *,
    seat: str | None = None,
    worlds: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    progress: Progress | None = None,
    model: str | Choices | None = None,
    force: bool = False,
) -> Review:
    """Review a player's decisions, the worst first, and separate luck from skill.

    played: a match, a round, or the record of a round with every hand.
    seat: the player; by default the first person in a match, otherwise A.
    worlds: the number to search for each decision; by default, until the best move is clear.
    jobs: the number of processes.
    progress: called before each decision, with the numbers of finished and of all decisions.
    model, force: how worlds are weighted, as in `solve`.

    Raises `PositionError` for a snapshot and for a record with hidden tiles, `ArgumentError` for a
    seat that the game does not have, `NoValue` if an unfinished round is too large to search, and
    `UnfitModel` for a model that can't be read or is made for other rules.
    """
    rounds, usual = _rounds(played)
    setup = rounds[0].setup
    seat = usual if seat is None else seat
    number = number_of(setup, seat)
    if worlds is not None:
        expect_integer("worlds", worlds, 1, "how many worlds to search must be at least 1")
    expect_integer("jobs", jobs, 1, "it must be an integer of at least 1, the number of processes")
    expect_seed(seed)
    limit = Limit(worlds=worlds, nodes=NODES)
    chosen_model(model, setup, force=force)  # raises for one that does not fit
    assumed = ""
    pays = what_a_round_pays(rounds[0].compiled)
    found = [breakdown(game, seat) for game in rounds]
    chosen = [(at, place) for at, game in enumerate(rounds) for place in _choices(game, number)]
    decisions = []
    for done, (at, place) in enumerate(chosen):
        if progress is not None:
            progress(done, len(chosen))
        game = rounds[at]
        seen = _before(game, place).seen_by(seat)
        move = game.moves[place]
        report = solve(
            seen, limit, seed=seed, why=move, jobs=jobs, model=model, force=force, counted=False
        )
        if report.findings is not None and report.findings.interrupted:
            raise KeyboardInterrupt  # a search ends with what it has; a review would go on
        assumed = assumed or (report.model if report.weights is not None else "")
        changes = {step.action: step.change for step in found[at].steps}
        decisions.append(
            _decision(report, game.state.round, place + 1, move, changes.get(place + 1), pays)
        )
    decisions.sort(key=lambda one: (not one.kind, -one.lost.mean, one.round, one.action))
    fewest = setup.goal is Goal.FEWEST
    title = setup.ruleset.title
    return Review(seat, tuple(decisions), tuple(found), pays, seed, fewest, assumed, title)


def _rounds(played: Match | Round | Position) -> tuple[Sequence[Round], str]:
    """The rounds, and the seat to look at where none is named."""
    if isinstance(played, Match):
        persons = [seat for seat, player in played.players.items() if player == PERSON]
        return played.rounds, [*persons, "A"][0]
    if isinstance(played, Round):
        return [played], "A"
    expect_type("played", played, Position, "a Match, a Round or a Position")
    if not isinstance(played.view, Record):
        raise PositionError(
            "a snapshot does not show what was played; a review needs a record: every hand as it "
            "was dealt, and play:ACTIONS"
        )
    if played.evidence.only_world is None:
        raise PositionError(
            "a review needs every hand as it was dealt, and every tile that was drawn; several "
            "worlds fit this record"
        )
    return [Round.from_position(played)], "A"


def _choices(game: Round, seat: int) -> list[int]:
    """The places of a player's actions, from 0, that had an alternative."""
    pairs = enumerate(zip(game.states, game.actions, strict=False))
    return [
        place
        for place, (state, _) in pairs
        if state.mover == seat and len(game.compiled.legal(state)) > 1
    ]


def _before(game: Round, place: int) -> Round:
    """A round as it was before the action at a place, from 0."""
    before = game.copy()
    for _ in range(len(game.actions) - place):
        before.pop()
    return before


def _decision(
    report: Report, number: int, action: int, move: Move, step: int | None, pays: float
) -> Decision:
    why = report.why
    assert why is not None
    row = report[why.move]
    clear = row.gap.mean > ERRORS_APART * (row.gap.se or 0.0)
    kind = None
    if clear and row.gap.mean > 0 and (report.exact or row.gap.se):
        kind = [name for name, least in KINDS.items() if row.gap.mean >= least * pays][-1]
    best = report.best if row.gap.mean > 0 else None
    return Decision(
        round=number,
        action=action,
        played=move,
        best=best or why.move,
        lost=row.gap,
        kind=kind,
        reason=_reason(why, report) if kind else "",
        position=report.position,
        worlds=report.used,
        exact=report.exact,
        step=step,
    )


def _reason(why: Why, report: Report) -> str:
    """The holding under which the move loses most more to the best one, weighted by its chance."""
    best = report.rows[0]
    share = f"{best.move} is best in {best.best_in:.0%} of the worlds"
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
    _, holding, lead = max(costly, key=lambda found: found[0])
    chance = f"{holding.probability:.0%}"
    return f"if {holding} ({chance}), {best.move} is {-lead:.2f} better; {share}"


def _is_enough(holding: Holding) -> bool:
    return holding.exact or holding.used >= FEWEST_WORLDS


@lru_cache(maxsize=64)
def what_a_round_pays(compiled: Compiled) -> float:
    """The mean over random rounds of what the side that gets most is paid more than the next.

    With more than two sides, of what the side that gets most is paid. Where wins are counted it is
    the share of rounds that somebody wins.
    """
    played = random_rounds(compiled, PAYING_ROUNDS, 0)
    total = 0
    for first in range(0, len(played.numbers), played.width):
        points = played.numbers[first + 3 : first + played.width]
        total += max(points) - (min(points) if len(points) == 2 else 0)
    return total / PAYING_ROUNDS
