"""Random games of tricks, put together clause by clause from what the language offers."""

from __future__ import annotations

from hypothesis import strategies as st

from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.syntax.vocabulary import SETS
from dominoes_rules.testing.composing import pips_of, sound

PLAYERS = ((2, 1), (3, 1), (4, 2), (4, 1))
"""The numbers of seats, and how many make a side."""
LARGEST_WIDOW = 3
RANKS = ("high", "low", "apart")
LADDERS = ("1", "1..3", "2..4, 6", "1..2, 4, then 6", "5..7, then 9, then 11")
ENDS = (
    "once each, last must bid",
    "once each, or else redeal",
    "until all pass, last must bid",
    "until all pass, or else redeal",
)
TRUMPS = (
    "any number",
    "any number, doubles, none",
    "none",
    "doubles",
    "none with doubles low, any number, none with doubles apart",
)
NAMERS = ("", ", named by player after bidder")
OF_PARTNERS = (*NAMERS, ", named by bidder's partner")
FIRST_LEADS = ("bidder", "opener", "player after bidder")
LATER_LEADS = ("taker", "taker", "player after taker", "bidder")
TURNS = (
    ("play a tile of suit led", "or else play a tile"),
    ("play a tile",),
    ("play a tile of suit led", "or play a tile"),
)
DOMINOES = (
    "",
    "domino: when everyone has no tiles",
    "domino: when everyone has no tiles or tricks taken by bidder's side is at least bid",
)
VALUES = (
    "",
    "tile value: [1|1] is 5, others are 0",
    "tile value: doubles are 2 per pip, others are 1",
)
WINNERS = (
    "taker's side",
    """
    when tricks taken by bidder's side is at least bid: bidder's side
    otherwise: nobody""",
    """
    when pips taken by taker's side is more than bid: taker's side
    otherwise: opener's side""",
)
AWARDS = (
    "tricks taken by each side to them at round end",
    "pips taken by winner to winner at round end",
    "bid to winner at round end when bidder's side is winner",
    "1 to taker after trick",
    "pips taken by taker to taker's side after trick when tricks taken by taker is 1",
    "0 - bid to bidder's side at round end when bidder's side is not winner",
    "doubles taken by bidder's side + tiles taken by taker to bidder at round end",
    "2 to mover after play when last tile is double",
)
MATCHES = ("first side to reach 20", "3 rounds, highest total wins", "2 wins", "one round")


def trick_rulesets(*, largest: str = "double-six") -> st.SearchStrategy[Ruleset]:
    """Games of tricks that pass every check: bids, trumps, leads, what is taken and paid.

    `largest` is the largest tile set. The text is `ruleset.source.text`, and is printed with a
    failing example. Shrinks towards few tiles, two players and one bid.
    """
    return _trick_texts(pips_of(largest)).map(sound)


@st.composite
def _trick_texts(draw: st.DrawFn, largest: int) -> str:
    highest = draw(st.integers(2, max(2, largest)))
    tiles = (highest + 1) * (highest + 2) // 2
    seats, team = draw(st.sampled_from([sizes for sizes in PLAYERS if sizes[0] <= tiles]))
    hand = draw(st.integers(1, min(7, tiles // seats)))
    rest = tiles - seats * hand
    some_widow = 0 < rest <= LARGEST_WIDOW and draw(st.booleans())
    trumps = draw(st.sampled_from(TRUMPS))
    trumps += draw(st.sampled_from(OF_PARTNERS if team > 1 else NAMERS))
    lead = f"{draw(st.sampled_from(FIRST_LEADS))}, then {draw(st.sampled_from(LATER_LEADS))}"
    awards = draw(st.lists(st.sampled_from(AWARDS), max_size=3, unique=True))
    lines = [
        'variant "Composed"',
        f"tiles: {next(name for name, number in SETS.items() if number == highest)}",
        f"players: {seats}" + (f" in teams of {team}" if team > 1 else ""),
        f"deal: {hand} each",
        "layout: tricks",
        f"suits: by higher half, doubles {draw(st.sampled_from(RANKS))}",
        f"bids: {draw(st.sampled_from(LADDERS))}, {draw(st.sampled_from(ENDS))}",
        f"trumps: {trumps}",
        f"widow: bidder takes stock, then discards {rest}" if some_widow else "",
        f"lead: {lead}",
        "first opener: lot",
        f"next opener: {draw(st.sampled_from(['opener', 'player after opener', 'taker']))}",
        "turn:",
        *(f"    {step}" for step in draw(st.sampled_from(TURNS))),
        draw(st.sampled_from(DOMINOES)),
        f"winner: {draw(st.sampled_from(WINNERS))}",
        *(f"award number{number}: {award}" for number, award in enumerate(awards)),
        draw(st.sampled_from(VALUES)),
        f"match: {draw(st.sampled_from(MATCHES))}",
    ]
    if draw(st.booleans()):
        lines.append("direction: counterclockwise")
    return "\n".join([*filter(None, lines), ""])
