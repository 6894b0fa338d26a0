"""A Dask cluster: its address, and whether its workers search as this process does."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections import deque
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import DominoesError

SECONDS_TO_CONNECT = 3
SECONDS_FOR_WORKERS = 4
EVENTS = "all"
"""The topic under which a scheduler reports the workers that it loses."""

_ADDRESS = re.compile(r"((tcp|tls|ws|wss|ucx)://)?(\[[0-9A-Fa-f:]+\]|[A-Za-z0-9._-]+):([0-9]{1,5})")


class ClusterError(DominoesError, ValueError):
    """Raised where a cluster can't be used; its message gives the reason and the fix."""


class Cluster:
    """A connection to the scheduler of a cluster; a context manager that ends it."""

    def __init__(self, address: str) -> None:
        """Raises `ClusterError`, within seconds, where it can't be reached or has no workers."""
        self.address = address = checked(address)
        try:
            import distributed
        except ImportError:
            raise ClusterError(
                "a cluster needs Dask, which is not installed: "
                "pip install 'dominoes-rules[cluster]'"
            ) from None
        # A lost scheduler is reported in a line of ours; the client would add one to its log.
        self._log = logging.getLogger("distributed.client")
        self._level = self._log.level
        try:
            # First without a client: one that finds no scheduler prints noise when it ends.
            asyncio.run(_greet(address, SECONDS_TO_CONNECT))
            self.client: Any = distributed.Client(
                address, timeout=SECONDS_TO_CONNECT, set_as_default=False
            )
        except Exception as error:  # noqa: BLE001 - anything may answer there
            raise ClusterError(
                f"no scheduler answers at {address} ({_one_line(error)}); "
                "start one with: dask scheduler"
            ) from None
        self._log.setLevel(logging.CRITICAL)
        self.died: deque[str] = deque()
        """Addresses of workers that have died, until somebody takes them."""
        try:
            self._check()
            self.client.subscribe_topic(EVENTS, self._note)
        except BaseException:
            self.close()
            raise

    def _check(self) -> None:
        try:
            self.client.wait_for_workers(1, timeout=SECONDS_FOR_WORKERS)
        except (OSError, TimeoutError):
            raise ClusterError(
                f"the cluster at {self.address} has no workers; "
                f"start some with: dask worker {self.address}"
            ) from None
        try:
            workers = self.client.run(condition)
        except Exception as error:  # noqa: BLE001 - whatever a worker raises
            raise ClusterError(
                f"the workers of the cluster at {self.address} can't do this ({_one_line(error)}); "
                "install this version of dominoes-rules for them"
            ) from None
        for worker, versions in workers.items():
            if versions["code"] != condition()["code"]:
                raise ClusterError(f"{worker} has another version of dominoes-rules than this one")

    def _note(self, event: tuple[float, Any]) -> None:
        """Called in the client's thread with what the scheduler reports of its workers."""
        _, report = event
        if report.get("action") == "remove-worker" and not report.get("expected"):
            self.died.append(report["worker"])

    def silences(self, seconds: float = SECONDS_TO_CONNECT) -> dict[str, float]:
        """For each worker the seconds that it has been silent longer than the latest heard from.

        Raises `ClusterError` if the scheduler doesn't answer within a number of seconds.
        """
        try:
            workers = asyncio.run(_greet(self.address, seconds))["workers"]
        except Exception:  # noqa: BLE001 - anything may answer there
            workers = None
        if workers is None or self.client.status == "closed":
            raise ClusterError(f"the scheduler at {self.address} no longer answers")
        heard = {address: worker["last_seen"] for address, worker in workers.items()}
        return {address: max(heard.values()) - last for address, last in heard.items()}

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the connection; work handed out is forgotten."""
        with contextlib.suppress(Exception):
            # Else the scheduler logs that it could not report this very end.
            self.client.unsubscribe_topic(EVENTS)
        with contextlib.suppress(Exception):
            self.client.close(timeout=1)
        self._log.setLevel(self._level)


async def _greet(address: str, seconds: float) -> Any:
    """A scheduler's account of itself. Raises all sorts of errors where there is none."""
    from distributed.core import rpc

    async with asyncio.timeout(seconds):
        async with rpc(address, timeout=seconds) as scheduler:
            return await scheduler.identity()


def checked(address: str) -> str:
    """An address such as `tcp://192.168.0.5:8786` or `desk:8786`. Raises `ClusterError`."""
    match = _ADDRESS.fullmatch(address.strip())
    if match is None or not 0 < int(match[4]) < 65536:
        raise ClusterError(
            f"{address!r} is not the address of a scheduler; write it as tcp://HOST:PORT, "
            "for instance tcp://127.0.0.1:8786"
        )
    return address.strip()


@cache
def condition() -> dict[str, str]:
    """A fingerprint of the code that decides how a process searches. Also run by the workers."""
    import dominoes_lang
    import dominoes_solver

    digest = sha256()
    for package in (dominoes_lang, dominoes_solver):
        for path in sorted(Path(str(package.__file__)).parent.rglob("*.py")):
            digest.update(path.read_bytes())
    return {"code": digest.hexdigest()}


def _one_line(error: BaseException) -> str:
    """An error in a line."""
    text = " ".join(str(error).split())
    text = text.split(". ", 1)[0] or type(error).__name__
    return short(text, 120)
