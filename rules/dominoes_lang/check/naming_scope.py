"""What the expressions of a ruleset may name, and the kind of each of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from dominoes_lang.check.wanted import ValueKind
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Fact, Role
from dominoes_lang.table.tiles import TileSet

_PEOPLE = {
    Role.WINNER: ValueKind.SIDE,
    Role.NOBODY: ValueKind.NOBODY,
    Role.EVERYONE: ValueKind.PLAYERS,
    Role.ANY_PLAYER: ValueKind.PLAYERS,
    Role.STILL_IN: ValueKind.PLAYERS,
    Role.ANY_SIDE: ValueKind.PLAYERS,
    Role.EACH_SIDE: ValueKind.SIDE,
}
_CONDITIONS = frozenset({Fact.DOMINO, Fact.BLOCKED, Fact.NOTHING_TO_DRAW})


@dataclass(frozen=True)
class NamingScope:
    """The names, tiles and players that an expression may refer to, as far as they are known."""

    names: Mapping[str, ValueKind] = field(default_factory=dict)
    """The kind of every parameter and define."""
    words: frozenset[str] = frozenset()
    """What parameters may be set to besides numbers, tiles, yes and no."""
    tiles: TileSet | None = None
    """None if the set is not known because its own clause is wrong."""
    fewest: int = 2
    most: int = 2
    """The numbers of players."""
    team_size: int | None = 1
    """None if it is not known, likewise."""
    may_be_known: Callable[[str], bool] = lambda name: False
    """Whether a name may be declared by a clause that could not be read."""
    defines: Mapping[str, Expression] = field(default_factory=dict)
    """What names are written out as."""

    def kind(self, node: Expression) -> ValueKind | None:
        """The kind of an expression; None for an unknown name, which `want` reports."""
        match node:
            case nodes.Name(name=name):
                return self.names.get(name) or (ValueKind.WORD if name in self.words else None)
            case nodes.Number() | nodes.Held() | nodes.ScoreOf() | nodes.Running():
                return ValueKind.AMOUNT
            case nodes.Excess() | nodes.InStock() | nodes.HalfOf() | nodes.Taken():
                return ValueKind.AMOUNT
            case nodes.Arithmetic() | nodes.Rounded():
                return ValueKind.AMOUNT
            case nodes.Read(fact=fact):
                if fact in _CONDITIONS:
                    return ValueKind.CONDITION
                return ValueKind.TILE if fact is Fact.LAST_TILE else ValueKind.AMOUNT
            case nodes.TileLiteral() | nodes.DealtTile() | nodes.RoundsDouble():
                return ValueKind.TILE
            case nodes.Who(role=role):
                return _PEOPLE.get(role, ValueKind.PLAYER)
            case nodes.Seat() | nodes.Neighbour() | nodes.HolderOf():
                return ValueKind.PLAYER
            case nodes.Related(relation=relation):
                opponents = ValueKind.SIDE if self.two_sides else ValueKind.PLAYERS
                return {
                    "side": ValueKind.SIDE,
                    "partner": ValueKind.PLAYER,
                    "opponents": opponents,
                }[relation]
            case nodes.Ranked(noun=noun):
                return ValueKind.PLAYER if noun == "player" else ValueKind.SIDE
            case nodes.Except():
                return ValueKind.PLAYERS
        return ValueKind.CONDITION

    @property
    def two_sides(self) -> bool:
        """Whether there are always two sides."""
        return self.fewest == self.most == 2 * (self.team_size or self.most)

    def is_role(self, who: Expression, role: Role) -> bool:
        """Whether an expression, or the define that it names, is this role."""
        who = self.defined(who)
        return isinstance(who, nodes.Who) and who.role is role

    def defined(self, node: Expression) -> Expression:
        """The value of a define that an expression names, or the expression itself."""
        return self.defines.get(node.name, node) if isinstance(node, nodes.Name) else node
