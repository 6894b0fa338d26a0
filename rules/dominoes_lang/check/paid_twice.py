"""Warnings about awards that pay twice: on top of inherited ones, or each partner of a side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dominoes_lang.check.context import Checking
from dominoes_lang.check.names import Names
from dominoes_lang.setup.arithmetic import constant
from dominoes_lang.setup.binding import written_out
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Moment, Role


def check_added_awards(checking: Checking, setups: Sequence[Setup]) -> None:
    """Warn of each own award that pays the same side on the same occasion as an inherited one.

    Parameters have their default values, and it must be so for every number of players.
    """
    bound = [{award.key: award for award in (*setup.awards, *setup.in_play)} for setup in setups]
    paid: dict[tuple[_Occasion, ...], str] = {}
    own: list[tuple[nodes.AwardClause, tuple[_Occasion, ...]]] = []
    for award in checking.each(nodes.AwardClause):
        occasions = [_occasion(awards[award.key]) for awards in bound]
        known = tuple(occasion for occasion in occasions if occasion is not None)
        if len(known) < len(occasions):
            continue
        if award.key in checking.ruleset.own:
            own.append((award, known))
        else:
            paid.setdefault(known, award.name)
    for award, known in own:
        if (name := paid.get(known)) is not None:
            checking.warn(
                "added-award",
                f'the award "{award.name}" is paid on top of the inherited award "{name}"',
                award.span,
                f'to replace it call this one "{name}" too; to drop it write '
                f'"without award {name}"',
            )


def check_awards_to_partners(checking: Checking, names: Names, setups: Sequence[Setup]) -> None:
    """Warn of each own award to `each player` that pays each partner of a side the same."""
    if setups[0].team_size == 1:
        return
    for award in checking.each(nodes.AwardClause):
        full = written_out(award, names.full)
        if award.key in checking.ruleset.own and full.each is Role.EACH_PLAYER:
            parts = (*full.amount.rows, full.condition, full.to)
            if not any(_asks_one_player(part) for part in nodes.walk(parts)):
                checking.warn(
                    "paid-twice",
                    f'the award "{award.name}" pays each side once for each of its '
                    f"{setups[0].team_size} players",
                    award.span,
                    'write "each side" in place of "each player"',
                )


def _asks_one_player(node: nodes.Node) -> bool:
    """Whether a node may differ between the partners of a side that is paid."""
    match node:
        case nodes.Related(relation="side" | "opponents") | nodes.ScoreOf():
            return False
        case nodes.Running(what="wins"):
            return False
        case nodes.Compare(left=left, right=right):
            return (_is_bound(left) and not _is_side(right)) or (
                _is_bound(right) and not _is_side(left)
            )
    return any(map(_is_bound, vars(node).values()))


def _is_bound(node: object) -> bool:
    return isinstance(node, nodes.Who) and node.role in {Role.EACH_PLAYER, Role.THEM}


def _is_side(who: nodes.Node) -> bool:
    """Whether a player is compared with this by their side."""
    match who:
        case nodes.Who(role=role):
            return role in {Role.WINNER, Role.NOBODY}
        case nodes.Related(relation=relation):
            return relation in {"side", "opponents"}
        case nodes.Ranked(noun=noun):
            return noun == "side"
    return False


class _Occasion(NamedTuple):
    """When an award is paid, and to whom."""

    moment: Moment
    receiver: Expression
    conditions: frozenset[Expression]


def _occasion(award: nodes.AwardClause) -> _Occasion | None:
    """The occasion of an award; None if it is never paid, or others may well share it.

    In every round many things may be worth points: of those only the pips in hands are compared.
    """
    receiver, conditions = _receiver(award), _conditions(award)
    if conditions is None:
        return None
    winner = nodes.Who(Role.WINNER, span=award.span)
    if not conditions and not (receiver == winner and _is_of_pips(award)):
        return None
    return _Occasion(award.moment, receiver, conditions)


def _receiver(award: nodes.AwardClause) -> Expression:
    """Whose side is paid; whoever has just laid a tile is the finisher."""
    who = award.to
    if isinstance(who, nodes.Related) and who.relation == "side":
        who = who.who
    if award.moment is Moment.AFTER_PLAY and who == nodes.Who(Role.MOVER, span=who.span):
        return nodes.Who(Role.FINISHER, span=who.span)
    return who


def _conditions(award: nodes.AwardClause) -> frozenset[Expression] | None:
    """The conditions that must all hold, without those that always do; None if one never does."""
    match award.condition:
        case nodes.Both(joiner="and", parts=joined):
            parts = {nodes.changed(part, _folded) for part in joined}
        case condition:
            parts = set() if condition is None else {nodes.changed(condition, _folded)}
    decided = {part: part.value for part in parts if isinstance(part, nodes.YesNo)}
    return frozenset(parts - decided.keys()) if all(decided.values()) else None


def _folded(node: nodes.Node) -> nodes.Node:
    """`players - 1` of four players as 3."""
    value = constant(node) if isinstance(node, nodes.Arithmetic) else None
    return nodes.Number(value, span=node.span) if isinstance(value, int) else node


def _is_of_pips(award: nodes.AwardClause) -> bool:
    """Whether every amount of an award is made of the pips of some hands and of numbers."""
    return all(_counts_pips(row.value) for row in award.amount.rows)


def _counts_pips(amount: Expression) -> bool:
    read = [part for part in nodes.walk(amount) if isinstance(part, _READING)]
    of_hands = (isinstance(part, _OF_HANDS) and part.measure == "pips" for part in read)
    return bool(read) and all(of_hands)


_OF_HANDS = nodes.Held | nodes.Excess
_READING = _OF_HANDS | nodes.Read | nodes.InStock | nodes.ScoreOf | nodes.Running
"""What an amount depends on."""
