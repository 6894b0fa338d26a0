"""Everything that a pad writes for people, from the phrases of the rule sheet."""

from __future__ import annotations

from collections.abc import Mapping

from dominoes_lang.english.wording import listed
from dominoes_lang.languages.language import english
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.sheet.conditions_told import ConditionsTold
from dominoes_lang.sheet.players_told import ACTORS
from dominoes_lang.sheet.round_told import NEXT_ROUND, RoundTold
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Moment
from dominoes_lang.table.state import NOBODY
from dominoes_rules.pad.round_sheet import NextOpener
from dominoes_rules.pad.table_questions import (
    BLOCKED_SAID,
    END,
    NOBODY_SAID,
    OUT_SAID,
    Answer,
    AnswerKind,
    TableQuestion,
)


class PadPhrases:
    """The sentences of a pad for one setup and its players."""

    def __init__(self, setup: Setup, names: Mapping[str, str]) -> None:
        self.setup = setup
        self.names = names

    def player(self, seat: int) -> str:
        """The name of a player."""
        return self.names[self.setup.seat_names[seat]]

    def side(self, side: int) -> str:
        """The names of the players of a side."""
        return listed([self.player(seat) for seat in self.setup.players_of[side]])

    def side_of(self, letters: str) -> str:
        """The names of the players of a side by its letters, `AC`."""
        return self.side(self.setup.side_names.index(letters))

    def question(self, question: TableQuestion, moment: Moment = Moment.ROUND_END) -> str:
        """A question as a noun phrase, or as a clause with a question mark for yes or no."""
        names = {seat: self.player(seat) for seat in range(self.setup.seats)}
        told = ConditionsTold(self.setup, ended=True, actor=ACTORS.get(moment), names=names)
        if question.key == END:
            return "Who went out?" if OUT_SAID not in question.choices else "How did it end?"
        if question.kind is AnswerKind.YES_NO:
            assert question.node is not None
            return f"{english().capital(told.condition(question.node))}?"
        return _capital(self._noun(question, told))

    def _noun(self, question: TableQuestion, told: ConditionsTold) -> str:
        match question:
            case TableQuestion(measure=None, node=node) if node is not None and nodes.is_who(node):
                return english().words(told.who(node))
            case TableQuestion(kind=AnswerKind.TILE, node=node):
                return english().words(told.tile(node))  # type: ignore[arg-type]
            case TableQuestion(measure=None, node=node):
                return english().words(told.amount(node))  # type: ignore[arg-type]
            case TableQuestion(measure=measure, seats=seats):
                counted = "the pips" if measure == "pips" else f"the number of {measure}"
                hands = f"hand{'s' if len(seats) > 1 else ''}"
                return f"{counted} left in the {hands} of {listed(list(map(self.player, seats)))}"
        raise AssertionError(f"no question: {question}")

    def answer(self, question: TableQuestion, answer: Answer) -> str:
        """An answer as people read it."""
        if question.kind is AnswerKind.YES_NO:
            return "yes" if answer else "no"
        if question.kind is not AnswerKind.CHOICE:
            return str(answer)
        return {
            BLOCKED_SAID: "Nobody: the round is blocked"
            if OUT_SAID not in question.choices
            else "The round is blocked",
            OUT_SAID: "By going out",
            NOBODY_SAID: "Nobody",
        }.get(str(answer)) or self.names[str(answer)]

    def next_opener(self, opener: NextOpener) -> str:
        """Who opens the next round, as a sentence."""
        if opener.seat != NOBODY:
            return f"{self.player(opener.seat)} opens the next round."
        if len(opener.among) > 1:
            names = listed(list(map(self.player, opener.among)), "or")
            return f"{names} opens the next round, as they choose."
        return english().sentences(RoundTold(self.setup).chain(opener.choices, NEXT_ROUND))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
