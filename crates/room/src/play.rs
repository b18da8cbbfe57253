//! Handles answers to asks, time-outs, and failures of bots.

use crate::effect::Effect;
use crate::input::{Answer, Refusal, RefusalCode, Sender};
use crate::record::{Entry, Record};
use crate::room::{Phase, Room};
use crate::running_match::RunningMatch;
use crate::seats::{Driver, is_plain};
use crate::status::Fault;
use rulebook_kernel::{Seat, SeatSet};
use rulebook_matchlog::Ending;
use rulebook_scene::START_HAND;

/// The closing reason of a match in which a player ran out of time after all opponents had left.
const NOBODY_LEFT: &str = "Time ran out and no opponent was left at the table";

/// The first words of the closing reason if the host closes a table. The reason that the host typed follows them.
const CLOSED_BY_HOST: &str = "The host closed the table";
/// The closing reason of a table that the operator closed.
const CLOSED_BY_OPERATOR: &str = "The operator of this server closed the table";
/// Maximum length of an idempotency key, in bytes.
pub const MAX_KEY: usize = 64;
/// Maximum number of picks in one answer.
pub const MAX_BATCH: usize = 256;
/// Maximum length of the failure text of a bot, in bytes.
const MAX_FAULT: usize = 2000;
/// The failure text of a model in a player's browser. The error text that the browser sends is not published, because
/// players could use it as a chat.
const SPONSORED_FAULT: &str = "The AI in the browser did not answer";

type Done = Result<(), Refusal>;

/// Checks an idempotency key. It must contain only visible characters, because some stores cannot hold control
/// characters.
pub(crate) fn check_key(key: &str) -> Done {
    if key.is_empty() || key.len() > MAX_KEY || !is_plain(key) {
        return Err(Refusal::new(RefusalCode::Malformed, "A move needs a key of 1 to 64 visible bytes."));
    }
    Ok(())
}

impl Room {
    /// Handles an answer: checks it, plays it, and adds the reply to the effects, after the records.
    pub(crate) fn answer(&mut self, who: Sender, answer: Answer, now: u64, out: &mut Vec<Effect>) {
        let seat = match who {
            Sender::Seat(seat) | Sender::Machine(seat) if seat.index() < self.places.len() => seat,
            _ => {
                let refusal = Refusal::new(RefusalCode::NotYours, "Only a seated player can move.");
                return out.push(Effect::Reply(Err(refusal)));
            }
        };
        let Answer { ask, moves, key } = answer;
        if let Err(refusal) = check_key(&key) {
            return out.push(Effect::Reply(Err(refusal)));
        }
        if let Some(earlier) = self.replies[seat.index()].get(&key) {
            return out.push(Effect::Reply(earlier));
        }
        let result = if self.deals_for_another(who, seat, &moves) {
            self.start(who, key.clone(), now, out)
        } else {
            let result = self.may_answer(who, seat, ask, &moves, now, out);
            result.and_then(|()| self.play(seat, &moves, (seat, key.clone()), now, out))
        };
        if let Err(refusal) = &result {
            if matches!(refusal.code, RefusalCode::Illegal | RefusalCode::StaleAsk) {
                // Cache only refusals that are final. A refusal because of a pause or a bot in the seat is not final:
                // the same answer may be accepted later.
                self.replies[seat.index()].put(key, Err(refusal.clone()));
            }
            if matches!(who, Sender::Machine(_))
                && !matches!(refusal.code, RefusalCode::StaleAsk | RefusalCode::WrongPhase | RefusalCode::Paused)
            {
                // The reason is not published, because it may name hidden cards of the seat.
                let _ = self.fault(who, ask, "The bot's answer was refused".to_owned(), now, out);
            }
        }
        let at = out.iter().take_while(|effect| matches!(effect, Effect::Write(_))).count();
        out.insert(at, Effect::Reply(result));
    }

    /// Whether this answer deals the next hand for another seat. Every seated player may do that by sending
    /// [`START_HAND`].
    fn deals_for_another(&self, who: Sender, seat: Seat, moves: &[String]) -> bool {
        if !matches!(who, Sender::Seat(_)) || moves != [START_HAND] {
            return false;
        }
        let asked = self.asked_to_start();
        !asked.is_empty() && !asked.has(seat)
    }

