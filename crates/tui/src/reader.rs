//! Somebody at a terminal: what they saw so far, and how the table is told to them.

use crate::happen::Faces;
use crate::laid;
use crate::pictures::{self, Picture};
use crate::places::Places;
use crate::words::Words;
use rulebook_stage::layout::{Layout, Layouts, Shape};
use rulebook_stage::{Offer, Scene, Step, text_scene_with, text_steps};
use std::sync::Arc;

/// Follows one viewer through a match.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    layouts: Arc<Layouts>,
    words: Words,
    places: Places,
    faces: Faces,
    /// The table as it was when something was last seen of it.
    last: Scene,
}

/// What somebody saw of a decision.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// As lines.
    pub lines: Vec<String>,
    /// What was there for a moment only.
    pub pictures: Vec<Picture>,
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
        self.faces.learn(after);
        let told = self.places.steps(steps, &self.last, &self.faces);
        let named = self.words.scene(after.clone());
        let lines = text_steps(&told, &named).iter().map(|line| self.words.say(line)).collect();
        let mut pictures = pictures::between(&self.last, steps, &self.faces);
        for picture in &mut pictures {
            picture.said.iter_mut().for_each(|line| *line = self.words.say(line));
        }
        self.look(after, &[]);
        Seen { lines, pictures }
    }

    /// A sentence as this reader is told it.
    #[must_use]
    pub fn say(&self, text: &str) -> String {
        self.words.say(text)
    }

    /// The legal moves as a list has them.
    #[must_use]
    pub fn offers(&self, scene: &Scene, offers: Vec<Offer>) -> Vec<Offer> {
        offers.into_iter().map(|offer| self.words.offer(self.places.offer(offer, scene))).collect()
    }

    /// A scene and its offers in the words of this reader, the cards in the order that the eye likes.
    #[must_use]
    pub fn read(&self, scene: Scene, offers: Vec<Offer>) -> (Scene, Vec<Offer>) {
        let offers = self.offers(&scene, offers);
        let sorted = match self.layout() {
            Some(layout) => layout.sorted(scene),
            None => scene,
        };
        (self.words.scene(sorted), offers)
    }

    /// The scene as text. Cards that have places are listed by them.
    #[must_use]
    pub fn text(&self, scene: Scene) -> String {
        let (scene, _) = self.read(scene, Vec::new());
        text_scene_with(&scene, &[], &|zone| Some(laid::lines(zone, &self.places.of(zone)?)))
    }
}
