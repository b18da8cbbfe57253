//! The typed match behind [`AnyMatch`].

use crate::key_rings::Rings;
use crate::save;
use crate::save::Saved;
use crate::vector_match::Listed;
use crate::{AnyMatch, MAX_MOVE_TEXT};
use crate::{Brief, Staged};
use crate::{Facts, Played, chain};
use rulebook_kernel::{Digest, Illegal, Info, Key, Outcome, Rng, Seat, Setup, Turn, Viewer, outcome};
use rulebook_scene::Ask;
use rulebook_scene::{Gesture, Offer, Scene};
use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The digest before entry zero of a match without a log.
const NO_LOG: Digest = Digest::from_bytes([0; 32]);

/// A match with the type of its rules. Generic bots read its state.
#[derive(Debug)]
pub struct Match<R: Staged> {
    pub(crate) rules: Arc<R>,
    pub(crate) setup: Setup,
    pub(crate) key: Key,
    pub(crate) state: R::State,
    /// Answers given so far, by seat.
    pub(crate) asks: Vec<u32>,
    /// The digest of the last entry. `None` before the first entry, and after an answer that was not reported.
    pub(crate) head: Option<Digest>,
    /// The key rings of all viewers. Copies of the match share them until one copy makes a scene. Making a scene
    /// updates a ring although the match is borrowed immutably, so the rings are behind a lock.
    pub(crate) rings: Mutex<Arc<Rings<R::Fact>>>,
    /// The moves that were listed last, to play a move by its number. This list is a cache and not part of the match.
    pub(crate) listed: Listed<R::Move>,
}

impl<R: Staged> Clone for Match<R> {
    fn clone(&self) -> Self {
        Match {
            rules: Arc::clone(&self.rules),
            setup: self.setup.clone(),
            key: self.key.clone(),
            state: self.state.clone(),
            asks: self.asks.clone(),
            head: self.head,
            rings: Mutex::new(Arc::clone(&self.rings())),
            listed: Listed::default(),
        }
    }
}

impl<R: Staged> Match<R> {
    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Arc<R> {
        &self.rules
    }

    /// The whole state, including all hidden information.
    #[must_use]
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// The view of a viewer.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> R::View {
        self.rules.view(&self.state, self.seated(viewer))
    }

    /// The legal moves of a seat.
    #[must_use]
    pub fn moves(&self, seat: Seat) -> Vec<R::Move> {
        let mut moves = Vec::new();
        if self.due(seat).is_ok() {
            self.rules.moves(&self.state, seat, &mut moves);
        }
        moves
    }

    /// The moves offered to a bot in this seat: a subset of the legal moves.
    #[must_use]
    pub fn shortlist(&self, seat: Seat) -> Vec<R::Move> {
        let mut moves = Vec::new();
        if self.due(seat).is_ok() {
            self.rules.shortlist(&self.state, seat, &mut moves);
        }
        moves
    }

    /// Turns a seat number that this match does not have into a spectator.
    fn seated(&self, viewer: Viewer) -> Viewer {
        if viewer.seat().is_some_and(|seat| seat.index() >= self.setup.seats) { Viewer::Spectator } else { viewer }
    }

    fn rings(&self) -> MutexGuard<'_, Arc<Rings<R::Fact>>> {
        // If another thread panicked while it made a scene, the keys made so far are still valid.
        self.rings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn due(&self, seat: Seat) -> Result<(), Illegal> {
        match self.rules.turn(&self.state) {
            Turn::Over(_) => Err(Illegal::new("the game is over")),
            Turn::Seats(seats) if seats.has(seat) && seat.index() < self.asks.len() => Ok(()),
            Turn::Seats(_) => Err(Illegal::new(format!("{seat} is not asked anything now"))),
        }
    }

    pub(crate) fn legal(&self, seat: Seat, text: &str) -> Result<R::Move, Illegal> {
        self.due(seat)?;
        if text.len() > MAX_MOVE_TEXT {
            return Err(Illegal::new("this text is too long for a move"));
        }
        let mv = self.rules.parse(&self.state, seat, text)?;
        self.rules.check(&self.state, seat, &mv)?;
        Ok(mv)
    }

    fn count_answer(&mut self, seat: Seat) {
        // A count from a save file can have any value, so the addition saturates.
        let answers = &mut self.asks[seat.index()];
        *answers = answers.saturating_add(1);
    }

    /// Counts an answer that is not reported as an entry. The log cannot continue after it, and card keys are lost.
    pub(crate) fn silently(&mut self, seat: Seat) {
        self.count_answer(seat);
        self.head = None;
        let rings = self.rings.get_mut().unwrap_or_else(PoisonError::into_inner);
        if !rings.is_empty() {
            Arc::make_mut(rings).lose_track();
        }
    }

    fn entry(&self, seat: Option<Seat>, ask: u32, text: String, facts: Arc<Vec<R::Fact>>, before: Digest) -> Played {
        let facts = Facts::new(Arc::clone(&self.rules), facts);
        let digest = chain(&before, seat, ask, &text, &facts.canonical());
        Played { seat, ask, text, facts, record: None, before, digest }
    }

    fn deal(&self, before: Digest) -> Played {
        let mut facts = Vec::new();
        self.rules.start(&self.setup, Rng::new(self.key.clone()), &mut facts);
        self.entry(None, 0, String::new(), Arc::new(facts), before)
    }

    /// The offers for these moves of a seat.
    fn offers(&self, seat: Seat, moves: &[R::Move]) -> Vec<Offer> {
        let viewer = Viewer::Seat(seat);
        let view = self.rules.view(&self.state, viewer);
        let scene = self.keyed(viewer, &view);
        let offer = |mv: &R::Move| {
            let mut offer = self.rules.offer(&view, mv);
            offer.text = self.rules.text(&self.state, seat, mv);
            fill_keys(&mut offer, &scene);
            offer
        };
        moves.iter().map(offer).collect()
    }

    /// The scene of a view, with card keys.
    fn keyed(&self, viewer: Viewer, view: &R::View) -> Scene {
        let mut scene = self.rules.scene(view);
        scene.viewer = Some(viewer);
        scene.seats = self.setup.seats;
        scene.link_piles();
        if scene.outcome.is_none() {
            scene.outcome = self.outcome();
        }
        Arc::make_mut(&mut self.rings()).follow(&*self.rules, viewer, &mut scene);
        scene
    }
}

