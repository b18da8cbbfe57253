//! Implements the language server protocol.

use crate::complete::complete;
use crate::mention::{Kind, Mention, is_word};
use crate::project::{Language, Open, Project, copy_of, language, text_of};
use crate::text_position::{offset, range};
use crate::words::Words;
use ls_types::{self as lsp, *};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response, ResponseError};
use rulebook_cgml::load::{PACKAGES, Package};
use rulebook_diag::{Diagnostic, Severity, Span};
use serde_json::{Value, from_slice, from_value, json, to_value};
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc;

/// Serves until the editor disconnects or sends `exit`. Checks changed files when no message is waiting.
///
/// # Errors
/// Returns an error if the output cannot be written, or if the thread that reads the input cannot be started.
pub fn run(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    let (sender, receiver) = mpsc::channel();
    std::thread::Builder::new().spawn(move || read_all(input, &sender))?;
    let mut server = Server::new(output);
    let mut queue = VecDeque::new();
    loop {
        queue.extend(receiver.try_iter());
        let message = match queue.pop_front() {
            Some(message) => message,
            None if server.publish_next()? => continue,
            None => match receiver.recv() {
                Ok(message) => message,
                Err(mpsc::RecvError) => return Ok(()),
            },
        };
        match message {
            Some(Message::Request(request)) => {
                let canceled = queue.iter().flatten().any(|later| cancels(later, &request.id));
                server.request(request, canceled)?;
            }
            Some(Message::Notification(Notification { method, .. })) if method == "exit" => return Ok(()),
            Some(Message::Notification(notification)) => server.notification(notification)?,
            Some(Message::Response(_)) => {}
            None => server.malformed()?,
        }
    }
}

/// Sends all messages of the input, and `None` for a malformed message. Stops at a malformed header, because the start
/// of the next message is unknown.
fn read_all(mut input: impl BufRead, sender: &mpsc::Sender<Option<Message>>) {
    while let Some(body) = read(&mut input).transpose() {
        let broken = body.is_err();
        let message = body.ok().and_then(|body| from_slice(&body).ok());
        if sender.send(message).is_err() || broken {
            return;
        }
    }
}

/// Reads the body of one message. `None` at the end of the input. Unlike [`Message::read`], it does not allocate the
/// stated length before the body arrives, because a wrong length could exceed the memory.
fn read(input: &mut dyn BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut length = None;
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        match (line.trim_end().split_once(':'), length) {
            (Some((name, value)), _) if name.eq_ignore_ascii_case("Content-Length") => {
                length = Some(value.trim().parse().map_err(io::Error::other)?);
            }
            (Some(_), _) => {}
            (None, Some(length)) if line.trim_end().is_empty() => {
                let mut body = Vec::new();
                input.take(length).read_to_end(&mut body)?;
                return Ok(Some(body));
            }
            (None, _) => return Err(io::ErrorKind::InvalidData.into()),
        }
        line.clear();
    }
    Ok(None)
}

/// Whether a message cancels a request.
fn cancels(message: &Message, id: &RequestId) -> bool {
    let Message::Notification(Notification { method, params }) = message else { return false };
    method == "$/cancelRequest" && params.get("id") == Some(&json!(id))
}

/// The state of the connection.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Connection {
    New,
    Initialized,
    ShutDown,
}

struct Server<W> {
    output: W,
    connection: Connection,
    words: [Words; 2],
    open: Open,
    /// Changed files whose diagnostics are not published yet.
    changed: BTreeSet<PathBuf>,
    /// The files with published diagnostics, by the open file that caused them. The server needs this map to clear the
    /// diagnostics later.
    told: BTreeMap<PathBuf, BTreeSet<PathBuf>>,
    /// For each file, the names in its last version that could be parsed.
    names: BTreeMap<PathBuf, Vec<Mention>>,
}

/// A position in an open file, with its game.
struct CursorPosition {
    path: PathBuf,
    text: String,
    offset: usize,
    language: Language,
    project: Project,
}

