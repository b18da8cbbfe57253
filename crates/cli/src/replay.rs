//! `rulebook replay`: shows the match of a log or of a PGN file.

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

/// Replays the match of a log, as one viewer saw it
///
/// Every entry is replayed and compared with the log. If the key of the match is not published, shows only the events,
/// without the table.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  rulebook replay match.jsonl --as 2\n  rulebook replay match.jsonl --as god --step\n  rulebook replay game.pgn --step"
)]
pub struct Replay {
    /// A log or a PGN file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The viewer: a seat from 1, `spectator`, or `god` (sees everything)
    #[arg(long = "as", value_name = "WHO", default_value = "spectator", value_parser = viewer)]
    viewer: Viewer,
    /// Show the table after every entry and wait for Enter
    #[arg(long)]
    step: bool,
    /// For a PGN file, the game [default: its tag `Variant`, else chess]; for a log, a path to its rules
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Rules stored by a server, for a log that was made with them; the server returns them at /rules/DIGEST
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
            _ => Err(format!("write a seat from 1 to {MAX_SEATS}, spectator or god")),
        },
    }
}

impl Replay {
    pub fn run(self, before: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let wrong = |why: String| logs::about(&self.file, &why);
        let catalog = self.games.catalog(before)?;
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
            return Err(Failure::Usage(format!("--as: this match has {} seats", header.setup.seats)));
        }
        if let Some(viewer) = header.witness {
            writeln!(out, "{}: {}, as {viewer} saw it", game.meta.game_name, show::seated(&header.seats))?;
            writeln!(
                out,
                "This log shows what one viewer saw of an unfinished match. It lists events, but cannot show the table."
            )?;
            return self.facts(&header, viewer, &text, &*game.rules, out);
        }
        writeln!(
            out,
            "{}: {}, viewed by {}",
            game.meta.game_name,
            show::seated(&rulebook_matchlog::names_of(&text)),
            self.viewer
        )?;
        match rulebook_matchlog::replay(&text, &*game.rules) {
            Ok(replay) => self.table(replay, Reader::new(Arc::clone(&game.layouts)), out),
            Err(refused) => match verify_chain(&text, &*game.rules) {
                // The match cannot be replayed, for example because its key is secret. Its events are in the log, so
                // they are shown.
                Ok(_) => {
                    writeln!(out, "Showing events only: {refused}")?;
                    self.facts(&header, self.viewer, &text, &*game.rules, out)
                }
                Err(_) => Err(wrong(format!("cannot replay: {refused}"))),
            },
        }
    }

    /// Replays the match entry by entry, and prints the messages that the viewer saw.
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
            writeln!(out, "The table was closed: {}", show::plain(reason))?;
            return Ok(());
        }
        match (replay.told(), replay.game().outcome()) {
            (Some(told), None) => writeln!(out, "The players ended the match: {}", show::plain(told.reason()))?,
            (Some(_), Some(_)) => {}
            (None, _) => writeln!(out, "The log ends before the end of the match.")?,
        }
        Ok(())
    }

    /// The line above the messages of a move. It contains the move text only for the seat that moved and for the god
    /// viewer. If several seats answer at once, other viewers get no line before the last answer.
    fn heading(&self, played: &Played, alone: bool, game: &dyn AnyMatch, reader: &Reader) -> Option<String> {
        let seat = played.seat?;
        let own = self.viewer == Viewer::God || self.viewer == Viewer::Seat(seat);
        match (own, alone) {
            (true, _) => Some(format!("{seat}: {}", show::plain(&reader.say(&played.text)))),
            (false, true) => Some(seat.to_string()),
            (false, false) if game.steps(self.viewer, played).is_empty() => None,
            (false, false) => Some("all players have answered".to_owned()),
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

    /// The table as text.
    fn scene(&self, game: &dyn AnyMatch, reader: &Reader) -> String {
        show::plain(&reader.text(game.scene(self.viewer)))
    }

    /// Prints the events without replaying the match. The text is a log whose hash chain was verified, or a witness.
    fn facts(
        &self,
        header: &Header,
        viewer: Viewer,
        text: &str,
        rules: &dyn AnyRules,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        // This other match is started only for the names of zones and the symbols of cards, which are the same in every
        // match.
        let other = rules.start(&header.setup, Key::from_seed("names")).ok();
        let names = other.as_ref().map(|game| game.scene(viewer)).unwrap_or_default();
        let mut reader = Reader::default();
        other.iter().for_each(|game| reader.look(&game.scene(Viewer::God), &[]));
        reader.look(&names, &[]);
        for (line, at) in text.lines().skip(1).zip(0..) {
            let entry: Value = serde_json::from_str(line).map_err(|e| logs::about(&self.file, &e.to_string()))?;
            let Some(facts) = entry.get("facts") else {
                // The line has no events: it is the end of the match, or a change of the rules.
                if let Some(reason) = entry["outcome"]["reason"].as_str().or_else(|| entry["closed"].as_str()) {
                    writeln!(out, "The match ended: {}", show::plain(&reader.say(reason)))?;
                }
                continue;
            };
            let told = rules.facts(&facts.to_string());
            let told = told.map_err(|corrupt| logs::about(&self.file, &corrupt.to_string()))?;
            for line in show::log(&told.steps(viewer), &names) {
                writeln!(out, "{at}. {}", reader.say(&line))?;
            }
        }
        Ok(())
    }
}
