"""Takes pictures of the pages, for people to look at: `dev.py web-shots [FOLDER]`."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import httpx2

from tests.web.clients import Player, ServerProcess, begin, seated

WIDTHS = {320: 640, 390: 844, 768: 1024, 1440: 900}
"""Pixels, and the height to each."""
SCHEMES = "light", "dark"
NAMES = ["Ana", "Bob", "Cam", "Dora", "Eva", "Finn", "Gus", "Hal", "Iris"]
MILLISECONDS_TO_SETTLE = 300
POSITION = "block A:66.61.54.43.21.20.10/B:x7 opener:A play:61"

Scene = tuple[str, dict[str, str]]
"""The path of a page, and the cookies of the browser."""


def friends_at(server: ServerProcess, **fields: str) -> list[Player]:
    """A table with a person in every seat."""
    players = [begin(server.client, **fields)]
    for name, link in zip(NAMES[1:], links(players[0]), strict=False):
        sat = server.client.post(link, data={"name": name}, follow_redirects=False)
        players.append(seated(server.client, sat, players[0].room))
    players[0].act("start")
    return players


def links(host: Player) -> list[str]:
    found = re.findall(r'href="([^"]+/sit/[^"]+)"', host.view()["links"])
    return [httpx2.URL(link).path for link in found]


def play(players: list[Player], stops: Callable[[dict[str, Any]], bool]) -> None:
    """Play until the first player sees what is wanted."""
    chance = Random(1)
    while not stops(players[0].view()):
        for player in players:
            view = player.view()
            if view["mine"]:
                body = {"move": chance.choice(player.moves(view)), "version": view["version"]}
                player.post("move", body)
                break


def scenes(server: ServerProcess) -> dict[str, Scene]:
    """What there is to see, by name."""
    client = server.client
    waiting = begin(client, game="partnership", friends="3")
    table = friends_at(server, game="partnership", friends="3")
    play(table, lambda view: view["mine"] and len(re.findall("<li", view["log"])) > 12)
    arms = friends_at(server, game="all_fives", friends="1")
    play(arms, lambda view: view["mine"] and len(re.findall("<li", view["log"])) > 12)
    over = friends_at(server, game="block", friends="1")
    over[0].act("open_reviews")
    play(over, lambda view: "over" in view)
    fields = {"title": "Domino Thursday", "game": "partnership", "rounds": "3"}
    names = {"names": "\n".join(NAMES)}
    form = client.post("/evening", data=fields | names, follow_redirects=False)
    host = {"evening": form.cookies["evening"]}
    page = client.get("/evening").text
    token = re.findall(r'name="token" value="([^"]+)"', page)[0]
    link = httpx2.URL(re.findall(r'href="([^"]+/evening/player/[^"]+)"', page)[0]).path
    ana = {"player": client.post(link, follow_redirects=False).cookies["player"]}
    client.post("/evening/do", data={"act": "draw", "token": token})
    client.cookies.clear()

    def at(player: Player) -> Scene:
        return f"/t/{player.room}/", {"seat": player.cookie}

    return {
        "start": ("/", {}),
        "write": ("/write", {}),
        "invitation": (links(waiting)[0], {}),
        "waiting": at(waiting),
        "table": at(table[0]),
        "arms": at(arms[0]),
        "watching": (f"/t/{table[0].room}/", {}),
        "round-over": at(over[0]),
        "review": (f"/t/{over[0].room}/review/A?round=1", at(over[0])[1]),
        "analysis": (f"/analyse?{urlencode({'position': POSITION})}", {}),
        "evening-new": ("/evening?new", {}),
        "evening-host": ("/evening", host),
        "evening-player": ("/evening", ana),
        "evening-wall": ("/evening", {}),
        "not-found": ("/t/aaaaaaaa/", {}),
    }


def take(folder: Path) -> None:
    """Take all pictures: SCENE-WIDTH-SCHEME.png in a folder."""
    from playwright.sync_api import sync_playwright

    folder.mkdir(parents=True, exist_ok=True)
    chromium = os.environ.get("DOMINOES_RULES_CHROMIUM") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as tables, sync_playwright() as playwright:
        server = ServerProcess(Path(tables))
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        try:
            for name, (path, cookies) in scenes(server).items():
                address = f"{server.client.base_url}".rstrip("/")
                kept = [{"name": key, "value": one, "url": address} for key, one in cookies.items()]
                for width, height in WIDTHS.items():
                    for scheme in SCHEMES:
                        context = browser.new_context(
                            viewport={"width": width, "height": height},
                            color_scheme=scheme,
                            has_touch=width < min(WIDTHS) * 2,
                        )
                        context.add_cookies(kept)
                        page = context.new_page()
                        page.goto(f"{address}{path}")
                        page.wait_for_timeout(MILLISECONDS_TO_SETTLE)
                        page.screenshot(path=folder / f"{name}-{width}-{scheme}.png")
                        context.close()
        finally:
            server.kill()
            server.close()


if __name__ == "__main__":
    take(Path(sys.argv[1] if len(sys.argv) > 1 else "build/web-shots"))
