"""The bundled games by family, a line each, made from their files."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import dropwhile, takewhile

from dominoes_lang.english.wording import listed
from dominoes_lang.setup.ruleset import Goal, Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Fact
from dominoes_rules import library

_ENDS = frozenset({Fact.PIPS_ON_ENDS, Fact.HALVES_LIKE_IT, Fact.ENDS_ALIKE})
_SOURCES = ("Follows ", "After public ", "After the page ")
_BETWEEN_SENTENCES = re.compile(r"(?<=\.) ")
SHORT = 24
"""A first sentence of fewer characters is told with the second."""


def _pays_for_ends(setup: Setup) -> bool:
    read = {one.fact for one in nodes.walk(setup.in_play) if isinstance(one, nodes.Read)}
    return bool(read & _ENDS)


FAMILIES: tuple[tuple[str, Callable[[Setup], bool]], ...] = (
    ("Points for the open ends, as the round is played", _pays_for_ends),
    ("Bonuses for passes, as the round is played", lambda setup: bool(setup.in_play)),
    ("Several tiles in a turn", lambda setup: setup.again is not None),
    ("Drawing from the stock", lambda setup: setup.draws),
    ("Rounds won, without points", lambda setup: setup.goal is Goal.WINS),
    ("Points at the end of a round", lambda setup: True),
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

    def as_json(self) -> dict[str, object]:
        return dict(vars(self))


def games() -> list[BundledGame]:
    """Every bundled game, by family and then by name."""
    found = [_game(name) for name in library.bundled()]
    order = [family for family, _ in FAMILIES]
    return sorted(found, key=lambda game: (order.index(game.family), game.name))


def by_family(found: Sequence[BundledGame], *, numbered: bool = False) -> list[str]:
    """The lines of a list of games under the heads of their families.

    numbered: each game has its number, from 1, and not what its file says of it.
    """
    sign = len(f"{len(found)}) ") if numbered else 0
    name = max(len(game.name) for game in found)
    players = max(len(game.players) for game in found)
    rows, family = list[str](), ""
    for number, game in enumerate(found, 1):
        if game.family != family:
            family = game.family
            rows += ["", family] if rows else [family]
        mark = f"{number})".ljust(sign) if numbered else ""
        about = f": {game.about}" if game.about and not numbered else ""
        rows.append(f"  {mark}{game.name:{name}}  {game.players:{players}}  {game.title}{about}")
    return rows


def _game(name: str) -> BundledGame:
    ruleset = library.variant(name)
    setup = ruleset.setup()
    counts = ruleset.players
    if setup.team_size > 1:
        players = f"{setup.seats} in {setup.sides} teams"
    elif len(counts) < 3:
        players = listed([str(count) for count in counts], "or")
    else:
        players = f"{counts[0]} to {counts[-1]}"
    family = next(family for family, suits in FAMILIES if suits(setup))
    return BundledGame(name, ruleset.title, players, _about(ruleset.source.text), family)


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
