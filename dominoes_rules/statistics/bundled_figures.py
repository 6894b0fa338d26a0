"""The figures of the bundled games, which are computed once and kept in a file beside the rules.

`python -m dominoes_rules.statistics.bundled_figures FILE` computes those of games whose rules have
changed, or without the file of all games: the same on every machine, since it goes by rounds and
not by time.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from dominoes_lang.setup.binding import Value
from dominoes_lang.setup.ruleset import Ruleset, Setup
from dominoes_lang.text import resources
from dominoes_rules import library
from dominoes_rules.statistics.figures import GameFigure, Spread
from dominoes_rules.statistics.stats_of_game import GameStats, stats
from dominoes_solver.means import Mean

FILE = "statistics.json"
ROUNDS = 400
SEED = 0


@dataclass(frozen=True)
class KeptFigures:
    """The figures of a bundled game for a number of players."""

    rounds: int
    matches: int
    bot: str
    figures: Mapping[str, GameFigure | Spread]

    def mean(self, key: str) -> GameFigure | None:
        """A mean or a share by its key; None where the game has none."""
        figure = self.figures.get(key)
        return figure if isinstance(figure, GameFigure) else None

    def spread(self, key: str) -> Spread | None:
        """Where most of some numbers are, by its key; None where the game has none."""
        figure = self.figures.get(key)
        return figure if isinstance(figure, Spread) else None


def kept_figures(setup: Setup) -> KeptFigures | None:
    """The figures of a game; None for rules or parameters that are not those of a bundled one."""
    ruleset = setup.ruleset
    kept = _kept().get(f"{ruleset.name}/{setup.seats}")
    if kept is None or kept["digest"] != library.digest(ruleset):
        return None
    if setup.parameters != ruleset.setup(setup.seats).parameters:
        return None
    figures = {key: _read(key, row) for key, row in kept["figures"].items()}
    return KeptFigures(kept["rounds"], kept["matches"], kept["bot"], figures)


def kept_text() -> str:
    """The text of the file, a line for each game and number of players."""
    lines = [json.dumps(row, ensure_ascii=False) for row in _rows()]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def kept_row(ruleset: Ruleset, seats: int) -> dict[str, object]:
    """What the file has of a game for a number of players, computed anew."""
    found = stats(ruleset, seats=seats, rounds=ROUNDS, seed=SEED)
    return {
        "game": f"{ruleset.name}/{seats}",
        "digest": library.digest(ruleset),
        "rounds": found.rounds,
        "matches": found.matches,
        "bot": found.by,
        "figures": _written(found),
    }


def _rows() -> Iterator[dict[str, object]]:
    for name in library.variants():
        ruleset = library.variant(name)
        for seats in ruleset.players:
            row = _kept().get(f"{name}/{seats}")
            is_of_these_rules = row is not None and row["digest"] == library.digest(ruleset)
            yield row if row is not None and is_of_these_rules else kept_row(ruleset, seats)


def _written(found: GameStats) -> dict[str, list[Value | None]]:
    rows = dict[str, list[Value | None]]()
    for key, figure in found.figures.items():
        if isinstance(figure, GameFigure):
            mean, se = figure.mean.mean, figure.mean.se
            numbers = round(mean, 4), None if se is None else round(se, 4)
            rows[key] = [figure.words, *numbers, figure.share]  # type: ignore[list-item]
        else:
            spread = figure.tenth, figure.median, figure.error, figure.ninetieth, figure.most
            rows[key] = [figure.words, *spread]  # type: ignore[list-item]
    return rows


def _read(key: str, row: list[object]) -> GameFigure | Spread:
    words, *numbers = row
    if len(numbers) == 3:
        mean, se, share = numbers
        return GameFigure(key, str(words), Mean(mean, se), bool(share))  # type: ignore[arg-type]
    return Spread(key, str(words), *numbers)  # type: ignore[arg-type]


@cache
def _kept() -> dict[str, dict[str, Any]]:
    file = resources.bundled("dominoes_rules", "variants").joinpath(FILE)
    with suppress(OSError, ValueError):
        return {row["game"]: row for row in json.loads(file.read_text("utf-8"))}
    return {}


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(kept_text(), "utf-8")
