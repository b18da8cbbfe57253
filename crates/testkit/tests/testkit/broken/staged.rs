//! Scenes and offers of the duel.

use super::duel::{Duel, Fact, Move};
use super::fault::Fault;
use super::hidden::View;
use super::table::{Card, is_blank};
use rulebook_kernel::Seat;
use rulebook_matches::Staged;
use rulebook_scene::{Button, CardScene, CardSpot, FaceScene, Gesture, Offer, Scene, Step, ZoneScene};

fn zone(id: String, owner: Option<Seat>, cards: &[Card]) -> ZoneScene {
    let show = |card: &Card| {
        let face = FaceScene { id: card.to_string(), name: card.to_string(), ..FaceScene::default() };
        CardScene { face: (!is_blank(*card)).then_some(face), ..CardScene::default() }
    };
    let cards: Vec<CardScene> = cards.iter().map(show).collect();
    let ordered = owner.is_none();
    ZoneScene { name: id.clone(), count: Some(cards.len()), id, owner, ordered, cards, ..ZoneScene::default() }
}

impl Staged for Duel {
    fn scene(&self, view: &View) -> Scene {
        let table = &view.table;
        let mut zones: Vec<ZoneScene> = Seat::all(table.seats())
            .map(|seat| zone(format!("hand.{}", seat.index()), Some(seat), &table.hands[seat.index()]))
            .collect();
        for (id, cards) in [("low", &table.low), ("high", &table.high), ("discard", &table.discard)] {
            zones.push(zone(id.to_owned(), None, cards));
        }
        let looking = table.looking.is_some();
        let words = if looking { &["keep", "toss"][..] } else { &[] };
        let buttons = words.iter().map(|id| Button { id: (*id).to_owned(), label: (*id).to_owned() }).collect();
        let due = view.drawer.into_iter().collect();
        let prompt = format!("round {} {}", table.round, view.peek);
        Scene { seats: table.seats(), zones, buttons, due, prompt, ..Scene::default() }
    }

    fn offer(&self, view: &View, mv: &Move) -> Offer {
        let button = |id: &str| Offer::new(id, Gesture::Button { id: id.to_owned() });
        match mv {
            Move::Draw => Offer::new("draw", Gesture::Zone { zone: "high".to_owned() }),
            Move::Keep => button("keep"),
            Move::Toss => button("toss"),
            Move::Play(card) => {
                let own = view.who.seat().map_or(0, Seat::index);
                let at = view.table.hands[own].iter().position(|held| held == card);
                let at = if self.has(Fault::GestureAtNothing) { None } else { at };
                Offer::new(format!("play {card}"), Gesture::Card { card: CardSpot::new(own, at.unwrap_or(99)) })
            }
        }
    }

    fn steps(&self, fact: &Fact) -> Vec<Step> {
        vec![Step::say(format!("{fact:?}"))]
    }
}
