"""How much the examples and invariants of the bundled variants notice.

One clause at a time is changed in one place, as a slip of the author might change it. A mutant is
caught where `check` finds fault with it, or an example or an invariant of the file fails. Of those
that are not, `diff` tells which mean something else: they are the survivors, and are listed with
what it says of them. What the others change, for instance how far a parameter may be set, shows in
no round.

    python -m benchmarks.mutants [VARIANT ...] [--rounds N] [--seed N]
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import indent

from benchmarks.games import bundled_name
from dominoes_lang import load as lang
from dominoes_lang.syntax.nodes import Clause
from dominoes_lang.text.diagnostics import RulesError
from dominoes_lang.text.source import Source
from dominoes_rules import library, trial
from dominoes_rules.compare.differences import Differences, differences
from dominoes_rules.compare.paired_rounds import SORTS

LONGER = 10
"""How many more rounds are compared than an invariant is watched in."""

LEFT_ALONE = ("variant", "extends", "example", "invariant")
"""Clauses that say nothing about the game."""

SLIPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"\bfewest\b", ("most",)),
    (r"\bmost\b", ("fewest",)),
    (r"\bpips\b", ("tiles", "doubles")),
    (r"\bhighest double\b", ("[6|6]",)),
    (r"\[6\|6\]", ("[5|5]", "[0|0]")),
    (r"\[1\|1\]", ("[0|0]",)),
    (r"\blowest double\b", ("highest double",)),
    (r"\bdouble-six\b", ("double-five", "double-nine")),
    (r"\bdouble-nine\b", ("double-six",)),
    (r" without \[.*", ("",)),
    (r"\bcounterclockwise\b", ("clockwise",)),
    (r"\bcount both halves at ends\b", ("inline",)),
    (r"\bfirst is spinner\b", ("all are spinners",)),
    (r"\ball are spinners\b", ("first is spinner",)),
    (r", (?:count open tips|must be covered|then doubles)\b", ("",)),
    (r"(?<=layout: )( +)line\b(?! open)", (" line open at one end",)),
    (r" open at one end\b", ("",)),
    (r" from (?:round's double|stock|\[.\|.\])", ("",)),
    (r"\bheaviest tile\b", ("highest double",)),
    (r"\brounded to nearest\b", ("rounded up to", "rounded down to")),
    (r"\bin teams of 2\b", ("",)),
    (r"\bfinisher\b", ("opener", "mover", "player after finisher")),
    (r"\bopener\b(?!:)", ("finisher", "player after opener")),
    (r"\bplayer after\b", ("player before", "")),
    (r"'s side\b", ("'s opponents",)),
    (r"\bwinner's opponents\b", ("winner", "everyone")),
    (r"\beveryone\b", ("winner's opponents", "winner")),
    (r"\bto winner\b", ("to finisher's side", "to winner's opponents", "to each side")),
    (r"\bwinner\b(?!:| is|'s)", ("opener", "finisher")),
    (r"\bnobody\b(?! can)", ("finisher's side", "opener's side")),
    (r"\bside with\b", ("player with",)),
    (r"\bplayer with\b", ("player after finisher with", "player with fewest tiles then")),
    (r",? ties to \w+(?:'s side)?", ("", ", ties to opener's side", ", ties to finisher's side")),
    (r"\bnobody can act\b", ("everyone passed in a row", "nobody can play")),
    (r"\beveryone passed in a row\b", ("nobody can act", "passes in a row is 1")),
    (r"\bmover has no tiles\b", ("mover holds at most 1 tile", "any player has no tiles")),
    (r"\bor else\b", ("or",)),
    (r"\bor\b(?! else)", ("or else",)),
    (r"\bdraw 1 then stop\b", ("draw 1 then play", "draw until able then play")),
    (r"\bdraw until able then play\b", ("draw 1 then play", "draw 1 then stop")),
    (r"\bplays (?:it|any tile)\b", ("plays any tile", "plays it")),
    (r"\bredeal\b(?!:)", ("A plays any tile", "lot plays any tile")),
    (r"\blot\b", ("A", "holder of highest double")),
    (r"\bA\b", ("B", "lot")),
    (r"\bby choice\b", ("", "plays any tile")),
    (r"\bplay a double\b", ("play a tile",)),
    (r"\bto mover\b", ("to mover's opponents", "to opener's side")),
    (r"\bafter play\b", ("after pass", "at round end")),
    (r"\bafter pass\b", ("after play", "at round end")),
    (r"\bhalves like it\b", ("ends alike",)),
    (r"\bends alike\b", ("halves like it",)),
    (r"\bpasses before it\b", ("passes in a row",)),
    (r"\bpasses in a row\b", ("passes before it",)),
    (r"\bat round end\b", ("at round end when domino", "at round end when blocked")),
    (r"\bwhen no tile can be drawn\b", ("", "when tiles in stock is at most 1")),
    (r"\bfirst side to reach\b", ("first side to win",)),
    (r"\bmost wins\b", ("highest total wins",)),
    (r", (?:checked|overshoot|shutout|starting|drawn)[^,\n]*", ("",)),
    (r"\bis\b", ("is not",)),
    (r"\bnot ", ("",)),
    (r"\band\b", ("or",)),
    (r"(?<!than )\bor\b(?! else| stop)", ("and",)),
    (r"\bless than\b", ("at most", "more than")),
    (r"\bmore than\b", ("at least", "less than")),
    (r"\bat least\b", ("more than", "at most")),
    (r"= no\b", ("= yes",)),
    (r"= yes\b", ("= no",)),
    (r"\bwhen domino\b", ("when blocked",)),
    (r"\bwhen blocked\b", ("when domino",)),
    (r"(?<![\w|\[.-])\d+(?![\w|\].])", ("-1", "+1")),
)
"""What stands in a clause, and what might stand there by mistake; -1 and +1 change a number."""


@dataclass(frozen=True)
class Mutant:
    """A rules file with one place changed."""

    line: int
    before: str
    after: str
    text: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.before}  →  {self.after or '(nothing)'}"


def mutants(source: Source) -> Iterator[Mutant]:
    """Every mutant of a file, each text once."""
    seen = {source.text}
    for start, end in _clauses(source):
        for mutant in (*_slips(source, start, end), *_lost_lines(source, start, end)):
            if mutant.text not in seen:
                seen.add(mutant.text)
                yield mutant


def _clauses(source: Source) -> Iterator[tuple[int, int]]:
    """Where the clauses that say something about the game begin and end."""
    starts = [match.start() for match in re.finditer(r"^(?=[a-z])", source.text, re.MULTILINE)]
    for start, end in zip(starts, [*starts[1:], len(source.text)], strict=True):
        if not source.text.startswith(LEFT_ALONE, start):
            yield start, end


def _slips(source: Source, start: int, end: int) -> Iterator[Mutant]:
    text = source.text
    for pattern, replacements in SLIPS:
        for match in re.compile(pattern).finditer(text, start, end):
            if _in_words_of_its_own(text, match.start()):
                continue
            for replacement in replacements:
                found = match[0]
                if replacement in {"-1", "+1"}:
                    replacement = str(int(found) + int(replacement))
                yield _changed(source, match.start(), match.end(), replacement)


def _lost_lines(source: Source, start: int, end: int) -> Iterator[Mutant]:
    """One line of a clause left out, and the whole clause."""
    text = source.text
    for match in re.finditer(r"^.*\n", text[start:end], re.MULTILINE):
        place, stop = start + match.start(), start + match.end()
        if text[place:stop].strip() and not text[place:stop].lstrip().startswith("#"):
            yield _changed(source, place, stop, "")
    yield _changed(source, start, end, "")


def _changed(source: Source, start: int, end: int, replacement: str) -> Mutant:
    text = source.text
    line, _ = source.line_and_column(start)
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end - 1)
    before = " ".join(text[first:last].split())
    after = " ".join((text[first:start] + replacement + text[end:last]).split())
    return Mutant(line, before, after, text[:start] + replacement + text[end:])


def _in_words_of_its_own(text: str, place: int) -> bool:
    """Whether a place lies in a comment or in a text in quotes."""
    before = text[text.rfind("\n", 0, place) + 1 : place]
    return "#" in before or before.count('"') % 2 == 1


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant."""

    mutant: Mutant
    fate: str
    """`check`, `example` or `invariant`, whichever noticed it; else `survived` or `same`."""
    said: str = ""
    """What noticed it, or how it differs."""


