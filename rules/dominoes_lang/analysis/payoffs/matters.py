"""Which fields of a state matter: to the payoff of a round, and to the rest of one going on.

A field matters where two states that differ in it alone may be worth different amounts. That is
decided by what the rules read, so a field may be named that makes no difference in any round; one
that is not named makes none.
"""

from __future__ import annotations

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Act, Moment, Role
from dominoes_lang.table.state import OF_MATCH, More, State

_FIELD_OF_ROLE = {
    Role.MOVER: "mover",
    Role.FINISHER: "finisher",
    Role.OPENER: "opener",
    Role.BIDDER: "bidder",
    Role.TAKER: "taker",
}
_PAST = frozenset({"finisher", "last_tile", "fitted"})
"""Fields about the past of a round only: what may follow does not need them."""
_COUNTED_ON = frozenset({"all_passes", "pass_runs"})
"""Fields that outlast a play, so that what a later one is paid may depend on them."""


def payoff_reads(setup: Setup) -> frozenset[str]:
    """The fields that the payoff of a finished round depends on, besides `hands` and `over`."""
    roots = (setup.winner, () if setup.counts_wins else setup.awards)
    if any(isinstance(node, nodes.Can) for node in nodes.walk(roots)):
        # Whether somebody can act may depend on whatever a guard reads.
        return frozenset(State._fields) - {"hands", "over"}
    read = _read(roots)
    if not setup.counts_wins:
        read |= {"more"} if setup.in_play else set()
        read |= {"scores", "more"} if setup.match.overshoot_ignored else set()
    return read | (
        {"more"}
        if setup.turn.discards or setup.turn.drops_out or read & set(More._fields)
        else set()
    )


def value_reads(setup: Setup) -> frozenset[str]:
    """The fields that the value of a round going on depends on, besides those of its next moves.

    What moves follow depends in any game on the hands, the stock, whose turn it is and how far it
    has come, the passes in a row, and on the numbers at the two ends in either order. So `ends` is
    named only where the payoff looks at them: elsewhere the line may be read from either end.
    """
    in_play = _read((setup.turn.steps, setup.domino, setup.blocked, setup.turn.again))
    if _asks_last_end(setup) and setup.layout.shape.counts_both:
        in_play |= {"last_tile"}
    paid = frozenset() if setup.counts_wins else _read(setup.in_play) & (_PAST | {"ends"})
    return payoff_reads(setup) | in_play & _PAST | paid


def more_in_values(setup: Setup, *, match_may_end: bool) -> tuple[str, ...]:
    """The fields of `More` that the value still to come depends on.

    match_may_end: whether a side may reach the target of the match within the round.
    """
    later = tuple(award for award in setup.in_play if award.moment is not Moment.AFTER_PLAY)
    end = (setup.winner, () if setup.counts_wins else setup.awards)
    rules = (setup.turn.steps, setup.domino, setup.blocked, setup.turn.again, *end)
    fields = _read((*rules, later))
    fields |= {"doubles", "turn_tiles", "aside", "owed", "used_trains", "out"}
    fields |= _read(setup.in_play) & _COUNTED_ON
    scored = any(isinstance(node, nodes.ScoreOf) for node in nodes.walk((*rules, setup.in_play)))
    if _asks_last_end(setup):
        fields |= {"left_open"}
    if setup.shape.own_doubles:
        fields |= {"at_ends"}  # which name the plays
    if scored or (match_may_end and (setup.match.checked or setup.match.overshoot_ignored)):
        fields |= {"paid"}
    return tuple(name for name in More._fields if name in fields & setup.tracks - {*OF_MATCH})


def _asks_last_end(setup: Setup) -> bool:
    """Whether a step of the turn asks which ends the last tile left."""
    return any(step.act is Act.PLAY_ON_LAST for step in setup.turn.steps)


def _read(roots: tuple[object, ...]) -> frozenset[str]:
    """The fields that these rules read, hands and the end of the round left aside."""
    read = set()
    for node in nodes.walk(roots):
        match node:
            case nodes.Read(fact=fact):
                read.add(fact.field)
            case nodes.Who(role=role) if role in _FIELD_OF_ROLE:
                read.add(_FIELD_OF_ROLE[role])
            case nodes.ScoreOf():
                read.add("scores")
            case nodes.Running():
                read.add(node.field)
            case nodes.PassedInARow():
                read.add("passes")
            case nodes.DroppedOut() | nodes.Who(role=Role.STILL_IN | Role.LAST_IN):
                read.add("out")
            case nodes.InStock():
                read.add("stock")
            case nodes.Taken():
                read.add("taken")
    return frozenset(read) - {"over"}
