"""A user's own bot: `module:function`, in this process or hosted by another."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dominoes_lang.text.exceptions import ArgumentError
from dominoes_lang.text.quoting import short

if TYPE_CHECKING:
    from collections.abc import Iterator


def function_of(text: str) -> Callable[..., Any]:
    """The function of `module:function`; modules of the current folder are found too.

    Raises `ArgumentError` where there is none, with the reason.
    """
    module_name, _, name = text.partition(":")
    try:
        with _current_folder():
            module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name and module_name.startswith(error.name):
            raise ArgumentError(
                f"bot {short(text)}: there is no module {short(error.name)!r} in this folder or "
                "among the installed packages"
            ) from None
        raise ArgumentError(f"bot {short(text)}: {error}") from None
    except Exception as error:
        raise ArgumentError(
            f"bot {short(text)}: importing {module_name} raised {type(error).__name__}: {error}"
        ) from error
    found = getattr(module, name, None)
    if not callable(found):
        mine = [
            key
            for key, value in vars(module).items()
            if getattr(value, "__module__", None) == module.__name__ and callable(value)
        ]
        known = f"; it has {', '.join(mine)}" if mine else ""
        raise ArgumentError(f"bot {short(text)}: {module_name} has no function {name!r}{known}")
    function: Callable[..., Any] = found
    return function


@contextmanager
def _current_folder() -> Iterator[None]:
    """Look for modules in the current folder too, as `python -m` does."""
    folder = str(Path.cwd())
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)


def hosted(text: str) -> list[str]:
    """The command that runs `module:function` as a program; see `hosting`.

    It is tried out, since nothing of a stranger's is imported here. Raises `ArgumentError`.
    """
    command = [sys.executable, "-m", "dominoes_rules.bots.hosting", text]
    tried = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if tried.returncode:
        lines = tried.stderr.strip().splitlines() or [f"status {tried.returncode}"]
        raise ArgumentError(lines[-1].removeprefix("dominoes-rules: "))
    return command
