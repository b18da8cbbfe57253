//! Follows a match from the point of view of one viewer, and puts it into words for a terminal.

use crate::animation_frames::{self, AnimationFrame};
use crate::apply_step::Faces;
use crate::cards::face_text;
use crate::places::Places;
use crate::words::Words;
use crate::{card_grid, card_text, melds, moves, news_filter};
use rulebook_scene::layout::{Layout, Layouts, Shape};
use rulebook_scene::{Button, Gesture, Offer, Scene, Step, ZoneRole, commentary, text_log, text_scene_with};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Follows a match for one viewer and remembers what this viewer has seen so far.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    layouts: Arc<Layouts>,
    words: Words,
    places: Places,
    faces: Faces,
    /// The names of the cards whose texts have been printed, so that each text is printed only once.
    explained: BTreeSet<String>,
    /// The scene at the last update.
    last: Scene,
}

/// The part of a decision that the viewer saw.
#[derive(Clone, Debug, Default)]
pub struct SeenDecision {
    /// The messages, as lines of text.
    pub lines: Vec<String>,
    /// Pictures that are shown for a moment before the final scene.
    pub pictures: Vec<AnimationFrame>,
}

impl SeenDecision {
    /// Whether the viewer saw nothing, for example after a hidden pick of another player.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.lines.is_empty() && self.pictures.is_empty()
    }
}

impl Reader {
    /// A reader that has seen nothing yet.
    #[must_use]
    pub fn new(layouts: Arc<Layouts>) -> Reader {
        Reader { layouts, ..Reader::default() }
    }

    pub(crate) fn layouts(&self) -> &Arc<Layouts> {
        &self.layouts
    }

    pub(crate) fn places(&self) -> &Places {
        &self.places
    }

    fn layout(&self) -> Option<&Layout> {
        self.layouts.get(Shape::Plain)
    }

    /// Updates the reader with the current scene and the legal moves.
    pub fn look(&mut self, scene: &Scene, offers: &[Offer]) {
        self.words.learn(scene);
        self.faces.learn(scene);
        let layout = self.layouts.get(Shape::Plain);
        self.places.keep(scene, layout, offers);
        self.last.clone_from(scene);
    }

    /// Records a decision and returns what the viewer saw. `after` is the scene after the decision.
    pub fn see(&mut self, steps: &[Step], after: &Scene) -> SeenDecision {
        self.words.learn(after);
        self.words.hear(steps);
        self.faces.learn(after);
        let told = self.places.steps(&news_filter::news(steps, &self.last), &self.last, &self.faces);
        let named = self.words.scene(after.clone());
        let lines = text_log(&commentary(&told, &named), &named).iter().map(|line| self.words.say(line)).collect();
        let mut pictures = animation_frames::between(&self.last, steps, &self.faces);
        for picture in &mut pictures {
            picture.said.iter_mut().for_each(|line| *line = self.words.say(line));
        }
        self.look(after, &[]);
        SeenDecision { lines, pictures }
    }

    /// Like [`Reader::see`], if several decisions were made and only the scene after the last is known. Then values on
    /// scoreboards cannot be compared, so every value is reported.
    pub fn see_late(&mut self, steps: &[Step], after: &Scene) -> SeenDecision {
        self.last.scoreboards.clear();
        self.see(steps, after)
    }

    /// Words a sentence for this viewer.
    #[must_use]
    pub fn say(&self, text: &str) -> String {
        self.words.say(text)
    }

    /// Puts the legal moves into words and sorts them for display. Moves with cards of the same zone follow the order
    /// of the cards.
    #[must_use]
    pub fn offers(&self, scene: &Scene, offers: Vec<Offer>) -> Vec<Offer> {
        let offers = in_order(offers, &self.sorted(scene.clone()));
        offers.into_iter().map(|offer| self.words.offer(self.places.offer(offer, scene))).collect()
    }

    /// The scene with the cards in display order.
    fn sorted(&self, scene: Scene) -> Scene {
        match self.layout() {
            Some(layout) => layout.sorted(scene),
            None => scene.top_last(),
        }
    }

    /// Puts a scene and its legal moves into words for this viewer, and the cards into display order.
    #[must_use]
    pub fn read(&self, scene: Scene, offers: Vec<Offer>) -> (Scene, Vec<Offer>) {
        let offers = self.offers(&scene, offers);
        (self.words.scene(self.sorted(scene)), offers)
    }

    /// The full text of a visible card as lines. The card is found by its name or a part of it.
    #[must_use]
    pub fn card(&self, scene: &Scene, name: &str) -> Option<Vec<String>> {
        let face = card_text::find(scene, name)?;
        Some([vec![face_text(face).0], card_text::lines(face)].concat())
    }

    /// The scene as text for a player who has to move. Only the buttons that can be pressed are listed. Prints the
    /// texts of new cards. If `again` is set, prints the texts of all cards.
    #[must_use]
    pub fn text_asked(&mut self, mut scene: Scene, offers: &[Offer], again: bool) -> String {
        let pressed =
            |button: &Button, offer: &Offer| matches!(&offer.gesture, Gesture::Button { id } if *id == button.id);
        scene.buttons.retain(|button| offers.iter().any(|offer| pressed(button, offer)));
        let cards = scene.zones.iter_mut().flat_map(|zone| &mut zone.cards);
        let mut read = BTreeSet::new();
        for face in cards.filter_map(|card| card.face.as_mut()).filter(|face| !face.text.is_empty()) {
            if self.explained.contains(&face.id) && !again {
                face.text.clear();
            }
            read.insert(face.id.clone());
        }
        self.explained.append(&mut read);
        self.text(scene)
    }

    /// The scene as text. If cards lie at numbered places, they are listed by place. A hand with melds is grouped.
    #[must_use]
    pub fn text(&self, scene: Scene) -> String {
        let (scene, _) = self.read(scene, Vec::new());
        let own = scene.viewer.and_then(|viewer| viewer.seat());
        text_scene_with(&scene, &[], &|zone| match self.places.of(zone) {
            Some(places) => Some(card_grid::lines(zone, &places)),
            None if own.is_some() && zone.owner == own && zone.role == Some(ZoneRole::Hand) => {
                melds::of_hand(&scene, &zone.cards).map(|melds| melds.text(&zone.cards))
            }
            None => None,
        })
    }
}

/// Sorts the moves for display: moves of the same kind with cards of the same zone follow the order of the cards. Other
/// moves keep their place in the list.
fn in_order(offers: Vec<Offer>, scene: &Scene) -> Vec<Offer> {
    let placed = |offer: Offer| {
        let mut there = offer.clone();
        there.follow(scene);
        (moves::cards(&there), offer)
    };
    let mut placed: Vec<(Vec<(usize, usize)>, Offer)> = offers.into_iter().map(placed).collect();
    let kind = |(cards, offer): &(Vec<(usize, usize)>, Offer)| {
        let zone = cards.first().map(|(zone, _)| *zone)?;
        Some((zone, moves::zone(offer).map(str::to_owned), offer.label.split(' ').count()))
    };
    for run in placed.chunk_by_mut(|a, b| kind(a).is_some() && kind(a) == kind(b)) {
        run.sort_by(|(a, _), (b, _)| a.cmp(b));
    }
    placed.into_iter().map(|(_, offer)| offer).collect()
}
