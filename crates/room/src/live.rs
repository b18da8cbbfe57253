//! The match itself, with everything that was told of it.

use rulebook_kernel::{Digest, Illegal, Key, Seat, Setup, Viewer};
use rulebook_stage::log::{Fair, Header, LogWriter};
use rulebook_stage::{AnyMatch, AnyRules, Played, Step};
use serde::Deserialize;
use serde_json::value::RawValue;

pub(crate) struct Live {
    pub game: Box<dyn AnyMatch>,
    pub key: Key,
    pub header: Header,
    pub deal: Played,
    pub played: Vec<Played>,
    /// How often the table took something back.
    pub epoch: u32,
    writer: LogWriter,
    /// The match log so far.
    text: String,
}

/// Of a line of the match log, what must be played again.
#[derive(Deserialize)]
struct Again {
    seat: Seat,
    #[serde(rename = "move")]
    text: String,
}

impl Live {
    /// Deals. What the match log begins with is left to be taken.
    pub fn begin(
        rules: &dyn AnyRules,
        setup: &Setup,
        secret: &Key,
        entropy: &[String],
        names: &[String],
    ) -> Result<Live, Illegal> {
        let fair = Fair::new(secret, entropy.to_vec());
        let key = fair.key(secret);
        let mut game = rules.start(setup, key.clone())?;
        let header = Header::new(game.info(), setup, key.commitment(), names, None);
        let header = Header { fair: Some(fair), ..header };
        let (mut writer, deal) = LogWriter::begin(&header, &mut *game)?;
        writer.keep_secret(secret.clone());
        Ok(Live { game, key, header, deal, played: Vec::new(), epoch: 0, writer, text: String::new() })
    }

    /// What was written to the match log since the last time.
    pub fn take(&mut self) -> Vec<Box<RawValue>> {
        let new = self.writer.take();
        self.text.push_str(&new);
        let line = |line: &str| RawValue::from_string(line.to_owned()).expect("a line of a log is JSON");
        new.lines().map(line).collect()
    }

    /// The match log so far.
    pub fn log(&self) -> &str {
        &self.text
    }

    /// All moves or none. Gives how many entries are new.
    pub fn play(&mut self, seat: Seat, moves: &[String]) -> Result<usize, Illegal> {
        if let [text] = moves {
            let played = self.game.play(seat, text)?;
            self.record(played)?;
            return Ok(1);
        }
        let mut game = self.game.fork();
        let mut batch: Vec<Played> = Vec::with_capacity(moves.len());
        for text in moves {
            if batch.last().is_some_and(|last| !last.facts.is_empty()) {
                // Something happened: whoever sends on could not know it yet.
                return Err(Illegal::new("an answer holds the picks of one decision only"));
            }
            batch.push(game.play(seat, text)?);
        }
        self.game = game;
        for played in batch {
            self.record(played)?;
        }
        Ok(moves.len())
    }

    fn record(&mut self, played: Played) -> Result<(), Illegal> {
        self.writer.record(&played)?;
        self.played.push(played);
        self.writer.close(&*self.game);
        Ok(())
    }

    /// Ends it before the rules do.
    pub fn end(&mut self, outcome: rulebook_kernel::Outcome) {
        self.writer.close_early(&*self.game, outcome, &self.key);
    }

    /// Plays what a log says and compares every byte that comes of it.
    pub fn replay(&mut self, seat: Seat, lines: &[Box<RawValue>]) -> Result<usize, String> {
        let mut moves = Vec::with_capacity(lines.len());
        for line in lines.iter().filter(|line| !line.get().starts_with("{\"outcome\"")) {
            let again: Again = serde_json::from_str(line.get()).map_err(|e| format!("not an entry: {e}"))?;
            if again.seat != seat {
                return Err(format!("an entry of {} among those of {seat}", again.seat));
            }
            moves.push(again.text);
        }
        let new = self.play(seat, &moves).map_err(|illegal| format!("{seat} cannot play that: {illegal}"))?;
        self.compare(lines)?;
        Ok(new)
    }

