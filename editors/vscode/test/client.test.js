// Tests `rulebook lsp` with the protocol library of the extension: node --test test
// RULEBOOK is the path of the program. The default is the `rulebook` on the path.
const assert = require("node:assert/strict");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { after, before, test } = require("node:test");
const { pathToFileURL } = require("node:url");
const lsp = require("vscode-languageserver-protocol/node");

const GAME = `cgml_version: "1.3"
meta: { name: Small, players: { min: 2, max: 2 } }
imports: [ !include standard_52, !include part.yaml ]
components:
  decks: { cards: { type: standard_52 } }
  zones:
    - { name: deck, type: deck, of_deck: cards }
    - { name: hand, type: hand, per_player: true }
setup: []
flow:
  initial_state: Playing
  states: { Playing: { phases: [Play] }, Over: {} }
  transitions: [ { from: Playing, to: Over, condition: "count($.zones.deck) == 0" } ]
  win_condition: { evaluator: "max($.players, $player.score)" }
rules:
  - id: draw_one
    trigger: on.phase.Play
    effect:
      - { action: DEAL, from: $.zones.deck, to: $currentPlayer.zones.hand }
      - { action: SCORE, player: $currentPlayer, points: $.worth }
`;
const PART = `components:
  variables:
    - { name: score, scope: per_player, initial_value: 0 }
    - { name: worth, initial_value: 1, description: What a card is worth. }
`;

let connection, folder, server;
const told = new Map();
const waiting = [];

/** The mistakes that are told of a file, as soon as they are what is waited for. */
function mistakes(uri, wanted) {
  const now = told.get(uri);
  if (now && wanted(now)) return Promise.resolve(now);
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`told of ${uri}: ${JSON.stringify(told.get(uri))}`)), 60_000);
    waiting.push({ uri, wanted, resolve: (found) => (clearTimeout(late), resolve(found)) });
  });
}

const uriOf = (name) => pathToFileURL(path.join(folder, name)).href;

/** Line and character of the first `mark` in a text, so many characters into it. */
function place(text, mark, into = 0) {
  const at = text.indexOf(mark);
  assert.notEqual(at, -1, mark);
  const before = text.slice(0, at + into).split("\n");
  return { line: before.length - 1, character: before[before.length - 1].length };
}

let version = 1;
function open(name, text, languageId = "cgml") {
  fs.writeFileSync(path.join(folder, name), text);
  const textDocument = { uri: uriOf(name), languageId, version: 1, text };
  connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, { textDocument });
  return textDocument.uri;
}

function change(uri, text) {
  const textDocument = { uri, version: ++version };
  connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, { textDocument, contentChanges: [{ text }] });
}

before(async () => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "rulebook lsp ü ")));
  fs.writeFileSync(path.join(folder, "part.yaml"), PART);
  server = spawn(process.env.RULEBOOK || "rulebook", ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  connection = lsp.createProtocolConnection(
    new lsp.StreamMessageReader(server.stdout),
    new lsp.StreamMessageWriter(server.stdin),
  );
  connection.onNotification(lsp.PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => {
    const plain = pathToFileURL(decodeURIComponent(new URL(uri).pathname)).href;
    told.set(plain, diagnostics);
    const ready = waiting.filter((one) => one.uri === plain && one.wanted(diagnostics));
    for (const one of ready) {
      waiting.splice(waiting.indexOf(one), 1);
      one.resolve(diagnostics);
    }
  });
  connection.listen();
  const begun = await connection.sendRequest(lsp.InitializeRequest.type, {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    workspaceFolders: [{ uri: pathToFileURL(folder).href, name: "games" }],
    capabilities: { textDocument: { rename: { prepareSupport: true } }, workspace: { didChangeWatchedFiles: {} } },
  });
  assert.equal(begun.serverInfo.name, "rulebook");
  await connection.sendNotification(lsp.InitializedNotification.type, {});
});

after(async () => {
  await connection.sendRequest(lsp.ShutdownRequest.type);
  const left = new Promise((resolve) => server.on("exit", resolve));
  await connection.sendNotification(lsp.ExitNotification.type);
  assert.equal(await left, 0);
  connection.dispose();
  fs.rmSync(folder, { recursive: true });
});

