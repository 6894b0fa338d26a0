"""No page has a plain English word for whoever reads another language.

A walk through all kinds of pages in the language of the machine: what it finds in plain letters
was forgotten, wherever it comes from.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from dominoes_rules import library
from dominoes_rules.web.app import app
from dominoes_rules.web.in_browser.workers_here import workers_here
from dominoes_rules.web.room_acts import ACTS
from tests.languages.pseudo import CODE, offered_too
from tests.languages.shown_texts import plain_texts
from tests.web.clients import HERE, Player, begin, seated, settings, until
from tests.web.interpreters import AtOnce

GAMES = ("all_fives", "block", "partnership")
KNOWN = ("Ana", "Bob", "Eva", "Bot", "Kitchen")
"""Names of players and of a game that somebody has written."""
TYPED = re.compile(
    r"\b\w+(?:/\d)? (?:\S+ )*[A-F]:\S.*"  # positions
    r"|https?://\S+|\{\w+\}|\(\w+\)(?=:)|`[^`]*`"  # addresses, values, parameters, words of rules
    r"|\b[a-z]+(?:_[a-z]+)+\b|\b\d\d[lrn]\b|'[^']*'"  # names of games, moves, what is repeated
)
"""What is typed, and so the same in all languages."""
TOLD_KEYS = {"message", "text", "label"}
LATE = (
    "partnership A:00.30.32.44.51.52.55/B:x7/C:x7/D:x7 play:66,-,-,65l,63r,53l,30l,10l,21l,20l,"
    "32r,62r,61r,11r,00l,60l,64l,40l,51r,-,50l,- opener:C"
)
OVER = (
    "block A:x7/B:00.11.20.40.51.54.62 opener:A play:55,54l,43l,51r,32l,62l,60l,20l,10r,00r,-,40r,"
    "41r,11r"
)
SNAPSHOT = "block/2 26-66-61-15 A:22.24.20.43/B:x6 A void:B=2.5 passes:1 opener:A"
HOUSE = 'variant "Kitchen"\nextends "block"\nparameter target = 50\n'


class Reader:
    """Reads whatever is answered, and remembers what of it is plain English."""

    def __init__(self) -> None:
        self.left: dict[str, str] = {}
        """What is plain, by itself without its numbers."""

    def __call__(self, response: Any) -> None:
        """Read an answer."""
        response.read()
        kind = response.headers.get("content-type", "")
        for html in self._parts(kind, response.text):
            for text in plain_texts(html, KNOWN):
                text = TYPED.sub("", text)
                if any(plain_texts(text, KNOWN)):
                    alike = re.sub(r"\d+|\b[A-Z]\b|\b\w{22}\b", "", text)
                    self.left.setdefault(alike, f"{response.request.url.path}: {text[:200]}")

    def _parts(self, kind: str, text: str) -> Iterator[str]:
        if kind.startswith("text/html"):
            yield text
        elif kind.startswith("application/json"):
            yield from _told(json.loads(text))
        elif kind.startswith("text/event-stream"):
            for data in re.findall(r"^data: (\{.*)$", text, re.MULTILINE):
                yield from _told(json.loads(data))


def _told(value: object, key: str = "") -> Iterator[str]:
    """What a page shows of JSON."""
    if isinstance(value, str) and ("<" in value or key in TOLD_KEYS):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _told(item, key)
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from _told(item, name)


def play(player: Player) -> None:
    """Play to the end of a round."""
    for _ in range(500):
        view = player.view()
        if "over" in view:
            return
        if view["mine"] and (moves := player.moves(view)):
            player.post("move", {"move": moves[0], "version": view["version"]})


def at_a_table(client: TestClient) -> None:
    """A match against bots, and what is refused there; hints and reviews have a test by them."""
    client.get("/?game=all_fives&seats=3&seat_C=on")
    for wrong in ({"name": ""}, {"game": "none"}, {"seats": "9"}, {"think": "x"}, {"level": "x"}):
        form = {"name": "Ana", "game": "block", "friends": "0", **wrong}
        client.post("/tables", data=form)
    ana = begin(client, game="all_fives", level="casual")
    view = until(ana.view, lambda view: view["mine"] and len(ana.moves(view)) > 1)
    ana.post("move", {"move": ana.moves(view)[0], "version": view["version"] - 1})
    ana.post("do", {"act": "fly", "version": view["version"]})
    Player(client, ana.room).view()
    for page in ("", "review/A?round=1"):
        ana.get(page)
    play(ana)
    for page in ("", "review/A?round=1", "review/B", "review/Q"):
        ana.get(page)
    acts_that_end(ana)


def acts_that_end(player: Player) -> None:
    """Whatever can be done at a table, allowed or not, but for what searches."""
    for act in sorted({*ACTS} - {"hint", "teach", "close"}):
        player.act(act, seat="B", **{"with": "C"})
        player.view()
    player.get("")
    player.act("close")
    player.get("")


def with_friends(client: TestClient) -> None:
    """Invitations, seats that are swapped and left, and a table that is not there."""
    ana = begin(client, game="partnership", friends="3", think="30")
    ana.get("")
    Player(client, ana.room).get("")
    links = re.findall(rf"/t/{ana.room}/sit/[^\"<]+", ana.view()["links"])
    for link in dict.fromkeys(links):
        client.get(link)
        client.post(link, data={"name": ""})
        answer = client.post(link, data={"name": "Bob"}, follow_redirects=False)
        seated(client, answer, ana.room).view()
        client.get(link)
    client.post(f"/t/{ana.room}/join", data={"name": "Eva"})
    acts_that_end(ana)
    for path in ("/t/none/", "/t/aaaaaaaa/", "/nowhere", f"/t/{ana.room}/sit/{'x' * 22}"):
        client.get(path)


def on_the_board(client: TestClient) -> None:
    """Positions that are looked at, solved and supposed about, and rounds that are typed."""
    client.get("/analyse")
    for position in (LATE, OVER, SNAPSHOT):
        client.get(f"/analyse?{urlencode({'position': position})}")
    client.get(f"/analyse?{urlencode({'position': LATE, 'suppose': 'B=55'})}")
    client.get(f"/api/solve?{urlencode({'position': LATE})}", headers={"accept": "text/html"})
    typed = {
        "game": "partnership", "seat": "A", "opener": "A", "tiles": "66 51 22 42 20 43 50",
        "line": "66 61",
    }  # fmt: skip
    client.get(f"/analyse?{urlencode(typed)}")


def at_a_text(client: TestClient) -> None:
    """A game that is written; what is found in its text stays English."""
    client.get("/write")
    client.get("/write?kind=house&game=block")
    client.post("/write", data={"rules": HOUSE, "name": ""})


WALKS = (at_a_table, with_friends, on_the_board, at_a_text)


@pytest.fixture(scope="module")
def in_no_plain_words(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server which speaks the language of the machine to all who do not say what they speak."""
    folder = tmp_path_factory.mktemp("pages")
    with ExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setattr("secrets.randbits", lambda _: 7)
        (folder / "catalogues").mkdir()
        stack.enter_context(offered_too(GAMES, folder / "catalogues"))
        games = {name: library.variant(name) for name in GAMES}
        served = app(settings(folder, games=games, language=CODE), workers_here(AtOnce()))
        yield stack.enter_context(TestClient(served, base_url=HERE))


@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.__name__)
def test_no_page_has_a_plain_word(
    in_no_plain_words: TestClient, walk: Callable[[TestClient], None]
) -> None:
    reader = Reader()
    in_no_plain_words.event_hooks = {"response": [reader]}
    walk(in_no_plain_words)
    if reader.left:
        pytest.fail("\n".join(reader.left.values()), pytrace=False)
