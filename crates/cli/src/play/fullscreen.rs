//! The full-screen table of `rulebook play`.

use super::seat_args::SeatPlayer;
use super::watchers::{self, Watcher};
use super::{Next, Parts};
use crate::failure::Failure;
use crate::show::{plain, sentence};
use rulebook_kernel::{Seat, Viewer};
use rulebook_matches::Played;
use rulebook_tui::{AnimationFrame, Event, PlayerRequest, Screen, SeenDecision, Terminal, on_one_line};
use std::collections::VecDeque;
use std::thread;
use std::time::Duration;

/// How long the move of a bot stays on the screen before play continues.
const LOOK: Duration = Duration::from_millis(450);
/// How long an intermediate animation frame is shown.
const GLANCE: Duration = Duration::from_millis(1100);
/// Each character of a message adds this reading time to a pause. `LONGEST` is the longest pause.
const READ: Duration = Duration::from_millis(35);
const LONGEST: Duration = Duration::from_millis(3500);
/// Time between two steps of the spinner while a bot thinks. The first steps take only `QUICK`, so that the move of a
/// quick bot is shown without delay.
const TURN: Duration = Duration::from_millis(80);
const QUICK: Duration = Duration::from_millis(4);
/// Without input, the screen is redrawn after this time.
const QUIET: Duration = Duration::from_millis(500);

pub struct FullscreenTable {
    parts: Parts,
    screen: Screen,
    terminal: Terminal,
    /// The viewers who share the screen.
    watchers: Vec<Watcher>,
    /// The viewer who looks at the screen now, as an index into `watchers`.
    at_screen: usize,
    /// For each decision of a human: the number of lines that each watcher had been shown before it. Undo cuts the
    /// lines to this number.
    lengths: Vec<Vec<usize>>,
    /// Moves that a human has typed as one text and that are not played yet.
    rest: VecDeque<String>,
    left: bool,
}

impl FullscreenTable {
    pub fn new(parts: Parts, screen: Screen) -> Result<FullscreenTable, Failure> {
        let watcher = |viewer| Watcher::new(viewer, parts.reader(viewer));
        let watchers = watchers::viewers(&parts.chairs).into_iter().map(watcher).collect();
        let terminal = Terminal::open()?;
        let (lengths, rest) = (Vec::new(), VecDeque::new());
        Ok(FullscreenTable { parts, screen, terminal, watchers, at_screen: 0, lengths, rest, left: false })
    }

    /// Plays until the game ends or a player leaves. Returns the text to print afterwards.
    pub fn run(mut self) -> Result<String, Failure> {
        // The deal is not animated, because no player saw the table before it.
        let opening = self.parts.game.opening();
        self.tell(&opening, false);
        self.parts.flush_log()?;
        while let Some(seat) = self.parts.game.turn().seats().lowest() {
            let text = match self.decide(seat)? {
                Next::Move(text) => text,
                Next::Again => continue,
                Next::Resign => return self.parts.resign(seat).map(|told| sentence(&told)),
                Next::Leave => return Ok("Goodbye.".to_owned()),
            };
            self.reason(seat, &text)?;
            let alone = self.parts.game.turn().seats().len() == 1;
            let human = matches!(self.parts.chairs[seat.index()], SeatPlayer::Human);
            if human {
                self.lengths.push(self.watchers.iter().map(|watcher| watcher.lines.len()).collect());
            }
            let played = self.parts.play(seat, &text)?;
            let seen = self.tell(&played, alone);
            // If the viewer at the screen saw nothing of the move, there is nothing to show.
            let unseen = seen.is_nothing();
            if !self.act_out(seen.pictures)? {
                return Ok("Goodbye.".to_owned());
            }
            if !human && !unseen {
                self.look(Vec::new())?;
                if self.parts.game.outcome().is_none() && self.wait(LOOK)? == Some(PlayerRequest::Quit) {
                    return Ok("Goodbye.".to_owned());
                }
            }
        }
        self.parts.close_log()?;
        self.end()
    }

    /// The viewer who looks at the screen now.
    fn viewer(&self) -> Viewer {
        self.watchers[self.at_screen].viewer
    }

