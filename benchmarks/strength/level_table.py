"""Each level of play against the one below: `dev.py strength levels`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import pairwise

from benchmarks.strength.ladder import Game, cells, measured, publish
from dominoes_rules.bots.levels import LEVELS

BEGIN = "<!-- levels: python3 dev.py strength levels --write -->\n"
END = "<!-- end of levels -->\n"
GAMES = (
    Game("block", None, 2_000, 60),
    Game("partnership", None, 400, 16),
    Game("draw", None, 0, 400),
)

SECTION = """\
## Levels of play

Each [level](bots.md#levels) against the one below it, points a deal:

{table}

Each row is `dominoes-rules tournament LEVEL LEVEL --variant GAME --deals N --seed 1`.
N is the sum of the last column.
"""


def table() -> Iterator[str]:
    """A row for each game and each two neighbours."""
    yield "| game | level | against | points a deal | 95 % interval | deals won, tied, lost |"
    yield "|---|---|---|---|---|---|"
    for game in GAMES:
        for below, above in pairwise(LEVELS):
            found = measured(above, below, game, 1)
            yield f"| `{game.rules}` | `{above}` | `{below}` | {cells(found)} |"


def main(arguments: Sequence[str]) -> int:
    """Print the section, or write it into the page."""
    parser = argparse.ArgumentParser(prog="dev.py strength levels", description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into docs/strength.md")
    args = parser.parse_args(arguments)
    made = SECTION.format(table="\n".join(table()))
    return publish(BEGIN, made, END, write=args.write)
