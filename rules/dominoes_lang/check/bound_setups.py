"""The ruleset bound to each number of players: errors that several clauses make together."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import islice, product

from dominoes_lang.analysis.dealt_awards import check_dealt_awards
from dominoes_lang.analysis.redeals import check_redeal
from dominoes_lang.analysis.revealed.locking import check_locking
from dominoes_lang.check.context import Checking
from dominoes_lang.check.turns import check_turns
from dominoes_lang.setup.binding import ParameterError, some_values, value_of
from dominoes_lang.setup.defaults import defaults
from dominoes_lang.setup.ruleset import Ruleset, Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.build import build
from dominoes_lang.syntax.clauses import split
from dominoes_lang.syntax.parse import Mistake, parse
from dominoes_lang.syntax.vocabulary import SAMPLES
from dominoes_lang.text.diagnostics import Diagnostic
from dominoes_lang.text.source import Source

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
"""The clauses that every game has in which tiles are laid against each other, with samples."""
_OF_ENDS = frozenset({"fits", "domino", "blocked"})
_OF_TRICKS = {
    "layout": "layout: tricks",
    "suits": SAMPLES["suits"],
    "bids": SAMPLES["bids"],
    "trumps": SAMPLES["trumps"],
    "lead": SAMPLES["lead"],
    "first opener": "first opener: lot",
    "turn": "turn: play a tile of suit led or else play a tile",
    "winner": "winner: taker",
}

_SAID = frozenset({"bids", "trumps"})


def needed(ruleset: Ruleset) -> dict[str, str]:
    """The clauses that a game can't do without, each with a sample of it."""
    layout = ruleset.find(nodes.LayoutClause)
    if layout is None or not layout.shape.tricks:
        return NEEDED
    return {key: text for key, text in NEEDED.items() if key not in _OF_ENDS} | _OF_TRICKS


MOST_VARIED = 64
"""The most combinations of parameters that are tried."""
_COUNTED = (nodes.TilesClause, nodes.PlayersClause, nodes.DealClause)
CODES = {
    "deal": "bad-deal",
    "reserve": "bad-reserve",
    "match": "bad-match",
    "tile value": "bad-tile-value",
    "tiles": "not-in-set",
    "layout": "small-set",
    "fits": "bad-fits",
    "bids": "bad-bids",
    "trumps": "bad-trumps",
    "widow": "bad-widow",
}
"""The codes of a clause whose number does not fit the others."""


@cache
def _samples(written: tuple[str, ...]) -> dict[str, nodes.Clause]:
    findings: list[Diagnostic] = []
    samples = {}
    for text in split(Source("samples", "\n".join([defaults().text, *written])), findings):
        tree = parse(text)
        assert not isinstance(tree, Mistake), tree
        clause = build(text, tree, findings)
        assert clause is not None, findings
        samples[clause.key] = clause
    return samples


def check_whole(checking: Checking) -> list[Setup]:
    """Check what depends on the number of players; returns a setup for each, parameters as default.

    A faulty clause is left out or, where a game can't do without it, replaced by a sample: so
    mistakes in one clause hide none in the others.
    """
    if not checking.clean(*_COUNTED):
        return []
    wrong = {
        node.name for node in checking.each(nodes.ParameterClause) if not checking.is_clean(node)
    }
    checking.sound = frozenset(checking.sound or ()) - wrong  # nor can what reads them be checked
    written = checking.ruleset
    clauses = {key: clause for key, clause in written.clauses.items() if checking.is_clean(clause)}
    samples = _samples(tuple(needed(written).values()))
    ruleset = Ruleset(written.name, written.source, {**samples, **clauses}, written.own)
    setups: list[Setup] = []
    while not setups:
        try:
            setups = [
                setup
                for seats in ruleset.players
                for whole in [ruleset.setup(seats)]
                for setup in (whole, *whole.rounds_of_fewer())
            ]
        except ParameterError as error:
            if error.clause in samples and error.clause not in clauses:
                return []  # a sample does not fit either; the clause was reported before
            _refused(checking, ruleset, error)
            if error.clause not in clauses.keys() - {"deal", "tiles", "players"}:
                return []
            del clauses[error.clause]
            ruleset = replace(ruleset, clauses={**samples, **clauses})
    for setup in setups:
        before = len(checking.findings)
        check_redeal(setup, checking.findings)
        check_dealt_awards(setup, checking.findings)
        check_locking(setup, checking.findings)
        if len(checking.findings) > before:
            break
    else:
        read = [nodes.TurnClause, nodes.ReserveClause, nodes.LayoutClause]
        read += [nodes.BlockedClause] * (setups[0].tricks is None)
        if checking.clean(*read):
            findings: list[Diagnostic] = []
            check_turns([*setups, *_varied(ruleset)], findings)
            checking.add(*findings)
    # A sample of bids or trumps would find fault with what examples rightly say of those meant.
    is_sampled = setups[0].tricks is not None and not clauses.keys() >= _SAID
    if checking.clean(*_COUNTED, nodes.FirstOpenerClause) and not is_sampled:
        _examples(checking, ruleset)
    return setups


def _varied(ruleset: Ruleset) -> Iterator[Setup]:
    """Setups by what the parameters of the turn, and of the end of a round, may be set to."""
    read = ruleset.parameters_of("turn", "domino", "blocked")
    values = [
        some_values(clause) if clause.name in read else [value_of(clause.default)]
        for clause in ruleset.parameters
    ]
    names = [clause.name for clause in ruleset.parameters]
    if not read:
        return
    for chosen in islice(product(*values), 1, MOST_VARIED):
        for seats in ruleset.players:
            with suppress(ParameterError):  # a value that does not suit the tiles
                setup = ruleset.setup(seats, dict(zip(names, chosen, strict=True)))
                yield setup
                yield from setup.rounds_of_fewer()


def _refused(checking: Checking, ruleset: Ruleset, error: ParameterError) -> None:
    """Report numbers that do not fit together."""
    clause = ruleset.clauses.get(error.clause) or ruleset.clauses["deal"]
    likewise = []
    for seats in ruleset.players:
        try:
            ruleset.setup(seats)
        except ParameterError as further:
            if further.clause == error.clause and str(further) != str(error):
                likewise.append(f"likewise {further}")
    checking.findings.append(
        Diagnostic(
            CODES.get(error.clause, "bad-deal"),
            str(error),
            clause.span,
            helps=(error.help,) if error.help else (),
            notes=tuple(likewise),
        )
    )


def _examples(checking: Checking, ruleset: Ruleset) -> None:
    from dominoes_lang.examples.givens import malformed

    for example in ruleset.examples:
        if checking.ruleset.clauses.get(example.key) is example:
            checking.findings += malformed(ruleset, example)
