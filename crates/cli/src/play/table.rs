//! The table: asks people, lets bots move, shows each person what it may see.

use super::LogFile;
use super::answer::{self, Answer, HELP};
use super::chairs::Chair;
use super::model::Models;
use crate::failure::Failure;
use crate::hint;
use crate::input::Input;
use crate::show::{self, plain};
use rulebook_catalog::AnyBot;
use rulebook_kernel::{Seat, Viewer};
use rulebook_room::START;
use rulebook_stage::{AnyMatch, Ask, Played, Step, text_scene};
use std::io::Write;
use std::time::Instant;

/// Erases the screen and what was scrolled away.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

pub struct Table {
    game: Box<dyn AnyMatch>,
    chairs: Vec<Chair>,
    /// For those chairs that need it.
    models: Option<Models>,
    /// Gives hints to people.
    adviser: Box<dyn AnyBot>,
    log: Option<LogFile>,
    input: Input,
    /// Who watches: every human; a spectator if there is none.
    watchers: Vec<Watcher>,
    /// Whose cards are on the screen.
    at_screen: Viewer,
    /// Is shown what the rules tell nobody?
    trace: bool,
    /// What everybody saw since a human was asked, where several share the screen.
    lately: Vec<String>,
}

/// What somebody has not been shown yet.
struct Watcher {
    viewer: Viewer,
    unseen: Vec<String>,
}

impl Table {
    pub fn new(
        game: Box<dyn AnyMatch>,
        chairs: Vec<Chair>,
        models: Option<Models>,
        adviser: Box<dyn AnyBot>,
        log: Option<LogFile>,
        trace: bool,
    ) -> Table {
        let humans = Seat::all(chairs.len()).zip(&chairs).filter(|(_, chair)| matches!(chair, Chair::Human));
        let mut viewers: Vec<Viewer> = humans.map(|(seat, _)| Viewer::Seat(seat)).collect();
        if viewers.is_empty() {
            viewers.push(Viewer::Spectator);
        }
        let at_screen = viewers[0];
        let watchers = viewers.into_iter().map(|viewer| Watcher { viewer, unseen: Vec::new() }).collect();
        Table {
            game,
            chairs,
            models,
            adviser,
            log,
            input: Input::new(),
            watchers,
            at_screen,
            trace,
            lately: Vec::new(),
        }
    }

    /// Plays until it is over, or somebody quits.
    pub fn run(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        let opening = self.game.opening();
        self.tell(&opening, false, out)?;
        self.flush_log()?;
        let mut left = self.game.info().max_moves;
        while let Some(seat) = self.game.turn().seats().lowest() {
            let Some(fewer) = left.checked_sub(1) else {
                return Err(Failure::Input("the game goes on longer than its rules promise: a bug in them".to_owned()));
            };
            left = fewer;
            let Some(text) = self.decide(seat, out)? else {
                writeln!(out, "Goodbye.")?;
                return Ok(());
            };
            let alone = self.game.turn().seats().len() == 1;
            let played = self.game.play(seat, &text).map_err(|why| Failure::Input(why.to_string()))?;
            if let Some(log) = &mut self.log {
                log.writer.record(&played).map_err(|why| Failure::Input(why.to_string()))?;
            }
            self.flush_log()?;
            self.tell(&played, alone, out)?;
        }
        if let Some(log) = &mut self.log {
            log.writer.close(&*self.game);
        }
        self.flush_log()?;
        self.end(out)
    }

    /// The move of a seat; `None` when its human wants no more.
    fn decide(&mut self, seat: Seat, out: &mut dyn Write) -> Result<Option<String>, Failure> {
        if !matches!(self.chairs[seat.index()], Chair::Human) && self.begins_a_hand(seat) {
            return self.next_hand(out);
        }
        if let Chair::Bot(bot) = &mut self.chairs[seat.index()] {
            let choice = bot.pick(&*self.game, seat);
            let text = self.game.nth_text(seat, choice);
            return text
                .map(Some)
                .ok_or_else(|| Failure::Input(format!("{seat} is asked and has no move: a bug in the rules")));
        }
        if matches!(self.chairs[seat.index()], Chair::Model(_)) {
            return self.ask_model(seat, out);
        }
        let Some(ask) = self.game.ask(seat) else { return Ok(None) };
        if !self.hand_over(seat, out)? {
            return Ok(None);
        }
        self.show(seat, &ask, out)?;
        loop {
            let Some(line) = self.input.ask(out, &format!("{seat}> "))? else { return Ok(None) };
            match answer::read(&line, seat, &ask, &*self.game) {
                Answer::Move(text) => return Ok(Some(text)),
                Answer::Help => HELP.iter().try_for_each(|line| writeln!(out, "  {line}"))?,
                Answer::Again => self.show(seat, &ask, out)?,
                Answer::Hint => {
                    let begin = Instant::now();
                    let advice = self.adviser.advise(&*self.game, seat);
                    let choice = self.game.nth_text(seat, advice.choice).unwrap_or_default();
                    let lines = hint::lines("hard", seat, &choice, &advice, begin.elapsed().as_secs_f64());
                    lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
                }
                Answer::Quit => return Ok(None),
                Answer::Wrong(why) => writeln!(out, "Not possible: {}", plain(&why))?,
            }
        }
    }

