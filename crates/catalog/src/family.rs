//! Which family plays a folder. The only file that names them all: a new family is a variant here and an arm in each match.

use crate::bot::{self, MakeBot};
use crate::report::shown;
use crate::{Report, codes};
use rulebook_diag::{Diagnostic, Span, nearest};
use rulebook_stage::{AnyRules, Hosted, Staged, Visit};
use std::path::Path;
use std::sync::Arc;

/// Where the rules of a game come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    /// A module of the engine, by its id.
    Native(String),
}

/// The rules files of families, and the family that will read each.
const RULES_FILES: [(&str, &str); 2] =
    [("game.cgml", "card games written in CGML"), ("game.json", "board games written in JSON")];

/// A file that is a rules file by its name.
pub(crate) fn is_rules_file(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "cgml") || path.file_name().is_some_and(|name| name == "game.json")
}

impl Family {
    /// The family of a folder with this name; mistakes are reported. `written` is the id in `meta.json`.
    pub fn of(folder: &Path, name: &str, written: Option<&(String, Span)>, report: &mut Report) -> Option<Family> {
        let files: Vec<_> = RULES_FILES.iter().filter(|(name, _)| folder.join(name).exists()).collect();
        if files.len() > 1 {
            let message = "game.cgml and game.json in one folder: a game has one set of rules";
            report.error_about(&shown(folder), codes::TWO_FAMILIES, message);
            return None;
        }
        if let Some((name, what)) = files.first() {
            report.error_about(&shown(&folder.join(name)), codes::NO_FAMILY, no_family(what));
            return None;
        }
        // The name of the folder counts: an id that differs from it is told where ids are checked, and once is enough.
        if !rulebook_natives::IDS.contains(&name) {
            if let Some((id, span)) = written.filter(|(id, _)| id == name) {
                report.diagnostics.push(no_native(id, *span));
            }
            return None;
        }
        Some(Family::Native(name.to_owned()))
    }

    /// Does the same thing with the concrete rules of any family.
    pub fn visit<V: Visit>(&self, visitor: V) -> V::Out {
        match self {
            Family::Native(id) => {
                rulebook_natives::visit(id, visitor).expect("native rules that were there when the game was loaded")
            }
        }
    }

    pub fn host(&self) -> (Arc<dyn AnyRules>, MakeBot) {
        self.visit(Host)
    }
}

fn no_native(id: &str, span: Span) -> Diagnostic {
    let known = rulebook_natives::IDS;
    Diagnostic::error(codes::NO_NATIVE, span, format!("the engine has no rules called `{id}`"))
        .label("no rules file in this folder, so the engine itself must have them")
        .help(format!("the engine has {}", known.join(", ")))
        .did_you_mean(nearest(id, known.iter().copied()), true)
}

/// Says that a rules file cannot be played yet.
pub(crate) fn no_family(what: &str) -> String {
    format!("this engine does not play {what} yet")
}

/// Erases the rules and keeps what is needed to make bots for them.
struct Host;

impl Visit for Host {
    type Out = (Arc<dyn AnyRules>, MakeBot);

    fn visit<R: Staged>(self, rules: Arc<R>) -> Self::Out {
        (Arc::new(Hosted::<R>::new(rules)), bot::make::<R>)
    }
}
