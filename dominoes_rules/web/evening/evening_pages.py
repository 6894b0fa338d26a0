"""The pages of an evening: its form, the wall, what a player and the host see, and the tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dominoes_lang.setup.ruleset import Ruleset
from dominoes_rules.club.evening_state import (
    MOST_ROUNDS,
    TABLE_SIZES,
    ClubRound,
    ClubTable,
    EveningPlan,
    EveningState,
)
from dominoes_rules.club.spreadsheets import as_csv
from dominoes_rules.club.tournament_format import (
    CRITERIA,
    CRITERION_NAMES,
    MOST_TOURNAMENT_ROUNDS,
    SYSTEMS,
    USUAL_RANKING,
)
from dominoes_rules.conversation.phrases import Phrases
from dominoes_rules.tables import LONGEST_THINK
from dominoes_rules.web import pages
from dominoes_rules.web.evening.club_evening import Evening
from dominoes_rules.web.guards import form_token
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.lobby import form_numbers, start_form
from dominoes_rules.web.markup import rendered
from dominoes_rules.web.room_acts import missing_at
from dominoes_rules.web.settings import Settings
from dominoes_rules.web.table_seats import LONGEST_NAME, name_of_person
from dominoes_rules.web.views import is_local

USUAL_ROUNDS = 3
SHOWN_CRITERIA = 5
"""How many places for criteria the form has."""


def new_evening(
    settings: Settings, fields: Mapping[str, str] | None = None, error: str = ""
) -> str:
    """The form of a new evening; with what was asked for and what is wrong with it."""
    fields = fields or {}
    return pages.page(
        "evening_new.html",
        READER.get().text("A club evening"),
        "start",
        families=start_form.families(settings, TABLE_SIZES),
        chosen=fields.get("game", start_form.usual_game(settings)),
        fields={
            "think": str(settings.think),
            "rounds": str(USUAL_ROUNDS),
            **{f"criterion{at}": name for at, name in enumerate(USUAL_RANKING, 1)},
            **fields,
        },
        sizes=TABLE_SIZES,
        systems=SYSTEMS,
        criteria=[(name, CRITERION_NAMES[name], words) for name, words in CRITERIA.items()],
        places=range(1, SHOWN_CRITERIA + 1),
        most_rounds=MOST_TOURNAMENT_ROUNDS,
        error=error,
    )


def title_and_game(fields: Mapping[str, str], settings: Settings) -> tuple[str, Ruleset, int] | str:
    """The title, the game and the players at a table of a form; what is wrong, as text."""
    reader = READER.get()
    title = name_of_person(fields.get("title", "") or reader.text("Club evening"))
    if title is None:
        return reader.text(
            "The evening: A name has 1 to {most} characters that can be seen.", most=LONGEST_NAME
        )
    rules = settings.games.get(fields.get("game", ""))
    if rules is None:
        return reader.text("There is no such game.")
    sizes = [size for size in TABLE_SIZES if size in rules.players]
    size = form_numbers.number(fields.get("size", "") or f"{sizes[-1] if sizes else 0}")
    if size not in sizes:
        game = reader.language.title(rules.title)
        if not sizes:
            return reader.text("{game} is for neither 2 nor 4 players.", game=game)
        fitting = reader.listed((f"{size}" for size in sizes), "or")
        return reader.text("{game} needs tables of {sizes} players.", game=game, sizes=fitting)
    return title, rules, size


def plan_of(fields: Mapping[str, str], settings: Settings) -> EveningPlan | str:
    """The evening that a form asks for; what is wrong with it, as text."""
    named = title_and_game(fields, settings)
    if isinstance(named, str):
        return named
    (title, rules, size), reader = named, READER.get()
    rounds = form_numbers.number(fields.get("rounds", ""))
    if rounds is None or not 1 <= rounds <= MOST_ROUNDS:
        return reader.text("An evening has 1 to {most} rounds.", most=MOST_ROUNDS)
    think = form_numbers.number(fields.get("think", "") or "0")
    if think is None or think > LONGEST_THINK:
        return reader.text("A move takes at most {most} seconds.", most=f"{LONGEST_THINK:,}")
    fixed = fields.get("partners") == "fixed"
    if fixed and rules.setup(size).team_size == 1:
        game = reader.language.title(rules.title)
        return reader.text("{game} has no partners at a table of {size}.", game=game, size=size)
    return EveningPlan(title, fields["game"], size, rounds, fixed, think)


def names_of(text: str) -> list[str] | str:
    """The names of players, a line each; what is wrong with one of them, as text."""
    names = list[str]()
    for line in filter(str.strip, text.splitlines()):
        name = name_of_person(line)
        if name is None:
            return READER.get().text(
                "A name has 1 to {most} characters that can be seen. Line {line} is not one.",
                most=LONGEST_NAME,
                line=len(names) + 1,
            )
        names.append(name)
    return names


def invitation(evening: Evening, player: int, error: str = "") -> str:
    """The page behind the link of a player."""
    state = evening.state
    return pages.page(
        "evening_player.html",
        state.plan.title,
        "sit",
        name=state.guests[player].name,
        taken=bool(state.guests[player].cookie),
        error=error,
    )


def evening_page(evening: Evening, player: str, host: str, base: str, error: str = "") -> str:
    """The page of the evening.

    player, host: the secrets in the cookies of the browser; empty if it has none.
    base: what links begin with.
    """
    return pages.page(
        "evening.html",
        evening.state.plan.title,
        "evening",
        plan=evening.state.plan,
        closed=evening.state.closed,
        view=fragments(evening, player, host, base),
        token=form_token(host) if evening.is_host(host) else "",
        error=error,
    )


def fragments(evening: Evening, player: str, host: str, base: str) -> dict[str, str]:
    """The parts of the page that change; those of the player and the host may be missing."""
    parts = {"wall": _wall(evening)}
    number = evening.player_of(player)
    if number is not None:
        parts["mine"] = _mine(evening, number)
    if evening.is_host(host):
        token = form_token(host)
        parts["desk"] = _desk(evening, token)
        parts["guests"] = _guests(evening, token, base)
    return parts


def _wall(evening: Evening) -> str:
    state = evening.state
    last = state.rounds[-1] if state.rounds else None
    return rendered(
        "evening_wall.html",
        state=state,
        ranking=[(rank, state.guests[rank.player].name) for rank in evening.ranking()],
        tables=[] if last is None else _tables(evening, last),
        resting=[] if last is None else [state.guests[player].name for player in last.resting],
        goes_on=evening.round_goes_on,
    )


def _tables(evening: Evening, club_round: ClubRound) -> list[dict[str, Any]]:
    """The matches of a round: who plays, the score, how far it is."""
    rows = []
    for number, table in enumerate(club_round.tables, 1):
        match = evening.matches.get(table.room)
        if match is None:
            continue
        phrases = Phrases(match, speech=READER.get())
        sides = [(phrases.side(side), points) for side, points in match.scores.items()]
        over = evening.is_over(club_round) or evening.is_finished(table)
        rows.append({"number": number, "sides": sides, "over": over, "round": len(match.rounds)})
    return rows


def _mine(evening: Evening, player: int) -> str:
    seated = evening.place_of(player)
    return rendered(
        "evening_mine.html",
        name=evening.state.guests[player].name,
        place=seated,
        partner=_partner(evening, player),
        resting=evening.round_goes_on and player in evening.state.rounds[-1].resting,
        done=seated is not None and seated[1].match.is_over,
        left=evening.state.guests[player].left,
        more=evening.rounds_are_left,
    )


def _partner(evening: Evening, player: int) -> str:
    """Who plays on the same side at the player's table; empty if nobody does."""
    seated = evening.place_of(player)
    if seated is None:
        return ""
    _, room, seat = seated
    for side in room.match.setup.side_names:
        if seat.letter in side:
            partners = side.replace(seat.letter, "")
            return READER.get().listed((room.match.names[letter] for letter in partners), "all")
    return ""


