"""The language server: requests of an editor on standard input, answers on standard output."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from dominoes_lang.format.formatting import formatted
from dominoes_lang.text.diagnostics import RulesError
from dominoes_lang.text.reach import Reach, resolved
from dominoes_lang.text.rules_text import LARGEST_FILE
from dominoes_lang.text.source import Span
from dominoes_rules import __version__
from dominoes_rules.language_server import answers, findings_shown, naming_places, outlining
from dominoes_rules.language_server.completing import completions
from dominoes_rules.language_server.hovering import hover
from dominoes_rules.language_server.open_texts import EditorFiles, OpenText, path_of

QUIET_BEFORE_FINDINGS = 0.15
"""Seconds without a key before a text is checked."""


class RulesServer(LanguageServer):
    """A language server for rules files; it keeps the texts that were looked at last."""

    def __init__(self) -> None:
        super().__init__("dominoes-rules", __version__)
        self._texts: dict[str, OpenText] = {}
        self._checks: dict[str, asyncio.Task[None]] = {}
        self._shown = TemporaryDirectory(prefix="dominoes-rules-")

    def text(self, uri: str) -> OpenText:
        """The newest version of a text."""
        if uri not in self._texts:
            document = self.workspace.get_text_document(uri)
            reach = EditorFiles(everywhere=True, texts=self.opened()) if path_of(uri) else Reach()
            source = document.source[: LARGEST_FILE + 1]
            self._texts[uri] = OpenText(
                uri, document.version or 0, source, reach, self.workspace.position_codec
            )
        return self._texts[uri]

    def opened(self) -> dict[Path, str]:
        """The texts that the editor has open, by file."""
        paths = {path_of(uri): uri for uri in self.workspace.text_documents}
        return {
            resolved(path): self.workspace.get_text_document(uri).source
            for path, uri in paths.items()
            if path is not None
        }

    def check_all(self) -> None:
        """Check every open text when nothing was typed for a moment: each may extend another."""
        self._texts.clear()
        for uri in self.workspace.text_documents:
            self._stop_check(uri)
            self._checks[uri] = asyncio.create_task(self._check(uri))

    def forget(self, uri: str) -> None:
        """The editor closed a text: its findings go, and its children read the saved file."""
        self._stop_check(uri)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))
        self.check_all()

    def _stop_check(self, uri: str) -> None:
        check = self._checks.pop(uri, None)
        if check is not None:
            check.cancel()

    async def _check(self, uri: str) -> None:
        await asyncio.sleep(QUIET_BEFORE_FINDINGS)
        text = self.text(uri)
        # In a thread, so that what is typed meanwhile is read; an answer about it is dropped.
        found = await asyncio.to_thread(findings_shown.shown, text)
        if self._texts.get(uri) is text:
            self.text_document_publish_diagnostics(
                types.PublishDiagnosticsParams(uri, found, version=text.version)
            )

    def show(self, name: str, content: str) -> str:
        """Show a page beside the text, or as a message where the editor can't; returns it."""
        window = self.client_capabilities.window
        if window is None or window.show_document is None:
            self.message(content)
        else:
            page = Path(self._shown.name) / f"{name}.md"
            page.write_text(content, "utf-8")
            self.window_show_document(types.ShowDocumentParams(page.as_uri(), take_focus=False))
        return content

    def message(self, content: str) -> None:
        """Show a text that is soon read."""
        kind = types.MessageType.Info
        self.window_show_message(types.ShowMessageParams(kind, content))


def server() -> RulesServer:
    """A server with all that it can do."""
    made = RulesServer()

    @made.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(_: types.DidOpenTextDocumentParams) -> None:
        made.check_all()

    @made.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(_: types.DidChangeTextDocumentParams) -> None:
        made.check_all()

    @made.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: types.DidCloseTextDocumentParams) -> None:
        made.forget(params.text_document.uri)

    _add_questions(made)
    _add_edits(made)
    _add_commands(made)
    return made


def _add_questions(made: RulesServer) -> None:
    """What the editor asks about a text and a place in it."""

    @made.feature(
        types.TEXT_DOCUMENT_COMPLETION,
        types.CompletionOptions(trigger_characters=[" ", ":", '"', "[", "|"]),
    )
    def complete(params: types.CompletionParams) -> types.CompletionList:
        return completions(made.text(params.text_document.uri), params.position)

    @made.feature(types.TEXT_DOCUMENT_HOVER)
    def hovered(params: types.HoverParams) -> types.Hover | None:
        return hover(made.text(params.text_document.uri), params.position)

    @made.feature(types.TEXT_DOCUMENT_DEFINITION)
    def defined(params: types.DefinitionParams) -> types.Location | None:
        return naming_places.definition(made.text(params.text_document.uri), params.position)

    @made.feature(types.TEXT_DOCUMENT_REFERENCES)
    def referred(params: types.ReferenceParams) -> list[types.Location]:
        text = made.text(params.text_document.uri)
        place = naming_places.name_at(text, params.position)
        return [] if place is None else naming_places.references(text, place)

    @made.feature(types.TEXT_DOCUMENT_DOCUMENT_LINK, types.DocumentLinkOptions())
    def linked(params: types.DocumentLinkParams) -> list[types.DocumentLink]:
        return [*naming_places.links(made.text(params.text_document.uri))]

    @made.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outlined(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        return outlining.outline(made.text(params.text_document.uri))

    @made.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def folded(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        return [*outlining.folds(made.text(params.text_document.uri))]

    @made.feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions())
    def lensed(params: types.CodeLensParams) -> list[types.CodeLens]:
        return [*outlining.lenses(made.text(params.text_document.uri))]


def _add_edits(made: RulesServer) -> None:
    """What changes a text."""

    @made.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions([types.CodeActionKind.QuickFix, findings_shown.FIX_ALL]),
    )
    def fixes(params: types.CodeActionParams) -> list[types.CodeAction]:
        return [*findings_shown.actions(made.text(params.text_document.uri), params.range)]

    @made.feature(types.TEXT_DOCUMENT_FORMATTING)
    def laid_out(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        text = made.text(params.text_document.uri)
        try:
            after = formatted(text.source, text.inherited_names)
        except RulesError:
            return []  # the findings show why
        whole = Span(text.source, 0, len(text.source.text))
        return [] if after == text.text else [types.TextEdit(text.range(whole), after)]

    @made.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def renamable(params: types.PrepareRenameParams) -> types.Range | None:
        text = made.text(params.text_document.uri)
        place = naming_places.name_at(text, params.position)
        return None if place is None else text.range(place.span)

    @made.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def renamed(params: types.RenameParams) -> types.WorkspaceEdit | None:
        text = made.text(params.text_document.uri)
        place = naming_places.name_at(text, params.position)
        if place is None:
            return None
        try:
            return naming_places.renamed(text, place, params.new_name)
        except naming_places.CannotRename as error:
            raise JsonRpcInvalidParams(f"{error}") from None


def _add_commands(made: RulesServer) -> None:
    """What the lenses do; the answer is shown, and given back to a client that asks for it."""

    @made.command(outlining.RUN_EXAMPLE)
    def example_run(uri: str, key: str) -> str:
        answer = answers.example_run(made.text(uri), key)
        made.message(answer)
        return answer

    @made.command(outlining.SHOW_SHEET)
    def sheet(uri: str) -> str:
        return made.show("sheet", answers.sheet(made.text(uri)))

    @made.command(outlining.COMPARE)
    def comparison(uri: str) -> str:
        return made.show("comparison", answers.comparison(made.text(uri)))
