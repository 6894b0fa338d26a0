"""The catalogues of the languages: read, brought up to date with the sentences, written."""

from __future__ import annotations

import io
from collections.abc import Sequence
from gettext import c2py
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError, PoFileParser, write_po

CATALOGUES = Path(__file__).parent.parent / "dominoes_rules" / "speech" / "catalogues"
MANY = 1000
"""Numbers below this one decide how many forms a plural has."""
MOST_FORMS = 6
"""That a plural has in any language; a file may claim millions."""
COMMON_PLURALS = ("n != 1", "n > 1")
WIDTH = 100
HEADERS = ("Project-Id-Version", "Language:", "Plural-Forms", "MIME-Version", "Content-")
"""How the lines of a header begin that do not change whenever a program writes the file."""


class NoLanguageFile(Exception):
    """A file of a language cannot be read: which, where, and why."""


class _WrittenCatalogue(Catalog):
    """A catalogue by its file, of whose plurals only the forms are read, and not too many."""

    @property
    def num_plurals(self) -> int:
        return min(super().num_plurals, MOST_FORMS)


def texts(words: str | Sequence[str] | None) -> tuple[str, ...]:
    """The one text or the forms of a plural, as a catalogue has either."""
    return tuple(words) if isinstance(words, list | tuple) else (str(words or ""),)


def catalogue_path(code: str) -> Path:
    """Where translators write the sentences of a language."""
    return CATALOGUES / f"{code}.po"


def plural_forms(code: str) -> str:
    """How many forms a plural has and which number takes which, as gettext writes it.

    The form that Spanish and others have for millions is left out: nobody holds so many tiles.
    """
    catalogue = Catalog(code)
    usual = c2py(catalogue.plural_expr)
    for expression in COMMON_PLURALS:
        common = c2py(expression)
        pairs = {(usual(count), common(count)) for count in range(MANY)}
        if len(pairs) == len({ours for ours, _ in pairs}) == len({theirs for _, theirs in pairs}):
            return f"nplurals=2; plural=({expression});"
    return catalogue.plural_forms


def fresh_catalogue(code: str) -> Catalog:
    """A catalogue without sentences."""
    name = Locale("en").languages.get(code, code)
    comment = f"# The sentences of dominoes-rules in {name}. A glossary goes here."
    catalogue = Catalog(code, None, comment, "dominoes-rules", "1", fuzzy=False)
    catalogue.mime_headers = [*catalogue.mime_headers, ("Plural-Forms", plural_forms(code))]
    return catalogue


def read_catalogue(path: Path) -> Catalog:
    """A catalogue as it is written, but for its header, which is that of its language.

    Raises `NoLanguageFile`.
    """
    try:
        written = _WrittenCatalogue(path.stem)
        with path.open("rb") as file:
            PoFileParser(written, abort_invalid=True).parse(file)
    except PoFileError as problem:
        raise NoLanguageFile(f"{path.name}:{problem.lineno + 1}: {problem.args[0]}") from None
    except OSError as problem:
        raise NoLanguageFile(f"{path.name}: {problem.strerror}") from None
    except (LookupError, ValueError) as problem:  # of signs, charsets and plurals
        raise NoLanguageFile(f"{path.name}: {problem}") from None
    catalogue = fresh_catalogue(path.stem)
    catalogue.header_comment = written.header_comment
    for message in written:
        if message.id:
            catalogue[message.id] = message
    catalogue.obsolete = written.obsolete
    return catalogue


def bring_up_to_date(catalogue: Catalog, sentences: Catalog) -> None:
    """Give a catalogue all sentences that there are now, translated or not.

    A translation of what is said no more stays at the end of the file as a comment, and comes back
    with its sentence. None is guessed from that of a sentence that is alike.
    """
    for message in catalogue.obsolete.values():  # its sentence may be back
        catalogue[message.id] = message
    catalogue.obsolete.clear()
    catalogue.update(sentences, no_fuzzy_matching=True)
    for key in [
        key for key, message in catalogue.obsolete.items() if not any(texts(message.string))
    ]:
        del catalogue.obsolete[key]


def write_catalogue(catalogue: Catalog, path: Path) -> None:
    """Write a catalogue so that its file changes only where sentences do."""
    data = io.BytesIO()
    write_po(data, catalogue, WIDTH, sort_by_file=True, include_lineno=False)
    header, blank, rest = data.getvalue().decode().partition("\n\n")
    lines = header.split("\n")
    kept = [line for line in lines if line[:1] != '"' or line[1:].startswith(HEADERS)]
    path.write_text("\n".join(kept) + blank + rest, "utf-8")
