"""What a score pad shows whoever types before they answer, and what words it takes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dominoes_lang.syntax.nodes import Moment
from dominoes_lang.text.quoting import short
from dominoes_rules.conversation.typed_words import folded, known_words
from dominoes_rules.errors import PadError
from dominoes_rules.pad.pad_match import RoundSheet
from dominoes_rules.pad.pad_phrases import PadPhrases
from dominoes_rules.pad.table_questions import Answer, AnswerKind, TableQuestion
from dominoes_rules.pad.taps import TapKind
from dominoes_rules.pad.typed_answers import typed_answer
from dominoes_rules.speech.speech import Speech, marked

HELP = marked("""\
Type an answer, or one of these words at any question:
  score    show all rounds and the totals
  back     take back the last answer
  fix N    correct round N; all later rounds are counted anew
  quit     leave; what was typed is saved
Pips are a number, or tiles that are added up: 55.31 or 5-5.""")
# Translators: words that are typed at a score pad, several with commas between; the first is the
# one that help shows. No word may stand in two of these lines, and none may be a single letter.
TYPED_AT_A_PAD = {
    "score": marked("score, scores"),
    "back": marked("back, undo"),
    "fix": marked("fix, correct"),
    "all": marked("all, together"),
    "quit": marked("quit, q, exit"),
    "help": marked("help, ?"),
}
"""The words for what can be typed besides answers, by what they mean."""


def meaning_at_a_pad(word: str, speech: Speech) -> str:
    """What a word asks for; empty if it is an answer."""
    return known_words(TYPED_AT_A_PAD, speech).get(folded(word), "")


def round_heading(phrases: PadPhrases, sheet: RoundSheet) -> str:
    """The number of a round, and who opens it where that is known."""
    text = phrases.speech.text
    if not sheet.opener:
        return text("Round {number}", number=sheet.number)
    opener = phrases.names[sheet.opener]
    return text("Round {number}: {player} opens", number=sheet.number, player=opener)


def numbered_answers(phrases: PadPhrases, question: TableQuestion) -> str:
    """The answers of which one is chosen, with the numbers by which they can be typed."""
    names = (phrases.answer(question, choice) for choice in question.choices)
    return "  ".join(f"{number}) {name}" for number, name in enumerate(names, 1))


def answer_prompt(
    phrases: PadPhrases,
    question: TableQuestion,
    together: TableQuestion | None,
    usual: Answer | None,
    moment: Moment,
) -> str:
    """A question as whoever answers is asked, with what may be typed.

    together: what several players hold, which may be told in place of it.
    usual: what Enter keeps.
    """
    parts = [phrases.question(question, moment)]
    if question.kind is AnswerKind.CHOICE:
        parts = []  # they stand above the prompt
    if question.kind is AnswerKind.YES_NO:
        letters = (phrases.answer(question, choice)[:1] for choice in question.choices)
        parts.append(f"({'/'.join(letters)})")
    if together is not None:
        players = phrases.players(together.seats)
        parts.append(f"({phrases.speech.text('all N: {players} together', players=players)})")
    if usual is not None:
        parts.append(f"[{phrases.answer(question, usual)}]")
    return f"{' '.join(parts)}> "


# ---------------------------------------------------------------------- points during play


def kind_lines(kinds: Sequence[TapKind], phrases: PadPhrases) -> list[str]:
    """What points during play there are."""
    if len(kinds) == 1:
        return [phrases.paid_for(kinds[0].lines)]
    return [f"  {number}) {phrases.paid_for(kind.lines)}" for number, kind in enumerate(kinds, 1)]


def points_example(kinds: Sequence[TapKind], phrases: PadPhrases) -> str:
    """What to type for points during play, by the first kind."""
    kind, words = kinds[0], ["1"] if len(kinds) > 1 else []
    asked = [part.question for part in kind.form.questions if part.told is None]
    for question in sorted(asked, key=lambda question: not question.choices):
        if question.choices:
            words.append(phrases.answer(question, question.choices[0]))
        else:
            words.append(str(kind.paying[0] if kind.paying else 1))
    return phrases.speech.text("Points, such as {words}", words=" ".join(words))


def take_answers(
    phrases: PadPhrases, questions: list[TableQuestion], words: Iterable[str], example: str
) -> dict[str, Answer]:
    """The answers of a line, whose words each answer the first question that they fit.

    Those are taken off `questions`. Raises `PadError`, which shows an `example`.
    """
    told: dict[str, Answer] = {}
    for word in words:
        for question in questions:
            if question.kind is AnswerKind.CHOICE and word.isdigit() and len(questions) > 1:
                continue
            try:
                told[question.key] = typed_answer(phrases, question, word)
            except PadError:
                continue
            questions.remove(question)
            break
        else:
            no_answer = phrases.speech.text(
                "{typed} answers nothing here; {points}", typed=short(word), points=example
            )
            raise PadError(no_answer)
    return told
