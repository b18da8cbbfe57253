//! Numbers the faces of all decks in the order of their composition (CGML 7.1, 7.2). This file also collects the
//! properties of each face and its position in the hierarchy of ranks.

use super::codes;
use super::limits::Limits;
use super::prescan::Prescan;
use super::unknown_names::unknown;
use crate::code::{Kind, MISSING, Symbol, Symbols, Value};
use crate::syntax::{CardGroup, Components, Composition, DeckType, Literal, Name, Template};
use rulebook_diag::{Diagnostic, Span};
use std::collections::{BTreeMap, BTreeSet};

/// The properties of a face by name.
type Printed = BTreeMap<String, Literal>;

/// All faces of all decks.
#[derive(Clone, Debug, Default)]
pub(super) struct Faces {
    /// The decks. The faces of a deck are consecutive.
    pub(super) decks: Vec<DeckFaces>,
    /// The id of each face.
    pub(super) ids: Vec<String>,
    /// Number of cards with each face.
    pub(super) counts: Vec<usize>,
    /// The deck of each face.
    pub(super) deck_of: Vec<usize>,
    /// The position of the rank of each face in the hierarchy, from 1.
    pub(super) ranks: Vec<Value>,
    /// The positions of rank symbols. `None` if deck types disagree.
    pub(super) rank_of: BTreeMap<Symbol, Option<Value>>,
    /// The properties of all faces: one table for each property name.
    pub(super) properties: Vec<Printing>,
    printed: Vec<Printed>,
}

/// The faces of one deck.
#[derive(Clone, Debug)]
pub(super) struct DeckFaces {
    pub(super) name: String,
    pub(super) faces: std::ops::Range<usize>,
    defaults: Printed,
}

/// A property of cards.
#[derive(Clone, Debug)]
pub(super) struct Printing {
    pub(super) name: String,
    pub(super) kind: Option<Kind>,
    pub(super) by_face: Vec<Value>,
    /// Whether `SET_PROPERTY` changes it.
    pub(super) marked: bool,
}

const STANDARD_SUITS: [&str; 4] = ["S", "H", "D", "C"];

impl Faces {
    pub(super) fn of(
        components: &Components,
        survey: &Prescan<'_>,
        symbols: &mut Symbols,
        diags: &mut Vec<Diagnostic>,
    ) -> Faces {
        let mut all = Faces::default();
        let mut taken = BTreeSet::new();
        let decks = components.decks.iter().filter(|(_, deck)| !deck.disabled);
        for (name, deck) in decks {
            if all.decks.len() == Limits::DECKS {
                let message = format!("a game can have at most {} decks", Limits::DECKS);
                diags.push(Diagnostic::error(codes::LIMIT, name.span, message));
                break;
            }
            // The missing type has been reported.
            if deck.kind.0.text.is_empty() {
                continue;
            }
            let types = components.types.as_ref();
            let Some(kind) = components.deck_type(deck.kind.0.as_str()) else {
                let known = types.into_iter().flat_map(|types| types.deck_types.names());
                diags.push(unknown(codes::UNKNOWN_DECK, "deck type", &deck.kind.0, known));
                continue;
            };
            all.deck(name, kind, survey, &mut taken, diags);
        }
        all.hierarchies(components, symbols, diags);
        all.tabulate(survey, symbols);
        all
    }

    fn deck(
        &mut self,
        name: &Name,
        kind: &DeckType,
        survey: &Prescan<'_>,
        taken: &mut BTreeSet<String>,
        diags: &mut Vec<Diagnostic>,
    ) {
        let start = self.ids.len();
        let defaults: Printed = copied(&kind.default_properties.0);
        let mut cards: Vec<(Printed, usize)> = Vec::new();
        for group in &kind.composition {
            if !spread(group, &defaults, &mut cards) {
                let message = format!("a game can have at most {} cards", Limits::CARDS);
                diags.push(Diagnostic::error(codes::LIMIT, name.span, message).label("too many cards"));
                return;
            }
        }
        let only = self.decks.is_empty();
        for made in &survey.made {
            if made.deck.as_ref().map_or(only, |deck| deck.text == name.text) {
                let properties = made_properties(made, &defaults);
                if cards.len() < Limits::CARDS && cards.iter().all(|(known, _)| *known != properties) {
                    cards.push((properties, 0));
                }
            }
        }
        for (printed, count) in cards {
            let id = face_id(&printed, &defaults);
            let candidates = [id.clone(), format!("{name}-{id}")].into_iter();
            let numbered = (2..).map(|n| format!("{name}-{id}-{n}"));
            let id = candidates.chain(numbered).find(|id| !taken.contains(id)).unwrap_or_default();
            taken.insert(id.clone());
            self.ids.push(id);
            self.counts.push(count);
            self.deck_of.push(self.decks.len());
            self.printed.push(printed);
        }
        self.decks.push(DeckFaces { name: name.text.clone(), faces: start..self.ids.len(), defaults });
    }

