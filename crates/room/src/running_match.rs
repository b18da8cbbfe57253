//! Holds the running match of a room: its state, its entries and its log. Supports undo, replay and snapshots.
//!
//! A running match may drop old entries ([`RunningMatch::forget`]), so a long match needs no more memory than a short
//! one. The state before the first kept entry is the *base*: undo and missed steps start from it.

use crate::record::LogLine;
use crate::snapshot::Meaning;
use crate::undo_cache::{UndoCache, learnt_from};
use rulebook_kernel::{Digest, Illegal, Key, Seat, Setup, Viewer};
use rulebook_matches::{AnyMatch, AnyRules, Played, also_saw};
use rulebook_matchlog::{Ending, Fair, Header, LogWriter};
use rulebook_scene::{MoveRecord, Step, text_steps};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

pub(crate) struct RunningMatch {
    pub game: Box<dyn AnyMatch>,
    pub key: Key,
    pub header: Header,
    base: Base,
    /// The next base.
    mark: Option<Mark>,
    /// The entries since `base`.
    pub played: Vec<Played>,
    /// For each entry, whether it begins an answer. An answer of several moves has several entries.
    begins: Vec<bool>,
    /// The number of undos so far.
    pub epoch: u32,
    writer: LogWriter,
    /// The match log so far. Empty if its start is not known.
    text: String,
    /// The number of entries that are already counted, and for each viewer the number of these entries that showed the
    /// viewer something. Updated when a snapshot is taken.
    counted: (usize, Vec<(Viewer, u32)>),
    undo_cache: UndoCache,
}

/// The state before the first known entry.
enum Base {
    /// The deal.
    Deal(Box<Played>),
    /// A state loaded from a snapshot, or the state before the kept entries.
    Taken(Box<Taken>),
}

struct Taken {
    game: Box<dyn AnyMatch>,
    head: Digest,
    happenings: Vec<(Viewer, u32)>,
    /// The log up to this state. `None` if it is not known.
    log: Option<String>,
    /// The move records up to this state. Empty if the state was loaded from a snapshot.
    records: Vec<Arc<MoveRecord>>,
    /// Whether this room has had the earlier entries and dropped them.
    forgotten: bool,
}

/// A copy of the match after some of the kept entries. When the match forgets these entries, the copy becomes the base.
struct Mark {
    /// The number of kept entries before the mark.
    entries: usize,
    taken: Box<Taken>,
}

/// A match in a snapshot.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedMatch {
    /// The bytes of the match, in hexadecimal.
    game: String,
    header: Header,
    epoch: u32,
    head: Digest,
    happenings: Vec<(Viewer, u32)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    log: Option<String>,
}

/// The part of a log line that a replay needs.
#[derive(Deserialize)]
struct PlayedLine {
    seat: Seat,
    #[serde(rename = "move")]
    text: String,
}

impl RunningMatch {
    /// Deals the cards. [`RunningMatch::take`] then returns the first lines of the log.
    pub fn begin(
        rules: &dyn AnyRules,
        semantics: u32,
        setup: &Setup,
        secret: &Key,
        entropy: &[String],
        names: &[String],
    ) -> Result<RunningMatch, Illegal> {
        let fair = Fair::new(secret, entropy.to_vec());
        let key = fair.key(secret);
        let mut game = rules.start(setup, key.clone())?;
        let header = Header::new(game.info(), setup, key.commitment(), names, None);
        let header = Header { fair: Some(fair), semantics, ..header };
        let (mut writer, deal) = LogWriter::begin(&header, &mut *game)?;
        writer.keep_secret(secret.clone());
        let (base, text) = (Base::Deal(Box::new(deal)), String::new());
        Ok(RunningMatch {
            game,
            key,
            header,
            base,
            mark: None,
            played: Vec::new(),
            begins: Vec::new(),
            epoch: 0,
            writer,
            text,
            counted: (0, Vec::new()),
            undo_cache: UndoCache::default(),
        })
    }

