//! `rulebook pgn`: writes matches as PGN. Also shows PGN games for `rulebook replay`.

use crate::failure::Failure;
use crate::games::Games;
use crate::input::Input;
use crate::logs::{self, Library};
use crate::show;
use clap::Args;
use rulebook_boards::{BoardState, Boards, Followed, VisitBoards, visit_boards};
use rulebook_catalog::{Catalog, Game};
use rulebook_kernel::{Notation, Rules, Viewer};
use rulebook_matches::Staged;
use rulebook_scene::text_scene;
use std::io::Write;
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
        let catalog = self.games.catalog(before);
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
                    write!(out, "{}", board(&rules, Rewrite { game, id: &rules.id }).map_err(wrong)?)?;
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

fn board<V: VisitBoards<Out = Result<T, String>>, T>(game: &Game, visitor: V) -> Result<T, String> {
    let board = game.board().ok_or_else(|| format!("{} is not a board game", game.id))?;
    visit_boards(board, visitor)
}

/// Visitor that writes a PGN game in standard form.
struct Rewrite<'a> {
    game: &'a rulebook_boards::Pgn,
    id: &'a str,
}

impl VisitBoards for Rewrite<'_> {
    type Out = Result<String, String>;

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> Self::Out {
        let followed = rules.follow(self.game).map_err(|why| why.to_string())?;
        Ok(rules.pgn(&with_variant(self.game.tags.clone(), self.id), &followed, self.game.result.as_deref()))
    }
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
    let names = match &header.seats[..] {
        [white, black] => vec![("White".to_owned(), white.clone()), ("Black".to_owned(), black.clone())],
        more => more.iter().enumerate().map(|(at, who)| (format!("Player{}", at + 1), who.clone())).collect(),
    };
    let unknown = [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")];
    let mut tags: Vec<(String, String)> = unknown.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    tags.extend(names);
    let tags = with_variant(tags, &game.id);
    board(&game, Logged { moves, tags, setup: &header.setup })
}

/// Visitor that writes the moves of a log as PGN.
struct Logged<'a> {
    moves: Vec<String>,
    tags: Vec<(String, String)>,
    setup: &'a rulebook_kernel::Setup,
}

impl VisitBoards for Logged<'_> {
    type Out = Result<String, String>;

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> Self::Out {
        if rules.is_dealt() {
            return Err("starts with shuffled pieces, and PGN cannot express that".to_owned());
        }
        let start = rules.start(self.setup, rulebook_kernel::Rng::seeded("pgn"), &mut ());
        let (mut end, mut moves) = (start.clone(), Vec::new());
        for text in &self.moves {
            let seat = rules.turn(&end).seats().lowest().ok_or("has moves after the end of the game")?;
            let mv = rules.parse(&end, seat, text).map_err(|why| format!("{text}: {why}"))?;
            rules.play(&mut end, seat, &mv, &mut ());
            moves.push(mv);
        }
        Ok(rules.pgn(&self.tags, &Followed { start, moves, end }, None))
    }
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
            let show = ShowGame { game, name: &rules.meta.game_name, step: self.step, input: &input, out };
            let board = rules.board().ok_or_else(|| wrong(format!("{} is not a board game", rules.id)))?;
            match visit_boards(board, show)? {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(why) => return Err(wrong(why)),
            }
        }
        Ok(())
    }
}

struct ShowGame<'a> {
    game: &'a rulebook_boards::Pgn,
    name: &'a str,
    step: bool,
    input: &'a Input,
    out: &'a mut dyn Write,
}

impl VisitBoards for ShowGame<'_> {
    /// `true` if the next game can be shown, `false` if the user quits. The inner error says what is wrong with the
    /// game.
    type Out = Result<Result<bool, String>, Failure>;

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> Self::Out {
        let ShowGame { game, name, step, input, out } = self;
        let tag = |name: &str| game.tag(name).filter(|value| !value.starts_with('?'));
        let players = [tag("White"), tag("Black")].map(|who| who.unwrap_or("?")).join(" – ");
        let about: Vec<&str> = ["Event", "Site", "Date"].iter().filter_map(|name| tag(name)).collect();
        writeln!(out, "{name}: {}", show::plain(&players))?;
        if !about.is_empty() {
            writeln!(out, "{}", show::plain(&about.join(", ")))?;
        }
        let followed = match rules.follow(game) {
            Ok(followed) => followed,
            Err(why) => return Ok(Err(why.to_string())),
        };
        let picture = |out: &mut dyn Write, state: &BoardState<W, N>| {
            writeln!(
                out,
                "\n{}",
                show::plain(&text_scene(&rules.scene(&rulebook_kernel::Hidden::view(
                    &rules,
                    state,
                    Viewer::Spectator
                ))))
            )
        };
        if step {
            for (at, state) in rules.states(&followed).iter().enumerate() {
                if at > 0 {
                    writeln!(out, "{}", show::plain(&game.moves[at - 1].1))?;
                }
                picture(out, state)?;
                if at < followed.moves.len()
                    && input.ask(out, "(Enter: next, q: quit) ")?.is_none_or(|text| text == "q")
                {
                    return Ok(Ok(false));
                }
            }
        } else {
            let moves = rules.pgn(&[], &followed, game.result.as_deref());
            writeln!(out, "\n{}", moves.split_once("\n\n").map_or("", |(_, moves)| moves).trim_end())?;
            picture(out, &followed.end)?;
        }
        writeln!(out, "{}", rules.position_text(&followed.end))?;
        Ok(Ok(true))
    }
}
