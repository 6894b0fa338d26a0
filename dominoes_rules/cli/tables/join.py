"""`join`: play on a server, as a bot or in person."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from random import Random

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.text.quoting import plain, short
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules import library
from dominoes_rules.bots import bot
from dominoes_rules.bots.deciding import expect_right_file, seed_of
from dominoes_rules.cli.common import ruleset_and_seats, write_json
from dominoes_rules.cli.main import FINE
from dominoes_rules.cli.streams import from_command_line
from dominoes_rules.cli.tables.at_the_table import AtTheTable, Left
from dominoes_rules.play.match_rounds import expect_name
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_rules.server.offered_games import gametype_of
from dominoes_rules.server.wire.client import PORT, Choose, Client
from dominoes_rules.server.wire.own_seats import OwnSeat
from dominoes_rules.server.wire.seen import SeenTable


def run(args: argparse.Namespace) -> int:
    """Play one set, and print the scores."""
    host, port = _address(args.server)
    rules, seats = (None, None) if args.variant is None else ruleset_and_seats(args.variant)
    if None not in {seats, args.min_players} and seats != args.min_players:
        raise ArgumentError(
            f"--variant {short(args.variant)} and --min-players {args.min_players}: "
            "write the number of players once"
        )
    setup = (rules or library.variant("domohnoes")).setup(seats or args.min_players)
    person = None if args.bot is not None else AtTheTable(args.tiles)
    choose = _bot(args.bot, args.seed, setup) if person is None else person.choose
    nick = expect_name(from_command_line(args.nick))
    seat = OwnSeat(host, port, gametype_of(rules), setup.seats, nick)
    with closing(seat), Client(host, port, seat) as client:
        if person is not None:
            person.watched = client.watched
        try:
            scores = client.play(
                nick,
                choose,
                rules=rules,
                min_players=setup.seats,
                rounds=args.rounds,
                told=_tell if person is None else person.tell,
                lost=_lost,
            )
        except Left:
            client.send({"command": "quit"})
            seat.forget()
            return FINE
    if args.json:
        write_json({"scores": scores})
    else:
        for nick, score in sorted(scores.items(), key=lambda entry: -entry[1]):
            print(f"{score:7,}  {nick}")
    return FINE


def _address(text: str) -> tuple[str, int]:
    """The host and the port of `HOST[:PORT]`; an address of IPv6 is in brackets."""
    host, mark, port = text.rpartition(":")
    if not mark or text.endswith("]") or text.count(":") > 1 > text.count("]"):
        host, port = text, str(PORT)
    if not (port.isascii() and port.isdigit() and 0 < int(port[:6]) < 2**16 and host):
        raise ArgumentError(f"{short(text)} is no server: write HOST or HOST:PORT")
    return host.removeprefix("[").removesuffix("]"), int(port)


def _bot(name: str, seed: int, setup: Setup) -> Choose:
    """A bot as a player. Raises `ArgumentError` or `UnfitModel` for one that can't play here."""
    player = bot(name)
    if player.cheats:
        raise ArgumentError(
            f"--bot {short(name)} cheats: it needs the others' hands, which a client can't see"
        )
    expect_right_file(player, [setup])

    def choose(position: Position) -> Move:
        state = position._known
        return player(position, Random(seed_of(seed, state.round, state.plays, position.turn)))

    return choose


def _lost(why: str) -> None:
    """Say that the connection is lost."""
    print(f"{plain(why)}; trying to take the seat back", file=sys.stderr, flush=True)


def _tell(message: object, table: SeenTable) -> None:
    """Say how a round has ended, and whether a seat was taken back."""
    if isinstance(message, dict) and message.get("command") == "returned":
        print(f"back at the table, in round {table.round + 1}", file=sys.stderr, flush=True)
    elif isinstance(message, dict) and message.get("command") == "gameover":
        winner = message["winner"]
        won = "nobody wins" if winner is None else f"{winner} wins"
        print(f"round {table.round}: {won}", file=sys.stderr, flush=True)
