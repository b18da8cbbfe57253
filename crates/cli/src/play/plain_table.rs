//! The table as lines of text (`--plain`). Asks humans, lets bots move, and shows each human only what this human may
//! see.

use super::seat_args::SeatPlayer;
use super::typed_line::{self, Answer, HELP};
use super::watchers::Watcher;
use super::{Next, Parts, watchers};
use crate::failure::Failure;
use crate::hint;
use crate::input::Input;
use crate::show::{plain, sentence};
use rulebook_kernel::{Seat, Viewer};
use rulebook_matches::Played;
use rulebook_scene::Ask;
use rulebook_tui::Reader;
use std::collections::VecDeque;
use std::io::Write;
use std::time::Instant;

/// The terminal sequence that clears the screen and the scrollback.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

pub struct PlainTable {
    parts: Parts,
    input: Input,
    /// One watcher for each human, or a spectator if there is no human.
    watchers: Vec<Watcher>,
    /// The viewer who looks at the screen now.
    at_screen: Viewer,
    /// A spectator. If several humans share the screen, the lines that a spectator sees are printed for all of them.
    bystander: Watcher,
    /// Moves that a human has typed on one line and that are not played yet.
    rest: VecDeque<String>,
}

impl PlainTable {
    pub fn new(parts: Parts) -> PlainTable {
        let viewers = watchers::viewers(&parts.chairs);
        let at_screen = viewers[0];
        let watcher = |viewer| Watcher::new(viewer, parts.reader(viewer));
        let watchers = viewers.into_iter().map(watcher).collect();
        let bystander = watcher(Viewer::Spectator);
        PlainTable { parts, input: Input::new(), watchers, at_screen, bystander, rest: VecDeque::new() }
    }

    /// Plays until the game ends or a player quits.
    pub fn run(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        let opening = self.parts.game.opening();
        self.tell(&opening, false, out)?;
        self.parts.flush_log()?;
        while let Some(seat) = self.parts.game.turn().seats().lowest() {
            let text = match self.decide(seat, out)? {
                Next::Move(text) => text,
                Next::Again => continue,
                Next::Resign => {
                    let told = self.parts.resign(seat)?;
                    writeln!(out, "{}", sentence(&told))?;
                    return Ok(());
                }
                Next::Leave => {
                    writeln!(out, "Goodbye.")?;
                    return Ok(());
                }
            };
            if !self.reason(seat, &text, out)? {
                writeln!(out, "Goodbye.")?;
                return Ok(());
            }
            let alone = self.parts.game.turn().seats().len() == 1;
            let played = self.parts.play(seat, &text)?;
            self.tell(&played, alone, out)?;
        }
        self.parts.close_log()?;
        self.end(out)
    }

