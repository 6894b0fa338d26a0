"""What must be true in every state of every round of every game.

A check depends on that state alone, so the same ones serve exploring, shrinking and replaying. A
round ends because every action makes progress and passes in a row are bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from dominoes_lang.codegen.both_ways import BothWays, Disagreement
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.codegen.dealing import hands_of
from dominoes_lang.play.match import MatchStanding, standing
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.syntax import nodes
from dominoes_lang.table.state import NO_TILE, Action, Kind, State, not_laid, with_aside
from dominoes_lang.table.tiles import numbers_in
from dominoes_lang.text.source import Span

NEW_DEALS = 2
"""How many deals are used to test who opens the next round."""


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong; `kind` identifies the failure, whatever the position."""

    kind: str
    text: str = field(compare=False)
    place: str = ""
    """The rule that it is about, as `file:line`; empty if there is none."""

    @property
    def shown(self) -> str:
        return f"{self.text} ({self.place})" if self.place else self.text


class Failed(Exception):
    """Carries what is wrong in a state."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.text)
        self.problem = problem


class CheckedGame:
    """A compiled ruleset with what must be true in each of its states.

    `check` and `step` raise `Failed`.
    """

    def __init__(
        self,
        compiled: Compiled,
        invariants: tuple[tuple[str, nodes.Expression], ...] | None = None,
        whole: Ruleset | None = None,
        facts: str = "",
    ) -> None:
        """invariants: tested in place of those of the rules.

        whole, facts: on a small set, the rules on the whole set, and the facts by which a position
        names the small one.
        """
        self.ruleset = whole or compiled.setup.ruleset
        self.facts = facts
        self.compiled = compiled
        self.setup = compiled.setup
        self.both = BothWays(compiled)
        self.invariants = self.setup.invariants if invariants is None else invariants
        self.most_passes = _most_passes(compiled)
        self.values = self.setup.values
        self._next_deals: list[tuple[int, ...]] = []
        self._in_rounds: dict[int, CheckedGame] = {}
        """By the mask of the seats that are out of the match."""

    def in_round(self, scores: tuple[int, ...]) -> CheckedGame:
        """The game as some play it in a round with these scores: see `Compiled.in_round`."""
        compiled = self.compiled.in_round(scores)
        if compiled is self.compiled:
            return self
        away = compiled.setup.away
        if away not in self._in_rounds:
            game = CheckedGame(compiled, whole=self.ruleset, facts=self.facts)
            self._in_rounds[away] = game
        return self._in_rounds[away]

    # ------------------------------------------------------------------ two states and an action

    def step(self, before: State, action: Action) -> State:
        """The state after an action, which must be the same in both ways and lose no tile."""
        with self.guarded():
            after = self.both.play(before, action)
        self._tiles_stay(before, action, after)
        if _gained(after) <= _gained(before):
            raise self.failed("cycle", "the round could go on for ever: nothing is gained", "turn")
        return after

    def _tiles_stay(self, before: State, action: Action, after: State) -> None:
        """Raise `Failed` unless an action moves just the tiles that it names."""
        hands, stock, more = list(before.hands), before.stock, before.more
        mine = hands[before.mover]
        if action.tile != NO_TILE:
            hands[before.mover] = mine & ~(1 << action.tile)
        if action.kind is Kind.DISCARD:
            more = with_aside(more, self.setup.seats, before.mover, 1 << action.tile)
        elif action.kind is Kind.DRAW:
            hands[before.mover] = mine | 1 << stock[0]
            stock = stock[1:]
        elif self.setup.tricks is not None and stock and not after.stock:
            hands[after.more.bidder] |= sum(1 << tile for tile in stock)
            stock = ()
        if (tuple(hands), stock, more.aside) != (after.hands, after.stock, after.more.aside):
            raise self.failed("tiles", "a tile is lost, or is in two places", "turn")

    # ------------------------------------------------------------------ one state

    def legal(self, state: State) -> list[Action]:
        """The legal actions, by the generated code."""
        with self.guarded():
            return self.compiled.legal(state)

    def check(self, state: State) -> None:
        """Check everything that must be true in a state."""
        with self.guarded():
            legal = self.both.state(state)
        if state.passes > self.most_passes * (1 + self.setup.stock_size - len(state.stock)):
            raise self.failed(
                "endless",
                f"the round could go on for ever: {state.passes} passes in a row",
                "blocked",
            )
        if state.over:
            self._end(state)
        elif not legal:
            raise self.failed("no action", "there is no legal action", "turn")
        for title, condition in self.invariants:
            with self.guarded():
                holds = self.both.holds(condition, state)
            if not holds:
                raise Failed(
                    Problem(
                        f"invariant {title}",
                        f'the invariant "{title}" does not hold',
                        str(condition.span),
                    )
                )

    def _end(self, state: State) -> None:
        """Check what must be true at the end of a round."""
        payoff = self.compiled.payoff(*state)
        size = abs(payoff[0] - payoff[1]) if len(payoff) == 2 else max(map(abs, payoff))
        most = self.bound(state)
        if size > most:
            raise self.failed(
                "bound", f"the round pays {size} points, but the rules allow {most}", "winner"
            )
        for hands in self.next_deals():
            self.next_opening(state, hands)

    def bound(self, state: State) -> int:
        """The most that can still be paid, by the bounds that follow from the rules."""
        return self.compiled.bound(sum(self.values[tile] for tile in numbers_in(not_laid(state))))

    def next_opening(self, end: State, hands: tuple[int, ...]) -> list[tuple[int, int] | None]:
        """Who opens the round after a finished one, for each seat that the lot may pick."""
        with self.guarded():
            return self.both.next_openings(end, hands)

    def first_opening(
        self, hands: tuple[int, ...], opened: tuple[int, ...] | None = None
    ) -> list[tuple[int, int] | None]:
        """Who opens a first round with these hands, for each seat that the lot may fall on.

        opened: the hands once everyone has drawn, as nobody could open. Empty if the deal is void.
        """
        with self.guarded():
            void = self.both.is_void(hands)
            if void:
                return []
            self.both.paid_at_the_deal(hands)
            return self.both.first_openings(hands if opened is None else opened)

    def standing(self, end: State) -> MatchStanding:
        """How the match stands after a finished round."""
        winner, (_, points) = self.both.winner(end), self.both.points(end)
        return standing(self.setup, end, winner, points)

    def next_deals(self) -> list[tuple[int, ...]]:
        """Hands of a next round, the same in every process."""
        if not self._next_deals:
            random, setup = Random("next deals"), self.setup
            order = list(range(len(setup.tiles)))
            for _ in range(NEW_DEALS):
                random.shuffle(order)
                self._next_deals.append(hands_of(setup, order))
        return self._next_deals

    # ------------------------------------------------------------------ failures

    def failed(self, kind: str, text: str, clause: str) -> Failed:
        """A failure, with the clause of the rules that it is about."""
        return Failed(Problem(kind, text, self.both.rule_at(clause)))

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Report a disagreement of the two ways, or a crash of generated code, as a failure."""
        try:
            yield
        except Disagreement as clash:
            raise Failed(Problem(clash.sort, str(clash), clash.place)) from None
        except Exception as error:
            rule: Span | None = self.compiled.rule_of(error.__traceback__)
            if rule is None:
                raise
            text = f"the generated code of this rule failed: {error!r}"
            raise Failed(Problem(f"crash {type(error).__name__}", text, str(rule))) from None


def problem_in(attempt: Callable[[], object]) -> Problem | None:
    """What is wrong, if something is."""
    try:
        attempt()
    except Failed as failure:
        return failure.problem
    return None


def _gained(state: State) -> tuple[int, ...]:
    """How far a round has got; every action must increase it: tiles laid, draws, passes in a row.

    In an auction who is silent, the bid, and the name of the trump. A stop ends a turn, which
    needs a play to go on.
    """
    turn_is_over = bool(state.over) or not state.more.turn_tiles
    laid = state.plays + sum(tiles.bit_count() for tiles in state.more.aside)
    more = state.more
    said = more.silent.bit_count(), more.bid, state.begun
    return laid, -len(state.stock), state.passes, turn_is_over, *said


def _most_passes(compiled: Compiled) -> int:
    """The most passes in a row, without a draw, after which the same turn must have recurred.

    The rules can count passes, so numbers in them are added.
    """
    setup = compiled.setup
    conditions = (setup.turn.steps, setup.domino, setup.blocked)
    numbers = [node.value for node in nodes.walk(conditions) if isinstance(node, nodes.Number)]
    return max(numbers, default=0) + 2 * setup.seats
