"""The language in which a command answers a player."""

from __future__ import annotations

import os
import sys

from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.speech.asked_language import of_environment
from dominoes_rules.speech.speech import ENGLISH, Speech, offered, speech


def speech_of(asked: str | None, *, is_read: bool = True) -> Speech:
    """How a player is spoken to: as `--language` says, or else as their environment does.

    What goes to a file or to another program is in English unless a language is asked for.
    is_read: whether the answer is for whoever has called, and no page for others.
    Raises `ArgumentError`.
    """
    if asked is None:
        person = is_read and sys.stdout is not None and sys.stdout.isatty()
        return speech(of_environment(os.environ) or ENGLISH.code) if person else ENGLISH
    if asked not in offered():
        raise ArgumentError(f"--language {short(asked)}: write one of {', '.join(offered())}")
    return speech(asked)