    /// The match as a serialisable value.
    pub fn save(&mut self, with_log: bool) -> SavedMatch {
        let happenings = self.happenings();
        SavedMatch {
            game: hex(&self.game.save()),
            header: self.header.clone(),
            epoch: self.epoch,
            head: self.writer.head(),
            happenings,
            log: with_log.then(|| self.text.clone()),
        }
    }

    /// Loads a match from a snapshot.
    pub fn load(
        rules: &dyn AnyRules,
        secret: &Key,
        saved: SavedMatch,
        meaning: Meaning,
    ) -> Result<RunningMatch, String> {
        let SavedMatch { game, header, epoch, head, happenings, log } = saved;
        let bytes = unhex(&game).ok_or("the match of a snapshot is damaged")?;
        let game = match meaning {
            Meaning::Same => rules.load(&bytes),
            Meaning::Any => rules.adopt(&bytes, head),
        };
        let game = game.map_err(|why| why.to_string())?;
        let fair = header.fair.as_ref().filter(|fair| fair.commitment == secret.commitment());
        let key = fair.ok_or("a snapshot of another match")?.key(secret);
        if key.commitment() != header.commitment
            || game.commitment() != header.commitment
            || game.seats() != header.seats.len()
        {
            return Err("a snapshot of another match".to_owned());
        }
        let taken = Taken {
            game: game.fork(),
            head,
            happenings: happenings.clone(),
            log: log.clone(),
            records: Vec::new(),
            forgotten: false,
        };
        Ok(RunningMatch {
            game,
            key,
            header,
            base: Base::Taken(Box::new(taken)),
            mark: None,
            played: Vec::new(),
            begins: Vec::new(),
            epoch,
            writer: LogWriter::resume(head, secret.clone()),
            text: log.unwrap_or_default(),
            counted: (0, happenings),
            undo_cache: UndoCache::default(),
        })
    }

    /// Whether the whole log is known, from the deal on.
    pub fn is_whole(&self) -> bool {
        match &self.base {
            Base::Deal(_) => true,
            Base::Taken(taken) => taken.log.is_some(),
        }
    }

    /// Whether old entries were dropped and not loaded again.
    pub fn has_forgotten(&self) -> bool {
        matches!(&self.base, Base::Taken(taken) if taken.forgotten)
    }

    /// Drops the log and old entries, and keeps at least `keep` entries. If called after every entry, it keeps at most
    /// twice as many.
    pub fn forget(&mut self, keep: usize) {
        let marked = self.mark.as_ref().map_or(0, |mark| mark.entries);
        if self.played.len() < marked + keep {
            return;
        }
        let happenings = self.happenings();
        if let Some(Mark { entries, mut taken }) = self.mark.take() {
            if let Base::Taken(base) = &mut self.base {
                taken.records = std::mem::take(&mut base.records);
            }
            taken.records.extend(self.played.drain(..entries).filter_map(|entry| entry.record));
            self.begins.drain(..entries);
            self.undo_cache.forget(entries);
            self.counted.0 -= entries;
            self.text = String::new();
            self.base = Base::Taken(taken);
        }
        let (game, head) = (self.game.fork(), self.writer.head());
        let taken = Taken { game, head, happenings, log: None, records: Vec::new(), forgotten: true };
        self.mark = Some(Mark { entries: self.played.len(), taken: Box::new(taken) });
    }

    /// Whether the last answer of every seat is among the kept entries, so that it can be undone.
    pub fn knows_last_answers(&self) -> bool {
        self.is_whole() || Seat::all(self.game.seats()).all(|seat| self.last_entry(seat).is_some())
    }

    fn last_entry(&self, seat: Seat) -> Option<usize> {
        self.played.iter().rposition(|played| played.seat == Some(seat))
    }

