//! Tests Durak. Compares, for all pairs of cards, which card beats which. Compares every list of moves with brute
//! force.

use super::walk;
use rulebook_kernel::{Rng, Rules, Seat, Setup, Turn};
use rulebook_natives::durak::{self, Durak, Phase};
use rulebook_natives::module::{AiSupport, Candidates, Card, Intent, Native, RuleModule};
use std::collections::BTreeSet;

/// The ranks of the deck from the lowest to the highest.
const ORDER: [&str; 9] = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const SUITS: [&str; 4] = ["C", "D", "H", "S"];

/// A second implementation of beating: the higher cards of the attacking card's suit, and the trumps.
fn beaters(attack: (usize, usize), trump: usize) -> BTreeSet<String> {
    let (rank, suit) = attack;
    let mut list: BTreeSet<String> = ORDER[rank + 1..].iter().map(|rank| format!("{rank}{}", SUITS[suit])).collect();
    if suit != trump {
        list.extend(ORDER.iter().map(|rank| format!("{rank}{}", SUITS[trump])));
    }
    list
}

#[test]
fn every_card_beats_exactly_the_right_cards() {
    let card = |rank: usize, suit: usize| Card::parse(&format!("{}{}", ORDER[rank], SUITS[suit])).unwrap();
    let mut beaten = 0;
    for trump in 0..4 {
        for (rank, suit) in (0..36).map(|i| (i % 9, i / 9)) {
            let expected = beaters((rank, suit), trump);
            for other in (0..36).map(|i| card(i % 9, i / 9)) {
                let beats = durak::beats(other, card(rank, suit), trump);
                assert_eq!(beats, expected.contains(&other.id()), "{other:?} on {:?}", card(rank, suit));
                beaten += usize::from(beats);
            }
        }
    }
    // The sum is over the four possible trump suits. For each trump suit, a higher card beats a lower card of the same
    // suit (36 pairs in each of four suits), and nine trumps beat each of the 27 other cards.
    assert_eq!(beaten, 4 * (4 * 36 + 27 * 9));
}

/// Plays random matches and calls `look` with every state.
fn walk(matches: usize, mut look: impl FnMut(&Native<Durak>, &<Native<Durak> as Rules>::State, Seat)) {
    walk::walk::<Durak>("durak", matches, 5, |rules, state, seat, _| look(rules, state, seat));
}

/// In every state, a move is accepted if and only if it is listed. The test tries each card and each pair of cards with
/// each target pile. A defender may play exactly the cards that beat the attacking card.
// clause: Cards 2.1-8 6.3-2 8.2-1 8.4-3
#[test]
fn lists_equal_a_brute_force_search() {
    use rulebook_kernel::Notation;
    let ids = SUITS.iter().flat_map(|suit| ORDER.map(|rank| format!("{rank}{suit}")));
    let all: Vec<Card> = ids.map(|id| Card::parse(&id).unwrap()).collect();
    let (mut defences, mut nth) = (0, 0);
    walk(15, |rules, state, seat| {
        nth += 1;
        let mut moves = Vec::new();
        rules.moves(state, seat, &mut moves);
        let mut found: Vec<Intent> = Vec::new();
        for slot in 1..=6 {
            let Ok(Intent::Move { from, to, .. }) = rules.parse(state, seat, &format!("6C hand->battle-{slot}")) else {
                panic!("a well-formed text")
            };
            let mut attempt = |cards: &[Card]| {
                let intent = Intent::cards(from, to, cards.iter().copied());
                found.extend(rules.check(state, seat, &intent).ok().map(|()| intent));
            };
            for (i, &one) in all.iter().enumerate() {
                attempt(&[one]);
                // There are many pairs, so try them only in every 16th state.
                if nth % 16 == 0 {
                    all[..i].iter().for_each(|&other| attempt(&[one, other]));
                }
            }
        }
        for intent in &found {
            assert!(moves.contains(intent), "{intent:?} is accepted and not listed");
        }
        let small = |intent: &&Intent| match intent {
            Intent::Move { cards, .. } => cards.len() == 1 || cards.len() == 2 && nth % 16 == 0,
            Intent::Action(_) => false,
        };
        assert_eq!(moves.iter().filter(small).count(), found.len());
        let seen = rules.seat_state(state, seat);
        if seen.rules().phase == Phase::Defend {
            defences += found.len();
            assert!(moves.iter().all(|mv| !matches!(mv, Intent::Move { cards, .. } if cards.len() > 1)));
        }
    });
    assert!(defences > 500, "{defences}");
}

/// The candidates of bots are whole attacks. All of them are legal. Bots get at least one candidate, and no more than
/// people get moves.
#[test]
fn bots_choose_among_whole_attacks() {
    let mut rows = Candidates::default();
    let (mut fewer, mut sets) = (0, 0);
    walk(25, |rules, state, seat| {
        let mut moves = Vec::new();
        rules.moves(state, seat, &mut moves);
        rows.clear();
        rules.candidates(state, seat, &mut rows);
        assert!(!rows.is_empty());
        assert!(rows.iter().all(|row| row.len() == 1 && moves.contains(&row[0])));
        fewer += usize::from(rows.len() < moves.len());
        sets += rows.iter().filter(|row| matches!(row[0], Intent::Move { cards, .. } if cards.len() > 1)).count();
    });
    assert!(fewer > 50 && sets > 50, "{fewer} {sets}");
}

