"""How strong the bots are: the table of an essay beside ours, and every bot against one yardstick.

`--write` puts the tables into docs/strength.md; `--full` plays more deals, and takes an hour.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import dominoes_rules as dr
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.tournaments.contest_table import in_bulk, is_quick
from dominoes_rules.tournaments.duplicate import contest_of
from dominoes_rules.tournaments.tournament_options import TournamentOptions

PAGE = Path(__file__).parents[2] / "docs" / "strength.md"
BEGIN, END = "<!-- ladder: python3 dev.py strength --write -->\n", "<!-- end of ladder -->\n"
YARDSTICK = "heaviest"
SEED = 1
QUICK_DEALS = 10_000
"""Where no bot searches."""

ESSAY = (
    ("essay", "lowest", "+5.02"),
    ("essay", "random", ""),
    ("playouts:n=100", "essay", "+3.22"),
    ("solver:worlds=20", "essay", ""),
    ("solver:worlds=20", "playouts:n=100", "55 to 45 rounds"),
)
"""The first bot, the second, and what the essay says of its own."""
BOTS = (
    "random first lowest double exposed rarity essay "
    "playouts:n=50 solver:worlds=20 strong:worlds=20 omniscient"
).split()


class Game(NamedTuple):
    """A game of the ladder."""

    rules: str
    seats: int | None
    searching: int
    """Deals between bots that sample worlds in bulk."""
    otherwise: int
    """Deals between others that search."""


GAMES = (
    Game("block", None, 600, 60),
    Game("partnership", None, 100, 16),
    Game("draw", None, 0, 40),
    Game("domohnoes", 4, 200, 3),
)


def measured(first: str, second: str, game: Game, scale: int) -> dr.Tournament:
    """Two bots against each other; many more deals where they are quick."""
    began = time.monotonic()
    rules, seats = game.rules, game.seats
    contest = contest_of(TournamentOptions([first, second], dr.variant(rules), seats=seats))
    deals = game.otherwise * scale
    if is_quick(contest):
        deals = QUICK_DEALS
    elif in_bulk(contest):
        deals = game.searching * scale
    found = dr.tournament([first, second], rules, seats=seats, deals=deals, seed=SEED)
    seconds = time.monotonic() - began
    sys.stderr.write(f"{rules}: {found} {seconds:.0f} s\n")
    return found


def essay_table(scale: int) -> Iterator[str]:
    """The claims of the essay, and the same bots on duplicate deals."""
    yield "| bot | against | points a deal | 95 % interval | deals won, tied, lost | the essay |"
    yield "|---|---|---|---|---|---|"
    for first, second, claimed in ESSAY:
        found = measured(first, second, GAMES[0], scale)
        yield f"| `{first}` | `{second}` | {cells(found)} | {claimed} |"


def cells(found: dr.Tournament) -> str:
    """The first bot's points a deal, their interval, and its deals won, tied and lost."""
    pair = found.pairs[0]
    return f"{cell(found)} | {interval(found)} | {pair.won:,}, {pair.tied:,}, {pair.lost:,}"


def interval(found: dr.Tournament) -> str:
    """The 95 % interval of the first bot's points a deal."""
    points = found.pairs[0].points
    low, high = points.interval or (points.mean, points.mean)
    return f"{low:+.2f} … {high:+.2f}".replace("-", "−")


def ladder(scale: int) -> Iterator[str]:
    """Every bot against the yardstick in every game."""
    heads = [f"{one.rules} for {one.seats}" if one.seats else one.rules for one in GAMES]
    yield f"| bot | {' | '.join(heads)} |"
    yield f"|---|{'---|' * len(heads)}"
    for name in BOTS:
        cells = [against_yardstick(name, game, scale) for game in GAMES]
        yield f"| `{name}` | {' | '.join(cells)} |"


def against_yardstick(name: str, game: Game, scale: int) -> str:
    """What a bot gets; `strong` is `solver` where a game has no model of choices."""
    contest = contest_of(TournamentOptions([name], dr.variant(game.rules), seats=game.seats))
    if name.startswith("strong") and not contest.models:
        return "as `solver`"
    return cell(measured(name, YARDSTICK, game, scale))


def cell(found: dr.Tournament) -> str:
    """The first bot's points a deal, with their error."""
    points = found.pairs[0].points
    error = "" if points.se is None else f" ± {points.se:.2f}"
    return f"{points.mean:+.2f}{error}".replace("-", "−")


SECTION = """\
## Bots against bots

One source of this project is an essay that compares players of `block`. It uses no duplicate deals
and reports no standard errors. Its “random” player takes the first move of a sorted list, as
`lowest` does here.

{essay}

Each row is `dominoes-rules tournament BOT BOT --deals N --seed 1`. `essay` plays by the rule of the
essay. It beats `lowest` by about as much as the essay reports, and a truly random player by much
less. In the last row, the essay reports that searching beats random playouts.

Every bot against `{yardstick}`, points a deal; rounds won in `domohnoes`. `omniscient` sees all
hands, so no bot can be expected to do better. If a game takes too long to search, as Domohnoes for
four does, `solver` uses random playouts. If a game has no model of choices and borrows none,
`strong` is `solver`.

{ladder}
"""


def section(scale: int) -> str:
    """Both tables with what they say."""
    tables = {"essay": essay_table(scale), "ladder": ladder(scale)}
    lines = {name: "\n".join(table) for name, table in tables.items()}
    return SECTION.format(yardstick=YARDSTICK, **lines)


def main(arguments: Sequence[str]) -> int:
    """Print the section, or write it into the page."""
    parser = argparse.ArgumentParser(prog="dev.py strength ladder", description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the tables into docs/strength.md")
    parser.add_argument("--full", action="store_true", help="20 times as many deals")
    args = parser.parse_args(arguments)
    return publish(BEGIN, section(20 if args.full else 1), END, write=args.write)


def publish(begin: str, made: str, end: str, *, write: bool, page: Path = PAGE) -> int:
    """Print a section, or put it between its marks on the page; the exit code.

    Raises `ArgumentError` for a page without these marks.
    """
    if not write:
        print(made)
        return 0
    before, begins, rest = page.read_text(encoding="utf-8").partition(begin)
    _, ends, after = rest.partition(end)
    if not (begins and ends):
        raise ArgumentError(f"{page.name} needs the lines {begin.strip()} and {end.strip()}")
    page.write_text(f"{before}{begin}{made}{end}{after}", encoding="utf-8")
    return 0
