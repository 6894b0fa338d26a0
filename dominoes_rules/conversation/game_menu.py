"""Between matches: which game is played next, and how well the bots play it."""

from __future__ import annotations

from collections.abc import Callable

from dominoes_lang.text.diagnostics import RulesError
from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import ArgumentError, DominoesError
from dominoes_rules.authoring.families import by_family, games
from dominoes_rules.bots.levels import LEVELS
from dominoes_rules.conversation.screen import Screen

USUAL_LEVEL = "club"
_LEAVING = {"q", "quit", "exit"}


class GameMenu:
    """Asks what is played; whoever leaves is told nothing more."""

    def __init__(self, screen: Screen, read: Callable[[str], str | None]) -> None:
        """`read` gives the line that is typed at a prompt, None at the end of the input."""
        self._screen, self._say = screen, screen.tell
        self._read = read

    def game(self, accepts: Callable[[str], object], *, again: str = "") -> str | None:
        """The game that is chosen, as `play` takes it; None for whoever leaves.

        accepts: called with a choice; it raises `DominoesError` for one that can't be played.
        again: the game that was played last, which is offered first; an empty answer takes it and
            gives `""`. Without one all games are listed at once.
        """
        prompt = f"Another game? Enter plays {again} again; a number or a name, ?, quit> "
        if not again:
            self._list()
            prompt = "Which game? A number, a name such as block, or a rules file; quit leaves> "
        while True:
            line = self._read(prompt)
            word = "quit" if line is None else line.strip()
            if word.casefold() in _LEAVING:
                return None
            if word == "?" or not (word or again):
                self._list()
                continue
            if not word:
                return ""
            try:
                word = _named(word)
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
            self._say(f"  {name:<{max(map(len, LEVELS))}}  {level.about}")
        while True:
            line = self._read(f"How well do the others play? Enter for {USUAL_LEVEL}> ")
            word = "quit" if line is None else line.strip().casefold()
            if word in _LEAVING:
                return None
            near = [name for name in LEVELS if name.startswith(word)] if word else [USUAL_LEVEL]
            if len(near) == 1 or word in LEVELS:
                return near[0]
            self._say(f"There is no level {short(word)!r}; type one of {', '.join(LEVELS)}.")

    def _list(self) -> None:
        self._say("\n".join(by_family(games(), numbered=True)))


def _named(word: str) -> str:
    """The game of a number of the list, or of a title or the beginning of one name.

    Anything else is given back as it is. Raises `ArgumentError`.
    """
    names = [game.name for game in games()]
    if not (word.isascii() and word.isdigit()):
        start = "_".join(word.casefold().replace("-", " ").split())
        near = [name for name in names if name.startswith(start)]
        return near[0] if len(near) == 1 and start else word
    if not 1 <= int(word[:9]) <= len(names):
        raise ArgumentError(f"there is no game {short(word)}; type a number from 1 to {len(names)}")
    return names[int(word) - 1]
