"""A user's own bot: `module:function`, in this process or hosted by another."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.adapters import EXTRA_OF_AGENTS
from dominoes_rules.bots.named import NoAnswer, what_went_wrong
from dominoes_rules.bots.processes import Program

if TYPE_CHECKING:
    from collections.abc import Iterator


def function_of(text: str) -> Callable[..., Any]:
    """The function of `module:function`, or the agent of `openspiel:module:policy` as one.

    Modules of the current folder are found too. Raises `ArgumentError` where there is none, with
    the reason.
    """
    kind, _, rest = text.partition(":")
    if kind in EXTRA_OF_AGENTS and ":" in rest:
        # Imported here because it takes longer than all other bots.
        from dominoes_rules.adapters.policies import player_of

        try:
            return player_of(kind, _named(text, rest))
        except ArgumentError as error:
            raise ArgumentError(f"bot {short(text)}: {error}") from None
    target = _named(text, text)
    if not callable(target):
        raise ArgumentError(f"bot {short(text)}: {text.partition(':')[2]} is not a function")
    function: Callable[..., Any] = target
    return function


def _named(text: str, path: str) -> object:
    """What `module:name` names, for the bot that a text is. Raises `ArgumentError`."""
    module_name, _, name = path.partition(":")
    try:
        with _current_folder():
            module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name and module_name.startswith(error.name):
            raise ArgumentError(
                f"bot {short(text)}: there is no module {short(error.name)!r} in this folder or "
                "among the installed packages"
            ) from None
        raise ArgumentError(f"bot {short(text)}: {what_went_wrong(error)}") from None
    except (Exception, SystemExit) as error:
        raise ArgumentError(
            f"bot {short(text)}: importing {short(module_name)} raised {what_went_wrong(error)}"
        ) from error
    if not hasattr(module, name):
        mine = [
            key
            for key, value in vars(module).items()
            if getattr(value, "__module__", None) == module.__name__ and callable(value)
        ]
        known = f"; it has {', '.join(mine)}" if mine else ""
        raise ArgumentError(f"bot {short(text)}: {module_name} has no function {name!r}{known}")
    return getattr(module, name)


@contextmanager
def _current_folder() -> Iterator[None]:
    """Look for modules in the current folder too, as `python -m` does."""
    folder = str(Path.cwd())
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)


def hosted(text: str, seconds: float) -> Program:
    """The program that runs `module:function`, ready to be asked; see `hosting`.

    Raises `ArgumentError` where it can't be imported: nothing of a stranger's is imported here.
    """
    words = [sys.executable, "-m", "dominoes_rules.bots.hosting", text]
    program = Program(words, seconds, hosts=True)
    try:
        program.start()
    except NoAnswer as error:
        raise ArgumentError(f"bot {short(text)}: {error}") from None
    return program
