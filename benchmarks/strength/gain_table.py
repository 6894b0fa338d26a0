"""What `strong` gains on `solver` in every bundled game with a model of choices, own or borrowed.

`gains GAME… --write` measures these games, or all, and puts their rows on the page.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from textwrap import fill

import dominoes_rules as dr
from benchmarks.strength import ladder
from dominoes_lang.english.wording import listed
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.position.choice_models import CHOICES, ENDING, chosen_model
from dominoes_rules.position.description import typed_name

BEGIN = "<!-- gains: python3 dev.py strength gains --write -->\n"
END = "<!-- end of gains -->\n"
FIRST, SECOND = "strong:worlds=20", "solver:worlds=20"
SEED = 31002
DEALS = 300

SECTION = """\
| game | model | deals | seed | a deal | 95 % interval |
|---|---|---|---|---|---|
{rows}

{without}
"""


def games() -> dict[str, tuple[Setup, str]]:
    """Every bundled game for each number of players, and the name of its model, or an empty one."""
    setups = (
        rules.setup(seats) for rules in map(dr.variant, dr.variants()) for seats in rules.players
    )
    return {
        typed_name(setup): (setup, chosen_model(CHOICES, setup).file.removesuffix(ENDING))
        for setup in setups
    }


def row(setup: Setup, model: str, deals: int, seed: int) -> str:
    """The row of a game, measured."""
    played = dr.tournament(
        [FIRST, SECOND], setup.ruleset, seats=setup.seats, deals=deals, seed=seed
    )
    figures = f"{deals:,} | {seed} | {ladder.cell(played)} | {ladder.interval(played)}"
    return f"| `{typed_name(setup)}` | `{model}` | {figures} |"


def rows_on_page() -> dict[str, str]:
    """The rows of the page by their games."""
    made = ladder.PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]
    return {line.split("`")[1]: line for line in made.splitlines() if line.startswith("| `")}


def without_model(bundled: dict[str, tuple[Setup, str]]) -> list[str]:
    """Games that hide tiles and have no model, with the number of players if others have one."""
    having = {setup.name for setup, model in bundled.values() if model}
    return sorted(
        {
            name if setup.name in having else setup.name
            for name, (setup, model) in bundled.items()
            if not model and (setup.seats > 2 or setup.stock_size)
        }
    )


def section(rows: dict[str, str]) -> str:
    """The table of these rows in the order of the games, and the games without a model."""
    bundled = games()
    without = f"No model: {listed([f'`{name}`' for name in without_model(bundled)], 'and')}."
    return SECTION.format(
        rows="\n".join(rows[name] for name in bundled if name in rows),
        without=fill(without, 120, break_on_hyphens=False),
    )


def main(arguments: Sequence[str]) -> int:
    """Print the table, or write it into the page."""
    parser = argparse.ArgumentParser(prog="dev.py strength gains", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="such as draw or domohnoes/4")
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--write", action="store_true", help="put the rows into docs/strength.md")
    args = parser.parse_args(arguments)
    known = {name: pair for name, pair in games().items() if pair[1]}
    if unknown := [name for name in args.games if name not in known]:
        raise ArgumentError(f"{unknown[0]!r} is no bundled game with a model of choices")
    made = {name: row(*known[name], args.deals, args.seed) for name in args.games or known}
    rows = {**rows_on_page(), **made} if args.write else made
    return ladder.publish(BEGIN, section(rows), END, write=args.write)
