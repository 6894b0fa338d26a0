"""The language server in a process of its own, asked as an editor asks it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, TypeVar
from unicodedata import normalize

import pytest
from lsprotocol import types
from pygls.lsp.client import LanguageClient
from pygls.workspace import PositionCodec

from dominoes_lang.syntax.parse import tokens_read
from dominoes_lang.text.reach import EVERYWHERE, Reach
from dominoes_lang.text.rules_text import LARGEST_FILE
from dominoes_lang.text.source import Source, Span
from dominoes_rules.authoring import fixing
from dominoes_rules.authoring.completing import completions
from dominoes_rules.authoring.edited_text import EditedText
from dominoes_rules.language_server import naming_places, outlining
from dominoes_rules.language_server.open_texts import EditorFiles, OpenText
from dominoes_rules.library import bundled

SECONDS = 120.0
BROKEN = sorted((Path(__file__).parents[1] / "errors" / "broken").glob("*.rules"))
HOUSE = """variant "House"
extends "partnership"
# A bonus,
# as at home.
parameter bonus = 5 from 1 to 9
define short: plays is less than 12
award quick: bonus to winner at round end when short
example "quick": given line [6|6], A to play, A holds [6|1], B holds [5|5]
    when A plays [6|1]
    then A scores 15
"""
Answer = TypeVar("Answer")


class Editor:
    """An editor, as far as the server can see."""

    def __init__(self) -> None:
        self.client: Any = LanguageClient("tests", "1")
        self.published: dict[str, types.PublishDiagnosticsParams] = {}
        self.messages: list[str] = []

        def publish(params: types.PublishDiagnosticsParams) -> None:
            self.published[params.uri] = params

        def show(params: types.ShowMessageParams) -> None:
            self.messages.append(params.message)

        self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(publish)
        self.client.feature(types.WINDOW_SHOW_MESSAGE)(show)

    def open(self, path: Path, text: str) -> types.TextDocumentIdentifier:
        item = types.TextDocumentItem(path.as_uri(), "dominoes-rules", 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return types.TextDocumentIdentifier(path.as_uri())

    def change(self, uri: str, version: int, *changes: Any) -> None:
        document = types.VersionedTextDocumentIdentifier(version, uri)
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(document, list(changes))
        )

    async def raw_answer(self, method: str, params: dict[str, Any]) -> Any:
        """The answer to a message that need not follow the protocol."""
        protocol, answer = self.client.protocol, Future[Any]()
        number = f"raw {len(protocol._request_futures)}"
        protocol._request_futures[number] = answer
        protocol._send_data({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        return await asyncio.wait_for(asyncio.wrap_future(answer), SECONDS)

    async def findings(self, uri: str, version: int) -> list[types.Diagnostic]:
        """What is published of a version of a text."""
        async with asyncio.timeout(SECONDS):
            while uri not in self.published or self.published[uri].version != version:
                await asyncio.sleep(0.01)
        return list(self.published[uri].diagnostics)


def edited(with_editor: Callable[[Editor], Awaitable[Answer]]) -> Answer:
    """Start a server, and end it as editors do: it must end by itself."""

    async def conversation() -> Answer:
        editor = Editor()
        await editor.client.start_io(sys.executable, "-m", "dominoes_rules", "lsp")
        capabilities = types.ClientCapabilities()
        await editor.client.initialize_async(types.InitializeParams(capabilities=capabilities))
        editor.client.initialized(types.InitializedParams())
        answer = await with_editor(editor)
        await editor.client.shutdown_async(None)
        editor.client.exit(None)
        process = editor.client._server
        assert process is not None
        assert await asyncio.wait_for(process.wait(), SECONDS) == 0
        await editor.client.stop()
        return answer

    return asyncio.run(conversation())


def place(text: str, words: str, further: int = 0) -> types.Position:
    """Where some words begin, or so many characters further on."""
    before = text[: text.index(words) + further]
    return types.Position(before.count("\n"), len(before) - before.rfind("\n") - 1)


def shown(found: list[types.Diagnostic]) -> list[tuple[object, ...]]:
    """Code, line and column of findings, counted from 1."""
    starts = [(one.code, one.range.start) for one in found]
    return sorted((code, start.line + 1, start.character + 1) for code, start in starts)


def expected(path: Path, text: str) -> list[tuple[object, ...]]:
    source = Source(str(path), fixing.with_plain_line_ends(text))
    own = [one for one in fixing.findings(source) if one.span.source is source]
    return sorted((one.code, one.span.line, one.span.column) for one in own)


@pytest.mark.parametrize("step", [12, pytest.param(1, marks=pytest.mark.slow)])
def test_an_editor_shows_what_check_finds(step: int) -> None:
    texts = {path: path.read_text("utf-8") for path in BROKEN[::step]}

    async def with_editor(editor: Editor) -> None:
        for path, text in texts.items():
            editor.open(path, text)
        for path, text in texts.items():
            found = await editor.findings(path.as_uri(), 1)
            own = [one for one in found if not one.message.startswith((f"{path.parent}", "/"))]
            assert shown(own) == expected(path, text), path

    edited(with_editor)


def test_a_house_rule_is_written_with_what_the_server_offers(tmp_path: Path) -> None:
    path = tmp_path / "house.rules"

    async def with_editor(editor: Editor) -> None:
        document = editor.open(path, HOUSE)
        assert await editor.findings(document.uri, 1) == []
        client = editor.client

        async def offered(words: str, further: int) -> set[str]:
            where = place(HOUSE, words, further)
            params = types.CompletionParams(document, where)
            answer = await client.text_document_completion_async(params)
            assert isinstance(answer, types.CompletionList)
            return {item.label for item in answer.items}

        assert {"block", "draw"} <= await offered('extends "', 9)
        assert {"turn", "award"} <= await offered("award quick", 0)
        assert "tiles" in await offered("parameter bonus", 0)
        assert "variant" not in await offered("award quick", 0)
        assert {"bonus", "target"} <= await offered("bonus to", 0)
        assert {"winner", "finisher"} <= await offered("winner at", 0)
        assert "short" in await offered("short\n", 0)
        assert "[6|1]" in await offered("[6|1],", 1)

        async def told(words: str) -> str:
            params = types.HoverParams(document, place(HOUSE, words, 1))
            answer = await client.text_document_hover_async(params)
            assert answer is not None
            assert isinstance(answer.contents, types.MarkupContent)
            return answer.contents.value

        assert "parameter bonus = 5 from 1 to 9" in await told("bonus to")
        assert "won" in await told("winner at")
        assert "award" in await told("award quick")

        async def declared(words: str) -> tuple[str, int]:
            params = types.DefinitionParams(document, place(HOUSE, words, 1))
            answer = await client.text_document_definition_async(params)
            assert isinstance(answer, types.Location)
            return Path(answer.uri).name, answer.range.start.line

        assert await declared("short\n") == ("house.rules", 5)
        assert await declared('"partnership') == ("partnership.rules", 0)
        where = place(HOUSE, "bonus to")
        context = types.ReferenceContext(include_declaration=True)
        params = types.ReferenceParams(context, document, where)
        found = await client.text_document_references_async(params)
        assert [one.range.start.line for one in found or ()] == [4, 6]
        symbols = await client.text_document_document_symbol_async(
            types.DocumentSymbolParams(document)
        )
        assert "award quick" in [symbol.name for symbol in symbols or ()]
        folds = await client.text_document_folding_range_async(types.FoldingRangeParams(document))
        assert [(fold.start_line, fold.end_line) for fold in folds or ()] == [(7, 9), (2, 3)]
        lenses = await client.text_document_code_lens_async(types.CodeLensParams(document))
        for lens in lenses or ():
            assert lens.command is not None
            given = types.ExecuteCommandParams(lens.command.command, lens.command.arguments)
            answer = await client.workspace_execute_command_async(given)
            assert answer == editor.messages.pop()
            if lens.command.command == outlining.RUN_EXAMPLE:
                assert answer == "example quick: holds"
            if lens.command.command == outlining.COMPARE:
                assert "+ award quick" in f"{answer}"
        laid_out = await client.text_document_formatting_async(
            types.DocumentFormattingParams(document, types.FormattingOptions(4, True))
        )
        assert laid_out is not None
        assert "A to play,  A holds" in laid_out[0].new_text

    edited(with_editor)


def test_fixes_are_those_of_check(tmp_path: Path) -> None:
    text = HOUSE.replace("winner", "wiiner").replace("less", "fewer").replace("\n", "\r\n")
    path = tmp_path / "house.rules"

    async def with_editor(editor: Editor) -> None:
        document = editor.open(path, text)
        found = await editor.findings(document.uri, 1)
        assert found
        whole = types.Range(types.Position(0, 0), types.Position(99, 0))
        params = types.CodeActionParams(document, whole, types.CodeActionContext(found))
        actions = await editor.client.text_document_code_action_async(params)
        titles = [action.title for action in actions or ()]
        assert 'write "winner"' in titles
        (every,) = [action for action in actions or () if action.title == "apply all fixes"]
        assert isinstance(every, types.CodeAction)
        assert every.edit is not None
        assert every.edit.changes is not None
        fixed = fixing.fix(str(path), text).text
        assert every.edit.changes[document.uri][0].new_text == fixed.replace("\r\n", "\n")

    edited(with_editor)


def test_a_parent_that_is_not_saved_counts_and_names_change_in_all_files(tmp_path: Path) -> None:
    parent, child = tmp_path / "parent.rules", tmp_path / "child.rules"
    text = 'variant "Child"\nextends "parent"\naward more: bonus to winner at round end\n'
    child.write_text(text)
    declares = 'variant "Parent"\nextends "block"\nparameter bonus = 5\n'

    async def with_editor(editor: Editor) -> None:
        document = editor.open(child, text)
        assert await editor.findings(document.uri, 1)
        other = editor.open(parent, declares)
        editor.change(document.uri, 2, types.TextDocumentContentChangeWholeDocument(text))
        assert await editor.findings(document.uri, 2) == []
        client = editor.client
        asked = types.CompletionParams(document, place(text, "parent"))
        offered = await client.text_document_completion_async(asked)
        assert isinstance(offered, types.CompletionList)
        assert "parent" in {item.label for item in offered.items}
        params = types.RenameParams(document, place(text, "bonus"), "extra")
        edit = await client.text_document_rename_async(params)
        assert edit is not None
        assert edit.changes is not None
        assert {uri: len(edits) for uri, edits in edit.changes.items()} == {
            document.uri: 1, other.uri: 1,
        }  # fmt: skip
        for name, why in NO_NAMES.items():
            params = types.RenameParams(document, place(text, "bonus"), name)
            with pytest.raises(Exception, match=why):
                await client.text_document_rename_async(params)

    edited(with_editor)


NO_NAMES = {
    "two words": "is not a name",
    "winner": "is a word of the language",
    "B": "is a word of the language",
    "hand": "is declared already",
}


def test_a_new_name_may_not_change_what_another_file_means(tmp_path: Path) -> None:
    parent = 'variant "Parent"\nextends "block"\nparameter bonus = 5\n'
    other = 'variant "Other"\nextends "parent"\ndefine taken: plays is 5\n'
    other += "award more: bonus to winner at round end when taken\n"
    (tmp_path / "other.rules").write_text(other)
    path = tmp_path / "parent.rules"
    reach = EditorFiles(folders=(tmp_path.resolve(),))
    text = OpenText(parent, reach, path.as_uri(), 1, PositionCodec())
    path.write_text(parent)
    name = naming_places.name_at(text, place(parent, "bonus"))
    assert name is not None
    edit = naming_places.renamed(text, name, "extra")
    assert edit.changes is not None
    assert len(edit.changes) == 2
    with pytest.raises(naming_places.CannotRename, match="already"):
        naming_places.renamed(text, name, "taken")


def test_questions_about_no_text_and_no_place_have_answers(tmp_path: Path) -> None:
    saved = tmp_path / "saved.rules"
    saved.write_text(HOUSE)

    async def with_editor(editor: Editor) -> None:
        document = editor.open(tmp_path / "open house.rules", HOUSE)
        assert await editor.findings(document.uri, 1) == []

        async def asked(uri: str, line: int, method: str = "hover") -> Any:
            where = {"line": line, "character": -1}
            params = {"textDocument": {"uri": uri}, "position": where, "newName": "x", **RANGE}
            return await editor.raw_answer(f"textDocument/{method}", params)

        assert await asked(document.uri, -1) is not None
        await asked(document.uri, 2**40)
        for uri in ("file:///dev/zero", saved.as_uri(), "untitled:new", "file:///a%00b.rules", ""):
            for method in ("hover", "completion", "rename", "formatting", "documentSymbol"):
                assert await asked(uri, 0, method) is None
        with pytest.raises(Exception, match="Invalid Params"):
            await asked(document.uri, "first")  # type: ignore[arg-type]
        item = types.VersionedTextDocumentIdentifier(2, saved.as_uri())
        change = types.TextDocumentContentChangeWholeDocument("")
        editor.client.text_document_did_change(types.DidChangeTextDocumentParams(item, [change]))
        assert await asked(document.uri, 0) is not None

    edited(with_editor)


RANGE = {
    "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}},
    "options": {"tabSize": 4, "insertSpaces": True},
    "context": {"diagnostics": [], "triggerKind": 1},
}


def test_parents_are_read_in_the_folders_of_the_editor_alone(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    (inside / "deep").mkdir(parents=True)
    outside.mkdir()
    for folder in (inside, outside):
        (folder / "parent.rules").write_text('variant "Parent"\nextends "block"\n')
    (inside / "link.rules").symlink_to(outside / "parent.rules")
    (inside / "long.rules").write_text("#" * (LARGEST_FILE + 1))
    reach = EditorFiles(folders=(inside.resolve(),))

    def codes(path: Path, parent: str) -> list[str]:
        text = f'variant "Child"\nextends "{parent}"\nparameter bonus = 5\n'
        found = OpenText(text, reach, path.as_uri(), 1, PositionCodec()).findings
        return [one.code for one in found if one.level == "error"]

    child = inside / "child.rules"
    assert codes(child, "parent") == codes(inside / "deep" / "child.rules", "../parent") == []
    for refused in ("../outside/parent", "link", "long"):
        assert codes(child, refused) == ["unreadable-parent"]


@pytest.mark.parametrize("step", [50, pytest.param(1, marks=pytest.mark.slow)])
def test_every_word_of_a_game_is_offered_where_it_stands(step: int) -> None:
    for name in ("partnership", "cross", "mexican_train"):
        source = bundled()[name]()
        text = EditedText(source.text, Reach())
        places = [
            (clause.span.start, clause.span.start + (token.start_pos or 0), str(token))
            for clause in text.clauses
            for token in tokens_read(clause)[2 * clause.key.startswith(DECLARING) :]
            if token.isalpha() and token.start_pos
        ]
        for start, place, word in places[::step]:
            typed = replace(text, text=source.text[:place])
            offered = [completion.insertion.label for completion in completions(typed, place)]
            ends = any(f" {label}".endswith(f" {word}") for label in offered)
            assert ends, f"{source.text[start:place]}«{word}»"


DECLARING = ("parameter ", "define ", "award ")


def test_what_may_follow_at_the_end_of_a_file() -> None:
    for end, words in FOLLOWING.items():
        text = EditedText(f"{HOUSE}{end}", Reach())
        offered = [completion.insertion.label for completion in completions(text, len(text.text))]
        assert set(words) <= set(offered), end
        assert len(offered) < 60 or "when" in end


FOLLOWING = {
    "turn: play a tile\n    ": ["or", "when"],
    "turn: play a tile\n    or else ": ["draw", "pass"],
    "award more: bonus to winner at round end\n    when ": ["short", "winner", "domino"],
    'example "more":\n    given ': ["line", "stock"],
    'example "more": given line [6|6], A to play\n    when ': ["A", "B"],
    "award ": ["hand", "quick"],
    "without ": ["award", "redeal"],
    "without award ": ["hand"],
    "parameter ": ["bonus", "target"],
    "define ": ["short"],
    "extends ": ["block"],
    "tiles: ": ["double-six"],
    "match: ": ["first", "one", "until", "target"],
    "mat": ["match"],
    "next ": ["next opener"],
}


PIECES = (
    "\n", "\r\n", " ", '"', "award x: 5 to winner\n", "é", "e\u0301", "😀", "[6|", "parameter p = ",
    "tiles: double-six\n", "#", ":", "\u202e", "example \"a\": given ", "without ",
)  # fmt: skip


@pytest.mark.parametrize(
    "edits",
    [
        40,
        pytest.param(150, marks=pytest.mark.thorough),
        pytest.param(1000, marks=pytest.mark.slow),
    ],
)
def test_random_edits_leave_no_stale_answer(tmp_path: Path, edits: int) -> None:
    chance, path = Random(edits), tmp_path / "house.rules"

    async def with_editor(editor: Editor) -> None:
        document, text = editor.open(path, HOUSE), HOUSE
        for version in range(2, edits + 2):
            start = whole(text, chance.randrange(len(text) + 1))
            end = whole(text, min(len(text), start + chance.choice((0, 0, 1, 5))))
            piece = chance.choice(PIECES)
            where = types.Range(units(text, start), units(text, end))
            change = types.TextDocumentContentChangePartial(where, piece)
            editor.change(document.uri, version, change)
            text = text[:start] + piece + text[end:]
            if version % 10 == 0:
                params = types.CompletionParams(document, units(text, start))
                await editor.client.text_document_completion_async(params)
                await editor.client.text_document_hover_async(
                    types.HoverParams(document, units(text, start))
                )
        found = await editor.findings(document.uri, edits + 1)
        assert [one.code for one in found] == [
            one.code
            for one in fixing.findings(Source(str(path), fixing.with_plain_line_ends(text)))
        ]

    edited(with_editor)


def whole(text: str, offset: int) -> int:
    """The offset, or that before it where it would part a line end."""
    return offset - (text[max(0, offset - 1) : offset + 1] == "\r\n")


def units(text: str, offset: int) -> types.Position:
    """A place as editors count: lines, and in them the units of UTF-16."""
    before = text[:offset].splitlines(keepends=True) or [""]
    if before[-1].endswith(("\n", "\r")):
        before.append("")
    return types.Position(len(before) - 1, len(before[-1].encode("utf-16-le")) // 2)


def test_places_are_those_of_the_editor() -> None:
    text = 'note "😀 e\u0301é"  # x\r\nturn: pass'
    opened = OpenText(text, EVERYWHERE, "file:///house.rules", 1, PositionCodec())
    plain = normalize("NFC", text.replace("\r\n", "\n"))
    assert opened.source.text == plain
    for words in ("😀", "é", "#", "turn", "pass"):
        span = Span(opened.source, plain.index(words), plain.index(words) + 1)
        start = opened.position(span.start)
        assert start == units(text, text.index(words if words != "é" else "e\u0301"))
        assert opened.offset(start) == span.start