test("diagnostics appear while typing and disappear after the fix", async () => {
  const uri = open("game.cgml", GAME);
  await mistakes(uri, (found) => found.length === 0);
  const wrong = GAME.replace("$.zones.deck, to", "$.zones.dekc, to");
  change(uri, wrong);
  const [found] = await mistakes(uri, (found) => found.length === 1);
  assert.match(found.message, /dekc/);
  assert.equal(found.severity, lsp.DiagnosticSeverity.Error);
  assert.deepEqual(found.range.start, place(wrong, "dekc"));
  const textDocument = { uri };
  const actions = await connection.sendRequest(lsp.CodeActionRequest.type, {
    textDocument,
    range: found.range,
    context: { diagnostics: [found] },
  });
  const [edit] = Object.values(actions[0].edit.changes)[0];
  assert.equal(edit.newText, "deck");
  assert.deepEqual(edit.range, found.range);
  change(uri, wrong.replace("action: SCORE", "action: SCOER"));
  await mistakes(uri, (found) => found.length === 2);
  change(uri, GAME);
  await mistakes(uri, (found) => found.length === 0);
});

test("completion works in a file that does not parse", async () => {
  const uri = uriOf("game.cgml");
  const line = "      - { action: MOVE, from: $.zones.";
  change(uri, GAME + line);
  await mistakes(uri, (found) => found.length > 0);
  const position = { line: GAME.split("\n").length - 1, character: line.length };
  const items = await connection.sendRequest(lsp.CompletionRequest.type, { textDocument: { uri }, position });
  assert.deepEqual(items.map((item) => item.label), ["deck"]);
  change(uri, GAME);
  await mistakes(uri, (found) => found.length === 0);
});

test("completion, hover, definition, references", async () => {
  const textDocument = { uri: uriOf("game.cgml") };
  const at = (mark, into) => ({ textDocument, position: place(GAME, mark, into) });
  const zones = await connection.sendRequest(lsp.CompletionRequest.type, at("$.zones.deck, to", "$.zones.".length));
  assert.deepEqual(zones.map((item) => item.label).filter((label) => ["deck", "hand"].includes(label)), ["deck"]);
  const actions = await connection.sendRequest(lsp.CompletionRequest.type, at("action: DEAL", "action: ".length));
  assert.ok(actions.some((item) => item.label === "DEAL_ALL" && item.documentation.value));
  const hover = await connection.sendRequest(lsp.HoverRequest.type, at("DEAL", 2));
  assert.match(hover.contents.value, /DEAL/);
  const worth = await connection.sendRequest(lsp.HoverRequest.type, at("$.worth", 3));
  assert.match(worth.contents.value, /What a card is worth/);
  const [defined] = await connection.sendRequest(lsp.DefinitionRequest.type, at("$.worth", 3));
  assert.match(decodeURIComponent(defined.uri), /part\.yaml$/);
  assert.deepEqual(defined.range.start, place(PART, "worth"));
  const used = await connection.sendRequest(lsp.ReferencesRequest.type, {
    ...at("name: hand", 7),
    context: { includeDeclaration: true },
  });
  assert.equal(used.length, 2);
});

test("rename changes included files but not the built-in packages", async () => {
  const textDocument = { uri: uriOf("game.cgml") };
  const position = place(GAME, "$.worth", 3);
  const ready = await connection.sendRequest(lsp.PrepareRenameRequest.type, { textDocument, position });
  assert.equal(ready.placeholder, "worth");
  const { changes } = await connection.sendRequest(lsp.RenameRequest.type, { textDocument, position, newName: "value" });
  const files = Object.keys(changes).map((uri) => path.basename(decodeURIComponent(uri)));
  assert.deepEqual(files.sort(), ["game.cgml", "part.yaml"]);
  assert.ok(Object.values(changes).flat().every((edit) => edit.newText === "value"));
  const package_ = { textDocument, position: place(GAME, "type: standard_52", 8) };
  assert.equal(await connection.sendRequest(lsp.PrepareRenameRequest.type, package_), null);
  await assert.rejects(connection.sendRequest(lsp.RenameRequest.type, { textDocument, position, newName: "two words" }));
});

test("a file that changes outside the editor is reloaded", async () => {
  const uri = uriOf("game.cgml");
  const changed = (text) => {
    fs.writeFileSync(path.join(folder, "part.yaml"), text);
    const event = { uri: uriOf("part.yaml"), type: lsp.FileChangeType.Changed };
    connection.sendNotification(lsp.DidChangeWatchedFilesNotification.type, { changes: [event] });
  };
  changed(PART.replace("name: worth", "name: price"));
  const found = await mistakes(uri, (found) => found.length > 0);
  assert.match(found[0].message, /worth/);
  changed(PART);
  await mistakes(uri, (found) => found.length === 0);
});

test("board games, and JSON files that are not games", async () => {
  const board = open("game.json", '{ "board": 7 }', "json");
  assert.ok((await mistakes(board, (found) => found.length > 0)).length);
  const other = open("package.json", '{ "name": "other" }', "json");
  await mistakes(other, (found) => found.length === 0);
});
