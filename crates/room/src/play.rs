//! Answers, clocks, machines.

use crate::effect::Effect;
use crate::input::{Answer, Refusal, RefusalCode, Sender};
use crate::record::{Entry, Record};
use crate::room::{Phase, Room};
use crate::running_match::RunningMatch;
use crate::seats::{Driver, is_plain};
use crate::status::Fault;
use rulebook_kernel::{Seat, SeatSet};
use rulebook_matchlog::Ending;

/// Why a match has no result where somebody ran out of time and those who played against them have got up.
const NOBODY_LEFT: &str = "time is up, and nobody is there who could have won";

/// What is said before the host's own reason.
const CLOSED_BY_HOST: &str = "the host closed it";
/// The longest idempotency key, in bytes.
pub const MAX_KEY: usize = 64;
/// The most picks in one answer.
pub const MAX_BATCH: usize = 256;
/// The move that begins a hand, in games that have hands: people make it, machines never do.
pub const START: &str = "start-game";
/// The longest story of a machine that could not answer, in bytes.
const MAX_FAULT: usize = 2000;
/// What is told of a model in somebody's browser that could not answer. Its own words would be its owner's, and there is no chat.
const SPONSORED_FAULT: &str = "the model in the browser did not answer";

type Done = Result<(), Refusal>;

impl Room {
    /// An answer, its reply and what follows.
    pub(crate) fn answer(&mut self, who: Sender, answer: Answer, now: u64, out: &mut Vec<Effect>) {
        let seat = match who {
            Sender::Seat(seat) | Sender::Machine(seat) if seat.index() < self.places.len() => seat,
            _ => {
                let refusal = Refusal::new(RefusalCode::NotYours, "only who sits at the table answers");
                return out.push(Effect::Reply(Err(refusal)));
            }
        };
        let Answer { ask, moves, key } = answer;
        // Not every store has a place for whatever a text may hold.
        if key.is_empty() || key.len() > MAX_KEY || !is_plain(&key) {
            let refusal = Refusal::new(RefusalCode::Malformed, "an answer has a key of 1 to 64 bytes that can be seen");
            return out.push(Effect::Reply(Err(refusal)));
        }
        if let Some(earlier) = self.replies[seat.index()].get(&key) {
            return out.push(Effect::Reply(earlier.clone()));
        }
        let result = if self.deals_for_another(who, seat, &moves) {
            self.start(who, key.clone(), now, out)
        } else {
            let result = self.may_answer(who, seat, ask, &moves, now, out);
            result.and_then(|()| self.play(seat, &moves, (seat, key.clone()), now, out))
        };
        if let Err(refusal) = &result {
            if matches!(refusal.code, RefusalCode::Illegal | RefusalCode::StaleAsk) {
                // The same answer to the same ask is refused again. Other reasons pass: a pause, a machine in the seat.
                self.replies[seat.index()].put(key, Err(refusal.clone()));
            }
            if matches!(who, Sender::Machine(_))
                && !matches!(refusal.code, RefusalCode::StaleAsk | RefusalCode::WrongPhase | RefusalCode::Paused)
            {
                // Why is for who sent it: the reason may name what the seat holds.
                let _ = self.fault(who, ask, "the answer was refused".to_owned(), now, out);
            }
        }
        let at = out.iter().take_while(|effect| matches!(effect, Effect::Write(_))).count();
        out.insert(at, Effect::Reply(result));
    }

