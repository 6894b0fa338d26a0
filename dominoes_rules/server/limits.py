"""What a client may take of the server: its time, its memory and its attention."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from dominoes_lang.text.option_fields import option


def _limit(usual: float, unit: str, about: str) -> Any:
    """What holds if nothing is said, the unit, and what is limited."""
    kind = "seconds" if unit == "S" else "count"
    return option(usual, f"{about} (default: {usual:,g})", type=kind, metavar=unit)


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The limits of a server, each of which is an option of `serve` as well."""

    think: float = _limit(60.0, "S", "seconds for a move")
    first_message: float = _limit(
        10.0,
        "S",
        "seconds for a client's first frame, and for the rest of any frame that has begun",
    )
    idle: float = _limit(
        600.0, "S", "seconds that a client may wait for a table without sending anything"
    )
    after_goodbye: float = _limit(60.0, "S", "seconds in which a client may ask for another game")
    returning: float = _limit(
        600.0, "S", "seconds that an abandoned table waits for a player to return"
    )
    write_deadline: float = _limit(10.0, "S", "seconds for a client to read what the server sends")
    write_buffer: int = _limit(262_144, "BYTES", "bytes that a client may leave unread")
    grace: float = _limit(10.0, "S", "seconds to finish running rounds after SIGTERM")
    per_address: int = _limit(64, "N", "connections from one address")
    connections: int = _limit(10_000, "N", "connections in total")
    frames_per_second: float = _limit(
        20.0, "N", "frames per second from one client; answers to requests for a move don't count"
    )
    burst: int = _limit(100, "N", "frames from one client at once, before that rate applies")
    waiting_tables: int = _limit(1_000, "N", "tables that wait for players")


class Tokens:
    """A bucket of tokens that fills with time; each frame costs one."""

    def __init__(self, rate: float, most: int, now: float) -> None:
        self.rate, self.most = rate, most
        self._left, self._since = float(most), now

    def take(self, now: float) -> float:
        """Take a token; the seconds until it is there."""
        self._left = min(self.most, self._left + (now - self._since) * self.rate) - 1
        self._since = now
        return max(0.0, -self._left / self.rate)

    def give(self) -> None:
        """One token more: for a frame that was asked for."""
        self._left += 1


class Addresses:
    """How many connections there are, of each address and of all."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._of: Counter[str] = Counter()
        self._all = 0

    def enter(self, address: str) -> bool:
        """Count a connection, unless it is one too many."""
        limits = self._limits
        if self._of[address] >= limits.per_address or self._all >= limits.connections:
            return False
        self._of[address] += 1
        self._all += 1
        return True

    def leave(self, address: str) -> None:
        """A connection that was counted is gone."""
        self._of[address] -= 1
        self._all -= 1
        if not self._of[address]:
            del self._of[address]


def address_of(host: str) -> str:
    """What counts as one address: of IPv6 the network of a customer, the first 64 bits."""
    from ipaddress import IPv6Address, ip_address  # the command line reads limits at every start

    address = ip_address(host.partition("%")[0])
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Address(int(address) >> 64 << 64))
