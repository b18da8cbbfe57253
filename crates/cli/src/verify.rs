//! `rulebook verify`: checks logs by replaying them.

use crate::decks::Decks;
use crate::failure::Failure;
use crate::games::Games;
use crate::logs::{self, Library};
use crate::show::plain;
use crate::transfer::ExportedRules;
use clap::Args;
use rulebook_matches::AnyRules;
use rulebook_matchlog::{Verified, compare, verify};
use rulebook_room::Phase;
use rulebook_server::transfer::{self, Exported};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Verifies logs: replays each match from its key and compares every byte
///
/// The header of a log commits to the key before the deal, and the last line publishes the key. A log is accepted if
/// that key deals the same cards and every move gives the same events. Prints one line for each file, or for each match
/// of an export. Exits with 1 if any is refused or unfinished.
///
/// A witness is what one player saw of an unfinished match, as downloaded from the server. When the match is over,
/// `--witness` compares it with the full log.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  rulebook verify match.jsonl\n  rulebook verify logs/*.jsonl\n  rulebook verify --game mine.cgml match.jsonl\n  rulebook verify --witness mine.jsonl match.jsonl\n  rulebook verify --rules kept.json match.jsonl"
)]
pub struct Verify {
    /// Log files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Accept unfinished matches, in logs and exports, if all their entries are correct
    #[arg(long)]
    unfinished: bool,
    /// A witness: what one player saw of the running match; compared with the log
    #[arg(long, value_name = "FILE")]
    witness: Option<PathBuf>,
    /// The rules of the logs, if they are not in the folder of games: a path to a game
    #[arg(long, value_name = "PATH")]
    game: Option<String>,
    /// Rules stored by a server, for logs that were made with them; the server returns them at /rules/DIGEST; may be
    /// repeated
    #[arg(long, value_name = "FILE")]
    rules: Vec<PathBuf>,
    #[command(flatten)]
    decks: Decks,
    #[command(flatten)]
    games: Games,
}

impl Verify {
    pub fn run(self, before: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let catalog = self.games.catalog(before)?;
        let library = Library::new(&catalog).bringing(&self.decks).with(self.game.as_deref())?;
        let mut library = library.keeping(&self.rules)?;
        let mut good = true;
        if self.witness.is_some() && self.files.len() > 1 {
            return Err(Failure::Usage("--witness compares with exactly one log".to_owned()));
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
                                plain(&format!("{}: {lines} lines, all in this log", witness.display()))
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

    /// Verifies every match of an export: replays the records, and verifies the log of each finished match.
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
        let mut carried = ExportedRules::default();
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

/// The result for a match of an export that could be verified.
struct Proven {
    told: String,
    /// Whether the match is over. This is also `true` for a table without a deal, because such a table has nothing to
    /// verify.
    over: bool,
}

fn proven(found: &Exported, rules: &Arc<dyn AnyRules>) -> Result<Proven, String> {
    let by_log = |log: &str| -> Result<Proven, String> {
        let found = verify(log, &**rules).map_err(|refused| refused.to_string())?;
        Ok(Proven { told: found.to_string(), over: found.closed })
    };
    let room = match found.room(Arc::clone(rules)) {
        // The match was played with another `semantics` version. Replaying its log may still give the same bytes.
        Err(broken) if broken.rebase => {
            let log = found.ended().and_then(|ended| ended.log).ok_or_else(|| broken.to_string())?;
            return by_log(&log);
        }
        room => room.map_err(|broken| broken.to_string())?,
    };
    match room.log() {
        None => Ok(Proven { told: "not begun".to_owned(), over: true }),
        Some(log) if room.phase() == Phase::Over => by_log(log),
        // The export contains the secret of the match, so all of its records so far were replayed.
        Some(_) => {
            let told = format!("unfinished: {} records match, and the match goes on", room.version());
            Ok(Proven { told, over: false })
        }
    }
}

fn refuse(out: &mut dyn Write, path: &Path, why: &str, good: &mut bool) -> io::Result<()> {
    *good = false;
    out.flush()?;
    // If stderr is closed, the message is lost without an error.
    let _ = writeln!(io::stderr(), "{}", plain(&format!("{}: {why}", path.display())));
    Ok(())
}

fn verified(path: &Path, library: &mut Library<'_>) -> Result<Verified, String> {
    let text = logs::read(path)?;
    let header = logs::header(&text)?;
    let game = library.game_of(&header)?;
    let hint = match header.witness {
        Some(_) => " (to check it: rulebook verify --witness THIS LOG)".to_owned(),
        None if game.rules.info().source != header.source => {
            // The rules here differ from the rules of the log. The server on which the match was played can return
            // them.
            format!(
                " (download its rules from its server at /rules/{}, then use rulebook verify --rules FILE)",
                header.source
            )
        }
        None => String::new(),
    };
    verify(&text, &*game.rules).map_err(|refused| format!("{refused}{hint}"))
}

/// Compares a witness with a log: the witness must contain exactly the events that its viewer saw in this match.
/// Returns the number of compared entries.
fn witnessed(witness: &Path, log: &Path, library: &mut Library<'_>) -> Result<usize, String> {
    let text = logs::read(log)?;
    let game = library.game_of(&logs::header(&text)?)?;
    compare(&logs::read(witness)?, &text, &*game.rules).map_err(|refused| refused.to_string())
}
