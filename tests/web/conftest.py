"""Deals of the tables in the browser, the same in each run."""

from __future__ import annotations

import pytest

SEED = 7


@pytest.fixture(autouse=True)
def same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.randbits", lambda _: SEED)
