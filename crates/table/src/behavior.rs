//! Deck behaviour: how cards are drawn from a zone, and when its discard pile is shuffled back in.
//!
//! ```yaml
//! behavior:
//!   type: deck             # the only type so far
//!   draw_from: top         # top (default) | bottom | random          also: drawFrom
//!   reshuffle_from: discard  # a zone, optional                       also: reshuffleFrom
//!   reshuffle: when_short  # when_short (default) | when_empty
//!   keep_top: 1            # cards that stay on the discard, default 0   also: keepTop   (our extension)
//! ```
//!
//! **Reshuffle.** A draw that needs more cards than the deck has shuffles the discard pile into the deck.
//!
//! * `when_short` shuffles the discard pile together with the cards that are left. Then it draws all cards.
//! * `when_empty` draws the cards that are left, shuffles the discard pile, and draws the missing cards.
//! * The deck of a seat reshuffles the discard pile of that seat.
//! * If there are still too few cards, the draw takes all of them.
//! * If the discard pile is empty, there is no shuffle and no random number is drawn.
//! * All viewers forget the shuffled cards.
//! * `keep_top` leaves the top cards of the discard pile in place, such as the card that the next player must match.
//! * A draw reshuffles at most once, so that a deck drawn onto its own discard pile runs out.
//! * Only draws reshuffle; other moves out of a deck never do. A draw of zero cards, or from a deck onto itself, does
//!   nothing.
//!
//! **Order.** `top` takes the top card first, `bottom` the lowest card. `random` draws a random number for each card:
//! its position among the cards that are left, counted from the bottom. The last card needs no random number. A draw
//! from an unordered deck is always random. Draws from a zone without a behaviour take the top card and never
//! reshuffle.

use crate::zone::{Ordering, Scope};
use rulebook_diag::{Diagnostic, Diagnostics, Fields, Node, Span, codes, nearest};

/// Error: the `type` is unknown.
pub const UNKNOWN_TYPE: &str = "T0001";
/// Error: the value of `draw_from` is unknown.
pub const UNKNOWN_DRAW_ORDER: &str = "T0002";
/// Error: `reshuffle_from` names no existing zone.
pub const MISSING_TARGET: &str = "T0003";
/// Error: `reshuffle_from` names the deck itself.
pub const TARGET_IS_ITSELF: &str = "T0004";
/// Warning: the zone has a deck behaviour, but its ordering is not that of a pile.
pub const NOT_A_PILE: &str = "T0005";
/// Error: the value of `reshuffle` is unknown.
pub const UNKNOWN_RESHUFFLE: &str = "T0006";
/// Error: a shared deck names a discard zone that each seat or team has, so the discard zone is ambiguous.
pub const WHOSE_DISCARD: &str = "T0007";

/// The card of the deck that a draw takes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DrawFrom {
    /// The card placed last.
    #[default]
    Top,
    /// The card placed first.
    Bottom,
    /// A random card, chosen by the generator of the game.
    Random,
}

/// The moment at which the discard pile is shuffled back into the deck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reshuffle {
    /// When the deck has fewer cards than the draw needs. The remaining cards are shuffled together with the discard
    /// pile.
    #[default]
    WhenShort,
    /// When the deck is empty and the draw needs another card.
    WhenEmpty,
}

/// The behaviour of a deck, a zone from which cards are drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct DeckBehavior {
    /// The card that a draw takes first.
    pub draw_from: DrawFrom,
    /// The id of the discard zone. `None` if the deck never reshuffles.
    pub reshuffle_from: Option<String>,
    /// The moment at which the discard zone is shuffled back into the deck.
    pub reshuffle: Reshuffle,
    /// The number of cards that stay on top of the discard zone.
    pub keep_top: usize,
}

/// A behaviour and its position in the file.
#[derive(Clone, Debug)]
pub struct Written {
    /// The behaviour.
    pub behavior: DeckBehavior,
    /// The span of the whole behaviour.
    pub span: Span,
    /// The span of the name after `reshuffle_from`.
    pub target: Option<Span>,
    /// Whether the type is known. If the type is unknown, only the names in the behaviour are checked.
    is_deck: bool,
}

/// The error for a behaviour without a type.
const WITHOUT_TYPE: &str = "write `type: deck`, the only type of behaviour so far";

