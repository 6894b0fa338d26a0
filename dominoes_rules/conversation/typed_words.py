"""Words that can be typed: those of a reader's language, and the English ones in any language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from dominoes_rules.speech.speech import ENGLISH, Speech, marked

# Translators: words that a player types, several with commas between; the first is shown. The list
# as a whole may have no word twice. Accents may be left out when they are typed.
TYPED = {
    "hint": marked("hint"),
    "why": marked("why"),
    "worlds": marked("worlds"),
    "undo": marked("undo, u"),
    "save": marked("save"),
    "rules": marked("rules"),
    "?": marked("?, help, h"),
    "quit": marked("quit, q, exit"),
    "leave": marked("leave"),
    "yes": marked("yes, y"),
    "no": marked("no, n"),
    "pass": marked("pass, knock"),
    "draw": marked("draw"),
    "stop": marked("stop"),
    "play": marked("play"),
    "bid": marked("bid"),
    "name": marked("name, call"),
    "trump": marked("trump, trumps"),
    "doubles": marked("doubles"),
    "none": marked("none, follow me"),
    "discard": marked("discard, lay aside"),
    "at": marked("at, on"),
    "the": marked("the"),
    "left": marked("left"),
    "right": marked("right"),
    "end": marked("end"),
    "public": marked("public"),
    "train": marked("train"),
}
"""The words for what can be typed, by what they mean."""
LANGUAGES_KEPT = 16


def words_for(meaning: str, speech: Speech) -> list[str]:
    """The words of a language for what can be typed; the first is the one that is shown."""
    return words_in(TYPED[meaning], speech)


def words_in(typed: str, speech: Speech) -> list[str]:
    """The words of a list with commas, which a language has of its own."""
    return [word.strip() for word in speech.text(typed).split(",") if word.strip()]


@lru_cache(LANGUAGES_KEPT)
def meanings(speech: Speech) -> Mapping[str, str]:
    """What each word that can be typed means; an English one means the same in any language."""
    return known_words(TYPED, speech)


def known_words(typed: Mapping[str, str], speech: Speech) -> Mapping[str, str]:
    """The meaning of each word of such lists, by the word folded; in English and the language."""
    known = dict[str, str]()
    for spoken in (ENGLISH, speech):
        for meaning, words in typed.items():
            for word in words_in(words, spoken):
                known.setdefault(folded(word), meaning)
    return known


def means(text: str, speech: Speech, *wanted: str) -> bool:
    """Whether a text that was typed is a word for one of these meanings."""
    return meanings(speech).get(folded(text)) in wanted


def in_english(text: str, speech: Speech) -> str:
    """A text that was typed, folded, with English words in the place of those of a language."""
    own, known = _own_words(speech), meanings(speech)
    if own is None:
        return folded(text)
    return own.sub(lambda match: words_for(known[match[0]], ENGLISH)[0], folded(text))


@lru_cache(LANGUAGES_KEPT)
def _own_words(speech: Speech) -> re.Pattern[str] | None:
    """A word of a language that is no English one; None if it has none."""
    own = sorted(meanings(speech).keys() - meanings(ENGLISH).keys(), key=lambda word: -len(word))
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, own))})(?!\w)") if own else None


def folded(text: str) -> str:
    """A text without capitals, accents and blanks around it."""
    apart = unicodedata.normalize("NFD", text.strip().casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))
