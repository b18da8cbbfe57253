//! Loads one folder as a game and reports all mistakes in it.

use crate::family::Family;
use crate::meta::{self, Meta, Written};
use crate::report::shown;
use crate::{Game, Report, codes, files, layouts, native, source};
use rulebook_diag::{Diagnostic, FileId, Span};
use rulebook_host::Erased;
use rulebook_matches::AnyRules;
use rulebook_scene::layout::Layouts;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Loads the game in a folder. `None` if there is any error in it.
pub(crate) fn load(folder: &Path, report: &mut Report) -> Option<Game> {
    let before = report.errors();
    let name = folder_name(folder, report)?;
    let file = files::read_required(&folder.join("meta.json"), report, "every game has one");
    let written = file.and_then(|file| meta::read(file, report));
    let id = written.as_ref().and_then(|written| written.id.as_ref());
    if let Some(id) = id {
        meta::check_id(id, &name, &mut report.diagnostics);
    }
    let text = rules_text(folder, &name, report);
    let rules_texts = translated_rules(folder, &name, report);
    let family = Family::of(folder, &name, id, report);
    let hosted = family.as_ref().map(Family::host);
    let meta =
        written.zip(hosted.as_ref()).map(|(written, hosted)| complete(written, rules_texts, &*hosted.rules, report));
    let layouts = hosted.as_ref().map(|hosted| layouts::read(folder, &*hosted.rules, report));
    if let Some(Family::Native(id, ..)) = &family {
        native::require_initial_state(folder, id, report);
    }
    if report.errors() > before {
        return None;
    }
    let (Erased { rules, bots, self_play }, family) = hosted.zip(family)?;
    let (folder, layouts) = (folder.to_owned(), Arc::new(layouts?));
    Some(Game { id: name, meta: meta?, folder, rules, rules_text: text?, layouts, family, bots, self_play })
}

/// The description of a game from its `meta.json`. Loads the whole game only if the file has errors or does not state
/// the seats and buttons.
pub(crate) fn describe(folder: &Path, report: &mut Report) -> Option<Meta> {
    let mut found = Report::new();
    let name = folder_name(folder, &mut found);
    let file = files::read_required(&folder.join("meta.json"), &mut found, "every game has one");
    let written = file.and_then(|file| meta::read(file, &mut found));
    if let (Some(id), Some(name)) = (written.as_ref().and_then(|written| written.id.as_ref()), &name) {
        meta::check_id(id, name, &mut found.diagnostics);
    }
    let complete = written.filter(|_| !found.has_errors());
    let Some((written, name)) = complete.zip(name) else {
        // Return the result of `load`. It reports the same mistakes again, together with the mistakes in other files.
        return load(folder, report).map(|game| game.meta);
    };
    let (Some((min_players, _)), Some((max_players, _)), Some((supports_actions, _))) =
        (written.min, written.max, written.supports_actions)
    else {
        return load(folder, report).map(|game| game.meta);
    };
    Some(Meta {
        rules_id: name,
        game_name: written.name.unwrap_or_default(),
        description: written.description.unwrap_or_default(),
        min_players,
        max_players,
        category: written.category,
        supports_actions,
        minutes: written.minutes,
        aliases: written.aliases,
        popular: written.popular,
        picture: written.picture,
        translations: written.translations,
        rules_texts: BTreeMap::new(),
    })
}

/// Loads a rules file without a game folder. The id is the name of the file without its extension.
pub(crate) fn load_rules_file(path: &Path, report: &mut Report) -> Option<Game> {
    let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let family = Family::of_file(path, &name, report)?;
    Some(plain(name, path.parent().unwrap_or(Path::new("")), String::new(), family))
}

/// Loads only the parts of a game that a match needs. Ignores mistakes outside the rules.
pub(crate) fn load_rules(folder: &Path, report: &mut Report) -> Option<Game> {
    let name = folder_name(folder, report)?;
    let before = report.errors();
    let Some(family) = Family::of(folder, &name, None, report) else {
        if report.errors() == before {
            report.error_about(&shown(folder), codes::NO_GAME, "there are no rules in this folder");
        }
        return None;
    };
    let text = files::text(&rules_text_path(folder, &name)).unwrap_or_default();
    Some(plain(name, folder, text, family))
}

/// A game that has only rules and a rules text. All other properties get default values.
fn plain(name: String, folder: &Path, text: String, family: Family) -> Game {
    let Erased { rules, bots, self_play } = family.host();
    let info = rules.info();
    let meta = Meta {
        rules_id: name.clone(),
        // Remove control characters, because a terminal would interpret them. In `meta.json` they are forbidden too.
        game_name: info.name.chars().filter(|c| rulebook_diag::is_plain(*c)).collect(),
        description: String::new(),
        min_players: info.min_seats,
        max_players: info.max_seats,
        category: None,
        supports_actions: false,
        minutes: None,
        aliases: vec![],
        popular: None,
        picture: None,
        translations: crate::meta::Translations::new(),
        rules_texts: BTreeMap::new(),
    };
    let (folder, layouts) = (folder.to_owned(), Arc::new(Layouts::default()));
    Game { id: name, meta, folder, rules, rules_text: text.into(), layouts, family, bots, self_play }
}

