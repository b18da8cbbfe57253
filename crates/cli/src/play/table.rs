//! The table: asks people, lets bots move, shows each person what it may see.

use super::answer::{self, Answer, HELP};
use super::chairs::Chair;
use super::{Parts, seen};
use crate::failure::Failure;
use crate::hint;
use crate::input::Input;
use crate::show::plain;
use rulebook_kernel::{Seat, Viewer};
use rulebook_room::START;
use rulebook_stage::{Ask, Played};
use std::collections::VecDeque;
use std::io::Write;
use std::time::Instant;

/// Erases the screen and what was scrolled away.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

pub struct Table {
    parts: Parts,
    input: Input,
    /// Who watches: every human; a spectator if there is none.
    watchers: Vec<Watcher>,
    /// Whose cards are on the screen.
    at_screen: Viewer,
    /// What everybody saw since a human was asked, where several share the screen.
    lately: Vec<String>,
    /// Moves that a human has chosen and that are not played yet.
    rest: VecDeque<String>,
}

/// What somebody has not been shown yet.
struct Watcher {
    viewer: Viewer,
    unseen: Vec<String>,
}

impl Table {
    pub fn new(parts: Parts) -> Table {
        let viewers = seen::viewers(&parts.chairs);
        let at_screen = viewers[0];
        let watchers = viewers.into_iter().map(|viewer| Watcher { viewer, unseen: Vec::new() }).collect();
        Table { parts, input: Input::new(), watchers, at_screen, lately: Vec::new(), rest: VecDeque::new() }
    }

    /// Plays until it is over, or somebody quits.
    pub fn run(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        let opening = self.parts.game.opening();
        self.tell(&opening, false, out)?;
        self.parts.flush_log()?;
        while let Some(seat) = self.parts.game.turn().seats().lowest() {
            let Some(text) = self.decide(seat, out)? else {
                writeln!(out, "Goodbye.")?;
                return Ok(());
            };
            let alone = self.parts.game.turn().seats().len() == 1;
            let played = self.parts.play(seat, &text)?;
            self.tell(&played, alone, out)?;
        }
        self.parts.close_log()?;
        self.end(out)
    }

    /// The move of a seat; `None` when its human wants no more.
    fn decide(&mut self, seat: Seat, out: &mut dyn Write) -> Result<Option<String>, Failure> {
        if !matches!(self.parts.chairs[seat.index()], Chair::Human) {
            return match seen::begins_a_hand(&*self.parts.game, seat) {
                true => self.next_hand(out),
                false => self.machine(seat, out),
            };
        }
        // Of a whole decision that was typed at once.
        if let Some(text) = self.rest.pop_front() {
            return Ok(Some(text));
        }
        let Some(ask) = self.parts.game.ask(seat) else { return Ok(None) };
        if !self.hand_over(seat, out)? {
            return Ok(None);
        }
        self.show(seat, &ask, out)?;
        loop {
            let Some(line) = self.input.ask(out, &format!("{seat}> "))? else { return Ok(None) };
            match answer::read(&line, seat, &ask, &*self.parts.game) {
                Answer::Moves(row) => {
                    self.rest = row.into();
                    return Ok(self.rest.pop_front());
                }
                Answer::Actions => self.actions(seat, out)?,
                Answer::Help => HELP.iter().try_for_each(|line| writeln!(out, "  {line}"))?,
                Answer::Again => self.show(seat, &ask, out)?,
                Answer::Hint => {
                    let begin = Instant::now();
                    let advice = self.parts.adviser.advise(&*self.parts.game, seat);
                    let choice = self.parts.game.nth_text(seat, advice.choice).unwrap_or_default();
                    let lines = hint::lines("hard", seat, &choice, &advice, begin.elapsed().as_secs_f64());
                    lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
                }
                Answer::Quit => return Ok(None),
                Answer::Wrong(why) => writeln!(out, "Not possible: {}", plain(&why))?,
            }
        }
    }

    /// The legal moves as JSON of the game's own schema.
    fn actions(&self, seat: Seat, out: &mut dyn Write) -> Result<(), Failure> {
        let actions = self.parts.game.actions(seat);
        if actions.is_empty() {
            writeln!(out, "This game has no actions in JSON.")?;
        }
        actions.iter().try_for_each(|action| writeln!(out, "  {}", plain(action)))?;
        Ok(())
    }

