"""Rounds and whole matches played at random, with a check of every state."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random

from dominoes_lang.codegen.dealing import drew_to_open, hands_of, opened_after, start_of
from dominoes_lang.play.match import following
from dominoes_lang.table.state import Action, State, before_drawing
from dominoes_rules.play.deals import as_record, deal, until_valid
from dominoes_rules.play.reading_back import misread
from dominoes_rules.position.description import Description, name_of
from dominoes_rules.trial.checks import CheckedGame, Failed, Problem

RECORD = "record"
"""The kind of a failure that a whole round shows, and no single state."""


@dataclass(frozen=True)
class PlayedRound:
    """A round up to some action, with every hand open; `problem` is what is wrong after it."""

    start: State
    actions: tuple[Action, ...]
    end: State
    problem: Problem | None = None

    def line(self, game: CheckedGame) -> str:
        """The round as a position."""
        record = as_record(game.compiled.setup, self.start, self.actions)
        # Not a `Position`, which refuses a record that disagrees with the rules; this one may.
        text = Description(name_of(game.ruleset), game.compiled, record).text
        return f"{text} {game.facts}".rstrip()


class NotLegal(Exception):
    """An action that the rules don't allow; `number` counts from 1."""

    def __init__(self, number: int) -> None:
        super().__init__(f"action {number} is not legal")
        self.number = number


def play_through(game: CheckedGame, start: State, actions: Iterable[Action]) -> PlayedRound:
    """Play a round action by action, up to the first after which something is wrong.

    Of ends that are alike, a play may be at either. Raises `NotLegal`.
    """
    left, turned = enumerate(actions, 1), False

    def following(state: State) -> Action | None:
        nonlocal turned
        number, action = next(left, (0, None))
        if action is None:
            return None
        action, turned = game.setup.layout.same.listed_next(state, action, turned=turned)
        if state.over or action not in game.legal(state):
            raise NotLegal(number)
        return action

    return _play(game, start, following)


def play_at_random(game: CheckedGame, start: State, random: Random) -> PlayedRound:
    """Play random legal actions to the end of a round, or until something is wrong."""
    return _play(game, start, lambda now: None if now.over else random.choice(game.legal(now)))


def _play(
    game: CheckedGame, start: State, following: Callable[[State], Action | None]
) -> PlayedRound:
    """Play a round until there is no following action, or something is wrong."""
    done: list[Action] = []
    states = [start]
    try:
        begin(game, start)
        while (action := following(states[-1])) is not None:
            done.append(action)
            states.append(game.step(states[-1], action))
            game.check(states[-1])
    except Failed as failure:
        return PlayedRound(start, tuple(done), states[-1], failure.problem)
    wrong = misread(game.compiled, states, done, [states[-1].mover])
    if wrong is not None:
        number, message = wrong
        problem = game.failed(RECORD, message, "turn").problem
        return PlayedRound(start, tuple(done[:number]), states[number], problem)
    return PlayedRound(start, tuple(done), states[-1])


def begin(game: CheckedGame, start: State) -> None:
    """Check everything that must be true before the first action. Raises `Failed`."""
    ways = game.first_opening(before_drawing(start), start.hands) if start.round == 1 else []
    if start.round == 1 and (start.opener, start.opening) not in ways:
        raise game.failed("opener", "the rules don't allow this opening", "first opener")
    game.check(start)


def first_round(game: CheckedGame, random: Random) -> State:
    """A first round dealt at random. Raises `Failed` if generated code fails."""
    with game.guarded():
        return deal(game.compiled, random)


def next_round(game: CheckedGame, end: State, random: Random) -> State | None:
    """The round after a finished one, dealt at random; None once the match is over.

    Raises `Failed`, and `PositionError` if every deal is void.
    """
    stood = game.standing(end)
    if stood.won is not None:
        return None
    played, game = game, game.in_round(() if stood.next_set else stood.totals)
    setup = game.setup
    order, number = list(range(len(setup.tiles))), 1 if stood.next_set else end.round + 1

    def attempt() -> State | None:
        random.shuffle(order)
        hands = hands_of(setup, order, number)
        with game.guarded():
            void = game.compiled.is_void(hands)
        if void:
            return None
        first = stood.next_set
        with game.guarded():
            drew = drew_to_open(game.compiled, order, number, None if first else end)

        def opened(lent: tuple[int, ...]) -> tuple[int, int] | None:
            ways = game.first_opening(hands, lent) if first else played.next_opening(end, lent)
            return ways[random.randrange(len(ways))]

        opening = opened_after(opened, setup, hands_of(setup, order, number, drew))
        if opening is None:
            return None
        start = start_of(game.compiled, order, opening, number, drew)
        return following(setup, start, end, played.compiled.winner(*end), stood)

    return until_valid(setup, attempt)
