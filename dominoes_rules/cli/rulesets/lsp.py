"""`lsp`: a language server for rules files, on standard input and output."""

from __future__ import annotations

import argparse
import os
import sys

from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.cli.main import FINE


def run(_: argparse.Namespace) -> int:
    """Answer an editor until it ends the conversation."""
    try:
        # Imported here because no other command needs pygls.
        from dominoes_rules.language_server.editor_service import server
    except ModuleNotFoundError as error:
        raise ArgumentError(
            f"the language server needs {error.name}: pip install 'dominoes-rules[lsp]'"
        ) from None
    # A stream of its own, since it is closed at the end of the conversation.
    with os.fdopen(os.dup(1), "wb") as answers:
        server().start_io(sys.stdin.buffer, answers)
    return FINE
