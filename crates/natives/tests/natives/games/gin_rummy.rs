//! Tests Gin Rummy against brute force: melds, deadwood, knocking, and laying off.

use rulebook_kernel::{Draws, Hidden, Rng, Rules, Seat, Setup, Turn, Viewer};
use rulebook_matches::Staged;
use rulebook_natives::gin_rummy::melds::{arrange, can_lay, deadwood, each_meld, fitting, is_meld, points};
use rulebook_natives::gin_rummy::{GinRummy, Phase};
use rulebook_natives::module::{AiSupport, Candidates, Card, CardSet, Intent, Native};
use std::collections::BTreeSet;

/// A card as a rank from 1 to 13 and a suit from 0 to 3.
type Plain = (u32, u32);

fn plain(card: Card) -> Plain {
    (card.rank() as u32 + 1, card.suit() as u32)
}

fn value(cards: &[Plain]) -> u32 {
    cards.iter().map(|(rank, _)| *rank.min(&10)).sum()
}

/// A second implementation of melds: cards of one rank, or consecutive ranks of one suit.
fn goes_together(cards: &[Plain]) -> bool {
    let mut sorted = cards.to_vec();
    sorted.sort_unstable();
    let same_rank = sorted.iter().all(|card| card.0 == sorted[0].0);
    let same_suit = sorted.iter().all(|card| card.1 == sorted[0].1);
    let in_a_row = sorted.windows(2).all(|two| two[1].0 == two[0].0 + 1);
    cards.len() > 2 && (same_rank || same_suit && in_a_row)
}

/// All melds in a hand, and the least deadwood of every subset, found by brute force.
struct Brute {
    hand: Vec<Card>,
    melds: Vec<usize>,
    least: Vec<u32>,
}

impl Brute {
    fn new(hand: Vec<Card>) -> Brute {
        let part = |mask: usize| -> Vec<Plain> {
            hand.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1).map(|(_, card)| plain(*card)).collect()
        };
        let all = 1 << hand.len();
        let melds: Vec<usize> = (0..all).filter(|&mask| goes_together(&part(mask))).collect();
        let mut least = vec![0; all];
        for mask in 1..all {
            let lowest = mask & mask.wrapping_neg();
            let alone = value(&part(lowest)) + least[mask & !lowest];
            let within = melds.iter().filter(|&&meld| meld & lowest != 0 && meld & !mask == 0);
            least[mask] = within.map(|&meld| least[mask & !meld]).chain([alone]).min().unwrap();
        }
        Brute { hand, melds, least }
    }

    fn set(&self, mask: usize) -> CardSet {
        self.hand.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1).map(|(_, card)| *card).collect()
    }

    fn all(&self) -> usize {
        (1 << self.hand.len()) - 1
    }
}

/// A random hand from a small deck. A deck with few ranks or few suits gives many melds.
fn hand(draws: &mut Draws, cards: usize, ranks: usize, suits: usize) -> Vec<Card> {
    let mut deck: Vec<Card> = (0..suits).flat_map(|suit| (0..ranks).map(move |rank| Card::new(suit, rank))).collect();
    draws.shuffle(&mut deck);
    deck.truncate(cards);
    deck.sort_unstable();
    deck
}

#[test]
fn melds_and_deadwood_equal_a_brute_force_search() {
    let mut draws = Rng::seeded("gin").draws();
    let (mut hands, mut found, mut gins) = (0, 0, 0);
    for (cards, ranks, suits, times) in
        [(10, 13, 4, 1500), (11, 13, 4, 500), (10, 5, 4, 500), (10, 13, 2, 800), (11, 13, 1, 60), (11, 7, 3, 300)]
    {
        for _ in 0..times {
            let brute = Brute::new(hand(&mut draws, cards, ranks, suits));
            let whole = brute.set(brute.all());
            let mut melds: BTreeSet<u64> = BTreeSet::new();
            each_meld(whole, |meld| assert!(melds.insert(meld.0), "{meld:?} is found twice"));
            let expected: BTreeSet<u64> = brute.melds.iter().map(|&mask| brute.set(mask).0).collect();
            assert_eq!(melds, expected, "{whole:?}");
            assert_eq!(fitting(whole).0, expected.iter().fold(0, |all, meld| all | meld), "{whole:?}");
            let least = brute.least[brute.all()];
            assert_eq!(deadwood(whole), least, "{whole:?}");
            let best = arrange(whole, |arrangement| points(arrangement.rest));
            let laid: CardSet = best.melds.iter().fold(best.rest, |all, meld| all.or(*meld));
            let sizes = best.melds.iter().map(|meld| meld.len()).sum::<usize>() + best.rest.len();
            assert!(laid == whole && sizes == cards, "each card is in one place");
            assert!(best.melds.iter().all(|meld| meld.is_empty() || is_meld(*meld)));
            for most in [0, 5, 10, 20] {
                assert_eq!(can_lay(whole, most), least <= most, "{whole:?}");
            }
            hands += 1;
            found += expected.len();
            gins += usize::from(least == 0);
        }
    }
    assert!(hands > 3000 && found > 5_000 && gins > 20, "{hands} {found} {gins}");
}

