//! Compiles modifications of a text to changes by layer (CR 613.1).

use super::compiled_cards::{Change, CompiledAbility, CompiledCards, ModsId, Words, bit, flag, rule_flag, type_bit};
use crate::ir::{Ability, CardType, Keyword, Mod};

impl CompiledCards {
    pub(super) fn changes(&mut self, mods: &[Mod], words: &dyn Words) -> ModsId {
        let mut list = Vec::new();
        for change in mods {
            self.change(change, &mut list, words);
        }
        self.mods.push(list);
        (self.mods.len() - 1) as ModsId
    }

    fn change(&mut self, change: &Mod, list: &mut Vec<Change>, words: &dyn Words) {
        let sign = |change: &crate::ir::Change| {
            let crate::ir::Change::By { minus, by } = change;
            (*minus, by.clone())
        };
        match change {
            Mod::Get(p, t) => list.push(Change::Get { power: sign(p), toughness: sign(t), each: None }),
            Mod::GetEach(p, t, each, ..) => {
                list.push(Change::Get { power: sign(p), toughness: sign(t), each: Some(each.clone()) });
            }
            Mod::Base(p, t) => list.push(Change::Base(p.clone(), t.clone())),
            Mod::Defined { power, toughness, to } => {
                list.push(Change::Define { power: *power, toughness: *toughness, to: to.clone() });
            }
            Mod::Switch => list.push(Change::Switch),
            Mod::Gain(keywords) => self.gain(keywords, list, words),
            Mod::GainAbility(ability) => {
                if let Ability::Keywords(keywords, ..) = &**ability {
                    self.gain(keywords, list, words);
                } else if let Some(ab) = self.plain(ability, words) {
                    list.push(Change::Ability(ab));
                }
            }
            Mod::GainBoth(keywords, ability) => {
                self.gain(keywords, list, words);
                if let Some(ab) = self.plain(ability, words) {
                    list.push(Change::Ability(ab));
                }
            }
            Mod::Lose(keywords) => {
                let bits = keywords.iter().fold(0, |bits, keyword| match keyword {
                    Keyword::Plain(plain) => bits | bit(*plain),
                    _ => bits,
                });
                list.push(Change::LoseKeywords(bits));
            }
            Mod::LoseAll => list.push(Change::LoseAll),
            Mod::Become(b) => {
                let types = b.types.iter().fold(0, |bits, card_type| bits | type_bit(*card_type));
                let supers = b.supertypes.iter().fold(0, |bits, supertype| bits | 1 << *supertype as u8);
                let subs = self.subs(&b.subtypes, words);
                // A permanent that becomes an artifact creature keeps its types (CR 205.1b). So a crewed Vehicle is
                // still a Vehicle.
                let adds = b.types.contains(&CardType::Artifact) && b.types.contains(&CardType::Creature);
                let set = b.keep == crate::ir::Keep::No && !adds;
                list.push(Change::Types { types, supers, subs, set });
                if let Some(colors) = b.colors {
                    let set = b.keep != crate::ir::Keep::ColorsAndTypes;
                    list.push(Change::Colors { colors: colors.0, set });
                }
                if let Some((p, t)) = &b.base {
                    list.push(Change::Base(p.clone(), t.clone()));
                }
                self.gain(&b.with, list, words);
                if let Some(ab) = b.ability.as_ref().and_then(|ability| self.plain(ability, words)) {
                    list.push(Change::Ability(ab));
                }
            }
            Mod::NotType(card_type) => list.push(Change::LoseTypes(type_bit(*card_type))),
            Mod::EveryCreatureType => list.push(Change::EverySubtype),
            Mod::Color(colors) => list.push(Change::Colors { colors: colors.0, set: true }),
            Mod::Control(_) => list.push(Change::Control),
            Mod::NoAbilities(_) => list.push(Change::Flag(flag::NO_ACTIVATION)),
            Mod::Rule(rule) => match rule_flag(rule) {
                flag::PARAM => {
                    let ab = self.ability(CompiledAbility::Rule(rule.clone()));
                    list.push(Change::Rule(ab));
                }
                bits => list.push(Change::Flag(bits)),
            },
            // `with_color` has already replaced `ColorOfChoice`. `supported` refuses `LandTypeOfChoice`.
            Mod::ColorOfChoice | Mod::LandTypeOfChoice => {}
        }
    }

    fn gain(&mut self, keywords: &[Keyword], list: &mut Vec<Change>, words: &dyn Words) {
        let mut bits = 0;
        for keyword in keywords {
            if let Keyword::Plain(plain) = keyword {
                bits |= bit(*plain);
            }
            list.extend(self.keyword_ability(keyword, words).into_iter().map(Change::Ability));
        }
        if bits != 0 {
            list.push(Change::Keywords(bits));
        }
    }
}
