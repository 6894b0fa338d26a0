"""The arguments of the command line: every command with its options."""

from __future__ import annotations

import argparse
import re
import sys
from typing import Literal, NoReturn

COMMANDS = {
    "new": "create a rules file, with comments, that passes check",
    "check": "report every error and warning in rules files",
    "fmt": "lay rules files out in the one canonical form",
    "test": "run a variant's examples, invariants, games with few tiles and random rounds",
    "games": "list the games that come with the project",
    "show": "describe the rules of a variant in plain English",
    "diff": "show how one variant differs from another",
    "explain": "explain an error code, a word of the language, or `model`",
    "worlds": "count or list the hidden hands that fit a position",
    "solve": "find what each move of a position is worth",
    "review": "find what a player did wrong in a match or a round, and tell luck from skill",
    "draw": "draw the table of a position, as text or as a picture",
    "play": "play a match against bots and other people, line by line",
    "tournament": "play bots against each other on duplicate deals, with honest errors",
    "choices": "fit, test and show models of what players choose",
    "perft": "count the sequences of actions that a position allows",
    "serve": "run a server of Domohnoes and other variants",
    "join": "play on such a server, as a bot or in person",
    "standings": "show who has won how many rounds on a server",
}
"""Every command, and what it does."""
_UNKNOWN = re.compile(r"invalid choice: '(.*?)' \(choose from")
POSITION_HELP = (
    "a position as text (docs/positions.md), a file that holds one, or - for standard input"
)
VARIANT_HELP = "a variant's name or a .rules file, with /N for N players: block, house.rules/3"


