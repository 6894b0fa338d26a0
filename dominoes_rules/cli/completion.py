"""`--print-completion`: with it a shell completes commands, options, games and files."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from dominoes_rules import library

INSTALL = 'pip install "dominoes-rules[completion]"'
"""What brings the library that writes the script."""

FUNCTION = "_dominoes_rules_game"


def script(parser: argparse.ArgumentParser, shell: str) -> str:
    """The script for a shell. Ends the program where the library for it is missing."""
    try:
        import shtab
    except ImportError:
        parser.exit(2, f"{parser.prog}: this needs shtab, which is not installed: {INSTALL}\n")
    games = " ".join(library.variants())
    game = {
        "bash": FUNCTION,
        "zsh": FUNCTION,
        "fish": f"{games} (__fish_complete_suffix .rules)",
        "preamble": {
            "bash": f"""{FUNCTION}() {{
  compgen -W "{games}" -- "$1"
  compgen -f -X "!*.rules" -- "$1"
  compgen -d -- "$1"
}}""",
            "zsh": f"""{FUNCTION}() {{
  compadd {games}
  _files -g "*.rules"
}}""",
        },
    }
    files = shtab.glob("*.rules")
    wanted = {"VARIANT": game, "FILE": files, "NAME": files, "POSITION": shtab.FILE}
    for action in _actions(parser):
        if action.metavar in wanted:
            action.complete = wanted[action.metavar]  # type: ignore[attr-defined]
    return str(shtab.complete(parser, shell))


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Every argument of every command."""
    for action in parser._actions:  # argparse has no public list of them
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)