def judge(name: str, mutant: Mutant, rounds: int, seed: int) -> Verdict:
    """What notices a mutant; where nothing does, whether it means something else."""
    try:
        ruleset = lang.load(Source(f"{name}.rules", mutant.text), library.bundled)
    except RulesError as error:
        return Verdict(mutant, "check", error.diagnostics[0].message)
    if ruleset.warnings:
        return Verdict(mutant, "check", ruleset.warnings[0].message)
    for example in ruleset.examples:
        outcome = trial.try_example(ruleset, example)
        if outcome.failure:
            return Verdict(mutant, "example", example.title)
    for clause in ruleset.invariants:
        outcome = trial.try_invariant(ruleset, clause, rounds=rounds, seed=seed)
        if outcome.failure:
            return Verdict(mutant, "invariant", clause.title)
    found = differences(library.variant(name), ruleset, rounds=rounds * LONGER, seed=seed)
    # Random rounds show nothing of what the series of them is about.
    changed = found.in_play or any(change.key == "match" for change in found.changes)
    return Verdict(mutant, "survived" if changed else "same", "\n".join(_summary(found)))


def _summary(found: Differences) -> list[str]:
    """The differences in short lines."""
    lines = [
        f"{change.key}: {_text(change.first)} -> {_text(change.second)}" for change in found.changes
    ]
    lines += [
        f'example "{one.title}" of {one.of} fails under {one.under}: {one.reason}'
        for one in found.failing
    ]
    lines += [
        f"{one.seats} players: {SORTS[sort]} differs in {count} of {one.rounds} rounds"
        for one in found.played
        if one.coupled
        for sort, count in one.counts.items()
        if count
    ]
    return lines


