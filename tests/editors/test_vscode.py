"""The program of the extension for VS Code, run by Node with stand-ins for VS Code."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from dominoes_rules.editor import grammars

STAND_INS = """
const Module = require("module"), load = Module._load, log = [];
const message = (text) => log.push(text);
const vscode = {
  window: { showWarningMessage: message, showErrorMessage: message },
  workspace: { getConfiguration: () => ({ get: () => process.argv[2] }) },
};
class LanguageClient {
  constructor(...all) { log.push(all); }
  async start() { if (process.argv[2] === "absent") throw new Error("ENOENT"); }
  async stop() { log.push("stopped"); }
}
Module._load = (name, ...more) => {
  if (name === "vscode") return vscode;
  if (name !== "vscode-languageclient/node") return load(name, ...more);
  if (process.argv[3] === "client") return { LanguageClient };
  throw Object.assign(new Error(name), { code: "MODULE_NOT_FOUND" });
};
const { activate, deactivate } = require(process.argv[1]);
activate().then(deactivate).then(() => console.log(JSON.stringify(log)));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node: apt install nodejs")
def test_the_extension_starts_the_server_or_shows_what_is_missing(tmp_path: Path) -> None:
    assert grammars.main(["vscode", str(tmp_path)]) == 0
    package = json.loads((tmp_path / "package.json").read_text("utf-8"))

    def ran(*arguments: str) -> list[object]:
        command = ["node", "-e", STAND_INS, str(tmp_path / package["main"]), *arguments]
        done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)
        log: list[object] = json.loads(done.stdout)
        return log

    (language,) = package["contributes"]["languages"]
    started, stopped = ran("/bin/rules", "client")
    server = {"command": "/bin/rules", "args": ["lsp"]}
    selector = {"documentSelector": [{"language": language["id"]}]}
    assert started == ["dominoes-rules", "Dominoes rules", server, selector]
    assert stopped == "stopped"
    assert 'pip install "dominoes-rules[lsp]"' in str(ran("absent", "client")[1])
    assert "npm install" in str(ran("/bin/rules", "none"))
