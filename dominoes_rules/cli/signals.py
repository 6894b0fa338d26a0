"""Signals that reach a program only where it waits or thinks, and never half-way through a move."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Ended(BaseException):
    """The system wants the process to end; not an error, so that nothing catches it by mistake."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Signals:
    """Within `listening` Ctrl-C raises `KeyboardInterrupt`, SIGTERM and SIGHUP raise `Ended`."""

    def __init__(self) -> None:
        self._listening = False
        self._waiting = 0

    @contextmanager
    def handled(self) -> Iterator[None]:
        """While this lasts, signals come here."""
        before = {number: signal.signal(number, self._take) for number in (signal.SIGINT, *ENDING)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    @contextmanager
    def listening(self) -> Iterator[None]:
        """While this lasts, a signal raises at once; one that came before does so now."""
        outer, self._listening = self._listening, True
        try:
            if self._waiting:
                self._raise(self._waiting)
            yield
        finally:
            self._listening = outer

    def _take(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002 (as signal wants)
        # The end of the process is not forgotten for a Ctrl-C.
        self._waiting = self._waiting if self._waiting in ENDING else number
        if self._listening:
            self._raise(self._waiting)

    def _raise(self, number: int) -> None:
        self._waiting = 0
        if number == signal.SIGINT:
            raise KeyboardInterrupt
        raise Ended(number)
