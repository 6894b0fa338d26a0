"""The arguments of `serve`, `join` and `standings`."""

from __future__ import annotations

import argparse
from pathlib import Path

from dominoes_rules.cli.arguments.options import add_json, add_seed, count, seconds, whole

LIMITS = {
    "think": (60, "S", "seconds for a move"),
    "first-message": (
        10,
        "S",
        "seconds for the first frame, and for the rest of one that has begun",
    ),
    "idle": (600, "S", "seconds that a client may wait for a table without a word"),
    "after-goodbye": (60, "S", "seconds in which a client may ask for another game"),
    "returning": (600, "S", "seconds that an empty table waits for a player to return"),
    "write-deadline": (10, "S", "seconds for a client to read what it is sent"),
    "write-buffer": (262_144, "BYTES", "unread bytes for one client"),
    "grace": (10, "S", "seconds for running rounds after SIGTERM"),
    "per-address": (64, "N", "connections from one address"),
    "connections": (10_000, "N", "connections in all"),
    "frames-per-second": (
        20,
        "N",
        "frames of one client; answers to requests for a move don't count",
    ),
    "burst": (100, "N", "frames of one client at once, before that rate applies"),
    "waiting-tables": (1_000, "N", "tables that wait for players"),
}
"""The limits of a server: what holds if nothing is said, the unit, what is limited."""


def serve(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `serve`."""
    parser.add_argument(
        "--host", default="127.0.0.1",
        help="the address to listen on (default: 127.0.0.1, for this machine only)",
    )  # fmt: skip
    parser.add_argument(
        "--port", type=_port, default=54147, metavar="N",
        help="the port (default: 54147); 0 for any that is free",
    )  # fmt: skip
    parser.add_argument(
        "--variant", action="append", default=[], metavar="V", dest="variants",
        help="a variant's name or a .rules file that clients may play as dominoes-rules.NAME;"
        " repeat for several",
    )  # fmt: skip
    parser.add_argument(
        "--fill", metavar="BOT", help="let a bot take the empty seats of waiting tables"
    )
    parser.add_argument(
        "--after", type=seconds, default=None, metavar="S",
        help="with --fill: the seconds before a bot takes an empty seat (default: 10)",
    )  # fmt: skip
    parser.add_argument(
        "--absent", choices=["bot", "forfeit"], default="bot",
        help="the seat of an absent player: a bot plays on, or the seat forfeits the"
        " set (default: bot)",
    )  # fmt: skip
    parser.add_argument(
        "--workers", type=count, default=1, metavar="N",
        help="processes for bots (default: 1)",
    )  # fmt: skip
    _add_db(parser)
    parser.add_argument(
        "--records", type=Path, default=Path("records"), metavar="DIR",
        help="the folder of the match records (default: records)",
    )  # fmt: skip
    parser.add_argument("--verbose", action="store_true", help="log every connection")
    limits = parser.add_argument_group("limits")
    for name, (usual, unit, about) in LIMITS.items():
        limits.add_argument(
            f"--{name}", type=seconds if unit == "S" else count, default=usual, metavar=unit,
            help=f"{about} (default: {usual:,})",
        )  # fmt: skip


def join(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `join`."""
    parser.add_argument(
        "server", metavar="HOST[:PORT]", help="the server; its port is 54147 if left out"
    )
    parser.add_argument("--nick", required=True, metavar="X", help="the name to play under")
    player = parser.add_mutually_exclusive_group(required=True)
    player.add_argument("--bot", metavar="B", help="let a bot play, for instance heaviest")
    player.add_argument("--person", action="store_true", help="play in this terminal")
    parser.add_argument(
        "--tiles", action="store_true",
        help="with --person: draw tiles with the domino characters of Unicode",
    )  # fmt: skip
    parser.add_argument(
        "--variant", default=None, metavar="V",
        help="the variant to play, which the server must have (default: Domohnoes)",
    )  # fmt: skip
    parser.add_argument(
        "--min-players", type=count, default=None, metavar="N",
        help="players at the table (default: as few as the variant allows)",
    )  # fmt: skip
    parser.add_argument(
        "--rounds", type=count, default=1, metavar="N",
        help="rounds of the set, if you are the last to join (default: 1)",
    )  # fmt: skip
    add_seed(parser)
    add_json(parser)


def standings(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `standings`."""
    _add_db(parser)
    add_json(parser)


def _add_db(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--db", type=Path, default=Path("standings.db"), metavar="FILE",
        help="the file of the standings, of SQLite (default: standings.db)",
    )  # fmt: skip


def _port(text: str) -> int:
    return whole(text, 0, 65_535)
