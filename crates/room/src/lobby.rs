//! Handles the lobby: seats, drivers, options, texts for the shuffle, and the start of a match or hand.

use crate::effect::Effect;
use crate::input::{Refusal, RefusalCode, Sender};
use crate::record::{Entry, Record};
use crate::room::{Phase, Room};
use crate::running_match::RunningMatch;
use crate::seats::{Driver, SeatInfo, checked_name, is_alike, is_plain, people};
use rulebook_kernel::{Seat, SeatSet, Setup};
use rulebook_matches::AnyMatch;
use rulebook_scene::{Offer, OfferKind};

/// The closing reason of a table whose match did not start in time.
const NOT_STARTED: &str = "Nobody started the game in time";
/// The closing reason of an abandoned match.
const ABANDONED: &str = "Nobody has played this game for a long time";
/// How long a player must be away before others may let a bot play the seat, in milliseconds.
pub const CLAIM_MS: u64 = 120_000;
/// Maximum length of the text that a seat adds to the shuffle, in bytes.
const MAX_ENTROPY: usize = 200;

type Done = Result<(), Refusal>;

fn refuse(code: RefusalCode, reason: &'static str) -> Done {
    Err(Refusal::new(code, reason))
}

impl Room {
    pub(crate) fn at(&self, seat: Seat) -> Result<&SeatInfo, Refusal> {
        self.places
            .get(seat.index())
            .ok_or_else(|| Refusal::new(RefusalCode::Malformed, "This table has no such seat."))
    }

    pub(crate) fn sit(&mut self, seat: Seat, name: &str, now: u64, out: &mut Vec<Effect>) -> Done {
        let place = self.at(seat)?;
        if self.phase == Phase::Over {
            return refuse(RefusalCode::WrongPhase, "The game is over.");
        }
        if place.owner.is_some() {
            return refuse(RefusalCode::NotAllowed, "That seat is taken.");
        }
        let name = checked_name(name).map_err(|why| Refusal::new(RefusalCode::Malformed, why.reason().to_owned()))?;
        // A seat is reserved for a player who left, so nobody else may use that name.
        let names = self.places.iter().flat_map(|other| [&other.owner, &other.left]).flatten();
        let alike = names.map(String::as_str).find(|known| is_alike(known, &name));
        match alike {
            Some(known) if known == name => {
                return refuse(RefusalCode::NotAllowed, "Another player at this table has that name.");
            }
            Some(_) => {
                return refuse(
                    RefusalCode::NotAllowed,
                    "That name looks like the name of another player at this table.",
                );
            }
            None => {}
        }
        if self.phase == Phase::Playing {
            self.may_take_over(place, &name)?;
        }
        let place = SeatInfo { owner: Some(name), sat: place.sat + 1, ..SeatInfo::default() };
        self.commit(Record::Seat { seat, place }, now, out)
    }

    /// Checks whether a new player may take an open seat during a match. The new player will see the cards of the seat.
    /// So the terms must allow new players, and this player must not have seen the cards of another seat.
    fn may_take_over(&self, place: &SeatInfo, name: &str) -> Done {
        if place.resigned {
            return refuse(RefusalCode::NotAllowed, "You have resigned from this game.");
        }
        if !self.terms.newcomers {
            return refuse(RefusalCode::NotAllowed, "The game has started. This table does not accept new players.");
        }
        if self.terms.god_view && people(&self.places) > usize::from(place.left.is_some()) {
            let reason = "The host may have seen all cards of this game, so no second person can join it.";
            return refuse(RefusalCode::NotAllowed, reason);
        }
        if self.witnesses.iter().any(|known| is_alike(known, name)) {
            return refuse(RefusalCode::NotAllowed, "You already had a seat at this table.");
        }
        Ok(())
    }

    pub(crate) fn stand(&mut self, who: Sender, seat: Seat, now: u64, out: &mut Vec<Effect>) -> Done {
        let operator = who == Sender::Operator;
        if !who.is_host() && !operator && who != Sender::Seat(seat) {
            return refuse(RefusalCode::NotYours, "That is not your seat.");
        }
        if who.is_host() && self.phase == Phase::Playing {
            // The host may also be a player. Such a host could remove opponents to make them lose.
            return refuse(RefusalCode::NotAllowed, "You cannot remove a player during a game.");
        }
        let place = self.at(seat)?;
        if place.owner.is_none() {
            return refuse(RefusalCode::NotAllowed, "Nobody sits in that seat.");
        }
        // The seat is not reserved for a player whom the operator removes.
        let place = place.got_up(self.phase == Phase::Playing && !operator);
        self.commit(Record::Seat { seat, place }, now, out)
    }

    pub(crate) fn rename(&mut self, who: Sender, seat: Seat, name: &str, now: u64, out: &mut Vec<Effect>) -> Done {
        if who != Sender::Operator {
            return refuse(RefusalCode::NotYours, "Only the operator can rename a player.");
        }
        let name = checked_name(name).map_err(|why| Refusal::new(RefusalCode::Malformed, why.reason().to_owned()))?;
        let place = self.at(seat)?.clone();
        let place = match (&place.owner, &place.left) {
            (Some(_), _) => SeatInfo { owner: Some(name), ..place },
            (None, Some(_)) => SeatInfo { left: Some(name), ..place },
            (None, None) => return refuse(RefusalCode::NotAllowed, "Nobody sits in that seat."),
        };
        self.commit(Record::Seat { seat, place }, now, out)
    }

