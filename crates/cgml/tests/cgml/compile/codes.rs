//! Tests that every diagnostic code occurs in a test.

#[test]
fn every_code_is_met_by_a_test() {
    let tests = [
        include_str!("mistakes.rs"),
        include_str!("warnings.rs"),
        include_str!("hostile.rs"),
        include_str!("games.rs"),
        include_str!("presentation.rs"),
    ];
    let declared = include_str!("../../../../cgml-compiler/src/compile/codes.rs")
        .lines()
        .filter_map(|line| line.strip_prefix("pub const "));
    let mut count = 0;
    for line in declared {
        let (name, code) = line.split_once(": &str = \"").expect("a code");
        let code = code.trim_end_matches("\";");
        let quoted = [format!("{code} "), format!("\"{code}\""), format!("codes::{name}")];
        let met = |test: &&str| quoted.iter().any(|text| test.contains(text));
        assert!(tests.iter().any(met), "{name} {code}");
        count += 1;
    }
    assert_eq!(count, 55);
}
