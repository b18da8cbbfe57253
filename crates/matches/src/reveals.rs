//! Decides whether an answer revealed anything.

use crate::{AnyMatch, Played};
use rulebook_kernel::{Key, Seat, Viewer};
use rulebook_scene::{Scene, Step};

/// Number of sampled matches tried for each viewer.
const TRIED: u64 = 16;

/// Whether any viewer learnt hidden information when `seat` played `text`. The test samples other matches that look the
/// same to the viewer before the move. If one of them looks different after the same move, the viewer learnt something.
/// This happens if the move shows a hidden card or draws a random number. The choice of the move itself does not count.
#[must_use]
pub fn reveals(before: &dyn AnyMatch, (seat, text): (Seat, &str), after: &dyn AnyMatch, key: &Key) -> bool {
    Viewer::limited(before.seats()).any(|viewer| differs(before, (seat, text), after, key, viewer, TRIED))
}

/// Whether one of `tries` sampled matches looks different to the viewer after the same move.
fn differs(
    before: &dyn AnyMatch,
    (seat, text): (Seat, &str),
    after: &dyn AnyMatch,
    key: &Key,
    viewer: Viewer,
    tries: u64,
) -> bool {
    (0..tries).any(|n| {
        let mut other = before.alike(viewer, key.child(n));
        other.play(seat, text).is_err() || !after.is_alike(&*other, viewer)
    })
}

/// Something hidden that a viewer learnt from one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learnt {
    /// The viewer. It is enough to test spectators, because every player sees everything that spectators see.
    pub viewer: Viewer,
    /// The card that the viewer saw. `None` if the viewer learnt something else, such as that a player has no hearts.
    pub card: Option<SeenCard>,
}

/// A face that was shown in a zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenCard {
    /// The id of the zone.
    pub zone: String,
    /// The id of the face.
    pub face: String,
}

/// How [`learnt`] compares a match with sampled matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Samples {
    /// A few samples for spectators. The result depends only on public information and on the cards that other viewers
    /// were shown. So every viewer may learn the result.
    Public,
    /// Many samples for every viewer.
    Everybody,
}

impl Samples {
    fn tries(self) -> u64 {
        match self {
            Samples::Public => 8,
            Samples::Everybody => 32,
        }
    }
}

/// The hidden information that some viewer learnt from this move. `None` if the move was harmless: every face that it
/// showed was known to the viewer, and in all sampled matches the same move leads to the same view. The choice of the
/// move itself does not count.
#[must_use]
pub fn learnt(
    before: &dyn AnyMatch,
    played: &Played,
    after: &dyn AnyMatch,
    key: &Key,
    samples: Samples,
) -> Option<Learnt> {
    let seat = played.seat?;
    let change = Change { before, played, seat, after, key, tries: samples.tries() };
    // Spectators see the fewest cards, so most moves need only one comparison.
    let seats = || Seat::all(before.seats()).map(Viewer::Seat);
    let viewers = || [Viewer::Spectator].into_iter().chain(seats());
    let public = new_cards(before, played, after, Viewer::Spectator);
    for viewer in viewers() {
        let news = match viewer {
            Viewer::Spectator => public.clone(),
            _ => new_cards(before, played, after, viewer),
        };
        let knew = |card: &SeenCard| match (viewer, samples) {
            // The result must not depend on cards that only this seat knows, because every viewer may learn it. The
            // spectators knew the cards in `public`, because otherwise the loop would have ended at the spectators.
            (Viewer::Seat(_), Samples::Public) => public.contains(card),
            _ => change.knew(viewer, card),
        };
        if let Some(card) = news.into_iter().find(|card| !knew(card)) {
            return Some(Learnt { viewer, card: Some(card) });
        }
    }
    let sampled = |viewer: &Viewer| differs(before, (seat, played.text.as_str()), after, key, *viewer, samples.tries());
    let asked = if samples == Samples::Public { 1 } else { usize::MAX };
    viewers().take(asked).find(sampled).map(|viewer| Learnt { viewer, card: None })
}

/// One move that was played.
struct Change<'a> {
    before: &'a dyn AnyMatch,
    played: &'a Played,
    seat: Seat,
    after: &'a dyn AnyMatch,
    key: &'a Key,
    /// Number of sampled matches.
    tries: u64,
}

