"""A server behind a proxy: whose word is taken, and where its pages are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient
from starlette.types import ASGIApp, Receive, Scope, Send

import dominoes_rules as dr
from dominoes_rules.web.app import app
from dominoes_rules.web.http.proxies import Proxies, Proxy
from dominoes_rules.web.http.root_path import root_path_of
from dominoes_rules.web.pages import STATIC
from dominoes_rules.web.writing.writing_page import EDITOR
from tests.calls import Call
from tests.web.clients import settings

GAMES = {name: dr.variant(name) for name in ("block", "partnership")}
PROXY, BROWSER = "10.0.0.2", "192.0.2.7"
ROOT = "/club/dominoes/app"
KNOWN = st.sampled_from([PROXY, BROWSER, "127.0.0.1", "::1", "x", "", "1.2.3.4:5", "[::2]:8"])
NAMED = st.lists(st.one_of(KNOWN, st.text(st.characters(codec="ascii"), max_size=9)))
BELOW = re.compile(rf"(http://127\.0\.0\.1)?{ROOT}(/|$)|[#?]|data:,|[a-z_.]*$")
"""Links that stay below the prefix: whole ones, and those relative to their page."""


@given(NAMED)
def test_only_what_the_proxy_has_added_counts(invented: list[str]) -> None:
    """Whatever a browser sends itself, the proxy adds the address that it sees."""
    proxies = Proxies([Proxy.parse(PROXY)])
    for added in (BROWSER, f"{BROWSER}:1234", f"{BROWSER}, {PROXY}"):
        assert proxies.browser([",".join([*invented, added])]) == BROWSER
        assert proxies.browser([*invented, added]) == BROWSER


@pytest.mark.parametrize("named", ["", "unknown", "x, y", PROXY, f"{PROXY}, {PROXY}"])
def test_a_proxy_that_names_nobody_is_the_browser(named: str) -> None:
    proxies = Proxies([Proxy.parse(PROXY)])
    assert proxies.browser([named]) == ""


def test_a_proxy_may_be_a_network_and_have_a_header_of_its_own() -> None:
    proxies = Proxies([Proxy.parse("10.0.0.0/24=X-Real-IP"), Proxy.parse("fd00::1")])
    proxy = proxies.of("10.0.0.77")
    assert proxy is not None
    assert proxy.header == "x-real-ip"
    assert proxies.browser(["2001:db8::9"]) == "2001:db8::9"
    assert proxies.of("fd00::1%eth0") == proxies.of("fd00::1")
    assert proxies.of("::ffff:10.0.0.5") is proxy
    assert proxies.of("10.0.1.1") is proxies.of("unix") is None


@pytest.mark.parametrize("wrong", ["", "proxy.example.org", "10.0.0.1/24", "10.0.0.1=", "::1=a b"])
def test_what_is_no_proxy_is_refused(call: Call, wrong: str) -> None:
    called = call("web", "--proxy", wrong)
    assert called.code == 2
    assert "--proxy: must be an address" in called.err


@pytest.mark.parametrize("wrong", ["dominoes", "/a b", "//x", "/a/../b", "/<", "http://x"])
def test_what_is_no_path_is_refused(call: Call, wrong: str) -> None:
    called = call("web", "--root-path", wrong)
    assert called.code == 2
    assert "is no path such as /dominoes" in called.err
    assert root_path_of(f"{ROOT}/") == ROOT
    assert root_path_of("/") == ""


@pytest.mark.parametrize("peer", [PROXY, BROWSER])
def test_the_word_of_others_is_not_heard(tmp_path: Path, peer: str) -> None:
    """Neither for the address, by which things are limited, nor for the scheme."""
    served = app(settings(tmp_path, games=GAMES, proxies=(Proxy.parse(PROXY),)))
    believed = peer == PROXY
    with TestClient(served, base_url="http://localhost", client=(peer, 1)) as client:
        said = {"X-Forwarded-For": "8.8.8.8", "X-Forwarded-Proto": "https"}
        form = {"name": "Ana", "game": "block", "level": "beginner", "friends": "1"}
        answer = client.post("/tables", data=form, headers=said, follow_redirects=False)
        seated = client.get(answer.headers["location"], headers=said, follow_redirects=False)
        assert ("secure" in seated.headers["set-cookie"].lower()) is believed
        hall = client.app.state.tables.hall  # type: ignore[attr-defined]
        assert [room.opened_from for room in hall.rooms.values()] == [
            "8.8.8.8" if believed else peer
        ]
        https = {"Origin": "https://localhost", **said}
        assert client.post("/tables", data=form, headers=https).status_code == (
            200 if believed else 403
        )


def pages(client: TestClient) -> Iterator[Any]:
    """A page of each kind, and every answer that leads to another page."""
    form = {"name": "Ana", "game": "block", "level": "beginner", "friends": "1", "open": "on"}
    yield client.get(f"{ROOT}/")
    made = client.post(f"{ROOT}/tables", data=form)
    yield made
    link = made.headers["location"]
    yield client.get(link)
    room = link.removeprefix(ROOT).split("/")[2]
    yield client.get(f"{ROOT}/t/{room}/")
    yield client.get(f"{ROOT}/t/{room}/view")
    yield client.get(f"{ROOT}/")
    yield client.get(f"{ROOT}/nowhere")
    yield client.get(f"{ROOT}/t/{room}")
    evening = {"game": "block", "names": "Ana\nBob\nEva\nIan", "rounds": "2", "size": "2"}
    yield client.get(f"{ROOT}/evening")
    yield client.post(f"{ROOT}/evening", data=evening)
    page = client.get(f"{ROOT}/evening")
    yield page
    token = re.findall(r'name="token" value="([^"]+)"', page.text)[0]
    yield client.post(f"{ROOT}/evening/do", data={"act": "draw", "token": token})
    yield client.get(f"{ROOT}/evening")
    yield client.get(f"{ROOT}/analyse")
    position = "block A:64.63.55.21.10.x2/B:x7 opener:A"
    yield client.get(f"{ROOT}/analyse", params={"position": position})
    clicked = {"game": "block", "seat": "A", "tile": ["64", "63", "55", "21", "10"]}
    yield client.get(f"{ROOT}/analyse", params=clicked)
    yield client.get(f"{ROOT}/pad")
    begun = client.post(f"{ROOT}/pad", data={"game": "partnership", "seats": "4", "name_A": "Ana"})
    yield begun
    yield client.get(begun.headers["location"])
    yield client.get(f"{ROOT}/pad/print", params={"game": "partnership"})


def whole(served: ASGIApp) -> ASGIApp:
    """A proxy that sends paths as they are."""
    return served


def stripping(served: ASGIApp) -> ASGIApp:
    """A proxy that takes the prefix away."""

    async def proxy(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope = {**scope, "path": scope["path"].removeprefix(ROOT)}
        await served(scope, receive, send)

    return proxy


@pytest.mark.parametrize("proxy", [whole, stripping])
def test_all_pages_are_below_the_path_prefix(
    tmp_path: Path, proxy: Callable[[ASGIApp], ASGIApp]
) -> None:
    served = proxy(app(settings(tmp_path, games=GAMES, root_path=ROOT)))
    with TestClient(served, base_url="http://127.0.0.1", follow_redirects=False) as client:
        linked = 0
        for answer in pages(client):
            assert answer.status_code < 500
            if "location" in answer.headers:
                assert re.match(rf"(http://127\.0\.0\.1)?{ROOT}/", answer.headers["location"])
            for cookie in answer.headers.get_list("set-cookie"):
                assert f"Path={ROOT}/" in cookie
            html = answer.text.replace('\\"', '"')
            links = re.findall(r'(?:href|src|action|formaction)="([^"]*)"', html)
            for link in links:
                assert BELOW.match(link), link
            linked += len(links)
            for file in re.findall(rf'"({ROOT}/static/[^"]+)"', html):
                assert client.get(file).status_code == 200
        assert linked > 40


def test_scripts_find_the_path_prefix_themselves() -> None:
    own = STATIC.keys() - {EDITOR}  # which is bundled from the code of others
    scripts = {name: STATIC[name].data for name in own if name.endswith(".js")}
    assert scripts
    for name, data in scripts.items():
        assert not re.findall(rb"""(?<!=)["'`]/\w+[/?$"'`]""", data), name
