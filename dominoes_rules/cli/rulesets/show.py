"""`show`: the rules of a variant in plain English, as clauses, or as generated functions."""

from __future__ import annotations

import argparse
import shutil
import textwrap
from collections.abc import Sequence

from dominoes_lang.analysis.profile import profile
from dominoes_lang.languages.language import english
from dominoes_lang.languages.rule_sheet import Section, sheet_for_all, shown_line
from dominoes_lang.setup.ruleset import Ruleset, Setup
from dominoes_lang.sheet.message import SheetMessage
from dominoes_lang.sheet.sheet_lines import entry, merged, runs
from dominoes_lang.syntax.nodes import CLAUSE_WORDS, Clause, ExampleClause, InvariantClause
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules import library
from dominoes_rules.cli.common import parameters, ruleset_and_seats, write_json
from dominoes_rules.cli.main import FINE
from dominoes_rules.cli.spoken import speech_of
from dominoes_rules.speech.speech import ENGLISH, Speech

WIDEST, NARROWEST = 88, 24


def run(args: argparse.Namespace) -> int:
    """Print the rules for one number of players, or for all, or write them as a page."""
    if args.html is not None and (args.json or args.python or args.clauses):
        raise ArgumentError("--html writes a page: leave out --python, --clauses and --json")
    if args.language is not None and (args.json or args.python or args.clauses):
        raise ArgumentError(
            "--language is for the rule sheet: leave out --python, --clauses, --json"
        )
    speech = speech_of(args.language, is_read=args.html is None)
    ruleset, seats = ruleset_and_seats(args.variant)
    chosen = parameters(args.parameters)
    if args.python:
        compiled = library.compiled(ruleset, seats, chosen)
        if args.json:
            write_json({"variant": ruleset.name, "python": compiled.source})
        else:
            print(compiled.source, end="")
        return FINE
    counts = [seats] if seats is not None else list(ruleset.players)
    setups = [ruleset.setup(count, chosen) for count in counts]
    if args.json:
        write_json(_as_json(ruleset, setups))
    elif args.html is not None:
        # Imported here: a sheet in the terminal needs no round, and so no solver.
        from dominoes_rules.authoring.rule_page import rule_page
        from dominoes_rules.cli.pictures import write_picture

        compiled = library.compiled(ruleset, counts[-1], chosen)
        sections = _sections(setups, speech, analysis=args.analysis)
        title = _title(ruleset, setups, speech)
        write_picture(rule_page(title, sections, compiled, speech), args.html)
    elif args.clauses:
        for clause in _clauses(ruleset):
            print(clause.span.text)
    else:
        print(printed(ruleset, setups, speech, analysis=args.analysis))
    return FINE


def _clauses(ruleset: Ruleset) -> list[Clause]:
    """Every clause in force, with inherited ones and defaults, in the order of a file."""
    order = list(CLAUSE_WORDS)
    rules = [
        clause
        for clause in ruleset.clauses.values()
        if not isinstance(clause, ExampleClause | InvariantClause)
    ]
    return sorted(rules, key=lambda clause: order.index(type(clause)))


def _as_json(ruleset: Ruleset, setups: Sequence[Setup]) -> dict[str, object]:
    return {
        "variant": ruleset.name,
        "title": ruleset.title,
        "players": [setup.seats for setup in setups],
        "sheet": [
            {"title": section.title, "lines": list(section.lines)}
            for section in sheet_for_all(setups)
        ],
        "follows": [profile(setup).as_json() for setup in setups],
        "clauses": {clause.key: clause.span.text for clause in _clauses(ruleset)},
    }


def printed(
    ruleset: Ruleset, setups: Sequence[Setup], speech: Speech = ENGLISH, *, analysis: bool
) -> str:
    """The rule sheet as text, as wide as the terminal allows; at the end what can be proved."""
    width = min(WIDEST, max(NARROWEST, shutil.get_terminal_size().columns))
    title = _title(ruleset, setups, speech)
    parts = [f"{textwrap.fill(title, width)}\n{'=' * min(len(title), width)}"]
    parts += [_section(section, width) for section in _sections(setups, speech, analysis=analysis)]
    return "\n\n".join(parts)


def _title(ruleset: Ruleset, setups: Sequence[Setup], speech: Speech) -> str:
    players = speech.language.words(runs([setup.seats for setup in setups]), "or")
    title = speech.language.title(ruleset.title)
    return speech.text("{game}, for {players} players", game=title, players=players)


def _sections(setups: Sequence[Setup], speech: Speech, *, analysis: bool) -> list[Section]:
    """The sections of the sheet; what is proved is for authors of rules, and in English."""
    sections = [*sheet_for_all(setups, speech.language)]
    if analysis:
        follows = merged(
            {
                setup.seats: [
                    entry(SheetMessage("written", text=line)) for line in profile(setup).lines()
                ]
                for setup in setups
            }
        )
        lines = tuple(shown_line(english(), line) for line in follows)
        sections.append(Section("What follows from these rules", lines))
    return sections


def _section(section: Section, width: int) -> str:
    lines = [section.title]
    for line in section.lines:
        indent = "  " + "  " * line.startswith("- ")
        more = indent + "  " * line.startswith("- ")
        lines.append(
            textwrap.fill(
                line,
                width,
                initial_indent=indent,
                subsequent_indent=more,
                break_on_hyphens=False,
            )
        )
    return "\n".join(lines)