/// Reads a `behavior:` block. Reports mistakes as diagnostics and keeps every part that it can read. Returns `None` if the
/// block is not a map.
pub fn read(node: &Node, diags: &mut Diagnostics) -> Option<Written> {
    let mut fields = Fields::of(node, diags);
    let kind = fields.optional("type").node();
    if let (None, Some(entries)) = (kind, node.as_map()) {
        let span = entries.first().map_or(node.span, |(key, _)| key.span);
        let missing = Diagnostic::error(codes::MISSING_KEY, span, "this behaviour has no `type`");
        fields.diags().push(missing.help(WITHOUT_TYPE));
    }
    let draw = fields.optional_any(&["draw_from", "drawFrom"]).node();
    let target = fields.optional_any(&["reshuffle_from", "reshuffleFrom"]).node();
    let mode = fields.optional("reshuffle").node();
    let keep_top = fields.optional_any(&["keep_top", "keepTop"]).int(0..=1000_u16).unwrap_or(0) as usize;
    fields.finish();
    node.as_map()?;
    let is_deck = word(kind, UNKNOWN_TYPE, "behaviour", &[("deck", ())], diags);
    let orders = [("top", DrawFrom::Top), ("bottom", DrawFrom::Bottom), ("random", DrawFrom::Random)];
    let draw_from = word(draw, UNKNOWN_DRAW_ORDER, "draw order", &orders, diags).unwrap_or_default();
    let modes = [("when_short", Reshuffle::WhenShort), ("when_empty", Reshuffle::WhenEmpty)];
    let reshuffle = word(mode, UNKNOWN_RESHUFFLE, "moment to reshuffle", &modes, diags).unwrap_or_default();
    let name = target.and_then(Node::scalar);
    if let (Some(node), None) = (target, name) {
        diags.push(Diagnostic::error(MISSING_TARGET, node.span, "`reshuffle_from` is the name of a zone"));
    }
    let behavior = DeckBehavior { draw_from, reshuffle_from: name.map(str::to_owned), reshuffle, keep_top };
    let target = name.and(target).map(|node| node.span);
    Some(Written { behavior, span: node.span, target, is_deck: is_deck.is_some() })
}

/// The parts of a zone that the check of behaviours needs.
#[derive(Clone, Copy, Debug)]
pub struct Declared<'a> {
    /// The id of the zone.
    pub id: &'a str,
    /// The ordering of the zone.
    pub ordering: Ordering,
    /// Whether the zone is shared, or each seat or team has an instance.
    pub scope: Scope,
    /// The behaviour of the zone, if it has one.
    pub written: Option<&'a Written>,
}

/// Checks all behaviours against all zones.
pub fn check(zones: &[Declared<'_>], diags: &mut Diagnostics) {
    for zone in zones {
        let Some(written) = zone.written else { continue };
        if written.is_deck && !matches!(zone.ordering, Ordering::Lifo | Ordering::Shuffled) {
            let message = format!("`{}` is a deck, but its ordering is neither lifo nor shuffled", zone.id);
            diags.push(Diagnostic::warning(NOT_A_PILE, written.span, message).help("write `ordering: lifo`"));
        }
        let Some((name, span)) = written.behavior.reshuffle_from.as_deref().zip(written.target) else { continue };
        if name == zone.id {
            let message = format!("`{name}` cannot be reshuffled from itself");
            diags.push(Diagnostic::error(TARGET_IS_ITSELF, span, message));
            continue;
        }
        let named = zones.iter().enumerate().filter(|(_, target)| target.id == name);
        let Some(target) = meant(zone.scope, named.map(|(at, target)| (at, target.scope))).map(|at| &zones[at]) else {
            let near = nearest(name, zones.iter().map(|zone| zone.id).filter(|id| *id != zone.id));
            let unknown = Diagnostic::error(MISSING_TARGET, span, format!("there is no zone `{name}`"));
            diags.push(unknown.did_you_mean(near, false));
            continue;
        };
        if !knows(zone.scope, target.scope) {
            let message =
                format!("each seat or team has its own `{name}`, and `{}` cannot tell which one to use", zone.id);
            diags.push(Diagnostic::error(WHOSE_DISCARD, span, message));
        }
    }
}

/// Whether a deck with scope `deck` has exactly one matching instance of a zone with scope `target`.
fn knows(deck: Scope, target: Scope) -> bool {
    match target {
        Scope::Shared => true,
        Scope::Team => deck != Scope::Shared,
        Scope::Seat => deck == Scope::Seat,
    }
}

/// The index of the zone that `reshuffle_from` names. If several zones have that name, prefers a zone of the deck's own
/// scope. The second choice is a zone whose instance is unambiguous, the third is the first zone.
pub(crate) fn meant(deck: Scope, named: impl Iterator<Item = (usize, Scope)>) -> Option<usize> {
    let rank = |scope: Scope| if scope == deck { 0 } else { 1 + usize::from(!knows(deck, scope)) };
    named.min_by_key(|(_, scope)| rank(*scope)).map(|(at, _)| at)
}

fn word<T: Copy>(
    node: Option<&Node>,
    code: &'static str,
    what: &str,
    words: &[(&str, T)],
    diags: &mut Diagnostics,
) -> Option<T> {
    let node = node?;
    let text = node.scalar().unwrap_or_default();
    let found = words.iter().find(|(word, _)| *word == text);
    if found.is_none() {
        let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let shown = node.scalar().map_or_else(|| node.describe(), |text| format!("`{text}`"));
        let unknown = Diagnostic::error(code, node.span, format!("unknown {what} {shown}"));
        let unknown = unknown.label(format!("must be `{}`", names.join("`, `")));
        diags.push(unknown.did_you_mean(nearest(text, names.iter().copied()), node.quoted));
    }
    found.map(|(_, meaning)| *meaning)
}
