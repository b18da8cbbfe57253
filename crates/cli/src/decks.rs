//! `--deck` and `--cards`: decks by name, and cards and lists of one's own.

use crate::cards::file;
use crate::failure::Failure;
use clap::Args;
use rulebook_catalog::{Game, List};
use rulebook_kernel::Setup;
use std::path::{Path, PathBuf};

/// Which decks are played.
#[derive(Args, Clone, Debug, Default)]
pub struct Decks {
    /// A deck of the game by name, or the file of a list: for the first seat, then for the next
    #[arg(long = "deck", value_name = "DECK")]
    decks: Vec<String>,
    /// Your own card file for the lists that --deck names: JSON or JSON Lines in Scryfall's shape, plain or gzipped
    #[arg(long, value_name = "FILE", requires = "decks")]
    cards: Option<PathBuf>,
}

/// The names of the decks that were chosen, by seat.
pub struct Chosen(Vec<String>);

impl Chosen {
    /// A setup that tells them, so that a log does.
    pub fn told(&self, setup: Setup) -> Setup {
        let named = self.0.iter().enumerate();
        named.fold(setup, |setup, (at, name)| setup.with(&format!("deck-{}", at + 1), name))
    }
}

impl Decks {
    /// Were any named?
    pub fn is_empty(&self) -> bool {
        self.decks.is_empty()
    }

    /// The same in the order in which a log names them, since the order is a part of the rules.
    pub fn ordered_as(&self, names: &[&str]) -> Decks {
        let place = |deck: &String| {
            let stem = Path::new(deck).file_stem().unwrap_or_default().to_string_lossy();
            names.iter().position(|name| *name == stem || name.starts_with(&format!("{stem}-")))
        };
        let mut decks = self.decks.clone();
        decks.sort_by_key(|deck| place(deck).unwrap_or(names.len()));
        Decks { decks, cards: self.cards.clone() }
    }

    /// The game with these decks, and what they are called in it.
    pub fn brought(&self, game: Game) -> Result<(Game, Chosen), Failure> {
        if self.decks.is_empty() {
            return Ok((game, Chosen(Vec::new())));
        }
        let known: Vec<String> = game.decks().into_iter().map(str::to_owned).collect();
        if known.is_empty() {
            return Err(Failure::Usage(format!("--deck: {} is played without decks of one's own", game.id)));
        }
        let seats = game.rules.info().max_seats;
        if self.decks.len() > seats {
            return Err(Failure::Usage(format!("--deck stands {} times, for {seats} seats", self.decks.len())));
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
                    Some(_) => "with --cards a deck is the file of a list".to_owned(),
                    None => format!("the decks are {}, or give the file of a list", known.join(", ")),
                };
                return Err(Failure::Usage(format!("--deck: there is no deck `{deck}`: {help}")));
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
