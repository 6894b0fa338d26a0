"""The configurations of proxies in `docs/web.md`, run where these programs are installed."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from tests.web.clients import until

PAGE = Path(__file__).parents[2] / "docs" / "web.md"
HERE = "127.0.0.1"
BLOCKS = re.MULTILINE | re.DOTALL


def documented(language: str) -> str:
    block = re.search(rf"^```{language}\n(.*?)^```", PAGE.read_text("utf-8"), BLOCKS)
    assert block is not None
    return block[1]


def replaced(text: str, *pairs: tuple[str, str]) -> str:
    for before, after in pairs:
        assert before in text, before
        text = text.replace(before, after)
    return text


def nginx(folder: Path, port: int, server: int, root: str) -> list[str]:
    site = replaced(
        re.sub(r" *ssl_certificate.*\n", "", documented("nginx")),
        ("listen 443 ssl;", f"listen {HERE}:{port};"),
        ("http://127.0.0.1:8042;", f"http://{HERE}:{server};"),
        ("location / {", f"location {root}/ {{"),
    )
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    configuration = folder / "nginx.conf"
    configuration.write_text(
        f"daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log {folder}/errors;\n"
        f"events {{}}\nhttp {{\naccess_log off;\n{temporary}{site}}}\n"
    )
    return ["nginx", "-p", str(folder), "-c", str(configuration)]


def caddy(folder: Path, port: int, server: int, root: str) -> list[str]:
    site = replaced(
        documented("caddy"),
        ("tables.example.org", f"http://localhost:{port}"),
        ("reverse_proxy 127.0.0.1:8042", f"reverse_proxy {root}/* {HERE}:{server}"),
    )
    configuration = folder / "Caddyfile"
    configuration.write_text(f"{{\nadmin off\n}}\n{site}")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(configuration)]


def free_port() -> int:
    with socket.create_server((HERE, 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running(words: list[str], folder: Path) -> Iterator[subprocess.Popen[str]]:
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "PYTHONPATH": ":".join(sys.path)}
    with (folder / "log").open("a") as log:
        process = subprocess.Popen(
            words, text=True, env=environment, stdout=subprocess.PIPE, stderr=log
        )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.mark.slow
@pytest.mark.parametrize("root", ["", "/dominoes"])
@pytest.mark.parametrize("program", [nginx, caddy])
def test_a_table_can_be_opened_and_followed_through_a_proxy(
    tmp_path: Path, program: Callable[[Path, int, int, str], list[str]], root: str
) -> None:
    path = shutil.which(program.__name__, path="/usr/sbin:/usr/local/bin") or shutil.which(
        program.__name__
    )
    if path is None:
        pytest.skip(f"{program.__name__} is not installed")
    words = [sys.executable, "-m", "dominoes_rules", "web", "--port", "0", "--no-browser"]
    words += ["--tables", str(tmp_path / "tables"), "--proxy", HERE, "--name", "localhost"]
    words += ["--root-path", root] if root else []
    with running(words, tmp_path) as server:
        assert server.stdout is not None
        listening = int(re.findall(r":(\d+)", server.stdout.readline())[0])
        port = free_port()
        with running([path, *program(tmp_path, port, listening, root)[1:]], tmp_path):
            look_through(f"http://localhost:{port}", root)


def look_through(origin: str, root: str) -> None:
    """Open a table and read its stream, as a browser would."""
    with httpx2.Client(base_url=origin, headers={"Origin": origin}, timeout=30) as browser:

        def start() -> int:
            try:
                return browser.get(f"{root}/").status_code
            except httpx2.TransportError:
                return 0

        assert until(start, bool) == 200
        form = {"name": "Ana", "game": "block", "level": "beginner", "friends": "1"}
        made = browser.post(f"{root}/tables", data=form)
        assert made.status_code == 303
        link = made.headers["location"]
        assert link.startswith(f"{root}/t/")
        table = browser.get(link).headers["location"]
        with browser.stream("GET", f"{table}events") as stream:
            assert "event: view" in next(text for text in stream.iter_text() if "view" in text)
        assert f"{origin}{root}/t/" in browser.get(f"{table}view").json()["links"]
