"""The arguments of `club`."""

from __future__ import annotations

import argparse
import re

from dominoes_rules.cli.arguments.options import (
    add_command,
    add_json,
    add_seed,
    add_set,
    add_variant,
    count,
    whole,
)
from dominoes_rules.club.score_rules import LARGEST_SCORE
from dominoes_rules.club.tournament_format import CRITERIA, SYSTEMS, UNITS, USUAL_RANKING

_FIXED_SCORE = re.compile(r"(\d{1,5})-(\d{1,5})")


def fixed_score(text: str) -> tuple[int, int]:
    """A score such as 200-100. Raises `argparse.ArgumentTypeError`."""
    score = _FIXED_SCORE.fullmatch(text)
    if score is None:
        raise argparse.ArgumentTypeError("write two numbers, such as 200-100")
    return int(score[1]), int(score[2])


def score(text: str) -> int:
    """The points of a side, which may be below 0. Raises `argparse.ArgumentTypeError`."""
    return -whole(text[1:], 1, LARGEST_SCORE) if text[:1] == "-" else whole(text, 0, LARGEST_SCORE)


def criteria(text: str) -> tuple[str, ...]:
    """Criteria with commas between them."""
    return tuple(" ".join(word.split()) for word in text.split(","))


def club(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `club`."""
    actions = parser.add_subparsers(
        dest="act", metavar="WHAT", required=True, help="what to do with a tournament"
    )
    _new(_of_a_file(actions, "new", "begin a tournament in a new file"))
    enter = _of_a_file(actions, "enter", "let more players or pairs in, from the next round on")
    enter.add_argument(
        "entries", metavar="CSV", help="a table of names, partners and clubs, a line for each"
    )
    for name, summary in (
        ("leave", "note that an entrant has gone, who is not drawn any more"),
        ("back", "note that an entrant who had gone has come back"),
    ):
        presence = _of_a_file(actions, name, summary)
        _add_entrant(presence)
    _of_a_file(actions, "draw", "draw the next round")
    _result(_of_a_file(actions, "result", "type or correct the result of a table"))
    close = _of_a_file(actions, "close", "close a round, after which nothing changes its results")
    _add_round(close)
    close.add_argument(
        "--tournament", action="store_true",
        help="end the tournament instead; its matches count for ratings from then on",
    )  # fmt: skip
    reopen = _of_a_file(
        actions, "reopen", "let the results of a closed round be corrected, which standings show"
    )
    _add_round(reopen)
    _add_author(reopen)
    penalty = _of_a_file(actions, "penalty", "take points off an entrant")
    _add_entrant(penalty)
    penalty.add_argument("points", type=count, metavar="POINTS", help="how many points")
    penalty.add_argument("reason", metavar="REASON", help="why, which the standings show")
    _add_author(penalty)
    _of_a_file(actions, "standings", "show the standings", json=True)
    printed = _of_a_file(actions, "print", "print who plays at which table, and the results")
    _add_round(printed)
    export = _of_a_file(actions, "export", "write a table for a spreadsheet, or all as JSON")
    export.add_argument(
        "table", choices=["entries", "results", "standings", "json"], help="what to write"
    )
    rating = add_command(actions, "rating", "rate players from closed tournaments")
    rating.add_argument("files", nargs="+", metavar="FILE", help="the files of tournaments")
    rating.add_argument(
        "-o", "--output", metavar="FILE", help="save the ratings of all players in this file"
    )
    add_json(rating)


def _of_a_file(
    actions: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    summary: str,
    *,
    json: bool = False,
) -> argparse.ArgumentParser:
    parser = add_command(actions, name, summary)
    parser.add_argument("file", metavar="FILE", help="the file of the tournament")
    if json:
        add_json(parser)
    return parser


def _new(parser: argparse.ArgumentParser) -> None:
    add_variant(parser)
    parser.add_argument("--title", default="Tournament", metavar="T", help="what it is called")
    parser.add_argument(
        "--entries", metavar="CSV",
        help="a table of names, partners and clubs, a line for each player or pair",
    )  # fmt: skip
    parser.add_argument(
        "--system", choices=SYSTEMS, default=SYSTEMS[1], metavar="S",
        help=f"how rounds are drawn: {', '.join(SYSTEMS)} (default: {SYSTEMS[1]})",
    )  # fmt: skip
    parser.add_argument(
        "--unit", choices=UNITS, metavar="U",
        help="who enters: player or pair (default: pair where the game has partners)",
    )  # fmt: skip
    parser.add_argument(
        "--rounds", type=count, default=5, metavar="N",
        help="the number of rounds (default: 5); a round robin has as many as it takes",
    )  # fmt: skip
    parser.add_argument(
        "--target", type=count, metavar="N", help="what ends a match (default: the game's target)"
    )
    parser.add_argument(
        "--minutes", type=count, metavar="N", help="the time for a round, which is printed"
    )
    parser.add_argument(
        "--capped", action="store_true", help="do not count points above the target"
    )
    parser.add_argument(
        "--bye", type=fixed_score, metavar="A-B",
        help="the score of whoever sits out, and what counts against it (default: the target to 0)",
    )  # fmt: skip
    parser.add_argument(
        "--walk-over", type=fixed_score, metavar="A-B",
        help="the score of whoever comes, and of whoever does not (default: the target to 0)",
    )  # fmt: skip
    parser.add_argument(
        "--ranking", type=criteria, default=USUAL_RANKING, metavar="C,C",
        help=f"the criteria of the standings, in order, of {', '.join(CRITERIA)}"
        f" (default: {','.join(USUAL_RANKING)})",
    )  # fmt: skip
    parser.add_argument(
        "--apart", type=lambda text: whole(text, 0, 99), default=0, metavar="N",
        help="keep entrants of one club apart in this many first rounds (default: 0)",
    )  # fmt: skip
    add_set(parser)
    add_seed(parser)


def _result(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("table", type=count, metavar="TABLE", help="the number of the table")
    parser.add_argument(
        "scores", type=score, nargs="*", metavar="POINTS",
        help="the points of each side, in the order in which they are printed",
    )  # fmt: skip
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--time", action="store_true", help="the time was up before the target")
    how.add_argument("--drawn", action="store_true", help="the match was drawn")
    how.add_argument(
        "--pad", metavar="FILE", help="the score pad of the table, in place of the points"
    )
    how.add_argument(
        "--absent", type=count, action="append", default=[], metavar="SIDE",
        help="the side that did not come, 1 or 2; repeat it if nobody came",
    )  # fmt: skip
    _add_round(parser)
    _add_author(parser)


def _add_round(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--round", type=count, metavar="N", help="the number of the round (default: the last one)"
    )


def _add_entrant(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "entrant", type=count, metavar="NUMBER",
        help="the number of the entrant, as `standings` shows it",
    )  # fmt: skip


def _add_author(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--by", default="director", metavar="NAME", help="who types this (default: director)"
    )
