//! `rulebook hint`: shows the move that a bot would make, and the reasons.

use crate::decks::Decks;
use crate::failure::Failure;
use crate::games::{Games, Options, admitted};
use crate::logs::{self, Library};
use crate::numbers::{grouped, rate};
use crate::seed;
use crate::show::plain;
use clap::Args;
use clap::builder::RangedU64ValueParser;
use rulebook_catalog::{AnyAdvice, AnyLine, Catalog, Game, Worth};
use rulebook_host_boards::advice::{self, AdviceError};
use rulebook_kernel::{Key, Seat, Viewer};
use rulebook_matches::AnyMatch;
use rulebook_scene::Offer;
use rulebook_tui::Reader;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// The failure if the game has ended.
const OVER: &str = "the game is over, so there is no move to choose";

/// Shows the move a bot would make, and why: visits, value and expected line of each move
///
/// The position is the start, the end of a log, the position after some moves, or (for a board game) a written position.
/// The bot knows only what the seat to move may know.
#[derive(Args)]
#[command(after_help = "Examples:\n  rulebook hint chess --moves e2e4,e7e5 --bot alphabeta:500ms
  rulebook hint chess --position '6k1/5ppp/8/8/8/8/8/R3K2R w - - 0 1'\n  rulebook hint crazy-eights --seed 7 --bot ismcts:2000
  rulebook hint --log match.jsonl")]
pub struct Hint {
    /// Game id or path; not needed with --log
    #[arg(required_unless_present = "log")]
    game: Option<String>,
    /// The bot
    #[arg(long, value_name = "BOT", default_value = "hard")]
    bot: String,
    /// Moves to play first, as texts
    #[arg(long, value_name = "MOVE,MOVE,...", value_delimiter = ',', conflicts_with = "log")]
    moves: Vec<String>,
    /// Position of a board game as text
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["log", "moves", "seats"])]
    position: Option<String>,
    /// Use the position at the end of this log; the log must contain its seed, or its match must be over
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "seed", "seats"])]
    log: Option<PathBuf>,
    /// Seed of the deal and of the bot, a number or a text [default: 1]
    #[arg(long, value_parser = seed::parse)]
    seed: Option<String>,
    /// Number of seats [default: the fewest that the game allows]
    #[arg(long, value_name = "K", value_parser = RangedU64ValueParser::<usize>::new().range(1..=16))]
    seats: Option<usize>,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    decks: Decks,
    #[command(flatten)]
    games: Games,
}

impl Hint {
    pub fn run(self, before: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let catalog = self.games.catalog(before)?;
        if let Some(path) = &self.log {
            return self.of_log(&catalog, path, out);
        }
        let (game, decks) = self.decks.brought(catalog.find(self.game.as_deref().unwrap_or_default())?)?;
        if let Some(text) = &self.position {
            return self.of_position(&game, text, out);
        }
        let info = game.rules.info();
        let setup = decks.told(self.options.setup(self.seats.unwrap_or(info.min_seats)));
        admitted(info, &setup)?;
        let started = game.rules.start(&setup, Key::from_seed(self.seed()));
        let mut the_match = started.map_err(|why| Failure::Usage(why.to_string()))?;
        for text in &self.moves {
            let Some(seat) = the_match.turn().seats().lowest() else {
                return Err(Failure::Input(format!("--moves: the game ends before {:?}", text.trim())));
            };
            let played = the_match.play(seat, text.trim());
            played.map_err(|why| Failure::Input(format!("--moves: {:?}: {why}", text.trim())))?;
        }
        self.about(&game, &*the_match, out)
    }

    fn seed(&self) -> &str {
        self.seed.as_deref().unwrap_or("1")
    }

    /// The key of the bot's random numbers. It differs from the key of the deal, so that the bot cannot know the cards.
    fn key(&self) -> Key {
        seed::for_bots(&Key::from_seed(self.seed()))
    }

    fn of_position(&self, game: &Game, text: &str, out: &mut dyn Write) -> Result<(), Failure> {
        let Some(board) = game.board() else {
            return Err(Failure::Input(format!("--position: {} is not a board game", game.id)));
        };
        let found = advice::advise(board, text, &self.bot, self.key()).map_err(|error| match error {
            AdviceError::Position(why) => Failure::Input(format!("--position: {why}")),
            AdviceError::Bot(why) => Failure::Usage(format!("--bot: {why}")),
            AdviceError::Over => Failure::Input(OVER.to_owned()),
        })?;
        let asked = Asked { bot: &self.bot, seat: found.seat, choice: &found.choice, offers: &[], only: found.only };
        writeln!(out, "{}", lines(&asked, &found.advice, found.seconds).join("\n"))?;
        Ok(())
    }

    fn of_log(&self, catalog: &Catalog, path: &Path, out: &mut dyn Write) -> Result<(), Failure> {
        let wrong = |why: String| logs::about(path, &why);
        let text = logs::read(path).map_err(wrong)?;
        let header = logs::header(&text).map_err(wrong)?;
        let mut library = Library::new(catalog);
        let game = library.game_of(&header).map_err(wrong)?;
        let replayed = rulebook_matchlog::replay(&text, &*game.rules);
        let mut replay = replayed.map_err(|why| wrong(format!("cannot replay: {why}")))?;
        for played in replay.by_ref() {
            played.map_err(|why| wrong(why.to_string()))?;
        }
        self.about(&game, replay.game(), out)
    }