    /// Is a seat asked to begin the next hand, and nothing else?
    fn begins_a_hand(&self, seat: Seat) -> bool {
        self.game.legal_count(seat) == 1 && self.game.nth_text(seat, 0).as_deref() == Some(START)
    }

    /// Hands are begun by people, whoever is asked: who plays against machines gets to see how the last one ended.
    fn next_hand(&mut self, out: &mut dyn Write) -> Result<Option<String>, Failure> {
        let alone = match &self.watchers[..] {
            [Watcher { viewer: viewer @ Viewer::Seat(_), .. }] => Some(*viewer),
            _ => None,
        };
        if let Some(viewer) = alone.filter(|_| self.input.is_person()) {
            writeln!(out, "\n{}", plain(text_scene(&self.game.scene(viewer)).trim_end()))?;
            match self.input.ask(out, "Enter begins the next hand, q quits> ")? {
                Some(answer) if answer != "q" => {}
                _ => return Ok(None),
            }
        }
        Ok(Some(START.to_owned()))
    }

    /// A model that fails is asked again if somebody at the screen wants that; nobody moves for it.
    fn ask_model(&mut self, seat: Seat, out: &mut dyn Write) -> Result<Option<String>, Failure> {
        let (Chair::Model(who), Some(models)) = (&mut self.chairs[seat.index()], &mut self.models) else {
            return Ok(None);
        };
        loop {
            let fatal = match models.decide(who, &*self.game, seat)? {
                Ok(text) => return Ok(Some(text)),
                Err(fatal) => fatal,
            };
            let detail = fatal.detail.map(|detail| format!(" ({})", plain(&detail))).unwrap_or_default();
            let told = format!("{seat}: {}{detail}", fatal.message);
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
        writeln!(out, "\n{}", plain(text_scene(&self.game.scene(Viewer::Seat(seat))).trim_end()))?;
        let width = ask.offers.iter().map(|offer| offer.label.chars().count()).max().unwrap_or(0);
        for (offer, number) in ask.offers.iter().zip(1..) {
            let line = format!("{number:>4}  {:width$}  {}", offer.label, offer.text);
            writeln!(out, "{}", plain(line.trim_end()))?;
        }
        Ok(())
    }

    /// Tells everybody what they saw: at once where only one looks, else when their turn at the screen comes. That a seat
    /// moved is no secret if it was asked `alone`, even where nothing else is seen of it.
    fn tell(&mut self, played: &Played, alone: bool, out: &mut dyn Write) -> Result<(), Failure> {
        if self.trace {
            self.tell_failures(played, out)?;
        }
        for (seat, chair) in Seat::all(self.chairs.len()).zip(&mut self.chairs) {
            if let Chair::Model(model) = chair {
                let viewer = Viewer::Seat(seat);
                model.saw(show::steps(&self.game.steps(viewer, played), &self.game.scene(viewer)));
            }
        }
        let at_once = self.watchers.len() == 1;
        if !at_once {
            let seen = show::steps(&self.game.steps(Viewer::Spectator, played), &self.game.scene(Viewer::Spectator));
            self.lately.extend(seen.into_iter().map(|line| format!("  * {line}")));
        }
        for watcher in &mut self.watchers {
            let mut lines = show::steps(&self.game.steps(watcher.viewer, played), &self.game.scene(watcher.viewer));
            if let (true, true, Some(seat)) = (lines.is_empty(), alone, played.seat)
                && watcher.viewer != Viewer::Seat(seat)
            {
                lines.push(format!("{seat} moves, and nothing is seen of it"));
            }
            watcher.unseen.extend(lines.into_iter().map(|line| format!("  * {line}")));
            if at_once {
                for line in watcher.unseen.drain(..) {
                    writeln!(out, "{line}")?;
                }
            }
        }
        Ok(())
    }

    /// What is said, and nobody at the table hears it: the failures of actions.
    fn tell_failures(&self, played: &Played, out: &mut dyn Write) -> Result<(), Failure> {
        let said = |viewer: Viewer| {
            let steps = self.game.steps(viewer, played).into_iter();
            steps.filter_map(|step| if let Step::Say { text } = step { Some(text) } else { None }).collect::<Vec<_>>()
        };
        let heard: Vec<String> = Viewer::limited(self.chairs.len()).flat_map(said).collect();
        for text in said(Viewer::God).iter().filter(|text| !heard.contains(text)) {
            writeln!(out, "  ! {}", plain(text))?;
        }
        Ok(())
    }

    /// The last scene, and what led to it. Several humans look at it together: it is what a spectator sees.
    fn end(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        let viewer = if self.watchers.len() == 1 { self.watchers[0].viewer } else { Viewer::Spectator };
        for line in self.lately.drain(..) {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "\n{}", plain(&text_scene(&self.game.scene(viewer))))?;
        Ok(())
    }

    fn flush_log(&mut self) -> Result<(), Failure> {
        self.log.as_mut().map_or(Ok(()), LogFile::flush)
    }
}
