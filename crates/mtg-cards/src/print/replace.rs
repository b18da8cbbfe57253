//! Prints replacement effects.

use super::W;
use crate::ir::{ChosenKind, DoubledKind, Except, Mod, Phase, Replacement};

impl W<'_> {
    pub fn replacement(&mut self, replacement: &Replacement) {
        match replacement {
            Replacement::EntersTapped { what, unless, cond } => {
                self.object(what);
                let many = self.plural(what);
                self.verb("enter", many);
                self.w("tapped");
                if let Some(unless) = unless {
                    self.w("unless");
                    self.cond(unless);
                }
                if let Some(cond) = cond {
                    self.w("if");
                    self.cond(cond);
                }
            }
            Replacement::EntersTappedUnlessPaid { cost, what } => {
                self.w("as ~ enters , you may");
                self.cost(cost);
                self.w(". if you don't ,");
                self.object(what);
                self.w("enters tapped");
            }
            Replacement::EntersWith { what, count, kind, additional, each, x, cond, first } => {
                if let Some(cond) = cond
                    && *first
                {
                    self.w("if");
                    self.cond(cond);
                    self.w(",");
                }
                self.object(what);
                let many = self.plural(what);
                self.verb("enter", many);
                self.w("with");
                if *additional {
                    self.w("an additional");
                    self.counter_kind(*kind);
                    self.w("counter");
                } else {
                    self.counters(count, *kind);
                }
                self.either(many, "on them", "on it");
                if let Some(each) = each {
                    self.for_each(each);
                }
                if let Some(x) = x {
                    self.where_x(x);
                }
                if let Some(cond) = cond
                    && !*first
                {
                    self.w("if");
                    self.cond(cond);
                }
            }
            Replacement::EntersChoosing(kind) => {
                self.w("as ~ enters , choose");
                self.w(match kind {
                    ChosenKind::CreatureType => "a creature type",
                    ChosenKind::Color => "a color",
                    ChosenKind::Opponent => "an opponent",
                    ChosenKind::CardName => "a card name",
                    ChosenKind::BasicLandType => "a basic land type",
                });
            }
            Replacement::EntersAsCopy { of, may, one, except } => {
                self.either(*may, "you may have ~ enter as a copy of", "~ enters as a copy of");
                if *one {
                    self.article(|w| w.filter(of, false));
                } else {
                    self.w("any");
                    self.filter(of, false);
                }
                for (at, except) in except.iter().enumerate() {
                    self.either(at == 0, ", except", "and");
                    self.except(except);
                }
            }
            Replacement::DiesExile(what) => {
                self.w("if");
                self.object(what);
                self.w("would die , exile it instead");
            }
            Replacement::GraveyardExile(what) => {
                self.w("if");
                self.object(what);
                self.w("would be put into a graveyard from anywhere , exile it instead");
            }
            Replacement::PreventAll { combat, to, by } => {
                self.w("prevent all");
                if *combat {
                    self.w("combat");
                }
                self.w("damage that would be dealt");
                match (to, by) {
                    (Some(both), Some(_)) => {
                        self.w("to and dealt by");
                        self.object(both);
                    }
                    (Some(to), None) => {
                        self.w("to");
                        self.object(to);
                    }
                    (None, Some(by)) => {
                        self.w("by");
                        self.object(by);
                    }
                    (None, None) => {}
                }
            }
            Replacement::Doubled(kind) => self.doubled(*kind),
            Replacement::Skip(_, phase) => {
                self.w("skip your");
                self.w(match phase {
                    Phase::Untap => "untap step",
                    Phase::Upkeep => "upkeep step",
                    _ => "draw step",
                });
            }
            Replacement::DrawInstead(..) | Replacement::ExiledAsLeaves | Replacement::EntersSacrificing(..) => {}
        }
        self.stop();
    }

    fn doubled(&mut self, kind: DoubledKind) {
        let counters = "one or more +1/+1 counters would be put on a creature you control";
        self.w("if");
        match kind {
            DoubledKind::Tokens => {
                self.w("an effect would create one or more tokens under your control");
                self.w(", it creates twice that many of those tokens");
            }
            DoubledKind::PlusOneMore => {
                self.w(counters);
                self.w(", that many plus one +1/+1 counters are put on it");
            }
            DoubledKind::PlusOneCounters => {
                self.w(counters);
                self.w(", twice that many +1/+1 counters are put on it");
            }
            DoubledKind::Counters => {
                self.w("an effect would put one or more counters on a permanent you control");
                self.w(", it puts twice that many of those counters on that permanent");
            }
            DoubledKind::Damage => {
                self.w("a source you control would deal damage to a permanent or player");
                self.w(", it deals double that damage to that permanent or player");
            }
            DoubledKind::Life => self.w("you would gain life , you gain twice that much life"),
        }
        self.w("instead");
    }

    /// Prints a difference between a copy and the original.
    fn except(&mut self, except: &Except) {
        match except {
            Except::NotLegendary => self.w("it isn't legendary"),
            Except::Mod { change: Mod::Become(new), .. } => {
                self.w("it's");
                self.becomes(new, false);
            }
            Except::Mod { change, said } => {
                if *said {
                    self.w("it");
                }
                self.one_mod(change, true, false);
            }
        }
    }
}
