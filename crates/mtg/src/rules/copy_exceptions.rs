//! Copies with exceptions (`except it's an artifact`, CR 707.9). For each exception, a variant of every card is
//! compiled in advance. So a copy is described completely by the number of its card definition.

use super::compiled_cards::{AbilityId, CardDef, Change, CompiledAbility, CompiledCards, DefId, Words};
use super::supported::{Gate, no};
use crate::ir::{Amount, Except, Keep, Mod, Replacement, Static, Supertype};

/// Maximum number of copy abilities with exceptions in a match. Each such ability doubles the number of card
/// definitions. Decks with more such abilities are refused.
const MOST: usize = 3;

impl CompiledCards {
    /// Compiles the variants of all cards for all copy abilities with exceptions.
    pub(super) fn vary(&mut self, words: &dyn Words) {
        let ways: Vec<(AbilityId, Vec<Except>)> = self.abilities.iter().enumerate().filter_map(differs).collect();
        self.too_varied = ways.len() > MOST;
        let changes: Vec<Vec<Change>> = ways
            .iter()
            .map(|(_, except)| {
                let mods: Vec<Mod> = except.iter().filter_map(change).cloned().collect();
                let at = self.changes(&mods, words);
                self.mods[at as usize].clone()
            })
            .collect();
        // For each definition: the original definition, and a bit set of the exceptions that were applied to it.
        let mut made: Vec<(usize, u8)> = (0..self.defs.len()).map(|at| (at, 0)).collect();
        let mut at = 0;
        while at < self.defs.len() {
            let (of, differs) = made[at];
            for (way, (ab, except)) in ways.iter().enumerate().take(MOST) {
                let wanted = (of, differs | 1 << way);
                let found = made.iter().position(|other| *other == wanted).unwrap_or_else(|| {
                    let def = self.varied(at, except, &changes[way]);
                    self.defs.push(def);
                    made.push(wanted);
                    made.len() - 1
                });
                self.variants.insert((*ab, at as DefId), found as DefId);
            }
            at += 1;
        }
    }

    fn varied(&self, of: usize, except: &[Except], changes: &[Change]) -> CardDef {
        let mut def = CardDef { sides: Vec::new(), back: None, ..self.defs[of].clone() };
        if except.contains(&Except::NotLegendary) {
            def.supers &= !(1 << Supertype::Legendary as u8);
        }
        for change in changes {
            match change {
                Change::Types { types, supers, subs, .. } => {
                    def.types |= types;
                    def.supers |= supers;
                    def.subs.iter_mut().zip(subs).for_each(|(have, more)| *have |= more);
                }
                Change::Colors { colors, set } => def.colors = if *set { *colors } else { def.colors | colors },
                Change::Keywords(bits) => def.keywords |= bits,
                Change::Ability(ab) => def.abilities.push(*ab),
                Change::Base(Amount::Number(power), Amount::Number(toughness)) => {
                    (def.power, def.toughness) = (*power as i16, *toughness as i16);
                }
                // `supported` refuses these changes in an exception.
                Change::Base(..)
                | Change::Control
                | Change::EverySubtype
                | Change::LoseKeywords(_)
                | Change::LoseTypes(_)
                | Change::LoseAll
                | Change::Rule(_)
                | Change::Flag(_)
                | Change::Define { .. }
                | Change::Get { .. }
                | Change::Switch => {}
            }
        }
        self.finish(&mut def);
        def
    }

    /// The definition of a copy of `face` that this ability creates.
    pub(super) fn variant(&self, ab: AbilityId, face: DefId) -> DefId {
        self.variants.get(&(ab, face)).copied().unwrap_or(face)
    }
}

fn differs((at, ab): (usize, &CompiledAbility)) -> Option<(AbilityId, Vec<Except>)> {
    match ab {
        CompiledAbility::Static(Static::Replace(Replacement::EntersAsCopy { except, .. })) if !except.is_empty() => {
            Some((at as AbilityId, except.clone()))
        }
        _ => None,
    }
}

fn change(except: &Except) -> Option<&Mod> {
    match except {
        Except::NotLegendary => None,
        Except::Mod { change, .. } => Some(change),
    }
}

/// Whether the engine supports this exception. The caller checks abilities that the exception grants.
pub(super) fn gate(except: &Except) -> Gate {
    match change(except) {
        None | Some(Mod::Gain(_) | Mod::GainAbility(_) | Mod::GainBoth(..)) => Ok(()),
        Some(Mod::Become(new)) => {
            let fixed = |amount: &Amount| matches!(amount, Amount::Number(_));
            let size = new.base.as_ref().is_none_or(|(power, toughness)| fixed(power) && fixed(toughness));
            let keeps = matches!(new.keep, Keep::Addition | Keep::CreatureTypes);
            if size && keeps { Ok(()) } else { no("this kind of exception for a copy") }
        }
        Some(_) => no("this kind of exception for a copy"),
    }
}