impl CursorPosition {
    fn mention(&self) -> Option<&Mention> {
        self.project.at(self.project.file(&self.path)?, self.offset)
    }

    /// The word at the position.
    fn word(&self) -> (&str, std::ops::Range<usize>) {
        let offset = self.offset;
        let start = self.text[..offset]
            .rfind(|c| !is_word(c))
            .map_or(0, |at| at + self.text[at..].chars().next().map_or(1, char::len_utf8));
        let end = self.text[offset..].find(|c| !is_word(c)).map_or(self.text.len(), |at| offset + at);
        (&self.text[start..end], start..end)
    }

    /// The file or package that is included at this position, as in `!include part.yaml`.
    fn included(&self) -> Option<&str> {
        let start = self.text[..self.offset].rfind('\n').map_or(0, |at| at + 1);
        let line = self.text[start..].lines().next().unwrap_or_default();
        let at = self.offset - start;
        let tags = ["!include", "!inherit", "inherit:"].into_iter();
        let behind = tags.flat_map(|tag| line.match_indices(tag).map(|(found, tag)| found..found + tag.len()));
        let tag = behind.filter(|tag| tag.start <= at).max_by_key(|tag| tag.end)?;
        let name = line[tag.end..].trim_start_matches([' ', '"', '\'']);
        let length = name.find([' ', ',', ']', '}', '"', '\'', '#']).unwrap_or(name.len());
        (length > 0 && at <= line.len() - name.len() + length).then(|| &name[..length])
    }

    /// The path of an included file or package.
    fn file_of(&self, included: &str) -> Option<PathBuf> {
        let Some(package) = package(included) else {
            return Some(self.path.parent()?.join(included)).filter(|path| path.is_file());
        };
        let name = format!("{}.yaml", package.name);
        let known = self.project.files.iter().filter_map(|(_, path)| path.as_deref());
        let mut known = known.filter(|path| path.ends_with(Path::new("lib").join(&name)));
        known.next().map(Path::to_owned).or_else(|| copy_of(package.name))
    }
}

/// The engine package with this name or URL.
fn package(included: &str) -> Option<&'static Package> {
    let address = included.contains("://");
    let name = if address { included.rsplit('/').next()?.split('.').next()? } else { included };
    PACKAGES.iter().find(|package| package.name == name)
}

/// The leading comment of a package.
fn about_package(package: &Package) -> String {
    let lines = package.text.lines().take_while(|line| line.starts_with('#'));
    let lines: Vec<&str> = lines.map(|line| line.trim_start_matches('#').trim_start()).collect();
    format!("**{}** (package)  \n{}", package.name, lines.join("\n"))
}

/// The reason why a request has no result.
struct RequestError(ErrorCode, String);

impl RequestError {
    fn params(message: impl Into<String>) -> RequestError {
        RequestError(ErrorCode::InvalidParams, message.into())
    }
}

impl From<serde_json::Error> for RequestError {
    fn from(error: serde_json::Error) -> RequestError {
        RequestError::params(error.to_string())
    }
}

impl<W: Write> Server<W> {
    fn new(output: W) -> Server<W> {
        Server {
            output,
            connection: Connection::New,
            words: [Words::cgml(), Words::board()],
            open: Open::new(),
            changed: BTreeSet::new(),
            told: BTreeMap::new(),
            names: BTreeMap::new(),
        }
    }

    fn request(&mut self, Request { id, method, params }: Request, canceled: bool) -> io::Result<()> {
        if method == "shutdown" {
            while self.publish_next()? {}
        }
        let result = match (canceled, self.connection, method.as_str()) {
            (true, ..) => Err(RequestError(ErrorCode::RequestCanceled, "Canceled".into())),
            (_, Connection::New, "initialize") => {
                self.connection = Connection::Initialized;
                Ok(capabilities())
            }
            (_, Connection::New, _) => {
                Err(RequestError(ErrorCode::ServerNotInitialized, "Server not initialized".into()))
            }
            (_, Connection::ShutDown, _) | (.., "initialize") => {
                Err(RequestError(ErrorCode::InvalidRequest, "Invalid request".into()))
            }
            (.., "shutdown") => {
                self.connection = Connection::ShutDown;
                Ok(Value::Null)
            }
            _ => self.answer(&method, params),
        };
        let response_result =
            result.map_err(|RequestError(code, message)| ResponseError { code: code as i32, message, data: None });
        Message::Response(Response { id, response_result }).write(&mut self.output)
    }