// clause: Cards 1.1-9
#[test]
fn a_set_of_cards_is_a_meld_exactly_when_it_goes_together() {
    let mut draws = Rng::seeded("sets").draws();
    let mut melds = 0;
    for _ in 0..300 {
        let cards = hand(&mut draws, 9, 6, 3);
        for mask in 0..1 << cards.len() {
            let part: Vec<Card> = (0..cards.len()).filter(|i| mask >> i & 1 == 1).map(|i| cards[i]).collect();
            let plain: Vec<Plain> = part.iter().copied().map(plain).collect();
            let set: CardSet = part.into_iter().collect();
            assert_eq!(is_meld(set), goes_together(&plain), "{set:?}");
            assert_eq!(points(set), value(&plain));
            melds += usize::from(is_meld(set));
        }
    }
    assert!(melds > 500, "{melds}");
}

type Game = Native<GinRummy>;
type State = <Game as Rules>::State;

/// Plays matches in which players usually knock if they can. Calls `look` with every state.
fn walk(matches: usize, mut look: impl FnMut(&Game, &State, Seat, &[Intent])) {
    let rules = Game::new();
    for seed in 0..matches {
        let mut draws = Rng::seeded(&format!("gin walk {seed}")).draws();
        let mut state = rules.start(&Setup::seats(2), Rng::seeded(&seed.to_string()), &mut ());
        while let Turn::Seats(due) = rules.turn(&state) {
            let seat = due.single().expect("one is due");
            let mut moves = Vec::new();
            rules.moves(&state, seat, &mut moves);
            look(&rules, &state, seat, &moves);
            // Prefer to discard cards that fit no meld, so that hands become good enough for a knock.
            let hand = cards(&rules, &state, seat, "hand");
            let loose = |mv: &&Intent| match mv {
                Intent::Move { cards, .. } => cards.single().is_some_and(|card| !fitting(hand).has(card)),
                Intent::Action(_) => false,
            };
            let loose: Vec<&Intent> = moves.iter().filter(loose).collect();
            let discard = seen_phase(&rules, &state, seat) == Phase::Discard;
            let knock = moves.iter().rfind(|mv| discard && rules_text(&rules, &state, seat, mv).ends_with("knock"));
            let mv = match knock {
                Some(knock) if draws.below(3) > 0 => *knock,
                _ if discard && !loose.is_empty() => *loose[draws.below(loose.len() as u32) as usize],
                _ => moves[draws.below(moves.len() as u32) as usize],
            };
            rules.play(&mut state, seat, &mv, &mut ());
        }
    }
}

fn rules_text(rules: &Game, state: &State, seat: Seat, mv: &Intent) -> String {
    rulebook_kernel::Notation::text(rules, state, seat, mv)
}

fn seen_phase(rules: &Game, state: &State, seat: Seat) -> Phase {
    rules.seat_state(state, seat).rules().phase
}

/// The cards of a pile as its owner knows them. The test finds the pile by parsing a move from this pile.
fn cards(rules: &Game, state: &State, seat: Seat, pile: &str) -> CardSet {
    let text = format!("AC {pile}->knock");
    let Ok(Intent::Move { from, .. }) = rulebook_kernel::Notation::parse(rules, state, seat, &text) else {
        panic!("a well-formed text: {text}")
    };
    rules.seat_state(state, seat).set(from)
}

#[test]
fn knocking_is_legal_exactly_if_brute_force_says_so() {
    let mut knocks = 0;
    walk(12, |rules, state, seat, moves| {
        if seen_phase(rules, state, seat) != Phase::Discard {
            return;
        }
        let taken = rules.seat_state(state, seat).rules().taken;
        let brute = Brute::new(cards(rules, state, seat, "hand").iter().collect());
        let fit = |i: &usize| Some(brute.hand[*i]) != taken && brute.least[brute.all() & !(1 << i)] <= 10;
        let expected: Vec<String> =
            (0..brute.hand.len()).filter(fit).map(|i| format!("{} hand->knock", brute.hand[i].id())).collect();
        let texts: Vec<String> = moves.iter().map(|mv| rules_text(rules, state, seat, mv)).collect();
        let listed: Vec<String> = texts.iter().filter(|text| text.ends_with("knock")).cloned().collect();
        assert_eq!(listed, expected);
        assert_eq!(texts.iter().any(|text| text == "big-gin"), brute.least[brute.all()] == 0);
        knocks += listed.len();
    });
    assert!(knocks > 100, "{knocks}");
}