    /// The next move of a seat, or the wish to undo or to leave.
    fn decide(&mut self, seat: Seat, out: &mut dyn Write) -> Result<Next, Failure> {
        if !matches!(self.parts.chairs[seat.index()], SeatPlayer::Human) {
            let chosen = match watchers::start_text(&*self.parts.game, seat) {
                Some(start) => self.next_hand(start, out),
                None => self.machine(seat, out),
            };
            return Ok(chosen?.map_or(Next::Leave, Next::Move));
        }
        // The human typed several moves on one line. Play the next of them.
        self.parts.continues = !self.rest.is_empty();
        if let Some(text) = self.rest.pop_front() {
            return Ok(Next::Move(text));
        }
        let Some(mut ask) = self.parts.game.ask(seat) else { return Ok(Next::Leave) };
        if !self.hand_over(seat, out)? {
            return Ok(Next::Leave);
        }
        let scene = self.parts.game.scene(Viewer::Seat(seat));
        let reader = &mut self.watcher(Viewer::Seat(seat)).reader;
        reader.look(&scene, &ask.offers);
        ask.offers = reader.offers(&scene, ask.offers);
        self.show(seat, &ask, false, out)?;
        loop {
            let Some(line) = self.input.ask(out, &format!("{seat}> "))? else { return Ok(Next::Leave) };
            match typed_line::read(&line, seat, &ask, &*self.parts.game) {
                Answer::Moves(row) => {
                    self.rest = row.into();
                    return Ok(self.rest.pop_front().map_or(Next::Leave, Next::Move));
                }
                Answer::Actions => self.actions(seat, out)?,
                Answer::Help => HELP.iter().try_for_each(|line| writeln!(out, "  {line}"))?,
                Answer::Again => self.show(seat, &ask, true, out)?,
                Answer::Card(name) => {
                    let scene = self.parts.game.scene(Viewer::Seat(seat));
                    match self.watcher(Viewer::Seat(seat)).reader.card(&scene, &name) {
                        Some(lines) => lines.iter().try_for_each(|line| writeln!(out, "  {}", plain(line)))?,
                        None => writeln!(out, "No visible card named {} has more text.", plain(&name))?,
                    }
                }
                Answer::Hint => {
                    let begin = Instant::now();
                    let advice = self.parts.adviser.advise(&*self.parts.game, seat);
                    let seconds = begin.elapsed().as_secs_f64();
                    let choice = &self.parts.game.nth_text(seat, advice.choice).unwrap_or_default();
                    let only = self.parts.game.offered(seat).len() == 1;
                    let asked = hint::Asked { bot: "hard", seat, choice, offers: &ask.offers, only };
                    let lines = hint::lines(&asked, &advice, seconds);
                    lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
                }
                Answer::Undo => match self.parts.take_back(seat) {
                    Ok(_) => {
                        writeln!(out, "Move undone.")?;
                        self.look_again();
                        return Ok(Next::Again);
                    }
                    Err(why) => writeln!(out, "{why}")?,
                },
                Answer::Resign => {
                    if !self.input.is_person() {
                        return Ok(Next::Resign);
                    }
                    match self.input.ask(out, "Resign? (y/n)> ")? {
                        Some(answer) if answer.eq_ignore_ascii_case("y") || answer.eq_ignore_ascii_case("yes") => {
                            return Ok(Next::Resign);
                        }
                        Some(_) => {}
                        None => return Ok(Next::Leave),
                    }
                }
                Answer::Quit => return Ok(Next::Leave),
                Answer::Wrong(why) => {
                    let why = self.watcher(Viewer::Seat(seat)).reader.say(&why);
                    writeln!(out, "{}", sentence(&plain(&why)))?;
                }
            }
        }
    }

    /// Asks a human for the reason of a move, if the reasons are recorded. Returns false if the input has ended. A
    /// decision of several moves on one line has one reason.
    fn reason(&mut self, seat: Seat, text: &str, out: &mut dyn Write) -> Result<bool, Failure> {
        let human = matches!(self.parts.chairs[seat.index()], SeatPlayer::Human);
        if !human || self.parts.reasons.is_none() || !self.rest.is_empty() {
            return Ok(true);
        }
        let Some(reason) = self.input.ask(out, "Why? (Enter: no reason)> ")? else { return Ok(false) };
        let ask = self.parts.game.answered(seat);
        self.parts.give_reason(seat, ask, text, &reason)?;
        Ok(true)
    }

    /// Prints the legal moves as JSON, in the game's own schema.
    fn actions(&self, seat: Seat, out: &mut dyn Write) -> Result<(), Failure> {
        let actions = self.parts.game.actions(seat);
        if actions.is_empty() {
            writeln!(out, "This game has no JSON moves.")?;
        }
        actions.iter().try_for_each(|action| writeln!(out, "  {}", plain(action)))?;
        Ok(())
    }

    /// The watcher of this viewer.
    fn watcher(&mut self, viewer: Viewer) -> &mut Watcher {
        let at = self.watchers.iter().position(|watcher| watcher.viewer == viewer).unwrap_or(0);
        &mut self.watchers[at]
    }

    /// After an undo, shows all watchers the scene as it is now.
    fn look_again(&mut self) {
        for watcher in self.watchers.iter_mut().chain([&mut self.bystander]) {
            watcher.reader.look(&self.parts.game.scene(watcher.viewer), &[]);
        }
    }

    /// The table as lines of text.
    fn scene(&self, viewer: Viewer) -> String {
        plain(&self.reader(viewer).text(self.parts.game.scene(viewer)))
    }

