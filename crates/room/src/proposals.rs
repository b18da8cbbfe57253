//! Handles proposals that all players must accept (undo, draw, rematch), and decisions of one player: resign and pause.

use crate::effect::Effect;
use crate::input::{Refusal, RefusalCode, Sender};
use crate::record::{ProposalKind, Record};
use crate::room::{Phase, Room};
use crate::running_match::{Revealed, TakeBack};
use crate::seats::SeatInfo;
use rulebook_kernel::{Seat, SeatSet, Viewer};
use rulebook_matchlog::Ending;

/// A proposal that is not accepted yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenProposal {
    pub by: Seat,
    pub agreed: SeatSet,
}

/// The closing reason if the last seated player resigns and another player has left.
const ABANDONED: &str = "All players have left the table";

type Done = Result<(), Refusal>;

impl Room {
    /// The seats that must agree to a proposal. After the match these include players who resigned and players who let
    /// a bot play for them.
    fn voices(&self) -> SeatSet {
        let over = self.phase == Phase::Over;
        let counts = |place: &SeatInfo| place.has_voice() || over && place.owner.is_some();
        Seat::all(self.places.len()).filter(|seat| counts(&self.places[seat.index()])).collect()
    }

    pub(crate) fn voice(&self, who: Sender) -> Result<Seat, Refusal> {
        match who {
            Sender::Seat(seat) if self.voices().has(seat) => Ok(seat),
            _ => Err(Refusal::new(RefusalCode::NotYours, "Only seated players can agree to that.")),
        }
    }

    pub(crate) fn agree(&mut self, who: Sender, deal: ProposalKind, now: u64, out: &mut Vec<Effect>) -> Done {
        let seat = self.voice(who)?;
        self.needs(if matches!(deal, ProposalKind::Rematch | ProposalKind::Practice) {
            Phase::Over
        } else {
            Phase::Playing
        })?;
        let by = self.proposals.get(&deal).map_or(seat, |offer| offer.by);
        match deal {
            ProposalKind::Undo => {
                if let TakeBack::Picks(..) = self.may_take_back(by)? {
                    return self.take_back(by, now, out);
                }
                if self.places.iter().any(SeatInfo::is_empty) {
                    return Err(Refusal::new(
                        RefusalCode::NotAllowed,
                        "You cannot undo while a player is away from their seat.",
                    ));
                }
            }
            ProposalKind::Draw if self.places.iter().any(|place| place.driver.is_hosted() && !place.resigned) => {
                return Err(Refusal::new(RefusalCode::NotAllowed, "Bots do not accept draws."));
            }
            ProposalKind::Draw if self.places.iter().any(SeatInfo::is_empty) => {
                return Err(Refusal::new(
                    RefusalCode::NotAllowed,
                    "You cannot agree on a draw while a player is away from their seat.",
                ));
            }
            ProposalKind::Practice if !self.rules.is_dealt() => {
                return Err(Refusal::new(
                    RefusalCode::NotAllowed,
                    "This game has no deal to replay. Ask for a rematch instead.",
                ));
            }
            ProposalKind::Draw | ProposalKind::Rematch | ProposalKind::Practice => {}
        }
        if self.closed.is_some() {
            return Err(Refusal::new(RefusalCode::WrongPhase, "This table is closed."));
        }
        if self.next.is_some() || self.proposals.get(&deal).is_some_and(|offer| offer.agreed.has(seat)) {
            // The player agrees a second time, probably because the rematch table has not appeared. Opening it may have
            // failed, so ask the server again.
            self.going_on = false;
            return Ok(());
        }
        self.commit(Record::Agreed { deal, seat }, now, out)?;
        let agreed = self.proposals.get(&deal).map_or(SeatSet::NONE, |offer| offer.agreed);
        if !self.voices().minus(agreed).is_empty() {
            return Ok(());
        }
        match deal {
            ProposalKind::Undo => self.take_back(by, now, out),
            ProposalKind::Draw => {
                let resigned: Vec<Seat> = self.given_up().iter().collect();
                let ending = if resigned.is_empty() { Ending::Agreed } else { Ending::AgreedAfter { resigned } };
                self.end(&ending, now, out)
            }
            ProposalKind::Rematch | ProposalKind::Practice => Ok(()),
        }
    }

    /// The rematch that all players have agreed to, if it has no table yet. `Some(true)` means a practice deal,
    /// `Some(false)` means a rematch. `None` if no table has to be opened.
    pub(crate) fn to_go_on(&self) -> Option<bool> {
        if self.phase != Phase::Over || self.next.is_some() || self.closed.is_some() {
            return None;
        }
        let (voices, deals) = (self.voices(), [ProposalKind::Rematch, ProposalKind::Practice]);
        let agreed =
            |deal: &ProposalKind| self.proposals.get(deal).is_some_and(|offer| voices.minus(offer.agreed).is_empty());
        deals.into_iter().find(agreed).map(|deal| deal == ProposalKind::Practice)
    }

    /// Records the id of the next table.
    pub(crate) fn go_on(&mut self, who: Sender, id: String, seats: Vec<Seat>, now: u64, out: &mut Vec<Effect>) -> Done {
        if who != Sender::Clock {
            return Err(Refusal::new(RefusalCode::NotYours, "Only the server can open the next table."));
        }
        self.needs(Phase::Over)?;
        if self.next.is_some() {
            return Ok(());
        }
        self.commit(Record::Next { id, seats }, now, out)
    }

