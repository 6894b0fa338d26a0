"""The places of a rules file where expressions stand, by what may be read there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dominoes_lang.syntax.nodes import Moment


@dataclass(frozen=True)
class ReadScope:
    """What may be read in one of them."""

    name: str
    hands: bool = False
    """Hidden hands."""
    own_hand: bool = False
    """The mover's own hand."""
    table: bool = False
    """The table, and whose turn it is."""
    end: bool = False
    """How the round ended."""
    winner: bool = False
    each: bool = False
    """`each player`, `each side`."""
    locking: bool = False
    """Whether anybody can play, which hands decide and a payment shows."""
    during: bool = False
    """Whether it is an award that is paid before the round is over."""
    asked: bool = False
    """Whether it is a question about a position, in which everybody sees the table."""
    instead: str = ""
    """What may be written there instead of what is not known yet."""

    @property
    def where(self) -> str:
        """The place inside a sentence: `in "winner"`, `after a play`."""
        return self.name if self.during else f"in {self.name}"


REDEAL = ReadScope(
    '"redeal"', hands=True, instead='state what a hand holds: "any player holds at least 5 doubles"'
)
FIRST_OPENER = ReadScope(
    '"first opener"',
    hands=True,
    instead='write "A plays any tile", "lot plays any tile" or "holder of heaviest tile plays it"',
)
NEXT_OPENER = ReadScope(
    '"next opener"',
    table=True,
    end=True,
    winner=True,
    instead='write "finisher" or "player after opener"',
)
NEXT_DEAL = replace(NEXT_OPENER, hands=True)
"""Who opens the next round, which may depend on what is dealt for it."""
GUARD = ReadScope(
    'a step of "turn"',
    own_hand=True,
    table=True,
    instead="a step may depend on the table and on the mover's own hand: "
    '"plays is 0", "mover holds [6|6]"',
)
AGAIN = ReadScope('"again"', table=True, instead='write "again after last tile is double"')
DOMINO = ReadScope('"domino"', own_hand=True, table=True, instead='write "when mover has no tiles"')
BLOCKED = ReadScope(
    '"blocked"',
    hands=True,
    table=True,
    instead='write "when nobody can act" or "when everyone passed in a row"',
)
LEAD = ReadScope('"lead"', table=True, instead='write "bidder", or "taker"')
WINNER = ReadScope(
    '"winner"',
    hands=True,
    table=True,
    end=True,
    instead='write "finisher" or "player with fewest pips, ties to nobody"',
)
AWARD = ReadScope('"award"', hands=True, table=True, end=True, winner=True, each=True)
AT_THE_DEAL = ReadScope(
    "at the deal",
    hands=True,
    each=True,
    during=True,
    instead='ask what a hand holds, "when they hold at least 5 doubles", or pay it "at round end"',
)
DURING: dict[Moment, ReadScope] = {
    moment: ReadScope(
        f"after a {moment.value.split()[-1]}",
        table=True,
        each=True,
        locking=moment is Moment.AFTER_PLAY,
        during=True,
        instead='pay it "at round end"',
    )
    for moment in Moment
    if moment not in {Moment.ROUND_END, Moment.THE_DEAL}
} | {Moment.THE_DEAL: AT_THE_DEAL}
INVARIANT = ReadScope('"invariant"', hands=True, table=True, end=True, winner=True)
EXAMPLE = ReadScope('"example"', hands=True, table=True, end=True, winner=True)
QUESTION = ReadScope(
    "a question", hands=True, asked=True, instead='ask about hands: "B holds [6|6]"'
)
CONSTANT = ReadScope("this clause", instead="write a number or a parameter")
