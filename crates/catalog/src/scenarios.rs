//! Checks the parts of a game folder that no match needs: scenarios, and whether there are a layout and rules for people.

use crate::report::shown;
use crate::{Game, Report, cgml, codes, family, files, load, source};
use rulebook_cgml::load::is_sheet;
use rulebook_diag::{Diagnostic, Fields, FileId, Span, Value};
use rulebook_scenario::page::Page;
use std::path::{Path, PathBuf};

/// The kinds of steps in a scenario.
const KINDS: [(&str, ()); 3] = [("move", ()), ("action", ()), ("text", ())];

/// Reads every scenario and reports errors in its format.
pub(crate) fn check(folder: &Path, report: &mut Report) {
    let name = source::whole(folder).ok().and_then(|whole| Some(whole.file_name()?.to_string_lossy().into_owned()));
    for path in scenario_files(folder, "json") {
        one(&path, name.as_deref().unwrap_or_default(), report);
    }
    let name = name.as_deref().unwrap_or_default();
    if !source::is_file(&load::rules_text_path(folder, name)) {
        let message = "there is no rules.md, so players cannot read the rules at the table";
        report.warning_about(&shown(folder), codes::NO_RULES_TEXT, message);
    }
    let has = |file: &str| source::is_file(&folder.join(file));
    if !has("layout.json") && !has(&format!("{name}.layout.json")) {
        let message = "there is no layout.json, so the table uses the default layout";
        report.warning_about(&shown(folder), codes::NO_LAYOUT, message);
    }
}

fn scenario_files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let paths = source::list(&folder.join("scenarios")).unwrap_or_default();
    paths.into_iter().filter(|path| path.extension().is_some_and(|end| end == ending)).collect()
}

/// Runs the scenarios of a game and reports failures. The game itself must have no errors.
pub(crate) fn play(game: &Game, report: &mut Report) {
    // A folder `scenarios` next to a rules file without a game folder belongs to something else.
    if !source::is_file(&game.folder.join("meta.json")) {
        return play_beside(game, report);
    }
    for path in scenario_files(&game.folder, "json") {
        let Some(file) = files::read(&path, report) else { continue };
        let text = report.sources.text(file);
        let played =
            rulebook_scenario::parse(text).and_then(|scenario| rulebook_scenario::run(&*game.rules, &scenario));
        if let Err(why) = played {
            untrue(file, 1, &why, report);
        }
    }
    // Scenario pages quote the rules, so they need rules in CGML.
    if game.cgml().is_none() || !source::is_file(&game.folder.join(family::CGML_FILE)) {
        return;
    }
    let mut texts = rules_texts(&game.folder);
    texts.extend(cgml::inherited(&game.folder.join(family::CGML_FILE)));
    for path in scenario_files(&game.folder, "md") {
        page(&path, &texts, report);
    }
}

/// Plays the page beside a rules file that is not in a game folder: `NAME.scenarios.md` for `NAME.cgml`.
fn play_beside(game: &Game, report: &mut Report) {
    let path = game.folder.join(format!("{}.scenarios.md", game.id));
    if game.cgml().is_none() || !source::is_file(&path) {
        return;
    }
    // Other files of the folder may belong to something else, so read only the files that rules can include.
    let here = if game.folder.as_os_str().is_empty() { Path::new(".") } else { &game.folder };
    let listed = source::list(here).unwrap_or_default();
    let named = listed.iter().filter_map(|path| Some((path.file_name()?.to_str()?.to_owned(), path)));
    let mut texts: Vec<(String, String)> =
        named.filter(|(name, _)| is_rules(name)).filter_map(|(name, path)| Some((name, files::text(path)?))).collect();
    let own = |name: &str| [".cgml", ".yaml", ".yml"].iter().any(|end| *name == format!("{}{end}", game.id));
    let rules = texts.iter().find(|(name, _)| own(name)).cloned();
    texts.retain(|(name, _)| name != family::CGML_FILE);
    if let Some((name, rules)) = rules {
        texts.extend(cgml::inherited(&here.join(name)));
        texts.push((family::CGML_FILE.to_owned(), rules));
    }
    page(&path, &texts, report);
}

