"""Bots that are programs: each question and each answer is a line of JSON, with a time limit.

They receive `{"position": …, "legal": [moves], "time": seconds}` and answer `{"move": "24l"}`,
or `{"error": "why there is none"}`. The text of the position is all that they receive, and it
names no hidden tile.
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
from threading import Thread, Timer
from typing import IO

from dominoes_lang.text.json_text import NotJson, read_json
from dominoes_lang.text.quoting import plain, short
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules import library
from dominoes_rules.bots.named import NoAnswer
from dominoes_rules.position.position import Position

LONGEST_ANSWER = 64 * 1024
MAX_UNREAD = 1024 * 1024
"""Characters that a program may write before it is asked for them."""
SECONDS = 10.0
"""What a program may take for a move, unless another time is set."""
LOADING_SECONDS = 60.0
"""What the module of a hosted function may take to be imported."""
READY: dict[str, object] = {"ready": True}
"""The first line of a program that hosts bots."""
ANY = "any"
"""In place of a function: every question names one of the project's bots, and its chance."""


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

    hosts: whether it hosts bots (see `hosting`): it reports when it is ready, and the texts of
        rules that are not bundled come with each question, as `rules`.
    """

    def __init__(
        self, words: Sequence[str], seconds: float = SECONDS, *, hosts: bool = False
    ) -> None:
        self.words = words
        self.seconds = seconds
        self.hosts = hosts
        self._running: _Running | None = None

    def __call__(self, position: Position, _random: Random) -> str:
        """The text of a move. Raises `NoAnswer`."""
        question: dict[str, object] = {
            "position": str(position),
            "legal": [str(move) for move in position.legal_moves],
            "time": self.seconds,
        }
        if self.hosts:
            question["rules"] = library.kept_files(position.compiled.setup.ruleset)
        return self.ask(question, self.seconds)

    def ask(self, question: dict[str, object], seconds: float) -> str:
        """The text of a move, the answer to a question. Raises `NoAnswer`."""
        try:
            answer = self._answer(json.dumps(question), seconds)
        except NoAnswer:
            self.close()  # what it still has to say belongs to this question
            raise
        return self._move(answer)

    def start(self) -> _Running:
        """Start the program, and wait until it is ready. Raises `NoAnswer`."""
        try:
            self._running = running = _Running(self.words)
        except OSError as error:
            raise NoAnswer(f"it can't be started: {error.strerror}") from None
        if self.hosts:
            try:
                self._expect_ready(running)
            except NoAnswer:
                self.close()
                raise
        return running

    @staticmethod
    def _expect_ready(running: _Running) -> None:
        line = running.next_line(LOADING_SECONDS, "it has not been imported")
        if not line:
            raise NoAnswer(f"it {running.ending()} while it was imported")
        message = _read_json(line)
        if message != READY:
            raise NoAnswer(_reason(message) or f"its first line {short(line)!r} is not {READY}")

    def _answer(self, question: str, seconds: float) -> str:
        if (running := self._running) is not None:
            answer = running.ask(question, seconds)
            if answer:
                return answer
            self.close()  # it has ended since: perhaps it answers one question at a time
        running = self.start()
        answer = running.ask(question, seconds)
        if not answer:
            raise NoAnswer(f"it {running.ending()} instead of answering")
        return answer

    @staticmethod
    def _move(answer: str) -> str:
        message = _read_json(answer)
        move = message.get("move") if isinstance(message, dict) else None
        if not isinstance(move, str):
            raise NoAnswer(
                _reason(message) or f'its answer {short(answer)!r} is not {{"move": "24l"}}'
            )
        return move

    def close(self) -> None:
        """End the program, if it runs, whatever it is doing."""
        running, self._running = self._running, None
        if running is not None:
            running.end()


def _read_json(line: str) -> object:
    try:
        value: object = read_json(line)
    except NotJson:
        raise NoAnswer(f"its answer {short(line)!r} is not JSON") from None
    return value


def _reason(message: object) -> str:
    """Why a program has no move, if it has said so."""
    reason = message.get("error") if isinstance(message, dict) else None
    return reason if isinstance(reason, str) else ""


class _Running:
    """A program that has been started, and threads that read what it writes."""

    def __init__(self, words: Sequence[str]) -> None:
        self.process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            bufsize=1,
            start_new_session=True,  # Ctrl-C is for those who asked
        )
        self.lines = _Lines()
        for stream, use in (self.process.stdout, self.lines.fill), (self.process.stderr, _show):
            Thread(target=use, args=(stream,), daemon=True).start()
        self.end = weakref.finalize(self, _end, self.process)

    def ask(self, question: str, seconds: float) -> str:
        """The next line that it writes after this one; empty where it has ended.

        Raises `NoAnswer`.
        """
        assert self.process.stdin is not None
        if not self.lines.discard():
            return ""
        clock = Timer(seconds, self.process.kill)  # where it reads nothing, writing takes for ever
        clock.start()
        try:
            self.process.stdin.write(question + "\n")
            self.process.stdin.flush()
        except OSError:
            return ""
        finally:
            clock.cancel()
        return self.next_line(seconds, "it has not answered")

    def next_line(self, seconds: float, late: str) -> str:
        """The next line that it writes; empty where it has ended. Raises `NoAnswer`."""
        try:
            line = self.lines.get(seconds)
        except Empty:
            raise NoAnswer(f"{late} within {seconds:g} s") from None
        if line and not line.endswith("\n"):
            raise NoAnswer(f"its answer {short(line)!r} has no end of line, or is too long")
        return line

    def ending(self) -> str:
        """How it came to an end."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=1)
        status = self.process.poll()
        return "has closed its output" if status is None else f"has ended with status {status}"


class _Lines:
    """Lines that a program has written and that nobody has read yet, with an empty one at the end.

    A program that writes more than `MAX_UNREAD` is not listened to any longer.
    """

    def __init__(self) -> None:
        self._unread: SimpleQueue[str] = SimpleQueue()
        # Each is changed by one thread alone.
        self._written = self._read = 0
        self._too_many = False

    def fill(self, stream: IO[str]) -> None:
        """Take lines from a stream as they come."""
        with suppress(OSError, ValueError), stream:
            while line := stream.readline(LONGEST_ANSWER):
                self._written += len(line)
                if self._written - self._read > MAX_UNREAD:
                    self._too_many = True
                    return
                self._unread.put(line)
        self._unread.put("")

    def get(self, seconds: float) -> str:
        """The next line. Raises `Empty`."""
        line = self._unread.get(timeout=seconds)
        self._read += len(line)
        return line

    def discard(self) -> bool:
        """Forget what nobody has asked for; whether the program still writes.

        Raises `NoAnswer` where it has written too much.
        """
        if self._too_many:
            raise NoAnswer(f"it has written {MAX_UNREAD:,} characters without a question")
        while not self._unread.empty():
            if not self.get(0):
                return False
        return True


def _show(stream: IO[str]) -> None:
    """Show what a program writes to standard error, without what a terminal might act on."""
    with suppress(OSError, ValueError), stream:
        while line := stream.readline(LONGEST_ANSWER):
            sys.stderr.write(plain(line.removesuffix("\n")) + "\n")


def _end(process: subprocess.Popen[str]) -> None:
    """End a program with all that it has started."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
    process.wait()
    with suppress(OSError):
        if process.stdin is not None:
            process.stdin.close()
