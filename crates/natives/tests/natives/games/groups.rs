//! Tests moves of several cards that a game takes one card at a time (card engine 1.1).

use super::walk;
use rulebook_kernel::{Hidden, Key, Notation, Rng, Rules, Seat, Setup, Turn, Viewer};
use rulebook_matches::{AnyMatch, AnyRules, Hosted, Staged};
use rulebook_natives::canasta::Canasta;
use rulebook_natives::durak::{Durak, Phase};
use rulebook_natives::gin_rummy::GinRummy;
use rulebook_natives::kasino::Kasino;
use rulebook_natives::module::{Card, Intent, Native, RuleModule};
use rulebook_natives::scopa::Scopa;

/// The groups of two and three cards between the piles of the legal moves, as texts.
fn groups<M: RuleModule>(rules: &Native<M>, state: &<Native<M> as Rules>::State, seat: Seat) -> Vec<String> {
    let (mut moves, mut texts) = (Vec::new(), Vec::new());
    rules.moves(state, seat, &mut moves);
    let singles = |way: &(_, _)| -> Vec<Card> {
        let card = |mv: &Intent| match mv {
            Intent::Move { from, to, cards } if (*from, *to) == *way => cards.single(),
            _ => None,
        };
        moves.iter().filter_map(card).collect()
    };
    let mut ways = Vec::new();
    for mv in &moves {
        if let Intent::Move { from, to, .. } = mv
            && !ways.contains(&(*from, *to))
        {
            ways.push((*from, *to));
        }
    }
    for way in ways {
        let cards = singles(&way);
        for (i, &one) in cards.iter().enumerate() {
            for (j, &two) in cards.iter().enumerate().skip(i + 1) {
                let group = |cards: &[Card]| Intent::cards(way.0, way.1, cards.iter().copied());
                texts.push(rules.text(state, seat, &group(&[one, two])));
                texts.extend(cards.get(j + 1).map(|&three| rules.text(state, seat, &group(&[one, two, three]))));
            }
        }
    }
    texts
}

/// Tries groups in random matches. Each accepted group is a row of legal moves with exactly its cards, and depends only
/// on what the seat knows. Returns the number of accepted groups.
fn accepted<M: RuleModule>(name: &str, matches: usize, numbers: usize) -> usize {
    let (mut found, mut nth, mut rng) = (0, 0, Rng::seeded(name));
    let mut look = |rules: &Native<M>, state: &<Native<M> as Rules>::State, seat: Seat| {
        nth += 1;
        if nth % 3 > 0 {
            return;
        }
        let other = rules.sample(&rules.view(state, Viewer::Seat(seat)), &mut rng);
        for text in groups(rules, state, seat).iter().take(40) {
            let row = rules.row(state, seat, text);
            assert_eq!(row, rules.row(&other, seat, text), "{name}: {text}");
            let Ok(row) = row else { continue };
            if row.len() == 1 {
                assert!(rules.check(state, seat, &row[0]).is_ok());
                continue;
            }
            let mut after = state.clone();
            let mut laid: Vec<String> = Vec::new();
            for mv in &row {
                rules.check(&after, seat, mv).unwrap_or_else(|why| panic!("{name}: {text}: {mv:?}: {why}"));
                rules.play(&mut after, seat, mv, &mut ());
                let Intent::Move { cards, .. } = mv else { panic!("{mv:?} is no card") };
                laid.extend(cards.iter().map(Card::id));
            }
            let mut named: Vec<&str> = text.split(' ').filter(|word| Card::parse(word).is_some()).collect();
            named.sort_unstable();
            laid.sort_unstable();
            assert_eq!(laid, named, "{name}: {text}");
            found += 1;
        }
    };
    walk::walk::<M>(name, matches, numbers, |rules, state, seat, _| look(rules, state, seat));
    found
}

#[test]
fn cards_of_the_table_are_taken_at_once_in_kasino() {
    assert!(accepted::<Kasino>("kasino", 6, 3) > 20);
}

/// A run takes the next card, and then the card after it. Their order in the text does not matter.
#[test]
fn cards_are_laid_off_at_once_in_gin_rummy() {
    let rules = Native::<GinRummy>::new();
    let mut state = rules.start(&Setup::seats(2), Rng::new(Key::from_seed("744")), &mut ());
    let (one, other) = (Seat::new(0), Seat::new(1));
    let before = ["8S discard->hand", "QC hand->knock", "8S 9S 10S JS open->meld-1", "7D 7H 7S open->meld-2", "done"];
    for text in before {
        let row = rules.row(&state, one, text).unwrap();
        assert_eq!(row.len(), 1, "{text}");
        rules.play(&mut state, one, &row[0], &mut ());
    }
    let wanted = ["QS open->meld-1.0", "KS open->meld-1.0"];
    for text in ["QS KS open->meld-1.0", "KS QS open->meld-1.0", "KS QS -> meld-1.0", "KS QS → meld-1.0", "QS KS"] {
        let mut after = state.clone();
        let row = rules.row(&state, other, text).unwrap_or_else(|why| panic!("{text}: {why}"));
        for (mv, wanted) in row.iter().zip(wanted) {
            assert_eq!(rules.text(&after, other, mv), wanted);
            rules.play(&mut after, other, mv, &mut ());
        }
        assert_eq!(row.len(), 2, "{text}");
    }
    for (text, why) in [
        ("QS KS open->meld-2.0", "that card does not fit that meld"),
        ("QS KS open->meld-1", "a meld is three or more of a rank, or of a suit in a row"),
        ("QS 10S open->meld-1.0", "these cards are not all in the open"),
    ] {
        assert_eq!(rules.row(&state, other, text).unwrap_err().reason(), why, "{text}");
    }
}

