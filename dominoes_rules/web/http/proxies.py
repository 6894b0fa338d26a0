"""Which proxies are believed, and for whom they ask."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

USUAL_HEADER = "x-forwarded-for"


@dataclass(frozen=True)
class Proxy:
    """A proxy, or a network of them, and the header in which it names the browser's address."""

    network: IPv4Network | IPv6Network
    header: str = USUAL_HEADER

    @classmethod
    def parse(cls, text: str) -> Proxy:
        """A proxy of the command line: `ADDRESS` or `ADDRESS=HEADER`. Raises `ValueError`."""
        address, _, header = text.partition("=")
        if not header.replace("-", "").isalnum() and "=" in text:
            raise ValueError(f"{header!r} is no name of a header")
        return cls(ip_network(address), header.lower() or USUAL_HEADER)


class Proxies:
    """The proxies that are believed."""

    def __init__(self, proxies: Iterable[Proxy]) -> None:
        self._proxies = tuple(proxies)

    def of(self, address: str) -> Proxy | None:
        """The proxy of an address; None for anybody else."""
        try:
            host = ip_address(address.partition("%")[0])
        except ValueError:
            return None
        host = getattr(host, "ipv4_mapped", None) or host
        return next((proxy for proxy in self._proxies if host in proxy.network), None)

    def browser(self, named: Iterable[str]) -> str:
        """The address for which a proxy asks, by the lines of its header; empty for none.

        Each proxy adds what it sees at the right, so the first one there that is no proxy of ours
        was seen by one that is believed. What is further left may be anybody's invention.
        """
        for text in reversed(",".join(named).split(",")):
            host = text.strip()
            if host.startswith("["):
                host = host[1:].partition("]")[0]
            elif host.count(":") == 1:
                host = host.partition(":")[0]
            try:
                address = f"{ip_address(host)}"
            except ValueError:
                return ""
            if self.of(address) is None:
                return address
        return ""
