//! Implements the language server protocol.

use crate::complete::complete;
use crate::mention::{Kind, Mention, is_word};
use crate::project::{Language, Open, Project, copy_of, language, text_of};
use crate::text_position::{offset, range};
use crate::words::Words;
use rulebook_cgml::load::{PACKAGES, Package};
use rulebook_diag::{Diagnostic, Severity, Span};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tower_lsp_server::jsonrpc::{Error, Result};
use tower_lsp_server::ls_types::{self as lsp, *};
use tower_lsp_server::{Client, LanguageServer, LspService, Server};

/// Serves until the editor disconnects.
pub async fn run() {
    let (service, socket) =
        LspService::new(|client| Backend { client, state: Mutex::default(), words: [Words::cgml(), Words::board()] });
    Server::new(tokio::io::stdin(), tokio::io::stdout(), socket).serve(service).await;
}

struct Backend {
    client: Client,
    state: Mutex<State>,
    words: [Words; 2],
}

#[derive(Default)]
struct State {
    open: Open,
    /// The files with published diagnostics, by the open file that caused them. Needed to clear the diagnostics later.
    told: BTreeMap<PathBuf, BTreeSet<PathBuf>>,
    /// For each file, the names in its last version that could be parsed.
    names: BTreeMap<PathBuf, Vec<Mention>>,
}

/// A position in an open file, with its game.
struct Here {
    path: PathBuf,
    text: String,
    offset: usize,
    language: Language,
    project: Project,
}

impl Here {
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

impl Backend {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn words(&self, language: Language) -> &Words {
        &self.words[usize::from(language == Language::Board)]
    }

    fn here(&self, at: &TextDocumentPositionParams) -> Option<Here> {
        let path = path_of(&at.text_document.uri)?;
        let language = language(&path)?;
        let state = self.state();
        let text = text_of(&path, &state.open)?;
        let project = Project::of(&path, &state.open);
        let offset = offset(&text, at.position);
        Some(Here { path, text, offset, language, project })
    }

    /// Publishes the diagnostics of a game, and clears diagnostics that no longer apply.
    async fn tell(&self, path: &Path) {
        let mut by_file: BTreeMap<PathBuf, Vec<lsp::Diagnostic>> = BTreeMap::new();
        {
            let mut state = self.state();
            // A deleted file has no diagnostics.
            let there = text_of(path, &state.open).is_some();
            let project = if there { Project::of(path, &state.open) } else { Project::default() };
            if project.mentions.iter().any(|mention| mention.defines) {
                state.names.insert(path.to_owned(), project.mentions.clone());
            }
            by_file.insert(path.to_owned(), Vec::new());
            for found in &project.diagnostics {
                let file = project.path(found.primary.span.file).unwrap_or(path).to_owned();
                by_file.entry(file).or_default().push(diagnostic(found, &project));
            }
            let files: BTreeSet<PathBuf> = by_file.keys().cloned().collect();
            for before in state.told.insert(path.to_owned(), files).unwrap_or_default() {
                by_file.entry(before).or_default();
            }
        }
        for (file, found) in by_file {
            if let Some(uri) = Uri::from_file_path(&file) {
                self.client.publish_diagnostics(uri, found, None).await;
            }
        }
    }

    async fn changed(&self, uri: &Uri, text: Option<String>) {
        let Some(path) = path_of(uri) else { return };
        match text {
            Some(text) => _ = self.state().open.insert(path.clone(), text),
            None => _ = self.state().open.remove(&path),
        }
        self.tell(&path).await;
    }
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

impl LanguageServer for Backend {
    async fn initialize(&self, _: InitializeParams) -> Result<InitializeResult> {
        let signs = [".", ":", "$", " ", "{", "\""].map(str::to_owned).to_vec();
        let capabilities = ServerCapabilities {
            text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::FULL)),
            completion_provider: Some(CompletionOptions {
                trigger_characters: Some(signs),
                ..CompletionOptions::default()
            }),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            definition_provider: Some(OneOf::Left(true)),
            references_provider: Some(OneOf::Left(true)),
            document_symbol_provider: Some(OneOf::Left(true)),
            code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
            rename_provider: Some(OneOf::Right(RenameOptions {
                prepare_provider: Some(true),
                work_done_progress_options: WorkDoneProgressOptions::default(),
            })),
            ..ServerCapabilities::default()
        };
        let server_info = Some(ServerInfo { name: "rulebook".into(), version: Some(env!("CARGO_PKG_VERSION").into()) });
        Ok(InitializeResult { capabilities, server_info, ..InitializeResult::default() })
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        self.changed(&params.text_document.uri, Some(params.text_document.text)).await;
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        // Each change contains the whole text, so the last change is enough.
        if let Some(change) = params.content_changes.into_iter().next_back() {
            self.changed(&params.text_document.uri, Some(change.text)).await;
        }
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        if let Some(path) = path_of(&params.text_document.uri) {
            self.tell(&path).await;
        }
    }

