"""Everything that a pad writes for people: phrases of the rule sheet, and sentences around them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dominoes_lang.languages.rule_sheet import shown_line
from dominoes_lang.setup.arithmetic import Amount
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.sheet.conditions_told import ConditionsTold
from dominoes_lang.sheet.message import SheetMessage
from dominoes_lang.sheet.players_told import actor
from dominoes_lang.sheet.round_told import NEXT_ROUND, RoundTold
from dominoes_lang.sheet.sheet_lines import SheetLine
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Moment
from dominoes_lang.table.state import NOBODY
from dominoes_rules.pad.payments_told import PadPayment
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
from dominoes_rules.speech.speech import ENGLISH, Speech, marked

_LEFT_IN_HAND = {
    "pips": marked("The pips left in the hand of {player}"),
    "tiles": marked("The number of tiles left in the hand of {player}"),
    "doubles": marked("The number of doubles left in the hand of {player}"),
}
"""What is asked of one player, by what is counted; and of several together."""
_LEFT_IN_HANDS = {
    "pips": marked("The pips left in the hands of {players}"),
    "tiles": marked("The number of tiles left in the hands of {players}"),
    "doubles": marked("The number of doubles left in the hands of {players}"),
}
_DEALT = {
    "pips": marked("The pips dealt to {players}"),
    "tiles": marked("The number of tiles dealt to {players}"),
    "doubles": marked("The number of doubles dealt to {players}"),
}
_TAKEN = {
    "tricks": marked("The number of tricks taken by {players}"),
    "pips": marked("The pips in the tricks taken by {players}"),
}


class PadPhrases:
    """The sentences of a pad for one setup and its players, in one language."""

    def __init__(self, setup: Setup, names: Mapping[str, str], speech: Speech = ENGLISH) -> None:
        self.setup = setup
        self.names = names
        self.speech = speech
        self._words = speech.language.words

    def player(self, seat: int) -> str:
        """The name of a player."""
        return self.names[self.setup.seat_names[seat]]

    def players(self, seats: Iterable[int], joiner: str = "and") -> str:
        """The names of players, as a list."""
        return self.speech.listed(map(self.player, seats), joiner)

    def side(self, side: int) -> str:
        """The names of the players of a side."""
        return self.players(self.setup.players_of[side])

    def side_of(self, letters: str) -> str:
        """The names of the players of a side by its letters, `AC`."""
        return self.side(self.setup.side_names.index(letters))

    # ------------------------------------------------------------------ questions

    def question(self, question: TableQuestion, moment: Moment = Moment.ROUND_END) -> str:
        """A question as a noun phrase, or as a clause with a question mark for yes or no."""
        text, names = self.speech.text, dict(enumerate(map(self.player, range(self.setup.seats))))
        told = ConditionsTold(self.setup, ended=True, actor=actor(self.setup, moment), names=names)
        if question.key == END:
            if OUT_SAID in question.choices:
                return text("How did it end?")
            return text("Who went out?")
        if question.kind is AnswerKind.YES_NO:
            assert question.node is not None
            clause = self.speech.language.capital(told.condition(question.node))
            return text("{clause}?", clause=clause)
        if isinstance(question.node, nodes.Taken) and question.node.measure in _TAKEN:
            taken = _TAKEN[question.node.measure]
            return text(taken, players=self.players(question.seats))
        if question.measure is None:
            words = self._words(_asked(question, told))
            return words[:1].upper() + words[1:]
        if moment is Moment.THE_DEAL:
            return text(_DEALT[question.measure], players=self.players(question.seats))
        if len(question.seats) == 1:
            return text(_LEFT_IN_HAND[question.measure], player=self.player(question.seats[0]))
        return text(_LEFT_IN_HANDS[question.measure], players=self.players(question.seats))

    def answer(self, question: TableQuestion, answer: Answer) -> str:
        """An answer as people read it."""
        text = self.speech.text
        if question.kind is AnswerKind.YES_NO:
            return self._words(SheetMessage("yes" if answer else "no"))
        if question.kind is not AnswerKind.CHOICE:
            return str(answer)
        blocked = marked("Nobody: the round is blocked")
        if OUT_SAID in question.choices:
            blocked = marked("The round is blocked")
        said = {
            BLOCKED_SAID: blocked,
            OUT_SAID: marked("By going out"),
            NOBODY_SAID: marked("Nobody"),
        }
        return text(said[str(answer)]) if answer in said else self.names[str(answer)]

    # ------------------------------------------------------------------ what follows

    def next_opener(self, opener: NextOpener) -> str:
        """Who opens the next round, as a sentence."""
        text = self.speech.text
        if opener.seat != NOBODY:
            return text("{player} opens the next round.", player=self.player(opener.seat))
        if len(opener.among) > 1:
            names = self.players(opener.among, "or")
            return text("{players} opens the next round, as they choose.", players=names)
        chain = RoundTold(self.setup).chain(opener.choices, NEXT_ROUND)
        return self.speech.language.sentences(chain)

    def reason(self, payment: PadPayment) -> str:
        """Why something was paid, in the words of the rule sheet, or by the name of the award."""
        if payment.because is None:
            return self.award(payment.award)
        return self._words(payment.because)

    def award(self, name: str) -> str:
        """The name of an award in words."""
        return self.speech.language.title(name.replace("_", " "))

    def paid_for(self, lines: Iterable[SheetLine]) -> str:
        """What the rule sheet tells of awards, one line after the other."""
        shown = (shown_line(self.speech.language, line) for line in lines)
        return " ".join(line.strip().removeprefix("- ") for line in shown)


def _asked(question: TableQuestion, told: ConditionsTold) -> SheetMessage | Amount:
    """What a question asks for that is not about hands: a player, a tile or an amount."""
    node = question.node
    assert node is not None
    if nodes.is_who(node):
        return told.who(node)
    return told.tile(node) if question.kind is AnswerKind.TILE else told.amount(node)
