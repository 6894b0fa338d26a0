"""The parser of the whole command line."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from dominoes_rules.cli.arguments.options import add_command

ROOMS: dict[str, dict[str, tuple[str, str]]] = {
    "rulesets": {
        "new": ("create a commented rules file that passes `check`", "rules_arguments"),
        "check": ("report every error and warning in rules files", "rules_arguments"),
        "fmt": ("rewrite rules files in the standard layout", "rules_arguments"),
        "test": (
            "test a variant: examples, every deal of small tile sets, random rounds",
            "rules_arguments",
        ),
        "show": ("describe the rules of a variant in plain English", "rules_arguments"),
        "diff": ("show how one variant differs from another", "rules_arguments"),
        "stats": (
            "play many rounds of a game and report what they are like, each figure with its error",
            "stats_arguments",
        ),
        "explain": (
            "explain an error code, a word of the language, or `model`",
            "rules_arguments",
        ),
        "games": ("list the bundled games", "rules_arguments"),
        "lsp": (
            "run the language server for editors: errors as you type, completion, fixes",
            "rules_arguments",
        ),
    },
    "positions": {
        "worlds": ("count or list the hidden hands that fit a position", "position_arguments"),
        "solve": ("find what each move in a position is worth", "position_arguments"),
        "review": (
            "find a player's mistakes in a match or a round, and separate luck from skill",
            "match_arguments",
        ),
        "records": ("turn the log of another program into records", "match_arguments"),
        "draw": ("draw the table of a position, as text or as a picture", "position_arguments"),
        "choices": ("fit, test and show models of players' choices", "choices_arguments"),
        "perft": (
            "count the sequences of actions that a position allows",
            "position_arguments",
        ),
        "warm": (
            "compile machine code once, so that no answer has to wait for it",
            "position_arguments",
        ),
    },
    "tables": {
        "play": (
            "play a match in the terminal, against bots and other people",
            "match_arguments",
        ),
        "pad": (
            "keep the score of a match that people play with real tiles",
            "pad_arguments",
        ),
        "web": ("play in the browser, alone or with friends", "web_arguments"),
        "tournament": (
            "play bots against each other on duplicate deals",
            "tournament_arguments",
        ),
        "club": (
            "lead a tournament with real tiles: draws, typed results, standings",
            "club_arguments",
        ),
        "join": ("play on a server, as a bot or in person", "server_arguments"),
        "serve": ("run a server for Domohnoes and other variants", "server_arguments"),
        "standings": (
            "show how many rounds each player has won on a server",
            "server_arguments",
        ),
    },
}
"""Every command, by the room of its file; what it does, and the module that adds its arguments."""
ROOM_OF = {name: room for room, commands in ROOMS.items() for name in commands}
_UNKNOWN = re.compile(r"invalid choice: '(.*?)' \(choose from")


class _Root(argparse.ArgumentParser):
    """The parser that reads the command; for an unknown word it suggests one."""

    def error(self, message: str) -> NoReturn:
        unknown = _UNKNOWN.search(message)
        if unknown is None:
            super().error(message)
        # Imported here: few mistype a command, and every command waits for the start.
        from dominoes_lang.syntax.vocabulary import suggestion

        near = suggestion(unknown[1], list(ROOM_OF))
        hint = f'; did you mean "{near}"?' if near else f"; the commands are {', '.join(ROOM_OF)}"
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: unknown command {unknown[1]!r}{hint}\n")


class _Version(argparse.Action):
    """Prints the version, which is looked up only where it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        import dominoes_rules

        print(f"{parser.prog} {dominoes_rules.__version__}")
        parser.exit()


class _Completion(argparse.Action):
    """Prints the script for a shell."""

    def __call__(
        self, root: argparse.ArgumentParser, _: object, shell: object, __: object = None
    ) -> NoReturn:
        from dominoes_rules.cli.completion import script
        from dominoes_rules.cli.streams import as_it_is

        print(script(parser(), str(shell)), file=as_it_is(sys.stdout))
        root.exit()


def parser(words: Sequence[str] | None = None) -> argparse.ArgumentParser:
    """The parser of the whole command line; commands are not imported by it.

    words: those to be parsed; without them every command has its arguments, which takes longer.
    """
    root = _Root(
        prog="dominoes-rules",
        description="Check and test the rules of domino games; count hidden hands; find moves.",
        epilog="Exit codes: 0 fine, 1 errors or differences found, 2 unreadable or illegal, "
        "130 stopped by Ctrl-C.",
        allow_abbrev=False,
    )
    root.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    root.add_argument(
        "--print-completion", action=_Completion, choices=["bash", "zsh", "fish"],
        help="print a script that lets this shell complete what you type, and exit",
    )  # fmt: skip
    commands = root.add_subparsers(
        dest="command",
        metavar="COMMAND",
        title="commands",
        parser_class=argparse.ArgumentParser,
    )
    for name, (summary, module) in (item for room in ROOMS.values() for item in room.items()):
        command = add_command(commands, name, summary)
        if words is None or name in words:
            arguments = import_module(f"dominoes_rules.cli.arguments.{module}")
            getattr(arguments, name)(command)
    return root
