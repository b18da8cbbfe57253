// Starts the language server `rulebook lsp` for CGML files and for the game.json of board games.
const { window, workspace, commands } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function program() {
  return workspace.getConfiguration("rulebook").get("path") || "rulebook";
}

/** Runs a `rulebook` command on the open file, in a visible terminal. */
function onThisFile(words) {
  const file = window.activeTextEditor && window.activeTextEditor.document.fileName;
  if (!file) {
    window.showInformationMessage("Open a rules file first.");
    return;
  }
  // Start the program without a shell, so that a file name may contain spaces and quotes.
  const terminal = window.createTerminal({ name: `rulebook ${words[0]}`, shellPath: program(), shellArgs: [...words, file] });
  terminal.show();
}

async function activate(context) {
  client = new LanguageClient(
    "rulebook",
    "Rulebook",
    { command: program(), args: ["lsp"] },
    {
      documentSelector: [
        { scheme: "file", language: "cgml" },
        { scheme: "file", language: "yaml", pattern: "**/games/lib/*.yaml" },
        { scheme: "file", language: "json", pattern: "**/game.json" },
      ],
      synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.{cgml,yaml,json}") },
    },
  );
  context.subscriptions.push(
    commands.registerCommand("rulebook.report", () => onThisFile(["report"])),
    commands.registerCommand("rulebook.dev", () => onThisFile(["dev"])),
  );
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(`Cannot start rulebook lsp: ${error.message}. Set "rulebook.path" to the path of the program.`);
  }
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };
