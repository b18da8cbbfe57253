//! `rulebook verify`

use crate::decks::Decks;
use crate::failure::Failure;
use crate::games::Games;
use crate::logs::{self, Library};
use crate::show::plain;
use crate::transfer::Carried;
use clap::Args;
use rulebook_matches::AnyRules;
use rulebook_matchlog::{Verified, compare, verify};
use rulebook_room::Phase;
use rulebook_server::transfer::{self, Exported};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Proves logs: replays each match from its key and compares every byte
///
/// The header of a log commits to the key before the deal, the last line publishes it. A log is accepted if that key deals
/// the same cards and every move gives the same facts. One line a file, or a match of an export; exits with 1 if any is refused or
/// unfinished.
///
/// What the server gives of a match that is not over is a witness: what one player saw. When the match is over, `--witness`
/// compares it with the whole log.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  rulebook verify match.jsonl\n  rulebook verify logs/*.jsonl\n  rulebook verify --game mine.cgml match.jsonl\n  rulebook verify --witness mine.jsonl match.jsonl\n  rulebook verify --rules kept.json match.jsonl"
)]
pub struct Verify {
    /// Log files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Accepts a log, or a match of an export, that fits as far as it goes and ends before its match does
    #[arg(long)]
    unfinished: bool,
    /// What somebody saw of the match while it ran: compared with the log
    #[arg(long, value_name = "FILE")]
    witness: Option<PathBuf>,
    /// The rules of the logs, if they are not in the folder of games: a path to a game
    #[arg(long, value_name = "PATH")]
    game: Option<String>,
    /// Rules as a server keeps them, for logs that were made with them: what it gives at /rules/DIGEST; may be repeated
    #[arg(long, value_name = "FILE")]
    rules: Vec<PathBuf>,
    #[command(flatten)]
    decks: Decks,
    #[command(flatten)]
    games: Games,
}

impl Verify {
    pub fn run(self, before: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let catalog = self.games.catalog(before);
        let library = Library::new(&catalog).bringing(&self.decks).with(self.game.as_deref())?;
        let mut library = library.keeping(&self.rules)?;
        let mut good = true;
        if self.witness.is_some() && self.files.len() > 1 {
            return Err(Failure::Usage("a witness is compared with one log".to_owned()));
        }
        for path in &self.files {
            if let Some(text) = logs::read(path).ok().filter(|text| transfer::is_export(text)) {
                good &= self.exported(path, &text, &mut library, out)?;
                continue;
            }
            match verified(path, &mut library) {
                Ok(found) if found.closed || self.unfinished => {
                    writeln!(out, "{}", plain(&format!("{}: {found}", path.display())))?;
                    if let Some(witness) = &self.witness {
                        match witnessed(witness, path, &mut library) {
                            Ok(lines) => writeln!(
                                out,
                                "{}",
                                plain(&format!("{}: {lines} lines, as this log tells it", witness.display()))
                            )?,
                            Err(why) => refuse(out, witness, &format!("refused: {why}"), &mut good)?,
                        }
                    }
                }
                Ok(found) => refuse(out, path, &found.to_string(), &mut good)?,
                Err(why) => refuse(out, path, &format!("refused: {why}"), &mut good)?,
            }
        }
        if good { Ok(()) } else { Err(Failure::Told) }
    }

    /// Every match of an export, a line each: the records are replayed, and the log of a finished match is proven besides.
    fn exported(
        &self,
        path: &Path,
        text: &str,
        library: &mut Library<'_>,
        out: &mut dyn Write,
    ) -> Result<bool, Failure> {
        let mut good = true;
        let matches = match transfer::matches(text) {
            Ok(matches) => matches,
            Err(why) => {
                refuse(out, path, &format!("refused: {why}"), &mut good)?;
                return Ok(good);
            }
        };
        let mut carried = Carried::default();
        for found in matches {
            let id = found.id().to_owned();
            match carried.rules(&found, library).and_then(|rules| proven(&found, &rules)) {
                Ok(Proven { told, over }) if over || self.unfinished => {
                    writeln!(out, "{}", plain(&format!("{}: match {id}: {told}", path.display())))?;
                }
                Ok(Proven { told, .. }) => refuse(out, path, &format!("match {id}: {told}"), &mut good)?,
                Err(why) => refuse(out, path, &format!("match {id}: refused: {why}"), &mut good)?,
            }
        }
        Ok(good)
    }
}

/// What was found about a match of an export in which nothing is wrong.
struct Proven {
    told: String,
    /// Is there nothing more to come? A table where nothing was dealt has nothing to prove.
    over: bool,
}

fn proven(found: &Exported, rules: &Arc<dyn AnyRules>) -> Result<Proven, String> {
    let by_log = |log: &str| -> Result<Proven, String> {
        let found = verify(log, &**rules).map_err(|refused| refused.to_string())?;
        Ok(Proven { told: found.to_string(), over: found.closed })
    };
    let room = match found.room(Arc::clone(rules)) {
        // Played under another meaning of its rules, which may come to the same.
        Err(broken) if broken.rebase => {
            let log = found.ended().and_then(|ended| ended.log).ok_or_else(|| broken.to_string())?;
            return by_log(&log);
        }
        room => room.map_err(|broken| broken.to_string())?,
    };
    match room.log() {
        None => Ok(Proven { told: "not begun".to_owned(), over: true }),
        Some(log) if room.phase() == Phase::Over => by_log(log),
        // Its secret is there: it was dealt and played again, byte by byte, as far as it goes.
        Some(_) => {
            let told = format!("unfinished: {} records, every byte, and the match goes on", room.version());
            Ok(Proven { told, over: false })
        }
    }
}

fn refuse(out: &mut dyn Write, path: &Path, why: &str, good: &mut bool) -> io::Result<()> {
    *good = false;
    out.flush()?;
    // A closed stderr cannot be told anything.
    let _ = writeln!(io::stderr(), "{}", plain(&format!("{}: {why}", path.display())));
    Ok(())
}

fn verified(path: &Path, library: &mut Library<'_>) -> Result<Verified, String> {
    let text = logs::read(path)?;
    let header = logs::header(&text)?;
    let game = library.game_of(&header)?;
    let hint = match header.witness {
        Some(_) => " (rulebook verify --witness THIS LOG)".to_owned(),
        None if game.rules.info().source != header.source => {
            // Somebody has them: where the match was played.
            format!(" (its server gives its rules at /rules/{}; then rulebook verify --rules FILE)", header.source)
        }
        None => String::new(),
    };
    verify(&text, &*game.rules).map_err(|refused| format!("{refused}{hint}"))
}

/// Is it what its viewer would have seen of this log?
fn witnessed(witness: &Path, log: &Path, library: &mut Library<'_>) -> Result<usize, String> {
    let text = logs::read(log)?;
    let game = library.game_of(&logs::header(&text)?)?;
    compare(&logs::read(witness)?, &text, &*game.rules).map_err(|refused| refused.to_string())
}
