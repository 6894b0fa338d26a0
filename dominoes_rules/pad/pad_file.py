"""A score pad as one line of JSON, and back: nothing in a file is believed but what was told."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from dominoes_lang.text.json_text import NotJson, read_json, refused
from dominoes_lang.text.quoting import as_json, short
from dominoes_lang.text.root_exception import DominoesError
from dominoes_rules.errors import PadError, RecordError
from dominoes_rules.pad.pad_match import PadMatch, PadRound
from dominoes_rules.pad.table_questions import Answer
from dominoes_rules.pad.taps import Tap
from dominoes_rules.play.kept_file import KeptFile
from dominoes_rules.play.match_lines import FORMAT, PAD_FORMAT, rules_head, rules_of_head

VERSION = 1
LARGEST_FILE = 8 * 1024 * 1024
"""Bytes; a file holds no more than a family of rules files and some hundred rounds."""
LONGEST_ANSWER = 60
MOST_ANSWERS = 200
"""Answers of one round, or about one tap."""
_Any = TypeVar("_Any")


class PadFile(KeptFile):
    """A file that one score pad is saved in, again and again."""

    @classmethod
    def at(cls, path: str | Path) -> tuple[PadFile, PadMatch | None]:
        """The file of this name, and the pad in it; None for a name that is free.

        Raises `MatchFileError` for a file that can't be read or saved, and `PadError` for one that
        holds no pad.
        """
        try:
            is_new = not Path(path).stat().st_size
        except (OSError, ValueError):
            is_new = True
        if is_new:
            return cls(path), None
        file, data = cls.opened(path, LARGEST_FILE)
        try:
            return file, read_pad(data)
        except PadError as error:
            raise PadError(f"{file._shown}: {error}") from None

    def write(self, match: PadMatch) -> None:
        """Save a pad; when this returns, it is on disk. Raises `MatchFileError`."""
        self.replace(f"{pad_text(match)}\n".encode())


def pad_text(match: PadMatch) -> str:
    """A pad as JSON: the rules, the names, and for each round what was told."""
    return as_json(
        {
            "format": PAD_FORMAT,
            "version": VERSION,
            **rules_head(match.setup),
            "names": match.names,
            "rounds": [
                {
                    "taps": [
                        {"awards": list(tap.awards), "told": dict(tap.told)} for tap in told.taps
                    ],
                    "told": dict(told.told),
                }
                for told in match.rounds
            ],
        }
    )


def read_pad(text: str | bytes) -> PadMatch:
    """The pad of a text. Raises `PadError`, whatever is wrong with it."""
    if len(text) > LARGEST_FILE:
        raise PadError(f"a score pad has at most {LARGEST_FILE // 1024**2} MB")
    try:
        value = read_json(text, refused)
    except NotJson as error:
        if _is_record(text):
            raise PadError(_NO_PAD) from None
        raise PadError(f"this is not a score pad; {error}") from None
    head = _object(value, "a score pad")
    if head.get("format") == FORMAT:
        raise PadError(_NO_PAD)
    if head.get("format") != PAD_FORMAT:
        raise PadError(f'this is not a score pad: its "format" is not "{PAD_FORMAT}"')
    version = _get(head, "version", int)
    if version != VERSION:
        raise PadError(f"this is version {short(str(version))} of a pad; only 1 can be read")
    names = {letter: _text(name, "a name") for letter, name in _get(head, "names", dict).items()}
    parameters = _get(head, "parameters", dict)
    for name, parameter in parameters.items():
        if not isinstance(parameter, int | str):
            raise PadError(f'the value of "{short(name)}" must be a number or a text')
    rounds = [_round(part) for part in _get(head, "rounds", list)]
    try:
        ruleset = rules_of_head(1, head)
        return PadMatch(ruleset.setup(len(names), parameters), names, rounds)
    except RecordError as error:
        raise PadError(error.why) from None
    except DominoesError as error:
        raise PadError(str(error)) from None


_NO_PAD = (
    "this is the record of a match, which has its tiles and no answers; "
    "`dominoes-rules play --resume` continues it"
)


def _is_record(text: str | bytes) -> bool:
    """Whether the first line of a text is that of a match record."""
    first = text.split("\n" if isinstance(text, str) else b"\n", 1)[0]  # type: ignore[arg-type]
    try:
        head = read_json(first)
    except NotJson:
        return False
    return isinstance(head, dict) and head.get("format") == FORMAT


def _round(value: object) -> PadRound:
    record = _object(value, "a round")
    taps = _get(record, "taps", list) if "taps" in record else []
    return PadRound(_told(_get(record, "told", dict)), tuple(map(_tap, taps)))


def _tap(value: object) -> Tap:
    record = _object(value, "what was paid during play")
    awards = tuple(_text(name, "the name of an award") for name in _get(record, "awards", list))
    if len(set(awards)) < len(awards):
        raise PadError("an award is named twice for one payment during play")
    return Tap(awards, _told(_get(record, "told", dict)))


def _told(told: Mapping[str, object]) -> dict[str, Answer]:
    if len(told) > MOST_ANSWERS:
        raise PadError(f"a round has at most {MOST_ANSWERS} answers")
    answers: dict[str, Answer] = {}
    for key, answer in told.items():
        if not isinstance(answer, str | int) or len(str(answer)) > LONGEST_ANSWER:
            raise PadError(f"{short(key)}: an answer is a word, a number, or true or false")
        answers[_text(key, "a question")] = answer
    return answers


def _text(value: object, what: str) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_ANSWER:
        raise PadError(f"{what} must be a text of at most {LONGEST_ANSWER} characters")
    return value


def _object(value: object, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise PadError(f"{what} must be a JSON object")
    return value


def _get(record: dict[str, Any], name: str, kind: type[_Any]) -> _Any:
    """A value of an object. Raises `PadError` if it is missing or of another type."""
    value = record.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        wanted = {int: "a number", list: "a list", dict: "an object"}[kind]
        raise PadError(f'"{name}" is missing' if value is None else f'"{name}" must be {wanted}')
    return value
