"""What a client may take of the server: its time, its memory and its attention."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The limits of a server: seconds where they are `float`, otherwise how many."""

    think: float = 60.0
    """For a move, from the request on."""
    first_message: float = 10.0
    """For the first frame of a connection, and for the rest of any frame that has begun."""
    idle: float = 600.0
    """For a client that waits for a table, from its last frame on."""
    after_goodbye: float = 60.0
    """For another `start_game` on the same connection."""
    returning: float = 600.0
    """For players to take their seats back, once all of a table have gone."""
    write_deadline: float = 10.0
    """For a client to read what it was sent."""
    grace: float = 10.0
    """For running rounds to end once the server was told to stop."""
    per_address: int = 64
    """Connections."""
    connections: int = 10_000
    frames_per_second: float = 20.0
    burst: int = 100
    """Frames that may come at once, before the rate holds."""
    write_buffer: int = 262_144
    """Bytes that wait for one client."""
    waiting_tables: int = 1_000


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
    address = ip_address(host.partition("%")[0])
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Address(int(address) >> 64 << 64))
