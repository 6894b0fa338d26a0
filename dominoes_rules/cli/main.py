"""Arguments in, exit code out. Each command has a file of its own, imported when it is called."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import cast

from dominoes_lang.text.quoting import plain
from dominoes_lang.text.root_exception import DominoesError
from dominoes_rules.cli.arguments import command_line
from dominoes_rules.cli.streams import in_any_alphabet, plain_output

FINE, FINDINGS, UNREADABLE, STOPPED = 0, 1, 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns its exit code.

    0 fine; 1 findings; 2 unreadable or illegal input; 130 after Ctrl-C.
    """
    with plain_output():
        return _run(argv)


def _run(argv: Sequence[str] | None) -> int:
    started = time.monotonic()
    if argv is None:
        # numba would import it where it happens to be installed: 0.15 s, and no kernel needs it.
        sys.modules.setdefault("scipy", None)  # type: ignore[arg-type]
    in_any_alphabet()
    words = list(sys.argv[1:] if argv is None else argv)
    parser = command_line.parser(words)
    try:
        try:
            args = parser.parse_args(words, argparse.Namespace(started=started))
        except SystemExit as stop:
            status = int(stop.code or 0)
        else:
            if args.command is None:
                parser.print_help()
            status = FINE if args.command is None else _command(args.command)(args)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return STOPPED
    except BrokenPipeError:
        # Whatever read our output has gone; keep the interpreter from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except Exception as error:
        if os.environ.get("DOMINOES_RULES_DEBUG"):
            raise
        print(f"dominoes-rules: {_message(error)}", file=sys.stderr)
        return UNREADABLE
    return status


def _command(name: str) -> Callable[[argparse.Namespace], int]:
    module = import_module(f"dominoes_rules.cli.{command_line.ROOM_OF[name]}.{name}")
    return cast("Callable[[argparse.Namespace], int]", module.run)


def _message(error: Exception) -> str:
    """What the user reads of an error; one that is not meant for users is called a bug."""
    # Imported here because most commands end without an error, and `--help` should start at once.
    from dominoes_lang.text.diagnostics import QuestionError, RulesError, UnreadableFile

    if isinstance(error, UnreadableFile):
        return f"{plain(error.name)}: {error.why}"
    if isinstance(error, QuestionError):
        return f"the condition can't be used\n{error}"
    if isinstance(error, RulesError):
        return f"the rules can't be used\n{error}"
    if isinstance(error, OSError) and error.strerror and not isinstance(error, DominoesError):
        why = error.strerror[0].lower() + error.strerror[1:]
        return why if error.filename is None else f"{plain(str(error.filename))}: {why}"
    if isinstance(error, DominoesError | OSError):
        return str(error)
    import traceback

    frame = traceback.extract_tb(error.__traceback__)[-1]
    return (
        f"this is a bug in dominoes-rules, not in what you wrote: {type(error).__name__}: {error} "
        f"({frame.filename}:{frame.lineno}; with DOMINOES_RULES_DEBUG=1 it shows the whole trace)"
    )