    /// Shows animation frames, each for a moment. Any key skips the rest. Returns false if the player leaves.
    fn act_out(&mut self, pictures: Vec<AnimationFrame>) -> Result<bool, Failure> {
        for picture in pictures {
            self.screen.show_to(&self.watchers[self.at_screen].reader, picture.scene, Vec::new());
            let said = plain(&on_one_line(&picture.said));
            let time = GLANCE.max(READ * said.chars().count() as u32).min(LONGEST);
            if !said.is_empty() {
                self.screen.note(said);
            }
            self.terminal.draw(&mut self.screen)?;
            match self.terminal.event(time)? {
                Some(Event::Key(key)) if self.screen.input(&Event::Key(key)) == Some(PlayerRequest::Quit) => {
                    return Ok(false);
                }
                Some(Event::Key(_)) => {
                    self.screen.forget();
                    return Ok(true);
                }
                _ => {}
            }
        }
        Ok(true)
    }

    fn look(&mut self, offers: Vec<rulebook_scene::Offer>) -> Result<(), Failure> {
        let scene = self.parts.game.scene(self.viewer());
        let reader = &mut self.watchers[self.at_screen].reader;
        reader.look(&scene, &offers);
        self.screen.show_to(reader, scene, offers);
        Ok(self.terminal.draw(&mut self.screen)?)
    }

    /// The next input, or `None` after the timeout.
    fn wait(&mut self, time: Duration) -> Result<Option<PlayerRequest>, Failure> {
        self.terminal.draw(&mut self.screen)?;
        let event = self.terminal.event(time)?;
        if matches!(event, Some(Event::Resize(..))) {
            self.terminal.draw(&mut self.screen)?;
        }
        Ok(event.and_then(|event| self.screen.input(&event)))
    }

    fn decide(&mut self, seat: Seat) -> Result<Next, Failure> {
        if matches!(self.parts.chairs[seat.index()], SeatPlayer::Human) {
            self.parts.continues = !self.rest.is_empty();
            return match self.rest.pop_front() {
                Some(text) => Ok(Next::Move(text)),
                None => self.ask(seat),
            };
        }
        let Some(start) = watchers::start_text(&*self.parts.game, seat) else { return self.machine(seat) };
        self.look(Vec::new())?;
        let go_on = self.watchers.len() > 1 || self.agree("The hand is over", "The next hand is dealt.")?;
        Ok(if go_on { Next::Move(start) } else { Next::Leave })
    }

    /// Shows a notice and waits for the answer. Returns true for yes.
    fn agree(&mut self, title: &str, text: &str) -> Result<bool, Failure> {
        self.screen.ask(title, text);
        loop {
            match self.wait(QUIET)? {
                Some(PlayerRequest::Next) => return Ok(true),
                Some(PlayerRequest::Quit) => return Ok(false),
                _ => {}
            }
        }
    }

