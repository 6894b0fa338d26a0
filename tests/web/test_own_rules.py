"""Tables with rules of one's own: they are named as they are, and not where they lie."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlencode

import pytest
from starlette.routing import Route
from starlette.testclient import TestClient

import dominoes_rules as dr
from dominoes_rules.cli.tables import web
from tests.web.clients import Player, begin, serving, until

STREAMS_WITHOUT_END = {"/t/{room}/events", "/evening/events", "/pad/{pad}/events"}
"""They bring what the pages have."""
SEED = 3
SHORT = """variant "Short"
extends "block"
parameter target = 1
tiles: double-three
deal: 3 each
"""


def answers(client: TestClient, ana: Player, host: str, pad: str, position: str) -> dict[str, str]:
    """What every address answers once a match is over, by its route, with its headers."""
    values = {"room": ana.room, "seat": "A", "secret": "x", "table": "matches", "name": "table.js"}
    values |= {"pad": pad, "number:int": "1", "what": "draw"}
    query, found = urlencode({"position": position, "game": "kitchen"}), {}
    for route in client.app.routes:  # type: ignore[attr-defined]
        assert isinstance(route, Route)
        if "GET" in (route.methods or ()) and route.path not in STREAMS_WITHOUT_END:
            path = route.path
            for name, value in values.items():
                path = path.replace(f"{{{name}}}", value)
            headers = {"Cookie": f"seat={ana.cookie}; evening={host}"}
            answer = client.get(f"{path}?{query}", headers=headers)
            found[route.path] = f"{answer.status_code} {answer.headers} {answer.text}"
    return found


def test_no_answer_names_a_folder_of_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Deals in which Ana has something to decide, so that there is a decision to review.
    monkeypatch.setattr("secrets.randbits", lambda _: SEED)
    folder = tmp_path / "folder-of-the-server"
    (folder / "rules").mkdir(parents=True)
    (folder / "parent.rules").write_text(SHORT, "utf-8")
    own = folder / "rules" / "kitchen.rules"
    own.write_text('variant "Kitchen"\nextends "../parent"\n', "utf-8")
    with serving(folder, games=web._games([own])) as client:
        form = {"names": "Ana\nBob", "game": "kitchen", "rounds": "1"}
        host = client.post("/evening", data=form, follow_redirects=False).cookies["evening"]
        pad = client.post("/pad", data={"game": "kitchen"}, follow_redirects=False)
        client.cookies.clear()
        ana = begin(client, game="kitchen")
        position = ana.get("record").text.strip()
        assert position.startswith("kitchen.rules A:")
        refused = ana.post("move", {"move": "99", "version": ana.view()["version"]})
        while "over" not in (view := until(ana.view, lambda one: one["mine"] or "over" in one)):
            ana.post("move", {"move": ana.moves(view)[0], "version": view["version"]})
        pad_name = pad.headers["location"].strip("/").rpartition("/")[2]
        found = answers(client, ana, host, pad_name, position)
        record = ana.get("record").text
    match = dr.Match.read(record.splitlines())
    assert (match.is_over, match.setup.ruleset.title) == (True, "Kitchen")
    assert "analyse?position=kitchen.rules" in found["/t/{room}/review/{seat}/events"]
    links = {path for path, text in found.items() if not text.startswith("200")}
    # What is printed is of evenings with real tiles; a written game begins with a bundled one.
    assert {path.rpartition("/")[2] for path in links} == {"{secret}", "{what}", "first"}
    for path, text in {**found, "move": f"{refused.headers} {refused.text}"}.items():
        assert folder.name not in unquote(text), path
