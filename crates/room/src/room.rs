//! Holds the state of a room, and dispatches its inputs.

use crate::clocks::Clocks;
use crate::effect::{Effect, Since};
use crate::input::{Input, Refusal, RefusalCode, Sender};
use crate::proposals::OpenProposal;
use crate::record::{Entry, Opened, ProposalKind, Record};
use crate::reply_cache::ReplyCache;
use crate::running_match::RunningMatch;
use crate::seats::{SeatInfo, people};
use crate::status::{Fault, Status};
use crate::terms::Terms;
use crate::viewers::Viewers;
use rulebook_kernel::{Digest, Illegal, Key, MAX_SEATS, Outcome, Seat, Setup, Viewer};
use rulebook_matches::{AnyMatch, AnyRules};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The phase of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Phase {
    /// Players take seats and choose options.
    Lobby,
    /// The match is running.
    Playing,
    /// The match is over or was closed.
    Over,
}

/// The settings and players of a rematch table.
#[derive(Clone, Debug)]
pub struct RematchSetup {
    /// Seats and options.
    pub setup: Setup,
    /// The terms that the host set.
    pub terms: Terms,
    /// The texts that the seats added to the shuffle, for a practice deal.
    pub entropy: Vec<String>,
    /// The players and their drivers.
    pub places: Vec<SeatInfo>,
    /// For each seat of the old table, the seat of the same player at the rematch table. Empty if there is no old table.
    pub seats: Vec<Seat>,
    /// Whether the match starts without a lobby.
    pub starts: bool,
}

impl RematchSetup {
    /// The setup of a table that is no rematch.
    #[must_use]
    pub fn first(setup: Setup, terms: Terms, entropy: Vec<String>) -> RematchSetup {
        RematchSetup { setup, terms, entropy, places: Vec::new(), seats: Vec::new(), starts: false }
    }
}

/// A match with its players.
pub struct Room {
    pub(crate) rules: Arc<dyn AnyRules>,
    pub(crate) secret: Key,
    /// The first record.
    pub(crate) opened: Opened,
    /// The `semantics` version that the match uses now.
    pub(crate) semantics: u32,
    pub(crate) terms: Terms,
    pub(crate) setup: Setup,
    pub(crate) places: Vec<SeatInfo>,
    pub(crate) entropy: Vec<String>,
    pub(crate) phase: Phase,
    pub(crate) live: Option<RunningMatch>,
    pub(crate) replies: Vec<ReplyCache>,
    pub(crate) proposals: BTreeMap<ProposalKind, OpenProposal>,
    pub(crate) paused: bool,
    pub(crate) fault: Option<Fault>,
    pub(crate) clocks: Clocks,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) closed: Option<String>,
    /// The id of the rematch table.
    pub(crate) next: Option<String>,
    /// For each seat, the seat of the same player at the rematch table. Empty if all players keep their seats.
    pub(crate) next_seats: Vec<Seat>,
    /// Whether the server has been asked to open the rematch table.
    pub(crate) going_on: bool,
    /// The names of all players who had a seat since the match started. These players have seen cards of the match.
    pub(crate) witnesses: BTreeSet<String>,
    pub(crate) viewers: Viewers,
    pub(crate) watching: BTreeSet<Viewer>,
    /// For each player whose last connection to this server closed during the match: the time at which it closed. Not
    /// stored.
    pub(crate) away: BTreeMap<Seat, u64>,
    /// For each bot that was asked to decide: the epoch and the number of the ask.
    pub(crate) thinking: BTreeMap<Seat, (u32, u32)>,
    /// The number of records that are neither moves nor the end of the match.
    pub(crate) talk: u32,
    /// The number of records with words for the shuffle.
    pub(crate) words: u32,
    told: Option<Status>,
    version: u64,
    /// The time of the last record. Zero if it is not known.
    pub(crate) latest: u64,
}

/// Maximum number of records in a match that are neither moves nor its end: seats, options, proposals, pauses. So no
/// player can fill the store.
pub const MOST_TALK: u32 = 2000;
/// Maximum number of times that all seats together may add words to the shuffle.
pub const MOST_WORDS: u32 = 64;

impl Room {
    /// Opens a table. `secret` is a new random secret of the server. The effects contain the first record.
    ///
    /// # Errors
    /// If the setup or the terms are not possible.
    pub fn open(
        rules: Arc<dyn AnyRules>,
        secret: Key,
        setup: Setup,
        terms: Terms,
        entropy: Vec<String>,
        now: u64,
    ) -> Result<(Room, Effect), Refusal> {
        Room::play_on(rules, secret, RematchSetup::first(setup, terms, entropy), now)
    }

