//! Selects the family of rules for a folder. Only this file lists all families. To add a family, add a variant here and
//! an arm in each `match`.

use crate::duel::{self, Shelf};
use crate::report::shown;
use crate::{Report, cgml, codes, files, native, policy, source};
use rulebook_diag::{Diagnostic, Span, nearest};
use rulebook_host::Erased;
use rulebook_kernel::{Policy, Rules};
use rulebook_matches::Visit;
use rulebook_natives::EditedInitial;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The source of a game's rules.
#[derive(Clone, Debug)]
pub(crate) enum Family {
    /// A native module of the engine, by its id. The folder may replace its initial state.
    Native(String, Option<Arc<EditedInitial>>, Option<Arc<Policy>>),
    /// A board game in JSON, read and checked.
    Board(Arc<rulebook_boards::Game>),
    /// A card game in CGML: the compiled rules, the document, and one line for each change that a file makes to
    /// another.
    Cgml(Arc<rulebook_cgml::run::Cgml>, Arc<rulebook_cgml::syntax::Document>, Arc<[String]>),
    /// Decks of compiled cards, and their sources.
    Duel(Arc<rulebook_mtg::rules::Duel>, Arc<Shelf>),
}

pub(crate) const CGML_FILE: &str = "game.cgml";
const BOARD_FILE: &str = "game.json";
const CARDS_FILE: &str = "cards.json";
/// The values with which bots evaluate the positions of a board game. The file is optional.
const VALUES_FILE: &str = "values.json";
/// The network with which bots evaluate the positions of a board game. The file is optional.
const NETWORK_FILE: &str = "network.bin";

/// The rules file in a folder, if there is one.
pub(crate) fn rules_file(folder: &Path) -> Option<PathBuf> {
    [CGML_FILE, BOARD_FILE, CARDS_FILE].into_iter().map(|file| folder.join(file)).find(|path| source::is_file(path))
}

/// The name of a folder's family, for people. Looks only at which files exist.
pub(crate) fn name_of(folder: &Path) -> &'static str {
    let file = rules_file(folder);
    match file.as_deref().and_then(Path::file_name).and_then(|name| name.to_str()) {
        Some(CGML_FILE) => "cgml",
        Some(BOARD_FILE) => "board",
        Some(_) => "magic",
        None => "native",
    }
}

/// Whether the name of a file says that it is CGML. YAML extensions are allowed too (CGML 3).
pub(crate) fn is_cgml(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "cgml" || end == "yaml" || end == "yml")
}

/// Whether the name of a file says that it may be a rules file.
pub(crate) fn is_rules_file(path: &Path) -> bool {
    is_cgml(path) || path.extension().is_some_and(|end| end == "json")
}

impl Family {
    /// The family of a folder with this name. Reports mistakes. `written` is the id in `meta.json`.
    pub fn of(folder: &Path, name: &str, written: Option<&(String, Span)>, report: &mut Report) -> Option<Family> {
        let found: Vec<&str> = [CGML_FILE, BOARD_FILE, CARDS_FILE]
            .into_iter()
            .filter(|file| source::is_file(&folder.join(file)))
            .collect();
        match found[..] {
            [CGML_FILE] => return Family::cgml(&folder.join(CGML_FILE), name, report),
            [BOARD_FILE] => return Family::board(&folder.join(BOARD_FILE), name, report),
            [_] => {
                let shelf = Shelf::read(&folder.join(CARDS_FILE), &folder.join("decks"), report)?;
                return Family::duel(shelf, name, report);
            }
            [] => {}
            _ => {
                let message = format!("{} in one folder; a game must have exactly one rules file", found.join(" and "));
                report.error_about(&shown(folder), codes::TWO_FAMILIES, message);
                return None;
            }
        }
        // Native rules are selected by the name of the folder. Another check reports an id in `meta.json` that differs
        // from this name.
        if !rulebook_natives::IDS.contains(&name) {
            if let Some((id, span)) = written.filter(|(id, _)| id == name) {
                report.diagnostics.push(no_native(id, *span, native::is_newer(folder, id)));
            }
            return None;
        }
        let edited = native::initial_state(folder, name, report)?;
        let source = rulebook_natives::visit_from(name, edited.as_ref(), None, policy::SourceOf)?;
        let policy = policy::of_folder(folder, source, report);
        Some(Family::Native(name.to_owned(), edited.map(Arc::new), policy))
    }

