"""From a file to a checked ruleset: reading, inheritance, checking."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path, PurePath
from typing import TypeAlias

from dominoes_lang.check.checker import check, check_wording
from dominoes_lang.check.context import Unread
from dominoes_lang.check.match_warnings import lost_options
from dominoes_lang.repair.fixes import parse_with_fixes
from dominoes_lang.setup.defaults import defaults, is_defaults
from dominoes_lang.setup.inheritance import overriding, without_the_impossible
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.build import build
from dominoes_lang.syntax.clauses import MOST_FINDINGS, declared, split
from dominoes_lang.syntax.vocabulary import (
    CLAUSES,
    LONGEST_WORD,
    UNIQUE_BY_NAME,
    is_sure,
    suggestion,
)
from dominoes_lang.text.diagnostics import Diagnostic, Edit, Fix, Label, RulesError
from dominoes_lang.text.quoting import plain
from dominoes_lang.text.reach import OutOfReach, resolved
from dominoes_lang.text.rules_text import LONGEST_MARK, expect_plain_text, read
from dominoes_lang.text.source import Source, Span

DEEPEST_FAMILY = 16
_QUOTED = re.compile(r'"([^"\n]*)"')

Library: TypeAlias = Callable[[], Mapping[str, Callable[[], Source]]]
"""The variants that `extends` and the command line know by name."""


def no_library() -> dict[str, Callable[[], Source]]:
    """A library without variants."""
    return {}


@dataclass(frozen=True)
class Family:
    """A file's clauses with those that it inherits."""

    name: str
    source: Source
    clauses: dict[str, nodes.Clause]
    own: frozenset[str]
    inherited: dict[str, nodes.Clause]
    """The clauses as they would be without the file's own."""
    parents: tuple[tuple[str, Source], ...]
    """As in a `Ruleset`."""
    unread: Unread


def load(source: Source, library: Library = no_library) -> Ruleset:
    """The ruleset of a source. Raises `RulesError` with every error found in it."""
    expect_plain_text(source.name, source.text[:LONGEST_MARK].encode("utf-8", "replace"))
    read: list[Diagnostic] = []
    family = family_of(source, library, read)
    errors = [one for one in read if one.level == "error"]
    unread = len(errors)
    ruleset = Ruleset(family.name, source, family.clauses, family.own, parents=family.parents)
    warnings = [one for one in read if one.level == "warning"]
    warnings += check(ruleset, errors, family.unread)
    if errors:
        # Imported here because most files have no error.
        from dominoes_lang.check.conflicts import at_their_cause
        from dominoes_lang.repair.proving import proved

        errors[unread:] = at_their_cause(errors[unread:], ruleset, family.inherited, family.unread)
        errors = proved(errors, source, lambda text: _wrongly_written(text, library))
        raise RulesError(_in_order(errors, source))
    return replace(ruleset, warnings=tuple(_in_order(warnings, source)))


def _wrongly_written(source: Source, library: Library) -> list[Diagnostic]:
    """What is wrong with how the clauses of a source are written, each by itself."""
    findings: list[Diagnostic] = []
    family = family_of(source, library, findings)
    ruleset = Ruleset(family.name, source, family.clauses, family.own, parents=family.parents)
    check_wording(ruleset, findings, family.unread)
    return _in_order(findings, source)


def load_file(path: Path, library: Library = no_library) -> Ruleset:
    """The ruleset of a file. Raises `RulesError`, also where the file can't be read."""
    return load(read(path), library)


