"""Files for editors: `python -m dominoes_rules.editor textmate`, `… kate` or `… vscode FOLDER`.

They are generated from the words of the grammar, so they cover this version.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from dominoes_lang.format import highlighting as highlighting_patterns

SCOPE = "source.dominoes-rules"
PROGRAM = "extension.js"
LANGUAGE_CLIENT = "^11.0.0"
"""The versions of the npm package `vscode-languageclient` that the extension runs with."""
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
KATE_STYLES = {
    "comment": "Comment", "string": "String", "clause": "Keyword", "name": "Variable",
    "tile": "SpecialChar", "set": "Constant", "joiner": "ControlFlow", "action": "Function",
    "who": "BuiltIn", "constant": "Constant", "word": "DataType", "seat": "Attribute",
    "number": "DecVal", "operator": "Operator", "punctuation": "Operator",
}  # fmt: skip
"""The style of Kate for each sort."""
MODE = "Dominoes Rules"
"""What Kate calls the files."""
_HEXADECIMAL = re.compile(r"\\u([0-9a-f]{4})")


def textmate() -> dict[str, object]:
    """The TextMate grammar, which VS Code, Sublime Text and others read."""
    patterns: list[dict[str, object]] = []
    for pattern in highlighting_patterns.patterns():
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


def kate() -> str:
    """The syntax definition of Kate, whose name its client of the language server asks for.

    A pattern of several sorts, for the names after headers, has no counterpart there; the pattern
    of all headers follows it.
    """
    attributes = {"name": MODE, "section": "Other", "version": "1", "kateversion": "5.0"}
    language = Element("language", attributes, extensions="*.rules", priority="10")
    highlighting = SubElement(language, "highlighting")
    contexts = SubElement(highlighting, "contexts")
    text = {"name": "text", "attribute": "text", "lineEndContext": "#stay"}
    context = SubElement(contexts, "context", text)
    for pattern in highlighting_patterns.patterns():
        if len(pattern.sorts) == 1:
            regex = _HEXADECIMAL.sub(r"\\x{\1}", pattern.regex)  # as PCRE writes it
            rule = {"attribute": pattern.sorts[0], "String": regex}
            SubElement(context, "RegExpr", rule, context="#stay")
    styles = SubElement(highlighting, "itemDatas")
    for sort, style in {"text": "Normal", **KATE_STYLES}.items():
        SubElement(styles, "itemData", name=sort, defStyleNum=f"ds{style}")
    comments = SubElement(SubElement(language, "general"), "comments")
    SubElement(comments, "comment", name="singleLine", start="#")
    indent(language)
    return f"<!DOCTYPE language>\n{tostring(language, encoding='unicode')}\n"


def vscode() -> dict[str, dict[str, object]]:
    """The files of an extension for VS Code by name: colours, remarks, pairs, findings."""
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
        "engines": {"vscode": "^1.91.0"},
        "categories": ["Programming Languages"],
        "main": f"./{PROGRAM}",
        "dependencies": {"vscode-languageclient": LANGUAGE_CLIENT},
        "contributes": {
            "configuration": {
                "title": "Dominoes rules",
                "properties": {
                    f"{language}.program": {
                        "type": "string",
                        "default": language,
                        "scope": "machine",  # no folder that is opened may name a program
                        "description": "The program that has the language server.",
                    }
                },
            },
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
        "wordPattern": rf"double-[a-z]+|{highlighting_patterns.name()}|\d+",
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
    commands.add_parser("kate", help="print the syntax definition of Kate as XML")
    folder = commands.add_parser("vscode", help="write an extension for VS Code into a folder")
    folder.add_argument("folder", type=Path, help="such as ~/.vscode/extensions/dominoes-rules")
    args = parser.parse_args(argv)
    if args.editor in ("textmate", "kate"):
        sys.stdout.write(_json(textmate()) if args.editor == "textmate" else kate())
        return 0
    try:
        for name, value in vscode().items():
            path = args.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_json(value), encoding="utf-8")
        program = files("dominoes_rules.editor").joinpath(PROGRAM).read_text(encoding="utf-8")
        (args.folder / PROGRAM).write_text(program, encoding="utf-8")
    except OSError as error:
        sys.stderr.write(f"{args.folder} can't be written: {error.strerror or error}\n")
        return 2
    sys.stderr.write(
        f"written to {args.folder}; run npm install there for the language server's client, "
        "and restart VS Code\n"
    )
    return 0


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
