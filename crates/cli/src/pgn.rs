//! `rulebook pgn`: writes matches as PGN. This file also shows PGN games for `rulebook replay`.

use crate::failure::Failure;
use crate::games::Games;
use crate::input::Input;
use crate::logs::{self, Library};
use crate::show;
use clap::Args;
use rulebook_catalog::{Catalog, Game};
use rulebook_host_boards::pgn::{self, Replayed};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The game of a PGN file without the tag `Variant`.
const USUAL: &str = "chess";

/// Writes board games as PGN: from logs, or from PGN files, checked and in standard form
///
/// Every move is replayed. Games other than chess get a tag `Variant` with their id. A game with another start position
/// gets the tag `FEN`.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  rulebook pgn match.jsonl > match.pgn\n  rulebook pgn games.pgn\n  rulebook replay games.pgn"
)]
pub struct Pgn {
    /// Logs or PGN files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The game of PGN files [default: the tag `Variant`, else chess]
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    games: Games,
}

impl Pgn {
    pub fn run(self, before: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let catalog = self.games.catalog(before)?;
        let mut first = true;
        for file in &self.files {
            let wrong = |why: String| logs::about(file, &why);
            let text = logs::read(file).map_err(wrong)?;
            if !std::mem::take(&mut first) {
                writeln!(out)?;
            }
            if is_pgn(file, &text) {
                for (at, game) in read(&text).map_err(wrong)?.iter().enumerate() {
                    if at > 0 {
                        writeln!(out)?;
                    }
                    let rules = game_of(&catalog, self.game.as_deref(), game).map_err(wrong)?;
                    let board = board(&rules).map_err(wrong)?;
                    let tags = with_variant(game.tags.clone(), &rules.id);
                    write!(out, "{}", pgn::rewrite(board, game, &tags).map_err(wrong)?)?;
                }
            } else {
                write!(out, "{}", from_log(&catalog, &text).map_err(wrong)?)?;
            }
        }
        Ok(())
    }
}

/// Whether a file contains PGN. Decides by its name or its first line.
pub fn is_pgn(file: &Path, text: &str) -> bool {
    file.extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn")) || text.trim_start().starts_with('[')
}

fn read(text: &str) -> Result<Vec<rulebook_boards::Pgn>, String> {
    let games = rulebook_boards::Pgn::read_all(text).map_err(|why| why.to_string())?;
    if games.is_empty() { Err("contains no game".to_owned()) } else { Ok(games) }
}

/// The rules of a PGN game. Paths are refused, because otherwise a file could choose which files of this machine are
/// read.
fn game_of(catalog: &Catalog, named: Option<&str>, game: &rulebook_boards::Pgn) -> Result<Game, String> {
    if let Some(named) = named {
        return catalog.find(named).map_err(|report| report.to_string());
    }
    let variant = game.tag("Variant").unwrap_or(USUAL).trim().to_lowercase().replace(' ', "-");
    let id = if matches!(variant.as_str(), "standard" | "from-position" | "") { USUAL } else { &variant };
    Library::new(catalog).game(id).cloned()
}

fn board(game: &Game) -> Result<&rulebook_boards::Game, String> {
    game.board().ok_or_else(|| format!("{} is not a board game", game.id))
}

fn with_variant(mut tags: Vec<(String, String)>, id: &str) -> Vec<(String, String)> {
    if id != USUAL && !tags.iter().any(|(name, _)| name == "Variant") {
        tags.push(("Variant".to_owned(), id.to_owned()));
    }
    tags
}

/// Converts the match of a log to PGN. Replays the log and returns an error if it does not match.
fn from_log(catalog: &Catalog, text: &str) -> Result<String, String> {
    let header = logs::header(text)?;
    let game = Library::new(catalog).game_of(&header)?;
    let replay =
        rulebook_matchlog::replay(text, &*game.rules).map_err(|refused| format!("cannot replay: {refused}"))?;
    let mut moves = Vec::new();
    for played in replay {
        moves.push(played.map_err(|refused| refused.to_string())?.text);
    }
    let names = match &rulebook_matchlog::names_of(text)[..] {
        [white, black] => vec![("White".to_owned(), white.clone()), ("Black".to_owned(), black.clone())],
        more => more.iter().enumerate().map(|(at, who)| (format!("Player{}", at + 1), who.clone())).collect(),
    };
    let unknown = [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")];
    let mut tags: Vec<(String, String)> = unknown.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    tags.extend(names);
    let tags = with_variant(tags, &game.id);
    pgn::from_moves(board(&game)?, &header.setup, &moves, &tags)
}

/// The games of a PGN file, to be shown move by move.
pub struct Shown<'a> {
    pub file: &'a Path,
    pub text: &'a str,
    pub named: Option<&'a str>,
    pub step: bool,
}

impl Shown<'_> {
    pub fn run(&self, catalog: &Catalog, out: &mut dyn Write) -> Result<(), Failure> {
        let wrong = |why: String| logs::about(self.file, &why);
        let input = Input::new();
        for (at, game) in read(self.text).map_err(wrong)?.iter().enumerate() {
            if at > 0 {
                writeln!(out)?;
            }
            let rules = game_of(catalog, self.named, game).map_err(wrong)?;
            let board = board(&rules).map_err(wrong)?;
            title(&rules.meta.game_name, game, out)?;
            let replayed = pgn::replay(board, game, self.step).map_err(wrong)?;
            if !self.show(game, &replayed, &input, out)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Shows a game. Returns whether to go on with the next game: `false` if the user quits.
    fn show(
        &self,
        game: &rulebook_boards::Pgn,
        replayed: &Replayed,
        input: &Input,
        out: &mut dyn Write,
    ) -> io::Result<bool> {
        if !self.step {
            writeln!(out, "\n{}", replayed.moves)?;
        }
        for (at, picture) in replayed.pictures.iter().enumerate() {
            if at > 0 {
                writeln!(out, "{}", show::plain(&game.moves[at - 1].1))?;
            }
            writeln!(out, "\n{}", show::plain(picture))?;
            let is_last = at + 1 == replayed.pictures.len();
            if !is_last && input.ask(out, "(Enter: next, q: quit) ")?.is_none_or(|text| text == "q") {
                return Ok(false);
            }
        }
        writeln!(out, "{}", replayed.position)?;
        Ok(true)
    }
}

/// Prints the names of the game and of the players, and where and when they played.
fn title(name: &str, game: &rulebook_boards::Pgn, out: &mut dyn Write) -> io::Result<()> {
    let tag = |name: &str| game.tag(name).filter(|value| !value.starts_with('?'));
    let players = [tag("White"), tag("Black")].map(|who| who.unwrap_or("?")).join(" – ");
    let about: Vec<&str> = ["Event", "Site", "Date"].iter().filter_map(|name| tag(name)).collect();
    writeln!(out, "{name}: {}", show::plain(&players))?;
    if !about.is_empty() {
        writeln!(out, "{}", show::plain(&about.join(", ")))?;
    }
    Ok(())
}
