"""The main figures of a game as sentences, for people who are about to play it."""

from __future__ import annotations

from collections.abc import Iterator

from dominoes_lang.setup.ruleset import Setup
from dominoes_rules.speech.speech import ENGLISH, Speech
from dominoes_rules.statistics.bundled_figures import kept_figures

RARE = 0.04
"""Shares below this are not told as one in so many."""
PARTS = {3: 2, 4: 3, 5: 4, 10: 9}
"""Large shares are told as so many in this many: two in three, nine in ten."""


def in_words(setup: Setup, speech: Speech = ENGLISH) -> str:
    r"""What a round and a match of a bundled game are like; empty where that is not known.

    >>> from dominoes_rules import library
    >>> in_words(library.loads('variant "House"\nextends "block"').setup())
    ''
    """
    return " ".join(_sentences(setup, speech))


def _sentences(setup: Setup, speech: Speech) -> Iterator[str]:
    kept = kept_figures(setup)
    if kept is None:
        return
    turns, blocked = kept.mean("turns"), kept.mean("blocked")
    opener, matches = kept.mean("opener wins"), kept.spread("match rounds spread")
    if turns is not None:
        yield speech.plural(
            "A round takes about {count} turn.",
            "A round takes about {count} turns.",
            round(turns.mean.mean),
        )
    if blocked is not None:
        yield blocked_in_words(blocked.mean.mean, speech)
    if opener is not None:
        wins = f"{100 * opener.mean.mean:.0f}"
        if setup.team_size > 1:
            yield speech.text(
                "The opener's side wins {wins} of 100 rounds that somebody wins.", wins=wins
            )
        else:
            yield speech.text("The opener wins {wins} of 100 rounds that somebody wins.", wins=wins)
    if matches is not None and matches.most > 1:
        yield speech.plural(
            "A match takes about {number} round.",
            "A match takes about {number} rounds.",
            matches.median,
            number=speech.language.number(matches.median),
        )


def blocked_in_words(share: float, speech: Speech = ENGLISH) -> str:
    """How many rounds are blocked, as a sentence.

    >>> for share in (0, 0.01, 0.1, 0.31, 0.5, 0.68, 0.99):
    ...     print(blocked_in_words(share))
    No round is blocked.
    Hardly any round is blocked.
    One in ten rounds is blocked.
    One in three rounds is blocked.
    One in two rounds is blocked.
    Two in three rounds are blocked.
    Nearly every round is blocked.
    """
    if not share:
        return speech.text("No round is blocked.")
    if share < RARE:
        return speech.text("Hardly any round is blocked.")
    if share > 1 - RARE:
        return speech.text("Nearly every round is blocked.")
    in_all = {whole: 1 / whole for whole in range(2, round(1 / RARE) + 1)}
    whole = min(in_all, key=lambda whole: abs(in_all[whole] - share))
    large = min(PARTS, key=lambda of: abs(PARTS[of] / of - share))
    number = speech.language.number
    if abs(PARTS[large] / large - share) < abs(in_all[whole] - share):
        return speech.text(
            "{some} in {all} rounds are blocked.",
            some=number(PARTS[large]).capitalize(),
            all=number(large),
        )
    return speech.text("One in {all} rounds is blocked.", all=number(whole))
