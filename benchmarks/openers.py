"""Whole matches with every form of opener, for 2 to 10 players.

    python -m benchmarks.openers [MATCHES] [PLAYERS]

Each form opens first rounds and, in turn with other rules, later ones. The tables are small, so
that often nobody can open and the next choice must: hands of three tiles, with and without draws,
payments and teams. Two bots play at random, one looks at its hand, and one counts. At every choice
each bot reads its position from a text; what `Position` and `Round` say of it is compared; at the
end records are read back.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice, product
from random import Random
from time import process_time

import dominoes_rules as dr
from dominoes_lang.load import load
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text.diagnostics import RulesError
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_rules.bots import bot, decide

MATCHES = 20
"""Of each form with each number of players."""
PLAYERS = range(2, 11)
SURE = (
    "A",
    "lot plays any tile",
    "player after A plays any tile",
    "holder of heaviest tile plays it",
    "holder of highest tile plays any tile",
    "player with most pips, ties to A",
    "player with most doubles then most pips, ties to B",
    "player with fewest pips then most doubles, ties to A plays any tile",
)
"""Forms that always name a player who can open."""
MAY_FAIL = (
    "lot plays any double",
    "lot plays [1|0]",
    "lot plays any of doubles [2|1]",
    "A plays any double",
    "A plays [1|1]",
    "B plays any of [1|0] [2|1] [2|2]",
    "holder of [1|1] plays it",
    "holder of [2|1] plays any tile",
    "holder of [1|0] plays any double",
    "holder of highest double plays it",
    "holder of highest double plays any tile",
    "holder of lowest double plays it",
    "player with most doubles, ties to A plays any double",
    "player with most pips, ties to B plays any of doubles [2|0]",
)
"""Forms that need one of these after them."""
OTHERWISE = (
    "A plays any tile",
    "lot plays any tile",
    "holder of heaviest tile plays it",
    "lot plays any double or else holder of lowest double plays it or else redeal",
)
FORMS = (*SURE, *(f"{first} or else {then}" for first, then in product(MAY_FAIL, OTHERWISE)))
LATER = (
    "{form}",
    "\n    when domino: finisher\n    otherwise: {form}",
    "\n    when domino: finisher plays any double or else {form}\n    otherwise: opener",
    "player after opener plays any of doubles [1|0] or else {form}",
)
OF_TEAMS = "\n    when winner is nobody: {form}\n    otherwise: winner by choice"
BASES = ("block", "draw", "bergen", "draw_one")
TEXT = """variant "Opened"
extends "{base}"
tiles: double-{pips}
players: {players}
deal: 3 each
reserve: {reserve}
first opener: {form}
next opener: {later}
match: {rounds} rounds, highest total wins
"""
BOTS = ("random", "heaviest", "random", "rarity")


def tables(form: str, players: int) -> Iterator[Ruleset]:
    """Rules with this form that pass every check: each base, another one first for each form."""
    pips = next(n for n in range(4, 19) if (n + 1) * (n + 2) // 2 >= 3 * players + 2)
    first = len(form) + players
    for number, base in ((n % len(BASES), BASES[n % len(BASES)]) for n in range(first, first + 4)):
        teams = base == "block" and players in {4, 6, 8, 10}
        later = OF_TEAMS if teams else LATER[(number + len(form)) % len(LATER)]
        # Later rounds can't be opened by what hands hold: another form opens them.
        again = form if "player with" not in form else OTHERWISE[number % len(OTHERWISE) - 1]
        text = TEXT.format(
            base=base,
            pips=_NAMES[pips],
            players=f"{players} in teams of 2" if teams else players,
            reserve=0 if base == "block" else 1,
            form=form,
            later=later.format(form=again),
            rounds=3,
        )
        try:
            yield load(Source("opened.rules", text), library.bundled)
        except RulesError as error:
            # Some forms are refused in some games: nobody else could open there.
            if not {one.code for one in error.diagnostics} <= {"dead-choice", "no-opener"}:
                raise


_NAMES = dict(enumerate("zero one two three four five six seven eight nine ten eleven".split()))


def play(rules: Ruleset, seed: int) -> dr.Match:
    """A whole match between bots. Raises `AssertionError` where two ways disagree."""
    match = dr.Match(rules, seed=seed)
    players = [bot(BOTS[(seat + seed) % len(BOTS)]) for seat in range(match.setup.seats)]
    order = match.setup.seat_names
    while True:
        game = match.round
        while not game.is_over:
            player = players[order.index(game.turn)]
            game.push(decide(player, game, seed=seed))
        _compare(game, Random(seed))
        if match.winner is not None:
            break
        match.next_round()
    assert dr.Match.read(match.record()) == match
    return match


def _compare(game: dr.Round, random: Random) -> None:
    """Hold a round that is over, and a moment of it, against their positions."""
    rules = game.setup.ruleset
    over = dr.Position(str(game.position), rules)
    assert over.is_over
    assert over.outcome == game.outcome
    moves = game.moves
    again = game.copy()
    for _ in range(random.randrange(1, len(moves) + 1)):
        again.pop()
    for seat in again.setup.seat_names:
        seen = dr.Position(again.text_seen_by(seat), rules)
        assert (seen.turn, seen.ends) == (again.turn, again.position.ends)
        if seat == again.turn:
            assert seen.legal_moves == again.legal_moves


def main() -> None:
    """Play, and print what was played from time to time."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    counts = [int(sys.argv[2])] if len(sys.argv) > 2 else PLAYERS
    matches = rounds = failed = 0
    for players in counts:
        for form in FORMS:
            rulesets = list(islice(tables(form, players), number))
            if not rulesets:
                print(f"{players} players, {form}: refused by check", flush=True)
                continue
            for seed in range(number):
                try:
                    match = play(rulesets[seed % len(rulesets)], seed)
                except Exception as error:  # noqa: BLE001 - each is counted and shown
                    failed += 1
                    name = rulesets[seed % len(rulesets)].source.text
                    print(f"seed {seed}: {type(error).__name__}: {error}\n{name}", flush=True)
                    continue
                matches += 1
                rounds += len(match.rounds)
        print(
            f"{players} players: {matches:,} matches so far, {rounds:,} rounds, {failed} failed, "
            f"{process_time():.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
