"""The file of an evening that was kept before there were tournaments can still be read."""

from __future__ import annotations

import json
from pathlib import Path

from dominoes_rules.club.evening_state import EveningState

LINK = "0123456789abcdef" * 4
KEPT = {
    "format": "dominoes-rules evening",
    "version": 1,
    "plan": {
        "title": "Friday",
        "game": "partnership",
        "size": 4,
        "rounds": 3,
        "fixed_partners": False,
        "think": 0,
    },
    "host": LINK,
    "seed": 12345,
    "guests": [
        {"name": name, "link": LINK, "cookie": "", "left": name == "Eva"}
        for name in ("Ana", "Bob", "Cam", "Dora", "Eva")
    ],
    "rounds": [
        {
            "tables": [{"room": "abcdefgh", "players": [2, 0, 3, 1]}],
            "resting": [4],
            "ended": True,
        }
    ],
    "closed": False,
}
"""As it was written by the first version."""


def test_an_evening_of_the_first_version_is_read_and_written_alike(tmp_path: Path) -> None:
    path = tmp_path / "abcdefgh.evening"
    path.write_text(json.dumps(KEPT))
    state = EveningState.read(path)
    assert state.plan.title == "Friday"
    assert state.rounds[0].pairing.tables == ((2, 0, 3, 1),)
    assert state.units == [(0,), (1,), (2,), (3,)]
    state.write(path)
    assert json.loads(path.read_text()) == KEPT