def family_of(
    source: Source, library: Library, findings: list[Diagnostic], children: tuple[str, ...] = ()
) -> Family:
    """A source's clauses on top of its parent's, or of the defaults, as far as they can be read.

    What can't be read is reported in `findings`; `children` are the files that extend this one.
    """
    names = inherited_names(source, library)
    own, missed = (_written_before if children else _written)(source, findings, names)
    name = plain(PurePath(source.name).name.removesuffix(".rules"))
    extends = own.pop("extends", None)
    drops = [own.pop(key) for key in list(own) if key.startswith("without ")]
    unread = Unread(parent="extends" in missed)
    inherited: dict[str, nodes.Clause] = {}
    parents: tuple[tuple[str, Source], ...] = ()
    if isinstance(extends, nodes.ExtendsClause):
        inherited, unread, parents = _parent(extends, source, library, findings, children)
    elif not is_defaults(source) and not unread.parent:
        inherited = _defaults()
    without_own = dict(inherited)
    if not unread.parent:
        for drop in drops:
            assert isinstance(drop, nodes.WithoutClause)
            _drop(drop, inherited, unread, findings)
    if not children:
        findings += lost_options(own.get("match"), inherited.get("match"))
    unread.keys = (unread.keys - own.keys()) | missed
    own = {key: overriding(clause, inherited.get(key)) for key, clause in own.items()}
    kept = {key: clause for key, clause in inherited.items() if key not in unread.keys}
    clauses = {**without_the_impossible(kept, own), **own}
    return Family(name, source, clauses, frozenset(own), without_own, parents, unread)


def inherited_names(source: Source, library: Library, depth: int = 1) -> frozenset[str]:
    """What a source's parents declare, as `clauses.declared` gives it, as far as can be read."""
    names: frozenset[str] = frozenset()
    for parent in _parents_named(source):
        if depth > DEEPEST_FAMILY:
            continue
        with contextlib.suppress(RulesError, OSError, ValueError):
            located = _located(parent, source, library())
            if located is not None:
                further = inherited_names(located[0], library, depth + 1)
                names |= (further - {"direction"}) | _declared_in(located[0], further)
    return names


@lru_cache(maxsize=64)
def _parents_named(source: Source) -> tuple[str, ...]:
    """What the clauses `extends` of a source name, kept because parents are asked every time."""
    clauses = (clause for clause in split(source, []) if clause.rule == CLAUSES["extends"])
    quoted = (_QUOTED.search(clause.text) for clause in clauses)
    return tuple(parent[1] for parent in quoted if parent is not None)


@lru_cache(maxsize=64)
def _declared_in(source: Source, inherited: frozenset[str]) -> frozenset[str]:
    """What a source declares, kept likewise."""
    return declared(split(source, [], inherited))


def _written(
    source: Source, findings: list[Diagnostic], inherited: frozenset[str] = frozenset()
) -> tuple[dict[str, nodes.Clause], set[str]]:
    """The clauses of a source, each once, and the keys of those that can't be read."""
    clauses: dict[str, nodes.Clause] = {}
    missed: set[str] = set()
    outside: list[Diagnostic] = []
    texts = split(source, outside, inherited)
    if outside:
        # Imported here because most files have nothing outside their clauses.
        from dominoes_lang.repair.nameless import with_clauses_meant

        findings += with_clauses_meant(outside)
    for text in texts:
        tree = None if text.misnamed else parse_with_fixes(text, findings)
        clause = build(text, tree, findings) if tree is not None else None
        if clause is None:
            missed.add(text.key)
        elif clause.key in clauses:
            findings.append(_duplicate(source, clause, clauses[clause.key]))
        else:
            clauses[clause.key] = clause
        if len(findings) > MOST_FINDINGS:
            break
    findings[:] = _with_reserved_names(findings)
    return clauses, missed - clauses.keys()


def _with_reserved_names(findings: list[Diagnostic]) -> Iterator[Diagnostic]:
    """The findings; those right after a name that can't be one advise another name as well."""
    reserved = {it.span.text: it.helps for it in findings if it.code == "reserved-word"}
    for finding in findings:
        span = finding.span
        end = span.end if finding.code == "unfinished" else span.start
        word = "".join(span.source.text[max(0, end - LONGEST_WORD) : end].split()[-1:])
        if word in reserved and not finding.fixes:
            other = f'if your own "{word}" is meant, {reserved[word][0]}'
            finding = replace(finding, helps=(other, *finding.helps))
        yield finding


def _written_before(
    source: Source, findings: list[Diagnostic], inherited: frozenset[str] = frozenset()
) -> tuple[dict[str, nodes.Clause], set[str]]:
    """What `_written` gives, kept for the next call: parents are read again with every child."""
    clauses, missed, inside = _kept(source, inherited)
    findings += inside
    return dict(clauses), set(missed)


