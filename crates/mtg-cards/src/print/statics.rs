//! Prints static abilities.

use super::W;
use crate::ir::{Amount, Cond, Mod, Obj, PlayerRule, Players, Rule, Static, Who};

impl W<'_> {
    pub fn held(&mut self, held: &Static) {
        match held {
            Static::Continuous { what, mods, cond, first, x } => {
                self.continuous(what, mods, cond.as_ref(), *first, x.as_ref());
            }
            Static::DuringYourTurn { what, mods } => {
                self.w("during your turn ,");
                self.subject(what);
                self.mods(what, mods, true);
                self.stop();
            }
            Static::Replace(replacement) => self.replacement(replacement),
            Static::CostChange(change) if change.first => {
                self.w("the first");
                self.nouns(&change.what, false);
                self.w("you cast each turn costs");
                self.symbols(&change.mana);
                self.w("less to cast .");
            }
            Static::CostChange(change) => {
                self.nouns(&change.what, true);
                match change.by {
                    Who::You => self.w("you cast"),
                    Who::Opponents => self.w("your opponents cast"),
                    _ => {}
                }
                for pred in &change.what.post {
                    self.post(pred, true);
                }
                self.w("cost");
                self.symbols(&change.mana);
                self.either(change.more, "more", "less");
                self.w("to cast");
                if let Some(each) = &change.each {
                    self.for_each(each);
                }
                self.stop();
            }
            Static::AttackTax(tax) => {
                self.object(&tax.what);
                self.w("can't attack you unless their controller pays");
                self.cost(&tax.cost);
                self.w("for each creature they control that's attacking you");
                self.stop();
            }
            Static::Player(who, rule) => {
                self.player_rule(who, rule);
                self.stop();
            }
            Static::CastOnly(list) => {
                for (at, when) in list.iter().enumerate() {
                    self.either(at == 0, "cast ~ only", "and only");
                    self.when(when);
                }
                self.stop();
            }
            Static::SpellRule(rule) => {
                self.w("~");
                self.rule(rule, false);
                self.stop();
            }
            Static::MayPlay { what, from, cast } => {
                self.either(*cast, "you may cast", "you may play");
                self.nouns(what, true);
                self.either(*from == crate::ir::Zone::Library, "from the top of your library", "from your graveyard");
                self.stop();
            }
        }
    }

    fn continuous(&mut self, what: &Obj, mods: &[Mod], cond: Option<&Cond>, first: bool, x: Option<&Amount>) {
        match mods {
            [Mod::Rule(Rule::MayStayTapped)] => {
                self.w("you may choose not to untap ~ during your untap step");
                return self.stop();
            }
            [Mod::Rule(Rule::MayAssignUnblocked)] => {
                self.w("you may have ~ assign its combat damage as though it weren't blocked");
                return self.stop();
            }
            [Mod::Control(_)] => {
                self.w("you control");
                self.object(what);
                return self.stop();
            }
            [Mod::Rule(Rule::NoLegendRule)] => {
                self.w("the legend rule doesn't apply to");
                self.object(what);
                return self.stop();
            }
            [Mod::Rule(Rule::Lure)] => {
                self.w("all creatures able to block");
                self.object(what);
                self.w("do so");
                return self.stop();
            }
            [Mod::Defined { power, toughness, to }] => {
                self.w("~ 's");
                self.w(match (power, toughness) {
                    (true, true) => "power and toughness are each equal to",
                    (true, false) => "power is equal to",
                    _ => "toughness is equal to",
                });
                self.quantity(to);
                return self.stop();
            }
            _ => {}
        }
        if let Some(cond) = cond
            && first
        {
            self.w("as long as");
            self.cond(cond);
            self.w(",");
        }
        self.subject(what);
        self.mods(what, mods, true);
        if let Some(cond) = cond
            && !first
        {
            self.w("as long as");
            self.cond(cond);
        }
        if let Some(x) = x {
            self.where_x(x);
        }
        self.stop();
    }

    fn player_rule(&mut self, who: &Who, rule: &PlayerRule) {
        match rule {
            PlayerRule::NoMaximumHandSize => self.w("you have no maximum hand size"),
            PlayerRule::ExtraLands(1) => self.w("you may play an additional land on each of your turns"),
            PlayerRule::ExtraLands(_) => self.w("you may play two additional lands on each of your turns"),
            PlayerRule::LookAtTop => self.w("you may look at the top card of your library any time"),
            PlayerRule::TopRevealed => self.w("play with the top card of your library revealed"),
            PlayerRule::Hexproof => self.w("you have hexproof"),
            PlayerRule::Shroud => self.w("you have shroud"),
            PlayerRule::Flash(filter) => {
                self.w("you may cast");
                self.filter(filter, true);
                self.w("as though they had flash");
            }
            PlayerRule::CantGainLife => {
                self.subject_players(who);
                self.w("can't gain life");
            }
            PlayerRule::CantCast(filter) => {
                self.subject_players(who);
                self.w("can't cast");
                self.filter(filter, true);
            }
            PlayerRule::OneSpellEachTurn => {
                self.subject_players(who);
                self.w("can't cast more than one spell each turn");
            }
            PlayerRule::HandRevealed => self.w("your opponents play with their hands revealed"),
            PlayerRule::CantLose => self.w("you can't lose the game and your opponents can't win the game"),
            PlayerRule::OneDrawEachTurn => self.w("each opponent can't draw more than one card each turn"),
            PlayerRule::MaximumHand(_) => {}
            PlayerRule::Unpreventable => self.w("damage can't be prevented"),
        }
    }

    fn subject_players(&mut self, who: &Who) {
        match who {
            Who::Each(Players::Any) => self.w("players"),
            _ => self.who(who),
        }
    }
}
