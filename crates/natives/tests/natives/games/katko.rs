//! Tests Katko against a second implementation that works on card texts: legal cards, the winner of a trick, and the
//! points.

use rulebook_kernel::{Key, Rng, Seat, Setup, Viewer};
use rulebook_matches::{AnyMatch, AnyRules, Hosted};
use rulebook_natives::katko::Katko;
use rulebook_natives::module::Native;

const ORDER: &str = "2 3 4 5 6 7 8 9 10 J Q K A";

fn suit(card: &str) -> char {
    card.chars().last().unwrap()
}

fn height(card: &str) -> usize {
    ORDER.split(' ').position(|rank| rank == &card[..card.len() - 1]).unwrap()
}

fn faces(game: &dyn AnyMatch, zone: &str) -> Vec<String> {
    let scene = game.scene(Viewer::God);
    let zone = scene.zones.into_iter().find(|other| other.id == zone).unwrap();
    zone.cards.into_iter().map(|card| card.face.unwrap().id).collect()
}

#[test]
fn matches_are_as_the_texts_of_the_cards_tell() {
    let rules = Hosted::new(Native::<Katko>::new());
    let (mut lasts, mut twos) = (0, 0);
    for seed in 0..40 {
        let seats = 2 + seed % 5;
        let mut game = rules.start(&Setup::seats(seats), Key::from_seed(&seed.to_string())).unwrap();
        let mut draws = Rng::seeded(&format!("katko {seed}")).draws();
        let (mut trick, mut points): (Vec<(Seat, String)>, Vec<i32>) = (Vec::new(), vec![0; seats]);
        while let Some(seat) = game.turn().seats().lowest() {
            let legal = game.legal_texts(seat);
            let text = legal[draws.below(legal.len() as u32) as usize].clone();
            let hand = faces(&*game, &format!("hand.{}", seat.index()));
            game.play(seat, &text).unwrap();
            if text == "start-game" {
                continue;
            }
            let led = trick.first().map(|(_, card)| suit(card));
            let follows = |card: &&String| led.is_none_or(|led| suit(card) == led);
            let any = !hand.iter().any(|card| follows(&card));
            let may: Vec<String> =
                hand.iter().filter(|card| any || follows(card)).map(|card| format!("{card} hand->trick")).collect();
            assert_eq!(legal, may);
            trick.push((seat, text.split(' ').next().unwrap().to_owned()));
            if trick.len() < seats {
                continue;
            }
            let led = suit(&trick[0].1);
            let (winner, card) =
                trick.iter().filter(|(_, card)| suit(card) == led).max_by_key(|(_, card)| height(card)).unwrap();
            match hand.len() {
                1 => {
                    points[winner.index()] += if card.starts_with('2') { 2 } else { 1 };
                    (lasts, twos) = (lasts + 1, twos + usize::from(card.starts_with('2')));
                }
                _ => assert_eq!(game.turn().seats().lowest(), Some(*winner)),
            }
            trick.clear();
        }
        let outcome = game.outcome().unwrap();
        assert_eq!(outcome.scores().unwrap(), points);
        assert_eq!(outcome.winners().len(), 1);
    }
    assert!(lasts > 300 && twos > 5, "{lasts} {twos}");
}

/// The scene says which seat laid each card of a trick. The last scene of a match has no trick.
#[test]
fn a_trick_names_the_player_of_each_card() {
    let rules = Hosted::new(Native::<Katko>::new());
    let mut game = rules.start(&Setup::seats(3), Key::from_seed("tricks")).unwrap();
    let mut laid: Vec<Seat> = Vec::new();
    while let Some(seat) = game.turn().seats().lowest() {
        let scene = game.scene(Viewer::Spectator);
        let trick = scene.zones.iter().find(|zone| zone.id == "trick").unwrap();
        assert_eq!(trick.cards.iter().map(|card| card.controller.unwrap()).collect::<Vec<_>>(), laid);
        assert!(
            scene
                .zones
                .iter()
                .filter(|zone| zone.id != "trick")
                .all(|z| z.cards.iter().all(|c| c.controller.is_none()))
        );
        let text = game.nth_text(seat, 0).unwrap();
        game.play(seat, &text).unwrap();
        if text != "start-game" {
            laid.push(seat);
            laid.truncate(if laid.len() == 3 { 0 } else { 3 });
        }
    }
    assert_eq!(game.scene(Viewer::Spectator).phase, None);
}