    /// Handles files that changed on the disk. Files that are open in the editor are ignored.
    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        let affected: Vec<PathBuf> = {
            let state = self.state();
            let outside = |change: &FileEvent| path_of(&change.uri).is_some_and(|path| !state.open.contains_key(&path));
            let read_again = params.changes.iter().any(outside);
            state.told.keys().filter(|_| read_again).cloned().collect()
        };
        for path in affected {
            self.tell(&path).await;
        }
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        self.changed(&params.text_document.uri, None).await;
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        let Some(mut here) = self.here(&params.text_document_position) else { return Ok(None) };
        if !here.project.mentions.iter().any(|mention| mention.defines) {
            here.project.mentions = self.state().names.get(&here.path).cloned().unwrap_or_default();
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
        Ok(Some(CompletionResponse::Array(items.into_iter().map(item).collect())))
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        let Some(here) = self.here(&params.text_document_position_params) else { return Ok(None) };
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
        Ok(about.map(|about| Hover {
            contents: HoverContents::Markup(markdown(about)),
            range: Some(range(&here.text, bytes)),
        }))
    }

    async fn goto_definition(&self, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
        let Some(here) = self.here(&params.text_document_position_params) else { return Ok(None) };
        let Some(mention) = here.mention() else {
            let file = here.included().and_then(|included| here.file_of(included));
            let uri = file.and_then(Uri::from_file_path);
            return Ok(uri.map(|uri| GotoDefinitionResponse::Scalar(Location { uri, range: Range::default() })));
        };
        let defined = here.project.same(mention).filter(|mention| mention.defines);
        let places: Vec<Location> =
            defined.filter_map(|mention| location_to_read(&here.project, mention.span)).collect();
        Ok((!places.is_empty()).then_some(GotoDefinitionResponse::Array(places)))
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        let Some(here) = self.here(&params.text_document_position) else { return Ok(None) };
        let Some(mention) = here.mention() else { return Ok(None) };
        let all = here.project.same(mention).filter(|mention| params.context.include_declaration || !mention.defines);
        Ok(Some(all.filter_map(|mention| location(&here.project, mention.span)).collect()))
    }

    async fn prepare_rename(&self, params: TextDocumentPositionParams) -> Result<Option<PrepareRenameResponse>> {
        let Some(here) = self.here(&params) else { return Ok(None) };
        let named = here.mention().filter(|mention| renamed(&here.project, mention).is_ok());
        Ok(named.map(|mention| PrepareRenameResponse::RangeWithPlaceholder {
            range: place(&here.project, mention.span),
            placeholder: mention.name.clone(),
        }))
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        let Some(here) = self.here(&params.text_document_position) else { return Ok(None) };
        let Some(mention) = here.mention() else { return Ok(None) };
        let name = params.new_name;
        if name.is_empty() || !name.chars().all(is_word) || name.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(Error::invalid_params("a name has letters, digits and underscores, and begins with a letter"));
        }
        let taken = |other: &&Mention| other.kind == mention.kind && other.name == name && other.defines;
        if here.project.mentions.iter().any(|other| taken(&other)) {
            return Err(Error::invalid_params(format!("there is a {} `{name}` already", mention.kind.name())));
        }
        let places = renamed(&here.project, mention).map_err(Error::invalid_params)?;
        let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
        for (Location { uri, range }, before) in places {
            changes.entry(uri).or_default().push(TextEdit { range, new_text: before + &name });
        }
        Ok(Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }))
    }

    async fn document_symbol(&self, params: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>> {
        let at = TextDocumentPositionParams { text_document: params.text_document, position: Position::default() };
        let Some(here) = self.here(&at) else { return Ok(None) };
        let Some(file) = here.project.file(&here.path) else { return Ok(None) };
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
        Ok(Some(DocumentSymbolResponse::Flat(own.map(symbol).collect())))
    }

    /// The quick fixes of diagnostics.
    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        let at = TextDocumentPositionParams { text_document: params.text_document, position: params.range.start };
        let Some(here) = self.here(&at) else { return Ok(None) };
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
        Ok(Some(found.filter_map(action).collect()))
    }
}

/// The locations of all mentions of a name, each with the text to insert before the new name. An error if one of them
/// cannot be edited.
fn renamed(project: &Project, mention: &Mention) -> std::result::Result<Vec<(Location, String)>, String> {
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
