//! `rulebook play`: a game in the terminal.

mod fullscreen;
mod model;
mod pick;
mod plain_table;
mod seat_args;
mod typed_line;
mod watchers;

use crate::decks::Decks;
use crate::failure::{Failure, is_colourless};
use crate::games::{Begin, Games, Options, admitted};
use crate::{seed, show};
use clap::Args;
use model::Models;
use rulebook_catalog::AnyBot;
use rulebook_kernel::{Key, Seat, Viewer};
use rulebook_matches::{AnyMatch, Played, reveals};
use rulebook_matchlog::{Ending, LogWriter};
use rulebook_policy::CandidateList;
use rulebook_scene::layout::Layouts;
use rulebook_tui::{Reader, Screen};
use seat_args::SeatPlayer;
use std::fs::{File, OpenOptions};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Plays a game in the terminal, against bots or with friends at one screen
///
/// Each seat is `human`, a bot or `llm`.
///
/// Bots: easy, medium, hard, expert; random, first, greedy, flat, ismcts, mo-ismcts; on boards also mcts, puct and alphabeta. A
/// bot may have a budget, as in ismcts:500 (playouts) or mcts:50ms.
///
/// `llm` is the language model of LLM_BASE_URL, LLM_API_KEY and LLM_MODEL; it needs BACKEND_LLM_ENABLED=1.
///
/// On a terminal the table fills the screen: type to search moves, Enter plays, F1 shows help. With --plain, or in a
/// pipe, the table is printed as lines. Type the number or the text of a move there. `h` gives a hint, `u` undoes,
/// `resign` gives up, `?` shows help, `q` quits. Several humans share the screen in turn, and each sees only its own
/// cards.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  rulebook play crazy-eights\n  rulebook play crazy-eights --players human,human,ismcts:500 --seed 7
  rulebook play duel --deck emberhold --deck tidewick
  yes 1 | rulebook play crazy-eights --players human,random --log match.jsonl"
)]
pub struct Play {
    /// Game id, folder, or a file in the folder; without one, choose from a list
    game: Option<String>,
    /// The player of each seat [default: you, and as many bots as the game needs]
    #[arg(long, value_name = "WHO,WHO,...", value_delimiter = ',')]
    players: Vec<String>,
    /// Number of seats; bots take those without a player [default: the fewest that the game allows]
    #[arg(long, value_name = "K", value_delimiter = ',')]
    seats: Vec<String>,
    /// Seed of the deal, a number or a text [default: the seed in the file, else random]
    #[arg(long, value_parser = seed::parse)]
    seed: Option<String>,
    /// Write the log of the match to this file; `rulebook verify` checks it
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Append every question to a language model and its answer to this file, one JSON object per line
    #[arg(long, value_name = "FILE")]
    llm_log: Option<PathBuf>,
    /// Moves from which language models choose
    #[arg(long, value_enum, default_value = "all", value_name = "LIST")]
    llm_candidates: LlmCandidates,
    /// Print lines instead of a full screen, for pipes and screen readers
    #[arg(long)]
    plain: bool,
    /// Ask for the reason of each of your moves, and write the reasons to this file, one JSON object per line
    #[arg(long, value_name = "FILE")]
    reasons: Option<PathBuf>,
    /// Show which actions of the rules failed, and why
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

/// The moves from which language models choose.
#[derive(Clone, Copy, clap::ValueEnum)]
enum LlmCandidates {
    /// All legal moves
    All,
    /// The short list of the bots
    Short,
}

impl From<LlmCandidates> for CandidateList {
    fn from(list: LlmCandidates) -> CandidateList {
        match list {
            LlmCandidates::All => CandidateList::All,
            LlmCandidates::Short => CandidateList::Short,
        }
    }
}

impl Play {
    pub fn run(self, before: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let (players, seats) = seat_args::asked(&self.players, &self.seats)?;
        let catalog = self.games.catalog(before)?;
        let name = match self.game {
            Some(name) => name,
            None => match pick::pick(&catalog, self.plain, out)? {
                Some(id) => id,
                None => return Ok(()),
            },
        };
        let game = self.begin.begun(crate::games::find(&catalog, &name)?)?;
        let (game, decks) = self.decks.brought(game)?;
        let info = game.rules.info();
        let who = seat_args::who(&players, seats.unwrap_or(info.min_seats));
        let setup = decks.told(self.begin.told(self.options.setup(who.len())));
        admitted(info, &setup)?;
        let given = self.seed.as_deref().or(game.seed());
        let seed = seed::given_or_fresh(given)?;
        let key = Key::from_seed(&seed);
        let chairs = seat_args::seat(&game, &who, &seed::for_bots(&key)).map_err(Failure::Usage)?;
        let repeatable = chairs.iter().all(SeatPlayer::is_repeatable);
        let models = match chairs.iter().any(|chair| matches!(chair, seat_args::SeatPlayer::Model(_))) {
            true => {
                let (schema, log) = (game.rules.action_schema(), self.llm_log.as_deref());
                let (name, rules) = (&game.meta.game_name, game.rules_text.clone());
                Some(Models::open(&game.id, name, rules, schema, self.llm_candidates.into(), log)?)
            }
            false => None,
        };
        let mut the_match = game.rules.start(&setup, key.clone()).map_err(|why| Failure::Usage(why.to_string()))?;
        // The log contains the seed only if the user gave it. A random seed stays secret during the match, because it
        // determines every hidden card.
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
        let reasons = self.reasons.as_deref().map(create).transpose()?;
        let trace = self.trace;
        let parts = Parts {
            game: the_match,
            key: key.clone(),
            layouts,
            chairs,
            models,
            adviser,
            log,
            reasons,
            trace,
            left,
            past,
            continues: false,
        };
        let heading = format!("{}: {}", game.meta.game_name, show::seated(&who));
        if !self.plain && has_screen() {
            let screen = Screen::new(&game.meta.game_name, &who, &game.rules_text).without_colours(is_colourless());
            let end = fullscreen::FullscreenTable::new(parts, screen)?.run()?;
            writeln!(out, "{heading}\n\n{end}")?;
        } else {
            writeln!(out, "{heading}")?;
            plain_table::PlainTable::new(parts).run(out)?;
        }
        let again = match game.board() {
            None => "Play this deal again with",
            Some(_) if repeatable => "For the same bot moves, use",
            Some(_) => return Ok(()),
        };
        writeln!(out, "{again} {}.", crate::seed::argument(&seed))?;
        Ok(())
    }
}

/// Whether the program can draw a full screen: input and output are a terminal that can place the cursor.
fn has_screen() -> bool {
    let able = std::env::var_os("TERM").is_none_or(|name| name != "dumb");
    able && std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

/// The advice that is added to the error of a language model if the settings hide the reason.
const WHY: &str = "to see why, use --llm-log FILE or set LLM_SHOW_EXCEPTIONS_IN_FRONTEND=true";

/// The result of asking a player.
enum Next {
    Move(String),
    /// A move was undone. Now it may be the turn of another player.
    Again,
    Resign,
    Leave,
}

/// Creates the file of a log or of reasons. Refuses to overwrite a file, because it could belong to another match.
fn create(path: &Path) -> Result<File, Failure> {
    let wrong = |why: String| Failure::Input(format!("{}: {why}", path.display()));
    if path.metadata().is_ok_and(|found| found.len() > 0) {
        return Err(wrong("this file already exists; choose another name".to_owned()));
    }
    let file = OpenOptions::new().create(true).write(true).truncate(true).open(path);
    file.map_err(|error| wrong(format!("cannot write: {error}")))
}

/// A match, its players and its log. Both the full-screen table and the plain table use it.
pub struct Parts {
    game: Box<dyn AnyMatch>,
    /// The key of the match, which the last line of the log publishes.
    key: Key,
    /// The layouts of the game. They also say how a hand is sorted.
    layouts: Arc<Layouts>,
    chairs: Vec<SeatPlayer>,
    /// The settings of the language models, if a seat has one.
    models: Option<Models>,
    /// The bot that gives hints.
    adviser: Box<dyn AnyBot>,
    log: Option<LogFile>,
    /// The file for the reasons of moves.
    reasons: Option<File>,
    /// Whether to show failed actions. The rules report them to no player.
    trace: bool,
    /// Number of moves until the limit in the rules is reached.
    left: u32,
    /// The decisions of humans, each with the match before it. Undo restores such a match.
    past: Vec<Past>,
    /// Whether the next move belongs to the same text as the move before it.
    continues: bool,
}

/// A decision of a human that can be undone.
struct Past {
    seat: Seat,
    text: String,
    before: Box<dyn AnyMatch>,
    /// Whether the decision belongs to the same text as the decision before it, such as a further card of a meld.
    continues: bool,
    /// Whether the rules have reported any event since. Until then, only this player knows the decision, for example
    /// the card that was picked to be passed.
    told: bool,
}

impl Parts {
    /// A new reader that has seen only the current scene.
    fn reader(&self, viewer: Viewer) -> Reader {
        let mut reader = Reader::new(Arc::clone(&self.layouts));
        reader.look(&self.game.scene(viewer), &[]);
        reader
    }

    /// Undoes the last decision of a human. As on a server, this is refused if the match has hidden cards. It is
    /// allowed if no player has seen anything of the decision, or if a lone player has learnt nothing new by it. All
    /// decisions of one text are undone together. Returns their number.
    fn take_back(&mut self, seat: Seat) -> Result<usize, &'static str> {
        if self.log.is_some() {
            return Err("You cannot undo while the game is being logged (`--log`).");
        }
        let Some(last) = self.past.len().checked_sub(1) else { return Err("Nothing to undo.") };
        let first = self.past.iter().rposition(|one| !one.continues).unwrap_or(0);
        let unseen = self.past[first..].iter().all(|one| one.seat == seat && !one.told);
        let before = &self.past[first].before;
        let hidden = || before.has_secrets() || self.game.has_secrets();
        let reveals = |at: usize| {
            let (one, after) = (&self.past[at], self.past.get(at + 1).map_or(&self.game, |next| &next.before));
            reveals(&*one.before, (one.seat, one.text.as_str()), &**after, &Key::from_seed("taken back"))
        };
        let learnt = || self.game.seats() > 1 || (first..=last).any(reveals);
        if !unseen && hidden() && learnt() {
            return Err("You cannot undo: hidden cards were revealed.");
        }
        self.game = before.fork();
        self.past.truncate(first);
        Ok(last + 1 - first)
    }

    fn play(&mut self, seat: Seat, text: &str) -> Result<Played, Failure> {
        let Some(fewer) = self.left.checked_sub(1) else {
            return Err(Failure::Input(
                "the game is longer than its rules promise, which is a bug in the rules".to_owned(),
            ));
        };
        self.left = fewer;
        if matches!(self.chairs[seat.index()], SeatPlayer::Human) {
            let (text, before) = (text.to_owned(), self.game.fork());
            self.past.push(Past { seat, text, before, continues: self.continues, told: false });
        }
        let played = self.game.play(seat, text).map_err(|why| Failure::Input(why.to_string()))?;
        if !played.facts.is_empty() {
            // The rules have reported events, so other players now know the earlier decisions too.
            self.past.iter_mut().rev().take_while(|one| !one.told).for_each(|one| one.told = true);
        }
        if let Some(log) = &mut self.log {
            log.writer.record(&played).map_err(|why| Failure::Input(why.to_string()))?;
        }
        self.flush_log()?;
        Ok(played)
    }

    /// The move of a bot or a language model. The inner error says why the model gave no move.
    fn machine(&mut self, seat: Seat) -> Result<Result<String, String>, Failure> {
        match (&mut self.chairs[seat.index()], &mut self.models) {
            (SeatPlayer::Model(who), Some(models)) => Ok(models.decide(who, &*self.game, seat)?.map_err(|fatal| {
                // The reason is shown, because the player at the terminal usually set the environment variables.
                let detail = fatal.detail.map_or_else(|| WHY.to_owned(), |detail| show::plain(&detail));
                format!("{seat}: {} ({detail})", fatal.message)
            })),
            (SeatPlayer::Bot(bot), _) => {
                let choice = bot.pick(&*self.game, seat);
                let none =
                    || Failure::Input(format!("{seat} has to move and has no legal move, which is a bug in the rules"));
                self.game.nth_text(seat, choice).map(Ok).ok_or_else(none)
            }
            _ => Err(Failure::Input(format!("{seat} has no player"))),
        }
    }

    /// Ends the match because this seat resigns. Returns the result as a sentence.
    fn resign(&mut self, seat: Seat) -> Result<String, Failure> {
        let ending = Ending::Resigned(vec![seat]);
        if let Some(log) = &mut self.log {
            let closed = log.writer.close_early(&*self.game, &ending, &self.key);
            closed.map_err(|why| Failure::Input(why.to_string()))?;
        }
        self.flush_log()?;
        let outcome = ending.outcome(self.game.seats());
        let winners = outcome.iter().flat_map(|outcome| outcome.winners().iter());
        let winners: Vec<String> = winners.map(|seat| seat.to_string()).collect();
        Ok(match &winners[..] {
            [] => format!("{seat} resigns."),
            [one] => format!("{seat} resigns. {} wins.", show::sentence(one).trim_end_matches('.')),
            several => format!("{seat} resigns. {} win.", show::sentence(&several.join(", ")).trim_end_matches('.')),
        })
    }

    /// Writes the reason that a player gave for a move. The ask is the number of the answered question.
    fn give_reason(&mut self, seat: Seat, ask: u32, text: &str, reason: &str) -> Result<(), Failure> {
        let Some(file) = self.reasons.as_mut().filter(|_| !reason.is_empty()) else { return Ok(()) };
        let line = serde_json::json!({"seat": seat.index() + 1, "ask": ask, "move": text, "reason": reason});
        writeln!(file, "{line}")?;
        Ok(())
    }

    fn flush_log(&mut self) -> Result<(), Failure> {
        self.log.as_mut().map_or(Ok(()), LogFile::flush)
    }

    /// Writes the last line of the log, which publishes the key of the match.
    fn close_log(&mut self) -> Result<(), Failure> {
        if let Some(log) = &mut self.log {
            log.writer.close(&*self.game);
        }
        self.flush_log()
    }
}

/// The log file of a match in progress.
pub struct LogFile {
    writer: LogWriter,
    file: File,
    path: PathBuf,
}

impl LogFile {
    /// Writes the lines that are not in the file yet.
    fn flush(&mut self) -> Result<(), Failure> {
        let text = self.writer.take();
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| Failure::Input(format!("{}: cannot write: {error}", self.path.display())))
    }
}
