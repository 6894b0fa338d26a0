"""What errors say, which are raised where nobody knows in which language they are read."""

from __future__ import annotations

from collections.abc import Mapping

from dominoes_lang.text.quoting import plain_lines
from dominoes_rules.speech.speech import ENGLISH, Speech


class GameTitle(str):
    """The title of a game as a value of a sentence: languages have their own of bundled games."""


class Saying(str):
    """A sentence in English with values filled in, which can be said in another language too.

    It is written `Saying(marked("Round {number} is closed."), number=number)`. A value may be
    another saying, or a tuple of what is listed.
    """

    english_text: str
    of_several: str
    """What is said of another number of things than one; mostly empty."""
    values: dict[str, object]

    def __new__(cls, english_text: str, of_several: str = "", **values: object) -> Saying:
        english = _filled(english_text, of_several, values, ENGLISH)
        saying = super().__new__(cls, english)
        saying.english_text, saying.of_several, saying.values = english_text, of_several, values
        return saying

    @classmethod
    def plural(cls, of_one: str, of_several: str, count: int, **values: object) -> Saying:
        """A sentence about a number of things, which is the value `{count}`."""
        return cls(of_one, of_several, count=count, **values)

    def said(self, speech: Speech) -> str:
        """The sentence in the language of whoever reads it."""
        return _filled(self.english_text, self.of_several, self.values, speech)


def _filled(
    english_text: str, of_several: str, values: Mapping[str, object], speech: Speech
) -> str:
    told = {name: _told(value, speech) for name, value in values.items()}
    if not of_several:
        return speech.text(english_text, **told)
    count = told.pop("count")
    assert isinstance(count, int), "a number of things"
    return speech.plural(english_text, of_several, count, **told)


def _told(value: object, speech: Speech) -> object:
    match value:
        case GameTitle():
            return speech.language.title(value)
        case Saying():
            return value.said(speech)
        case tuple():
            return speech.listed([f"{_told(part, speech)}" for part in value])
    return value


def retold(sentence: str, speech: Speech) -> str:
    """A sentence in a language, if it is a `Saying`; otherwise as it is."""
    return sentence.said(speech) if isinstance(sentence, Saying) else sentence


def said(error: Exception, speech: Speech) -> str:
    """The message of an error in a language, if it is a `Saying`; otherwise as it is."""
    message = error.args[0] if error.args else ""
    return plain_lines(message.said(speech)) if isinstance(message, Saying) else f"{error}"