impl Change<'_> {
    /// Whether the viewer could name this card before the move showed it. Players remember cards that they no longer
    /// see, for example the cards that a player picked up from the table. So a sampled match shows the same card.
    fn knew(&self, viewer: Viewer, card: &SeenCard) -> bool {
        let shown = |game: &dyn AnyMatch, played: &Played| {
            let cards = [faces_in_steps(&game.steps(viewer, played)), faces_in_scene(&game.scene(viewer))];
            cards.map(|cards| cards.iter().filter(|other| *other == card).count())
        };
        let zones = |game: &dyn AnyMatch| -> Vec<String> {
            let faces = faces_in_scene(&game.scene(Viewer::God)).into_iter();
            faces.filter(|other| other.face == card.face).map(|other| other.zone).collect()
        };
        let (own_shown, own_zones) = (shown(self.after, self.played), zones(self.before));
        (0..self.tries).all(|n| {
            let mut other = self.before.alike(viewer, self.key.child(n));
            let other_zones = zones(&*other);
            match other.play(self.seat, &self.played.text) {
                Ok(played) => shown(&*other, &played) == own_shown,
                Err(_) => other_zones == own_zones,
            }
        })
    }
}

/// Whether `viewer` saw the same card in the same move, and so may learn its face. If the card was shown several times,
/// the viewer must have seen it each time.
#[must_use]
pub fn also_saw(before: &dyn AnyMatch, played: &Played, after: &dyn AnyMatch, viewer: Viewer, learnt: &Learnt) -> bool {
    let Some(card) = &learnt.card else { return false };
    let times = |cards: &[SeenCard]| cards.iter().filter(|other| *other == card).count();
    let shown = faces_in_steps(&after.steps(viewer, played));
    let turned = faces_in_scene(&after.scene(viewer));
    let known_before = faces_in_scene(&before.scene(viewer));
    let own = times(&shown).max(times(&turned).saturating_sub(times(&known_before)));
    let theirs = faces_in_steps(&after.steps(learnt.viewer, played));
    let theirs_turned = times(&faces_in_scene(&after.scene(learnt.viewer)))
        .saturating_sub(times(&faces_in_scene(&before.scene(learnt.viewer))));
    own > 0 && own >= times(&theirs).max(theirs_turned)
}

/// The faces that a move showed a viewer and that the viewer did not see before.
fn new_cards(before: &dyn AnyMatch, played: &Played, after: &dyn AnyMatch, viewer: Viewer) -> Vec<SeenCard> {
    let shown = faces_in_steps(&after.steps(viewer, played));
    let seen = faces_in_scene(&before.scene(viewer));
    let known = |face: &str| seen.iter().filter(|card| card.face == face).count();
    let mut new: Vec<SeenCard> = shown.into_iter().filter(|card| known(&card.face) == 0).collect();
    if new.is_empty() {
        // A card can become visible without a step, such as the next card of a pile whose top card is visible.
        let now = faces_in_scene(&after.scene(viewer));
        let count = |face: &str| now.iter().filter(|card| card.face == face).count();
        new.extend(now.iter().filter(|card| count(&card.face) > known(&card.face)).cloned());
    }
    new
}

fn faces_in_steps(steps: &[Step]) -> Vec<SeenCard> {
    let face = |step: &Step| {
        let (place, face) = match step {
            Step::Move { to, face, .. } => (to, face),
            Step::Change { at, face, .. } | Step::Create { at, face } => (at, face),
            Step::Mix { .. } | Step::Remove { .. } | Step::Say { .. } => return None,
        };
        Some(SeenCard { zone: place.zone.clone(), face: face.clone()? })
    };
    steps.iter().filter_map(face).collect()
}

fn faces_in_scene(scene: &Scene) -> Vec<SeenCard> {
    let faces = scene.zones.iter().flat_map(|zone| zone.cards.iter().map(move |card| (zone, card)));
    let seen = faces.filter_map(|(zone, card)| Some((zone, card.face.as_ref()?)));
    seen.map(|(zone, face)| SeenCard { zone: zone.id.clone(), face: face.id.clone() }).collect()
}