class _Root(argparse.ArgumentParser):
    """The parser that reads the command; for an unknown word it suggests one."""

    def error(self, message: str) -> NoReturn:
        unknown = _UNKNOWN.search(message)
        if unknown is None:
            super().error(message)
        # Imported here: few mistype a command, and every command waits for the start.
        from dominoes_lang.syntax.vocabulary import suggestion

        near = suggestion(unknown[1], list(COMMANDS))
        hint = f'; did you mean "{near}"?' if near else f"; the commands are {', '.join(COMMANDS)}"
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
        self, parser: argparse.ArgumentParser, _: object, shell: object, __: object = None
    ) -> NoReturn:
        from dominoes_rules.cli.completion import script
        from dominoes_rules.cli.streams import as_it_is

        print(script(parser, str(shell)), file=as_it_is(sys.stdout))
        parser.exit()


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line; commands are not imported by it."""
    root = _Root(
        prog="dominoes-rules",
        description="Check and test the rules of domino games; count hidden hands; find moves.",
        epilog="Exit codes: 0 fine, 1 errors or differences found, 2 unreadable or illegal, "
        "130 stopped by Ctrl-C.",
        allow_abbrev=False,
    )
    root.add_argument("--version", action=_Version, nargs=0, help="print the version and end")
    root.add_argument(
        "--print-completion", action=_Completion, choices=["bash", "zsh", "fish"],
        help="print a script with which this shell completes what you type, and end",
    )  # fmt: skip
    commands = root.add_subparsers(
        dest="command",
        metavar="COMMAND",
        title="commands",
        parser_class=argparse.ArgumentParser,
    )

    def command(name: str) -> argparse.ArgumentParser:
        summary = COMMANDS[name]
        about = f"{summary[0].upper()}{summary[1:]}."
        return commands.add_parser(name, help=summary, description=about, allow_abbrev=False)

    new = command("new")
    new.add_argument("name", metavar="NAME", help="the variant's name, or a path ending in .rules")
    new.add_argument("--from", dest="parent", metavar="VARIANT", help="the variant that it extends")

    check = command("check")
    check.add_argument(
        "files", nargs="+", metavar="FILE",
        help="a .rules file, a folder for all those in it and below, - for standard input,"
        " or a variant's name",
    )  # fmt: skip
    check.add_argument(
        "--format", choices=["text", "concise", "json", "github"], default="text",
        help="how errors and warnings are written (default: text)",
    )  # fmt: skip
    check.add_argument(
        "--json", action="store_const", const="json", dest="format",
        help="print the answer as JSON, as with --format json",
    )  # fmt: skip
    check.add_argument("--fix", action="store_true", help="apply unambiguous fixes")

    fmt = command("fmt")
    fmt.add_argument(
        "files", nargs="+", metavar="FILE",
        help="a .rules file, a folder for all those in it and below, or - for standard input",
    )  # fmt: skip
    fmt.add_argument(
        "--check", action="store_true", help="change nothing; report what would change"
    )

    test = command("test")
    _add_variant(test)
    _add_rounds(test, 100)
    test.add_argument(
        "--scope", type=_states, default=10_000, metavar="N",
        help="states to explore with few tiles, for each number of players; 0 for none"
        " (default: 10000)",
    )  # fmt: skip
    test.add_argument("--seconds", action="store_true", help="report how long each part took")
    test.add_argument("--replay", metavar="LINE", help="replay the position of a failure")
    _add_set(test)
    _add_seed(test)
    _add_json(test)

    show = command("show")
    _add_variant(show)
    form = show.add_mutually_exclusive_group()
    form.add_argument("--python", action="store_true", help="print the generated functions")
    form.add_argument(
        "--clauses", action="store_true", help="print all clauses, inherited ones too"
    )
    form.add_argument(
        "--analysis",
        action="store_true",
        help="add what follows from the rules: how long a round can be, what a pass reveals …",
    )
    _add_set(show)
    _add_json(show)

    diff = command("diff")
    _add_variant(diff, "first")
    _add_variant(diff, "second")
    _add_rounds(diff, 1000)
    _add_seed(diff)
    _add_json(diff)

    explain = command("explain")
    explain.add_argument("words", nargs="*", metavar="CODE|WORD", help="without one: list them all")
    _add_json(explain)

    worlds = command("worlds")
    _add_position(worlds)
    which = worlds.add_mutually_exclusive_group()
    which.add_argument("--list", action="store_true", help="list every world, one record per line")
    which.add_argument(
        "--sample", type=_count, metavar="N", help="draw N worlds uniformly at random"
    )
    which.add_argument(
        "--if", dest="question", metavar="CONDITION",
        help="find how likely a condition is, for instance 'B holds [6|4] and D holds no 5';"
        " hands compared with each other are sampled where more than 200,000 worlds are left",
    )  # fmt: skip
    _add_given(worlds)
    _add_model(worlds)
    _add_seed(worlds)
    _add_json(worlds)

    solve = command("solve")
    _add_position(solve)
    how = solve.add_mutually_exclusive_group()
    how.add_argument("--worlds", type=_count, metavar="N", help="search this many worlds")
    how.add_argument("--exact", action="store_true", help="search all worlds")
    solve.add_argument(
        "--only", action="append", metavar="MOVE",
        help="search only this move, for instance 64 or 64l, which takes less time; gaps then"
        " compare only the moves searched; may be given more than once",
    )  # fmt: skip
    solve.add_argument(
        "--why", metavar="MOVE", help="show which hidden tiles decide what a move is worth"
    )
    solve.add_argument(
        "--world", type=_world, metavar="K",
        help="show the best line of play in world K, numbered as in `worlds --list`",
    )  # fmt: skip
    _add_given(solve)
    _add_model(solve)
    solve.add_argument(
        "--worth", choices=["best", "half", "play"], default="half",
        help="with a model of choices: a move is worth best play with open hands, play on by the"
        " model, or half of each (default: half)",
    )  # fmt: skip
    solve.add_argument("--time", type=_seconds, metavar="S", help="stop after this many seconds")
    _add_seed(solve)
    _add_jobs(solve)
    solve.add_argument(
        "--cluster", metavar="ADDRESS",
        help="let a Dask cluster do the work: its scheduler's address, tcp://HOST:PORT",
    )  # fmt: skip
    _add_json(solve)

    review = command("review")
    review.add_argument(
        "record", nargs="+", metavar="FILE.match|RECORD",
        help="a match that `play` saved, or the record of a round with every hand",
    )  # fmt: skip
    review.add_argument(
        "--seat", metavar="A",
        help="whose decisions (default: the first person's of a match, otherwise A's)",
    )  # fmt: skip
    review.add_argument(
        "--worlds", type=_count, metavar="N",
        help="search this many worlds for each decision (default: until the best move is clear)",
    )  # fmt: skip
    _add_model(review)
    _add_seed(review)
    _add_jobs(review)
    _add_json(review)

    draw = command("draw")
    _add_position(draw)
    draw.add_argument(
        "--svg", metavar="FILE", help="write a picture to FILE instead, or with - print it"
    )
    draw.add_argument(
        "--width", type=_columns, metavar="N",
        help="columns that the line may take, two for half a tile"
        " (default: those of the terminal; 60 for a picture)",
    )  # fmt: skip
    _add_characters(draw)
    _add_json(draw)

    play = command("play")
    play.add_argument("variant", nargs="?", metavar="VARIANT", help=VARIANT_HELP)
    play.add_argument(
        "--seat", action="append", default=[], metavar="A[=NAME]", dest="seats",
        help="a seat of a person, with a name if you like; several share the screen"
        " (default: the first seat that no bot has)",
    )  # fmt: skip
    play.add_argument(
        "--bot", action="append", default=[], metavar="B=BOT", dest="bots",
        help="a seat of a bot, for instance B=solver or B=random (docs/bots.md)",
    )  # fmt: skip
    _add_set(play)
    play.add_argument(
        "--seed", type=_seed, metavar="N",
        help="what the deals and the bots' chance follow from (default: another one each time)",
    )  # fmt: skip
    play.add_argument(
        "--save", metavar="FILE", help="save the match in this new file, after every action"
    )
    play.add_argument("--resume", metavar="FILE", help="go on with the match of a file")
    _add_characters(play)
    play.add_argument("--plain", action="store_true", help="no colour, no line that changes")

    choices = command("choices")
    what = choices.add_subparsers(
        dest="what", metavar="WHAT", required=True, help="what to do with a model"
    )
    fit = what.add_parser(
        "fit", help="fit a model to rounds of a bot against itself", allow_abbrev=False
    )
    _add_variant(fit)
    fit.add_argument(
        "--rounds", type=_count, default=2_000, metavar="N", help="rounds to play (default: 2000)"
    )
    fit.add_argument(
        "--teacher", default="solver:worlds=50", metavar="BOT",
        help="the bot that plays them (default: solver:worlds=50)",
    )  # fmt: skip
    fit.add_argument(
        "--average", nargs="+", default=[], metavar="FILE",
        help="earlier models: players who use them play as many rounds each",
    )  # fmt: skip
    fit.add_argument(
        "--records", nargs="+", default=[], metavar="RECORD",
        help="fit to these rounds instead, every hand written: positions, or files of them",
    )  # fmt: skip
    fit.add_argument(
        "-o", "--output", metavar="FILE", help="where to write it (default: NAME.choices.json)"
    )
    fit.add_argument("--force", action="store_true", help="replace a file that is there")
    _add_set(fit)
    fit.add_argument(
        "--seed", type=_seed, default=1, metavar="N",
        help="the same seed gives the same model (default: 1)",
    )  # fmt: skip
    _add_json(fit)
    tried = what.add_parser(
        "test", help="how well a model foretells what was played", allow_abbrev=False
    )
    tried.add_argument("file", metavar="FILE", help="a model of choices")
    tried.add_argument(
        "records", nargs="+", metavar="RECORD",
        help="rounds with every hand written: positions as text, or files with one a line",
    )  # fmt: skip
    tried.add_argument(
        "--force", action="store_true", help="take a model of other rules all the same"
    )
    _add_seed(tried)
    _add_json(tried)
    shown = what.add_parser("show", help="a model in words", allow_abbrev=False)
    shown.add_argument("file", metavar="FILE", help="a model of choices")
    _add_json(shown)

    _add_json(command("games"))

    perft = command("perft")
    _add_position(perft)
    perft.add_argument("depth", type=_depth, metavar="DEPTH", help="the number of actions")
    _add_json(perft)

    # Here, since what they share with the others is defined below.
    from dominoes_rules.cli.server_arguments import add_server_commands
    from dominoes_rules.cli.tournament_arguments import add_tournament

    add_server_commands(command)
    add_tournament(command("tournament"))
    return root


def _add_variant(parser: argparse.ArgumentParser, name: str = "variant") -> None:
    parser.add_argument(name, metavar="VARIANT", help=VARIANT_HELP)


def _add_rounds(parser: argparse.ArgumentParser, usual: int) -> None:
    parser.add_argument(
        "--rounds", type=_count, default=usual, metavar="N",
        help=f"random rounds for each number of players (default: {usual})",
    )  # fmt: skip


def _add_position(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("position", nargs="+", metavar="POSITION", help=POSITION_HELP)


def _add_given(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--given", action="append", default=[], metavar="CONDITION",
        help="assume something about the hidden hands; repeat for several conditions;"
        " hands compared with each other need at most 200,000 worlds",
    )  # fmt: skip


def _add_characters(parser: argparse.ArgumentParser) -> None:
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--ascii", action="store_true", help="draw tiles in ASCII, as is usual")
    how.add_argument(
        "--tiles", action="store_true",
        help="draw them with the domino characters of Unicode, which not every font has",
    )  # fmt: skip


def _add_model(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--model", default="counted", metavar="MODEL",
        help="`counted`, every world alike; `choices`, worlds weighed by what the others chose; or"
        " the file of a model of choices (default: counted)",
    )  # fmt: skip
    parser.add_argument(
        "--force", action="store_true", help="take a model of other rules all the same"
    )


def _add_set(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", dest="parameters",
        help="set a parameter of the rules; repeat for several parameters",
    )  # fmt: skip


def _add_seed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seed", type=_seed, default=0, metavar="N",
        help="the same seed gives the same answer (default: 0)",
    )  # fmt: skip


def _add_jobs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--jobs", type=_jobs, default=1, metavar="N",
        help="share the work among N processes, or with `auto` one for each core (default: 1);"
        " the answer is the same",
    )  # fmt: skip


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")


def _world(text: str) -> int:
    """A number as large as there may be worlds."""
    return _whole(text, 1, 10**99)


def _whole(text: str, least: int, most: int) -> int:
    digits = text.isascii() and text.isdigit() and len(text) < 200
    if not digits or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(
            f"must be an integer from {least} to {most:,}, not {text!r}"
        )
    return int(text)


def _count(text: str) -> int:
    return _whole(text, 1, 10**9)


def _jobs(text: str) -> int | Literal["auto"]:
    if text == "auto":
        return "auto"
    try:
        return _count(text)
    except argparse.ArgumentTypeError as error:
        raise argparse.ArgumentTypeError(f"{error}, or `auto`") from None


def _columns(text: str) -> int:
    return _whole(text, 20, 1000)


def _states(text: str) -> int:
    return _whole(text, 0, 10**9)


def _depth(text: str) -> int:
    return _whole(text, 1, 1000)


def _seed(text: str) -> int:
    return _whole(text, 0, 2**63 - 1)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e7:
        raise argparse.ArgumentTypeError(f"must be a number of seconds above 0, not {text!r}")
    return seconds
