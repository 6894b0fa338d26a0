"""What a player could have done better, and how much of the result was luck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from operator import attrgetter
from random import Random
from types import MappingProxyType

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.english.wording import listed
from dominoes_lang.setup.ruleset import Goal
from dominoes_lang.table.state import Kind
from dominoes_lang.text.option_fields import taking_fields_of
from dominoes_lang.text.root_exception import expect_integer, expect_seed, expect_type
from dominoes_rules.errors import PositionError
from dominoes_rules.play.deals import deal
from dominoes_rules.play.match_rounds import PERSON
from dominoes_rules.play.matches import Match
from dominoes_rules.play.round import Round
from dominoes_rules.position.choice_models import chosen_model, has_model
from dominoes_rules.position.hidden_hands import worlds as hidden_worlds
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_rules.position.table_view import number_of
from dominoes_rules.reviewing.breakdown import Breakdown, breakdown
from dominoes_rules.reviewing.calls import Calls, calls_before, why_no_calls
from dominoes_rules.reviewing.decisions import Decision, judged, judged_call
from dominoes_rules.reviewing.review_options import ReviewOptions
from dominoes_rules.solving.move_search import MoveSearch
from dominoes_rules.solving.report import Report
from dominoes_rules.speech.speech import ENGLISH, Speech
from dominoes_solver.contracts.open_contracts import in_plain_python
from dominoes_solver.evidence.view import Record
from dominoes_solver.limit import Cancel, Limit
from dominoes_solver.playouts.random_rounds import random_rounds
from dominoes_solver.search.one_world import is_slow
from dominoes_solver.search.trick_scores import counts_tricks

NODES = 50_000
"""Nodes a world: a round is reviewed in seconds."""
NODES_OF_A_SLOW_GAME, WORLDS_OF_A_SLOW_GAME = 500, 12
"""The same for a game of which plain Python searches less."""
WORLDS_COMPARED = 20
"""Worlds of a record with unseen tiles in which the player's own hand must be the same."""
PAYING_ROUNDS = 400
"""Random rounds that show what a round pays."""


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
    """How worlds were weighted by the others' choices, in words; empty if all count alike."""
    game: str = ""
    """The title of the game."""
    note: str = ""
    """How the others play, as far as the rounds before the last decision show it; else empty."""
    types: Mapping[str, object] = field(default_factory=dict)
    """The same as a key of the JSON."""

    def __repr__(self) -> str:
        """Short enough for a prompt: the mistakes, the worst first."""
        shown = [f"{slip.kind} {slip.round}/{slip.action} {slip.played}" for slip in self.mistakes]
        named = ", ".join(shown) or "no mistake"
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
            turn.known for turn in self.decisions if turn.round == number and turn.step is not None
        )
        return lost if self.fewest else -lost

    def as_json(self) -> dict[str, object]:
        """The same as plain values, in a stable shape."""
        return {
            "seat": self.seat,
            "pays": self.pays,
            "seed": self.seed,
            **({"model": self.model} if self.model else {}),
            **self.types,
            **({"note": self.note} if self.note else {}),
            "decisions": [decision.as_json() for decision in self.decisions],
            "rounds": [self._round_json(result) for result in self.rounds],
        }

    def _round_json(self, result: Breakdown) -> dict[str, object]:
        known = self.known(result.round)
        return {
            "round": result.round,
            "result": result.result,
            "finished": result.finished,
            **({"estimated": True} if result.estimated else {}),
            "deal": result.deal,
            **({} if result.contract is None else {"contract": result.contract}),
            "since": result.since,
            "own": result.own,
            "known": known,
            "rest": result.own - known,
            "others": result.others,
            "steps": [
                {
                    "action": step.action,
                    "seat": step.seat,
                    "move": str(step.move),
                    "change": step.change,
                }
                for step in result.steps
            ],
        }