/// Plays a page and reports every line that is false.
fn page(path: &Path, texts: &[(String, String)], report: &mut Report) {
    let Some(file) = files::read(path, report) else { return };
    let page = Page::parse(path, report.sources.text(file)).map_err(|why| vec![why]);
    for why in page.and_then(|page| rulebook_cgml::page::scenario(&page, texts)).err().into_iter().flatten() {
        let (line, why) = placed(&why, &shown(path));
        untrue(file, line, why, report);
    }
}

/// Whether rules can include a file with this name.
fn is_rules(name: &str) -> bool {
    is_sheet(name) || [".cgml", ".yaml", ".yml"].iter().any(|end| name.ends_with(end))
}

/// The source files of the rules in a folder and its subfolders, by name.
fn rules_texts(folder: &Path) -> Vec<(String, String)> {
    files::texts(folder, &files::ENGINE_TESTS).into_iter().filter(|(name, _)| is_rules(name)).collect()
}

/// Splits `file:line: words` into a line and a message.
fn placed<'a>(message: &'a str, file: &str) -> (usize, &'a str) {
    let rest = message.strip_prefix(file).and_then(|rest| rest.strip_prefix(':'));
    let parts = rest.and_then(|rest| rest.split_once(": "));
    parts.and_then(|(line, words)| Some((line.parse().ok()?, words))).unwrap_or((1, message))
}

fn untrue(file: FileId, line: usize, why: &str, report: &mut Report) {
    let text = report.sources.text(file);
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let length = text[start..].lines().next().map_or(0, |line| line.trim_end().len());
    let span = Span::new(file, start..start + length);
    // The message may have several lines. The first line becomes the label, the rest the help.
    let (first, more) = why.split_once('\n').unwrap_or((why, ""));
    let found = Diagnostic::error(codes::UNTRUE_SCENARIO, span, "this scenario fails").label(first);
    report.diagnostics.push(if more.is_empty() { found } else { found.help(more) });
}

fn one(path: &Path, game: &str, report: &mut Report) {
    let before = report.errors();
    let Some(file) = files::read(path, report) else { return };
    let node = files::json(file, report).filter(|_| report.errors() == before);
    let Some(node) = node else { return };
    let diags = &mut report.diagnostics;
    let mut fields = Fields::of(&node, diags);
    fields.required("id").text();
    let rules = fields.required("rulesId").node();
    fields.required("seed").scalar();
    fields.required("mode").choice(&[("scripted", ()), ("auto", ())]);
    let intents = fields.optional("intents").seq().unwrap_or_default();
    for key in ["players", "options", "gameId", "description", "auto", "expect"] {
        fields.optional(key).node();
    }
    fields.finish();
    if let Some(rules) = rules
        && Value::of(rules, diags).text().is_some_and(|id| id != game)
    {
        let message = format!("this scenario is not for the game `{game}`");
        diags.push(Diagnostic::error(codes::BAD_SCENARIO, rules.span, message));
    }
    for intent in intents {
        if let (Some(one), Some(several)) = (intent.get("cardId"), intent.get("cardIds")) {
            let message = "`cardId` and `cardIds` exclude each other";
            let found = Diagnostic::error(codes::BAD_SCENARIO, several.span, message).secondary(one.span, "one card");
            diags.push(found.label("several cards").help("name one card with `cardId`, or all of them with `cardIds`"));
        }
        match intent.get("type") {
            Some(kind) => _ = Value::of(kind, diags).choice(&KINDS),
            None => {
                let message = "every step needs a `type`: move, action or text";
                diags.push(Diagnostic::error(codes::BAD_SCENARIO, intent.span, message));
            }
        }
    }
}
