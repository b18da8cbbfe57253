//! Prints modifications, rules and durations.

use super::W;
use crate::ir::{Amount, Become, Change, Duration, Keep, Mod, Obj, Rule};

impl W<'_> {
    /// Prints the modifications after their subject. `holds` says whether they belong to a static ability.
    pub fn mods(&mut self, what: &Obj, mods: &[Mod], holds: bool) {
        let many = self.plural(what) || self.bare;
        let (listed, silenced) = match mods.split_last() {
            Some((Mod::NoAbilities(comma), rest)) => (rest, Some(*comma)),
            _ => (mods, None),
        };
        self.list(listed, "and", |w, one| w.one_mod(one, holds, many));
        if let Some(comma) = silenced {
            self.either(comma, ", and", "and");
            self.w("its activated abilities can't be activated");
        }
    }

    pub fn one_mod(&mut self, one: &Mod, holds: bool, many: bool) {
        let has = if holds { "have" } else { "gain" };
        match one {
            Mod::Get(power, toughness) => {
                self.verb("get", many);
                self.change_pair(power, toughness);
            }
            Mod::GetEach(power, toughness, each, late) => {
                self.verb("get", many);
                self.change_pair(power, toughness);
                if !late {
                    self.for_each(each);
                }
            }
            Mod::Base(power, toughness) => {
                self.verb("have", many);
                self.w("base power and toughness");
                self.pair(power, toughness);
            }
            Mod::Defined { .. } => {}
            Mod::Gain(list) => {
                self.verb(has, many);
                self.keyword_list(list);
            }
            Mod::GainAbility(ability) => {
                self.verb(has, many);
                self.quoted(ability);
            }
            Mod::GainBoth(list, ability) => {
                self.verb(has, many);
                self.keyword_list(list);
                self.w("and");
                self.quoted(ability);
            }
            Mod::Lose(list) => {
                self.verb("lose", many);
                self.keyword_list(list);
            }
            Mod::LoseAll => {
                self.verb("lose", many);
                self.w("all abilities");
            }
            Mod::Become(new) => {
                self.verb(if holds { "are" } else { "become" }, many);
                self.becomes(new, many);
            }
            Mod::EveryCreatureType => {
                self.verb("are", many);
                self.w("every creature type");
            }
            Mod::NotType(card_type) => {
                self.w("isn't");
                self.article(|w| w.w(card_type.word()));
            }
            Mod::Color(colors) => {
                self.verb(if holds { "are" } else { "become" }, many);
                self.colors(*colors);
            }
            Mod::ColorOfChoice => {
                self.verb("become", many);
                self.w("the color of your choice");
            }
            Mod::LandTypeOfChoice => {
                self.verb("become", many);
                self.w("the basic land type of your choice");
            }
            Mod::Control(_) | Mod::NoAbilities(_) | Mod::Switch => {}
            Mod::Rule(rule) => self.rule(rule, many),
        }
    }

    pub fn change_pair(&mut self, power: &Change, toughness: &Change) {
        let text = |change: &Change| {
            let Change::By { minus, by } = change;
            let by = match by {
                Amount::Number(number) => number.to_string(),
                _ => "x".into(),
            };
            format!("{}{by}", if *minus { '-' } else { '+' })
        };
        self.w(&format!("{}/{}", text(power), text(toughness)));
    }

    pub fn pair(&mut self, power: &Amount, toughness: &Amount) {
        let text = |amount: &Amount| match amount {
            Amount::Number(number) => number.to_string(),
            _ => "x".into(),
        };
        self.w(&format!("{}/{}", text(power), text(toughness)));
    }

    pub fn becomes(&mut self, new: &Become, many: bool) {
        // In `You may have it become a 3/3 creature`, the verb has its base form although the subject is singular.
        let many = many && !new.article;
        if new.article {
            self.article(|w| w.become_words(new, many));
        } else {
            self.become_words(new, many);
        }
        match new.keep {
            Keep::No | Keep::StillLandStop => {}
            Keep::Addition => self.either(many, "in addition to their other types", "in addition to its other types"),
            Keep::StillLand => self.either(many, "that are still lands", "that's still a land"),
            Keep::CreatureTypes => self.either(
                many,
                "in addition to their other creature types",
                "in addition to its other creature types",
            ),
            Keep::LandTypes => {
                self.either(many, "in addition to their other land types", "in addition to its other land types");
            }
            Keep::ColorsAndTypes => self.w("in addition to its other colors and types"),
        }
    }

    fn become_words(&mut self, new: &Become, many: bool) {
        if let Some((power, toughness)) = &new.base
            && !new.base_after
        {
            self.pair(power, toughness);
        }
        for supertype in &new.supertypes {
            self.w(supertype.word());
        }
        if let Some(colors) = new.colors {
            self.colors(colors);
        }
        let plain = new.types.is_empty();
        let last = new.subtypes.len().saturating_sub(1);
        for (at, subtype) in new.subtypes.iter().enumerate() {
            let word = self.lex.subtype_word(*subtype, many && plain && at == last).to_string();
            self.w(&word);
        }
        for (at, card_type) in new.types.iter().enumerate() {
            self.w(card_type.word());
            if many && at + 1 == new.types.len() {
                self.out.push('s');
            }
        }
        if let Some((power, toughness)) = &new.base
            && new.base_after
        {
            self.w("with base power and toughness");
            self.pair(power, toughness);
        }
        if !new.with.is_empty() {
            self.w("with");
            self.keyword_list(&new.with);
        }
        if let Some(ability) = &new.ability {
            self.w("with");
            self.quoted(ability);
        }
    }

    pub fn colors(&mut self, colors: crate::ir::Colors) {
        if colors.is_empty() {
            return self.w("colorless");
        }
        let list = spoken(colors);
        self.list(&list, "and", |w, color| w.w(color.word()));
    }

    pub fn rule(&mut self, rule: &Rule, many: bool) {
        match rule {
            Rule::CantAttack => self.w("can't attack"),
            Rule::CantBlock => self.w("can't block"),
            Rule::CantAttackOrBlock => self.w("can't attack or block"),
            Rule::CantAttackOrBlockAlone => self.w("can't attack or block alone"),
            Rule::CantUnless { attack, block, cond } => {
                self.w("can't");
                self.w(match (attack, block) {
                    (true, true) => "attack or block",
                    (true, false) => "attack",
                    _ => "block",
                });
                self.w("unless");
                self.cond(cond);
            }
            Rule::CantBeBlocked => self.w("can't be blocked"),
            Rule::CantBeBlockedBy(filter) => {
                self.w("can't be blocked by");
                self.filter(filter, true);
            }
            Rule::CantBeBlockedExceptBy(filter) => {
                self.w("can't be blocked except by");
                self.filter(filter, true);
            }
            Rule::CantBeBlockedExceptByCount(count) => {
                self.w("can't be blocked except by");
                self.w(&crate::text::number_word(u16::from(*count)));
                self.w("or more creatures");
            }
            Rule::CantBeBlockedByMoreThan(_) => self.w("can't be blocked by more than one creature"),
            Rule::BlockOnly(filter) => {
                self.w("can block only");
                self.filter(filter, true);
            }
            Rule::CantBlockObj(filter) => {
                self.w("can't block");
                self.filter(filter, true);
            }
            Rule::BlockMore(None) => self.w("can block any number of creatures"),
            Rule::BlockMore(Some(_)) => self.w("can block an additional creature each combat"),
            Rule::AttackDespiteDefender => {
                self.w("can attack as though");
                self.either(many, "they", "it");
                self.w("didn't have defender");
            }
            Rule::MustAttack => {
                self.verb("attack", many);
                self.w("each combat if able");
            }
            Rule::MustBlock => {
                self.verb("block", many);
                self.w("each combat if able");
            }
            Rule::MustBeBlocked => self.w("must be blocked if able"),
            Rule::Goaded => self.w("is goaded"),
            Rule::Lure | Rule::MayStayTapped | Rule::MayAssignUnblocked => {}
            Rule::DoesntUntap { your, next, steps } => self.doesnt_untap(*your, *next, *steps, many),
            Rule::CantBeCountered => self.w("can't be countered"),
            Rule::CantBeRegenerated => self.w("can't be regenerated"),
            Rule::CantBeTargeted => self.w("can't be the target of spells or abilities"),
            Rule::AssignsToughness => {
                self.verb("assign", many);
                self.w("combat damage equal to its toughness rather than its power");
            }
            Rule::AssignsNone => {
                self.verb("assign", many);
                self.w("no combat damage");
            }
            Rule::EntersTapped => self.w("enters tapped"),
            Rule::CantBeEnchanted => self.w("can't be enchanted"),
            Rule::CantBeSacrificed => self.w("can't be sacrificed"),
            Rule::NoLegendRule | Rule::CantTransform | Rule::CastAsFlash | Rule::ExiledIfLeaves => {}
        }
    }

    fn doesnt_untap(&mut self, your: bool, next: bool, steps: bool, many: bool) {
        self.verb("don't", many);
        self.w("untap during");
        if your {
            return self.either(next, "your next untap step", "your untap step");
        }
        if steps {
            self.w("their controllers '");
            return self.either(next, "next untap steps", "untap steps");
        }
        self.either(many, "their controller 's", "its controller 's");
        self.either(next, "next untap step", "untap step");
    }

    /// Whether the text has the duration at the beginning of the sentence.
    pub fn stands_first(until: &Duration) -> bool {
        matches!(
            until,
            Duration::EndOfTurn { first: true }
                | Duration::YourNextTurn { first: true }
                | Duration::EndOfYourNextTurn { first: true }
        )
    }

    pub fn duration(&mut self, until: &Duration) {
        match until {
            Duration::Always => {}
            Duration::EndOfTurn { .. } => self.w("until end of turn"),
            Duration::ThisTurn => self.w("this turn"),
            Duration::YourNextTurn { .. } => self.w("until your next turn"),
            Duration::EndOfYourNextTurn { .. } => self.w("until the end of your next turn"),
            Duration::EndOfCombat => self.w("until end of combat"),
            Duration::ThisCombat => self.w("this combat"),
            Duration::WhileControlled(who, what) => {
                self.w("for as long as");
                self.who(who);
                self.verb("control", self.plural_who(who));
                self.object(what);
            }
            Duration::WhileOnBattlefield(what) => {
                self.w("for as long as");
                self.object(what);
                self.w("remains on the battlefield");
            }
            Duration::WhileTapped(what) => {
                self.w("for as long as");
                self.object(what);
                self.w("remains tapped");
            }
            Duration::UntilLeaves(what) => {
                self.w("until");
                self.object(what);
                self.w("leaves the battlefield");
            }
        }
    }
}

/// The colors in the order in which texts name them. They go around the color wheel, starting so that the gaps between
/// colors are small.
pub(crate) fn spoken(colors: crate::ir::Colors) -> Vec<crate::ir::Color> {
    let all = crate::ir::Color::ALL;
    let order = |start: usize| -> Vec<usize> {
        (0..5).map(|step| (start + step) % 5).filter(|at| colors.has(all[*at])).collect()
    };
    let gaps = |list: &[usize]| -> Vec<usize> {
        list.windows(2).map(|pair| (pair[1] + 5 - pair[0]) % 5).collect::<Vec<usize>>()
    };
    let starts = (0..5).filter(|start| colors.has(all[*start]));
    let ways = starts.map(order).min_by_key(|list| {
        let gaps = gaps(list);
        // Prefer the order whose largest gap is the smallest. If several orders are equal in this, prefer the one with
        // small gaps at the beginning.
        (gaps.iter().copied().max(), gaps)
    });
    ways.unwrap_or_default().into_iter().map(|at| all[at]).collect()
}
