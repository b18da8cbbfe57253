//! Finds the role of a zone: its use in play. The commentary chooses its verbs by roles.

use serde::{Deserialize, Serialize};

/// The use of a zone in play. Only the presentation uses it. Rules never depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum ZoneRole {
    /// Cards that a player holds.
    Hand,
    /// Cards that players draw.
    Deck,
    /// Cards that players have thrown away.
    Discard,
    /// Cards played to the current trick.
    Trick,
    /// Cards that a player or a team has won.
    Taken,
    /// Sets and runs that a player or a team has laid down.
    Meld,
    /// Cards that lie face up for all players.
    Table,
    /// A column of a patience (solitaire).
    Tableau,
    /// A pile of a patience that is built up in order.
    Foundation,
    /// Permanents of a duel.
    Battlefield,
    /// Spells that wait to resolve.
    Stack,
    /// Destroyed permanents and used spells.
    Graveyard,
    /// Cards that have left a duel.
    Exile,
}

impl ZoneRole {
    /// The role of a zone with a well-known name such as `stock`. `None` for any other name. A number at the end and
    /// everything after a hyphen are ignored: `pile3` has the role of `pile`, and `meld-10` the role of `meld`.
    #[must_use]
    pub fn of_name(name: &str) -> Option<ZoneRole> {
        let name = name.split('-').next().unwrap_or(name);
        let name = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
        Some(match name {
            "hand" => ZoneRole::Hand,
            "deck" | "stock" | "talon" | "library" | "draw" | "draw_pile" => ZoneRole::Deck,
            "discard" | "discards" | "discard_pile" | "waste" | "knock" => ZoneRole::Discard,
            "trick" | "played" => ZoneRole::Trick,
            "taken" | "tricks" | "won" => ZoneRole::Taken,
            "meld" | "melds" | "sets" | "runs" | "books" | "pairs" | "threes" => ZoneRole::Meld,
            "table" => ZoneRole::Table,
            "pile" | "column" | "tableau" => ZoneRole::Tableau,
            "foundation" | "foundations" | "clubs" | "diamonds" | "hearts" | "spades" => ZoneRole::Foundation,
            "battlefield" | "tokens" => ZoneRole::Battlefield,
            "stack" => ZoneRole::Stack,
            "graveyard" => ZoneRole::Graveyard,
            "exile" => ZoneRole::Exile,
            _ => return None,
        })
    }

    /// The role of a zone with this category. `None` if the category says only how the zone is drawn, as `pile` does.
    #[must_use]
    pub fn of_category(category: &str) -> Option<ZoneRole> {
        match category {
            "pile" => None,
            category => ZoneRole::of_name(category),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_suffixes_do_not_change_a_role() {
        assert_eq!(ZoneRole::of_name("pile3"), Some(ZoneRole::Tableau));
        assert_eq!(ZoneRole::of_name("meld-10"), Some(ZoneRole::Meld));
        assert_eq!(ZoneRole::of_name("tricks-ns"), Some(ZoneRole::Taken));
        assert_eq!(ZoneRole::of_name("oven"), None);
        assert_eq!(ZoneRole::of_category("pile"), None);
    }
}
