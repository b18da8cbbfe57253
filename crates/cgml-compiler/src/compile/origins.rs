//! Finds out where cards and texts come from. `rank_value` refuses cards of a deck without ranks, and texts that are not
//! ranks (CGML 12.5, 15).
//!
//! The deck of a card never changes, so the zone of a card at the time it was bound to a name decides. If an origin is
//! not known at compile time, nothing is reported.

use super::Compiler;
use super::scope::{Bound, Source};
use super::value::Val;
use crate::code::{Cards, Expr, Item, Kind, List};

/// The origin of a text that is not a rank.
pub(super) enum Unranked {
    /// The property with this name, such as `suit`.
    Property(String),
    /// A written list with this text, and without any rank.
    Text(String),
}

impl<'a> Compiler<'a> {
    /// The deck of these cards, if all decks that they can come from are known and have no hierarchy of ranks.
    pub(super) fn unranked_deck(&self, value: &Val<'a>) -> Option<String> {
        let here = self.scope.len();
        let zones = match value {
            Val::One(Kind::Card, card) => self.zones_of_card(card, here),
            Val::Cards(cards) => self.zones_of_cards(cards, here),
            Val::Zones(zones) => self.defs_of(&Cards::Zones(zones.clone())),
            _ => None,
        };
        let components = &self.document.components;
        let ranked = |name: &str| {
            let kind = components.decks.get(name).and_then(|deck| components.deck_type(deck.kind.0.as_str()));
            kind.is_none_or(|kind| !kind.rank_hierarchy.is_empty())
        };
        let decks: Vec<&String> =
            zones?.into_iter().map(|def| self.game.zones[def].of_deck.as_ref()).collect::<Option<_>>()?;
        let without = decks.iter().all(|deck| !ranked(deck));
        decks.first().filter(|_| without).map(|deck| (*deck).clone())
    }

    /// The origin of this text, if none of the texts from there is a rank.
    pub(super) fn text_without_ranks(&self, value: &Val<'a>) -> Option<Unranked> {
        let here = self.scope.len();
        match value {
            Val::One(Kind::Text, text) | Val::Group(_, text) => self.unranked_text(text, here),
            Val::List(Kind::Text, list) | Val::Groups(_, list) => self.unranked_texts(list, here),
            _ => None,
        }
    }

    /// The definitions of the zones that this card can come from. The expression was compiled with the `scope` outermost
    /// bindings.
    fn zones_of_card(&self, card: &Expr, scope: usize) -> Option<Vec<usize>> {
        match card {
            Expr::Top(zone) | Expr::Bottom(zone) | Expr::CardAt(zone, _) => self.def_of(zone).map(|def| vec![def]),
            Expr::FirstOf(items) | Expr::LastOf(items) | Expr::ItemAt(items, _) => self.zones_of_items(items, scope),
            Expr::ExtremeBy(_, items, ..) => self.zones_of_items(items, scope),
            Expr::Let(.., body) | Expr::LetList(.., body) => self.zones_of_card(body, scope),
            Expr::If(_, yes, no) => both(self.zones_of_card(yes, scope), self.zones_of_card(no, scope)),
            Expr::Temp(_) | Expr::Slot(_) => {
                let source = self.source(scope, |value| is_scalar(value, card))?;
                self.zones_of_items(&source.items, source.scope)
            }
            _ => None,
        }
    }

    fn zones_of_items(&self, items: &Item, scope: usize) -> Option<Vec<usize>> {
        match items {
            Item::Cards(cards) => self.zones_of_cards(cards, scope),
            Item::List(list) => self.zones_of_list(list, scope),
            Item::Seats(_) | Item::Zones(_) => None,
        }
    }

    fn zones_of_cards(&self, cards: &Cards, scope: usize) -> Option<Vec<usize>> {
        match cards {
            Cards::Zone(_) | Cards::Zones(_) => self.defs_of(cards),
            Cards::One(card) => self.zones_of_card(card, scope),
            Cards::Filter(cards, _)
            | Cards::Prefer(cards, _)
            | Cards::Take(cards, _)
            | Cards::TakeLast(cards, _)
            | Cards::SortBy(cards, ..)
            | Cards::Let(_, cards) => self.zones_of_cards(cards, scope),
            Cards::Join(parts) => all(parts.iter().map(|part| self.zones_of_cards(part, scope))),
            Cards::If(_, yes, no) => both(self.zones_of_cards(yes, scope), self.zones_of_cards(no, scope)),
            Cards::List(list) => self.zones_of_list(list, scope),
            Cards::Slot(_) | Cards::Picked => {
                let same = |value: &Val<'a>| matches!(value, Val::Cards(other) if other == cards);
                let source = self.source(scope, same)?;
                self.zones_of_items(&source.items, source.scope)
            }
            Cards::Global(_) => None,
        }
    }