    /// Are these the lines that were written just now?
    pub fn compare(&mut self, given: &[Box<RawValue>]) -> Result<(), String> {
        let ours = self.take();
        if ours.len() == given.len() && ours.iter().zip(given).all(|(ours, given)| ours.get() == given.get()) {
            return Ok(());
        }
        Err("the replay gives other facts than the log: the digest chain does not fit".to_owned())
    }

    /// Which entries go if `seat` takes its last answer back.
    pub fn to_take_back(&self, seat: Seat) -> Result<TakeBack, &'static str> {
        let Some(at) = self.played.iter().rposition(|played| played.seat == Some(seat)) else {
            return Err("you have not answered anything yet");
        };
        if self.played[at..].iter().all(|played| played.facts.is_empty()) {
            // Nobody else has seen anything of it.
            if self.game.turn().seats().has(seat) {
                return Ok(TakeBack::Pick(at));
            }
            return Err("your answer is under seal until the others have answered: it stands");
        }
        Ok(TakeBack::From(at))
    }

    /// The match as it was with fewer entries, or whether somebody would have learnt something by then.
    pub fn without(&self, rules: &dyn AnyRules, what: TakeBack, names: &[String]) -> Result<Live, Peek> {
        let secret = Live::secret_of(self);
        let mut again = Live::begin(rules, self.game.setup(), &secret, &self.entropy(), names).map_err(|_| Peek)?;
        let _ = again.take();
        again.epoch = self.epoch;
        let play = |again: &mut Live, entry: &Played| -> Result<(), Peek> {
            let seat = entry.seat.ok_or(Peek)?;
            again.play(seat, std::slice::from_ref(&entry.text)).map_err(|_| Peek)?;
            again.take();
            Ok(())
        };
        match what {
            TakeBack::Pick(gone) => {
                for (at, entry) in self.played.iter().enumerate() {
                    if at != gone {
                        play(&mut again, entry)?;
                    }
                }
            }
            TakeBack::From(first) => {
                for entry in &self.played[..first] {
                    play(&mut again, entry)?;
                }
                // What follows is played on a copy: was there anything hidden when something was told?
                let mut copy = again.game.fork();
                for entry in &self.played[first..] {
                    if !entry.facts.is_empty() && copy.has_secrets() {
                        return Err(Peek);
                    }
                    copy.play(entry.seat.ok_or(Peek)?, &entry.text).map_err(|_| Peek)?;
                }
                again.epoch += 1;
            }
        }
        Ok(again)
    }

    fn secret_of(&self) -> Key {
        self.writer.secret().cloned().unwrap_or_else(|| self.key.clone())
    }

    fn entropy(&self) -> Vec<String> {
        self.header.fair.as_ref().map(|fair| fair.entropy.clone()).unwrap_or_default()
    }

    /// What a viewer saw of the happenings after the first `seen`, and how many there are.
    pub fn seen(&self, viewer: Viewer, seen: u32) -> (Vec<Step>, u32) {
        let mut steps = Vec::new();
        // The deal is one happening, whatever there was to see.
        let mut count = 1;
        if seen == 0 {
            steps.extend(self.game.steps(viewer, &self.deal));
        }
        for entry in &self.played {
            let new = self.game.steps(viewer, entry);
            if !new.is_empty() {
                count += 1;
                if count > seen {
                    steps.extend(new);
                }
            }
        }
        (steps, count)
    }

    /// The digest of the last entry.
    pub fn head(&self) -> Digest {
        self.writer.head()
    }
}

/// Which entries go.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TakeBack {
    /// One pick of a decision that is still open: nobody else knows of it.
    Pick(usize),
    /// This one and all after it.
    From(usize),
}

/// Taking it back would show somebody what was hidden.
pub(crate) struct Peek;