    fn may_answer(
        &mut self,
        who: Sender,
        seat: Seat,
        ask: u32,
        moves: &[String],
        now: u64,
        out: &mut Vec<Effect>,
    ) -> Done {
        // Check the clocks first, because a seat that has run out of time can no longer answer.
        if self.phase == Phase::Playing {
            self.tick(now, out)?;
        }
        self.needs(Phase::Playing)?;
        let driver = &self.places[seat.index()].driver;
        match who {
            Sender::Seat(_) if self.places[seat.index()].owner.is_none() => {
                return Err(Refusal::new(RefusalCode::NotYours, "Nobody sits in that seat."));
            }
            Sender::Seat(_) if driver.is_ai() => {
                return Err(Refusal::new(RefusalCode::NotYours, "A bot is playing this seat. Take over first."));
            }
            Sender::Machine(_) if !driver.is_ai() => {
                return Err(Refusal::new(RefusalCode::NotYours, "No bot plays this seat."));
            }
            Sender::Machine(_) if moves.iter().any(|text| text == START_HAND) => {
                return Err(Refusal::new(RefusalCode::NotYours, "Bots cannot start a hand."));
            }
            _ => {}
        }
        if self.paused {
            return Err(Refusal::new(RefusalCode::Paused, "The game is paused."));
        }
        let answered = self.live.as_ref().map_or(0, |live| live.game.answered(seat));
        if answered != ask {
            return Err(Refusal::new(RefusalCode::StaleAsk, "That move is no longer possible."));
        }
        if moves.is_empty() || moves.len() > MAX_BATCH {
            return Err(Refusal::new(
                RefusalCode::Malformed,
                "An answer must be one move, or the picks of one decision.",
            ));
        }
        Ok(())
    }

    /// Plays the moves of an answer and adds the record.
    pub(crate) fn play(
        &mut self,
        seat: Seat,
        moves: &[String],
        (by, key): (Seat, String),
        now: u64,
        out: &mut Vec<Effect>,
    ) -> Done {
        let Some(live) = &mut self.live else { return self.needs(Phase::Playing) };
        let new = live.play(seat, moves)?;
        let lines = live.take();
        self.played(seat, (by, key.clone()), new, now, out);
        let by = (by != seat).then_some(by);
        self.written(Entry { at: now, record: Record::Played { seat, by, key, lines } }, out);
        Ok(())
    }

    /// Updates clocks, proposals and viewers after the last `new` entries.
    pub(crate) fn played(
        &mut self,
        seat: Seat,
        (by, key): (Seat, String),
        new: usize,
        now: u64,
        out: &mut Vec<Effect>,
    ) {
        if !key.is_empty() {
            self.replies[by.index()].put(key, Ok(()));
        }
        let answered = |fault: &Fault| fault.seat == seat || self.clocks.has_answered(fault.seat);
        let failed = self.fault.as_ref().is_some_and(answered);
        let Some(live) = &mut self.live else { return };
        if self.terms.undo && !self.viewers.is_empty() {
            live.look_for_secrets();
        }
        let live = &*live;
        let new = &live.played[live.played.len() - new..];
        let told = new.iter().any(|entry| !entry.facts.is_empty());
        let turn = live.game.turn();
        self.clocks.answered(self.terms.clock, seat, told, turn.seats(), now);
        if told {
            // A public answer ends all proposals. A sealed answer keeps them, because it must change nothing visible.
            self.proposals.clear();
        }
        if !self.viewers.is_empty() {
            self.viewers.look(live, new, out);
        }
        if turn.is_over() {
            self.outcome = live.game.outcome();
            self.finished();
        } else if failed && told {
            // A sealed answer does not clear the failure of the bot. A cleared failure would show that the bot has
            // answered.
            self.recovered(now);
        }
    }

    pub(crate) fn finished(&mut self) {
        self.phase = Phase::Over;
        self.proposals.clear();
        self.fault = None;
        self.paused = false;
    }

