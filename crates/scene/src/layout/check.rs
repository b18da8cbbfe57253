//! Checks a layout against its grid and its game.

use super::piles::{Claim, names, seat_zone};
use super::read::{LayoutParts, Placed, Written};
use super::{LayoutZone, Pile, SortEntry, Widget, codes};
use rulebook_diag::{Diagnostic, Diagnostics, Node, Span, nearest};
use std::collections::{BTreeMap, BTreeSet};

/// Checks that every zone lies inside the grid, that no two zones overlap, and that all ids differ.
pub(super) fn places(rows: u8, cols: u8, placed: &[Placed], diags: &mut Diagnostics) {
    for (at, Placed { zone, id, .. }) in placed.iter().enumerate() {
        let (below, right) = (zone.row + zone.row_span, zone.col + zone.col_span);
        if below > rows || right > cols {
            let message = format!("zone `{}` reaches outside the grid", zone.id);
            let found = Diagnostic::error(codes::OUTSIDE, id.span, message).label(extent(zone));
            diags.push(found.help(format!("the grid has rows 0 to {} and columns 0 to {}", rows - 1, cols - 1)));
        }
        // Report only one conflict for each zone. Otherwise a thousand zones in one place would give half a million
        // errors.
        for other in &placed[..at] {
            if other.zone.id == zone.id {
                let message = format!("two zones have the id `{}`", zone.id);
                let found = Diagnostic::error(codes::SAME_ID, id.span, message);
                diags.push(found.secondary(other.id.span, "the other one"));
                break;
            } else if overlap(zone, &other.zone) {
                let message = format!("zones `{}` and `{}` overlap", other.zone.id, zone.id);
                let found = Diagnostic::error(codes::OVERLAP, id.span, message).label(extent(zone));
                diags.push(found.secondary(other.id.span, extent(&other.zone)));
                break;
            }
        }
    }
}

fn extent(zone: &LayoutZone) -> String {
    let range = |first: u8, span: u8, one: &str| match span {
        1 => format!("{one} {first}"),
        _ => format!("{one}s {first} to {}", first + span - 1),
    };
    format!("covers {}, {}", range(zone.row, zone.row_span, "row"), range(zone.col, zone.col_span, "column"))
}

fn overlap(a: &LayoutZone, b: &LayoutZone) -> bool {
    let meet = |a: u8, a_span: u8, b: u8, b_span: u8| a < b + b_span && b < a + a_span;
    meet(a.row, a.row_span, b.row, b.row_span) && meet(a.col, a.col_span, b.col, b.col_span)
}

/// Whether the game has this pile. If not, adds an error.
pub(super) fn known(pile: &Written, game: &LayoutParts, diags: &mut Diagnostics) -> bool {
    let found = !Pile::parse(&pile.text).claims(&game.zones).is_empty();
    if !found {
        let names = names(&game.zones);
        let near = nearest(&pile.text, names.iter().map(String::as_str));
        let unknown = Diagnostic::error(codes::UNKNOWN_PILE, pile.span, format!("there is no pile `{}`", pile.text));
        diags.push(unknown.label("no zone of this game").did_you_mean(near, pile.quoted));
    }
    found
}

