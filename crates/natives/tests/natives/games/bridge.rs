//! Tests the scores of bridge against the published table, and auctions and tricks against a second implementation.

use rulebook_kernel::{Notation, Rng, Rules, Seat, Setup, Turn};
use rulebook_matches::Staged;
use rulebook_natives::bridge::Bridge;
use rulebook_natives::bridge::auction::side;
use rulebook_natives::bridge::score::{Contract, Sheet, board_vulnerable, honours};
use rulebook_natives::module::{Card, Intent, Native};
use rulebook_spaces::Row;

/// The duplicate scores of contracts that are made exactly, for levels one to seven. The rows are minor suits, major
/// suits and no trumps.
type Made = [[i32; 7]; 3];

/// The scores by doubling, then by vulnerability (no, yes).
const MADE: [[Made; 2]; 3] = [
    [
        [[70, 90, 110, 130, 400, 920, 1440], [80, 110, 140, 420, 450, 980, 1510], [90, 120, 400, 430, 460, 990, 1520]],
        [
            [70, 90, 110, 130, 600, 1370, 2140],
            [80, 110, 140, 620, 650, 1430, 2210],
            [90, 120, 600, 630, 660, 1440, 2220],
        ],
    ],
    [
        [
            [140, 180, 470, 510, 550, 1090, 1630],
            [160, 470, 530, 590, 650, 1210, 1770],
            [180, 490, 550, 610, 670, 1230, 1790],
        ],
        [
            [140, 180, 670, 710, 750, 1540, 2330],
            [160, 670, 730, 790, 850, 1660, 2470],
            [180, 690, 750, 810, 870, 1680, 2490],
        ],
    ],
    [
        [
            [230, 560, 640, 720, 800, 1380, 1960],
            [520, 640, 760, 880, 1000, 1620, 2240],
            [560, 680, 800, 920, 1040, 1660, 2280],
        ],
        [
            [230, 760, 840, 920, 1000, 1830, 2660],
            [720, 840, 960, 1080, 1200, 2070, 2940],
            [760, 880, 1000, 1120, 1240, 2110, 2980],
        ],
    ],
];

/// The points for each overtrick: by doubling, then by vulnerability (no, yes), then for minor suits, major suits and
/// no trumps.
const OVER: [[[i32; 3]; 2]; 3] =
    [[[20, 30, 30], [20, 30, 30]], [[100, 100, 100], [200, 200, 200]], [[200, 200, 200], [400, 400, 400]]];

/// The points for one to thirteen undertricks: by doubling, then by vulnerability (no, yes).
const DOWN: [[[i32; 13]; 2]; 3] = [
    [
        [50, 100, 150, 200, 250, 300, 350, 400, 450, 500, 550, 600, 650],
        [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200, 1300],
    ],
    [
        [100, 300, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500],
        [200, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500, 3800],
    ],
    [
        [200, 600, 1000, 1600, 2200, 2800, 3400, 4000, 4600, 5200, 5800, 6400, 7000],
        [400, 1000, 1600, 2200, 2800, 3400, 4000, 4600, 5200, 5800, 6400, 7000, 7600],
    ],
];

// clause: Cards P5-2
#[test]
fn every_contract_scores_as_the_published_table_says() {
    let mut cases = 0;
    for level in 1..=7u8 {
        for strain in 0..5u8 {
            for doubled in 0..3u8 {
                for vulnerable in [false, true] {
                    let (kind, d, v) = ([0, 0, 1, 1, 2][strain as usize], doubled as usize, usize::from(vulnerable));
                    for won in 0..=13u8 {
                        let needed = level + 6;
                        let expected = if won >= needed {
                            let over = i32::from(won - needed) * OVER[d][v][kind];
                            MADE[d][v][kind][level as usize - 1] + over
                        } else {
                            -DOWN[d][v][usize::from(needed - won) - 1]
                        };
                        let contract = Contract { level, strain, doubled };
                        assert_eq!(contract.duplicate(won, vulnerable), expected, "{contract:?}, {won}, {vulnerable}");
                        cases += 1;
                    }
                }
            }
        }
    }
    assert_eq!(cases, 7 * 5 * 3 * 2 * 14);
}