    fn answer(&self, method: &str, params: Value) -> Result<Value, RequestError> {
        Ok(match method {
            "textDocument/completion" => to_value(self.completion(&from_value(params)?)),
            "textDocument/hover" => to_value(self.hover(&from_value(params)?)),
            "textDocument/definition" => to_value(self.definition(&from_value(params)?)),
            "textDocument/references" => to_value(self.references(&from_value(params)?)),
            "textDocument/prepareRename" => to_value(self.prepare_rename(&from_value(params)?)),
            "textDocument/rename" => to_value(self.rename(from_value(params)?)?),
            "textDocument/documentSymbol" => to_value(self.document_symbol(from_value(params)?)),
            "textDocument/codeAction" => to_value(self.code_action(from_value(params)?)),
            _ => return Err(RequestError(ErrorCode::MethodNotFound, "Method not found".into())),
        }?)
    }

    fn notification(&mut self, Notification { method, params }: Notification) -> io::Result<()> {
        if self.connection != Connection::Initialized {
            return Ok(());
        }
        // A notification has no answer. A notification with wrong parameters is ignored.
        match method.as_str() {
            "textDocument/didOpen" => {
                if let Ok(DidOpenTextDocumentParams { text_document }) = from_value(params)
                    && let Some(path) = path_of(&text_document.uri)
                {
                    self.open.insert(path.clone(), text_document.text);
                    // Publish now, because completion needs the names of the file before the next change.
                    return self.publish(&path);
                }
            }
            "textDocument/didChange" => {
                // Each change contains the whole text, so the last change is enough.
                if let Ok(DidChangeTextDocumentParams { text_document, content_changes }) = from_value(params)
                    && let Some(path) = path_of(&text_document.uri)
                    && let Some(change) = content_changes.into_iter().next_back()
                {
                    self.open.insert(path.clone(), change.text);
                    self.changed.insert(path);
                }
            }
            "textDocument/didClose" => {
                if let Ok(DidCloseTextDocumentParams { text_document }) = from_value(params)
                    && let Some(path) = path_of(&text_document.uri)
                {
                    self.open.remove(&path);
                    self.changed.insert(path);
                }
            }
            "textDocument/didSave" => {
                if let Ok(DidSaveTextDocumentParams { text_document, .. }) = from_value(params) {
                    self.changed.extend(path_of(&text_document.uri));
                }
            }
            "workspace/didChangeWatchedFiles" => {
                // Files that are open in the editor are ignored.
                let outside =
                    |change: &FileEvent| path_of(&change.uri).is_some_and(|path| !self.open.contains_key(&path));
                if let Ok(DidChangeWatchedFilesParams { changes }) = from_value(params)
                    && changes.iter().any(outside)
                {
                    self.changed.extend(self.told.keys().cloned());
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Publishes the diagnostics of a changed file. Returns `false` if no file has changed.
    fn publish_next(&mut self) -> io::Result<bool> {
        let Some(path) = self.changed.pop_first() else { return Ok(false) };
        self.publish(&path)?;
        Ok(true)
    }

    /// Publishes the diagnostics of a game, and clears diagnostics that no longer apply.
    fn publish(&mut self, path: &Path) -> io::Result<()> {
        self.changed.remove(path);
        let mut by_file: BTreeMap<PathBuf, Vec<lsp::Diagnostic>> = BTreeMap::new();
        // A deleted file has no diagnostics.
        let there = text_of(path, &self.open).is_some();
        let project = if there { Project::of(path, &self.open) } else { Project::default() };
        if project.mentions.iter().any(|mention| mention.defines) {
            self.names.insert(path.to_owned(), project.mentions.clone());
        }
        by_file.insert(path.to_owned(), Vec::new());
        for found in &project.diagnostics {
            let file = project.path(found.primary.span.file).unwrap_or(path).to_owned();
            by_file.entry(file).or_default().push(diagnostic(found, &project));
        }
        let files: BTreeSet<PathBuf> = by_file.keys().cloned().collect();
        for before in self.told.insert(path.to_owned(), files).unwrap_or_default() {
            by_file.entry(before).or_default();
        }
        for (file, found) in by_file {
            if let Some(uri) = Uri::from_file_path(&file) {
                let params = PublishDiagnosticsParams::new(uri, found, None);
                let notification = Notification::new("textDocument/publishDiagnostics".into(), params);
                Message::Notification(notification).write(&mut self.output)?;
            }
        }
        Ok(())
    }

    /// Answers a malformed message. The answer has no id, which [`Response`] cannot express.
    fn malformed(&mut self) -> io::Result<()> {
        let error = json!({ "code": ErrorCode::ParseError as i32, "message": "Parse error" });
        let text = json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string();
        write!(self.output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        self.output.flush()
    }

    fn words(&self, language: Language) -> &Words {
        &self.words[usize::from(language == Language::Board)]
    }

    fn here(&self, at: &TextDocumentPositionParams) -> Option<CursorPosition> {
        let path = path_of(&at.text_document.uri)?;
        let language = language(&path)?;
        let text = text_of(&path, &self.open)?;
        let project = Project::of(&path, &self.open);
        let offset = offset(&text, at.position);
        Some(CursorPosition { path, text, offset, language, project })
    }

    fn completion(&self, params: &CompletionParams) -> Option<CompletionResponse> {
        let mut here = self.here(&params.text_document_position)?;
        if !here.project.mentions.iter().any(|mention| mention.defines) {
            here.project.mentions = self.names.get(&here.path).cloned().unwrap_or_default();
        }
        let items = complete(here.language, &here.text, here.offset, &here.project, self.words(here.language));
        let item = |item: crate::complete::Item| CompletionItem {
            kind: Some(match item.what {
                "action" | "operator" => CompletionItemKind::FUNCTION,
                "key" => CompletionItemKind::PROPERTY,
                "variable" | "stored value" => CompletionItemKind::VARIABLE,
                "zone" | "deck" => CompletionItemKind::FIELD,
                "state" | "phase" | "event" | "trigger" => CompletionItemKind::EVENT,
                _ => CompletionItemKind::VALUE,
            }),
            detail: Some(item.what.to_owned()),
            documentation: (!item.about.is_empty())
                .then(|| markdown(item.about.clone()))
                .map(Documentation::MarkupContent),
            label: item.text,
            ..CompletionItem::default()
        };
        Some(CompletionResponse::Array(items.into_iter().map(item).collect()))
    }

    fn hover(&self, params: &HoverParams) -> Option<Hover> {
        let here = self.here(&params.text_document_position_params)?;
        let (word, bytes) = here.word();
        let named = here.mention().map(|mention| {
            let defined = here.project.same(mention).find(|mention| mention.defines);
            let about = defined.map(|mention| mention.about.as_str()).unwrap_or_default();
            format!("**{}** ({})  \n{about}", mention.name, mention.kind.name())
        });
        let start = here.text[..here.offset].rfind('\n').map_or(0, |at| at + 1);
        let action = crate::complete::site(&here.text, start, here.offset).action;
        let words = self.words(here.language);
        let included = || match (here.included()?, package(here.included()?)) {
            (_, Some(package)) => Some(about_package(package)),
            (file, None) => Some(format!("**{file}** (file)")),
        };
        let anchor = || words.about(&format!("${word}"), None).filter(|_| here.text[..bytes.start].ends_with('$'));
        let about = named.or_else(included).or_else(anchor).or_else(|| words.about(word, action.as_deref()));
        about.map(|about| Hover {
            contents: HoverContents::Markup(markdown(about)),
            range: Some(range(&here.text, bytes)),
        })
    }

    fn definition(&self, params: &GotoDefinitionParams) -> Option<GotoDefinitionResponse> {
        let here = self.here(&params.text_document_position_params)?;
        let Some(mention) = here.mention() else {
            let file = here.included().and_then(|included| here.file_of(included));
            let uri = file.and_then(Uri::from_file_path);
            return uri.map(|uri| GotoDefinitionResponse::Scalar(Location { uri, range: Range::default() }));
        };
        let defined = here.project.same(mention).filter(|mention| mention.defines);
        let places: Vec<Location> =
            defined.filter_map(|mention| location_to_read(&here.project, mention.span)).collect();
        (!places.is_empty()).then_some(GotoDefinitionResponse::Array(places))
    }

    fn references(&self, params: &ReferenceParams) -> Option<Vec<Location>> {
        let here = self.here(&params.text_document_position)?;
        let mention = here.mention()?;
        let all = here.project.same(mention).filter(|mention| params.context.include_declaration || !mention.defines);
        Some(all.filter_map(|mention| location(&here.project, mention.span)).collect())
    }

    fn prepare_rename(&self, params: &TextDocumentPositionParams) -> Option<PrepareRenameResponse> {
        let here = self.here(params)?;
        let named = here.mention().filter(|mention| renamed(&here.project, mention).is_ok());
        named.map(|mention| PrepareRenameResponse::RangeWithPlaceholder {
            range: place(&here.project, mention.span),
            placeholder: mention.name.clone(),
        })
    }

    fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>, RequestError> {
        let Some(here) = self.here(&params.text_document_position) else { return Ok(None) };
        let Some(mention) = here.mention() else { return Ok(None) };
        let name = params.new_name;
        if name.is_empty() || !name.chars().all(is_word) || name.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(RequestError::params("a name has letters, digits and underscores, and begins with a letter"));
        }
        let taken = |other: &&Mention| other.kind == mention.kind && other.name == name && other.defines;
        if here.project.mentions.iter().any(|other| taken(&other)) {
            return Err(RequestError::params(format!("there is a {} `{name}` already", mention.kind.name())));
        }
        let places = renamed(&here.project, mention).map_err(RequestError::params)?;
        let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
        for (Location { uri, range }, before) in places {
            changes.entry(uri).or_default().push(TextEdit { range, new_text: before + &name });
        }
        Ok(Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }))
    }

    fn document_symbol(&self, params: DocumentSymbolParams) -> Option<DocumentSymbolResponse> {
        let at = TextDocumentPositionParams { text_document: params.text_document, position: Position::default() };
        let here = self.here(&at)?;
        let file = here.project.file(&here.path)?;
        let own = here.project.mentions.iter();
        let own = own.filter(|mention| mention.span.file == file && mention.defines && mention.kind != Kind::Stored);
        let symbol = |mention: &Mention| SymbolInformation {
            name: mention.name.clone(),
            kind: match mention.kind {
                Kind::Rule => SymbolKind::FUNCTION,
                Kind::Variable => SymbolKind::VARIABLE,
                Kind::State | Kind::Phase | Kind::Event => SymbolKind::EVENT,
                Kind::DeckType | Kind::ZoneType => SymbolKind::CLASS,
                _ => SymbolKind::FIELD,
            },
            tags: None,
            #[allow(deprecated, reason = "the field must be given")]
            deprecated: None,
            location: Location { uri: at.text_document.uri.clone(), range: place(&here.project, mention.span) },
            container_name: Some(mention.kind.name().to_owned()),
        };
        Some(DocumentSymbolResponse::Flat(own.map(symbol).collect()))
    }

    /// The quick fixes of diagnostics.
    fn code_action(&self, params: CodeActionParams) -> Option<CodeActionResponse> {
        let at = TextDocumentPositionParams { text_document: params.text_document, position: params.range.start };
        let here = self.here(&at)?;
        let file = here.project.file(&here.path);
        let (from, to) = (here.offset, offset(&here.text, params.range.end));
        let near = |span: Span| Some(span.file) == file && span.start as usize <= to && span.end as usize >= from;
        let found = here.project.diagnostics.iter().filter(|found| near(found.primary.span));
        let action = |found: &Diagnostic| {
            let suggestion = found.suggestion.as_ref().filter(|suggestion| Some(suggestion.span.file) == file)?;
            let edit =
                TextEdit { range: place(&here.project, suggestion.span), new_text: suggestion.replacement.clone() };
            let changes = HashMap::from([(at.text_document.uri.clone(), vec![edit])]);
            Some(CodeActionOrCommand::CodeAction(CodeAction {
                title: format!("Write {}", suggestion.replacement),
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![diagnostic(found, &here.project)]),
                edit: Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }),
                ..CodeAction::default()
            }))
        };
        Some(found.filter_map(action).collect())
    }
}

