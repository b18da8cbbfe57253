//! Which family plays a folder. The only file that names them all: a new family is a variant here and an arm in each match.

use crate::report::shown;
use crate::{Report, cgml, codes, files, native};
use rulebook_diag::{Diagnostic, Span, nearest};
use rulebook_host::Erased;
use rulebook_stage::Visit;
use std::path::Path;
use std::sync::Arc;

/// Where the rules of a game come from.
#[derive(Clone, Debug)]
pub(crate) enum Family {
    /// A module of the engine, by its id.
    Native(String),
    /// A board game written in JSON, read and checked.
    Board(Arc<rulebook_boards::Game>),
    /// A card game written in CGML, compiled.
    Cgml(Arc<rulebook_cgml::run::Cgml>, Arc<rulebook_cgml::syntax::Document>),
}

pub(crate) const CGML_FILE: &str = "game.cgml";
const BOARD_FILE: &str = "game.json";

/// A file that is a rules file by its name.
pub(crate) fn is_rules_file(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "cgml" || end == "json")
}

impl Family {
    /// The family of a folder with this name; mistakes are reported. `written` is the id in `meta.json`.
    pub fn of(folder: &Path, name: &str, written: Option<&(String, Span)>, report: &mut Report) -> Option<Family> {
        let (cards, board) = (folder.join(CGML_FILE), folder.join(BOARD_FILE));
        match (cards.exists(), board.exists()) {
            (true, true) => {
                let message = "game.cgml and game.json in one folder: a game has one set of rules";
                report.error_about(&shown(folder), codes::TWO_FAMILIES, message);
                return None;
            }
            (true, false) => return Family::cgml(&cards, name, report),
            (false, true) => return Family::board(&board, name, report),
            (false, false) => {}
        }
        // The name of the folder counts: an id that differs from it is told where ids are checked, and once is enough.
        if !rulebook_natives::IDS.contains(&name) {
            if let Some((id, span)) = written.filter(|(id, _)| id == name) {
                report.diagnostics.push(no_native(id, *span, native::is_newer(folder, id)));
            }
            return None;
        }
        Some(Family::Native(name.to_owned()))
    }

    /// The family of a rules file by itself.
    pub fn of_file(path: &Path, id: &str, report: &mut Report) -> Option<Family> {
        if path.extension().is_some_and(|end| end == "cgml") {
            return Family::cgml(path, id, report);
        }
        Family::board(path, id, report)
    }

    fn cgml(path: &Path, id: &str, report: &mut Report) -> Option<Family> {
        let before = report.errors();
        let (rules, document) = cgml::rules(path, id, report)?;
        (report.errors() == before).then(|| Family::Cgml(Arc::new(rules), Arc::new(document)))
    }

    fn board(path: &Path, id: &str, report: &mut Report) -> Option<Family> {
        let file = files::read_required(path, report, "a board game is written in it")?;
        let (game, diagnostics) = rulebook_boards::load(&report.sources, file, id);
        report.diagnostics.extend(diagnostics);
        game.map(|game| Family::Board(Arc::new(game)))
    }

    /// Does the same thing with the concrete rules of any family.
    pub fn visit<V: Visit>(&self, visitor: V) -> V::Out {
        match self {
            Family::Native(id) => {
                rulebook_natives::visit(id, visitor).expect("native rules that were there when the game was loaded")
            }
            Family::Board(game) => rulebook_boards::visit(game, visitor),
            Family::Cgml(rules, _) => visitor.visit_fold(Arc::clone(rules)),
        }
    }

    /// The same rules, known no longer by type, with their bots.
    pub fn host(&self) -> Erased {
        match self {
            Family::Native(id) => rulebook_host_natives::host(id).expect("native rules that were there at loading"),
            Family::Board(game) => rulebook_host_boards::host(game),
            Family::Cgml(rules, _) => rulebook_host_cgml::host(Arc::clone(rules)),
        }
    }
}

fn no_native(id: &str, span: Span, newer: bool) -> Diagnostic {
    let known = rulebook_natives::IDS;
    let found = Diagnostic::error(codes::NO_NATIVE, span, format!("the engine has no rules called `{id}`"));
    if newer {
        return found.help("its rules are in the sources, but not in this program yet: build the engine anew");
    }
    found
        .label("no rules file in this folder, so the engine itself must have them")
        .help(format!("native rules cannot be copied under another name; the engine has {}", known.join(", ")))
        .did_you_mean(nearest(id, known.iter().copied()), true)
}