/// The least deadwood of the player who answers a knock. Found by trying every card on every meld, and every own meld.
fn least_left(open: CardSet, melds: &[CardSet], seen: &mut BTreeSet<(u64, Vec<u64>)>) -> u32 {
    let key = (open.0, melds.iter().map(|meld| meld.0).collect());
    let mut least = points(open);
    if !seen.insert(key) {
        return least;
    }
    for card in open.iter() {
        for at in 0..melds.len() {
            let bigger = melds[at].with(card);
            let plain: Vec<Plain> = bigger.iter().map(plain).collect();
            if !melds[at].is_empty() && goes_together(&plain) {
                let mut melds = melds.to_vec();
                melds[at] = bigger;
                least = least.min(least_left(open.minus(CardSet::NONE.with(card)), &melds, seen));
            }
        }
    }
    let hand: Vec<Card> = open.iter().collect();
    for mask in Brute::new(hand.clone()).melds {
        let meld: CardSet = (0..hand.len()).filter(|i| mask >> i & 1 == 1).map(|i| hand[i]).collect();
        least = least.min(least_left(open.minus(meld), melds, seen));
    }
    least
}

/// The candidates of bots are whole knocks and a single answer. No other moves would lay more cards.
#[test]
fn candidates_lay_all_that_can_be_laid() {
    let mut rows = Candidates::default();
    let (mut knocks, mut answers, mut laid_off) = (0, 0, 0);
    walk(25, |rules, state, seat, _| {
        rows.clear();
        rules.candidates(state, seat, &mut rows);
        let phase = seen_phase(rules, state, seat);
        for row in rows.iter() {
            let mut after = state.clone();
            let hand = cards(rules, state, seat, "hand");
            rules.commit(&mut after, seat, row, &mut ()).unwrap();
            let left = points(cards(rules, &after, seat, "open"));
            match phase {
                Phase::Discard if row.len() > 1 => {
                    let gone = match row[0] {
                        Intent::Move { cards, .. } => cards.iter().collect(),
                        Intent::Action(_) => CardSet::NONE,
                    };
                    let brute = Brute::new(hand.minus(gone).iter().collect());
                    assert_eq!(left, brute.least[brute.all()]);
                    knocks += 1;
                }
                Phase::Answer => {
                    let knocker = seat.after(1, 2);
                    let gin = cards(rules, state, knocker, "open").is_empty();
                    let melds = ["meld-1", "meld-2", "meld-3"];
                    let theirs = melds.map(|meld| cards(rules, state, knocker, meld));
                    let own = melds.map(|meld| cards(rules, state, seat, meld));
                    let targets: Vec<CardSet> =
                        if gin { own.to_vec() } else { theirs.iter().chain(&own).copied().collect() };
                    let open = cards(rules, state, seat, "open");
                    assert_eq!(left, least_left(open, &targets, &mut BTreeSet::new()), "{open:?} on {targets:?}");
                    answers += 1;
                    laid_off += usize::from(left < deadwood(open));
                }
                _ => {}
            }
        }
    });
    assert!(knocks > 100 && answers > 50 && laid_off > 10, "{knocks} {answers} {laid_off}");
}

/// After a knock, the cards of a hand lie open. They are deadwood until they lie in a meld.
#[test]
fn the_fact_about_deadwood_counts_open_cards() {
    let mut open = 0;
    walk(12, |rules, state, seat, _| {
        let brief = rules.brief(&rules.view(state, Viewer::Seat(seat)));
        let (_, told) = brief.facts.iter().find(|(name, _)| name == "ownDeadwood").expect("the fact");
        let [hand, laid] = ["hand", "open"].map(|pile| cards(rules, state, seat, pile));
        assert_eq!(*told, deadwood(hand.iter().chain(laid.iter()).collect()).to_string());
        open += usize::from(laid.iter().next().is_some() && told != "0");
    });
    assert!(open > 50, "{open}");
}

/// The notes must account for every point of a game: for hands, for the game, and for hands won.
#[test]
fn every_point_is_told() {
    use rulebook_natives::gin_rummy::Note;
    use rulebook_natives::module::Fact;
    let rules = Game::new();
    for seed in 0..3 {
        let mut draws = Rng::seeded(&format!("points {seed}")).draws();
        let mut told = Vec::new();
        let mut state = rules.start(&Setup::seats(2), Rng::seeded(&seed.to_string()), &mut told);
        let mut moves = Vec::new();
        while let Turn::Seats(due) = rules.turn(&state) {
            let seat = due.single().expect("one is due");
            moves.clear();
            rules.shortlist(&state, seat, &mut moves);
            // Knock as soon as possible, because this test is about the points of hands.
            let mv = if moves.len() > 11 { moves.len() - 1 } else { draws.below(moves.len() as u32) as usize };
            rules.play(&mut state, seat, &moves[mv], &mut told);
        }
        let mut points = [0; 2];
        for note in told.iter().filter_map(|fact| if let Fact::Note(note) = fact { Some(*note) } else { None }) {
            let (seat, more) = match note {
                Note::Gin(seat, more) | Note::Won(seat, more) | Note::Undercut(seat, more) => (seat, more),
                Note::Game(seat, more, _) | Note::Hands(seat, _, more) => (seat, more),
                _ => continue,
            };
            points[seat.index()] += i32::from(more);
        }
        let Turn::Over(outcome) = rules.turn(&state) else { panic!("it is over") };
        assert_eq!(outcome.scores().unwrap(), points);
    }
}
