"""Bots that are programs: a line of JSON asks, a line of JSON answers, within a time.

They are asked `{"position": …, "legal": [moves], "time": seconds}` and answer `{"move": "24l"}`.
The text of the position is all that they are told, and it names no hidden tile.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import weakref
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from threading import Thread
from typing import IO, Any

from dominoes_lang.text.exceptions import ArgumentError
from dominoes_lang.text.quoting import short
from dominoes_rules import library
from dominoes_rules.bots.named import NoAnswer
from dominoes_rules.position.position import Position

LONGEST_ANSWER = 64 * 1024
SECONDS = 10.0
"""What a program may take for a move, unless another time is set."""


def words_of(command: str) -> list[str]:
    """A command line as its words, which no shell reads. Raises `ArgumentError`."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ArgumentError(f"bot run:{short(command)}: {error}") from None
    if not words:
        raise ArgumentError("bot run: a command is missing; write for instance run:./my_bot")
    if shutil.which(words[0]) is None:
        known = f"; to run a file by Python: run:{Path(sys.executable).name} {words[0]}"
        hint = known if Path(words[0]).is_file() else ""
        raise ArgumentError(f"bot run: there is no program {short(words[0])!r}{hint}")
    return words


class Program:
    """A bot that is a program. It is started when it is first asked, and again after a failure.

    told_rules: whether the texts of rules that are not bundled come with each question, as `rules`.
    """

    def __init__(
        self, words: Sequence[str], seconds: float = SECONDS, *, told_rules: bool = False
    ) -> None:
        self.words = words
        self.seconds = seconds
        self.told_rules = told_rules
        self._running: _Running | None = None

    def __call__(self, position: Position, _random: Random) -> str:
        """The text of a move. Raises `NoAnswer`."""
        question: dict[str, object] = {
            "position": str(position),
            "legal": [str(move) for move in position.legal_moves],
            "time": self.seconds,
        }
        if self.told_rules:
            question["rules"] = library.kept_files(position.compiled.setup.ruleset)
        try:
            answer = self._answer(json.dumps(question))
        except NoAnswer:
            self.close()  # what it still has to say belongs to this question
            raise
        return self._move(answer)

    def _answer(self, question: str) -> str:
        if self._running is not None:
            answer = self._running.ask(question, self.seconds)
            if answer:
                return answer
            self.close()  # it has ended since: perhaps it answers one question at a time
        try:
            self._running = _Running(self.words)
        except OSError as error:
            raise NoAnswer(f"it can't be started: {error.strerror}") from None
        answer = self._running.ask(question, self.seconds)
        if not answer:
            raise NoAnswer(f"it {self._running.ending()} instead of answering")
        return answer

    @staticmethod
    def _move(answer: str) -> str:
        try:
            found: Any = json.loads(answer)
        except (ValueError, RecursionError):
            raise NoAnswer(f"its answer {short(answer)!r} is not JSON") from None
        move = found.get("move") if isinstance(found, dict) else None
        if not isinstance(move, str):
            raise NoAnswer(f'its answer {short(answer)!r} is not {{"move": "24l"}}')
        return move

    def close(self) -> None:
        """End the program, if it runs."""
        if self._running is not None:
            self._running.end()
            self._running = None


class _Running:
    """A program that has been started, and a thread that reads what it writes."""

    def __init__(self, words: Sequence[str]) -> None:
        self.process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            bufsize=1,
            start_new_session=True,  # Ctrl-C is for those who asked
        )
        self.lines: SimpleQueue[str] = SimpleQueue()
        assert self.process.stdout is not None
        Thread(target=_read, args=(self.process.stdout, self.lines), daemon=True).start()
        self.end = weakref.finalize(self, _end, self.process)

    def ask(self, question: str, seconds: float) -> str:
        """The next line that it writes after this one; empty where it has ended.

        Raises `NoAnswer`.
        """
        assert self.process.stdin is not None
        while not self.lines.empty():
            if not self.lines.get():
                return ""
        try:
            self.process.stdin.write(question + "\n")
            self.process.stdin.flush()
            line = self.lines.get(timeout=seconds)
        except Empty:
            raise NoAnswer(f"it has not answered within {seconds:g} s") from None
        except OSError:
            return ""
        if line and not line.endswith("\n"):
            raise NoAnswer(f"its answer {short(line)!r} has no end of line, or is too long")
        return line

    def ending(self) -> str:
        """How it came to an end."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=1)
        status = self.process.poll()
        return "has closed its output" if status is None else f"has ended with status {status}"


def _read(stream: IO[str], lines: SimpleQueue[str]) -> None:
    """Hand on lines as they come; an empty one at the end."""
    with suppress(OSError, ValueError):
        while line := stream.readline(LONGEST_ANSWER):
            lines.put(line)
    lines.put("")


def _end(process: subprocess.Popen[str]) -> None:
    """End a program with all that it has started."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
    process.wait()
    with suppress(OSError):
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()
