//! Parses static abilities.

use super::P;
use crate::ir::{CostChange, Mod, Obj, PlayerRule, Rule, Static, Tax, Who};

impl<'a> P<'a> {
    pub fn static_ability(&mut self) -> Option<Static> {
        self.only(&[
            Self::replacing,
            Self::continuous,
            Self::continuous_if,
            Self::costs_of_others,
            Self::player_rule,
            Self::spell_rule,
            Self::cast_only,
            Self::stays_tapped,
            Self::lure,
            Self::defined,
            Self::unblocked_damage,
            Self::attack_tax,
            Self::steals,
            Self::no_legend_rule,
        ])
    }

    fn replacing(&mut self) -> Option<Static> {
        self.replacement().map(Static::Replace)
    }

    /// Parses `~ has flying as long as …`, `creatures you control get +1/+1`.
    fn continuous(&mut self) -> Option<Static> {
        let what = self.object()?;
        if !static_object(&what) {
            return None;
        }
        let mods = self.mods(true)?;
        if only_countering(&mods) {
            return None;
        }
        let cond = self.as_long_as();
        let x = self.where_x();
        self.stop()?;
        Some(Static::Continuous { what, mods, cond, first: false, x })
    }

    /// Parses `as long as …, ~ has flying` and `during your turn, …`.
    fn continuous_if(&mut self) -> Option<Static> {
        let cond = if self.eat("during your turn ,") {
            None
        } else {
            self.need("as long as")?;
            let cond = self.cond()?;
            self.need(",")?;
            Some(cond)
        };
        let what = self.object()?;
        if !static_object(&what) && !matches!(what, Obj::Back { .. }) {
            return None;
        }
        let mods = self.mods(true)?;
        let x = self.where_x();
        self.stop()?;
        Some(match cond {
            Some(cond) => Static::Continuous { what, mods, cond: Some(cond), first: true, x },
            None => Static::DuringYourTurn { what, mods },
        })
    }

    /// Parses `creature spells you cast cost {1} less to cast`.
    fn costs_of_others(&mut self) -> Option<Static> {
        if self.eat("the first") {
            let (what, many) = self.nouns()?;
            self.need("you cast each turn costs")?;
            let mana = self.mana_cost()?;
            self.need("less to cast .")?;
            let change = CostChange { what, by: Who::You, more: false, mana, each: None, first: true };
            return (!many).then_some(Static::CostChange(change));
        }
        let (what, many) = self.nouns()?;
        let mut what = what;
        if !many {
            return None;
        }
        let (by, said) = if self.eat("you cast") {
            (Who::You, true)
        } else if self.eat("your opponents cast") {
            (Who::Opponents, true)
        } else {
            (Who::Each(crate::ir::Players::Any), false)
        };
        self.posts(&mut what.post);
        if !what.post.is_empty() && said {
            return None;
        }
        self.need("cost")?;
        let mana = self.mana_cost()?;
        let more = self.eat("more");
        if !more {
            self.need("less")?;
        }
        self.need("to cast")?;
        let each = self.attempt(|p| {
            p.need("for each")?;
            p.each_of()
        });
        self.stop()?;
        Some(Static::CostChange(CostChange { what, by, more, mana, each, first: false }))
    }

    fn player_rule(&mut self) -> Option<Static> {
        if self.eat("you may play an additional land on each of your turns .") {
            return Some(Static::Player(Who::You, PlayerRule::ExtraLands(1)));
        }
        if self.eat("you may play two additional lands on each of your turns .") {
            return Some(Static::Player(Who::You, PlayerRule::ExtraLands(2)));
        }
        if self.eat("you may look at the top card of your library any time .") {
            return Some(Static::Player(Who::You, PlayerRule::LookAtTop));
        }
        if self.eat("play with the top card of your library revealed .") {
            return Some(Static::Player(Who::You, PlayerRule::TopRevealed));
        }
        if let Some(held) = self.attempt(Self::plays_from) {
            return Some(held);
        }
        if self.eat("you may cast") {
            let (filter, many) = self.filter()?;
            self.need("as though they had flash .")?;
            return many.then_some(Static::Player(Who::You, PlayerRule::Flash(filter)));
        }
        if self.eat("your opponents play with their hands revealed .") {
            return Some(Static::Player(Who::Opponents, PlayerRule::HandRevealed));
        }
        if self.eat("you can't lose the game and your opponents can't win the game .") {
            return Some(Static::Player(Who::You, PlayerRule::CantLose));
        }
        if self.eat("each opponent can't draw more than one card each turn .") {
            return Some(Static::Player(Who::Each(crate::ir::Players::Opponent), PlayerRule::OneDrawEachTurn));
        }
        if self.eat("you have no maximum hand size .") {
            return Some(Static::Player(Who::You, PlayerRule::NoMaximumHandSize));
        }
        if self.eat("damage can't be prevented .") {
            return Some(Static::Player(Who::Each(crate::ir::Players::Any), PlayerRule::Unpreventable));
        }
        if self.eat("you have hexproof .") {
            return Some(Static::Player(Who::You, PlayerRule::Hexproof));
        }
        if self.eat("you have shroud .") {
            return Some(Static::Player(Who::You, PlayerRule::Shroud));
        }
        let plural = self.is("players");
        let who = if self.eat("players") { Who::Each(crate::ir::Players::Any) } else { self.who()? };
        if matches!(who, Who::Target(_) | Who::Back { .. } | Who::Each(crate::ir::Players::Any)) && !plural {
            return None;
        }
        self.need("can't")?;
        if self.eat("gain life .") {
            return Some(Static::Player(who, PlayerRule::CantGainLife));
        }
        if self.eat("cast more than one spell each turn .") {
            return Some(Static::Player(who, PlayerRule::OneSpellEachTurn));
        }
        self.need("cast")?;
        let (filter, many) = self.filter()?;
        self.stop()?;
        many.then_some(Static::Player(who, PlayerRule::CantCast(filter)))
    }