@lru_cache(maxsize=64)
def _kept(
    source: Source, inherited: frozenset[str]
) -> tuple[dict[str, nodes.Clause], set[str], tuple[Diagnostic, ...]]:
    findings: list[Diagnostic] = []
    clauses, missed = _written(source, findings, inherited)
    return clauses, missed, tuple(findings)


@lru_cache(maxsize=64)
def _same(source: Source) -> Source:
    """One object for equal sources, since places are told apart by the source that they are in."""
    return source


_OTHER_NAME = dict.fromkeys(
    ("award", "define"), ', or give the second another name, for instance "{}_2"'
)
"""What else may be done with a second clause of a name, by the header."""


def _duplicate(source: Source, clause: nodes.Clause, first: nodes.Clause) -> Diagnostic:
    header = nodes.CLAUSE_WORDS[type(clause)]
    named = f'"{clause.key}"' if header in UNIQUE_BY_NAME else f'the clause "{header}"'
    places = [Span(source, one.span.start, one.span.start + len(header)) for one in (clause, first)]
    return Diagnostic(
        "said-twice",
        f"{named} appears twice in this file",
        places[0],
        helps=(f"keep one of the two{_OTHER_NAME.get(header, '').format(clause.key)}",),
        others=(Label(places[1], "the first one"),),
    )


def _defaults() -> dict[str, nodes.Clause]:
    findings: list[Diagnostic] = []
    clauses, _ = _written_before(defaults(), findings)
    assert not findings, findings
    return _passed_on(clauses)


def _passed_on(clauses: dict[str, nodes.Clause]) -> dict[str, nodes.Clause]:
    """The clauses that a child inherits: all but the title, the examples and the invariants."""
    stays = nodes.VariantClause | nodes.ExampleClause | nodes.InvariantClause
    return {key: clause for key, clause in clauses.items() if not isinstance(clause, stays)}


def _parent(
    extends: nodes.ExtendsClause,
    source: Source,
    library: Library,
    findings: list[Diagnostic],
    children: tuple[str, ...],
) -> tuple[dict[str, nodes.Clause], Unread, tuple[tuple[str, Source], ...]]:
    """The clauses inherited, the parts of the parent that could not be read, and its sources."""

    def refuse(
        code: str, message: str, *helps: str
    ) -> tuple[dict[str, nodes.Clause], Unread, tuple[tuple[str, Source], ...]]:
        findings.append(Diagnostic(code, message, extends.parent_span, helps=helps))
        return {}, Unread(parent=True), ()

    beside = _beside(extends.parent, source)
    bundled = library()
    try:
        located = _located(extends.parent, source, bundled)
        if located is None and _is_itself(source, beside):
            return refuse(
                "cyclic-extends",
                f'"{extends.parent}" is this file itself',
                'extend another variant, for instance "block", or remove this line',
            )
        if located is not None:
            parent, identity = _same(located[0]), located[1]
        else:
            plain = extends.parent.removesuffix(".rules")
            near = plain if plain in bundled else suggestion(plain, list(bundled))
            hint = f'; did you mean "{near}"?' if near else ""
            inherited, unread, parents = refuse(
                "unknown-parent",
                f'there is no variant "{extends.parent}"{hint}',
                f"put {PurePath(beside).name} next to this file"
                + ("" if near else f", or extend one of {', '.join(bundled)}"),
            )
            if near is not None and (near == plain or is_sure(plain, near, bundled)):
                fix = Fix(f'write "{near}"', (Edit(extends.parent_span, f'"{near}"'),))
                findings[-1] = replace(findings[-1], fixes=(fix,))
            return inherited, unread, parents
    except (RulesError, OSError, ValueError) as error:
        why = error.diagnostics[0].message if isinstance(error, RulesError) else str(error)
        return refuse("unreadable-parent", f'"{extends.parent}" can\'t be read: {why}')
    if identity in children:
        return refuse(
            "cyclic-extends",
            f'"{extends.parent}" extends this file in turn',
            'extend another variant, for instance "block", or remove this line',
        )
    if len(children) >= DEEPEST_FAMILY:
        return refuse(
            "deep-extends",
            f"this is a chain of more than {DEEPEST_FAMILY} files that extend each other",
        )
    inside: list[Diagnostic] = []
    family = family_of(parent, library, inside, (*children, identity))
    findings += [one for one in inside if one.level == "error"]
    return _passed_on(family.clauses), family.unread, ((extends.parent, parent), *family.parents)


