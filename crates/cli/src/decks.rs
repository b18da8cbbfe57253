//! `--deck` and `--cards`: decks by name, and the user's own cards and deck lists.

use crate::cards::file;
use crate::failure::Failure;
use clap::Args;
use rulebook_catalog::{Game, List};
use rulebook_kernel::Setup;
use std::path::{Path, PathBuf};

/// The options `--deck` and `--cards`.
#[derive(Args, Clone, Debug, Default)]
pub struct Decks {
    /// A deck of the game by name, or a deck list file; the first is for seat 1, the next for seat 2
    #[arg(long = "deck", value_name = "DECK")]
    decks: Vec<String>,
    /// Your own card file for the lists of --deck: JSON or JSON Lines in Scryfall's format, plain or gzipped
    #[arg(long, value_name = "FILE", requires = "decks")]
    cards: Option<PathBuf>,
}

/// The names of the chosen decks, by seat.
pub struct Chosen(Vec<String>);

impl Chosen {
    /// Adds the names of the decks to the setup, so that a log records them.
    pub fn told(&self, setup: Setup) -> Setup {
        let named = self.0.iter().enumerate();
        named.fold(setup, |setup, (at, name)| setup.with(&format!("deck-{}", at + 1), name))
    }
}

impl Decks {
    /// Whether no deck was chosen.
    pub fn is_empty(&self) -> bool {
        self.decks.is_empty()
    }

    /// The same decks in the order in which a log names them. The order matters, because it is part of the rules.
    pub fn ordered_as(&self, names: &[&str]) -> Decks {
        let place = |deck: &String| {
            let stem = Path::new(deck).file_stem().unwrap_or_default().to_string_lossy();
            names.iter().position(|name| *name == stem || name.starts_with(&format!("{stem}-")))
        };
        let mut decks = self.decks.clone();
        decks.sort_by_key(|deck| place(deck).unwrap_or(names.len()));
        Decks { decks, cards: self.cards.clone() }
    }

    /// Adds the decks to the game. Returns the new game and the names of the decks.
    pub fn brought(&self, game: Game) -> Result<(Game, Chosen), Failure> {
        if self.decks.is_empty() {
            return Ok((game, Chosen(Vec::new())));
        }
        let known: Vec<String> = game.decks().into_iter().map(str::to_owned).collect();
        if known.is_empty() {
            return Err(Failure::Usage(format!("--deck: {} has no decks", game.id)));
        }
        let seats = game.rules.info().max_seats;
        if self.decks.len() > seats {
            return Err(Failure::Usage(format!(
                "--deck is given {} times, but there are {seats} seats",
                self.decks.len()
            )));
        }
        let cards = self.cards.as_deref().map(|path| Ok::<_, Failure>((shown(path), file::text(path)?))).transpose()?;
        let mut lists: Vec<(String, List)> = Vec::new();
        let mut names = Vec::new();
        for deck in &self.decks {
            if cards.is_none() && known.contains(deck) {
                names.push(deck.clone());
                continue;
            }
            let path = Path::new(deck);
            if !path.is_file() {
                let help = match &cards {
                    Some(_) => "with --cards, give the file of a deck list".to_owned(),
                    None => format!("the decks are {}; or give the file of a deck list", known.join(", ")),
                };
                return Err(Failure::Usage(format!("--deck: no deck is called `{deck}`: {help}")));
            }
            if let Some((_, list)) = lists.iter().find(|(name, _)| *name == shown(path)) {
                names.push(list.name.clone());
                continue;
            }
            let taken = |name: &String| cards.is_none() && known.contains(name) || names.contains(name);
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let name = (1..).map(|n| if n == 1 { stem.clone() } else { format!("{stem}-{n}") }).find(|n| !taken(n));
            let name = name.unwrap_or(stem);
            names.push(name.clone());
            lists.push((shown(path), List { name, text: file::text(path)? }));
        }
        let game = if lists.is_empty() { game } else { game.with_decks(cards, lists)? };
        Ok((game, Chosen(names)))
    }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