impl<R: Staged> AnyMatch for Match<R> {
    fn info(&self) -> &Info {
        self.rules.info()
    }

    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn seats(&self) -> usize {
        self.setup.seats
    }

    fn turn(&self) -> Turn {
        self.rules.turn(&self.state)
    }

    fn outcome(&self) -> Option<Outcome> {
        outcome(&*self.rules, &self.state)
    }

    fn answered(&self, seat: Seat) -> u32 {
        self.asks.get(seat.index()).copied().unwrap_or(0)
    }

    fn ask(&self, seat: Seat) -> Option<Ask> {
        self.due(seat).ok()?;
        Some(Ask { number: self.answered(seat), offers: self.offers(seat, &self.moves(seat)) })
    }

    fn offered(&self, seat: Seat) -> Vec<Offer> {
        self.offers(seat, &self.shortlist(seat))
    }

    fn legal_count(&self, seat: Seat) -> usize {
        self.moves(seat).len()
    }

    fn legal_texts(&self, seat: Seat) -> Vec<String> {
        self.moves(seat).iter().map(|mv| self.rules.text(&self.state, seat, mv)).collect()
    }

    fn nth_text(&self, seat: Seat, n: usize) -> Option<String> {
        self.moves(seat).get(n).map(|mv| self.rules.text(&self.state, seat, mv))
    }

    fn check(&self, seat: Seat, text: &str) -> Result<(), Illegal> {
        self.legal(seat, text).map(drop)
    }

    fn row(&self, seat: Seat, text: &str) -> Result<Vec<String>, Illegal> {
        self.due(seat)?;
        if text.len() > MAX_MOVE_TEXT {
            return Err(Illegal::new("this text is too long for a move"));
        }
        let row = self.rules.row(&self.state, seat, text)?;
        if let [mv] = &row[..] {
            self.rules.check(&self.state, seat, mv)?;
            return Ok(vec![self.rules.text(&self.state, seat, mv)]);
        }
        let mut state = self.state.clone();
        let mut texts = Vec::with_capacity(row.len());
        for mv in &row {
            self.rules.check(&state, seat, mv)?;
            texts.push(self.rules.text(&state, seat, mv));
            self.rules.play(&mut state, seat, mv, &mut ());
        }
        Ok(texts)
    }

    fn actions(&self, seat: Seat) -> Vec<String> {
        self.rules.actions(&self.state, seat, &self.moves(seat))
    }

    fn meant(&self, seat: Seat, gesture: &Gesture) -> Option<String> {
        self.due(seat).ok()?;
        let viewer = Viewer::Seat(seat);
        let scene = Scene { viewer: Some(viewer), ..self.rules.scene(&self.rules.view(&self.state, viewer)) };
        self.rules.meant(&scene, gesture)
    }

