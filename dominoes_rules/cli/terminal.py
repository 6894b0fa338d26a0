"""A conversation's terminal, or the pipe in its place: a line in, text out, colour where it can be.

Colours come from rich where that is installed; the text is the same without it.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from dominoes_lang.table.tiles import tile_character
from dominoes_lang.text.quoting import plain, plain_lines
from dominoes_rules.cli.signals import Signals
from dominoes_rules.cli.streams import as_it_is, can_show
from dominoes_rules.speech.speech import ENGLISH, Speech

if TYPE_CHECKING:
    from rich.console import Console

LONGEST_LINE = 4096
USUAL_COLUMNS = 80
_WIPE = "\x1b[H\x1b[2J\x1b[3J"
"""To the upper left; clear the screen; clear what scrolled off it."""
_ANY = "\0"
"""What stands for a value in a sentence that is made an expression."""


class Terminal:
    """Where a conversation is read and answered."""

    def __init__(
        self,
        signals: Signals,
        *,
        plainly: bool,
        words: Iterable[str] = (),
        speech: Speech = ENGLISH,
    ) -> None:
        """`plainly`: no colour; `words` can be completed with the Tab key."""
        self.speech = speech
        """How whoever reads it is spoken to."""
        self._signals = signals
        self._typed = sys.stdin is not None and sys.stdin.isatty()
        self._shown = sys.stdout is not None and sys.stdout.isatty()
        dumb = os.environ.get("TERM", "") in {"", "dumb"} and sys.platform != "win32"
        self._acts = self._shown and not dumb
        """Whether control sequences have an effect."""
        self._console: Console | None = None
        if self._acts and not plainly and not os.environ.get("NO_COLOR"):
            self._console = _console(_styles(speech))
        self._moves = not plainly and self._acts
        if self._typed and self._shown:
            _edit_lines(words)
        elif sys.stdin is not None:
            with contextlib.suppress(AttributeError, ValueError):
                sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]

    @property
    def can_wipe(self) -> bool:
        """Whether what was shown can be taken off the screen."""
        return self._acts

    @property
    def asks(self) -> bool:
        """Whether somebody reads and types, who can be asked what is played."""
        return self._typed and self._shown

    @property
    def waits(self) -> bool:
        """Whether somebody reads along, who can be asked to press Enter."""
        return self._moves and self._typed

    def may_draw(self, *, tiles: bool) -> bool:
        """Whether to draw tiles with the characters of Unicode, as asked; says it if they can't."""
        why = why_no_tiles(self.speech) if tiles else ""
        if why:
            self.say(self.speech.text("Tiles are drawn in ASCII: {why}.", why=why))
        return tiles and not why

    def columns(self) -> int:
        """How wide the text may be."""
        return shutil.get_terminal_size((USUAL_COLUMNS, 24)).columns

    def say(self, text: str) -> None:
        """Show a text, and nothing that it may do to a terminal."""
        if self._console is None:
            print(text, flush=True)
            return
        from rich.text import Text

        # Its own line breaks: rich is to add colour, and to leave the text as it is.
        self._console.print(
            self._console.highlighter(Text(plain_lines(text))), soft_wrap=True, highlight=False
        )

    def read(self, prompt: str) -> str | None:
        """The line that is typed at a prompt; None at the end of the input."""
        with self._signals.listening():
            if self._typed and self._shown:
                try:
                    return input(plain(prompt))
                except (EOFError, OSError, UnicodeDecodeError):
                    return None
            print(prompt, end="", flush=True)
            line = _piped_line()
        if line is not None and not self._typed:
            print(plain(line))  # so that what was answered can be seen in a file
        return line

    def wipe(self) -> None:
        """Take off the screen, and out of what scrolls back, all that was shown or typed."""
        if self._acts:
            print(_WIPE, end="", file=as_it_is(sys.stdout), flush=True)
            with contextlib.suppress(ImportError, AttributeError):
                import readline

                readline.clear_history()

    @contextlib.contextmanager
    def thinking(self, name: str) -> Iterator[None]:
        """While somebody thinks: signals are heard, and a line that goes away again says so."""
        thinks = self.speech.text("{name} thinks ...", name=plain(name))
        shown = thinks if name and self._moves else ""
        if shown:
            print(shown, end="", flush=True)
        try:
            with self._signals.listening():
                yield
        finally:
            if shown:
                print("\r\x1b[K", end="", file=as_it_is(sys.stdout), flush=True)


def why_no_tiles(speech: Speech = ENGLISH) -> str:
    """Why the domino characters of Unicode can't be shown here; empty if they may be."""
    if not can_show(tile_character(6, 6)):
        return speech.text(
            "the encoding of this terminal, {encoding}, has no domino characters",
            encoding=sys.stdout.encoding,
        )
    if os.environ.get("TERM") == "linux":
        return speech.text("the console of Linux has no domino characters")
    return ""


def _piped_line() -> str | None:
    """The next line of an input that is no terminal; of one too long the beginning."""
    try:
        line = sys.stdin.readline(LONGEST_LINE) if sys.stdin is not None else ""
        rest = line
        while rest and not rest.endswith("\n") and len(rest) == LONGEST_LINE:
            rest = sys.stdin.readline(LONGEST_LINE)
    except (OSError, ValueError):
        return None
    return line.rstrip("\n") if line else None


def _edit_lines(words: Iterable[str]) -> None:
    """Have lines edited as in a shell, with the words completed, where Python can."""
    try:
        import readline
    except ImportError:
        return
    known = sorted(words)

    def complete(text: str, number: int) -> str | None:
        matching = [word for word in known if word.startswith(text)]
        return matching[number] if number < len(matching) else None

    completer: Callable[[str, int], str | None] = complete
    readline.set_completer(completer)
    readline.set_auto_history(True)
    with contextlib.suppress(Exception):  # libedit has another syntax
        readline.parse_and_bind("tab: complete")


def _styles(speech: Speech) -> dict[str, str]:
    """What is set off, as expressions of the text and styles of rich; never by colour alone."""
    victories = (
        speech.plural(
            "{who} wins the match {after}.",
            "{who} win the match {after}.",
            count,
            who=_ANY,
            after=_ANY,
        )
        for count in (1, 2)
    )
    return {
        r"(?m)^> .*$": "bold",
        rf"(?m)^{_expression(speech.text('Round {number}', number=_ANY))}$": "bold underline",
        **{rf"(?m)^{_expression(victory)}$": "bold" for victory in victories},
        r"(?<![\d(])\d+\)": "cyan",
        rf"(?m)^  {re.escape(speech.text('ends'))} .*$": "yellow",
        rf"(?m)^  {re.escape(speech.text('score'))} .*$": "green",
    }


def _expression(sentence: str) -> str:
    return re.escape(sentence).replace(re.escape(_ANY), ".*")


def _console(styles: Mapping[str, str]) -> Any:
    """A console of rich that styles a text by its expressions; None if rich is missing."""
    try:
        from rich.console import Console
        from rich.highlighter import Highlighter
        from rich.text import Text
    except ImportError:
        return None

    class Styles(Highlighter):
        def highlight(self, text: Text) -> None:
            for expression, style in styles.items():
                text.highlight_regex(expression, style)

    return Console(file=as_it_is(sys.stdout), highlighter=Styles(), markup=False, emoji=False)
