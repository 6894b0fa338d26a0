"""The main figures of a game as sentences, for people who are about to play it."""

from __future__ import annotations

from collections.abc import Iterator

from dominoes_lang.english.wording import number
from dominoes_lang.setup.ruleset import Setup
from dominoes_rules.statistics.bundled_figures import kept_figures

RARE = 0.04
"""Shares below this are not told as one in so many."""
PARTS = {3: 2, 4: 3, 5: 4, 10: 9}
"""Large shares are told as so many in this many: two in three, nine in ten."""


def in_words(setup: Setup) -> str:
    r"""What a round and a match of a bundled game are like; empty where that is not known.

    >>> from dominoes_rules import library
    >>> in_words(library.loads('variant "House"\nextends "block"').setup())
    ''
    """
    return " ".join(_sentences(setup))


def _sentences(setup: Setup) -> Iterator[str]:
    kept = kept_figures(setup)
    if kept is None:
        return
    turns, blocked = kept.mean("turns"), kept.mean("blocked")
    opener, matches = kept.mean("opener wins"), kept.spread("match rounds spread")
    if turns is not None:
        yield f"A round takes about {turns.mean.mean:.0f} turns."
    if blocked is not None:
        yield f"{share_in_words(blocked.mean.mean)} blocked."
    if opener is not None:
        side = "The opener's side" if setup.team_size > 1 else "The opener"
        yield f"{side} wins {100 * opener.mean.mean:.0f} of 100 rounds that somebody wins."
    if matches is not None and matches.most > 1:
        yield f"A match takes about {number(matches.median)} rounds."


def share_in_words(share: float) -> str:
    """A share of rounds as the beginning of a sentence.

    >>> [share_in_words(share) for share in (0, 0.01, 0.1, 0.31, 0.5, 0.68, 0.99)]
    ... # doctest: +NORMALIZE_WHITESPACE
    ['No round is', 'Hardly any round is', 'One in ten rounds is', 'One in three rounds is',
     'One in two rounds is', 'Two in three rounds are', 'Nearly every round is']
    """
    if not share:
        return "No round is"
    if share < RARE:
        return "Hardly any round is"
    if share > 1 - RARE:
        return "Nearly every round is"
    in_all = {whole: 1 / whole for whole in range(2, round(1 / RARE) + 1)}
    whole = min(in_all, key=lambda whole: abs(in_all[whole] - share))
    large = min(PARTS, key=lambda of: abs(PARTS[of] / of - share))
    if abs(PARTS[large] / large - share) < abs(in_all[whole] - share):
        return f"{number(PARTS[large]).capitalize()} in {number(large)} rounds are"
    return f"One in {number(whole)} rounds is"
