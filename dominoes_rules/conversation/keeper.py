"""Where a match is kept: in its file, from the first action on; or nowhere, until it must be."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

from dominoes_rules.errors import MatchFileError
from dominoes_rules.play.match_file import MatchFile
from dominoes_rules.play.matches import Match
from dominoes_rules.speech.sayings import said
from dominoes_rules.speech.speech import ENGLISH, Speech


class MatchKeeper:
    """Saves a match; trouble is said, and is no reason to end a game."""

    def __init__(
        self,
        match: Match,
        file: MatchFile | None,
        say: Callable[[str], None],
        speech: Speech = ENGLISH,
    ) -> None:
        self.match = match
        self.file = file
        self.needed = False
        """Whether a person has done anything that could be lost."""
        self._say, self._speech = say, speech
        self._trouble = ""

    def keep(self) -> bool:
        """Save the match in its file, if it has one; whether that is done."""
        if self.file is None:
            return False
        try:
            self.file.write(self.match)
        except MatchFileError as error:
            if said(error, self._speech) != self._trouble:
                self._say(
                    self._speech.text(
                        "{error}. The game continues; `save OTHER` saves it to another file.",
                        error=said(error, self._speech),
                    )
                )
                self._trouble = said(error, self._speech)
            return False
        if self._trouble:
            self._say(self._speech.text("{file} is saved again.", file=self.file.path))
            self._trouble = ""
        return True

    def save(self, name: str) -> None:
        """Save the match, from now on in the file of this name. Raises `MatchFileError`."""
        if not name and self.file is None:
            self._save_somewhere()
        elif name and not (self.file and self.file.is_at(name)):
            file = MatchFile(name)
            file.write(self.match)
            self.file, self._trouble = file, ""
        else:
            assert self.file is not None
            self.file.write(self.match)
        self._say(self.where)

    def rescue(self) -> bool:
        """Save a match that ends against its players' will; whether nothing is lost."""
        if self.file is None and not self.needed:
            return True
        try:
            self.save("")
        except MatchFileError as error:
            self._say(f"{said(error, self._speech)}.")
            return False
        return True

    @property
    def where(self) -> str:
        """Where the match is saved, and how to go on with it; or that it is not."""
        text = self._speech.text
        if self.file is None:
            return text("The match was not saved.") if self.needed else ""
        if self._trouble:
            return text("{error}; what came last is not in it.", error=self._trouble)
        command = f"dominoes-rules play --resume {shlex.quote(str(self.file.path))}"
        return text("Saved in {file}. To continue: {command}", file=self.file.path, command=command)

    def _save_somewhere(self) -> None:
        """Take the first free name of the current folder, after the variant."""
        for name in _names(self.match.setup.name):
            if not Path(name).exists():
                break
        file = MatchFile(name)
        file.write(self.match)
        self.file = file


def _names(variant: str) -> Iterator[str]:
    stem = "".join(sign if sign.isalnum() or sign in "-_" else "_" for sign in variant)[:40]
    yield f"{stem or 'game'}.match"
    for number in count(2):
        yield f"{stem or 'game'}-{number}.match"
