//! Before the start, and who decides where: sitting down, getting up, machines, options, words for the key.

use crate::effect::Effect;
use crate::input::{Refusal, RefusalCode, Sender};
use crate::record::{Entry, Record};
use crate::room::{Phase, Room};
use crate::running_match::RunningMatch;
use crate::seats::{Driver, SeatInfo, checked_name, is_plain};
use rulebook_kernel::{Seat, SeatSet, Setup};
use rulebook_stage::{AnyMatch, Offer, OfferKind};

/// Why a table is closed where no match was begun.
const NOT_STARTED: &str = "nobody started the match in time";
/// Why a match is closed that nobody goes on with.
const FORSAKEN: &str = "nobody has come to play it for a long time";
/// The longest words that a seat may add to the key, in bytes.
const MAX_ENTROPY: usize = 200;

type Done = Result<(), Refusal>;

fn refuse(code: RefusalCode, reason: &'static str) -> Done {
    Err(Refusal::new(code, reason))
}

impl Room {
    pub(crate) fn at(&self, seat: Seat) -> Result<&SeatInfo, Refusal> {
        self.places.get(seat.index()).ok_or_else(|| Refusal::new(RefusalCode::Malformed, "there is no such seat"))
    }

    pub(crate) fn sit(&mut self, seat: Seat, name: &str, now: u64, out: &mut Vec<Effect>) -> Done {
        let place = self.at(seat)?;
        if self.phase == Phase::Over {
            return refuse(RefusalCode::WrongPhase, "the game is over");
        }
        if place.owner.is_some() {
            return refuse(RefusalCode::NotAllowed, "somebody sits there");
        }
        let name = checked_name(name).map_err(|why| Refusal::new(RefusalCode::Malformed, why.reason().to_owned()))?;
        if self.places.iter().any(|other| other.owner.as_deref() == Some(name.as_str())) {
            return refuse(RefusalCode::NotAllowed, "somebody at this table has that name");
        }
        if self.phase == Phase::Playing {
            self.may_take_over(place, &name)?;
        }
        let place = SeatInfo { owner: Some(name), sat: place.sat + 1, ..SeatInfo::default() };
        self.commit(Record::Seat { seat, place }, now, out)
    }

    /// A seat of a match that runs holds cards: who sits down there is shown them. So nobody does, unless everybody was told at
    /// the beginning that it may happen, and then only somebody who has not seen the cards of another seat.
    fn may_take_over(&self, place: &SeatInfo, name: &str) -> Done {
        if place.resigned {
            return refuse(RefusalCode::NotAllowed, "who has resigned does not come back");
        }
        if !self.terms.newcomers {
            return refuse(RefusalCode::NotAllowed, "the match has begun: nobody takes over a seat at this table");
        }
        if self.witnesses.contains(name) {
            return refuse(RefusalCode::NotAllowed, "who has sat at this table does not take over another seat");
        }
        Ok(())
    }

    pub(crate) fn stand(&mut self, who: Sender, seat: Seat, now: u64, out: &mut Vec<Effect>) -> Done {
        if !who.is_host() && who != Sender::Seat(seat) {
            return refuse(RefusalCode::NotYours, "that is not your seat");
        }
        if who.is_host() && self.phase == Phase::Playing {
            // Nobody can tell whether the host plays: whoever is put out could be made to lose, or to agree.
            return refuse(RefusalCode::NotAllowed, "the match has begun: nobody is made to get up");
        }
        let place = self.at(seat)?;
        if place.owner.is_none() {
            return refuse(RefusalCode::NotAllowed, "nobody sits there");
        }
        let place = place.got_up(self.phase == Phase::Playing);
        self.commit(Record::Seat { seat, place }, now, out)
    }

    /// Who got up has seen the cards of that seat and of no other: nothing is shown that was not.
    pub(crate) fn come_back(&mut self, seat: Seat, sitting: u32, now: u64, out: &mut Vec<Effect>) -> Done {
        self.needs(Phase::Playing)?;
        let Some(place) = self.at(seat)?.come_back(sitting) else {
            return refuse(RefusalCode::NotYours, "that seat is not kept for you");
        };
        self.commit(Record::Seat { seat, place }, now, out)
    }

    pub(crate) fn drive(&mut self, who: Sender, seat: Seat, driver: Driver, now: u64, out: &mut Vec<Effect>) -> Done {
        let place = self.at(seat)?.clone();
        driver.check().map_err(|why| Refusal::new(RefusalCode::Malformed, why.reason().to_owned()))?;
        if self.phase == Phase::Over {
            return refuse(RefusalCode::WrongPhase, "the game is over");
        }
        let own = who == Sender::Seat(seat) && place.owner.is_some();
        let free = who.is_host() && place.owner.is_none();
        if !own && !free {
            return refuse(RefusalCode::NotYours, "the host chooses for free seats, and everybody for their own");
        }
        if place.resigned {
            return refuse(RefusalCode::NotAllowed, "who has resigned does not come back");
        }
        if free && driver == Driver::Sponsored {
            return refuse(RefusalCode::NotAllowed, "who sponsors a model sits in its seat");
        }
        self.commit(Record::Seat { seat, place: SeatInfo { driver, ..place } }, now, out)
    }

    pub(crate) fn set_up(&mut self, who: Sender, setup: Setup, now: u64, out: &mut Vec<Effect>) -> Done {
        self.needs(Phase::Lobby)?;
        if !who.is_host() {
            return refuse(RefusalCode::NotYours, "the host chooses the options");
        }
        if self.terms.practice {
            return refuse(RefusalCode::NotAllowed, "a practice deal is the same deal again");
        }
        self.rules.info().admits(&setup)?;
        if self.places.iter().skip(setup.seats).any(|place| place.owner.is_some()) {
            return refuse(RefusalCode::NotAllowed, "somebody sits on a seat that would go");
        }
        self.commit(Record::Setup { setup }, now, out)
    }

