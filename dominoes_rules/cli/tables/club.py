"""`club`: a tournament with tiles on real tables, kept in one file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from dominoes_lang.text.quoting import plain, short
from dominoes_lang.text.reach import EVERYWHERE, why_failed
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.cli.common import many, parameters, ruleset_and_seats, write_json
from dominoes_rules.cli.main import FINE
from dominoes_rules.club import printed_club, spreadsheets
from dominoes_rules.club.club_tournament import ClubTournament, Penalty
from dominoes_rules.club.pad_result import result_of_pad
from dominoes_rules.club.score_rules import ScoreRules
from dominoes_rules.club.side_ratings import MATCHES_SHOWN, ratings_of, write_ratings
from dominoes_rules.club.tournament_draw import with_next_round
from dominoes_rules.club.tournament_file import (
    read_tournament,
    tournament_as_json,
    write_tournament,
)
from dominoes_rules.club.tournament_format import TournamentFormat
from dominoes_rules.club.typed_result import TypedResult
from dominoes_rules.pad.pad_file import LARGEST_FILE as PAD_BYTES
from dominoes_rules.pad.pad_file import read_pad


def run(args: argparse.Namespace) -> int:
    """Do one thing with a tournament; a change is on disk before anything is printed."""
    if args.act == "rating":
        return _rate(args)
    path = Path(args.file)
    if args.act == "new":
        if path.exists():
            raise ArgumentError(f"{short(args.file)} is there already. Choose another name.")
        tournament = _begun(args)
    else:
        tournament = read_tournament(path)
    if args.act in _SHOWN:
        _SHOWN[args.act](tournament, args)
        return FINE
    if args.act != "new":
        tournament = _CHANGES[args.act](tournament, args)
    write_tournament(path, tournament)
    print(plain(_done(tournament, args)))
    if args.act == "draw":
        print(printed_club.round_as_text(tournament, len(tournament.rounds)))
    return FINE


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")


# ---------------------------------------------------------------------- changes


def _begun(args: argparse.Namespace) -> ClubTournament:
    ruleset, seats = ruleset_and_seats(args.variant)
    if seats is None:  # clubs play four at a table, two against two, or two
        seats = next((size for size in (4, 2) if size in ruleset.players), ruleset.players[0])
    setup = ruleset.setup(seats, parameters(args.parameters))
    rules = ScoreRules.of(ruleset.title, setup, args.target)
    unit = args.unit or ("pair" if rules.team_size == 2 else "player")
    usual = (0, rules.target or 1) if rules.fewest_win else (rules.target or 1, 0)
    settings = TournamentFormat(
        args.system,
        unit,
        args.rounds,
        args.minutes,
        args.capped,
        args.bye or usual,
        args.walk_over or usual,
        args.ranking,
        args.apart,
    )
    settings.expect_fits(rules)
    tournament = ClubTournament(args.title, rules, settings, args.seed, begun=_now())
    tournament.expect_names()
    return _entered(tournament, args) if args.entries is not None else tournament


def _entered(tournament: ClubTournament, args: argparse.Namespace) -> ClubTournament:
    data = _read(args.entries, 4 * spreadsheets.LARGEST_ENTRY_LIST)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ArgumentError(f"{short(args.entries)} is not UTF-8 text.") from None
    players = tournament.settings.players_of_unit
    return tournament.with_entrants(spreadsheets.entrants_of_csv(text, players))


def _read(name: str, most: int) -> bytes:
    """A file of so many bytes, and one more to notice a larger one. Raises `ArgumentError`."""
    try:
        return EVERYWHERE.read(name, most + 1)
    except (OSError, ValueError) as error:
        raise ArgumentError(f"{short(name)} can't be read: {why_failed(error)}") from None


def _with_result(tournament: ClubTournament, args: argparse.Namespace) -> ClubTournament:
    absent = tuple(side - 1 for side in sorted({*args.absent}))
    ended = "absent" if absent else "time" if args.time else "drawn" if args.drawn else "target"
    result = TypedResult(tuple(args.scores), ended, args.by, absent)
    number = _round(tournament, args)
    if args.pad is not None:
        if args.scores:
            raise ArgumentError("Type the points of the sides, or give a score pad, not both.")
        pad = read_pad(_read(args.pad, PAD_BYTES))
        result = result_of_pad(tournament, tournament.table(number, args.table), pad, args.by)
    return tournament.with_result(number, args.table, result, _now())


def _closed(tournament: ClubTournament, args: argparse.Namespace) -> ClubTournament:
    if args.tournament:
        return tournament.finished()
    return tournament.with_closed_round(_round(tournament, args))


def _reopened(tournament: ClubTournament, args: argparse.Namespace) -> ClubTournament:
    return tournament.with_reopened_round(_round(tournament, args), args.by, _now())


def _penalised(tournament: ClubTournament, args: argparse.Namespace) -> ClubTournament:
    penalty = Penalty(args.entrant - 1, args.points, args.reason, args.by, _now())
    return tournament.with_penalty(penalty)


def _round(tournament: ClubTournament, args: argparse.Namespace) -> int:
    return int(args.round or max(1, len(tournament.rounds)))


_CHANGES: dict[str, Callable[[ClubTournament, argparse.Namespace], ClubTournament]] = {
    "enter": _entered,
    "leave": lambda tournament, args: tournament.with_presence(args.entrant - 1, left=True),
    "back": lambda tournament, args: tournament.with_presence(args.entrant - 1, left=False),
    "draw": lambda tournament, args: with_next_round(tournament),
    "result": _with_result,
    "close": _closed,
    "reopen": _reopened,
    "penalty": _penalised,
}


def _done(tournament: ClubTournament, args: argparse.Namespace) -> str:
    """What was changed, in a line."""
    settings, number = tournament.settings, len(tournament.rounds)
    match args.act:
        case "new" | "enter":
            units = many(len(tournament.entrants), settings.unit)
            return f"{tournament.title}: {units}, {tournament.rules.game}, {settings.system}"
        case "leave" | "back":
            label = tournament.entrants[args.entrant - 1].label
            return f"{label} {'has left' if args.act == 'leave' else 'is back'}"
        case "draw":
            return f"{tournament.title}: round {number} of {tournament.most_rounds} is drawn"
        case "result":
            return printed_club.table_line(tournament, _round(tournament, args), args.table)
        case "close" if args.tournament:
            return f"{tournament.title} is closed"
        case "penalty":
            label = tournament.entrants[args.entrant - 1].label
            return f"{label}: {args.points} points off"
    state = "closed" if args.act == "close" else "open again"
    return f"Round {_round(tournament, args)} is {state}"


# ---------------------------------------------------------------------- answers


def _show_standings(tournament: ClubTournament, args: argparse.Namespace) -> None:
    if args.json:
        write_json(printed_club.standings_as_json(tournament))
    else:
        print(printed_club.standings_as_text(tournament))


def _show_round(tournament: ClubTournament, args: argparse.Namespace) -> None:
    print(printed_club.round_as_text(tournament, _round(tournament, args)))


def _export(tournament: ClubTournament, args: argparse.Namespace) -> None:
    if args.table == "json":
        write_json(tournament_as_json(tournament))
    else:
        sys.stdout.write(_TABLES[args.table](tournament).replace("\r\n", "\n"))


_TABLES: dict[str, Callable[[ClubTournament], str]] = {
    "entries": spreadsheets.entries_csv,
    "results": spreadsheets.results_csv,
    "standings": spreadsheets.club_standings_csv,
}
_SHOWN: dict[str, Callable[[ClubTournament, argparse.Namespace], None]] = {
    "standings": _show_standings,
    "print": _show_round,
    "export": _export,
}


def _rate(args: argparse.Namespace) -> int:
    """Print the ratings; those of players with few matches are left out."""
    players = ratings_of(read_tournament(Path(file)) for file in args.files)
    if args.output is not None:
        write_ratings(Path(args.output), players)
    shown = [player for player in players if player.is_shown]
    if args.json:
        rows = [(player.name, round(player.rating), player.matches) for player in shown]
        write_json([dict(zip(("name", "rating", "matches"), row, strict=True)) for row in rows])
        return FINE
    if not shown:
        print(f"nobody has played {MATCHES_SHOWN} matches in a closed tournament yet")
    for place, player in enumerate(shown, 1):
        print(f"{place:4}  {round(player.rating):5}  {player.matches:4}  {plain(player.name)}")
    return FINE
