"""An extension of Markdown: sessions of Python in docstrings, `>>> …`, are blocks of code."""

from __future__ import annotations

from collections.abc import Iterator

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

BEFORE_FENCES = 200
"""Before superfences, which have 25, and before white space is normalised at 30."""


class _Sessions(Preprocessor):
    """Puts fences around each session that has none: up to the next empty line."""

    def run(self, lines: list[str]) -> list[str]:
        return [*_fenced(lines)]


def _fenced(lines: list[str]) -> Iterator[str]:
    in_fence = in_session = False
    for line in [*lines, ""]:
        text = line.lstrip()
        if text.startswith("```"):
            in_fence = not in_fence
        if not in_fence and not in_session and text.startswith(">>> "):
            in_session = True
            yield "```pycon"
        if in_session and not text:
            in_session = False
            yield "```"
        yield line


class Sessions(Extension):
    """Registers the preprocessor."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Markdown's name)
        md.preprocessors.register(_Sessions(md), "python-sessions", BEFORE_FENCES)


def makeExtension(**options: object) -> Sessions:  # noqa: N802 (Markdown's name)
    """Return the extension, as Markdown asks for it."""
    return Sessions(**options)