    /// Fills in the missing entries from a replay of the same records. Keeps the current state of the game, because
    /// clients know its card keys.
    pub fn complete(&mut self, whole: RunningMatch) {
        let missing = whole.played.len().saturating_sub(self.played.len());
        if let Some(mark) = &mut self.mark {
            mark.entries += missing;
        }
        self.base = whole.base;
        self.played = whole.played;
        self.begins = whole.begins;
        self.undo_cache = whole.undo_cache;
        self.text = whole.text;
        self.counted = whole.counted;
    }

    /// Adds the log up to the snapshot.
    pub fn tell_log(&mut self, log: String) {
        if let Base::Taken(taken) = &mut self.base {
            self.text = log.clone() + &self.text;
            taken.log = Some(log);
        }
    }

    /// Continues the match under a new version of its rules.
    pub fn rebase(&mut self, rules: &dyn AnyRules, semantics: u32) -> Result<(), String> {
        let head = self.writer.rebase(semantics, self.game.digest());
        self.take();
        self.game = rules.adopt(&self.game.save(), head).map_err(|why| why.to_string())?;
        Ok(())
    }

    /// For each viewer, the number of entries that showed the viewer something.
    fn happenings(&mut self) -> Vec<(Viewer, u32)> {
        if self.counted.1.is_empty() {
            let viewers = Viewer::limited(self.game.seats()).chain([Viewer::God]);
            self.counted.1 = viewers.map(|viewer| (viewer, self.base.seen(viewer))).collect();
        }
        let (known, counts) = &mut self.counted;
        for entry in &self.played[*known..] {
            for (viewer, count) in &mut *counts {
                *count += u32::from(!self.game.steps(*viewer, entry).is_empty());
            }
        }
        *known = self.played.len();
        counts.clone()
    }

    /// The log lines written since the last call.
    pub fn take(&mut self) -> Vec<LogLine> {
        let new = self.writer.take();
        if self.is_whole() {
            self.text.push_str(&new);
        }
        new.lines().map(LogLine::new).collect()
    }

    /// The match log so far. `None` if its start is not known.
    pub fn log(&self) -> Option<&str> {
        self.is_whole().then_some(&*self.text)
    }

    /// Plays all moves, or none if one of them is illegal. Returns the number of new log entries.
    pub fn play(&mut self, seat: Seat, moves: &[String]) -> Result<usize, Illegal> {
        if let [text] = moves {
            let why = match self.play_row(seat, moves, |_| true) {
                Err(why) => why,
                played => return played,
            };
            // The text may mean several moves, or one move in another notation. They are derived only from information
            // that the seat has now.
            let row = self.game.row(seat, text)?;
            return if row != moves { self.play_row(seat, &row, |_| true) } else { Err(why) };
        }
        self.play_row(seat, moves, |last| last.facts.is_empty())
    }

    /// Plays all moves or none. `follows` says whether the next move may be played after this entry.
    fn play_row(&mut self, seat: Seat, row: &[String], follows: impl Fn(&Played) -> bool) -> Result<usize, Illegal> {
        if let [text] = row {
            let played = self.game.play(seat, text)?;
            self.record(played, true)?;
            return Ok(1);
        }
        let mut game = self.game.fork();
        let mut batch: Vec<Played> = Vec::with_capacity(row.len());
        for text in row {
            if batch.last().is_some_and(|last| !follows(last)) {
                // The last move produced facts. The sender did not know these facts when choosing the next move. So the
                // next move belongs to another decision.
                return Err(Illegal::new("An answer may hold only the picks of one decision."));
            }
            batch.push(game.play(seat, text)?);
        }
        self.game = game;
        for (nth, played) in batch.into_iter().enumerate() {
            self.record(played, nth == 0)?;
        }
        Ok(row.len())
    }

    fn record(&mut self, played: Played, begins: bool) -> Result<(), Illegal> {
        self.writer.record(&played)?;
        self.undo_cache.told(&played, &*self.game, &self.key);
        self.played.push(played);
        self.begins.push(begins);
        self.writer.close(&*self.game);
        Ok(())
    }

    /// Ends the match early, for example by a resignation.
    pub fn end(&mut self, ending: &Ending) -> Result<(), Illegal> {
        self.writer.close_early(&*self.game, ending, &self.key)
    }

