//! Answers, clocks, machines.

use crate::effect::Effect;
use crate::input::{Answer, Code, Refusal, Who};
use crate::record::{Entry, Record};
use crate::room::{Phase, Room};
use crate::status::Fault;
use rulebook_kernel::{Outcome, Seat, SeatSet};

/// The longest idempotency key, in bytes.
pub const MAX_KEY: usize = 64;
/// The most picks in one answer.
pub const MAX_BATCH: usize = 256;
/// The move that begins a hand, in games that have hands: people make it, machines never do.
pub const START: &str = "start-game";
/// The longest story of a machine that could not answer, in bytes.
const MAX_FAULT: usize = 2000;

type Done = Result<(), Refusal>;

impl Room {
    /// An answer, its reply and what follows.
    pub(crate) fn answer(&mut self, who: Who, answer: Answer, now: u64, out: &mut Vec<Effect>) {
        let seat = match who {
            Who::Seat(seat) | Who::Machine(seat) if seat.index() < self.places.len() => seat,
            _ => {
                let refusal = Refusal::new(Code::NotYours, "only who sits at the table answers");
                return out.push(Effect::Reply(Err(refusal)));
            }
        };
        let Answer { ask, moves, key } = answer;
        if key.is_empty() || key.len() > MAX_KEY {
            let refusal = Refusal::new(Code::Malformed, "an answer has a key of 1 to 64 bytes");
            return out.push(Effect::Reply(Err(refusal)));
        }
        if let Some(earlier) = self.seen[seat.index()].get(&key) {
            return out.push(Effect::Reply(earlier.clone()));
        }
        let result = self.may_answer(who, seat, ask, &moves, now, out);
        let result = result.and_then(|()| self.play(seat, &moves, key.clone(), now, out));
        if let Err(refusal) = &result {
            self.seen[seat.index()].put(key, Err(refusal.clone()));
            if matches!(who, Who::Machine(_)) && !matches!(refusal.code, Code::StaleAsk | Code::WrongPhase) {
                // Why is for who sent it: the reason may name what the seat holds.
                let _ = self.fault(who, "the answer was refused".to_owned(), now, out);
            }
        }
        let at = out.iter().take_while(|effect| matches!(effect, Effect::Write(_))).count();
        out.insert(at, Effect::Reply(result));
    }