    /// The family of a rules file without a folder.
    pub fn of_file(path: &Path, id: &str, report: &mut Report) -> Option<Family> {
        if is_cgml(path) {
            return Family::cgml(path, id, report);
        }
        Family::board(path, id, report)
    }

    fn cgml(path: &Path, id: &str, report: &mut Report) -> Option<Family> {
        let before = report.errors();
        let (rules, document, changes) = cgml::rules(path, id, report)?;
        if report.errors() > before {
            return None;
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        let rules = match policy::of_folder(folder, rules.info().source, report) {
            Some(policy) => rules.with_policy(policy),
            None => rules,
        };
        Some(Family::Cgml(Arc::new(rules), Arc::new(document), changes.into()))
    }

    pub fn duel(shelf: Shelf, id: &str, report: &mut Report) -> Option<Family> {
        let rules = duel::rules(&shelf, id, report)?;
        Some(Family::Duel(Arc::new(rules), Arc::new(shelf)))
    }

    fn board(path: &Path, id: &str, report: &mut Report) -> Option<Family> {
        let file = files::read_required(path, report, "it contains the board game")?;
        let (game, diagnostics) = rulebook_boards::load(&report.sources, file, id);
        report.diagnostics.extend(diagnostics);
        let game = game?;
        // Values and networks only make bots stronger, so the game stays playable without them.
        let values = path.with_file_name(VALUES_FILE);
        let mut better = |file: &Path, found: Option<Result<rulebook_boards::Game, String>>| match found? {
            Ok(game) => Some(game),
            Err(why) => {
                report.warning_about(&shown(file), codes::BAD_VALUES, why);
                None
            }
        };
        let found = files::text(&values).map(|text| rulebook_host_boards::with_values(&game, &text));
        let game = better(&values, found).unwrap_or(game);
        let network = path.with_file_name(NETWORK_FILE);
        let found = files::bytes(&network).map(|file| rulebook_host_boards::with_network(&game, &file));
        let game = better(&network, found).unwrap_or(game);
        Some(Family::Board(Arc::new(game)))
    }

    /// Calls a visitor with the typed rules of this family.
    pub fn visit<V: Visit>(&self, visitor: V) -> V::Out {
        match self {
            Family::Native(id, edited, policy) => {
                rulebook_natives::visit_from(id, edited.as_deref(), policy.as_ref(), visitor)
                    .expect("the native rules were found when the game was loaded")
            }
            Family::Board(game) => rulebook_boards::visit(game, visitor),
            Family::Cgml(rules, ..) => visitor.visit_fold(Arc::clone(rules)),
            Family::Duel(rules, _) => visitor.visit_fold(Arc::clone(rules)),
        }
    }

    /// The rules, their bots, and the player of games between these bots. Their types are erased.
    pub fn host(&self) -> Erased {
        match self {
            Family::Native(id, edited, policy) => rulebook_host_natives::host(id, edited.as_deref(), policy.as_ref())
                .expect("the native rules were found when the game was loaded"),
            Family::Board(game) => rulebook_host_boards::host(game),
            Family::Cgml(rules, ..) => rulebook_host_cgml::host(Arc::clone(rules)),
            Family::Duel(rules, _) => rulebook_host_mtg::host(Arc::clone(rules)),
        }
    }
}

fn no_native(id: &str, span: Span, newer: bool) -> Diagnostic {
    let known = rulebook_natives::IDS;
    let found = Diagnostic::error(codes::NO_NATIVE, span, format!("the engine has no rules called `{id}`"));
    if newer {
        return found
            .help("the sources have these rules, but this program was built without them; build the engine again");
    }
    found
        .label("this folder has no rules file, so the rules must be in the engine")
        .help(format!("native rules cannot be copied under another name; the engine has {}", known.join(", ")))
        .did_you_mean(nearest(id, known.iter().copied()), true)
}
