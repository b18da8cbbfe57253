//! `rulebook play`

mod fullscreen;
mod model;
mod plain_table;
mod seat_args;
mod typed_line;
mod watchers;

use crate::decks::Decks;
use crate::failure::Failure;
use crate::games::{Begin, Games, Options, admitted};
use crate::{seed, show};
use clap::Args;
use model::Models;
use rulebook_catalog::AnyBot;
use rulebook_kernel::{Key, Seat, Viewer};
use rulebook_matches::{AnyMatch, Played, reveals};
use rulebook_matchlog::LogWriter;
use rulebook_scene::layout::Layouts;
use rulebook_tui::{Reader, Screen};
use seat_args::Chair;
use std::fs::{File, OpenOptions};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Plays a game in the terminal, against bots or with friends at one screen
///
/// Each seat is `human`, a bot or `llm`. Bots: easy, medium, hard; random, first, greedy, flat, ismcts, mo-ismcts, and on
/// boards mcts, puct and alphabeta, each with a budget if you like, as in ismcts:500 (playouts) or mcts:50ms. `llm` is the
/// language model that LLM_BASE_URL, LLM_API_KEY and LLM_MODEL name, with BACKEND_LLM_ENABLED=1. On a terminal the table fills
/// the screen: type to find a move, Enter plays it, F1 helps. With --plain, or in a pipe, it is lines: answer with the number
/// of a move or with its text; `h` is a hint, `u` takes back, `?` helps, `q` quits. Several humans pass the screen: each sees
/// its own cards.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  rulebook play crazy-eights\n  rulebook play crazy-eights --seats human,human,ismcts:500 --seed 7
  rulebook play duel --deck emberhold --deck tidewick
  yes 1 | rulebook play crazy-eights --seats human,random --log match.jsonl"
)]
pub struct Play {
    /// An id, a folder, or a file in it
    game: String,
    /// Who sits where [default: you and bots, as many as the game needs]
    #[arg(long, value_name = "WHO,WHO,...", value_delimiter = ',')]
    seats: Vec<String>,
    /// Deals the same cards again; a number or a text [default: the file's, else from the system]
    #[arg(long, value_parser = seed::parse)]
    seed: Option<String>,
    /// Writes the log of the match to this file, which `rulebook verify` proves
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Writes what language models were asked and answered to this file, a line each
    #[arg(long, value_name = "FILE")]
    llm_log: Option<PathBuf>,
    /// Lines instead of a screen: for pipes and screen readers
    #[arg(long)]
    plain: bool,
    /// Shows which actions of the rules could not be done, and why
    #[arg(long)]
    trace: bool,
    #[command(flatten)]
    begin: Begin,
    #[command(flatten)]
    decks: Decks,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    games: Games,
}

impl Play {
    pub fn run(self, before: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let game = self.begin.begun(self.games.catalog(before).find(&self.game)?)?;
        let (game, decks) = self.decks.brought(game)?;
        let info = game.rules.info();
        let who = seat_args::who(&self.seats, info.min_seats);
        let setup = decks.told(self.begin.told(self.options.setup(who.len())));
        admitted(info, &setup)?;
        let given = self.seed.as_deref().or(game.seed());
        let seed = seed::given_or_fresh(given)?;
        let key = Key::from_seed(&seed);
        let chairs = seat_args::seat(&game, &who, &seed::for_bots(&key)).map_err(Failure::Usage)?;
        let repeatable = chairs.iter().all(Chair::is_repeatable);
        let models = match chairs.iter().any(|chair| matches!(chair, seat_args::Chair::Model(_))) {
            true => Some(Models::open(&game.meta.game_name, game.rules_text.clone(), self.llm_log.as_deref())?),
            false => None,
        };
        let mut the_match = game.rules.start(&setup, key.clone()).map_err(|why| Failure::Usage(why.to_string()))?;
        // A seed that nobody asked for stays out of the log until the end: whoever reads it knows every card.
        let log = match &self.log {
            Some(path) => {
                let writer = LogWriter::open(&mut *the_match, &who, given);
                let writer = writer.map_err(|why| Failure::Input(why.to_string()))?;
                Some(LogFile { writer, file: create(path)?, path: path.clone() })
            }
            None => None,
        };
        let adviser = game.bot("hard", seed::for_bots(&key).child(u64::MAX)).map_err(Failure::Usage)?;
        let left = info.max_moves;
        let layouts = game.layouts.clone();
        let past = Vec::new();
        let parts = Parts { game: the_match, layouts, chairs, models, adviser, log, trace: self.trace, left, past };
        let heading = format!("{}: {}", game.meta.game_name, show::seated(&who));
        if !self.plain && std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
            let screen = Screen::new(&game.meta.game_name, &who, &game.rules_text).without_colours(is_colourless());
            let end = fullscreen::FullscreenTable::new(parts, screen)?.run()?;
            writeln!(out, "{heading}\n\n{end}")?;
        } else {
            writeln!(out, "{heading}")?;
            plain_table::PlainTable::new(parts).run(out)?;
        }
        let again = match game.board() {
            None => "same cards are dealt",
            Some(_) if repeatable => "bots play the same way",
            Some(_) => return Ok(()),
        };
        writeln!(out, "With {} the {again} again.", crate::seed::argument(&seed))?;
        Ok(())
    }
}

/// Does somebody want no colours (`NO_COLOR`), or has the terminal none?
fn is_colourless() -> bool {
    let told = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let terminal = std::env::var("TERM").unwrap_or_default();
    let without = |name: &str| matches!(name, "dumb" | "vt52" | "vt100" | "vt102" | "vt220" | "vt320");
    told || without(&terminal) || terminal.ends_with("-m") || terminal.ends_with("-mono")
}

