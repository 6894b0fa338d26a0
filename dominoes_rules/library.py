"""Rulesets by name: the bundled variants, and the user's own files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from dominoes_lang import load as lang
from dominoes_lang.setup.binding import Value
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.syntax.vocabulary import suggestion
from dominoes_lang.text import resources, rules_text
from dominoes_lang.text.diagnostics import UnreadableFile
from dominoes_lang.text.quoting import short
from dominoes_lang.text.reach import EVERYWHERE, Reach
from dominoes_lang.text.root_exception import ArgumentError, expect_type
from dominoes_lang.text.source import Source

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled


@cache
def bundled() -> Mapping[str, Callable[[], Source]]:
    """The variants that come with the project: for each name a function that reads its text."""
    folder = resources.bundled("dominoes_rules", "variants")
    files = {file.name.removesuffix(".rules"): file for file in folder.iterdir()
             if file.name.endswith(".rules")}  # fmt: skip

    def reader(name: str) -> Callable[[], Source]:
        return lambda: Source(str(files[name]), files[name].read_text(encoding="utf-8"))

    return {name: reader(name) for name in sorted(files)}


def load(path: str | Path) -> Ruleset:
    """Read a rules file. Raises `RulesError`, which lists everything wrong with it."""
    expect_type("path", path, str | Path, "the path of a rules file")
    if str(path) in bundled() and not Path(path).exists():
        raise UnreadableFile(
            str(path), f'there is no such file; the bundled variant is variant("{path}")'
        )
    return lang.load_file(Path(path), bundled)


def variant(name: str) -> Ruleset:
    """Return a bundled variant by its name. Raises `UnreadableFile` for an unknown name."""
    expect_type("name", name, str, "the name of a variant")
    return _variant(name)


@cache
def _variant(name: str) -> Ruleset:
    known = bundled()
    if name not in known:
        raise UnreadableFile(short(name), f"there is no variant of that name; {_hint(name, known)}")
    return lang.load(known[name](), bundled)


def variants() -> tuple[str, ...]:
    """The names of the bundled variants, in alphabetical order."""
    return tuple(bundled())


def is_bundled(name: str, ruleset: Ruleset) -> bool:
    """Whether a name is that of a bundled variant with these very rules."""
    return name in bundled() and variant(name) == ruleset


def loads(text: str) -> Ruleset:
    """Read rules from a string; the parent is a bundled variant or a file in the current folder.

    Raises `RulesError`. For a stranger's text, use `Library.loads`.
    """
    return _of_text(text, EVERYWHERE)


def _of_text(text: str, reach: Reach) -> Ruleset:
    expect_type("rules", text, str, "a text")
    rules_text.expect_length("text", text)
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return lang.load(Source("text.rules", lines, reach), bundled)


def _hint(name: str, known: Iterable[str]) -> str:
    """A suggestion for a name that no variant has."""
    with suppress(OSError, ValueError):
        if Path(f"{name}.rules").is_file():
            return f'did you mean the file "{name}.rules"?'
        if Path(name).suffix or Path(name).is_file():
            return "the name of a rules file ends in .rules"
    return _near(name, known)


def _near(name: str, known: Iterable[str]) -> str:
    near = suggestion(name, list(known))
    return f'did you mean "{near}"?' if near else f"the variants are {', '.join(known)}"


def digest(ruleset: Ruleset) -> str:
    """The sha256 of the text of rules, and of the texts that it extends, a zero byte between."""
    texts = ruleset.source.text, *(source.text for _, source in ruleset.parents)
    return sha256("\0".join(texts).encode()).hexdigest()


def kept_files(ruleset: Ruleset) -> list[dict[str, str]]:
    """The texts that make rules anew, its own first; none for those of a bundled variant."""
    if is_bundled(ruleset.name, ruleset):
        return []
    return [
        {"name": name, "text": source.text}
        for name, source in ((ruleset.source.name, ruleset.source), *ruleset.parents)
    ]


def of_kept(name: str, files: Sequence[tuple[str, str]]) -> Ruleset:
    """The ruleset of kept texts, of which the first is its own; no file is looked at.

    Raises `RulesError`.
    """
    for _, text in files:
        rules_text.expect_length(name, text)
    sources = [(called, Source(called, text, Reach(None))) for called, text in files[1:]]
    parents = {called: partial(lambda source: source, source) for called, source in sources}
    return lang.load(Source(name, files[0][1], Reach(None)), lambda: {**bundled(), **parents})


def without_folders(ruleset: Ruleset) -> Ruleset:
    """The same rules, whose file has a name and no folder, for those who may not see folders."""
    files = [(file["name"], file["text"]) for file in kept_files(ruleset)]
    return of_kept(Path(ruleset.source.name).name, files) if files else ruleset


def parent(ruleset: Ruleset) -> Ruleset | None:
    """The ruleset that another one extends, from the text that it was made of."""
    if not ruleset.parents:
        return None
    return of_kept(ruleset.parents[0][0], [(name, source.text) for name, source in ruleset.parents])


class Library:
    """Rulesets for a program that receives names and rules from strangers.

    It reads only the rules files in the folder `root` and below, by names relative to it, whatever
    a name, an `extends` or a link points to. Without a `root`, it has only the bundled variants.
    `Position(text, library=…)` searches for VARIANT in it.
    """

    def __init__(self, root: str | Path | None = None) -> None:
        """Raises `ArgumentError` if `root` is not a folder."""
        expect_type("root", root, str | Path | None, "the path of a folder")
        if root is not None and not Path(root).is_dir():
            raise ArgumentError(f"the root of a library must be a folder: {str(root)!r} is not")
        self._reach = Reach(None if root is None else Path(root).resolve())

    def find(self, name: str) -> Ruleset:
        """Return a bundled ruleset, or one by its file name in `.rules`. Raises `RulesError`."""
        expect_type("name", name, str, "the name of a variant or of a rules file")
        if name.endswith(".rules"):
            return self.load(name)
        known = bundled()
        if name not in known:
            near = _near(name, known)
            raise UnreadableFile(short(name), f"there is no variant of that name; {near}")
        return variant(name)

    def load(self, name: str | Path) -> Ruleset:
        """Read a rules file. Raises `RulesError`, also if the file is outside the library."""
        return lang.load(rules_text.read(name, self._reach), bundled)

    def loads(self, text: str) -> Ruleset:
        """Read rules from a string; their parent must be in this library.

        Raises `RulesError`.
        """
        return _of_text(text, self._reach)


def find(name: str) -> Ruleset:
    """A ruleset by bundled name, or by a path that ends in `.rules`. Raises `RulesError`."""
    return load(name) if name.endswith(".rules") else variant(name)


def compiled(
    ruleset: Ruleset, seats: int | None = None, parameters: Mapping[str, Value] | None = None
) -> Compiled:
    """The generated functions of a ruleset, for seats and parameter values; made once each.

    Raises `ParameterError` for what the ruleset does not allow.
    """
    # Here, since `check` needs no generated code and should start at once.
    from dominoes_lang.codegen.compiled import compile_rules

    expect_type("parameters", parameters, Mapping | None, "a mapping of names to values")
    # As they were asked for, so that rules are not bound again to find out that they are here.
    asked = _key(ruleset, seats, (parameters or {}).items())
    rules = _found(asked, ruleset)
    if rules is None:
        setup = ruleset.setup(seats, parameters)
        bound = _key(ruleset, setup.seats, setup.parameters)
        rules = _found(bound, ruleset)
        if rules is None:
            rules = compile_rules(setup)
        _keep(bound, rules)
    _keep(asked, rules)
    return rules


def _key(ruleset: Ruleset, seats: int | None, values: Iterable[tuple[str, Value]]) -> object:
    # By `repr`, since 1 and True are equal, and what is given may be anything.
    settings = frozenset((name, repr(value)) for name, value in values)
    return ruleset.source.name, ruleset.source.text, seats, settings


def _found(key: object, ruleset: Ruleset) -> Compiled | None:
    """The functions kept under a key, if they are of these very rules: files may have changed."""
    rules = _compiled.get(key)
    if rules is None or rules.setup.ruleset is ruleset or rules.setup.ruleset == ruleset:
        return rules
    return None


def _keep(key: object, rules: Compiled) -> None:
    """Keep functions as those used last; the ones that were not used for longest go."""
    with _keeping:
        _compiled.pop(key, None)
        _compiled[key] = rules
        if len(_compiled) > MOST_COMPILED:
            del _compiled[next(iter(_compiled))]


MOST_COMPILED = 256
"""The most keys under which functions are kept: a server is sent new rules all day long."""
_compiled: dict[object, Compiled] = {}
_keeping = Lock()
