"""How an application in a browser is set up: there is one person, and nobody to guard against."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from dominoes_lang.setup.ruleset import Ruleset
from dominoes_rules.web.settings import Pace, Settings, Shares, policy_headers

MOST = 10**9
"""More than one person asks for."""
SECONDS_FOR_A_BOT = 60.0
"""Most of them for an interpreter that searches to start, where that is slow."""


def own_settings(games: Mapping[str, Ruleset], folder: Path, root_path: str) -> Settings:
    """The settings of an application that only this browser asks.

    root_path: what the paths of all pages begin with, such as `/dominoes/app`.
    """
    return Settings(
        games=games,
        folder=folder,
        root_path=root_path,
        hosts=("*",),
        headers=policy_headers(framed_by="'self'"),
        pace=Pace(bot_limit=SECONDS_FOR_A_BOT),
        shares=Shares(
            streams=MOST,
            posts_per_second=MOST,
            posts_at_once=MOST,
            rooms=MOST,
            rooms_per_minute=MOST,
            wrong_secrets_a_minute=MOST,
            streams_in_all=MOST,
        ),
    )