@taking_fields_of(ReviewOptions)
def review(options: ReviewOptions) -> Review:
    """Review a player's decisions, the worst first, and separate luck from skill.

    played: a match, a round, the record of a round, or the records of several rounds of a game.
        If a round is over and some tiles were never seen, one world that fits stands for them; the
        player's own hand must be known.
    seat: the player; by default the first person in a match, otherwise A.
    worlds: the number to search for each decision; by default, until the best move is clear.
    jobs: the number of processes; `"auto"` for one per available core.
    progress: called before each decision, with the numbers of finished and of all decisions.
    model, force: how worlds are weighted, as in `solve`.
    types: whether the rounds of a match before a decision show how the others play.

    Raises `PositionError` for a snapshot, for an unfinished record with hidden tiles, for one with
    hidden tiles of the player, and for rounds of different games, `ArgumentError` for a
    seat that the game does not have, and `UnfitModel` for a model that can't be read or is made
    for other rules.
    """
    reviewer, progress = Reviewer(options), options.progress
    decisions = []
    for number in range(reviewer.count):
        if progress is not None:
            progress(number, reviewer.count)
        decisions.append(reviewer.decision(number))
    return reviewer.result(decisions)


class Reviewer:
    """Reviews one decision of a player at a time; `review` takes them all.

    `rounds` are the rounds to review, `seat` is the player.
    """

    def __init__(
        self,
        options: ReviewOptions,
        named: Callable[[Move], str] = attrgetter("decimal"),
        names: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """What is raised is that of `review`.

        named: what a move is called in reasons; names: what players are, by the letter of the seat.
        """
        self._options, worlds = options, options.worlds
        self.rounds, usual, self._unseen = _rounds(options)
        self.numbers = _numbered(self.rounds)
        """The number of each round."""
        setup = self.rounds[0].setup
        self.seat = usual if options.seat is None else options.seat
        number = number_of(setup, self.seat)
        if worlds is not None:
            expect_integer("worlds", worlds, 1, "how many worlds to search must be at least 1")
        if options.jobs != "auto":
            why_jobs = 'it must be an integer of at least 1, the number of processes, or "auto"'
            expect_integer("jobs", options.jobs, 1, why_jobs)
        expect_seed(options.seed)
        # Raises for one that does not fit.
        asked = chosen_model(options.model, setup, force=options.force)
        weighs = has_model(setup) if options.model is None else asked.choices is not None
        self._types = options.types and weighs
        self._limit = _limit(self.rounds[0].compiled, worlds)
        self.named, self._names = named, names
        tricks = setup.tricks is not None
        self.silent = (
            why_no_calls(self.rounds[0].compiled, self.rounds[0].states[0]) if tricks else ""
        )
        """Why no bids and trumps are reviewed; empty where they are."""
        self._chosen = [
            (at, index)
            for at, game in enumerate(self.rounds)
            for index in _choices(game, number)
            if not self.silent or game.states[index].begun
        ]
        self._pays = what_a_round_pays(self.rounds[0].compiled)
        self._breakdowns: dict[int, Breakdown] = {}
        self._calls: dict[tuple[int, int], Calls] = {}

    @property
    def count(self) -> int:
        """How many decisions there are."""
        return len(self._chosen)

    @property
    def sign(self) -> int:
        """What a lost point adds to a result: 1 where the fewest points win, otherwise -1."""
        return -self.rounds[0].setup.sign

    def _notes(self) -> list[str]:
        """What is not reviewed, and what is assumed of rounds with unseen tiles."""
        silent = [f"bids and trumps are not reviewed: {self.silent}"] if self.silent else []
        if not self._unseen:
            return silent
        rounds = listed([str(self.numbers[at]) for at in self._unseen])
        plural = "s" if len(self._unseen) > 1 else ""
        return [
            *silent,
            (
                f"round{plural} {rounds}: the record does not show all tiles; `result`, `deal`, "
                "`rest` and `others` are those of one world that fits"
            ),
        ]

    def breakdown(self, at: int) -> Breakdown:
        """How the result of a round came about; `at` counts from 0."""
        if at not in self._breakdowns:
            parts = breakdown(self.rounds[at], self.seat)
            self._breakdowns[at] = replace(
                parts, round=self.numbers[at], contract=self._contract(at, parts)
            )
        return self._breakdowns[at]

    def _contract(self, at: int, parts: Breakdown) -> float | None:
        """What bid and trump of a round were worth to the player by what their namer saw.

        None where they are not among its parts.
        """
        game = self.rounds[at]
        if game.setup.tricks is None or self.silent:
            return None
        named = [index for index, move in enumerate(game.moves) if move.kind is Kind.NAME]
        if not named:
            return float(parts.deal) if parts.finished else None
        if parts.since > named[0]:
            return None
        calls, setup = self._calls_before(at, named[0]), game.setup
        namer = game.states[named[0]].mover
        own = setup.side_of[namer] == setup.side_of[number_of(setup, self.seat)]
        return calls.worth if own else -calls.worth

    def _calls_before(self, at: int, index: int) -> Calls:
        """What a move before the first trick is compared with."""
        if (at, index) not in self._calls:
            game, options = self.rounds[at], self._options
            seen = _before(game, index).seen_by(game.setup.seat_names[game.states[index].mover])
            played = game.moves[index].chosen
            calls = calls_before(seen, played, options.worlds, options.seed)
            self._calls[at, index] = calls
        return self._calls[at, index]

    def decision(
        self, number: int, *, cancel: Cancel | None = None, speech: Speech = ENGLISH
    ) -> Decision:
        """The review of a decision, counted from 0, its reason in a language.

        Raises `KeyboardInterrupt` if Ctrl-C or `cancel` ends the search, and `PositionError` if
        this version can't work out the hidden hands.
        """
        at, index = self._chosen[number]
        options = self._options
        game = self.rounds[at]
        move = game.moves[index].chosen
        earlier = [str(past.position) for past in self.rounds[: at if self._types else 0]]
        changes = {step.action: step.change for step in self.breakdown(at).steps}
        action = index + 1
        judging = self.numbers[at], action, move, changes.get(action), self._pays, self.named
        if game.setup.tricks is not None and not game.states[index].begun:
            return judged_call(self._calls_before(at, index), *judging, speech)
        report = MoveSearch(
            _before(game, index).seen_by(self.seat).after_rounds(*earlier),
            self._limit,
            seed=options.seed,
            why=move,
            jobs=options.jobs,
            model=options.model,
            force=options.force,
            cancel=cancel,
        ).report()
        if report.findings is not None and report.findings.interrupted:
            raise KeyboardInterrupt  # a search ends with what it has; a review would go on
        return judged(report, *judging, self._names, speech)

    def result(self, decisions: Sequence[Decision]) -> Review:
        """The review that consists of these decisions."""
        setup = self.rounds[0].setup
        searched = {
            (turn.round, turn.action): turn.report
            for turn in decisions
            if isinstance(turn.report, Report)
        }
        weighted = (
            report.model
            for report in searched.values()
            if report.weights is not None and report.weights.premise
        )
        late = searched[max(searched)] if searched else None
        weights = late.weights if late is not None else None
        types = weights.types if weights is not None else {}
        return Review(
            self.seat,
            tuple(
                sorted(
                    decisions,
                    key=lambda turn: (not turn.kind, -turn.lost.mean, turn.round, turn.action),
                )
            ),
            tuple(self.breakdown(at) for at in range(len(self.rounds))),
            self._pays,
            self._options.seed,
            setup.goal is Goal.FEWEST,
            next(weighted, ""),
            setup.ruleset.title,
            " ".join([*([late.note] if late is not None and types else []), *self._notes()]),
            types,
        )


def _limit(compiled: Compiled, worlds: int | None) -> Limit:
    if is_slow(compiled) or (counts_tricks(compiled.setup) and in_plain_python()):
        return Limit(worlds=worlds or WORLDS_OF_A_SLOW_GAME, nodes=NODES_OF_A_SLOW_GAME)
    return Limit(worlds=worlds, nodes=NODES)


def _rounds(options: ReviewOptions) -> tuple[Sequence[Round], str, list[int]]:
    """The rounds, the seat to look at where none is named, and which have unseen tiles, from 0."""
    played = options.played
    if isinstance(played, Match):
        persons = [seat for seat, player in played.players.items() if player == PERSON]
        return played.rounds, [*persons, "A"][0], []
    if isinstance(played, Round):
        return [played], "A", []
    positions = [played] if isinstance(played, Position) else played
    what = "a Match, a Round, a Position or a list of Positions"
    expect_type("played", positions, Sequence, what)
    if not positions:
        raise PositionError("there is no round to review")
    rounds, unseen = [], []
    for position in positions:
        expect_type("played", position, Position, what)
        if position.setup != positions[0].setup:
            raise PositionError(
                "the rounds of a review must be of one game with one set of players"
            )
        game, is_known = _round_of(position, options.seat or "A", options.seed)
        rounds.append(game)
        unseen += [] if is_known else [len(rounds) - 1]
    return rounds, "A", unseen


def _numbered(rounds: Sequence[Round]) -> list[int]:
    """The number of each round: its own, or that in the list where a further set begins at 1."""
    own = [game.state.round for game in rounds]
    return own if all(a < b for a, b in pairwise(own)) else [*range(1, len(own) + 1)]


def _round_of(played: Position, seat: str, seed: int) -> tuple[Round, bool]:
    """The round of a record, and whether the record shows all of it."""
    if not isinstance(played.view, Record):
        raise PositionError(
            "a snapshot does not show what was played; a review needs a record: every hand as it "
            "was dealt, and play:ACTIONS"
        )
    if played.evidence.only_world is not None:
        return Round.from_position(played), True
    if not played.is_over:
        raise PositionError(
            "a review needs every hand as it was dealt, and every tile that was drawn, until the "
            "round is over; several worlds fit this record"
        )
    worlds = hidden_worlds(played).sample(WORLDS_COMPARED, seed=seed)
    games = [Round.from_position(world) for world in worlds]
    own = number_of(played.setup, seat)
    if len({(game.states[0].hands[own], game.states[-1].hands[own]) for game in games}) > 1:
        raise PositionError(
            f"the record does not show the whole hand of {seat}: review a seat whose tiles were "
            f"all laid, or write the tiles that {seat} was dealt"
        )
    return games[0], False


def _choices(game: Round, seat: int) -> list[int]:
    """The places of a player's actions, from 0, that had an alternative."""
    pairs = enumerate(zip(game.states, game.actions, strict=False))
    return [
        index
        for index, (state, _) in pairs
        if state.mover == seat and len(game.compiled.legal(state)) > 1
    ]


def _before(game: Round, index: int) -> Round:
    """A round as it was before the action at a place, from 0."""
    before = game.copy()
    for _ in range(len(game.actions) - index):
        before.pop()
    return before


@lru_cache(maxsize=64)
def what_a_round_pays(compiled: Compiled) -> float:
    """The mean over random rounds of what the side that gets most is paid more than the next.

    With more than two sides, of what the side that gets most is paid. Where wins are counted it is
    the share of rounds that somebody wins. In a game of tricks, the first player bids least.
    """
    if compiled.setup.tricks is not None:
        return (
            sum(_paid_for_least(compiled, Random(key)) for key in range(PAYING_ROUNDS))
            / PAYING_ROUNDS
        )
    played = random_rounds(compiled, PAYING_ROUNDS, 0)
    total = 0
    for first in range(0, len(played.numbers), played.width):
        points = played.numbers[first + played.width - played.sides : first + played.width]
        total += max(points) - (min(points) if len(points) == 2 else 0)
    return total / PAYING_ROUNDS


def _paid_for_least(compiled: Compiled, chance: Random) -> int:
    """What a random round of tricks pays for the lowest bid, as in `what_a_round_pays`."""
    state = deal(compiled, chance)
    while not state.over:
        actions = compiled.legal(state)
        bids = [action for action in actions if action.kind is Kind.BID]
        passes = [action for action in actions if action.kind is Kind.PASS]
        if bids:
            state = compiled.play(state, passes[0] if state.more.bid and passes else bids[0])
        else:
            state = compiled.play(state, chance.choice(actions))
    points = compiled.payoff(*state)
    return max(points) - (min(points) if len(points) == 2 else 0)