const fn contract(level: u8, strain: u8, doubled: u8) -> Contract {
    Contract { level, strain, doubled }
}

/// Makes these calls. Returns the seat that calls next, and the blocks of its observation.
fn observed(rules: &Native<Bridge>, calls: &[&str]) -> (Seat, Vec<(String, Vec<i16>)>) {
    let due = |state: &<Native<Bridge> as Rules>::State| rules.turn(state).seats().lowest().expect("somebody calls");
    let mut state = rules.start(&Setup::seats(4), Rng::seeded("auctions"), &mut ());
    for call in calls {
        let seat = due(&state);
        let mv = rules.parse(&state, seat, call).expect("that is a call");
        rules.play(&mut state, seat, &mv, &mut ());
    }
    let seat = due(&state);
    let blocks = rules.spaces(4).observation;
    let mut numbers = vec![0; blocks.iter().map(rulebook_spaces::Block::size).sum()];
    rules.observe(&state, seat, &mut Row::new(&mut numbers));
    let mut rest = &numbers[..];
    let named = blocks.iter().map(|block| {
        let (own, after) = rest.split_at(block.size());
        rest = after;
        (block.name.clone(), own.to_vec())
    });
    (seat, named.collect())
}

/// Two auctions can end in the same bid by the same player: as the first bid, or after lower bids. The observations of
/// these auctions must differ.
// clause: Cards P3-2
#[test]
fn an_auction_is_observed_call_by_call() {
    let rules = Native::<Bridge>::new();
    let (one, quick) = observed(&rules, &["3C"]);
    let (other, slow) = observed(&rules, &["1C", "pass", "2C", "pass", "3C"]);
    assert_eq!(one, other);
    let differ = quick.iter().zip(&slow).filter(|(one, other)| one != other);
    let differ: Vec<&str> = differ.map(|((name, _), _)| name.as_str()).collect();
    assert_eq!(differ, ["rules.auction"]);
    let auction = &slow.iter().find(|(name, _)| name == "rules.auction").expect("there is an auction").1;
    // The bids of one, two and three clubs. The seat before the observer bids one and three clubs, and the partner of
    // the observer bids two.
    assert_eq!([auction[0], auction[3 * 5], auction[3 * 10]], [4, 2, 4]);
    let (_, doubled) = observed(&rules, &["1NT", "double"]);
    let auction = &doubled.iter().find(|(name, _)| name == "rules.auction").expect("there is an auction").1;
    assert_eq!(auction[3 * 4..3 * 5], [3, 4, 0]);
}

// clause: Cards P2-4
#[test]
fn a_rubber_is_written_down() {
    let mut sheet = Sheet::default();
    sheet.add(0, contract(2, 3, 0), 9);
    assert_eq!((sheet.below, sheet.total), ([60, 0], [90, 0]), "two spades and one over");
    sheet.add(1, contract(3, 4, 0), 9);
    assert_eq!((sheet.below, sheet.games), ([0, 0], [0, 1]), "three no trumps are a game: both begin a new line");
    assert!(sheet.vulnerable(1) && !sheet.vulnerable(0));
    sheet.add(1, contract(4, 2, 1), 9);
    assert_eq!(sheet.total, [90 + 200, 100], "one down, doubled and vulnerable");
    sheet.add(0, contract(2, 0, 0), 8);
    sheet.add(0, contract(2, 2, 0), 8);
    assert_eq!((sheet.below, sheet.games), ([0, 0], [1, 1]), "two part scores are a game");
    sheet.add(0, contract(6, 3, 0), 12);
    assert!(sheet.is_won());
    assert_eq!(sheet.total[0], 290 + 40 + 60 + 180 + 750 + 500, "a small slam, vulnerable, and the rubber");
    let mut quick = Sheet::default();
    quick.add(1, contract(1, 2, 2), 7);
    quick.add(1, contract(4, 3, 0), 10);
    assert_eq!(quick.total, [0, 120 + 100 + 120 + 700], "one heart redoubled is a game; two games to none");
}