def _located(
    parent: str, source: Source, bundled: Mapping[str, Callable[[], Source]]
) -> tuple[Source, str] | None:
    """The source that `extends "parent"` means in a source, and its unique identity.

    A file in the same folder comes before a bundled variant. Raises `RulesError` if it can't be
    read.
    """
    beside = _beside(parent, source)
    try:
        path = source.reach.path(beside)
        if not _is_itself(source, beside) and source.reach.has(beside) and path.name != ".rules":
            return read(beside, source.reach), str(resolved(path))
    except OutOfReach:
        if parent not in bundled:
            raise
    if parent in bundled:
        return bundled[parent](), f"bundled {parent}"
    return None


def _beside(parent: str, source: Source) -> str:
    """The name of the file next to a source that `extends "parent"` means, if there is one."""
    return str(PurePath(source.name).parent / f"{parent.removesuffix('.rules')}.rules")


def _is_itself(source: Source, beside: str) -> bool:
    reach = source.reach
    return resolved(reach.path(source.name)) == resolved(reach.path(beside))


def ancestors(ruleset: Ruleset, library: Library = no_library) -> Iterator[Ruleset]:
    """The rulesets that a ruleset extends: its parent, then the parent's parent, and so on.

    Raises `RulesError` if one can't be used any more.
    """
    source = ruleset.source
    for _ in range(DEEPEST_FAMILY):
        extends = _written(source, [])[0].get("extends")
        if not isinstance(extends, nodes.ExtendsClause):
            return
        located = _located(extends.parent, source, library())
        if located is None:
            return
        source = located[0]
        yield load(source, library)


_MEANT_BY_WITHOUT = {
    "doubles": ('for a set without doubles, write "tiles: double-six without doubles"',),
}
"""What a clause that drops nothing may have meant."""


def _drop(
    drop: nodes.WithoutClause,
    inherited: dict[str, nodes.Clause],
    unread: Unread,
    findings: list[Diagnostic],
) -> None:
    key = drop.dropped
    default = _defaults().get(key)
    dropped = inherited.pop(key, None)
    if default is not None:
        inherited[key] = default
    if dropped not in (None, default) or unread.clause(key):
        return
    if not key.startswith("award "):
        findings.append(
            Diagnostic(
                "nothing-to-drop",
                f'no "{key}" is inherited, so there is nothing to leave out',
                drop.dropped_span,
                helps=("remove this line", *_MEANT_BY_WITHOUT.get(key, ())),
                level="warning",
            )
        )
        return
    name = key.removeprefix("award ")
    awards = [other.removeprefix("award ") for other in inherited if other.startswith("award ")]
    near = suggestion(name, awards)
    hint = f'; did you mean "{near}"?' if near else ""
    findings.append(
        Diagnostic(
            "unknown-award",
            f'no award "{name}" is inherited{hint}',
            drop.dropped_span,
            helps=() if near else (f"the inherited awards are: {', '.join(awards) or 'none'}",),
        )
    )


def _in_order(findings: list[Diagnostic], source: Source) -> list[Diagnostic]:
    """Findings by place, those of the file itself first."""
    in_order = sorted(
        findings,
        key=lambda one: (one.span.source is not source, one.span.source.name, one.span.start),
    )
    left_out = len(in_order) - MOST_FINDINGS
    if left_out > 0:
        last = in_order[MOST_FINDINGS - 1]
        notes = (*last.notes, f"and {left_out} more, not shown here")
        in_order[MOST_FINDINGS - 1 :] = [replace(last, notes=notes)]
    return in_order