    /// Opens a rematch table.
    ///
    /// # Errors
    /// If the setup or the terms are not possible.
    pub fn play_on(
        rules: Arc<dyn AnyRules>,
        secret: Key,
        again: RematchSetup,
        now: u64,
    ) -> Result<(Room, Effect), Refusal> {
        let RematchSetup { setup, terms, entropy, places, .. } = again;
        let info = rules.info();
        let opened = Opened {
            game: info.id.clone(),
            source: info.source,
            semantics: info.semantics,
            setup,
            terms,
            commitment: secret.commitment(),
            entropy,
            places,
        };
        let room = Room::opened(rules, secret, &opened)?;
        Ok((room, Effect::Write(Entry { at: now, record: Record::Opened(Box::new(opened)) })))
    }

    pub(crate) fn opened(rules: Arc<dyn AnyRules>, secret: Key, opened: &Opened) -> Result<Room, Illegal> {
        rules.info().admits(&opened.setup)?;
        opened.terms.check()?;
        let seats = opened.setup.seats;
        let mut entropy = opened.entropy.clone();
        if !entropy.is_empty() && !opened.terms.practice {
            return Err(Illegal::new("Only a practice deal may start with the shuffle words of another game."));
        }
        entropy.resize(seats, String::new());
        let mut places = opened.places.clone();
        if !places.is_empty() && places.len() != seats {
            return Err(Illegal::new("Name all seats or none."));
        }
        places.resize(seats, SeatInfo::default());
        Ok(Room {
            rules,
            secret,
            opened: opened.clone(),
            semantics: opened.semantics,
            terms: opened.terms.clone(),
            setup: opened.setup.clone(),
            places,
            entropy,
            phase: Phase::Lobby,
            live: None,
            replies: (0..MAX_SEATS).map(|_| ReplyCache::default()).collect(),
            proposals: BTreeMap::new(),
            paused: false,
            fault: None,
            clocks: Clocks::default(),
            outcome: None,
            closed: None,
            next: None,
            next_seats: Vec::new(),
            going_on: false,
            witnesses: BTreeSet::new(),
            viewers: Viewers::default(),
            watching: BTreeSet::new(),
            away: BTreeMap::new(),
            thinking: BTreeMap::new(),
            talk: 0,
            words: 0,
            told: None,
            version: 1,
            latest: 0,
        })
    }

    /// The number of records.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The time of the last record, in milliseconds since 1970. Zero if it is not known.
    #[must_use]
    pub fn latest(&self) -> u64 {
        self.latest
    }

    /// The phase.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The match with all hidden information, for the server.
    #[must_use]
    pub fn game(&self) -> Option<&dyn AnyMatch> {
        self.live.as_ref().map(|live| &*live.game)
    }

    /// The rules of the match.
    #[must_use]
    pub fn rules(&self) -> &Arc<dyn AnyRules> {
        &self.rules
    }

    /// The terms that the host set.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The player and the driver of a seat.
    #[must_use]
    pub fn place(&self, seat: Seat) -> Option<&SeatInfo> {
        self.places.get(seat.index())
    }

    /// Whether the player with this occupancy number still sits in the seat.
    #[must_use]
    pub fn sits(&self, seat: Seat, sitting: u32) -> bool {
        self.place(seat).is_some_and(|place| place.owner.is_some() && place.sat == sitting)
    }

    /// The match log so far, if the room [is whole](Room::is_whole). The log is secret until the match is over. Viewers
    /// get the output of `rulebook_matchlog::witness_log` instead.
    #[must_use]
    pub fn log(&self) -> Option<&str> {
        self.live.as_ref().and_then(RunningMatch::log)
    }

    /// The last `most` lines of the commentary for a viewer, in order.
    #[must_use]
    pub fn recap(&self, viewer: Viewer, most: usize) -> Vec<String> {
        self.live.as_ref().map(|live| live.recap(viewer, most)).unwrap_or_default()
    }

    /// The digest of the last entry of the match log.
    #[must_use]
    pub fn head(&self) -> Option<Digest> {
        self.live.as_ref().map(RunningMatch::head)
    }

    /// The time at which the caller should send [`Input::Tick`], in milliseconds since 1970.
    #[must_use]
    pub fn deadline(&self) -> Option<u64> {
        let runs = self.phase == Phase::Playing && self.terms.clock.runs();
        let live = self.live.as_ref().filter(|_| runs)?;
        self.clocks.deadline(self.terms.clock, live.game.turn().seats())
    }