    fn reader(&self, viewer: Viewer) -> &Reader {
        let watcher = self.watchers.iter().find(|watcher| watcher.viewer == viewer);
        &watcher.unwrap_or(&self.bystander).reader
    }

    /// Returns the move that starts the next hand, or `None` if the human quits. A single human must press Enter first,
    /// to have time to see the end of the last hand.
    fn next_hand(&mut self, start: String, out: &mut dyn Write) -> Result<Option<String>, Failure> {
        let alone = match &self.watchers[..] {
            [Watcher { viewer: viewer @ Viewer::Seat(_), .. }] => Some(*viewer),
            _ => None,
        };
        if let Some(viewer) = alone.filter(|_| self.input.is_person()) {
            writeln!(out, "\n{}", self.scene(viewer).trim_end())?;
            match self.input.ask(out, "Enter: next hand, q: quit> ")? {
                Some(answer) if answer != "q" => {}
                _ => return Ok(None),
            }
        }
        Ok(Some(start))
    }

    /// The move of a bot or a language model. If a model fails, the human may try again or quit, because no other
    /// player moves in its place. `None` if the human quits.
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
            match self.input.ask(out, "Enter: try again, q: quit> ")? {
                Some(answer) if answer != "q" => {}
                _ => return Ok(None),
            }
        }
    }

    /// Clears the screen before another human looks at it. Returns false if a player quits.
    fn hand_over(&mut self, seat: Seat, out: &mut dyn Write) -> Result<bool, Failure> {
        let next = Viewer::Seat(seat);
        self.bystander.lines.clear();
        if self.watchers.len() > 1 && self.at_screen != next {
            if self.input.is_person() {
                write!(out, "{CLEAR}")?;
                let prompt = sentence(&format!("{seat}: press Enter when you have the screen.")) + " ";
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
            for line in watcher.lines.drain(..) {
                writeln!(out, "  * {line}")?;
            }
        }
        Ok(true)
    }

    fn show(&mut self, seat: Seat, ask: &Ask, again: bool, out: &mut dyn Write) -> Result<(), Failure> {
        let viewer = Viewer::Seat(seat);
        let scene = self.parts.game.scene(viewer);
        let text = self.watcher(viewer).reader.text_asked(scene, &ask.offers, again);
        writeln!(out, "\n{}", plain(text.trim_end()))?;
        let width = ask.offers.iter().map(|offer| offer.label.chars().count()).max().unwrap_or(0);
        for (offer, number) in ask.offers.iter().zip(1..) {
            // A move text such as `#4` is an engine number. It is not shown, because it would look like a number of the
            // list.
            let code = if offer.text.starts_with('#') { "" } else { &offer.text };
            let line = format!("{number:>4}  {:width$}  {code}", offer.label);
            writeln!(out, "{}", plain(line.trim_end()))?;
        }
        Ok(())
    }

    /// Gives every watcher the part of an entry that it may see. A single watcher's lines are printed at once, several
    /// watchers' lines when each of them looks at the screen.
    fn tell(&mut self, played: &Played, alone: bool, out: &mut dyn Write) -> Result<(), Failure> {
        let game = &*self.parts.game;
        if self.parts.trace {
            for text in watchers::unheard(game, self.parts.chairs.len(), played) {
                writeln!(out, "  ! {text}")?;
            }
        }
        watchers::tell_models(game, &mut self.parts.chairs, played);
        let at_once = self.watchers.len() == 1;
        if !at_once {
            self.bystander.see(game, played, alone);
        }
        for watcher in &mut self.watchers {
            watcher.see(game, played, alone);
            if at_once {
                for line in watcher.lines.drain(..) {
                    writeln!(out, "  * {line}")?;
                }
            }
        }
        Ok(())
    }

    /// Prints the last lines and the final table. If several humans played, they see the view of a spectator.
    fn end(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        let viewer = if self.watchers.len() == 1 { self.watchers[0].viewer } else { Viewer::Spectator };
        for line in self.bystander.lines.drain(..) {
            writeln!(out, "  * {line}")?;
        }
        writeln!(out, "\n{}", self.scene(viewer))?;
        Ok(())
    }
}
