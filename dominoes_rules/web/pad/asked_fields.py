"""What a page asks of a round: the buttons of points during play, and the questions of its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from dominoes_lang.syntax.nodes import Moment
from dominoes_rules.pad.forms import Form, FormQuestion
from dominoes_rules.pad.pad_match import PadMatch, RoundSheet
from dominoes_rules.pad.pad_phrases import PadPhrases
from dominoes_rules.pad.table_questions import END, Answer, AnswerKind, TableQuestion, Told
from dominoes_rules.pad.taps import TapKind
from dominoes_rules.speech.speech import marked
from dominoes_rules.web.pad.pad_acts import FIELD, NO, YES, written

_HANDS_OF = {
    "pips": marked("The pips left in the hand of"),
    "tiles": marked("The number of tiles left in the hand of"),
    "doubles": marked("The number of doubles left in the hand of"),
}
"""What stands above boxes for the hands of players, by what is counted."""


def asked_fields(match: PadMatch, sheet: RoundSheet, phrases: PadPhrases) -> dict[str, Any]:
    """The buttons and the questions of a round."""
    told = written(match, sheet.number)
    form = match.form(sheet.number)
    return {
        "kinds": [
            {"told": phrases.paid_for(kind.lines), **_buttons(kind, phrases, told.told)}
            for kind in match.tap_kinds(sheet.number)
        ],
        "questions": _grouped(
            [
                *(
                    _shown(part.question, part.told, phrases)
                    for part in form.questions
                    if _is_shown(part, form)
                ),
                *(_shown(question, None, phrases) for question in form.together),
            ]
        ),
        "missing": _missing(sheet.missing, phrases) if told.told and sheet.missing else "",
        "tapped": bool(told.told or told.taps),
    }


def _missing(question: TableQuestion, phrases: PadPhrases) -> str:
    """That something is still to be answered."""
    asked, text = phrases.question(question), phrases.speech.text
    if question.key == END or question.kind is AnswerKind.YES_NO:
        return text("Still to answer: {question}", question=asked)
    return text("Still to answer: {amount}.", amount=asked)


def _grouped(questions: Sequence[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """The questions in order; boxes for the hands of single players follow one another."""
    groups = list[list[dict[str, Any]]]()
    for question in questions:
        alike = [group for group in groups if question["of"] and group[0]["of"] == question["of"]]
        if alike:
            alike[0].append(question)
        else:
            groups.append([question])
    return groups


def _is_shown(part: FormQuestion, form: Form) -> bool:
    """Whether a question is on the page: also one about hands, if most answers lead to it."""
    if part.is_sure or part.told is not None or not part.only_if:
        return True
    samples = {other.question.key: other.question.samples for other in form.questions}
    told = {other.question.key: other.told for other in form.questions}
    if any(told.get(key) is not None and told[key] not in leading for key, leading in part.only_if):
        return False
    return part.question.measure is not None and all(
        2 * len(leading) > len(samples.get(key, ())) for key, leading in part.only_if
    )


def _shown(
    question: TableQuestion,
    told: Answer | None,
    phrases: PadPhrases,
    moment: Moment = Moment.ROUND_END,
) -> dict[str, Any]:
    """A question as a form has it."""
    text = "" if told is None else f"{told}"
    if question.kind is AnswerKind.YES_NO and told is not None:
        text = YES if told else NO
    owners = phrases.players(question.seats)
    if len(question.seats) > 1:
        owners = phrases.speech.text("{players} together", players=owners)
    return {
        "field": f"{FIELD}{question.key}",
        "label": phrases.question(question, moment),
        "kind": question.kind.name.lower(),
        "choices": [*_choices(question, phrases)],
        "told": text,
        "tiles": question.measure is not None,
        "of": question.measure if question.seats else "",
        "hands": phrases.speech.text(_HANDS_OF[question.measure]) if question.measure else "",
        "owner": owners,
    }


def _choices(question: TableQuestion, phrases: PadPhrases) -> Iterator[tuple[str, str]]:
    for answer in question.choices:
        value = (YES if answer else NO) if question.kind is AnswerKind.YES_NO else f"{answer}"
        shown = phrases.answer(question, answer)
        yield value, shown[:1].upper() + shown[1:]


def _buttons(kind: TapKind, phrases: PadPhrases, told: Told) -> dict[str, Any]:
    """The questions of a payment; the last one is answered by the button itself, where it can."""
    parts = [part for part in kind.form.questions if part.question.key not in told]
    questions = [_shown(part.question, None, phrases, kind.moment) for part in parts]
    numbers = [shown for shown in questions if shown["kind"] == "number"]
    if kind.paying and len(numbers) == 1:
        questions.remove(numbers[0])
        numbers[0]["choices"] = [(f"{amount}", f"{amount}") for amount in kind.paying]
        return {"questions": questions, "button": numbers[0]}
    if questions and questions[-1]["kind"] in {"choice", "yes_no"} and not numbers:
        return {"questions": questions[:-1], "button": questions[-1]}
    return {"questions": questions, "button": None}
