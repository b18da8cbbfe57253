//! Parses the abilities of a face, line by line.

use super::{P, Refusal, Why};
use crate::ir::{Ability, Activated, Limit, Link, Loyalty, Phase, Static, TriggerSay, Triggered, When};
use crate::lexicon::Lexicon;

/// Parses all abilities of a face. `spell` says whether the face is an instant or sorcery.
pub fn parse_face(toks: &[&str], lexicon: &Lexicon, spell: bool) -> Result<Vec<Ability>, Refusal> {
    let mut p = P::new(toks, lexicon);
    p.spell = spell;
    let mut abilities: Vec<Ability> = Vec::new();
    while !p.done() {
        if !abilities.is_empty() && !p.eat("\n") {
            return Err(p.refuse(Why::NotUnderstood));
        }
        p.seen.clear();
        p.people.clear();
        p.targets.clear();
        p.far = p.at;
        let Some(ability) = p.ability() else { return Err(p.refuse(Why::NotUnderstood)) };
        if p.ambiguous {
            return Err(p.refuse(Why::Ambiguous));
        }
        if !p.done() && !p.is("\n") {
            return Err(p.refuse(Why::NotUnderstood));
        }
        abilities.push(ability);
    }
    Ok(abilities)
}

impl P<'_> {
    /// A refusal with the clause in which parsing failed.
    fn refuse(&self, why: Why) -> Refusal {
        let at = self.far.min(self.toks.len().saturating_sub(1));
        let stops = |token: &&str| matches!(*token, "\n" | "." | "\"" | "•");
        let begin = self.toks[..at].iter().rposition(&stops).map_or(0, |found| found + 1);
        let end = self.toks[at..].iter().position(stops).map_or(self.toks.len(), |found| at + found);
        let mut clause = self.toks[begin..at].join(" ");
        clause.push_str(" >");
        for token in &self.toks[at..end] {
            clause.push(' ');
            clause.push_str(token);
        }
        Refusal { why, at: self.far, clause: clause.trim_start().to_string() }
    }

    pub fn ability(&mut self) -> Option<Ability> {
        if let Some(ability) = self.attempt(Self::worded) {
            return Some(ability);
        }
        self.only(&[
            Self::keywords,
            Self::triggered_ability,
            Self::activated_ability,
            Self::cost_ability,
            Self::held_ability,
            Self::spell_ability,
            Self::chapter,
        ])
    }

    /// Parses an ability word, a dash and an ability.
    fn worded(&mut self) -> Option<Ability> {
        let dash = (1..=5).find(|ahead| self.peek_at(*ahead) == "—")?;
        let word = self.lex.word_id(&self.toks[self.at..self.at + dash].join(" "))?;
        self.at += dash + 1;
        self.far = self.far.max(self.at);
        Some(Ability::Worded(word, Box::new(self.ability()?)))
    }

    fn line_ends(&self) -> bool {
        matches!(self.peek(), "" | "\n" | "\"")
    }

    fn keywords(&mut self) -> Option<Ability> {
        let (list, semicolons) = self.keyword_line()?;
        self.line_ends().then_some(Ability::Keywords(list, semicolons))
    }

    fn cost_ability(&mut self) -> Option<Ability> {
        let cost = self.spell_cost()?;
        (self.targets.is_empty() && self.line_ends()).then_some(Ability::Cost(cost))
    }

    fn held_ability(&mut self) -> Option<Ability> {
        let held = self.static_ability()?;
        // A static ability has no targets (CR 115.1).
        if !self.targets.is_empty() || (self.spell && !matches!(held, Static::SpellRule(_) | Static::CastOnly(_))) {
            return None;
        }
        self.line_ends().then_some(Ability::Static(held))
    }

    fn spell_ability(&mut self) -> Option<Ability> {
        if !self.spell || self.depth > 0 {
            return None;
        }
        let body = self.modal().or_else(|| self.body())?;
        self.line_ends().then_some(Ability::Spell(body))
    }

    fn chapter(&mut self) -> Option<Ability> {
        let mut chapters = Vec::new();
        loop {
            let number = match self.bump() {
                "i" => 1,
                "ii" => 2,
                "iii" => 3,
                "iv" => 4,
                "v" => 5,
                "vi" => 6,
                _ => return None,
            };
            chapters.push(number);
            if !self.eat(",") {
                break;
            }
        }
        self.need("—")?;
        let body = self.modal().or_else(|| self.body())?;
        self.line_ends().then_some(Ability::Chapter(chapters, body))
    }

    fn triggered_ability(&mut self) -> Option<Ability> {
        let triggered = self.triggered()?;
        self.line_ends().then_some(Ability::Triggered(triggered))
    }

    pub fn triggered(&mut self) -> Option<Triggered> {
        let say =
            self.one_of(&[("when", TriggerSay::When), ("whenever", TriggerSay::Whenever), ("at", TriggerSay::At)])?;
        let event = if say == TriggerSay::At { self.beginning()? } else { self.event()? };
        // The text has mentioned no object yet, so `it` means the source.
        if self.seen.is_empty() {
            self.mention(Link::Source, false);
        }
        self.need(",")?;
        let cond = self.attempt(|p| {
            p.need("if")?;
            let cond = p.cond()?;
            p.need(",")?;
            Some(cond)
        });
        let body = self.modal().or_else(|| self.body())?;
        let once_each_turn = self.eat("this ability triggers only once each turn .");
        Some(Triggered { event, say, cond, body, once_each_turn })
    }

    fn activated_ability(&mut self) -> Option<Ability> {
        let (cost, loyalty) = match self.attempt(Self::loyalty) {
            Some(loyalty) => (Vec::new(), Some(loyalty)),
            None => (self.cost()?, None),
        };
        self.need(":")?;
        if self.seen.is_empty() {
            self.mention(Link::Source, false);
        }
        let body = self.modal().or_else(|| self.body())?;
        let mut limits = Vec::new();
        while !self.line_ends() {
            self.limits(&mut limits)?;
        }
        Some(Ability::Activated(Activated { cost, loyalty, body, limits }))
    }

    fn loyalty(&mut self) -> Option<Loyalty> {
        let inner = self.bump().strip_prefix('[')?.strip_suffix(']')?;
        if inner == "-x" {
            return Some(Loyalty::MinusX);
        }
        if let Some(number) = inner.strip_prefix('-') {
            return Some(Loyalty::Minus(number.parse().ok()?));
        }
        Some(Loyalty::Plus(inner.strip_prefix('+').unwrap_or(inner).parse().ok()?))
    }

    /// `activate only as a sorcery.`, `activate only if … and only once each turn.`
    fn limits(&mut self, limits: &mut Vec<Limit>) -> Option<()> {
        if self.eat("any player may activate ~ ability .") || self.eat("any player may activate this ability .") {
            limits.push(Limit::AnyPlayer);
            return Some(());
        }
        if self.eat("activate no more than") {
            let times = self.number()?;
            self.need("times each turn .")?;
            limits.push(Limit::When(When::TimesEachTurn(u8::try_from(times).ok()?)));
            return Some(());
        }
        if self.eat("this ability costs") {
            limits.push(Limit::Costs(Box::new(self.cost_change("to activate")?)));
            return Some(());
        }
        self.need("activate only")?;
        loop {
            limits.push(Limit::When(self.when()?));
            if self.eat("and only") {
                continue;
            }
            return self.need(".");
        }
    }

    pub fn when(&mut self) -> Option<When> {
        if self.eat("if you've been attacked this step") {
            return Some(When::Attacked);
        }
        if self.eat("if") {
            return Some(When::If(self.cond()?));
        }
        self.one_of(&[
            ("as a sorcery", 0),
            ("as an instant", 1),
            ("once each turn", 2),
            ("once", 3),
            ("during your turn , before attackers are declared", 4),
            ("during your turn", 5),
            ("during your upkeep", 6),
            ("during combat before blockers are declared", 8),
            ("during combat after blockers are declared", 9),
            ("during combat", 7),
            ("during an opponent 's turn", 10),
            ("during the declare attackers step", 11),
            ("during the declare blockers step", 12),
        ])
        .map(|which| match which {
            0 => When::Sorcery,
            1 => When::Instant,
            2 => When::OnceEachTurn,
            3 => When::Once,
            4 => When::BeforeAttackers,
            5 => When::YourTurn,
            6 => When::YourPhase(Phase::Upkeep),
            8 => When::BeforeBlockers,
            9 => When::AfterBlockers,
            10 => When::OpponentsTurn,
            11 => When::Attackers,
            12 => When::Blockers,
            _ => When::Combat,
        })
    }

    /// Parses an ability in quotation marks.
    pub fn quoted(&mut self) -> Option<Ability> {
        if self.depth >= 2 {
            return None;
        }
        self.need("\"")?;
        let mut inner = self.clone();
        inner.targets.clear();
        inner.seen.clear();
        inner.people.clear();
        (inner.spell, inner.third, inner.subject) = (false, false, None);
        inner.depth += 1;
        let ability = inner.ability();
        self.far = self.far.max(inner.far);
        self.fuel = inner.fuel;
        let ability = ability?;
        self.at = inner.at;
        self.ambiguous |= inner.ambiguous;
        self.need("\"")?;
        Some(ability)
    }
}
