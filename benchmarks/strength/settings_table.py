"""`quick` in every bundled game, for each number of players, against three others.

`settings GAME… --write` measures these games, or all, and puts their rows on the page after each
of them. `--columns` measures these columns alone; the others stay as they are on the page.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from textwrap import fill
from typing import NamedTuple

from benchmarks.strength import gain_table, ladder
from benchmarks.strength.contestants import LIKELIEST, Contestant, lead_of_deal
from dominoes_lang.english.wording import listed
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.state import Action
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules import library
from dominoes_rules.bots import bot
from dominoes_rules.bots.bot_rounds import Player, Turn
from dominoes_rules.bots.deciding import models_of
from dominoes_rules.position.choice_models import CHOICES, chosen_model
from dominoes_solver.belief.model import UnfitModel
from dominoes_solver.means import SURE, Mean
from dominoes_solver.policy.duel import by_choices, heaviest, lead
from dominoes_solver.policy.policy import Policy
from dominoes_solver.search import native

BEGIN = "<!-- settings: python3 dev.py strength settings --write -->\n"
END = "<!-- end of settings -->\n"
FIRST, SOLVER = "quick", "solver:worlds=20"
SEED = 45_101
FINE = 0.02
"""Errors below it are shown with three digits."""
BY_ROUNDS = 4_000
"""The most deals that are played one by one for a column of policies."""
SECONDS = 20.0
"""Of processor time for a cell, unless its deals are given."""
NONE = "–"
WIDTH = 120
"""Of a line of the page."""
Cells = dict[str, str]
"""The cells of a row by the names of their columns."""


class Figure(NamedTuple):
    """What was measured of a game in one column."""

    points: Mean
    deals: int
    milliseconds: float
    """Of processor time, for a decision of the opponent."""


Source = Callable[[Setup, str, int, float], Figure | None]
"""Measures `quick` in a game: against whom, at most how many deals, in about how many seconds.

None where it can't be measured. So many deals always give the same points.
"""


class OutOfTime(Exception):
    """Raised in the middle of a deal that takes longer than a whole cell may."""


class Timed:
    """A player whose decisions are timed."""

    def __init__(self, player: Player, deadline: float) -> None:
        self.player, self.deadline = player, deadline
        self.seconds, self.decisions = 0.0, 0

    def __call__(self, turn: Turn) -> Action:
        """The action of the player. Raises `OutOfTime` after the deadline."""
        began = _seconds()
        if began > self.deadline:
            raise OutOfTime
        action = self.player(turn)
        self.seconds += _seconds() - began
        self.decisions += 1
        return action


def _seconds() -> float:
    """Processor time, without that in which kernels are loaded or compiled."""
    return time.process_time() - native.seconds_loading()


def by_rounds(setup: Setup, opponent: str, deals: int, seconds: float) -> Figure | None:
    """The source that plays deals one by one, as `tournament` does.

    It gives up in the middle of a deal, and so the whole cell, only before the second is over.
    """
    if not plays(setup):
        return None
    rules = library.compiled(setup.ruleset, setup.seats)
    ends = _seconds() + seconds
    try:
        first, second = (Contestant(name, rules).player for name in (FIRST, opponent))
        timed, leads = Timed(second, ends), list[float]()
        while len(leads) < deals and _seconds() < ends:
            leads.append(lead_of_deal(rules, (first, timed), SEED, len(leads)))
            if len(leads) == 2:
                timed.deadline = float("inf")
    except (UnfitModel, OutOfTime):
        return None
    if len(leads) < 2:
        return None
    return Figure(Mean.of(leads), len(leads), 1_000 * timed.seconds / max(1, timed.decisions))


def by_policies(setup: Setup, opponent: str, deals: int, seconds: float) -> Figure | None:
    """The source that plays all deals in machine code, where `quick` and the opponent are policies.

    There the deals take seconds, so their time is not limited; elsewhere it is `by_rounds`. In
    games of more than two sides, `quick` plays for one side alone.
    """
    if not plays(setup):
        return None
    rules, files = library.compiled(setup.ruleset, setup.seats), bot(FIRST).quick
    chosen = files and files.chosen(setup)
    model = chosen and chosen.model
    choices = chosen_model(CHOICES, setup).choices
    if opponent == LIKELIEST and choices is None:
        return None
    if not isinstance(model, Policy):
        return by_rounds(setup, opponent, min(deals, BY_ROUNDS), seconds)
    other = by_choices(choices, setup) if choices and opponent == LIKELIEST else heaviest(setup)
    return Figure(lead(rules, model, other, deals=deals, seed=SEED), deals, 0.0)


class Column(NamedTuple):
    """One opponent in every game."""

    head: str
    opponent: str
    deals: int
    """The most that are played."""
    source: Source = by_rounds
    timed: bool = False
    """Whether a cell shows the time of a decision."""

    def cell(self, setup: Setup, deals: int | None, seconds: float) -> str:
        """What is measured in a game, as a cell."""
        figure = self.source(setup, self.opponent, deals or self.deals, seconds)
        if figure is None:
            return NONE
        took = f", {figure.milliseconds:.2g} ms" if self.timed else ""
        return f"{points_cell(figure.points)} ({figure.deals:,}{took})"


COLUMNS = {
    "heaviest": Column("`heaviest`", "heaviest", 20_000, by_policies),
    "model": Column("the model's best play", LIKELIEST, 20_000, by_policies),
    "solver": Column(f"`{SOLVER}`", SOLVER, 400, timed=True),
}
_POINTS = re.compile(r"([+−]\d+\.\d+) ± (\d+\.\d+)")

SECTION = """\
## `quick` in every game