    /// Hands are begun by people, whoever is asked: who plays against machines gets to see how the last one ended.
    fn next_hand(&mut self, out: &mut dyn Write) -> Result<Option<String>, Failure> {
        let alone = match &self.watchers[..] {
            [Watcher { viewer: viewer @ Viewer::Seat(_), .. }] => Some(*viewer),
            _ => None,
        };
        if let Some(viewer) = alone.filter(|_| self.input.is_person()) {
            writeln!(out, "\n{}", self.parts.scene(viewer).trim_end())?;
            match self.input.ask(out, "Enter begins the next hand, q quits> ")? {
                Some(answer) if answer != "q" => {}
                _ => return Ok(None),
            }
        }
        Ok(Some(START.to_owned()))
    }

    /// A model that fails is asked again if somebody at the screen wants that; nobody moves for it.
    fn machine(&mut self, seat: Seat, out: &mut dyn Write) -> Result<Option<String>, Failure> {
        loop {
            let told = match self.parts.machine(seat)? {
                Ok(text) => return Ok(Some(text)),
                Err(why) => why,
            };
            if !self.input.is_person() {
                return Err(Failure::Input(told));
            }
            writeln!(out, "{told}")?;
            match self.input.ask(out, "Enter asks it again, q quits> ")? {
                Some(answer) if answer != "q" => {}
                _ => return Ok(None),
            }
        }
    }

    /// Between two humans the screen is emptied before the next one looks. Says whether they went on.
    fn hand_over(&mut self, seat: Seat, out: &mut dyn Write) -> Result<bool, Failure> {
        let next = Viewer::Seat(seat);
        self.lately.clear();
        if self.watchers.len() > 1 && self.at_screen != next {
            if self.input.is_person() {
                write!(out, "{CLEAR}")?;
                let prompt = format!("Pass the screen to {seat}, who presses Enter. ");
                if self.input.ask(out, &prompt)?.is_none() {
                    return Ok(false);
                }
                write!(out, "{CLEAR}")?;
            } else {
                writeln!(out, "\nPass the screen to {seat}.")?;
            }
            self.at_screen = next;
        }
        if let Some(watcher) = self.watchers.iter_mut().find(|watcher| watcher.viewer == next) {
            for line in watcher.unseen.drain(..) {
                writeln!(out, "{line}")?;
            }
        }
        Ok(true)
    }

    fn show(&self, seat: Seat, ask: &Ask, out: &mut dyn Write) -> Result<(), Failure> {
        writeln!(out, "\n{}", self.parts.scene(Viewer::Seat(seat)).trim_end())?;
        let width = ask.offers.iter().map(|offer| offer.label.chars().count()).max().unwrap_or(0);
        for (offer, number) in ask.offers.iter().zip(1..) {
            let line = format!("{number:>4}  {:width$}  {}", offer.label, offer.text);
            writeln!(out, "{}", plain(line.trim_end()))?;
        }
        Ok(())
    }

    /// Tells everybody what they saw: at once where only one looks, else when their turn at the screen comes.
    fn tell(&mut self, played: &Played, alone: bool, out: &mut dyn Write) -> Result<(), Failure> {
        let game = &*self.parts.game;
        if self.parts.trace {
            for text in seen::unheard(game, self.parts.chairs.len(), played) {
                writeln!(out, "  ! {text}")?;
            }
        }
        seen::tell_models(game, &mut self.parts.chairs, played);
        let at_once = self.watchers.len() == 1;
        if !at_once {
            let seen = seen::lines(game, Viewer::Spectator, played, alone);
            self.lately.extend(seen.into_iter().map(|line| format!("  * {line}")));
        }
        for watcher in &mut self.watchers {
            let lines = seen::lines(game, watcher.viewer, played, alone);
            watcher.unseen.extend(lines.into_iter().map(|line| format!("  * {line}")));
            if at_once {
                for line in watcher.unseen.drain(..) {
                    writeln!(out, "{line}")?;
                }
            }
        }
        Ok(())
    }

    /// The last scene, and what led to it. Several humans look at it together: it is what a spectator sees.
    fn end(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        let viewer = if self.watchers.len() == 1 { self.watchers[0].viewer } else { Viewer::Spectator };
        for line in self.lately.drain(..) {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "\n{}", self.parts.scene(viewer))?;
        Ok(())
    }
}
