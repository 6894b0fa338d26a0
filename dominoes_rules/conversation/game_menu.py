"""Between matches: which game is played next, and how well the bots play it."""

from __future__ import annotations

from collections.abc import Callable

from dominoes_lang.text.diagnostics import RulesError
from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import DominoesError
from dominoes_rules.authoring.families import by_family, games
from dominoes_rules.bots.levels import LEVELS
from dominoes_rules.conversation.screen import Screen
from dominoes_rules.conversation.typed_words import folded, means
from dominoes_rules.errors import ToldError
from dominoes_rules.speech.speech import marked

USUAL_LEVEL = "club"


class GameMenu:
    """Asks what is played; whoever leaves is told nothing more."""

    def __init__(self, screen: Screen, read: Callable[[str], str | None]) -> None:
        """`read` gives the line that is typed at a prompt, None at the end of the input."""
        self._screen, self._say, self._speech = screen, screen.tell, screen.speech
        self._read = read

    def game(self, accepts: Callable[[str], object], *, again: str = "") -> str | None:
        """The game that is chosen, as `play` takes it; None for whoever leaves.

        accepts: called with a choice; it raises `DominoesError` for one that can't be played.
        again: the game that was played last, which is offered first; an empty answer takes it and
            gives `""`. Without one all games are listed at once.
        """
        text = self._speech.text
        prompt = text(
            "Another game? Enter plays {game} again; a number or a name, ?, quit", game=again
        )
        if not again:
            self._list()
            prompt = text(
                "Which game? A number, a name such as block, or a rules file; quit leaves"
            )
        while True:
            line = self._read(f"{prompt}> ")
            word = "quit" if line is None else line.strip()
            if means(word, self._speech, "quit"):
                return None
            if word == "?" or not (word or again):
                self._list()
                continue
            if not word:
                return ""
            try:
                word = self._named(word)
                accepts(word)
            except RulesError as error:
                self._say(f"{short(word)}: {error.diagnostics[0].message}.")
            except DominoesError as error:
                self._screen.complain(error)
            else:
                return word

    def level(self) -> str | None:
        """The level that the bots are to play at; None for whoever leaves."""
        for name, level in LEVELS.items():
            self._say(f"  {name:<{max(map(len, LEVELS))}}  {self._speech.text(level.about)}")
        asked = self._speech.text(
            "How well do the others play? Enter for {level}", level=USUAL_LEVEL
        )
        while True:
            line = self._read(f"{asked}> ")
            word = "quit" if line is None else line.strip().casefold()
            if means(word, self._speech, "quit"):
                return None
            near = [name for name in LEVELS if name.startswith(word)] if word else [USUAL_LEVEL]
            if len(near) == 1 or word in LEVELS:
                return near[0]
            self._say(
                self._speech.text(
                    "There is no level {word}; type one of {levels}.",
                    word=repr(short(word)),
                    levels=", ".join(LEVELS),
                )
            )

    def _list(self) -> None:
        self._say("\n".join(by_family(games(), numbered=True, speech=self._speech)))

    def _named(self, word: str) -> str:
        """The game of a number of the list, or of a title or the beginning of one name.

        Anything else is given back as it is. Raises `ToldError`.
        """
        names = [game.name for game in games()]
        if not (word.isascii() and word.isdigit()):
            title = self._speech.language.title
            own = [game.name for game in games() if folded(title(game.title)) == folded(word)]
            start = "_".join(word.casefold().replace("-", " ").split())
            near = own or [name for name in names if name.startswith(start)]
            return near[0] if len(near) == 1 and start else word
        if not 1 <= int(word[:9]) <= len(names):
            raise ToldError(
                marked("there is no game {word}; type a number from 1 to {count}"),
                word=short(word),
                count=len(names),
            )
        return names[int(word) - 1]