#[test]
fn a_rubber_that_is_broken_off() {
    let part = |games: [u8; 2], below: [i32; 2]| {
        let mut sheet = Sheet { games, below, total: [0; 2] };
        sheet.break_off();
        sheet.total
    };
    assert_eq!(part([1, 0], [0, 60]), [300, 100]);
    assert_eq!(part([1, 1], [0, 0]), [0, 0], "one game each is nothing");
    assert_eq!(part([0, 0], [40, 0]), [100, 0]);
}

#[test]
fn honours_count_in_one_hand() {
    assert_eq!([3, 4, 5].map(|held| honours(contract(1, 2, 0), held)), [0, 100, 150]);
    assert_eq!([3, 4].map(|held| honours(contract(1, 4, 0), held)), [0, 150]);
}

#[test]
fn boards_are_vulnerable_in_turn() {
    let word = |board: u16| match (board_vulnerable(board, 0), board_vulnerable(board, 1)) {
        (false, false) => '-',
        (true, false) => 'n',
        (false, true) => 'e',
        (true, true) => 'b',
    };
    assert_eq!((1..=17).map(word).collect::<String>(), "-neb".to_owned() + "neb-" + "eb-n" + "b-ne" + "-");
}

/// A second implementation of a deal, which only keeps lists of calls and cards.
#[derive(Default)]
struct Story {
    calls: Vec<(usize, String)>,
    /// The cards of the trick, each with the seat whose hand it came from. For the dummy, the declarer chose the card.
    trick: Vec<(usize, Card)>,
    won: [u8; 2],
    plays: usize,
}

impl Story {
    /// The strain of the contract, the declarer, and how often the contract is doubled.
    fn contract(&self) -> (String, usize, usize) {
        let bids: Vec<&(usize, String)> =
            self.calls.iter().filter(|(_, call)| call.as_bytes()[0].is_ascii_digit()).collect();
        let (last, bid) = bids.last().expect("somebody has bid");
        let same = |other: &&&(usize, String)| other.0 % 2 == last % 2 && other.1[1..] == bid[1..];
        let at = self.calls.iter().position(|call| call == bids[bids.len() - 1]).unwrap();
        let doubles = self.calls[at..].iter().filter(|(_, call)| call.contains("double")).count();
        (bid.clone(), bids.iter().find(same).unwrap().0, doubles)
    }

    fn play(&mut self, seat: usize, card: Card, trumps: &str) {
        self.trick.push((seat, card));
        if self.trick.len() < 4 {
            return;
        }
        let suit = |card: Card| card.id().chars().last().unwrap().to_string();
        let led = suit(self.trick[0].1);
        let strength = |card: Card| {
            let rank = "2 3 4 5 6 7 8 9 10JQKA".find(&card.id()[..card.id().len() - 1]).unwrap();
            match suit(card) {
                own if own == trumps => rank + 100,
                own if own == led => rank + 1,
                _ => 0,
            }
        };
        let (winner, _) = *self.trick.iter().max_by_key(|(_, card)| strength(*card)).unwrap();
        self.won[winner % 2] += 1;
        self.trick.clear();
        self.plays += 1;
    }
}

