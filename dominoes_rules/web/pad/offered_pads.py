"""Pads of strangers: read only if they are of a game that this server offers."""

from __future__ import annotations

import json
from collections.abc import Mapping

from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text.json_text import NotJson, read_json
from dominoes_rules import library
from dominoes_rules.errors import PadError
from dominoes_rules.pad.pad_file import read_pad
from dominoes_rules.pad.pad_match import PadMatch
from dominoes_rules.speech.sayings import Saying
from dominoes_rules.speech.speech import marked

NO_PAD = marked("this is not the file of a score pad")


def offered_pad(text: str, games: Mapping[str, Ruleset]) -> tuple[str, PadMatch]:
    """The name of the game and the pad of a text. Raises `PadError`.

    No rules of the text are ever read: those of the server take their place.
    """
    try:
        head = read_json(text.encode())
    except (NotJson, UnicodeError):
        raise PadError(Saying(NO_PAD)) from None
    if not isinstance(head, dict) or not isinstance(head.get("variant"), str):
        raise PadError(Saying(NO_PAD))
    game = _offered(head["variant"], head.get("rules"), games)
    files = library.kept_files(games[game])
    own = {name: value for name, value in head.items() if name != "files"}
    return game, read_pad(json.dumps({**own, **({"files": files} if files else {})}))


def _offered(variant: str, digest: object, games: Mapping[str, Ruleset]) -> str:
    """The name by which a server offers the game of a pad. Raises `PadError`."""
    names = [variant] if variant in games else []
    names += [name for name in games if name not in library.bundled()]
    for name in names:
        if library.digest(games[name]) == digest:
            return name
    raise PadError(Saying(marked("this score pad is of a game that this server does not offer")))