def _text(clause: Clause | None) -> str:
    return "nothing" if clause is None else " ".join(clause.span.text.split())


def main(words: list[str] | None = None) -> int:
    """Judge every mutant and print what became of them; the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "variants", nargs="*", type=bundled_name, metavar="VARIANT", help="all that are bundled"
    )
    parser.add_argument("--rounds", type=int, default=100, help="for each invariant (100)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--all", action="store_true", help="list those that were caught as well")
    args = parser.parse_args(words)
    total: Counter[str] = Counter()
    for name in args.variants or library.bundled():
        found: Counter[str] = Counter()
        for mutant in mutants(library.bundled()[name]()):
            verdict = judge(name, mutant, args.rounds, args.seed)
            found[verdict.fate] += 1
            if args.all or verdict.fate in {"survived", "same"}:
                print(
                    f"{name}: {verdict.fate}: {mutant}\n{indent(verdict.said, '    ')}", flush=True
                )
        print(f"{name}: {_counted(found)}\n", flush=True)
        total += found
    print(f"all: {_counted(total)}")
    return 0


def _counted(found: Counter[str]) -> str:
    caught = found["check"] + found["example"] + found["invariant"]
    telling = caught + found["survived"]
    playable = telling - found["check"]
    return (
        f"{found.total()} mutants: {found['check']} caught by check, "
        f"{found['example']} by an example, {found['invariant']} by an invariant, "
        f"{found['survived']} survived, {found['same']} play the same; "
        f"caught {caught / max(1, telling):.1%} of {telling} that change meaning, "
        f"{(playable - found['survived']) / max(1, playable):.1%} of {playable} that pass check"
    )


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