/// Canasta has four seats, so it is not walked like the other games.
#[test]
fn a_meld_is_laid_at_once_in_canasta() {
    let rules = Native::<Canasta>::new();
    let (mut found, mut moves) = (0, Vec::new());
    for seed in ["1", "2", "3"] {
        let mut draws = Rng::seeded(seed).draws();
        let mut state = rules.start(&Setup::seats(4), Rng::seeded(seed), &mut ());
        for _ in 0..1500 {
            let Turn::Seats(due) = rules.turn(&state) else { break };
            let seat = due.single().expect("one is due");
            for text in groups(&rules, &state, seat).iter().take(20) {
                let Ok(row) = rules.row(&state, seat, text) else { continue };
                let mut after = state.clone();
                for mv in &row {
                    rules.check(&after, seat, mv).unwrap_or_else(|why| panic!("{text}: {mv:?}: {why}"));
                    rules.play(&mut after, seat, mv, &mut ());
                }
                found += usize::from(row.len() > 1);
            }
            moves.clear();
            rules.moves(&state, seat, &mut moves);
            let mv = moves[draws.below(moves.len() as u32) as usize];
            rules.play(&mut state, seat, &mv, &mut ());
        }
    }
    assert!(found > 50, "{found}");
}

/// Cards of several ranks are given at once to a defender who takes up the cards. Each given card lies in the next free
/// slot.
#[test]
fn cards_of_several_ranks_are_given_at_once_in_durak() {
    let mut found = 0;
    walk::walk::<Durak>("durak", 60, 5, |rules, state, seat, _| {
        let seen = rules.seat_state(state, seat);
        if seen.rules().phase != Phase::Add {
            return;
        }
        for text in groups(rules, state, seat) {
            let Ok(row) = rules.row(state, seat, &text) else { continue };
            if row.len() > 1 {
                let slots: std::collections::BTreeSet<String> = row.iter().map(|mv| format!("{mv:?}")).collect();
                assert_eq!(slots.len(), row.len(), "{row:?}");
                found += 1;
            }
        }
    });
    assert!(found > 5, "{found}");
}

/// A text may name as many cards as the deck has. The parser accepts such a text, and the rules say what is wrong with
/// the move.
#[test]
fn a_text_may_name_as_many_cards_as_the_deck_has() {
    let rules = Native::<Canasta>::new();
    let state = rules.start(&Setup::seats(4), Rng::seeded("1"), &mut ());
    let deck: Vec<String> = rules.seat_state(&state, Seat::new(0)).all_cards().map(Card::id).collect();
    assert_eq!(deck.len(), 108);
    let seat = rules.turn(&state).seats().lowest().unwrap();
    let Ok(Intent::Move { cards, .. }) = rules.parse(&state, seat, &format!("{} hand->meld-8", deck.join(" "))) else {
        panic!("it is a move")
    };
    assert_eq!(cards.len(), 108);
    let why = rules.row(&state, seat, &format!("{} hand->meld-8", deck.join(" "))).unwrap_err();
    assert_eq!(why.reason(), "these cards are not all in the hand");
    let many = ["8C"; 16].join(" ");
    let why = rules.row(&state, seat, &format!("{many} hand->meld-8")).unwrap_err();
    assert_eq!(why.reason(), "the deck does not have so many copies of a card");
}

fn faces(game: &dyn AnyMatch, seat: Seat, zone: &str) -> Vec<String> {
    let scene = game.scene(Viewer::Seat(seat));
    let zone = scene.zones.into_iter().find(|other| other.id == zone).unwrap();
    zone.cards.into_iter().filter_map(|card| Some(card.face?.id)).collect()
}

fn size(game: &dyn AnyMatch, zone: &str) -> usize {
    let scene = game.scene(Viewer::Spectator);
    let zone = scene.zones.iter().find(|other| other.id == zone).unwrap();
    zone.count.unwrap_or(zone.cards.len())
}