/// The description of the match for an AI seat is short, and does not depend on hidden cards of other seats.
// clause: Cards 8.7-8 9-5
#[test]
fn the_context_of_a_seat_depends_on_its_view_alone() {
    use rulebook_kernel::{Hidden, Viewer};
    use rulebook_matches::Staged;
    let mut rng = Rng::seeded("context");
    walk(5, |rules, state, seat| {
        let view = rules.view(state, Viewer::Seat(seat));
        let twin = rules.sample(&view, &mut rng);
        let context = rules.brief(&view);
        assert_eq!(context, rules.brief(&rules.view(&twin, Viewer::Seat(seat))));
        assert!(context.recap.len() <= 60 && context.facts.iter().any(|(name, _)| name == "trumpSuit"));
    });
    assert_eq!(Durak::ACTIONS.len(), 2);
}

/// The description of the match for an AI seat names the cards that other seats laid and took up.
#[test]
fn the_story_of_a_seat_names_the_cards_of_others() {
    use rulebook_kernel::{Key, Viewer};
    use rulebook_matches::{AnyRules, Hosted};
    use rulebook_scene::text_steps;
    let rules = Hosted::new(Native::<Durak>::new());
    let mut game = rules.start(&Setup::seats(2), Key::from_seed("story")).unwrap();
    let viewer = Viewer::Seat(Seat::new(0));
    let mut seen = Vec::new();
    for _ in 0..30 {
        let Some(seat) = game.turn().seats().lowest() else { break };
        let text = game.nth_text(seat, 0).unwrap();
        let played = game.play(seat, &text).unwrap();
        seen.extend(text_steps(&game.steps(viewer, &played), &game.scene(viewer)));
    }
    let brief = game.brief(Seat::new(0));
    let story = rulebook_policy::history(&brief.recap, &seen);
    assert!(brief.recap.iter().all(|note| story.contains(note)), "{story:#?}");
    let names =
        |line: &&String| ORDER.iter().any(|rank| SUITS.iter().any(|suit| line.contains(&format!("{rank}{suit}"))));
    let told = story.iter().filter(|line| line.contains("seat 2's ")).filter(names).count();
    assert!(told > 1, "{story:#?}");
}

/// Each player who gets rid of all cards is announced once, whether attacking or defending. The fool is announced too.
#[test]
fn announcements_name_players_who_are_out_and_the_fool() {
    use rulebook_natives::durak::Note;
    use rulebook_natives::module::Fact;
    let rules = Native::<Durak>::new();
    let mut fools = 0;
    for seed in 0..40 {
        let seats = 3 + seed % 4;
        let mut draws = Rng::seeded(&format!("out {seed}")).draws();
        let mut told = Vec::new();
        let mut state = rules.start(&Setup::seats(seats), Rng::seeded(&seed.to_string()), &mut told);
        while let Turn::Seats(due) = rules.turn(&state) {
            let seat = due.single().expect("one is due");
            let mut moves = Vec::new();
            rules.moves(&state, seat, &mut moves);
            rules.play(&mut state, seat, &moves[draws.below(moves.len() as u32) as usize], &mut told);
        }
        let Turn::Over(outcome) = rules.turn(&state) else { panic!("it is over") };
        let notes = |which: fn(&Note) -> Option<Seat>| -> Vec<Seat> {
            let said = told.iter().filter_map(|fact| if let Fact::Note(note) = fact { which(note) } else { None });
            said.collect()
        };
        let mut out = notes(|note| if let Note::Out(seat) = note { Some(*seat) } else { None });
        let fool = notes(|note| if let Note::Fool(seat) = note { Some(*seat) } else { None });
        out.sort();
        if outcome.is_draw() {
            assert!(fool.is_empty());
            continue;
        }
        fools += 1;
        assert_eq!(out, outcome.winners().iter().collect::<Vec<_>>());
        assert_eq!(fool, Seat::all(seats).filter(|seat| !outcome.winners().has(*seat)).collect::<Vec<_>>());
    }
    assert!(fools > 25, "{fools}");
}

/// The scoreboard shows the number of cards of each seat, the seats that are out, the trump suit and the cards to draw.
#[test]
fn the_scoreboard_shows_cards_trumps_and_who_is_out() {
    use rulebook_kernel::{Hidden, Viewer};
    use rulebook_matches::Staged;
    let (mut out, mut seen) = (0, 0);
    walk(12, |rules, state, seat| {
        let bout = *rules.seat_state(state, seat).rules();
        let scene = rules.scene(&rules.view(state, Viewer::Spectator));
        let own = rules.scene(&rules.view(state, Viewer::Seat(seat)));
        assert_eq!(scene.scoreboards, own.scoreboards, "it is public");
        let [players, deck] = &scene.scoreboards[..] else { panic!("two tables") };
        let size = |id: &str| scene.zones.iter().find(|zone| zone.id == id).map_or(0, |zone| zone.cards.len());
        for (row, other) in players.rows.iter().zip(Seat::all(scene.seats)) {
            let cards = size(&format!("hand.{}", other.index()));
            assert_eq!(row[..2], [other.to_string(), cards.to_string()]);
            assert_eq!(row[2] == "out", !bout.playing.has(other), "{row:?}");
            assert_eq!(row[2] == "defends", bout.defender == other, "{row:?}");
            out += usize::from(row[2] == "out");
        }
        assert_eq!(players.rows.len(), scene.seats);
        let trump = ["clubs", "diamonds", "hearts", "spades"][bout.trump as usize];
        assert_eq!(deck.rows, [[trump.to_owned(), (size("talon") + size("trump")).to_string()]]);
        seen += 1;
    });
    assert!(out > 20 && seen > 200, "{out} {seen}");
}
