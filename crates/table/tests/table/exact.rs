//! Checks on a small table that the samples of a view are exactly the tables with that view. The test plays a game with
//! every possible shuffle. The tables that look the same to a viewer must be the samples of that view.

use rulebook_kernel::{Rng, Seat, SeatSet, Viewer};
use rulebook_table::{
    CardNumbering, Entry, Face, Ordering, Shape, Table, TableView, ZoneDef, ZoneId, ZoneVisibility, sample,
};
use std::collections::BTreeSet;

const CARDS: usize = 5;

struct Small {
    shape: Shape,
    deck: ZoneId,
    discard: ZoneId,
    hands: [ZoneId; 2],
}

impl Small {
    fn new() -> Small {
        let mut b = Shape::build(2);
        let deck = ZoneDef::shared("deck")
            .ordered(Ordering::Shuffled)
            .levels(ZoneVisibility::CountOnly, ZoneVisibility::CountOnly);
        let deck = b.zone(deck.face_down());
        let discard = b.zone(ZoneDef::shared("discard"));
        let hand = ZoneDef::per_seat("hand")
            .ordered(Ordering::Unordered)
            .levels(ZoneVisibility::All, ZoneVisibility::CountOnly);
        let hand = b.zone(hand);
        let back = b.back("blue");
        for i in 0..CARDS {
            let face = b.face(&i.to_string(), back);
            b.card(face, deck, Seat::new(0), None);
        }
        let shape = b.finish();
        let zone = |def| shape.zone_of(def, Seat::new(0));
        let hands = [0, 1].map(|seat| shape.zone_of(hand, Seat::new(seat)));
        Small { deck: zone(deck), discard: zone(discard), hands, shape }
    }

    /// Deals two cards to each seat. Then the second seat discards a card face up. The discard is shuffled into the
    /// deck of one card, and the second seat draws. `orders` gives the result of each shuffle. `pick` is the index of
    /// the discarded card.
    fn play(&self, orders: [&[usize]; 2], pick: usize) -> Option<Table> {
        let mut table = Table::new(&self.shape);
        self.shuffle(&mut table, orders[0]);
        for hand in [0, 1, 0, 1] {
            self.draw(&mut table, self.hands[hand]);
        }
        let mut nobody = ();
        let mut atoms = table.atoms(&self.shape, &mut nobody);
        let dropped = atoms.table().entries(&self.shape, self.hands[1]).nth(pick)?;
        atoms.move_to(dropped, self.discard);
        // The discarded card joins the only card of the deck, and the two are mixed.
        atoms.move_all(self.discard, self.deck, rulebook_table::Facing::Default);
        self.shuffle(&mut table, orders[1]);
        self.draw(&mut table, self.hands[1]);
        Some(table)
    }

    /// Shuffles into a given order. A real shuffle comes first, so that all viewers forget the cards. Then the cards
    /// are put into `order` by an arrangement that no viewer sees.
    fn shuffle(&self, table: &mut Table, order: &[usize]) {
        table.atoms(&self.shape, &mut ()).shuffle(self.deck, &mut Rng::seeded("any"));
        let mut entries: Vec<Entry> = table.entries(&self.shape, self.deck).collect();
        entries = order.iter().map(|&i| entries[i]).collect();
        table.atoms(&self.shape, &mut ()).arrange(self.deck, &entries, SeatSet::NONE);
    }

    fn draw(&self, table: &mut Table, to: ZoneId) {
        let top = table.top(&self.shape, self.deck).expect("a card is left");
        table.atoms(&self.shape, &mut ()).move_to(top, to);
    }

    fn view(&self, table: &Table, who: Viewer) -> TableView {
        CardNumbering::new(&self.shape, who, table, &[], &[]).view()
    }

    /// The faces in each zone, from the bottom.
    fn layout(&self, table: &Table) -> Vec<Vec<Face>> {
        let zones = [self.deck, self.discard, self.hands[0], self.hands[1]];
        zones.map(|zone| table.order(&self.shape, zone).map(|entry| table.face(&self.shape, entry)).collect()).to_vec()
    }
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![vec![]];
    }
    let shorter = permutations(n - 1);
    shorter.iter().flat_map(|p| (0..n).map(|at| [&p[..at], &[n - 1], &p[at..]].concat())).collect()
}

#[test]
fn samples_are_exactly_the_tables_with_that_view() {
    let small = Small::new();
    let worlds: Vec<Table> = permutations(CARDS)
        .iter()
        .flat_map(|first| permutations(2).into_iter().map(move |second| (first.clone(), second)))
        .flat_map(|(first, second)| [0, 1].map(|pick| (first.clone(), second.clone(), pick)))
        .filter_map(|(first, second, pick)| small.play([&first, &second], pick))
        .collect();
    let mut rng = Rng::seeded("exact");
    for who in [Viewer::Seat(Seat::new(0)), Viewer::Seat(Seat::new(1)), Viewer::Spectator] {
        for truth in worlds.iter().step_by(37) {
            let view = small.view(truth, who);
            let alike = worlds.iter().filter(|world| small.view(world, who) == view);
            let possible: BTreeSet<_> = alike.map(|world| small.layout(world)).collect();
            let draws = 60 * possible.len();
            let drawn: BTreeSet<_> =
                (0..draws).map(|_| small.layout(&sample(&small.shape, &view, &[], &mut rng).table)).collect();
            assert_eq!(drawn, possible, "{who}: {:?}", small.layout(truth));
        }
    }
}
