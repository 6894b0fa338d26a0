"""What commands print to: nothing that strangers wrote can act on the terminal."""

from __future__ import annotations

import codecs
import contextlib
import os
import sys
from collections.abc import Iterator
from typing import TextIO, cast

from dominoes_lang.text.quoting import plain_lines


class PlainStream:
    """A stream that shows the control characters of a text instead of sending them."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        return self.stream.write(plain_lines(text))

    def __getattr__(self, name: str) -> object:
        return getattr(self.stream, name)


def as_it_is(stream: TextIO) -> TextIO:
    """The stream for what is ours, such as colours, or a file's own text."""
    return stream.stream if isinstance(stream, PlainStream) else stream


def in_any_alphabet() -> None:
    """Have every text shown: in UTF-8 where the locale names no encoding but ASCII.

    A terminal with another encoding gets a substitute for what it can't show, not a traceback.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError, LookupError, TypeError):
            if codecs.lookup(stream.encoding).name == "ascii":
                stream.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
            if stream is not sys.stdin:
                stream.reconfigure(errors="replace")  # type: ignore[union-attr]


def can_show(text: str) -> bool:
    """Whether the encoding of the output has all characters of a text."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def from_command_line(text: str) -> str:
    """A word of the command line as its bytes in UTF-8 are meant, whatever the locale is."""
    try:
        return os.fsencode(text).decode()
    except UnicodeError:
        return text


@contextlib.contextmanager
def plain_output() -> Iterator[None]:
    """While this lasts, titles and names that are printed are only ever seen."""
    with contextlib.ExitStack() as stack:
        if sys.stdout is not None:
            stack.enter_context(contextlib.redirect_stdout(cast("TextIO", PlainStream(sys.stdout))))
        if sys.stderr is not None:
            stack.enter_context(contextlib.redirect_stderr(cast("TextIO", PlainStream(sys.stderr))))
        yield
