"""What is not built yet: for games of tricks, draws before the opening, payments at the deal."""

from __future__ import annotations

from enum import Enum

from dominoes_lang.setup.ruleset import Ruleset, Setup
from dominoes_lang.syntax.nodes import AwardClause, LayoutClause, Moment, Opening, walk
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.errors import ToldError
from dominoes_rules.speech.speech import marked


class NeedsEnds(ToldError, ArgumentError):
    """A game of tricks where open ends are needed; the message gives the reason."""


class NeedsPlainDeal(ToldError, ArgumentError):
    """A game in which everyone may draw before the opening, where deals must not go on."""


class PaidAtTheDeal(ToldError, ArgumentError):
    """A game with awards at the deal, where nobody could be told of them."""


class UnbuiltDraw(Enum):
    """What is asked for of a game in which everyone may draw before the opening, and the reason."""

    SERVER = marked(
        "{game}: everyone may draw before the opening, for which the wire has no message"
    )
    ADAPTERS = marked(
        "{game}: everyone may draw before the opening, for which adapters have no chance node"
    )


UNTOLD_PAYMENT = marked(
    "{game}: points are paid at the deal, for which the wire has no message: `dominoes-rules web` "
    "opens tables for it"
)


class Unbuilt(Enum):
    """What is asked for, with the reason why it can't be."""

    SERVER = marked(
        "{game} is a game of tricks, for which the wire has no messages: `dominoes-rules web` "
        "opens tables for it"
    )
    ADAPTERS = marked(
        "{game} is a game of tricks, whose bids have no numbers in adapters yet: `Round` plays it"
    )
    LEARNING = marked(
        "{game} is a game of tricks, in which nobody learns by playing yet: the bots `counts` and "
        "`solver` play it"
    )
    SNAPSHOT = marked(
        "{game} is a game of tricks: write the record of the round, which shows who took what"
    )
    BIDS = marked("{game}: a bid can't be searched, since with open hands nobody would be outbid")
    TRUMPS = marked("{game}: no move is searched before the trump is named")


def is_for_tricks(rules: Ruleset) -> bool:
    """Whether rules are of a game of tricks."""
    return rules.clause(LayoutClause).shape.tricks


def expect_plain_deal(rules: Ruleset | Setup, what: UnbuiltDraw) -> None:
    """Raise `NeedsPlainDeal` for a game in which everyone may draw before the opening."""
    ruleset = rules.ruleset if isinstance(rules, Setup) else rules
    clauses = (
        ruleset.clauses[key] for key in ("first opener", "next opener") if key in ruleset.clauses
    )
    if any(isinstance(part, Opening) and part.draws for part in walk(tuple(clauses))):
        raise NeedsPlainDeal(what.value, game=ruleset.name)


def expect_no_payment_at_the_deal(rules: Ruleset) -> None:
    """Raise `PaidAtTheDeal` for a game with such an award: a server does not say what was paid.

    Without it a client could not count the hidden hands.
    """
    awards = (clause for clause in rules.clauses.values() if isinstance(clause, AwardClause))
    if any(award.moment is Moment.THE_DEAL for award in awards):
        raise PaidAtTheDeal(UNTOLD_PAYMENT, game=rules.name)


def expect_ends(rules: Ruleset | Setup, what: Unbuilt) -> None:
    """Raise `NeedsEnds` for a game of tricks."""
    ruleset = rules.ruleset if isinstance(rules, Setup) else rules
    if is_for_tricks(ruleset):
        raise NeedsEnds(what.value, game=ruleset.name)