Points a deal that `quick` gains, or rounds won where the match counts wins, and the number of
deals, of seed {seed}. The first column is against the bot `heaviest`. The second is against a
player that takes the action which the model of choices finds likeliest, in games that have or
borrow a model. In the third, the time is that of a decision of `{solver}`. `quick` takes
microseconds, in which no search can sample a world.

{table}

{summary}

Each cell is `python3 dev.py strength settings GAME --columns COLUMN --deals N`.
"""


def plays(setup: Setup) -> bool:
    """Whether `quick` can play a game."""
    try:
        models_of(bot(FIRST), setup)
    except UnfitModel:
        return False
    return True


def table(rows: Mapping[str, Cells]) -> str:
    """The rows in the order of the games."""
    heads = ["game", *(column.head for column in COLUMNS.values())]
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    for name in gain_table.games():
        if name in rows:
            cells = (rows[name].get(column, NONE) for column in COLUMNS)
            lines.append(f"| `{name}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def rows_on_page() -> dict[str, Cells]:
    """The cells of the page by their games."""
    made = ladder.PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]
    lines = [line.strip("| ").split(" | ") for line in made.splitlines() if line[:3] == "| `"]
    return {cells[0].strip("`"): dict(zip(COLUMNS, cells[1:], strict=True)) for cells in lines}


def summary(rows: Mapping[str, Cells]) -> str:
    """In how many games the lower end of the interval is above 0, and where it is not."""
    lines = []
    for name, column in COLUMNS.items():
        every = {game: lower_end(cells.get(name, NONE)) for game, cells in rows.items()}
        measured = {game: low for game, low in every.items() if low is not None}
        if not measured:
            continue
        others = [f"`{game}`" for game, low in measured.items() if low <= 0]
        line = (
            f"Against {column.head}, the lower end of the 95 % interval is above 0 in "
            f"{len(measured) - len(others)} of {len(measured)} games"
        )
        lines.append(line + (f", but not in {listed(others, 'and')}." if others else "."))
    if missing := without_player():
        lines.append(f"`{FIRST}` can't play {listed([f'`{game}`' for game in missing], 'and')}.")
    return "\n\n".join(fill(line, WIDTH, break_on_hyphens=False) for line in lines)


def without_player() -> list[str]:
    """Games that `quick` can't play, with the number of players if it can play with others."""
    bundled = {name: setup for name, (setup, _) in gain_table.games().items()}
    playable = {name for name, setup in bundled.items() if plays(setup)}
    names = {bundled[name].name for name in playable}
    missing = [name for name in bundled if name not in playable]
    return sorted({game if (name := bundled[game].name) in names else name for game in missing})


def points_cell(points: Mean) -> str:
    """A mean with its error, in as many digits as that has."""
    error = points.se or 0.0
    digits = 2 if error >= FINE else 3
    return f"{points.mean:+.{digits}f} ± {error:.{digits}f}".replace("-", "−")


def lower_end(cell: str) -> float | None:
    """The lower end of the 95 % interval of a cell; None if nothing was measured."""
    found = _POINTS.match(cell)
    if found is None:
        return None
    mean, error = (float(text.replace("−", "-")) for text in found.groups())
    return mean - SURE * error


def section(rows: Mapping[str, Cells]) -> str:
    """The table of these rows, with what it says."""
    return SECTION.format(seed=SEED, solver=SOLVER, table=table(rows), summary=summary(rows))


def main(arguments: Sequence[str]) -> int:
    """Print the table, or write it into the page, after each game."""
    parser = argparse.ArgumentParser(prog="dev.py strength settings", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="such as draw or domohnoes/4")
    parser.add_argument("--columns", default=",".join(COLUMNS), help="separated by commas")
    parser.add_argument("--deals", type=int, help="of a cell, however long they take")
    parser.add_argument("--seconds", type=float, help="of a cell, about")
    parser.add_argument("--write", action="store_true", help="put the rows into docs/strength.md")
    args = parser.parse_args(arguments)
    bundled, columns = gain_table.games(), args.columns.split(",")
    for names, known in ((args.games, bundled), (columns, COLUMNS)):
        if unknown := [name for name in names if name not in known]:
            raise ArgumentError(f"{unknown[0]!r} is none of {', '.join(known)}")
    seconds = args.seconds or (float("inf") if args.deals else SECONDS)
    rows = rows_on_page() if args.write else {}
    for game in args.games or bundled:
        setup, _ = bundled[game]
        if not plays(setup):
            continue
        rows.setdefault(game, {})
        for name in columns:
            cell = COLUMNS[name].cell(setup, args.deals, seconds)
            rows[game][name] = cell
            sys.stderr.write(f"{game}: {name} {cell}\n")
        if args.write:
            ladder.publish(BEGIN, section(rows), END, write=True)
    return 0 if args.write else ladder.publish(BEGIN, section(rows), END, write=False)
