//! The table on the whole terminal.

use super::chairs::Chair;
use super::{Parts, seen};
use crate::failure::Failure;
use crate::show::plain;
use rulebook_kernel::{Seat, Viewer};
use rulebook_room::START;
use rulebook_stage::{AnyMatch, Played, text_scene};
use rulebook_tui::{Event, Screen, Terminal, Wish};
use std::thread;
use std::time::Duration;

/// How long somebody may look at what a machine did.
const LOOK: Duration = Duration::from_millis(450);
/// How often the wheel turns while a machine thinks.
const TURN: Duration = Duration::from_millis(80);
/// Nobody does anything for so long: the screen is drawn again all the same.
const QUIET: Duration = Duration::from_millis(500);

pub struct Full {
    parts: Parts,
    screen: Screen,
    terminal: Terminal,
    /// Everything that each watcher was told.
    told: Vec<(Viewer, Vec<String>)>,
    /// Whose cards are on the screen, by its place in `told`.
    at_screen: usize,
    /// How it was before each decision of a human, and how much had been told.
    past: Vec<(Box<dyn AnyMatch>, Vec<usize>)>,
    left: bool,
}

/// What comes of a decision.
enum Next {
    Move(String),
    /// Something was taken back: look whose turn it is now.
    Again,
    Leave,
}

impl Full {
    pub fn new(parts: Parts, screen: Screen) -> Result<Full, Failure> {
        let told = seen::viewers(&parts.chairs).into_iter().map(|viewer| (viewer, Vec::new())).collect();
        let terminal = Terminal::open()?;
        Ok(Full { parts, screen, terminal, told, at_screen: 0, past: Vec::new(), left: false })
    }

    /// Plays until it is over, or somebody leaves; gives back what is to be printed then.
    pub fn run(mut self) -> Result<String, Failure> {
        let opening = self.parts.game.opening();
        self.tell(&opening, false);
        self.parts.flush_log()?;
        while let Some(seat) = self.parts.game.turn().seats().lowest() {
            let text = match self.decide(seat)? {
                Next::Move(text) => text,
                Next::Again => continue,
                Next::Leave => return Ok("Goodbye.".to_owned()),
            };
            let alone = self.parts.game.turn().seats().len() == 1;
            let human = matches!(self.parts.chairs[seat.index()], Chair::Human);
            if human {
                let lengths = self.told.iter().map(|(_, lines)| lines.len()).collect();
                self.past.push((self.parts.game.fork(), lengths));
            }
            let played = self.parts.play(seat, &text)?;
            self.tell(&played, alone);
            if !human {
                self.look(Vec::new())?;
                if self.parts.game.outcome().is_none() && self.wait(LOOK)? == Some(Wish::Quit) {
                    return Ok("Goodbye.".to_owned());
                }
            }
        }
        self.parts.close_log()?;
        self.end()
    }

    /// What the one at the screen is shown.
    fn viewer(&self) -> Viewer {
        self.told[self.at_screen].0
    }

    fn look(&mut self, offers: Vec<rulebook_stage::Offer>) -> Result<(), Failure> {
        self.screen.show(self.parts.sorted(self.viewer()), offers);
        Ok(self.terminal.draw(&mut self.screen)?)
    }

    /// The next wish, if there is one before the time is over.
    fn wait(&mut self, time: Duration) -> Result<Option<Wish>, Failure> {
        self.terminal.draw(&mut self.screen)?;
        let event = self.terminal.event(time)?;
        if matches!(event, Some(Event::Resize(..))) {
            self.terminal.draw(&mut self.screen)?;
        }
        Ok(event.and_then(|event| self.screen.input(&event)))
    }

    fn decide(&mut self, seat: Seat) -> Result<Next, Failure> {
        match &self.parts.chairs[seat.index()] {
            Chair::Human => self.ask(seat),
            _ if seen::begins_a_hand(&*self.parts.game, seat) => {
                self.look(Vec::new())?;
                let go_on = self.told.len() > 1 || self.agree("The hand is over", "The next one is dealt.")?;
                Ok(if go_on { Next::Move(START.to_owned()) } else { Next::Leave })
            }
            _ => self.machine(seat),
        }
    }

    /// Shows a notice until somebody answers it: yes or no.
    fn agree(&mut self, title: &str, text: &str) -> Result<bool, Failure> {
        self.screen.ask(title, text);
        loop {
            match self.wait(QUIET)? {
                Some(Wish::Next) => return Ok(true),
                Some(Wish::Quit) => return Ok(false),
                _ => {}
            }
        }
    }

    /// Runs something that takes its time, while the wheel turns.
    fn spin<T: Send>(&mut self, seat: Seat, work: impl FnOnce(&mut Parts) -> T + Send) -> Result<T, Failure> {
        let Full { parts, screen, terminal, left, .. } = self;
        let done = thread::scope(|scope| -> Result<T, Failure> {
            let worker = scope.spawn(move || work(parts));
            while !worker.is_finished() {
                screen.think(Some(seat));
                terminal.draw(screen)?;
                if let Some(event) = terminal.event(TURN)?
                    && screen.input(&event) == Some(Wish::Quit)
                {
                    *left = true;
                    screen.note("Leaving as soon as it has moved.");
                }
            }
            worker.join().map_err(|panic| std::panic::resume_unwind(panic))
        });
        self.screen.think(None);
        done
    }

