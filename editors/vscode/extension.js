// Starts `rulebook lsp` for CGML files and for the game.json of board games.
const { window, workspace, commands } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function program() {
  return workspace.getConfiguration("rulebook").get("path") || "rulebook";
}

/** Runs a command of the program on the file that is open, in a terminal that can be watched. */
function onThisFile(words) {
  const file = window.activeTextEditor && window.activeTextEditor.document.fileName;
  if (!file) {
    window.showInformationMessage("Open the rules of a game first.");
    return;
  }
  // The shell is left out: a name with a space or a quote in it is still one word.
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
    window.showErrorMessage(`rulebook lsp does not start: ${error.message}. Set "rulebook.path" to where the program lies.`);
  }
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };
