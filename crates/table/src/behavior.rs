//! Deck behaviour: how cards are drawn from a zone, and when its discard pile is shuffled back in.
//!
//! ```yaml
//! behavior:
//!   type: deck             # the only type so far
//!   draw_from: top         # top (default) | bottom | random          also: drawFrom
//!   reshuffle_from: discard  # a zone, optional                       also: reshuffleFrom
//!   reshuffle: when_short  # when_short (default) | when_empty
//!   keep_top: 1            # so many stay on the discard, default 0   also: keepTop   (our extension)
//! ```
//!
//! **Reshuffle.** `when_short`: fewer cards are left than are asked for, so the discard is shuffled in together with what
//! is left, and then all are drawn. `when_empty`: what is left is drawn first, then the discard is shuffled, then drawing
//! goes on, as people do. A seat's own deck reshuffles that seat's own discard. Still short after that: what there is is
//! drawn. Nothing to reshuffle: no shuffle, the generator is untouched. What was known about the cards is forgotten.
//! `keep_top` leaves the top cards of the discard where they are: the card to be matched stays on the table.
//! A draw reshuffles at most once, so that a deck drawn onto its own discard runs out.
//! Only draws reshuffle; other moves out of a deck never do. Zero cards, or a draw onto itself, does nothing at all.
//!
//! **Order.** From the top: the top card first. From the bottom: the lowest card first. At random: one bounded draw a card
//! over the cards still there, counted from the bottom; the last one needs no draw. A deck without an order is always
//! drawn from at random. A zone without a behaviour is drawn from the top and never reshuffled.

use crate::zone::{Ordering, Scope};
use rulebook_diag::{Diagnostic, Diagnostics, Fields, Node, Span, codes, nearest};

/// An unknown `type`.
pub const UNKNOWN_TYPE: &str = "T0001";
/// An unknown `draw_from`.
pub const UNKNOWN_DRAW_ORDER: &str = "T0002";
/// `reshuffle_from` names no zone.
pub const MISSING_TARGET: &str = "T0003";
/// `reshuffle_from` names the deck itself.
pub const TARGET_IS_ITSELF: &str = "T0004";
/// Warning: a deck in a zone that is no pile.
pub const NOT_A_PILE: &str = "T0005";
/// An unknown `reshuffle`.
pub const UNKNOWN_RESHUFFLE: &str = "T0006";
/// A shared deck cannot tell whose discard to take.
pub const WHOSE_DISCARD: &str = "T0007";

/// Where cards are drawn from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DrawFrom {
    /// The card placed last.
    #[default]
    Top,
    /// The card placed first.
    Bottom,
    /// Any card, by the game's generator.
    Random,
}

/// When the discard comes back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reshuffle {
    /// When fewer are left than asked for, together with what is left.
    #[default]
    WhenShort,
    /// When none is left.
    WhenEmpty,
}

/// A deck: a zone from which cards are drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct DeckBehavior {
    /// Where from.
    pub draw_from: DrawFrom,
    /// The id of the zone whose cards come back.
    pub reshuffle_from: Option<String>,
    /// When they come back.
    pub reshuffle: Reshuffle,
    /// How many cards stay on top of that zone.
    pub keep_top: usize,
}

/// A behaviour and where it is written.
#[derive(Clone, Debug)]
pub struct Written {
    /// What it says.
    pub behavior: DeckBehavior,
    /// All of it.
    pub span: Span,
    /// The name after `reshuffle_from`.
    pub target: Option<Span>,
}

/// The error for a behaviour without a type.
const WITHOUT_TYPE: &str = "a zone that cards are drawn from has `type: deck`, the only one so far";

/// Reads a `behavior:` block. Reports mistakes and keeps every part that it could read.
pub fn read(node: &Node, diags: &mut Diagnostics) -> Option<Written> {
    let mut fields = Fields::of(node, diags);
    let kind = fields.optional("type").node();
    if let (None, Some(entries)) = (kind, node.as_map()) {
        let span = entries.first().map_or(node.span, |(key, _)| key.span);
        let missing = Diagnostic::error(codes::MISSING_KEY, span, "a behaviour says its `type`, and here is none");
        fields.diags().push(missing.help(WITHOUT_TYPE));
    }
    let draw = fields.optional_any(&["draw_from", "drawFrom"]).node();
    let target = fields.optional_any(&["reshuffle_from", "reshuffleFrom"]).node();
    let mode = fields.optional("reshuffle").node();
    let keep_top = fields.optional_any(&["keep_top", "keepTop"]).int(0..=1000_u16).unwrap_or(0) as usize;
    fields.finish();
    let is_deck = word(kind, UNKNOWN_TYPE, "behaviour", &[("deck", ())], diags);
    let orders = [("top", DrawFrom::Top), ("bottom", DrawFrom::Bottom), ("random", DrawFrom::Random)];
    let draw_from = word(draw, UNKNOWN_DRAW_ORDER, "draw order", &orders, diags).unwrap_or_default();
    let modes = [("when_short", Reshuffle::WhenShort), ("when_empty", Reshuffle::WhenEmpty)];
    let reshuffle = word(mode, UNKNOWN_RESHUFFLE, "moment to reshuffle", &modes, diags).unwrap_or_default();
    let name = target.and_then(Node::scalar);
    if let (Some(node), None) = (target, name) {
        diags.push(Diagnostic::error(MISSING_TARGET, node.span, "`reshuffle_from` is the name of a zone"));
    }
    is_deck?;
    let behavior = DeckBehavior { draw_from, reshuffle_from: name.map(str::to_owned), reshuffle, keep_top };
    Some(Written { behavior, span: node.span, target: name.and(target).map(|node| node.span) })
}

/// A zone as far as the check of behaviours is concerned.
#[derive(Clone, Copy, Debug)]
pub struct Declared<'a> {
    /// Its id.
    pub id: &'a str,
    /// What its order means.
    pub ordering: Ordering,
    /// How many instances.
    pub scope: Scope,
    /// Its behaviour.
    pub written: Option<&'a Written>,
}

/// Checks all behaviours against all zones.
pub fn check(zones: &[Declared<'_>], diags: &mut Diagnostics) {
    for zone in zones {
        let Some(written) = zone.written else { continue };
        if !matches!(zone.ordering, Ordering::Lifo | Ordering::Shuffled) {
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
                format!("there are several `{name}`, and `{}` does not belong to one of their owners", zone.id);
            diags.push(Diagnostic::error(WHOSE_DISCARD, span, message));
        }
    }
}

/// Whether a deck can tell which instance of a scope is its own.
fn knows(deck: Scope, target: Scope) -> bool {
    match target {
        Scope::Shared => true,
        Scope::Team => deck != Scope::Shared,
        Scope::Seat => deck == Scope::Seat,
    }
}

/// The zone that a deck means by a name: of its own scope, else one it can resolve, else the first.
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
