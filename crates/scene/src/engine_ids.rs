//! Maps the names of piles and cards in an initial state (card engine 6.1) to the zones and faces of a scene.
//!
//! | initial state | scene |
//! |---|---|
//! | the pile `deck` | the zone `deck` |
//! | the pile `P1-hand` of the first player | the zone `hand.0` |
//! | the pile `N-threes` of the first team | the zone `threes.0` |
//! | the pile `threes`, said by a player of this team | the zone `threes.0` |
//! | the card `17` | a card with the face that the initial state gives it |
//!
//! Scenarios, layouts, move texts and intents understand both columns.

use crate::card_name::find_face;
use crate::{Scene, ZoneScene};
use rulebook_kernel::{Seat, SeatSet};
use std::collections::{BTreeMap, BTreeSet};

/// The ids of players, teams and cards in the initial state of a game. A game without an initial state has no ids of
/// its own. Its players are called `P1`, `P2` and so on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineIds {
    /// The ids of the players, in seat order.
    pub players: Vec<String>,
    /// The ids of the teams, by number.
    pub teams: Vec<String>,
    /// For each card id, the id of the face.
    pub cards: BTreeMap<String, String>,
}

impl EngineIds {
    /// The id of the zone with this pile name, or with this id. `None` if the scene has no such zone.
    #[must_use]
    pub fn zone<'z>(&self, zones: &'z [ZoneScene], pile: &str) -> Option<&'z str> {
        let same = zones.iter().find(|zone| zone.id == pile);
        let found = same.or_else(|| {
            let team = |zone: &ZoneScene| zone.team.iter().copied().collect();
            zones.iter().find(|zone| self.is_name_of(pile, &zone.id, team(zone)))
        });
        found.map(|zone| zone.id.as_str())
    }

    /// The id of the zone that a player means by a pile name. A name without an owner, such as `hand` or `meld-8`, means
    /// the pile of this player or of the player's team, as in move texts.
    #[must_use]
    pub fn zone_of<'z>(&self, zones: &'z [ZoneScene], pile: &str, seat: Seat) -> Option<&'z str> {
        let own = |zone: &&ZoneScene| {
            let Some((name, number)) = zone.id.rsplit_once('.') else { return false };
            let owned =
                if zone.team.is_empty() { number.parse() == Ok(seat.index()) } else { zone.team.contains(&seat) };
            name == pile && owned
        };
        self.zone(zones, pile).or_else(|| zones.iter().find(own).map(|zone| zone.id.as_str()))
    }

    /// All pile names that differ from the id of their zone, with the ids.
    #[must_use]
    pub fn aliases(&self, zones: &[ZoneScene], seats: usize) -> BTreeMap<String, String> {
        let numbered = (1..=seats).map(|seat| format!("P{seat}"));
        let owners: Vec<String> = self.players.iter().chain(&self.teams).cloned().chain(numbered).collect();
        let names: BTreeSet<&str> = zones.iter().filter_map(|zone| Some(zone.id.rsplit_once('.')?.0)).collect();
        let piles = names.iter().flat_map(|name| owners.iter().map(move |owner| format!("{owner}-{name}")));
        let alias = |pile: String| self.zone(zones, &pile).map(str::to_owned).map(|id| (pile, id));
        piles.filter_map(alias).filter(|(pile, id)| pile != id).collect()
    }

    /// The face of the card with this id. If there is no such card, returns the text, which may be the id of a face.
    #[must_use]
    pub fn face<'a>(&'a self, card: &'a str) -> &'a str {
        self.cards.get(card).map_or(card, String::as_str)
    }

    /// The face in a scene for a card id, or for a written card such as `q♥`. If the text names no visible face,
    /// returns it unchanged.
    #[must_use]
    pub fn face_in<'a>(&'a self, scene: &'a Scene, card: &'a str) -> &'a str {
        let face = self.face(card);
        find_face(scene, face).unwrap_or(face)
    }

    /// The seat of a player. Players are called `P1`, `P2` and so on if the initial state does not use these ids for
    /// other seats.
    #[must_use]
    pub fn seat(&self, player: &str) -> Option<usize> {
        let numbered = || player.strip_prefix('P')?.parse::<usize>().ok()?.checked_sub(1);
        self.players.iter().position(|id| id == player).or_else(numbered)
    }

    /// Whether the initial state has this pile name for the zone with this id. `team` lists the seats of the team that
    /// owns the zone. It is empty for all other zones.
    #[must_use]
    pub fn is_name_of(&self, pile: &str, zone: &str, team: SeatSet) -> bool {
        let owned = zone.rsplit_once('.').and_then(|(name, number)| Some((name, number.parse::<usize>().ok()?)));
        let Some((name, number)) = owned else { return false };
        let Some(owner) = pile.strip_suffix(name).and_then(|owner| owner.strip_suffix('-')) else { return false };
        if team.is_empty() {
            return self.seat(owner) == Some(number);
        }
        match self.teams.iter().position(|id| id == owner) {
            Some(team) => team == number,
            None => self.seat(owner).is_some_and(|seat| team.iter().any(|other| other.index() == seat)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::EngineIds;
    use crate::{CardScene, FaceScene, Scene, ZoneScene};
    use rulebook_kernel::Seat;

    fn zone(id: &str, team: &[usize]) -> ZoneScene {
        ZoneScene { id: id.into(), team: team.iter().map(|seat| Seat::new(*seat)).collect(), ..ZoneScene::default() }
    }

    #[test]
    fn both_names_of_a_pile_are_understood() {
        let zones = [zone("deck", &[]), zone("hand.0", &[]), zone("hand.1", &[]), zone("meld-A.1", &[1, 3])];
        let plain = EngineIds::default();
        for (pile, id) in [
            ("deck", Some("deck")),
            ("hand.1", Some("hand.1")),
            ("P1-hand", Some("hand.0")),
            ("P2-hand", Some("hand.1")),
            ("P4-meld-A", Some("meld-A.1")),
            ("P1-meld-A", None),
            ("P3-hand", None),
            ("P0-hand", None),
            ("P1-deck", None),
            ("-hand", None),
            ("hand", None),
        ] {
            assert_eq!(plain.zone(&zones, pile), id, "{pile}");
        }
        for (pile, seat, id) in [
            ("hand", 1, Some("hand.1")),
            ("meld-A", 3, Some("meld-A.1")),
            ("meld-A", 0, None),
            ("P1-hand", 1, Some("hand.0")),
            ("deck", 0, Some("deck")),
        ] {
            assert_eq!(plain.zone_of(&zones, pile, Seat::new(seat)), id, "{pile} of {seat}");
        }
        let named = EngineIds {
            players: ["E", "P1"].map(str::to_owned).into(),
            teams: ["N", "E"].map(str::to_owned).into(),
            cards: [("17".to_owned(), "4D".to_owned())].into(),
        };
        assert_eq!(named.zone(&zones, "E-hand"), Some("hand.0"));
        assert_eq!(named.zone(&zones, "P1-hand"), Some("hand.1"), "the initial state gives this id to another seat");
        assert_eq!(named.zone(&zones, "E-meld-A"), Some("meld-A.1"));
        let aliases = plain.aliases(&zones[..3], 2);
        assert_eq!(
            aliases.iter().map(|(pile, id)| format!("{pile}={id}")).collect::<Vec<_>>(),
            ["P1-hand=hand.0", "P2-hand=hand.1"]
        );
        assert_eq!((named.face("17"), named.face("QH")), ("4D", "QH"));
    }

    #[test]
    fn a_written_card_is_found_among_the_visible_faces() {
        let card = |id: &str| CardScene {
            face: Some(FaceScene { id: id.to_owned(), ..FaceScene::default() }),
            ..CardScene::default()
        };
        let cards = ["QH", "10S", "4D", "a", "A", "Elf", "4D"].map(card).into();
        let scene = Scene { zones: vec![ZoneScene { cards, ..ZoneScene::default() }], ..Scene::default() };
        let ids = EngineIds { cards: [("17".to_owned(), "4D".to_owned())].into(), ..EngineIds::default() };
        for (written, face) in [
            ("QH", "QH"),
            ("qh", "QH"),
            ("Q♥", "QH"),
            ("q♡\u{fe0f}", "QH"),
            ("T♠", "10S"),
            ("10s", "10S"),
            ("17", "4D"),
            ("4♦", "4D"),
            ("a", "a"),
            ("A", "A"),
            ("elf", "Elf"),
            ("9♣", "9♣"),
        ] {
            assert_eq!(ids.face_in(&scene, written), face, "{written}");
        }
    }
}
