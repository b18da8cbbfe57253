//! `rulebook replay`

use crate::decks::Decks;
use crate::failure::Failure;
use crate::games::Games;
use crate::input::Input;
use crate::logs::{self, Library};
use crate::pgn;
use crate::show;
use clap::Args;
use rulebook_kernel::{Key, MAX_SEATS, Seat, Viewer};
use rulebook_matches::{AnyMatch, AnyRules, Played};
use rulebook_matchlog::{Header, verify_chain};
use rulebook_tui::Reader;
use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// Shows the match of a log again, as one viewer saw it
///
/// Every entry is replayed and compared with the log on the way. Of a match whose key is not published, only what
/// happened is shown, without the table.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  rulebook replay match.jsonl --as 2\n  rulebook replay match.jsonl --as god --step\n  rulebook replay game.pgn --step"
)]
pub struct Replay {
    /// A log file, or games in PGN
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Whose eyes: a seat from 1, `spectator`, or `god` who sees everything
    #[arg(long = "as", value_name = "WHO", default_value = "spectator", value_parser = viewer)]
    viewer: Viewer,
    /// Shows the table after every entry and waits for Enter
    #[arg(long)]
    step: bool,
    /// The game of a PGN file [default: what its tag `Variant` names, else chess], or a path to the rules of a log
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Rules as a server keeps them, for a log that was made with them: what it gives at /rules/DIGEST
    #[arg(long, value_name = "FILE")]
    rules: Vec<PathBuf>,
    #[command(flatten)]
    decks: Decks,
    #[command(flatten)]
    games: Games,
}

fn viewer(text: &str) -> Result<Viewer, String> {
    match text {
        "spectator" => Ok(Viewer::Spectator),
        "god" => Ok(Viewer::God),
        _ => match text.parse::<usize>() {
            Ok(seat) if (1..=MAX_SEATS).contains(&seat) => Ok(Viewer::Seat(Seat::new(seat - 1))),
            _ => Err(format!("a seat from 1 to {MAX_SEATS}, spectator or god")),
        },
    }
}

impl Replay {
    pub fn run(self, before: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let wrong = |why: String| logs::about(&self.file, &why);
        let catalog = self.games.catalog(before);
        let text = logs::read(&self.file).map_err(wrong)?;
        if pgn::is_pgn(&self.file, &text) {
            let shown = pgn::Shown { file: &self.file, text: &text, named: self.game.as_deref(), step: self.step };
            return shown.run(&catalog, out);
        }
        let header = logs::header(&text).map_err(wrong)?;
        let library = Library::new(&catalog).bringing(&self.decks).with(self.game.as_deref())?;
        let mut library = library.keeping(&self.rules)?;
        let game = library.game_of(&header).map_err(wrong)?;
        if self.viewer.seat().is_some_and(|seat| seat.index() >= header.setup.seats) {
            return Err(Failure::Usage(format!("that match has {} seats", header.setup.seats)));
        }
        if let Some(viewer) = header.witness {
            writeln!(out, "{}: {}, as {viewer} saw it", game.meta.game_name, show::seated(&header.seats))?;
            writeln!(out, "a witness of a match that was not over, so only what happened is shown")?;
            return self.facts(&header, viewer, &text, &*game.rules, out);
        }
        writeln!(out, "{}: {}, seen by {}", game.meta.game_name, show::seated(&header.seats), self.viewer)?;
        match rulebook_matchlog::replay(&text, &*game.rules) {
            Ok(replay) => self.table(replay, Reader::new(Arc::clone(&game.layouts)), out),
            Err(refused) => match verify_chain(&text, &*game.rules) {
                // Whatever it is that keeps it from being played again, what happened can always be told.
                Ok(_) => {
                    writeln!(out, "only what happened is shown: {refused}")?;
                    self.facts(&header, self.viewer, &text, &*game.rules, out)
                }
                Err(_) => Err(wrong(format!("cannot be replayed: {refused}"))),
            },
        }
    }