    /// Ends the match if a seat has run out of time.
    pub(crate) fn tick(&mut self, now: u64, out: &mut Vec<Effect>) -> Done {
        let clock = self.terms.clock;
        if !clock.runs() {
            return Ok(());
        }
        let Some(live) = self.live.as_ref().filter(|_| self.phase == Phase::Playing) else { return Ok(()) };
        let late = self.clocks.out(clock, live.game.turn().seats(), now);
        if late.is_empty() {
            return Ok(());
        }
        let on_time = Seat::all(self.places.len()).filter(|seat| !late.has(*seat));
        let others = on_time.map(|seat| &self.places[seat.index()]).filter(|place| !place.resigned);
        // `empty` means that a seat has neither a player nor a bot. `people` means that at least one seat still has a
        // player.
        let (mut empty, mut people) = (false, false);
        for place in others {
            empty |= place.is_empty();
            people |= place.owner.is_some();
        }
        if empty && !people {
            // All opponents have left, so no player can win, and the match has no result.
            return self.commit(Record::Closed { reason: NOBODY_LEFT.to_owned() }, now, out);
        }
        // Players who resigned rank below players who ran out of time.
        let (resigned, played) = (self.given_up(), late.minus(self.given_up()));
        let listed = |seats: SeatSet| -> Vec<Seat> { seats.iter().collect() };
        let ending = if resigned.is_empty() {
            Ending::OutOfTime(listed(late))
        } else if played.is_empty() {
            Ending::Resigned(listed(resigned))
        } else {
            Ending::OutOfTimeAfter { late: listed(played), resigned: listed(resigned) }
        };
        self.end(&ending, now, out)
    }

    /// Gives downtime of the server back to the clocks.
    pub(crate) fn away(&mut self, who: Sender, from: u64, to: u64, now: u64, out: &mut Vec<Effect>) -> Done {
        if who != Sender::Clock {
            return Err(Refusal::new(RefusalCode::NotYours, "Only the server can report its downtime."));
        }
        let timed = self.terms.clock.runs();
        if self.phase != Phase::Playing || !timed || to > now || !self.clocks.lost(from, to) {
            return Ok(());
        }
        self.commit(Record::Downtime { from, to }, now, out)
    }

    /// Ends the match early, for example by a resignation.
    pub(crate) fn end(&mut self, ending: &Ending, now: u64, out: &mut Vec<Effect>) -> Done {
        let Some(live) = &mut self.live else { return self.needs(Phase::Playing) };
        live.end(ending)?;
        let Some(line) = live.take().pop() else {
            return Err(Refusal::new(RefusalCode::WrongPhase, "The game is over."));
        };
        self.outcome = ending.outcome(self.places.len());
        self.finished();
        self.written(Entry { at: now, record: Record::Ended { line } }, out);
        Ok(())
    }

    pub(crate) fn fault(&mut self, who: Sender, ask: u32, mut text: String, now: u64, out: &mut Vec<Effect>) -> Done {
        self.needs(Phase::Playing)?;
        let Sender::Machine(seat) = who else {
            return Err(Refusal::new(RefusalCode::NotYours, "Only bots can report a failure."));
        };
        let driver = &self.at(seat)?.driver;
        if !driver.is_ai() {
            return Err(Refusal::new(RefusalCode::NotYours, "No bot plays this seat."));
        }
        if *driver == Driver::Sponsored {
            SPONSORED_FAULT.clone_into(&mut text);
        }
        let asked = |live: &RunningMatch| live.game.turn().seats().has(seat) && live.game.answered(seat) == ask;
        if !self.live.as_ref().is_some_and(asked) {
            return Err(Refusal::new(RefusalCode::StaleAsk, "That move is no longer possible."));
        }
        if self.fault.as_ref().is_some_and(|fault| fault.seat == seat) {
            return Ok(());
        }
        if text.len() > MAX_FAULT {
            text.truncate(text.floor_char_boundary(MAX_FAULT));
        }
        self.commit(Record::Fault { seat, ask, text }, now, out)
    }