fn folder_name(folder: &Path, report: &mut Report) -> Option<String> {
    let whole = match source::whole(folder) {
        Ok(whole) => whole,
        Err(error) => {
            report.error_about(&shown(folder), codes::UNREADABLE, format!("cannot read this folder: {error}"));
            return None;
        }
    };
    // The root of a disk has no name. An empty text is not a valid id, so a later check refuses it.
    Some(whole.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default())
}

/// The file with the rules for people: `rules.md`, or `<id>.rules.md` as in the card engine.
pub(crate) fn rules_text_path(folder: &Path, id: &str) -> PathBuf {
    let prefixed = folder.join(format!("{id}.rules.md"));
    if source::is_file(&prefixed) { prefixed } else { folder.join("rules.md") }
}

/// The rules for people. Empty if the folder has no such file. `None` if the file has a mistake.
fn rules_text(folder: &Path, id: &str, report: &mut Report) -> Option<Arc<str>> {
    let path = rules_text_path(folder, id);
    if source::is_file(&path) { rules_text_at(&path, report).map(Arc::from) } else { Some("".into()) }
}

/// The rules for people in other languages, by language code: `rules.de.md`, or `<id>.rules.de.md`. Leaves out files with a
/// mistake.
fn translated_rules(folder: &Path, id: &str, report: &mut Report) -> BTreeMap<String, String> {
    let prefix = format!("{id}.");
    let mut found = BTreeMap::new();
    for path in source::list(folder).unwrap_or_default() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.strip_prefix(&prefix).unwrap_or(&name);
        let code = name.strip_prefix("rules.").and_then(|rest| rest.strip_suffix(".md"));
        if let Some(code) = code.filter(|code| meta::is_language(code))
            && let Some(text) = rules_text_at(&path, report)
        {
            found.insert(code.to_owned(), text);
        }
    }
    found
}

/// The text of a file with rules for people. `None` if the file has a mistake.
fn rules_text_at(path: &Path, report: &mut Report) -> Option<String> {
    let file = files::read(path, report)?;
    let text = report.sources.text(file).to_owned();
    if text.trim().is_empty() {
        report.diagnostics.push(Diagnostic::error(codes::EMPTY, start(file), "the rules for people are empty"));
        return None;
    }
    // Markdown may contain line breaks and tabs, but no other control characters.
    let odd = |(_, c): &(usize, char)| !rulebook_diag::is_plain(*c) && !matches!(c, '\n' | '\r' | '\t');
    if let Some((at, c)) = text.char_indices().find(odd) {
        let message = format!("the rules for people contain the control character {}", c.escape_unicode());
        let span = Span::new(file, at..at + c.len_utf8());
        report.diagnostics.push(Diagnostic::error(codes::BAD_TEXT, span, message));
        return None;
    }
    Some(text)
}

fn start(file: FileId) -> Span {
    Span::new(file, 0..0)
}

/// Takes missing values of `meta.json` from the rules. Checks that the given values agree with the rules.
fn complete(
    written: Written,
    rules_texts: BTreeMap<String, String>,
    rules: &dyn AnyRules,
    report: &mut Report,
) -> Meta {
    let info = rules.info();
    let mut agree = |given: Option<(usize, Span)>, actual: usize, what: &str| {
        if let Some((count, span)) = given
            && count != actual
        {
            let found = Diagnostic::error(codes::OTHER_SEATS, span, format!("the rules have {actual} seats at {what}"))
                .label(format!("not {count}"))
                .suggest(span, actual.to_string());
            report.diagnostics.push(found);
        }
        actual
    };
    let min_players = agree(written.min, info.min_seats, "least");
    let max_players = agree(written.max, info.max_seats, "most");
    let buttons = rules.declares().buttons;
    if let (Some((said, span)), Some(actual)) = (written.supports_actions, buttons)
        && said != actual
    {
        let message = if actual { "the rules have buttons" } else { "the rules have no buttons" };
        let found = Diagnostic::error(codes::OTHER_ACTIONS, span, message).suggest(span, actual.to_string());
        report.diagnostics.push(found);
    }
    Meta {
        rules_id: info.id.clone(),
        game_name: written.name.unwrap_or_default(),
        description: written.description.unwrap_or_default(),
        min_players,
        max_players,
        category: written.category,
        supports_actions: buttons.or(written.supports_actions.map(|(said, _)| said)).unwrap_or(false),
        minutes: written.minutes,
        aliases: written.aliases,
        popular: written.popular,
        picture: written.picture,
        translations: written.translations,
        rules_texts,
    }
}
