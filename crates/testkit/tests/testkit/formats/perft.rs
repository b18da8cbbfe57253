use super::data;
use rulebook_kernel::{Notation, Rng, Rules, Setup};
use rulebook_testkit::connect_four::{ConnectFour, Position};
use rulebook_testkit::perft::{check, divide, perft};

/// Parses a position, which is written as the columns that were played.
fn position(rules: &ConnectFour, columns: &str) -> Result<Position, String> {
    let mut state = rules.start(&Setup::seats(2), Rng::seeded("any"), &mut ());
    for column in columns.chars() {
        let seat = rules.turn(&state).seats().single().ok_or("it is over")?;
        let mv = rules.parse(&state, seat, &column.to_string()).map_err(|why| why.to_string())?;
        rules.check(&state, seat, &mv).map_err(|why| why.to_string())?;
        rules.play(&mut state, seat, &mv, &mut ());
    }
    Ok(state)
}

#[test]
fn connect_four_has_the_known_counts() {
    let rules = ConnectFour::new();
    let text = std::fs::read_to_string(data("connect-four.perft.txt")).unwrap();
    assert_eq!(check(&rules, &text, 50_000_000, |text| position(&rules, text)), Ok(13));
}

#[test]
fn a_wrong_count_is_named_with_its_parts() {
    let rules = ConnectFour::new();
    let wrong = check(&rules, "1 7\n\n2 48 # wrong", 1000, |_| Err("no positions".to_owned())).unwrap_err();
    assert!(wrong.starts_with("line 3: depth 2 has 49 nodes, not 48\n  1 7\n  2 7"), "{wrong}");
    let wrong = check(&rules, "position: 8\n1 7", 1000, |text| position(&rules, text)).unwrap_err();
    assert_eq!(wrong, "line 1: name a column by its number, 1 to 7");
}

#[test]
fn the_parts_add_up() {
    let rules = ConnectFour::new();
    let state = position(&rules, "4433").unwrap();
    let parts = divide(&rules, &state, 5);
    assert_eq!(parts.len(), 7);
    assert_eq!(parts.iter().map(|(_, nodes)| nodes).sum::<u64>(), perft(&rules, &state, 5));
}
