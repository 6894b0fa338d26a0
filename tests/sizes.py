"""How far a sweep goes: a sample in the suite, all of it in `dev.py thorough` and CI."""

from __future__ import annotations

import pytest


def sizes(few: int, many: int) -> list[object]:
    """Values for `parametrize`: few for the suite; many, the few among them, for the sweep."""
    return [
        pytest.param(few, marks=pytest.mark.sample),
        pytest.param(many, marks=pytest.mark.thorough),
    ]