    fn why_not(&self, seat: Seat, gesture: &Gesture) -> Option<String> {
        let text = self.meant(seat, gesture)?;
        self.row(seat, &text).err().map(|illegal| illegal.reason().to_owned())
    }

    fn play(&mut self, seat: Seat, text: &str) -> Result<Played, Illegal> {
        let mv = self.legal(seat, text)?;
        let text = self.rules.text(&self.state, seat, &mv);
        let record = self.rules.record(&self.state, seat, &mv).map(Arc::new);
        let mut facts = Vec::new();
        self.rules.play(&mut self.state, seat, &mv, &mut facts);
        self.listed.forget();
        let facts = Arc::new(facts);
        let rings = self.rings.get_mut().unwrap_or_else(PoisonError::into_inner);
        if !rings.is_empty() {
            Arc::make_mut(rings).tell(&facts);
        }
        let played = self.entry(Some(seat), self.answered(seat), text, facts, self.head.unwrap_or(NO_LOG));
        self.count_answer(seat);
        self.head = Some(played.digest);
        Ok(Played { record, ..played })
    }

    fn play_nth(&mut self, seat: Seat, n: usize) -> Result<(), Illegal> {
        self.due(seat)?;
        let mut moves = Vec::new();
        self.rules.moves(&self.state, seat, &mut moves);
        let Some(mv) = moves.get(n) else {
            return Err(Illegal::new(format!("{seat} has {} legal moves, there is no number {n}", moves.len())));
        };
        self.rules.play(&mut self.state, seat, mv, &mut ());
        self.listed.forget();
        self.silently(seat);
        Ok(())
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        let viewer = self.seated(viewer);
        self.keyed(viewer, &self.rules.view(&self.state, viewer))
    }

    fn brief(&self, seat: Seat) -> Brief {
        self.rules.brief(&self.rules.view(&self.state, Viewer::Seat(seat)))
    }

    fn opening(&self) -> Played {
        self.deal(NO_LOG)
    }

    fn open_log(&mut self, header: Digest) -> Result<Played, Illegal> {
        if self.asks.iter().any(|&answers| answers > 0) {
            return Err(Illegal::new("a log begins before the first move"));
        }
        let deal = self.deal(header);
        self.head = Some(deal.digest);
        Ok(deal)
    }

    fn log_head(&self) -> Option<Digest> {
        self.head
    }

    fn commitment(&self) -> Digest {
        self.key.commitment()
    }

    fn published_key(&self) -> Option<Key> {
        self.turn().is_over().then(|| self.key.clone())
    }

    fn digest(&self) -> Digest {
        Digest::of(&self.state)
    }

    fn has_secrets(&self) -> bool {
        // A sample draws all hidden information and all future random results again. If nothing is hidden, every sample
        // equals the state. Several samples are tried, because a sample may draw the same hidden cards by chance.
        let mut rng = Rng::new(self.key.child(u64::MAX - 1));
        Viewer::limited(self.setup.seats).any(|viewer| {
            let view = self.rules.view(&self.state, viewer);
            (0..4).any(|_| self.rules.sample(&view, &mut rng) != self.state)
        })
    }

    fn alike(&self, viewer: Viewer, key: Key) -> Box<dyn AnyMatch> {
        let state = self.rules.sample(&self.view(viewer), &mut Rng::new(key));
        Box::new(Match { state, listed: Listed::default(), ..self.clone() })
    }

    fn is_alike(&self, other: &dyn AnyMatch, viewer: Viewer) -> bool {
        let other = other.as_any().downcast_ref::<Match<R>>();
        other.is_some_and(|other| self.view(viewer) == other.view(viewer) && self.asks == other.asks)
    }

    fn save(&self) -> Vec<u8> {
        let lagging = self.rings().lagging();
        for viewer in lagging {
            self.scene(viewer);
        }
        let rings = self.rings().all();
        let state = self.state.clone();
        let saved = Saved::new(&self.setup, self.key.clone(), state, self.asks.clone(), self.head, rings);
        save::write(self.info(), &saved)
    }

    fn fork(&self) -> Box<dyn AnyMatch> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Fills in the card keys of an offer from the scene of the same viewer. If the scene has no card at a spot, the spot
/// gets no key.
fn fill_keys(offer: &mut Offer, scene: &Scene) {
    for spot in offer.spots_mut() {
        let card = scene.zones.get(spot.zone).and_then(|zone| zone.cards.get(spot.at));
        spot.key = card.map(|card| card.key).unwrap_or_default();
    }
}
