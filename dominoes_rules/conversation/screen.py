"""Where a conversation is read, and what can be asked for in it besides moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from dominoes_lang.setup.ruleset import Setup
from dominoes_rules.conversation.phrases import Phrases, wrapped
from dominoes_rules.conversation.typed import move_of
from dominoes_rules.conversation.typed_words import words_for
from dominoes_rules.errors import InvalidMove
from dominoes_rules.position.drawing import picture
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_rules.position.table_view import TableView
from dominoes_rules.speech.sayings import said
from dominoes_rules.speech.speech import ENGLISH, Speech

NARROWEST = 24
"""Columns; on less the text is cut by the terminal."""


@dataclass(frozen=True)
class Counsel:
    """What a player can ask for, as text; each may be interrupted, and then says so."""

    hint: Callable[[Position], str]
    why: Callable[[Position, str], str]
    worlds: Callable[[Position], str]
    rules: Callable[[Setup], str]

    def about(
        self, word: str, rest: str, legal: Sequence[Move], speech: Speech = ENGLISH
    ) -> Callable[[Position], str]:
        """What answers `hint`, `worlds` or `why PLAY` in a position. Raises `InvalidMove`."""
        if word != "why":
            return self.hint if word == "hint" else self.worlds
        if not rest:
            typed = f"{words_for(word, speech)[0]} {legal[0].decimal}"
            raise InvalidMove(speech.text("Why what? For instance: {typed}", typed=typed))
        move = str(move_of(rest, legal, speech=speech))
        return lambda position: self.why(position, move)


@dataclass(frozen=True)
class Screen:
    """Where the conversation is read. `say` is given text of any length, line ends included."""

    say: Callable[[str], None]
    columns: Callable[[], int] = lambda: 80
    wipe: Callable[[], None] = lambda: None
    """Take all that was said off the screen, and out of what can be scrolled back to."""
    characters: bool = False
    """Whether tiles are drawn with the characters of Unicode."""
    thinking: Callable[[str], AbstractContextManager[object]] = lambda _: nullcontext()
    """Made for the name of whoever waits, it surrounds long work, which an exception may end."""
    shows: Callable[[str], bool] = lambda _: True
    """Whether all characters of a text can be shown."""
    waits: bool = False
    """Whether a person presses Enter before the round after a finished one is dealt."""
    speech: Speech = ENGLISH
    """How whoever reads it is spoken to."""

    @property
    def width(self) -> int:
        """The columns that text is broken at."""
        return max(NARROWEST, self.columns())

    def tell(self, text: str) -> None:
        """Say a text, broken into lines."""
        self.say(wrapped(text, self.width))

    def complain(self, error: Exception) -> None:
        """Say what is wrong, as a sentence."""
        text = said(error, self.speech)
        self.tell(f"{text[:1].upper()}{text[1:]}.")

    def picture(self, view: TableView, names: Mapping[str, str], looking: str = "") -> str:
        """A table as it is drawn here; `looking` is the seat of the person who looks at it."""
        return picture(
            view,
            self.width,
            characters=self.characters,
            names=names,
            looking=looking,
            speech=self.speech,
        )

    def show(self, picture: str, moves: Iterable[Move]) -> None:
        """Show a table, and the moves to choose from."""
        for text in ("", picture, "", Phrases.choices(moves, self.width, self.speech)):
            self.say(text)
