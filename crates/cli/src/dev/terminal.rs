//! `rulebook dev --terminal`: waits for typed lines and file changes at the same time.

use super::session::Session;
use super::watch::{PAUSE, Watch};
use crate::failure::Failure;
use crate::show::{plain, sentence};
use rulebook_kernel::{Seat, Viewer};
use rulebook_scene::Offer;
use rulebook_tui::Reader;
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};

const HELP: [&str; 2] =
    ["number or text: play a move; b: undo; m: show the table; q: quit;", "r: restart with the same deal; n: new deal"];

pub fn run(mut session: Session, out: &mut dyn Write) -> Result<(), Failure> {
    let (tell, told) = channel();
    // Reading a line blocks, so lines are read in a thread of their own.
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if tell.send(line).is_err() {
                return;
            }
        }
    });
    let mut watch = Watch::of(&session.files());
    let mut desk = SeatReaders::default();
    help(out)?;
    desk.show(&session, out)?;
    loop {
        match told.recv_timeout(PAUSE) {
            Ok(line) if matches!(line.trim(), "q" | "quit") => return Ok(()),
            Ok(line) if line.trim() == "?" => help(out)?,
            Ok(line) => {
                if let Err(why) = desk.act(&mut session, line.trim()) {
                    writeln!(out, "{}", sentence(&plain(&why)))?;
                }
                desk.show(&session, out)?;
            }
            Err(RecvTimeoutError::Timeout) => {
                if watch.changed(&session.files()) {
                    session.reload();
                    writeln!(out, "\n--- file changed")?;
                    desk.show(&session, out)?;
                }
            }
            // The input has ended, as at the end of a pipe.
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

fn help(out: &mut dyn Write) -> Result<(), Failure> {
    HELP.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    Ok(())
}

/// The first seat that has to move and is played by the user.
fn asked(session: &Session) -> Option<Seat> {
    let table = session.table.as_ref()?;
    let due = table.turn().seats();
    Seat::all(table.seats()).find(|seat| due.has(*seat) && session.is_person(*seat))
}

/// What has been shown to each seat that the user plays.
#[derive(Default)]
struct SeatReaders {
    /// The number of the deal to which the readers belong.
    deals: u64,
    /// New readers skip this many entries: the deal, and all moves that were replayed after a save.
    from: usize,
    /// For each seat, its reader and the number of entries that were shown to it.
    readers: BTreeMap<Seat, (Reader, usize)>,
}

impl SeatReaders {
    fn act(&mut self, session: &mut Session, line: &str) -> Result<(), String> {
        match line {
            "" | "m" => {}
            "b" => session.back(),
            "r" => session.restart(None),
            "n" => {
                let number = session.seed.parse::<u64>();
                let next =
                    number.map_or_else(|_| format!("{}+", session.seed), |seed| seed.wrapping_add(1).to_string());
                session.restart(Some(next));
            }
            line => return self.play(session, line),
        }
        Ok(())
    }

    fn play(&mut self, session: &mut Session, line: &str) -> Result<(), String> {
        let seat = asked(session).ok_or("no decision is open")?;
        let nth = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let text = match nth {
            Some(nth) => {
                let offers = self.listed(session, seat);
                offers.get(nth).map(|offer| offer.text.clone()).ok_or_else(|| format!("there is no move {line}"))?
            }
            None => line.to_owned(),
        };
        session.play(seat, &text)
    }

    /// The legal moves in the order in which the terminal lists them.
    fn listed(&mut self, session: &Session, seat: Seat) -> Vec<Offer> {
        let ask = session.table.as_ref().and_then(|table| Some((table.ask(seat)?, table.scene(Viewer::Seat(seat)))));
        match (ask, self.reader(session, seat)) {
            (Some((ask, scene)), Some((reader, _))) => {
                reader.look(&scene, &ask.offers);
                reader.offers(&scene, ask.offers)
            }
            _ => Vec::new(),
        }
    }

    /// The reader of this seat. After a new deal or a replay, all readers are replaced by new ones.
    fn reader(&mut self, session: &Session, seat: Seat) -> Option<&mut (Reader, usize)> {
        let game = session.game.as_ref()?;
        if self.deals != session.deals {
            let again = session.moves.iter().any(|made| made.by_hand);
            *self = SeatReaders {
                deals: session.deals,
                from: if again { session.played.len() } else { 1 },
                readers: BTreeMap::new(),
            };
        }
        let from = self.from;
        Some(self.readers.entry(seat).or_insert_with(|| (Reader::new(Arc::clone(&game.layouts)), from)))
    }

    /// The lines about everything that happened since the seat was last shown the match.
    fn news(&mut self, session: &Session, seat: Seat) -> Vec<String> {
        let Some(table) = &session.table else { return Vec::new() };
        let viewer = Viewer::Seat(seat);
        let scene = table.scene(viewer);
        let Some((reader, told)) = self.reader(session, seat) else { return Vec::new() };
        reader.look(&scene, &[]);
        let new = session.played.iter().skip(*told);
        let lines = new.flat_map(|played| reader.see_late(&table.steps(viewer, played), &scene).lines).collect();
        *told = session.played.len();
        lines
    }

    fn show(&mut self, session: &Session, out: &mut dyn Write) -> Result<(), Failure> {
        if let Some(table) = &session.table {
            let asked = asked(session);
            let seat = asked.unwrap_or(Seat::new(0));
            for line in self.news(session, seat) {
                writeln!(out, "  * {}", plain(&line))?;
            }
            let offers = asked.map(|seat| self.listed(session, seat)).unwrap_or_default();
            if let Some((reader, _)) = self.reader(session, seat) {
                let text = reader.text_asked(table.scene(Viewer::Seat(seat)), &offers, true);
                writeln!(out, "\n{}", plain(text.trim_end()))?;
            }
            for (offer, number) in offers.iter().zip(1..) {
                writeln!(out, "{number:>4}  {}  {}", plain(&offer.label), plain(&offer.text))?;
            }
        }
        let wrong = session.wrong();
        if !wrong.is_empty() {
            write!(out, "\n{wrong}")?;
            if session.is_behind() {
                writeln!(out, "Showing the last version without errors.")?;
            }
        }
        if !session.note.is_empty() {
            writeln!(out, "{}", plain(&session.note))?;
        }
        write!(out, "> ")?;
        out.flush()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook_catalog::Catalog;

    #[test]
    fn the_terminal_log_of_dev_uses_suit_signs() {
        let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
        let mut session =
            Session::new(Catalog::open(games), "crazy-eights".into(), None, "random".into(), false, "3".into());
        session.reload();
        let mut desk = SeatReaders::default();
        let shown = |desk: &mut SeatReaders, session: &Session| {
            let mut out = Vec::new();
            desk.show(session, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let first = shown(&mut desk, &session);
        let suits = ["♣", "♦", "♥", "♠"];
        assert!(suits.iter().any(|suit| first.contains(&format!("Play {suit}"))), "{first}");
        assert!(!first.contains("  * "), "nothing has happened yet: {first}");
        desk.act(&mut session, "1").unwrap();
        let then = shown(&mut desk, &session);
        let of_others = |line: &str| line.starts_with("  * ") && line.to_lowercase().contains("seat 2");
        assert!(then.lines().any(of_others), "{then}");
        assert!(!shown(&mut desk, &session).contains("  * "), "the change is shown only once");
        desk.act(&mut session, "b").unwrap();
        assert!(!shown(&mut desk, &session).contains("  * "), "an undo is not reported again");
        assert!(desk.act(&mut session, "99").is_err());
    }
}
