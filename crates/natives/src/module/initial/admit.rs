//! Checks that rules can be played from an initial state other than their own.

use super::{Initial, PileDef, PileOwner};
use crate::module::{Native, RuleModule, Visibility};

/// Checks that the module can be played from this initial state. Players, teams, piles and cards may have other names.
/// Piles must keep their owners and properties. The module decides about other cards and more players.
///
/// # Errors
/// The reason, as a sentence.
pub fn admit<M: RuleModule>(initial: &Initial) -> Result<(), String> {
    let (own, about) = (Native::<M>::own_initial(), M::about());
    if initial.players.len() < about.min_seats {
        return Err(format!("the rules need at least {} players", about.min_seats));
    }
    let seats = initial.players.len().min(own.players.len());
    if initial.teams.is_empty() != own.teams.is_empty() || initial.teams.iter().ne(own.teams.iter().take(seats)) {
        return Err("the rules need the teams of the original file".to_owned());
    }
    for pile in &own.piles {
        let Some(found) = initial.piles.iter().find(|other| other.name == pile.name) else {
            return Err(format!("the rules need a pile `{}`", pile.name));
        };
        same_pile(pile, found)?;
    }
    let is_own = |pile: &&PileDef| own.piles.iter().any(|other| other.name == pile.name);
    if let Some(extra) = initial.piles.iter().find(|pile| !is_own(pile)) {
        return Err(format!("the rules do not use a pile `{}`", extra.name));
    }
    M::admits(initial, &own)
}

fn same_pile(own: &PileDef, found: &PileDef) -> Result<(), String> {
    let needs = |what: String| Err(format!("the rules need the pile `{}` {what}", own.name));
    let seen_by = match own.visibility {
        None => "top",
        Some(Visibility::Public) => "public",
        Some(Visibility::Owner) => "owner",
        Some(Visibility::Hidden) => "hidden",
    };
    match () {
        () if own.owner != found.owner => needs(match own.owner {
            PileOwner::Nobody => "without an owner".to_owned(),
            PileOwner::Seat => "for each player".to_owned(),
            PileOwner::Team => "for each team".to_owned(),
        }),
        () if own.visibility != found.visibility => needs(format!("with `\"visibility\": \"{seen_by}\"`")),
        () if own.ordered != found.ordered => needs(format!("with `\"ordered\": {}`", own.ordered)),
        () if own.shuffle != found.shuffle => needs(format!("with `\"shuffle\": {}`", own.shuffle)),
        () if own.cards.is_empty() && !found.cards.is_empty() => needs("without cards".to_owned()),
        () => Ok(()),
    }
}

/// Checks that the initial state has the cards of the module's own initial state, and no more players.
///
/// # Errors
/// The difference, as a sentence.
pub fn same_cards(initial: &Initial, own: &Initial) -> Result<(), String> {
    if initial.players.len() > own.players.len() {
        return Err(format!("the rules are for at most {} players", own.players.len()));
    }
    for pile in &own.piles {
        let found = initial.piles.iter().find(|other| other.name == pile.name).map_or(&[][..], |pile| &pile.cards);
        let sorted = |cards: &[_]| {
            let mut cards = cards.to_vec();
            cards.sort_unstable();
            cards
        };
        if sorted(found) != sorted(&pile.cards) {
            let (name, count) = (&pile.name, pile.cards.len());
            return Err(format!("the rules need the pile `{name}` with exactly the {count} cards of this game"));
        }
        if !pile.shuffle && found != pile.cards {
            return Err(format!("the cards of the pile `{}` must be in the order that the rules expect", pile.name));
        }
    }
    Ok(())
}