/// Plays random rubbers. The contract, the declarer and the tricks must match the second implementation. Every player
/// must follow suit if possible.
// clause: Cards 2.1-8 P3-3
#[test]
fn auctions_and_tricks_match_a_simple_implementation() {
    let rules = Native::<Bridge>::new();
    let (mut contracts, mut doubled, mut from_dummy, mut ruffs) = (0, 0, 0, 0);
    for seed in 0..12 {
        let mut draws = Rng::seeded(&format!("bridge {seed}")).draws();
        let mut state = rules.start(&Setup::seats(4), Rng::seeded(&seed.to_string()), &mut ());
        let mut story = Story::default();
        while let Turn::Seats(due) = rules.turn(&state) {
            let seat = due.single().expect("one is due");
            let mut moves = Vec::new();
            rules.moves(&state, seat, &mut moves);
            let mv = moves[draws.below(moves.len() as u32) as usize];
            let text = rules.text(&state, seat, &mv);
            let before = *rules.seat_state(&state, seat).rules();
            match mv {
                Intent::Move { cards, .. } => {
                    let card = cards.single().unwrap();
                    let (bid, declarer, doubles) = story.contract();
                    let (contract, by) = before.contract.expect("cards are played after the auction");
                    assert_eq!(by.index(), declarer);
                    assert_eq!(usize::from(contract.doubled), doubles);
                    assert_eq!(
                        bid,
                        format!("{}{}", contract.level, ["C", "D", "H", "S", "NT"][contract.strain as usize])
                    );
                    let holder = (before.leader.index() + story.trick.len()) % 4;
                    let dummy = (declarer + 2) % 4;
                    assert_eq!(seat.index(), if holder == dummy { declarer } else { holder });
                    assert_eq!(text.contains("dummy->"), holder == dummy, "{text}");
                    from_dummy += usize::from(holder == dummy);
                    if let Some((_, led)) = story.trick.first() {
                        let follows = |mv: &Intent| {
                            matches!(mv, Intent::Move { cards, .. }
                            if cards.single().is_some_and(|card| card.suit() == led.suit()))
                        };
                        let any = moves.iter().any(follows);
                        assert!(!any || moves.iter().all(follows), "a player who can follow suit must");
                        ruffs += usize::from(!any);
                    }
                    story.play(holder, card, &bid[1..]);
                }
                Intent::Action(_) if text != "start-game" => story.calls.push((seat.index(), text)),
                Intent::Action(_) => {}
            }
            rules.play(&mut state, seat, &mv, &mut ());
            let after = *rules.seat_state(&state, seat).rules();
            if before.contract.is_some() {
                assert_eq!(after.won, story.won);
            }
            if story.plays == 13 {
                let (_, declarer, doubles) = story.contract();
                contracts += 1;
                doubled += doubles;
                assert!(side(Seat::new(declarer)) < 2);
                story = Story::default();
            } else if before.contract.is_none() && story.calls.iter().map(|call| call.1.as_str()).eq(["pass"; 4]) {
                story = Story::default();
            }
        }
    }
    assert!(
        contracts > 100 && doubled > 50 && from_dummy > 1000 && ruffs > 500,
        "{contracts} {doubled} {from_dummy} {ruffs}"
    );
}

/// The notes must account for every point of a rubber: contracts, honours, and the bonus for a finished or unfinished
/// rubber.
#[test]
fn every_point_is_told() {
    use rulebook_natives::bridge::Note;
    use rulebook_natives::module::Fact;
    let rules = Native::<Bridge>::new();
    let (mut won, mut broken) = (0, 0);
    for seed in 0..12 {
        let mut draws = Rng::seeded(&format!("told {seed}")).draws();
        let mut told = Vec::new();
        let mut state = rules.start(&Setup::seats(4), Rng::seeded(&seed.to_string()), &mut told);
        let mut moves = Vec::new();
        while let Turn::Seats(due) = rules.turn(&state) {
            let seat = due.single().expect("one is due");
            moves.clear();
            rules.moves(&state, seat, &mut moves);
            // Bid one club or one no trump and then pass, so that many contracts are made.
            let pass = moves.iter().position(|mv| rules.text(&state, seat, mv) == "pass");
            let mv = match pass {
                Some(pass) if moves.len() < 36 => pass,
                Some(_) => [0, 4][seed % 2],
                None => draws.below(moves.len() as u32) as usize,
            };
            rules.play(&mut state, seat, &moves[mv], &mut told);
        }
        let mut points = [0; 2];
        for note in told.iter().filter_map(|fact| if let Fact::Note(note) = fact { Some(*note) } else { None }) {
            match note {
                Note::Made(seat, _, more) if more >= 0 => points[seat.index() % 2] += more,
                Note::Made(seat, _, less) => points[1 - seat.index() % 2] -= less,
                Note::Honours(seat, more) => points[seat.index() % 2] += more,
                Note::Rubber(seat, more) => {
                    points[seat.index() % 2] += more;
                    won += 1;
                }
                Note::BrokenOff(seat, game, part) => {
                    points[seat.index() % 2] += game + part;
                    broken += 1;
                }
                _ => {}
            }
        }
        let Turn::Over(outcome) = rules.turn(&state) else { panic!("it is over") };
        assert_eq!(outcome.scores().unwrap()[..2], points);
    }
    assert!(won > 0 && broken > 0, "{won} {broken}");
}
