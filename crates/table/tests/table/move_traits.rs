//! Tests of the traits of moves.

use rulebook_kernel::{MoveTraits, Seat};
use rulebook_table::{
    Entry, Face, MoveForm, NO_CLASS, Ordering, Shape, ShapeBuilder, Table, TraitPlan, ZoneDef, ZoneId, ZoneVisibility,
};

/// Two suits of six ranks, a hidden deck, two hands and an open trick.
fn shape() -> Shape {
    let mut b: ShapeBuilder = Shape::build(2);
    let count_only = ZoneVisibility::CountOnly;
    let deck = b.zone(ZoneDef::shared("deck").ordered(Ordering::Shuffled).levels(count_only, count_only));
    b.zone(ZoneDef::per_seat("hand").ordered(Ordering::Unordered).levels(ZoneVisibility::All, count_only));
    b.zone(ZoneDef::shared("trick"));
    let back = b.back("blue");
    for card in 0..12 {
        let face = b.face(&format!("card{card}"), back);
        b.card(face, deck, Seat::new(0), None);
    }
    b.finish()
}

struct Deal {
    shape: Shape,
    plan: TraitPlan,
    table: Table,
}

impl Deal {
    /// Cards 0 to 5 are the first suit, and cards 6 to 11 the second.
    fn new(cards: &[(u16, &str)]) -> Deal {
        let shape = shape();
        let plan = TraitPlan::new(&shape, |face| ((face.index() / 6) as u8, (face.index() % 6) as u8));
        let mut table = Table::new(&shape);
        for &(card, zone) in cards {
            let zone: ZoneId = shape.find_zone(zone).unwrap();
            table.atoms(&shape, &mut ()).move_to(Entry(card), zone);
        }
        table.drop_lore(&shape);
        Deal { shape, plan, table }
    }

    /// The traits of playing this card from the hand of the first seat.
    fn traits(&self, card: u16, trump: u8) -> Vec<u16> {
        let known = self.plan.situation(&self.table, &self.shape, Seat::new(0), &[trump], &[], &[]);
        let mut traits = MoveTraits::default();
        self.plan.describe(&known, 1, MoveForm::Cards(&[Face(card)]), None, &mut traits);
        traits.iter().next().unwrap().to_vec()
    }
}

const HAND: [(u16, &str); 3] = [(0, "hand.0"), (4, "hand.0"), (7, "hand.0")];

fn deal(others: &[(u16, &str)]) -> Deal {
    Deal::new(&[&HAND, others].concat())
}

#[test]
fn traits_do_not_tell_which_hidden_cards_another_seat_holds() {
    let (one, other) = (deal(&[(1, "hand.1"), (2, "hand.1")]), deal(&[(5, "hand.1"), (11, "hand.1")]));
    for card in [0, 4, 7] {
        assert_eq!(one.traits(card, 0), other.traits(card, 0));
    }
}

#[test]
fn traits_tell_what_the_seat_sees() {
    let (empty, beaten) = (deal(&[]), deal(&[(5, "trick")]));
    let different = |one: &[u16], other: &[u16]| one.iter().zip(other).filter(|(one, other)| one != other).count();
    // A card that cannot win is another move than the same card as a lead.
    assert!(different(&empty.traits(4, NO_CLASS), &beaten.traits(4, NO_CLASS)) > 10);
    assert_ne!(beaten.traits(4, 0), beaten.traits(4, 1), "trumps");
    assert_ne!(empty.traits(0, 0), empty.traits(4, 0), "cards");
    assert_ne!(empty.traits(4, 0), deal(&[(3, "hand.0")]).traits(4, 0), "the cards beside it");
}

#[test]
fn a_choice_is_described_by_the_whole_hand() {
    let of = |deal: &Deal, value: i32| {
        let known = deal.plan.situation(&deal.table, &deal.shape, Seat::new(0), &[1], &[], &[(3, 1)]);
        let mut traits = MoveTraits::default();
        let form = MoveForm::Choice { value, suit: NO_CLASS, rank: NO_CLASS };
        deal.plan.describe(&known, 1, form, None, &mut traits);
        traits.iter().next().unwrap().to_vec()
    };
    let (three, two) = (deal(&[]), Deal::new(&HAND[..2]));
    assert_ne!(of(&three, 1), of(&three, 2));
    assert!(of(&three, 1).len() > of(&two, 1).len());
}