/// The answer to `initialize`.
fn capabilities() -> Value {
    json!({
        "capabilities": {
            "textDocumentSync": TextDocumentSyncKind::FULL,
            "completionProvider": { "triggerCharacters": [".", ":", "$", " ", "{", "\""] },
            "hoverProvider": true,
            "definitionProvider": true,
            "referencesProvider": true,
            "documentSymbolProvider": true,
            "codeActionProvider": true,
            "renameProvider": { "prepareProvider": true },
        },
        "serverInfo": { "name": "rulebook", "version": env!("CARGO_PKG_VERSION") },
    })
}

fn path_of(uri: &Uri) -> Option<PathBuf> {
    uri.to_file_path().map(|path| path.into_owned())
}

fn place(project: &Project, span: Span) -> Range {
    range(project.sources.text(span.file), span.start as usize..span.end as usize)
}

fn location(project: &Project, span: Span) -> Option<Location> {
    Some(Location { uri: Uri::from_file_path(project.path(span.file)?)?, range: place(project, span) })
}

/// The location of a span. For an engine package without a file, it is a copy of the package.
fn location_to_read(project: &Project, span: Span) -> Option<Location> {
    let package = || Path::new(project.sources.name(span.file)).file_stem()?.to_str().and_then(copy_of);
    let path = project.path(span.file).map(Path::to_owned).or_else(package)?;
    Some(Location { uri: Uri::from_file_path(&path)?, range: place(project, span) })
}

