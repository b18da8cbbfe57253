//! Tests the listing of code as text, and `explain`.

use super::Compiled;
use rulebook_cgml::compile::explain;
use rulebook_cgml::load::{MemoryFiles, load};
use rulebook_cgml::syntax;
use rulebook_diag::{Diagnostics, Sources};

#[test]
fn a_rule_reads_like_code() {
    let program = Compiled::of(include_str!("war.cgml")).clean().remove(0);
    assert_eq!(
        program.listing(&program.rules[0].unit).to_string(),
        "   0  for each player#0 of (p1, p2) at once, up to 3
   1  cards_to_move[0] = top(player_deck(player#0)), from player#0 to play_area(player#0)
   2  send cards_to_move[0]
   3  end
"
    );
    assert_eq!(
        program.show(program.rules[1].when.as_ref().expect("a condition"), None),
        "(rank_value(top(play_area(0))) > rank_value(top(play_area(1))))"
    );
}

#[test]
fn listings_show_the_names_of_constants() {
    let program = Compiled::of(include_str!("tricks.cgml")).clean().remove(0);
    let listing = program.listing(&program.rules[0].unit).to_string();
    for line in ["$led = nothing", "move card#0 to trick", "$led = suit(card#0)", "one of 13 cards"] {
        assert!(listing.contains(line), "{line} in\n{listing}");
    }
}

#[test]
fn the_listing_explains_inferred_roles() {
    let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
    let mut files = MemoryFiles::from_iter([("game.cgml", include_str!("tricks.cgml"))]);
    let merged = load("game.cgml", &mut files, &mut sources, &mut diags).expect("YAML");
    let document = syntax::read(&merged.node, &sources, &mut diags).expect("a document");
    let lines = explain(&document);
    for line in [
        "deck `pack`: 52 cards, 52 faces, starts in `deck`",
        "zone `deck`: role deck, because a deck starts in it",
        "zone `hand`, one for each player: role hand, because only its owner sees its cards",
        "zone `won`, one for each player: role discard, as written",
        "zone `trick`: no role",
        "variable `led`, shared: text",
        "variable `leader`, shared: a player",
        "stored `best`: a card",
    ] {
        assert!(lines.iter().any(|known| known == line), "{line} in {lines:#?}");
    }
}
