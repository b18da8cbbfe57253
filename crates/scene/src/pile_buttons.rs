//! Finds the pile that means the same as a button, so that players can click the pile: the stock for `draw`, the
//! discard pile for `take`. The labels are words of the rules file. Clients do not interpret them.

use crate::{Scene, ZoneRole, ZoneScene};

impl Scene {
    /// Sets the buttons of the stock and of the discard pile.
    ///
    /// A label that begins with `draw` or `turn` means the stock. A label such as `take the pile` means the discard
    /// pile. The label `take` also means the discard pile, if there is also a button for the stock. This holds only if
    /// the table has exactly one such pile and one such button.
    pub fn link_piles(&mut self) {
        let stock = self.link_pile(ZoneRole::Deck, draws);
        self.link_pile(ZoneRole::Discard, if stock { takes } else { takes_the_pile });
    }

    /// Sets the button of the only pile with this role. Returns whether there are such a pile and such a button.
    fn link_pile(&mut self, role: ZoneRole, means: fn(&str) -> bool) -> bool {
        let piles: Vec<usize> = (0..self.zones.len()).filter(|at| is_shared(&self.zones[*at], role)).collect();
        let filled: Vec<usize> = piles.iter().copied().filter(|at| is_filled(&self.zones[*at])).collect();
        let (([pile], _) | (_, [pile])) = (&piles[..], &filled[..]) else { return false };
        let labels = self.buttons.iter().filter(|button| {
            let label = if button.label.is_empty() { &button.id } else { &button.label };
            means(&label.trim().to_lowercase())
        });
        let ids: Vec<String> = labels.map(|button| button.id.clone()).collect();
        let [id] = &ids[..] else { return false };
        // An empty stock can be turned over only if there is a discard pile to turn.
        let turns = |zone: &ZoneScene| is_shared(zone, ZoneRole::Discard) && is_filled(zone);
        let works = !filled.is_empty() || role == ZoneRole::Deck && self.zones.iter().any(turns);
        if works {
            self.zones[*pile].button = Some(id.clone());
        }
        works
    }
}

fn is_shared(zone: &ZoneScene, role: ZoneRole) -> bool {
    zone.role == Some(role) && zone.owner.is_none() && zone.team.is_empty()
}

fn is_filled(zone: &ZoneScene) -> bool {
    zone.count.unwrap_or(zone.cards.len()) > 0
}

fn draws(label: &str) -> bool {
    let first = label.split(|c: char| !c.is_alphanumeric()).next();
    matches!(first, Some("draw" | "turn"))
}

/// The words after `take` or `pick up` in a label.
fn taken(label: &str) -> Option<&str> {
    label.strip_prefix("take").or_else(|| label.strip_prefix("pick up"))
}

fn takes_the_pile(label: &str) -> bool {
    matches!(taken(label), Some(" the pile" | " the discard" | " the discard pile"))
}

fn takes(label: &str) -> bool {
    takes_the_pile(label) || matches!(taken(label), Some("" | " it"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Button;
    use rulebook_kernel::Seat;

    fn zone(id: &str, role: ZoneRole, count: usize) -> ZoneScene {
        ZoneScene { id: id.to_owned(), role: Some(role), count: Some(count), ..ZoneScene::default() }
    }

    /// The buttons of the zones of a table with these buttons.
    fn linked(zones: &[ZoneScene], labels: &[&str]) -> Vec<Option<String>> {
        let button = |label: &&str| Button { id: label.to_lowercase(), label: (*label).to_owned() };
        let mut scene =
            Scene { zones: zones.to_vec(), buttons: labels.iter().map(button).collect(), ..Scene::default() };
        scene.link_piles();
        scene.zones.into_iter().map(|zone| zone.button).collect()
    }

    #[test]
    fn the_words_of_a_button_name_its_pile() {
        let piles = [zone("stock", ZoneRole::Deck, 9), zone("discard", ZoneRole::Discard, 3)];
        let some = |id: &str| Some(id.to_owned());
        assert_eq!(linked(&piles, &["Draw"]), [some("draw"), None]);
        assert_eq!(linked(&piles, &["take", "draw"]), [some("draw"), some("take")]);
        assert_eq!(linked(&piles, &["Take the pile", "Take back"]), [None, some("take the pile")]);
        assert_eq!(linked(&piles, &["turn the next card"]), [some("turn the next card"), None]);
        // Without a button to draw, `take` may mean anything. Two buttons to draw are two different moves.
        for labels in [&["take"][..], &["Take back"], &["drawn"], &["draw one", "draw two"], &[]] {
            assert_eq!(linked(&piles, labels), [None, None], "{labels:?}");
        }
    }

    #[test]
    fn only_shared_piles_that_can_be_used_are_linked() {
        let deck = |count| zone("stock", ZoneRole::Deck, count);
        let discard = |count| zone("discard", ZoneRole::Discard, count);
        assert_eq!(linked(&[deck(0), discard(0)], &["draw"]), [None, None]);
        assert_eq!(linked(&[deck(0), discard(2)], &["turn"]), [Some("turn".to_owned()), None]);
        assert_eq!(linked(&[deck(3), deck(0)], &["draw"]), [Some("draw".to_owned()), None]);
        assert_eq!(linked(&[deck(3), deck(3)], &["draw"]), [None, None]);
        let own = ZoneScene { owner: Some(Seat::new(0)), ..deck(3) };
        assert_eq!(linked(&[own], &["draw"]), [None]);
    }
}