    /// Any of the people begins the next hand, whomever the rules ask to: `start-game` is everybody's intent.
    fn deals_for_another(&self, who: Sender, seat: Seat, moves: &[String]) -> bool {
        if !matches!(who, Sender::Seat(_)) || moves != [START] {
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
        // Whoever answers too late has lost before the answer is looked at.
        if self.phase == Phase::Playing {
            self.tick(now, out)?;
        }
        self.needs(Phase::Playing)?;
        let driver = &self.places[seat.index()].driver;
        match who {
            Sender::Seat(_) if self.places[seat.index()].owner.is_none() => {
                return Err(Refusal::new(RefusalCode::NotYours, "nobody sits there"));
            }
            Sender::Seat(_) if driver.is_ai() => {
                return Err(Refusal::new(RefusalCode::NotYours, "a machine decides for this seat now"));
            }
            Sender::Machine(_) if !driver.is_ai() => {
                return Err(Refusal::new(RefusalCode::NotYours, "no machine decides for this seat"));
            }
            Sender::Machine(_) if moves.iter().any(|text| text == START) => {
                return Err(Refusal::new(RefusalCode::NotYours, "a hand is started by people"));
            }
            _ => {}
        }
        if self.paused {
            return Err(Refusal::new(RefusalCode::Paused, "the table is stopped"));
        }
        let answered = self.live.as_ref().map_or(0, |live| live.game.answered(seat));
        if answered != ask {
            return Err(Refusal::new(RefusalCode::StaleAsk, "that ask is not open any more"));
        }
        if moves.is_empty() || moves.len() > MAX_BATCH {
            return Err(Refusal::new(RefusalCode::Malformed, "an answer is one move, or the picks of one decision"));
        }
        Ok(())
    }

    /// Plays what somebody has sent with a key, and has it written.
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

    /// What follows from the last `new` entries of the match.
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
            // Others can tell that the match went on; an answer under seal changes nothing.
            self.proposals.clear();
        }
        if !self.viewers.is_empty() {
            self.viewers.look(live, new, out);
        }
        if turn.is_over() {
            self.outcome = live.game.outcome();
            self.finished();
        } else if failed && told {
            // Not under seal: it would be told that the machine has answered after all.
            self.recovered(now);
        }
    }

    pub(crate) fn finished(&mut self) {
        self.phase = Phase::Over;
        self.proposals.clear();
        self.fault = None;
        self.paused = false;
    }

    /// Who has run out of time has lost.
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
        // Seats that somebody got up from, or these and machines.
        let (mut empty, mut people) = (false, false);
        for place in others {
            empty |= place.is_empty();
            people |= place.owner.is_some();
        }
        if empty && !people {
            // As with who resigns: nobody is there to win, and who got up has not won.
            return self.commit(Record::Closed { reason: NOBODY_LEFT.to_owned() }, now, out);
        }
        // Who gave up before is behind who played on.
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

    /// Nobody loses by a host that was not there.
    pub(crate) fn away(&mut self, who: Sender, from: u64, to: u64, now: u64, out: &mut Vec<Effect>) -> Done {
        if who != Sender::Clock {
            return Err(Refusal::new(RefusalCode::NotYours, "the host knows when it was away"));
        }
        let timed = self.terms.clock.runs();
        if self.phase != Phase::Playing || !timed || to > now || !self.clocks.lost(from, to) {
            return Ok(());
        }
        self.commit(Record::Downtime { from, to }, now, out)
    }

    /// Ends the match before the rules do.
    pub(crate) fn end(&mut self, ending: &Ending, now: u64, out: &mut Vec<Effect>) -> Done {
        let Some(live) = &mut self.live else { return self.needs(Phase::Playing) };
        live.end(ending)?;
        let Some(line) = live.take().pop() else {
            return Err(Refusal::new(RefusalCode::WrongPhase, "the game is over"));
        };
        self.outcome = ending.outcome(self.places.len());
        self.finished();
        self.written(Entry { at: now, record: Record::Ended { line } }, out);
        Ok(())
    }

    pub(crate) fn fault(&mut self, who: Sender, ask: u32, mut text: String, now: u64, out: &mut Vec<Effect>) -> Done {
        self.needs(Phase::Playing)?;
        let Sender::Machine(seat) = who else {
            return Err(Refusal::new(RefusalCode::NotYours, "only machines fail like that"));
        };
        let driver = &self.at(seat)?.driver;
        if !driver.is_ai() {
            return Err(Refusal::new(RefusalCode::NotYours, "no machine decides for this seat"));
        }
        if *driver == Driver::Sponsored {
            SPONSORED_FAULT.clone_into(&mut text);
        }
        let asked = |live: &RunningMatch| live.game.turn().seats().has(seat) && live.game.answered(seat) == ask;
        if !self.live.as_ref().is_some_and(asked) {
            return Err(Refusal::new(RefusalCode::StaleAsk, "that ask is not open any more"));
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
        // Of several that failed one is told; whoever asks again asks all of them.
        self.fault.get_or_insert_with(|| Fault { seat, text: text.to_owned() });
        if self.fault_stops_clocks() {
            self.clocks.stop(now);
        }
    }

    /// A machine of the host that fails costs nobody time. Who sits in the seat can take over, and chose the machine: for them
    /// time goes on, or failing would be a way to stop it.
    pub(crate) fn fault_stops_clocks(&self) -> bool {
        let place = self.fault.as_ref().and_then(|fault| self.places.get(fault.seat.index()));
        place.is_some_and(|place| place.owner.is_none())
    }

    pub(crate) fn retry(&mut self, who: Sender, now: u64, out: &mut Vec<Effect>) -> Done {
        self.needs(Phase::Playing)?;
        if !matches!(who, Sender::Host | Sender::Seat(_)) {
            return Err(Refusal::new(RefusalCode::NotYours, "somebody at the table asks the machine again"));
        }
        if self.fault.is_none() {
            return Err(Refusal::new(RefusalCode::WrongPhase, "no machine has failed"));
        }
        self.commit(Record::Retried {}, now, out)
    }

    pub(crate) fn close(&mut self, who: Sender, reason: String, now: u64, out: &mut Vec<Effect>) -> Done {
        if !matches!(who, Sender::Host | Sender::Clock) {
            return Err(Refusal::new(RefusalCode::NotYours, "the host closes the table"));
        }
        if who.is_host() && !is_plain(&reason) {
            return Err(Refusal::new(RefusalCode::Malformed, "a reason is one line of characters that can be seen"));
        }
        if self.phase == Phase::Over {
            return self.needs(Phase::Playing);
        }
        // Who did it is told: a host who plays might do it because the cards are bad.
        let reason = match who.is_host() {
            true if reason.is_empty() => CLOSED_BY_HOST.to_owned(),
            true => format!("{CLOSED_BY_HOST}: {reason}"),
            false => reason,
        };
        self.commit(Record::Closed { reason }, now, out)
    }

    /// The ask that a machine of the host should answer for this seat now: which machine, the epoch and the ask. What was thought
    /// about anything else is of no use any more.
    #[must_use]
    pub fn awaits(&self, seat: Seat) -> Option<(&Driver, u32, u32)> {
        let live = self.live.as_ref().filter(|_| self.phase == Phase::Playing && !self.paused)?;
        let place = self.places.get(seat.index()).filter(|place| place.driver.is_hosted())?;
        let failed = self.fault.as_ref().is_some_and(|fault| fault.seat == seat);
        let due = live.game.turn().seats().has(seat) && !failed;
        due.then(|| (&place.driver, live.epoch, live.game.answered(seat)))
    }

    /// Wakes the machines that are asked something.
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