    /// Computes the positions of ranks.
    fn hierarchies(&mut self, components: &Components, symbols: &mut Symbols, diags: &mut Vec<Diagnostic>) {
        self.ranks = vec![MISSING; self.ids.len()];
        for deck in &self.decks {
            let kind = components.decks.get(&deck.name).and_then(|deck| components.deck_type(deck.kind.0.as_str()));
            kind.into_iter().for_each(|kind| Faces::unranked(deck, kind, diags));
            for (place, rank) in kind.iter().flat_map(|kind| kind.rank_hierarchy.iter().enumerate()) {
                let place = place as Value + 1;
                let symbol = symbols.intern(rank.as_str());
                let known = self.rank_of.entry(symbol).or_insert(Some(place));
                if *known != Some(place) {
                    *known = None;
                }
                for face in deck.faces.clone() {
                    if self.printed[face].get("rank").and_then(text_of).as_deref() == Some(rank.as_str()) {
                        self.ranks[face] = place;
                    }
                }
            }
        }
    }

    /// Reports duplicate ranks in a hierarchy, and ranks of a deck that are missing in it.
    fn unranked(deck: &DeckFaces, kind: &DeckType, diags: &mut Vec<Diagnostic>) {
        let hierarchy = kind.rank_hierarchy.as_slice();
        let [first, .., last] = hierarchy else { return };
        for (at, rank) in hierarchy.iter().enumerate() {
            if let Some(before) = hierarchy[..at].iter().find(|before| before.text == rank.text) {
                let message = format!("the rank `{rank}` is in the hierarchy twice");
                let found = Diagnostic::error(codes::TWICE, rank.span, message).label("second occurrence");
                diags.push(found.secondary(before.span, "first occurrence"));
            }
        }
        // A group without any ranked card, such as jokers, is intentional.
        let mut without: Vec<String> = Vec::new();
        for group in &kind.composition {
            let mut cards = Vec::new();
            spread(group, &deck.defaults, &mut cards);
            let ranks = cards.iter().filter_map(|(printed, _)| printed.get("rank").and_then(text_of));
            let known = |rank: &String| hierarchy.iter().any(|known| known.text == *rank);
            let (placed, other): (Vec<String>, Vec<String>) = ranks.partition(known);
            if !placed.is_empty() {
                without.extend(other);
            }
        }
        without.sort();
        without.dedup();
        if !without.is_empty() {
            let (one, names) = (without.len() == 1, without.join("`, `"));
            let subject = if one { "the rank" } else { "the ranks" };
            let message = format!(
                "{subject} `{names}` of `{}` {} not in the hierarchy",
                deck.name,
                if one { "is" } else { "are" }
            );
            let whole = if first.span.file == last.span.file && first.span.start <= last.span.end {
                Span { end: last.span.end, ..first.span }
            } else {
                first.span
            };
            let found = Diagnostic::warning(codes::UNRANKED, whole, message).label("list all ranks here, lowest first");
            diags.push(found.help("`rank_value` of such a card is missing, so comparisons with it are never true"));
        }
    }

    /// Builds the tables of properties.
    fn tabulate(&mut self, survey: &Prescan<'_>, symbols: &mut Symbols) {
        let mut names: BTreeSet<&str> = self.printed.iter().flat_map(|face| face.keys().map(String::as_str)).collect();
        let changed: BTreeSet<&str> = survey.marked.iter().map(|name| name.as_str()).collect();
        names.extend(changed.iter().copied());
        let tables = names.into_iter().map(|name| {
            let values: Vec<Option<&Literal>> = self.printed.iter().map(|face| face.get(name)).collect();
            let kind = kind_of(name, &values);
            let by_face = values.iter().map(|value| match (value, kind) {
                (Some(Literal::Int(value)), Some(Kind::Number)) => {
                    i32::try_from(*value).ok().filter(|value| *value != MISSING).unwrap_or(MISSING)
                }
                (Some(Literal::Bool(value)), Some(Kind::Bool)) => Value::from(*value),
                (Some(value), _) => text_of(value).map_or(MISSING, |text| symbols.intern(&text)),
                (None, _) => MISSING,
            });
            Printing { name: name.to_owned(), kind, by_face: by_face.collect(), marked: changed.contains(name) }
        });
        let tables: Vec<Printing> = tables.collect();
        self.properties = tables;
    }

    /// Whether the deck has cards at the start.
    pub(super) fn has_cards(&self, deck: usize) -> bool {
        self.counts[self.decks[deck].faces.clone()].iter().any(|count| *count > 0)
    }

    /// The face of a card that `CREATE_CARD` makes.
    pub(super) fn made(&self, made: &crate::syntax::CreateCard) -> Option<usize> {
        let deck = match &made.deck {
            Some(name) => self.decks.iter().find(|deck| deck.name == name.text)?,
            None => self.decks.first()?,
        };
        let properties = made_properties(made, &deck.defaults);
        deck.faces.clone().find(|face| self.printed[*face] == properties)
    }

