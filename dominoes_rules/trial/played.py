"""Rounds and whole matches played at random, and every state on the way looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random

from dominoes_lang.codegen.dealing import hands_of, start_of
from dominoes_lang.play.match import victor
from dominoes_lang.table.state import Action, State
from dominoes_rules.play.deals import as_record, deal, until_valid
from dominoes_rules.position.description import Description, name_of
from dominoes_rules.trial.checks import Failed, Game, Problem


@dataclass(frozen=True)
class Played:
    """A round up to some action, with every hand open; `problem` is what is wrong behind it."""

    start: State
    actions: tuple[Action, ...]
    end: State
    problem: Problem | None = None

    def line(self, game: Game) -> str:
        """The round as a position."""
        record = as_record(self.start, self.actions)
        # Not a `Position`: that looks whether a record agrees with the rules, and it may not.
        text = Description(name_of(game.ruleset), game.compiled, record).text
        return f"{text} {game.facts}".rstrip()


class NotLegal(Exception):
    """An action that the rules don't allow; `number` counts from 1."""

    def __init__(self, number: int) -> None:
        super().__init__(f"action {number} is not legal")
        self.number = number


def play_through(game: Game, start: State, actions: Iterable[Action]) -> Played:
    """A round action by action up to the first one behind which something is wrong.

    Raises `NotLegal`.
    """
    left = enumerate(actions, 1)

    def following(state: State) -> Action | None:
        number, action = next(left, (0, None))
        if action is not None and (state.over or action not in game.legal(state)):
            raise NotLegal(number)
        return action

    return _play(game, start, following)


def play_at_random(game: Game, start: State, random: Random) -> Played:
    """A round of random legal actions up to its end, or to the first thing that is wrong."""
    return _play(game, start, lambda now: None if now.over else random.choice(game.legal(now)))


def _play(game: Game, start: State, following: Callable[[State], Action | None]) -> Played:
    """A round of actions until there is no following one, or something is wrong."""
    done: list[Action] = []
    state = start
    try:
        begin(game, start)
        while (action := following(state)) is not None:
            done.append(action)
            state = game.step(state, action)
            game.check(state)
    except Failed as failure:
        return Played(start, tuple(done), state, failure.problem)
    return Played(start, tuple(done), state)


def begin(game: Game, start: State) -> None:
    """Everything that must be so before the first action. Raises `Failed`."""
    if start.round == 1 and (start.opener, start.opening) not in game.first_opening(start.hands):
        raise game.failed("opener", "the rules let nobody open this way", "first opener")
    game.check(start)


def first_round(game: Game, random: Random) -> State:
    """A first round dealt at random. Raises `Failed` where generated code fails."""
    with game.guarded():
        return deal(game.compiled, random)


def next_round(game: Game, end: State, random: Random) -> State | None:
    """The round after a finished one, dealt at random; None once the match is over.

    Raises `Failed`, and `PositionError` where every deal is void.
    """
    setup = game.setup
    scores = game.totals(end)
    if victor(setup, scores, end.round) is not None:
        return None
    order = list(range(len(setup.tiles)))

    def attempt() -> State | None:
        random.shuffle(order)
        hands = hands_of(setup, order)
        with game.guarded():
            void = game.compiled.is_void(hands)
        opening = None if void else game.next_opening(end, hands)[random.randrange(setup.seats)]
        if opening is None:
            return None
        return start_of(setup, order, opening)._replace(round=end.round + 1, scores=scores)

    return until_valid(setup, attempt)
