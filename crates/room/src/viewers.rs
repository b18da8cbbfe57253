//! Keeps the connected viewers, with the last scene, ask and position that each viewer got.

use crate::effect::{Effect, Show, Since};
use crate::running_match::RunningMatch;
use rulebook_kernel::Viewer;
use rulebook_matches::Played;
use rulebook_scene::{Ask, Scene};
use std::collections::BTreeMap;

#[derive(Default)]
pub(crate) struct Viewers {
    shown: BTreeMap<Viewer, Shown>,
}

struct Shown {
    scene: Scene,
    ask: Option<Ask>,
    since: Since,
}

impl Viewers {
    pub fn is_empty(&self) -> bool {
        self.shown.is_empty()
    }

    pub fn leave(&mut self, viewer: Viewer) {
        self.shown.remove(&viewer);
    }

    /// Adds a viewer. Returns the missed steps if they are known, otherwise only the current scene.
    pub fn join(&mut self, viewer: Viewer, live: &RunningMatch, since: Option<Since>) -> Show {
        let known = since.filter(|since| since.epoch == live.epoch);
        let (steps, count) = live.seen(viewer, known.map_or(u32::MAX, |since| since.seen));
        // The position of the viewer is invalid if it counts more entries than the match has.
        let steps = steps.filter(|_| known.is_some_and(|since| since.seen <= count));
        let (follows, steps) = (steps.is_some(), steps.unwrap_or_default());
        let (scene, ask) = now(viewer, live);
        let since = Since { epoch: live.epoch, seen: count };
        let show = Show {
            viewer,
            since,
            follows,
            steps,
            moves: live.records(),
            scene: scene.clone(),
            ask: ask.clone(),
            undo: may_undo(viewer, live),
        };
        self.shown.insert(viewer, Shown { scene, ask, since });
        show
    }

    /// Sends each viewer the changes that it can see in these entries.
    pub fn look(&mut self, live: &RunningMatch, new: &[Played], effects: &mut Vec<Effect>) {
        for (viewer, shown) in &mut self.shown {
            let mut steps = Vec::new();
            let mut since = Since { epoch: live.epoch, ..shown.since };
            for entry in new {
                let more = live.game.steps(*viewer, entry);
                since.seen += u32::from(!more.is_empty());
                steps.extend(more);
            }
            let (scene, ask) = now(*viewer, live);
            if steps.is_empty() && scene == shown.scene && ask == shown.ask {
                continue;
            }
            let undo = may_undo(*viewer, live);
            let moves = new.iter().filter_map(|entry| entry.record.clone()).collect();
            let (viewer, follows) = (*viewer, true);
            let show = Show { viewer, since, follows, steps, moves, scene: scene.clone(), ask: ask.clone(), undo };
            effects.push(Effect::Show(Box::new(show)));
            *shown = Shown { scene, ask, since };
        }
    }

    /// Sends each viewer a complete scene, after the start or an undo.
    pub fn anew(&mut self, live: &RunningMatch, viewers: Vec<Viewer>, effects: &mut Vec<Effect>) {
        for viewer in viewers {
            let old = self.shown.get(&viewer).map(|shown| (shown.scene.clone(), shown.ask.clone()));
            let show = self.join(viewer, live, None);
            if old.is_none_or(|(scene, ask)| scene != show.scene || ask != show.ask) {
                effects.push(Effect::Show(Box::new(show)));
            }
        }
    }

    pub fn viewers(&self) -> Vec<Viewer> {
        self.shown.keys().copied().collect()
    }
}

fn may_undo(viewer: Viewer, live: &RunningMatch) -> bool {
    viewer.seat().is_some_and(|seat| live.may_undo(seat))
}

fn now(viewer: Viewer, live: &RunningMatch) -> (Scene, Option<Ask>) {
    (live.game.scene(viewer), viewer.seat().and_then(|seat| live.game.ask(seat)))
}
