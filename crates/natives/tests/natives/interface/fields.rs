//! Tests the fields of an observation.

use rulebook_kernel::Seat;
use rulebook_natives::module::{Card, Fields};
use rulebook_spaces::{Block, Row};

fn tell(fields: &mut Fields<'_, '_>, there: bool) {
    let of = |seat: usize| there.then(|| Seat::new(seat));
    fields.seat("dealer", "who deals", of(0));
    fields.maybe("boards", "boards", there.then_some(9));
    fields.word("step", "what is decided", &["draw", "discard"], there.then_some(1));
    fields.each("won", "tricks", |seat| seat.index() as i32 + 10);
    fields.sides("games", "games", [1, 2]);
    fields.large("total", "points", [-1, 40_250]);
    fields.card("taken", "the card", there.then(|| Card::new(1, 0)));
}

#[test]
fn a_field_keeps_its_position_in_every_observation() {
    let mut names = Vec::new();
    tell(&mut Fields::naming(&mut names, Seat::new(1), 3), false);
    let width: usize = names.iter().map(Block::size).sum();
    assert_eq!((width, names[0].name.as_str(), &names[3].shape[..]), (17, "rules.dealer", &[3][..]));
    let write = |there: bool| {
        let mut numbers = vec![7; width + 1];
        tell(&mut Fields::writing(&mut Row::new(&mut numbers), Seat::new(1), 3), there);
        numbers
    };
    assert_eq!(write(true), [0, 0, 1, 1, 9, 0, 1, 11, 12, 10, 2, 1, -1, 999, 40, 250, 14, 7]);
    assert_eq!(write(false), [0, 0, 0, 0, 0, 0, 0, 11, 12, 10, 2, 1, -1, 999, 40, 250, 0, 7]);
}