fn diagnostic(found: &Diagnostic, project: &Project) -> lsp::Diagnostic {
    let mut message = found.message.clone();
    for more in
        [Some(found.primary.text.as_str()).filter(|text| !text.is_empty()), found.help.as_deref()].into_iter().flatten()
    {
        message.push('\n');
        message.push_str(more);
    }
    let related: Vec<DiagnosticRelatedInformation> = found
        .secondary
        .iter()
        .filter_map(|label| {
            Some(DiagnosticRelatedInformation { location: location(project, label.span)?, message: label.text.clone() })
        })
        .collect();
    lsp::Diagnostic {
        range: place(project, found.primary.span),
        severity: Some(match found.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            _ => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(found.code.to_owned())),
        source: Some("rulebook".to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        ..lsp::Diagnostic::default()
    }
}

/// The locations of all mentions of a name, each with the text to insert before the new name. Returns an error if one
/// of the mentions cannot be edited.
fn renamed(project: &Project, mention: &Mention) -> Result<Vec<(Location, String)>, String> {
    let places: Vec<&Mention> = project.same(mention).collect();
    if !places.iter().any(|place| place.defines) {
        return Err(format!("`{}` is not defined in this game", mention.name));
    }
    let of_engine = |place: &&Mention| project.path(place.span.file).is_none();
    let library = |path: &Path| path.parent().and_then(Path::file_name).is_some_and(|name| name == "lib");
    if places.iter().any(|place| of_engine(place) || project.path(place.span.file).is_some_and(library)) {
        return Err(format!("`{}` comes from a package that other games use, too", mention.name));
    }
    Ok(places.into_iter().filter_map(|place| Some((location(project, place.span)?, place.before.clone()))).collect())
}

fn markdown(value: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The input that contains these messages.
    fn framed(messages: &[Value]) -> String {
        let texts = messages.iter().map(Value::to_string);
        texts.map(|text| format!("Content-Length: {}\r\n\r\n{text}", text.len())).collect()
    }

    /// The messages that the server writes for an input.
    fn answers(input: String) -> Vec<Value> {
        let mut output = Vec::new();
        run(io::Cursor::new(input), &mut output).expect("memory can be written");
        let output = String::from_utf8(output).expect("UTF-8");
        let texts = output.split("Content-Length: ").skip(1);
        texts.map(|text| serde_json::from_str(text.split_once("\r\n\r\n").expect("a body").1).expect("JSON")).collect()
    }

    fn request(id: u32, method: &str) -> Value {
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": {} })
    }

    fn code(answer: &Value) -> i64 {
        answer["error"]["code"].as_i64().unwrap_or_default()
    }

    #[test]
    fn requests_are_answered_in_order_with_the_errors_of_the_protocol() {
        let methods =
            ["textDocument/hover", "initialize", "initialize", "other", "textDocument/hover", "shutdown", "other"];
        let messages: Vec<Value> = methods.iter().zip(0..).map(|(method, id)| request(id, method)).collect();
        let answers = answers(framed(&messages));
        assert_eq!(
            answers.iter().map(|answer| answer["id"].as_u64()).collect::<Vec<_>>(),
            (0..7).map(Some).collect::<Vec<_>>()
        );
        assert_eq!(answers.iter().map(code).collect::<Vec<_>>(), [-32002, 0, -32600, -32601, -32602, 0, -32600]);
        assert_eq!(answers[5].get("result"), Some(&Value::Null));
    }

    #[test]
    fn the_last_change_is_checked_before_shutdown() {
        let uri = "file:///nowhere/game.json";
        let change = |text: &str| {
            let params = json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": [{ "text": text }] });
            json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": params })
        };
        let messages = [request(0, "initialize"), change("{}"), change("{ \"board\": 7 }"), request(1, "shutdown")];
        let answers = answers(framed(&messages));
        let [.., published, shutdown] = answers.as_slice() else { panic!("{answers:?}") };
        assert_eq!(shutdown["id"], 1);
        assert_eq!(published["params"]["uri"], uri);
        assert!(published["params"]["diagnostics"].as_array().is_some_and(|found| !found.is_empty()), "{published}");
    }

    #[test]
    fn malformed_input_is_answered_with_an_error() {
        let huge = format!("Content-Length: {}\r\n\r\n{{}}", u64::MAX);
        let bodies = ["{]", "[]", "7", "\"\"", "{\"id\":{}}"]
            .map(|body| format!("Content-Length: {}\r\n\r\n{body}", body.len()));
        let headers = ["Content-Length: x\r\n\r\n{}", "words\r\n\r\n", "\r\n{}", &huge];
        let ends = headers.map(|input| (input, 2)).into_iter();
        for (input, count) in ends.chain(bodies.iter().map(|input| (input.as_str(), 3))) {
            let answers = answers(framed(&[request(0, "initialize")]) + input + &framed(&[request(1, "shutdown")]));
            assert_eq!(answers.len(), count, "{input}: {answers:?}");
            assert_eq!((code(&answers[1]), answers[1].get("id")), (-32700, Some(&Value::Null)), "{input}");
        }
    }

    #[test]
    fn a_later_message_cancels_a_request() {
        let cancel = |id: Value| {
            let params = json!({ "id": id });
            Message::Notification(Notification { method: "$/cancelRequest".into(), params })
        };
        assert!(cancels(&cancel(json!(3)), &3.into()) && cancels(&cancel(json!("a")), &"a".to_owned().into()));
        assert!(!cancels(&cancel(json!("3")), &3.into()) && !cancels(&cancel(Value::Null), &3.into()));
    }
}