    /// The distinct values of a property in a deck, in the order of its faces. The values of `rank` are in the order of
    /// the hierarchy.
    pub(super) fn values(&self, property: &str, deck: &DeckFaces) -> Vec<Value> {
        let Some(table) = self.properties.iter().find(|known| known.name == property) else { return Vec::new() };
        let mut faces: Vec<usize> = deck.faces.clone().collect();
        if property == "rank" {
            faces.sort_by_key(|face| self.ranks[*face]);
        }
        let mut values = Vec::new();
        for face in faces {
            let value = table.by_face[face];
            if value != MISSING && !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }
}

fn made_properties(made: &crate::syntax::CreateCard, defaults: &Printed) -> Printed {
    let mut printed = defaults.clone();
    printed.extend(copied(&made.properties.0));
    printed
}

fn copied(entries: &[(Name, crate::syntax::At<Literal>)]) -> Printed {
    entries.iter().map(|(name, value)| (name.text.clone(), value.value.clone())).collect()
}

/// Adds the cards of a composition item. Returns `false` if there are too many.
fn spread(group: &CardGroup, defaults: &Printed, cards: &mut Vec<(Printed, usize)>) -> bool {
    let mut base = defaults.clone();
    base.extend(copied(&group.copies.properties.0));
    let count = group.copies.count.map_or(1, |count| usize::from(count.value));
    let mut add = |own: Printed, count: usize| {
        let mut printed = base.clone();
        printed.extend(own);
        match cards.iter_mut().find(|(known, _)| *known == printed) {
            Some((_, known)) => *known = known.saturating_add(count),
            None => cards.push((printed, count)),
        }
        cards.len() <= Limits::CARDS
            && cards.iter().fold(0_usize, |sum, (_, n)| sum.saturating_add(*n)) <= Limits::CARDS
    };
    match &group.cards {
        Composition::Template(template) => {
            let Template { values, suits, .. } = &**template;
            let written: Option<Vec<&str>> = suits.as_ref().map(|suits| suits.iter().map(Name::as_str).collect());
            for suit in written.unwrap_or_else(|| STANDARD_SUITS.to_vec()) {
                for rank in values {
                    let own = [("suit", suit), ("rank", rank.as_str())];
                    let own = own.map(|(name, value)| (name.to_owned(), Literal::Text(value.to_owned())));
                    if !add(own.into(), count) {
                        return false;
                    }
                }
            }
            true
        }
        Composition::Product(product) => {
            let mut axes: Vec<_> = product.of.iter().collect();
            axes.sort_by_key(|(name, _)| name.as_str());
            let total = axes.iter().fold(1_usize, |total, (_, values)| total.saturating_mul(values.len()));
            if total > Limits::CARDS {
                return false;
            }
            (0..total).all(|number| {
                // The last property changes fastest.
                let mut rest = number;
                let mut own = Printed::new();
                for (name, values) in axes.iter().rev() {
                    own.insert(name.text.clone(), values[rest % values.len()].value.clone());
                    rest /= values.len();
                }
                add(own, count)
            })
        }
        Composition::Card(_) => add(Printed::new(), count),
        Composition::Cards(listed) => listed.cards.iter().all(|card| {
            let own = card.count.map_or(1, |count| usize::from(count.value));
            add(copied(&card.properties.0), own.saturating_mul(count))
        }),
    }
}

/// The type of a property. Ranks and suits are text. Other properties are numbers or Booleans if all values are;
/// otherwise text.
fn kind_of(name: &str, values: &[Option<&Literal>]) -> Option<Kind> {
    let mut there = values.iter().flatten().filter(|value| !matches!(value, Literal::Null)).peekable();
    there.peek()?;
    let all = |fits: fn(&Literal) -> bool| values.iter().flatten().all(|v| fits(v) || matches!(v, Literal::Null));
    Some(match name {
        "rank" | "suit" => Kind::Text,
        _ if all(|value| matches!(value, Literal::Int(_))) => Kind::Number,
        _ if all(|value| matches!(value, Literal::Bool(_))) => Kind::Bool,
        _ => Kind::Text,
    })
}

/// The text of a literal. `None` for `null`.
pub(super) fn text_of(literal: &Literal) -> Option<String> {
    Some(match literal {
        Literal::Null => return None,
        Literal::Bool(value) => value.to_string(),
        Literal::Int(value) => value.to_string(),
        Literal::Text(text) => text.clone(),
    })
}

/// Properties that are too long for the id of a face: the words on the card and the file of its picture.
const LONG: [&str; 2] = ["text", "art"];

/// The id of a face: rank and suit (`QH`), else its `id`, else its `name`, else all short properties that differ from
/// the defaults of the deck.
fn face_id(printed: &Printed, defaults: &Printed) -> String {
    let text = |name: &str| printed.get(name).and_then(text_of);
    let id = match (text("rank"), text("suit")) {
        (Some(rank), Some(suit)) => format!("{rank}{suit}"),
        _ => text("id").or_else(|| text("name")).unwrap_or_else(|| {
            let short = printed.iter().filter(|(name, _)| !LONG.contains(&name.as_str()));
            let own = short.filter(|(name, value)| defaults.get(*name) != Some(value));
            own.filter_map(|(_, value)| text_of(value)).collect::<Vec<_>>().join("-")
        }),
    };
    let id: String = id.chars().map(|c| if c.is_alphanumeric() || "+-".contains(c) { c } else { '_' }).collect();
    if id.is_empty() { "card".into() } else { id }
}