    /// The match itself, entry by entry, told as those were told it who played.
    fn table(
        &self,
        mut replay: rulebook_matchlog::Replay<'_>,
        mut reader: Reader,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let input = Input::new();
        writeln!(out, "\nthe deal")?;
        reader.look(&replay.game().scene(self.viewer), &[]);
        self.told(replay.deal(), replay.game(), &mut reader, out)?;
        loop {
            if self.step || replay.played() == 0 {
                writeln!(out, "\n{}", self.scene(replay.game(), &reader))?;
            }
            if self.step && replay.played() < replay.entries() {
                let answer = input.ask(out, "(Enter: next, q: quit) ")?;
                if answer.is_none_or(|answer| answer == "q") {
                    return Ok(());
                }
            }
            let alone = replay.game().turn().seats().len() == 1;
            let Some(played) = replay.next() else { break };
            let played = played.map_err(|refused| logs::about(&self.file, &refused.to_string()))?;
            let heading = self.heading(&played, alone, replay.game(), &reader);
            if let Some(heading) = heading {
                writeln!(out, "{}. {heading}", replay.played())?;
                self.told(&played, replay.game(), &mut reader, out)?;
            }
        }
        if !self.step && replay.entries() > 0 {
            writeln!(out, "\n{}", self.scene(replay.game(), &reader))?;
        }
        if let Some(reason) = replay.reason() {
            writeln!(out, "the table was closed: {}", show::plain(reason))?;
            return Ok(());
        }
        match (replay.told(), replay.game().outcome()) {
            (Some(told), None) => writeln!(out, "those at the table ended the match: {}", show::plain(told.reason()))?,
            (Some(_), Some(_)) => {}
            (None, _) => writeln!(out, "the log ends here, before the match was over")?,
        }
        Ok(())
    }

    /// What the viewer saw of the answer itself. A move text is between its seat and the log; that somebody answered a
    /// sealed ask is seen by nobody else until something happens.
    fn heading(&self, played: &Played, alone: bool, game: &dyn AnyMatch, reader: &Reader) -> Option<String> {
        let seat = played.seat?;
        let own = self.viewer == Viewer::God || self.viewer == Viewer::Seat(seat);
        match (own, alone) {
            (true, _) => Some(format!("{seat}: {}", show::plain(&reader.say(&played.text)))),
            (false, true) => Some(seat.to_string()),
            (false, false) if game.steps(self.viewer, played).is_empty() => None,
            (false, false) => Some("all have answered".to_owned()),
        }
    }

    fn told(
        &self,
        played: &Played,
        game: &dyn AnyMatch,
        reader: &mut Reader,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        for line in reader.see(&game.steps(self.viewer, played), &game.scene(self.viewer)).lines {
            writeln!(out, "   {}", show::plain(&line))?;
        }
        Ok(())
    }

    /// The table as it stands.
    fn scene(&self, game: &dyn AnyMatch, reader: &Reader) -> String {
        show::plain(&reader.text(game.scene(self.viewer)))
    }

    /// Without a key: what happened, from a log whose chain was verified, or from what somebody saw.
    fn facts(
        &self,
        header: &Header,
        viewer: Viewer,
        text: &str,
        rules: &dyn AnyRules,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        // Only names of zones and the signs of cards come from this match: they are the same in every one.
        let other = rules.start(&header.setup, Key::from_seed("names")).ok();
        let names = other.as_ref().map(|game| game.scene(viewer)).unwrap_or_default();
        let mut reader = Reader::default();
        other.iter().for_each(|game| reader.look(&game.scene(Viewer::God), &[]));
        reader.look(&names, &[]);
        for (line, at) in text.lines().skip(1).zip(0..) {
            let entry: Value = serde_json::from_str(line).map_err(|e| logs::about(&self.file, &e.to_string()))?;
            let Some(facts) = entry.get("facts") else {
                // How it ended, or that the rules changed.
                if let Some(reason) = entry["outcome"]["reason"].as_str().or_else(|| entry["closed"].as_str()) {
                    writeln!(out, "it ended: {}", show::plain(&reader.say(reason)))?;
                }
                continue;
            };
            let told = rules.facts(&facts.to_string());
            let told = told.map_err(|corrupt| logs::about(&self.file, &corrupt.to_string()))?;
            for line in show::steps(&told.steps(viewer), &names) {
                writeln!(out, "{at}. {}", reader.say(&line))?;
            }
        }
        Ok(())
    }
}
