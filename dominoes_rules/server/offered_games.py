"""The games of a server: each a ruleset under the name by which clients ask for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.syntax.nodes import MatchClause, MatchKind, Name
from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules import library
from dominoes_rules.unbuilt import (
    Unbuilt,
    UnbuiltDraw,
    expect_ends,
    expect_no_payment_at_the_deal,
    expect_plain_deal,
)

DOMOHNOES = "com.danceliquid.domohnoes"
OTHERS = "dominoes-rules."
MOST_ROUNDS = 10_000


@dataclass(frozen=True)
class OfferedGame:
    """A ruleset that clients can ask for."""

    gametype: str
    ruleset: Ruleset
    extended: bool
    """Whether clients are also told of stock, scores and teams, which Domohnoes does not do."""

    def compiled(self, seats: int) -> Compiled:
        """The rules for so many seats."""
        return library.compiled(self.ruleset, seats)

    def bound(self, seats: int, rounds: int) -> Compiled:
        """The same for a set of so many rounds, where the match is a number of rounds.

        Only what it is called differs: functions of their own for every number that a client may
        ask for would fill the memory. Raises `ParameterError` where they are too many.
        """
        compiled, match = self.compiled(seats), self.ruleset.clauses["match"]
        assert isinstance(match, MatchClause)
        named = dict(compiled.setup.parameters)
        counted = match.amount.name if isinstance(match.amount, Name) else ""
        if match.series not in _BY_ROUNDS or counted not in named:
            return compiled
        named[counted] = rounds
        return replace(compiled, setup=self.ruleset.setup(seats, named))


def gametype_of(ruleset: Ruleset | None) -> str:
    """A server's name for a game: that of Domohnoes for None."""
    return DOMOHNOES if ruleset is None else OTHERS + ruleset.name


def games_of(variants: Iterable[str | Ruleset]) -> Mapping[str, OfferedGame]:
    """Domohnoes and the variants named by whoever starts the server, by gametype.

    Raises `RulesError` for rules that can't be used, `ArgumentError` for two of one name.
    """
    games = {DOMOHNOES: OfferedGame(DOMOHNOES, library.variant("domohnoes"), extended=False)}
    for variant in variants:
        ruleset = variant if isinstance(variant, Ruleset) else library.find(variant)
        expect_ends(ruleset, Unbuilt.SERVER)
        expect_plain_deal(ruleset, UnbuiltDraw.SERVER)
        expect_no_payment_at_the_deal(ruleset)
        gametype = gametype_of(ruleset)
        if gametype in games:
            raise ArgumentError(
                f"--variant {short(ruleset.name)}: there is a {short(gametype)} already; "
                "rename the file, since clients ask for a variant by its name"
            )
        games[gametype] = OfferedGame(gametype, ruleset, extended=True)
    for game in games.values():
        for seats in game.ruleset.players:
            if game.compiled(seats).setup.turn.discards:
                raise ArgumentError(
                    f"{short(game.ruleset.name)}: a server deals rounds in which no tile is laid "
                    "aside: play it with `dominoes-rules play`"
                )
            if [*game.compiled(seats).setup.rounds_of_fewer()]:
                raise ArgumentError(
                    f"{short(game.ruleset.name)}: a server deals rounds that everybody plays, and "
                    "in this game players leave the match: play it with `dominoes-rules play`"
                )
            if not game.compiled(seats).setup.layout.is_line:
                fits = game.compiled(seats).setup.fits
                lacking = (
                    "rounds that begin on an empty line with a left and a right end, and this game "
                    "has none"
                    if fits.is_equal
                    else "rounds in which tiles fit by equal numbers alone"
                )
                raise ArgumentError(
                    f"{short(game.ruleset.name)}: a server deals {lacking}: play it with "
                    "`dominoes-rules play`"
                )
    return MappingProxyType(games)


_BY_ROUNDS = frozenset(
    {MatchKind.ROUNDS_LOWEST, MatchKind.ROUNDS_HIGHEST, MatchKind.ROUNDS_MOST_WINS}
)