    fn machine(&mut self, seat: Seat) -> Result<Next, Failure> {
        self.look(Vec::new())?;
        loop {
            let chosen = self.spin(seat, move |parts| parts.machine(seat))??;
            if self.left {
                return Ok(Next::Leave);
            }
            match chosen {
                Ok(text) => return Ok(Next::Move(text)),
                Err(why) if self.agree("A model could not answer", &format!("{why}\nIt is asked again."))? => {}
                Err(_) => return Ok(Next::Leave),
            }
        }
    }

    fn ask(&mut self, seat: Seat) -> Result<Next, Failure> {
        let Some(ask) = self.parts.game.ask(seat) else { return Ok(Next::Leave) };
        if !self.hand_over(seat)? {
            return Ok(Next::Leave);
        }
        self.look(ask.offers)?;
        loop {
            match self.wait(QUIET)? {
                Some(Wish::Play(text)) => match self.parts.game.check(seat, &text) {
                    Ok(()) => return Ok(Next::Move(text)),
                    Err(why) => self.screen.note(format!("Not possible: {}", plain(&why.to_string()))),
                },
                Some(Wish::Hint) => {
                    let text = self.spin(seat, move |parts| {
                        let advice = parts.adviser.advise(&*parts.game, seat);
                        parts.game.nth_text(seat, advice.choice).unwrap_or_default()
                    })?;
                    self.screen.point_at(&text);
                    self.screen.note(format!("A strong bot plays {}", plain(&text)));
                    if self.left {
                        return Ok(Next::Leave);
                    }
                }
                Some(Wish::Undo) => match self.take_back() {
                    Ok(()) => return Ok(Next::Again),
                    Err(why) => self.screen.note(why),
                },
                Some(Wish::Quit) => return Ok(Next::Leave),
                Some(Wish::Next) | None => {}
            }
        }
    }

    /// As at a table of the server: never where something hidden was at stake.
    fn take_back(&mut self) -> Result<(), &'static str> {
        if self.parts.log.is_some() {
            return Err("This match is written to a log: what was played stands.");
        }
        let Some((before, lengths)) = self.past.last() else { return Err("There is nothing to take back.") };
        if before.has_secrets() || self.parts.game.has_secrets() {
            return Err("Something hidden was at stake since then: it stands.");
        }
        for ((_, lines), length) in self.told.iter_mut().zip(lengths) {
            lines.truncate(*length);
        }
        self.parts.game = before.fork();
        self.past.pop();
        self.screen.empty_log();
        self.screen.tell(self.told[self.at_screen].1.iter().cloned());
        Ok(())
    }

    /// Between two humans nothing is on the screen. Says whether they went on.
    fn hand_over(&mut self, seat: Seat) -> Result<bool, Failure> {
        let next = self.told.iter().position(|(viewer, _)| *viewer == Viewer::Seat(seat)).unwrap_or(self.at_screen);
        if next == self.at_screen {
            return Ok(true);
        }
        self.screen.cover(format!("Pass the screen to {seat}, who presses Enter."));
        loop {
            match self.wait(QUIET)? {
                Some(Wish::Next) => break,
                Some(Wish::Quit) => return Ok(false),
                _ => {}
            }
        }
        self.at_screen = next;
        self.screen.empty_log();
        self.screen.tell(self.told[next].1.iter().cloned());
        Ok(true)
    }

    fn tell(&mut self, played: &Played, alone: bool) {
        seen::tell_models(&*self.parts.game, &mut self.parts.chairs, played);
        let failed = match self.parts.trace {
            true => seen::unheard(&*self.parts.game, self.parts.chairs.len(), played),
            false => Vec::new(),
        };
        for (at, (viewer, lines)) in self.told.iter_mut().enumerate() {
            let mut new: Vec<String> = failed.iter().map(|line| format!("! {line}")).collect();
            new.extend(seen::lines(&*self.parts.game, *viewer, played, alone));
            if at == self.at_screen {
                self.screen.tell(new.iter().cloned());
            }
            lines.extend(new);
        }
    }

    /// How it ended, on the screen and as text. Several humans look at it together: it is what a spectator sees.
    fn end(mut self) -> Result<String, Failure> {
        let viewer = if self.told.len() == 1 { self.viewer() } else { Viewer::Spectator };
        let scene = self.parts.sorted(viewer);
        let text = plain(&text_scene(&scene));
        let result = text.lines().rev().take_while(|line| !line.is_empty()).collect::<Vec<_>>();
        let result = result.into_iter().rev().collect::<Vec<_>>().join("\n");
        self.screen.show(scene, Vec::new());
        self.agree("The game is over", &result)?;
        Ok(text)
    }
}
