"""Background compilation: in a process of its own, which fills the cache on disk.

In the process that searches a compilation could not be interrupted, by Ctrl-C or by a limit of
time, for seconds. So there kernels are only loaded from the cache; where they are missing, a child
compiles them, and the caller may wait for it.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from dominoes_solver.limit import Cancelled

POLLED = 0.05
"""Seconds between two checks of the child."""
LONGEST = 300.0
"""Seconds that a child waits for another one to finish, and then has for itself."""
MOMENT = 1.0
"""Seconds in which numba is imported and kernels are loaded, with some to spare."""

_PROGRAM = """
import sys
sys.path[:] = {path!r}  # first of all: `-c` would look in the current folder
import faulthandler, os, time
from importlib import import_module
try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None
faulthandler.dump_traceback_later({longest} * 2, exit=True)  # whatever hangs
with open({lock!r}, "rb") as lock:
    # One at a time, so that several commands in a row do not compile the same thing side by side.
    # The system frees the lock of a process that was killed.
    until = time.monotonic() + {longest}
    while fcntl and time.monotonic() < until:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except BlockingIOError:
            time.sleep({polled})
        except OSError:  # a file system without locks
            break
    for name in {names!r}:
        import_module(name)
        try:
            os.write(1, b".")  # for who waits for it
        except OSError:  # nobody does any more
            pass
"""


class NotCached(Exception):
    """Raised where a function would have to be compiled."""


@contextlib.contextmanager
def from_cache_only() -> Iterator[None]:
    """While this lasts this thread compiles nothing: raises `NotCached` instead."""
    from numba.core import event

    thread = threading.get_ident()

    class Refusal(event.Listener):
        def on_start(self, event: Any) -> None:  # noqa: ARG002
            if threading.get_ident() == thread:
                raise NotCached

        def on_end(self, event: Any) -> None:
            """Nothing to do."""

    with event.install_listener("numba:compile", Refusal()):
        yield


class Compilation:
    """A child that imports modules, one after another, and so compiles what is in them.

    What several of them call is compiled once.

    It outlives this process, and ends by itself: the next process finds what it has compiled.
    """

    def __init__(self, names: Sequence[str]) -> None:
        """Raises `OSError` where no child can be started."""
        self.names = tuple(names)
        self._in_vain = False
        self._ready = 0
        program = _PROGRAM.format(
            path=[str(Path(folder).absolute()) for folder in sys.path],
            names=self.names,
            lock=__file__,
            longest=LONGEST,
            polled=POLLED,
        )
        if not sys.executable:
            raise OSError("there is no Python to start")
        # What it writes is read as it comes; where that can't be, at its end.
        self._signs, out = os.pipe()
        # In a session of its own neither Ctrl-C nor the end of the terminal reaches it.
        try:
            self.child = subprocess.Popen(
                [sys.executable, "-c", program],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                creationflags=getattr(subprocess, "DETACHED_PROCESS", 0),  # a session, on Windows
            )
        except OSError:
            os.close(self._signs)
            raise
        finally:
            os.close(out)
        try:
            os.set_blocking(self._signs, False)
        except (AttributeError, OSError):  # on Windows, before Python 3.12
            self._close()
        atexit.register(self._leave)

    def has(self, name: str) -> bool:
        """Whether a module of those that it was given is in the cache; maybe more than its end."""
        if self._signs >= 0:
            with contextlib.suppress(OSError):  # nothing new
                self._ready += len(os.read(self._signs, len(self.names)))
        return name in self.names[: self._ready]

    def _close(self) -> None:
        """Read no more signs."""
        if self._signs >= 0:
            os.close(self._signs)
        self._signs = -1

    @property
    def over(self) -> bool:
        return self.child.poll() is not None

    @property
    def in_vain(self) -> bool:
        """Whether it failed, or could not leave what it has compiled in the cache."""
        return self._in_vain or bool(self.child.poll())

    @in_vain.setter
    def in_vain(self, in_vain: bool) -> None:
        self._in_vain = in_vain

    def wait(self, name: str, tick: Callable[[int], None] | None) -> None:
        """Wait until a module is there, or nothing will come.

        An interruption ends the child too, but for a cancelled search.
        """
        try:
            while not (self.has(name) or self.over):
                if tick is not None:
                    tick(0)
                time.sleep(POLLED)
        except Cancelled:
            raise
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """End the child if it is still there; what it has compiled so far stays in the cache."""
        if not self.over:
            self.child.kill()
        self.child.wait()
        self._close()

    def _leave(self) -> None:
        if not self.over:
            self.child.returncode = 0  # nobody will ask how it ended


def is_soon(deadline: float | None) -> bool:
    """Whether there is too little time to load anything."""
    return deadline is not None and deadline - time.monotonic() < MOMENT