    pub(crate) fn add_entropy(&mut self, who: Sender, text: String, now: u64, out: &mut Vec<Effect>) -> Done {
        self.needs(Phase::Lobby)?;
        let Sender::Seat(seat) = who else { return refuse(RefusalCode::NotYours, "only who sits adds to the key") };
        self.at(seat)?;
        if self.terms.practice {
            return refuse(RefusalCode::NotAllowed, "a practice deal is the same deal again");
        }
        if text.len() > MAX_ENTROPY || !is_plain(&text) {
            return refuse(
                RefusalCode::Malformed,
                "words for the key are one line of at most 200 bytes that can be seen",
            );
        }
        self.commit(Record::Entropy { seat, text }, now, out)
    }

    /// Begins the match, or its next hand. The key is that of an intent; a command has an empty one.
    pub(crate) fn start(&mut self, who: Sender, key: String, now: u64, out: &mut Vec<Effect>) -> Done {
        match who {
            Sender::Machine(_) => return refuse(RefusalCode::NotYours, "a match is started by people"),
            Sender::Guest => return refuse(RefusalCode::NotYours, "who has no seat does not start the match"),
            Sender::Seat(seat) if self.at(seat)?.driver.is_ai() => {
                return refuse(RefusalCode::NotYours, "a match is started by people");
            }
            Sender::Host | Sender::Seat(_) | Sender::Clock => {}
        }
        if self.phase == Phase::Playing {
            return self.next_hand(who, key, now, out);
        }
        self.needs(Phase::Lobby)?;
        if who == Sender::Clock {
            return refuse(RefusalCode::NotYours, "a match is started by people");
        }
        if self.places.iter().any(SeatInfo::is_empty) {
            return refuse(RefusalCode::WrongPhase, "there are empty seats");
        }
        let names: Vec<String> = self.places.iter().map(SeatInfo::name).collect();
        let (rules, semantics) = (&*self.rules, self.semantics);
        let mut live = RunningMatch::begin(rules, semantics, &self.setup, &self.secret, &self.entropy, &names)?;
        let lines = live.take();
        let entry = Entry { at: now, record: Record::Started { lines } };
        self.begun(live, now, out);
        self.written(entry, out);
        Ok(())
    }

    /// A table that nobody needs ends. One where somebody has just started the match goes on.
    pub(crate) fn expire(&mut self, who: Sender, now: u64, out: &mut Vec<Effect>) -> Done {
        if who != Sender::Clock {
            return refuse(RefusalCode::NotYours, "the host knows how long a table waits");
        }
        self.needs(Phase::Lobby)?;
        self.commit(Record::Closed { reason: NOT_STARTED.to_owned() }, now, out)
    }

    /// A match that nobody goes on with ends, without a result. One that has gone on meanwhile does not.
    pub(crate) fn abandon(&mut self, who: Sender, version: u64, now: u64, out: &mut Vec<Effect>) -> Done {
        if who != Sender::Clock {
            return refuse(RefusalCode::NotYours, "the host knows when somebody came");
        }
        self.needs(Phase::Playing)?;
        if self.version() != version {
            return refuse(RefusalCode::WrongPhase, "the match has gone on");
        }
        self.tick(now, out)?;
        self.needs(Phase::Playing)?;
        if self.deadline().is_some() {
            // A move may take longer than hosts wait, and who waits for it wins by the clock.
            return refuse(RefusalCode::WrongPhase, "a clock runs here, and ends it");
        }
        self.commit(Record::Closed { reason: FORSAKEN.to_owned() }, now, out)
    }

    /// Whoever of the people begins the next hand, for whoever is asked to; the clock only for machines.
    fn next_hand(&mut self, who: Sender, key: String, now: u64, out: &mut Vec<Effect>) -> Done {
        self.tick(now, out)?;
        self.needs(Phase::Playing)?;
        if self.paused {
            return refuse(RefusalCode::Paused, "the table is stopped");
        }
        let asked = if who == Sender::Clock { self.waits_for_start() } else { self.asked_to_start() };
        let offer = |seat: Seat| Some((seat, start_offer(&*self.live.as_ref()?.game, seat)?));
        let Some((seat, offer)) = asked.lowest().and_then(offer) else {
            return refuse(RefusalCode::WrongPhase, "nobody is asked to begin a hand");
        };
        // Keys are those of who sent them: a seat that is dealt for has all of its own left.
        let by = if let Sender::Seat(own) = who { own } else { seat };
        self.play(seat, &[offer.text], (by, key), now, out)
    }

    /// The machines that are asked to begin a hand, which people do.
    pub(crate) fn waits_for_start(&self) -> SeatSet {
        self.asked_to_start().iter().filter(|seat| self.places[seat.index()].driver.is_ai()).collect()
    }

    /// Those who are asked to begin a hand.
    pub(crate) fn asked_to_start(&self) -> SeatSet {
        let Some(live) = self.live.as_ref().filter(|_| self.phase == Phase::Playing) else { return SeatSet::NONE };
        live.game.turn().seats().iter().filter(|seat| start_offer(&*live.game, *seat).is_some()).collect()
    }
}

/// The offer to deal the next hand, if this seat is asked for nothing else.
#[must_use]
pub fn start_offer(game: &dyn AnyMatch, seat: Seat) -> Option<Offer> {
    if game.legal_count(seat) != 1 {
        return None;
    }
    game.ask(seat)?.offers.pop().filter(|offer| offer.kind == OfferKind::StartHand)
}
