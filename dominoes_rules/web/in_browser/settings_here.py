"""How an application in a browser is set up: it answers one person, whom nothing has to limit."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from dominoes_rules.web.settings import OfferedGames, Pace, Settings, Shares, policy_headers

TABLES = "tables"
UNLIMITED = 10**9
"""More than one person asks for."""
SECONDS_FOR_A_BOT = 60.0
"""Most of them for an interpreter that searches to start, where that is slow."""
SECONDS_KEPT = 30 * 24 * 3600.0
"""For a table that nobody plays at: a browser is closed more often than a server."""
ONE_PERSON = Shares(
    streams=UNLIMITED,
    posts_per_second=UNLIMITED,
    posts_at_once=UNLIMITED,
    questions_per_second=UNLIMITED,
    questions_at_once=UNLIMITED,
    rooms=UNLIMITED,
    rooms_per_minute=UNLIMITED,
    wrong_secrets_a_minute=UNLIMITED,
    streams_in_all=UNLIMITED,
)
"""What one address may take where there is only one."""


def settings_here(origin: str, root_path: str, kept: Path) -> Settings:
    """The settings of an application that answers one browser, from within.

    origin: what all addresses begin with, such as `https://example.org`.
    root_path: what the paths of all pages begin with, such as `/dominoes/app`.
    kept: the folder that the browser keeps.
    """
    return Settings(
        games=OfferedGames({}),
        folder=kept / TABLES,
        hosts=(urlsplit(origin).hostname or "localhost",),
        root_path=root_path,
        link_base=f"{origin}{root_path.rpartition('/')[0]}/#",  # the shell opens what follows
        alone=True,
        headers=policy_headers(framed_by="'self'"),
        pace=Pace(bot_limit=SECONDS_FOR_A_BOT, idle=SECONDS_KEPT, kept=SECONDS_KEPT),
        shares=ONE_PERSON,
    )
