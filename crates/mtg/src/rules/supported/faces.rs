//! Checks that need all abilities of one face.

use super::{Gate, no};
use crate::ir::*;

/// Refuses modes together with another paragraph. For a spell with modes, the engine takes every paragraph after the
/// first for a chosen mode.
pub(super) fn one_modal(abilities: &[Ability]) -> Gate {
    fn of(ability: &Ability) -> Option<&Body> {
        match ability {
            Ability::Spell(body) => Some(body),
            Ability::Worded(_, inner) => of(inner),
            _ => None,
        }
    }
    let bodies: Vec<&Body> = abilities.iter().filter_map(of).collect();
    let modal = bodies.iter().any(|body| body.modes.is_some());
    if modal && bodies.len() > 1 { no("modes together with another paragraph") } else { Ok(()) }
}

/// Whether a cost takes anything other than mana, life and energy.
fn takes(parts: &[CostPart]) -> bool {
    parts
        .iter()
        .any(|part| !matches!(part, CostPart::Mana(_) | CostPart::PayMana(_) | CostPart::Life(_) | CostPart::Energy(_)))
}

/// Refuses several costs of one spell that take objects, because two costs could need the same object.
pub(super) fn one_cost_takes(abilities: &[Ability]) -> Gate {
    let of = |ability: &Ability| match ability {
        Ability::Keywords(list, ..) => {
            let kicked = |k: &&Keyword| match k {
                Keyword::Cost(KeywordCost::Kicker | KeywordCost::Flashback, parts) => takes(parts),
                Keyword::Cost(KeywordCost::Buyback | KeywordCost::Evoke, parts) => takes(parts),
                _ => false,
            };
            list.iter().filter(kicked).count()
        }
        Ability::Cost(SpellCost::Additional(parts) | SpellCost::Alternative { cost: parts, .. }) => {
            usize::from(takes(parts))
        }
        _ => 0,
    };
    // The engine has only one field for whether such a cost was paid, so a card may have only one of these costs.
    let alike =
        |k: &&Keyword| matches!(k, Keyword::Cost(KeywordCost::Kicker | KeywordCost::Buyback | KeywordCost::Evoke, _));
    let kickers = |ability: &Ability| match ability {
        Ability::Keywords(list, ..) => list.iter().filter(alike).count(),
        _ => 0,
    };
    let most = abilities.iter().map(of).sum::<usize>().max(abilities.iter().map(kickers).sum());
    if most > 1 { no("several optional or additional costs on one spell") } else { Ok(()) }
}