    /// Lets a player who left during the match return to the same seat. This is safe because the player has seen only
    /// the cards of this seat.
    pub(crate) fn come_back(&mut self, seat: Seat, sitting: u32, now: u64, out: &mut Vec<Effect>) -> Done {
        self.needs(Phase::Playing)?;
        let Some(place) = self.at(seat)?.come_back(sitting) else {
            return refuse(RefusalCode::NotYours, "That seat is not reserved for you.");
        };
        self.commit(Record::Seat { seat, place }, now, out)
    }

    pub(crate) fn drive(&mut self, who: Sender, seat: Seat, driver: Driver, now: u64, out: &mut Vec<Effect>) -> Done {
        let place = self.at(seat)?.clone();
        driver.check().map_err(|why| Refusal::new(RefusalCode::Malformed, why.reason().to_owned()))?;
        if self.phase == Phase::Over {
            return refuse(RefusalCode::WrongPhase, "The game is over.");
        }
        let own = who == Sender::Seat(seat) && place.owner.is_some();
        let free = who.is_host() && place.owner.is_none();
        let claimed =
            !own && place.owner.is_some() && matches!(driver, Driver::Bot { .. }) && self.may_claim(who, seat, now)?;
        if !own && !free && !claimed {
            return refuse(RefusalCode::NotYours, "Only the host can change open seats.");
        }
        if place.resigned {
            return refuse(RefusalCode::NotAllowed, "You have resigned from this game.");
        }
        if (own || claimed) && self.phase == Phase::Playing && driver.is_ai() {
            self.may_assist()?;
        }
        if free && driver == Driver::Sponsored {
            return refuse(RefusalCode::NotAllowed, "Take the seat first to connect your own AI.");
        }
        self.commit(Record::Seat { seat, place: SeatInfo { driver, ..place } }, now, out)
    }

    /// Whether the sender may let a bot play for a player who is away. The player may take the seat back at any time.
    ///
    /// # Errors
    /// If the player is away, but not long enough.
    fn may_claim(&self, who: Sender, seat: Seat, now: u64) -> Result<bool, Refusal> {
        let Some(since) = self.away.get(&seat).filter(|_| self.phase == Phase::Playing) else { return Ok(false) };
        if !who.is_host() && self.voice(who).is_err() {
            return Ok(false);
        }
        if now.saturating_sub(*since) < CLAIM_MS {
            return Err(Refusal::new(RefusalCode::NotAllowed, "That player has been away for less than two minutes."));
        }
        Ok(true)
    }

    /// Checks whether players may have hints or a bot now. In a timed match between people, the terms must allow it.
    ///
    /// # Errors
    /// If this is a timed match between people, and the terms do not allow assistance.
    pub fn may_assist(&self) -> Done {
        let plays = |place: &&SeatInfo| (place.owner.is_some() || place.left.is_some()) && !place.resigned;
        let people = self.places.iter().filter(plays).count();
        if self.terms.clock.runs() && people > 1 && !self.terms.assistance {
            return refuse(RefusalCode::NotAllowed, "Hints and bots are off in this timed game between people.");
        }
        Ok(())
    }

    pub(crate) fn set_up(&mut self, who: Sender, setup: Setup, now: u64, out: &mut Vec<Effect>) -> Done {
        self.needs(Phase::Lobby)?;
        if !who.is_host() {
            return refuse(RefusalCode::NotYours, "Only the host can change the options.");
        }
        if self.terms.practice {
            return refuse(RefusalCode::NotAllowed, "You cannot change a practice deal.");
        }
        self.rules.info().admits(&setup)?;
        if self.places.iter().skip(setup.seats).any(|place| place.owner.is_some()) {
            return refuse(RefusalCode::NotAllowed, "A player sits in a seat that would be removed.");
        }
        self.commit(Record::Setup { setup }, now, out)
    }

    pub(crate) fn add_entropy(&mut self, who: Sender, text: String, now: u64, out: &mut Vec<Effect>) -> Done {
        self.needs(Phase::Lobby)?;
        let Sender::Seat(seat) = who else {
            return refuse(RefusalCode::NotYours, "Take a seat to add to the shuffle.");
        };
        self.at(seat)?;
        if self.terms.practice {
            return refuse(RefusalCode::NotAllowed, "You cannot change a practice deal.");
        }
        if text.len() > MAX_ENTROPY || !is_plain(&text) {
            return refuse(
                RefusalCode::Malformed,
                "Words for the shuffle must be one line of visible characters, at most 200 bytes.",
            );
        }
        self.commit(Record::Entropy { seat, text }, now, out)
    }

