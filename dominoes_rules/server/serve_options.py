"""The options of `serve`, in Python and on the command line."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from dominoes_lang.text.option_fields import option

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from dominoes_lang.setup.ruleset import Ruleset
    from dominoes_rules.server.limits import Limits
    from dominoes_rules.server.serving import Server

SECONDS_TO_FILL = 10.0


@dataclass(frozen=True)
class ServeOptions:
    """What is served, and how; see `serve`."""

    games: Iterable[str | Ruleset] = ()
    _: KW_ONLY
    host: str = "127.0.0.1"
    port: int = 54147
    fill: str | None = option(
        None, "let a bot take the empty seats at waiting tables", metavar="BOT"
    )
    after: float = SECONDS_TO_FILL
    absent: Literal["bot", "forfeit"] = option(
        "bot",
        "what happens to the seat of an absent player: a bot plays on, or the seat forfeits"
        " the set (default: bot)",
        choices=["bot", "forfeit"],
    )
    db: str | Path = option(
        Path("standings.db"),
        "the SQLite file with the standings (default: standings.db)",
        type="path",
        metavar="FILE",
    )
    records: str | Path = option(
        Path("records"),
        "the folder for the match records (default: records)",
        type="path",
        metavar="DIR",
    )
    workers: int = 1
    limits: Limits | None = None
    started: Callable[[Server], None] = lambda server: None
    listening: Callable[[str, int], None] = lambda host, port: None
