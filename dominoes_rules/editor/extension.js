// The extension for VS Code: starts the language server, and reports it where that fails.
"use strict";
const vscode = require("vscode");

const NAME = "dominoes-rules";
let client;

function languageClient() {
  try {
    return require("vscode-languageclient/node").LanguageClient;
  } catch (problem) {
    if (problem.code !== "MODULE_NOT_FOUND") throw problem;
    return undefined;
  }
}

async function activate() {
  const LanguageClient = languageClient();
  if (LanguageClient === undefined) {
    vscode.window.showWarningMessage(
      `There are colours but no findings: run "npm install" in ${__dirname}, and restart VS Code.`,
    );
    return;
  }
  const command = vscode.workspace.getConfiguration(NAME).get("program", NAME);
  const documentSelector = [{ language: NAME }];
  client = new LanguageClient(NAME, "Dominoes rules", { command, args: ["lsp"] }, { documentSelector });
  try {
    await client.start();
  } catch {
    // The client has shown why.
    client = undefined;
    vscode.window.showErrorMessage(
      `"${command} lsp" can't be started. Install it with pip install "dominoes-rules[lsp]", ` +
        `or set its path in "${NAME}.program".`,
    );
  }
}

async function deactivate() {
  await client?.stop();
}

module.exports = { activate, deactivate };