def _desk(evening: Evening, token: str) -> str:
    """What the host may do now."""
    state = evening.state
    missing = []
    for table in evening.state.rounds[-1].tables if evening.round_goes_on else ():
        for player in table.players:
            seated = evening.place_of(player)
            if seated is not None and seated[2] in missing_at(seated[1]):
                missing.append((player, state.guests[player].name, seated[0]))
    return rendered(
        "evening_desk.html",
        state=state,
        token=token,
        goes_on=evening.round_goes_on,
        may_draw=not evening.round_goes_on and evening.rounds_are_left,
        next=len(state.rounds) + 1,
        missing=missing,
    )


def _guests(evening: Evening, token: str, base: str) -> str:
    """The players and their links, for the host."""
    guests = [
        (
            player,
            guest,
            f"{base}/evening/player/{evening.shown_links[player]}"
            if player in evening.shown_links
            else "",
        )
        for player, guest in enumerate(evening.state.guests)
    ]
    return rendered(
        "evening_guests.html",
        guests=guests,
        token=token,
        closed=evening.state.closed,
        local=is_local(base),
    )


# ---------------------------------------------------------------------- files


def standings_csv(evening: Evening) -> str:
    """The standings as a table for a spreadsheet."""
    guests = evening.state.guests
    return as_csv(
        ["place", "player", "matches", "match points", "difference"],
        (
            [rank.place, guests[rank.player].name, rank.matches, rank.match_points, rank.difference]
            for rank in evening.ranking()
        ),
    )


def matches_csv(evening: Evening) -> str:
    """Every match that counts, a line for each player."""
    return as_csv(
        ["round", "table", "record", "player", "side", "points", "match points", "difference"],
        _match_rows(evening, evening.state),
    )


def _match_rows(evening: Evening, state: EveningState) -> Iterable[list[object]]:
    for number, club_round in enumerate(state.rounds, 1):
        tables: list[ClubTable] = [*club_round.tables]
        for table, results in evening.results(club_round):
            sides = evening.matches[table.room].setup.side_names
            for result in results:
                yield [
                    number,
                    tables.index(table) + 1,
                    f"{table.room}.match",
                    state.guests[result.player].name,
                    sides[result.side],
                    result.points,
                    result.match_points,
                    result.difference,
                ]