/// Checks that every pile of the layout exists and is shown only once. Warns about zones of the game that the layout
/// does not show.
pub(super) fn piles(layout: &Node, placed: &[Placed], hidden: &[Written], game: &LayoutParts, diags: &mut Diagnostics) {
    let mut shown: BTreeMap<Claim<'_>, &Written> = BTreeMap::new();
    for pile in placed.iter().flat_map(|placed| &placed.piles).chain(hidden) {
        known(pile, game, diags);
        let mut first = None;
        for claim in Pile::parse(&pile.text).claims(&game.zones) {
            first = first.or(shown.insert(claim, pile));
        }
        if let Some(first) = first {
            let message = format!("pile `{}` has two places", pile.text);
            let found = Diagnostic::error(codes::SHOWN_TWICE, pile.span, message);
            diags.push(found.secondary(first.span, "the other one"));
        }
    }
    let start = layout.as_map().and_then(|entries| entries.first()).map_or(layout.span, |(key, _)| key.span);
    let missing = missing(game, &shown);
    if !missing.is_empty() {
        let list: Vec<String> = missing.iter().map(|pile| format!("`{pile}`")).collect();
        let found = Diagnostic::warning(codes::NOT_SHOWN, start, format!("nothing shows {}", list.join(", ")));
        diags.push(found.help("give each pile a place, or list it under `hidden` if players should not see it"));
    }
    board(start, placed, game, diags);
    let shows_actions = placed.iter().any(|placed| placed.zone.widget == Some(Widget::Actions));
    if game.buttons == Some(true) && !shows_actions {
        let found = Diagnostic::error(codes::NO_ACTIONS, start, "nothing shows the buttons of this game");
        diags.push(found.help("add a zone with `\"widget\": \"actions\"`"));
    }
    for pile in hidden {
        let claims = Pile::parse(&pile.text).claims(&game.zones);
        if claims.iter().any(|(zone, own)| *own && game.hands.iter().any(|hand| hand == zone)) {
            let message = format!("`{}` hides from players what they hold in their hands", pile.text);
            diags.push(Diagnostic::error(codes::HIDDEN_HAND, pile.span, message));
        }
    }
}

/// Checks that every entry of an explicit order matches a card of the game and repeats no earlier entry.
pub(super) fn order(nodes: &[Node], order: &[SortEntry], game: &LayoutParts, diags: &mut Diagnostics) {
    for (at, (node, entry)) in nodes.iter().zip(order).enumerate() {
        if entry.rank.is_none() && entry.suit.is_none() {
            continue;
        }
        let means = |(rank, suit): &(Option<String>, Option<String>)| {
            (entry.rank.is_none() || entry.rank == *rank) && (entry.suit.is_none() || entry.suit == *suit)
        };
        let words = || [&entry.rank, &entry.suit].into_iter().flatten().cloned().collect::<Vec<_>>().join(" ");
        if !game.faces.is_empty() && !game.faces.iter().any(means) {
            let found = Diagnostic::error(codes::ORDER, node.span, format!("no card of this game is `{}`", words()));
            diags.push(found.help("write rank and suit as they are printed on the cards"));
        } else if let Some(first) = order[..at].iter().position(|other| other == entry) {
            let found = Diagnostic::error(codes::ORDER, node.span, format!("`{}` stands here twice", words()));
            diags.push(found.secondary(nodes[first].span, "the first time"));
        }
    }
}

/// The piles that the layout does not show. Zones that each seat has are reported as a pattern, such as `hand.others`.
fn missing(game: &LayoutParts, shown: &BTreeMap<Claim<'_>, &Written>) -> BTreeSet<String> {
    let mut missing = BTreeSet::new();
    for zone in &game.zones {
        let seats_of = |base: &str| game.zones.iter().filter(|z| seat_zone(z).is_some_and(|(b, _)| b == base)).count();
        let [own, others] = [true, false].map(|own| shown.contains_key(&(zone.as_str(), own)));
        match seat_zone(zone) {
            None if !own => missing.insert(zone.clone()),
            Some((base, _)) if !own && !others => missing.insert(format!("{base}.*")),
            Some((base, _)) if !own => missing.insert(format!("{base}.self")),
            // A game with only one such zone needs no place for the zones of opponents.
            Some((base, _)) if !others && seats_of(base) > 1 => missing.insert(format!("{base}.others")),
            _ => false,
        };
    }
    missing
}

fn board(start: Span, placed: &[Placed], game: &LayoutParts, diags: &mut Diagnostics) {
    let mut boards = placed.iter().filter(|placed| placed.zone.widget == Some(Widget::Board));
    match (boards.next(), game.board) {
        (Some(Placed { widget: Some(span), .. }), false) => {
            diags.push(Diagnostic::error(codes::NO_BOARD, *span, "this game has no board"));
        }
        (None, true) => {
            let found = Diagnostic::warning(codes::NOT_SHOWN, start, "nothing shows the board");
            diags.push(found.help("add a zone with `\"widget\": \"board\"`"));
        }
        _ => {}
    }
}