    fn may_answer(
        &mut self,
        who: Who,
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
            Who::Seat(_) if self.places[seat.index()].owner.is_none() => {
                return Err(Refusal::new(Code::NotYours, "nobody sits there"));
            }
            Who::Seat(_) if driver.is_ai() => {
                return Err(Refusal::new(Code::NotYours, "a machine decides for this seat now"));
            }
            Who::Machine(_) if !driver.is_ai() => {
                return Err(Refusal::new(Code::NotYours, "no machine decides for this seat"));
            }
            Who::Machine(_) if moves.iter().any(|text| text == START) => {
                return Err(Refusal::new(Code::NotYours, "a hand is started by people"));
            }
            _ => {}
        }
        if self.paused {
            return Err(Refusal::new(Code::Paused, "the table is stopped"));
        }
        let answered = self.live.as_ref().map_or(0, |live| live.game.answered(seat));
        if answered != ask {
            return Err(Refusal::new(Code::StaleAsk, "that ask is not open any more"));
        }
        if moves.is_empty() || moves.len() > MAX_BATCH {
            return Err(Refusal::new(Code::Malformed, "an answer is one move, or the picks of one decision"));
        }
        Ok(())
    }

    /// Plays and has it written.
    pub(crate) fn play(&mut self, seat: Seat, moves: &[String], key: String, now: u64, out: &mut Vec<Effect>) -> Done {
        let Some(live) = &mut self.live else { return self.needs(Phase::Playing) };
        let new = live.play(seat, moves)?;
        let lines = live.take();
        self.played(seat, key.clone(), new, now, out);
        self.written(Entry { at: now, record: Record::Played { seat, key, lines } }, out);
        Ok(())
    }

    /// What follows from the last `new` entries of the match.
    pub(crate) fn played(&mut self, seat: Seat, key: String, new: usize, now: u64, out: &mut Vec<Effect>) {
        self.seen[seat.index()].put(key, Ok(()));
        let Some(live) = &self.live else { return };
        let new = &live.played[live.played.len() - new..];
        let told = new.iter().any(|entry| !entry.facts.is_empty());
        let turn = live.game.turn();
        self.clocks.answered(self.terms.clock, seat, told, turn.seats(), now);
        if told {
            // Others can tell that the match went on; an answer under seal changes nothing.
            self.offers.clear();
        }
        if self.fault.as_ref().is_some_and(|fault| fault.seat == seat) {
            self.fault = None;
            if !self.paused {
                self.clocks.go_on(now);
            }
        }
        if !self.looks.is_empty() {
            self.looks.look(live, new, out);
        }
        if turn.is_over() {
            self.outcome = live.game.outcome();
            self.finished();
        }
    }

    pub(crate) fn finished(&mut self) {
        self.phase = Phase::Over;
        self.offers.clear();
        self.fault = None;
        self.paused = false;
    }

    /// Who has run out of time has lost.
    pub(crate) fn tick(&mut self, now: u64, out: &mut Vec<Effect>) -> Done {
        let clock = self.terms.clock;
        if clock.move_ms == 0 && clock.game_ms == 0 {
            return Ok(());
        }
        let Some(live) = self.live.as_ref().filter(|_| self.phase == Phase::Playing) else { return Ok(()) };
        let late = self.clocks.out(clock, live.game.turn().seats(), now);
        if late.is_empty() {
            return Ok(());
        }
        let names: Vec<String> = late.iter().map(|seat| seat.to_string()).collect();
        let outcome = against(self.places.len(), late, format!("{} ran out of time", names.join(", ")));
        self.end(outcome, now, out)
    }

    /// Ends the match before the rules do.
    pub(crate) fn end(&mut self, outcome: Outcome, now: u64, out: &mut Vec<Effect>) -> Done {
        let Some(live) = &mut self.live else { return self.needs(Phase::Playing) };
        live.end(outcome.clone());
        let Some(line) = live.take().pop() else { return Err(Refusal::new(Code::WrongPhase, "the game is over")) };
        self.outcome = Some(outcome);
        self.finished();
        self.written(Entry { at: now, record: Record::Ended { line } }, out);
        Ok(())
    }

    pub(crate) fn fault(&mut self, who: Who, mut text: String, now: u64, out: &mut Vec<Effect>) -> Done {
        self.needs(Phase::Playing)?;
        let Who::Machine(seat) = who else { return Err(Refusal::new(Code::NotYours, "only machines fail like that")) };
        if text.len() > MAX_FAULT {
            text.truncate(text.floor_char_boundary(MAX_FAULT));
        }
        self.commit(Record::Fault { seat, text }, now, out)
    }

    pub(crate) fn failed(&mut self, seat: Seat, text: &str, now: u64) {
        self.fault = Some(Fault { seat, text: text.to_owned() });
        self.clocks.stop(now);
    }

    pub(crate) fn retry(&mut self, who: Who, now: u64, out: &mut Vec<Effect>) -> Done {
        self.needs(Phase::Playing)?;
        if !matches!(who, Who::Host | Who::Seat(_)) {
            return Err(Refusal::new(Code::NotYours, "somebody at the table asks the machine again"));
        }
        if self.fault.is_none() {
            return Err(Refusal::new(Code::WrongPhase, "no machine has failed"));
        }
        self.commit(Record::Retried {}, now, out)
    }

    pub(crate) fn close(&mut self, who: Who, reason: String, now: u64, out: &mut Vec<Effect>) -> Done {
        if !matches!(who, Who::Host | Who::Clock) {
            return Err(Refusal::new(Code::NotYours, "the host closes the table"));
        }
        if self.phase == Phase::Over {
            return self.needs(Phase::Playing);
        }
        self.commit(Record::Closed { reason }, now, out)
    }

    /// Wakes the machines that are asked something.
    pub(crate) fn wake(&mut self, out: &mut Vec<Effect>) {
        if self.phase != Phase::Playing || self.paused || self.fault.is_some() {
            return;
        }
        if !self.places.iter().any(|place| place.driver.is_hosted()) {
            return;
        }
        let Some(live) = &self.live else { return };
        let mut hosted = live.game.turn().seats();
        for seat in hosted.iter() {
            if !self.places[seat.index()].driver.is_hosted() {
                hosted = hosted.without(seat);
            }
        }
        if hosted.is_empty() {
            return;
        }
        let starts = self.waits_for_start();
        if !starts.is_empty() && !self.places.iter().any(crate::Place::has_voice) {
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

/// These seats lose, the others share the first place.
pub(crate) fn against(seats: usize, losers: SeatSet, reason: String) -> Outcome {
    let winners: SeatSet = Seat::all(seats).filter(|seat| !losers.has(*seat)).collect();
    if winners.is_empty() && seats > 1 {
        return Outcome::draw(seats, reason);
    }
    Outcome::won_by(seats, winners, reason)
}