    pub(crate) fn failed(&mut self, seat: Seat, text: &str, now: u64) {
        // Only the first failure is shown. A retry asks all failed bots again.
        self.fault.get_or_insert_with(|| Fault { seat, text: text.to_owned() });
        if self.fault_stops_clocks() {
            self.clocks.stop(now);
        }
    }

    /// Whether the clocks stop for the current failure. They stop if the failed bot plays a seat without a player. If a
    /// player sits there, the clocks keep running, because the player chose the bot and can take over.
    pub(crate) fn fault_stops_clocks(&self) -> bool {
        let place = self.fault.as_ref().and_then(|fault| self.places.get(fault.seat.index()));
        place.is_some_and(|place| place.owner.is_none())
    }

    pub(crate) fn retry(&mut self, who: Sender, now: u64, out: &mut Vec<Effect>) -> Done {
        self.needs(Phase::Playing)?;
        if !matches!(who, Sender::Host | Sender::Seat(_)) {
            return Err(Refusal::new(RefusalCode::NotYours, "Only the host or a seated player can retry a bot."));
        }
        if self.fault.is_none() {
            return Err(Refusal::new(RefusalCode::WrongPhase, "No bot has failed."));
        }
        self.commit(Record::Retried {}, now, out)
    }

    pub(crate) fn close(&mut self, who: Sender, reason: String, now: u64, out: &mut Vec<Effect>) -> Done {
        if !matches!(who, Sender::Host | Sender::Clock | Sender::Operator) {
            return Err(Refusal::new(RefusalCode::NotYours, "Only the host can close the table."));
        }
        if who != Sender::Clock && !is_plain(&reason) {
            return Err(Refusal::new(RefusalCode::Malformed, "The reason must be one line of visible characters."));
        }
        if self.phase == Phase::Over {
            return self.needs(Phase::Playing);
        }
        // The reason says that the host closed the table. A host who plays could close it to avoid a loss.
        let by = match who {
            Sender::Host => CLOSED_BY_HOST,
            Sender::Operator => CLOSED_BY_OPERATOR,
            _ => "",
        };
        let reason = match (by.is_empty(), reason.is_empty()) {
            (true, _) => reason,
            (false, true) => by.to_owned(),
            (false, false) => format!("{by}: {reason}"),
        };
        self.commit(Record::Closed { reason }, now, out)
    }

    /// The ask that a bot of the server should answer for this seat: its driver, the epoch and the ask number. `None`
    /// if the server has no bot to run for this seat now.
    #[must_use]
    pub fn awaits(&self, seat: Seat) -> Option<(&Driver, u32, u32)> {
        let live = self.live.as_ref().filter(|_| self.phase == Phase::Playing && !self.paused)?;
        let place = self.places.get(seat.index()).filter(|place| place.driver.is_hosted())?;
        let failed = self.fault.as_ref().is_some_and(|fault| fault.seat == seat);
        let due = live.game.turn().seats().has(seat) && !failed;
        due.then(|| (&place.driver, live.epoch, live.game.answered(seat)))
    }

    /// Adds an effect for each bot of the server that has to decide now.
    pub(crate) fn wake(&mut self, out: &mut Vec<Effect>) {
        if self.phase != Phase::Playing || self.paused {
            return;
        }
        if !self.places.iter().any(|place| place.driver.is_hosted()) {
            return;
        }
        let Some(live) = &self.live else { return };
        let mut hosted = live.game.turn().seats();
        for seat in hosted.iter() {
            let failed = self.fault.as_ref().is_some_and(|fault| fault.seat == seat);
            if failed || !self.places[seat.index()].driver.is_hosted() {
                hosted = hosted.without(seat);
            }
        }
        if hosted.is_empty() {
            return;
        }
        let starts = self.waits_for_start();
        if !starts.is_empty() && !self.places.iter().any(crate::SeatInfo::has_voice) {
            out.push(Effect::NextHand);
        }
        for seat in hosted.minus(starts).iter() {
            let Some(live) = &self.live else { return };
            let now = (live.epoch, live.game.answered(seat));
            if self.thinking.insert(seat, now) != Some(now) {
                out.push(Effect::Think { seat, ask: now.1 });
            }
        }
    }
}
