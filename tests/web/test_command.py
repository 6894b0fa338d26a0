"""The command `web`, up to where it begins to serve."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from dominoes_rules.cli.tables import web
from tests.calls import Call


def test_without_the_extra_it_is_named(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "find_spec", lambda _: None)
    called = call("web")
    assert called.code == 2
    assert "pip install 'dominoes-rules[web]'" in called.err


def test_a_game_of_a_bundled_name_and_a_busy_port_are_refused(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "block.rules"
    file.write_text('variant "Block"\nextends "block"\n', "utf-8")
    called = call("web", "--rules", str(file))
    assert called.code == 2
    assert "there is a block already" in called.err
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        called = call("web", "--port", str(port), "--tables", str(tmp_path / "tables"))
    assert called.code == 2
    assert "can't listen there: Address already in use" in called.err
    assert call("web", "--think", "9999").code == 2


def test_a_machine_with_every_network_open_is_called_by_its_address_or_name() -> None:
    names = web._names("0.0.0.0", ["tables.example.org"])
    assert names[0] == "tables.example.org"
    assert socket.gethostname() in names
    assert web._names("127.0.0.1", []) == ["127.0.0.1"]
    assert web._bracketed("::1") == "[::1]"
