"""The bundled games by family, a line each, made from their files."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from itertools import dropwhile, takewhile

from dominoes_lang.setup.ruleset import Ruleset, Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Fact
from dominoes_lang.text import resources
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_rules.speech.speech import ENGLISH, Speech, marked

_ENDS = frozenset({Fact.PIPS_ON_ENDS, Fact.HALVES_LIKE_IT, Fact.ENDS_ALIKE})
_SOURCES = ("Follows ", "After public ", "After the page ")
_BETWEEN_SENTENCES = re.compile(r"(?<=\.) ")
_EXTENDS = re.compile(r'^extends "(\w+)"', re.MULTILINE)
INDEX = "games.json"
"""The index beside the rules; `python -m dominoes_rules.authoring.families` prints it anew."""
SHORT = 24
"""A first sentence of fewer characters is told with the second."""


def _pays_for_ends(setup: Setup) -> bool:
    read = {node.fact for node in nodes.walk(setup.in_play) if isinstance(node, nodes.Read)}
    return bool(read & _ENDS)


TRICKS = marked("Tricks, after an auction")
FAMILIES: tuple[tuple[str, Callable[[Setup], bool]], ...] = (
    (TRICKS, lambda setup: setup.shape.tricks),
    (marked("Points for the open ends, as the round is played"), _pays_for_ends),
    (marked("Stars, whose sides are covered first"), lambda setup: bool(setup.shape.star)),
    (marked("Trains, one for each player"), lambda setup: setup.shape.trains),
    (marked("Sums, wild tiles and waiting doubles"), lambda setup: not setup.fits.is_equal),
    (marked("Bonuses for passes, as the round is played"), lambda setup: bool(setup.in_play)),
    (
        marked("Several tiles in a turn"),
        lambda setup: setup.turn.again is not None or setup.turn.plays_at_each,
    ),
    (marked("Drawing from the stock"), lambda setup: setup.draws),
    (marked("Rounds won, without points"), lambda setup: setup.counts_wins),
    (marked("Points at the end of a round"), lambda setup: True),
)
"""The families in order; a game belongs to the first whose test it passes."""


@dataclass(frozen=True)
class BundledGame:
    """A bundled game: its name, its title, who plays, and what its file says of it."""

    name: str
    title: str
    players: str
    about: str
    family: str
    counts: tuple[int, ...]
    """The numbers of players that it is for."""
    teams: int
    """How many teams there are; 0 if all play for themselves."""

    def as_json(self) -> dict[str, object]:
        unlisted = {"counts", "teams"}
        return {name: value for name, value in vars(self).items() if name not in unlisted}


def games() -> list[BundledGame]:
    """Every bundled game, by family and then by name; rules are read only if the index is older."""
    listed_games = _index()
    bundled = [listed_games.get(name) or _game(name) for name in library.bundled()]
    order = [family for family, _ in FAMILIES]
    return sorted(bundled, key=lambda game: (order.index(game.family), game.name))


def index_of_games() -> str:
    """The text of the index: a line for each game, with the digest of the rules it is made from."""
    texts = library.bundled()
    lines = [
        json.dumps({"digest": _digest(name, texts), **vars(_game(name))}, ensure_ascii=False)
        for name in texts
    ]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def _index() -> dict[str, BundledGame]:
    """The games of the index whose rules have not changed since."""
    file = resources.bundled("dominoes_rules", "variants").joinpath(INDEX)
    texts, indexed = library.bundled(), dict[str, BundledGame]()
    with suppress(OSError, ValueError, KeyError, TypeError):
        for row in json.loads(file.read_text("utf-8")):
            if row["name"] in texts and row.pop("digest") == _digest(row["name"], texts):
                indexed[row["name"]] = BundledGame(**row | {"counts": (*row["counts"],)})
    return indexed


def _digest(name: str, texts: Mapping[str, Callable[[], Source]]) -> str:
    """The sha256 of the text of a game and of the games that it extends."""
    text = texts[name]().text if name in texts else ""
    parent = _EXTENDS.search(text)
    above = _digest(parent[1], texts) if parent else ""
    return sha256(f"{text}\0{above}".encode()).hexdigest()


def by_family(
    bundled: Sequence[BundledGame], *, numbered: bool = False, speech: Speech = ENGLISH
) -> list[str]:
    """The lines of a list of games under the heads of their families.

    numbered: each game has its number, from 1, and not what its file says of it.
    speech: how whoever reads it is spoken to; what a file says is in English if nobody translated.
    """
    sign = len(f"{len(bundled)}) ") if numbered else 0
    name = max(len(game.name) for game in bundled)
    told = [players_told(game.counts, game.teams, speech) for game in bundled]
    players, written = max(map(len, told)), speech.language.title
    rows, family = list[str](), ""
    for number, (game, who) in enumerate(zip(bundled, told, strict=True), 1):
        if game.family != family:
            family = game.family
            rows += ["", speech.text(family)] if rows else [speech.text(family)]
        mark = f"{number})".ljust(sign) if numbered else ""
        about = f": {written(game.about)}" if game.about and not numbered else ""
        rows.append(f"  {mark}{game.name:{name}}  {who:{players}}  {written(game.title)}{about}")
    return rows


def _game(name: str) -> BundledGame:
    ruleset = library.variant(name)
    setup = ruleset.setup()
    family = next(family for family, suits in FAMILIES if suits(setup))
    about, counts = _about(ruleset.source.text), (*ruleset.players,)
    players, teams = players_words(ruleset), _teams(setup)
    return BundledGame(name, ruleset.title, players, about, family, counts, teams)


def players_words(ruleset: Ruleset, speech: Speech = ENGLISH) -> str:
    """Who plays a game: `2`, `2 or 3`, `2 to 5`, `4 in 2 teams`."""
    return players_told(ruleset.players, _teams(ruleset.setup()), speech)


def players_told(counts: Sequence[int], teams: int, speech: Speech) -> str:
    """The same by the numbers of players, and the number of teams; 0 if there are none."""
    if teams:
        return speech.text("{players} in {teams} teams", players=counts[0], teams=teams)
    if len(counts) < 3:
        return speech.listed(map(str, counts), "or")
    return speech.text("{least} to {most}", least=counts[0], most=counts[-1])


def _teams(setup: Setup) -> int:
    return setup.sides if setup.team_size > 1 else 0


def _about(text: str) -> str:
    """What the comment below the title says first, without where the rules are from."""
    below = dropwhile(lambda line: line.startswith(("variant ", "extends ")), text.splitlines())
    comment = takewhile(lambda line: line.startswith("#"), below)
    words = " ".join(line.removeprefix("#").strip() for line in comment)
    for source in _SOURCES:
        words = words.partition(source)[0].rstrip()
    sentences = _BETWEEN_SENTENCES.split(words)
    count = 2 if len(sentences[0]) < SHORT else 1
    return " ".join(sentences[:count])


if __name__ == "__main__":
    sys.stdout.write(index_of_games())
