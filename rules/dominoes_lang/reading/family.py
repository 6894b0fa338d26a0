"""A rules file and the files that it extends, each found and split once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import PurePath
from typing import TypeAlias

from dominoes_lang.reading.written import Parts, Written
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.vocabulary import is_sure, suggestion
from dominoes_lang.text.diagnostics import Diagnostic, Edit, Fix, RulesError, did_you_mean
from dominoes_lang.text.reach import OutOfReach, resolved
from dominoes_lang.text.rules_text import read
from dominoes_lang.text.source import Source

DEEPEST_FAMILY = 16
_ANOTHER = 'extend another variant, for instance "block", or remove this line'

Library: TypeAlias = Callable[[], Mapping[str, Callable[[], Source]]]
"""The variants that `extends` and the command line know by name; `dict` knows none."""


@dataclass(frozen=True, eq=False)
class Family:
    """A source with the family of its parent, as far as that can be found."""

    written: Written
    parent: Family | None = None
    refusal: Diagnostic | None = None
    """Why there is no parent although the source names one."""

    @property
    def source(self) -> Source:
        return self.written.parts.source


def family_of(source: Source, library: Library) -> Family:
    """The family of a source. It reads files, but none of the clauses except `extends`."""
    return _family(Parts.of(source), library, ())


def _family(parts: Parts, library: Library, children: tuple[str, ...]) -> Family:
    """The family of a source; `children` are the identities of those that extend it."""
    parent: Family | None = None
    refusal: Diagnostic | None = None
    if parts.extends is not None:
        located = _parent(parts.extends, parts.source, library(), children)
        if isinstance(located, Diagnostic):
            refusal = located
        else:
            source, identity = located
            parent = _family(_kept_parts(source), library, (*children, identity))
    names = parent.written.passed_names if parent is not None else frozenset()
    return Family((_kept_written if children else Written)(parts, names), parent, refusal)


# Parents are kept, since they are read again with every child. So their places are told apart by
# one source as well, which the cache has of equal ones.
_kept_parts = lru_cache(maxsize=64)(Parts.of)
_kept_written = lru_cache(maxsize=64)(Written)


def _parent(
    extends: nodes.ExtendsClause,
    source: Source,
    bundled: Mapping[str, Callable[[], Source]],
    children: tuple[str, ...],
) -> tuple[Source, str] | Diagnostic:
    """The source that another one extends and its identity, or why it can't be used."""

    def refuse(code: str, message: str, *helps: str) -> Diagnostic:
        return Diagnostic(code, message, extends.parent_span, helps=helps)

    name = extends.parent
    try:
        located = _located(name, source, bundled)
        if located is None and _is_itself(source, _beside(name, source)):
            return refuse("cyclic-extends", f'"{name}" is this file itself', _ANOTHER)
    except (RulesError, OSError, ValueError) as error:
        why = error.diagnostics[0].message if isinstance(error, RulesError) else str(error)
        return refuse("unreadable-parent", f'"{name}" can\'t be read: {why}')
    if located is None:
        plain = name.removesuffix(".rules")
        near = plain if plain in bundled else suggestion(plain, list(bundled))
        sure = near is not None and (near == plain or is_sure(plain, near, bundled))
        fix = Fix(f'write "{near}"', (Edit(extends.parent_span, f'"{near}"'),))
        refusal = refuse(
            "unknown-parent",
            f'there is no variant "{name}"{did_you_mean(near)}',
            f"put {PurePath(_beside(name, source)).name} next to this file"
            + ("" if near else f", or extend one of {', '.join(bundled)}"),
        )
        return replace(refusal, asked=near or "", fixes=(fix,) if sure else ())
    if located[1] in children:
        return refuse("cyclic-extends", f'"{name}" extends this file in turn', _ANOTHER)
    if len(children) >= DEEPEST_FAMILY:
        return refuse(
            "deep-extends",
            f"this is a chain of more than {DEEPEST_FAMILY} files that extend each other",
        )
    return located


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
