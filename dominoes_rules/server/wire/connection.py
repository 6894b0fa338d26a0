"""One client's connection: frames in, frames out, and what becomes of a client that is no good."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from dominoes_rules.server.limits import Limits, Tokens
from dominoes_rules.server.wire import frames

LINGER = 1.0
"""Seconds in which a client may notice that the server has said its last word."""
LINGER_BYTES = 2**20
READ_AHEAD = 2**15
"""Bytes that are read from a client before it is asked for them; up to twice as many."""


class Connection:
    """A client that frames are read from and sent to."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        limits: Limits,
        address: str = "",
    ) -> None:
        """`address` is what counts as one, see `limits.address_of`."""
        self.address = address
        self._reader, self._limits = reader, limits
        self._writer = writer
        self._transport = writer.transport
        self._loop = asyncio.get_running_loop()
        self._tokens = Tokens(limits.frames_per_second, limits.burst, self._loop.time())
        self._written = 0
        self._watch: asyncio.TimerHandle | None = None
        self._clock: asyncio.Timeout | None = None

    # ------------------------------------------------------------------ time

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """While this lasts the client has its say; `allow` sets how long that may be.

        Raises `TimeoutError` at the end of that time.
        """
        try:
            async with asyncio.timeout(self._limits.first_message) as self._clock:
                yield
        finally:
            self._clock = None
            try:
                with contextlib.suppress(OSError, TimeoutError):
                    await self._say_last_word()
            finally:
                self.cut()

    def allow(self, seconds: float | None) -> None:
        """From now on the client has so many seconds, or as many as it likes."""
        if self._clock is not None and not self._clock.expired():
            self._clock.reschedule(None if seconds is None else self._loop.time() + seconds)

    async def _say_last_word(self) -> None:
        """End the stream, and read on: to close with bytes unread would undo what was sent."""
        if self._transport.is_closing():
            return
        async with asyncio.timeout(LINGER):
            self._writer.write_eof()
            left = LINGER_BYTES
            while left > 0 and (data := await self._reader.read(READ_AHEAD)):
                left -= len(data)

    def cut(self) -> None:
        """End the connection at once."""
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None
        self._transport.abort()

    # ------------------------------------------------------------------ frames

    async def receive(self) -> object:
        """The value of the next frame, once the client's rate allows it.

        Raises `BadFrame`, `EOFError` or `OSError` where the connection is of no more use.
        """
        # Also without a wait others get their turn, since reading what is there does not give it.
        await asyncio.sleep(self._tokens.take(self._loop.time()))
        header = await self._reader.readexactly(frames.HEADER)
        async with asyncio.timeout(self._limits.first_message):
            body = await self._reader.readexactly(int.from_bytes(header, "big"))
        return frames.decode(body)

    def expect_answer(self) -> None:
        """The next frame was asked for, and does not count against the client's rate."""
        self._tokens.give()

    def send(self, frame: bytes) -> None:
        """Send a frame without waiting; a client that doesn't read is cut off."""
        if self._transport.is_closing():
            return
        self._written += len(frame)
        self._transport.write(frame)
        if self._transport.get_write_buffer_size() > self._limits.write_buffer:
            self.cut()
        else:
            self._watch_writing()

    def _watch_writing(self) -> None:
        """See to it that whatever is waiting to be sent now is sent in time."""
        if self._watch is None and self._transport.get_write_buffer_size():
            due = self._written
            self._watch = self._loop.call_later(self._limits.write_deadline, self._judge, due)

    def _judge(self, due: int) -> None:
        self._watch = None
        if self._written - self._transport.get_write_buffer_size() < due:
            self.cut()
        else:
            self._watch_writing()