    /// Writes the last line of the log, with a reason and the key, but without a result.
    pub fn close(&mut self, reason: &str) {
        self.writer.close_without_result(reason, &self.key);
        self.take();
    }

    /// Plays the moves of these log lines and checks that the new log lines are identical. Returns the number of moves.
    pub fn replay(&mut self, seat: Seat, lines: &[LogLine]) -> Result<usize, String> {
        let mut moves = Vec::with_capacity(lines.len());
        for line in lines.iter().filter(|line| !line.get().starts_with("{\"outcome\"")) {
            let again: PlayedLine = serde_json::from_str(line.get()).map_err(|e| format!("not an entry: {e}"))?;
            if again.seat != seat {
                return Err(format!("an answer of {seat} contains an entry of {}", again.seat));
            }
            moves.push(again.text);
        }
        let new = self.play_row(seat, &moves, |_| true).map_err(|why| format!("{seat} cannot play that: {why}"))?;
        self.compare(lines)?;
        Ok(new)
    }

    /// Compares the new log lines with the lines in `given`.
    pub fn compare(&mut self, given: &[LogLine]) -> Result<(), String> {
        let ours = self.take();
        if ours.len() == given.len() && ours.iter().zip(given).all(|(ours, given)| ours.get() == given.get()) {
            return Ok(());
        }
        Err("the replay gives other facts than the log: the digest chain does not fit".to_owned())
    }