    fn about(&self, game: &Game, the_match: &dyn AnyMatch, out: &mut dyn Write) -> Result<(), Failure> {
        let mut bot = game.bot(&self.bot, self.key()).map_err(|why| Failure::Usage(format!("--bot: {why}")))?;
        let Some(seat) = the_match.turn().seats().lowest() else {
            writeln!(out, "{}", shown(game, the_match, Viewer::Spectator).0)?;
            return Err(Failure::Input(OVER.to_owned()));
        };
        let (table, offers) = shown(game, the_match, Viewer::Seat(seat));
        writeln!(out, "{}\n", table.trim_end())?;
        let begin = Instant::now();
        let advice = bot.advise(the_match, seat);
        let seconds = begin.elapsed().as_secs_f64();
        let choice = &the_match.nth_text(seat, advice.choice).unwrap_or_default();
        let only = the_match.offered(seat).len() == 1;
        let asked = Asked { bot: &self.bot, seat, choice, offers: &offers, only };
        writeln!(out, "{}", lines(&asked, &advice, seconds).join("\n"))?;
        Ok(())
    }
}

/// The table as text and the list of legal moves, as `play` shows them.
fn shown(game: &Game, the_match: &dyn AnyMatch, viewer: Viewer) -> (String, Vec<Offer>) {
    let scene = the_match.scene(viewer);
    let offers = viewer.seat().and_then(|seat| the_match.ask(seat)).map_or_else(Vec::new, |ask| ask.offers);
    let mut reader = Reader::new(Arc::clone(&game.layouts));
    reader.look(&scene, &offers);
    let offers = reader.offers(&scene, offers);
    let text = if viewer.seat().is_some() { reader.text_asked(scene, &offers, true) } else { reader.text(scene) };
    (plain(&text), offers)
}

/// The decision that a bot was asked about, and the move that it chose.
pub struct Asked<'a> {
    /// The name of the bot.
    pub bot: &'a str,
    /// The seat for which the bot chooses.
    pub seat: Seat,
    /// The text of the chosen move.
    pub choice: &'a str,
    /// The legal moves with their labels.
    pub offers: &'a [Offer],
    /// Whether the seat had only one legal move.
    pub only: bool,
}

impl Asked<'_> {
    /// The label of the move with this text. Empty if the move is not listed, or if its label equals its text.
    fn label(&self, text: &str) -> String {
        let offer = self.offers.iter().find(|offer| offer.text == text);
        let called = offer.map(|offer| plain(&offer.label)).filter(|label| !label.eq_ignore_ascii_case(text));
        called.unwrap_or_default()
    }
}

/// The advice as lines of text.
pub fn lines(asked: &Asked<'_>, advice: &AnyAdvice, seconds: f64) -> Vec<String> {
    let Asked { bot, seat, choice, .. } = *asked;
    let label = asked.label(choice);
    let called = if label.is_empty() { label } else { format!(": {label}") };
    let mut told = vec![format!("{bot} plays {} for {seat}{called}", plain(choice))];
    if advice.lines.is_empty() {
        let why = if asked.only { "It is the only move." } else { "(this bot gives no reasons)" };
        told.push(format!("  {why}"));
        return told;
    }
    let depth = advice.depth.map(|depth| format!(", depth {depth}")).unwrap_or_default();
    let what = if advice.lines.iter().any(|line| matches!(line.worth, Worth::Share(_) | Worth::Proven(_))) {
        "playouts"
    } else {
        "positions"
    };
    let effort = advice.effort;
    told.push(format!("  {} {what}{depth} in {seconds:.2} s, {} per second", grouped(effort), rate(effort, seconds)));
    // A search tree visits good moves more often, and the value of a move with few visits is uncertain.
    let by_visits = what == "playouts" && advice.depth.is_none();
    told.push(if by_visits { "  Best first, by visits\n" } else { "  Best first, by value\n" }.to_owned());
    let width = advice.lines.iter().map(|line| line.text.chars().count()).max().unwrap_or(0).max(4);
    let labels: Vec<String> = advice.lines.iter().map(|line| asked.label(&line.text)).collect();
    let words = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    // The label comes before the move, as in the list of moves. The column is left out if no line has a label.
    let first = |label: &str| if words == 0 { String::new() } else { format!("  {label:words$}") };
    told.push(format!("{}  {:width$}   visits     value  line", first(""), "move"));
    told.extend(advice.lines.iter().zip(&labels).map(|(line, label)| first(label) + &row(line, width)));
    told
}

fn row(line: &AnyLine, width: usize) -> String {
    let worth = match line.worth {
        Worth::Unknown => "-".to_owned(),
        Worth::Share(share) => format!("{:.1} %", 100.0 * share),
        Worth::Points(points) => format!("{:+.2}", f64::from(points) / 100.0),
        Worth::Facts(sum) => format!("{sum:+}"),
        Worth::Proven(1.0) => "wins".to_owned(),
        Worth::Proven(0.0) => "loses".to_owned(),
        Worth::Proven(_) => "draws".to_owned(),
        Worth::Mate(plies) if plies > 0 => format!("wins in {}", (plies + 1) / 2),
        Worth::Mate(plies) => format!("lost in {}", (1 - plies) / 2),
    };
    let rest: Vec<String> = line.line.iter().skip(1).map(|(_, text)| plain(text)).collect();
    let visits = if line.visits == 0 { "-".to_owned() } else { grouped(line.visits) };
    format!("  {:width$}  {visits:>7}  {worth:>8}  {}", plain(&line.text), rest.join(" ")).trim_end().to_owned()
}
