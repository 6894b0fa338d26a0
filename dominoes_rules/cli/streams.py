"""What commands print to: nothing that strangers wrote can act on the terminal."""

from __future__ import annotations

import contextlib
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


@contextlib.contextmanager
def plain_output() -> Iterator[None]:
    """While this lasts, titles and names that are printed are only ever seen."""
    with contextlib.ExitStack() as both:
        if sys.stdout is not None:
            both.enter_context(contextlib.redirect_stdout(cast("TextIO", PlainStream(sys.stdout))))
        if sys.stderr is not None:
            both.enter_context(contextlib.redirect_stderr(cast("TextIO", PlainStream(sys.stderr))))
        yield
