//! A game that is ready to be played.

use crate::Report;
use crate::family::{CGML_FILE, Family};
use crate::meta::Meta;
use rulebook_cgml::run::Cgml;
use rulebook_cgml::syntax::Document;
use rulebook_host::{AnyBot, Bots, Erased, GamePlayer, SelfPlay, Trained, Training};
use rulebook_kernel::Key;
use rulebook_matches::{AnyRules, Staged, Visit};
use rulebook_scene::layout::Layouts;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// A game of the catalog: checked, compiled, and cheap to clone.
#[derive(Clone)]
pub struct Game {
    /// The id of the game.
    pub id: String,
    /// The description for the lobby.
    pub meta: Meta,
    /// The folder of the game. The path begins with `embedded:` if the game is in the program.
    pub folder: PathBuf,
    /// The compiled rules.
    pub rules: Arc<dyn AnyRules>,
    /// The rules as Markdown text for players.
    pub rules_text: Arc<str>,
    /// The layouts of its table, by the shape of the screen.
    pub layouts: Arc<Layouts>,
    pub(crate) family: Family,
    pub(crate) bots: Bots,
    pub(crate) self_play: Arc<dyn SelfPlay>,
}

impl Game {
    /// Calls a visitor with the typed rules. This is faster than using the erased rules.
    pub fn visit<V: Visit>(&self, visitor: V) -> V::Out {
        self.family.visit(visitor)
    }

    /// The seed in the game file, for simulations (CGML 18). Matches on a server do not use it.
    #[must_use]
    pub fn seed(&self) -> Option<&str> {
        let Family::Cgml(_, document, _) = &self.family else { return None };
        let rng = document.meta.rng.as_ref().filter(|rng| rng.deterministic)?;
        rng.seed.as_ref().map(|seed| seed.as_str())
    }

    /// The board game. `None` if this is not a board game.
    #[must_use]
    pub fn board(&self) -> Option<&rulebook_boards::Game> {
        match &self.family {
            Family::Board(game) => Some(game),
            Family::Native(..) | Family::Cgml(..) | Family::Duel(..) => None,
        }
    }

    /// The rules and the document of a CGML game. `None` if the game is not written in CGML.
    #[must_use]
    pub fn cgml(&self) -> Option<(&Cgml, &Document)> {
        match &self.family {
            Family::Cgml(rules, document, _) => Some((rules, document)),
            Family::Native(..) | Family::Board(_) | Family::Duel(..) => None,
        }
    }

    /// The variables whose start value is a number, with that number. Empty if the game is not written in CGML.
    #[must_use]
    pub fn numbers(&self) -> Vec<(String, i64)> {
        let Some((_, document)) = self.cgml() else { return Vec::new() };
        crate::cgml::numbers(document).map(|(name, number)| (name.to_owned(), number)).collect()
    }

    /// The game with another start value for a variable.
    ///
    /// # Errors
    /// Returns a sentence that says why the value cannot be changed.
    pub fn varied(&self, variable: &str, number: i64) -> Result<Game, String> {
        let Family::Cgml(_, document, changes) = &self.family else {
            return Err(format!("{} is not written in CGML, so its numbers cannot be changed", self.id));
        };
        let (rules, document) = crate::cgml::varied(&self.id, document, variable, number)?;
        let family = Family::Cgml(Arc::new(rules), Arc::new(document), Arc::clone(changes));
        let Erased { rules, bots, self_play } = family.host();
        Ok(Game { rules, bots, self_play, family, ..self.clone() })
    }

    /// Lines of text that show how the compiler understood the rules. Empty if the game is not written in CGML.
    #[must_use]
    pub fn explain(&self) -> Vec<String> {
        match &self.family {
            Family::Cgml(_, document, changes) => {
                changes.iter().cloned().chain(rulebook_cgml::compile::explain(document)).collect()
            }
            Family::Native(..) | Family::Board(_) | Family::Duel(..) => Vec::new(),
        }
    }

    /// The text files of the game's folder, and copies of the files that it inherits from other games. Keys are relative
    /// paths with `/`. Leaves out plays and scenarios, because no match needs them.
    #[must_use]
    pub fn files(&self) -> std::collections::BTreeMap<String, String> {
        let mut files = crate::files::texts(&self.folder, &["plays", "scenarios"]);
        if files.get(CGML_FILE).is_some_and(|rules| rules.contains("inherit")) {
            for (name, text) in crate::cgml::inherited(&self.folder.join(CGML_FILE)) {
                files.entry(name).or_insert(text);
            }
        }
        files
    }

    /// A picture in the game's folder, such as the one that a card names as its `art`: media type and bytes. `None` if
    /// there is no such file, or if it is not a picture.
    #[must_use]
    pub fn picture(&self, path: &str) -> Option<(&'static str, Vec<u8>)> {
        crate::pictures::read(&self.folder, path).ok()
    }

    /// Runs the scenarios in the game's folder and reports failures. Returns whether all pass.
    pub fn play_scenarios(&self, report: &mut Report) -> bool {
        let before = report.errors();
        crate::scenarios::play(self, report);
        report.errors() == before
    }

    /// The game with another start position.
    ///
    /// # Errors
    /// Returns a sentence about the mistake in the position. Also returns an error if this is not a board game.
    pub fn from_position(&self, text: &str) -> Result<Game, String> {
        let Some(board) = self.board() else {
            return Err(format!("{} is not a board game, so it has no start position", self.id));
        };
        let family = Family::Board(Arc::new(rulebook_host_boards::position::start_from(board, text)?));
        let Erased { rules, bots, self_play } = family.host();
        Ok(Game { rules, bots, self_play, family, ..self.clone() })
    }

    /// A bot for matches of this game, from its spec: `random`, `ismcts:500`, `alphabeta:50ms`, `hard`.
    ///
    /// # Errors
    /// Returns a sentence about the mistake in the spec.
    pub fn bot(&self, spec: &str, key: Key) -> Result<Box<dyn AnyBot>, String> {
        self.bots.bot(self.rules.info(), spec, key)
    }

    /// A player of whole games between bots. Each thread needs a player of its own.
    #[must_use]
    pub fn player(&self) -> Box<dyn GamePlayer + '_> {
        self.self_play.player()
    }

    /// Learns a policy for this game from self-play.
    ///
    /// # Errors
    /// Returns a sentence if no policy can be learned for this game.
    pub fn train(&self, training: &Training, progress: &mut dyn FnMut(&str)) -> Result<Trained, String> {
        self.self_play.train(training, progress)
    }

    /// The function that makes bots for the typed rules `R`, as passed by [`Game::visit`].
    ///
    /// # Panics
    /// Panics if `R` is not the type of the rules of this game.
    #[must_use]
    pub fn make_bots<R: Staged>(&self) -> rulebook_host::Make<R> {
        self.bots.make().expect("the rules of this game")
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game").field("id", &self.id).field("folder", &self.folder).finish_non_exhaustive()
    }
}
