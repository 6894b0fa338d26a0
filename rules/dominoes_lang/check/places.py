"""The places of a rules file where expressions stand, by what may be read there."""

from __future__ import annotations

from dataclasses import dataclass

from dominoes_lang.syntax.nodes import Moment


@dataclass(frozen=True)
class Place:
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
    during: bool = False
    """Whether it is an award that is paid before the round is over."""

    @property
    def where(self) -> str:
        """The place inside a sentence: `in "winner"`, `after a play`."""
        return self.name if self.during else f'in "{self.name}"'


REDEAL = Place("redeal", hands=True)
FIRST_OPENER = Place("first opener", hands=True)
NEXT_OPENER = Place("next opener", table=True, end=True, winner=True)
GUARD = Place("a step of turn", own_hand=True, table=True)
AGAIN = Place("again", table=True)
DOMINO = Place("domino", own_hand=True, table=True)
BLOCKED = Place("blocked", hands=True, table=True)
WINNER = Place("winner", hands=True, table=True, end=True)
AWARD = Place("award", hands=True, table=True, end=True, winner=True, each=True)
DURING: dict[Moment, Place] = {
    moment: Place(f"after a {moment.value.split()[-1]}", table=True, each=True, during=True)
    for moment in Moment
    if moment is not Moment.ROUND_END
}
INVARIANT = Place("invariant", hands=True, table=True, end=True, winner=True)
EXAMPLE = Place("example", hands=True, table=True, end=True, winner=True)
QUESTION = Place("a question", hands=True)
CONSTANT = Place("this clause")