/// The sets of one to three of these cards.
fn parts(cards: &[String]) -> Vec<Vec<&str>> {
    let all = (1u32..1 << cards.len().min(8)).filter(|part| part.count_ones() <= 3);
    all.map(|part| (0..cards.len()).filter(|i| part >> i & 1 == 1).map(|i| cards[i].as_str()).collect()).collect()
}

/// Tries every card of the hand together with every small set of cards of the table. An accepted move takes exactly
/// these cards and ends the turn. Returns the number of captures, and how many of them had several steps.
fn captured(rules: &dyn AnyRules, name: &str, pile: &str) -> (usize, usize) {
    let (mut found, mut stepwise) = (0, 0);
    for seed in 0..6 {
        let mut game = rules.start(&Setup::seats(2 + seed % 2), Key::from_seed(&format!("{name} {seed}"))).unwrap();
        let mut draws = Rng::seeded(&format!("captures {seed}")).draws();
        for _ in 0..120 {
            let Some(seat) = game.turn().seats().lowest() else { break };
            let (own, to) = (format!("hand.{}", seat.index()), format!("{pile}.{}", seat.index()));
            let (hand, table) = (faces(&*game, seat, &own), faces(&*game, seat, "table"));
            let fresh = size(&*game, "played") == 0 && !hand.is_empty();
            for card in hand.iter().filter(|_| fresh) {
                for set in parts(&table) {
                    let text = format!("{card} hand {} table->{pile}", set.join(" "));
                    let Ok(row) = game.row(seat, &text) else { continue };
                    let without = format!("{} {} -> {pile}", set.join(" "), card.to_lowercase());
                    assert_eq!(game.row(seat, &without).as_ref(), Ok(&row), "{name}: {without}");
                    let (mut after, before) = (game.fork(), size(&*game, &to));
                    row.iter()
                        .for_each(|step| _ = after.play(seat, step).unwrap_or_else(|why| panic!("{text}: {why}")));
                    assert!(!after.turn().seats().has(seat) || after.scene(Viewer::Spectator).between_hands, "{text}");
                    // At the end of a deal, the last player also gets the rest of the table.
                    if !after.scene(Viewer::Spectator).between_hands && after.outcome().is_none() {
                        assert_eq!(size(&*after, &to), before + 1 + set.len(), "{name}: {text} {row:?}");
                        let left = faces(&*after, seat, "table");
                        assert_eq!(left.len(), table.len() - set.len(), "{name}: {text}");
                        assert!(set.iter().all(|card| !left.iter().any(|other| other == card)), "{name}: {text}");
                    }
                    found += 1;
                    stepwise += usize::from(row.len() > 1);
                }
            }
            let legal = game.legal_texts(seat);
            let text = legal[draws.below(legal.len() as u32) as usize].clone();
            game.play(seat, &text).unwrap();
        }
    }
    (found, stepwise)
}

// clause: Cards 1.1-8
#[test]
fn a_card_and_the_cards_that_it_takes_are_one_move() {
    for (rules, name) in [
        (&Hosted::new(Native::<Kasino>::new()) as &dyn AnyRules, "kasino"),
        (&Hosted::new(Native::<Scopa>::new()) as &dyn AnyRules, "scopa"),
    ] {
        let (found, stepwise) = captured(rules, name, "won");
        assert!(found > 60 && stepwise > 10, "{name}: {found} captures, {stepwise} in several steps");
    }
}

#[test]
fn a_card_and_the_cards_of_a_build_are_one_move() {
    let (found, stepwise) = captured(&Hosted::new(Native::<Kasino>::new()), "builds", "build");
    assert!(found > 30 && stepwise > 5, "{found} builds, {stepwise} in several steps");
}

/// The refusal of a wrong capture says what is wrong, and a capture needs a card of the hand.
#[test]
fn a_wrong_capture_is_refused_with_its_reason() {
    let rules = Hosted::new(Native::<Scopa>::new());
    let mut reasons = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let game = rules.start(&Setup::seats(2), Key::from_seed(&seed.to_string())).unwrap();
        let seat = game.turn().seats().lowest().unwrap();
        let (hand, table) = (faces(&*game, seat, &format!("hand.{}", seat.index())), faces(&*game, seat, "table"));
        for set in parts(&table) {
            for text in [
                format!("{} hand {} table->won", hand[0], set.join(" ")),
                format!("{} {} hand {} table->won", hand[0], hand[1], set.join(" ")),
                format!("{} hand {} table->hand.{}", hand[0], set.join(" "), 1 - seat.index()),
            ] {
                if let Err(why) = game.row(seat, &text) {
                    reasons.insert(why.reason().split(" the ").next().unwrap_or_default().to_owned());
                }
            }
        }
    }
    for wanted in
        ["a card and", "a single card of", "play one card of your hand, together with", "these do not add up to"]
    {
        assert!(reasons.contains(wanted), "{wanted}: {reasons:?}");
    }
}
