//! Tests of undo: a move can be undone only if it revealed nothing.

use super::games;
use rulebook_kernel::{Key, Seat, Setup, Viewer};
use rulebook_matches::{AnyMatch, Samples, learnt, reveals};
use rulebook_scene::Step;
use std::collections::BTreeSet;

fn faces(table: &dyn AnyMatch, seat: Seat) -> usize {
    let scene = table.scene(Viewer::Seat(seat));
    scene.zones.iter().flat_map(|zone| &zone.cards).filter(|card| card.face.is_some()).count()
}

#[test]
fn a_patience_teaches_what_it_turns_up() {
    let Some(game) = games().into_iter().find(|game| game.id == "klondike") else { return };
    let (me, key) = (Seat::new(0), Key::from_seed("taught"));
    let mut seen = [0; 2];
    for seed in ["a", "b", "c", "d"] {
        let mut table = game.rules.start(&Setup::seats(1), Key::from_seed(seed)).unwrap();
        // Play only few moves, so that the stock is not turned over twice. In the second pass, turning up a card
        // reveals nothing new.
        for at in 0..20 {
            let texts = table.legal_texts(me);
            let Some(text) = texts.get(at % texts.len().max(1)) else { break };
            let before = table.fork();
            table.play(me, text).unwrap();
            let turned = faces(&*table, me) > faces(&*before, me);
            assert_eq!(reveals(&*before, (me, text.as_str()), &*table, &key), turned, "{seed}, move {at}: {text}");
            seen[usize::from(turned)] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 2), "{seen:?}");
}

/// The lowest trump in the hands, with its zone. The card in the zone `trump` shows the trump suit.
fn lowest_trump(table: &dyn AnyMatch) -> Option<(String, String)> {
    const RANKS: [&str; 9] = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"];
    let scene = table.scene(Viewer::God);
    let shown = scene.zones.iter().find(|zone| zone.id == "trump").unwrap();
    let trump = shown.cards[0].face.as_ref().unwrap().id.chars().last().unwrap();
    let hands = scene.zones.iter().filter(|zone| zone.id.starts_with("hand"));
    let cards = hands.flat_map(|zone| zone.cards.iter().map(move |card| (&zone.id, &card.face.as_ref().unwrap().id)));
    let lowest = cards.filter_map(|(zone, face)| {
        let rank = face.strip_suffix(trump)?;
        Some((RANKS.iter().position(|other| *other == rank), zone, face))
    });
    lowest.min().map(|(_, zone, face)| (zone.clone(), face.clone()))
}

/// A player who takes the cards of the table holds cards that everybody knows. Playing one of them reveals nothing.
#[test]
fn a_card_that_everybody_has_seen_can_be_taken_back() {
    let Some(game) = games().into_iter().find(|game| game.id == "durak") else { return };
    let key = Key::from_seed("taken");
    let (mut known, mut new) = (0, 0);
    for seed in 0..6 {
        let mut table = game.rules.start(&Setup::seats(2), Key::from_seed(&format!("durak {seed}"))).unwrap();
        // The cards that everybody knows in the hands, with their zones. The first attacker showed the lowest trump.
        let mut public: BTreeSet<(String, String)> = lowest_trump(&*table).into_iter().collect();
        for at in 0..60 {
            let Some(seat) = table.turn().seats().iter().next() else { break };
            let texts = table.legal_texts(seat);
            let before = table.fork();
            let played = table.play(seat, &texts[(at * 7 + seed) % texts.len()]).unwrap();
            let mut shown = Vec::new();
            let mut drawn = false;
            for step in table.steps(Viewer::Spectator, &played) {
                let Step::Move { from, to, face, .. } = step else { continue };
                let Some(face) = face else {
                    drawn = true;
                    continue;
                };
                if from.zone.starts_with("hand") {
                    shown.push((public.remove(&(from.zone, face.clone())), face.clone()));
                }
                if to.zone.starts_with("hand") {
                    public.insert((to.zone, face));
                }
            }
            if drawn || shown.is_empty() {
                continue;
            }
            for samples in [Samples::Public, Samples::Everybody] {
                let found = learnt(&*before, &played, &*table, &key, samples);
                let unknown: Vec<&String> = shown.iter().filter(|(knew, _)| !knew).map(|(_, face)| face).collect();
                match found {
                    None => assert!(unknown.is_empty(), "{seed} {at}: {} shows {unknown:?}", played.text),
                    Some(found) => {
                        let card = found.card.unwrap_or_else(|| panic!("{seed} {at}: {} shows no card", played.text));
                        assert!(unknown.contains(&&card.face), "{seed} {at}: {} shows {card:?}", played.text);
                    }
                }
                known += usize::from(unknown.is_empty());
                new += usize::from(!unknown.is_empty());
            }
        }
    }
    assert!(known > 5 && new > 5, "{known} known cards, {new} new cards");
}
