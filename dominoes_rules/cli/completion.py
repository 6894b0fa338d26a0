"""`completion`: a script with which a shell completes commands, options, games and files."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from dominoes_lang.text.exceptions import ArgumentError
from dominoes_rules import library
from dominoes_rules.cli import arguments
from dominoes_rules.cli.main import FINE
from dominoes_rules.cli.streams import as_it_is

INSTALL = 'pip install "dominoes-rules[completion]"'
"""What brings the library that writes the script."""

FUNCTION = "_dominoes_rules_game"


def run(args: argparse.Namespace) -> int:
    """Print the script for a shell."""
    try:
        import shtab
    except ImportError:
        raise ArgumentError(
            f"completion needs shtab, which is not installed: {INSTALL}"
        ) from None
    parser = arguments.parser()
    games = " ".join(library.variants())
    script = {
        "bash": f"""{FUNCTION}() {{
  compgen -W "{games}" -- "$1"
  compgen -f -X "!*.rules" -- "$1"
  compgen -d -- "$1"
}}""",
        "zsh": f"""{FUNCTION}() {{
  compadd {games}
  _files -g "*.rules"
}}""",
    }
    game = {
        "bash": FUNCTION,
        "zsh": FUNCTION,
        "fish": f"{games} (__fish_complete_suffix .rules)",
        "preamble": script,
    }
    wanted = {"VARIANT": game, "FILE": shtab.glob("*.rules"), "POSITION": shtab.FILE}
    for action in _actions(parser):
        if action.metavar in wanted:
            action.complete = wanted[action.metavar]  # type: ignore[attr-defined]
    print(shtab.complete(parser, args.shell), file=as_it_is(sys.stdout))
    return FINE


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Every argument of every command."""
    for action in parser._actions:  # argparse has no public list of them
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)