    /// The entries that an undo of `seat` removes. An answer of several moves is undone as a whole. If not `whole`, only
    /// its last move is undone, as in records of older servers.
    pub fn to_take_back(&self, seat: Seat, whole: bool) -> Result<TakeBack, &'static str> {
        let Some(last) = self.last_entry(seat) else {
            return Err("You have not moved yet.");
        };
        let at = match whole {
            true => self.begins[..=last].iter().rposition(|begins| *begins).unwrap_or(last),
            false => last,
        };
        if self.played[at..].iter().all(|played| played.facts.is_empty()) {
            // The decision of the seat is still open, so no other seat has seen anything of the answer.
            if self.game.turn().seats().has(seat) {
                return Ok(TakeBack::Picks(at, last));
            }
            return Err("You cannot undo a secret choice before the other players have chosen.");
        }
        Ok(TakeBack::From(at))
    }

    /// Checks whether information is hidden now, and stores the result in the undo cache. Must be called before the
    /// next move.
    pub fn look_for_secrets(&mut self) {
        self.undo_cache.look(&*self.game);
    }

    /// Fills the undo cache for entries that were played while the match had no viewers. Without this, a restart would
    /// change which entries can be undone.
    pub fn settle(&mut self, rules: &dyn AnyRules, seat: Seat) {
        let Ok(TakeBack::From(first)) = self.to_take_back(seat, true) else { return };
        if !self.undo_cache.is_open_since(first) {
            return;
        }
        let Ok(mut again) = self.rewound(rules, &self.header.seats) else { return };
        for (at, entry) in self.played.iter().enumerate() {
            if at >= first {
                again.look_for_secrets();
            }
            let Some(seat) = entry.seat else { return };
            if again.play(seat, std::slice::from_ref(&entry.text)).is_err() {
                return;
            }
            again.take();
        }
        self.undo_cache = again.undo_cache;
    }

    /// Whether the Undo button is enabled for `seat`. Uses only the cache. An actual undo is checked again by a replay.
    pub fn may_undo(&self, seat: Seat) -> bool {
        self.to_take_back(seat, true).is_ok_and(|what| match what {
            TakeBack::Picks(..) => true,
            TakeBack::From(first) => self.undo_cache.is_clear_since(first),
        })
    }

    /// Removes the undone entries. Fails if the earlier entries cannot be replayed.
    pub fn take_back(&mut self, rules: &dyn AnyRules, what: TakeBack, names: &[String]) -> Result<(), NotReplayed> {
        let mut again = self.without(rules, what, names)?;
        let (TakeBack::Picks(first, _) | TakeBack::From(first)) = what;
        again.mark = self.mark.take().filter(|mark| mark.entries <= first);
        *self = again;
        Ok(())
    }

    /// The match without the undone entries. Fails if the earlier entries cannot be replayed.
    pub fn without(&self, rules: &dyn AnyRules, what: TakeBack, names: &[String]) -> Result<RunningMatch, NotReplayed> {
        let mut again = self.rewound(rules, names)?;
        again.epoch = self.epoch;
        let stays = |at: usize| match what {
            TakeBack::Picks(first, last) => !(first..=last).contains(&at),
            TakeBack::From(first) => at < first,
        };
        for (_, entry) in self.played.iter().enumerate().filter(|(at, _)| stays(*at)) {
            let seat = entry.seat.ok_or(NotReplayed)?;
            again.play(seat, std::slice::from_ref(&entry.text)).map_err(|_| NotReplayed)?;
            again.take();
        }
        if let TakeBack::From(_) = what {
            again.epoch += 1;
        }
        again.undo_cache = self.undo_cache.keeping(stays);
        again.begins = (0..self.played.len()).filter(|at| stays(*at)).map(|at| self.begins[at]).collect();
        Ok(again)
    }

    /// The first card or other hidden information that a viewer learnt since entry `first`. `again` is the match before
    /// that entry. `None` if an undo is harmless. `asks` is the seat that reads the result. The result contains the
    /// face of the card only if this seat saw the card in the same move.
    pub fn revealed_since(
        &self,
        again: &RunningMatch,
        first: usize,
        asks: Seat,
    ) -> Result<Option<Revealed>, NotReplayed> {
        let mut copy = again.game.fork();
        for entry in &self.played[first..] {
            let seat = entry.seat.ok_or(NotReplayed)?;
            let before = (!entry.facts.is_empty() && copy.has_secrets()).then(|| copy.fork());
            copy.play(seat, &entry.text).map_err(|_| NotReplayed)?;
            let Some(before) = before else { continue };
            let Some(learnt) = learnt_from(&*before, entry, &*copy, &self.key) else { continue };
            let reader = Viewer::Seat(asks);
            let named = also_saw(&*before, entry, &*copy, reader, &learnt);
            let is_card = learnt.card.is_some();
            let face = learnt.card.filter(|_| named).map(|card| {
                let scenes = [copy.scene(reader), before.scene(reader)];
                let cards = scenes.iter().flat_map(|scene| &scene.zones).flat_map(|zone| &zone.cards);
                let mut faces = cards.filter_map(|card| card.face.as_ref());
                faces.find(|face| face.id == card.face).map_or_else(|| card.face.clone(), |face| face.name.clone())
            });
            return Ok(Some(Revealed { viewer: learnt.viewer, is_card, face }));
        }
        Ok(None)
    }

    /// The match before its first known entry: after the deal, or as loaded from a snapshot.
    fn rewound(&self, rules: &dyn AnyRules, names: &[String]) -> Result<RunningMatch, NotReplayed> {
        let secret = self.secret_of();
        match &self.base {
            Base::Deal(_) => {
                let (setup, entropy) = (self.game.setup(), self.entropy());
                let begun = RunningMatch::begin(rules, self.header.semantics, setup, &secret, &entropy, names);
                let mut again = begun.map_err(|_| NotReplayed)?;
                let _ = again.take();
                Ok(again)
            }
            Base::Taken(taken) => {
                let Taken { game, head, happenings, log, records, forgotten } = &**taken;
                let same = Taken {
                    game: game.fork(),
                    head: *head,
                    happenings: happenings.clone(),
                    log: log.clone(),
                    records: records.clone(),
                    forgotten: *forgotten,
                };
                Ok(RunningMatch {
                    game: game.fork(),
                    key: self.key.clone(),
                    header: self.header.clone(),
                    base: Base::Taken(Box::new(same)),
                    mark: None,
                    played: Vec::new(),
                    begins: Vec::new(),
                    epoch: self.epoch,
                    writer: LogWriter::resume(*head, secret),
                    text: log.clone().unwrap_or_default(),
                    counted: (0, happenings.clone()),
                    undo_cache: UndoCache::default(),
                })
            }
        }
    }

    fn secret_of(&self) -> Key {
        self.writer.secret().cloned().unwrap_or_else(|| self.key.clone())
    }

    fn entropy(&self) -> Vec<String> {
        self.header.fair.as_ref().map(|fair| fair.entropy.clone()).unwrap_or_default()
    }

    /// Counts the entries that showed the viewer something. Returns the steps of these entries after the first `seen`,
    /// and the count. The steps are `None` if they are older than the snapshot.
    pub fn seen(&self, viewer: Viewer, seen: u32) -> (Option<Vec<Step>>, u32) {
        let mut count = self.base.seen(viewer);
        let mut steps = match &self.base {
            Base::Deal(deal) if seen == 0 => Some(self.game.steps(viewer, deal)),
            Base::Taken(_) if seen < count => None,
            _ => Some(Vec::new()),
        };
        for entry in &self.played {
            let new = self.game.steps(viewer, entry);
            if !new.is_empty() {
                count += 1;
                if let Some(steps) = steps.as_mut().filter(|_| count > seen) {
                    steps.extend(new);
                }
            }
        }
        (steps, count)
    }

    /// The records of all moves since the deal, or since the snapshot. Empty if the game has no move list.
    pub fn records(&self) -> Vec<Arc<MoveRecord>> {
        let earlier = match &self.base {
            Base::Deal(_) => &[],
            Base::Taken(taken) => &*taken.records,
        };
        earlier.iter().cloned().chain(self.played.iter().filter_map(|entry| entry.record.clone())).collect()
    }

    /// The last `most` lines of the commentary for a viewer, in order.
    pub fn recap(&self, viewer: Viewer, most: usize) -> Vec<String> {
        let scene = self.game.scene(viewer);
        let (mut told, mut count) = (Vec::new(), 0);
        let deal = match &self.base {
            Base::Deal(deal) => Some(&**deal),
            Base::Taken(_) => None,
        };
        for entry in self.played.iter().rev().chain(deal) {
            let lines = text_steps(&self.game.steps(viewer, entry), &scene);
            count += lines.len();
            told.push(lines);
            if count >= most {
                break;
            }
        }
        told.into_iter().rev().flatten().skip(count.saturating_sub(most)).collect()
    }

    /// The digest of the last log entry.
    pub fn head(&self) -> Digest {
        self.writer.head()
    }
}

impl Base {
    /// The number of entries before the base that showed the viewer something.
    fn seen(&self, viewer: Viewer) -> u32 {
        match self {
            // The deal always counts as one entry, even if the viewer saw nothing of it.
            Base::Deal(_) => 1,
            Base::Taken(taken) => {
                taken.happenings.iter().find(|(who, _)| *who == viewer).map_or(1, |(_, count)| *count)
            }
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |half: u8| char::from(DIGITS[usize::from(half & 15)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(*byte)]).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digit = |c: u8| char::from(c).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| Some(digit(*pair.first()?)? << 4 | digit(*pair.get(1)?)?)).collect()
}

/// The entries that an undo removes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TakeBack {
    /// The picks of an open decision: the indices of the first and the last entry. Only the seat that made the picks
    /// knows them.
    Picks(usize, usize),
    /// This entry and all later entries.
    From(usize),
}

/// Information that an undo would give away.
pub(crate) struct Revealed {
    /// The viewer who learnt the information.
    pub viewer: Viewer,
    /// Whether the information is a card.
    pub is_card: bool,
    /// The name of the card. `None` if the seat that asks for the undo does not know the card.
    pub face: Option<String>,
}

/// The entries of the match could not be replayed.
pub(crate) struct NotReplayed;
