//! Somebody at a terminal: what they saw so far, and how the table is told to them.

use crate::animation_frames::{self, AnimationFrame};
use crate::apply_step::Faces;
use crate::cards::face_text;
use crate::places::Places;
use crate::words::Words;
use crate::{card_grid, card_text, moves, news_filter};
use rulebook_scene::layout::{Layout, Layouts, Shape};
use rulebook_scene::{Button, Gesture, Offer, Scene, Step, text_scene_with, text_steps};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Follows one viewer through a match.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    layouts: Arc<Layouts>,
    words: Words,
    places: Places,
    faces: Faces,
    /// The cards whose texts this reader has read, by what moves call them.
    explained: BTreeSet<String>,
    /// The table as it was when something was last seen of it.
    last: Scene,
}

/// What somebody saw of a decision.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// As lines.
    pub lines: Vec<String>,
    /// What was there for a moment only.
    pub pictures: Vec<AnimationFrame>,
}

impl Seen {
    /// Is there nothing that anybody could look at, as when somebody picks a card that nobody else sees?
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.lines.is_empty() && self.pictures.is_empty()
    }
}

impl Reader {
    /// Somebody who has seen nothing yet.
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

    /// Looks at the table, as the rules have it.
    pub fn look(&mut self, scene: &Scene, offers: &[Offer]) {
        self.words.learn(scene);
        self.faces.learn(scene);
        let layout = self.layouts.get(Shape::Plain);
        self.places.keep(scene, layout, offers);
        self.last.clone_from(scene);
    }

    /// Sees a decision happen; the scene is the table after it, as the rules have it.
    pub fn see(&mut self, steps: &[Step], after: &Scene) -> Seen {
        self.words.learn(after);
        self.words.hear(steps);
        self.faces.learn(after);
        let told = self.places.steps(&news_filter::news(steps, &self.last), &self.last, &self.faces);
        let named = self.words.scene(after.clone());
        let lines = text_steps(&told, &named).iter().map(|line| self.words.say(line)).collect();
        let mut pictures = animation_frames::between(&self.last, steps, &self.faces);
        for picture in &mut pictures {
            picture.said.iter_mut().for_each(|line| *line = self.words.say(line));
        }
        self.look(after, &[]);
        Seen { lines, pictures }
    }

    /// Sees one of several decisions, of which only the table after the last is known: every value may be news.
    pub fn see_late(&mut self, steps: &[Step], after: &Scene) -> Seen {
        self.last.scoreboards.clear();
        self.see(steps, after)
    }

    /// A sentence as this reader is told it.
    #[must_use]
    pub fn say(&self, text: &str) -> String {
        self.words.say(text)
    }

    /// The legal moves as a list has them: those about cards of one place in the order in which they lie there.
    #[must_use]
    pub fn offers(&self, scene: &Scene, offers: Vec<Offer>) -> Vec<Offer> {
        let offers = in_order(offers, &self.sorted(scene.clone()));
        offers.into_iter().map(|offer| self.words.offer(self.places.offer(offer, scene))).collect()
    }

    /// The cards in the order that the eye likes.
    fn sorted(&self, scene: Scene) -> Scene {
        match self.layout() {
            Some(layout) => layout.sorted(scene),
            None => scene.top_last(),
        }
    }

    /// A scene and its offers in the words of this reader, the cards in the order that the eye likes.
    #[must_use]
    pub fn read(&self, scene: Scene, offers: Vec<Offer>) -> (Scene, Vec<Offer>) {
        let offers = self.offers(&scene, offers);
        (self.words.scene(self.sorted(scene)), offers)
    }

    /// All that is printed on a card in sight, by its name or a part of it, in lines.
    #[must_use]
    pub fn card(&self, scene: &Scene, name: &str) -> Option<Vec<String>> {
        let face = card_text::find(scene, name)?;
        Some([vec![face_text(face).0], card_text::lines(face)].concat())
    }

    /// The scene as text for somebody who is asked: of the buttons those that can be pressed, of the cards the texts of those
    /// that are new, or of all `again`.
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

    /// The scene as text. Cards that have places are listed by them.
    #[must_use]
    pub fn text(&self, scene: Scene) -> String {
        let (scene, _) = self.read(scene, Vec::new());
        text_scene_with(&scene, &[], &|zone| Some(card_grid::lines(zone, &self.places.of(zone)?)))
    }
}

/// Rules list moves in an order of their own. Those of one kind about cards of one zone follow the cards; the rest stays.
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