    /// Parses `you may play lands from the top of your library`.
    fn plays_from(&mut self) -> Option<Static> {
        let cast = self.eat("you may cast");
        if !cast {
            self.need("you may play")?;
        }
        let (what, many) = self.nouns()?;
        let from = self.one_of(&[
            ("from the top of your library .", crate::ir::Zone::Library),
            ("from your graveyard .", crate::ir::Zone::Graveyard),
        ])?;
        many.then_some(Static::MayPlay { what, from, cast })
    }

    /// Parses `cast ~ only during combat and only if …`.
    fn cast_only(&mut self) -> Option<Static> {
        self.need("cast ~ only")?;
        let mut list = vec![self.when()?];
        while self.eat("and only") {
            list.push(self.when()?);
        }
        self.stop()?;
        Some(Static::CastOnly(list))
    }

    /// Parses `~ can't be countered` and other rules that apply on the stack.
    fn spell_rule(&mut self) -> Option<Static> {
        self.need("~")?;
        let rule = self.rule()?;
        self.stop()?;
        (rule == Rule::CantBeCountered).then_some(Static::SpellRule(rule))
    }

    fn stays_tapped(&mut self) -> Option<Static> {
        self.need("you may choose not to untap ~ during your untap step .")?;
        Some(itself(Rule::MayStayTapped))
    }

    fn lure(&mut self) -> Option<Static> {
        self.need("all creatures able to block")?;
        let what = self.object_single()?;
        self.need("do so .")?;
        Some(Static::Continuous { what, mods: vec![Mod::Rule(Rule::Lure)], cond: None, first: false, x: None })
    }

    fn unblocked_damage(&mut self) -> Option<Static> {
        self.need("you may have ~ assign its combat damage as though it weren't blocked .")?;
        Some(itself(Rule::MayAssignUnblocked))
    }

    /// Parses `~'s power and toughness are each equal to the number of …`.
    fn defined(&mut self) -> Option<Static> {
        self.need("~ 's")?;
        let (power, toughness) = if self.eat("power and toughness are each equal to") {
            (true, true)
        } else if self.eat("power is equal to") {
            (true, false)
        } else {
            self.need("toughness is equal to")?;
            (false, true)
        };
        let to = self.quantity()?;
        self.stop()?;
        let mods = vec![Mod::Defined { power, toughness, to }];
        Some(Static::Continuous { what: Obj::Source, mods, cond: None, first: false, x: None })
    }

    fn no_legend_rule(&mut self) -> Option<Static> {
        self.need("the legend rule doesn't apply to")?;
        let what = self.object()?;
        self.stop()?;
        let mods = vec![Mod::Rule(Rule::NoLegendRule)];
        static_object(&what).then_some(Static::Continuous { what, mods, cond: None, first: false, x: None })
    }

    /// Parses `you control enchanted creature`.
    fn steals(&mut self) -> Option<Static> {
        self.need("you control")?;
        let what = self.object_single()?;
        self.stop()?;
        let mods = vec![Mod::Control(Who::You)];
        matches!(what, Obj::Host(_)).then_some(Static::Continuous { what, mods, cond: None, first: false, x: None })
    }

    fn attack_tax(&mut self) -> Option<Static> {
        let what = self.object()?;
        self.need("can't attack you unless their controller pays")?;
        let mana = self.mana_cost()?;
        self.need("for each creature they control that's attacking you .")?;
        let cost = vec![crate::ir::CostPart::Mana(mana)];
        Some(Static::AttackTax(Tax { what, cost }))
    }
}

fn itself(rule: Rule) -> Static {
    Static::Continuous { what: Obj::Source, mods: vec![Mod::Rule(rule)], cond: None, first: false, x: None }
}

/// Whether a static ability can apply to these objects. Returns `false` if the objects
/// are chosen, targeted or mentioned before.
fn static_object(what: &Obj) -> bool {
    match what {
        Obj::Source | Obj::Host(_) | Obj::Every { .. } => true,
        Obj::Both(list) => list.iter().all(static_object),
        _ => false,
    }
}

/// Whether the only modification is `can't be countered`, which is a rule for the spell on the stack.
fn only_countering(mods: &[Mod]) -> bool {
    mods == [Mod::Rule(Rule::CantBeCountered)]
}
