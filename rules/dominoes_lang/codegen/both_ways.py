"""Interpreter and generated functions side by side: the one list of what they must agree on."""

from __future__ import annotations

from collections.abc import Callable

from dominoes_lang.codegen.compiled import Compiled, Opening
from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.syntax.nodes import Expression
from dominoes_lang.table.state import Action, Over, State


class Disagreement(Exception):
    """The two ways answer differently."""

    def __init__(self, sort: str, subject: str, where: str) -> None:
        """`sort` names the question, `subject` describes it."""
        super().__init__(f"the interpreter and the generated code disagree on {subject}")
        self.sort = sort
        self.place = where
        """The rule concerned, `file:line`; empty if there is none."""


class BothWays:
    """The rules of one setup: each question is put to both ways, which must give the same answer.

    Every method raises `Disagreement` if they differ.
    """

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        self.rules = Interpreter(compiled.setup)

    def rule_at(self, clause: str) -> str:
        """Where a clause of the rules is, or the one that takes its place; `file:line`."""
        clauses = self.compiled.setup.ruleset.clauses
        rule = clauses.get(clause) or clauses.get("first opener" if "opener" in clause else "turn")
        return str(rule.span) if rule else ""

    # ------------------------------------------------------------------ one state

    def state(self, state: State) -> list[Action]:
        """Every question about a single state; returns the legal actions."""
        actions = self.legal(state)
        if state.over:
            self.winner(state)
            self.points(state)
        return actions

    def legal(self, state: State) -> list[Action]:
        legal = self.compiled.legal(state)
        if self.rules.legal(state) != legal:
            clause = "turn" if state.begun else "first opener"
            raise self._differ("legal", "what is legal", clause)
        return legal

    def winner(self, end: State) -> int:
        winner = self.compiled.winner(*end)
        if self.rules.winner(end) != winner:
            raise self._differ("winner", "who wins", "winner")
        return winner

    def points(self, end: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The payoff and the awards of a finished round."""
        paid = self.compiled.payoff(*end), self.compiled.awards(*end)
        if (self.rules.payoff(end), self.rules.awards(end)) != paid:
            clauses = self.compiled.setup.ruleset.clauses
            award = next((key for key in clauses if key.startswith("award ")), "winner")
            raise self._differ("points", "the points", award)
        return paid

    def holds(self, condition: Expression, state: State) -> bool:
        """Whether a condition holds: any part of the rules, or one typed alone."""
        holds = bool(self.compiled.condition(condition)(*state))
        if self.rules.holds(condition, state) != holds:
            subject = f'whether "{condition.span.text.strip()}" holds'
            raise Disagreement("condition", subject, str(condition.span))
        return holds

    # ------------------------------------------------------------------ from state to state

    def play(self, before: State, action: Action) -> State:
        after, by_rules = self.compiled.play(before, action), self.rules.play(before, action)
        if by_rules.over != after.over:
            clause = Over(by_rules.over or after.over).name.lower()
            raise self._differ("play", "whether the round is over", clause)
        if by_rules != after:
            raise self._differ("play", "what an action does", "turn")
        return after

    # ------------------------------------------------------------------ deals

    def is_void(self, hands: tuple[int, ...]) -> bool:
        void = self.compiled.is_void(hands)
        if self.rules.is_void(hands) != void:
            raise self._differ("void", "a void deal", "redeal")
        return void

    def paid_at_the_deal(self, hands: tuple[int, ...]) -> tuple[int, ...]:
        paid = self.compiled.paid_at_the_deal(hands)
        if self.rules.paid_at_the_deal(hands) != paid:
            clauses = self.compiled.setup.ruleset.clauses
            award = next((key for key in clauses if key.startswith("award ")), "winner")
            raise self._differ("paid", "what is paid at the deal", award)
        return paid

    def first_openings(self, hands: tuple[int, ...]) -> list[Opening | None]:
        """Who opens a first round, for each seat that the lot may pick."""
        openings = self._by_lot(lambda lot: self.compiled.first_opening(hands, lot))
        drawing = hands, 0, self.compiled.setup.spare()
        if self._by_lot(
            lambda lot: self.rules.first_opening(hands, lot)
        ) != openings or self.rules.first_opening(*drawing) != self.compiled.first_opening(
            *drawing
        ):
            raise self._differ("opener", "who opens", "first opener")
        return openings

    def next_openings(self, end: State, hands: tuple[int, ...]) -> list[Opening | None]:
        """Who opens the round after a finished one, for each seat that the lot may pick."""
        openings = self._by_lot(lambda lot: self.compiled.next_opening(end, hands, lot))
        drawing = end, hands, 0, self.compiled.setup.spare()
        if self._by_lot(
            lambda lot: self.rules.next_opening(end, hands, lot)
        ) != openings or self.rules.next_opening(*drawing) != self.compiled.next_opening(*drawing):
            raise self._differ("next opener", "who opens the next round", "next opener")
        return openings

    def _by_lot(self, opening: Callable[[int], Opening | None]) -> list[Opening | None]:
        return [opening(lot) for lot in self.compiled.setup.playing]

    def _differ(self, sort: str, subject: str, clause: str) -> Disagreement:
        return Disagreement(sort, subject, self.rule_at(clause))
