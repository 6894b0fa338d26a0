"""`show`: the rules of a variant, or the functions generated from them."""

from __future__ import annotations

import argparse

from dominoes_lang.syntax import CLAUSE_WORDS, ExampleClause, InvariantClause
from dominoes_rules import library
from dominoes_rules.cli.common import ruleset_and_seats, write_json
from dominoes_rules.cli.main import FINE


def run(args: argparse.Namespace) -> int:
    """Print the rules, or the functions made of them."""
    ruleset, seats = ruleset_and_seats(args.variant)
    compiled = library.compiled(ruleset, seats)
    if args.python:
        if args.json:
            write_json({"variant": ruleset.name, "python": compiled.source})
        else:
            print(compiled.source, end="")
        return FINE
    order = list(CLAUSE_WORDS)
    clauses = sorted(
        (
            clause
            for clause in ruleset.clauses.values()
            if not isinstance(clause, ExampleClause | InvariantClause)
        ),
        key=lambda clause: order.index(type(clause)),
    )
    if args.json:
        texts = {clause.key: clause.span.text for clause in clauses}
        write_json({"variant": ruleset.name, "clauses": texts})
    else:
        for clause in clauses:
            print(clause.span.text)
    return FINE