    fn zones_of_list(&self, list: &List, scope: usize) -> Option<Vec<usize>> {
        match list {
            List::Cards(cards) => self.zones_of_cards(cards, scope),
            List::Of(cards) => all(cards.iter().map(|card| self.zones_of_card(card, scope))),
            List::Join(parts) => all(parts.iter().map(|part| self.zones_of_list(part, scope))),
            List::Map(items, item, value) if **value == Expr::Temp(*item) => self.zones_of_items(items, scope),
            List::Map(_, _, value) => self.zones_of_card(value, scope),
            List::Filter(list, ..)
            | List::Distinct(list)
            | List::SortBy(list, ..)
            | List::Take(list, _)
            | List::Let(_, list) => self.zones_of_list(list, scope),
            List::If(_, yes, no) => both(self.zones_of_list(yes, scope), self.zones_of_list(no, scope)),
            List::Temp(_) | List::Slot(_) => {
                let source = self.source(scope, |value| is_list(value, list))?;
                self.zones_of_items(&source.items, source.scope)
            }
            List::Seats(_) | List::Zones(_) | List::Keys(_) | List::Range(..) | List::Global(_) => None,
        }
    }

    fn unranked_text(&self, text: &Expr, scope: usize) -> Option<Unranked> {
        match text {
            Expr::Property(number, _) => {
                let property = &self.game.faces.properties[*number];
                let never = property.by_face.iter().all(|value| !self.game.faces.rank_of.contains_key(value));
                (never && !property.marked).then(|| Unranked::Property(property.name.clone()))
            }
            Expr::FirstOf(items) | Expr::LastOf(items) | Expr::ItemAt(items, _) => self.unranked_items(items, scope),
            Expr::ExtremeBy(_, items, ..) => self.unranked_items(items, scope),
            Expr::Let(.., body) | Expr::LetList(.., body) => self.unranked_text(body, scope),
            Expr::If(_, yes, no) => self.unranked_text(yes, scope).or_else(|| self.unranked_text(no, scope)),
            Expr::Temp(_) | Expr::Slot(_) => {
                let source = self.source(scope, |value| is_scalar(value, text))?;
                self.unranked_items(&source.items, source.scope)
            }
            _ => None,
        }
    }

    fn unranked_items(&self, items: &Item, scope: usize) -> Option<Unranked> {
        match items {
            Item::List(list) => self.unranked_texts(list, scope).or_else(|| self.unranked_constants(list)),
            Item::Cards(_) | Item::Seats(_) | Item::Zones(_) => None,
        }
    }

    fn unranked_texts(&self, list: &List, scope: usize) -> Option<Unranked> {
        match list {
            List::Of(texts) => texts.iter().find_map(|text| self.unranked_text(text, scope)),
            List::Join(parts) => parts.iter().find_map(|part| self.unranked_texts(part, scope)),
            List::Map(items, item, value) if **value == Expr::Temp(*item) => self.unranked_items(items, scope),
            List::Map(_, _, value) => self.unranked_text(value, scope),
            List::Filter(list, ..)
            | List::Distinct(list)
            | List::SortBy(list, ..)
            | List::Take(list, _)
            | List::Let(_, list) => self.unranked_texts(list, scope),
            List::If(_, yes, no) => self.unranked_texts(yes, scope).or_else(|| self.unranked_texts(no, scope)),
            List::Temp(_) | List::Slot(_) => {
                let source = self.source(scope, |value| is_list(value, list))?;
                self.unranked_items(&source.items, source.scope)
            }
            _ => None,
        }
    }

    /// The first text of a written list without any rank, such as the suits of a deck.
    fn unranked_constants(&self, list: &List) -> Option<Unranked> {
        let List::Of(texts) = list else { return None };
        let unranked = |text: &Expr| match text {
            Expr::Const(symbol) if !self.game.faces.rank_of.contains_key(symbol) => Some(*symbol),
            _ => None,
        };
        let symbols = texts.iter().map(unranked).collect::<Option<Vec<_>>>()?;
        symbols.first().map(|symbol| Unranked::Text(self.game.symbols.text(*symbol).to_owned()))
    }

    /// The source of the innermost name with this value, among the `scope` outermost bindings. `None` if the source is
    /// not known.
    fn source(&self, scope: usize, same: impl Fn(&Val<'a>) -> bool) -> Option<&Source> {
        let mut names = self.scope[..scope.min(self.scope.len())].iter().rev();
        let found = names.find(|name| matches!(&name.what, Bound::Val(value) if same(value)))?;
        found.source.as_deref()
    }
}

fn is_scalar(value: &Val<'_>, wanted: &Expr) -> bool {
    matches!(value, Val::One(_, expr) | Val::Group(_, expr) if expr == wanted)
}

fn is_list(value: &Val<'_>, wanted: &List) -> bool {
    match value {
        Val::List(_, list) | Val::Groups(_, list) => list == wanted,
        Val::Cards(Cards::List(list)) => **list == *wanted,
        _ => false,
    }
}

fn all(parts: impl Iterator<Item = Option<Vec<usize>>>) -> Option<Vec<usize>> {
    Some(parts.collect::<Option<Vec<_>>>()?.concat())
}

fn both(one: Option<Vec<usize>>, other: Option<Vec<usize>>) -> Option<Vec<usize>> {
    Some([one?, other?].concat())
}
