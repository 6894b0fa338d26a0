"""Files for editors: `python -m dominoes_rules.editor textmate` or `… vscode FOLDER`.

Both are generated from the words of the grammar, so they cover this version.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from dominoes_lang.format import highlighting

SCOPE = "source.dominoes-rules"
SORTS = {
    "comment": "comment.line.number-sign",
    "string": "string.quoted.double",
    "clause": "keyword.declaration",
    "name": "variable.other",
    "tile": "constant.other.tile",
    "set": "constant.language.set",
    "joiner": "keyword.control",
    "action": "support.function",
    "who": "variable.language",
    "constant": "constant.language",
    "word": "keyword.other",
    "seat": "variable.parameter",
    "number": "constant.numeric",
    "operator": "keyword.operator",
    "punctuation": "punctuation.separator",
}
"""What TextMate grammars call each sort of a word."""


def textmate() -> dict[str, object]:
    """The TextMate grammar, which VS Code, Sublime Text and others read."""
    patterns: list[dict[str, object]] = []
    for pattern in highlighting.patterns():
        names = [f"{SORTS[sort]}.dominoes-rules" if sort in SORTS else "" for sort in pattern.sorts]
        if len(names) == 1:
            patterns.append({"name": names[0], "match": pattern.regex})
        else:
            captures = {str(n): {"name": name} for n, name in enumerate(names, 1) if name}
            patterns.append({"match": pattern.regex, "captures": captures})
    patterns.append({"name": "invalid.illegal.dominoes-rules", "match": r"\S"})
    return {
        "name": "Dominoes rules",
        "scopeName": SCOPE,
        "fileTypes": ["rules"],
        "patterns": patterns,
    }


def vscode() -> dict[str, dict[str, object]]:
    """The files of an extension for VS Code by name: colours, remarks, pairs, a problem matcher."""
    language = "dominoes-rules"
    matcher = {
        "name": language,
        "owner": language,
        "fileLocation": ["autoDetect", "${workspaceFolder}"],
        "pattern": {
            "regexp": r"^(.+?):(\d+):(\d+): (error|warning): (.*) \[([a-z-]+)\]$",
            "file": 1,
            "line": 2,
            "column": 3,
            "severity": 4,
            "message": 5,
            "code": 6,
        },
    }
    package: dict[str, object] = {
        "name": language,
        "displayName": "Dominoes rules",
        "description": "Rules files of domino games",
        "publisher": "dominoes-rules",
        "version": "1.0.0",
        "license": "MIT",
        "engines": {"vscode": "^1.60.0"},
        "categories": ["Programming Languages"],
        "contributes": {
            "languages": [
                {
                    "id": language,
                    "aliases": ["Dominoes rules"],
                    "extensions": [".rules"],
                    "firstLine": '^variant "',
                    "configuration": "./language-configuration.json",
                }
            ],
            "grammars": [
                {"language": language, "scopeName": SCOPE, "path": "./syntaxes/rules.json"}
            ],
            "problemMatchers": [matcher],
        },
    }
    configuration: dict[str, object] = {
        "comments": {"lineComment": "#"},
        "brackets": [["[", "]"]],
        "autoClosingPairs": [["[", "]"], ['"', '"']],
        "surroundingPairs": [["[", "]"], ['"', '"']],
        "indentationRules": {
            "increaseIndentPattern": r"^[a-z][^#]*:\s*(#.*)?$",
            "decreaseIndentPattern": r"^(?!)",
        },
        "wordPattern": rf"double-[a-z]+|{highlighting.name()}|\d+",
    }
    return {
        "package.json": package,
        "language-configuration.json": configuration,
        "syntaxes/rules.json": textmate(),
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Print a grammar, or write an extension into a folder; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m dominoes_rules.editor", description=__doc__)
    commands = parser.add_subparsers(dest="editor", required=True)
    commands.add_parser("textmate", help="print the TextMate grammar as JSON")
    folder = commands.add_parser("vscode", help="write an extension for VS Code into a folder")
    folder.add_argument("folder", type=Path, help="such as ~/.vscode/extensions/dominoes-rules")
    args = parser.parse_args(argv)
    if args.editor == "textmate":
        sys.stdout.write(_json(textmate()))
        return 0
    try:
        for name, value in vscode().items():
            path = args.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_json(value), encoding="utf-8")
    except OSError as error:
        sys.stderr.write(f"{args.folder} can't be written: {error.strerror or error}\n")
        return 2
    sys.stderr.write(f"written to {args.folder}; restart VS Code\n")
    return 0


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
