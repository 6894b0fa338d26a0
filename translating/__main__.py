"""`python -m translating xx [--sheets FOLDER]` begins a language, or tells how far it is."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog

from dominoes_lang.languages.rule_sheet import sheet_for_all
from dominoes_rules import library
from translating.catalogues import (
    NoLanguageFile,
    bring_up_to_date,
    catalogue_path,
    fresh_catalogue,
    read_catalogue,
    texts,
    write_catalogue,
)
from translating.compiling import compile_catalogues
from translating.sentences import NotASentence, sentences
from translating.table_faults import table_faults
from translating.tables import begin_table, language_so_far, missing_texts
from translating.wholeness import (
    catalogue_faults,
    messages,
    missing_phrases,
    missing_sentences,
    table_path,
)

CODE = re.compile(r"[a-z]{2,3}")
SHOWN = 20
"""Lines of each list that are shown; the files have the rest."""
BAD_CALL = 2


class NoLanguage(Exception):
    """There can be no language by this code: why, and what to write."""


def language_name(code: str) -> str:
    """The English name of a language by its code. Raises `NoLanguage`."""
    names: Mapping[str, str] = Locale("en").languages
    if code == "en":
        raise NoLanguage("en is the language that all others are translated from")
    if CODE.fullmatch(code) and code in names:
        return names[code]
    first = re.split(r"[-_]", code)[0].lower()
    if first != code and first in names:
        raise NoLanguage(
            f"{code!r} is more than the code of a language; write {first}, "
            f"so that all who read {names[first]} get it"
        )
    alike = sorted(known for known, name in names.items() if name.lower() == code.lower())
    mend = f"write {alike[0]}" if alike else "write one such as es, pt or ht (ISO 639)"
    raise NoLanguage(f"{code!r} is no code of a language; {mend}")


def catalogue_up_to_date(code: str) -> Catalog:
    """The catalogue of a language with all sentences, which are also written to its file."""
    path = catalogue_path(code)
    catalogue = read_catalogue(path) if path.exists() else fresh_catalogue(code)
    bring_up_to_date(catalogue, sentences())
    write_catalogue(catalogue, path)
    return read_catalogue(path)  # with the lines that they are on now


def write_sheets(code: str, folder: Path) -> None:
    """The rule sheet of each bundled game as a file; what is still missing is in English."""
    words = language_so_far(code)
    folder.mkdir(parents=True, exist_ok=True)
    for name in library.variants():
        ruleset = library.variant(name)
        sections = sheet_for_all([ruleset.setup(count) for count in ruleset.players], words)
        parts = ("\n".join((section.title, *section.lines, "")) for section in sections)
        text = "\n".join((words.title(ruleset.title), "", *parts))
        (folder / f"{name}.txt").write_text(text, "utf-8")


def sheets_or_fault(code: str, folder: Path) -> None:
    """Write the rule sheets. Raises `NoLanguageFile` if a line of the table can't be told."""
    name = table_path(code).name
    for fault in table_faults(code):
        raise NoLanguageFile(f"{name}: {fault}; no sheet is written")
    try:
        write_sheets(code, folder)
    except (KeyError, TypeError, ValueError, re.error) as problem:
        raise NoLanguageFile(
            f"{name}: a line has no sense: {problem}; compare it with en.toml"
        ) from None


def report(title: str, lines: Sequence[str]) -> None:
    """A list of what there is to do, as long as anything is in it."""
    if not lines:
        return
    say([f"{title}: {len(lines)}", *(f"    {line}" for line in lines[:SHOWN])])
    if len(lines) > SHOWN:
        say([f"    and {len(lines) - SHOWN} more"])


def say(lines: Iterable[str]) -> None:
    """Write lines to the terminal."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))


def tell_what_is_missing(code: str, catalogue: Catalog) -> int:
    """List all that a language lacks, and compile it; how many mistakes there are."""
    path = catalogue_path(code)
    faults = [str(fault) for _, fault in catalogue_faults(catalogue, path.name)]
    untold = missing_sentences(catalogue)
    report(f"Mistakes in {path.name}", faults)
    faults_of_table = table_faults(code)
    report(f"Mistakes in {table_path(code).name}", faults_of_table)
    report(
        f"Sentences that {path.name} has no translation of",
        [f"{message.lineno}: {texts(message.id)[0]!r}" for message in untold],
    )
    report(
        f"Phrases that {table_path(code).name} lacks",
        [f"{part}: {key}" for part, key in missing_phrases(code)],
    )
    report(f"Texts of games that {table_path(code).name} lacks in [games]", missing_texts(code))
    compile_catalogues()
    whole = len(messages(catalogue))
    is_hidden = "" if path.with_suffix(".mo").is_file() else "not yet "
    say([f"{code}: {whole - len(untold)} of {whole} sentences; {is_hidden}offered to players"])
    return len(faults) + len(faults_of_table)


def main(arguments: Sequence[str] | None = None) -> int:
    """Begin a language or go on with it; the exit code, 1 if it has mistakes."""
    parser = argparse.ArgumentParser("dev.py language", description=__doc__.partition("` ")[2])
    parser.add_argument("code", help="such as es; its files are made if they are not there")
    parser.add_argument("--sheets", type=Path, metavar="FOLDER", help="write all rule sheets there")
    args = parser.parse_args(arguments)
    try:
        name = language_name(args.code)
        catalogue = catalogue_up_to_date(args.code)
        if not table_path(args.code).exists():
            begin_table(args.code, name)
        faults = tell_what_is_missing(args.code, catalogue)
        if args.sheets is not None:
            sheets_or_fault(args.code, args.sheets)
    except (NoLanguage, NotASentence, NoLanguageFile) as problem:
        sys.stderr.write(f"dev.py language: {problem}\n")
        return BAD_CALL
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