    /// Whether the room must stay loaded without viewers, because a clock runs or a bot has to decide.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.deadline().is_some() || Seat::all(self.places.len()).any(|seat| self.awaits(seat).is_some())
    }

    /// The setup of a rematch, or of a practice deal with the same cards. In a rematch each player moves one seat down,
    /// so that another player starts. A rematch starts without a lobby unless a player added words to the last shuffle:
    /// then the players may want to add words again.
    #[must_use]
    pub fn again(&self, practice: bool) -> RematchSetup {
        let count = self.places.len();
        let down = usize::from(!practice && count > 1);
        let mut places: Vec<SeatInfo> = self.places.iter().map(SeatInfo::again).collect();
        places.rotate_left(down);
        RematchSetup {
            setup: self.setup.clone(),
            terms: Terms { practice, ..self.terms.clone() },
            entropy: if practice { self.entropy.clone() } else { Vec::new() },
            places,
            seats: (0..count).map(|seat| Seat::new((seat + count - down) % count)).collect(),
            starts: practice || self.entropy.iter().all(String::is_empty),
        }
    }

    /// Whether this viewer may see the scene. If the terms forbid spectators, spectators get only the status. While two
    /// people play, there is no god view: the host may be one of them, under another name.
    #[must_use]
    pub fn sees(&self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Seat(seat) => seat.index() < self.places.len(),
            Viewer::Spectator => self.terms.spectators,
            Viewer::God => self.terms.god_view && (self.phase == Phase::Over || people(&self.places) <= 1),
        }
    }

    /// Adds a viewer. `since` is the position of the last view that a reconnecting viewer received.
    ///
    /// # Errors
    /// If this viewer is not allowed at this table.
    pub fn join(&mut self, viewer: Viewer, since: Option<Since>) -> Result<Vec<Effect>, Refusal> {
        let sees = self.sees(viewer);
        if !sees && viewer == Viewer::God && self.terms.god_view {
            let reason = "Several people play at this table, so nobody sees all cards before the game is over.";
            return Err(Refusal::new(RefusalCode::NotAllowed, reason));
        }
        if !sees && viewer != Viewer::Spectator {
            return Err(Refusal::new(RefusalCode::NotAllowed, "You cannot watch this table in that view."));
        }
        self.watching.insert(viewer);
        if let Some(seat) = viewer.seat() {
            self.away.remove(&seat);
        }
        let mut effects = Vec::new();
        if let Some(live) = self.live.as_mut().filter(|_| sees) {
            if self.terms.undo {
                if let Some(seat) = viewer.seat() {
                    live.settle(&*self.rules, seat);
                }
                live.look_for_secrets();
            }
            let mut show = self.viewers.join(viewer, live, since);
            if self.phase == Phase::Over {
                // The match may have ended early, by a resignation for example, while the rules still ask a seat.
                (show.ask, show.undo) = (None, false);
            }
            effects.push(Effect::Show(Box::new(show)));
        }
        let status = self.status();
        self.told = Some(status.clone());
        effects.push(Effect::Status(Box::new(status)));
        Ok(effects)
    }

    /// Whether the last connection of this player closed during the match.
    #[must_use]
    pub fn is_away(&self, seat: Seat) -> bool {
        self.away.contains_key(&seat)
    }

    /// Removes a viewer after its last connection closed. Returns the new status, if it changes.
    pub fn leave(&mut self, viewer: Viewer, now: u64) -> Vec<Effect> {
        self.watching.remove(&viewer);
        self.viewers.leave(viewer);
        if let Some(seat) = viewer.seat()
            && self.phase == Phase::Playing
            && self.place(seat).is_some_and(SeatInfo::has_voice)
        {
            self.away.insert(seat, now);
        }
        let mut effects = Vec::new();
        self.tell_status(&mut effects);
        effects
    }

    /// Handles an input. The effects always include a reply.
    pub fn handle(&mut self, who: Sender, input: Input, now: u64) -> Vec<Effect> {
        let mut effects = Vec::with_capacity(4);
        match input {
            Input::Answer(answer) => self.answer(who, answer, now, &mut effects),
            Input::Intent(intent) => self.intent(who, intent, now, &mut effects),
            input => {
                let result = self.decide(who, input, now, &mut effects);
                effects.push(Effect::Reply(result));
            }
        }
        self.after(&mut effects);
        effects
    }

    fn decide(&mut self, who: Sender, input: Input, now: u64, out: &mut Vec<Effect>) -> Result<(), Refusal> {
        match input {
            Input::Sit { seat, name } => self.sit(seat, &name, now, out),
            Input::Stand { seat } => self.stand(who, seat, now, out),
            Input::Rename { seat, name } => self.rename(who, seat, &name, now, out),
            Input::Return { seat, sitting } => self.come_back(seat, sitting, now, out),
            Input::Drive { seat, driver } => self.drive(who, seat, driver, now, out),
            Input::Setup(setup) => self.set_up(who, setup, now, out),
            Input::Entropy(text) => self.add_entropy(who, text, now, out),
            Input::Start => self.start(who, String::new(), now, out),
            Input::Answer(_) | Input::Intent(_) => {
                Err(Refusal::new(RefusalCode::Malformed, "Answers are handled separately."))
            }
            Input::Agree(deal) => self.agree(who, deal, now, out),
            Input::Decline(deal) => self.decline(who, deal, now, out),
            Input::Resign => self.resign(who, now, out),
            Input::Pause(on) => self.pause(who, on, now, out),
            Input::Fault { ask, text } => self.fault(who, ask, text, now, out),
            Input::Retry => self.retry(who, now, out),
            Input::Close(reason) => self.close(who, reason, now, out),
            Input::Expire => self.expire(who, now, out),
            Input::Abandon { version } => self.abandon(who, version, now, out),
            Input::Tick => self.tick(now, out),
            Input::Downtime { from, to } => self.away(who, from, to, now, out),
            Input::Next { id, seats } => self.go_on(who, id, seats, now, out),
        }
    }

    /// Applies a new record to the room and adds it to the effects.
    pub(crate) fn commit(&mut self, record: Record, now: u64, out: &mut Vec<Effect>) -> Result<(), Refusal> {
        let entry = Entry { at: now, record };
        self.has_room_for(&entry.record)?;
        self.fold(&entry, out).map_err(|why| Refusal::new(RefusalCode::Illegal, why))?;
        self.written(entry, out);
        Ok(())
    }

    /// Checks that the match may have another record of this kind.
    fn has_room_for(&self, record: &Record) -> Result<(), Refusal> {
        if matches!(record, Record::Entropy { .. }) && self.words >= MOST_WORDS {
            return Err(Refusal::new(RefusalCode::NotAllowed, "Enough words have been added to this shuffle."));
        }
        if record.is_talk() && self.talk >= MOST_TALK {
            return Err(Refusal::new(
                RefusalCode::NotAllowed,
                "This table has been changed too often. Open a new table.",
            ));
        }
        Ok(())
    }

    /// Adds a record to the effects. The record is already applied to the room.
    pub(crate) fn written(&mut self, entry: Entry, out: &mut Vec<Effect>) {
        self.version += 1;
        self.latest = entry.at;
        // Records come before all other effects.
        let at = out.iter().take_while(|effect| matches!(effect, Effect::Write(_))).count();
        out.insert(at, Effect::Write(entry));
    }

    /// Counts a record that another node has written.
    pub(crate) fn counted(&mut self) {
        self.version += 1;
    }

    /// Sets the version after loading a snapshot.
    pub(crate) fn count_from(&mut self, version: u64) {
        self.version = version;
    }

    /// Adds the effects that follow every change: bots to ask, the rematch, the public status.
    pub(crate) fn after(&mut self, out: &mut Vec<Effect>) {
        self.wake(out);
        if let Some(practice) = self.to_go_on().filter(|_| !std::mem::replace(&mut self.going_on, true)) {
            out.push(Effect::Again { practice });
        }
        self.tell_status(out);
    }

    /// Adds the public status, if it has changed.
    fn tell_status(&mut self, out: &mut Vec<Effect>) {
        if self.phase != Phase::Playing {
            self.away.clear();
        }
        if self.watching.is_empty() {
            return;
        }
        let status = self.status();
        if self.told.as_ref() != Some(&status) {
            self.told = Some(status.clone());
            out.push(Effect::Status(Box::new(status)));
        }
    }

    pub(crate) fn needs(&self, phase: Phase) -> Result<(), Refusal> {
        if self.phase == phase {
            return Ok(());
        }
        let reason = match self.phase {
            Phase::Lobby => "The game has not started.",
            Phase::Playing => "The game has already started.",
            Phase::Over => "The game is over.",
        };
        Err(Refusal::new(RefusalCode::WrongPhase, reason))
    }
}
