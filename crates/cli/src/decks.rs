//! `--deck` and `--cards`: decks by name, and the user's own cards and deck lists.

use crate::cards::file;
use crate::failure::Failure;
use clap::Args;
use rulebook_catalog::{Game, List};
use rulebook_kernel::Setup;
use rulebook_mtg::deck::split_decks;
use std::path::{Path, PathBuf};

/// The options `--deck` and `--cards`.
#[derive(Args, Clone, Debug, Default)]
pub struct Decks {
    /// A deck of the game by name, or a deck list file; the first is for seat 1, the next for seat 2. FILE#NAME is one
    /// deck of a file with several
    #[arg(long = "deck", value_name = "DECK")]
    decks: Vec<String>,
    /// Your own card file for the lists of --deck: JSON or JSON Lines in Scryfall's format, plain or gzipped
    #[arg(long, value_name = "FILE", requires = "decks")]
    cards: Option<PathBuf>,
}

/// The names of the chosen decks, by seat.
pub struct Chosen(Vec<String>);

impl Chosen {
    /// Adds the names of the decks to the setup, so that a log contains them.
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
            let stem = match deck.rsplit_once('#').filter(|_| !Path::new(deck).is_file()) {
                Some((_, name)) => name.into(),
                None => Path::new(deck).file_stem().unwrap_or_default().to_string_lossy(),
            };
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
            let (file, wanted) = match deck.rsplit_once('#').filter(|_| !Path::new(deck).is_file()) {
                Some((file, wanted)) => (file, Some(wanted)),
                None => (deck.as_str(), None),
            };
            let path = Path::new(file);
            if !path.is_file() {
                let help = match &cards {
                    Some(_) => "with --cards, give the file of a deck list".to_owned(),
                    None => format!("the decks are {}; or give the file of a deck list", known.join(", ")),
                };
                return Err(Failure::Usage(format!("--deck: no deck is called `{deck}`: {help}")));
            }
            if let Some((_, list)) = lists.iter().find(|(name, _)| name == deck) {
                names.push(list.name.clone());
                continue;
            }
            let taken = |name: &String| cards.is_none() && known.contains(name) || names.contains(name);
            let (chosen, text) = one_deck(path, wanted)?;
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let stem = chosen.unwrap_or(stem);
            let name = (1..).map(|n| if n == 1 { stem.clone() } else { format!("{stem}-{n}") }).find(|n| !taken(n));
            let name = name.unwrap_or(stem);
            names.push(name.clone());
            lists.push((deck.clone(), List { name, text }));
        }
        let game = if lists.is_empty() { game } else { game.with_decks(cards, lists)? };
        Ok((game, Chosen(names)))
    }
}

/// The text of the chosen deck list in a file, and the name of the deck if the file has several.
fn one_deck(path: &Path, wanted: Option<&str>) -> Result<(Option<String>, String), Failure> {
    let text = file::text(path)?;
    let wrong = |why: String| Failure::Usage(format!("--deck {}: {why}", shown(path)));
    let Some(mut decks) = split_decks(&text) else {
        return match wanted {
            Some(wanted) => Err(wrong(format!("this file is one deck list, so it has no deck `{wanted}`"))),
            None => Ok((None, text)),
        };
    };
    let names = decks.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
    let found = match wanted {
        Some(wanted) => decks.iter().position(|(name, _)| name.eq_ignore_ascii_case(wanted)),
        None => (decks.len() == 1).then_some(0),
    };
    match (found, wanted) {
        _ if decks.is_empty() => Err(wrong("this file has no decks".to_owned())),
        (Some(at), _) => {
            let (name, text) = decks.swap_remove(at);
            Ok((Some(name), text))
        }
        (None, Some(wanted)) => Err(wrong(format!("no deck is called `{wanted}`; the decks are {names}"))),
        (None, None) => Err(wrong(format!("this file has several decks; write FILE#NAME with one of {names}"))),
    }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