    pub(crate) fn decline(&mut self, who: Sender, deal: ProposalKind, now: u64, out: &mut Vec<Effect>) -> Done {
        let seat = self.voice(who)?;
        if !self.proposals.contains_key(&deal) {
            return Err(Refusal::new(RefusalCode::WrongPhase, "Nobody has proposed that."));
        }
        self.commit(Record::Declined { deal, seat }, now, out)
    }

    /// The entries that an undo by this seat would remove. A refusal if the terms or the state of the match do not
    /// allow the undo.
    fn may_take_back(&self, seat: Seat) -> Result<TakeBack, Refusal> {
        if !self.terms.undo {
            return Err(Refusal::new(RefusalCode::NotAllowed, "Undo is off at this table."));
        }
        let Some(live) = &self.live else {
            return Err(Refusal::new(RefusalCode::WrongPhase, "The game has not started."));
        };
        if !live.knows_last_answers() {
            return Err(Refusal::new(RefusalCode::Unavailable, "The earlier moves are still loading. Try again."));
        }
        let what = live.to_take_back(seat, true).map_err(|why| Refusal::new(RefusalCode::NotAllowed, why))?;
        let lost = |_| Refusal::new(RefusalCode::Unavailable, "The earlier moves cannot be replayed. Try again.");
        let again = live.without(&*self.rules, what, &live.header.seats).map_err(lost)?;
        if let TakeBack::From(first) = what
            && let Some(revealed) = live.revealed_since(&again, first, seat).map_err(lost)?
        {
            return Err(Refusal::new(RefusalCode::WouldPeek, self.would_peek(seat, &revealed)));
        }
        Ok(what)
    }

    /// The reason why an undo is refused: who has seen which card. The text names a card only if `seat` knows it.
    fn would_peek(&self, seat: Seat, revealed: &Revealed) -> String {
        let who = match revealed.viewer {
            Viewer::Seat(own) if own == seat => "you have".to_owned(),
            Viewer::Seat(other) => {
                let name = self.places.get(other.index()).and_then(|place| place.owner.clone());
                format!("{} has", name.unwrap_or_else(|| other.to_string()))
            }
            Viewer::Spectator | Viewer::God => "everybody has".to_owned(),
        };
        match (&revealed.face, revealed.is_card) {
            (Some(face), _) => format!("You cannot undo: {who} seen the {face}."),
            (None, true) => format!("You cannot undo: {who} seen a hidden card."),
            (None, false) => format!("You cannot undo: {who} learnt something that was hidden."),
        }
    }

    fn take_back(&mut self, seat: Seat, now: u64, out: &mut Vec<Effect>) -> Done {
        self.commit(Record::TakenBack { seat, whole: true }, now, out)
    }

    pub(crate) fn taken_back(
        &mut self,
        seat: Seat,
        whole: bool,
        now: u64,
        out: &mut Vec<Effect>,
    ) -> Result<(), String> {
        let live = self.live.as_mut().ok_or("nothing to take back")?;
        // Fails if this room no longer has the entries of the answer. The room must then be restored.
        let what = live.to_take_back(seat, whole)?;
        let names = live.header.seats.clone();
        live.take_back(&*self.rules, what, &names).map_err(|_| "the moves before it cannot be replayed")?;
        if let TakeBack::From(_) = what {
            self.proposals.clear();
            self.fault = None;
            self.clocks.begin(live.game.turn().seats(), now);
        }
        let viewers = self.viewers.viewers();
        if !viewers.is_empty() {
            live.look_for_secrets();
        }
        self.viewers.anew(live, viewers, out);
        Ok(())
    }

    /// The seats that have resigned.
    pub(crate) fn given_up(&self) -> SeatSet {
        Seat::all(self.places.len()).filter(|seat| self.places[seat.index()].resigned).collect()
    }

    pub(crate) fn resign(&mut self, who: Sender, now: u64, out: &mut Vec<Effect>) -> Done {
        self.needs(Phase::Playing)?;
        let Sender::Seat(seat) = who else {
            return Err(Refusal::new(RefusalCode::NotYours, "Only players can resign."));
        };
        if self.places.get(seat.index()).is_none_or(|place| place.resigned || place.owner.is_none()) {
            return Err(Refusal::new(RefusalCode::NotYours, "Only players can resign."));
        }
        self.commit(Record::Resigned { seat }, now, out)?;
        let given_up = self.given_up();
        // While at least two players are left, a bot plays for a player who resigned.
        if self.places.len() - given_up.len() > 1 && self.places.iter().any(SeatInfo::has_voice) {
            return Ok(());
        }
        if self.places.iter().any(|place| !place.resigned && place.is_empty()) {
            // Only bots and players who left their seats remain. A player who left should neither win nor lose, so the
            // match closes without a result.
            return self.commit(Record::Closed { reason: ABANDONED.to_owned() }, now, out);
        }
        self.end(&Ending::Resigned(given_up.iter().collect()), now, out)
    }

    pub(crate) fn pause(&mut self, who: Sender, on: bool, now: u64, out: &mut Vec<Effect>) -> Done {
        self.needs(Phase::Playing)?;
        if !who.is_host() {
            self.voice(who)?;
        }
        if self.paused == on {
            return Ok(());
        }
        self.tick(now, out)?;
        self.needs(Phase::Playing)?;
        // A player who left the seat may return, so the player still counts.
        let plays = |place: &&SeatInfo| (place.owner.is_some() || place.left.is_some()) && !place.resigned;
        let people = self.places.iter().filter(plays).count();
        if on && self.terms.clock.runs() && people > 1 {
            // A timed match between people cannot be paused, because a player who is short of time could pause to gain
            // time.
            return Err(Refusal::new(RefusalCode::NotAllowed, "You cannot pause a timed game."));
        }
        self.commit(Record::Paused { on }, now, out)
    }
}
