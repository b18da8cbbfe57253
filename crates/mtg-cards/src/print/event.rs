//! Prints events.

use super::W;
use crate::ir::{DamageRecipient, During, Event, Obj, Phase, StepOwner, TargetedBy, Who, Zone};

impl W<'_> {
    pub fn event(&mut self, event: &Event) {
        match event {
            Event::Or(list) => {
                // If several events have the same subject, print the subject once.
                for (at, one) in list.iter().enumerate() {
                    if at > 0 {
                        self.w("or");
                    }
                    self.event_of(one, at == 0);
                }
            }
            Event::During(inner, during) => {
                self.event(inner);
                self.w(match during {
                    During::Yours => "during your turn",
                    During::Opponents => "during an opponent 's turn",
                    During::Combat => "during combat",
                });
            }
            Event::While(inner, cond) => {
                self.event(inner);
                self.w("while");
                self.cond(cond);
            }
            one => self.event_of(one, true),
        }
    }

    fn does_event(&mut self, what: &Obj, said: bool, verb: &str) {
        if said {
            self.object(what);
        }
        let many = self.plural(what);
        self.verb(verb, many);
    }

    fn player_event(&mut self, who: &Who, verb: &str) {
        self.who(who);
        self.verb(verb, self.plural_who(who));
    }

    fn event_of(&mut self, event: &Event, said: bool) {
        match event {
            Event::Enters(what) => self.does_event(what, said, "enter"),
            Event::Dies(what) => self.does_event(what, said, "die"),
            Event::Leaves(what) => {
                self.does_event(what, said, "leave");
                self.w("the battlefield");
            }
            Event::ToGraveyard { what, from, whose } => {
                self.does_event(what, said, "are");
                self.w("put into");
                match whose {
                    Some(who) => {
                        self.possessive(who);
                        self.w("graveyard");
                    }
                    None => self.w("a graveyard"),
                }
                self.w(match from {
                    None => "from anywhere",
                    Some(Zone::Library) => "from your library",
                    Some(_) => "from the battlefield",
                });
            }
            Event::Attacks { what, alone, whom } => {
                self.does_event(what, said, "attack");
                if *alone {
                    self.w("alone");
                }
                if let Some(whom) = whom {
                    self.who(whom);
                }
            }
            Event::Blocks(what, other) => {
                self.does_event(what, said, "block");
                if let Some(other) = other {
                    self.object(other);
                }
            }
            Event::BecomesBlocked(what, by) => {
                self.does_event(what, said, "become");
                self.w("blocked");
                if let Some(by) = by {
                    self.w("by");
                    self.object(by);
                }
            }
            Event::Unblocked(what) => {
                self.does_event(what, said, "attack");
                self.w("and isn't blocked");
            }
            Event::PlayerAttacks(who, with) => {
                self.player_event(who, "attack");
                if let Some(with) = with {
                    self.w("with");
                    self.object(with);
                }
            }
            Event::AttacksWith { what, others, filter } => {
                self.object(what);
                self.w("and at least");
                self.w(&crate::text::number_word(u16::from(*others)));
                self.w("other");
                self.filter(filter, *others > 1);
                self.w("attack");
            }
            Event::DealsDamage { what, combat, to } => {
                self.does_event(what, said, "deal");
                if *combat {
                    self.w("combat");
                }
                self.w("damage");
                if let Some(to) = to {
                    self.w("to");
                    self.hurt_pattern(to);
                }
            }
            Event::DealtDamage { what, combat } => {
                self.does_event(what, said, "are");
                self.either(*combat, "dealt combat damage", "dealt damage");
            }
            Event::PlayerDamaged(Who::You) => self.w("you're dealt damage"),
            Event::PlayerDamaged(who) => {
                self.player_event(who, "are");
                self.w("dealt damage");
            }
            Event::BecomesTapped(what) => {
                self.does_event(what, said, "become");
                self.w("tapped");
            }
            Event::BecomesUntapped(what) => {
                self.does_event(what, said, "become");
                self.w("untapped");
            }
            Event::Targeted { what, by, whose } => {
                self.does_event(what, said, "become");
                self.w("the target of");
                self.either(*by == TargetedBy::Spell, "a spell", "a spell or ability");
                if let Some(who) = whose {
                    self.player_event(who, "control");
                }
            }
            Event::Cast { who, what, nth, or_copy } => {
                self.player_event(who, "cast");
                if *or_copy {
                    self.w("or");
                    self.verb("copy", self.plural_who(who));
                }
                match (nth, what) {
                    (Some(nth), Obj::Choose { filter, .. }) => {
                        self.either(*who == Who::You, "your", "their");
                        self.w(crate::text::ordinal(*nth));
                        self.filter(filter, false);
                        self.w("each turn");
                    }
                    _ => self.object(what),
                }
            }
            Event::PlaysLand(who, what) => {
                self.player_event(who, "play");
                self.object(what);
            }
            Event::Begins(phase, whose) => self.begins(*phase, whose),
            Event::GainsLife(who) => {
                self.player_event(who, "gain");
                self.w("life");
            }
            Event::LosesLife(who) => {
                self.player_event(who, "lose");
                self.w("life");
            }
            Event::Draws(who, nth) => {
                self.player_event(who, "draw");
                match nth {
                    None => self.w("a card"),
                    Some(nth) => {
                        self.either(*who == Who::You, "your", "their");
                        self.w(crate::text::ordinal(*nth));
                        self.w("card each turn");
                    }
                }
            }
            Event::Discards(who, what) => {
                self.player_event(who, "discard");
                self.object(what);
            }
            Event::Cycles(who, what) => {
                self.player_event(who, "cycle");
                self.object(what);
            }
            Event::Sacrifices(who, what) => {
                self.player_event(who, "sacrifice");
                self.object(what);
            }
            Event::CountersPut { who, count, kind, on } => {
                if let Some(who) = who {
                    self.player_event(who, "put");
                }
                self.counters_chosen(count, *kind);
                if who.is_none() {
                    self.either(*count == crate::ir::Choice::One, "is put", "are put");
                }
                self.w("on");
                self.object(on);
            }
            Event::LeavesGraveyard(what, _) => {
                self.does_event(what, said, "leave");
                self.w("your graveyard");
            }
            Event::LastCounter(kind, what) => {
                self.w("the last");
                if let Some(kind) = kind {
                    self.counter_kind(*kind);
                }
                self.w("counter is removed from");
                self.object(what);
            }
            Event::TapsForMana(who, what) => {
                self.player_event(who, "tap");
                self.object(what);
                self.w("for mana");
            }
            Event::Exploits(what) => {
                self.does_event(what, said, "exploit");
                self.w("a creature");
            }
            // A chapter ability shows its number. Its event is not printed.
            Event::Chapter(_) => {}
            Event::FaceUp(what) => {
                self.does_event(what, said, "are");
                self.w("turned face up");
            }
            Event::BecomesAttached(what, to) => {
                self.does_event(what, said, "become");
                self.w("attached to");
                self.object(to);
            }
            Event::DamagedDies(by) => {
                self.w("a creature dealt damage by");
                self.object(by);
                self.w("this turn dies");
            }
            Event::Transforms(what) => self.does_event(what, said, "transform"),
            Event::Scries(who) => self.player_event(who, "scry"),
            Event::Surveils(who) => self.player_event(who, "surveil"),
            Event::ControlsNone(who, filter) => {
                self.player_event(who, "control");
                self.w("no");
                self.filter(filter, true);
            }
            Event::AttacksOrWalker(what, _) => {
                self.does_event(what, said, "attack");
                self.w("you or a planeswalker you control");
            }
            Event::CyclesOrDiscards(who, what) => {
                self.player_event(who, "cycle");
                self.w("or");
                self.verb("discard", self.plural_who(who));
                self.object(what);
            }
            Event::EntersOrRoom(what) => {
                self.does_event(what, said, "enter");
                self.w("and whenever you fully unlock a room");
            }
            Event::Or(_) | Event::During(..) | Event::While(..) => self.event(event),
        }
    }

    fn hurt_pattern(&mut self, to: &DamageRecipient) {
        match to {
            DamageRecipient::Who(who) => self.who(who),
            DamageRecipient::Obj(object) => self.object(object),
            DamageRecipient::Either(who, object) => {
                self.who(who);
                self.w("or");
                if let Obj::Choose { filter, .. } = object {
                    self.filter(filter, false);
                }
            }
        }
    }

    fn begins(&mut self, phase: Phase, whose: &StepOwner) {
        if phase == Phase::EndOfCombat {
            return self.w("end of combat");
        }
        self.w("the beginning of");
        if phase == Phase::Combat {
            return self.either(*whose == StepOwner::Your, "combat on your turn", "each combat");
        }
        match whose {
            StepOwner::Your => self.w("your"),
            StepOwner::Each(true) => self.w("each player 's"),
            StepOwner::Each(false) => self.w("each"),
            StepOwner::EachOpponent => self.w("each opponent 's"),
            StepOwner::The => self.w("the"),
            StepOwner::Whos(who) => self.possessive(who),
            StepOwner::Of(who) => {
                self.w("the upkeep of");
                return self.who(who);
            }
        }
        self.w(match phase {
            Phase::Upkeep => "upkeep",
            Phase::Draw => "draw step",
            Phase::FirstMain => "first main phase",
            Phase::SecondMain => "second main phase",
            Phase::Untap => "untap step",
            _ => "end step",
        });
    }
}
