"""What a proxy in front of the server says of a request, if that proxy is believed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from dominoes_rules.web.http.root_path import ROOT_PATH

USUAL_HEADER = "x-forwarded-for"
_SCHEME_HEADER = "x-forwarded-proto"


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

    def browser(self, proxy: Proxy, headers: Headers) -> str:
        """The address for which a proxy asks; empty where it names none.

        Each proxy adds what it sees at the right, so the first one there that is no proxy of ours
        was seen by one that is believed. What is further left may be anybody's invention.
        """
        named = ",".join(headers.getlist(proxy.header)).split(",")
        for text in reversed(named):
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


class BehindProxies:
    """Puts the browser's address, its scheme and the path prefix of the server into each request.

    Headers of anybody else are as if they had not been sent.
    """

    def __init__(self, app: ASGIApp, proxies: Proxies, root_path: str) -> None:
        self._app, self._proxies, self._root_path = app, proxies, root_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope = {**scope, "root_path": self._root_path}
            if not f"{scope['path']}/".startswith(f"{self._root_path}/"):
                scope["path"] = self._root_path + scope["path"]  # the proxy has taken it away
            self._believe(scope)
            ROOT_PATH.set(self._root_path)
        await self._app(scope, receive, send)

    def _believe(self, scope: Scope) -> None:
        proxy = self._proxies.of(scope["client"][0]) if scope.get("client") else None
        if proxy is None:
            return
        headers = Headers(scope=scope)
        scheme = headers.get(_SCHEME_HEADER, "").rpartition(",")[2].strip().lower()
        if scheme in {"http", "https"}:
            scope["scheme"] = scheme
        if browser := self._proxies.browser(proxy, headers):
            scope["client"] = (browser, 0)
