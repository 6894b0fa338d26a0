"""The clauses in force: a file's own, over those that it inherits, over the defaults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import PurePath

from dominoes_lang.check.context import Unread
from dominoes_lang.check.match_warnings import lost_options
from dominoes_lang.reading.family import Family
from dominoes_lang.reading.written import Parts, Written
from dominoes_lang.setup.defaults import defaults, is_defaults
from dominoes_lang.setup.inheritance import overriding, without_the_impossible
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.vocabulary import suggestion
from dominoes_lang.text.diagnostics import Diagnostic, did_you_mean
from dominoes_lang.text.quoting import plain
from dominoes_lang.text.source import Source

_MEANT_BY_WITHOUT = {
    "doubles": ('for a set without doubles, write "tiles: double-six without doubles"',),
}
"""What a clause that drops nothing may have meant."""


@dataclass(frozen=True)
class Merged:
    """The clauses of a file in force, as far as they can be read."""

    family: Family
    clauses: dict[str, nodes.Clause]
    own: frozenset[str]
    """The keys of those that the file itself writes."""
    inherited: dict[str, nodes.Clause]
    """The clauses as they would be without the file's own."""
    parents: tuple[tuple[str, Source], ...]
    """As in a `Ruleset`."""
    unread: Unread
    findings: tuple[Diagnostic, ...]
    """What is wrong with how they are written and inherited."""

    def ruleset(self) -> Ruleset:
        """The rules that these clauses make, not checked yet."""
        source = self.family.source
        name = plain(PurePath(source.name).name.removesuffix(".rules"))
        return Ruleset(name, source, self.clauses, self.own, parents=self.parents)


def merged(family: Family, *, for_child: bool = False) -> Merged:
    """The clauses of a family in force; `for_child`, the options lost in them are not reported."""
    written = family.written
    findings = list(written.findings)
    unread = Unread(parent="extends" in written.missed)
    inherited: dict[str, nodes.Clause] = {}
    parents: tuple[tuple[str, Source], ...] = ()
    extends = written.clauses.get("extends")
    if isinstance(extends, nodes.ExtendsClause):
        if family.parent is None:
            assert family.refusal is not None
            findings.append(family.refusal)
            unread.parent = True
        else:
            above = merged(family.parent, for_child=True)
            findings += [finding for finding in above.findings if finding.level == "error"]
            inherited, unread = _passed_on(above.clauses), above.unread
            parents = ((extends.parent, family.parent.source), *above.parents)
    elif not is_defaults(family.source) and not unread.parent:
        inherited = dict(_defaults())
    without_own = dict(inherited)
    own: dict[str, nodes.Clause] = {}
    for key, clause in written.clauses.items():
        if isinstance(clause, nodes.WithoutClause):
            if not unread.parent:
                findings += _dropped(clause, inherited, unread)
        elif clause is not extends:
            own[key] = clause
    if not for_child:
        findings += lost_options(own.get("match"), inherited.get("match"))
    unread.keys = (unread.keys - own.keys()) | written.missed
    own = {key: overriding(clause, inherited.get(key)) for key, clause in own.items()}
    kept = {key: clause for key, clause in inherited.items() if key not in unread.keys}
    clauses = {**without_the_impossible(kept, own), **own}
    return Merged(family, clauses, frozenset(own), without_own, parents, unread, tuple(findings))


@cache
def _defaults() -> dict[str, nodes.Clause]:
    """The clauses of the defaults that a file without a parent inherits."""
    written = Written(Parts.of(defaults()), frozenset())
    assert not written.findings, written.findings
    return _passed_on(written.clauses)


def _passed_on(clauses: Mapping[str, nodes.Clause]) -> dict[str, nodes.Clause]:
    """The clauses that a child inherits: all but the title, the examples and the invariants."""
    stays = nodes.VariantClause | nodes.ExampleClause | nodes.InvariantClause
    return {key: clause for key, clause in clauses.items() if not isinstance(clause, stays)}


def _dropped(
    drop: nodes.WithoutClause, inherited: dict[str, nodes.Clause], unread: Unread
) -> Iterator[Diagnostic]:
    """Take what a clause `without …` drops out of those inherited; yields what is wrong with it."""
    key = drop.dropped
    default = _defaults().get(key)
    dropped = inherited.pop(key, None)
    if default is not None:
        inherited[key] = default
    if dropped not in (None, default) or unread.clause(key):
        return
    if not key.startswith("award "):
        yield Diagnostic(
            "nothing-to-drop",
            f'no "{key}" is inherited, so there is nothing to leave out',
            drop.dropped_span,
            helps=("remove this line", *_MEANT_BY_WITHOUT.get(key, ())),
            level="warning",
        )
        return
    name = key.removeprefix("award ")
    awards = [other.removeprefix("award ") for other in inherited if other.startswith("award ")]
    near = suggestion(name, awards)
    yield Diagnostic(
        "unknown-award",
        f'no award "{name}" is inherited{did_you_mean(near)}',
        drop.dropped_span,
        helps=() if near else (f"the inherited awards are: {', '.join(awards) or 'none'}",),
    )
