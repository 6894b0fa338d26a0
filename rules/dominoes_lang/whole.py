"""The ruleset bound to each number of players: what only the clauses together can get wrong."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from dominoes_lang import resources, syntax
from dominoes_lang.build import build
from dominoes_lang.checking import Checking
from dominoes_lang.clauses import split
from dominoes_lang.diagnostics import Diagnostic
from dominoes_lang.parse import parse
from dominoes_lang.redeals import check_redeal
from dominoes_lang.ruleset import Ruleset
from dominoes_lang.setup import ParameterError, Setup
from dominoes_lang.source import Source
from dominoes_lang.turns import check_turn

NEEDED = {
    "variant": 'variant "My game"',
    "tiles": "tiles: double-six",
    "players": "players: 2",
    "deal": "deal: 7 each",
    "layout": "layout: line",
    "fits": "fits: equal numbers",
    "first opener": "first opener: lot plays any tile",
    "turn": "turn: play a tile or else pass",
    "domino": "domino: when mover has no tiles",
    "blocked": "blocked: when nobody can act",
    "winner": "winner: when domino: finisher otherwise: player with fewest pips, ties to nobody",
}
"""The clauses that every game has, each with a sample of it."""

_COUNTED = (syntax.TilesClause, syntax.PlayersClause, syntax.DealClause)
CODES = {
    "deal": "bad-deal",
    "reserve": "bad-reserve",
    "match": "bad-match",
    "tile value": "bad-tile-value",
    "tiles": "not-in-set",
}
"""What it is called when the number that a clause comes to does not go with the others."""


@cache
def _samples() -> dict[str, syntax.Clause]:
    defaults = resources.bundled("dominoes_lang", "defaults.rules").read_text(encoding="utf-8")
    found: list[Diagnostic] = []
    samples = {}
    for text in split(Source("samples", "\n".join([defaults, *NEEDED.values()])), found):
        tree = parse(text, found)
        clause = build(text, tree, found) if tree is not None else None
        assert clause is not None, found
        samples[clause.key] = clause
    return samples


def check_whole(checking: Checking) -> list[Setup]:
    """Check what depends on the number of players; returns a setup for each, parameters as default.

    A clause that something is wrong with is left out or, where a game can't do without it, has a
    sample in its place: so mistakes in one clause hide none in the others.
    """
    if not checking.clean(*_COUNTED):
        return []
    written = checking.ruleset
    clauses = {key: clause for key, clause in written.clauses.items() if checking.is_clean(clause)}
    ruleset = Ruleset(written.name, written.source, {**_samples(), **clauses}, written.own)
    setups: list[Setup] = []
    while not setups:
        try:
            setups = [ruleset.setup(seats) for seats in ruleset.players]
        except ParameterError as error:
            _refused(checking, error)
            if error.clause not in clauses.keys() - {"deal", "tiles", "players"}:
                return []
            del clauses[error.clause]
            ruleset = replace(ruleset, clauses={**_samples(), **clauses})
    for setup in setups:
        before = len(checking.found)
        check_redeal(setup, checking.found)
        if checking.clean(syntax.TurnClause, syntax.BlockedClause, syntax.ReserveClause):
            stocked = any(one.stock_size > one.reserve for one in setups)
            check_turn(setup, stocked, checking.found)
        if len(checking.found) > before:
            break
    if checking.clean(*_COUNTED, syntax.FirstOpenerClause):
        _examples(checking, ruleset)
    return setups


def _refused(checking: Checking, error: ParameterError) -> None:
    clause = checking.ruleset.clauses.get(error.clause)
    deal = checking.clause(syntax.DealClause)
    assert deal is not None
    place = clause.span if clause is not None else deal.span
    helps = (error.help,) if error.help else ()
    checking.report(CODES.get(error.clause, "bad-deal"), str(error), place, "", *helps)


def _examples(checking: Checking, ruleset: Ruleset) -> None:
    from dominoes_lang.givens import malformed

    for example in ruleset.examples:
        if checking.ruleset.clauses.get(example.key) is example:
            checking.found += malformed(ruleset, example)
