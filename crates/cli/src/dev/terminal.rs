//! The table in the terminal: it waits for a line and for the files at the same time.

use super::session::Session;
use super::watch::{PAUSE, Watch};
use crate::failure::Failure;
use crate::show::plain;
use rulebook_kernel::{Seat, Viewer};
use rulebook_stage::text_scene;
use std::io::{BufRead, Write};
use std::sync::mpsc::{RecvTimeoutError, channel};

const HELP: &str = "a number or a text plays a move; b takes one back, r deals the same again, n deals anew, m shows the table, q quits";

pub fn run(mut session: Session, out: &mut dyn Write) -> Result<(), Failure> {
    let (tell, told) = channel();
    // Reading a line cannot be interrupted, so that it is done aside.
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if tell.send(line).is_err() {
                return;
            }
        }
    });
    let mut watch = Watch::of(&session.files());
    writeln!(out, "{HELP}")?;
    show(&session, out)?;
    loop {
        match told.recv_timeout(PAUSE) {
            Ok(line) if matches!(line.trim(), "q" | "quit") => return Ok(()),
            Ok(line) if line.trim() == "?" => writeln!(out, "{HELP}")?,
            Ok(line) => {
                if let Err(why) = act(&mut session, line.trim()) {
                    writeln!(out, "Not possible: {}", plain(&why))?;
                }
                show(&session, out)?;
            }
            Err(RecvTimeoutError::Timeout) => {
                if watch.changed(&session.files()) {
                    session.reload();
                    writeln!(out, "\n--- the file has changed")?;
                    show(&session, out)?;
                }
            }
            // No more lines will come: a pipe is at its end.
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

fn act(session: &mut Session, line: &str) -> Result<(), String> {
    match line {
        "" | "m" => {}
        "b" => session.back(),
        "r" => session.restart(None),
        "n" => {
            let number = session.seed.parse::<u64>();
            let next = number.map_or_else(|_| format!("{}+", session.seed), |seed| seed.wrapping_add(1).to_string());
            session.restart(Some(next));
        }
        line => return play(session, line),
    }
    Ok(())
}

fn play(session: &mut Session, line: &str) -> Result<(), String> {
    let seat = asked(session).ok_or("nobody is asked anything")?;
    let table = session.table.as_ref().ok_or("there is no match yet")?;
    let nth = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let text = match nth {
        Some(nth) => table.nth_text(seat, nth).ok_or_else(|| format!("there is no move {line}"))?,
        None => line.to_owned(),
    };
    session.play(seat, &text)
}

/// The person who is asked first.
fn asked(session: &Session) -> Option<Seat> {
    let table = session.table.as_ref()?;
    let due = table.turn().seats();
    Seat::all(table.seats()).find(|seat| due.has(*seat) && session.is_person(*seat))
}

fn show(session: &Session, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(table) = &session.table {
        let seat = asked(session);
        let viewer = Viewer::Seat(seat.unwrap_or(Seat::new(0)));
        writeln!(out, "\n{}", plain(text_scene(&table.scene(viewer)).trim_end()))?;
        let ask = seat.and_then(|seat| table.ask(seat));
        for (offer, number) in ask.iter().flat_map(|ask| &ask.offers).zip(1..) {
            writeln!(out, "{number:>4}  {}  {}", plain(&offer.label), plain(&offer.text))?;
        }
    }
    let wrong = session.wrong();
    if !wrong.is_empty() {
        write!(out, "\n{wrong}")?;
        if session.is_behind() {
            writeln!(out, "The table is as it was before that.")?;
        }
    }
    if !session.note.is_empty() {
        writeln!(out, "{}", plain(&session.note))?;
    }
    write!(out, "> ")?;
    out.flush()?;
    Ok(())
}
