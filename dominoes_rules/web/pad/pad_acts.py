"""What whoever writes on a pad does: answers, taps, corrections, taking back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from urllib.parse import urlencode

from dominoes_lang.syntax.nodes import Fact
from dominoes_lang.table.state import NOBODY
from dominoes_rules.errors import PadError
from dominoes_rules.pad.pad_match import PadMatch, PadRound, RoundSheet
from dominoes_rules.pad.pad_phrases import PadPhrases
from dominoes_rules.pad.table_questions import Answer, TableQuestion
from dominoes_rules.pad.taps import Tap
from dominoes_rules.pad.typed_answers import typed_answer
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.lobby.form_numbers import number as number_of
from dominoes_rules.web.table_seats import name_of_person

FIELD = "told:"
"""What the names of fields with answers begin with."""
YES, NO = "yes", "no"
"""The values of fields."""
MOST_STEPS = 20
"""How often answers may bring up further questions."""
Fields = Mapping[str, str]


def round_number(text: str, match: PadMatch) -> int:
    """The round of an address or a form; the one that is open, or the last, for anything else."""
    current, last = match.current, len(match.rounds)
    asked = number_of(text) or 0
    if current is not None and asked == current.number:
        return asked
    if 1 <= asked <= last and match.sheets[asked - 1].start is not None:
        return asked
    if current is not None and (not last or current.number <= last):
        return current.number
    return max(sheet.number for sheet in match.sheets if sheet.start is not None)


def sheet_of(match: PadMatch, number: int) -> RoundSheet:
    """A round with what follows from it, the next one too."""
    if number <= len(match.sheets):
        return match.sheets[number - 1]
    assert match.current is not None
    return match.current


def written(match: PadMatch, number: int) -> PadRound:
    """What was told of a round; nothing of the next one."""
    return match.rounds[number - 1] if number <= len(match.rounds) else PadRound()


def phrases_of(match: PadMatch) -> PadPhrases:
    """The sentences of a pad for whoever reads the answer to the request."""
    return PadPhrases(match.setup, match.names, READER.get())


def tell(match: PadMatch, number: int, fields: Fields) -> PadMatch:
    """Take the answers of a form. Raises `PadError`."""
    told, phrases = dict(written(match, number).told), phrases_of(match)
    asked: dict[str, TableQuestion] = {}
    for _ in range(MOST_STEPS):  # an answer may bring up questions that are answered too
        form = match.form(number, replace(written(match, number), told=told))
        questions = [*(part.question for part in form.questions), *form.together]
        fresh = [question for question in questions if question.key not in asked]
        if not fresh:
            break
        for question in fresh:
            asked[question.key] = question
            text = fields.get(FIELD + question.key)
            if text is None:
                continue
            told.pop(question.key, None)
            if text.strip():
                told[question.key] = typed_answer(phrases, question, text)
    return match.told(number, replace(written(match, number), told=told))


def tap(match: PadMatch, number: int, fields: Fields) -> PadMatch:
    """Pay points during play. Raises `PadError`."""
    kinds = match.tap_kinds(number)
    index = number_of(fields.get("kind", ""))
    if index is None or index >= len(kinds):
        raise PadError(READER.get().text("there is no such payment in this game"))
    kind, told = kinds[index], dict[str, Answer]()
    phrases = phrases_of(match)
    for part in kind.form.questions:
        text = fields.get(FIELD + part.question.key, "")
        if text.strip():
            told[part.question.key] = typed_answer(phrases, part.question, text)
        elif part.is_sure and part.question.key not in written(match, number).told:
            raise PadError(READER.get().text("Choose a player first, then the points."))
    kept = written(match, number)
    return match.told(number, replace(kept, taps=(*kept.taps, Tap(kind.awards, told))))


def take_tap_back(match: PadMatch, number: int, fields: Fields) -> PadMatch:
    """Take back one payment during play. Raises `PadError`."""
    kept, index = written(match, number), number_of(fields.get("tap", ""))
    if index is None or index >= len(kept.taps):
        raise PadError(READER.get().text("there is no such payment in this round"))
    taps = (*kept.taps[:index], *kept.taps[index + 1 :])
    return match.told(number, replace(kept, taps=taps))


def clear(match: PadMatch, number: int, _: Fields) -> PadMatch:
    """Take back all of a round. Raises `PadError`."""
    if number >= len(match.rounds):
        return match.without_last() if number == len(match.rounds) else match
    return match.told(number, PadRound())


def rename(match: PadMatch, _: int, fields: Fields) -> PadMatch:
    """Give players other names. Raises `PadError`."""
    names = {}
    for letter in match.setup.seat_names:
        name = name_of_person(fields.get(f"name_{letter}", "") or letter)
        if name is None:
            raise PadError(READER.get().text("a name has 1 to 24 characters that can be seen"))
        names[letter] = name
    return match.renamed(names)


ACTS: Mapping[str, Callable[[PadMatch, int, Fields], PadMatch]] = {
    "tell": tell,
    "tap": tap,
    "untap": take_tap_back,
    "clear": clear,
    "rename": rename,
}


def analysis_query(game: str, match: PadMatch, number: int) -> str:
    """The analysis board with all that the pad knows of a round."""
    setup, start = match.setup, sheet_of(match, number).start
    parts = [("game", game), ("seats", f"{setup.seats}")]
    if start is not None:
        opener = start.opener if start.opener != NOBODY else None
        told = written(match, number).told
        letter = told.get("opener") or (setup.seat_names[opener] if opener is not None else "")
        parts += [("opener", f"{letter}"), ("score", "-".join(map(str, start.scores)))]
        parts += [("round", f"{start.number}"), ("idle", f"{start.idle}")]
        parts += [("redeals", f"{told.get(Fact.VOID_DEALS.value, 0)}")]
        for name, counts in (("sets", start.sets), ("streaks", start.streaks)):
            parts += [(name, "-".join(map(str, counts)))] if any(counts) else []
    parts += [("name", match.names[letter]) for letter in setup.seat_names]
    return urlencode(parts)
