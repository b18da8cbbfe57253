//! Prints abilities.

use super::W;
use crate::ir::{Ability, Activated, Limit, Loyalty, Phase, TriggerSay, Triggered, When};

const ROMAN: [&str; 7] = ["", "i", "ii", "iii", "iv", "v", "vi"];

impl W<'_> {
    pub fn ability(&mut self, ability: &Ability) {
        match ability {
            Ability::Keywords(list, semicolons) => {
                for (at, keyword) in list.iter().enumerate() {
                    if at > 0 {
                        self.either(*semicolons, ";", ",");
                    }
                    self.keyword(keyword);
                }
            }
            Ability::Spell(body) => self.body(body),
            Ability::Triggered(triggered) => self.triggered(triggered),
            Ability::Activated(activated) => self.activated(activated),
            Ability::Static(held) => self.held(held),
            Ability::Cost(cost) => self.spell_cost(cost),
            Ability::Chapter(chapters, body) => {
                for (at, chapter) in chapters.iter().enumerate() {
                    if at > 0 {
                        self.w(",");
                    }
                    self.w(ROMAN.get(usize::from(*chapter)).copied().unwrap_or("?"));
                }
                self.w("—");
                self.body(body);
            }
            Ability::Worded(word, inner) => {
                let word = self.lex.word(*word).to_string();
                self.w(&word);
                self.w("—");
                self.ability(inner);
            }
        }
    }

    pub fn triggered(&mut self, triggered: &Triggered) {
        self.w(match triggered.say {
            TriggerSay::When => "when",
            TriggerSay::Whenever => "whenever",
            TriggerSay::At => "at",
        });
        self.event(&triggered.event);
        self.w(",");
        if let Some(cond) = &triggered.cond {
            self.w("if");
            self.cond(cond);
            self.w(",");
        }
        self.body(&triggered.body);
        if triggered.once_each_turn {
            self.w("this ability triggers only once each turn .");
        }
    }

    fn activated(&mut self, activated: &Activated) {
        match activated.loyalty {
            Some(Loyalty::Plus(0)) => self.w("[0]"),
            Some(Loyalty::Plus(by)) => self.w(&format!("[+{by}]")),
            Some(Loyalty::Minus(by)) => self.w(&format!("[-{by}]")),
            Some(Loyalty::MinusX) => self.w("[-x]"),
            None => self.cost(&activated.cost),
        }
        self.w(":");
        self.body(&activated.body);
        self.limits(&activated.limits);
    }

    fn limits(&mut self, limits: &[Limit]) {
        let mut open = false;
        for limit in limits {
            match limit {
                Limit::AnyPlayer => self.w("any player may activate this ability ."),
                Limit::Costs(change) => {
                    self.w("this ability costs");
                    self.cost_change(change, "to activate");
                    self.stop();
                }
                Limit::When(When::TimesEachTurn(times)) => {
                    self.w("activate no more than");
                    self.w(&crate::text::number_word(u16::from(*times)));
                    self.w("times each turn .");
                }
                Limit::When(when) => {
                    self.either(open, "and only", "activate only");
                    open = true;
                    self.when(when);
                }
            }
        }
        if open {
            self.w(".");
        }
    }

    pub fn when(&mut self, when: &When) {
        match when {
            When::Sorcery => self.w("as a sorcery"),
            When::Instant => self.w("as an instant"),
            When::OnceEachTurn => self.w("once each turn"),
            When::Once => self.w("once"),
            When::TimesEachTurn(_) => {}
            When::YourTurn => self.w("during your turn"),
            When::YourPhase(Phase::Upkeep) => self.w("during your upkeep"),
            When::YourPhase(_) => self.w("during your phase"),
            When::Combat => self.w("during combat"),
            When::BeforeAttackers => self.w("during your turn , before attackers are declared"),
            When::OpponentsTurn => self.w("during an opponent 's turn"),
            When::Attackers => self.w("during the declare attackers step"),
            When::Blockers => self.w("during the declare blockers step"),
            When::BeforeBlockers => self.w("during combat before blockers are declared"),
            When::AfterBlockers => self.w("during combat after blockers are declared"),
            When::Attacked => self.w("if you've been attacked this step"),
            When::If(cond) => {
                self.w("if");
                self.cond(cond);
            }
        }
    }

    pub fn quoted(&mut self, ability: &Ability) {
        let outer = std::mem::take(&mut self.targets);
        self.w("\"");
        self.ability(ability);
        self.w("\"");
        self.targets = outer;
    }
}
