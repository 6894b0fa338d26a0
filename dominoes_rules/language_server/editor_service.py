"""The language server: requests of an editor on standard input, answers on standard output."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol, TypeVar
from urllib.parse import unquote

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.protocol.json_rpc import RPCMessage

from dominoes_lang.format.formatting import formatted
from dominoes_lang.text.diagnostics import RulesError
from dominoes_lang.text.reach import Reach, resolved
from dominoes_lang.text.rules_text import LARGEST_FILE
from dominoes_lang.text.source import Span
from dominoes_rules import __version__
from dominoes_rules.language_server import answers, findings_shown, naming_places, outlining
from dominoes_rules.language_server.completion_list import completion_list
from dominoes_rules.language_server.hovering import hover
from dominoes_rules.language_server.open_texts import EditorFiles, OpenText, path_of

NOT_OPEN = "This text is not open in the editor."
HIGHEST_PLACE = 2**31 - 1
"""The largest line or column that a message may name."""
Answer = TypeVar("Answer")
QUIET_BEFORE_FINDINGS = 0.15
"""Seconds without a key before a text is checked."""


class _AboutText(Protocol):
    """The parameters of a question about a text."""

    @property
    def text_document(self) -> types.TextDocumentIdentifier:
        """The text."""


Params = TypeVar("Params", bound=_AboutText)


class EditorProtocol(LanguageServerProtocol):
    """The messages of an editor; those that do not follow the protocol are answered as well."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """A message from its JSON, or a part of it; places are moved into the range of numbers."""
        if data.keys() == {"line", "character"}:
            return {name: _in_range(number) for name, number in data.items()}
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if {"id", "method"} <= data.keys():
                self._send_response(data["id"], None, error.to_response_error())
            raise

    def handle_message(self, message: RPCMessage) -> None:
        """Handle a message; a change of a text that is not open changes nothing."""
        if isinstance(message, types.DidChangeTextDocumentNotification):
            server = self._server
            assert isinstance(server, RulesServer)
            if not server.has_open(message.params.text_document.uri):
                return
        super().handle_message(message)


def _in_range(number: object) -> object:
    return max(0, min(number, HIGHEST_PLACE)) if isinstance(number, int) else number


class RulesServer(LanguageServer):
    """A language server for rules files; it keeps the texts that were looked at last."""

    def __init__(self) -> None:
        super().__init__("dominoes-rules", __version__, protocol_cls=EditorProtocol)
        self._texts: dict[str, OpenText] = {}
        self._checks: dict[str, asyncio.Task[None]] = {}
        self._shown = TemporaryDirectory(prefix="dominoes-rules-")

    def has_open(self, uri: str) -> bool:
        """Whether the editor has opened a text and not closed it; no other text is read."""
        return unquote(uri) in self.workspace.text_documents

    def text(self, uri: str) -> OpenText | None:
        """The newest version of a text; None if the editor does not have it open."""
        if not self.has_open(uri):
            return None
        if uri not in self._texts:
            document = self.workspace.get_text_document(uri)
            self._texts[uri] = OpenText(
                document.source[: LARGEST_FILE + 1],
                self._reach(uri),
                uri,
                document.version or 0,
                self.workspace.position_codec,
            )
        return self._texts[uri]

    def _reach(self, uri: str) -> Reach:
        """The files that a text may extend."""
        path = path_of(uri)
        if path is None:
            return Reach()
        roots = [self.workspace.root_path, *map(path_of, self.workspace.folders)]
        folders = {resolved(Path(root)) for root in roots if root is not None}
        if not any(map(resolved(path).is_relative_to, folders)):
            folders.add(resolved(path.parent))
        return EditorFiles(folders=tuple(sorted(folders)), texts=self._opened())

    def _opened(self) -> dict[Path, str]:
        """The texts that the editor has open, by file."""
        documents = self.workspace.text_documents.values()
        paths = ((path_of(document.uri), document.source) for document in documents)
        return {resolved(path): source for path, source in paths if path is not None}

    def check_all(self) -> None:
        """Check every open text when nothing was typed for a moment: each may extend another."""
        self._texts.clear()
        for uri in [document.uri for document in self.workspace.text_documents.values()]:
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
        if text is None:
            return
        # In a thread, so that what is typed meanwhile is read; an answer about it is dropped.
        findings = await asyncio.to_thread(findings_shown.shown, text)
        if self._texts.get(uri) is text:
            self.text_document_publish_diagnostics(
                types.PublishDiagnosticsParams(uri, findings, version=text.version)
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
    service = RulesServer()

    @service.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(_: types.DidOpenTextDocumentParams) -> None:
        service.check_all()

    @service.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(_: types.DidChangeTextDocumentParams) -> None:
        service.check_all()

    @service.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: types.DidCloseTextDocumentParams) -> None:
        service.forget(params.text_document.uri)

    _add_questions(service)
    _add_edits(service)
    _add_commands(service)
    return service


def _about_text(
    service: RulesServer, feature: str, options: object = None
) -> Callable[[Callable[[OpenText, Params], Answer]], None]:
    """Have a question about an open text answered; the answer about any other text is null."""

    def register(answer: Callable[[OpenText, Params], Answer]) -> None:
        @service.feature(feature, options)
        def answered(params: Params) -> Answer | None:
            text = service.text(params.text_document.uri)
            return None if text is None else answer(text, params)

    return register


def _add_questions(service: RulesServer) -> None:
    """What the editor asks about a text and a place in it."""

    @_about_text(
        service,
        types.TEXT_DOCUMENT_COMPLETION,
        types.CompletionOptions(trigger_characters=[" ", ":", '"', "[", "|"]),
    )
    def complete(text: OpenText, params: types.CompletionParams) -> types.CompletionList:
        return completion_list(text, params.position)

    @_about_text(service, types.TEXT_DOCUMENT_HOVER)
    def hovered(text: OpenText, params: types.HoverParams) -> types.Hover | None:
        return hover(text, params.position)

    @_about_text(service, types.TEXT_DOCUMENT_DEFINITION)
    def defined(text: OpenText, params: types.DefinitionParams) -> types.Location | None:
        return naming_places.definition(text, params.position)

    @_about_text(service, types.TEXT_DOCUMENT_REFERENCES)
    def referred(text: OpenText, params: types.ReferenceParams) -> list[types.Location]:
        name_place = naming_places.name_at(text, params.position)
        return [] if name_place is None else naming_places.references(text, name_place)

    @_about_text(service, types.TEXT_DOCUMENT_DOCUMENT_LINK, types.DocumentLinkOptions())
    def linked(text: OpenText, _: types.DocumentLinkParams) -> list[types.DocumentLink]:
        return [*naming_places.links(text)]

    @_about_text(service, types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outlined(text: OpenText, _: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        return outlining.outline(text)

    @_about_text(service, types.TEXT_DOCUMENT_FOLDING_RANGE)
    def folded(text: OpenText, _: types.FoldingRangeParams) -> list[types.FoldingRange]:
        return [*outlining.folds(text)]

    @_about_text(service, types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions())
    def lensed(text: OpenText, _: types.CodeLensParams) -> list[types.CodeLens]:
        return [*outlining.lenses(text)]


def _add_edits(service: RulesServer) -> None:
    """What changes a text."""

    @_about_text(
        service,
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions([types.CodeActionKind.QuickFix, findings_shown.FIX_ALL]),
    )
    def fixes(text: OpenText, params: types.CodeActionParams) -> list[types.CodeAction]:
        return [*findings_shown.actions(text, params.range)]

    @_about_text(service, types.TEXT_DOCUMENT_FORMATTING)
    def laid_out(text: OpenText, _: types.DocumentFormattingParams) -> list[types.TextEdit]:
        try:
            after = formatted(text.source, text.inherited_names)
        except RulesError:
            return []  # the findings show why
        whole = Span(text.source, 0, len(text.source.text))
        return [] if after == text.text else [types.TextEdit(text.range(whole), after)]

    @_about_text(service, types.TEXT_DOCUMENT_PREPARE_RENAME)
    def renamable(text: OpenText, params: types.PrepareRenameParams) -> types.Range | None:
        name_place = naming_places.name_at(text, params.position)
        return None if name_place is None else text.range(name_place.span)

    @_about_text(service, types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def renamed(text: OpenText, params: types.RenameParams) -> types.WorkspaceEdit | None:
        name_place = naming_places.name_at(text, params.position)
        if name_place is None:
            return None
        try:
            return naming_places.renamed(text, name_place, params.new_name)
        except naming_places.CannotRename as error:
            raise JsonRpcInvalidParams(f"{error}") from None


def _add_commands(service: RulesServer) -> None:
    """What the lenses do; the answer is shown, and given back to a client that asks for it."""

    @service.command(outlining.RUN_EXAMPLE)
    def example_run(uri: str, key: str) -> str:
        text = service.text(uri)
        answer = NOT_OPEN if text is None else answers.example_run(text, key)
        service.message(answer)
        return answer

    @service.command(outlining.SHOW_SHEET)
    def sheet(uri: str) -> str:
        text = service.text(uri)
        return service.show("sheet", NOT_OPEN if text is None else answers.sheet(text))

    @service.command(outlining.COMPARE)
    def comparison(uri: str) -> str:
        text = service.text(uri)
        return service.show("comparison", NOT_OPEN if text is None else answers.comparison(text))
