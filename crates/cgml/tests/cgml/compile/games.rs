//! Compiles small complete games.

use super::Compiled;
use rulebook_cgml::code::{Cards, Expr, Op, Options, Order, Test, Win};

#[test]
fn a_simultaneous_game_compiles() {
    let programs = Compiled::of(include_str!("war.cgml")).clean();
    assert_eq!(programs.len(), 1);
    let program = &programs[0];
    assert_eq!((program.seats, program.shape.deck_entries()), (2, 52));
    assert_eq!(program.flow.order, Order::Simultaneous);
    assert!(matches!(program.flow.win, Some(Win::ByNumber { least: false, .. })));
    let flip = &program.rules[0].unit.code;
    assert!(matches!(flip[0].op, Op::Lanes { end: 3, .. }), "{flip:?}");
    assert!(matches!(flip[1].op, Op::Gather { .. }) && matches!(flip[2].op, Op::Send { .. }));
    assert_eq!(flip[1].next, 3);
}

#[test]
fn a_game_of_asking_compiles_for_each_number_of_seats() {
    let programs = Compiled::of(include_str!("fish.cgml")).clean();
    assert_eq!(programs.iter().map(|program| program.seats).collect::<Vec<_>>(), [2, 3, 4, 5]);
    let asks: Vec<_> = programs[0].rules[0]
        .unit
        .code
        .iter()
        .filter_map(|step| match &step.op {
            Op::Ask(ask) => Some(ask),
            _ => None,
        })
        .collect();
    assert!(matches!(asks[0].options, Options::Seats(_)));
    assert!(matches!(asks[1].options, Options::Values(..)));
    // Each rank has a mask, and the requested rank selects one of the thirteen masks.
    let moved = programs[0].rules[0].unit.code.iter().find_map(|step| match &step.op {
        Op::Move { cards, .. } => Some(&cards.from),
        _ => None,
    });
    let Some(Cards::Filter(_, Test::ByValue(masks, wanted))) = moved else { panic!("{moved:?}") };
    assert_eq!(masks.iter().filter(|mask| mask.iter().any(|word| *word != 0)).count(), 13);
    assert!(matches!(**wanted, Expr::Slot(_)));
}

#[test]
fn a_game_of_tricks_compiles() {
    let programs = Compiled::of(include_str!("tricks.cgml")).clean();
    assert_eq!(programs.len(), 2);
    // Variables that hold cards are global scalars of the machine.
    assert_eq!(programs[0].globals.iter().map(|slot| slot.name.as_str()).collect::<Vec<_>>(), ["best"]);
    assert!(matches!(programs[0].flow.win, Some(Win::ByNumber { least: true, .. })));
}

#[test]
fn all_unknown_names_are_reported_at_once() {
    let text = include_str!("fish.cgml").replace("to: \"$.players[current].zones.books\"", "to: $.zones.boks");
    let text = text.replace("ref:victim says", "ref:vitcim says").replace("on.phase.Ask", "on.phase.Asks");
    let found = Compiled::of(&text);
    assert_eq!(found.found(), ["C2006 Asks", "C2002 boks"], "{}", found.report());
    assert!(found.programs.is_none());
}
