//! Makes the zones of a scene: faces for viewers who may look at a card, backs for the others.

use crate::{Face, Fact, Motion, Shape, Spot, TableView, ZoneId};
use rulebook_kernel::SeatSet;
use rulebook_scene::{CardScene, CardSpot, FaceScene, Place, Step, ZoneScene};

impl Shape {
    /// The scenes of all zones of a view, without internal zones.
    pub fn zone_scenes(&self, view: &TableView, face: impl Fn(Face) -> FaceScene) -> Vec<ZoneScene> {
        (0..self.zones.len())
            .map(|i| ZoneId(i as u16))
            .filter(|&id| !self.zone(id).internal)
            .map(|id| {
                let (zone, def) = (self.zone(id), self.def(id));
                let counted =
                    zone.sees_count.admits(view.who) || view.zone(id).any(|(_, card)| card.shown.admits(view.who));
                let cards = view.zone(id).filter(|_| counted).map(|(_, card)| CardScene {
                    face: card.face.filter(|_| card.shown.admits(view.who)).map(&face),
                    back: self.back_id(card.back as usize).to_owned(),
                    face_up: card.up,
                    ..CardScene::default()
                });
                ZoneScene {
                    id: zone.id.clone(),
                    name: def.name.clone(),
                    owner: zone.seat,
                    team: zone.owners.iter().filter(|_| zone.seat.is_none()).collect(),
                    category: def.category.clone(),
                    role: def.role,
                    ordered: zone.ordered,
                    top_first: zone.fifo,
                    cards: cards.collect(),
                    count: counted.then(|| view.count(id)),
                    button: None,
                }
            })
            .collect()
    }

    /// The place in the scene of a card of the view.
    #[must_use]
    pub fn card_spot(&self, view: &TableView, number: u16) -> CardSpot {
        let zone = view.cards[number as usize].zone;
        let shown_before = (0..zone.0).filter(|&z| !self.zone(ZoneId(z)).internal).count();
        let first = view.zone(zone).next().map_or(number, |(first, _)| first);
        CardSpot::new(shown_before, (number - first) as usize)
    }

    /// Turns a witnessed fact into animation steps. `set` describes the new value of a variable, or returns `None` if
    /// no line is needed. `self` may be the shape for the maximum number of seats, even if the match has fewer seats.
    pub fn steps(
        &self,
        fact: &Fact,
        face: impl Fn(Face) -> String,
        set: impl Fn(crate::VarId, i32) -> Option<String>,
    ) -> Vec<Step> {
        let place = |spot: &Spot| Place { zone: self.zone_id(spot.zone), at: spot.at.map(usize::from) };
        let name = |spot: &Spot| spot.face.map(&face);
        let known = |spot: &Spot| name(spot).unwrap_or_else(|| "a card".to_owned());
        let change = |spot: &Spot, up: Option<bool>, text: String| {
            vec![Step::Change { at: place(spot), text, face: name(spot), up }]
        };
        match fact {
            Fact::Moved(motions) => {
                let from = |m: &Motion| Place { zone: self.zone_id(m.from), at: m.from_at.map(usize::from) };
                Step::together(motions.iter().map(|m| (from(m), place(&m.spot), name(&m.spot))).collect())
            }
            Fact::Shuffled { zone, .. } => vec![Step::Mix { zone: self.zone_id(*zone), text: None }],
            Fact::Arranged { zone, .. } => {
                vec![Step::Mix { zone: self.zone_id(*zone), text: Some("is put into another order".into()) }]
            }
            Fact::Turned { spot, up } => {
                change(spot, Some(*up), format!("{} is turned face {}", known(spot), if *up { "up" } else { "down" }))
            }
            Fact::Revealed { spot, to } | Fact::Shown { spot, to } => {
                change(spot, Some(true), format!("{} is shown to {}", known(spot), self.people(*to)))
            }
            Fact::Covered { spot, from } => {
                change(spot, Some(false), format!("{} is hidden from {}", known(spot), self.people(*from)))
            }
            Fact::Created { spot, .. } => vec![Step::Create { at: place(spot), face: name(spot) }],
            Fact::Destroyed { spot } => vec![Step::Remove { at: place(spot) }],
            Fact::Set { var, value, .. } => value
                .and_then(|value| set(*var, value))
                .map(|text| Step::Say { text, quiet: true, choice: None })
                .into_iter()
                .collect(),
            Fact::Hinted { .. } | Fact::Noted { .. } => Vec::new(),
            Fact::Reshuffling { deck, from } => {
                let (deck, from) = (self.zone_name(*deck), self.zone_name(*from));
                vec![Step::say(format!("the {from} is shuffled into the {deck}"))]
            }
            Fact::RanOut { deck, .. } => vec![Step::say(format!("the {} has run out", self.zone_name(*deck)))],
            // After a restore, any card may be in another place. So the steps say that all zones were mixed, and
            // clients follow no card.
            Fact::Restored { .. } => {
                let back = Step::say("the last actions are undone");
                let zones = self.zones.iter();
                let lost = zones.map(|zone| Step::Mix { zone: zone.id.clone(), text: Some(String::new()) });
                std::iter::once(back).chain(lost).collect()
            }
            Fact::Said { text, .. } => vec![Step::say(text)],
        }
    }

    /// The id of a zone. Facts can come from an unverified log, so an unknown zone must not cause a panic.
    fn zone_id(&self, zone: ZoneId) -> String {
        self.zones.get(zone.index()).map_or_else(|| "nowhere".to_owned(), |zone| zone.id.clone())
    }

    fn zone_name(&self, zone: ZoneId) -> String {
        self.zones.get(zone.index()).map_or_else(|| "nowhere".to_owned(), |zone| self.defs[zone.def].name.clone())
    }

    fn people(&self, who: SeatSet) -> String {
        // Everything that spectators see is public. We cannot test instead whether `who` contains every seat: the shape
        // may be the one for the maximum number of seats.
        if who.and(SeatSet::SPECTATORS) == SeatSet::SPECTATORS {
            return "everybody".to_owned();
        }
        let seats: Vec<String> = who.iter().map(|seat| seat.to_string()).collect();
        if seats.is_empty() { "nobody".to_owned() } else { seats.join(" and ") }
    }
}