/// Where it is told why a model made no move, if the settings do not let people see it.
const WHY: &str = "why: --llm-log FILE keeps it, LLM_SHOW_EXCEPTIONS_IN_FRONTEND=true shows it";

/// What comes of asking somebody.
enum Next {
    Move(String),
    /// Something was taken back: look whose turn it is now.
    Again,
    Leave,
}

/// Not over something that is there: it could be the log of another match.
fn create(path: &Path) -> Result<File, Failure> {
    let wrong = |why: String| Failure::Input(format!("{}: {why}", path.display()));
    if path.metadata().is_ok_and(|found| found.len() > 0) {
        return Err(wrong("this file exists already, choose another name for the log".to_owned()));
    }
    let file = OpenOptions::new().create(true).write(true).truncate(true).open(path);
    file.map_err(|error| wrong(format!("cannot be written: {error}")))
}

/// A match and everything that belongs to it, however it is shown.
pub struct Parts {
    game: Box<dyn AnyMatch>,
    /// In which order people like to see their cards.
    layouts: Arc<Layouts>,
    chairs: Vec<Chair>,
    /// For those chairs that need it.
    models: Option<Models>,
    /// Gives hints to people.
    adviser: Box<dyn AnyBot>,
    log: Option<LogFile>,
    /// Is shown what the rules tell nobody?
    trace: bool,
    /// How many moves there may still be.
    left: u32,
    /// How it was before each decision of a human.
    past: Vec<Past>,
}

/// A decision of a human that may be taken back.
struct Past {
    seat: Seat,
    text: String,
    before: Box<dyn AnyMatch>,
    /// Has anybody been told anything since? A card that is picked to be passed is known to its owner alone.
    told: bool,
}

impl Parts {
    /// Somebody who follows the match from here.
    fn reader(&self, viewer: Viewer) -> Reader {
        let mut reader = Reader::new(Arc::clone(&self.layouts));
        reader.look(&self.game.scene(viewer), &[]);
        reader
    }

    /// As at a table of the server: never where something hidden was at stake, unless somebody plays alone and has learnt nothing.
    fn take_back(&mut self, seat: Seat) -> Result<(), &'static str> {
        if self.log.is_some() {
            return Err("This match is written to a log: what was played stands.");
        }
        let Some(last) = self.past.last() else { return Err("There is nothing to take back.") };
        let unseen = last.seat == seat && !last.told;
        let hidden = || last.before.has_secrets() || self.game.has_secrets();
        let learnt = || {
            self.game.seats() > 1
                || reveals(&*last.before, (last.seat, last.text.as_str()), &*self.game, &Key::from_seed("taken back"))
        };
        if !unseen && hidden() && learnt() {
            return Err("Something hidden was at stake since then: it stands.");
        }
        self.game = last.before.fork();
        self.past.pop();
        Ok(())
    }

    fn play(&mut self, seat: Seat, text: &str) -> Result<Played, Failure> {
        let Some(fewer) = self.left.checked_sub(1) else {
            return Err(Failure::Input("the game goes on longer than its rules promise: a bug in them".to_owned()));
        };
        self.left = fewer;
        if matches!(self.chairs[seat.index()], Chair::Human) {
            self.past.push(Past { seat, text: text.to_owned(), before: self.game.fork(), told: false });
        }
        let played = self.game.play(seat, text).map_err(|why| Failure::Input(why.to_string()))?;
        if !played.facts.is_empty() {
            // Who decided before that has been told something for long.
            self.past.iter_mut().rev().take_while(|one| !one.told).for_each(|one| one.told = true);
        }
        if let Some(log) = &mut self.log {
            log.writer.record(&played).map_err(|why| Failure::Input(why.to_string()))?;
        }
        self.flush_log()?;
        Ok(played)
    }

    /// The move of a seat that a machine plays; or why its model has none.
    fn machine(&mut self, seat: Seat) -> Result<Result<String, String>, Failure> {
        match (&mut self.chairs[seat.index()], &mut self.models) {
            (Chair::Model(who), Some(models)) => Ok(models.decide(who, &*self.game, seat)?.map_err(|fatal| {
                // Who sits at a terminal most often set the variables, too.
                let detail = fatal.detail.map_or_else(|| WHY.to_owned(), |detail| show::plain(&detail));
                format!("{seat}: {} ({detail})", fatal.message)
            })),
            (Chair::Bot(bot), _) => {
                let choice = bot.pick(&*self.game, seat);
                let none = || Failure::Input(format!("{seat} is asked and has no move: a bug in the rules"));
                self.game.nth_text(seat, choice).map(Ok).ok_or_else(none)
            }
            _ => Err(Failure::Input(format!("nobody plays for {seat}"))),
        }
    }

    fn flush_log(&mut self) -> Result<(), Failure> {
        self.log.as_mut().map_or(Ok(()), LogFile::flush)
    }

    /// It is over.
    fn close_log(&mut self) -> Result<(), Failure> {
        if let Some(log) = &mut self.log {
            log.writer.close(&*self.game);
        }
        self.flush_log()
    }
}

/// A log that is written as the match goes on.
pub struct LogFile {
    writer: LogWriter,
    file: File,
    path: PathBuf,
}

impl LogFile {
    /// Writes what the writer has.
    fn flush(&mut self) -> Result<(), Failure> {
        let text = self.writer.take();
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| Failure::Input(format!("{}: cannot be written: {error}", self.path.display())))
    }
}
