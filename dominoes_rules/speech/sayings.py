"""What errors say, which are raised where nobody knows in which language they are read."""

from __future__ import annotations

from dominoes_lang.text.quoting import plain_lines
from dominoes_rules.speech.speech import Speech


class GameTitle(str):
    """The title of a game as a value of a sentence: languages have their own of bundled games."""


class Saying(str):
    """A sentence in English with values filled in, which can be said in another language too.

    It is written `Saying(marked("Round {number} is closed."), number=number)`.
    """

    english_text: str
    values: dict[str, object]

    def __new__(cls, english_text: str, **values: object) -> Saying:
        saying = super().__new__(cls, english_text.format_map(values) if values else english_text)
        saying.english_text, saying.values = english_text, values
        return saying

    def said(self, speech: Speech) -> str:
        """The sentence in the language of whoever reads it."""
        values = {
            name: speech.language.title(value) if isinstance(value, GameTitle) else value
            for name, value in self.values.items()
        }
        return speech.text(self.english_text, **values)


def said(error: Exception, speech: Speech) -> str:
    """The message of an error in a language, if it is a `Saying`; otherwise as it is."""
    message = error.args[0] if error.args else ""
    return plain_lines(message.said(speech)) if isinstance(message, Saying) else f"{error}"
