//! Parses modifications of objects: `gets +1/+1`, `has flying`, `can't block`.

use super::P;
use super::noun::{color_word, type_word};
use crate::ir::{Amount, Become, Change, Colors, Cond, Duration, Keep, Mod, Rule, Supertype, Who};

impl P<'_> {
    /// Parses one or several modifications. `holds` says whether they belong to a static ability (`has`) or to a
    /// resolving effect (`gains`).
    pub fn mods(&mut self, holds: bool) -> Option<Vec<Mod>> {
        let mut mods = vec![self.one_mod(holds)?];
        while let Some(next) = self.attempt(|p| {
            if !p.eat(", and") && !p.eat("and") && !p.eat(",") {
                return None;
            }
            p.one_mod(holds)
        }) {
            mods.push(next);
        }
        if let Some(comma) = self.one_of(&[
            (", and its activated abilities can't be activated", true),
            ("and its activated abilities can't be activated", false),
        ]) {
            mods.push(Mod::NoAbilities(comma));
        }
        Some(mods)
    }

    fn one_mod(&mut self, holds: bool) -> Option<Mod> {
        self.attempt(|p| match p.peek() {
            "get" | "gets" => {
                p.bump();
                let (power, toughness) = p.change_pair()?;
                let each = p.attempt(|p| {
                    p.need("for each")?;
                    p.each_of()
                });
                Some(match each {
                    Some(each) => Mod::GetEach(power, toughness, each, false),
                    None => Mod::Get(power, toughness),
                })
            }
            "gain" | "gains" if !holds => {
                p.bump();
                p.gained()
            }
            "has" | "have" if p.peek_at(1) == "base" => {
                p.bump();
                p.need("base power and toughness")?;
                let (power, toughness) = p.pair()?;
                Some(Mod::Base(power, toughness))
            }
            "has" | "have" if holds => {
                p.bump();
                p.gained()
            }
            "lose" | "loses" => {
                p.bump();
                if p.eat("all abilities") {
                    return Some(Mod::LoseAll);
                }
                Some(Mod::Lose(p.keyword_list()?))
            }
            "become" | "becomes" if !holds => {
                p.bump();
                p.becomes()
            }
            "isn't" if holds => {
                p.need("isn't a")?;
                let (card_type, many) = type_word(p.bump())?;
                (!many).then_some(Mod::NotType(card_type))
            }
            "is" | "are" if holds && p.peek_at(1) != "goaded" => {
                p.bump();
                if p.eat("every creature type") {
                    return Some(Mod::EveryCreatureType);
                }
                p.becomes()
            }
            _ => p.rule().map(Mod::Rule),
        })
    }

    pub fn gained(&mut self) -> Option<Mod> {
        if self.is("\"") {
            return Some(Mod::GainAbility(Box::new(self.quoted()?)));
        }
        let list = self.keyword_list()?;
        if self.is("and \"") {
            self.bump();
            return Some(Mod::GainBoth(list, Box::new(self.quoted()?)));
        }
        Some(Mod::Gain(list))
    }

    /// Parses `+2/-1`, `+x/+0`.
    pub fn change_pair(&mut self) -> Option<(Change, Change)> {
        let (power, toughness) = self.peek().split_once('/')?;
        let change = |text: &str| {
            let minus = text.starts_with('-');
            let rest = text.strip_prefix(['+', '-'])?;
            let by = if rest == "x" { Amount::X } else { Amount::Number(rest.parse().ok()?) };
            Some(Change::By { minus, by })
        };
        let pair = (change(power)?, change(toughness)?);
        self.bump();
        Some(pair)
    }

    /// Parses `2/2`, `x/x`.
    pub fn pair(&mut self) -> Option<(Amount, Amount)> {
        let (power, toughness) = self.peek().split_once('/')?;
        let number = |text: &str| if text == "x" { Some(Amount::X) } else { Some(Amount::Number(text.parse().ok()?)) };
        let pair = (number(power)?, number(toughness)?);
        self.bump();
        Some(pair)
    }

    /// Parses the words after `becomes`: `a 3/3 red elemental creature with haste in addition to its other types`.
    pub fn becomes(&mut self) -> Option<Mod> {
        if let Some(color) = color_word(self.peek())
            && !self.is("white or")
        {
            let mut fork = self.clone();
            fork.bump();
            if matches!(fork.peek(), "" | "." | "until" | "and") && !fork.is("and white") {
                self.bump();
                return Some(Mod::Color(Colors::default().with(color)));
            }
        }
        if self.eat("the color of your choice") {
            return Some(Mod::ColorOfChoice);
        }
        if self.eat("the basic land type of your choice") {
            return Some(Mod::LandTypeOfChoice);
        }
        if self.eat("colorless") {
            return Some(Mod::Color(Colors::default()));
        }
        let article = self.eat("a") || self.eat("an");
        let mut new = Become {
            base: self.attempt(Self::pair),
            colors: None,
            supertypes: Vec::new(),
            subtypes: Vec::new(),
            types: Vec::new(),
            with: Vec::new(),
            ability: None,
            keep: Keep::No,
            article,
            base_after: false,
        };
        if self.eat("legendary") {
            new.supertypes.push(Supertype::Legendary);
        }
        new.colors = self.color_list();
        while let Some(subtype) = self.lex.subtype(self.peek()) {
            self.bump();
            new.subtypes.push(subtype);
        }
        while let Some((card_type, _)) = type_word(self.peek()) {
            self.bump();
            new.types.push(card_type);
        }
        if new.subtypes.is_empty() && new.types.is_empty() {
            return None;
        }
        if new.base.is_none()
            && let Some(pair) = self.attempt(|p| {
                p.need("with base power and toughness")?;
                p.pair()
            })
        {
            new.base = Some(pair);
            new.base_after = true;
        }
        if self.eat("with") {
            if self.is("\"") {
                new.ability = Some(Box::new(self.quoted()?));
            } else {
                new.with = self.keyword_list()?;
            }
        }
        new.keep = self
            .one_of(&[
                ("in addition to its other types", Keep::Addition),
                ("in addition to their other types", Keep::Addition),
                ("in addition to its other creature types", Keep::CreatureTypes),
                ("in addition to their other creature types", Keep::CreatureTypes),
                ("in addition to its other land types", Keep::LandTypes),
                ("in addition to their other land types", Keep::LandTypes),
                ("in addition to its other colors and types", Keep::ColorsAndTypes),
                ("that's still a land", Keep::StillLand),
                ("that are still lands", Keep::StillLand),
            ])
            .unwrap_or(Keep::No);
        Some(Mod::Become(Box::new(new)))
    }

    /// Parses `white`, `red and green`, `white, blue, and black`, `colorless`.
    pub fn color_list(&mut self) -> Option<Colors> {
        if self.eat("colorless") {
            return Some(Colors::default());
        }
        let mut colors = Colors::default().with(color_word(self.peek())?);
        self.bump();
        while let Some(color) = self.attempt(|p| {
            if !p.eat(", and") && !p.eat("and") && !p.eat(",") {
                return None;
            }
            color_word(p.bump())
        }) {
            colors = colors.with(color);
        }
        Some(colors)
    }

    /// Parses a restriction, requirement or permission.
    pub fn rule(&mut self) -> Option<Rule> {
        self.attempt(|p| match p.peek() {
            "can't" => p.cant(),
            "can" => p.can(),
            "attack" | "attacks" | "block" | "blocks" => p.must(),
            "is" => p.eat("is goaded").then_some(Rule::Goaded),
            "must" => p.eat("must be blocked if able").then_some(Rule::MustBeBlocked),
            "doesn't" | "don't" => p.doesnt_untap(),
            "assign" | "assigns" => {
                p.bump();
                if p.eat("combat damage equal to its toughness rather than its power") {
                    return Some(Rule::AssignsToughness);
                }
                p.eat("no combat damage").then_some(Rule::AssignsNone)
            }
            _ => None,
        })
    }

    fn cant(&mut self) -> Option<Rule> {
        self.need("can't")?;
        if self.eat("attack or block alone") {
            return Some(Rule::CantAttackOrBlockAlone);
        }
        if self.eat("attack or block unless") {
            return Some(Rule::CantUnless { attack: true, block: true, cond: self.cond()? });
        }
        if self.eat("attack unless") {
            return Some(Rule::CantUnless { attack: true, block: false, cond: self.cond()? });
        }
        if self.eat("block unless") {
            return Some(Rule::CantUnless { attack: false, block: true, cond: self.cond()? });
        }
        if self.eat("attack or block") {
            return Some(Rule::CantAttackOrBlock);
        }
        if self.eat("attack") {
            return Some(Rule::CantAttack);
        }
        if self.eat("block") {
            if let Some((filter, many)) = self.attempt(Self::filter) {
                return many.then_some(Rule::CantBlockObj(filter));
            }
            return Some(Rule::CantBlock);
        }
        if self.eat("be blocked") {
            return self.cant_be_blocked();
        }
        self.one_of(&[
            ("be countered", 0),
            ("be regenerated", 1),
            ("be enchanted", 2),
            ("be the target of spells or abilities", 3),
            ("be sacrificed", 4),
        ])
        .map(|which| match which {
            0 => Rule::CantBeCountered,
            1 => Rule::CantBeRegenerated,
            2 => Rule::CantBeEnchanted,
            3 => Rule::CantBeTargeted,
            _ => Rule::CantBeSacrificed,
        })
    }

    fn cant_be_blocked(&mut self) -> Option<Rule> {
        if self.eat("except by") {
            if let Some(count) = self.attempt(|p| {
                let count = p.number()?;
                p.need("or more creatures")?;
                u8::try_from(count).ok()
            }) {
                return Some(Rule::CantBeBlockedExceptByCount(count));
            }
            let (filter, many) = self.filter()?;
            return many.then_some(Rule::CantBeBlockedExceptBy(filter));
        }
        if self.eat("by more than one creature") {
            return Some(Rule::CantBeBlockedByMoreThan(1));
        }
        if self.eat("by") {
            let (filter, many) = self.filter()?;
            return many.then_some(Rule::CantBeBlockedBy(filter));
        }
        Some(Rule::CantBeBlocked)
    }

    fn can(&mut self) -> Option<Rule> {
        self.need("can")?;
        if self.eat("attack as though it didn't have defender")
            || self.eat("attack as though they didn't have defender")
        {
            return Some(Rule::AttackDespiteDefender);
        }
        if self.is("attack this turn as though") {
            return None;
        }
        if self.eat("block only") {
            let (filter, many) = self.filter()?;
            return many.then_some(Rule::BlockOnly(filter));
        }
        if self.eat("block any number of creatures") {
            return Some(Rule::BlockMore(None));
        }
        if self.eat("block an additional creature each combat") {
            return Some(Rule::BlockMore(Some(1)));
        }
        None
    }

    fn must(&mut self) -> Option<Rule> {
        let attack = self.eat("attack") || self.eat("attacks");
        if attack {
            return self.eat("each combat if able").then_some(Rule::MustAttack).or_else(|| {
                // Do not consume `this turn`, because it is parsed later as the duration.
                self.is("this turn if able").then_some(Rule::MustAttack)
            });
        }
        if !self.eat("block") {
            self.need("blocks")?;
        }
        self.eat("each combat if able").then_some(Rule::MustBlock)
    }

    fn doesnt_untap(&mut self) -> Option<Rule> {
        self.bump();
        self.need("untap during")?;
        for (words, your, next, steps) in [
            ("your untap step", true, false, false),
            ("your next untap step", true, true, false),
            ("its controller 's untap step", false, false, false),
            ("its controller 's next untap step", false, true, false),
            ("their controller 's untap step", false, false, false),
            ("their controller 's next untap step", false, true, false),
            ("their controllers ' untap steps", false, false, true),
            ("their controllers ' next untap steps", false, true, true),
        ] {
            if self.eat(words) {
                return Some(Rule::DoesntUntap { your, next, steps });
            }
        }
        None
    }

    /// Parses the duration after a modification.
    pub fn duration(&mut self) -> Option<Duration> {
        self.attempt(|p| {
            if let Some(duration) = p.one_of(&[
                ("until end of turn", 0),
                ("this turn", 1),
                ("until your next turn", 2),
                ("until the end of your next turn", 3),
                ("until end of combat", 4),
                ("this combat", 5),
            ]) {
                return Some(match duration {
                    0 => Duration::EndOfTurn { first: false },
                    1 => Duration::ThisTurn,
                    2 => Duration::YourNextTurn { first: false },
                    3 => Duration::EndOfYourNextTurn { first: false },
                    4 => Duration::EndOfCombat,
                    _ => Duration::ThisCombat,
                });
            }
            if p.eat("for as long as") {
                if p.eat("you control") {
                    return Some(Duration::WhileControlled(Who::You, Box::new(p.object_single()?)));
                }
                let what = Box::new(p.object_single()?);
                if p.eat("remains tapped") {
                    return Some(Duration::WhileTapped(what));
                }
                p.need("remains on the battlefield")?;
                return Some(Duration::WhileOnBattlefield(what));
            }
            p.need("until")?;
            let what = Box::new(p.object_single()?);
            p.need("leaves the battlefield")?;
            Some(Duration::UntilLeaves(what))
        })
    }

    /// Parses the condition after a modification of a static ability.
    pub fn as_long_as(&mut self) -> Option<Cond> {
        self.attempt(|p| {
            p.need("as long as")?;
            p.cond()
        })
    }
}