    /// Runs a long task in another thread, and turns the spinner meanwhile.
    fn spin<T: Send>(&mut self, seat: Seat, work: impl FnOnce(&mut Parts) -> T + Send) -> Result<T, Failure> {
        let FullscreenTable { parts, screen, terminal, left, .. } = self;
        let done = thread::scope(|scope| -> Result<T, Failure> {
            let worker = scope.spawn(move || work(parts));
            let mut turn = QUICK;
            while !worker.is_finished() {
                screen.think(Some(seat));
                terminal.draw(screen)?;
                turn = (turn * 2).min(TURN);
                if let Some(event) = terminal.event(turn)?
                    && screen.input(&event) == Some(PlayerRequest::Quit)
                {
                    *left = true;
                    screen.note("Leaving after the bot's move.");
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
                Err(why) if self.agree("The AI did not answer", &format!("{why}\nTry again?"))? => {}
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
                Some(PlayerRequest::Play(text)) => match self.parts.game.row(seat, &text) {
                    // A text may mean several moves, such as several cards laid at once.
                    Ok(row) => {
                        self.rest = row.into();
                        return Ok(self.rest.pop_front().map_or(Next::Leave, Next::Move));
                    }
                    Err(why) => {
                        let why = self.watchers[self.at_screen].reader.say(&why.to_string());
                        self.screen.note(sentence(&plain(&why)));
                    }
                },
                Some(PlayerRequest::Hint) => {
                    let text = self.spin(seat, move |parts| {
                        let advice = parts.adviser.advise(&*parts.game, seat);
                        parts.game.nth_text(seat, advice.choice).unwrap_or_default()
                    })?;
                    self.screen.point_at(&text);
                    self.screen.note(format!("Hint: {}", plain(&self.screen.called_move(&text))));
                    if self.left {
                        return Ok(Next::Leave);
                    }
                }
                Some(PlayerRequest::Undo) => match self.take_back(seat) {
                    Ok(()) => return Ok(Next::Again),
                    Err(why) => self.screen.note(why),
                },
                Some(PlayerRequest::Resign) => return Ok(Next::Resign),
                Some(PlayerRequest::Quit) => return Ok(Next::Leave),
                Some(PlayerRequest::Next | PlayerRequest::Reason(_)) | None => {}
            }
        }
    }

    /// Asks a human for the reason of a move, if the reasons are recorded.
    fn reason(&mut self, seat: Seat, text: &str) -> Result<(), Failure> {
        let human = matches!(self.parts.chairs[seat.index()], SeatPlayer::Human);
        if !human || self.parts.reasons.is_none() {
            return Ok(());
        }
        self.screen.ask_reason();
        let reason = loop {
            match self.wait(QUIET)? {
                Some(PlayerRequest::Reason(reason)) => break reason,
                Some(PlayerRequest::Quit) => break String::new(),
                _ => {}
            }
        };
        let ask = self.parts.game.answered(seat);
        self.parts.give_reason(seat, ask, text, &reason)
    }

    fn take_back(&mut self, seat: Seat) -> Result<(), &'static str> {
        let undone = self.parts.take_back(seat)?;
        self.lengths.truncate((self.lengths.len() + 1).saturating_sub(undone));
        let lengths = self.lengths.pop().unwrap_or_default();
        for (watcher, length) in self.watchers.iter_mut().zip(lengths) {
            watcher.lines.truncate(length);
            watcher.reader.look(&self.parts.game.scene(watcher.viewer), &[]);
        }
        self.tell_again();
        Ok(())
    }

    /// Fills the log of the screen again with the lines of the viewer who looks at it now.
    fn tell_again(&mut self) {
        self.screen.empty_log();
        self.screen.tell(self.watchers[self.at_screen].lines.iter().cloned());
    }

    /// Covers the table until the next human sits at the screen. Returns false if a player leaves.
    fn hand_over(&mut self, seat: Seat) -> Result<bool, Failure> {
        let next = self.watchers.iter().position(|watcher| watcher.viewer == Viewer::Seat(seat));
        let next = next.unwrap_or(self.at_screen);
        if next == self.at_screen {
            return Ok(true);
        }
        self.screen.cover(sentence(&format!("{seat}: press Enter when you have the screen.")));
        loop {
            match self.wait(QUIET)? {
                Some(PlayerRequest::Next) => break,
                Some(PlayerRequest::Quit) => return Ok(false),
                _ => {}
            }
        }
        self.at_screen = next;
        self.tell_again();
        Ok(true)
    }

    /// Gives every watcher the part of an entry that it may see. Returns the part of the viewer at the screen.
    fn tell(&mut self, played: &Played, alone: bool) -> SeenDecision {
        watchers::tell_models(&*self.parts.game, &mut self.parts.chairs, played);
        let failed = match self.parts.trace {
            true => watchers::unheard(&*self.parts.game, self.parts.chairs.len(), played),
            false => Vec::new(),
        };
        let mut shown = SeenDecision::default();
        for (at, watcher) in self.watchers.iter_mut().enumerate() {
            let mut new: Vec<String> = failed.iter().map(|line| format!("! {line}")).collect();
            watcher.lines.extend(new.iter().cloned());
            let seen = watcher.see(&*self.parts.game, played, alone);
            new.extend(seen.lines.iter().cloned());
            if at == self.at_screen {
                self.screen.tell(new);
                shown = seen;
            }
        }
        shown
    }

    /// Shows the end of the game on the screen, and returns it as text. If several humans played, they see the view of
    /// a spectator.
    fn end(mut self) -> Result<String, Failure> {
        let viewer = if self.watchers.len() == 1 { self.viewer() } else { Viewer::Spectator };
        let scene = self.parts.game.scene(viewer);
        let mut reader = self.parts.reader(viewer);
        if self.watchers.len() == 1 {
            reader = self.watchers[0].reader.clone();
        }
        let text = plain(&reader.text(scene.clone()));
        let result = text.lines().rev().take_while(|line| !line.is_empty()).collect::<Vec<_>>();
        let result = result.into_iter().rev().collect::<Vec<_>>().join("\n");
        self.screen.show_to(&reader, scene, Vec::new());
        self.agree("The game is over", &result)?;
        Ok(text)
    }
}
