"""A pad as JSON, as it is kept, downloaded and read again: answers and taps, no totals."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text.json_text import NotJson, read_json
from dominoes_lang.text.quoting import quoted
from dominoes_rules.errors import PadError
from dominoes_rules.pad.pad_match import MOST_ROUNDS, MOST_TAPS, PadMatch, PadRound
from dominoes_rules.pad.taps import Tap

FORMAT, VERSION = "dominoes-rules pad", 1
LONGEST_KEY, MOST_ANSWERS = 200, 100


def as_json(game: str, match: PadMatch) -> dict[str, Any]:
    """A pad as plain values; `game` is the name by which the server offers it."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game,
        "players": match.setup.seats,
        "names": dict(match.names),
        "rounds": [
            {
                "told": dict(part.told),
                "taps": [
                    {"awards": list(tap.awards), "told": dict(tap.told)} for tap in part.taps
                ],
            }
            for part in match.rounds
        ],
    }


def of_json(kept: object, games: Mapping[str, Ruleset]) -> tuple[str, PadMatch]:
    """The game and the match of a pad. Raises `PadError` for anything else."""
    if not isinstance(kept, dict) or kept.get("format") != FORMAT:
        raise PadError("this is not the file of a score pad")
    if kept.get("version") != VERSION:
        raise PadError("this score pad was written by another version of the program")
    game, players = kept.get("game"), kept.get("players")
    if not isinstance(game, str) or game not in games:
        raise PadError(f"{quoted(str(game)[:40])} is no game of this server")
    if type(players) is not int or players not in games[game].players:
        raise PadError(f"{games[game].title} is not for so many players")
    names, rounds = kept.get("names"), kept.get("rounds")
    if not isinstance(names, dict) or not isinstance(rounds, list) or len(rounds) > MOST_ROUNDS:
        raise PadError("the names or the rounds of this score pad can't be read")
    if not all(isinstance(name, str) for name in names.values()):
        raise PadError("a name of this score pad can't be read")
    setup = games[game].setup(players)
    return game, PadMatch(setup, names, [_round(part) for part in rounds])


def of_text(text: str, games: Mapping[str, Ruleset]) -> tuple[str, PadMatch]:
    """The same from the text of a file."""
    try:
        return of_json(read_json(text.encode()), games)
    except NotJson:
        raise PadError("this is not the file of a score pad") from None


def as_text(game: str, match: PadMatch) -> str:
    """The text of a file."""
    return json.dumps(as_json(game, match), ensure_ascii=False, indent=1)


def _round(kept: object) -> PadRound:
    if not isinstance(kept, dict) or not isinstance(kept.get("taps"), list):
        raise PadError("a round of this score pad can't be read")
    if len(kept["taps"]) > MOST_TAPS:
        raise PadError(f"a round has at most {MOST_TAPS} payments during play")
    return PadRound(_told(kept.get("told")), tuple(map(_tap, kept["taps"])))


def _tap(kept: object) -> Tap:
    if not isinstance(kept, dict) or not isinstance(kept.get("awards"), list):
        raise PadError("a payment of this score pad can't be read")
    if not all(isinstance(name, str) for name in kept["awards"][:MOST_ANSWERS]):
        raise PadError("a payment of this score pad can't be read")
    return Tap(tuple(kept["awards"][:MOST_ANSWERS]), _told(kept.get("told")))


def _told(kept: object) -> dict[str, Any]:
    if not isinstance(kept, dict) or len(kept) > MOST_ANSWERS:
        raise PadError("an answer of this score pad can't be read")
    for key, answer in kept.items():
        if len(key) > LONGEST_KEY or type(answer) not in {str, int, bool}:
            raise PadError("an answer of this score pad can't be read")
    return dict(kept)