    /// Starts the match or deals the next hand. `key` is the idempotency key of the sender. The server passes an empty
    /// key.
    pub(crate) fn start(&mut self, who: Sender, key: String, now: u64, out: &mut Vec<Effect>) -> Done {
        match who {
            Sender::Machine(_) => return refuse(RefusalCode::NotYours, "Only a seated player can start the game."),
            Sender::Guest | Sender::Operator => {
                return refuse(RefusalCode::NotYours, "Only a seated player can start the game.");
            }
            Sender::Seat(seat) if self.at(seat)?.driver.is_ai() => {
                return refuse(RefusalCode::NotYours, "Only a seated player can start the game.");
            }
            Sender::Host | Sender::Seat(_) | Sender::Clock => {}
        }
        if self.phase == Phase::Playing {
            return self.next_hand(who, key, now, out);
        }
        self.needs(Phase::Lobby)?;
        if who == Sender::Clock {
            return refuse(RefusalCode::NotYours, "Only a seated player can start the game.");
        }
        if self.places.iter().any(SeatInfo::is_empty) {
            return refuse(RefusalCode::WrongPhase, "Some seats are still empty.");
        }
        let names: Vec<String> = self.places.iter().zip(1..).map(|(place, number)| place.pseudonym(number)).collect();
        let (rules, semantics) = (&*self.rules, self.semantics);
        let mut live = RunningMatch::begin(rules, semantics, &self.setup, &self.secret, &self.entropy, &names)?;
        let lines = live.take();
        let by = match who {
            Sender::Seat(seat) if !key.is_empty() => Some((seat, key)),
            _ => None,
        };
        self.begun(live, by.clone(), now, out);
        self.written(Entry { at: now, record: Record::Started { by, lines } }, out);
        Ok(())
    }

    /// Closes a table whose match was not started in time.
    pub(crate) fn expire(&mut self, who: Sender, now: u64, out: &mut Vec<Effect>) -> Done {
        if who != Sender::Clock {
            return refuse(RefusalCode::NotYours, "Only the server can close a table that was not started.");
        }
        self.needs(Phase::Lobby)?;
        self.commit(Record::Closed { reason: NOT_STARTED.to_owned() }, now, out)
    }

    /// Closes an abandoned match without a result, unless a player has acted since this version.
    pub(crate) fn abandon(&mut self, who: Sender, version: u64, now: u64, out: &mut Vec<Effect>) -> Done {
        if who != Sender::Clock {
            return refuse(RefusalCode::NotYours, "Only the server can close an abandoned game.");
        }
        self.needs(Phase::Playing)?;
        if self.version() != version {
            return refuse(RefusalCode::WrongPhase, "The game has continued.");
        }
        self.tick(now, out)?;
        self.needs(Phase::Playing)?;
        if self.deadline().is_some() {
            // A clock is running, so do not close the match: when the clock runs out, the opponent wins on time. The
            // clock may allow more time than the server waits for an abandoned match.
            return refuse(RefusalCode::WrongPhase, "A clock is running and will end this game.");
        }
        self.commit(Record::Closed { reason: ABANDONED.to_owned() }, now, out)
    }

    /// Deals the next hand. Any seated player may deal for the seat that is asked. The server itself deals only if all
    /// seats that are asked are bots.
    fn next_hand(&mut self, who: Sender, key: String, now: u64, out: &mut Vec<Effect>) -> Done {
        self.tick(now, out)?;
        self.needs(Phase::Playing)?;
        if self.paused {
            return refuse(RefusalCode::Paused, "The game is paused.");
        }
        let asked = if who == Sender::Clock { self.waits_for_start() } else { self.asked_to_start() };
        let offer = |seat: Seat| Some((seat, start_offer(&*self.live.as_ref()?.game, seat)?));
        let Some((seat, offer)) = asked.lowest().and_then(offer) else {
            return refuse(RefusalCode::WrongPhase, "Nobody can deal the next hand now.");
        };
        // The idempotency key belongs to the sender, who may sit in another seat than the seat that is asked.
        let by = if let Sender::Seat(own) = who { own } else { seat };
        self.play(seat, &[offer.text], (by, key), now, out)
    }

    /// The seats of bots that are asked to deal the next hand.
    pub(crate) fn waits_for_start(&self) -> SeatSet {
        self.asked_to_start().iter().filter(|seat| self.places[seat.index()].driver.is_ai()).collect()
    }

    /// The seats that are asked to deal the next hand.
    pub(crate) fn asked_to_start(&self) -> SeatSet {
        let Some(live) = self.live.as_ref().filter(|_| self.phase == Phase::Playing) else { return SeatSet::NONE };
        live.game.turn().seats().iter().filter(|seat| start_offer(&*live.game, *seat).is_some()).collect()
    }
}

/// The offer to deal the next hand. `None` unless it is the only legal move of this seat.
#[must_use]
pub fn start_offer(game: &dyn AnyMatch, seat: Seat) -> Option<Offer> {
    if game.legal_count(seat) != 1 {
        return None;
    }
    game.ask(seat)?.offers.pop().filter(|offer| offer.kind == OfferKind::StartHand)
}
